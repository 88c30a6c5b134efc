"""Terms and lines of N-Quads, in the canonical form of each."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pyoxigraph import Literal, NamedNode

from ontology.vocabulary import EVIDENCE_GRAPH, iri, term

RDF_TYPE: Final = f"<{iri('rdf:type')}>"
_INTEGER: Final = iri("xsd:integer")
_DECIMAL: Final = iri("xsd:decimal")
_URI: Final = iri("xsd:anyURI")


def node(value: str) -> str:
    """An IRI in angle brackets; raises ValueError for one that RDF does not admit."""
    return str(NamedNode(value))


@lru_cache(maxsize=256)
def name(curie: str) -> str:
    """The IRI of `prefix:name`, or of a local name of the ontology, in angle brackets."""
    return node(iri(curie) if ":" in curie else term(curie))


def string(text: str) -> str:
    """A plain literal; everything that needs it is escaped."""
    return str(Literal(text))


def uri(text: str) -> str:
    """A web address as a literal, because what sources give need not be a valid IRI."""
    return str(Literal(text, datatype=NamedNode(_URI)))


def integer(value: int) -> str:
    """An xsd:integer."""
    return f'"{value}"^^<{_INTEGER}>'


def decimal(value: float) -> str:
    """An xsd:decimal in canonical form, to six places: "0.9", "1"; raises ValueError for no number."""
    if not -1e12 < value < 1e12:
        raise ValueError(f"{value} cannot be written as a decimal")
    digits = f"{value:.6f}".rstrip("0").rstrip(".")
    return f'"{"0" if digits == "-0" else digits}"^^<{_DECIMAL}>'


def fact(subject: str, predicate: str, value: str) -> str:
    """A line of the default graph, from three written terms."""
    return f"{subject} {predicate} {value} .\n"


def evidence(subject: str, predicate: str, value: str) -> str:
    """A line of the evidence graph, from three written terms."""
    return f"{subject} {predicate} {value} <{EVIDENCE_GRAPH}> .\n"


def squeezed(text: str) -> str:
    """A text on one line, without spaces at the ends: the form of labels."""
    return " ".join(text.split())
