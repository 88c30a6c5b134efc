"""Whether a score means a probability: of what is scored 0.8, eight in ten should be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from kg.trends.wilson import wilson

BINS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """The predictions with a score from `low` to below `high`; the last bin of a table holds 1 as well."""

    low: float
    high: float
    number: int
    """At least 1."""
    mean_score: float
    right: int

    @property
    def share(self) -> float:
        """The share of them that is right, in [0, 1]."""
        return self.right / self.number

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share."""
        return wilson(self.right, self.number)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values, rounded to four decimals."""
        return {
            "low": self.low, "high": self.high, "number": self.number, "mean_score": round(self.mean_score, 4),
            "right": self.right, "share": round(self.share, 4), "interval": [round(x, 4) for x in self.interval],
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A reliability table: bins of equal width in order of the score, without the empty ones."""

    bins: tuple[Bin, ...]

    @property
    def number(self) -> int:
        """How many predictions there are."""
        return sum(each.number for each in self.bins)

    @property
    def error(self) -> float:
        """The expected calibration error, in [0, 1].

        The mean over all predictions of the distance between the mean score and the share right of their bin.
        Source: M. P. Naeini, G. F. Cooper, M. Hauskrecht (2015), Obtaining well calibrated probabilities using
        Bayesian binning, AAAI, section 3; C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger (2017), On calibration of
        modern neural networks, ICML, section 2.
        """
        return sum(each.number * abs(each.mean_score - each.share) for each in self.bins) / max(1, self.number)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values; the error rounded to four decimals."""
        return {"error": round(self.error, 4), "number": self.number, "bins": [each.to_dict() for each in self.bins]}


def calibration(predictions: Iterable[tuple[float, bool]], bins: int = BINS) -> Calibration | None:
    """The reliability table of predictions, each a score in [0, 1] and whether it is right; None without any.

    Args:
        predictions: in any order; sums run over sorted scores, so that the order changes no digit.
        bins: of equal width, at least 1.
    """
    held: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for score, right in sorted(predictions):
        held[min(bins - 1, int(score * bins))].append((score, right))
    found = tuple(
        Bin(
            low=round(place / bins, 4),
            high=round((place + 1) / bins, 4),
            number=len(inside),
            mean_score=sum(score for score, _ in inside) / len(inside),
            right=sum(right for _, right in inside),
        )
        for place, inside in enumerate(held)
        if inside
    )
    return Calibration(bins=found) if found else None
