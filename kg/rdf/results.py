"""Results of queries, as values of Python and as text: CSV, TSV, SPARQL JSON, Turtle."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl
from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from kg.errors import UsageError
from kg.rdf.quads import write_turtle
from ontology.vocabulary import PREFIXES

Value = str | int | float | bool | None
Term = NamedNode | BlankNode | Literal | Triple
_XSD: Final = PREFIXES["xsd"]
_WHOLE: Final = frozenset(
    _XSD + name for name in ("integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger")
)
_REAL: Final = frozenset(_XSD + name for name in ("decimal", "double", "float"))
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The answer to a SELECT."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    """IRIs and texts are str, whole numbers int, decimals float; None is no value."""
    terms: tuple[tuple[Term | None, ...], ...] = field(default=(), repr=False, compare=False)
    """The same cells as RDF terms of pyoxigraph."""

    def frame(self) -> pl.DataFrame:
        """The table for Polars; a column with values of several types becomes text."""
        return pl.DataFrame({name: _column([row[i] for row in self.rows]) for i, name in enumerate(self.columns)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Triples:
    """The answer to a CONSTRUCT or DESCRIBE, sorted, each triple once."""

    rows: tuple[tuple[str, str, str], ...]
    """Subject, predicate and object as N-Triples write them."""
    terms: tuple[Triple, ...] = field(default=(), repr=False, compare=False)


Result = Table | Triples | bool


def table(columns: Iterable[str], terms: Iterable[tuple[Term | None, ...]]) -> Table:
    """The table of some rows of terms."""
    kept = tuple(terms)
    return Table(columns=tuple(columns), rows=tuple(tuple(map(value, row)) for row in kept), terms=kept)


def triples(found: Iterable[Triple]) -> Triples:
    """The sorted triples of a graph."""
    kept = sorted(set(found), key=str)
    rows = tuple((str(t.subject), str(t.predicate), str(t.object)) for t in kept)
    return Triples(rows=rows, terms=tuple(kept))


def value(term: Term | None) -> Value:
    """A term as a value of Python."""
    if term is None or isinstance(term, Triple):
        return None if term is None else str(term)
    if isinstance(term, Literal):
        kind = term.datatype.value
        try:
            if kind in _WHOLE:
                return int(term.value)
            if kind in _REAL:
                return float(term.value)
        except ValueError:
            return term.value
        if kind == _XSD + "boolean":
            return term.value in ("true", "1")
    return term.value


def text(result: Result, form: str) -> str:
    """A result as text that ends in a line break.

    CSV and TSV are for spreadsheets: a text that would start a formula there gets an apostrophe in front.

    Args:
        result: what a query gave.
        form: csv, tsv or json; for triples ttl or json; for a yes or no any of them.

    Raises:
        UsageError: the form does not fit the result.
    """
    forms = _forms(result)
    if form not in forms:
        what = "triples" if isinstance(result, Triples) else "a table"
        raise UsageError(f"format {form!r} does not fit {what}: expected one of {', '.join(forms)}")
    return forms[form]()


def _forms(result: Result) -> dict[str, Callable[[], str]]:
    if isinstance(result, bool):
        word = "true\n" if result else "false\n"
        plain = dict.fromkeys(("csv", "tsv", "ttl"), lambda: word)
        return {**plain, "json": lambda: json.dumps({"head": {}, "boolean": result}) + "\n"}
    if isinstance(result, Triples):
        return {"ttl": lambda: _turtle(result), "json": lambda: _dump([list(row) for row in result.rows])}
    return {
        "csv": lambda: _csv(result),
        "tsv": lambda: _tsv(result),
        "json": lambda: _dump(_bindings(result)),
    }


def safe(cell: Value) -> str:
    """A cell for a spreadsheet: a text that would start a formula gets an apostrophe in front."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        return "'" + cell
    return str(cell)


def _csv(result: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(result.columns)
    writer.writerows([safe(cell) for cell in row] for row in result.rows)
    return out.getvalue()


def _tsv(result: Table) -> str:
    lines = ["\t".join(result.columns)]
    for row in result.rows:
        lines.append("\t".join(" ".join(safe(cell).splitlines()).replace("\t", " ") for cell in row))
    return "\n".join(lines) + "\n"


def _turtle(result: Triples) -> str:
    out = io.BytesIO()
    write_turtle(result.terms, out)
    return out.getvalue().decode()


def _bindings(result: Table) -> dict[str, Any]:
    bindings = [
        {name: _json(term) for name, term in zip(result.columns, row, strict=True) if term is not None}
        for row in result.terms
    ]
    return {"head": {"vars": list(result.columns)}, "results": {"bindings": bindings}}


def _json(term: Term) -> dict[str, Any]:
    """A term as in SPARQL 1.1 Query Results JSON Format, section 3.2.2."""
    if isinstance(term, NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, Triple):
        parts = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
        return {"type": "triple", "value": {name: _json(part) for name, part in parts.items()}}
    found: dict[str, Any] = {"type": "literal", "value": term.value}
    if term.language:
        found["xml:lang"] = term.language
    elif term.datatype.value != _XSD + "string":
        found["datatype"] = term.datatype.value
    return found


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _column(cells: list[Value]) -> pl.Series:
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds == {int, float}:
        return pl.Series([None if cell is None else float(cell) for cell in cells], dtype=pl.Float64)
    if len(kinds) == 1:
        return pl.Series(cells)
    return pl.Series([None if cell is None else str(cell) for cell in cells], dtype=pl.String)
