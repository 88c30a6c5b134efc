"""Roles and relations from the hidden states of the encoder: what is learned together with it, run by numpy.

A surface (all mentions of one text with one type) has one role. Two surfaces have one class of relation for the paper;
its scores are pooled over the closest pairs of their mentions, so that a relation may be told across sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ontology.model import EntityType, RelationType, Role
from ontology.vocabulary import RELATION_TYPES

NONE: Final = "none"
TYPES: Final = tuple(EntityType)
ROLES: Final = tuple(Role)
ADMITTED: Final = {
    EntityType.METHOD: (Role.PROPOSED, Role.COMPONENT, Role.USED, Role.COMPARED, Role.BACKGROUND),
    EntityType.TASK: (Role.ADDRESSED, Role.PROPOSED, Role.BACKGROUND),
    EntityType.DATASET: (Role.EVALUATED_ON, Role.TRAINED_ON, Role.INTRODUCED, Role.BACKGROUND),
}
RELATIONS: Final = (NONE, *(f"{kind.value}{sign}" for kind in RelationType for sign in "><"))
"""The classes of a pair of surfaces: `>` where the one that stands first in the paper is the head."""

CLOSEST: Final = 4
"""Pairs of mentions that are read for one pair of surfaces."""
MOST_PAIRS: Final = 3000
"""Pairs of surfaces of a paper, in order; the annotated abstracts have at most 600, a list of names has more."""
_STEPS: Final = (1, 3, 6, 12, 25)
PLACES: Final = 2 * 5 * (len(_STEPS) + 1)
"""Values of `Layout.place`: order, sentences apart, tokens apart."""

Key = tuple[str, EntityType]
"""Lower-cased text and type: what the mentions of one surface share."""

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The mentions of a paper and their pairs as indices: g pairs of surfaces, p pairs of mentions."""

    first: Integers
    """First token of each mention."""
    last: Integers
    """Last token of each mention."""
    surface: Integers
    """Surface of each mention, numbered by first occurrence."""
    kind: Integers
    """Type of each surface."""
    groups: Integers
    """The two surfaces of each pair, g by 2, the one that stands first in the paper first."""
    left: Integers
    """Mention of the first surface, p."""
    right: Integers
    """Mention of the second surface, p."""
    group: Integers
    """Pair of surfaces of each pair of mentions, p, ascending."""
    place: Integers
    """Order and distance of each pair of mentions, p."""
    between: Integers
    """First token after the earlier mention and first token of the later, p by 2."""


def _admitted(a: EntityType, b: EntityType) -> list[bool]:
    """Which of `RELATIONS` two types may have."""
    found = [True]
    for kind in RelationType:
        found += [(a, b) in RELATION_TYPES[kind], (b, a) in RELATION_TYPES[kind]]
    return found


CLASSES: Final = np.array([[_admitted(a, b) for b in TYPES] for a in TYPES])
"""Types by types by classes: what is admitted."""
ROLE_CLASSES: Final = np.array([[role in ADMITTED[kind] for role in ROLES] for kind in TYPES])
"""Types by roles: what is admitted."""


def layout(tokens: Sequence[tuple[int, int]], keys: Sequence[Key], sentence: Any) -> Layout:
    """The indices of a paper's mentions.

    Args:
        tokens: first and last token of each mention, in order.
        keys: lower-cased text and type of each mention.
        sentence: for each token of the paper the number of its sentence.
    """
    numbers: dict[Key, int] = {}
    surface = [numbers.setdefault(key, len(numbers)) for key in keys]
    members: list[list[int]] = [[] for _ in numbers]
    for mention, number in enumerate(surface):
        members[number].append(mention)
    names = list(numbers)
    groups: list[tuple[int, int]] = []
    pairs: list[tuple[int, int, int]] = []
    different = ((a, b) for a, b in combinations(range(len(names)), 2) if names[a][0] != names[b][0])
    for a, b in islice(different, MOST_PAIRS):
        pairs += [(left, right, len(groups)) for left, right in _closest(tokens, members[a], members[b])]
        groups.append((a, b))
    table = np.array(pairs, dtype=np.int64).reshape(-1, 3)
    ends = np.array(tokens, dtype=np.int64).reshape(-1, 2)
    earlier = np.minimum(ends[table[:, 0]], ends[table[:, 1]])[:, 1] + 1
    later = np.maximum(ends[table[:, 0]], ends[table[:, 1]])[:, 0]
    return Layout(
        first=ends[:, 0],
        last=ends[:, 1],
        surface=np.array(surface, dtype=np.int64),
        kind=np.array([TYPES.index(kind) for _, kind in names], dtype=np.int64),
        groups=np.array(groups, dtype=np.int64).reshape(-1, 2),
        left=table[:, 0],
        right=table[:, 1],
        group=table[:, 2],
        place=_places(ends[table[:, 0], 0], ends[table[:, 1], 0], later - earlier, np.asarray(sentence)),
        between=np.stack([earlier, np.maximum(earlier, later)], axis=1),
    )


def _closest(tokens: Sequence[tuple[int, int]], left: list[int], right: list[int]) -> list[tuple[int, int]]:
    pairs = [(a, b) for a in left[:12] for b in right[:12]]
    return sorted(pairs, key=lambda p: (abs(tokens[p[0]][0] - tokens[p[1]][0]), p))[:CLOSEST]


