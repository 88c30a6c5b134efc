"""Named queries answer from the gold documents; what is not a reading query is refused in one line."""

import csv
import io
import json
from pathlib import Path

import polars as pl
import pyoxigraph
import pytest

from extractors.clean import clean
from kg import output
from kg.errors import OutputError, QueryError, UsageError
from kg.rdf import catalogue, query, refusal, results
from ontology.model import Document, Role

NASTY = 'x" . } DROP ALL #'


@pytest.fixture(scope="module")
def folder(built: Path) -> Path:
    return output.current(built)


def rows(found: query.Result) -> list[dict[str, results.Value]]:
    assert isinstance(found, query.Table)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


@pytest.mark.parametrize("named", query.queries(), ids=lambda q: q.name)
def test_every_named_query_says_what_it_is_and_answers_its_example(folder: Path, named: query.NamedQuery) -> None:
    assert named.title
    assert named.question.endswith("?")
    assert all(p.words and p.example for p in named.parameters)
    given = {p.name: p.example for p in named.parameters if p.required}
    found = query.answer(folder, named.name, given)
    assert isinstance(found, query.Table)
    assert not set(found.columns) & {p.name for p in named.parameters}
    assert found == query.answer(folder, named.name, given)


def test_there_are_enough_named_queries() -> None:
    assert len(query.queries()) >= 14


@pytest.mark.parametrize("named", query.queries(), ids=lambda q: q.name)
def test_every_named_query_has_an_order(named: query.NamedQuery) -> None:
    assert "ORDER BY" in named.sparql


def test_methods_proposed_has_one_row_a_paper_and_method(folder: Path, gold: tuple[Document, ...]) -> None:
    found = rows(query.answer(folder, "methods-proposed"))
    pairs = [(row["paper"], row["method"]) for row in found]
    assert len(pairs) == len(set(pairs))
    proposed = {d.paper.title for d in gold for m in d.mentions if m.role is Role.PROPOSED and m.type.value == "Method"}
    assert {clean(title).text for title in proposed} == {row["paper"] for row in found}
    texts = "\n".join(d.paper.title + "\n" + d.paper.abstract for d in gold)
    assert all(str(row["sentence"]) in texts for row in found)


def test_a_name_is_found_in_any_case_and_by_its_aliases(folder: Path) -> None:
    top = rows(query.answer(folder, "top-methods", {"limit": 1}))[0]["method"]
    answers = [query.answer(folder, "entity-aliases", {"entity": n}) for n in (top, str(top).upper(), f" {top} ")]
    assert answers[0] == answers[1] == answers[2]
    aliased = query.answer(folder, "SELECT ?n ?a { ?e skos:prefLabel ?n ; skos:altLabel ?a } ORDER BY ?e ?a LIMIT 20")
    for row in rows(aliased):
        names = {each["name"] for each in rows(query.answer(folder, "entity-aliases", {"entity": row["a"]}))}
        assert row["n"] in names


@pytest.mark.parametrize("named", [q for q in query.queries() if q.parameters], ids=lambda q: q.name)
def test_a_hostile_value_stays_a_value(folder: Path, named: query.NamedQuery) -> None:
    given = {p.name: NASTY for p in named.parameters if p.type in ("name", "text")}
    given |= {p.name: p.example for p in named.parameters if p.required and p.name not in given}
    found = query.answer(folder, named.name, given)
    assert isinstance(found, query.Table)
    if NASTY in given.values():
        assert found.rows == ()
    assert len(rows(query.answer(folder, "top-methods"))) == 20


def test_limit_cuts_the_rows(folder: Path) -> None:
    assert len(rows(query.answer(folder, "top-tasks", {"limit": "3"}))) == 3
    assert len(rows(query.answer(folder, "top-tasks", limit=2))) == 2


def test_an_open_parameter_gives_each_row_once(folder: Path) -> None:
    found = query.answer(folder, "methods-by-year")
    assert isinstance(found, query.Table)
    assert found.rows
    assert len(set(found.rows)) == len(found.rows)
    assert all(0 < row["share"] <= 1 for row in rows(found))


def test_counts_agree_with_the_tables(folder: Path) -> None:
    entities = pl.read_parquet(folder / "entities.parquet")
    for kind in ("Method", "Task", "Dataset"):
        found = rows(query.answer(folder, f"top-{kind.lower()}s", {"limit": 1}))[0]
        assert found["papers"] == entities.filter(pl.col("type") == kind)["papers"].max()


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("methods-for-tasks", {}, "did you mean methods-for-task"),
        ("zzzz", {}, "known are: co-used-methods"),
        ("methods-for-task", {}, "parameter task is missing"),
        ("methods-for-task", {"task": "x", "tsk": "y"}, "no parameter 'tsk'; expected task"),
        ("methods-proposed", {"x": "y"}, "it takes none"),
        ("papers-of-year", {"year": "MMXX"}, "expected a whole number"),
        ("top-tasks", {"limit": "-1"}, "expected a number of rows"),
        ("new-entities-by-year", {"type": "Paper"}, "expected one of Method, Task, Dataset"),
        ("SELECT * WHERE { ?x ", {}, "SPARQL syntax error at line 1, column 21"),
        ("SELECT *\nWHERE { ?x ?y ?z ?w }", {}, "SPARQL syntax error at line 2, column"),
        ("SELECT * { ?x zz:a ?y }", {}, "the prefix zz: is not declared"),
        ("", {}, "SPARQL syntax error"),
    ],
)
def test_a_faulty_question_gives_one_clear_line(
    folder: Path, name: str, given: dict[str, object], message: str
) -> None:
    with pytest.raises(QueryError) as error:
        query.answer(folder, name, given)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_graph_gives_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no graph store"):
        query.answer(tmp_path, "top-methods")


