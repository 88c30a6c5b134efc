"""The shapes of the ontology as a compiled checker: every node of a graph once, every value by direct look-ups.

What is checked is read from `ontology/shapes.ttl` (SHACL, W3C 2017); nothing of it is repeated here. A part of
SHACL that is not known here is an error, never passed over. pyshacl is the referee: see `kg.rdf.shapes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias, cast

from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, parse

from kg.rdf.constraints import PAIRS, RULES, Pair, Rule, Types, UnknownConstraintError, pairs, rules, whole
from kg.rdf.outline import Outline
from kg.rdf.values import Term, written
from kg.rdf.violations import Violation, short
from ontology.vocabulary import iri

SHAPES: Final = "https://w3id.org/paperkg/shapes#"
Node: TypeAlias = Mapping[NamedNode, Sequence[Term]]
"""The values of each property of a node, each value once."""
_TYPE: Final = NamedNode(iri("rdf:type"))
_SUBCLASS: Final = NamedNode(iri("rdfs:subClassOf"))
_RESOURCE: Final = NamedNode(iri("rdfs:Resource"))
_OF_NODES: Final = (
    "targetClass",
    "targetSubjectsOf",
    "targetObjectsOf",
    "closed",
    "ignoredProperties",
    "property",
    "message",
    *RULES,
)
_OF_PROPERTIES: Final = ("path", "minCount", "maxCount", "message", *RULES, *PAIRS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Property:
    """What the values of a property of a node must be."""

    path: NamedNode
    least: int
    most: int | None
    rules: tuple[Rule, ...]
    pairs: tuple[Pair, ...]
    message: str
    """Said instead of the words of the rules, where it is not empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """What a node must be."""

    name: str
    classes: frozenset[Term]
    subjects_of: frozenset[Term]
    objects_of: frozenset[Term]
    rules: tuple[Rule, ...]
    message: str
    properties: dict[NamedNode, tuple[_Property, ...]]
    required: tuple[_Property, ...]
    closed: bool
    ignored: frozenset[Term]


def read(text: str) -> tuple[_Shape, ...]:
    """The compiled shapes of a file of Turtle, in the order of their names.

    Raises:
        UnknownConstraintError: the text uses a part of SHACL that is not known here.
    """
    outline = Outline(parse(input=text, format=RdfFormat.TURTLE))
    return tuple(_shape(outline, node) for node in outline.shapes())


@cache
def shapes() -> tuple[_Shape, ...]:
    """The compiled shapes of the ontology; raises as `read` does."""
    return read(files("ontology").joinpath("shapes.ttl").read_text(encoding="utf-8"))


def _shape(outline: Outline, node: NamedNode) -> _Shape:
    parts = outline.only(node, _OF_NODES)
    properties: dict[NamedNode, tuple[_Property, ...]] = {}
    for each in outline.all(node, "property"):
        one = _property(outline, each)
        properties[one.path] = (*properties.get(one.path, ()), one)
    ignored = outline.items(outline.one(node, "ignoredProperties")) if "ignoredProperties" in parts else []
    return _Shape(
        name=node.value.removeprefix(SHAPES),
        classes=frozenset(outline.all(node, "targetClass")),
        subjects_of=frozenset(outline.all(node, "targetSubjectsOf")),
        objects_of=frozenset(outline.all(node, "targetObjectsOf")),
        rules=rules(outline, node, parts.intersection(RULES)),
        message=_message(outline, node),
        properties=properties,
        required=tuple(one for found in properties.values() for one in found if one.least),
        closed="closed" in parts and _true(outline.one(node, "closed")),
        ignored=frozenset(ignored),
    )


def _property(outline: Outline, node: Term) -> _Property:
    parts = outline.only(node, _OF_PROPERTIES)
    path = outline.one(node, "path")
    if not isinstance(path, NamedNode):
        raise UnknownConstraintError(
            f"ontology/shapes.ttl: the path {outline.written(path)} is not just a property, and the compiled checker "
            "knows no other"
        )
    return _Property(
        path=path,
        least=whole(outline.one(node, "minCount")) if "minCount" in parts else 0,
        most=whole(outline.one(node, "maxCount")) if "maxCount" in parts else None,
        rules=rules(outline, node, parts.intersection(RULES)),
        pairs=pairs(outline, node, parts.intersection(PAIRS)),
        message=_message(outline, node),
    )


def _message(outline: Outline, node: Term) -> str:
    return "; ".join(sorted(each.value for each in outline.all(node, "message") if isinstance(each, Literal)))


def _true(term: Term) -> bool:
    return isinstance(term, Literal) and term.value in {"true", "1"}


