"""`kg build`: papers in, graph out."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from kg.bands import BANDS, by_score
from kg.cli import terminal
from kg.cli.options import OUTPUT, Code, Components, Inputs, MinScore, Model, Terms, Workers, path_of
from kg.counting import counted

_STAGES: Final = {
    "extract": "reading and extracting",
    "link": "linking names to entities",
    "tables": "writing tables",
    "quads": "writing N-Quads and Turtle",
    "store": "loading the store",
}
_SHOWN_PROBLEMS = 5


def build(
    *,
    inputs: Inputs,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FOLDER", parser=path_of, help="Where the graph goes; made where it is missing."
        ),
    ] = OUTPUT,
    workers: Workers = 1,
    engine: Annotated[str, typer.Option("--engine", metavar="NAME", help="Where the workers run: local.")] = "local",
    min_score: MinScore = 0.0,
    model: Model = "standard",
    terms: Terms = None,
    code: Code = None,
    components: Components = None,
) -> None:
    """Build the knowledge graph of the papers in some files.

    The graph that was there before stays until the new one is whole. The same input gives the same bytes.
    """
    from kg.build import build as work

    with progress() as told:
        graph = work(
            inputs,
            output,
            workers=workers,
            engine=engine,
            min_score=min_score,
            model=model,
            terms=terms,
            code=code,
            components=components or (),
            progress=told,
        )
    summarise(graph.folder, output)


@contextlib.contextmanager
def progress() -> Iterator[Callable[[str, int], None]]:
    """A function that shows how far a build is, as a line on stderr where that is a terminal."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:,.0f} papers"))
    bar = Progress(*columns, TimeElapsedColumn(), console=terminal.console(sys.stderr), disable=not sys.stderr.isatty())
    tasks: dict[str, Any] = {}

    def tell(stage: str, done: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(_STAGES.get(stage, stage), total=None)
        bar.update(tasks[stage], completed=done)

    with bar:
        yield tell


def summarise(folder: Path, output: Path) -> None:
    """Print what a build holds, what was wrong with its input, and where to look."""
    record = json.loads((folder / "build.json").read_text(encoding="utf-8"))
    log = [json.loads(line) for line in (folder / "import-log.jsonl").read_text(encoding="utf-8").splitlines()]
    problems = [entry for entry in log if entry["kind"] == "problem"]
    terminal.show_table(("what", "count"), count_rows(folder, record["counts"], len(problems)), right=[1])
    terminal.show_lines([""])
    terminal.show_table(("mentions by score", *BANDS), band_rows(folder), right=range(1, len(BANDS) + 1))
    _tell_problems(problems, folder)
    where = output / "current" if (output / "current").exists() else folder
    option = "" if output == OUTPUT else f" --graph {shlex.quote(str(output))}"
    terminal.show_lines(
        [
            "",
            f"graph    {where / 'graph.ttl'} and graph.nq.gz; tables as Parquet beside them",
            f"ask      kg query{option}                 the named queries",
            f"look     kg explore{option}               a picture to click through",
            f"follow   kg trends{option}                shares a year with intervals",
        ]
    )


def count_rows(folder: Path, counts: dict[str, int], problems: int | None = None) -> list[tuple[str, str]]:
    """The table of counts: papers, mentions and entities by type, statements, claims, problems."""
    import polars as pl

    from kg import tables

    grouped = tables.scan(folder, "mentions").group_by("type").agg(pl.len()).collect()
    by_type = dict(grouped.rows())
    kinds = ("Method", "Task", "Dataset")
    rows = [("papers", counts["papers"])]
    rows += [(f"mentions of {kind.lower()}s", by_type.get(kind, 0)) for kind in kinds]
    rows += _own_rows(folder)
    rows += [(f"{kind.lower()}s", counts[kind]) for kind in kinds]
    rows += [("statements with their sentence", counts["statements"]), ("distinct claims", counts["claims"])]
    if problems is not None:
        rows.append(("problems in the input", problems))
    return [(what, f"{count:,}") for what, count in rows]


def _own_rows(folder: Path) -> list[tuple[str, int]]:
    """What each term list and component found; nothing where there is none."""
    own = json.loads((folder / "build.json").read_text(encoding="utf-8")).get("extensions", [])
    found = by_score(folder)["by_extractor"] if own else {}
    return [(f"mentions found by {each['name']}", sum(found.get(each["name"], {}).values())) for each in own]


def band_rows(folder: Path) -> list[tuple[str, ...]]:
    """Numbers of mentions by type and band of scores: a row a type."""
    scored = by_score(folder)["by_score"]
    return [(f"{kind.lower()}s", *(f"{number:,}" for number in bands.values())) for kind, bands in scored.items()]


def _tell_problems(problems: list[dict[str, Any]], folder: Path) -> None:
    for entry in problems[:_SHOWN_PROBLEMS]:
        line = f", line {entry['line']}" if entry["line"] else ""
        terminal.note(f"kg: {entry['file']}{line}: {entry['what']} ({entry['done']})")
    if len(problems) > _SHOWN_PROBLEMS:
        more = len(problems) - _SHOWN_PROBLEMS
        terminal.note(f"kg: … and {counted(more, 'more problem')}, all in {folder / 'import-log.jsonl'}")