def _places(left: Integers, right: Integers, apart: Integers, sentence: Integers) -> Integers:
    if not len(left):
        return np.zeros(0, dtype=np.int64)
    sentences = np.minimum(np.abs(sentence[left] - sentence[right]), 4)
    steps = np.searchsorted(np.array(_STEPS), apart)
    return np.asarray((sentences * 2 + (left < right)) * (len(_STEPS) + 1) + steps, dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What the heads say of a paper."""

    layout: Layout
    roles: Any
    """Probability of each of `ROLES` for each surface."""
    relations: Any
    """Probability of each of `RELATIONS` for each pair of surfaces."""
    pairs: Any
    """The same for each pair of mentions taken alone: where in the paper it is told."""


class Heads:
    """The learned weights, by name; `roles` and `relations` give scores before softmax.

    Args:
        weights: as `extractors.training.heads_model.Heads` names them.
    """

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @classmethod
    def load(cls, path: Path) -> Heads:
        """What `save` wrote; raises OSError or ValueError for another file."""
        with np.load(path, allow_pickle=False) as data:
            return cls({name: data[name].astype(np.float32) for name in data.files})

    def save(self, path: Path) -> None:
        """Write to an .npz file, in half precision."""
        np.savez_compressed(path, **{name: w.astype(np.float16) for name, w in sorted(self.weights.items())})  # type: ignore[arg-type]

    def _linear(self, value: Any, name: str) -> Any:
        product = value @ self.weights[f"{name}.weight"].T
        bias = self.weights.get(f"{name}.bias")
        return product if bias is None else product + bias

    def read(self, states: Any, where: Layout) -> Read:
        """Roles and relations of a paper from the states of its tokens (tokens by 384)."""
        own, surfaces = self.mentions(states, where)
        alone = self.pairs(states, where, own, surfaces)
        kinds = where.kind[where.groups]
        allowed = CLASSES[kinds[:, 0], kinds[:, 1]]
        return Read(
            layout=where,
            roles=probabilities(self.roles(surfaces), ROLE_CLASSES[where.kind]),
            relations=probabilities(log_sum_exp(alone, where.group, len(where.groups)), allowed),
            pairs=probabilities(alone, allowed[where.group]),
        )

    def mentions(self, states: Any, where: Layout) -> tuple[Any, Any]:
        """A vector for each mention and one for each surface."""
        ends = np.concatenate([states[where.first], states[where.last]], axis=1)
        kinds = self.weights["kind.weight"][where.kind[where.surface]]
        own = _gelu(self._linear(ends, "span") + kinds)
        return own, pooled(own, where.surface, len(where.kind))

    def roles(self, surfaces: Any) -> Any:
        """Scores of `ROLES` for each surface."""
        return self._linear(_gelu(self._linear(surfaces, "role1")), "role2")

    def pairs(self, states: Any, where: Layout, own: Any, surfaces: Any) -> Any:
        """Scores of `RELATIONS` for each pair of mentions."""
        both = np.concatenate([own, surfaces[where.surface][:, : own.shape[1]]], axis=1)
        left, right = self._linear(both, "left")[where.left], self._linear(both, "right")[where.right]
        sums = np.concatenate([np.zeros((1, left.shape[1])), np.cumsum(self._linear(states, "between"), axis=0)])
        length = np.maximum(1, where.between[:, 1] - where.between[:, 0])[:, None]
        middle = (sums[where.between[:, 1]] - sums[where.between[:, 0]]) / length
        kinds = where.kind[where.surface[where.left]] * len(TYPES) + where.kind[where.surface[where.right]]
        hidden = left + right + middle + self.weights["place.weight"][where.place] + self.weights["kinds.weight"][kinds]
        return self._linear(np.concatenate([_gelu(hidden), left * right], axis=1), "out")


def learned_roles(read: Read, keys: Sequence[Key]) -> dict[Key, dict[Role, float]]:
    """What the heads say of each surface, given the keys of the mentions in order."""
    rows = {key: read.roles[number] for key, number in zip(keys, read.layout.surface, strict=True)}
    return {key: dict(zip(ROLES, map(float, row), strict=True)) for key, row in rows.items()}


def pooled(values: Any, index: Integers, number: int) -> Any:
    """Mean and maximum of the rows that share an index, side by side."""
    counts = np.bincount(index, minlength=number)[:, None]
    sums = np.zeros((number, values.shape[1]), dtype=np.float32)
    np.add.at(sums, index, values)
    most = np.full_like(sums, -np.inf)
    np.maximum.at(most, index, values)
    return np.concatenate([sums / counts, most], axis=1)


def _gelu(x: Any) -> Any:
    return 0.5 * x * (1.0 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))


def log_sum_exp(scores: Any, group: Integers, number: int) -> Any:
    """The rows of each group added in the space of probabilities; `group` ascends and leaves no number out."""
    if not number:
        return np.zeros((0, scores.shape[1]), dtype=np.float32)
    starts = np.searchsorted(group, np.arange(number))
    most = np.maximum.reduceat(scores, starts, axis=0)
    return np.log(np.add.reduceat(np.exp(scores - most[group]), starts, axis=0)) + most


def probabilities(scores: Any, allowed: NDArray[np.bool_]) -> Any:
    """Softmax over what is allowed, row by row."""
    kept = np.where(allowed, scores, -np.inf)
    shifted = np.exp(kept - kept.max(axis=1, keepdims=True)) if len(kept) else kept
    return shifted / shifted.sum(axis=1, keepdims=True)
