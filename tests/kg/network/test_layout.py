from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.network import layout

ROOT = Path(__file__).resolve().parents[3]
EDGES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=45)


def made(edges: list[tuple[int, int]], nodes: int = 31) -> nx.Graph:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    return graph


@settings(max_examples=15, deadline=None)
@given(EDGES)
def test_every_node_has_a_place_of_its_own(edges: list[tuple[int, int]]) -> None:
    places = layout(made(edges))
    assert list(places) == list(range(31))
    for (x1, y1), (x2, y2) in combinations(places.values(), 2):
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 > 15**2


@settings(max_examples=15, deadline=None)
@given(EDGES)
def test_the_order_of_edges_does_not_matter(edges: list[tuple[int, int]]) -> None:
    mixed = sorted(edges, key=lambda edge: (edge[1], -edge[0]))
    assert layout(made(edges)) == layout(made(mixed))


def test_a_picture_of_many_parts_is_about_as_wide_as_the_canvas() -> None:
    graph = nx.disjoint_union_all([nx.star_graph(6) for _ in range(40)])
    places = layout(graph, aspect=1.5).values()
    width = max(x for x, _ in places) - min(x for x, _ in places)
    height = max(y for _, y in places) - min(y for _, y in places)
    assert 1.1 < width / height < 2.0


def test_nothing_at_all_has_no_places() -> None:
    assert layout(nx.Graph()) == {}


def test_a_part_beyond_the_bound_of_spring_layout_is_laid_out_without_scipy() -> None:
    code = (
        "import sys; sys.modules['scipy'] = None\n"
        "import networkx as nx\nfrom kg.network import layout\n"
        "places = layout(nx.cycle_graph(560))\n"
        "assert len(set(places.values())) == 560"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
