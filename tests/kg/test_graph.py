from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest
from gold_documents import INFO

import kg
from kg import output
from kg.build import assemble
from kg.errors import KgError, OutputError, UsageError
from ontology.model import Document


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
    assert not graph.trends().table.is_empty()


def test_unknown_networks_and_names_are_one_clear_error(graph: kg.Graph) -> None:
    with pytest.raises(UsageError):
        graph.network("nothing")
    with pytest.raises(KgError):
        graph.trends(["no such method"])


def rebuild(folder: Path, documents: Sequence[Document]) -> None:
    with output.fresh(folder) as fresh:
        output.swap_in(folder, fresh, assemble(documents, fresh, INFO))


@pytest.mark.parametrize("inside", ["", "current"])
def test_a_graph_shows_the_present_build_after_a_new_one(
    tmp_path: Path, gold: tuple[Document, ...], inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rebuild(Path("out"), gold[:2])
    graph = kg.open(Path("out") / inside)
    first, title = graph.folder, gold[0].paper.title
    assert not graph.find(title).is_empty()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    rebuild(tmp_path / "out", gold[2:5])
    assert graph.folder != first
    assert graph.papers.collect().height == 3
    assert int(graph.query("SELECT (COUNT(*) AS ?n) WHERE { ?p a pkg:Paper }")["n"][0]) == 3
    assert graph.find(title).is_empty()
    assert not graph.find(gold[2].paper.title).is_empty()
    assert graph.suggest(gold[2].paper.title)
    assert graph.network("method-task").number_of_nodes() > 0
    assert not graph.trends().table.is_empty()


def test_a_graph_whose_folder_is_gone_is_one_clear_error(tmp_path: Path, gold: tuple[Document, ...]) -> None:
    rebuild(tmp_path / "out", gold[:1])
    graph = kg.open(tmp_path / "out")
    (tmp_path / "out").rename(tmp_path / "moved")
    with pytest.raises(OutputError, match="no graph here"):
        _ = graph.papers
    assert "out" in repr(graph)


def test_one_name_is_one_name_and_not_its_letters(graph: kg.Graph) -> None:
    name = "Graph Convolutional Network"
    assert graph.trends(name).table.equals(graph.trends([name]).table)
    assert graph.trends(pl.Series([name])).table["label"].to_list() == [name]
    for unknown in ("", "no such method"):
        with pytest.raises(KgError, match=f"named '{unknown}'"):
            graph.trends(unknown)


def test_trends_hold_tables_and_draw_their_chart(graph: kg.Graph, tmp_path: Path) -> None:
    found = graph.trends("Graph Convolutional Network", predicate="uses")
    assert found.points["entity"].unique().to_list() == found.table["entity"].to_list()
    chart = found.chart().to_dict()
    assert "use or address Graph Convolutional Netw" in chart["title"]["text"]
    assert "<table" in found._repr_html_()
    assert repr(found) == repr(found.table)
    found.save(str(tmp_path / "trend.svg"))
    assert (tmp_path / "trend.svg").read_text(encoding="utf-8").startswith("<svg")
    with pytest.raises(UsageError, match=r"trend\.doc"):
        found.save(tmp_path / "trend.doc")


def test_opening_a_folder_without_a_graph_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no graph here"):
        kg.open(tmp_path)


def test_unknown_attributes_of_the_package_are_attribute_errors() -> None:
    with pytest.raises(AttributeError):
        kg.nothing  # noqa: B018
