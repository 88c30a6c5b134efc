"""What a reader of the whole paper knows and a tagger of windows does not.

A surface that is marked once is marked wherever it stands; all spellings of a name and both forms of an abbreviation
have one type; the long form of an abbreviation is one name; a name that is introduced ("we propose X", "called X") is a
mention even where the tagger passed it over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from extractors import cues, vocabularies
from extractors.abbreviations import Definition
from extractors.candidates import Candidate, Cover, Spans, occurrences
from extractors.coordination import last_conjunct
from extractors.introductions import introduced, likely_kind, stated_kind
from extractors.votes import Votes
from ontology.model import EntityType

__all__ = ["Candidate", "Rule", "complete"]


class Rule(StrEnum):
    """The rules, so that each can be switched off to see what it does."""

    BASED = "based"
    COORDINATION = "coordination"
    INTRODUCED = "introduced"
    DEFINED = "defined"
    VOCABULARY_TYPE = "vocabulary type"
    VOCABULARY_NAME = "vocabulary name"
    VOTES = "votes"
    SPREAD = "spread"
    GENERIC = "generic"
    FLOOR = "floor"


_LOOSE: Final = " -–—,;:\"'"
_FLOOR: Final = 0.3
"""A span less probable than half of the best F1 lowers F1 (Lipton et al. 2014); that half is 0.38 here, and
0.3 measures a little better on dev."""

_SURE: Final = 100.0
"""Votes of what the text states, against at most one of a mention."""

# How often a span that only a rule found was right on dev, pooled over three taggers (the two alone, both together):
# introduced 3 of 3, proposed 17 of 20, defined 13 of 18, other places of a surface 32 of 68. docs/decisions/0009.
_INTRODUCED: Final = 0.8
_PROPOSED: Final = 0.85
_DEFINED: Final = 0.7
_ELSEWHERE: Final = 0.6
"""Times the best score of the surface, which is 0.8 in the mean."""

_BASED: Final = re.compile(r"(?<=[\w+*)])[- ](?:based|style|like|inspired)\b[- ]?")
_NAMED: Final = re.compile(r"\S*(?:[A-Z]\S*[A-Z]|[a-z][A-Z]|\d)\S*$")
_TAIL: Final = re.compile(
    r" (?:algorithms?|methods?|approach(?:es)?|frameworks?|techniques?|models?|problems?|modules?|architectures?)$"
)
_GENERIC: Final = frozenset(
    [
        "algorithm", "algorithms", "approach", "approaches", "architecture", "architectures", "baseline",
        "baselines", "benchmark", "benchmarks", "data", "dataset", "datasets", "evaluation", "experiments",
        "analysis", "feature", "features", "framework", "frameworks", "function", "functions", "learning", "method",
        "methods", "model", "models", "module", "modules", "network", "networks", "neural", "optimization",
        "problem", "problems", "strategy", "strategies", "system", "systems", "task", "tasks", "technique",
        "techniques", "training", "artificial intelligence", "deep learning", "machine learning",
    ]
)  # fmt: skip


def complete(
    text: str,
    title_end: int,
    tagged: Sequence[Candidate],
    pairs: Iterable[Definition],
    *,
    certain: float = 0.5,
    rules: Container[Rule] = frozenset(Rule),
) -> list[Candidate]:
    """The tagged spans made consistent over the paper: ordered, without overlaps, longest first where they compete.

    Args:
        text: clean text of the paper.
        title_end: where the title ends in it; 0 without one.
        tagged: what the tagger found.
        pairs: the abbreviations the text defines.
        certain: a surface spreads to its other occurrences when its best score reaches this.
        rules: those that are applied; all of them, unless one wants to see what each does.
    """
    defined = list(pairs)
    spans = _kept(text, tagged, rules)
    votes = Votes(text, defined)
    if Rule.INTRODUCED in rules:
        _introduce(text, title_end, spans, votes)
    _widen(text, spans, dict.fromkeys(text[slice(*pair.short)] for pair in defined))
    ordered = sorted(spans)
    for pair in defined:
        if _is_proposed(text, pair):
            _propose(text, spans, votes, pair)
        elif Rule.DEFINED in rules:
            _define(text, spans, pair, ordered)
    if Rule.VOCABULARY_NAME in rules:
        for found in vocabularies.passed_over(text, Cover(len(text), spans)):
            spans[found.start, found.end] = found
    for pair in defined:
        _share(spans, pair)
    if Rule.VOTES in rules:
        _agree(text, spans, votes, rules)
    if Rule.SPREAD in rules:
        _spread(text, spans, certain)
    floor = _FLOOR if Rule.FLOOR in rules else 0.0
    return _without_overlaps(len(text), (c for c in spans.values() if c.score >= floor))


def _kept(text: str, tagged: Iterable[Candidate], rules: Container[Rule]) -> Spans:
    """The tagged spans with tidy bounds, without words that name nothing in particular."""
    spans: Spans = {}
    for whole in tagged:
        for part in _parts(text, whole) if Rule.BASED in rules else [whole]:
            candidate = _tidy(text, part)
            if candidate is None:
                continue
            if Rule.COORDINATION in rules:
                candidate = replace(
                    candidate, start=candidate.start + last_conjunct(text[candidate.start : candidate.end])
                )
            if Rule.GENERIC in rules and text[candidate.start : candidate.end].lower() in _GENERIC:
                continue
            spans[candidate.start, candidate.end] = candidate
    return spans


def _parts(text: str, candidate: Candidate) -> list[Candidate]:
    """The names in "BERT-based parsing", which are two; "graph-based parsing", without a name in front, is one."""
    surface = text[candidate.start : candidate.end]
    match = _BASED.search(surface)
    if match is None or not _NAMED.search(surface[: match.start()]):
        return [candidate]
    kind = EntityType.METHOD if candidate.type is EntityType.TASK else candidate.type
    before = replace(candidate, end=candidate.start + match.start(), type=kind)
    after = replace(candidate, start=candidate.start + match.end())
    return [before, after] if after.start < after.end else [before]


def _introduce(text: str, title_end: int, spans: Spans, votes: Votes) -> None:
    taken = Cover(len(text), spans)
    for start, end in introduced(text, title_end):
        stated = stated_kind(text, start, end)
        if stated is not None:
            votes.add(Candidate(start=start, end=end, type=stated, score=1.0), _SURE)
        if taken.is_free(start, end):
            kind = likely_kind(text, start, end)
            spans[start, end] = Candidate(start=start, end=end, type=kind, score=_INTRODUCED)
            taken.add(start, end)


def _define(text: str, spans: Spans, pair: Definition, ordered: list[tuple[int, int]]) -> None:
    """The long form of an abbreviation is one name, even where the tagger saw its parts: "X with Y (XY)"."""
    start, end = pair.long
    first = bisect_left(ordered, (start, start))
    near = ordered[max(0, first - 1) : bisect_left(ordered, (end, 0))]
    touching = [key for key in near if key in spans and start < key[1]]
    if not touching or pair.long in spans or any(a < start or end < b for a, b in touching):
        return
    tail = _TAIL.search(text[start:end])
    if tail is not None and (start, start + tail.start()) in spans:
        return
    parts = [spans.pop(key) for key in touching]
    short = spans.get(pair.short)
    kind = short.type if short else EntityType.METHOD if len(parts) > 1 else parts[0].type
    spans[pair.long] = Candidate(start=start, end=end, type=kind, score=_DEFINED)


def _share(spans: Spans, pair: Definition) -> None:
    """The short form of a name is a mention too."""
    long = spans.get(pair.long)
    if long is not None and pair.short not in spans:
        spans[pair.short] = replace(long, start=pair.short[0], end=pair.short[1])


def _agree(text: str, spans: Spans, votes: Votes, rules: Container[Rule]) -> None:
    for key, candidate in spans.items():
        known = vocabularies.known_type(text[slice(*key)]) if Rule.VOCABULARY_TYPE in rules else None
        votes.add(candidate, candidate.score)
        if known is not None:
            votes.add(replace(candidate, type=known), 1.0)
    for key, candidate in spans.items():
        spans[key] = replace(candidate, type=votes.winner(candidate))


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


def _widen(text: str, spans: Spans, shorts: Iterable[str]) -> None:
    """A span strictly inside a defined short form ("JVE" in "FR-JVE") becomes that short form, wherever it stands."""
    ordered = sorted(spans)
    for short in shorts:
        widened = False
        for start, end in occurrences(text, short):
            first = bisect_left(ordered, (start, start))
            crosses = first > 0 and ordered[first - 1][1] > start
            inside = ordered[first : bisect_left(ordered, (end, end))]
            if inside and inside != [(start, end)] and not crosses and inside[-1][1] <= end:
                best = max((spans.pop(key) for key in inside), key=lambda c: c.score)
                spans[start, end] = replace(best, start=start, end=end)
                widened = True
        if widened:
            ordered = sorted(spans)


def _is_proposed(text: str, pair: Definition) -> bool:
    """Whether the long form follows "we propose" and the short form follows it in brackets."""
    match = cues.PROPOSING.search(text[max(0, pair.long[0] - 160) : pair.long[0]])
    bracketed = text[pair.long[1] : pair.short[0]].strip() == "(" and not text.startswith(")-", pair.short[1])
    return match is not None and bracketed and not re.search(cues.BREAK, match["gap"])


def _propose(text: str, spans: Spans, votes: Votes, pair: Definition) -> None:
    """Both forms of what is proposed are names; the tagger's type stands only where it marked the long form whole."""
    if pair.long in spans:
        return
    kind = likely_kind(text, *pair.short)
    votes.add(Candidate(start=pair.short[0], end=pair.short[1], type=kind, score=1.0), _SURE)
    for start, end in (pair.short, pair.long):
        for key in [k for k in spans if k[0] < end and start < k[1]]:
            del spans[key]
        spans[start, end] = Candidate(start=start, end=end, type=kind, score=_PROPOSED)


def _spread(text: str, spans: Spans, certain: float) -> None:
    """Mark every occurrence of each surface, in the spelling in which it is marked."""
    best: dict[str, Candidate] = {}
    for candidate in spans.values():
        surface = text[candidate.start : candidate.end]
        if surface not in best or candidate.score > best[surface].score:
            best[surface] = candidate
    taken = Cover(len(text), spans)
    for surface in sorted(best, key=lambda s: (-len(s), s)):
        found = best[surface]
        if found.score < certain:
            continue
        for start, end in occurrences(text, surface):
            if taken.is_free(start, end):
                spans[start, end] = replace(found, start=start, end=end, score=_ELSEWHERE * found.score)
                taken.add(start, end)


def _without_overlaps(length: int, candidates: Iterable[Candidate]) -> list[Candidate]:
    kept: list[Candidate] = []
    taken = Cover(length)
    for candidate in sorted(candidates, key=lambda c: (c.start - c.end, -c.score, c.start)):
        if taken.is_free(candidate.start, candidate.end):
            kept.append(candidate)
            taken.add(candidate.start, candidate.end)
    return sorted(kept, key=lambda c: c.start)
