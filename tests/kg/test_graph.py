from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import kg
from kg.errors import KgError, OutputError, UsageError


@pytest.fixture(scope="module")
def graph(built: Path) -> kg.Graph:
    return kg.open(built)


def test_tables_are_read_lazily(graph: kg.Graph) -> None:
    for name in ("papers", "mentions", "entities", "aliases", "statements", "claims", "yearly", "years"):
        frame = getattr(graph, name)
        assert isinstance(frame, pl.LazyFrame)
        assert not frame.collect().is_empty()


def test_an_entity_is_found_by_alias_case_and_normal_form(graph: kg.Graph) -> None:
    exact = graph.find("Graph Convolutional Network")
    assert exact.row(0, named=True)["type"] == "Method"
    for name in ("graph convolutional network", "graph-convolutional networks", "GCN", "gcns", exact["iri"][0]):
        assert graph.find(name)["iri"].to_list() == exact["iri"].to_list()


def test_a_paper_is_found_by_id_and_by_title(graph: kg.Graph) -> None:
    paper = graph.papers.collect().row(0, named=True)
    for name in (paper["id"], paper["iri"], paper["title"], paper["title"].upper()):
        assert paper["iri"] in graph.find(name)["iri"].to_list()
    assert graph.find(paper["id"]).row(0, named=True)["type"] == "Paper"


def test_a_name_that_is_not_there_gives_no_rows_and_near_names(graph: kg.Graph) -> None:
    assert graph.find("Graph Convolutoinal Netwrk").is_empty()
    assert graph.suggest("Graph Convolutoinal Netwrk")[0] == "Graph Convolutional Network"
    assert graph.suggest("zzzzzzzz") == []
    assert graph.find("").is_empty()


@pytest.mark.parametrize("name", ["'", '"', "\\", "\x00", "a" * 5000, "?x . } #"])
def test_hostile_names_are_only_names(graph: kg.Graph, name: str) -> None:
    assert graph.find(name).is_empty()
    assert isinstance(graph.suggest(name), list)


def test_queries_networks_and_trends_are_one_call_away(graph: kg.Graph) -> None:
    answer = graph.query("SELECT (COUNT(*) AS ?n) WHERE { ?p a pkg:Paper }")
    assert int(answer["n"][0]) == 40
    assert not graph.query("methods-proposed").is_empty()
    assert graph.network("method-task").number_of_nodes() > 0
    assert not graph.trends().is_empty()


def test_unknown_networks_and_names_are_one_clear_error(graph: kg.Graph) -> None:
    with pytest.raises(UsageError):
        graph.network("nothing")
    with pytest.raises(KgError):
        graph.trends(["no such method"])


def test_opening_a_folder_without_a_graph_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no graph here"):
        kg.open(tmp_path)


def test_unknown_attributes_of_the_package_are_attribute_errors() -> None:
    with pytest.raises(AttributeError):
        kg.nothing  # noqa: B018