@pytest.mark.parametrize(
    "text",
    [
        "INSERT DATA { <a:a> <a:b> <a:c> }",
        "drop all",
        "LOAD <http://127.0.0.1:9/>",
        "DELETE WHERE { ?s ?p ?o }",
        "SELECT * FROM <http://127.0.0.1:9/> { ?s ?p ?o }",
        "ASK FROM NAMED <x:x> {}",
        "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * {SERVICE:foo {?s ?p ?o}}",
        "SELECT * {SERVICESILENT<http://127.0.0.1:9/> {?s ?p ?o}}",
        "SELECT * { ?s ?p 1.5e3SERVICE<http://127.0.0.1:9/>{?a ?b ?c} }",
        "SELECT * { ?s ?p trueSERVICE<http://127.0.0.1:9/>{?a ?b ?c} }",
        'SELECT * { ?a ?x ?b FILTER(?a<?b#>"""\n) SERVICE <http://127.0.0.1:9/> {?r ?e ?r} #"""\n }',
        "SELECT * { \\u0053ERVICE <http://127.0.0.1:9/> {?r ?e ?r} }",
        "SELECT * { SERVICE#\n#\n?x#\n{} }",
    ],
)
def test_updates_and_requests_elsewhere_are_refused_before_they_run(text: str) -> None:
    with pytest.raises(QueryError, match="is refused"):
        refusal.refuse(text)


@pytest.mark.parametrize(
    "text",
    [
        'SELECT ("web service; INSERT DATA" AS ?x) {}',
        "SELECT * { ?x rdfs:label 'from here' } # DELETE FROM",
        "SELECT * { ?s <http://x/from#service> ?o }",
        "SELECT * { ?from :drop ?insert . ?load a pkg:Method }",
    ],
)
def test_words_in_texts_names_and_comments_are_no_keywords(text: str) -> None:
    refusal.refuse(text)


def test_a_long_run_of_hashes_is_read_in_no_time() -> None:
    refusal.refuse("SELECT * {} #" + "SERVICE " + "#" * 20_000)


def test_other_forms_of_query_answer(folder: Path) -> None:
    assert query.answer(folder, "ASK { ?x a pkg:Paper }") is True
    found = query.answer(folder, "CONSTRUCT { ?x a pkg:Dataset } WHERE { ?x a pkg:Dataset }")
    assert isinstance(found, query.Triples)
    assert found.rows == tuple(sorted(set(found.rows)))
    assert len(list(pyoxigraph.parse(query.text(found, "ttl"), pyoxigraph.RdfFormat.TURTLE))) == len(found.rows)
    described = query.answer(folder, "DESCRIBE ?x WHERE { ?x a pkg:Method } LIMIT 1")
    assert isinstance(described, query.Triples)
    assert described.rows


def test_the_frame_has_a_type_a_column(folder: Path) -> None:
    frame = query.run(folder, "papers-using-method", method="BERT")
    assert frame.columns == ["paper", "year", "how", "confidence", "sentence"]
    assert frame.height == 0 or frame.schema["confidence"] == pl.Float64
    assert query.run(folder, "ASK {}").rows() == [(True,)]
    mixed = query.run(folder, 'SELECT ?x { VALUES ?x { 1 "a" UNDEF } }')
    assert mixed["x"].to_list() == ["1", "a", None]
    assert query.run(folder, "SELECT ?x { VALUES ?x { 1 2.5 } }")["x"].to_list() == [1.0, 2.5]


def made(text: str) -> query.Table:
    terms = [(pyoxigraph.Literal(text), pyoxigraph.Literal(-3), pyoxigraph.NamedNode("a:a"), None)]
    return results.table(("t", "n", "i", "e"), terms)


@pytest.mark.parametrize("text", ["=1+1", "+a", "-a", "@SUM(A1)", 'a "b", c\nd', "\t=1", "plain"])
def test_a_cell_of_a_spreadsheet_starts_no_formula(text: str) -> None:
    ((t, n, i, e),) = list(csv.reader(io.StringIO(query.text(made(text), "csv"))))[1:]
    assert t == (text if text[0] in 'ap"' else "'" + text)
    assert (n, i, e) == ("-3", "a:a", "")


def test_tsv_has_one_line_a_row() -> None:
    assert query.text(made("a\tb\nc"), "tsv") == "t\tn\ti\te\na b c\t-3\ta:a\t\n"


def test_json_is_that_of_sparql() -> None:
    found = json.loads(query.text(made("=x\u202e"), "json"))
    assert found["head"] == {"vars": ["t", "n", "i", "e"]}
    (row,) = found["results"]["bindings"]
    assert row["t"] == {"type": "literal", "value": "=x\u202e"}
    assert row["n"]["datatype"].endswith("#integer")
    assert row["i"] == {"type": "uri", "value": "a:a"}
    assert "e" not in row


def test_a_form_that_does_not_fit_gives_one_clear_error() -> None:
    with pytest.raises(UsageError, match="expected one of csv, tsv, json"):
        query.text(made("x"), "ttl")


def test_the_page_of_queries_is_up_to_date() -> None:
    page = Path(__file__).parents[3] / "docs" / "queries.md"
    assert page.read_text(encoding="utf-8") == catalogue.page(), "run python -m kg.rdf.catalogue > docs/queries.md"
