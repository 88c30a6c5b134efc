from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from gold_documents import GOLD, INFO

import kg
from kg import build, output, rows, tables
from kg.errors import InputError, OutputError, UsageError
from kg.importlog import ImportLog
from ontology.model import Document, Paper, Role

SCRIPT = """
import hashlib, json, sys
from pathlib import Path
sys.path[:0] = [{tests!r}]
from gold_documents import GOLD, INFO
from extractors.documents import from_json
from kg.build import assemble
documents = [from_json(json.loads(line)) for line in GOLD.read_text(encoding="utf-8").splitlines()[:12]]
folder = Path(sys.argv[1])
folder.mkdir()
assemble(documents if sys.argv[2] == "forward" else documents[::-1], folder, INFO)
files = sorted(p for p in folder.iterdir() if p.is_file())
print(json.dumps({{p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files}}))
"""


def test_the_same_documents_give_the_same_bytes_whatever_the_hash_seed_and_order(tmp_path: Path) -> None:
    script = SCRIPT.format(tests=str(Path(__file__).parents[1]))
    found = []
    for seed, order in (("1", "forward"), ("2", "backward")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])}
        command = [sys.executable, "-c", script, str(tmp_path / seed), order]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert set(found[0]) == {f"{t}.parquet" for t in tables.SCHEMAS} | {
        "graph.nq.gz", "graph.ttl", "import-log.jsonl", "build.json",
    }  # fmt: skip


def test_importing_kg_loads_nothing_heavy() -> None:
    heavy = ["polars", "spacy", "rdflib", "pyoxigraph", "networkx", "pyvis", "altair", "typer", "rich", "extractors"]
    code = f"import sys, kg; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_build_record_counts_what_is_in_the_tables(built: Path, gold: tuple[Document, ...]) -> None:
    folder = output.current(built)
    record = json.loads((folder / "build.json").read_text(encoding="utf-8"))
    heights = {name: tables.scan(folder, name).select(pl.len()).collect().item() for name in tables.SCHEMAS}
    counts = record["counts"]
    assert record["id"] == folder.name
    assert counts["papers"] == heights["papers"] == len(gold)
    assert counts["mentions"] == heights["mentions"] == sum(len(d.mentions) for d in gold)
    assert counts["Method"] + counts["Task"] + counts["Dataset"] == heights["entities"]
    assert (counts["statements"], counts["claims"]) == (heights["statements"], heights["claims"])
    assert record["extractor"]["name"] == "gold"


def test_tables_refer_only_to_what_is_there(built: Path) -> None:
    graph = kg.open(built)
    entities, mentions = graph.entities.select("iri"), graph.mentions
    papers = graph.papers.select("iri")
    known = pl.concat([entities, papers])
    for frame, column, target in (
        (mentions, "entity", entities),
        (graph.aliases, "entity", entities),
        (graph.yearly, "entity", entities),
        (graph.claims, "subject", known),
        (graph.claims, "object", entities),
        (graph.statements, "claim", graph.claims.select("iri")),
        (graph.statements.select("mentions").explode("mentions"), "mentions", mentions.select("iri")),
    ):
        assert frame.join(target, left_on=column, right_on="iri", how="anti").collect().is_empty()


def test_iris_are_unique(built: Path) -> None:
    graph = kg.open(built)
    for frame in (graph.papers, graph.mentions, graph.entities, graph.statements, graph.claims):
        assert frame.select(pl.col("iri").is_unique().all()).collect().item()


def test_an_empty_set_of_documents_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no paper with an abstract"):
        build.assemble([], tmp_path, INFO)


def test_a_document_without_mentions_is_still_a_paper(tmp_path: Path) -> None:
    document = Document(paper=Paper(id="p", abstract="Nothing is named here, not even once, in this text."))
    build.assemble([document], tmp_path, INFO)
    (row,) = tables.scan(tmp_path, "papers").collect().rows(named=True)
    assert row["label"] == "Nothing is named here, not even once, in…"


def test_hostile_text_survives_the_whole_line(tmp_path: Path, gold: tuple[Document, ...]) -> None:
    bad = '</script><b>"x\\"\n\t=HYPERLINK() \u202e\u0000 } INSERT'
    paper = replace(gold[0].paper, id=bad, title=bad, venue=bad, authors=(bad,), doi="", url="javascript:" + bad)
    build.assemble([replace(gold[0], paper=paper, mentions=(), relations=())], tmp_path, INFO)
    assert tables.scan(tmp_path, "papers").collect()["title"][0] == bad


