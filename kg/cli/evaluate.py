"""`kg evaluate`: how good the extractors are, against gold."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from kg.cli import faults, terminal
from kg.cli.options import MinScore, Model, Workers, path_of
from kg.counting import counted
from kg.errors import UsageError

if TYPE_CHECKING:
    from kg.scores import Scores

HEADER: Final = ("what", "precision", "recall", "F1", "in gold")
_FEW_PAPERS: Final = 5
"""Papers below which a source has no line of its own."""


def evaluate(  # noqa: PLR0917
    gold: Annotated[
        Path,
        typer.Argument(metavar="GOLD", parser=path_of, help="Annotated abstracts: JSON lines or of kg label, also gz."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in place of tables.")] = False,
    errors: Annotated[bool, typer.Option("--errors", help="Show the errors too, gold beside what was found.")] = False,
    errors_to: Annotated[
        Path | None,
        typer.Option(
            "--errors-to", metavar="FILE", parser=path_of, help="Write all errors to a file, as JSON for .jsonl."
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE.svg|png|pdf", parser=path_of, help="Draw how far scores can be trusted."),
    ] = None,
    card: Annotated[
        Path | None,
        typer.Option("--card", metavar="FILE.json", parser=path_of, help="Write a quality card; see docs/quality.md."),
    ] = None,
    workers: Workers = 1,
    min_score: MinScore = 0.0,
    model: Model = "standard",
) -> None:
    """Measure precision, recall and F1 of mentions by type, and of roles and relations, against gold.

    Intervals are 95 % after Wilson. To measure on papers of your own, let kg label draw a sample and correct it.
    """
    from kg import reliability
    from kg.evaluate import evaluate as work

    _check_outputs(gold, errors_to, plot, card)
    if plot is not None:
        reliability.check(plot)
    scores = work(gold, workers=workers, min_score=min_score, model=model)
    if as_json:
        listed = {"errors": [each.to_dict() for each in scores.errors]} if errors else {}
        typer.echo(json.dumps({**scores.to_dict(), **listed}, ensure_ascii=False, indent=2))
    else:
        if errors:
            faults.show(scores)
        _show(scores)
    if errors_to is not None:
        faults.write(scores, errors_to)
    if plot is not None:
        _draw(scores, plot)
    if card is not None:
        _write_card(scores, gold, card, model, min_score)
    if scores.left_out:
        terminal.note(f"{counted(scores.left_out, 'paper')} still marked todo: left out")


def _check_outputs(gold: Path, *outputs: Path | None) -> None:
    """Raises UsageError when an output would take the place of the gold or of another output, or has no name."""
    if any(str(path) == "-" for path in outputs[1:]):
        raise UsageError("a picture or a card to standard output; expected the name of a file")
    named = [path.resolve() for path in (gold, *outputs) if path is not None and str(path) != "-"]
    twice = next((path for place, path in enumerate(named) if path in named[:place]), None)
    if twice is not None:
        raise UsageError(f"{twice}: named twice; expected another file for each output than the gold and the others")


def _draw(scores: Scores, path: Path) -> None:
    from kg import plots, reliability

    if scores.calibration is None:
        terminal.note(f"kg: {path} is not drawn: nothing was found")
        return
    plots.save(reliability.diagram(scores.calibration, scores.papers), path)
    terminal.note(f"{path}: reliability diagram of {counted(scores.calibration.number, 'mention')}")


def _write_card(scores: Scores, gold: Path, path: Path, model: str, min_score: float) -> None:
    import extractors
    from kg import quality

    quality.write(path, quality.card(scores, gold, extractors.info(model), min_score=min_score))
    terminal.note(f"{path}: quality card of {counted(scores.papers, 'paper')}")


def _show(scores: Scores) -> None:
    told = scores.to_dict()
    terminal.show_table(HEADER, _rows(told), right=range(1, len(HEADER)))
    sections: Sequence[Callable[[dict[str, Any]], None]] = (_show_roles, _show_sources, _show_reliability)
    for show in sections:
        show(told)
    terminal.note(f"{counted(scores.papers, 'paper')}; per cent, with 95 % Wilson intervals; in gold = right + missed")


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
        rows += _relation_rows("relations, end to end", scores)
    if scores["given"] and scores["given"]["relations"]:
        rows += _relation_rows("relations, given the names", scores["given"])
    return rows


def _relation_rows(what: str, scores: dict[str, Any]) -> list[tuple[str, ...]]:
    kinds = scores["relation_kinds"].items()
    return [_row(what, scores["relations"]), *(_row(f"  {kind}", score) for kind, score in kinds)]


def _row(what: str, score: dict[str, Any]) -> tuple[str, ...]:
    shares = (_share(score[name], score[f"{name}_interval"]) for name in ("precision", "recall"))
    return (what, *shares, _percent(score["f1"]), f"{score['right'] + score['missed']:,}")


def _share(share: float, interval: Sequence[float] | None) -> str:
    if interval is None:
        return "–"
    return f"{_percent(share)} ({_percent(interval[0])}–{_percent(interval[1])})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _show_roles(scores: dict[str, Any]) -> None:
    found, given = scores["role_shares"] or {}, (scores["given"] or {}).get("roles") or {}
    if not found and not given:
        return
    rows = []
    for kind in scores["types"]:
        if kind in found or kind in given:
            cells = [
                _share(each[kind]["share"], each[kind]["interval"]) if kind in each else "–" for each in (found, given)
            ]
            rows.append((kind, *cells, f"{given[kind]['total']:,}" if kind in given else "–"))
    terminal.show_lines([""])
    terminal.show_table(
        ("role right", "of names found right", "of names given", "names in gold"), rows, right=(1, 2, 3)
    )


def _show_sources(scores: dict[str, Any]) -> None:
    """Sources of few papers are put together; one source alone needs no table."""
    large = {name: each for name, each in scores["sources"].items() if each["papers"] >= _FEW_PAPERS}
    if len(large) < 2:
        return
    rows = []
    for name, each in large.items():
        types = [score["f1"] if score["right"] + score["missed"] else None for score in each["types"].values()]
        by_type = ["–" if f1 is None else _percent(f1) for f1 in types]
        rates = [_percent(each["strict"][rate]) for rate in ("precision", "recall", "f1")]
        rows.append((name or "(not named)", f"{each['papers']:,}", *rates, *by_type))
    header = ("source", "papers", "precision", "recall", "F1", *(f"F1 {kind}" for kind in scores["types"]))
    terminal.show_lines([""])
    terminal.show_table(header, rows, right=range(1, len(header)))
    rest = [each["papers"] for each in scores["sources"].values() if each["papers"] < _FEW_PAPERS]
    if rest:
        terminal.note(f"{counted(len(rest), 'source')} of fewer than {_FEW_PAPERS} papers: not in the table by source")


def _show_reliability(scores: dict[str, Any]) -> None:
    found = scores["calibration"]
    if found is None:
        return
    rows = []
    for each in found["bins"]:
        band, right = f"{each['low']:.1f} to {each['high']:.1f}", _share(each["share"], each["interval"])
        rows.append((band, f"{each['number']:,}", _percent(each["mean_score"]), right))
    rows.append(("expected calibration error", f"{found['number']:,}", "", _percent(found["error"])))
    terminal.show_lines([""])
    terminal.show_table(("mentions scored", "number", "mean score", "right"), rows, right=(1, 2, 3))
