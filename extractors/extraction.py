"""Papers in, documents out: the one door to extraction, for one process or several."""

from __future__ import annotations

import multiprocessing
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

from extractors.compose import Composed, compose
from extractors.errors import ExtensionError
from extractors.extensions import NOTHING, Extensions, extend
from extractors.packaged import load
from extractors.tokens import sentence_ranges
from ontology.model import Abbreviation, Document, EntityType, Field, Mention, Paper, Relation, Role, Span

_BATCH: Final = 32
_DECIMALS: Final = 4


def extract(
    papers: Iterable[Paper],
    *,
    workers: int = 1,
    min_score: float = 0.0,
    model: str = "standard",
    added: Extensions = NOTHING,
) -> Iterator[Document]:
    """One document a paper, lazily and in the order of `papers`; the same paper always gives the same document.

    Args:
        papers: read a few batches ahead of what is yielded.
        workers: processes; 1 stays in this one.
        min_score: mentions with a lower probability are left out, with the relations that need them.
        model: "standard", or "fast" for the tok2vec tagger alone.
        added: a term list and components of the user's own; see `extractors.extensions`.

    Raises:
        ValueError: there is no model of that name.
        ExtensionError: a component fails.
    """
    batches = _batched(papers, _BATCH)
    if workers <= 1:
        nlp = _pipeline(model, added)
        for batch in batches:
            yield from extract_with(nlp, batch, min_score=min_score)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(model, added)) as pool:
        waiting: list[Future[list[Document]]] = []
        for batch in batches:
            waiting.append(pool.submit(extract_batch, batch, min_score))
            if len(waiting) > 2 * workers:
                yield from waiting.pop(0).result()
        for future in waiting:
            yield from future.result()


def _batched(papers: Iterable[Paper], size: int) -> Iterator[list[Paper]]:
    source = iter(papers)
    while batch := list(islice(source, size)):
        yield batch


@lru_cache(maxsize=2)
def _pipeline(model: str, added: Extensions) -> Language:
    return extend(load(model), added) if added != NOTHING else load(model)


_WORK: list[Language] = []
"""The pipeline of a worker process: handed over once, because a term list can be long."""


def _start(model: str, added: Extensions) -> None:
    """Several processes share the cores already; threads of each would compete."""
    try:
        nlp = _pipeline(model, added)
    except ExtensionError as error:
        # Said by the first batch: a worker that fails to start would only break the pool.
        _FAILED.append(error)
        return
    tagger: Any = nlp.get_pipe("mention_tagger")
    if hasattr(tagger, "threads"):
        tagger.threads = 1
    _WORK.append(nlp)


_FAILED: list[ExtensionError] = []


def extract_batch(papers: list[Paper], min_score: float) -> list[Document]:
    """The documents of a few papers, in a worker process."""
    if _FAILED:
        raise _FAILED[0]
    return extract_with(_WORK[0], papers, min_score=min_score)


def extract_with(nlp: Language, papers: list[Paper], *, min_score: float = 0.0) -> list[Document]:
    """The documents of some papers by any pipeline that sets `doc.ents`, and scores, roles and relations if it can."""
    composed = [compose(paper.title, paper.abstract) for paper in papers]
    docs = nlp.pipe([c.text for c in composed], batch_size=_BATCH)
    return [document_of(paper, c, doc, min_score) for paper, c, doc in zip(papers, composed, docs, strict=True)]


def document_of(paper: Paper, composed: Composed, doc: Doc, min_score: float = 0.0) -> Document:
    """What a pipeline found in a paper, in the raw text; mentions scored below `min_score` are left out."""
    mentions: list[Mention] = []
    position: dict[int, int] = {}
    bounds = sentence_ranges(doc)
    starts = [start for start, _ in bounds]
    for index, span in enumerate(doc.ents):
        around = bounds[max(0, bisect_right(starts, span.start_char) - 1)] if bounds else (0, len(doc.text))
        mention = _mention(paper, composed, span, around)
        if mention is not None and mention.score >= min_score:
            position[index] = len(mentions)
            mentions.append(mention)
    relations = [
        Relation(
            head=position[link.head],
            tail=position[link.tail],
            type=link.type,
            score=round(link.score, _DECIMALS),
            sentence=_passage(mentions[position[link.head]], mentions[position[link.tail]]),
        )
        for link in doc._.relations
        if link.head in position and link.tail in position
    ]
    pairs = [_abbreviation(paper, composed, pair) for pair in doc._.abbreviations]
    return Document(
        paper=paper,
        mentions=tuple(mentions),
        relations=tuple(relations),
        abbreviations=tuple(dict.fromkeys(pair for pair in pairs if pair is not None)),
    )


def _passage(head: Mention, tail: Mention) -> Span:
    """From the sentence of one mention to that of the other; between title and abstract that in the abstract."""
    one, other = head.sentence, tail.sentence
    if one.field is not other.field:
        return one if one.field is Field.ABSTRACT else other
    return Span(field=one.field, start=min(one.start, other.start), end=max(one.end, other.end))


def _mention(paper: Paper, composed: Composed, span: DocSpan, around: tuple[int, int]) -> Mention | None:
    where = composed.raw(span.start_char, span.end_char)
    if where is None:
        return None
    sentence = composed.raw(around[0], max(around[1], span.end_char))
    kind = EntityType(span.label_)
    default = {EntityType.METHOD: Role.USED, EntityType.TASK: Role.ADDRESSED}.get(kind, Role.EVALUATED_ON)
    return Mention(
        field=where.field,
        start=where.start,
        end=where.end,
        text=paper.text(where.field)[where.start : where.end],
        type=kind,
        role=Role(span._.role) if span._.role else default,
        score=round(float(1.0 if span._.score is None else span._.score), _DECIMALS),
        sentence=sentence or where,
        extractors=span._.extractors,
        identifier=span._.identifier,
        url=span._.url,
    )


def _abbreviation(paper: Paper, composed: Composed, pair: Any) -> Abbreviation | None:
    short: Span | None = composed.raw(*pair.short)
    long: Span | None = composed.raw(*pair.long)
    if short is None or long is None:
        return None
    return Abbreviation(
        short=paper.text(short.field)[short.start : short.end],
        long=paper.text(long.field)[long.start : long.end],
    )
