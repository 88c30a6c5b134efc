"""A built graph, opened for reading: tables, queries, network, trends and look-up by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from kg import output, tables
from kg.names import Names

if TYPE_CHECKING:
    import altair
    import networkx


def open_graph(path: Path | str) -> Graph:
    """The graph of an output folder, which follows later builds into it; raises OutputError when there is none."""
    graph = Graph(path)
    output.current(graph.output)
    return graph


class Graph:
    """A built graph; the tables are read lazily, and only what is asked for.

    A graph of an output folder always shows the present build: each access looks up which one that is. A lazy table
    taken before a new build still names the files of the old one, which are gone: take it again from the graph. A graph
    of one build's own folder (`output/builds/…`) stays with that build.

    Attributes:
        output: the output folder, or the folder of one build.
    """

    def __init__(self, path: Path | str) -> None:
        # Absolute, so that a change of the working directory does not change the graph; links are not followed yet.
        self.output = Path(path).absolute()
        self._known: Names | None = None

    def __repr__(self) -> str:
        return f"Graph({str(self.output)!r})"

    @property
    def folder(self) -> Path:
        """The folder of the present build, with the tables, `graph.nq.gz`, `graph.ttl` and the store.

        Raises:
            OutputError: there is no graph any more.
        """
        return output.current(self.output)

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

        `.to_pandas()` of the table needs pandas and pyarrow: `pip install pandas pyarrow`, the extra `pandas`.

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
        self, names: str | Sequence[str] = (), *, kind: str | None = None, top: int = 20, predicate: str = "mentions"
    ) -> Trends:
        """Shares of the papers of a year with their intervals, as tables and as a chart; see `kg.trends.table`.

        One name may come without a list.

        Raises:
            KgError: a name is not in the graph, or no paper has a year.
            UsageError: the predicate is unknown.
        """
        from kg import trends

        folder = self.folder
        table = trends.table(folder, names, kind=kind, top=top, predicate=predicate)
        points = trends.series(folder, table["entity"].to_list(), predicate)
        return Trends(table=table, points=points, predicate=predicate)

    def find(self, name: str) -> pl.DataFrame:
        """The entities and papers of a name: columns iri, type, label, papers, mentions; see `kg.names.Names.find`."""
        return self._names.find(name)

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        """The labels nearest to a name, nearest first, for a message when nothing matches."""
        return self._names.suggest(name, limit)

    @property
    def _names(self) -> Names:
        folder = self.folder
        if self._known is None or self._known.folder != folder:
            self._known = Names(folder)
        return self._known


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trends:
    """Shares of the papers of a year; a notebook shows the table.

    Attributes:
        table: a row an entity, with columns as `kg.trends.table` says.
        points: a row for each entity and year, with columns as `kg.trends.series` says, in the order of the table.
        predicate: the verb or property that was counted.
    """

    table: pl.DataFrame
    points: pl.DataFrame
    predicate: str

    def __repr__(self) -> str:
        return repr(self.table)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def chart(self) -> altair.LayerChart:
        """The shares with their intervals as an Altair chart; see `kg.plots.trend_chart`.

        Raises:
            UsageError: there is nothing to draw.
        """
        from kg import plots

        return plots.trend_chart(self.points, self.predicate)

    def save(self, path: Path | str) -> None:
        """Write the chart in the format that the suffix names, one of `kg.plots.SUFFIXES`.

        Raises:
            OutputError: the file cannot be written.
            UsageError: the suffix is another one, or there is nothing to draw.
        """
        from kg import plots

        plots.check(Path(path))
        plots.save(self.chart(), Path(path))
