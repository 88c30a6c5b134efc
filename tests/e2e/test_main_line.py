"""Papers in, graph out, through the installed command."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
Kg = Callable[..., Done]


def said(done: Done) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_build_prints_counts_and_where_to_look(build: tuple[Path, Done]) -> None:
    output, done = build
    out = said(done)
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("papers ")] == ["12"]
    for what in ("mentions of methods", "tasks", "datasets", "statements", "distinct claims", "problems in the input"):
        assert what in out
    assert str(output / "current" / "graph.ttl") in out
    assert f"kg query --graph {output}" in out
    assert "Traceback" not in done.stderr


def test_the_output_folder_holds_what_the_design_names(graph: Path) -> None:
    names = {each.name for each in (graph / "current").iterdir()}
    tables = {"papers", "mentions", "entities", "aliases", "statements", "claims", "yearly", "years"}
    files = {"graph.nq.gz", "graph.ttl", "store", "import-log.jsonl", "build.json"}
    assert names == {f"{table}.parquet" for table in tables} | files


def test_two_builds_of_the_same_input_give_the_same_bytes(kg: Kg, graph: Path, abstracts: Path, tmp_path: Path) -> None:
    said(kg("build", abstracts, "-o", tmp_path / "again", PYTHONHASHSEED="77"))
    files = [each for each in sorted((graph / "current").iterdir()) if each.is_file()]
    again = tmp_path / "again" / "current"
    assert [each.name for each in files if each.read_bytes() != (again / each.name).read_bytes()] == []


def test_extract_gives_the_raw_slice_of_every_mention(kg: Kg, abstracts: Path, tmp_path: Path) -> None:
    done = kg("extract", abstracts)
    records = [json.loads(line) for line in said(done).splitlines()]
    assert len(records) == 12
    mentions = [(record, mention) for record in records for mention in record["mentions"]]
    assert mentions
    for record, mention in mentions:
        assert record[mention["field"]][mention["start"] : mention["end"]] == mention["text"]
        assert mention["entity"].startswith("https://w3id.org/paperkg/")
    said(kg("extract", abstracts, "-o", tmp_path / "out.jsonl"))
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == done.stdout


def test_extract_without_links_names_no_entity(kg: Kg, abstracts: Path) -> None:
    records = [json.loads(line) for line in said(kg("extract", "--no-link", abstracts)).splitlines()]
    assert all("entity" not in mention for record in records for mention in record["mentions"])


def test_evaluate_prints_rates_by_type_and_as_json(kg: Kg, tmp_path: Path) -> None:
    text = "We propose FooNet, a neural network for image classification, and evaluate it on ImageNet."
    entities = [
        {"start": text.index(name), "end": text.index(name) + len(name), "label": label}
        for name, label in (("FooNet", "Method"), ("image classification", "Task"), ("ImageNet", "Dataset"))
    ]
    relations = [{"head": 0, "tail": 1, "label": "USED-FOR"}]
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"id": "1", "text": text, "entities": entities, "relations": relations}) + "\n")
    scores = json.loads(said(kg("evaluate", gold, "--json")))
    assert 0 <= scores["strict"]["f1"] <= 1
    table = said(kg("evaluate", gold))
    assert all(word in table for word in ("precision", "recall", "span and type", "Method", "relations"))


def test_query_names_its_queries_and_answers_them(kg: Kg, graph: Path) -> None:
    assert "methods-proposed: " in said(kg("query"))
    rows = list(csv.DictReader(io.StringIO(said(kg("query", "methods-proposed", "--graph", graph, "-f", "csv")))))
    assert rows


def test_show_and_trends_and_explore_speak_of_the_most_frequent_entity(kg: Kg, graph: Path, tmp_path: Path) -> None:
    top = json.loads(said(kg("trends", "--graph", graph, "--top", "1", "--format", "json")))[0]
    shown = said(kg("show", top["label"], "--graph", graph))
    assert top["entity"] in shown
    assert "preferred label" in shown
    said(kg("explore", top["label"], "--graph", graph, "-o", tmp_path / "page.html"))
    assert top["label"] in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "html"])
def test_trends_draw_in_every_format(kg: Kg, graph: Path, tmp_path: Path, suffix: str) -> None:
    said(kg("trends", "--graph", graph, "-o", tmp_path / f"chart.{suffix}"))
    assert (tmp_path / f"chart.{suffix}").stat().st_size > 1000


@pytest.mark.parametrize("form", ["ttl", "nq", "jsonld"])
def test_export_gives_the_same_on_stdout_and_in_a_file(kg: Kg, graph: Path, tmp_path: Path, form: str) -> None:
    out = said(kg("export", form, "--graph", graph))
    said(kg("export", form, "--graph", graph, "-o", tmp_path / f"graph.{form}"))
    assert (tmp_path / f"graph.{form}").read_text(encoding="utf-8") == out


def test_validate_reports_conformance(kg: Kg, graph: Path) -> None:
    assert "conforms" in said(kg("validate", "--graph", graph))


def test_a_triple_broken_by_hand_is_named_with_node_shape_and_value(kg: Kg, graph: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttl"
    shutil.copy(graph / "current" / "graph.ttl", broken)
    node = "https://w3id.org/paperkg/paper/broken-by-hand"
    triples = (
        f'<{node}> a <https://w3id.org/paperkg/ontology#Paper> ; <https://w3id.org/paperkg/ontology#year> "soon" .'
    )
    broken.write_text(broken.read_text(encoding="utf-8") + triples + "\n", encoding="utf-8")
    done = kg("validate", broken)
    assert done.returncode == 1
    assert all(word in done.stdout for word in (node, "PaperShape", "soon"))
    assert done.stderr.startswith("kg: ")
    assert done.stderr.count("\n") == 1


def test_info_tells_the_model_and_the_graph(kg: Kg, graph: Path) -> None:
    out = said(kg("info", "--graph", graph))
    assert "model SHA-256" in out
    assert str(graph.resolve()) in out


@pytest.mark.parametrize("command", ["", "build", "query", "trends"])
def test_help_goes_to_stdout(kg: Kg, command: str) -> None:
    done = kg(*filter(None, [command]), "--help")
    assert said(done).startswith("Usage: kg")
    assert done.stderr == ""


def test_output_survives_a_locale_that_is_not_utf8(kg: Kg, graph: Path) -> None:
    done = kg("trends", "--graph", graph, LC_ALL="C", LANG="C", PYTHONIOENCODING="ascii", PYTHONCOERCECLOCALE="0")
    assert "–" in said(done)
