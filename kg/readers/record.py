"""What a reader is: a format, a way to recognise it, and a generator of raw records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kg.importlog import Problem

if TYPE_CHECKING:
    from kg.readers.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A kind of file that can be read, as `kg formats` lists it."""

    name: str
    description: str
    """One sentence, no final full stop."""
    extensions: tuple[str, ...]
    """With the dot, in lower case; `.gz` may follow each of them."""
    example: str
    """A few lines of such a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The beginning of a file, by which its format is recognised."""

    name: str
    """Name of the file in lower case, without its folder and without `.gz`."""
    text: str
    """Up to 65,536 bytes, decoded, line ends as `\\n`."""
    whole: bool
    """Whether `text` is all there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw:
    """One record as it stands in a file, before anything is judged."""

    record: int
    """Position in the file, from 1."""
    line: int
    """Line where it begins, from 1."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Values by the names of the file; `kg.readers.fields` knows which name means what."""
    year_from: str = "record"
    """Where the year comes from, if there is one: "record" or "heading"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """One format and how it is read; a module of this package offers one as `READER`."""

    format: Format
    recognise: Callable[[Sample], float]
    """How sure one can be, in [0, 1], by the content alone; 0 means that it cannot be this format."""
    records: Callable[[Source], Iterator[Raw | Problem]]
    """The records in the order of the file, lazily; what cannot become a record is a Problem."""


class FileFault(Exception):  # noqa: N818 - a fault of a file, caught inside this package; users see an InputError
    """A whole file cannot be read; the message says why, without the name of the file."""


def one_line(text: str, limit: int = 200) -> str:
    """The text fit for a message: unprintable characters replaced, white space single, cut to the limit."""
    safe = "".join(char if char.isprintable() or char.isspace() else "\ufffd" for char in text[: 4 * limit])
    flat = " ".join(safe.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def quoted(value: object) -> str:
    """The value in single quotes, fit for a message and at most 60 characters long."""
    return f"'{one_line(value if isinstance(value, str) else repr(value), 60)}'"
