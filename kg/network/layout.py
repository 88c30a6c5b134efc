"""Positions for pictures, computed beforehand so that a page need not simulate anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import networkx as nx
import numpy as np
import numpy.typing as npt

from kg.network.packing import pack

_Points = npt.NDArray[np.float64]

SPRING_LIMIT: Final = 498
"""From 500 nodes on, `spring_layout` asks for SciPy, which is not among our dependencies;
one place is taken by the node that holds the picture together."""

_PULL: Final = 0.06


def layout(
    graph: nx.Graph, radii: Mapping[Any, float] | None = None, *, aspect: float = 1.5
) -> dict[Any, tuple[int, int]]:
    """A position for every node, in canvas units around (0, 0), in the order of the nodes.

    Nodes with more than one neighbour are placed by `networkx.spring_layout` (Fruchterman and Reingold 1991),
    one component at a time and with a fixed seed; nodes with one neighbour fan out around it; overlaps are
    pushed apart; the components are then packed so that together they fill a canvas. The same graph gives the
    same positions, whatever the order its edges were added in. Time grows with the square of the nodes: about
    two seconds at 1,000.

    Args:
        graph: any network; the direction and number of edges between two nodes do not matter.
        radii: the radius of each node in canvas units; 10 where it is not given.
        aspect: width of the canvas divided by its height.
    """
    sizes = radii or {}
    plain = nx.Graph()
    plain.add_nodes_from(sorted(graph.nodes, key=str))
    plain.add_edges_from(sorted(((u, v) for u, v in graph.edges() if u != v), key=str))
    components = sorted(nx.connected_components(plain), key=lambda part: (-len(part), min(map(str, part))))
    placed: list[tuple[list[Any], _Points]] = []
    for part in components:
        members = sorted(part, key=str)
        radius = np.array([sizes.get(node, 10.0) for node in members])
        points = _component(plain.subgraph(members), members, radius, len(plain), aspect)
        placed.append((members, points))
    shifts = pack([points for _, points in placed], [[sizes.get(n, 10.0) for n in m] for m, _ in placed], aspect)
    found = {
        node: (round(x), round(y))
        for (members, points), shift in zip(placed, shifts, strict=True)
        for node, (x, y) in zip(members, points + shift, strict=True)
    }
    return {node: found[node] for node in graph.nodes}


def _component(part: nx.Graph, members: list[Any], radius: _Points, total: int, aspect: float) -> _Points:
    """Positions of one connected component, centred on (0, 0) and lying flat, in the order of `members`."""
    core = [node for node in members if part.degree(node) > 1] or members[:1]
    # The best linked of a core that is too big go first; the others are put beside their neighbours.
    kept = sorted(sorted(core, key=lambda node: (-part.degree(node), str(node)))[:SPRING_LIMIT], key=str)
    edge = _edge(total)
    positions = _spring(part, kept, edge)
    for node in [n for n in core if n not in positions]:
        near = [positions[other] for other in sorted(part[node], key=str) if other in positions]
        positions[node] = np.mean(near, axis=0) if near else np.zeros(2)
    _fan_out(part, members, positions, edge)
    points = np.array([positions[node] for node in members])
    points = _apart(points, radius, _gap(total))
    points -= points.mean(axis=0)
    return _lying(points, aspect)


def _spring(part: nx.Graph, nodes: list[Any], edge: float) -> dict[Any, _Points]:
    """Spring positions of some nodes; edges are longer where there are many leaves."""
    inner = nx.Graph()
    inner.add_nodes_from(nodes)
    inner.add_edges_from((u, v) for u in nodes for v in sorted(part[u], key=str) if v in inner and str(u) < str(v))
    if len(inner) == 1:
        return {nodes[0]: np.zeros(2)}
    nx.set_edge_attributes(inner, 1.0, "weight")
    # A node in the middle that draws weakly on all others keeps long arms within the picture.
    middle = object()
    pulled = inner.copy()
    pulled.add_weighted_edges_from((middle, node, _PULL) for node in nodes)
    start = {**nx.circular_layout(inner), middle: np.zeros(2)}
    raw = nx.spring_layout(
        pulled, pos=start, fixed=[middle], seed=20, iterations=250, threshold=1e-5, k=1.2 / len(inner) ** 0.5
    )
    lengths = [float(np.linalg.norm(raw[u] - raw[v])) for u, v in inner.edges] or [1.0]
    crowd = 1 + 0.06 * max(0, len(part) / len(inner) - 1)
    scale = edge * crowd / max(float(np.median(lengths)), 1e-6)
    return {node: np.asarray(raw[node], dtype=np.float64) * scale for node in nodes}


def _fan_out(part: nx.Graph, members: list[Any], positions: dict[Any, _Points], edge: float) -> None:
    """Put every node without a position around its only neighbour, on the side away from the others."""
    leaves: dict[Any, list[Any]] = {}
    for node in members:
        if node not in positions:
            leaves.setdefault(next(iter(part[node])), []).append(node)
    for hub, around in leaves.items():
        inner = [positions[other] for other in sorted(part[hub], key=str) if other in positions]
        away = positions[hub] - np.mean(inner, axis=0) if inner else np.array([0.0, -1.0])
        middle = float(np.arctan2(away[1], away[0]))
        spread = 2 * np.pi * (1 - 1 / len(around)) if not inner else min(np.pi * 1.5, 0.5 * len(around))
        angles = np.linspace(-spread / 2, spread / 2, len(around)) if len(around) > 1 else np.zeros(1)
        for place, (node, angle) in enumerate(zip(around, angles, strict=True)):
            reach = edge * (0.62 + 0.35 * (place % 2) * (len(around) > 6))
            turn = np.array([np.cos(middle + angle), np.sin(middle + angle)])
            positions[node] = positions[hub] + reach * turn


def _edge(nodes: int) -> float:
    """How long an edge should be: a picture of few nodes can be airy."""
    return float(np.interp(nodes, [10, 40, 150], [125.0, 95.0, 62.0]))


def _gap(nodes: int) -> float:
    """The free space between nodes: few leave room for more labels."""
    return float(np.interp(nodes, [20, 150, 400], [34.0, 22.0, 10.0]))


def _apart(points: _Points, radius: _Points, gap: float) -> _Points:
    """Push nodes apart until none comes closer than their radii and the gap."""
    least = radius[:, None] + radius[None, :] + gap
    np.fill_diagonal(least, 0.0)
    # Two nodes in one place need a direction: a spiral gives every node its own, without chance.
    turn = np.arange(len(points)) * 2.399963
    points = points + 0.01 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    for _ in range(60):
        delta = points[:, None, :] - points[None, :, :]
        distance = np.sqrt((delta**2).sum(axis=2)) + 1e-9
        lack = np.clip(least - distance, 0.0, None)
        if float(lack.max()) < 0.5:
            break
        points = points + 0.35 * (delta * (lack / distance)[:, :, None]).sum(axis=1)
    return points


def _lying(points: _Points, aspect: float) -> _Points:
    """The points turned so that the longest extent lies along the wider side of the canvas."""
    if len(points) < 3:
        return points
    _, _, axes = np.linalg.svd(points, full_matrices=False)
    first = axes[0] * (1.0 if axes[0][0] + 1e-9 >= 0 else -1.0)
    turned: _Points = np.stack([points @ first, points @ np.array([-first[1], first[0]])], axis=1)
    return turned if aspect >= 1 else turned[:, ::-1].copy()