def check(nodes: Mapping[Term, Node], against: tuple[_Shape, ...] | None = None) -> Iterator[Violation]:
    """The violations of a graph, in the order of its nodes; a violation may come twice.

    Args:
        nodes: the graph, by subject and property.
        against: the shapes; else those of the ontology.
    """
    known = shapes() if against is None else against
    types = _classes(nodes)
    aimed: dict[frozenset[Term], list[_Shape]] = {}
    by_property = [(shape, shape.subjects_of) for shape in known if shape.subjects_of]
    for node, properties in nodes.items():
        own = types.get(node, frozenset())
        if own not in aimed:
            aimed[own] = [shape for shape in known if not shape.classes.isdisjoint(own)]
        for shape in aimed[own]:
            yield from _broken(shape, node, properties, types)
        for shape, named in by_property:
            if shape not in aimed[own] and not named.isdisjoint(properties):
                yield from _broken(shape, node, properties, types)
    yield from _objects(nodes, [shape for shape in known if shape.objects_of], types)


def _objects(nodes: Mapping[Term, Node], known: Sequence[_Shape], types: Types) -> Iterator[Violation]:
    """How the values of properties break the shapes aimed at them, whether or not the graph says more of them."""
    values = objects(nodes, {path for shape in known for path in shape.objects_of})
    for shape in known:
        for node in dict.fromkeys(value for path in shape.objects_of for value in values[path]):
            yield from _broken(shape, node, nodes.get(node, {}), types)


def objects(nodes: Mapping[Term, Node], paths: Iterable[Term]) -> dict[Term, dict[Term, None]]:
    """The values of each of these properties in a graph, each once, in the order of the nodes."""
    found: dict[Term, dict[Term, None]] = {path: {} for path in paths}
    for properties in nodes.values():
        for path in found.keys() & properties.keys():
            found[path].update(dict.fromkeys(properties[cast(NamedNode, path)]))
    return found


def _classes(nodes: Mapping[Term, Node]) -> Types:
    """The classes of every node, with those above them as far as the graph itself tells."""
    above = {node: found[_SUBCLASS] for node, found in nodes.items() if _SUBCLASS in found}
    same: dict[tuple[Term, ...], frozenset[Term]] = {}
    types: dict[Term, frozenset[Term]] = {}
    for node, properties in nodes.items():
        own = tuple(properties.get(_TYPE, ()))
        if own not in same:
            same[own] = frozenset(_upwards(own, above))
        if own:
            types[node] = same[own]
    return types


def _upwards(classes: Iterable[Term], above: Mapping[Term, Sequence[Term]]) -> Iterator[Term]:
    seen: set[Term] = set()
    waiting = list(classes)
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting.extend(above.get(one, ()))
    yield from seen


def _broken(shape: _Shape, node: Term, properties: Node, types: Types) -> Iterator[Violation]:
    """How a node breaks a shape."""
    for rule in shape.rules:
        if not rule.holds(node, types):
            yield _violation(shape, node, None, node, shape.message or rule.words(node))
    for one in shape.required:
        if one.path not in properties:
            yield _too_few(shape, one, node)
    for path, values in properties.items():
        known = shape.properties.get(path)
        if known is not None:
            for one in known:
                yield from _values(shape, one, node, properties, types)
        elif shape.closed and path not in shape.ignored:
            for value in values:
                if path != _TYPE or value != _RESOURCE:
                    words = f"Node {written(node)} is closed. It cannot have value: {written(value)}"
                    yield _violation(shape, node, path, value, shape.message or words)


def _values(shape: _Shape, one: _Property, node: Term, properties: Node, types: Types) -> Iterator[Violation]:
    """What is wrong with the values of a property that a node has."""
    values = properties[one.path]
    if len(values) < one.least:
        yield _too_few(shape, one, node)
    if one.most is not None and len(values) > one.most:
        words = f"More than {one.most} values on {written(node)}->{written(one.path)}"
        yield _violation(shape, node, one.path, None, one.message or words)
    for rule in one.rules:
        for value in values:
            if not rule.holds(value, types):
                yield _violation(shape, node, one.path, value, one.message or rule.words(value))
    for pair in one.pairs:
        for value in pair.broken(values, properties.get(pair.other, ())):
            yield _violation(shape, node, one.path, value, one.message or pair.words(node, value))


def _too_few(shape: _Shape, one: _Property, node: Term) -> Violation:
    words = f"Less than {one.least} values on {written(node)}->{written(one.path)}"
    return _violation(shape, node, one.path, None, one.message or words)


def _violation(shape: _Shape, node: Term, path: NamedNode | None, value: Term | None, message: str) -> Violation:
    return Violation(
        node=_name(node),
        shape=shape.name,
        path="" if path is None else short(path.value),
        value="" if value is None else short(_name(value)),
        message=" ".join(message.split()),
    )


def _name(term: Term) -> str:
    return str(term) if isinstance(term, Triple) else term.value
