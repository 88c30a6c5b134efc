"""Rows of the tables of papers, mentions, entities and aliases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from extractors.clean import clean
from kg.statements import Tally, mention_iri
from ontology import iris
from ontology.model import THE_MODEL, Document, Entity, Role

_FIRST_WORDS: Final = 8
_PROPOSED: Final = (Role.PROPOSED, Role.INTRODUCED)
_ALONE: Final[Mapping[str, str]] = {THE_MODEL: THE_MODEL}


def paper(document: Document, entities: Sequence[str], labels: Mapping[str, str]) -> dict[str, Any]:
    """The row of a paper; its label is never empty."""
    value = document.paper
    return {
        "id": value.id,
        "iri": iris.paper(value),
        "label": label(document, entities, labels),
        "title": value.title,
        "abstract": value.abstract,
        "year": value.year,
        "venue": value.venue,
        "authors": list(value.authors),
        "doi": value.doi,
        "arxiv": value.arxiv,
        "url": value.url,
        "source": value.source,
        "record": value.record,
    }


def label(document: Document, entities: Sequence[str], labels: Mapping[str, str]) -> str:
    """A readable name of a paper: its title, else what it proposes, else the first words of its abstract.

    Of several proposed things the first that looks like a name is taken ("KOALA++" before "residual learning"), else
    the first.
    """
    if title := clean(document.paper.title).text:
        return title
    proposed = [
        (not _looks_like_a_name(mention.text), position)
        for position, mention in enumerate(document.mentions)
        if mention.role in _PROPOSED
    ]
    if proposed:
        return labels[entities[min(proposed)[1]]]
    words = clean(document.paper.abstract).text.split()
    text = " ".join(words[:_FIRST_WORDS])[:120].rstrip(" ,;:.")
    return (text + "…" if len(words) > _FIRST_WORDS else text) or document.paper.id


def _looks_like_a_name(surface: str) -> bool:
    return any(c.isupper() or c.isdigit() or c == "+" for c in surface[1:].replace(" ", "")) and not surface.islower()


def mentions(
    document: Document, entities: Sequence[str], names: Mapping[str, str] = _ALONE
) -> Iterator[dict[str, Any]]:
    """The rows of a document's mentions, in its order.

    Args:
        document: what was extracted.
        entities: the entity IRI of each mention, in order.
        names: what the table calls each extractor.

    Raises:
        KeyError: a mention was found by an extractor that has no name.
    """
    paper_iri = iris.paper(document.paper)
    for index, (mention, entity_iri) in enumerate(zip(document.mentions, entities, strict=True)):
        yield {
            "iri": mention_iri(document, paper_iri, index),
            "paper": document.paper.id,
            "index": index,
            "field": mention.field.value,
            "start": mention.start,
            "end": mention.end,
            "text": mention.text,
            "type": mention.type.value,
            "role": mention.role.value,
            "score": mention.score,
            "entity": entity_iri,
            "sentence_start": mention.sentence.start,
            "sentence_end": mention.sentence.end,
            "extractors": [names[each] for each in mention.extractors],
            "identifier": mention.identifier,
            "url": mention.url,
        }


def entity(value: Entity, tally: Tally) -> dict[str, Any]:
    """The row of an entity; raises ValueError for one that no mention refers to."""
    numbers = tally.entity(value.iri)
    if numbers["mentions"] != sum(alias.mentions for alias in value.aliases):
        raise ValueError(f"{value.iri}: its aliases do not account for its {numbers['mentions']} mentions")
    return {"iri": value.iri, "type": value.type.value, "label": value.label, **numbers}


def aliases(value: Entity) -> Iterator[dict[str, Any]]:
    """The rows of an entity's aliases, the preferred label first, then by number of mentions."""
    for alias in value.aliases:
        yield {
            "entity": value.iri,
            "surface": alias.surface,
            "reason": alias.reason.value,
            "mentions": alias.mentions,
            "score": alias.score,
        }
