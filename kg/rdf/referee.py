"""The shapes of the ontology as pyshacl judges them, in batches: slow, and right by definition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from kg.errors import InputError
from kg.rdf.compiled import SHAPES, Node, objects
from kg.rdf.values import Term, in_rdflib, not_in
from kg.rdf.violations import Violation, short
from ontology.vocabulary import iri

if TYPE_CHECKING:
    import rdflib

BATCH: Final = 20_000
"""Triples that are checked at once, about; the time of a check grows faster than the number of triples."""
_TYPE: Final = NamedNode(iri("rdf:type"))
_SUBCLASS: Final = NamedNode(iri("rdfs:subClassOf"))


def check(nodes: Mapping[Term, Node]) -> Iterator[Violation]:
    """The violations of a graph, in no order.

    Every shape looks at one node and the types of its values only, so the nodes are checked in batches and the
    result is that of the whole. A value that a shape is aimed at is a node too, if nothing else is said of it.

    Raises:
        InputError: there is a value that pyshacl cannot judge.
    """
    above = {node: {_SUBCLASS: found[_SUBCLASS]} for node, found in nodes.items() if _SUBCLASS in found}
    values = _values(nodes)
    alone = {value: dict[NamedNode, list[Term]]() for found in values.values() for value in found if value not in nodes}
    whole = {**nodes, **alone}
    for batch in _batches(whole):
        yield from _checked(batch, whole, above, values)


def _values(nodes: Mapping[Term, Node]) -> Mapping[Term, Mapping[Term, None]]:
    """The values of the properties whose values a shape is aimed at."""
    from rdflib import SH

    return objects(nodes, {NamedNode(str(path)) for path in _shapes().objects(None, SH.targetObjectsOf)})


def _batches(nodes: Mapping[Term, Node]) -> Iterator[list[Term]]:
    batch: list[Term] = []
    size = 0
    for node, properties in nodes.items():
        batch.append(node)
        size += sum(map(len, properties.values()))
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _checked(
    batch: Sequence[Term],
    nodes: Mapping[Term, Node],
    above: Mapping[Term, Node],
    values: Mapping[Term, Mapping[Term, None]],
) -> Iterator[Violation]:
    """The violations of the nodes of one batch."""
    import pyshacl
    import rdflib

    own = {node: nodes[node] for node in batch}
    others = {value for found in own.values() for values in found.values() for value in values}
    data = rdflib.Graph(bind_namespaces="none")
    _fill(data, own)
    _fill(data, above)
    _fill(data, {node: {_TYPE: nodes[node][_TYPE]} for node in others if _TYPE in nodes.get(node, {})})
    aims = {in_rdflib(path): {in_rdflib(each) for each in batch if each in found} for path, found in values.items()}
    shapes = _aimed({in_rdflib(node) for node in batch}, data, aims)
    try:
        _, report, _ = pyshacl.validate(data, shacl_graph=shapes, inplace=True)
    except (pyshacl.errors.ReportableRuntimeError, ArithmeticError, TypeError) as error:
        # It refuses to compare a nameless node, and falls over literals that have no order.
        why = " ".join(str(error).split())
        raise InputError(f"pyshacl cannot judge the graph ({why}); use the compiled engine") from error
    yield from _violations(report, shapes)


def _aimed(
    batch: set[rdflib.term.Node], data: rdflib.Graph, values: Mapping[rdflib.term.Node, set[rdflib.term.Node]]
) -> rdflib.Graph:
    """The shapes aimed at the nodes of a batch, one by one.

    Targets by class would also hit the nodes of which only the types are there; pyshacl's `focus_nodes` would leave
    those out too, but looks every node up in a list.
    """
    import rdflib
    from rdflib import RDF, RDFS, SH

    shapes = rdflib.Graph(bind_namespaces="none")
    for triple in _shapes():
        subject, predicate, value = triple
        if predicate == SH.targetClass:
            classes = data.transitive_subjects(RDFS.subClassOf, value)
            hit = batch.intersection(node for kind in classes for node in data.subjects(RDF.type, kind))
        elif predicate == SH.targetSubjectsOf:
            hit = batch.intersection(data.subjects(value))
        elif predicate == SH.targetObjectsOf:
            hit = values[value]
        else:
            hit = set()
            shapes.add(triple)
        for node in hit:
            shapes.add((subject, SH.targetNode, node))
    return shapes


@cache
def _shapes() -> rdflib.Graph:
    import rdflib

    text = files("ontology").joinpath("shapes.ttl").read_text(encoding="utf-8")
    return rdflib.Graph().parse(data=text, format="turtle")


def _violations(report: rdflib.Graph, shapes: rdflib.Graph) -> Iterator[Violation]:
    from rdflib import SH

    for result in report.subjects(SH.focusNode):
        shape = report.value(result, SH.sourceShape)
        owner = next(shapes.subjects(SH.property, shape), shape)
        path, value = report.value(result, SH.resultPath), report.value(result, SH.value)
        yield Violation(
            node=str(report.value(result, SH.focusNode)),
            shape=str(owner).removeprefix(SHAPES),
            path="" if path is None else short(str(path)),
            value="" if value is None else short(str(value)),
            message=" ".join(_message(report, result, shapes).split()),
        )


def _message(report: rdflib.Graph, result: rdflib.term.Node, shapes: rdflib.Graph) -> str:
    from pyshacl.rdfutil.stringify import stringify_node
    from rdflib import SH

    shape, value = report.value(result, SH.sourceShape), report.value(result, SH.value)
    head = None if shape is None else shapes.value(shape, SH["in"])
    if (
        (result, SH.sourceConstraintComponent, SH.InConstraintComponent) in report
        and head is not None
        and value is not None
        and (shape, SH.message, None) not in shapes
    ):
        # pyshacl names the choices in the order of a set, which changes from run to run.
        return not_in(stringify_node(shapes, value), [stringify_node(shapes, each) for each in shapes.items(head)])
    return "; ".join(sorted(str(message) for message in report.objects(result, SH.resultMessage)))


def _fill(graph: rdflib.Graph, nodes: Mapping[Term, Node]) -> None:
    for node, properties in nodes.items():
        subject = in_rdflib(node)
        for path, values in properties.items():
            predicate = in_rdflib(path)
            for value in values:
                graph.add((subject, predicate, in_rdflib(value)))
