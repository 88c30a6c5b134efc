"""What a reader of the whole paper knows and a tagger of windows does not.

A surface that is marked once is marked wherever it stands; both forms of an abbreviation have one type; a name that is
introduced ("we propose X", "called X") is a mention even where the tagger passed it over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extractors import cues
from extractors.abbreviations import Definition
from extractors.introductions import introduced, likely_kind, stated_kind
from ontology.model import EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A span of clean text that may become a mention."""

    start: int
    end: int
    type: EntityType
    score: float


_LOOSE: Final = " -–—,;:\"'"


Spans = dict[tuple[int, int], Candidate]


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
    tidied = (_tidy(text, c) for c in tagged)
    spans: Spans = {(c.start, c.end): c for c in tidied if c is not None}
    settled: dict[str, EntityType] = {}
    taken = _Cover(len(text), spans)
    for start, end in introduced(text, title_end):
        stated = stated_kind(text, start, end)
        if stated is not None:
            settled.setdefault(text[start:end], stated)
        if taken.is_free(start, end):
            kind = likely_kind(text, start, end)
            spans[start, end] = Candidate(start=start, end=end, type=kind, score=0.75)
            taken.add(start, end)
    defined = list(pairs)
    for short in dict.fromkeys(text[slice(*pair.short)] for pair in defined):
        _widen(text, spans, short)
    for pair in defined:
        if _is_proposed(text, pair):
            _propose(text, spans, settled, pair)
        _share_type(spans, pair)
    _spread(text, spans, settled, certain)
    return _without_overlaps(len(text), spans.values())


def _tidy(text: str, candidate: Candidate) -> Candidate | None:
    """The span without signs at its ends that belong to the sentence, and with both or none of a pair of brackets."""
    start, end = candidate.start, candidate.end
    while start < end and text[start] in _LOOSE:
        start += 1
    while start < end and text[end - 1] in _LOOSE:
        end -= 1
    for opening, closing in ("()", "[]"):
        inside = text[start:end]
        if inside.count(closing) == inside.count(opening) + 1:
            if inside.endswith(closing):
                end -= 1
            elif text[start - 1 : start] == opening:
                start -= 1
        elif inside.count(opening) == inside.count(closing) + 1:
            if inside.startswith(opening):
                start += 1
            elif text[end : end + 1] == closing:
                end += 1
    return replace(candidate, start=start, end=end) if text[start:end].strip(_LOOSE) else None


def _widen(text: str, spans: Spans, short: str) -> None:
    """A span strictly inside a defined short form ("JVE" in "FR-JVE") becomes that short form, wherever it stands."""
    ordered = sorted(spans)
    for match in re.finditer(rf"(?<![^\W_]){re.escape(short)}(?![^\W_])", text):
        start, end = match.span()
        first = bisect_left(ordered, (start, start))
        crosses = first > 0 and ordered[first - 1][1] > start
        inside = ordered[first : bisect_left(ordered, (end, end))]
        if inside and inside != [(start, end)] and not crosses and inside[-1][1] <= end:
            best = max((spans.pop(key) for key in inside), key=lambda c: c.score)
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
    kind = likely_kind(text, *pair.short)
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
    taken = _Cover(len(text), spans)
    for surface in sorted(best, key=lambda s: (-len(s), s)):
        votes = weights[surface]
        kind = settled.get(surface) or max(votes, key=lambda t: (votes[t], t.value))
        for match in re.finditer(rf"(?<![^\W_]){re.escape(surface)}(?![^\W_])", text):
            key = (match.start(), match.end())
            if key in spans:
                spans[key] = replace(spans[key], type=kind)
            elif best[surface].score >= certain and taken.is_free(*key):
                spans[key] = Candidate(start=key[0], end=key[1], type=kind, score=0.9 * best[surface].score)
                taken.add(*key)


def _without_overlaps(length: int, candidates: Iterable[Candidate]) -> list[Candidate]:
    kept: list[Candidate] = []
    taken = _Cover(length, ())
    for candidate in sorted(candidates, key=lambda c: (c.start - c.end, -c.score, c.start)):
        if taken.is_free(candidate.start, candidate.end):
            kept.append(candidate)
            taken.add(candidate.start, candidate.end)
    return sorted(kept, key=lambda c: c.start)


class _Cover:
    """Which characters of a text are taken; asking costs the length of the range, not the number of spans."""

    def __init__(self, length: int, ranges: Iterable[tuple[int, int]]) -> None:
        self._taken = bytearray(length)
        for start, end in ranges:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        self._taken[start:end] = b"\1" * (end - start)

    def is_free(self, start: int, end: int) -> bool:
        return self._taken.find(1, start, end) < 0
