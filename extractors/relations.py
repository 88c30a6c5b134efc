"""How two mentions of one sentence relate: a logistic regression over the words between and around them.

Every unordered pair of mentions in a sentence is a candidate; a class is a kind with its direction, and only kinds that
`ontology.vocabulary.RELATION_TYPES` admits for the two types can win.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, Final

import numpy as np

from extractors.heads import NONE, RELATIONS, Layout, Read
from extractors.linear import LinearModel
from extractors.names import Candidate
from ontology.model import RelationType, Role
from ontology.vocabulary import RELATION_TYPES

_MOST_APART: Final = 300
"""Characters between two mentions beyond which no relation is looked for."""

_MOST_PAIRS: Final = 2000
"""Pairs of a paper that are looked at, in order; the annotated abstracts have 91 at most, a list of names has more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A relation between two candidates, by their positions."""

    head: int
    tail: int
    type: RelationType
    score: float


def candidate_pairs(
    text: str, sentences: Sequence[tuple[int, int]], candidates: Sequence[Candidate]
) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Positions of every two mentions of different surfaces in one sentence, left first, and that sentence."""
    starts = [c.start for c in candidates]
    for start, end in sentences:
        inside = range(bisect_left(starts, start), bisect_left(starts, end))
        for place, left in enumerate(inside):
            for right in inside[place + 1 :]:
                a, b = candidates[left], candidates[right]
                if b.start - a.end > _MOST_APART:
                    break
                if text[a.start : a.end].lower() != text[b.start : b.end].lower():
                    yield left, right, (start, end)


def pair_features(  # noqa: PLR0917
    text: str,
    sentence: tuple[int, int],
    candidates: Sequence[Candidate],
    roles: Sequence[Role],
    left: int,
    right: int,
) -> list[str]:
    """The features of one pair, sorted; each is tied to the two types."""
    a, b = candidates[left], candidates[right]
    between = re.findall(r"\w+|[^\w\s]", text[a.end : b.start].lower())
    before = re.findall(r"\w+|[^\w\s]", text[sentence[0] : a.start].lower())[-4:]
    after = re.findall(r"\w+|[^\w\s]", text[b.end : sentence[1]].lower())[:4]
    others = sum(1 for c in candidates[left + 1 : right] if c.start < b.start)
    found = {f"roles={roles[left].value}/{roles[right].value}", f"role-left={roles[left].value}"}
    found |= {f"role-right={roles[right].value}", f"others={min(others, 4)}", "bias"}
    found |= {f"distance={min(len(between) // 2, 12)}", f"near={min(len(between), 6)}"}
    found |= {f"between={w}" for w in between[:25]}
    found |= {f"between-2={x}_{y}" for x, y in pairwise(between[:25])}
    found |= {
        f"first={'_'.join(between[:2])}",
        f"last={'_'.join(between[-2:])}",
        f"last-1={'_'.join(between[-1:])}",
    }
    if len(between) <= 5:
        found.add(f"all={'_'.join(between)}")
    found |= {f"before={w}" for w in before} | {f"after={w}" for w in after}
    found |= {f"before-1={'_'.join(before[-1:])}", f"after-1={'_'.join(after[:1])}"}
    surfaces = (text[a.start : a.end].lower(), text[b.start : b.end].lower())
    found |= {f"head-left={surfaces[0].split()[-1]}", f"head-right={surfaces[1].split()[-1]}"}
    if surfaces[0].split()[-1] == surfaces[1].split()[-1]:
        found.add("same-head")
    if surfaces[1].endswith(surfaces[0]) or surfaces[0].endswith(surfaces[1]):
        found.add("suffix")
    title = "title" if sentence[0] == 0 and "¶" in text else "body"
    tie = f"{a.type.value}{b.type.value}"
    return sorted(
        {f"{tie}|{name}" for name in found} | {f"{tie}|{title}"} | {f"any|{w}" for w in found if "between" in w}
    )


