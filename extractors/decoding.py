"""From label probabilities of tokens to spans: BIOES labels, and the best sequence that is well formed."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ontology.model import EntityType

LABELS: Final[tuple[str, ...]] = ("O", *(f"{tag}-{t.value}" for t in EntityType for tag in "BIES"))
"""O first, then Begin, Inside, End and Single of each type."""

Floats = NDArray[np.floating[Any]]


def _transitions() -> NDArray[np.float32]:
    """0 where the second label may follow the first, minus infinity elsewhere."""
    table = np.full((len(LABELS), len(LABELS)), -np.inf, dtype=np.float32)
    for i, left in enumerate(LABELS):
        for j, right in enumerate(LABELS):
            is_open = left[0] in "BI"
            goes_on = right[0] in "IE"
            if is_open == goes_on and (not goes_on or left[2:] == right[2:]):
                table[i, j] = 0.0
    return table


_ALLOWED: Final = _transitions()
_START: Final = np.array([-np.inf if label[0] in "IE" else 0.0 for label in LABELS], dtype=np.float32)
_STOP: Final = np.array([-np.inf if label[0] in "BI" else 0.0 for label in LABELS], dtype=np.float32)


def viterbi(log_probabilities: Floats) -> list[int]:
    """The well-formed label sequence with the highest sum, for a matrix of tokens by labels (Viterbi 1967)."""
    length = len(log_probabilities)
    if not length:
        return []
    score = log_probabilities[0] + _START
    back = np.zeros((length, len(LABELS)), dtype=np.int64)
    columns = np.arange(len(LABELS))
    for position in range(1, length):
        candidates = score[:, None] + _ALLOWED
        back[position] = candidates.argmax(axis=0)
        score = candidates[back[position], columns] + log_probabilities[position]
    path = [int((score + _STOP).argmax())]
    for position in range(length - 1, 0, -1):
        path.append(int(back[position, path[-1]]))
    return path[::-1]


def spans(path: list[int]) -> list[tuple[int, int, str]]:
    """Start, end (in tokens, half-open) and type of each span of a well-formed sequence, in order."""
    found, start = [], 0
    for position, index in enumerate(path):
        tag, _, kind = LABELS[index].partition("-")
        if tag in "BS":
            start = position
        if tag in "ES":
            found.append((start, position + 1, kind))
    return found


def span_probability(probabilities: Floats, path: list[int], start: int, end: int) -> float:
    """Geometric mean of the weakest label and of all labels of a span: an uncalibrated score in (0, 1]."""
    chosen = probabilities[np.arange(start, end), path[start:end]]
    return float(np.sqrt(chosen.min() * np.exp(np.log(np.maximum(chosen, 1e-9)).mean())))


def encode(length: int, marked: list[tuple[int, int, str]]) -> NDArray[np.int64]:
    """Label indices for `length` tokens with the given non-overlapping spans (the inverse of `spans`)."""
    labels = np.zeros(length, dtype=np.int64)
    for start, end, kind in marked:
        if end - start == 1:
            labels[start] = LABELS.index(f"S-{kind}")
            continue
        labels[start] = LABELS.index(f"B-{kind}")
        labels[start + 1 : end - 1] = LABELS.index(f"I-{kind}")
        labels[end - 1] = LABELS.index(f"E-{kind}")
    return labels
