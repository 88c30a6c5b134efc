"""Tables with a header line: comma, semicolon, tab or bar between columns, quotation marks around fields."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from kg.importlog import SKIPPED, Problem
from kg.readers.fields import known_fields
from kg.readers.record import FileFault, Format, Raw, Reader, Sample, one_line
from kg.readers.source import Source

FORMAT: Final = Format(
    name="csv",
    description="A table with a header line, separated by comma, semicolon, tab or bar; column names in "
    "English and other languages, one of them for the abstract",
    extensions=(".csv", ".tsv", ".tab"),
    example='title,abstract,authors,year\n"BERT: …","We introduce …","Jacob Devlin; Ming-Wei Chang",2019',
)

_SEPARATORS: Final = (",", ";", "\t", "|")
_MAX_NAME: Final = 80
"""Longer cells in the first line are prose with commas, no names of columns."""
_FIELD_LIMIT: Final = 2**31 - 1
"""The standard library refuses fields over 131,072 characters unless told otherwise."""


def recognise(sample: Sample) -> float:
    """High when the first line names a column for the abstract and others; low for other tables."""
    names = _split(_header_line(sample.text))
    known = known_fields(names)
    called = sample.name.endswith(FORMAT.extensions)
    if "abstract" in known and (called or (len(known) > 1 and max(map(len, names)) <= _MAX_NAME)):
        return 0.9
    return 0.2 if called and len(names) > 1 else 0.0


def records(source: Source) -> Iterator[Raw | Problem]:
    """One record a row, in order, lazily; raises FileFault when no column holds abstracts."""
    csv.field_size_limit(_FIELD_LIMIT)
    separator = separator_of(_header_line(source.sample.text))
    with source.lines() as text:
        lines = _Lines(text)
        rows = _rows(lines, separator)
        header = next((row for row in rows if any(map(str.strip, row)) and not row[0].startswith("sep=")), [])
        if "abstract" not in known_fields(header):
            columns = ", ".join(one_line(name, 40) for name in header[:12])
            raise FileFault(f"no column for the abstract among: {columns}; expected a header with 'abstract'")
        yield from _records(lines, rows, header, source.label)


def separator_of(header: str) -> str:
    """The separator that makes the most known column names out of a header line, then the most columns."""

    def merit(mark: str) -> tuple[int, int]:
        names = _split(header, mark)
        return len(known_fields(names)), len(names)

    return max(_SEPARATORS, key=merit)


def _header_line(text: str) -> str:
    """The first line that is not empty and not the `sep=;` that Excel writes."""
    lines = (line for line in text.lstrip("\ufeff").split("\n", 50) if line.strip())
    return next((line for line in lines if not line.startswith("sep=")), "")


def _split(line: str, mark: str | None = None) -> list[str]:
    return next(csv.reader([line], delimiter=mark or separator_of(line)), []) if line else []


class _Lines:
    """The lines of a file, where those of a faulty row can be put back and read again."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._waiting: deque[str] = deque()
        self.number = 0
        """How many lines were read."""
        self.taken: list[str] = []
        """The lines of the present row."""
        self.ended = False
        """Whether the file ended inside the present row."""

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        try:
            line = self._waiting.popleft() if self._waiting else next(self._lines)
        except StopIteration:
            self.ended = True
            raise
        self.number += 1
        self.taken.append(line)
        return line

    def begin(self) -> None:
        """A new row."""
        self.taken, self.ended = [], False

    def put_back(self) -> None:
        """Give all lines of the present row but the first back, to be read next."""
        self._waiting.extendleft(reversed(self.taken[1:]))
        self.number -= len(self.taken) - 1


def _rows(lines: _Lines, separator: str) -> Iterator[list[str]]:
    """The rows of a table, in order, lazily."""
    rows = csv.reader(lines, delimiter=separator)
    while True:
        lines.begin()
        try:
            yield next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            raise FileFault(f"line {lines.number} breaks the table: {error}; expected fields in quotes") from error


def _records(lines: _Lines, rows: Iterator[list[str]], header: list[str], label: str) -> Iterator[Raw | Problem]:
    record, damaged_to = 0, 0
    for row in rows:
        first, spread = lines.number - len(lines.taken) + 1, len(lines.taken)
        if not any(map(str.strip, row)) or (first <= damaged_to and len(row) != len(header)):
            continue  # a blank line, or the rest of a row that was reported
        record += 1
        if len(header) == 1 and spread == 1 and len(row) > 1:
            row = [lines.taken[0].removesuffix("\n")]  # noqa: PLW2901 - one column has no use for separators
        surplus = any(map(str.strip, row[len(header) :]))
        if spread > 1 and (surplus or lines.ended):
            damaged_to = lines.number
            what = "a quotation mark not closed in its row; expected each closed, or doubled inside a field"
            yield Problem(file=label, record=record, line=first, what=what, done=SKIPPED)
            lines.put_back()
        elif surplus:
            what = f"{len(row)} columns where the header has {len(header)}; expected separators inside quotes"
            yield Problem(file=label, record=record, line=first, what=what, done=SKIPPED)
        else:
            yield Raw(record=record, line=first, fields=_named(header, row))


def _named(header: list[str], row: list[str]) -> dict[str, str]:
    """The cells by column; of two columns with one name the first that holds something counts."""
    cells: dict[str, str] = {}
    for name, cell in zip(header, row, strict=False):
        if not cells.get(name):
            cells[name] = cell
    return cells


READER: Final = Reader(format=FORMAT, recognise=recognise, records=records)
