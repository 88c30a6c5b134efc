"""Precision, recall and F1 of the extractor against gold annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.gold import NEW, Gold, Spans, Surfaces, Triples, read_gold
from ontology.model import Document, EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Counts, and the rates made from them."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(right=self.right + other.right, wrong=self.wrong + other.wrong, missed=self.missed + other.missed)

    @property
    def precision(self) -> float:
        """In [0, 1]; 0 where nothing was found."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """In [0, 1]; 0 where there is nothing to find."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, in [0, 1]."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)

    def to_dict(self) -> dict[str, float | int]:
        """Rates in [0, 1] rounded to four decimals, and the counts."""
        return {
            "precision": round(self.precision, 4), "recall": round(self.recall, 4), "f1": round(self.f1, 4),
            "right": self.right, "wrong": self.wrong, "missed": self.missed,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How an extractor did on a gold file.

    `strict` wants span and type, `boundary` the span alone, `relaxed` the type and any overlap. A prediction equal to a
    borderline span counts neither way. `relations` are compared as (head surface, kind, tail surface) a paper, end to
    end; `proposed` are surfaces a paper with the role proposed or introduced; `roles` is the share of surfaces found
    right whose role is right too. The last three are None where the gold does not say.
    """

    papers: int
    strict: Score
    boundary: Score
    relaxed: Score
    types: dict[str, Score] = field(default_factory=dict)
    relations: Score | None = None
    relation_kinds: dict[str, Score] = field(default_factory=dict)
    proposed: Score | None = None
    roles: dict[str, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values."""
        return {
            "papers": self.papers,
            "strict": self.strict.to_dict(),
            "boundary": self.boundary.to_dict(),
            "relaxed": self.relaxed.to_dict(),
            "types": {name: score.to_dict() for name, score in self.types.items()},
            "relations": self.relations.to_dict() if self.relations else None,
            "relation_kinds": {name: score.to_dict() for name, score in self.relation_kinds.items()},
            "proposed": self.proposed.to_dict() if self.proposed else None,
            "roles": self.roles,
        }


def evaluate(path: Path, *, workers: int = 1, min_score: float = 0.0) -> Scores:
    """The scores of the packaged extractor on a gold file, plain or gzipped JSON lines.

    Raises:
        InputError: the file is missing, or a line is not gold of one of the two forms.
    """
    import extractors

    gold = read_gold(path)
    documents = extractors.extract([g.paper for g in gold], workers=workers, min_score=min_score)
    return compare(gold, documents)


def compare(gold: Sequence[Gold], documents: Iterable[Document]) -> Scores:
    """The scores of documents against gold, paired in order."""
    pairs = [(truth, document, _counted(truth, document)) for truth, document in zip(gold, documents, strict=True)]
    return Scores(
        papers=len(gold),
        strict=_sum(_overlap(found, truth.spans) for truth, _, found in pairs),
        boundary=_sum(_overlap({s[:3] for s in found}, {s[:3] for s in truth.spans}) for truth, _, found in pairs),
        relaxed=_sum(_relaxed(found, truth.spans) for truth, _, found in pairs),
        types={
            kind.value: _sum(
                _overlap({s for s in found if s[3] == kind}, {s for s in truth.spans if s[3] == kind})
                for truth, _, found in pairs
            )
            for kind in EntityType
        },
        relations=_optional([_overlap(_triples(d), t.relations) for t, d, _ in pairs if t.relations is not None]),
        relation_kinds=_by_kind([(_triples(d), t.relations) for t, d, _ in pairs if t.relations is not None]),
        proposed=_optional([_overlap(_names(d), t.proposed) for t, d, _ in pairs if t.proposed is not None]),
        roles=_roles_right([(t.roles, d) for t, d, _ in pairs if t.roles]),
    )


def _counted(truth: Gold, document: Document) -> Spans:
    """The predicted spans without those equal to a borderline span."""
    found = {(m.field.value, m.start, m.end, m.type.value) for m in document.mentions}
    return {s for s in found if s[:3] not in truth.borderline or s in truth.spans}


def _sum(scores: Iterable[Score]) -> Score:
    return sum(scores, Score())


def _optional(scores: list[Score]) -> Score | None:
    return _sum(scores) if scores else None


def _by_kind(pairs: list[tuple[Triples, Triples]]) -> dict[str, Score]:
    kinds = sorted({triple[1] for found, gold in pairs for triple in found | gold})
    return {
        kind: _sum(_overlap({t for t in f if t[1] == kind}, {t for t in g if t[1] == kind}) for f, g in pairs)
        for kind in kinds
    }


def _roles_right(pairs: list[tuple[dict[tuple[str, str], str], Document]]) -> dict[str, float] | None:
    """By type, the share of the surfaces in gold and prediction whose roles agree."""
    agreed: dict[str, list[bool]] = {}
    for roles, document in pairs:
        for surface, kind, role in sorted(_surfaces(document)):
            if (surface, kind) in roles:
                agreed.setdefault(kind, []).append(roles[surface, kind] == role)
    shares = {kind.value: agreed[kind.value] for kind in EntityType if kind.value in agreed}
    return {kind: round(sum(hits) / len(hits), 4) for kind, hits in shares.items()} or None


def _overlap(found: set[Any], gold: set[Any]) -> Score:
    return Score(right=len(found & gold), wrong=len(found - gold), missed=len(gold - found))


def _relaxed(found: Spans, gold: Spans) -> Score:
    def touches(a: tuple[str, int, int, str], b: tuple[str, int, int, str]) -> bool:
        return a[0] == b[0] and a[3] == b[3] and a[1] < b[2] and b[1] < a[2]

    hits = sum(1 for g in gold if any(touches(f, g) for f in found))
    wrong = sum(1 for f in found if not any(touches(f, g) for g in gold))
    return Score(right=hits, wrong=wrong, missed=len(gold) - hits)


def _triples(document: Document) -> Triples:
    surfaces = [m.text.lower() for m in document.mentions]
    return {(surfaces[r.head], r.type.value, surfaces[r.tail]) for r in document.relations}


def _names(document: Document) -> Surfaces:
    return {m.text.lower() for m in document.mentions if m.role.value in NEW and m.type is not EntityType.TASK}


def _surfaces(document: Document) -> set[tuple[str, str, str]]:
    return {(m.text.lower(), m.type.value, m.role.value) for m in document.mentions}
