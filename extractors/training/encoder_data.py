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
from extractors.pieces import Pieces, Window
from extractors.tagger import allowed_labels

_CHUNK: Final = 96
"""So many windows are sorted by length together: little padding, and batches still differ from epoch to epoch."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A window and, for each unit of its document, the labels that the annotation admits."""

    window: Window
    allowed: NDArray[np.float32]


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


def samples(pieces: Pieces, docs: Iterable[Doc]) -> Iterator[Sample]:
    """All windows of all documents, in order."""
    for doc in docs:
        allowed = allowed_labels(doc)
        for window in pieces.windows(doc):
            yield Sample(window, allowed)


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
    counts = np.bincount(slots.ravel(), minlength=rows + 1)
    tables = np.concatenate([*allowed, np.ones((1, len(LABELS)), dtype=np.float32)])
    return Batch(
        ids=torch.from_numpy(ids),
        features=torch.from_numpy(features),
        mask=torch.from_numpy(mask),
        slots=torch.from_numpy(slots),
        allowed=torch.from_numpy(tables),
        counts=torch.from_numpy(np.maximum(counts, 1)).float(),
    )
