"""`kg evaluate`: how good the extractors are, against gold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from kg.cli import terminal
from kg.cli.options import path_of
from kg.counting import counted

HEADER: Final = ("what", "precision", "recall", "F1", "in gold")


def evaluate(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD.jsonl", parser=path_of, help="Annotated abstracts, plain or gz.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in place of tables.")] = False,
) -> None:
    """Measure precision, recall and F1 of mentions by type, and of relations, against gold."""
    from kg.evaluate import evaluate as work

    scores = work(gold).to_dict()
    if as_json:
        typer.echo(json.dumps(scores, ensure_ascii=False, indent=2))
        return
    terminal.show_table(HEADER, _rows(scores), right=range(1, len(HEADER)))
    for kind, share in (scores["roles"] or {}).items():
        terminal.show_lines([f"role right, of the {kind} names found right: {100 * share:.1f} %"])
    terminal.note(f"{counted(scores['papers'], 'paper')}; rates in per cent; in gold = right + missed")


def _rows(scores: dict[str, Any]) -> list[tuple[str, ...]]:
    rows = [
        _row("mentions, span and type", scores["strict"]),
        _row("mentions, span alone", scores["boundary"]),
        _row("mentions, type and any overlap", scores["relaxed"]),
        *(_row(f"  {kind}, span and type", score) for kind, score in scores["types"].items()),
    ]
    if scores["proposed"]:
        rows.append(_row("names proposed", scores["proposed"]))
    if scores["relations"]:
        rows.append(_row("relations, end to end", scores["relations"]))
        rows += [_row(f"  {kind}", score) for kind, score in scores["relation_kinds"].items()]
    return rows


def _row(what: str, score: dict[str, Any]) -> tuple[str, ...]:
    rates = (f"{100 * score[name]:.1f}" for name in ("precision", "recall", "f1"))
    return (what, *rates, f"{score['right'] + score['missed']:,}")
