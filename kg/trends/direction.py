"""One number for where a series is heading."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import median


def theil_sen(points: Sequence[tuple[int, float]]) -> float | None:
    """The median slope over all pairs of points, in y per year; None with fewer than two distinct years.

    A single odd year hardly moves it. Source: H. Theil (1950), A rank-invariant method of linear and
    polynomial regression analysis, Proceedings of the KNAW 53; P. K. Sen (1968), Journal of the American
    Statistical Association 63, 1379-1389.
    """
    slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(sorted(points), 2) if x1 != x2]
    return median(slopes) if slopes else None
