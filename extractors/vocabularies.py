"""Names that the annotators of the training abstracts marked in several papers: with which type, and how reliably.

A tagger of windows forgets what it saw twice; a list does not. It is used beside the tagger only: to settle a type, and
to find again what was nearly always marked.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import ontology
from extractors.candidates import Candidate, Cover
from extractors.surfaces import normal
from ontology.model import EntityType

ANNOTATED: Final = Path(ontology.__file__).parent / "vocabularies" / "annotated.tsv"
LONGEST: Final = 6
"""Words of the longest name."""
WORD: Final = re.compile(r"[^\W_]+")
_ALWAYS: Final = 0.8
_FOUND: Final = 0.7
"""Probability that a name which only the list found is a mention of that type: 42 of 57 on dev, over three taggers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the annotations say of a name."""

    type: EntityType
    """The type it was given most often."""
    purity: float
    """Share of its mentions that have this type."""
    marked: float
    """Share of its occurrences outside other mentions that were marked."""


@cache
def annotated(path: Path = ANNOTATED) -> dict[str, Known]:
    """The names of a list by their normal form; raises FileNotFoundError without it, ValueError for another form."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["name"]: Known(type=EntityType(row["type"]), purity=float(row["purity"]), marked=float(row["marked"]))
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        }


def known_type(surface: str) -> EntityType | None:
    """The type of a name that has one type at least eight times in ten; None for others."""
    known = annotated().get(normal(surface))
    return known.type if known is not None and known.purity >= _ALWAYS else None


def passed_over(text: str, cover: Cover) -> Iterator[Candidate]:
    """Names that were nearly always marked where they stand and that nothing covers, in order, without overlaps."""
    names, starts = annotated(), _first_words()
    words = [match.span() for match in WORD.finditer(text)]
    index = 0
    while index < len(words):
        start, end = words[index]
        longest = LONGEST if text[start:end].lower() in starts else 1
        for last in range(min(index + longest, len(words)) - 1, index - 1, -1):
            end = words[last][1]
            known = names.get(normal(text[start:end]))
            if known and known.marked >= _ALWAYS and cover.is_free(start, end):
                yield Candidate(start=start, end=end, type=known.type, score=_FOUND)
                index = last
                break
        index += 1


@cache
def _first_words() -> frozenset[str]:
    return frozenset(name.split(" ", 1)[0].lower() for name in annotated())