def test_two_documents_of_one_paper_are_refused(tmp_path: Path, gold: tuple[Document, ...]) -> None:
    with pytest.raises(ValueError, match="two documents"):
        build.assemble([gold[0], gold[0]], tmp_path, INFO)


def test_a_relation_to_a_mention_that_is_not_there_fails_loudly(tmp_path: Path, gold: tuple[Document, ...]) -> None:
    document = next(d for d in gold if d.relations)
    broken = replace(document, relations=(replace(document.relations[0], tail=999),))
    with pytest.raises((IndexError, ValueError)):
        build.assemble([broken], tmp_path, INFO)


def test_a_second_record_of_a_paper_is_skipped_and_reported() -> None:
    log = ImportLog()
    papers = [
        Paper(id="a", abstract="x", doi="10.1/X", source="f", record=1),
        Paper(id="b", abstract="x", doi="https://doi.org/10.1/x", source="f", record=2),
        Paper(id="a", abstract="y", source="g", record=1),
    ]
    assert [p.id for p in build._distinct(papers, log)] == ["a"]
    assert [(p.file, p.record, p.done) for p in log.problems] == [("f", 2, "skipped"), ("g", 1, "skipped")]


@pytest.mark.parametrize(("option", "value"), [("workers", 0), ("engine", "cloud"), ("min_score", 1.5)])
def test_options_that_make_no_sense_are_refused(tmp_path: Path, option: str, value: object) -> None:
    with pytest.raises(UsageError):
        kg.build([GOLD], tmp_path / "out", **{option: value})
    assert not (tmp_path / "out").exists()


def test_an_output_that_cannot_be_written_is_told_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(OutputError):
        kg.build([tmp_path / "no such input"], tmp_path / "file")


@pytest.mark.parametrize("form", [str, Path])
def test_one_input_is_one_input_and_not_its_letters(tmp_path: Path, form: type) -> None:
    with pytest.raises(InputError, match=r"no such input\.txt: no such file"):
        kg.build(form(tmp_path / "no such input.txt"), tmp_path / "out")


def test_a_build_gives_a_graph_that_follows_later_builds(tmp_path: Path) -> None:
    for number in (1, 2):
        paper = {"id": f"p{number}", "title": "A parser", "abstract": "We propose a parser for parsing."}
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(paper), encoding="utf-8")
    graph = kg.build(tmp_path / "1.jsonl", tmp_path / "out")
    kg.build(str(tmp_path / "2.jsonl"), str(tmp_path / "out"))
    assert graph.papers.collect()["id"].to_list() == ["p2"]


def test_a_build_that_fails_half_way_leaves_no_trace(tmp_path: Path, gold: tuple[Document, ...]) -> None:
    def documents() -> Iterator[Document]:
        yield gold[0]
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError), output.fresh(tmp_path) as folder:
        build.assemble(documents(), folder, INFO)
    assert list(tmp_path.iterdir()) == []


def test_a_paper_without_title_is_called_after_what_it_proposes(gold: tuple[Document, ...]) -> None:
    document = next(d for d in gold if any(m.role is Role.PROPOSED for m in d.mentions))
    untitled = replace(document, paper=replace(document.paper, title=" "))
    entities = [f"e{i}" for i in range(len(document.mentions))]
    labels = {f"e{i}": mention.text for i, mention in enumerate(document.mentions)}
    expected = next(m.text for m in document.mentions if m.role is Role.PROPOSED)
    assert rows.label(untitled, entities, labels) == expected
    assert rows.label(document, entities, labels) == document.paper.title


def test_a_name_goes_before_a_phrase_that_is_proposed_too(gold: tuple[Document, ...]) -> None:
    document = next(d for d in gold if len(d.mentions) > 2)
    names = ("residual learning", "KOALA++", "SPOT")
    proposed = [replace(m, text=name, role=Role.PROPOSED) for m, name in zip(document.mentions[:3], names, strict=True)]
    untitled = replace(document, paper=replace(document.paper, title=""), mentions=tuple(proposed))
    assert rows.label(untitled, names, {name: name for name in names}) == "KOALA++"


def test_the_quads_can_be_read_and_are_sorted(built: Path) -> None:
    with gzip.open(output.current(built) / "graph.nq.gz", "rt", encoding="utf-8") as file:
        lines = file.readlines()
    assert lines == sorted(lines)
    assert len(lines) > 1000
