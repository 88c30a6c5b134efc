"""What happened while papers were read: how many came from where, and what was not as expected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

SKIPPED: Final = "skipped"
"""The `done` of a record that did not become a paper."""
FILE_SKIPPED: Final = "file skipped"
"""The `done` of an input of which nothing was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that was not as expected, where it stands, and what was done about it."""

    file: str
    """Name of the file, with as much of its folder as tells it from the other inputs; "" for none."""
    record: int = 0
    """Position of the record in the file, from 1; 0 for the file as a whole."""
    line: int = 0
    """Line where the record begins, from 1; 0 where it is not known."""
    what: str
    """What was found and what was expected, in one line."""
    done: str
    """What was done about it: a few fixed words, such as "skipped"."""

    def place(self) -> str:
        """File, line and record for a message: `papers.jsonl, line 12 (record 12)`."""
        line = f", line {self.line}" if self.line else ""
        return f"{self.file}{line}{f' (record {self.record})' if self.record else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCount:
    """What one input file gave."""

    file: str
    format: str
    """Name of the format it was read as; "" when nothing was read."""
    papers: int
    problems: int
    years: dict[str, int]
    """Papers by origin of their year: "record", "heading" or "none"; sorted by name."""


@dataclass(slots=True)
class _File:
    """The running counts of one input file."""

    format: str = ""
    years: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)


class ImportLog:
    """Collects problems and counts; files keep the order in which they were first named."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def begin(self, file: str, format_name: str = "") -> None:
        """Take note of an input and its format, so that it is listed even if it gives no paper."""
        found = self._files.setdefault(file, _File())
        found.format = format_name or found.format

    def add(self, problem: Problem) -> None:
        """Take note of a problem."""
        self._files.setdefault(problem.file, _File()).problems.append(problem)

    def paper(self, file: str, year_from: str) -> None:
        """Count one paper of a file; `year_from` is "record", "heading" or "none"."""
        self._files.setdefault(file, _File()).years[year_from] += 1

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems in reading order: by file as first named, by record, by line, then as added."""
        return tuple(
            problem
            for found in self._files.values()
            for problem in sorted(found.problems, key=lambda each: (each.record, each.line))
        )

    @property
    def papers(self) -> int:
        """How many papers were read."""
        return sum(found.years.total() for found in self._files.values())

    def files(self) -> tuple[FileCount, ...]:
        """What each input gave, in reading order."""
        return tuple(
            FileCount(
                file=name,
                format=found.format,
                papers=found.years.total(),
                problems=len(found.problems),
                years=dict(sorted(found.years.items())),
            )
            for name, found in self._files.items()
        )

    def counts(self) -> dict[str, int]:
        """How many problems there are by what was done about them, sorted by name."""
        return dict(sorted(Counter(problem.done for problem in self.problems).items()))

    def formats(self) -> dict[str, int]:
        """How many papers there are by format, sorted by name."""
        return _sums((each.format, each.papers) for each in self.files() if each.papers)

    def years(self) -> dict[str, int]:
        """How many papers there are by where their year came from, sorted by name."""
        return _sums(item for each in self.files() for item in each.years.items())

    def summary(self) -> str:
        """The log in one line: papers, files, formats, origin of the years, problems."""
        formats = ", ".join(f"{name} {n:,}" for name, n in self.formats().items())
        years = ", ".join(f"{name} {n:,}" for name, n in self.years().items())
        problems = ", ".join(f"{done} {n:,}" for done, n in self.counts().items())
        return (
            f"{_count(self.papers, 'paper')} from {_count(len(self._files), 'file')}"
            + (f" ({formats})" if formats else "")
            + (f"; year from: {years}" if years else "")
            + f"; {_count(len(self.problems), 'problem') if problems else 'no problems'}"
            + (f" ({problems})" if problems else "")
        )

    def write(self, path: Path) -> int:
        """Write the log as JSON lines; returns the number of lines.

        Each file gives one line of kind "file" with its counts, followed by its lines of kind "problem", in
        reading order. The same inputs give the same bytes.
        """
        lines = list(self._lines())
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")
        return len(lines)

    def _lines(self) -> Iterator[str]:
        problems = self.problems
        for count in self.files():
            yield json.dumps({"kind": "file", **asdict(count)}, ensure_ascii=False)
            for problem in problems:
                if problem.file == count.file:
                    yield json.dumps({"kind": "problem", **asdict(problem)}, ensure_ascii=False)


def _sums(items: Iterator[tuple[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for name, number in items:
        total[name] += number
    return dict(sorted(total.items()))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
