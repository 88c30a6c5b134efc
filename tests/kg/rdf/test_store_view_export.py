"""The store, the view of rdflib and the exports hold what the N-Quads hold."""

import gzip
import io
from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from kg import output
from kg.errors import InputError, OutputError, UsageError
from kg.rdf import export, quads, store, view
from ontology.vocabulary import EVIDENCE_GRAPH, term


def test_the_store_holds_the_quads(built: Path) -> None:
    folder = output.current(built)
    assert set(store.open_store(folder)) == set(quads.read(folder))


def test_the_store_cannot_be_written(built: Path) -> None:
    quad = pyoxigraph.Quad(*[pyoxigraph.NamedNode("a:a")] * 3)
    with pytest.raises(RuntimeError, match="read-write"):
        store.open_store(output.current(built)).add(quad)


def test_loading_replaces_the_store_and_counts(tmp_path: Path) -> None:
    for count in (3, 2):
        lines = "".join(f'<a:a> <a:b> "{i}" .\n' for i in range(count))
        (tmp_path / quads.QUADS).write_bytes(gzip.compress(lines.encode()))
        assert store.load(tmp_path) == count
    assert sorted(p.name for p in tmp_path.iterdir()) == [quads.QUADS, "store"]


def test_a_missing_store_gives_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no graph store"):
        store.open_store(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_store_gives_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "CURRENT").write_text("MANIFEST-000001\n")
    with pytest.raises(OutputError, match="cannot be opened"):
        store.open_store(tmp_path)


def test_quads_that_cannot_be_loaded_leave_the_old_store(tmp_path: Path) -> None:
    (tmp_path / quads.QUADS).write_bytes(gzip.compress(b'<a:a> <a:b> "1" .\n'))
    store.load(tmp_path)
    (tmp_path / quads.QUADS).write_bytes(gzip.compress(b"<a:a> nonsense\n"))
    with pytest.raises(OutputError, match="cannot be loaded"):
        store.load(tmp_path)
    assert len(store.open_store(tmp_path)) == 1


def test_the_view_shows_facts_and_evidence(built: Path) -> None:
    folder = output.current(built)
    data = view.graph(folder)
    everything = list(quads.read(folder))
    evidence = [q for q in everything if q.graph_name == pyoxigraph.NamedNode(EVIDENCE_GRAPH)]
    assert len(data) == len(everything)
    assert len(data.graph(rdflib.URIRef(EVIDENCE_GRAPH))) == len(evidence)
    ((papers,),) = data.query("SELECT (COUNT(*) AS ?n) WHERE { ?p a pkg:Paper }")
    assert papers.toPython() == 40


def test_the_view_gives_years_as_whole_numbers(built: Path) -> None:
    data = view.graph(output.current(built))
    assert {type(year.toPython()) for year in data.objects(None, rdflib.URIRef(term("year")))} == {int}


@pytest.mark.parametrize(
    ("form", "kind"), [("nq", pyoxigraph.RdfFormat.N_QUADS), ("jsonld", pyoxigraph.RdfFormat.JSON_LD)]
)
def test_an_export_holds_every_quad(built: Path, tmp_path: Path, form: str, kind: pyoxigraph.RdfFormat) -> None:
    folder = output.current(built)
    target = tmp_path / f"graph.{form}"
    export.export(folder, form, target)
    assert set(pyoxigraph.parse(path=target, format=kind)) == set(quads.read(folder))
    assert [p.name for p in tmp_path.iterdir()] == [target.name]


def test_the_turtle_export_is_the_turtle_of_the_build(built: Path) -> None:
    folder = output.current(built)
    out = io.BytesIO()
    export.export(folder, "ttl", out)
    assert out.getvalue() == (folder / quads.TURTLE).read_bytes()


def test_an_unknown_format_and_a_missing_graph_give_one_clear_error(built: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected one of ttl, nq, jsonld"):
        export.export(output.current(built), "xml", tmp_path / "x")
    with pytest.raises(OutputError, match="no graph here"):
        export.export(tmp_path, "nq", tmp_path / "x")


def test_a_failed_export_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / quads.QUADS).write_bytes(gzip.compress(b"<a:a> nonsense\n"))
    with pytest.raises(InputError, match="malformed"):
        export.export(tmp_path, "jsonld", tmp_path / "x.jsonld")
    assert [p.name for p in tmp_path.iterdir()] == [quads.QUADS]


def test_an_export_to_nowhere_gives_one_clear_error(built: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot write"):
        export.export(output.current(built), "ttl", tmp_path / "file" / "x.ttl")


@pytest.mark.parametrize("form", export.formats())
def test_an_export_to_a_name_in_gz_is_gzipped(built: Path, tmp_path: Path, form: str) -> None:
    folder, plain = output.current(built), io.BytesIO()
    export.export(folder, form, plain)
    export.export(folder, form, tmp_path / f"x.{form}.gz")
    assert gzip.decompress((tmp_path / f"x.{form}.gz").read_bytes()) == plain.getvalue()
