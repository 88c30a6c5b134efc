"""The evidence, the facts and the Turtle of a build have to say the same; what differs is named."""

import gzip
import shutil
from pathlib import Path

import pytest
from small_graph import BUILD, write_tables

from kg import output
from kg.errors import InputError
from kg.rdf import quads, shapes
from kg.rdf.agreement import DIRECT, SAME
from ontology.vocabulary import DATA, ONTOLOGY

ENGINES = pytest.mark.parametrize("engine", ["compiled", "pyshacl"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    quads.write(write_tables(tmp_path, title="C++ is new", year=2020), BUILD)
    return tmp_path


def turtle_with(folder: Path, old: str, new: str) -> None:
    path = folder / quads.TURTLE
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@ENGINES
def test_a_claim_and_its_statement_without_their_fact_are_named(folder: Path, engine: shapes.Engine) -> None:
    path = folder / quads.QUADS
    lines = gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)
    fact = next(line for line in lines if f"<{ONTOLOGY}proposes> <{DATA}method/" in line)
    moved = fact.replace(" .\n", f" <{DATA}graph/evidence> .\n")
    for changed in ([], [moved]):
        kept = "".join(sorted([*(line for line in lines if line != fact), *changed]))
        (folder / "x.nq").write_text(kept, encoding="utf-8")
        report = shapes.validate(folder / "x.nq", engine=engine)
        assert {(v.node.removeprefix(DATA).partition("/")[0], v.shape, v.value) for v in report.violations} == {
            ("claim", DIRECT, "pkg:proposes"),
            ("statement", DIRECT, "pkg:proposes"),
        }
        assert all(fact.removesuffix(" .\n") in v.message for v in report.violations)


@ENGINES
def test_both_files_of_a_sound_build_are_read(folder: Path, engine: shapes.Engine) -> None:
    report = shapes.validate(folder, engine=engine)
    assert (report.violations, report.files) == ((), ("graph.nq.gz", "graph.ttl"))
    assert shapes.validate(folder / quads.TURTLE, engine=engine).files == ("graph.ttl",)


@ENGINES
def test_a_triple_broken_in_the_turtle_is_named_with_node_shape_and_value(folder: Path, engine: shapes.Engine) -> None:
    turtle_with(folder, "pkg:year 2020", 'pkg:year "soon"')
    report = shapes.validate(folder, engine=engine)
    assert not report.conforms
    assert {(v.node.partition("/paper/")[1], v.shape, v.path, v.value) for v in report.violations} == {
        ("/paper/", "PaperShape", "pkg:year", "soon")
    }
    assert all(v.message.startswith("in graph.ttl: ") for v in report.violations)


@ENGINES
def test_triples_that_differ_and_break_no_shape_are_named(folder: Path, engine: shapes.Engine) -> None:
    turtle_with(folder, '"L"', '"M"')
    found = shapes.validate(folder, engine=engine).violations
    assert [(v.shape, v.path, v.value) for v in found] == [(SAME, "rdfs:label", "L"), (SAME, "rdfs:label", "M")]
    said = "graph.ttl says something else than graph.nq.gz: only "
    assert found[0].message.startswith(f"{said}graph.nq.gz and not graph.ttl holds <{DATA}paper/")
    assert found[1].message.startswith(f"{said}graph.ttl and not graph.nq.gz holds <{DATA}paper/")


def test_a_fact_removed_from_the_turtle_is_missed_by_its_claim(folder: Path) -> None:
    path = folder / quads.TURTLE
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("pkg:proposes method:", "pkg:mentions method:"), encoding="utf-8")
    assert {v.shape for v in shapes.validate(folder).violations} == {DIRECT, SAME}


def test_a_fact_about_nothing_in_the_turtle_of_real_documents_is_named(built: Path, tmp_path: Path) -> None:
    for name in (quads.QUADS, quads.TURTLE):
        shutil.copy(output.current(built) / name, tmp_path / name)
    with (tmp_path / quads.TURTLE).open("a", encoding="utf-8") as file:
        file.write(f"<{DATA}paper/none-1> pkg:proposes <{DATA}method/none-2> .\n")
    found = {(v.node.removeprefix(DATA), v.shape) for v in shapes.validate(tmp_path).violations}
    assert found == {
        ("paper/none-1", "TypedShape"),
        ("paper/none-1", "FromPaperShape"),
        ("method/none-2", "ToMethodShape"),
    }


def test_an_empty_or_malformed_turtle_gives_one_clear_error(folder: Path) -> None:
    (folder / quads.TURTLE).write_text("")
    with pytest.raises(InputError, match=r"graph\.ttl: holds no triples"):
        shapes.validate(folder)
    (folder / quads.TURTLE).write_text("<a:a> <a:b> <a:c> .\nnonsense\n")
    with pytest.raises(InputError, match=r"graph\.ttl: line \d: malformed"):
        shapes.validate(folder)
