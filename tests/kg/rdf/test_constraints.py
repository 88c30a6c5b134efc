"""Each constraint judges every kind of value as pyshacl does."""

from pathlib import Path

import pyshacl
import pytest
import rdflib
from rdflib import SH

from kg.rdf import compiled
from kg.rdf.constraints import PAIRS, RULES
from kg.rdf.content import read
from ontology.vocabulary import PREFIXES

HEAD = "".join(f"@prefix {short}: <{name}> .\n" for short, name in PREFIXES.items()) + "@prefix : <x:> .\n"
VALUES = [
    *('"abc"', '""', '"title"', '"title"@en', '"1"', '" "', '"a\\nb"', '"2020-01-01"^^xsd:date', '"never"^^xsd:date'),
    *(f'"{text}"^^xsd:{kind}' for kind in ("integer", "decimal", "double", "boolean", "nonNegativeInteger")
      for text in ("0", "1", "-1", "007", "1.50", " 5 ", "1_0", "true", "abc", "NaN", "1e3", "")),
    *(":a", ":title", "<https://example.org/a?b=c>", ":typed", ":below", "_:b", '"x"^^:own', '"x"^^xsd:anyURI'),
]  # fmt: skip
TYPED = ":typed a :Class . :below a :Sub . :Sub rdfs:subClassOf :Middle . :Middle rdfs:subClassOf :Class .\n"
STATED = [
    "sh:nodeKind sh:IRI", "sh:nodeKind sh:Literal", "sh:nodeKind sh:BlankNodeOrIRI", "sh:nodeKind sh:IRIOrLiteral",
    "sh:class :Class", "sh:class :Middle", "sh:pattern '^[a-z:]+$'", "sh:pattern '\\\\d'", "sh:minLength 0",
    "sh:minLength 3", "sh:in ( 'title' :a 1 )", "sh:minInclusive 1", "sh:maxInclusive 1", "sh:maxInclusive 1.5",
    "sh:datatype xsd:string", "sh:datatype xsd:integer", "sh:datatype xsd:decimal", "sh:datatype xsd:date",
    "sh:datatype xsd:anyURI", "sh:datatype xsd:boolean", "sh:datatype xsd:double",
    "sh:or ( [ sh:class :Class ] [ sh:datatype xsd:integer ; sh:minInclusive 1 ] )", "sh:minCount 2",
    "sh:maxCount 0", "sh:disjoint :r", "sh:lessThan :r", "sh:lessThanOrEquals :r",
]  # fmt: skip


Found = set[tuple[str, str, str]]


def _ours(shapes: str, data: str, folder: Path) -> Found:
    path = folder / "x.ttl"
    path.write_text(data, encoding="utf-8")
    nodes = read(path).nodes
    return {(v.node, v.path, v.value) for v in compiled.check(nodes, compiled.read(shapes))}


def _theirs(shapes: str, data: str, monkeypatch: pytest.MonkeyPatch) -> Found | None:
    """What pyshacl finds; None where it falls over a value."""
    monkeypatch.setattr(rdflib, "NORMALIZE_LITERALS", False)
    graph = rdflib.Graph().parse(data=data, format="turtle")
    monkeypatch.undo()
    try:
        _, report, _ = pyshacl.validate(graph, shacl_graph=rdflib.Graph().parse(data=shapes, format="turtle"))
    except (pyshacl.errors.ReportableRuntimeError, ArithmeticError, TypeError):
        return None
    parts = (SH.focusNode, SH.resultPath, SH.value)
    rows = ([report.value(result, part) for part in parts] for result in report.subjects(SH.focusNode))
    return {tuple("" if part is None else str(part) for part in row) for row in rows}  # type: ignore[misc]


def _graph(values: dict[int, str], beside: str) -> str:
    nodes = [f":n{at} a :N ; :p {value} ; :r {beside} .\n" for at, value in values.items()]
    return HEAD + TYPED + "".join(nodes) + ":none a :N .\n:two a :N ; :p 3, 4, 99 .\n"


@pytest.mark.parametrize("stated", STATED)
@pytest.mark.filterwarnings("ignore")
def test_every_value_is_judged_as_by_pyshacl(tmp_path: Path, stated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = f"{HEAD} <s:S> a sh:NodeShape ; sh:targetClass :N ; sh:property [ sh:path :p ; {stated} ] ."
    pair = any(f"sh:{name} " in stated for name in PAIRS)
    numbers = ['"5"^^xsd:integer', '"m"', ":m", '"2020-01-01"^^xsd:date', '"x"^^xsd:integer', '"abc", :a']
    for beside in numbers if pair else numbers[:1]:
        everything = dict(enumerate(VALUES))
        theirs = _theirs(shapes, _graph(everything, beside), monkeypatch)
        ways = [everything] if theirs is not None else [{at: value} for at, value in everything.items()]
        for values in ways:
            data = _graph(values, beside)
            theirs = _theirs(shapes, data, monkeypatch)
            if theirs is not None:
                assert _nameless(_ours(shapes, data, tmp_path)) == _nameless(theirs), values


def _nameless(found: Found) -> Found:
    """rdflib gives nameless nodes names of its own."""
    known = {f"x:n{at}" for at, value in enumerate(VALUES) if value.startswith("_:")}
    return {(node, path, "_" if node in known and value else value) for node, path, value in found}


@pytest.mark.parametrize(
    "stated", ["sh:minInclusive 1", "sh:maxInclusive 1", "sh:lessThan :r", "sh:lessThanOrEquals :r"]
)
@pytest.mark.parametrize("value", ['"NaN"^^xsd:decimal', "_:b"])
def test_what_has_no_order_breaks_every_bound(tmp_path: Path, stated: str, value: str) -> None:
    """SHACL 4.3, 4.5: values that cannot be compared are violations; pyshacl falls over them."""
    shapes = f"{HEAD} <s:S> a sh:NodeShape ; sh:targetClass :N ; sh:property [ sh:path :p ; {stated} ] ."
    assert len(_ours(shapes, f"{HEAD} :n a :N ; :p {value} ; :r 1 .", tmp_path)) == 1


@pytest.mark.parametrize("stated", ["sh:nodeKind sh:IRI", "sh:class :Class", "sh:pattern 'typed'", "sh:closed true"])
def test_constraints_on_the_node_itself_are_judged_as_by_pyshacl(
    tmp_path: Path, stated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "sh:ignoredProperties ( rdf:type )" if "closed" in stated else "sh:minLength 4"
    shapes = f"{HEAD} <s:S> a sh:NodeShape ; sh:targetSubjectsOf :p ; {stated} ; {more} ; sh:property [ sh:path :p ] ."
    data = HEAD + TYPED + ":typed :p 1 ; :q 2, 'x' . :a :p 1 ; a rdfs:Resource . <abc:def> :p 1 ; a :B ."
    assert _ours(shapes, data, tmp_path) == _theirs(shapes, data, monkeypatch)


def test_every_known_constraint_is_tried() -> None:
    assert {stated.split()[0].removeprefix("sh:") for stated in STATED} >= {*RULES, *PAIRS}
