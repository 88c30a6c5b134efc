"""What a paper does with an entity, in the words of a user and in the properties of the graph."""

from __future__ import annotations

from typing import Final

from kg.errors import UsageError
from ontology.model import EntityType
from ontology.vocabulary import MENTIONS, PAPER_PROPERTIES

VERBS: Final[dict[str, dict[EntityType, str]]] = {
    "mentions": dict.fromkeys(EntityType, MENTIONS),
    "uses": {
        EntityType.METHOD: "usesMethod",
        EntityType.TASK: "addressesTask",
        EntityType.DATASET: "usesDataset",
    },
    "proposes": {
        EntityType.METHOD: "proposes",
        EntityType.TASK: "posesTask",
        EntityType.DATASET: "introducesDataset",
    },
    "compares": {EntityType.METHOD: "comparesWith"},
}
"""For each verb, the property that counts for each type; a type that is missing has no such papers."""

WORDS: Final = {
    "mentions": "mention",
    "uses": "use or address",
    "proposes": "propose",
    "compares": "compare with",
}
"""Each verb in the plural, for titles."""


def properties(predicate: str) -> dict[str, str]:
    """The property that counts for each type of entity, for a verb of `VERBS` or a property of the ontology.

    Raises:
        UsageError: when it is neither.
    """
    if predicate in VERBS:
        return {kind.value: name for kind, name in VERBS[predicate].items()}
    known = {*PAPER_PROPERTIES.values(), "usesDataset"}
    if predicate in known:
        return dict.fromkeys((kind.value for kind in EntityType), predicate)
    choices = ", ".join([*VERBS, *sorted(known - set(VERBS))])
    raise UsageError(f"unknown predicate {predicate!r}: expected one of {choices}")


def in_words(predicate: str) -> str:
    """The predicate as it reads after "papers that", such as "mention" or "use or address"."""
    return WORDS.get(predicate, predicate)
