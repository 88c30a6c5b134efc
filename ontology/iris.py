"""Minting of IRIs: readable, stable, safe in every RDF syntax, the same for the same input.

    paper/{slug}-{hash}                       by DOI, else arXiv id, else the paper's own id
    method|task|dataset/{slug}-{hash}         by type and preferred label
    mention/{paper}/{field}-{start}-{end}-{type}
    sentence/{paper}/{field}-{start}-{end}
    claim/{predicate}-{hash}                  by subject, predicate and object
    statement/{paper}/{hash}                  by claim and sentence
    venue|author/{slug}-{hash}
    count/{entity}/{predicate}/{year}, year/{year}

A slug is ASCII `[a-z0-9-]` of at most 60 characters. Where a slug says less than the name does (a name in
another script, a name that was cut) the hash is longer, because many names may share that slug.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import Final

from ontology.model import EntityType, Field, Paper, Span
from ontology.vocabulary import DATA

SLUG_LIMIT: Final = 60
_SHORT, _LONG = 6, 16
_SPOKEN: Final = {
    "+": " plus ", "#": " sharp ", "*": " star ", "&": " and ", "@": " at ", "%": " percent ", "^": " hat ",
    "$": " dollar ", "=": " eq ", "<": " lt ", ">": " gt ", "~": " tilde ", "∞": " infinity ", "ß": "ss",
    "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "œ": "oe", "þ": "th", "ð": "d",
}  # fmt: skip
_GREEK: Final = re.compile(r"GREEK (?:SMALL|CAPITAL) LETTER (?:FINAL )?([A-Z]+)")


def slug(text: str) -> str:
    """A readable ASCII form of a text: `[a-z0-9-]`, at most 60 characters, empty if nothing is left."""
    return _slug(text)[0]


def entity(kind: EntityType, label: str) -> str:
    """The IRI of a method, task or dataset, from its type and preferred label (compared after NFC)."""
    label = unicodedata.normalize("NFC", label)
    return _named(kind.value.lower(), label, f"{kind.value}\n{label}", _SHORT)


def paper(value: Paper) -> str:
    """The IRI of a paper: by DOI where it has one, else by arXiv id without version, else by its own id."""
    key = paper_key(value)
    return _named("paper", key, key, 8)


def paper_key(value: Paper) -> str:
    """What identifies a paper: `doi:…`, `arxiv:…` or its own id; two records with one key are one paper."""
    doi = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:)\s*", "", value.doi.strip(), flags=re.I).lower()
    if doi:
        return "doi:" + doi
    arxiv = re.sub(r"^(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:)\s*", "", value.arxiv.strip(), flags=re.I).lower()
    arxiv = re.sub(r"(?:\.pdf)?$", "", arxiv, count=1)
    arxiv = re.sub(r"v\d+$", "", arxiv)
    return "arxiv:" + arxiv if arxiv else value.id


def mention(paper_iri: str, field: Field | str, start: int, end: int, kind: EntityType | str) -> str:
    """The IRI of a mention: one span of one field read as one type."""
    span = f"{Field(field).value}-{start}-{end}-{EntityType(kind).value.lower()}"
    return f"{DATA}mention/{_local(paper_iri)}/{span}"


def sentence(paper_iri: str, field: Field | str, start: int, end: int) -> str:
    """The IRI of a sentence: one span of one field of a paper."""
    return f"{DATA}sentence/{_local(paper_iri)}/{Field(field).value}-{start}-{end}"


def claim(subject: str, predicate: str, object_: str) -> str:
    """The IRI of a distinct claim; subject and object are IRIs, the predicate a local name."""
    return f"{DATA}claim/{predicate}-{_digest(chr(10).join((subject, predicate, object_)), _LONG)}"


def statement(paper_iri: str, claim_iri: str, where: Span) -> str:
    """The IRI of a statement: one sentence of one paper that supports one claim."""
    key = f"{paper_iri}\n{claim_iri}\n{where.field.value}\n{where.start}\n{where.end}"
    return f"{DATA}statement/{_local(paper_iri)}/{_digest(key, _LONG)}"


def venue(name: str) -> str:
    """The IRI of a venue, from its name without regard to case and runs of spaces."""
    key = " ".join(unicodedata.normalize("NFC", name).split())
    return _named("venue", key, key.casefold(), _SHORT)


def author(name: str) -> str:
    """The IRI of an author name; two people of one name share it, as the sources tell no more."""
    key = " ".join(unicodedata.normalize("NFC", name).split())
    return _named("author", key, key.casefold(), _SHORT)


def year_count(entity_iri: str, predicate: str, year: int) -> str:
    """The IRI of the count of papers that have `predicate` with an entity in one year."""
    return f"{DATA}count/{entity_iri.removeprefix(DATA)}/{predicate}/{year}"


def year(value: int) -> str:
    """The IRI of a year's total of papers."""
    return f"{DATA}year/{value}"


def _named(folder: str, readable: str, key: str, digits: int) -> str:
    text, whole = _slug(readable)
    digest = _digest(key, digits if whole else _LONG)
    return f"{DATA}{folder}/{text}-{digest}" if text else f"{DATA}{folder}/{digest}"


def _digest(key: str, digits: int) -> str:
    # A lone surrogate can come out of JSON escapes; it must not stop a build.
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


def _local(iri: str) -> str:
    return iri.rsplit("/", 1)[-1]


@lru_cache(maxsize=65536)
def _slug(text: str) -> tuple[str, bool]:
    """The slug, and whether it says all of the letters and digits of the text."""
    head = text[: 4 * SLUG_LIMIT]
    whole = len(head) == len(text)
    parts: list[str] = []
    for char in unicodedata.normalize("NFKD", head).casefold():
        spelled = _spell(char)
        whole = whole and (spelled != "-" or not char.isalnum())
        parts.append(spelled)
    out = re.sub(r"[^a-z0-9]+", "-", "".join(parts)).strip("-")
    if len(out) > SLUG_LIMIT:
        cut = out[: SLUG_LIMIT + 1].rpartition("-")[0]
        out, whole = (cut if len(cut) > SLUG_LIMIT // 2 else out[:SLUG_LIMIT]).strip("-"), False
    return out, whole and bool(out)


def _spell(char: str) -> str:
    if char.isascii():
        return _SPOKEN.get(char, char)
    if char in _SPOKEN:
        return _SPOKEN[char]
    if unicodedata.combining(char):
        return ""
    greek = _GREEK.match(unicodedata.name(char, ""))
    return f" {greek[1].lower()} " if greek else "-"
