"""`kg trends`: shares of papers a year."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph, path_of

if TYPE_CHECKING:
    import polars as pl

_BARS: Final = "▁▂▃▄▅▆▇█"


class Kind(StrEnum):
    """What to look among."""

    METHOD = "method"
    TASK = "task"
    DATASET = "dataset"


class Form(StrEnum):
    """How to print."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


class Verb(StrEnum):
    """What a paper does with an entity."""

    MENTIONS = "mentions"
    USES = "uses"
    PROPOSES = "proposes"
    COMPARES = "compares"


def trends(
    *,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Methods, tasks or datasets; else the most frequent."),
    ] = None,
    kind: Annotated[
        Kind | None,
        typer.Option("--type", help="Look among these alone; the most frequent are methods by default."),
    ] = None,
    verb: Annotated[Verb, typer.Option("--verb", help="What a paper must do with it to count.")] = Verb.MENTIONS,
    top: Annotated[int, typer.Option("--top", min=1, metavar="N", help="How many, when no names are given.")] = 20,
    form: Annotated[Form, typer.Option("--format", help="How to print it.")] = Form.TABLE,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.svg|png|pdf|html", parser=path_of, help="Draw a chart as well."),
    ] = None,
    graph: Graph = OUTPUT,
) -> None:
    """Show the share of papers a year that mention, use or propose something, with 95 % Wilson intervals.

    The table gives the first year in this corpus, both ends, and the Theil-Sen slope in percentage points a
    year; csv and json give every year.
    """
    import kg
    from kg import plots
    from kg.trends import series, table

    if output is not None:
        plots.check(output)
    folder = kg.open(graph).folder
    wanted = kind.value.capitalize() if kind else None
    overview = table(folder, names or (), kind=wanted, top=top, predicate=verb.value)
    points = series(folder, overview["entity"].to_list(), verb.value)
    if form is Form.TABLE:
        _print_table(overview)
    else:
        _print_points(points, form)
    if output is not None:
        _draw(points, verb.value, output)


def sparkline(shares: Sequence[float], most: float) -> str:
    """One block a year, from empty at 0 to full at `most`."""
    steps = len(_BARS) - 1
    return "".join(_BARS[min(steps, round(steps * share / most)) if most else 0] for share in shares)


def _print_table(overview: pl.DataFrame) -> None:
    rows = overview.rows(named=True)
    if not rows:
        terminal.note("kg: nothing of this type is counted in this graph")
        return
    first, last = rows[0]["from_year"], rows[0]["to_year"]
    one_year = first == last
    header = ["name", "type", "papers", "first year", f"{last}" if one_year else f"{first}"]
    header += [] if one_year else [f"{last}", "points a year", _span(rows[0]["years"])]
    cells = [_cells(row, one_year) for row in rows]
    terminal.show_table(header, cells, right=[2, 3, 4] if one_year else [2, 3, 4, 5, 6])
    terminal.note("shares of the papers of a year that have an abstract, with 95 % Wilson intervals")
    if one_year:
        terminal.note("all papers are of one year: there is no trend to see")
    if rows[0]["left_out"]:
        years = ", ".join(map(str, rows[0]["left_out"]))
        terminal.note(f"{years}: too few papers in this corpus, so not in the columns of shares nor in the slope")


def _span(years: Sequence[int]) -> str:
    gaps = len(years) < years[-1] - years[0] + 1
    return f"{years[0]}–{years[-1]}" + (" (with gaps)" if gaps else "")


def _cells(row: dict[str, Any], one_year: bool) -> list[str]:
    ends = [_percent(row, "to")] if one_year else [_percent(row, "from"), _percent(row, "to")]
    cells = [row["label"], row["type"], f"{row['papers']:,}", str(row["first_year"] or "–"), *ends]
    if one_year:
        return cells
    slope = "–" if row["slope"] is None else f"{100 * row['slope']:+.2f}"
    return [*cells, slope, _broken(row)]


def _percent(row: dict[str, Any], end: str) -> str:
    share, low, high = (100 * row[f"{end}_{name}"] for name in ("share", "low", "high"))
    return f"{share:.1f} % ({low:.1f}–{high:.1f})"


def _broken(row: dict[str, Any]) -> str:
    """The sparkline of a series, scaled by the years that count; a year without papers is a blank."""
    points = dict(zip(row["years"], row["shares"], strict=True))
    most = max(share for year, share in points.items() if year not in row["left_out"])
    blocks = dict(zip(points, sparkline(list(points.values()), most), strict=True))
    return "".join(blocks.get(year, " ") for year in range(row["years"][0], row["years"][-1] + 1))


def _print_points(points: pl.DataFrame, form: Form) -> None:
    rows = points.rows(named=True)
    if form is Form.JSON:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(points.columns)
    for row in rows:
        writer.writerow(_unarmed(value) for value in row.values())


def _unarmed(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in set("=+-@\t\r") else value


def _draw(points: pl.DataFrame, verb: str, output: Path) -> None:
    from kg import plots

    plots.save(plots.trend_chart(points, verb), output)
    terminal.note(f"{output}: chart of {min(points['entity'].n_unique(), len(plots.LINES))} series")
