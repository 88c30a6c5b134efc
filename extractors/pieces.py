"""Units of a document as word pieces for the encoder: identifiers, features of form, and windows of bounded length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from tokenizers import Tokenizer

from extractors.tokens import SEPARATOR

WINDOW: Final = 384
"""Most word pieces the encoder sees at once, with the two that open and close a window."""

OVERLAP: Final = 96
"""Word pieces that two neighbouring windows share."""

PIECES_A_UNIT: Final = 8
"""A longer unit is cut: names have fewer, and a run of 50,000 ideographs is one unit."""

SHAPES: Final = 13
"""Number of classes of `shape`; the first stands for the signs that open and close a window."""

FEATURES: Final = 8 * SHAPES
"""Number of feature values: the shape, whether in the title, whether glued to the unit before and to the one after."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a document as the encoder reads it."""

    ids: Integers
    """Word pieces, from the opening to the closing sign."""
    features: Integers
    """One value a piece, below `FEATURES`."""
    units: Integers
    """For each piece the index of its token in the document; -1 for the opening and the closing sign."""
    own: tuple[int, int]
    """The tokens that are labelled from this window; windows of a document share none and leave none out."""


def shape(text: str) -> int:
    """The class of form of a non-empty unit, from 1 to 12: an uncased encoder does not see case."""
    if text.isalpha() and text.isascii():
        if text.islower():
            return 1
        if text.isupper():
            return 3 if len(text) == 1 else 4
        if text[0].isupper() and text[1:].islower():
            return 2
        return 5 if text[-1] == "s" and text[:-1].isupper() else 6
    if text.isdigit():
        return 7
    if text.isalnum() and text.isascii():
        return 8 if any(c.isupper() for c in text) else 9
    if text in {"(", "[", ")", "]"}:
        return 10
    return 11 if text.isascii() else 12


class Pieces:
    """Cuts documents into windows of word pieces; holds no state but the vocabulary."""

    def __init__(self, vocabulary: str) -> None:
        """Read the vocabulary.

        Args:
            vocabulary: the text of a `tokenizer.json` with a BERT word-piece model.

        Raises:
            ValueError: the vocabulary lacks one of the signs of BERT.
        """
        self.vocabulary = vocabulary
        self._tokenizer: Any = Tokenizer.from_str(vocabulary)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._open, self._close, self.mask = (self._sign(text) for text in ("[CLS]", "[SEP]", "[MASK]"))

    def _sign(self, text: str) -> int:
        found: int | None = self._tokenizer.token_to_id(text)
        if found is None:
            raise ValueError(f"tokenizer.json: no {text} in the vocabulary; expected that of a BERT model")
        return found

    def windows(self, doc: Doc) -> list[Window]:
        """The windows of a document in order; none where no unit has a word piece.

        Windows of long documents overlap, and each labels the units that lie deeper in it than in its neighbour.
        """
        ids, units = self._pieces(doc)
        if not len(ids):
            return []
        features = _features(doc)[units]
        starts = np.flatnonzero(np.diff(units, prepend=-1))
        found: list[Window] = []
        for first, last, left, right in _ranges(starts, len(ids)):
            found.append(
                Window(
                    ids=np.concatenate(([self._open], ids[first:last], [self._close])),
                    features=np.concatenate(([0], features[first:last], [0])),
                    units=np.concatenate(([-1], units[first:last], [-1])),
                    own=(0 if left == 0 else int(units[left]), len(doc) if right == len(ids) else int(units[right])),
                )
            )
        return found

    def _pieces(self, doc: Doc) -> tuple[Integers, Integers]:
        encoding = self._tokenizer.encode([t.text for t in doc], is_pretokenized=True, add_special_tokens=False)
        units = np.array(encoding.word_ids, dtype=np.int64)
        ids = np.array(encoding.ids, dtype=np.int64)
        for token in doc:
            if token.text == SEPARATOR:
                ids[units == token.i] = self._close
        rank = np.arange(len(units)) - np.searchsorted(units, units)
        kept = rank < PIECES_A_UNIT
        return ids[kept], units[kept]


def _features(doc: Doc) -> Integers:
    values = np.zeros(len(doc), dtype=np.int64)
    title = next((t.i for t in doc if t.text == SEPARATOR), 0)
    glued = False
    for token in doc:
        after = not token.whitespace_
        values[token.i] = 8 * shape(token.text) + 4 * (token.i < title) + 2 * glued + after
        glued = after
    return values


def _ranges(starts: Sequence[int] | Integers, length: int) -> list[tuple[int, int, int, int]]:
    """First and last piece of each window, and of the part it labels; all of them at the start of a unit."""
    room = WINDOW - 2
    bounds = [*(int(s) for s in starts), length]
    if length <= room:
        return [(0, length, 0, length)]
    windows = [(0, _floor(bounds, room))]
    while windows[-1][1] < length:
        first = _floor(bounds, windows[-1][1] - OVERLAP)
        windows.append((first, _floor(bounds, first + room)))
    cuts = [0, *(_floor(bounds, (b[0] + a[1]) // 2) for a, b in pairwise(windows)), length]
    return [(*window, cuts[i], cuts[i + 1]) for i, window in enumerate(windows)]


def _floor(bounds: list[int], position: int) -> int:
    index = int(np.searchsorted(bounds, position, side="right")) - 1
    return bounds[index]
