"""One type for one name: the mentions of all its spellings vote, and those of the other form of an abbreviation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from extractors.abbreviations import Definition
from extractors.candidates import Candidate
from extractors.surfaces import normal
from ontology.model import EntityType


class Votes:
    """The votes of a paper.

    Args:
        text: clean text of the paper.
        pairs: the abbreviations it defines; the two forms of each are one name.
    """

    def __init__(self, text: str, pairs: Iterable[Definition]) -> None:
        self._text = text
        self._parents: dict[str, str] = {}
        self._counts: dict[str, dict[EntityType, float]] = defaultdict(lambda: defaultdict(float))
        for pair in pairs:
            short, long = (self._root(normal(text[slice(*form)])) for form in (pair.short, pair.long))
            if short != long:
                self._parents[short] = long

    def add(self, candidate: Candidate, weight: float) -> None:
        """Count a mention for its type."""
        self._counts[self._name(candidate)][candidate.type] += weight

    def winner(self, candidate: Candidate) -> EntityType:
        """The type with the most votes for the name of a mention; its own where nobody voted."""
        counts = self._counts.get(self._name(candidate))
        if not counts:
            return candidate.type
        return max(counts, key=lambda kind: (counts[kind], kind.value))

    def _name(self, candidate: Candidate) -> str:
        return self._root(normal(self._text[candidate.start : candidate.end]))

    def _root(self, name: str) -> str:
        path = []
        while (parent := self._parents.get(name)) is not None:
            path.append(name)
            name = parent
        for each in path:
            self._parents[each] = name
        return name
