"""IRIs of the ontology and of the data, and which property a role or a relation becomes."""

from __future__ import annotations

from typing import Final

from ontology.model import EntityType, RelationType, Role

ONTOLOGY: Final = "https://w3id.org/paperkg/ontology#"
DATA: Final = "https://w3id.org/paperkg/"
EVIDENCE_GRAPH: Final = DATA + "graph/evidence"

PREFIXES: Final[dict[str, str]] = {
    "pkg": ONTOLOGY,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
    "fabio": "http://purl.org/spar/fabio/",
    "schema": "https://schema.org/",
    "void": "http://rdfs.org/ns/void#",
    "dcat": "http://www.w3.org/ns/dcat#",
    "sh": "http://www.w3.org/ns/shacl#",
}

ENTITY_CLASSES: Final[dict[EntityType, str]] = {
    EntityType.METHOD: "Method",
    EntityType.TASK: "Task",
    EntityType.DATASET: "Dataset",
}

CLASSES: Final[tuple[str, ...]] = (
    "Paper", "ResearchEntity", "Method", "Task", "Dataset", "Venue", "Author", "Mention", "Statement",
    "Claim", "Sentence", "Build", "Extractor", "YearCount", "YearTotal",
)  # fmt: skip

MENTIONS: Final = "mentions"
"""Every paper-to-entity property is a subproperty of this one, and it is asserted beside each of them."""

PAPER_PROPERTIES: Final[dict[tuple[EntityType, Role], str]] = {
    (EntityType.METHOD, Role.PROPOSED): "proposes",
    (EntityType.METHOD, Role.COMPONENT): "proposesComponent",
    (EntityType.METHOD, Role.USED): "usesMethod",
    (EntityType.METHOD, Role.COMPARED): "comparesWith",
    (EntityType.METHOD, Role.BACKGROUND): MENTIONS,
    (EntityType.TASK, Role.ADDRESSED): "addressesTask",
    (EntityType.TASK, Role.PROPOSED): "posesTask",
    (EntityType.TASK, Role.BACKGROUND): MENTIONS,
    (EntityType.DATASET, Role.EVALUATED_ON): "evaluatesOn",
    (EntityType.DATASET, Role.TRAINED_ON): "trainsOn",
    (EntityType.DATASET, Role.INTRODUCED): "introducesDataset",
    (EntityType.DATASET, Role.BACKGROUND): MENTIONS,
}
"""The property between paper and entity for the role of a mention."""

PARENTS: Final[dict[str, str]] = {
    "proposes": MENTIONS,
    "proposesComponent": MENTIONS,
    "usesMethod": MENTIONS,
    "comparesWith": MENTIONS,
    "addressesTask": MENTIONS,
    "posesTask": "addressesTask",
    "usesDataset": MENTIONS,
    "evaluatesOn": "usesDataset",
    "trainsOn": "usesDataset",
    "introducesDataset": "usesDataset",
}
"""The property above each paper-to-entity property; a fact is asserted with all properties above its own."""

CONTRIBUTIONS: Final[frozenset[str]] = frozenset({"proposes", "proposesComponent", "posesTask", "introducesDataset"})
"""What a paper brings into the world."""

BROADER: Final[frozenset[str]] = frozenset({"subMethodOf", "subtaskOf"})
"""Relations that are asserted as skos:broader too."""

RELATION_PROPERTIES: Final[dict[RelationType, str]] = {
    RelationType.USED_FOR: "usedFor",
    RelationType.EVALUATED_WITH: "evaluatedWith",
    RelationType.TRAINED_WITH: "trainedWith",
    RelationType.BENCHMARK_FOR: "benchmarkFor",
    RelationType.PART_OF: "partOf",
    RelationType.SUBCLASS_OF: "subMethodOf",
    RelationType.SUBTASK_OF: "subtaskOf",
    RelationType.COMPARE_WITH: "comparedWith",
    RelationType.SYNONYM_OF: "synonymOf",
}

RELATION_TYPES: Final[dict[RelationType, frozenset[tuple[EntityType, EntityType]]]] = {
    RelationType.USED_FOR: frozenset({(EntityType.METHOD, EntityType.TASK), (EntityType.METHOD, EntityType.METHOD)}),
    RelationType.EVALUATED_WITH: frozenset({(EntityType.METHOD, EntityType.DATASET)}),
    RelationType.TRAINED_WITH: frozenset({(EntityType.METHOD, EntityType.DATASET)}),
    RelationType.BENCHMARK_FOR: frozenset({(EntityType.DATASET, EntityType.TASK)}),
    RelationType.PART_OF: frozenset({(EntityType.METHOD, EntityType.METHOD), (EntityType.DATASET, EntityType.DATASET)}),
    RelationType.SUBCLASS_OF: frozenset({(EntityType.METHOD, EntityType.METHOD)}),
    RelationType.SUBTASK_OF: frozenset({(EntityType.TASK, EntityType.TASK)}),
    RelationType.COMPARE_WITH: frozenset({(EntityType.METHOD, EntityType.METHOD)}),
    RelationType.SYNONYM_OF: frozenset((t, t) for t in EntityType),
}
"""The head and tail types that each relation admits."""


PROPERTIES: Final[tuple[str, ...]] = (
    MENTIONS, *PARENTS, *RELATION_PROPERTIES.values(),
    "year", "venue", "key", "firstYear", "lastYear", "paperCount", "mentionCount",
    "countedEntity", "countedProperty",
    "inPaper", "inSentence", "refersTo", "text", "field", "start", "end", "role", "confidence",
    "supports", "evidencedBy", "bestStatement", "statementCount", "bestConfidence", "combinedConfidence",
    "version", "modelHash",
)  # fmt: skip
"""Every property of the ontology."""


def ancestors(predicate: str) -> tuple[str, ...]:
    """The properties above a paper-to-entity property, nearest first; empty for any other property."""
    above: list[str] = []
    while predicate in PARENTS:
        predicate = PARENTS[predicate]
        above.append(predicate)
    return tuple(above)


def term(name: str) -> str:
    """The full IRI of a class or property of the ontology, given its local name."""
    return ONTOLOGY + name


def iri(curie: str) -> str:
    """The full IRI of `prefix:name`; raises KeyError for a prefix that is not in `PREFIXES`."""
    prefix, _, name = curie.partition(":")
    return PREFIXES[prefix] + name
