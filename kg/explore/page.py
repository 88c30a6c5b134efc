"""One offline HTML page of a graph: an overview, or what surrounds one node."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kg.errors import KgError
from kg.explore.details import details
from kg.explore.wording import rank, said, shortened, visible
from kg.files import replacing_text

if TYPE_CHECKING:
    import networkx as nx

_LABEL: Final = 30
_ASPECT: Final = 1.3
"""Width by height of the picture on a laptop, with the panel beside it."""
_TYPES: Final = ("Method", "Task", "Dataset", "Paper")


def page(folder: Path, name: str | None, out: Path, *, depth: int = 1, limit: int = 150) -> Path:
    """The path of the page written: one HTML file that needs no network, no server and no other file.

    The same tables and arguments give the same bytes. The page of a graph of 500 nodes has about 0.9 MB and
    takes a few seconds to make, two of them for `import pyvis`.

    Args:
        folder: where the tables of the build are.
        name: label, alias, title, id or IRI of the entity or paper in the middle; None for the whole corpus.
        out: the file to write, replaced if it is there; folders on the way are made.
        depth: steps from the node in the middle, from 1.
        limit: the greatest number of nodes around one node, and of entities in the overview of a corpus
            with more than `kg.network.neighbourhood.WHOLE` papers and entities.

    Raises:
        KgError: nothing has that name; the message suggests near ones.
        UsageError: `depth` or `limit` is below 1.
        OutputError: the file cannot be written.
    """
    from kg import network

    centre = None if name is None else _find(folder, name)
    graph = (
        network.overview(folder, limit=limit)
        if centre is None
        else network.ego(folder, centre, depth=depth, limit=limit)
    )
    text = render(folder, graph, centre)
    with replacing_text(out) as file:
        file.write(text)
    return out


def render(folder: Path, graph: nx.MultiDiGraph, centre: str | None = None) -> str:
    """The page of a network of papers and entities as text; `centre` is the node to select at first."""
    from kg import network
    from kg.explore.canvas import Canvas

    nodes: dict[str, dict[str, Any]] = dict(sorted(graph.nodes(data=True)))
    number = {iri: at for at, iri in enumerate(nodes)}
    links = _links(graph)
    payload = details(folder, nodes)
    payload["title"] = visible(nodes[centre]["label"], 160) if centre else _corpus(folder)
    payload["about"] = _about(nodes, centre)
    payload["centre"] = None if centre is None else number[centre]
    payload["weights"] = _weights(graph, nodes, centre)
    predicates = sorted({p for found, _ in links.values() for p in found}, key=lambda p: (rank(p), p))
    payload["relations"] = {predicate: [*said(predicate), rank(predicate)] for predicate in predicates}
    radii = {iri: _radius(data, iri == centre) for iri, data in nodes.items()}
    positions = network.layout(graph, radii, aspect=_ASPECT)
    canvas = Canvas(payload)
    for iri, data in nodes.items():
        label = shortened(visible(data["label"]), _LABEL)
        canvas.place(number[iri], data["type"], label, radii[iri], positions[iri])
    for (head, tail), (found, papers) in links.items():
        canvas.join(number[head], number[tail], found, papers)
    return str(canvas.generate_html())


def _find(folder: Path, name: str) -> str:
    from kg.graph import Graph

    graph = Graph(folder)
    found = graph.find(name)
    if not found.is_empty():
        return str(found["iri"][0])
    near = [shortened(visible(label), 60) for label in graph.suggest(name)]
    hint = f"did you mean {', '.join(near)}?" if near else "expected a method, task, dataset or paper"
    raise KgError(f"nothing in the graph is called {visible(name, 60)!r}; {hint}")


def _links(graph: nx.MultiDiGraph) -> dict[tuple[str, str], tuple[list[str], int]]:
    """One edge for each ordered pair, with all its predicates, the most telling first."""
    found: dict[tuple[str, str], list[tuple[int, str, int]]] = {}
    for head, tail, data in graph.edges(data=True):
        entry = (rank(data["predicate"]), data["predicate"], data["papers"])
        found.setdefault((head, tail), []).append(entry)
    return {
        pair: ([predicate for _, predicate, _ in sorted(entries)], max(papers for *_, papers in entries))
        for pair, entries in sorted(found.items())
    }


def _radius(data: Mapping[str, Any], in_centre: bool) -> float:
    """Area grows with the papers of an entity; papers are all alike."""
    if in_centre:
        return 26.0
    return 8.0 if data["type"] == "Paper" else min(22.0, 6.0 + 2.8 * math.sqrt(data["papers"]))


def _weights(graph: nx.MultiDiGraph, nodes: Mapping[str, Mapping[str, Any]], centre: str | None) -> list[int]:
    """How much each node's label matters: the weightiest are drawn first, the others where room is left."""
    found = []
    for iri, data in nodes.items():
        leads = any(link[2]["predicate"] == "proposes" for link in graph.in_edges(iri, data=True))
        own = 4 if data["type"] == "Paper" else 10 * data["papers"] - 8 + 6 * leads
        found.append(100000 if iri == centre else own * 10 + min(9, int(graph.degree(iri))))
    return found


def _corpus(folder: Path) -> str:
    from kg import tables

    papers = tables.scan(folder, "papers").select("year").collect()
    years = papers["year"].drop_nulls()
    count = f"{papers.height:,} paper{'s' if papers.height != 1 else ''}"
    if years.is_empty():
        return count
    return f"{count}, " + "–".join(str(year) for year in sorted({years.min(), years.max()}))  # type: ignore[type-var]


def _about(nodes: Mapping[str, Mapping[str, Any]], centre: str | None) -> str:
    """The line under the heading: what is in the picture."""
    counts = {kind: sum(data["type"] == kind for iri, data in nodes.items() if iri != centre) for kind in _TYPES}
    parts = [f"{n:,} {kind.lower()}{'s' if n != 1 else ''}" for kind, n in counts.items() if n]
    said_so = " · ".join(parts) or "nothing else"
    return f"{nodes[centre]['type']} with {said_so} around it" if centre else said_so
