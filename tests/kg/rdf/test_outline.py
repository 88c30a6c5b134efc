"""Shapes are read with their lists and nameless parts, and refused where they are not whole."""

import pytest
from pyoxigraph import NamedNode, RdfFormat, parse

from kg.rdf.constraints import UnknownConstraintError
from kg.rdf.outline import Outline

HEAD = "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix : <x:> .\n"


def outline(text: str) -> Outline:
    return Outline(parse(input=HEAD + text, format=RdfFormat.TURTLE))


def test_shapes_with_a_target_are_listed_by_name() -> None:
    found = outline(":b sh:targetClass :B . :a sh:targetSubjectsOf :A . :c sh:path :C .")
    assert found.shapes() == [NamedNode("x:a"), NamedNode("x:b")]


def test_a_target_without_a_name_is_refused() -> None:
    with pytest.raises(UnknownConstraintError, match="has no name"):
        outline("[ sh:targetClass :B ] .").shapes()


def test_lists_keep_their_order() -> None:
    found = outline(":a sh:in ( :z :y :x ) ; sh:or () .")
    names = [str(item) for item in found.items(found.one(NamedNode("x:a"), "in"))]
    assert names == ["<x:z>", "<x:y>", "<x:x>"]
    assert found.items(found.one(NamedNode("x:a"), "or")) == []


def test_a_part_that_is_there_twice_or_not_at_all_is_refused() -> None:
    found = outline(":a sh:class :b, :c .")
    with pytest.raises(UnknownConstraintError, match="sh:class 2 times"):
        found.one(NamedNode("x:a"), "class")
    with pytest.raises(UnknownConstraintError, match="sh:path 0 times"):
        found.one(NamedNode("x:a"), "path")


def test_a_nameless_part_is_written_out() -> None:
    found = outline(":a sh:or ( [ sh:class :b ; sh:in ( 1 'x' ) ] ) .")
    member = found.items(found.one(NamedNode("x:a"), "or"))[0]
    number = 'Literal("1", datatype=<http://www.w3.org/2001/XMLSchema#integer>)'
    assert found.written(member) == f'[ sh:class <x:b> ; sh:in ( {number} Literal("x") ) ]'
