"""What the papers of a corpus say their abbreviations stand for, and how far they agree."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kg.link.normal import key, squash, words
from kg.link.variants import drops_a_word, same_name
from ontology.model import Abbreviation, EntityType

AGREEMENT: Final = 0.8
"""The share of the defining papers that must give one long form, for the abbreviation to mean it everywhere."""

_LOOSE: Final = (2, 3)
"""A long form that leaves a word out counts as a variant from this many papers, and where the full one has so many
times more."""

_SPOKEN_DIGITS: Final = {"2": ("to", "two", "second"), "3": ("three", "triple", "third"), "4": ("for", "four")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """One paper's own reading of an abbreviation, in normal form."""

    short: str
    long: str
    surface: str
    """The long form as the paper writes it."""
    types: frozenset[EntityType]
    """The types that the paper's mentions of either form have; empty where it mentions neither."""


class Definitions:
    """All definitions of a corpus; the answers do not depend on the order in which they were added.

    Add all of them, then call `settle`, then ask.
    """

    def __init__(self) -> None:
        self._papers: dict[str, Counter[str]] = defaultdict(Counter)
        self._typed: dict[tuple[EntityType, str], Counter[str]] = defaultdict(Counter)
        self._surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        self._canonical: dict[str, str] = {}
        self._agreed: dict[tuple[EntityType, str], tuple[str, float] | None] = {}

    def add(self, definitions: Iterable[Definition]) -> None:
        """Count the definitions of one paper; one that mentions neither form counts for every type."""
        for one in definitions:
            self._surfaces[one.long][one.surface] += 1
            self._papers[one.short][one.long] += 1
            for kind in one.types or EntityType:
                self._typed[kind, one.short][one.long] += 1

    def settle(self) -> None:
        """Fold variants of one long form ("multi-object tracking", "multiple object tracking") into the most used."""
        votes: Counter[str] = Counter()
        for counts in self._papers.values():
            votes.update(counts)
        for short, counts in sorted(self._papers.items()):
            ranked = sorted(counts, key=lambda long: (-votes[long], long))
            for index, long in enumerate(ranked):
                twins = (top for top in ranked[:index] if self._variant(short, top, long, counts, votes))
                self._fold(long, next(twins, None))
        self._agreed.clear()
        for _, counts in sorted(self._papers.items()):
            for long in sorted(counts):
                whole = self.expanded(EntityType.METHOD, self._written(long))
                if whole is not None and whole != long and self.canonical(whole) in counts:
                    self._fold(long, whole)
        self._agreed.clear()

    def canonical(self, long: str) -> str:
        """The long form that stands for a variant of it; itself where it is no variant. One hop, never a chain."""
        return self._canonical.get(long, long)

    def longs(self, kind: EntityType, short: str) -> Mapping[str, int]:
        """The long forms of an abbreviation for a type, variants folded, with the number of papers that say so."""
        counts: Counter[str] = Counter()
        for long, papers in self._typed.get((kind, short), {}).items():
            counts[self.canonical(long)] += papers
        return counts

    def agreed(self, kind: EntityType, short: str) -> tuple[str, float] | None:
        """The one long form of an abbreviation and the share of papers that give it; None where it is ambiguous."""
        if (kind, short) not in self._agreed:
            # A name that papers abbreviate more often than they expand it is no abbreviation.
            named = self._surfaces.get(short, Counter()).total() > self._papers.get(short, Counter()).total()
            counts = {} if named else self.longs(kind, short)
            long = min(counts, key=lambda name: (-counts[name], name), default="")
            share = counts[long] / sum(counts.values()) if counts else 0.0
            self._agreed[kind, short] = (long, share) if share >= AGREEMENT else None
        return self._agreed[kind, short]

    def expanded(self, kind: EntityType, parts: tuple[str, ...], own: Mapping[str, str] | None = None) -> str | None:
        """The key of a name of several words with the abbreviations in it written out; None where there is none.

        Args:
            kind: the type of the name.
            parts: its words in normal form.
            own: the readings that the paper itself defines; they come first.
        """
        if len(parts) < 2:
            return None
        whole = tuple(piece for part in parts for piece in self._spelt(kind, part, own or {}))
        return squash(whole) if whole != parts else None

    def surface(self, long: str) -> str | None:
        """How papers write a long form most often; None for one that no paper defines."""
        counts = self._surfaces.get(long)
        return min(counts, key=lambda text: (-counts[text], text)) if counts else None

    def _spelt(self, kind: EntityType, part: str, own: Mapping[str, str]) -> Iterator[str]:
        if part in own:
            yield own[part]
            return
        for each in (kind, *EntityType):
            if agreed := self.agreed(each, part):
                yield from self._written(agreed[0])
                return
        yield part

    def _written(self, long: str) -> tuple[str, ...]:
        return words(self.surface(long) or long)

    def _variant(self, short: str, top: str, long: str, here: Counter[str], votes: Counter[str]) -> bool:
        full, loose = self._written(top), self._written(long)
        if same_name(full, loose):
            return True
        if here[long] < _LOOSE[0] or here[top] < _LOOSE[1] * here[long] or not drops_a_word(short, full, loose):
            return False
        # "Bayesian network (BNN)" is a slip: most papers abbreviate it otherwise.
        alike = sum(counts[long] for counts in self._papers.values() if top in counts)
        return 2 * alike > votes[long]

    def _fold(self, long: str, twin: str | None) -> None:
        if twin is None or long in self._canonical:
            return
        target = self.canonical(twin)
        if target != long:
            self._canonical[long] = target
            for other, old in self._canonical.items():
                if old == long:
                    self._canonical[other] = target


def define(abbreviations: Iterable[Abbreviation], types: Mapping[str, frozenset[EntityType]]) -> list[Definition]:
    """The usable definitions of one paper, the first one of each short form.

    Args:
        abbreviations: pairs as they stand in the text.
        types: the types of the paper's mentions, by normal form.
    """
    found: dict[str, Definition] = {}
    for pair in abbreviations:
        short, long = key(pair.short), key(pair.long)
        if short != long and short not in found and _signs_agree(short, long):
            kinds = types.get(short, frozenset()) | types.get(long, frozenset())
            found[short] = Definition(short=short, long=long, surface=pair.long, types=kinds)
    return list(found.values())


def _signs_agree(short: str, long: str) -> bool:
    """Whether numbers and signs of both forms agree.

    YOLOv3 is not "you only look once" and PRM* no "probabilistic roadmap"; but R2R is "room to room".
    """
    missing = Counter(re.findall(r"[\d*+#]", short)) - Counter(re.findall(r"[\d*+#]", long))
    if Counter(re.findall(r"\d", long)) - Counter(re.findall(r"\d", short)):
        return False
    return all(any(word in long for word in _SPOKEN_DIGITS.get(sign, ())) for sign in missing)
