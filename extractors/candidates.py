"""Spans of clean text that may become mentions, and which characters of a text are taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.model import EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A span of clean text that may become a mention."""

    start: int
    end: int
    type: EntityType
    score: float
    """Probability of being right in span and type."""


Spans = dict[tuple[int, int], Candidate]
"""Candidates by start and end."""


def occurrences(text: str, surface: str) -> Iterator[tuple[int, int]]:
    """Where a surface stands as a word or words of its own, from left to right, without overlaps."""
    place = text.find(surface) if surface else -1
    while place >= 0:
        end = place + len(surface)
        whole = not text[place - 1 : place].isalnum() and not text[end : end + 1].isalnum()
        if whole:
            yield place, end
        place = text.find(surface, end if whole else place + 1)


class Cover:
    """Which characters of a text are taken; asking costs the length of the range, not the number of spans."""

    def __init__(self, length: int, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._taken = bytearray(length)
        for start, end in ranges:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        """Take a range."""
        self._taken[start:end] = b"\1" * (end - start)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no character of a range is taken."""
        return self._taken.find(1, start, end) < 0
