"""A built graph, opened for reading: tables, queries, network, trends and look-up by name."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from kg import output, tables
from kg.link import key

if TYPE_CHECKING:
    import networkx


def open_graph(path: Path | str) -> Graph:
    """The present graph of an output folder; raises OutputError when there is none."""
    return Graph(output.current(path))


class Graph:
    """A built graph; the tables are read lazily, and only what is asked for.

    Attributes:
        folder: the folder of the build, with the tables, `graph.nq.gz`, `graph.ttl` and the store.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __repr__(self) -> str:
        return f"Graph({str(self.folder)!r})"

    @property
    def papers(self) -> pl.LazyFrame:
        """The papers, ordered by id."""
        return tables.scan(self.folder, "papers")

    @property
    def mentions(self) -> pl.LazyFrame:
        """The mentions, ordered by paper id and place; offsets count characters of the raw field."""
        return tables.scan(self.folder, "mentions")

    @property
    def entities(self) -> pl.LazyFrame:
        """The methods, tasks and datasets, ordered by IRI."""
        return tables.scan(self.folder, "entities")

    @property
    def aliases(self) -> pl.LazyFrame:
        """The surface forms of the entities and why they belong to them, ordered by entity, preferred label first."""
        return tables.scan(self.folder, "aliases")

    @property
    def statements(self) -> pl.LazyFrame:
        """The statements, one a sentence that supports a claim, ordered by paper id."""
        return tables.scan(self.folder, "statements")

    @property
    def claims(self) -> pl.LazyFrame:
        """The distinct claims with their support, ordered by IRI."""
        return tables.scan(self.folder, "claims")

    @property
    def yearly(self) -> pl.LazyFrame:
        """Papers a year for each entity and predicate, ordered by entity, predicate and year."""
        return tables.scan(self.folder, "yearly")

    @property
    def years(self) -> pl.LazyFrame:
        """Papers with an abstract in each year, ordered by year."""
        return tables.scan(self.folder, "years")

    def query(self, name_or_sparql: str, **params: object) -> pl.DataFrame:
        """The answer to a named query or to SPARQL text, as a table; see `kg.rdf.query.run`.

        Raises:
            QueryError: the query is unknown, malformed, refused or fails, or a parameter is missing or wrong.
        """
        from kg.rdf import query

        return query.run(self.folder, name_or_sparql, **params)

    def network(self, projection: str = "method-task") -> networkx.Graph:
        """A projection for NetworkX: `method-task`, `relations` and others; see `kg.network.project`.

        Raises:
            UsageError: there is no projection of that name.
        """
        from kg import network

        return network.project(self.folder, projection)

    def trends(
        self, names: Sequence[str] = (), *, kind: str | None = None, top: int = 20, predicate: str = "mentions"
    ) -> pl.DataFrame:
        """Shares of the papers of a year with their intervals, a row an entity; see `kg.trends.table`.

        Raises:
            KgError: a name is not in the graph, or no paper has a year.
            UsageError: the predicate is unknown.
        """
        from kg import trends

        return trends.table(self.folder, names, kind=kind, top=top, predicate=predicate)

    def find(self, name: str) -> pl.DataFrame:
        """The entities and papers of a name: columns iri, type, label, papers, mentions; most mentions first.

        A name matches by IRI or paper id, then by label or alias without regard to case, then by normal form (plural,
        hyphen, spelling). The result has no rows when nothing matches; see `suggest`.
        """
        # "cnns" in small letters is no plural to the normal form, which has to keep "sars" whole.
        keys = (("key", key(name)), ("key", key(name.removesuffix("s"))))
        for column, wanted in (("exact", name), ("folded", name.casefold().strip()), *keys):
            hits = self._names.filter(pl.col(column) == wanted)["iri"].unique().to_list()
            if hits:
                return self._described(hits)
        return self._described([])

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        """The labels nearest to a name, nearest first, for a message when nothing matches."""
        names = self._names
        near = difflib.get_close_matches(name.casefold(), names["folded"].unique().sort().to_list(), limit * 3, 0.6)
        found = names.filter(pl.col("folded").is_in(near))
        labels = dict(zip(found["folded"], found["label"], strict=True))
        return list(dict.fromkeys(labels[each] for each in near))[:limit]

    @cached_property
    def _names(self) -> pl.DataFrame:
        """Every name: exact (IRI, id or surface), folded, key, and the IRI and label of what it names."""
        entities = self.entities.select("iri", "label")
        aliased = self.aliases.join(entities, left_on="entity", right_on="iri").select(
            pl.col("entity").alias("iri"), "label", pl.col("surface").alias("exact")
        )
        papers = self.papers.select("iri", "label", "id", "title")
        parts = [aliased, entities.with_columns(exact=pl.col("iri"))]
        parts += [papers.select("iri", "label", pl.col(c).alias("exact")) for c in ("id", "iri", "label", "title")]
        names = pl.concat(parts).filter(pl.col("exact") != "").unique().collect()
        exact = names["exact"].to_list()
        return names.with_columns(
            pl.Series("folded", [each.casefold() for each in exact], pl.String),
            pl.Series("key", [key(each) for each in exact], pl.String),
        ).sort("iri", "exact")

    def _described(self, hits: list[str]) -> pl.DataFrame:
        entities = self.entities.select("iri", "type", "label", "papers", "mentions")
        papers = self.papers.select(
            "iri",
            pl.lit("Paper").alias("type"),
            "label",
            pl.lit(1, pl.Int32).alias("papers"),
            pl.lit(0, pl.Int32).alias("mentions"),
        )
        found = pl.concat([entities, papers]).filter(pl.col("iri").is_in(hits))
        return found.sort(["mentions", "iri"], descending=[True, False]).collect()
