"""JSON: one object a line, a list of objects, or an object that holds such a list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from kg.importlog import SKIPPED, Problem
from kg.readers.record import FileFault, Format, Raw, Reader, Sample, quoted
from kg.readers.source import Source

FORMAT: Final = Format(
    name="jsonl",
    description="JSON with one object a line, or a list of objects; title, abstract, year, venue, authors, "
    "doi and url by these and similar names",
    extensions=(".jsonl", ".ndjson", ".json"),
    example='{"id": "a1", "title": "…", "abstract": "We propose …", "year": 2025, "venue": "ACL"}',
)

_LISTS: Final = (
    "papers",
    "results",
    "data",
    "records",
    "items",
    "documents",
    "articles",
    "publications",
    "works",
)
_OBJECT: Final = re.compile(r"\{\s*[\"}]")
_LIST: Final = re.compile(r"\[\s*(?:\{\s*[\"}]|\])")
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()


def recognise(sample: Sample) -> float:
    """High when the text begins with a JSON object or a list of them, or an early line is an object."""
    text = sample.text.lstrip("\ufeff").lstrip()
    if _OBJECT.match(text) or _LIST.match(text):
        return 0.9
    if any(_is_object(line) for line in text.split("\n")[:20]):
        return 0.7
    return 0.4 if text[:1] in {"{", "["} and sample.name.endswith(FORMAT.extensions) else 0.0


def records(source: Source) -> Iterator[Raw | Problem]:
    """One record an object, in order; by line lazily, a list with its text in memory."""
    return _by_line(source) if _is_by_line(source.sample) else _from_whole(source)


def _is_by_line(sample: Sample) -> bool:
    text = sample.text.lstrip("\ufeff").lstrip()
    if _LIST.match(text):
        return False
    lines = [line for line in text.split("\n") if line.strip()][:20]
    return len(lines) < 2 or lines[1].lstrip().startswith("{") or any(_is_object(line) for line in lines)


def _is_object(line: str) -> bool:
    if not line.strip().startswith("{"):
        return False
    return isinstance(_parsed(line)[0], dict)


def _parsed(text: str) -> tuple[Any, str]:
    """The value of a JSON text, and what is wrong with it: ("" for nothing)."""
    try:
        return json.loads(text), ""
    except json.JSONDecodeError as error:
        return None, f"no valid JSON: {error.msg} at character {error.pos + 1}"
    except (ValueError, RecursionError):
        return None, "no usable JSON: a number too long or brackets too deep"


def _by_line(source: Source) -> Iterator[Raw | Problem]:
    record = 0
    with source.lines() as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            record += 1
            value, fault = _parsed(line)
            for each in _records_of(value, fault, source, record, number):
                record = each.record
                yield each


def _records_of(value: Any, fault: str, source: Source, record: int, line: int) -> Iterator[Raw | Problem]:
    """The record of one line; or those of the list that the line holds."""
    inner = _list_in(value)
    if inner is None:
        yield _record(value, fault, source.label, record, line)
    else:
        for offset, each in enumerate(inner):
            yield _record(each, "", source.label, record + offset, line)


def _record(value: Any, fault: str, label: str, record: int, line: int) -> Raw | Problem:
    if isinstance(value, dict):
        return Raw(record=record, line=line, fields=value)
    what = fault or f'{quoted(value)} in place of an object; expected {{"title": …, "abstract": …}}'
    return Problem(file=label, record=record, line=line, what=what, done=SKIPPED)


def _list_in(value: Any) -> list[Any] | None:
    """The list of objects that an object wraps, as answers of web services do."""
    if not isinstance(value, dict) or "abstract" in value:
        return None
    lists = (value.get(name) for name in _LISTS)
    return next((each for each in lists if isinstance(each, list) and any(isinstance(x, dict) for x in each)), None)


def _from_whole(source: Source) -> Iterator[Raw | Problem]:
    with source.lines() as lines:
        text = lines.read()
    start = _skip_space(text, 0)
    if text[start : start + 1] == "[":
        yield from _from_list(text, start + 1, source.label)
        return
    value, fault = _parsed(text)
    if fault:
        raise FileFault(f"{fault}; expected a list of objects or one object a line")
    for number, each in enumerate(_list_in(value) or [value], start=1):
        yield _record(each, "", source.label, number, 1)


def _skip_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _from_list(text: str, position: int, label: str) -> Iterator[Raw | Problem]:
    """The objects of a list, decoded one at a time; after a fault the rest cannot be read and is given up."""
    line, counted, record = 1, 0, 0
    while True:
        position = _skip_space(text, position)
        if text[position : position + 1] == "]":
            return
        record += 1
        line += text.count("\n", counted, position)
        counted = position
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            fault = getattr(error, "msg", "a number too long or brackets too deep")
            what = f"no valid JSON: {fault}; this and all that follows cannot be read"
            yield Problem(file=label, record=record, line=line, what=what, done=SKIPPED)
            return
        yield _record(value, "", label, record, line)
        position = _skip_space(text, position)
        if text[position : position + 1] == ",":
            position += 1


READER: Final = Reader(format=FORMAT, recognise=recognise, records=records)
