"""A report has each violation once and in order."""

from kg.rdf.violations import Violation, report, short
from ontology.vocabulary import ONTOLOGY


def violation(node: str, path: str) -> Violation:
    return Violation(node=node, shape="S", path=path, value="", message="m")


def test_each_violation_comes_once_and_in_order() -> None:
    found = [violation("b", "x"), violation("a", "y"), violation("a", "x"), violation("b", "x")]
    made = report(found, 7)
    assert [(v.node, v.path) for v in made.violations] == [("a", "x"), ("a", "y"), ("b", "x")]
    assert (made.conforms, made.triples) == (False, 7)
    assert report([], 0).conforms


def test_known_iris_are_shortened_and_others_left() -> None:
    assert short(f"{ONTOLOGY}year") == "pkg:year"
    assert short("x:y") == "x:y"
