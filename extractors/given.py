"""Roles and relations of mentions that are given instead of found: what they are worth apart from the tagger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from extractors.abbreviations import definitions
from extractors.compose import Composed, compose
from extractors.extraction import document_of
from extractors.packaged import load
from ontology.model import Document, EntityType, Field, Paper, Span

Spans = Sequence[tuple[Field, int, int, EntityType]]

_BEFORE = ("paper_sentences", "mention_tagger", "paper_names")
"""What is done here in another way: sentences and states are taken, mentions are not looked for."""


def relate(given: Iterable[tuple[Paper, Spans]], *, nlp: Language | None = None) -> Iterator[Document]:
    """Each paper as a document with the given mentions, their roles and relations, lazily and in order.

    Args:
        given: papers with the spans of their mentions in the raw text; a span that cuts a unit of the text takes the
            whole unit, and of spans that overlap the first stays.
        nlp: the pipeline; the packaged one if not given.
    """
    pipeline = nlp if nlp is not None else load()
    for paper, spans in given:
        composed = compose(paper.title, paper.abstract)
        yield document_of(paper, composed, _read(pipeline, composed, spans))


def _read(nlp: Language, composed: Composed, spans: Spans) -> Doc:
    doc = nlp.get_pipe("paper_sentences")(nlp.make_doc(composed.text))
    tagger: Any = nlp.get_pipe("mention_tagger")
    tagger.predict([doc])
    doc.set_ents(_aligned(doc, composed, spans))
    doc._.abbreviations = tuple(definitions(doc.text))
    for name, component in nlp.pipeline:
        if name not in _BEFORE:
            doc = component(doc)
    return doc


def _aligned(doc: Doc, composed: Composed, spans: Spans) -> list[Any]:
    found: list[Any] = []
    for field, start, end, kind in spans:
        bounds = composed.clean(Span(field=field, start=start, end=end))
        span = bounds and doc.char_span(*bounds, label=kind.value, alignment_mode="expand")
        if span is not None and not any(span.start < e.end and e.start < span.end for e in found):
            span._.score = 1.0
            found.append(span)
    return sorted(found, key=lambda e: int(e.start))
