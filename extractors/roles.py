"""What a paper does with each thing it mentions: proposed, component, used, compared, and so on.

Cues and words around every mention of a surface are the features of a logistic regression; a surface has one role over
the whole paper, as the annotation guide asks, and both forms of an abbreviation share their features.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

import numpy as np

from extractors import cues
from extractors.abbreviations import Definition
from extractors.heads import ROLE_CLASSES, ROLES, TYPES, Key
from extractors.introductions import introduced
from extractors.linear import LinearModel
from extractors.names import Candidate
from ontology.model import Role

LEARNED: Final = 0.8
"""Weight of the heads on the encoder beside the logistic regression, where there are both; chosen on dev."""

_MOST_READ: Final = 30
"""Mentions of one surface whose surroundings are read; the annotated abstracts have 10 at most."""

Chances = Mapping[Role, float]


@dataclass(frozen=True, slots=True)
class Setting:
    """A paper as the features see it."""

    text: str
    title_end: int
    sentences: Sequence[tuple[int, int]]
    candidates: Sequence[Candidate]
    pairs: Sequence[Definition]

    def key(self, candidate: Candidate) -> Key:
        """What the mentions of one surface share."""
        return self.text[candidate.start : candidate.end].lower(), candidate.type


def assign(
    setting: Setting, model: LinearModel, learned: Mapping[Key, Chances] | None = None
) -> list[tuple[Role, float]]:
    """Role and its probability for each candidate, in order; the same for all mentions of one surface.

    Args:
        setting: the paper.
        model: the logistic regression.
        learned: what the heads on the encoder say of each surface; the answer is then the weighted geometric mean.
    """
    found = {key: _log_chances(model, names) for key, names in features(setting).items()}
    if learned is not None:
        other = {key: np.log([max(1e-9, learned[key].get(role, 0.0)) for role in ROLES]) for key in found}
        for short, long in _forms(setting, found):
            other[short] = other[long] = (other[short] + other[long]) / 2.0
        found = {key: LEARNED * other[key] + (1.0 - LEARNED) * own for key, own in found.items()}
    chosen: dict[Key, tuple[Role, float]] = {}
    for key, logs in found.items():
        chances = np.where(ROLE_CLASSES[TYPES.index(key[1])], np.exp(logs - logs.max()), 0.0)
        best = int(np.argmax(chances))
        chosen[key] = (ROLES[best], float(chances[best] / chances.sum()))
    return [chosen[setting.key(c)] for c in setting.candidates]


def _log_chances(model: LinearModel, names: list[str]) -> Any:
    chances = dict(zip(model.classes, model.probabilities(names), strict=True))
    return np.log([max(1e-9, float(chances.get(role.value, 0.0))) for role in ROLES])


def features(setting: Setting) -> dict[Key, list[str]]:
    """The features of each surface of a paper, sorted; the forms of one abbreviation have the same."""
    names = introduced(setting.text, setting.title_end)
    following = _first_after_proposal(setting.text, setting.sentences, setting.candidates)
    found: dict[Key, set[str]] = {}
    counts: dict[Key, int] = {}
    for candidate in setting.candidates:
        key = setting.key(candidate)
        own = found.setdefault(key, set())
        counts[key] = counts.get(key, 0) + 1
        if any(a < candidate.end and candidate.start < b for a, b in names):
            own.add("introduced")
        if candidate in following:
            own.add("follows-proposal")
        if counts[key] <= _MOST_READ:
            own.update(_context(setting, candidate, first=counts[key] == 1))
    for key, number in counts.items():
        found[key].add(f"count={min(number, 6)}")
    _share(setting, found)
    return {key: sorted(f"{key[1].value}|{name}" for name in names) for key, names in found.items()}


def _context(setting: Setting, candidate: Candidate, *, first: bool) -> set[str]:
    text = setting.text
    start, end = _around(setting.sentences, candidate)
    before, after = text[start : candidate.start], text[candidate.end : end]
    found = {f"cue={cue}" for cue in _cues(before, after[:160])}
    index = max(0, bisect_right(setting.sentences, start, key=itemgetter(0)) - 1)
    if candidate.start < setting.title_end:
        found.add("title")
        found.add("title-start" if candidate.start < 4 else "title-later")
        if after.startswith((":", " :")):
            found.add("title-colon")
    else:
        found.add(f"sentence={min(index, 3)}" if index < 3 else f"from-end={min(len(setting.sentences) - index, 3)}")
    left = re.findall(r"\w+|[^\w\s]", before.lower())[-5:]
    right = re.findall(r"\w+|[^\w\s]", after.lower())[:4]
    found |= {f"left={word}" for word in left} | {f"right={word}" for word in right}
    found |= {
        f"left-1={'_'.join(left[-1:])}",
        f"left-2={'_'.join(left[-2:])}",
        f"left-3={'_'.join(left[-3:])}",
    }
    found |= {f"right-1={'_'.join(right[:1])}", f"right-2={'_'.join(right[:2])}"}
    found |= {f"verb={word}" for word in re.findall(r"[a-z]{4,}", before.lower())[-14:]}
    opening = re.findall(r"\w+", text[start : start + 60].lower())[:2]
    found.add(f"opens={'_'.join(opening)}")
    if first:
        found |= _shape(text[candidate.start : candidate.end])
    return found


def _shape(surface: str) -> set[str]:
    words = surface.split()
    found = {f"words={min(len(words), 5)}", f"head={words[-1].lower()}", f"surface={surface.lower()}"}
    if any(c.isupper() for c in surface[1:]):
        found.add("inner-capital")
    if surface.isupper():
        found.add("all-capitals")
    if all(w[0].isupper() for w in words):
        found.add("capitalised")
    if surface.islower():
        found.add("lower")
    return found


def _around(sentences: Sequence[tuple[int, int]], candidate: Candidate) -> tuple[int, int]:
    place = bisect_right(sentences, candidate.start, key=itemgetter(0)) - 1
    if place >= 0 and candidate.start < sentences[place][1]:
        return sentences[place][0], max(sentences[place][1], candidate.end)
    return candidate.start, candidate.end


def _first_after_proposal(
    text: str, sentences: Sequence[tuple[int, int]], candidates: Sequence[Candidate]
) -> set[Candidate]:
    """Mentions that follow "we propose" with only a noun phrase between, and those joined to them by "and"."""
    found: set[Candidate] = set()
    for index, candidate in enumerate(candidates):
        start, _ = _around(sentences, candidate)
        match = cues.PROPOSING.search(text[start : candidate.start])
        if match and not re.search(cues.BREAK, match["gap"]):
            found.add(candidate)
            continue
        previous = candidates[index - 1] if index else None
        if previous is not None and previous in found and previous.type == candidate.type:
            joint = text[previous.end : candidate.start]
            if re.fullmatch(r"[\"')]*,? (?:and|as well as) (?:(?:an?|the|its|novel|new) )*[\"'(]*|,? ?\(", joint):
                found.add(candidate)
    return found


def _cues(before: str, after: str) -> list[str]:
    matches = {
        "named": cues.NAMED.search(before),
        "own": cues.OWN.search(before),
        "passive": cues.PASSIVE.search(after),
        "apposition": cues.APPOSITION.search(after),
        "component": cues.COMPONENT.search(before),
        "compared": cues.COMPARED.search(before),
        "baseline": cues.IS_BASELINE.search(after),
        "background": cues.BACKGROUND.search(before),
        "trained": cues.TRAINED.search(before),
        "posed": cues.POSED.search(before),
        "proposing": cues.PROPOSING.search(before),
    }
    return [name for name, match in matches.items() if match]


def _share(setting: Setting, found: dict[Key, set[str]]) -> None:
    """Both forms of an abbreviation get the cues of each other; what describes the surface stays its own."""
    for one, other in _forms(setting, found):
        short, long = found[one], found[other]
        long.add("defined")
        both = {f for f in short | long if not f.startswith(("words=", "head=", "surface=", "count="))}
        short |= both
        long |= both


def _forms(setting: Setting, known: Container[Key]) -> Iterator[tuple[Key, Key]]:
    """Short and long form of each abbreviation whose forms are both mentions of one type."""
    types = {(c.start, c.end): c.type for c in setting.candidates}
    for pair in setting.pairs:
        kind = types.get(pair.short)
        if kind is None or types.get(pair.long) is not kind:
            continue
        short = (setting.text[slice(*pair.short)].lower(), kind)
        long = (setting.text[slice(*pair.long)].lower(), kind)
        if short in known and long in known:
            yield short, long
