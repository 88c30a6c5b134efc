"""A multinomial logistic regression over hashed text features: small, fast, and its scores are probabilities.

Feature hashing follows Weinberger et al. (2009), "Feature hashing for large scale multitask learning", section 2,
without the sign hash: the tables here are large against the number of features.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SIZE: Final = 1 << 18
"""Rows of the hash table."""


def feature_index(feature: str) -> int:
    """The row of a feature in the table: the same on every machine and in every process."""
    return zlib.crc32(feature.encode("utf-8", "surrogatepass")) % SIZE


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Class names, and the weights of the features that occurred in training."""

    classes: tuple[str, ...]
    rows: NDArray[np.int32]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    lookup: dict[int, int]

    def probabilities(self, features: Iterable[str]) -> NDArray[np.float64]:
        """Probability of each class for one set of features, in the order of `classes`; they sum to 1."""
        crc, lookup = zlib.crc32, self.lookup  # names of the loop: it runs some hundred times a paper
        found = {lookup.get(crc(f.encode("utf-8", "surrogatepass")) % SIZE, -1) for f in features}
        found.discard(-1)
        scores = self.bias.astype(np.float64)
        if found:
            scores = scores + self.weights[sorted(found)].sum(axis=0, dtype=np.float64)
        shifted = np.exp(scores - scores.max())
        return np.asarray(shifted / shifted.sum())

    def save(self, path: Path) -> None:
        """Write to an .npz file; weights are stored in half precision."""
        np.savez_compressed(
            path,
            classes=np.array(self.classes),
            rows=self.rows,
            weights=self.weights.astype(np.float16),
            bias=self.bias.astype(np.float16),
        )


def build(classes: Sequence[str], rows: Any, weights: Any, bias: Any) -> LinearModel:
    """A model from its parts: `weights` has a line for each of `rows` and a column a class."""
    table = np.asarray(rows, dtype=np.int32)
    return LinearModel(
        classes=tuple(str(name) for name in classes),
        rows=table,
        weights=np.asarray(weights, dtype=np.float32),
        bias=np.asarray(bias, dtype=np.float32),
        lookup={int(row): i for i, row in enumerate(table)},
    )


def load(path: Path) -> LinearModel:
    """The model that `LinearModel.save` wrote; raises OSError or KeyError for another file."""
    with np.load(path, allow_pickle=False) as data:
        return build(data["classes"].tolist(), data["rows"], data["weights"], data["bias"])
