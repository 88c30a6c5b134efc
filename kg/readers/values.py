"""Single values as files write them: years, names of authors, identifiers."""

from __future__ import annotations

import re
from typing import Any, Final

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2035
"""A constant rather than the clock, so that the same file gives the same papers next year."""

_FOUR_DIGITS: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
_COMPACT_DATE: Final = re.compile(r"\s*(\d{4})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\s*")
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.?[ -]?){1,4}")
_DOI_PREFIX: Final = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_ARXIV_PREFIX: Final = re.compile(r"(?:(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)", re.IGNORECASE)
_PERSON_KEYS: Final = ("name", "full_name", "fullname", "display_name", "raw_author_name", "author")
_GIVEN_KEYS: Final = ("given", "first", "firstname", "first_name", "forename")
_FAMILY_KEYS: Final = ("family", "last", "lastname", "last_name", "surname")


def year_of(value: Any) -> int | None:
    """The year in a number, a marked year ("c1988", "[2021]", "2021a") or a date; None without one.

    Years run from 1900 to 2035. Of several in one text the first counts.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int):
        return value if FIRST_YEAR <= value <= LAST_YEAR else None
    if not isinstance(value, str):
        return None
    compact = _COMPACT_DATE.fullmatch(value)
    candidates = [compact.group(1)] if compact else _FOUR_DIGITS.findall(value)
    years = (int(each) for each in candidates)
    return next((year for year in years if FIRST_YEAR <= year <= LAST_YEAR), None)


def authors_of(value: Any) -> tuple[str, ...]:
    """The authors in order, from a list of texts or objects, or from one text with any usual separator."""
    if isinstance(value, str):
        names = _split_names(value)
    elif isinstance(value, list):
        names = [_person(each) for each in value]
    elif isinstance(value, dict):
        names = [_person(value)]
    else:
        names = []
    flat = (" ".join(name.split()) for name in names)
    return tuple(name for name in flat if name)


def _person(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return " ".join(each for each in reversed(value) if isinstance(each, str))
    if not isinstance(value, dict):
        return ""
    for key in _PERSON_KEYS:
        found = value.get(key)
        if isinstance(found, str | dict) and found:
            return _person(found)
    parts = (next((value[key] for key in keys if value.get(key)), "") for keys in (_GIVEN_KEYS, _FAMILY_KEYS))
    return " ".join(part for part in parts if isinstance(part, str))


def _split_names(text: str) -> list[str]:
    for mark in (";", "|", "\n", "；", "、"):
        if mark in text:
            return text.split(mark)
    by_and = re.split(r"\s+(?:and|&)\s+", text)
    if len(by_and) > 1 and all(part.count(",") == 1 for part in by_and):
        return by_and  # "Knuth, Donald and Liskov, Barbara"
    parts = [part.strip() for piece in by_and for part in re.split(r"[,，]", piece) if part.strip()]
    if len(by_and) == 1 and _is_inverted(parts):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return [part.removeprefix("and ") for part in parts]


def _is_inverted(parts: list[str]) -> bool:
    """Whether the parts are "Family, Given" pairs: one pair of single words, or initials throughout."""
    if not parts or len(parts) % 2:
        return False
    if len(parts) == 2 and all(" " not in part for part in parts):
        return True
    return all(_INITIALS.fullmatch(part) for part in parts[1::2])


def doi_of(text: str) -> str:
    """The DOI without resolver or scheme in front; "" when there is none."""
    bare = _DOI_PREFIX.sub("", text.strip(), count=1).strip()
    return bare if re.fullmatch(r"10\.\d{4,9}/\S+", bare) else ""


def arxiv_of(text: str) -> str:
    """The arXiv identifier without address or scheme in front; "" when there is none."""
    bare = _ARXIV_PREFIX.sub("", text.strip(), count=1).removesuffix(".pdf")
    return bare if re.fullmatch(r"(?:\d{4}\.\d{4,5}|[a-zA-Z.-]+/\d{7})(?:v\d+)?", bare) else ""
