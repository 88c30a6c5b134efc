"""Mentions and relations of documents to statements, claims and counts a year."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ontology import iris
from ontology.model import Document, Evidence, Span, Statement
from ontology.vocabulary import MENTIONS, PAPER_PROPERTIES, RELATION_PROPERTIES, ancestors

PAPER_PREDICATES: Final = frozenset(PAPER_PROPERTIES.values())

_Key = tuple[str, str, str]


def statements(document: Document, entities: Sequence[str]) -> tuple[Statement, ...]:
    """What one document states, ordered by predicate, subject and object; evidence ordered by place.

    A mention gives a paper-to-entity statement by its role: an entity in several roles gives several statements. A
    relation gives an entity-to-entity statement, unless both ends are one entity. Evidence is one a sentence, with the
    best score of its mentions or relations.

    Args:
        document: what was extracted.
        entities: the entity IRI of each mention, in order.
    """
    found: dict[_Key, dict[Span, tuple[float, set[int]]]] = defaultdict(dict)
    subject = iris.paper(document.paper)
    for position, mention in enumerate(document.mentions):
        predicate = PAPER_PROPERTIES.get((mention.type, mention.role), MENTIONS)
        places = found[subject, predicate, entities[position]]
        _support(places, mention.sentence, mention.score, {position})
    for relation in document.relations:
        head, tail = entities[relation.head], entities[relation.tail]
        if head != tail:
            places = found[head, RELATION_PROPERTIES[relation.type], tail]
            _support(places, relation.sentence, relation.score, {relation.head, relation.tail})
    return tuple(
        Statement(
            subject=key[0],
            predicate=key[1],
            object=key[2],
            evidence=tuple(
                Evidence(
                    paper=document.paper.id, span=span, score=places[span][0], mentions=tuple(sorted(places[span][1]))
                )
                for span in sorted(places, key=lambda s: (s.field != "title", s.start, s.end))
            ),
        )
        for key, places in sorted(found.items(), key=lambda item: (item[0][1], item[0][0], item[0][2]))
    )


def statement_rows(document: Document, stated: Sequence[Statement]) -> Iterator[dict[str, Any]]:
    """Rows of the table `statements` for one document: one a statement and sentence, in the order given."""
    paper = iris.paper(document.paper)
    for one in stated:
        claim = iris.claim(one.subject, one.predicate, one.object)
        for evidence in one.evidence:
            span = evidence.span
            yield {
                "iri": iris.statement(paper, claim, span),
                "claim": claim,
                "paper": document.paper.id,
                "subject": one.subject,
                "predicate": one.predicate,
                "object": one.object,
                "score": evidence.score,
                "field": span.field.value,
                "sentence_start": span.start,
                "sentence_end": span.end,
                "sentence": document.paper.text(span.field)[span.start : span.end],
                "mentions": [mention_iri(document, paper, position) for position in evidence.mentions],
            }


def mention_iri(document: Document, paper_iri: str, position: int) -> str:
    """The IRI of one mention of a document."""
    mention = document.mentions[position]
    return iris.mention(paper_iri, mention.field, mention.start, mention.end, mention.type)


def combined(best_by_paper: Sequence[float]) -> float:
    """The confidence of a claim that several papers support, in [0, 1]: 1 - (1 - p1)(1 - p2) ….

    The noisy-or of Pearl (Probabilistic Reasoning in Intelligent Systems, 1988, section 4.3.2), over papers and not
    over sentences, because the sentences of one paper are not independent of each other.
    """
    return round(1.0 - math.prod(1.0 - p for p in sorted(best_by_paper)), 6)


@dataclass(slots=True)
class Tally:
    """Running sums over documents: claims, entities, and papers a year. Holds no text."""

    _claims: dict[_Key, list[float]] = field(default_factory=lambda: defaultdict(list))
    _sentences: Counter[_Key] = field(default_factory=Counter)
    _entities: dict[str, list[int | None]] = field(default_factory=dict)
    _yearly: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    _years: Counter[int] = field(default_factory=Counter)

    def add(self, document: Document, entities: Sequence[str], stated: Sequence[Statement]) -> None:
        """Count one paper."""
        year = document.paper.year
        if year is not None and document.paper.abstract.strip():
            self._years[year] += 1
        for entity, mentions in Counter(entities).items():
            self._count(entity, mentions, year)
        held: set[tuple[str, str]] = set()
        for one in stated:
            key = (one.subject, one.predicate, one.object)
            self._claims[key].append(max(e.score for e in one.evidence))
            self._sentences[key] += len(one.evidence)
            if one.predicate in PAPER_PREDICATES:
                held.update((one.object, p) for p in (one.predicate, *ancestors(one.predicate)))
        if year is not None:
            self._yearly.update((entity, predicate, year) for entity, predicate in held)

    def claims(self) -> Iterator[dict[str, Any]]:
        """Rows of the table `claims`, ordered by IRI."""
        keyed = sorted((iris.claim(*key), key) for key in self._claims)
        for iri, key in keyed:
            best = self._claims[key]
            yield {
                "iri": iri,
                "subject": key[0],
                "predicate": key[1],
                "object": key[2],
                "papers": len(best),
                "statements": self._sentences[key],
                "best": max(best),
                "combined": combined(best),
            }

    def entity(self, iri: str) -> Mapping[str, int | None]:
        """Papers, mentions, first and last year of an entity; raises KeyError where nothing mentions it."""
        return dict(zip(("papers", "mentions", "first_year", "last_year"), self._entities[iri], strict=True))

    def yearly(self) -> Iterator[dict[str, Any]]:
        """Rows of the table `yearly`, ordered by entity, predicate and year."""
        for (entity, predicate, year), papers in sorted(self._yearly.items()):
            yield {"entity": entity, "predicate": predicate, "year": year, "papers": papers}

    def years(self) -> Iterator[dict[str, Any]]:
        """Rows of the table `years`, ordered by year."""
        for year, papers in sorted(self._years.items()):
            yield {"year": year, "papers": papers}

    def _count(self, entity: str, mentions: int, year: int | None) -> None:
        papers, total, first, last = self._entities.get(entity, (0, 0, None, None))
        known = [y for y in (first, last, year) if y is not None]
        self._entities[entity] = [
            (papers or 0) + 1, (total or 0) + mentions, min(known, default=None), max(known, default=None)
        ]  # fmt: skip


def _support(places: dict[Span, tuple[float, set[int]]], sentence: Span, score: float, positions: set[int]) -> None:
    best, held = places.get(sentence, (0.0, set()))
    places[sentence] = (max(best, score), held | positions)
