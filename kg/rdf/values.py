"""Terms of pyoxigraph as those of rdflib, and as the reports of pyshacl write them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from ontology.vocabulary import PREFIXES, iri

if TYPE_CHECKING:
    import rdflib

Term: TypeAlias = NamedNode | BlankNode | Literal | Triple


def in_rdflib(term: Term) -> rdflib.term.Node:
    """The same term in rdflib, its lexical form kept; raises TypeError for a triple, which has no form there."""
    import rdflib

    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, Literal):
        plain = term.language or term.datatype.value == iri("xsd:string")
        kind = None if plain else rdflib.URIRef(term.datatype.value)
        return rdflib.Literal(term.value, lang=term.language, datatype=kind, normalize=False)
    if isinstance(term, BlankNode):
        return rdflib.BNode(term.value)
    raise TypeError(f"{term} has no form in rdflib")


@lru_cache(maxsize=1 << 16)
def literal(term: Literal) -> rdflib.Literal:
    """A literal in rdflib, which knows what value it stands for and how it is ordered."""
    import rdflib

    found = in_rdflib(term)
    assert isinstance(found, rdflib.Literal)
    return found


def written(term: Term) -> str:
    """A term in the words of pyshacl: `<iri>`, `sh:name`, `Literal("text")` with its datatype, `_:label`."""
    if isinstance(term, NamedNode):
        name = term.value.removeprefix(PREFIXES["sh"])
        return f"sh:{name}" if name != term.value else f"<{name}>"
    if not isinstance(term, Literal):
        return str(term)
    value = literal(term).value
    text = f'"{term.value}"'
    if value is not None and str(value) != term.value:
        text += f" = {value}"
    if term.language:
        return f"Literal({text}, lang={term.language})"
    if term.datatype.value == iri("xsd:string"):
        return f"Literal({text})"
    return f"Literal({text}, datatype={written(term.datatype)})"


def not_in(value: str, choices: Iterable[str]) -> str:
    """What is wrong with a value that is none of the choices; all of them as `written` gives them."""
    return f"Value {value} not in list {sorted(choices)}"
