from __future__ import annotations

from pathlib import Path

import pytest

from kg import network, output, tables
from kg.errors import UsageError
from kg.network import neighbourhood


def test_what_surrounds_an_entity_are_its_papers_and_what_it_relates_to(three_papers: Path) -> None:
    graph = network.ego(three_papers, "m1")
    assert dict(graph.nodes(data="step")) == {"m1": 0, "m2": 1, "p1": 1, "p2": 1, "p3": 1, "t1": 1}
    assert graph.has_edge("p1", "t1")


def test_the_second_step_reaches_further(three_papers: Path) -> None:
    graph = network.ego(three_papers, "m1", depth=2)
    assert graph.nodes["d1"]["step"] == 2


def test_a_paper_can_stand_in_the_middle(three_papers: Path) -> None:
    assert set(network.ego(three_papers, "p2")) == {"p2", "m1", "t1"}


def test_the_limit_keeps_the_links_with_the_most_papers_and_then_the_first_label(three_papers: Path) -> None:
    assert set(network.ego(three_papers, "m1", limit=3)) == {"m1", "t1", "m2"}
    assert set(network.ego(three_papers, "m1", limit=1)) == {"m1"}


@pytest.mark.parametrize("options", [{"depth": 0}, {"limit": 0}])
def test_depth_and_limit_start_at_one(three_papers: Path, options: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="whole number from 1"):
        network.ego(three_papers, "m1", **options)


def test_a_small_corpus_is_shown_whole(built: Path) -> None:
    folder = output.current(built)
    graph = network.overview(folder)
    papers, entities = tables.scan(folder, "papers").collect(), tables.scan(folder, "entities").collect()
    assert set(graph) == {*papers["iri"], *entities["iri"]}


def test_of_a_large_corpus_the_most_frequent_entities_are_shown(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbourhood, "WHOLE", 10)
    folder = output.current(built)
    graph = network.overview(folder, limit=25)
    counts = tables.scan(folder, "entities").collect()["papers"].sort(descending=True)
    assert sorted((papers for _, papers in graph.nodes(data="papers")), reverse=True) == counts[:25].to_list()
    assert {kind for _, kind in graph.nodes(data="type")} <= {"Method", "Task", "Dataset"}
    assert any(predicate == "occursWith" for *_, predicate in graph.edges(data="predicate"))


def test_the_same_tables_give_the_same_network_in_the_same_order(built: Path) -> None:
    folder = output.current(built)
    one, two = network.overview(folder), network.overview(folder)
    assert list(one.nodes) == list(two.nodes)
    assert list(one.edges(keys=True)) == list(two.edges(keys=True))
