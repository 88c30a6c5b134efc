"""The compiled checker finds what pyshacl finds, whatever is wrong with a graph."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gold_documents import INFO
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, parse
from small_graph import BUILD, venue_author_and_counts, write_tables

from kg import build
from kg.errors import InputError
from kg.rdf import compiled, quads, shapes
from kg.rdf.constraints import UnknownConstraintError
from ontology.model import Document
from ontology.vocabulary import CLASSES, PREFIXES, iri, term

TYPE = NamedNode(iri("rdf:type"))
KINDS = [NamedNode(iri(f"xsd:{n}")) for n in ("integer", "decimal", "string", "boolean", "anyURI", "date", "double")]
TEXTS = ["", "0", "1", "-1", "007", "+5", " 5 ", "1_0", "1.50", "1e3", "99999999999999999999", "abc", "title", "true",
         "2020", "2020-01-01", "a\nb\u0085c", "]] \"'\\ <b>", "used"]  # fmt: skip
COMPARED = {term(n) for n in ("start", "end", "firstYear", "lastYear", "paperCount", "statementCount")}
"""Properties whose values pyshacl cannot compare where they are ill-typed or nameless: it falls over them."""
Change = Callable[[random.Random, list[Quad], int], list[Quad]]


def _with(quad: Quad, **new: object) -> Quad:
    old = {"subject": quad.subject, "predicate": quad.predicate, "object": quad.object, "graph_name": quad.graph_name}
    return Quad(**{**old, **new})  # type: ignore[arg-type]


def _literal(chance: random.Random) -> Literal:
    if chance.random() < 0.1:
        return Literal(chance.choice(TEXTS), language="en")
    return Literal(chance.choice(TEXTS), datatype=chance.choice(KINDS))


def _value(chance: random.Random, graph: list[Quad]) -> Literal | NamedNode:
    if chance.random() < 0.5:
        return _literal(chance)
    return chance.choice([chance.choice(graph).subject, NamedNode("a:a"), chance.choice(graph).object])


def _drop(_: random.Random, __: list[Quad], ___: int) -> list[Quad]:
    return []


def _other_datatype(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    value = graph[at].object
    return [_with(graph[at], object=Literal(value.value, datatype=chance.choice(KINDS)))]


def _other_text(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    value = graph[at].object
    kind = value.datatype if isinstance(value, Literal) and not value.language else None
    return [_with(graph[at], object=Literal(chance.choice(TEXTS), datatype=kind))]


def _other_value(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    return [_with(graph[at], object=_value(chance, graph))]


def _second_value(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    return [graph[at], _with(graph[at], object=_value(chance, graph))]


def _same_twice(_: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    return [graph[at], _with(graph[at], graph_name=NamedNode("a:graph"))]


def _other_property(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    return [_with(graph[at], predicate=chance.choice(graph).predicate)]


def _other_class(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    name = chance.choice(CLASSES)
    return [graph[at], Quad(graph[at].subject, TYPE, NamedNode(term(name)), graph[at].graph_name)]


def _other_subject(chance: random.Random, graph: list[Quad], at: int) -> list[Quad]:
    return [_with(graph[at], subject=chance.choice([chance.choice(graph).subject, NamedNode("a:a")]))]


CHANGES: list[Change] = [
    _drop, _other_datatype, _other_text, _other_value, _second_value, _same_twice, _other_property, _other_class,
    _other_subject,
]  # fmt: skip


def _written(path: Path, graph: list[Quad]) -> Path:
    path.write_text("".join(f"{quad} .\n" for quad in graph), encoding="utf-8")
    return path


def _both(path: Path) -> tuple[shapes.Report, shapes.Report]:
    return shapes.validate(path, engine="compiled"), shapes.validate(path, engine="pyshacl")


def _apart(ours: shapes.Report, theirs: shapes.Report) -> list[tuple[str, shapes.Violation]]:
    """What one of two reports has and the other has not."""
    assert ours.triples == theirs.triples
    only_ours = [("only compiled", each) for each in ours.violations if each not in theirs.violations]
    return [*only_ours, *(("only pyshacl", each) for each in theirs.violations if each not in ours.violations)]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> list[Quad]:
    """The quads of a graph that has a node of every class."""
    folder = write_tables(tmp_path_factory.mktemp("tiny"), title="C++ is new", year=2020)
    quads.write(folder, BUILD)
    found = list(quads.read(folder))
    entity = next(q.subject.value for q in found if q.object == NamedNode(term("Method")))
    paper = next(str(q.subject) for q in found if q.object == NamedNode(term("Paper")))
    more = parse(input="".join(venue_author_and_counts(entity, paper)), format=RdfFormat.N_QUADS)
    return [*found, *(quad for quad in more if isinstance(quad, Quad))]


@pytest.fixture(scope="module")
def few(gold: tuple[Document, ...], tmp_path_factory: pytest.TempPathFactory) -> list[Quad]:
    """The quads of the graph of five real papers."""
    folder = tmp_path_factory.mktemp("few")
    build.assemble(gold[:5], folder, INFO)
    return list(quads.read(folder))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_a_changed_triple_is_judged_as_by_pyshacl(tmp_path: Path, tiny: list[Quad], change: Change) -> None:
    chance = random.Random(change.__name__)
    for at in sorted(chance.sample(range(len(tiny)), 12)):
        changed = [*tiny[:at], *change(chance, tiny, at), *tiny[at + 1 :]]
        try:
            ours, theirs = _both(_written(tmp_path / "x.nq", changed))
        except InputError:
            assert tiny[at].predicate.value in COMPARED
            continue
        assert _apart(ours, theirs) == [], tiny[at]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_real_papers_with_changed_triples_are_judged_as_by_pyshacl(tmp_path: Path, few: list[Quad], seed: int) -> None:
    """Forty changes at once, each of a single triple, so that pyshacl need not look at the whole for each of them."""
    chance = random.Random(seed)
    places = set(chance.sample([at for at, quad in enumerate(few) if quad.predicate.value not in COMPARED], 40))

    def changed() -> Iterator[Quad]:
        for at, quad in enumerate(few):
            yield from chance.choice(CHANGES)(chance, few, at) if at in places else [quad]

    ours, theirs = _both(_written(tmp_path / "x.nq", list(changed())))
    assert _apart(ours, theirs) == []
    assert len(ours.violations) > 10


def test_nameless_nodes_are_judged_as_by_pyshacl(tmp_path: Path, tiny: list[Quad]) -> None:
    """Only the words differ: pyshacl writes out all that a nameless node says, as far as its batch knows."""
    for at, quad in list(enumerate(tiny))[::5]:
        # pyshacl refuses to compare a nameless node with a number
        name = "subject" if at % 2 or quad.predicate.value in COMPARED else "object"
        changed = [*tiny[:at], _with(quad, **{name: BlankNode("b")}), *tiny[at + 1 :]]
        ours, theirs = (
            {(v.node, v.shape, v.path, v.value) for v in report.violations}
            for report in _both(_written(tmp_path / "x.nq", changed))
        )
        assert ours == theirs, quad


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("sh:property [ sh:path rdfs:label ; sh:maxLength 3 ]", "sh:maxLength"),
        ("sh:property [ sh:path rdfs:label ; sh:pattern 'x' ; sh:flags 'i' ]", "sh:flags"),
        ("sh:property [ sh:path rdfs:label ; sh:equals rdfs:comment ]", "sh:equals"),
        ("sh:property [ sh:path [ sh:inversePath rdfs:label ] ]", "the path"),
        ("sh:property [ sh:path rdfs:label ; sh:class pkg:A, pkg:B ]", "sh:class 2 times"),
        ("sh:property [ sh:path rdfs:label ; sh:minCount 'x' ]", "whole number"),
        ("sh:property [ sh:path rdfs:label ; sh:minInclusive 'x' ]", "no number"),
        ("sh:property [ sh:path rdfs:label ; sh:datatype rdfs:Literal ]", "no datatype"),
        ("sh:property [ sh:path rdfs:label ; sh:lessThan 'x' ]", "no property"),
        ("sh:property [ sh:path rdfs:label ; sh:in pkg:A ]", "expected a list"),
        ("sh:or ( [ sh:property [ sh:path rdfs:label ] ] )", "sh:property"),
        ("sh:nodeKind pkg:A", "none of IRI"),
        ("sh:sparql [ sh:select 'SELECT' ]", "sh:sparql"),
        ("sh:targetNode pkg:A", "sh:targetNode"),
        ("sh:deactivated true", "sh:deactivated"),
        ("sh:minCount 1", "sh:minCount"),
        ("rdfs:comment 'x'", "rdf-schema#comment"),
    ],
)
def test_what_the_checker_does_not_know_is_an_error(statement: str, said: str) -> None:
    prefixes = "".join(f"@prefix {short}: <{name}> .\n" for short, name in PREFIXES.items())
    text = f"{prefixes} pkg:S a sh:NodeShape ; sh:targetClass pkg:Paper ; {statement} ."
    with pytest.raises(UnknownConstraintError, match=rf"^ontology/shapes\.ttl: [^\n]*{said}[^\n]*$"):
        compiled.read(text)


def test_the_shapes_of_the_ontology_are_all_compiled() -> None:
    assert {name for shape in compiled.shapes() for name in shape.classes} == {NamedNode(term(n)) for n in CLASSES}
    assert all(shape.name.endswith("Shape") for shape in compiled.shapes())
