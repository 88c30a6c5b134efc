"""Tokens and sentences of clean text: every run of letters and digits, and every other sign alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np
from spacy.attrs import IDX, LENGTH, SENT_START
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab

SEPARATOR: Final = "¶"
"""Stands between title and abstract; a sentence never crosses it."""

_LONGEST: Final = 1500
"""Characters of a sentence; what runs on longer is a list or a table, and work on it would grow with its square."""

_UNIT: Final = re.compile(r"[^\W_]+|\S", re.UNICODE)
_END: Final = re.compile(r"""[.?!…]["')\]]*(?=\s)""")
_ABBREVIATIONS: Final = frozenset(
    [
        "e.g",
        "i.e",
        "al",
        "vs",
        "cf",
        "fig",
        "figs",
        "eq",
        "eqs",
        "resp",
        "approx",
        "dr",
        "prof",
        "mr",
        "mrs",
        "st",
        "no",
        "nos",
        "sec",
        "secs",
        "tab",
        "ca",
        "viz",
        "w.r.t",
        "i.i.d",
        "a.k.a",
        "aka",
        "ref",
        "refs",
        "ch",
        "vol",
        "pp",
        "ed",
        "eds",
        "inc",
        "ltd",
        "jr",
        "u.s",
        "u.k",
        "incl",
    ]
)


class UnitTokenizer:
    """Cuts text into units: hyphens, brackets and slashes always stand alone, so any span of words can be marked."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """The text as a `Doc`; blanks other than a single space between units become tokens of their own."""
        words: list[str] = []
        spaces: list[bool] = []
        position = 0
        for match in _UNIT.finditer(text):
            gap = text[position : match.start()]
            if gap:
                if words and gap[0] == " ":
                    spaces[-1] = True
                    gap = gap[1:]
                if gap:
                    words.append(gap)
                    spaces.append(False)
            words.append(match[0])
            spaces.append(False)
            position = match.end()
        rest = text[position:]
        if words and rest.startswith(" "):
            spaces[-1] = True
            rest = rest[1:]
        if rest:
            words.append(rest)
            spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    def to_bytes(self, **_: Any) -> bytes:
        """Nothing: the tokenizer has no state."""
        return b""

    def from_bytes(self, _: bytes, **__: Any) -> UnitTokenizer:
        """Itself."""
        return self

    def to_disk(self, _: Any, **__: Any) -> None:
        """Writes nothing: the tokenizer has no state."""

    def from_disk(self, _: Any, **__: Any) -> UnitTokenizer:
        """Itself."""
        return self


@registry.tokenizers("paperkg.units.v1")  # type: ignore[untyped-decorator]
def create_unit_tokenizer() -> Any:
    """The factory that the pipeline's config names."""

    def create(nlp: Language) -> UnitTokenizer:
        return UnitTokenizer(nlp.vocab)

    return create


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    """Half-open character ranges of the sentences, in order, without the blanks between them.

    None is longer than 1,500 characters.
    """
    cuts = [0]
    for match in _END.finditer(text):
        if _ends_sentence(text, match):
            cuts.append(match.end())
    for match in re.finditer(SEPARATOR, text):
        cuts += [match.start(), match.end()]
    cuts = sorted({*cuts, len(text)})
    bounds = []
    for whole in pairwise(cuts):
        for start, end in _short_enough(text, *whole):
            piece = text[start:end]
            if piece.strip():
                left = start + len(piece) - len(piece.lstrip())
                bounds.append((left, start + len(piece.rstrip())))
    return bounds


def _short_enough(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The range in parts of at most `_LONGEST` characters, cut at blanks where there are any."""
    while end - start > _LONGEST:
        blank = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
        cut = blank if blank > 0 else start + _LONGEST
        yield start, cut
        start = cut
    yield start, end


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() :].lstrip()[:2]
    if not after or after[0] == SEPARATOR:
        return True
    word = re.search(r"[\w.\-]*$", text[max(0, match.start() - 12) : match.start()])
    before = (word[0] if word else "").lower().lstrip(".")
    if match[0][0] == "." and (before in _ABBREVIATIONS or (len(before) == 1 and before.isalpha())):
        return False
    opener = after[0] in "\"'([\\$*#" and len(after) > 1
    return after[0].isupper() or after[0].isdigit() or opener or not after[0].isascii()


@Language.component("paper_sentences", assigns=["token.is_sent_start", "doc.sents"])
def paper_sentences(doc: Doc) -> Doc:
    """Sets sentence starts by `sentence_bounds`."""
    if not len(doc):
        return doc
    starts = [start for start, _ in sentence_bounds(doc.text)]
    flags = np.where(np.isin(doc.to_array(IDX), starts), 1, -1)
    flags[0] = 1
    # In one step: setting token by token checks the whole document each time.
    column: Any = flags.astype("int64").astype("uint64").reshape(-1, 1)
    doc.from_array([SENT_START], column)
    return doc


def sentence_ranges(doc: Doc) -> list[tuple[int, int]]:
    """Half-open character ranges of the sentences of a document: those of `doc.sents`, without a look at each token."""
    table = doc.to_array([IDX, LENGTH, SENT_START]).astype("int64")
    if not len(table):
        return []
    first = np.flatnonzero(table[:, 2] == 1)
    last = np.append(first[1:], len(table)) - 1
    return list(zip(table[first, 0].tolist(), (table[last, 0] + table[last, 1]).tolist(), strict=True))
