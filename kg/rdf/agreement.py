"""Checks that no shape can state: that the evidence, the facts and the Turtle of a build say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from pyoxigraph import Literal, NamedNode, Triple

from kg.rdf.content import Content
from kg.rdf.quads import QUADS, TURTLE
from kg.rdf.violations import Violation, short
from ontology.vocabulary import iri

DIRECT: Final = "DirectTripleCheck"
"""Stands for the name of a shape: what statements and claims say is a triple of the default graph."""
SAME: Final = "SameFilesCheck"
"""Stands for the name of a shape: both files of a build hold the same facts."""
_PARTS: Final = tuple(NamedNode(iri(f"rdf:{part}")) for part in ("subject", "predicate", "object"))


def without_fact(content: Content) -> Iterator[Violation]:
    """The statements and claims whose triple is missing in the default graph, in the order of the nodes."""
    subject, predicate, value = _PARTS
    for node, properties in content.nodes.items():
        if predicate not in properties:
            continue
        for path in properties[predicate]:
            for one in properties.get(subject, ()):
                for other in properties.get(value, ()):
                    if isinstance(path, NamedNode) and not isinstance(one, Literal):
                        triple = Triple(one, path, other)
                        if triple not in content.facts:
                            yield _missing(_text(node), triple)


def _missing(node: str, triple: Triple) -> Violation:
    return Violation(
        node=node,
        shape=DIRECT,
        path="rdf:predicate",
        value=short(triple.predicate.value),
        message=f"the triple it stands for is not among the facts (the default graph): {triple}",
    )


def differences(
    quads: Content, turtle: Content, known: Iterable[Violation], new: Iterable[Violation]
) -> set[Violation]:
    """What the Turtle of a build has wrong, given that its facts are not those of the N-Quads.

    Args:
        quads: the N-Quads.
        turtle: the facts of the Turtle with the evidence of the N-Quads.
        known: the violations of the N-Quads.
        new: the violations of `turtle`; those that are not known are told with the name of the file. A triple that
            differs is told by itself only where none of them is about it.
    """
    found = set(new).difference(known)
    about = {(each.node, each.path) for each in found}
    told = {replace(each, message=f"in {TURTLE}: {each.message}") for each in found}
    for triple in quads.facts.symmetric_difference(turtle.facts):
        path = short(triple.predicate.value)
        places = {(_text(triple.subject), path), (_text(triple.subject), ""), (_text(triple.object), "")}
        if about.isdisjoint(places):
            told.add(_differs(triple, path, extra=triple in turtle.facts))
    return told


def _differs(triple: Triple, path: str, *, extra: bool) -> Violation:
    there, absent = (TURTLE, QUADS) if extra else (QUADS, TURTLE)
    return Violation(
        node=_text(triple.subject),
        shape=SAME,
        path=path,
        value=short(_text(triple.object)),
        message=f"{TURTLE} says something else than {QUADS}: only {there} and not {absent} holds {triple}",
    )


def _text(term: object) -> str:
    return str(getattr(term, "value", term))
