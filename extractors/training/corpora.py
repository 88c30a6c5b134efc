"""The annotated sources as spaCy documents: which spans count, which are unknown, which types a source marks."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from spacy.language import Language
from spacy.tokens import Doc

import extractors.pipeline  # noqa: F401  (registers the attributes of spans)
from extractors.compose import Composed, compose
from extractors.heads import NONE, Key
from ontology.model import EntityType, Field, Role, Span
from ontology.vocabulary import RELATION_TYPES

Doc.set_extension("links", default=None, force=True)

LICENSED: Final = ("abstracts", "scirex", "scirex-fulltext", "tdmsci", "crossner-ai")
"""Sources whose licence allows weights that ship."""


def records(data: Path, source: str, part: str) -> Iterator[dict[str, Any]]:
    """Records of `data/ner/<source>/<part>.jsonl.gz` in file order, without those that train_exclude.tsv names."""
    excluded = _excluded(data, source) if part == "train" else frozenset()
    with gzip.open(data / "ner" / source / f"{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["id"] not in excluded:
                yield record


def _excluded(data: Path, source: str) -> frozenset[str]:
    with (data / "ner" / "train_exclude.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return frozenset(row["id"] for row in rows if row["source"] == source)


def documents(nlp: Language, rows: Iterable[dict[str, Any]], *, titles: bool = True) -> Iterator[Doc]:
    """Each record as a document whose `ents` are the gold spans.

    Each span has its role in `span._.role` and each document its links in `doc._.links`, where the source marks them.
    Tokens under borderline or misaligned spans are marked as missing; types that the source does not mark, or does not
    mark exhaustively, are named in `doc._.unannotated`.
    """
    for row in rows:
        yield _document(nlp, row, titles=titles)


def _document(nlp: Language, row: dict[str, Any], *, titles: bool) -> Doc:
    if "abstract" in row:
        composed = compose(row["title"] if titles else "", row["abstract"])
        gold = [e for e in row["entities"] if titles or e["field"] == "abstract"]
        unknown = [e for e in row["borderline"] if titles or e["field"] == "abstract"]
    else:
        text = row.get("text_clean") or row["text"]
        composed = compose("", text)
        gold = row["entities_clean"] if "text_clean" in row else row["entities"]
        unknown = []
    doc = nlp.make_doc(composed.text)
    ents: list[Any] = []
    missing: list[int] = []
    for entity in gold:
        span = _aligned(doc, composed, entity)
        if span is None or any(span.start < e.end and e.start < span.end for e in ents):
            missing += _touched(doc, composed, entity)
        else:
            span._.role = gold_role(EntityType(entity["label"]), entity["role"]) if "role" in entity else None
            ents.append(span)
    for entity in unknown:
        missing += _touched(doc, composed, entity)
    if "links" in row:
        doc._.links = frozenset((k["head"].lower(), k["relation"], k["tail"].lower()) for k in row["links"])
    covered = {i for span in ents for i in range(span.start, span.end)}
    spans = [doc[i : i + 1] for i in sorted(set(missing) - covered)]
    doc.set_ents(ents, missing=spans, default="outside")
    marked = set(row.get("annotated") or [t.value for t in EntityType])
    if not row.get("exhaustive", True):
        marked = set()
    doc._.unannotated = tuple(t.value for t in EntityType if t.value not in marked)
    return doc


def gold_role(kind: EntityType, role: str) -> Role:
    """The role as the product names it: a dataset that the guide calls proposed is introduced."""
    return Role.INTRODUCED if kind is EntityType.DATASET and role == "proposed" else Role(role)


def relation_class(links: Collection[tuple[str, str, str]], a: Key, b: Key) -> str:
    """The one of `RELATIONS` that the links of a paper give two surfaces, `a` standing first."""
    for kind, types in RELATION_TYPES.items():
        if (a[0], kind.value, b[0]) in links and (a[1], b[1]) in types:
            return f"{kind.value}>"
        if (b[0], kind.value, a[0]) in links and (b[1], a[1]) in types:
            return f"{kind.value}<"
    return NONE


def _range(composed: Composed, entity: dict[str, Any]) -> tuple[int, int] | None:
    where = Field(entity.get("field", "abstract"))
    return composed.clean(Span(field=where, start=entity["start"], end=entity["end"]))


def _aligned(doc: Doc, composed: Composed, entity: dict[str, Any]) -> Any:
    bounds = _range(composed, entity)
    return bounds and doc.char_span(*bounds, label=entity["label"])


def _touched(doc: Doc, composed: Composed, entity: dict[str, Any]) -> list[int]:
    bounds = _range(composed, entity)
    if bounds is None:
        return []
    span = doc.char_span(*bounds, alignment_mode="expand")
    return list(range(span.start, span.end)) if span is not None else []
