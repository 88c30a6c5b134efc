"""Networks made from the tables of a build: what is linked with what, and by how many papers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import networkx as nx
import polars as pl

from kg import tables
from kg.errors import UsageError
from ontology.vocabulary import ancestors

NAMES: Final[dict[str, str]] = {
    "method-task": "methods and tasks that stand in the same papers",
    "method-dataset": "methods and datasets that stand in the same papers",
    "co-occurrence": "entities of any type that stand in the same papers",
    "paper-entity": "papers and what they propose, use, address or mention",
    "relations": "what the papers say between entities, such as a method used for a task",
}
"""The projections by name, each with what it links."""

_PAIRS: Final = {"method-task": ("Method", "Task"), "method-dataset": ("Method", "Dataset")}


def project(folder: Path, name: str) -> nx.Graph:
    """The projection called `name` of the tables in `folder`.

    `method-task`, `method-dataset` and `co-occurrence` are undirected; the edge attribute `papers` counts the
    papers that mention both ends. `paper-entity` and `relations` are directed multigraphs keyed by predicate,
    with the number of papers and the combined score, in [0, 1], of each claim. Nodes without an edge are left
    out.

    Raises:
        UsageError: there is no projection of that name.
    """
    if name not in NAMES:
        raise UsageError(f"unknown network {name!r}: expected one of {', '.join(NAMES)}")
    if name == "paper-entity":
        return claims(folder, of_papers=True, of_entities=False)
    if name == "relations":
        return claims(folder, of_papers=False, of_entities=True)
    return together(folder, _PAIRS.get(name))


def together(folder: Path, types: tuple[str, str] | None = None, among: list[str] | None = None) -> nx.Graph:
    """Entities linked by the number of papers that mention both.

    Args:
        folder: where the tables are.
        types: keep only pairs of these two types; any pair without it.
        among: keep only these entities, given by IRI.
    """
    found = tables.scan(folder, "mentions").select("paper", "entity", "type").unique()
    if among is not None:
        found = found.filter(pl.col("entity").is_in(among))
    pairs = found.join(found, on="paper", suffix="_2")
    if types is None:
        pairs = pairs.filter(pl.col("entity") < pl.col("entity_2"))
    else:
        pairs = pairs.filter((pl.col("type") == types[0]) & (pl.col("type_2") == types[1]))
    counted = pairs.group_by("entity", "entity_2").agg(pl.len().alias("papers"))
    rows = counted.sort("entity", "entity_2").collect().rows()
    graph = nx.Graph()
    _add_nodes(graph, folder, {iri for row in rows for iri in row[:2]})
    graph.add_edges_from((head, tail, {"papers": papers}) for head, tail, papers in rows)
    return graph


def claims(folder: Path, *, of_papers: bool = True, of_entities: bool = True) -> nx.MultiDiGraph:
    """Everything that is claimed, as a directed multigraph keyed by predicate.

    A general property (`mentions`, `usesDataset`) is left out between two nodes that a more particular one
    links.

    Args:
        folder: where the tables are.
        of_papers: with the links from papers to entities.
        of_entities: with the links from entity to entity.
    """
    papers = set(tables.scan(folder, "papers").select("iri").collect()["iri"])
    columns = ("subject", "object", "predicate", "papers", "combined")
    rows = tables.scan(folder, "claims").select(columns).sort(columns[:3]).collect().rows()
    kept = [row for row in rows if (of_papers if row[0] in papers else of_entities)]
    links: dict[tuple[str, str], set[str]] = {}
    for head, tail, predicate, *_ in kept:
        links.setdefault((head, tail), set()).add(predicate)
    graph = nx.MultiDiGraph()
    _add_nodes(graph, folder, {iri for pair in links for iri in pair})
    for head, tail, predicate, count, score in kept:
        if _adds_something(predicate, links[head, tail]):
            graph.add_edge(head, tail, key=predicate, predicate=predicate, papers=count, score=score)
    return graph


def _adds_something(predicate: str, beside: set[str]) -> bool:
    """False for a property that says nothing new beside a narrower one between the same two nodes."""
    return not any(predicate in ancestors(other) for other in beside)


def node_attributes(folder: Path) -> dict[str, dict[str, Any]]:
    """Label, type and number of papers of every entity and paper, by IRI, in the order of the IRIs."""
    entities = tables.scan(folder, "entities").select("iri", "label", "type", "papers").collect()
    papers = (
        tables.scan(folder, "papers")
        .select("iri", "label", pl.lit("Paper").alias("type"), pl.lit(1).alias("papers"))
        .collect()
    )
    rows = sorted([*entities.rows(), *papers.rows()])
    return {iri: {"label": label, "type": kind, "papers": count} for iri, label, kind, count in rows}


def _add_nodes(graph: nx.Graph, folder: Path, wanted: set[str]) -> None:
    graph.add_nodes_from((iri, data) for iri, data in node_attributes(folder).items() if iri in wanted)
