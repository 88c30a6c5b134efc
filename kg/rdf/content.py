"""What a file of RDF holds, in the form that the checks read: by node and property, and the facts as they stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pyoxigraph import DefaultGraph, NamedNode, Quad, Triple

from kg.errors import InputError
from kg.rdf.quads import quads_of
from kg.rdf.values import Term

Nodes: TypeAlias = dict[Term, dict[NamedNode, list[Term]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A graph that was read."""

    nodes: Nodes
    """All graphs of the file as one, by subject and property, each value once."""
    count: int
    """How many quads there are, as they stand in the file."""
    facts: frozenset[Triple]
    """The triples of the default graph."""


def read(path: Path) -> Content:
    """The content of a file; raises as `gathered` and `kg.rdf.quads.quads_of` do."""
    return gathered(quads_of(path), path)


def gathered(quads: Iterable[Quad], path: Path) -> Content:
    """The content that quads make up.

    Args:
        quads: in any order, some perhaps more than once.
        path: where they come from, for messages.

    Raises:
        InputError: there is none, or a triple stands as a value.
    """
    count = 0
    nodes: Nodes = {}
    facts: set[Triple] = set()
    default = DefaultGraph()
    for quad in quads:
        count += 1
        if quad.graph_name == default:
            facts.add(quad.triple)
        node, predicate, value = quad.subject, quad.predicate, quad.object
        if isinstance(value, Triple):
            raise InputError(f"{path}: {value} is a triple as a value, which SHACL does not know; remove it")
        properties = nodes.get(node)
        if properties is None:
            properties = nodes[node] = {}
        values = properties.get(predicate)
        if values is None:
            properties[predicate] = [value]
        else:
            values.append(value)
    if not count:
        raise InputError(f"{path}: holds no triples; expected a graph made by kg build")
    _once(nodes)
    return Content(nodes=nodes, count=count, facts=frozenset(facts))


def _once(nodes: Nodes) -> None:
    for properties in nodes.values():
        for predicate, values in properties.items():
            if len(values) > 1:
                properties[predicate] = list(dict.fromkeys(values))
