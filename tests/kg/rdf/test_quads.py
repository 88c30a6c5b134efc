"""The written graph: complete, sorted, escaped, the same for the same tables."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_graph import BUILD, HARD, write_tables

from kg import output
from kg.errors import InputError
from kg.rdf import quads, terms
from ontology.vocabulary import EVIDENCE_GRAPH, iri, term


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_tables(tmp_path)


def test_the_same_tables_give_the_same_bytes(built: Path, tmp_path: Path) -> None:
    source = output.current(built)
    script = "import sys, pathlib; from kg.rdf import quads; quads.write(pathlib.Path(sys.argv[1]), {'a': 1})"
    found = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        for table in source.glob("*.parquet"):
            (folder / table.name).write_bytes(table.read_bytes())
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", script, str(folder)], check=True, env=environment)
        found.append(((folder / quads.QUADS).read_bytes(), (folder / quads.TURTLE).read_bytes()))
    assert found[0] == found[1]


def test_the_gz_holds_no_time_and_no_name(small: Path) -> None:
    quads.write(small, BUILD)
    head = (small / quads.QUADS).read_bytes()[:10]
    assert head[3] == 0
    assert head[4:8] == b"\0\0\0\0"


def test_lines_are_sorted_and_single(built: Path) -> None:
    lines = gzip.decompress((output.current(built) / quads.QUADS).read_bytes()).decode().split("\n")
    assert lines.pop() == ""
    assert lines == sorted(set(lines))


def test_write_says_how_many_quads(small: Path) -> None:
    assert quads.write(small, BUILD) == len(list(quads.read(small)))


def test_the_turtle_holds_the_facts(built: Path) -> None:
    folder = output.current(built)
    facts = {q.triple for q in quads.read(folder) if q.graph_name == pyoxigraph.DefaultGraph()}
    turtle = {q.triple for q in pyoxigraph.parse(path=folder / quads.TURTLE)}
    assert turtle == facts
    assert {str(q.graph_name) for q in quads.read(folder)} == {"DEFAULT", f"<{EVIDENCE_GRAPH}>"}


def test_there_are_no_blank_nodes(built: Path) -> None:
    found = [q for q in quads.read(output.current(built)) if "BlankNode" in (repr(q.subject) + repr(q.object))]
    assert found == []


def test_hard_text_comes_back_as_it_was(small: Path) -> None:
    quads.write(small, BUILD)
    text = pyoxigraph.NamedNode(term("text"))
    sentences = {q.object.value for q in quads.read(small) if q.predicate == text and "/sentence/" in str(q.subject)}
    assert sentences == {HARD}


def test_what_a_paper_lacks_is_left_out(small: Path) -> None:
    quads.write(small, BUILD)
    used = {q.predicate.value for q in quads.read(small)}
    assert not used & {term("year"), term("venue"), term("firstYear"), iri("schema:url"), iri("dcterms:creator")}


def test_a_fact_is_asserted_with_the_properties_above_it(small: Path) -> None:
    quads.write(small, BUILD)
    used = {q.predicate.value for q in quads.read(small)}
    assert {term("proposes"), term("mentions")} <= used


def test_a_year_is_an_integer(tmp_path: Path) -> None:
    write_tables(tmp_path, year=2020)
    quads.write(tmp_path, BUILD)
    years = {str(q.object) for q in quads.read(tmp_path) if q.predicate.value == term("year")}
    assert years == {f'"2020"^^<{iri("xsd:integer")}>'}


def test_aliases_stand_on_one_line_and_can_be_found_in_any_case(small: Path) -> None:
    quads.write(small, BUILD)
    found = list(quads.read(small))
    assert [q.object.value for q in found if q.predicate.value == iri("skos:altLabel")] == ["c++ lang"]
    assert {"c++", "c++ lang"} <= {q.object.value for q in found if q.predicate.value == term("key")}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_literal_of_any_text_is_read_back(text: str) -> None:
    line = terms.fact("<a:a>", "<a:b>", terms.string(text))
    assert line.count("\n") == 1
    assert [q.object.value for q in pyoxigraph.parse(line, pyoxigraph.RdfFormat.N_QUADS)] == [text]


@given(st.floats(0, 1))
def test_decimals_are_canonical(number: float) -> None:
    line = terms.fact("<a:a>", "<a:b>", terms.decimal(number))
    (quad,) = pyoxigraph.parse(line, pyoxigraph.RdfFormat.N_QUADS)
    store = pyoxigraph.Store()
    store.add(quad)
    assert [str(q.object) for q in store] == [terms.decimal(number)]
    assert abs(float(quad.object.value) - number) <= 5.1e-7


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="decimal"):
        terms.decimal(float("nan"))


@pytest.mark.parametrize(
    "content", [b"", b"not gz", gzip.compress(b"<a:a> <a:b> .\n", mtime=0), gzip.compress(b"x" * 9, mtime=0)[:-4]]
)
def test_a_damaged_file_is_named_with_its_fault(tmp_path: Path, content: bytes) -> None:
    (tmp_path / quads.QUADS).write_bytes(content)
    if content == b"":
        assert list(quads.read(tmp_path)) == []
        return
    with pytest.raises(InputError, match=r"graph\.nq\.gz"):
        list(quads.read(tmp_path))
