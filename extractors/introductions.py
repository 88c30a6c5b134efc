"""Names that a text introduces ("we propose X", "called X", "X: …" in a title), and of what kind it says they are."""

from __future__ import annotations

from typing import Final

from extractors import cues
from ontology.model import EntityType

_ADJECTIVES: Final = ("-based", "-style", "-like", "-free", "-aware", "-inspired", "-driven", "-guided", "-specific")
_COMMON: Final = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "in",
        "on",
        "for",
        "we",
        "our",
        "first",
        "second",
        "third",
        "finally",
        "then",
        "here",
        "unlike",
        "specifically",
        "moreover",
        "furthermore",
        "however",
        "bayesian",
        "gaussian",
        "python",
        "pytorch",
        "i",
        "ii",
        "iii",
        "theorem",
        "theorems",
        "section",
        "algorithm",
        "figure",
        "table",
        "code",
        "github",
        "new",
        "novel",
        "two",
        "three",
        "one",
        "to",
        "and",
        "or",
        "of",
        "with",
        "by",
        "as",
        "is",
        "are",
    ]
)


def introduced(text: str, title_end: int) -> list[tuple[int, int]]:
    """Ranges of names that the text introduces, in order, each once.

    A name holds a capital that is not only its first letter, a digit, or a sign such as `+`: "Adam" alone is no name
    by its shape, "KOALA++" and "R2ec" are.
    """
    found = []
    match = cues.TITLE_NAME.match(text[:title_end])
    if match and all(_is_marked(word) for word in match[1].split(" ")):
        found.append((match.start(1), match.end(1)))
    for pattern in cues.INTRODUCED:
        for match in pattern.finditer(text, title_end):
            name = _trim(match[1])
            start, end = match.start(1), match.start(1) + len(name)
            if name and cues.AFTER_NAME.match(text, end):
                found.append((start, end))
    return sorted(set(found))


def _trim(name: str) -> str:
    words = name.rstrip(".,;:'\"-").split(" ")
    kept: list[str] = []
    for word in words:
        if word.lower() in _COMMON:
            break
        kept.append(word)
        if word.endswith((".", ",", ":")):
            break
    name = " ".join(kept).rstrip(".,;:'\"-/")
    return name if _is_name(name) else ""


def _is_name(name: str) -> bool:
    words = name.split(" ")
    named = any(_is_marked(word) for word in words) and words[0].lower() not in _COMMON
    return len(name) >= 2 and named and not name.endswith(_ADJECTIVES) and name != "\\emph"


def _is_marked(word: str) -> bool:
    return (
        any(c.isupper() for c in word[1:])
        or (any(c.isdigit() for c in word) and any(c.isalpha() for c in word))
        or word.endswith(("+", "*"))
        or word.startswith("\\")
    )


def stated_kind(text: str, start: int, end: int) -> EntityType | None:
    """The type that an apposition after a name states ("X, a new dataset for …"); None where there is none."""
    match = cues.KIND_WORDS.match(text[end : end + 160])
    if match is None:
        return None
    return EntityType.DATASET if match["dataset"] else EntityType.METHOD


def likely_kind(text: str, start: int, end: int) -> EntityType:
    """The stated type, else what the words before suggest, else a method."""
    stated = stated_kind(text, start, end)
    if stated is not None:
        return stated
    before = cues.BEFORE_DATASET.search(text[max(0, start - 60) : start])
    return EntityType.DATASET if before else EntityType.METHOD
