"""The errors of an extractor on the screen and in files: gold beside what was found, and who was taken for what."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kg.cli import terminal
from kg.counting import counted

if TYPE_CHECKING:
    from kg.confusion import PaperErrors
    from kg.scores import Scores

_PAPERS: Final = 10
"""Papers whose errors go to a terminal; a file or a pipe gets all."""
_KIND, _GOLD = 23, 46


def show(scores: Scores) -> None:
    """Print the errors and the tables that count them on stdout; a terminal gets those of the first papers alone."""
    shown = scores.errors[:_PAPERS] if sys.stdout.isatty() else scores.errors
    terminal.show_lines(line for each in shown for line in _lines(each))
    if len(scores.errors) > len(shown):
        more = counted(len(scores.errors) - len(shown), "more paper")
        terminal.note(f"{more} with errors: --errors-to FILE writes all")
    if scores.confusion is None:
        return
    found = scores.confusion.to_dict()
    terminal.show_table(("error", "number"), [(kind, f"{n:,}") for kind, n in found["kinds"].items()], right=(1,))
    for what in ("types", "roles"):
        if found[what]:
            terminal.show_lines([""])
            _show_table(what, found[what])
    terminal.show_lines([""])


def write(scores: Scores, path: Path) -> None:
    """Write all errors: as JSON lines, one a paper, for a name in .jsonl or .jsonl.gz, else as text.

    Raises:
        OutputError: the file cannot be written.
    """
    as_json = path.name.lower().endswith((".jsonl", ".jsonl.gz"))
    with terminal.opened(path) as file:
        for each in scores.errors:
            if as_json:
                file.write(json.dumps(each.to_dict(), ensure_ascii=False) + "\n")
            else:
                file.writelines(f"{terminal.clean(line)}\n" for line in _lines(each))
    number = sum(len(each.faults) for each in scores.errors)
    terminal.note(f"{path}: {counted(number, 'error')} in {counted(len(scores.errors), 'paper')}")


def _lines(errors: PaperErrors) -> Iterator[str]:
    yield f"{errors.paper}  {errors.title}".rstrip()
    yield f"  {'':<{_KIND}}{'in gold':<{_GOLD}}  found"
    for fault in errors.faults:
        yield f"  {fault.kind.value:<{_KIND}}{fault.gold or '–':<{_GOLD}}  {fault.found or '–'}"
        if fault.context:
            yield f"      {fault.field}: {fault.context}"
    yield ""


def _show_table(what: str, table: Mapping[str, Mapping[str, int]]) -> None:
    """Gold in rows, predicted in columns."""
    columns = list(dict.fromkeys([*(name for name in table), *(name for row in table.values() for name in row)]))
    columns = [name for name in columns if any(name in row for row in table.values())]
    rows = [(gold, *(f"{row[name]:,}" if name in row else "·" for name in columns)) for gold, row in table.items()]
    terminal.show_table((f"{what}: gold \\ found", *columns), rows, right=range(1, len(columns) + 1))
