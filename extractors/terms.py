"""A list of terms of the user's own: read from a file, and found in every paper, whole words, the longest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spacy.language import Language
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc, Span

from extractors.attribution import Found, add
from extractors.clean import clean
from extractors.errors import ExtensionError
from extractors.tokens import SEPARATOR
from ontology.model import EntityType

COLUMNS: Final = ("term", "type", "id", "url", "case")
"""In this order where the file has no header."""
CASES: Final = ("exact", "any")

_TYPES: Final = {kind.value.lower(): kind for kind in EntityType}


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A name to be found."""

    text: str
    """As it stands in clean text."""
    type: EntityType
    exact: bool
    """Whether upper and lower case count."""
    identifier: str = ""
    url: str = ""


def read_terms(data: bytes, name: str) -> tuple[Term, ...]:
    """The terms of a file of tab-separated values, in its order, a term that is listed twice once.

    Columns are `term` and `type` (Method, Task or Dataset), and where wanted `id`, `url` and `case` (exact or any): in
    any order below a header, else in this one. Without a case, a term with a capital letter is looked for as it is
    written, any other in any case. Blank lines, and lines that begin with `#` and hold no tab, are passed over.

    Args:
        data: content of the file, in UTF-8.
        name: of the file, for messages.

    Raises:
        ExtensionError: a line is no term, two lines contradict each other, or there is no term; the message names the
            line.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ExtensionError(f"{name}, line {line}: not UTF-8; save the file in that encoding") from error
    found: dict[tuple[str, bool], tuple[Term, int]] = {}
    for number, cells in _lines(text, name):
        term = _term(cells, f"{name}, line {number}")
        key = (term.text if term.exact else term.text.lower(), term.exact)
        known, line = found.setdefault(key, (term, number))
        if (known.type, known.identifier, known.url) != (term.type, term.identifier, term.url):
            what = f"{name}, line {number}: {_shown(term.text)} is listed before, in line {line}"
            raise ExtensionError(f"{what}, with another type, id or url")
    if not found:
        raise ExtensionError(
            f"{name}: holds no term; expected lines of a term, a tab and a type, such as BERT<tab>Method"
        )
    return tuple(term for term, _ in found.values())


def _lines(text: str, name: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Number and cells by column of each line that holds a term."""
    columns: Sequence[str] = ()
    # Quotes mean nothing: a term may hold one. Python knows more line ends than these, which may stand in a cell.
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not any(cells) or (len(cells) == 1 and cells[0].startswith("#")):
            continue
        if not columns:
            columns = _header(cells, f"{name}, line {number}")
            if columns:
                continue
            columns = COLUMNS
        if len(cells) > len(columns):
            what = f"{name}, line {number}: {len(cells)} cells; expected at most {len(columns)}"
            raise ExtensionError(f"{what} with tabs between ({', '.join(columns)})")
        yield number, dict(zip(columns, cells, strict=False))


def _header(cells: Sequence[str], where: str) -> tuple[str, ...]:
    """The columns that a first line names; empty where it is a term."""
    names = tuple(cell.lower() for cell in cells)
    if "term" not in names or "type" not in names:
        return ()
    unknown = [cell for cell, name in zip(cells, names, strict=True) if name not in COLUMNS]
    if unknown or len(set(names)) < len(names):
        what = f"unknown column {_shown(unknown[0])}" if unknown else "a column stands there twice"
        raise ExtensionError(f"{where}: {what}; expected some of {', '.join(COLUMNS)}")
    return names


def _term(cells: Mapping[str, str], where: str) -> Term:
    text = clean(cells.get("term", "").replace(SEPARATOR, " ")).text
    if not any(c.isalnum() for c in text):
        raise ExtensionError(f"{where}: no term; expected a name with a letter or digit in column term")
    kind = _TYPES.get(cells.get("type", "").lower())
    if kind is None:
        what = f"type {_shown(cells['type'])}" if cells.get("type") else "no type"
        raise ExtensionError(f"{where}: {what}; expected Method, Task or Dataset after a tab")
    case = cells.get("case", "").lower()
    if case and case not in CASES:
        raise ExtensionError(f"{where}: case {_shown(cells['case'])}; expected exact, any or nothing")
    url = cells.get("url", "")
    if url and not url.lower().startswith(("http://", "https://")):
        raise ExtensionError(f"{where}: url {_shown(url)}; expected one that begins with https:// or http://")
    exact = case == "exact" or (not case and any(c.isupper() for c in text))
    return Term(text=text, type=kind, exact=exact, identifier=cells.get("id", ""), url=url)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")


class TermFinder:
    """A component that adds the terms of a list to `doc.ents`.

    Args:
        nlp: the pipeline whose units the terms are cut into.
        terms: what to find.
        source: the name that the mentions are attributed to.
    """

    def __init__(self, nlp: Language, terms: Sequence[Term], source: str) -> None:
        self.terms = tuple(terms)
        self.source = source
        self._matchers: list[Any] = []
        for exact, attribute in ((True, "ORTH"), (False, "LOWER")):
            matcher: Any = PhraseMatcher(nlp.vocab, attr=attribute)
            for place, term in enumerate(self.terms):
                if term.exact is exact:
                    matcher.add(str(place), [nlp.make_doc(term.text)])
            self._matchers.append(matcher)

    def __call__(self, doc: Doc) -> Doc:
        """The document with the terms among its entities; see `extractors.attribution.add` for what wins."""
        found = []
        for start, end, term in self.occurrences(doc):
            span = Span(doc, start, end, label=term.type.value)
            found.append(Found(span, 1.0, term.identifier, term.url))
        return add(doc, found, self.source)

    def occurrences(self, doc: Doc) -> list[tuple[int, int, Term]]:
        """First token, token after the last, and term, in order; of those that overlap the longest, then the leftmost.

        Of two terms for one place the one whose case counts wins, then the one that is listed first.
        """
        hits = []
        for matcher in self._matchers:
            for key, start, end in matcher(doc):
                place = int(doc.vocab.strings[key])
                term, surface = self.terms[place], doc[start:end].text
                # The matcher knows nothing of blanks: "GPT-4" is not "GPT - 4".
                if (surface == term.text) if term.exact else (surface.lower() == term.text.lower()):
                    hits.append((doc[start].idx - doc[end - 1].idx - len(doc[end - 1]), start, place, end, term))
        hits.sort(key=lambda hit: (hit[0], hit[1], not hit[4].exact, hit[2]))
        taken = [False] * len(doc)
        kept = []
        for _, start, _, end, term in hits:
            if not any(taken[start:end]):
                taken[start:end] = [True] * (end - start)
                kept.append((start, end, term))
        return sorted(kept, key=lambda hit: hit[0])
