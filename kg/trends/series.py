"""Yearly shares with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

import polars as pl

from kg import tables
from kg.errors import KgError
from kg.trends.names import find
from kg.trends.predicates import properties
from kg.trends.wilson import wilson

SCHEMA: Final[dict[str, Any]] = {
    "entity": pl.String,
    "label": pl.String,
    "type": pl.String,
    "year": pl.Int32,
    "papers": pl.Int32,
    "total": pl.Int32,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "partial": pl.Boolean,
}
_LOOK_BACK = 3


def series(
    folder: Path, names: str | Sequence[str], predicate: str = "mentions", *, kind: str | None = None
) -> pl.DataFrame:
    """One row for each entity and year that has papers, with columns as in `SCHEMA`.

    `share` is `papers / total`, `low` and `high` bound it by the 95 % Wilson interval, all three in [0, 1];
    `total` counts the papers of the year that have an abstract. A year without papers has no row; a year
    with papers of which none counts has share 0 and an interval. `partial` marks a last year that the
    corpus covers only in part (see `ends`). Rows come in the order of the names, then by year.

    Args:
        folder: a build with its tables.
        names: labels, aliases or IRIs of entities, or one of them.
        predicate: a verb of `VERBS` or a property between paper and entity.
        kind: `Method`, `Task` or `Dataset`, to look for the names among those alone.

    Raises:
        KgError: when a name is not in the graph, or no paper has a year.
        UsageError: when the predicate is unknown.
    """
    wanted = properties(predicate)
    entities = find(folder, names, kind)
    totals = year_totals(folder)
    last, partial = ends(totals)[1:]
    counts = _counts(folder, entities, wanted)
    rows = []
    for entity in entities.iter_rows(named=True):
        for year, total in totals.items():
            papers = min(counts.get((entity["iri"], year), 0), total)
            low, high = wilson(papers, total)
            incomplete = partial and year == last
            named = (entity["iri"], entity["label"], entity["type"])
            rows.append((*named, year, papers, total, papers / total, low, high, incomplete))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def year_totals(folder: Path) -> dict[int, int]:
    """The papers of each year that has any, in order; raises KgError when no paper has a year."""
    rows = tables.scan(folder, "years").filter(pl.col("papers") > 0).sort("year").collect()
    totals = {year: papers for year, papers in rows.rows() if year is not None}
    if not totals:
        raise KgError("no paper of this graph has a year, so there is no trend; add years to the sources")
    return totals


def ends(totals: dict[int, int]) -> tuple[int, int, bool]:
    """The first year, the last year, and whether the last one is incomplete.

    It is incomplete where the corpus shows it: fewer papers than half the median of the three years before
    it.
    """
    years = sorted(totals)
    before = [totals[year] for year in years[:-1][-_LOOK_BACK:]]
    partial = len(before) == _LOOK_BACK and totals[years[-1]] < median(before) / 2
    return years[0], years[-1], partial


def thin(totals: dict[int, int]) -> set[int]:
    """The years with under a quarter of the papers of the median year: a share there says next to nothing."""
    usual = median(totals.values())
    return {year for year, total in totals.items() if total < usual / 4}


def _counts(folder: Path, entities: pl.DataFrame, wanted: dict[str, str]) -> dict[tuple[str, int], int]:
    keys = entities.select(
        pl.col("iri").alias("entity"),
        pl.col("type").replace_strict(wanted, default=None, return_dtype=pl.String).alias("predicate"),
    ).drop_nulls()
    rows = tables.scan(folder, "yearly").join(keys.lazy(), on=["entity", "predicate"], how="inner")
    found = rows.group_by("entity", "year").agg(pl.col("papers").sum()).collect()
    return {(entity, year): papers for entity, year, papers in found.rows()}
