"""How sure the mentions of a build are: their numbers by type and by band of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ontology.model import EntityType

EDGES: Final = (0.5, 0.7, 0.9)
"""A score that is an edge is in the band above it."""
BANDS: Final = ("below 0.5", "0.5 to 0.7", "0.7 to 0.9", "from 0.9")


def by_score(folder: Path) -> dict[str, dict[str, dict[str, int]]]:
    """The numbers of mentions of a folder's table: `{"by_score": {type: {band: number}}, "by_extractor": {name: …}}`.

    Every type and band is there, in a fixed order; extractors are sorted by name, each with its numbers by type, and a
    mention that two of them found counts for both.
    """
    import polars as pl

    from kg import tables

    mentions = tables.scan(folder, "mentions")
    band = pl.sum_horizontal([(pl.col("score") >= edge).cast(pl.Int32) for edge in EDGES]).alias("band")
    scored = _numbers(mentions.group_by("type", band).agg(pl.len()).collect())
    found: dict[tuple[Any, Any], int] = {}
    if "extractors" in mentions.collect_schema().names():  # a build of an older version has no such column
        found = _numbers(mentions.explode("extractors").group_by("extractors", "type").agg(pl.len()).collect())
    names = sorted({name for name, _ in found})
    kinds = [kind.value for kind in EntityType]
    return {
        "by_score": {kind: {name: scored.get((kind, i), 0) for i, name in enumerate(BANDS)} for kind in kinds},
        "by_extractor": {name: {kind: found.get((name, kind), 0) for kind in kinds} for name in names},
    }


def _numbers(counted: Any) -> dict[tuple[Any, Any], int]:
    return {(first, second): number for first, second, number in counted.rows() if first is not None}
