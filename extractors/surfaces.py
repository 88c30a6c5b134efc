"""When two surfaces are one name: the form in which they are compared, within a paper and with a vocabulary."""

from __future__ import annotations

import re
from typing import Final

_GAP: Final = re.compile(r"[\s\-‐‑–]+")
_CASE_TELLS: Final = re.compile(r"\S+[A-Z]|[A-Z]\S*\d|\d\S*[A-Z]")


def normal(surface: str) -> str:
    """One form for spellings that differ in hyphens, in the plural s, or in case where case tells nothing.

    Case tells a name from a word where a single word holds a capital that is not its first letter: "CLIP" is not
    "clip", but "Graph Neural Networks" is "graph neural network".

    >>> normal("Tree-Wrapping Grammars"), normal("LLMs"), normal("CLIP")
    ('tree wrapping grammar', 'LLM', 'CLIP')
    """
    words = _GAP.split(surface.strip(" -"))
    if len(words) > 1 or not _CASE_TELLS.match(surface):
        words = [word.lower() for word in words]
    last = words[-1]
    if len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "as")):
        words[-1] = last[:-1]
    return " ".join(words)
