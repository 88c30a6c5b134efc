"""Which extractor found a mention, and what happens where two of them speak of the same place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from spacy.tokens import Doc, Span

from extractors.tagger import GROUP
from ontology.model import THE_MODEL

Span.set_extension("extractors", default=(THE_MODEL,), force=True)
Span.set_extension("identifier", default="", force=True)
Span.set_extension("url", default="", force=True)


class Found(NamedTuple):
    """What an extractor of the user's own found."""

    span: Span
    score: float
    identifier: str = ""
    url: str = ""


def add(doc: Doc, found: Iterable[Found], source: str) -> Doc:
    """The document with more entities, attributed to `source`.

    Where an entity with the same span and type is there already, both have found it: its score stays, and it is
    attributed to both. Where one with the same span has another type, the new one takes its place. Of entities that
    overlap otherwise the longer one stays, in characters, the new one if they are equally long.

    Args:
        doc: with its entities so far.
        found: no two of them overlap; the longest is placed first.
        source: name of the extractor.
    """
    kept = {(span.start, span.end): span for span in doc.ents}
    # Which entity holds each token: asking costs the length of a span, not the number of entities.
    holder: list[Span | None] = [None] * len(doc)
    for span in kept.values():
        holder[span.start : span.end] = [span] * len(span)
    for new in sorted(found, key=lambda each: (-_length(each.span), each.span.start)):
        span = new.span
        old = kept.get((span.start, span.end))
        if old is not None and old.label == span.label:
            _mark(old, old._.score, dict.fromkeys((*old._.extractors, source)), new)
            continue
        rivals = {(each.start, each.end): each for each in holder[span.start : span.end] if each is not None}
        if any(_length(each) > _length(span) for each in rivals.values()):
            continue
        for place, each in rivals.items():
            del kept[place]
            holder[each.start : each.end] = [None] * len(each)
        _mark(span, new.score, (source,), new)
        kept[span.start, span.end] = span
        holder[span.start : span.end] = [span] * len(span)
    spans = [kept[place] for place in sorted(kept)]
    doc.spans[GROUP] = spans
    doc.set_ents(spans)
    return doc


def _length(span: Span) -> int:
    return int(span.end_char - span.start_char)


def _mark(span: Span, score: float | None, sources: Iterable[str], new: Found) -> None:
    span._.score = score
    span._.extractors = tuple(sources)
    span._.identifier = new.identifier or span._.identifier
    span._.url = new.url or span._.url
