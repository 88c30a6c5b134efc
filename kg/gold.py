"""Gold annotations, read from JSON lines or from a file of `kg label`, and checked."""

from __future__ import annotations

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, dropwhile
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from kg import labelled
from kg.errors import InputError
from kg.surfaces import key
from ontology.model import EntityType, Field, Paper, Role

T = TypeVar("T")

Spans = set[tuple[str, int, int, str]]
Surfaces = set[str]
Triples = set[tuple[str, str, str]]

NEW: Final = (Role.PROPOSED.value, Role.INTRODUCED.value)
"""The roles of what a paper brings into the world."""
_DATASET_PROPOSED: Final = "proposed"
_TYPES: Final = tuple(kind.value for kind in EntityType)
_FIELDS: Final = tuple(field.value for field in Field)
_KINDS: Final[dict[type, str]] = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}
_PREFIX: Final = re.compile(r"[A-Za-z]+(?=[-\d])")
_FORM: Final = "expected an object with text or abstract, and entities with start, end and label"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """One annotated paper; spans are (field, start, end, type) in the raw text, surfaces as `kg.surfaces.key` gives."""

    paper: Paper
    spans: Spans
    borderline: set[tuple[str, int, int]]
    relations: Triples | None
    proposed: Surfaces | None
    roles: dict[tuple[str, str], str] | None
    abbreviations: frozenset[frozenset[str]] = frozenset()
    """Short and long form of each abbreviation that is listed as one."""
    types: frozenset[str] = frozenset(_TYPES)
    """The types that were annotated at all."""
    source: str = ""
    """Where the record is from: its `source`, else the letters that its id begins with, else its venue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldFile:
    """The annotated papers of a file in order, at least one, and how many are left out as they are marked todo."""

    papers: tuple[Gold, ...]
    left_out: int


class _WrongError(Exception):
    """What is wrong with a record, in words."""


def read_gold(path: Path) -> list[Gold]:
    """The annotated papers of a file, as `read_gold_file` gives them."""
    return list(read_gold_file(path).papers)


def read_gold_file(path: Path) -> GoldFile:
    """The annotated papers of a file, plain or gzipped, and what was left out.

    Raises:
        InputError: the file cannot be read, a line (which is named) is wrong, or every paper is marked todo.
    """
    if path.is_dir():
        raise InputError(f"{path}: is a folder; expected a file with gold annotations")
    if not path.exists():
        raise InputError(f"{path}: no such file; expected gold annotations, as JSON lines or from kg label")
    gold = list(_all_gold(path))
    papers = tuple(each for each in gold if each is not None)
    if gold and not papers:
        raise InputError(f"{path}: every paper is still marked todo; correct one and delete the mark")
    if not gold:
        raise InputError(f"{path}: no gold records in this file; expected JSON lines or a file of kg label")
    return GoldFile(papers=papers, left_out=len(gold) - len(papers))


def _all_gold(path: Path) -> Iterator[Gold | None]:
    """Each record in order; None for one that is marked todo."""
    lines = dropwhile(lambda numbered: not _bare(numbered[1]), enumerate(_lines(path), start=1))
    first = next(lines, None)
    if first is None:
        return
    number = first[0]
    try:
        if labelled.recognise(_bare(first[1])):
            for record in labelled.records(chain([first], lines)):
                number = record["line"]
                yield None if record.get("todo") else _gold(record, number)
            return
        for number, line in chain([first], lines):
            if _bare(line):
                record = _record(line)
                yield None if record.get("todo") is True else _gold(record, number)
    except labelled.WrongLineError as error:
        raise InputError(f"{path}, line {error.line}: {error}") from None
    except _WrongError as error:
        raise InputError(f"{path}, line {number}: {error}") from None


def _bare(line: bytes) -> bytes:
    return line.removeprefix(codecs.BOM_UTF8).strip()


def _lines(path: Path) -> Iterator[bytes]:
    try:
        file: IO[bytes]
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:  # type: ignore[assignment]
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read ({why}); expected JSON lines or a file of kg label") from error


def _record(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _WrongError(f"is not UTF-8 (byte {error.start + 1}); expected JSON lines in UTF-8") from None
    except (ValueError, RecursionError) as error:
        what = error.msg if isinstance(error, json.JSONDecodeError) else "a value is too large or too deep"
        raise _WrongError(f"is not JSON ({what}); {_FORM}") from None
    if not isinstance(value, dict):
        raise _WrongError(f"is not a JSON object; {_FORM}")
    return value


def _gold(record: dict[str, Any], number: int) -> Gold:
    abstract = _get(record, "text" if "text" in record else "abstract", str)
    title = "" if record.get("title") is None else _get(record, "title", str)
    paper = Paper(id=str(record.get("id", number)), title=title, abstract=abstract, record=number)
    entities = list(_each(record, "entities", "entity"))
    found = [_span(paper, entity, where) for entity, where in entities]
    spans: Spans = set()
    roles: dict[tuple[str, str], str] = {}
    surfaces = []
    for (entity, where), (field, start, end) in zip(entities, found, strict=True):
        label = _one_of(_get(entity, "label", str, where), "label", _TYPES, where)
        spans.add((field, start, end, label))
        surfaces.append(key(paper.text(Field(field))[start:end]))
        if "role" in entity:
            roles[surfaces[-1], label] = _role(label, _get(entity, "role", str, where))
    borderline = _each(record, "borderline", "borderline span") if "borderline" in record else ()
    return Gold(
        paper=paper,
        spans=spans,
        borderline={_span(paper, span, where) for span, where in borderline},
        relations=_relations(record, surfaces),
        proposed=_proposed(record, roles),
        roles=roles or None,
        abbreviations=_abbreviations(record),
        types=_annotated(record),
        source=_source(record, paper.id),
    )


def _get(record: Mapping[str, Any], name: str, kind: type[T], where: str = "") -> T:
    """A value of a record that has to be there and of a kind."""
    if name not in record:
        raise _WrongError(f"{where}lacks {name}" + ("" if where else f"; {_FORM}"))
    value = record[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _WrongError(f"{where}{name} is {json.dumps(value)[:40]}, expected {_KINDS[kind]}")
    return value


def _each(record: Mapping[str, Any], name: str, noun: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects of a list, each with words for where it is."""
    for number, value in enumerate(_get(record, name, list), start=1):
        if not isinstance(value, dict):
            raise _WrongError(f"{noun} {number} is {json.dumps(value)[:40]}, expected an object")
        yield value, f"{noun} {number}: "


