"""Precision, recall and F1 of the extractor against gold annotations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from kg.calibration import calibration
from kg.confusion import compare_papers
from kg.gold import NEW, Gold, Spans, Surfaces, Triples, read_gold, read_gold_file
from kg.scores import GivenScores, Score, Scores, Share, Shares, SourceScore
from kg.surfaces import key
from ontology.model import Document, EntityType, Field, Paper, RelationType

__all__ = ["GivenScores", "Score", "Scores", "compare", "compare_given", "evaluate", "read_gold"]

_TYPES: Final = tuple(kind.value for kind in EntityType)

Given = tuple[Paper, list[tuple[Field, int, int, EntityType]]]
"""A paper with spans of its raw text, as `extractors.relate` wants them."""


def evaluate(path: Path, *, workers: int = 1, min_score: float = 0.0, model: str = "standard") -> Scores:
    """The scores of the packaged extractor on a gold file: JSON lines or a file of `kg label`, plain or gzipped.

    Args:
        path: the gold.
        workers: processes for the extraction.
        min_score: mentions with a lower probability count as not found.
        model: the packaged model that reads the texts, "standard" or "fast".

    Raises:
        InputError: the file is missing, or a line is not gold of one of the forms.
    """
    import extractors
    from extractors import relate

    gold = read_gold_file(path)
    papers = [each.paper for each in gold.papers]
    documents = extractors.extract(papers, workers=workers, min_score=min_score, model=model)
    scores = replace(compare(gold.papers, documents), left_out=gold.left_out)
    wanted = [each for each in gold.papers if each.relations is not None or each.roles]
    if not wanted:
        return scores
    return replace(scores, given=compare_given(wanted, relate(map(_given, wanted), nlp=extractors.load(model))))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """Gold, the document to judge, and what of it counts."""

    gold: Gold
    document: Document
    spans: Spans
    triples: Triples


def compare(gold: Sequence[Gold], documents: Iterable[Document]) -> Scores:
    """The scores of documents against gold, paired in order."""
    pairs = [_pair(truth, document) for truth, document in zip(gold, documents, strict=True)]
    linked = [(p.triples, p.gold.relations) for p in pairs if p.gold.relations is not None]
    confusion, errors = compare_papers((p.gold, p.document, p.spans, p.triples) for p in pairs)
    return Scores(
        papers=len(pairs),
        strict=_strict(pairs),
        boundary=_sum(_overlap({s[:3] for s in p.spans}, {s[:3] for s in p.gold.spans}) for p in pairs),
        relaxed=_sum(_relaxed(p.spans, p.gold.spans) for p in pairs),
        types=_by_type(pairs),
        relations=_optional([_overlap(found, wanted) for found, wanted in linked]),
        relation_kinds=_by_kind(linked),
        proposed=_optional(
            [_overlap(_names(p.document), wanted) for p in pairs if (wanted := p.gold.proposed) is not None]
        ),
        role_shares=_shares(each for p in pairs for each in _roles_found(p)),
        sources=_by_source(pairs),
        calibration=calibration(each for p in pairs for each in _judged(p)),
        confusion=confusion,
        errors=tuple(errors),
    )


def compare_given(gold: Sequence[Gold], documents: Iterable[Document]) -> GivenScores:
    """What roles and relations are worth on documents whose mentions are those of the gold, paired in order.

    A surface has the right role when each of its mentions has it; one that the document lacks counts as wrong.
    """
    pairs = [_pair(truth, document) for truth, document in zip(gold, documents, strict=True)]
    linked = [(p.triples, p.gold.relations) for p in pairs if p.gold.relations is not None]
    return GivenScores(
        relations=_optional([_overlap(found, wanted) for found, wanted in linked]),
        relation_kinds=_by_kind(linked),
        roles=_shares(each for p in pairs for each in _roles_given(p)),
    )


def _given(gold: Gold) -> Given:
    """The spans of a gold paper, longer ones first: where two overlap, the first stays."""
    spans = sorted(gold.spans, key=lambda span: (span[1] - span[2], span))
    return gold.paper, [(Field(field), start, end, EntityType(kind)) for field, start, end, kind in spans]


def _pair(truth: Gold, document: Document) -> _Pair:
    spans = {(m.field.value, m.start, m.end, m.type.value) for m in document.mentions}
    counted = {s for s in spans if (s[:3] not in truth.borderline or s in truth.spans) and s[3] in truth.types}
    return _Pair(gold=truth, document=document, spans=counted, triples=_triples(truth, document))


def _triples(truth: Gold, document: Document) -> Triples:
    """The relations between surfaces, without synonyms that the gold lists as abbreviations and not as relations."""
    surfaces = [key(m.text) for m in document.mentions]
    triples = {(surfaces[r.head], r.type.value, surfaces[r.tail]) for r in document.relations}
    synonym = RelationType.SYNONYM_OF.value
    return {
        (head, kind, tail)
        for head, kind, tail in triples
        if kind != synonym
        or frozenset((head, tail)) not in truth.abbreviations
        or (head, kind, tail) in (truth.relations or ())
    }


def _judged(pair: _Pair) -> Iterator[tuple[float, bool]]:
    """The score of each mention that counts, and whether it is right."""
    for m in pair.document.mentions:
        span = (m.field.value, m.start, m.end, m.type.value)
        if span in pair.spans:
            yield m.score, span in pair.gold.spans


def _strict(pairs: Iterable[_Pair]) -> Score:
    return _sum(_overlap(p.spans, p.gold.spans) for p in pairs)


def _by_type(pairs: Sequence[_Pair]) -> dict[str, Score]:
    return {
        kind: _sum(
            _overlap({s for s in p.spans if s[3] == kind}, {s for s in p.gold.spans if s[3] == kind}) for p in pairs
        )
        for kind in _TYPES
    }


def _by_source(pairs: Sequence[_Pair]) -> dict[str, SourceScore]:
    held: dict[str, list[_Pair]] = {}
    for pair in pairs:
        held.setdefault(pair.gold.source, []).append(pair)
    largest_first = sorted(held.items(), key=lambda item: (-len(item[1]), item[0]))
    return {
        name: SourceScore(papers=len(inside), strict=_strict(inside), types=_by_type(inside))
        for name, inside in largest_first
    }


def _sum(scores: Iterable[Score]) -> Score:
    return sum(scores, Score())


def _optional(scores: list[Score]) -> Score | None:
    return _sum(scores) if scores else None


def _by_kind(pairs: list[tuple[Triples, Triples]]) -> dict[str, Score]:
    kinds = sorted({triple[1] for found, gold in pairs for triple in found | gold})
    return {
        kind: _sum(_overlap({t for t in f if t[1] == kind}, {t for t in g if t[1] == kind}) for f, g in pairs)
        for kind in kinds
    }


def _roles_found(pair: _Pair) -> Iterator[tuple[str, bool]]:
    """The type of each surface in gold and prediction, and whether the roles agree."""
    roles = pair.gold.roles or {}
    for surface, kind, role in sorted(_surfaces(pair.document)):
        if (surface, kind) in roles:
            yield kind, roles[surface, kind] == role


def _roles_given(pair: _Pair) -> Iterator[tuple[str, bool]]:
    found: dict[tuple[str, str], set[str]] = {}
    for surface, kind, role in _surfaces(pair.document):
        found.setdefault((surface, kind), set()).add(role)
    for each, role in (pair.gold.roles or {}).items():
        yield each[1], found.get(each) == {role}


def _shares(judged: Iterable[tuple[str, bool]]) -> Shares | None:
    """By type, the share that is right; None when there is nothing to judge."""
    held: dict[str, list[bool]] = {}
    for kind, right in judged:
        held.setdefault(kind, []).append(right)
    return {kind: Share(right=sum(held[kind]), total=len(held[kind])) for kind in _TYPES if kind in held} or None


def _overlap(found: set[Any], gold: set[Any]) -> Score:
    return Score(right=len(found & gold), wrong=len(found - gold), missed=len(gold - found))


def _relaxed(found: Spans, gold: Spans) -> Score:
    def touches(a: tuple[str, int, int, str], b: tuple[str, int, int, str]) -> bool:
        return a[0] == b[0] and a[3] == b[3] and a[1] < b[2] and b[1] < a[2]

    hits = sum(1 for g in gold if any(touches(f, g) for f in found))
    wrong = sum(1 for f in found if not any(touches(f, g) for g in gold))
    return Score(right=hits, wrong=wrong, missed=len(gold) - hits)


def _names(document: Document) -> Surfaces:
    return {key(m.text) for m in document.mentions if m.role.value in NEW and m.type is not EntityType.TASK}


def _surfaces(document: Document) -> set[tuple[str, str, str]]:
    return {(key(m.text), m.type.value, m.role.value) for m in document.mentions}
