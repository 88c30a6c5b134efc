"""The sentences behind the nodes of a picture, with the places to highlight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import polars as pl

from kg import tables

MOST_PER_NODE: Final = 20
MOST_IN_ALL: Final = 2400
"""Sentences are the bulk of a page: together with the cap per node, this keeps 300 nodes under 1.5 MB."""

_LONGEST: Final = 600
_NEAR: Final = 140
_MARKS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence of a paper, in pieces: those at odd places are highlighted."""

    paper: str
    """The paper's id."""
    pieces: tuple[str, ...]


def quotes(folder: Path, nodes: Sequence[str]) -> dict[str, tuple[list[Quote], int]]:
    """The sentences that support what is stated of each node, given by IRI, and how many there are in all.

    The list is cut to what a page can carry. The best sentence of each paper comes first, then their second
    ones; by score, then the later paper first. Sentences that support several statements are given once, with
    all mentions marked.
    """
    found: dict[str, dict[tuple[str, str, int], dict[str, Any]]] = {}
    for row in _statements(folder, nodes):
        for node in (row["subject"], row["object"]):
            here = found.setdefault(node, {}).setdefault(_place(row), {**row, "spans": set(), "score": 0.0})
            here["score"] = max(here["score"], row["score"])
            here["spans"].update(zip(row["starts"], row["ends"], strict=True))
    most = _share([len(found.get(node, {})) for node in nodes])
    return {node: (_chosen(found.get(node, {}).values(), most), len(found.get(node, {}))) for node in nodes}


def _share(counts: Sequence[int]) -> int:
    """The greatest number of sentences for each node that keeps all of them together within bounds."""
    fitting = (most for most in range(MOST_PER_NODE, 1, -1) if sum(min(most, n) for n in counts) <= MOST_IN_ALL)
    return next(fitting, 1)


def _place(row: dict[str, Any]) -> tuple[str, str, int]:
    return row["paper"], row["field"], row["sentence_start"]


def _statements(folder: Path, nodes: Sequence[str]) -> list[dict[str, Any]]:
    """Statements about the nodes, each with year and the spans of its mentions relative to the sentence."""
    mentions = tables.scan(folder, "mentions").select("iri", "field", "start", "end")
    years = tables.scan(folder, "papers").select(pl.col("id").alias("paper"), "year")
    about = pl.col("subject").is_in(nodes) | pl.col("object").is_in(nodes)
    inside = (
        (pl.col("field") == pl.col("field_right"))
        & (pl.col("start") >= pl.col("sentence_start"))
        & (pl.col("end") <= pl.col("sentence_end"))
    )
    from_start = pl.col("sentence_start")
    frame = (
        tables.scan(folder, "statements")
        .filter(about)
        .explode("mentions")
        .join(mentions, left_on="mentions", right_on="iri", how="left")
        .group_by("iri", "paper", "subject", "object", "score", "field", "sentence_start", "sentence")
        .agg(
            (pl.col("start") - from_start).filter(inside).alias("starts"),
            (pl.col("end") - from_start).filter(inside).alias("ends"),
        )
        .join(years, on="paper", how="left")
        .sort("paper", "field", "sentence_start", "iri")
    )
    return frame.collect().to_dicts()


def _chosen(rows: Iterable[dict[str, Any]], most: int) -> list[Quote]:
    ranked = sorted(rows, key=lambda r: (len(r["sentence"]) > _LONGEST, -r["score"], -(r["year"] or 0), *_place(r)))
    seen: dict[str, int] = {}
    turns: list[tuple[int, int, dict[str, Any]]] = []
    for at, row in enumerate(ranked):
        turns.append((seen.get(row["paper"], 0), at, row))
        seen[row["paper"]] = seen.get(row["paper"], 0) + 1
    best = sorted(turns, key=lambda turn: turn[:2])[:most]
    return [Quote(paper=row["paper"], pieces=pieces(row["sentence"], row["spans"])) for *_, row in best]


def pieces(sentence: str, spans: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The sentence cut at the spans, so that the pieces at odd places are the spans.

    Spans are half-open, in characters of the sentence. Of spans that overlap, the union is marked. Of a passage
    of several sentences, as a claim across them has, what is far from any span is left out.
    """
    merged: list[list[int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    cuts = [0, *(at for span in merged[:_MARKS] for at in span), len(sentence)]
    parts = [sentence[a:b] for a, b in pairwise(cuts)]
    if len(sentence) <= _LONGEST:
        return tuple(parts)
    last = len(parts) - 1
    return tuple(_elided(part, ends=(at > 0, at < last)) for at, part in enumerate(parts))


def _elided(part: str, *, ends: tuple[bool, bool]) -> str:
    """The part without its middle; or without its far end, where only one end touches a span."""
    touching = ends if any(ends) else (True, False)
    if len(part) <= _NEAR * sum(touching) + 1:
        return part
    return (part[:_NEAR] if touching[0] else "") + "…" + (part[-_NEAR:] if touching[1] else "")
