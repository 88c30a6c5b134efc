"""Documents as JSON objects: one a paper, the form that `kg extract` writes and that builds resume from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ontology.model import (
    THE_MODEL,
    Abbreviation,
    Document,
    EntityType,
    Field,
    Mention,
    Paper,
    Relation,
    RelationType,
    Role,
    Span,
)

_OPTIONAL = ("doi", "arxiv", "url", "source", "record")


def to_json(document: Document, entities: Sequence[str] | None = None) -> dict[str, Any]:
    """One JSON-ready object for a document; keys and lists keep a fixed order.

    Args:
        document: what was extracted.
        entities: the entity IRI of each mention, in order; without it the key `entity` is left out.
    """
    paper = document.paper
    record: dict[str, Any] = {
        "id": paper.id,
        "title": paper.title,
        "abstract": paper.abstract,
        "year": paper.year,
        "venue": paper.venue,
        "authors": list(paper.authors),
    }
    record.update({name: getattr(paper, name) for name in _OPTIONAL if getattr(paper, name)})
    record["mentions"] = [_mention(m) for m in document.mentions]
    if entities is not None:
        for mention, entity in zip(record["mentions"], entities, strict=True):
            mention["entity"] = entity
    record["relations"] = [_relation(r) for r in document.relations]
    record["abbreviations"] = [[a.short, a.long] for a in document.abbreviations]
    return record


def from_json(record: Mapping[str, Any]) -> Document:
    """The document that `to_json` wrote; raises KeyError or ValueError for a record of another form."""
    paper = Paper(
        id=record["id"],
        title=record.get("title") or "",
        abstract=record["abstract"],
        year=record.get("year"),
        venue=record.get("venue") or "",
        authors=tuple(record.get("authors") or ()),
        **{name: record[name] for name in _OPTIONAL if name in record},
    )
    mentions = tuple(
        Mention(
            field=Field(m["field"]),
            start=m["start"],
            end=m["end"],
            text=m["text"],
            type=EntityType(m["type"]),
            role=Role(m["role"]),
            score=m["score"],
            sentence=_span(m["field"], m["sentence"]),
            extractors=tuple(m.get("extractors") or (THE_MODEL,)),
            identifier=m.get("identifier", ""),
            url=m.get("url", ""),
        )
        for m in record["mentions"]
    )
    relations = tuple(
        Relation(
            head=r["head"],
            tail=r["tail"],
            type=RelationType(r["type"]),
            score=r["score"],
            sentence=_span(r["field"], r["sentence"]),
        )
        for r in record["relations"]
    )
    abbreviations = tuple(Abbreviation(short=short, long=long) for short, long in record["abbreviations"])
    return Document(paper=paper, mentions=mentions, relations=relations, abbreviations=abbreviations)


def _span(where: str, bounds: Sequence[int]) -> Span:
    return Span(field=Field(where), start=bounds[0], end=bounds[1])


def _mention(mention: Mention) -> dict[str, Any]:
    record: dict[str, Any] = {
        "field": mention.field.value,
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "type": mention.type.value,
        "role": mention.role.value,
        "score": mention.score,
        "sentence": [mention.sentence.start, mention.sentence.end],
    }
    # Left out where the packaged model alone found it, as in nearly every record.
    if mention.extractors != (THE_MODEL,):
        record["extractors"] = list(mention.extractors)
    record.update({name: getattr(mention, name) for name in ("identifier", "url") if getattr(mention, name)})
    return record


def _relation(relation: Relation) -> dict[str, Any]:
    return {
        "head": relation.head,
        "tail": relation.tail,
        "type": relation.type.value,
        "score": relation.score,
        "field": relation.sentence.field.value,
        "sentence": [relation.sentence.start, relation.sentence.end],
    }
