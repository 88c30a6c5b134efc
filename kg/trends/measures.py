"""The measures of a chart: names short enough and not on top of each other, and an axis that fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from kg.trends.series import thin


def shortened(label: str, width: int = 34) -> str:
    """The label on one line without control characters, cut to a width with an ellipsis."""
    line = " ".join("".join(c if c.isprintable() else " " for c in label).split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def spread(targets: Sequence[float], gap: float, top: float) -> list[float]:
    """Positions in [0, top] at least `gap` apart and as near to the targets as can be, in their order.

    Least squares under the order of the targets, by pooling neighbours that collide. Where they cannot all
    fit, the gap shrinks to `top / (number - 1)`.
    """
    number = len(targets)
    gap = min(gap, top / (number - 1)) if number > 1 else gap
    order = sorted(range(number), key=lambda i: (targets[i], i))
    pools: list[tuple[float, int]] = []
    for place, i in enumerate(order):
        mean, size = targets[i] - place * gap, 1
        while pools and pools[-1][0] > mean:
            before, count = pools.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        pools.append((mean, size))
    flat = [mean for mean, size in pools for _ in range(size)]
    placed = [0.0] * number
    for place, (i, base) in enumerate(zip(order, flat, strict=True)):
        placed[i] = max(place * gap, min(base + place * gap, top - (number - 1 - place) * gap))
    return placed


def axis_top(points: Sequence[Mapping[str, Any]]) -> float:
    """The upper end of a share axis, in (0, 1]: years with very few papers may not flatten all others.

    Args:
        points: rows of `kg.trends.series`, at least one.
    """
    totals = {row["year"]: row["total"] for row in points}
    sparse = thin(totals)
    usual = [row for row in points if row["year"] not in sparse]
    high: float = max((row["high"] for row in usual if not row["partial"]), default=1.0)
    share: float = max(row["share"] for row in usual)
    widest: float = max(row["high"] for row in usual)
    return min(1.0, max(high, 1.15 * share, min(widest, 1.25 * high)) + 1e-9)


def without_thin_years(drawn: pl.DataFrame) -> tuple[pl.DataFrame, list[int]]:
    """The rows of a series without the years of very few papers (see `thin`), and what those years are."""
    sparse = thin(dict(drawn.select("year", "total").rows()))
    gone = pl.col("year").is_in(sorted(sparse)) & ~pl.col("partial")
    return drawn.filter(~gone), drawn.filter(gone)["year"].unique().sort().to_list()
