"""What each rule beside the tagger does: F1 on gold with all of them, and with each switched off.

    python tests/benchmarks/rules.py GOLD.jsonl[.gz]...

The tagger reads each file once. "Adds" are the spans that are there only with the rule, "removes" those that are there
only without it, both with how many of them are in the gold; borderline ones count neither way.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any

import extractors
from extractors.abbreviations import definitions
from extractors.compose import Composed, compose
from extractors.names import Candidate, Rule, complete
from extractors.pipeline import candidates, title_end
from kg.gold import Gold, Spans, read_gold

Tagged = tuple[Gold, Composed, list[Candidate]]


def main(files: Sequence[Path]) -> None:
    """Print a table for each file."""
    nlp = extractors.load()
    for path in files:
        papers = tagged(nlp, read_gold(path))
        print(f"{path.name}: {len(papers)} papers, strict F1")
        alone = [spans(gold, composed, found) for gold, composed, found in papers]
        row("tagger alone", papers, alone)
        full = ruled(papers, frozenset(Rule))
        row("all rules", papers, full)
        for rule in Rule:
            row(f"- {rule.value}", papers, ruled(papers, frozenset(Rule) - {rule}), full)


def tagged(nlp: Any, gold: Sequence[Gold]) -> list[Tagged]:
    """Each paper with its clean text and what the tagger alone finds in it."""
    composed = [compose(g.paper.title, g.paper.abstract) for g in gold]
    later = [name for name in nlp.pipe_names if name not in {"paper_sentences", "mention_tagger"}]
    with nlp.select_pipes(disable=later):
        docs = nlp.pipe([c.text for c in composed])
        return [(g, c, candidates(doc)) for g, c, doc in zip(gold, composed, docs, strict=True)]


def ruled(papers: Sequence[Tagged], rules: Container[Rule]) -> list[Spans]:
    """The spans of each paper after some rules."""
    return [
        spans(
            gold,
            composed,
            complete(composed.text, title_end(composed.text), found, definitions(composed.text), rules=rules),
        )
        for gold, composed, found in papers
    ]


def spans(gold: Gold, composed: Composed, found: Sequence[Candidate]) -> Spans:
    """Field, start, end and type in the raw text, without those equal to a borderline span."""
    raw = [(composed.raw(c.start, c.end), c.type.value) for c in found]
    every = {(where.field.value, where.start, where.end, kind) for where, kind in raw if where is not None}
    return {s for s in every if s[:3] not in gold.borderline or s in gold.spans}


def row(name: str, papers: Sequence[Tagged], found: Sequence[Spans], full: Sequence[Spans] | None = None) -> None:
    """Print one line."""
    truth = [gold.spans for gold, *_ in papers]
    cells = [f"{name:<20}", f"{f1(found, truth):6.2f}"]
    for kind in ("Method", "Task", "Dataset"):
        cells.append(f"{kind} {f1(of(found, kind), of(truth, kind)):5.1f}")
    if full is not None:
        for verb, more, less in (("adds", full, found), ("removes", found, full)):
            only = [a - b for a, b in zip(more, less, strict=True)]
            right = sum(len(s & t) for s, t in zip(only, truth, strict=True))
            cells.append(f"{verb} {right} of {sum(map(len, only))}")
    print("  ".join(cells))


def of(groups: Sequence[Spans], kind: str) -> list[Spans]:
    """The spans of one type."""
    return [{s for s in group if s[3] == kind} for group in groups]


def f1(found: Sequence[Spans], truth: Sequence[Spans]) -> float:
    """In percent; 0 where nothing is found and nothing is to be found."""
    right = sum(len(f & t) for f, t in zip(found, truth, strict=True))
    return 200.0 * right / max(1, sum(map(len, found)) + sum(map(len, truth)))


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
