"""A built graph, opened for reading: tables, queries, network, trends and look-up by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from kg import output, tables
from kg.names import Names

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
        """The entities and papers of a name: columns iri, type, label, papers, mentions; see `kg.names.Names.find`."""
        return self._names.find(name)

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        """The labels nearest to a name, nearest first, for a message when nothing matches."""
        return self._names.suggest(name, limit)

    @cached_property
    def _names(self) -> Names:
        return Names(self.folder)
