"""What a chart draws, row by row, before any library of charts sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from kg.trends.measures import shortened

LABEL_WIDTH: Final = 34
"""Characters of a name beside a chart."""


def plotted(drawn: pl.DataFrame, colours: Sequence[str], inks: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rows to plot, each with a short name, colours, a place, and the number of its unbroken stretch of years.

    Args:
        drawn: rows of `kg.trends.series`.
        colours: one for each entity at least.
        inks: for a colour that is too light for text, the one to write names in.
    """
    entities = drawn["entity"].unique(maintain_order=True).to_list()
    kinds = drawn.group_by("label").agg(pl.col("type").n_unique().alias("kinds"))
    doubled = set(kinds.filter(pl.col("kinds") > 1)["label"])
    rows: list[dict[str, Any]] = []
    stretch = 0
    for row in drawn.rows(named=True):
        before = rows[-1] if rows else None
        key = str(entities.index(row["entity"]))
        if before and (before["key"], before["year"] + 1) != (key, row["year"]):
            stretch += 1
        suffix = f" ({row['type'].lower()})" if row["label"] in doubled else ""
        name = shortened(row["label"], LABEL_WIDTH - len(suffix)) + suffix
        colour = colours[int(key)]
        kept = {k: row[k] for k in ("year", "papers", "total", "share", "low", "high", "partial")}
        looks = {"colour": colour, "ink": inks.get(colour, colour), "x": row["year"]}
        rows.append({"key": key, "name": name, "stretch": stretch, **looks, **kept})
    return rows


def alone(row: dict[str, Any], whole: list[dict[str, Any]]) -> bool:
    """Whether no line goes through a row, because the years beside it have no papers."""
    return [other["stretch"] for other in whole].count(row["stretch"]) == 1


def dodge(rows: list[dict[str, Any]], step: float) -> None:
    """Set the rows of one year side by side, `step` years apart, so that their intervals can be told apart."""
    for place, row in enumerate(rows):
        row["x"] += (place - (len(rows) - 1) / 2) * step
