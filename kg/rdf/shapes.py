"""Does a graph keep the shapes of the ontology? SHACL over the files on disk, in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kg.errors import OutputError
from kg.rdf.quads import QUADS, quads_of
from ontology.vocabulary import PREFIXES, iri

if TYPE_CHECKING:
    import rdflib
    from pyoxigraph import Triple

BATCH: Final = 20_000
"""Triples that are checked at once, about; the time of a check grows faster than the number of triples."""
_SHAPES: Final = "https://w3id.org/paperkg/shapes#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One thing that is not as the ontology says."""

    node: str
    """IRI of the node that was looked at."""
    shape: str
    """Name of the shape it breaks, such as "PaperShape"."""
    path: str
    """The property, as `prefix:name`; empty where the node itself is at fault."""
    value: str
    """The value at fault; empty where one is missing."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found."""

    conforms: bool
    triples: int
    """How many triples were checked."""
    violations: tuple[Violation, ...]
    """Ordered by node, shape, path, value and message."""


def validate(source: Path) -> Report:
    """What breaks the shapes in a graph: the facts and the evidence, read from the file and not from the store.

    Every shape looks at one node and the types of its values only (SHACL, W3C 2017), so the nodes are checked in
    batches and the result is that of the whole.

    Args:
        source: the folder of a build, whose `graph.nq.gz` is read, or a file of Turtle, N-Triples, N-Quads or TriG,
            plain or gzipped.

    Raises:
        OutputError: there is no graph.
        InputError: the file is malformed; the message names the line.
    """
    path = source / QUADS if source.is_dir() else source
    if not path.is_file():
        raise OutputError(f"{path}: no graph here; expected the folder of a build, or a file of RDF; run kg build")
    nodes: dict[str, list[Triple]] = {}
    for quad in quads_of(path):
        nodes.setdefault(str(quad.subject), []).append(quad.triple)
    types = _types(nodes)
    found: set[tuple[str, str, str, str, str]] = set()
    for batch in _batches(nodes):
        found.update(_checked(batch, nodes, types))
    violations = tuple(
        Violation(node=node, shape=shape, path=path, value=value, message=message)
        for node, shape, path, value, message in sorted(found)
    )
    count = sum(map(len, nodes.values()))
    return Report(conforms=not violations, triples=count, violations=violations)


def _types(nodes: dict[str, list[Triple]]) -> dict[str, list[Triple]]:
    kind = iri("rdf:type")
    typed = ((node, [t for t in triples if t.predicate.value == kind]) for node, triples in nodes.items())
    return {node: triples for node, triples in typed if triples}


def _batches(nodes: dict[str, list[Triple]]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for node, triples in nodes.items():
        batch.append(node)
        size += len(triples)
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _checked(
    batch: Sequence[str], nodes: dict[str, list[Triple]], types: dict[str, list[Triple]]
) -> Iterator[tuple[str, str, str, str, str]]:
    """The violations of the nodes of one batch."""
    import pyshacl
    import rdflib

    own = [triple for node in batch for triple in nodes[node]]
    others = {str(triple.object) for triple in own} - set(batch)
    data = rdflib.Graph(bind_namespaces="none")
    _fill(data, own)
    _fill(data, (triple for node in sorted(others & types.keys()) for triple in types[node]))
    shapes = _aimed({_term(triple.subject) for triple in own}, data)
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes, inplace=True)
    yield from _violations(report, shapes)


def _aimed(batch: set[rdflib.term.Node], data: rdflib.Graph) -> rdflib.Graph:
    """The shapes aimed at the nodes of a batch, one by one.

    Targets by class would also hit the nodes of which only the types are there; pyshacl's `focus_nodes` would leave
    those out too, but looks every node up in a list.
    """
    import rdflib
    from rdflib import RDF, SH

    shapes = rdflib.Graph(bind_namespaces="none")
    for triple in _shapes():
        subject, predicate, value = triple
        if predicate == SH.targetClass:
            hit = batch.intersection(data.subjects(RDF.type, value))
        elif predicate == SH.targetSubjectsOf:
            hit = batch.intersection(data.subjects(value))
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


def _violations(report: rdflib.Graph, shapes: rdflib.Graph) -> Iterator[tuple[str, str, str, str, str]]:
    from rdflib import SH

    for result in report.subjects(SH.focusNode):
        node = str(report.value(result, SH.focusNode))
        shape = report.value(result, SH.sourceShape)
        owner = next(shapes.subjects(SH.property, shape), shape)
        path, value = report.value(result, SH.resultPath), report.value(result, SH.value)
        messages = sorted(str(message) for message in report.objects(result, SH.resultMessage))
        yield (
            node,
            str(owner).removeprefix(_SHAPES),
            "" if path is None else _short(str(path)),
            "" if value is None else _short(str(value)),
            " ".join("; ".join(messages).split()),
        )


def _short(value: str) -> str:
    for prefix, namespace in PREFIXES.items():
        if value.startswith(namespace):
            return f"{prefix}:{value.removeprefix(namespace)}"
    return value


def _fill(graph: rdflib.Graph, triples: Iterable[Triple]) -> None:
    for triple in triples:
        graph.add((_term(triple.subject), _term(triple.predicate), _term(triple.object)))


def _term(term: object) -> rdflib.term.Node:
    """A term of pyoxigraph as one of rdflib."""
    import pyoxigraph
    import rdflib

    if isinstance(term, pyoxigraph.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, pyoxigraph.Literal):
        plain = term.language or term.datatype.value == iri("xsd:string")
        kind = None if plain else rdflib.URIRef(term.datatype.value)
        return rdflib.Literal(term.value, lang=term.language, datatype=kind, normalize=False)
    if isinstance(term, pyoxigraph.BlankNode):
        return rdflib.BNode(term.value)
    raise TypeError(f"{term} has no form in rdflib")
