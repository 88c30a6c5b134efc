"""Abbreviations and the long forms that a text defines for them, by the method of Schwartz and Hearst (2003).

A. Schwartz and M. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text", PSB 2003,
sections 3 and 4; with two additions: only the part before a comma or semicolon in the parentheses counts, and a short
form must hold a capital letter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ontology.model import Abbreviation

_PARENTHESES: Final = re.compile(r"[(\[]([^()\[\]]{2,120})[)\]]")
_SHORT: Final = re.compile(r"[^\W_][\w./&+*'^-]{0,11}(?: [\w./&+*'^-]{1,8})?$")
_LAST_WORD: Final = re.compile(r"(?:^|[\s(\[\"'])([^\W_][\w./&+*-]{1,11})\s*$")
_CLAUSE: Final = re.compile(r"[.;:?!¶]\s|[()\[\]]|\n\s*\n")
_FUNCTION_WORDS: Final = frozenset(
    ["a", "an", "the", "of", "for", "in", "on", "to", "with", "by", "from", "and", "or", "is", "are", "via"]
)


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a text defines an abbreviation: half-open character ranges."""

    short: tuple[int, int]
    long: tuple[int, int]


def find(text: str) -> tuple[Abbreviation, ...]:
    """The abbreviations that a text defines, in order of their definition, each pair once."""
    found = [Abbreviation(short=text[slice(*d.short)], long=text[slice(*d.long)]) for d in definitions(text)]
    return tuple(dict.fromkeys(found))


def definitions(text: str) -> list[Definition]:
    """Every "long form (SHORT)" and "SHORT (long form)" of a text, in order; both ranges count in `text`."""
    found = []
    for match in _PARENTHESES.finditer(text):
        inner = re.split(r"[,;:]|\bor\b|\bi\.e\.", match[1], maxsplit=1)[0].strip(" \"'")
        if not inner:
            continue
        start = match.start(1) + match[1].index(inner)
        pair = _short_inside(text, match.start(), start, inner) or _long_inside(text, match.start(), start, inner)
        if pair is not None:
            found.append(pair)
    return found


def _short_inside(text: str, opening: int, start: int, inner: str) -> Definition | None:
    if not _is_short(inner):
        return None
    before = text[max(0, opening - 300) : opening].rstrip(" \"'")
    cuts = [m.end() for m in _CLAUSE.finditer(before)]
    clause_start = cuts[-1] if cuts else 0
    most = min(len(inner) + 5, len(inner) * 2)
    words = [m.start() for m in re.finditer(r"\S+", before[clause_start:])][-most:]
    if not words:
        return None
    window_start = clause_start + words[0]
    window = before[window_start:]
    offset = best_long_form(inner, window)
    if offset is None:
        return None
    base = max(0, opening - 300) + window_start
    long = window[offset:]
    if not _is_definition(inner, long):
        return None
    return Definition(short=(start, start + len(inner)), long=(base + offset, base + len(window)))


def _long_inside(text: str, opening: int, start: int, inner: str) -> Definition | None:
    match = _LAST_WORD.search(text[max(0, opening - 20) : opening])
    if match is None or not _is_short(match[1]) or len(inner.split()) < 2:
        return None
    offset = best_long_form(match[1], inner)
    if offset is None or offset != 0 or not _is_definition(match[1], inner):
        return None
    base = max(0, opening - 20) + match.start(1)
    return Definition(short=(base, base + len(match[1])), long=(start, start + len(inner)))


def _is_short(form: str) -> bool:
    letters = sum(c.isalpha() for c in form)
    return (
        2 <= len(form) <= 12
        and _SHORT.match(form) is not None
        and letters >= max(1, len(form) // 3)
        and any(c.isupper() for c in form)
    )


def _is_definition(short: str, long: str) -> bool:
    words = long.split()
    size = sum(c.isalnum() for c in short)
    return (
        len(long) > len(short)
        and len(words) <= min(size + 5, size * 2)
        and short not in words
        and not long.endswith((" of", " the", " and", " for", " in"))
    )


def best_long_form(short: str, window: str) -> int | None:
    """Where in `window` the shortest long form begins whose letters spell `short`; None where it cannot be spelt.

    Runs from right to left; each letter or digit of the short form must be found in order, and the first one at the
    beginning of a word (section 4 of the paper).

    >>> best_long_form("SGD", "theory for stochastic gradient descent")
    11
    """
    position = len(window)
    for index in range(len(short) - 1, -1, -1):
        wanted = short[index].lower()
        if not wanted.isalnum():
            continue
        position -= 1
        while position >= 0 and (
            window[position].lower() != wanted or (index == 0 and not _begins_word(window, position))
        ):
            position -= 1
        if position < 0:
            return None
    start = window.rfind(" ", 0, position) + 1
    while start < position and not window[start].isalnum():
        start += 1
    return start


def _begins_word(window: str, position: int) -> bool:
    if position > 0 and window[position - 1].isalnum():
        return False
    word = re.match(r"\w[\w-]*", window[position:])
    return word is None or word[0].lower() not in _FUNCTION_WORDS
