"""The values that travel through the product: frozen, slotted, keyword-only.

Offsets are half-open and count characters of the *raw* field as the user gave it; `Mention.text` is always the
slice of that raw field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

THE_MODEL: Final = "model"
"""The packaged model among the extractors of a mention; term lists and components have names of their own."""


class Field(StrEnum):
    """The part of a paper that a mention stands in."""

    TITLE = "title"
    ABSTRACT = "abstract"


class EntityType(StrEnum):
    """What kind of thing a mention names."""

    METHOD = "Method"
    TASK = "Task"
    DATASET = "Dataset"


class Role(StrEnum):
    """How a paper treats what it mentions."""

    PROPOSED = "proposed"
    COMPONENT = "component"
    USED = "used"
    COMPARED = "compared"
    ADDRESSED = "addressed"
    EVALUATED_ON = "evaluated-on"
    TRAINED_ON = "trained-on"
    INTRODUCED = "introduced"
    BACKGROUND = "background"


class RelationType(StrEnum):
    """How two mentions of one paper relate; the direction is head to tail."""

    USED_FOR = "used-for"
    EVALUATED_WITH = "evaluated-with"
    TRAINED_WITH = "trained-with"
    BENCHMARK_FOR = "benchmark-for"
    PART_OF = "part-of"
    SUBCLASS_OF = "subclass-of"
    SUBTASK_OF = "subtask-of"
    COMPARE_WITH = "compare-with"
    SYNONYM_OF = "synonym-of"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One work as a reader found it; the text fields are raw, nothing is cleaned."""

    id: str
    abstract: str
    title: str = ""
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    source: str = ""
    """Name of the file the record came from, without its folder."""
    record: int = 0
    """Position of the record in that file, from 1; 0 where it has none."""

    def text(self, where: Field) -> str:
        """The raw text of one field."""
        return self.title if where is Field.TITLE else self.abstract


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A half-open range of characters in one raw field."""

    field: Field
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A stretch of a paper's text that names a method, task or dataset."""

    field: Field
    start: int
    end: int
    text: str
    type: EntityType
    role: Role
    score: float
    """Probability in [0, 1] that span and type are right."""
    sentence: Span
    """The sentence around the mention, in the same field."""
    extractors: tuple[str, ...] = (THE_MODEL,)
    """What found it, at least one: `THE_MODEL`, and the names of term lists and components of the user's own."""
    identifier: str = ""
    """What a term list calls it."""
    url: str = ""
    """Where a term list says more of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A directed link between two mentions of one document, given by their positions in `Document.mentions`."""

    head: int
    tail: int
    type: RelationType
    score: float
    """Probability in [0, 1]."""
    sentence: Span
    """The text that says so; it covers both mentions when they stand in one field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abbreviation:
    """A short form and the long form that the paper defines for it, as they stand in the raw text."""

    short: str
    long: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A paper with what was found in it; mentions are ordered by field (title first), start and end."""

    paper: Paper
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()


class AliasReason(StrEnum):
    """Why a surface form belongs to an entity."""

    PREFERRED = "preferred label"
    CASE = "same but for case"
    HYPHEN = "same but for hyphens or spaces"
    PLURAL = "plural or singular"
    MARKUP = "same but for markup"
    SPELLING = "spelling variant"
    ABBREVIATION = "abbreviation defined in a paper"
    VOCABULARY = "alias in a vocabulary list"
    USER = "merged by the user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """One surface form of an entity, and why it counts as one."""

    surface: str
    reason: AliasReason
    mentions: int
    """How many mentions have exactly this surface."""
    score: float = 1.0
    """Confidence of the merge in [0, 1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """What a set of mentions refers to."""

    iri: str
    type: EntityType
    label: str
    aliases: tuple[Alias, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One place in one paper that supports a statement."""

    paper: str
    span: Span
    """The sentence, in the raw field."""
    score: float
    mentions: tuple[int, ...]
    """Positions in the document's mentions: one for a paper-to-entity statement, head and tail for a relation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Subject, predicate, object, and everything in the corpus that says so.

    The subject is the IRI of a paper or an entity; the predicate a local name of `ontology.vocabulary`.
    """

    subject: str
    predicate: str
    object: str
    evidence: tuple[Evidence, ...] = field(default=())
