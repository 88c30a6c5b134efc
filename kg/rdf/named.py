"""Queries with a title, a question in words, and parameters: the files `kg/queries/*.rq`.

A query states what it is in comments at its head:

    # title: Methods for a task
    # question: Which methods do papers on a task use?
    # param task (name, required, e.g. machine translation): the task
    # param since (integer, default 1990): the first year that counts

The variable of a parameter's name, which the SELECT must name, stands for its value; `limit` cuts the rows.
Types: name (of an entity, any of its names), text, integer, iri, type (Method, Task or Dataset).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pyoxigraph import Literal, NamedNode

from kg.errors import QueryError
from ontology.model import EntityType
from ontology.vocabulary import term

TYPES: Final = ("name", "text", "integer", "iri", "type")
_HEAD: Final = re.compile(r"#\s*(title|question)\s*:\s*(.+)")
_PARAMETER: Final = re.compile(
    r"#\s*param\s+(?P<name>\w+)\s*\((?P<type>\w+)\s*(?:,\s*(?P<need>required|optional|default\s+(?P<default>[^,)]+)))"
    r"(?:\s*,\s*e\.g\.\s*(?P<example>[^)]+))?\)\s*:\s*(?P<words>.+)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a query can be given."""

    name: str
    type: str
    """One of `TYPES`."""
    required: bool
    default: str | None
    example: str
    words: str
    """What it means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedQuery:
    """A query and what it says of itself."""

    name: str
    title: str
    question: str
    parameters: tuple[Parameter, ...]
    sparql: str


@cache
def named() -> tuple[NamedQuery, ...]:
    """All named queries, ordered by name."""
    found = [each for each in files("kg").joinpath("queries").iterdir() if each.name.endswith(".rq")]
    return tuple(
        parse(each.name.removesuffix(".rq"), each.read_text(encoding="utf-8"))
        for each in sorted(found, key=lambda f: f.name)
    )


def find(name: str) -> NamedQuery:
    """The named query of a name; raises QueryError, with the nearest and all names, where there is none."""
    known = {query.name: query for query in named()}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name.lower(), known, 1, 0.4)
    hint = f"did you mean {near[0]}? " if near else ""
    raise QueryError(f"no query named {name!r}; {hint}known are: {', '.join(known)}")


def parse(name: str, sparql: str) -> NamedQuery:
    """The query in a text, with or without a head that says what it is.

    Raises:
        QueryError: a line `# param` is of another form.
    """
    head, parameters = {}, []
    for line in sparql.splitlines():
        if match := _HEAD.fullmatch(line.strip()):
            head[match[1]] = match[2].strip()
        elif re.match(r"#\s*param\b", line.strip()):
            parameters.append(_parameter(name, line.strip()))
    return NamedQuery(
        name=name,
        title=head.get("title", name),
        question=head.get("question", ""),
        parameters=tuple(parameters),
        sparql=sparql,
    )


def values(query: NamedQuery, given: Mapping[str, object]) -> dict[str, str | int | NamedNode]:
    """The value of each parameter that has one, checked; names and texts as str.

    Raises:
        QueryError: a parameter is unknown, missing, or of another type.
    """
    known = {parameter.name: parameter for parameter in query.parameters}
    for name in sorted(set(given) - set(known)):
        expected = f"expected {', '.join(known)}" if known else "it takes none"
        raise QueryError(f"query {query.name}: no parameter {name!r}; {expected}")
    found: dict[str, str | int | NamedNode] = {}
    for parameter in query.parameters:
        value = given.get(parameter.name, parameter.default)
        if value is not None:
            found[parameter.name] = _value(query.name, parameter, str(value))
        elif parameter.required:
            raise QueryError(
                f"query {query.name}: parameter {parameter.name} is missing ({parameter.words}); "
                f'give it, as in {parameter.name}="{parameter.example}"'
            )
    return found


def literal(value: str | int | NamedNode) -> Literal | NamedNode:
    """A value as the RDF term that stands in the query; a text can never be more than a text."""
    return value if isinstance(value, NamedNode) else Literal(value)


def _parameter(query: str, line: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    if match is None or match["type"] not in TYPES:
        raise QueryError(
            f"query {query}: {line!r} is no parameter; expected # param NAME (TYPE, "
            f"required|optional|default VALUE, e.g. EXAMPLE): WORDS, with TYPE one of {', '.join(TYPES)}"
        )
    default = match["default"].strip() if match["default"] else None
    return Parameter(
        name=match["name"],
        type=match["type"],
        required=match["need"] == "required",
        default=default,
        example=(match["example"] or default or "").strip(),
        words=match["words"].strip(),
    )


def _value(query: str, parameter: Parameter, value: str) -> str | int | NamedNode:
    where = f"query {query}: parameter {parameter.name} is {value[:60]!r}"
    if parameter.type == "integer":
        if not re.fullmatch(r"[+-]?\d{1,9}", value.strip(), re.ASCII):
            raise QueryError(f"{where}; expected a whole number")
        number = int(value)
        if parameter.name == "limit" and number < 0:
            raise QueryError(f"{where}; expected a number of rows from 0")
        return number
    if parameter.type == "type":
        kinds = {kind.value.lower(): kind.value for kind in EntityType}
        if value.strip().lower() not in kinds:
            raise QueryError(f"{where}; expected one of {', '.join(kinds.values())}")
        return NamedNode(term(kinds[value.strip().lower()]))
    if parameter.type == "iri":
        try:
            return NamedNode(value.strip().removeprefix("<").removesuffix(">"))
        except ValueError as error:
            raise QueryError(f"{where}; expected an IRI such as {parameter.example}") from error
    return value
