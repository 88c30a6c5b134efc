"""Who found a mention, in tables and graph: said only where it is not the main extractor alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pyoxigraph
import pytest
from gold_documents import INFO

from kg import build, tables
from kg.rdf import quads, shapes
from ontology.model import THE_MODEL, Document
from ontology.vocabulary import DATA, iri

TERMS = SimpleNamespace(name="my terms.tsv", kind="terms", sha256="ab" * 32)
CODE = SimpleNamespace(name="software", kind="component", sha256="cd" * 32)


def written(folder: Path, document: Document, *found: tuple[str, ...], **more: str) -> set[tuple[str, str, str]]:
    """The triples of a build whose first mentions were found by these extractors."""
    changed = [replace(m, extractors=names, **more) for m, names in zip(document.mentions, found, strict=False)]
    mentions = (*changed, *document.mentions[len(changed) :])
    folder.mkdir(exist_ok=True)
    build.assemble([replace(document, mentions=mentions)], folder, INFO, sources=(CODE, TERMS))
    return {(q.subject.value, q.predicate.value, q.object.value) for q in quads.read(folder)}  # type: ignore[union-attr]


@pytest.fixture
def document(gold: tuple[Document, ...]) -> Document:
    return next(d for d in gold if len(d.mentions) > 4 and d.relations)


def test_a_mention_is_attributed_to_all_that_found_it(tmp_path: Path, document: Document) -> None:
    found = written(tmp_path, document, (TERMS.name,), (THE_MODEL, CODE.name), (THE_MODEL,))
    attributed = sorted((s, o) for s, p, o in found if p == iri("prov:wasAttributedTo"))
    main, code, terms = (f"{DATA}extractor/{end}" for end in (
        f"gold-1-{'0' * 12}", f"component-software-{'cd' * 6}", f"terms-my-terms-tsv-{'ab' * 6}",
    ))  # fmt: skip
    rows = tables.scan(tmp_path, "mentions").collect().sort("index").rows(named=True)
    assert attributed == sorted([(rows[0]["iri"], terms), (rows[1]["iri"], main), (rows[1]["iri"], code)])
    assert [row["extractors"] for row in rows[:3]] == [[TERMS.name], ["gold", CODE.name], ["gold"]]


def test_every_extractor_of_the_users_own_acts_on_behalf_of_the_main_one(tmp_path: Path, document: Document) -> None:
    found = written(tmp_path, document)
    behalf = {(s, o) for s, p, o in found if p == iri("prov:actedOnBehalfOf")}
    (main,) = {o for s, p, o in found if p == iri("prov:wasAssociatedWith")}
    assert len(behalf) == 2
    assert {o for _, o in behalf} == {main}
    record = json.loads((tmp_path / "build.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in record["extensions"]] == [CODE.name, TERMS.name]


def test_what_a_term_list_says_of_a_mention_is_in_the_graph_as_text(tmp_path: Path, document: Document) -> None:
    bad = 'https://x.org/"> <script>\\'
    found = written(tmp_path, document, (TERMS.name,), identifier='Q1 "x"\u202e', url=bad)
    said = {(p, o) for s, p, o in found if "/mention/" in s}
    assert (iri("dcterms:identifier"), 'Q1 "x"\u202e') in said
    assert (iri("schema:url"), bad) in said


@pytest.mark.parametrize("engine", ["compiled", "pyshacl"])
def test_such_a_graph_keeps_all_shapes(engine: shapes.Engine, tmp_path: Path, document: Document) -> None:
    written(tmp_path, document, (TERMS.name,), (THE_MODEL, CODE.name, TERMS.name), identifier="Q1", url="https://x.org")
    assert shapes.validate(tmp_path, engine=engine).violations == ()


def test_without_extensions_nothing_is_attributed(tmp_path: Path, document: Document) -> None:
    build.assemble([document], tmp_path, INFO)
    used = {q.predicate for q in quads.read(tmp_path)}
    assert pyoxigraph.NamedNode(iri("prov:wasAttributedTo")) not in used
    assert "extensions" not in json.loads((tmp_path / "build.json").read_text(encoding="utf-8"))


def test_an_extractor_that_the_record_does_not_name_fails_loudly(tmp_path: Path, document: Document) -> None:
    with pytest.raises(KeyError):
        written(tmp_path, document, ("nobody",))
