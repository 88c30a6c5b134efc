"""The most frequent entities and where each is heading."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl

from kg import tables
from kg.trends.direction import theil_sen
from kg.trends.names import find, listed
from kg.trends.predicates import properties
from kg.trends.series import series, thin

SCHEMA: Final[dict[str, Any]] = {
    "entity": pl.String,
    "label": pl.String,
    "type": pl.String,
    "papers": pl.Int32,
    "first_year": pl.Int32,
    "from_year": pl.Int32,
    "from_share": pl.Float64,
    "from_low": pl.Float64,
    "from_high": pl.Float64,
    "to_year": pl.Int32,
    "to_share": pl.Float64,
    "to_low": pl.Float64,
    "to_high": pl.Float64,
    "slope": pl.Float64,
    "years": pl.List(pl.Int32),
    "shares": pl.List(pl.Float64),
    "left_out": pl.List(pl.Int32),
}


def table(
    folder: Path,
    names: str | Sequence[str] = (),
    *,
    kind: str | None = None,
    top: int = 20,
    predicate: str = "mentions",
) -> pl.DataFrame:
    """One row an entity with its first year in this corpus, its shares at both ends, and its direction.

    `papers` counts those with a year. `from_…` and `to_…` hold share and 95 % Wilson interval, in [0, 1],
    in the first and last year of the corpus. `slope` is the Theil-Sen slope, in share per year, null where
    there are fewer than two years. `years` and `shares` hold the whole series. An incomplete last year and
    years with under a quarter of the papers of the median year (`left_out`) count for neither. Rows come in
    the order of the names, or else by papers, most first, then by label.

    Args:
        folder: a build with its tables.
        names: labels, aliases or IRIs, or one of them; without any the most frequent entities.
        kind: `Method`, `Task` or `Dataset`; the most frequent ones are methods unless it says otherwise.
        top: how many, unless `names` says which.
        predicate: a verb of `kg.trends.VERBS` or a property between paper and entity.

    Raises:
        KgError: when a name is not in the graph, or no paper has a year.
        UsageError: when the predicate is unknown.
    """
    asked = listed(names)
    wanted = find(folder, asked, kind)["iri"].to_list() if asked else _top(folder, kind or "Method", top, predicate)
    points = series(folder, wanted, predicate)
    rows = [_row(group) for _, group in points.group_by("entity", maintain_order=True)]
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    return frame if asked else frame.sort(["papers", "label", "entity"], descending=[True, False, False])


def _top(folder: Path, kind: str, top: int, predicate: str) -> list[str]:
    wanted = {name: prop for name, prop in properties(predicate).items() if name == kind}
    keys = pl.LazyFrame(list(wanted.items()), schema={"type": pl.String, "predicate": pl.String}, orient="row")
    entities = tables.scan(folder, "entities").select("iri", "type", "label")
    counted = (
        tables.scan(folder, "yearly")
        .join(entities, left_on="entity", right_on="iri", how="inner")
        .join(keys, on=["type", "predicate"], how="inner")
        .group_by("entity", "label")
        .agg(pl.col("papers").sum())
        .sort(["papers", "label", "entity"], descending=[True, False, False])
        .head(top)
    )
    return counted.collect()["entity"].to_list()


def _row(points: pl.DataFrame) -> dict[str, Any]:
    rows = points.rows(named=True)
    sparse = thin({row["year"]: row["total"] for row in rows})
    complete = [row for row in rows if not row["partial"] and row["year"] not in sparse]
    first, last = complete[0], complete[-1]
    seen = [row["year"] for row in rows if row["papers"]]
    ends = {
        f"{side}_{name}": row[name]
        for side, row in (("from", first), ("to", last))
        for name in ("year", "share", "low", "high")
    }
    return {
        "entity": rows[0]["entity"],
        "label": rows[0]["label"],
        "type": rows[0]["type"],
        "papers": sum(row["papers"] for row in rows),
        "first_year": seen[0] if seen else None,
        **ends,
        "slope": theil_sen([(row["year"], row["share"]) for row in complete]),
        "years": [row["year"] for row in rows],
        "shares": [row["share"] for row in rows],
        "left_out": [row["year"] for row in rows if row not in complete],
    }
