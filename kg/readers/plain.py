"""Plain text: abstracts separated by blank lines, with or without a heading of venue and year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kg.importlog import SKIPPED, Problem
from kg.readers.paragraphs import blocks, common_fields
from kg.readers.record import Format, Raw, Reader, Sample, quoted
from kg.readers.source import Source

FORMAT: Final = Format(
    name="plain",
    description="Text with one abstract a paragraph and blank lines between; a first line such as "
    "'NeurIPS 2025 Papers' gives venue and year",
    extensions=(".txt", ".text"),
    example="NeurIPS 2025 Papers\n\nWe establish a theory of stochastic gradient descent.\n\nSolving …",
)

_STRUCTURED: Final = re.compile(
    r"\s*(?:<[?!a-zA-Z]|\{\s*[\"}]|@\w+\s*\{|TY  ?- |PMID ?- |FN \S|PT [A-Z]\b|%[0A] )",
)
"""How XML, JSON, BibTeX, RIS, MEDLINE, Web of Science and EndNote files begin."""


def recognise(sample: Sample) -> float:
    """A low score for any text that has letters and is not plainly another format."""
    if _STRUCTURED.match(sample.text.lstrip("\ufeff")):
        return 0.0
    return 0.3 if any(char.isalpha() for char in sample.text) else 0.05


def records(source: Source) -> Iterator[Raw | Problem]:
    """One record a paragraph, in order, lazily."""
    with source.lines() as lines:
        for number, block in enumerate(blocks(lines), start=1):
            text, line = block.paragraph.text, block.paragraph.line
            if any(char.isalpha() for char in text):
                fields = {"abstract": text, **common_fields(block)}
                yield Raw(record=number, line=line, fields=fields, year_from="heading")
            else:
                what = f"a paragraph without letters, {quoted(text)}; expected an abstract"
                yield Problem(file=source.label, record=number, line=line, what=what, done=SKIPPED)


READER: Final = Reader(format=FORMAT, recognise=recognise, records=records)
