"""What goes to the screen: data to stdout, all else to stderr; no text of a paper acts as a command."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from kg.files import replacing_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from kg.importlog import Problem

_WIDE = 100_000


def use_utf8() -> None:
    """Make stdout and stderr write UTF-8 under any locale; what cannot be encoded becomes a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def clean(text: str) -> str:
    """The text on one line, without control, escape, bidirectional and zero-width characters."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text)


def console(stream: TextIO | None = None) -> Console:
    """A console that interprets no markup; a pipe gets lines as long as they need to be."""
    from rich.console import Console

    stream = stream or sys.stdout
    # A fold in the middle of a name would hide it from grep.
    width = None if stream.isatty() or os.environ.get("COLUMNS") else _WIDE
    return Console(file=stream, markup=False, highlight=False, emoji=False, width=width)


def note(message: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(clean(message) + "\n")


def note_problems(problems: Iterable[Problem]) -> None:
    """Say on standard error what was wrong with the input, a line each, and what was done about it."""
    for problem in problems:
        note(f"kg: {problem.place()}: {problem.what} ({problem.done})")


def error(message: str) -> None:
    """Write the one line that says what failed to stderr."""
    note(f"kg: {message}")


def show_table(header: Sequence[str], rows: Iterable[Sequence[str | Text]], right: Iterable[int] = ()) -> None:
    """Print a table on stdout; plain strings are cleaned, columns numbered in `right` set to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    to_right = set(right)
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_edge=False)
    for place, name in enumerate(header):
        table.add_column(Text(clean(name)), justify="right" if place in to_right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(clean(cell)) if isinstance(cell, str) else cell for cell in row))
    _print(console(), table)


def _print(out: Console, what: Text | Table) -> None:
    """Print; what is no terminal gets no blanks at the ends of lines, where rich fills tables up."""
    if out.file.isatty():
        out.print(what)
        return
    with out.capture() as captured:
        out.print(what)
    out.file.write("\n".join(line.rstrip(" ") for line in captured.get().split("\n")))


def is_narrow() -> bool:
    """Whether stdout has a width, as a terminal does; a pipe has none."""
    return console().width < _WIDE


def show_passages(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows on stdout with the last column, a passage of text, on lines of its own below the others."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    short = [[clean(cell) for cell in row[:-1]] for row in rows]
    widths = [max(len(row[place]) for row in [list(header[:-1]), *short]) for place in range(len(header) - 1)]
    out.print(Text(_line(header[:-1], widths), style="bold"))
    for cells, row in zip(short, rows, strict=True):
        out.print(Text(_line(cells, widths)))
        out.print(Padding(Text(clean(row[-1]), style="italic"), (0, 0, 1, 4), expand=False))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "   ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def show_lines(lines: Iterable[str | Text | Table]) -> None:
    """Print lines on stdout, wrapped at the width of a terminal; plain strings are cleaned."""
    from rich.text import Text

    out = console()
    for line in lines:
        _print(out, Text(clean(line)) if isinstance(line, str) else line)


@contextlib.contextmanager
def opened(path: Path | None) -> Iterator[TextIO]:
    """Where data goes: stdout without a path or for "-", else a file; see `kg.files.replacing`.

    Raises:
        OutputError: the file cannot be written.
    """
    if path is None or str(path) == "-":
        yield sys.stdout
        return
    with replacing_text(path) as file:
        yield file
