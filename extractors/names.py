"""What a reader of the whole paper knows and a tagger of windows does not.

A surface that is marked once is marked wherever it stands; both forms of an abbreviation have one type; a name that is
introduced ("we propose X", "called X") is a mention even where the tagger passed it over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extractors import cues
from extractors.abbreviations import Definition
from ontology.model import EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A span of clean text that may become a mention."""

    start: int
    end: int
    type: EntityType
    score: float


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


def introduced(text: str, title_end: int) -> list[tuple[int, int, bool]]:
    """Ranges of names that the text introduces, with whether the words around speak of a dataset; in order.

    A name holds a capital that is not only its first letter, a digit, or a sign such as `+`: "Adam" alone is no name
    by its shape, "KOALA++" and "R2ec" are.
    """
    found = []
    match = cues.TITLE_NAME.match(text[:title_end])
    if match and all(_is_marked(word) for word in match[1].split(" ")):
        found.append((match.start(1), match.end(1), _is_dataset(text, match.start(1), match.end(1))))
    for pattern in cues.INTRODUCED:
        for match in pattern.finditer(text, title_end):
            name = _trim(match[1])
            start, end = match.start(1), match.start(1) + len(name)
            if name and cues.AFTER_NAME.match(text, end):
                found.append((start, end, _is_dataset(text, start, end)))
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


def _is_dataset(text: str, start: int, end: int) -> bool:
    after = text[end : end + 90]
    dataset, tool = cues.DATASET_WORDS.match(after), cues.TOOL_WORDS.match(after)
    if dataset and (not tool or dataset.end() < tool.end()):
        return True
    return not tool and bool(cues.BEFORE_DATASET.search(text[max(0, start - 60) : start]))


def complete(
    text: str,
    title_end: int,
    tagged: Sequence[Candidate],
    pairs: Iterable[Definition],
    *,
    certain: float = 0.5,
) -> list[Candidate]:
    """The tagged spans made consistent over the paper: ordered, without overlaps, longest first where they compete.

    Args:
        text: clean text of the paper.
        title_end: where the title ends in it; 0 without one.
        tagged: what the tagger found.
        pairs: the abbreviations the text defines.
        certain: a surface spreads to its other occurrences when its best score reaches this.
    """
    spans = {(c.start, c.end): c for c in tagged}
    for start, end, dataset in introduced(text, title_end):
        if not any(c.start < end and start < c.end for c in spans.values()):
            kind = EntityType.DATASET if dataset else EntityType.METHOD
            spans[start, end] = Candidate(start=start, end=end, type=kind, score=0.75)
    for pair in pairs:
        _add_proposed(text, spans, pair)
        _share_type(text, spans, pair)
    _spread(text, spans, certain)
    return _without_overlaps(list(spans.values()))


def _add_proposed(text: str, spans: dict[tuple[int, int], Candidate], pair: Definition) -> None:
    """Both forms of an abbreviation that is defined right after "we propose" are names, if the tagger saw neither."""
    ends = (pair.short, pair.long)
    if any(c.start < b and a < c.end for a, b in ends for c in spans.values()):
        return
    before = text[max(0, pair.long[0] - 160) : pair.long[0]]
    match = cues.PROPOSING.search(before)
    if match and not re.search(cues.BREAK, match["gap"]) and text[pair.long[1] :].startswith(" ("):
        kind = EntityType.DATASET if _is_dataset(text, *pair.short) else EntityType.METHOD
        for start, end in ends:
            spans[start, end] = Candidate(start=start, end=end, type=kind, score=0.7)


def _share_type(text: str, spans: dict[tuple[int, int], Candidate], pair: Definition) -> None:
    """A tagged long form gives its type to the short form, and the other way where the short form has none."""
    long, short = spans.get(pair.long), spans.get(pair.short)
    if long is not None and (short is None or (short.type != long.type and short.score < long.score)):
        spans[pair.short] = Candidate(start=pair.short[0], end=pair.short[1], type=long.type, score=long.score)
    elif short is not None and long is not None and short.type != long.type:
        spans[pair.long] = replace(long, type=short.type, score=short.score)


def _spread(text: str, spans: dict[tuple[int, int], Candidate], certain: float) -> None:
    best: dict[str, Candidate] = {}
    weights: dict[str, dict[EntityType, float]] = defaultdict(lambda: defaultdict(float))
    for candidate in spans.values():
        surface = text[candidate.start : candidate.end]
        weights[surface][candidate.type] += candidate.score
        if surface not in best or candidate.score > best[surface].score:
            best[surface] = candidate
    taken = sorted(spans)
    for surface in sorted(best, key=lambda s: (-len(s), s)):
        votes = weights[surface]
        kind = max(votes, key=lambda t: (votes[t], t.value))
        for match in re.finditer(rf"(?<![^\W_]){re.escape(surface)}(?![^\W_])", text):
            key = (match.start(), match.end())
            if key in spans:
                spans[key] = replace(spans[key], type=kind)
            elif best[surface].score >= certain and not any(a < key[1] and key[0] < b for a, b in taken):
                spans[key] = Candidate(start=key[0], end=key[1], type=kind, score=0.9 * best[surface].score)
                taken.append(key)


def _without_overlaps(candidates: list[Candidate]) -> list[Candidate]:
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.start - c.end, -c.score, c.start)):
        if not any(k.start < candidate.end and candidate.start < k.end for k in kept):
            kept.append(candidate)
    return sorted(kept, key=lambda c: c.start)
