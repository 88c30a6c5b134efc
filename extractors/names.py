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


Spans = dict[tuple[int, int], Candidate]


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


def _likely_kind(text: str, start: int, end: int) -> EntityType:
    stated = stated_kind(text, start, end)
    if stated is not None:
        return stated
    before = cues.BEFORE_DATASET.search(text[max(0, start - 60) : start])
    return EntityType.DATASET if before else EntityType.METHOD


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
    spans: Spans = {(c.start, c.end): c for c in tagged}
    settled: dict[str, EntityType] = {}
    for start, end in introduced(text, title_end):
        stated = stated_kind(text, start, end)
        if stated is not None:
            settled.setdefault(text[start:end], stated)
        if not any(c.start < end and start < c.end for c in spans.values()):
            kind = _likely_kind(text, start, end)
            spans[start, end] = Candidate(start=start, end=end, type=kind, score=0.75)
    for pair in pairs:
        _widen(text, spans, pair)
        if _is_proposed(text, pair):
            _propose(text, spans, settled, pair)
        _share_type(spans, pair)
    _spread(text, spans, settled, certain)
    return _without_overlaps(list(spans.values()))


def _widen(text: str, spans: Spans, pair: Definition) -> None:
    """A span strictly inside a defined short form ("JVE" in "FR-JVE") becomes that short form, wherever it stands."""
    short = re.escape(text[slice(*pair.short)])
    for match in re.finditer(rf"(?<![^\W_]){short}(?![^\W_])", text):
        start, end = match.span()
        inside = [k for k in spans if start <= k[0] and k[1] <= end and k != (start, end)]
        if inside and not any(k[0] < end and start < k[1] for k in spans if k not in inside):
            best = max((spans.pop(key) for key in sorted(inside)), key=lambda c: c.score)
            spans[start, end] = replace(best, start=start, end=end)


def _is_proposed(text: str, pair: Definition) -> bool:
    """Whether the long form follows "we propose" and the short form follows it in brackets."""
    match = cues.PROPOSING.search(text[max(0, pair.long[0] - 160) : pair.long[0]])
    bracketed = text[pair.long[1] : pair.short[0]].strip() == "(" and not text[pair.short[1] :].startswith(")-")
    return match is not None and bracketed and not re.search(cues.BREAK, match["gap"])


def _propose(text: str, spans: Spans, settled: dict[str, EntityType], pair: Definition) -> None:
    """Both forms of what is proposed are names; the tagger's type stands only where it marked the long form whole."""
    if pair.long in spans:
        return
    kind = _likely_kind(text, *pair.short)
    settled.setdefault(text[slice(*pair.short)], kind)
    for start, end in (pair.short, pair.long):
        for key in [k for k in spans if k[0] < end and start < k[1]]:
            del spans[key]
        spans[start, end] = Candidate(start=start, end=end, type=kind, score=0.7)


def _share_type(spans: Spans, pair: Definition) -> None:
    """A tagged long form gives its type to the short form; where both have one, the surer."""
    long, short = spans.get(pair.long), spans.get(pair.short)
    if long is None:
        return
    if short is None or (short.type != long.type and short.score < long.score):
        spans[pair.short] = Candidate(start=pair.short[0], end=pair.short[1], type=long.type, score=long.score)
    elif short.type != long.type:
        spans[pair.long] = replace(long, type=short.type, score=short.score)


def _spread(text: str, spans: Spans, settled: dict[str, EntityType], certain: float) -> None:
    """Mark every occurrence of each surface, with the type that is settled for it or has the highest sum of scores."""
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
        kind = settled.get(surface) or max(votes, key=lambda t: (votes[t], t.value))
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
