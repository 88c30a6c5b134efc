"""What `kg evaluate` measures: counts, the rates made from them, and their intervals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kg.calibration import Calibration
from kg.confusion import Confusion, PaperErrors
from kg.trends.wilson import wilson


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

    @property
    def precision_interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the precision; None where nothing was found."""
        return _interval(self.right, self.right + self.wrong)

    @property
    def recall_interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the recall; None where there is nothing to find."""
        return _interval(self.right, self.right + self.missed)

    def to_dict(self) -> dict[str, Any]:
        """Rates in [0, 1] rounded to four decimals, the counts, and the intervals as [low, high] or None."""
        return {
            "precision": round(self.precision, 4), "recall": round(self.recall, 4), "f1": round(self.f1, 4),
            "right": self.right, "wrong": self.wrong, "missed": self.missed,
            "precision_interval": _rounded(self.precision_interval), "recall_interval": _rounded(self.recall_interval),
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many of a number are right."""

    right: int
    total: int
    """At least 1."""

    @property
    def rate(self) -> float:
        """In [0, 1]."""
        return self.right / self.total

    def to_dict(self) -> dict[str, Any]:
        """The share in [0, 1] with its 95 % Wilson interval, rounded to four decimals, and the counts."""
        return {
            "share": round(self.rate, 4), "interval": _rounded(_interval(self.right, self.total)),
            "right": self.right, "total": self.total,
        }  # fmt: skip


Shares = dict[str, Share]
"""Shares by type, in the order of the types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceScore:
    """How an extractor did on the papers of one source: strict, over all types and by type."""

    papers: int
    strict: Score
    types: dict[str, Score]

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values."""
        types = {name: score.to_dict() for name, score in self.types.items()}
        return {"papers": self.papers, "strict": self.strict.to_dict(), "types": types}


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenScores:
    """What roles and relations are worth apart from the tagger: the mentions are those of the gold.

    `relations` are compared as (head surface, kind, tail surface) a paper; `roles` is the share of the surfaces with a
    role in gold that got the same one, by type. Each is None where the gold does not say.
    """

    relations: Score | None = None
    relation_kinds: dict[str, Score] = field(default_factory=dict)
    roles: Shares | None = None

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values."""
        return {
            "relations": _dict(self.relations),
            "relation_kinds": {name: score.to_dict() for name, score in self.relation_kinds.items()},
            "roles": shares_to_dict(self.roles),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How an extractor did on a gold file.

    `strict` wants span and type, `boundary` the span alone, `relaxed` the type and any overlap. A prediction equal to a
    borderline span counts neither way, nor does one of a type that the record does not annotate. `relations` are
    compared as (head surface, kind, tail surface) a paper, end to end; a synonym-of that the gold lists among its
    abbreviations counts neither way. `proposed` are surfaces a paper with the role proposed or introduced;
    `role_shares` is the share of surfaces found right whose role is right too. These three are None where the gold
    does not say.
    """

    papers: int
    left_out: int = 0
    """Papers still marked todo."""
    strict: Score
    boundary: Score
    relaxed: Score
    types: dict[str, Score] = field(default_factory=dict)
    relations: Score | None = None
    relation_kinds: dict[str, Score] = field(default_factory=dict)
    proposed: Score | None = None
    role_shares: Shares | None = None
    sources: dict[str, SourceScore] = field(default_factory=dict)
    """By source, the most papers first; see `kg.gold.Gold.source`."""
    calibration: Calibration | None = None
    """Of the scores of mentions; None where nothing was found."""
    confusion: Confusion | None = None
    errors: tuple[PaperErrors, ...] = ()
    """The papers with something wrong, in the order of the gold."""
    given: GivenScores | None = None

    @property
    def roles(self) -> dict[str, float] | None:
        """By type, the share of the surfaces found right whose role is right, rounded to four decimals."""
        shares = self.role_shares or {}
        return {kind: round(share.rate, 4) for kind, share in shares.items()} or None

    def to_dict(self) -> dict[str, Any]:
        """Everything but the errors as JSON-ready values."""
        return {
            "papers": self.papers,
            "left_out": self.left_out,
            "strict": self.strict.to_dict(),
            "boundary": self.boundary.to_dict(),
            "relaxed": self.relaxed.to_dict(),
            "types": {name: score.to_dict() for name, score in self.types.items()},
            "relations": _dict(self.relations),
            "relation_kinds": {name: score.to_dict() for name, score in self.relation_kinds.items()},
            "proposed": _dict(self.proposed),
            "roles": self.roles,
            "role_shares": shares_to_dict(self.role_shares),
            "given": self.given.to_dict() if self.given else None,
            "sources": {name: score.to_dict() for name, score in self.sources.items()},
            "calibration": self.calibration.to_dict() if self.calibration else None,
            "confusion": self.confusion.to_dict() if self.confusion else None,
        }


def shares_to_dict(shares: Shares | None) -> dict[str, Any] | None:
    """Shares as JSON-ready values, by type."""
    return {kind: share.to_dict() for kind, share in shares.items()} if shares else None


def _interval(right: int, total: int) -> tuple[float, float] | None:
    return wilson(right, total) if total else None


def _rounded(interval: tuple[float, float] | None) -> list[float] | None:
    return [round(bound, 4) for bound in interval] if interval else None


def _dict(score: Score | None) -> dict[str, Any] | None:
    return score.to_dict() if score else None
