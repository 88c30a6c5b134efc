"""`kg evaluate`: how good the extractors are, against gold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from kg.cli import terminal

HEADER: Final = ("what", "precision", "recall", "F1", "in gold")


def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD.jsonl", help="Annotated abstracts, plain or gz.")],
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
        terminal.show_lines([f"role right, of the {kind} names found: {100 * share:.1f} %"])
    terminal.note(f"{scores['papers']:,} papers; rates in per cent; in gold = right + missed")


def _rows(scores: dict[str, Any], path: str = "") -> list[tuple[str, ...]]:
    """A row for each group of scores, wherever it stands in the result."""
    if "precision" in scores:
        rates = (f"{100 * scores[name]:.1f}" for name in ("precision", "recall", "f1"))
        return [(path, *rates, f"{scores['right'] + scores['missed']:,}")]
    groups = ((name, value) for name, value in scores.items() if isinstance(value, dict) and name != "roles")
    return [row for name, value in groups for row in _rows(value, f"{path} {name}".strip().replace("_", " "))]
