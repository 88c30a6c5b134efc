"""Annotated documents as batches of word pieces with the labels that each unit may have (training only)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from spacy.tokens import Doc
from torch import Tensor

from extractors.decoding import LABELS
from extractors.heads import CLASSES, RELATIONS, ROLE_CLASSES, ROLES, Key, Layout, layout
from extractors.pieces import Pieces, Window
from extractors.tagger import allowed_labels
from extractors.tokens import sentence_bounds
from extractors.training.corpora import relation_class
from ontology.model import EntityType

_INDICES: Final = ("first", "last", "surface", "kind", "left", "right", "group", "place", "between")
_CHUNK: Final = 96
"""So many windows are sorted by length together: little padding, and batches still differ from epoch to epoch."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The gold mentions of a window, with tokens numbered from its first, their roles and relations."""

    layout: Layout
    role: NDArray[np.int64]
    """Of each surface, by its position in `ROLES`; -1 where it is not annotated."""
    relation: NDArray[np.int64]
    """Of each pair of surfaces, by its position in `RELATIONS`; -1 where links are not annotated."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A window and, for each unit of its document, the labels that the annotation admits."""

    window: Window
    allowed: NDArray[np.float32]
    marks: Marks


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded pieces, where their units are, and what the units may be."""

    ids: Tensor
    features: Tensor
    mask: Tensor
    slots: Tensor
    """For each piece the row of its unit in `allowed`; the last row, which is not counted, for all other pieces."""
    allowed: Tensor
    counts: Tensor
    """Pieces a row."""
    first: Tensor
    last: Tensor
    surface: Tensor
    kind: Tensor
    left: Tensor
    right: Tensor
    group: Tensor
    place: Tensor
    between: Tensor
    """As in `extractors.heads.Layout`, over all windows of the batch; tokens are rows of `allowed`."""
    role: Tensor
    roles: Tensor
    """Gold role of each surface, and those that its type admits."""
    relation: Tensor
    classes: Tensor
    """Gold relation of each pair of surfaces, and those that its types admit."""


def samples(pieces: Pieces, docs: Iterable[Doc]) -> Iterator[Sample]:
    """All windows of all documents, in order."""
    for doc in docs:
        allowed = allowed_labels(doc)
        for window in pieces.windows(doc):
            yield Sample(window, allowed, _marks(doc, window))


def _marks(doc: Doc, window: Window) -> Marks:
    rows = np.unique(window.units[(window.units >= window.own[0]) & (window.units < window.own[1])])
    inside = [e for e in doc.ents if e.start in rows and e.end - 1 in rows]
    ends = [(int(np.searchsorted(rows, e.start)), int(np.searchsorted(rows, e.end - 1))) for e in inside]
    keys = [(e.text.lower(), EntityType(e.label_)) for e in inside]
    number = np.zeros(len(doc), dtype=np.int64)
    for index, (start, _) in enumerate(sentence_bounds(doc.text)):
        number[[t.i for t in doc if t.idx >= start]] = index
    where = layout(ends, keys, number[rows])
    names = list(dict.fromkeys(keys))
    role_of = {key: e._.role for key, e in zip(keys, inside, strict=True)}
    return Marks(
        layout=where,
        role=np.array([ROLES.index(role_of[n]) if role_of[n] else -1 for n in names], dtype=np.int64),
        relation=np.array([_relation(doc, names[a], names[b]) for a, b in where.groups], dtype=np.int64),
    )


def _relation(doc: Doc, a: Key, b: Key) -> int:
    return -1 if doc._.links is None else RELATIONS.index(relation_class(doc._.links, a, b))


def batches(given: Sequence[Sample], size: int, rng: random.Random) -> list[list[Sample]]:
    """The samples in random batches of similar length, each of at most `size` pieces with padding."""
    order = list(given)
    rng.shuffle(order)
    made: list[list[Sample]] = []
    for start in range(0, len(order), _CHUNK):
        batch: list[Sample] = []
        for sample in sorted(order[start : start + _CHUNK], key=lambda s: len(s.window.ids)):
            if batch and (len(batch) + 1) * len(sample.window.ids) > size:
                made.append(batch)
                batch = []
            batch.append(sample)
        made.append(batch)
    rng.shuffle(made)
    return made


def collate(batch: Sequence[Sample], *, masked: float, mask_id: int, rng: np.random.Generator) -> Batch:
    """A batch as tensors, with the share `masked` of the pieces hidden behind `mask_id`."""
    longest = max(len(s.window.ids) for s in batch)
    ids = np.zeros((len(batch), longest), dtype=np.int64)
    features, mask = ids.copy(), ids.copy()
    slots = np.full_like(ids, -1)
    allowed: list[NDArray[np.float32]] = []
    rows = 0
    for row, sample in enumerate(batch):
        window, length = sample.window, len(sample.window.ids)
        hidden = (rng.random(length) < masked) & (window.units >= 0)
        ids[row, :length] = np.where(hidden, mask_id, window.ids)
        features[row, :length] = window.features
        mask[row, :length] = 1
        counted = (window.units >= window.own[0]) & (window.units < window.own[1])
        kept, places = np.unique(window.units[counted], return_inverse=True)
        slots[row, :length][counted] = rows + places
        allowed.append(sample.allowed[kept])
        rows += len(kept)
    slots[slots < 0] = rows
    firsts = np.cumsum([0, *(len(a) for a in allowed)])
    counts = np.bincount(slots.ravel(), minlength=rows + 1)
    tables = np.concatenate([*allowed, np.ones((1, len(LABELS)), dtype=np.float32)])
    return Batch(
        ids=torch.from_numpy(ids),
        features=torch.from_numpy(features),
        mask=torch.from_numpy(mask),
        slots=torch.from_numpy(slots),
        allowed=torch.from_numpy(tables),
        counts=torch.from_numpy(np.maximum(counts, 1)).float(),
        **_joined([s.marks for s in batch], firsts),
    )


def _joined(marks: Sequence[Marks], firsts: NDArray[np.int64]) -> dict[str, Tensor]:
    """The indices of several windows as those of one; pairs of surfaces without an annotated role teach nothing."""
    parts: dict[str, list[NDArray[np.int64]]] = {name: [] for name in (*_INDICES, "role", "relation", "types")}
    mentions = surfaces = pairs = 0
    for mark, row in zip(marks, firsts[:-1], strict=True):
        at = mark.layout
        shift = {"first": row, "last": row, "between": row, "surface": surfaces, "left": mentions, "right": mentions}
        for name in _INDICES:
            parts[name].append(getattr(at, name) + shift.get(name, pairs if name == "group" else 0))
        parts["role"].append(mark.role)
        parts["relation"].append(mark.relation)
        parts["types"].append(at.kind[at.groups].reshape(-1, 2))
        mentions, surfaces, pairs = mentions + len(at.first), surfaces + len(at.kind), pairs + len(at.groups)
    joined = {name: np.concatenate(values) for name, values in parts.items()}
    types = joined.pop("types")
    tensors = {name: torch.from_numpy(value) for name, value in joined.items()}
    tensors["roles"] = torch.from_numpy(ROLE_CLASSES[joined["kind"]])
    tensors["classes"] = torch.from_numpy(CLASSES[types[:, 0], types[:, 1]])
    return tensors
