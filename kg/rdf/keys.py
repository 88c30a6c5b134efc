"""The normal forms by which entities are found by name: `pkg:key` in the graph."""

from __future__ import annotations

import unicodedata

from kg.link import key as normal


def folded(name: str) -> str:
    """A name without regard to case, width, hyphens and runs of spaces; empty only for a blank name."""
    text = unicodedata.normalize("NFKC", name).casefold().replace("-", " ")
    return " ".join(text.split()) or name.strip()


def keys(name: str) -> tuple[str, ...]:
    """The keys of a name, the strictest first: as written but for case, then the normal form of linking."""
    found = (folded(name), normal(name))
    return tuple(dict.fromkeys(key for key in found if key))
