"""Model, vocabulary, ontology and shapes say the same."""

from pathlib import Path

import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SH, SKOS

import ontology
from ontology.model import EntityType, RelationType, Role
from ontology.vocabulary import (
    CLASSES,
    ENTITY_CLASSES,
    MENTIONS,
    ONTOLOGY,
    PAPER_PROPERTIES,
    PARENTS,
    PROPERTIES,
    RELATION_PROPERTIES,
    RELATION_TYPES,
    ancestors,
)

FOLDER = Path(ontology.__file__).parent
PKG = rdflib.Namespace(ONTOLOGY)


@pytest.fixture(scope="module")
def terms() -> rdflib.Graph:
    return rdflib.Graph().parse(FOLDER / "paperkg.ttl")


@pytest.fixture(scope="module")
def shapes() -> rdflib.Graph:
    return rdflib.Graph().parse(FOLDER / "shapes.ttl")


def test_every_class_of_the_vocabulary_is_declared_and_no_other(terms: rdflib.Graph) -> None:
    assert _local(terms.subjects(RDF.type, RDFS.Class)) == set(CLASSES)


def test_every_property_is_declared_with_domain_range_label_and_definition(terms: rdflib.Graph) -> None:
    assert _local(terms.subjects(RDF.type, RDF.Property)) == set(PROPERTIES)
    for name in PROPERTIES:
        for needed in (RDFS.domain, RDFS.range, RDFS.label, SKOS.definition):
            assert len(list(terms.objects(PKG[name], needed))) == 1, (name, needed)


def test_domains_and_ranges_are_declared_classes(terms: rdflib.Graph) -> None:
    named = set(terms.objects(None, RDFS.domain)) | set(terms.objects(None, RDFS.range))
    for union in terms.objects(None, OWL.unionOf):
        named |= set(terms.items(union))
    assert _local(n for n in named if str(n).startswith(ONTOLOGY)) <= set(CLASSES)


def test_every_paper_property_stands_under_mentions(terms: rdflib.Graph) -> None:
    for name in set(PAPER_PROPERTIES.values()) | set(PARENTS):
        assert PKG[MENTIONS] in set(terms.transitive_objects(PKG[name], RDFS.subPropertyOf))
    for name in PARENTS:
        above = _local(terms.transitive_objects(PKG[name], RDFS.subPropertyOf)) - {name, None}
        assert above == set(ancestors(name)), name


def test_the_ontology_and_the_model_agree_on_types_and_domains(terms: rdflib.Graph) -> None:
    assert set(ENTITY_CLASSES) == set(EntityType)
    assert set(RELATION_PROPERTIES) == set(RelationType)
    for relation, pairs in RELATION_TYPES.items():
        for side, place in ((0, RDFS.domain), (1, RDFS.range)):
            kinds = {ENTITY_CLASSES[pair[side]] for pair in pairs}
            declared = _local(terms.objects(PKG[RELATION_PROPERTIES[relation]], place))
            assert declared == (kinds if len(kinds) == 1 else {"ResearchEntity"}), relation
    for (kind, _), name in PAPER_PROPERTIES.items():
        assert _local(terms.objects(PKG[name], RDFS.range)) in ({ENTITY_CLASSES[kind]}, {"ResearchEntity"})


def test_every_class_has_a_shape(shapes: rdflib.Graph) -> None:
    assert _local(shapes.objects(None, SH.targetClass)) == set(CLASSES)


def test_the_shapes_know_every_property_and_no_other(shapes: rdflib.Graph) -> None:
    assert _local(shapes.objects(None, SH.path)) == set(PROPERTIES)


def test_the_shapes_know_every_role(shapes: rdflib.Graph) -> None:
    lists = [
        {str(item) for item in shapes.items(head)}
        for prop in shapes.subjects(SH.path, PKG.role)
        for head in shapes.objects(prop, SH["in"])
    ]
    assert lists == [{role.value for role in Role}]


def test_the_shapes_know_every_predicate_of_a_statement(shapes: rdflib.Graph) -> None:
    known = {*PAPER_PROPERTIES.values(), *PARENTS, *RELATION_PROPERTIES.values()}
    for prop in shapes.subjects(SH.path, RDF.predicate):
        assert _local(shapes.items(shapes.value(prop, SH["in"]))) == known


def _local(nodes: object) -> set[str]:
    return {str(n).removeprefix(ONTOLOGY) for n in nodes if str(n).startswith(ONTOLOGY)}  # type: ignore[attr-defined]
