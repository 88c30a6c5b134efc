"""Reading papers from files: one module a format, recognised by content.

To add a format: write a module here that offers a `READER` (see `kg.readers.record.Reader`), and add its
name to `NAMES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.importlog import FILE_SKIPPED, SKIPPED, ImportLog, Problem
from kg.readers.inputs import Input, expand
from kg.readers.papers import Identities, Judge
from kg.readers.record import FileFault, Format, Reader, Sample, one_line
from kg.readers.source import Source, survey
from ontology.model import Paper

__all__ = ["Format", "formats", "read"]

NAMES: Final[tuple[str, ...]] = (
    "jsonl",
    "csv",
    "titled",
    "plain",
)
"""The modules of this package that are readers; among equally sure ones the first wins."""

_EXTENSION_BONUS: Final = 0.25
"""What a fitting extension adds to the certainty of a reader: a hint, weaker than clear content."""
_MIN_CERTAINTY: Final = 0.04


def _readers() -> list[Reader]:
    readers: list[Reader] = [import_module(f"kg.readers.{name}").READER for name in NAMES]
    return readers


def formats() -> list[Format]:
    """Every format that can be read, in the order in which they are tried."""
    return [reader.format for reader in _readers()]


def read(inputs: Sequence[Path], log: ImportLog) -> Iterator[Paper]:
    """The papers of files, of the files in folders, and of standard input ("-"), lazily, in the order given.

    Files of a folder come in the order of their names. Text fields are raw, but for line ends, which are
    LF. A record or file that cannot be read goes to the log and stops nothing. Identifiers are unique over
    all inputs: the one of the record, else its DOI, else its arXiv identifier, else "p-" and 12 hexadecimal
    digits of SHA-256 over the normalised title and abstract.

    Raises:
        InputError: at once when an input does not exist; at the end when no paper could be read at all.
    """
    return _papers(expand(inputs, {end for each in formats() for end in each.extensions}, log), log)


def _papers(inputs: Sequence[Input], log: ImportLog) -> Iterator[Paper]:
    given = 0
    identities = Identities()
    for each in inputs:
        log.begin(each.label)
        before = given
        try:
            for paper in _papers_of(survey(each.path, each.label), log, identities):
                given += 1
                yield paper
        except FileFault as fault:
            done = FILE_SKIPPED if given == before else "rest of file skipped"
            log.add(Problem(file=each.label, what=str(fault), done=done))
    if not given:
        raise InputError(_nothing(inputs, log))


def _papers_of(source: Source, log: ImportLog, identities: Identities) -> Iterator[Paper]:
    reader = _choose(source.sample)
    log.begin(source.label, reader.format.name)
    for problem in source.problems:
        log.add(problem)
    judge = Judge(source=source, log=log, identities=identities)
    for found in reader.records(source):
        if isinstance(found, Problem):
            log.add(found)
            continue
        paper = judge.paper(found)
        if paper is not None:
            yield paper


def _choose(sample: Sample) -> Reader:
    """The reader that is surest of a file; raises FileFault when none knows it."""

    def certainty(reader: Reader) -> float:
        by_content = reader.recognise(sample)
        fits = sample.name.endswith(reader.format.extensions)
        return by_content + _EXTENSION_BONUS if by_content and fits else by_content

    best = max(_readers(), key=certainty)
    if certainty(best) < _MIN_CERTAINTY:
        known = ", ".join(reader.format.name for reader in _readers())
        raise FileFault(f"is in no format that is read; expected one of: {known} (see 'kg formats')")
    return best


def _nothing(inputs: Sequence[Input], log: ImportLog) -> str:
    """Why no paper could be read, in one line."""
    problems = [problem for problem in log.problems if problem.done in {FILE_SKIPPED, SKIPPED}]
    if len(inputs) == 1 and len(problems) == 1 and not problems[0].record:
        return f"{one_line(str(inputs[0].path))}: {problems[0].what}"
    shown = "; ".join(f"{problem.place()}: {problem.what}" for problem in problems[:3])
    more = f"; and {len(problems) - 3:,} more" if len(problems) > 3 else ""
    return f"no paper could be read; {shown or 'no record in the inputs'}{more}"
