"""Gold annotations, read from JSON lines and checked."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from kg.errors import InputError
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
_FORM: Final = "expected an object with text or abstract, and entities with start, end and label"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """One annotated paper; spans are (field, start, end, type) in the raw text."""

    paper: Paper
    spans: Spans
    borderline: set[tuple[str, int, int]]
    relations: Triples | None
    proposed: Surfaces | None
    roles: dict[tuple[str, str], str] | None


class _WrongError(Exception):
    """What is wrong with a record, in words."""


def read_gold(path: Path) -> list[Gold]:
    """The annotated papers of a file, plain or gzipped, in order; raises InputError naming the line that is wrong."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; expected a file with gold annotations as JSON lines")
    if not path.exists():
        raise InputError(f"{path}: no such file; expected gold annotations as JSON lines")
    gold = []
    for number, line in enumerate(_lines(path), start=1):
        try:
            if line.strip():
                gold.append(_gold(_record(line), number))
        except _WrongError as error:
            raise InputError(f"{path}, line {number}: {error}") from None
    if not gold:
        raise InputError(f"{path}: no gold records in this file; expected one JSON object a line")
    return gold


def _lines(path: Path) -> Iterator[bytes]:
    try:
        file: IO[bytes]
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:  # type: ignore[assignment]
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read ({why}); expected gold annotations as JSON lines") from error


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
        surfaces.append(paper.text(Field(field))[start:end].lower())
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
                _get(link, "head", str, where).lower(),
                _get(link, "relation", str, where).lower(),
                _get(link, "tail", str, where).lower(),
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
        return {_get(p, "name", str, where).lower() for p, where in each if p.get("role", "main") == "main"}
    if not roles:
        return None
    task = EntityType.TASK.value
    return {surface for (surface, label), role in roles.items() if role in NEW and label != task}
