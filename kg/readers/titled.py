"""Text with titles: a title line, the abstract below it, and a blank line before the next title.

A blank line may stand between title and abstract as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from kg.importlog import SKIPPED, Problem
from kg.readers import plain
from kg.readers.paragraphs import Block, Paragraph, blocks, common_fields
from kg.readers.record import Format, Raw, Reader, Sample, quoted
from kg.readers.source import Source

FORMAT: Final = Format(
    name="titled",
    description="Text with a title line above each abstract and blank lines between papers",
    extensions=(".txt", ".text"),
    example="The Lifted Matrix-Space Model\nTree-structured neural network architectures draw\ninspiration …",
)

_MAX_TITLE: Final = 250
_MIN_ABSTRACT: Final = 200
"""A single line below this length and without a full stop is taken for a title rather than an abstract."""
_PROSE: Final = re.compile(r"^(?:We|In this|In the|This (?:paper|work|article)|Our) |[a-z)]{2}\. [A-Z]")
_OPENING: Final = "\"'“‘«([$\\*_"


def recognise(sample: Sample) -> float:
    """High when most paragraphs begin with a title line, or when titles and abstracts alternate."""
    if plain.recognise(sample) < 0.3:
        return 0.0
    found = [block.paragraph for block in blocks(sample.text.splitlines(keepends=True))]
    if len(found) > 1 and not sample.whole:
        found.pop()
    marked = sum(_title_inside(each) for each in found)
    alone = sum(_alone(first) and _long(second) for first, second in pairwise(found))
    papers = len(found) - alone
    return 0.8 if found and (marked + alone) >= 0.6 * papers else 0.0


def records(source: Source) -> Iterator[Raw | Problem]:
    """One record a paper, in order, lazily; a title without an abstract gives a record without one."""
    with source.lines() as lines:
        for number, (title, block) in enumerate(_pairs(blocks(lines)), start=1):
            paragraph = block.paragraph
            fields = {"title": title, "abstract": paragraph.text, **common_fields(block)}
            line = paragraph.line - (1 if title else 0)
            if title is None:
                del fields["title"]
            if any(char.isalpha() for char in paragraph.text) or not paragraph.lines:
                yield Raw(record=number, line=line, fields=fields, year_from="heading")
            else:
                what = f"a paragraph without letters, {quoted(paragraph.text)}; expected an abstract"
                yield Problem(file=source.label, record=number, line=line, what=what, done=SKIPPED)


def _pairs(found: Iterable[Block]) -> Iterator[tuple[str | None, Block]]:
    """Title (None where there is none) and abstract of each paper; an abstract may be empty."""
    waiting: Block | None = None
    for block in found:
        paragraph = block.paragraph
        if waiting is not None:
            title = waiting.paragraph.lines[0]
            if _long(paragraph) and not _could_be_title(paragraph):
                waiting = None
                yield title, block
                continue
            yield title, _empty(waiting)
            waiting = None
        if _alone(paragraph):
            waiting = block
        elif _could_be_title(paragraph):
            yield paragraph.lines[0], Block(paragraph=paragraph.after(1), heading=block.heading)
        else:
            yield None, block
    if waiting is not None:
        yield waiting.paragraph.lines[0], _empty(waiting)


def _empty(block: Block) -> Block:
    return Block(paragraph=block.paragraph.after(1), heading=block.heading)


def _is_title_line(line: str) -> bool:
    """Whether a line can be a title: short, with letters, no sentence in it, no comma at its end."""
    text = line.strip()
    return (
        0 < len(text) <= _MAX_TITLE
        and any(char.isalpha() for char in text)
        and not text.endswith((".", ",", ";", ":", "。", "，"))
        and not _PROSE.search(text)
    )


def _alone(paragraph: Paragraph) -> bool:
    return len(paragraph.lines) == 1 and len(paragraph.text) < _MIN_ABSTRACT and _is_title_line(paragraph.text)


def _long(paragraph: Paragraph) -> bool:
    return len(paragraph.text) >= _MIN_ABSTRACT


def _could_be_title(paragraph: Paragraph) -> bool:
    """Whether the first line can be a title: a sentence begins below, or it is shorter than wrapped prose."""
    if len(paragraph.lines) < 2 or not _is_title_line(paragraph.lines[0]):
        return False
    first, *rest = (line.strip() for line in paragraph.lines)
    below = rest[0].lstrip(_OPENING)
    return not below[:1].islower() or len(first) < 0.6 * max(map(len, rest))


def _title_inside(paragraph: Paragraph) -> bool:
    """Whether the first line stands out as a title, rather than as the first line of wrapped prose."""
    if not _could_be_title(paragraph):
        return False
    first, rest = paragraph.lines[0].strip(), paragraph.lines[1:]
    width = max(len(line.strip()) for line in rest)
    words = [word for word in re.findall(r"\w+", first) if len(word) > 3]
    capitals = sum(not word[0].islower() for word in words)
    return len(first) < 0.75 * width or len(first) > 1.1 * width or capitals >= 0.6 * max(len(words), 1)


READER: Final = Reader(format=FORMAT, recognise=recognise, records=records)
