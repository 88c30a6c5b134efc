"""From a raw record to a paper: what is kept, what is put right, what is left out, and the identifier."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from kg.importlog import SKIPPED, ImportLog, Problem
from kg.readers.fields import Fields
from kg.readers.record import Raw, quoted
from kg.readers.source import Source
from kg.readers.values import FIRST_YEAR, LAST_YEAR, arxiv_of, authors_of, doi_of, year_of
from ontology.model import Paper

MAX_ABSTRACT: Final = 50_000
"""Characters, far above any real abstract. What is longer is a whole paper or a broken file."""
MAX_TITLE: Final = 2_000

_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_NO_ABSTRACT: Final = frozenset(
    {"n/a", "na", "none", "null", "nan", "-", "--", "?", "tba", "tbd", "no abstract", "no abstract available",
     "abstract not available", "abstract unavailable", "no abstract provided", "not available"}
)  # fmt: skip
"""What files write where they have no abstract; compared without case, brackets and full stop."""


@dataclass(slots=True)
class Identities:
    """The identifiers given so far in one reading, with the text that each stands for."""

    _taken: dict[str, bytes] = field(default_factory=dict)
    _next: dict[str, int] = field(default_factory=dict)

    def settle(self, wanted: str, content: bytes) -> str | None:
        """The identifier to use; None when it was given to the same content before.

        An identifier taken by other content gets a number: "x-2", "x-3" …
        """
        if self._taken.get(wanted) == content or self._taken.get(_twin(wanted, content)) == content:
            return None
        if wanted not in self._taken:
            self._taken[wanted] = content
            return wanted
        number = self._next.get(wanted, 2)
        while f"{wanted}-{number}" in self._taken:
            number += 1
        self._next[wanted] = number + 1
        self._taken[f"{wanted}-{number}"] = content
        self._taken[_twin(wanted, content)] = content
        return f"{wanted}-{number}"


def _twin(wanted: str, content: bytes) -> str:
    """A key, outside of what identifiers can be, for one more content under the same identifier."""
    return f"\0{wanted}\0{content.hex()}"


class Skipped(Exception):  # noqa: N818 - not an error: a record that is left out, with the reason
    """A record cannot become a paper; the message says why."""


@dataclass(slots=True)
class Judge:
    """Turns the records of one file into papers and tells the log about every doubt."""

    source: Source
    log: ImportLog
    identities: Identities

    def paper(self, raw: Raw) -> Paper | None:
        """The paper of a record; None when it is left out, and then the log says why."""
        try:
            draft, year_from = self._draft(raw)
        except Skipped as reason:
            self._note(raw, str(reason), SKIPPED)
            return None
        content = sha256(_normal(draft).encode("utf-8")).digest()
        wanted = draft.id or draft.doi.lower() or draft.arxiv or f"p-{content.hex()[:12]}"
        settled = self.identities.settle(wanted, content[:16])
        if settled is None:
            self._note(
                raw,
                f"the same identifier {quoted(wanted)} and text as an earlier record",
                "skipped as duplicate",
            )
            return None
        if settled != wanted:
            self._note(raw, f"identifier {quoted(wanted)} of another record; now {quoted(settled)}", "renamed")
        self.log.paper(self.source.label, year_from)
        return replace(draft, id=settled)

    def _draft(self, raw: Raw) -> tuple[Paper, str]:
        """The paper with the identifier that the record gives, "" for none, and where its year comes from."""
        fields = Fields(raw.fields)
        texts = {name: self._clean(raw, name, fields.text(name)) for name in _TEXT_FIELDS}
        _check_abstract(texts["abstract"], fields)
        if len(texts["title"]) > MAX_TITLE:
            what = f"a title of {len(texts['title']):,} characters; expected under {MAX_TITLE:,}"
            self._note(raw, what, "kept without title")
            texts["title"] = ""
        year = self._year(raw, fields)
        paper = Paper(
            id=texts["id"].strip(),
            title=texts["title"],
            abstract=texts["abstract"],
            year=year,
            venue=" ".join(texts["venue"].split()),
            authors=self._authors(raw, fields),
            doi=_first(doi_of, [texts["doi"], texts["url"]]),
            arxiv=_first(arxiv_of, [texts["arxiv"], texts["url"]]),
            url=texts["url"].strip(),
            source=self.source.name,
            record=raw.record,
        )
        return paper, "none" if year is None else raw.year_from

    def _authors(self, raw: Raw, fields: Fields) -> tuple[str, ...]:
        found = (authors_of(value) for value in fields.candidates("authors"))
        names = next((names for names in found if names), ())
        return tuple(self._clean(raw, "authors", name) for name in names)

    def _year(self, raw: Raw, fields: Fields) -> int | None:
        values = [value for value in fields.candidates("year") if not isinstance(value, dict) and str(value).strip()]
        values = [value[0] if isinstance(value, list) and len(value) == 1 else value for value in values]
        found = next((year for year in map(year_of, values) if year is not None), None)
        if values and found is None:
            what = f"no year in {quoted(values[0])}; expected {FIRST_YEAR} to {LAST_YEAR}"
            self._note(raw, what, "kept without year")
        return found

    def _clean(self, raw: Raw, name: str, text: str) -> str:
        """The text, safe to write as UTF-8: lone surrogates replaced, NUL refused."""
        if "\0" in text:
            raise Skipped(f"a NUL character in {name}; expected text")
        if not _SURROGATES.search(text):
            return text
        self._note(raw, f"half a surrogate pair in {name}; expected whole characters", "characters replaced")
        return _SURROGATES.sub("\ufffd", text)

    def _note(self, raw: Raw, what: str, done: str) -> None:
        self.log.add(Problem(file=self.source.label, record=raw.record, line=raw.line, what=what, done=done))


_TEXT_FIELDS: Final = ("id", "title", "abstract", "venue", "doi", "arxiv", "url")


def _check_abstract(text: str, fields: Fields) -> None:
    if len(text) > MAX_ABSTRACT:
        raise Skipped(f"an abstract of {len(text):,} characters; expected under {MAX_ABSTRACT:,}")
    if text.strip("\ufeff \t\n").strip().strip("[]().").casefold() in _NO_ABSTRACT | {""}:
        value: Any = next(fields.candidates("abstract"), "")
        shown = f", only {quoted(value)}" if value and str(value).strip() else ""
        raise Skipped(f"a record without an abstract{shown}")


def _first(parse: Any, texts: list[str]) -> str:
    found: Iterator[str] = (parse(text) for text in texts)
    return next((each for each in found if each), "")


def _normal(paper: Paper) -> str:
    """Title and abstract without differences of case, white space and Unicode form."""
    parts = (unicodedata.normalize("NFKC", text).casefold().split() for text in (paper.title, paper.abstract))
    return "\n".join(" ".join(part) for part in parts)
