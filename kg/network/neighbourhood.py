"""The part of the graph worth a picture: what surrounds one node, or the whole in small."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import networkx as nx

from kg import tables
from kg.errors import UsageError
from kg.network.projections import claims, node_attributes, together

WHOLE: Final = 1000
"""A graph of at most so many papers and entities is shown whole."""

CO_OCCURRENCE: Final = "occursWith"
"""The predicate of edges that only say that two entities stand in the same papers."""

_NEAREST: Final = 3


def ego(folder: Path, iri: str, *, depth: int = 1, limit: int = 150) -> nx.MultiDiGraph:
    """The node, what lies within `depth` steps of it, and every claim among those, as a multigraph.

    Steps go along claims in either direction. Where a ring has more nodes than `limit` leaves room for, those
    are kept whose links to the nodes already kept have the most papers, then the highest scores, then the
    most papers of their own; ties are broken by label and IRI. The node attribute `step` is the distance from
    the centre.

    Args:
        folder: where the tables are.
        iri: the paper or entity in the centre.
        depth: steps from the centre, from 1.
        limit: the greatest number of nodes, the centre included.

    Raises:
        UsageError: `depth` or `limit` is below 1.
        KeyError: there is no such paper or entity.
    """
    _check(depth=depth, limit=limit)
    graph = claims(folder)
    if iri not in graph:
        graph.add_node(iri, **node_attributes(folder)[iri])
    steps = {iri: 0}
    for step in range(1, depth + 1):
        inner = [node for node, at in steps.items() if at == step - 1]
        ranked = sorted((*_strength(graph, node, steps), node) for node in _around(graph, inner, steps))
        steps.update((node, step) for *_, node in ranked[: limit - len(steps)])
    return _cut(graph, steps)


def overview(folder: Path, *, limit: int = 150) -> nx.MultiDiGraph:
    """The corpus in one network: all of it when small, else its `limit` most frequent entities.

    Up to `WHOLE` papers and entities, the result holds every paper, entity and claim. Above that it holds
    entities only, with the claims among them and, for each, the edges `occursWith` to the three it is most
    closely found with in at least two papers (where there is none, to the nearest one), ranked by Salton's
    cosine (van Eck and Waltman 2009, "How to normalize cooccurrence data?", JASIST 60). Ties are broken by
    label and IRI.

    Raises:
        UsageError: `limit` is below 1.
    """
    _check(depth=1, limit=limit)
    nodes = node_attributes(folder)
    if len(nodes) <= WHOLE:
        graph = claims(folder)
        graph.add_nodes_from((node, data) for node, data in nodes.items() if node not in graph)
        return graph
    top = (
        tables.scan(folder, "entities")
        .sort(["papers", "mentions", "label", "iri"], descending=[True, True, False, False])
        .head(limit)
        .select("iri")
        .collect()["iri"]
        .to_list()
    )
    graph = _cut(claims(folder, of_papers=False), dict.fromkeys(top, 0))
    graph.add_nodes_from((node, nodes[node]) for node in sorted(top) if node not in graph)
    _add_companions(graph, together(folder, among=top))
    return graph


def _check(*, depth: int, limit: int) -> None:
    for name, value in (("depth", depth), ("limit", limit)):
        if value < 1:
            raise UsageError(f"{name} is {value}: expected a whole number from 1")


def _around(graph: nx.MultiDiGraph, inner: list[str], known: dict[str, int]) -> list[str]:
    found = {other for node in inner for other in (*graph.successors(node), *graph.predecessors(node))}
    return sorted(found - known.keys())


def _strength(graph: nx.MultiDiGraph, node: str, known: dict[str, int]) -> tuple[int, float, int, str]:
    """What to sort by, the strongest first."""
    links = [
        data
        for head, tail, data in (*graph.out_edges(node, data=True), *graph.in_edges(node, data=True))
        if (tail if head == node else head) in known
    ]
    own = graph.nodes[node]
    papers = sum(data["papers"] for data in links)
    # Summing in sorted order keeps the last digit, and with it the ranking, the same in every run.
    score = sum(sorted(data["score"] for data in links))
    return -papers, -score, -own["papers"], own["label"]


def _cut(graph: nx.MultiDiGraph, steps: dict[str, int]) -> nx.MultiDiGraph:
    """A copy of the part of the graph over the given nodes, in sorted order."""
    part = nx.MultiDiGraph()
    part.add_nodes_from((node, {**graph.nodes[node], "step": steps[node]}) for node in sorted(steps) if node in graph)
    edges = graph.edges(part.nodes, keys=True, data=True)
    part.add_edges_from(sorted((edge for edge in edges if edge[1] in part), key=lambda edge: edge[:3]))
    return part


def _add_companions(graph: nx.MultiDiGraph, near: nx.Graph) -> None:
    chosen: set[tuple[str, str]] = set()
    for node in near:
        ranked = sorted((-_cosine(near, node, other), near.nodes[other]["label"], other) for other in near[node])
        often = [other for *_, other in ranked if near.edges[node, other]["papers"] > 1]
        # Whatever never stands with anything twice still hangs together with its nearest.
        companions = often[:_NEAREST] or [other for *_, other in ranked[:1]]
        chosen.update((min(node, other), max(node, other)) for other in companions)
    for head, tail in sorted(chosen):
        if not (graph.has_edge(head, tail) or graph.has_edge(tail, head)):
            papers = near.edges[head, tail]["papers"]
            score = _cosine(near, head, tail)
            graph.add_edge(head, tail, key=CO_OCCURRENCE, predicate=CO_OCCURRENCE, papers=papers, score=score)


def _cosine(near: nx.Graph, one: str, other: str) -> float:
    sizes: float = near.nodes[one]["papers"] * near.nodes[other]["papers"]
    papers: int = near.edges[one, other]["papers"]
    return float(papers / sizes**0.5)
