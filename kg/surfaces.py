"""Where the names that somebody wrote down stand in a paper: each distinct name once, all its places found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ontology.model import Field, Paper

Place = tuple[str, int, int]
"""Field, start and end in the raw text."""

_SPACE: Final = re.compile(r"\s+")
_IDEOGRAPHS: Final = ("\u3040", "\u9fff")
"""First and last of the kana and Chinese characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A name, and which of its places it is to mark."""

    surface: str
    numbers: tuple[int, ...] = ()
    """Positions, from 1, in what `places` gives; empty for every place where it is a whole word."""


def single_spaced(text: str) -> str:
    """The text with every run of white space as one space, and none at its ends."""
    return _SPACE.sub(" ", text).strip()


def key(surface: str) -> str:
    """What is the same for two surfaces that count as one: without case, white space as one space, accents composed."""
    return unicodedata.normalize("NFC", single_spaced(surface).lower())


def places(paper: Paper, surface: str) -> tuple[list[Place], int]:
    """Where a surface stands in a paper, title first, and how many of these places are whole words; those come first.

    White space in the surface fits any white space. A surface without capitals also finds itself in capitals, one with
    capitals finds only itself: "clip" finds "Clip", "CLIP" does not find "clip". Places may overlap.
    """
    words = surface.split()
    if not words:
        return [], 0
    folded = re.IGNORECASE if surface == surface.lower() else re.NOFLAG
    pattern = re.compile(_SPACE.pattern.join(map(_spelt, words)), folded)
    whole: list[Place] = []
    inside: list[Place] = []
    for field in Field:
        text = paper.text(field)
        match = pattern.search(text)
        while match:
            start, end = match.span()
            (whole if _is_whole(text, start, end) else inside).append((field.value, start, end))
            # Not from the end of the place: the second "a b a" of "a b a b a" begins inside the first.
            match = pattern.search(text, start + 1)
    return whole + inside, len(whole)


def _spelt(word: str) -> str:
    """A pattern for a word, whether its accents are characters of their own or not."""
    forms = {word, unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)}
    return re.escape(word) if len(forms) == 1 else f"(?:{'|'.join(map(re.escape, sorted(forms)))})"


def assign(paper: Paper, claims: Sequence[Claim]) -> list[list[Place]]:
    """The places that each claim gets, in order of the text; no two places overlap.

    Claims with numbers come first, then longer places before shorter ones, names as they are written before names in
    other case, and earlier claims before later ones.
    """
    return _assign(paper, claims, [places(paper, claim.surface) for claim in claims])


def _assign(paper: Paper, claims: Sequence[Claim], known: Sequence[tuple[list[Place], int]]) -> list[list[Place]]:
    wishes = []
    for index, (claim, (every, whole)) in enumerate(zip(claims, known, strict=True)):
        wanted = [every[n - 1] for n in claim.numbers if 1 <= n <= len(every)] if claim.numbers else every[:whole]
        for field, start, end in wanted:
            exact = single_spaced(paper.text(Field(field))[start:end]) == single_spaced(claim.surface)
            wishes.append((not claim.numbers, start - end, not exact, index, (field, start, end)))
    given: list[list[Place]] = [[] for _ in claims]
    taken = {field.value: bytearray(len(paper.text(field))) for field in Field}
    for *_, index, (field, start, end) in sorted(wishes):
        if not any(taken[field][start:end]):
            taken[field][start:end] = b"\1" * (end - start)
            given[index].append((field, start, end))
    return [in_order(each) for each in given]


def limited(paper: Paper, claims: Sequence[Claim], wanted: Sequence[Sequence[Place]]) -> list[Claim]:
    """The claims, with numbers where they are needed for each of them to get exactly the places wanted for it.

    Args:
        paper: where the places are.
        claims: names, without numbers.
        wanted: the places of each, at least one and all among its `places`; no two of them overlap.
    """
    found = list(claims)
    known = [places(paper, claim.surface) for claim in claims]
    while True:
        gets = [set(each) for each in _assign(paper, found, known)]
        open_ones = [i for i, claim in enumerate(found) if not claim.numbers]
        greedy = [i for i in open_ones if gets[i] - set(wanted[i])]
        short = [i for i in open_ones if gets[i] != set(wanted[i])]
        # Who takes too much first: what others lack may be what it took.
        for index in greedy or short:
            asked = set(wanted[index])
            numbers = tuple(n for n, place in enumerate(known[index][0], start=1) if place in asked)
            found[index] = Claim(surface=found[index].surface, numbers=numbers)
        if not short:
            return found


def in_order(found: Sequence[Place]) -> list[Place]:
    """The places in the order of the text, title first."""
    return sorted(found, key=text_order)


def text_order(place: Place) -> tuple[bool, int, int]:
    """What sorts places in the order of the text, title first."""
    return place[0] != Field.TITLE.value, place[1], place[2]


def overlap(one: Place, other: Place) -> bool:
    """Whether two places share a character."""
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a place is not cut out of a longer word; markup and hyphens end a word."""
    return not _one_word(text[start - 1 : start], text[start]) and not _one_word(text[end - 1], text[end : end + 1])


def _one_word(left: str, right: str) -> bool:
    """Whether two characters side by side are of one word; Chinese and Japanese write words without spaces."""
    return left.isalnum() and right.isalnum() and not _IDEOGRAPHS[0] <= max(left, right) <= _IDEOGRAPHS[1]
