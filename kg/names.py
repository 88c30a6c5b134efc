"""From a name as a user types it to the entities and papers that bear it."""

from __future__ import annotations

import difflib
from functools import cached_property
from pathlib import Path

import polars as pl

from kg import tables
from kg.link import key


class Names:
    """The names of everything in a build; read at the first look-up and kept.

    Attributes:
        folder: a build with its tables.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, name: str) -> pl.DataFrame:
        """The entities and papers of a name: columns iri, type, label, papers, mentions; most mentions first.

        A name matches by IRI or paper id, then by label or alias without regard to case, then by normal form (plural,
        hyphen, spelling). The result has no rows when nothing matches; see `suggest`.
        """
        # "cnns" in small letters is no plural to the normal form, which has to keep "sars" whole.
        keys = (("key", key(name)), ("key", key(name.removesuffix("s"))))
        for column, wanted in (("exact", name), ("folded", name.casefold().strip()), *keys):
            hits = self.table.filter(pl.col(column) == wanted)["iri"].unique().to_list()
            if hits:
                return self._described(hits)
        return self._described([])

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        """The labels nearest to a name, nearest first, for a message when nothing matches."""
        names = self.table
        near = difflib.get_close_matches(name.casefold(), names["folded"].unique().sort().to_list(), limit * 3, 0.6)
        found = names.filter(pl.col("folded").is_in(near))
        labels = dict(zip(found["folded"], found["label"], strict=True))
        return list(dict.fromkeys(labels[each] for each in near))[:limit]

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every name: exact (IRI, id or surface), folded, key, and the IRI and label of what it names."""
        entities = tables.scan(self.folder, "entities").select("iri", "label")
        aliased = (
            tables.scan(self.folder, "aliases")
            .join(entities, left_on="entity", right_on="iri")
            .select(pl.col("entity").alias("iri"), "label", pl.col("surface").alias("exact"))
        )
        papers = tables.scan(self.folder, "papers").select("iri", "label", "id", "title")
        parts = [aliased, entities.with_columns(exact=pl.col("iri"))]
        parts += [papers.select("iri", "label", pl.col(c).alias("exact")) for c in ("id", "iri", "label", "title")]
        names = pl.concat(parts).filter(pl.col("exact") != "").unique().collect()
        exact = names["exact"].to_list()
        return names.with_columns(
            pl.Series("folded", [each.casefold() for each in exact], pl.String),
            pl.Series("key", [key(each) for each in exact], pl.String),
        ).sort("iri", "exact")

    def _described(self, hits: list[str]) -> pl.DataFrame:
        entities = tables.scan(self.folder, "entities").select("iri", "type", "label", "papers", "mentions")
        papers = tables.scan(self.folder, "papers").select(
            "iri",
            pl.lit("Paper").alias("type"),
            "label",
            pl.lit(1, pl.Int32).alias("papers"),
            pl.lit(0, pl.Int32).alias("mentions"),
        )
        found = pl.concat([entities, papers]).filter(pl.col("iri").is_in(hits))
        return found.sort(["mentions", "iri"], descending=[True, False]).collect()