def _one_of(value: str, name: str, allowed: tuple[str, ...], where: str) -> str:
    if value not in allowed:
        expected = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
        raise _WrongError(f"{where}{name} {value[:40]!r}, expected {expected}")
    return value


def _span(paper: Paper, entity: Mapping[str, Any], where: str) -> tuple[str, int, int]:
    named = _get(entity, "field", str, where) if "field" in entity else Field.ABSTRACT.value
    field = _one_of(named, "field", _FIELDS, where)
    start, end = _get(entity, "start", int, where), _get(entity, "end", int, where)
    length = len(paper.text(Field(field)))
    if not 0 <= start < end <= length:
        raise _WrongError(
            f"{where}span {start}:{end} is outside the {field} of {length} characters; "
            "expected 0 <= start < end <= length"
        )
    return field, start, end


def _role(label: str, role: str) -> str:
    introduced = label == EntityType.DATASET.value and role == _DATASET_PROPOSED
    return Role.INTRODUCED.value if introduced else role


def _relations(record: dict[str, Any], surfaces: list[str]) -> Triples | None:
    if "links" in record:
        links = _each(record, "links", "link")
        return {
            (
                key(_get(link, "head", str, where)),
                _get(link, "relation", str, where).lower(),
                key(_get(link, "tail", str, where)),
            )
            for link, where in links
        }
    if "relations" not in record:
        return None
    return {
        (
            _end(relation, "head", surfaces, where),
            _get(relation, "label", str, where).lower(),
            _end(relation, "tail", surfaces, where),
        )
        for relation, where in _each(record, "relations", "relation")
    }


def _end(relation: Mapping[str, Any], name: str, surfaces: list[str], where: str) -> str:
    at = _get(relation, name, int, where)
    if not 0 <= at < len(surfaces):
        raise _WrongError(f"{where}{name} {at} is no entity; expected a number from 0, below {len(surfaces)}")
    return surfaces[at]


def _proposed(record: dict[str, Any], roles: dict[tuple[str, str], str]) -> Surfaces | None:
    if "proposed" in record:
        each = _each(record, "proposed", "proposed")
        return {key(_get(p, "name", str, where)) for p, where in each if p.get("role", "main") == "main"}
    if not roles:
        return None
    task = EntityType.TASK.value
    return {surface for (surface, label), role in roles.items() if role in NEW and label != task}


def _abbreviations(record: dict[str, Any]) -> frozenset[frozenset[str]]:
    """The pairs of short and long form; what is no pair of texts is passed over, since nothing is counted by it."""
    pairs = record.get("abbreviations")
    pairs = [each for each in pairs if isinstance(each, list) and len(each) == 2] if isinstance(pairs, list) else []
    return frozenset(frozenset(map(key, pair)) for pair in pairs if all(isinstance(form, str) for form in pair))


def _annotated(record: dict[str, Any]) -> frozenset[str]:
    if record.get("annotated") is None:
        return frozenset(_TYPES)
    found = _get(record, "annotated", list)
    return frozenset(_one_of(str(kind), "annotated", _TYPES, "") for kind in found)


def _source(record: dict[str, Any], identifier: str) -> str:
    named = record.get("source")
    if isinstance(named, str) and named.strip():
        return named.strip()
    prefix = _PREFIX.match(identifier)
    return prefix[0].lower() if prefix else str(record.get("venue") or "")
