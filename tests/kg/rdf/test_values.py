"""Terms keep their form in rdflib, and are written as pyshacl writes them."""

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Triple
from pyshacl.rdfutil.stringify import stringify_node

from kg.rdf.values import in_rdflib, literal, not_in, written
from ontology.vocabulary import iri

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]))
KINDS = [NamedNode(iri(f"xsd:{name}")) for name in ("integer", "decimal", "string", "anyURI")]
LITERALS = st.one_of(
    st.builds(lambda text: Literal(text), TEXT),
    st.builds(lambda text: Literal(text, language="en"), TEXT),
    st.builds(lambda text, kind: Literal(text, datatype=kind), TEXT | st.sampled_from(["007", "1.5"]),
              st.sampled_from(KINDS)),
)  # fmt: skip


@given(LITERALS)
def test_a_literal_keeps_its_text_language_and_datatype(value: Literal) -> None:
    found = literal(value)
    assert (str(found), found.language) == (value.value, value.language)
    plain = value.language or value.datatype.value == iri("xsd:string")
    assert (None if found.datatype is None else str(found.datatype)) == (None if plain else value.datatype.value)


@given(LITERALS)
def test_a_literal_is_written_as_by_pyshacl(value: Literal) -> None:
    assert written(value) == stringify_node(rdflib.Graph(bind_namespaces="none"), literal(value))


@pytest.mark.parametrize("name", ["https://w3id.org/paperkg/x", "http://www.w3.org/ns/shacl#IRI", "a:a"])
def test_an_iri_is_written_as_by_pyshacl(name: str) -> None:
    graph = rdflib.Graph(bind_namespaces="none")
    assert written(NamedNode(name)) == stringify_node(graph, in_rdflib(NamedNode(name)))


def test_a_nameless_node_keeps_its_label() -> None:
    assert in_rdflib(BlankNode("b")) == rdflib.BNode("b")
    assert written(BlankNode("b")) == "_:b"


def test_a_triple_has_no_form_in_rdflib() -> None:
    with pytest.raises(TypeError, match="no form in rdflib"):
        in_rdflib(Triple(NamedNode("a:a"), NamedNode("a:b"), NamedNode("a:c")))


def test_choices_are_named_in_order() -> None:
    assert not_in("x", ["b", "a"]) == "Value x not in list ['a', 'b']"
