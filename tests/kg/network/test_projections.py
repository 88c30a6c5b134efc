from __future__ import annotations

from pathlib import Path

import pytest

from kg import network, output
from kg.errors import UsageError


def test_methods_and_tasks_are_linked_by_the_papers_that_mention_both(three_papers: Path) -> None:
    graph = network.project(three_papers, "method-task")
    assert list(graph.edges(data="papers")) == [("m1", "t1", 2)]
    assert graph.nodes["m1"] == {"label": "M1", "type": "Method", "papers": 3}


def test_methods_and_datasets_are_linked_by_the_papers_that_mention_both(three_papers: Path) -> None:
    graph = network.project(three_papers, "method-dataset")
    assert set(graph) == {"m1", "d1"}
    assert graph.edges["m1", "d1"]["papers"] == 1


def test_cooccurrence_counts_each_pair_of_entities_once(three_papers: Path) -> None:
    graph = network.project(three_papers, "co-occurrence")
    pairs = {tuple(sorted(edge[:2])): edge[2] for edge in graph.edges(data="papers")}
    assert pairs == {("d1", "m1"): 1, ("d1", "t1"): 1, ("m1", "t1"): 2, ("m1", "m2"): 1}


def test_a_general_link_is_left_out_beside_a_particular_one(three_papers: Path) -> None:
    graph = network.project(three_papers, "paper-entity")
    assert set(graph["p1"]["m1"]) == {"proposes"}
    assert set(graph["p1"]["d1"]) == {"evaluatesOn"}
    assert set(graph["p1"]["t1"]) == {"mentions"}
    assert all(head.startswith("p") for head, _ in graph.edges())


def test_relations_link_entities_only_and_keep_their_support(three_papers: Path) -> None:
    graph = network.project(three_papers, "relations")
    assert graph["m1"]["t1"]["usedFor"] == {"predicate": "usedFor", "papers": 2, "score": 0.9}
    assert set(graph.edges()) == {("m1", "t1"), ("m2", "m1")}


def test_an_unknown_projection_is_answered_with_the_known_ones(three_papers: Path) -> None:
    with pytest.raises(UsageError, match="method-task, method-dataset"):
        network.project(three_papers, "friends")


@pytest.mark.parametrize("name", network.NAMES)
def test_every_projection_of_a_real_graph_has_edges_and_is_the_same_each_time(built: Path, name: str) -> None:
    folder = output.current(built)
    one, two = network.project(folder, name), network.project(folder, name)
    assert one.number_of_edges() > 0
    assert list(one.nodes(data=True)) == list(two.nodes(data=True))
    assert list(one.edges(data=True)) == list(two.edges(data=True))