def find(
    text: str,
    sentences: Sequence[tuple[int, int]],
    candidates: Sequence[Candidate],
    roles: Sequence[Role],
    model: LinearModel,
    *,
    threshold: float,
) -> list[Link]:
    """The relations of a paper whose probability reaches `threshold`, ordered by head, tail and kind."""
    found: dict[tuple[int, int, RelationType], Link] = {}
    for left, right, sentence in islice(candidate_pairs(text, sentences, candidates), _MOST_PAIRS):
        features = pair_features(text, sentence, candidates, roles, left, right)
        probabilities = model.probabilities(features)
        for name, probability in zip(model.classes, probabilities, strict=True):
            if name == NONE or probability < threshold:
                continue
            kind, forward = RelationType(name[:-1]), name.endswith(">")
            head, tail = (left, right) if forward else (right, left)
            if (candidates[head].type, candidates[tail].type) in RELATION_TYPES[kind]:
                link = Link(head=head, tail=tail, type=kind, score=float(probability))
                found[head, tail, kind] = link
    return [found[key] for key in sorted(found)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """How the log odds of a relation are put together; fitted by logistic regression on dev (Platt 1999, section 2)."""

    threshold: float = 0.3
    """Probability from which a relation counts."""
    intercept: float = 0.0
    heads: float = 1.0
    """Weight of what the heads on the encoder say."""
    mentions: float = 1.0
    """Weight of the logarithm of the probability that both surfaces are mentions at all."""
    seen: float = 0.0
    """Added where one sentence holds both."""
    sentences: float = 0.0
    """Weight of what the logistic regression says of that sentence."""


def told_in_sentences(  # noqa: PLR0917
    text: str,
    sentences: Sequence[tuple[int, int]],
    candidates: Sequence[Candidate],
    roles: Sequence[Role],
    model: LinearModel,
    where: Layout,
) -> Any:
    """For each pair of surfaces the best probability of each class in any sentence, NaN where none holds both."""
    groups = {(int(a), int(b)): group for group, (a, b) in enumerate(where.groups)}
    columns = [RELATIONS.index(name) for name in model.classes]
    turned = [RELATIONS.index(name[:-1] + "<>"[name.endswith("<")] if name != NONE else name) for name in model.classes]
    told = np.full((len(groups), len(RELATIONS)), np.nan)
    for left, right, sentence in islice(candidate_pairs(text, sentences, candidates), _MOST_PAIRS):
        a, b = int(where.surface[left]), int(where.surface[right])
        group = groups.get((min(a, b), max(a, b)))
        if group is None:
            continue
        chances = np.zeros(len(RELATIONS))
        found = model.probabilities(pair_features(text, sentence, candidates, roles, left, right))
        chances[columns if a < b else turned] = found
        told[group] = np.fmax(told[group], chances)
    return told


def related(read: Read, candidates: Sequence[Candidate], title_end: int, told: Any, mixture: Mixture) -> list[Link]:
    """The relations of a paper by the heads on the encoder and by its sentences, ordered by head, tail and kind.

    A pair of surfaces has one kind at most. It is told by its best pair of mentions, in one field if there is any, and
    by every other pair that the heads alone would pass.
    """
    where = read.layout
    scores = _mixed(read, candidates, told, mixture)
    found: dict[tuple[int, int, RelationType], Link] = {}
    in_title = np.array([c.start < title_end for c in candidates])
    most = scores.max(axis=1, initial=0.0)
    for group in np.flatnonzero((most >= mixture.threshold) & (most > 0.0)):
        best = int(np.argmax(scores[group]))
        rows = np.flatnonzero(where.group == group)
        alone = read.pairs[rows, best]
        across = in_title[where.left[rows]] != in_title[where.right[rows]]
        first = rows[np.lexsort((-alone, across))[0]]
        name, score = RELATIONS[best], float(scores[group, best])
        for row in {int(first), *map(int, rows[(alone >= mixture.threshold) & ~across])}:
            ends = (int(where.left[row]), int(where.right[row]))
            head, tail = ends if name.endswith(">") else ends[::-1]
            kind = RelationType(name[:-1])
            own = score if row == first else min(score, float(read.pairs[row, best]))
            found[head, tail, kind] = Link(head=head, tail=tail, type=kind, score=own)
    return [found[key] for key in sorted(found)]


def _mixed(read: Read, candidates: Sequence[Candidate], told: Any, mixture: Mixture) -> Any:
    """Probability of each class for each pair of surfaces; 0 for none and for what the types do not admit."""
    features = mixture_features(read, candidates, told)
    weights = np.array([mixture.heads, mixture.mentions, mixture.seen, mixture.sentences])
    chances = 1.0 / (1.0 + np.exp(-(features @ weights + mixture.intercept)))
    return np.where((read.relations > 0.0) & (np.arange(len(RELATIONS)) > 0), chances, 0.0)


def mixture_features(read: Read, candidates: Sequence[Candidate], told: Any) -> Any:
    """What `Mixture` weighs: pairs of surfaces by classes by four."""
    best = np.zeros(len(read.layout.kind))
    np.maximum.at(best, read.layout.surface, [c.score for c in candidates])
    certain = np.broadcast_to(best[read.layout.groups].prod(axis=1)[:, None], read.relations.shape)
    seen = ~np.isnan(told)
    in_sentence = np.where(seen, _log_odds(np.where(seen, told, 0.5)), 0.0)
    # The logarithm, not the odds, of the mentions: a mention that is given is certain, and its odds have no bound.
    certain = np.log(np.maximum(certain, 1e-6))
    return np.stack([_log_odds(read.relations), certain, seen.astype(float), in_sentence], axis=-1)


def _log_odds(chances: Any) -> Any:
    kept = np.clip(chances, 1e-6, 1.0 - 1e-6)
    return np.log(kept / (1.0 - kept))
