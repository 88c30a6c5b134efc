"""The words of the page: relations as people say them, shortened labels, links that are safe to follow."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlsplit

RELATIONS: Final[dict[str, tuple[str, str]]] = {
    "proposes": ("proposes", "proposed by"),
    "proposesComponent": ("proposes as a part", "proposed as a part by"),
    "introducesDataset": ("introduces", "introduced by"),
    "posesTask": ("poses", "posed by"),
    "addressesTask": ("addresses", "addressed by"),
    "usesMethod": ("uses", "used by"),
    "comparesWith": ("compares itself with", "compared with in"),
    "evaluatesOn": ("evaluates on", "evaluated on by"),
    "trainsOn": ("trains on", "trained on by"),
    "usesDataset": ("uses data", "data used by"),
    "mentions": ("mentions", "mentioned by"),
    "usedFor": ("used for", "done with"),
    "evaluatedWith": ("evaluated on", "evaluates"),
    "trainedWith": ("trained on", "trains"),
    "benchmarkFor": ("benchmark for", "measured by"),
    "partOf": ("part of", "has as a part"),
    "subMethodOf": ("kind of", "has the kind"),
    "subtaskOf": ("subtask of", "has the subtask"),
    "comparedWith": ("compared with", "compared with"),
    "synonymOf": ("another name of", "another name of"),
    "occursWith": ("often found with", "often found with"),
}
"""Each predicate as said from its subject, and from its object; the order is that of legend and panel."""

_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(v\d+)?", re.IGNORECASE)


def said(predicate: str) -> tuple[str, str]:
    """How a predicate reads from its subject and from its object."""
    if predicate in RELATIONS:
        return RELATIONS[predicate]
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", predicate).lower()
    return words, f"{words} (from)"


def rank(predicate: str) -> int:
    """The place of a predicate in lists; unknown ones come last."""
    return list(RELATIONS).index(predicate) if predicate in RELATIONS else len(RELATIONS)


def visible(text: str, most: int = 500) -> str:
    """The text on one line, without control characters and reordering marks, at most `most` characters."""
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in _REORDERING.sub("", text))
    return shortened(" ".join(kept.split()), most) or "(no name)"


def shortened(text: str, most: int) -> str:
    """The text; over `most` characters, cut at a word where it can be and ended with an ellipsis."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    at_word = cut.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > most * 0.6 else cut).rstrip(" ,;:-") + "…"


def link(paper: Mapping[str, Any]) -> str:
    """Where to read the paper: its http or https URL, its DOI or arXiv page, or nothing."""
    url = (paper["url"] or "").strip()
    if _is_web_address(url):
        return url
    doi = (paper["doi"] or "").strip()
    if _DOI.fullmatch(doi):
        return "https://doi.org/" + quote(doi, safe="/:;().-_")
    arxiv = (paper["arxiv"] or "").strip().removeprefix("arXiv:")
    return f"https://arxiv.org/abs/{arxiv}" if _ARXIV.fullmatch(arxiv) else ""


def _is_web_address(url: str) -> bool:
    if any(c.isspace() or unicodedata.category(c) == "Cc" for c in url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme.lower() in {"http", "https"} and bool(parts.hostname)
