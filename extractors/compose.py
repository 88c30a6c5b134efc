"""One clean text for a paper, title and abstract together, with the way back to the raw fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from extractors.clean import Cleaned, clean
from extractors.tokens import SEPARATOR
from ontology.model import Field, Span

_JOINT: Final = f" {SEPARATOR} "


@dataclass(frozen=True, slots=True)
class Composed:
    """The clean text of a paper: title, separator, abstract; without a title the abstract alone."""

    text: str
    title: Cleaned
    abstract: Cleaned
    offset: int
    """Where the abstract begins in `text`."""

    def raw(self, start: int, end: int) -> Span | None:
        """The raw span of a non-empty clean range; None where it crosses from title to abstract."""
        if start >= self.offset:
            left, right = self.abstract.raw(start - self.offset, end - self.offset)
            return Span(field=Field.ABSTRACT, start=left, end=right)
        if end > len(self.title.text):
            return None
        left, right = self.title.raw(start, end)
        return Span(field=Field.TITLE, start=left, end=right)

    def clean(self, span: Span) -> tuple[int, int] | None:
        """The clean range of a raw span; None where cleaning left nothing of it."""
        if span.field is Field.TITLE:
            return self.title.clean(span.start, span.end)
        found = self.abstract.clean(span.start, span.end)
        return (found[0] + self.offset, found[1] + self.offset) if found else None


def compose(title: str, abstract: str) -> Composed:
    """The clean text of a paper given its raw fields."""
    top, body = clean(title.replace(SEPARATOR, " ")), clean(abstract.replace(SEPARATOR, " "))
    if not top.text:
        return Composed(body.text, top, body, 0)
    offset = len(top.text) + len(_JOINT)
    return Composed(top.text + _JOINT + body.text, top, body, offset)
