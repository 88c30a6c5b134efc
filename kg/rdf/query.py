"""Asking the graph: named queries with parameters, and any SPARQL that only reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

import polars as pl
from pyoxigraph import (
    DefaultGraph,
    Literal,
    NamedNode,
    QueryBoolean,
    QuerySolutions,
    QueryTriples,
    Store,
    Variable,
)

from kg.errors import QueryError
from kg.rdf import named
from kg.rdf.keys import keys
from kg.rdf.named import NamedQuery, Parameter, find
from kg.rdf.named import named as queries
from kg.rdf.refusal import prefixes, refuse
from kg.rdf.results import Result, Table, Term, Triples, table, text, triples
from kg.rdf.store import open_store
from ontology.vocabulary import DATA, PREFIXES, term

__all__ = [
    "QUERY_PREFIXES", "NamedQuery", "Parameter", "Result", "Table", "Triples", "answer", "ask", "find",
    "queries", "run", "text", "unknown",
]  # fmt: skip

QUERY_PREFIXES: Final[dict[str, str]] = {
    **PREFIXES,
    "graph": DATA + "graph/",
    **{kind: f"{DATA}{kind}/" for kind in ("paper", "method", "task", "dataset")},
}
"""What every query can use without declaring it; `graph:evidence` is the graph of mentions and sentences."""

_NAME: Final = re.compile(r"[\w-]+")
_KEY: Final = NamedNode(term("key"))


def answer(
    folder: Path, query: str, parameters: Mapping[str, object] | None = None, *, limit: int | None = None
) -> Result:
    """The answer to a named query or to SPARQL text: a table, triples, or a yes or no.

    Rows come in the order that the query asks for; the columns of parameters are left out.

    Args:
        folder: the folder of a build.
        query: a name of `queries()`, or SPARQL; the prefixes of `QUERY_PREFIXES` are set.
        parameters: values by the names of the query's parameters.
        limit: the number of rows or triples at most.

    Raises:
        QueryError: the query is unknown, malformed, refused or fails, or a parameter is missing or wrong.
        OutputError: there is no graph in the folder.
    """
    return ask(open_store(folder), query, parameters, limit=limit)


def ask(
    store: Store, query: str, parameters: Mapping[str, object] | None = None, *, limit: int | None = None
) -> Result:
    """As `answer`, of a store that is open already."""
    name = query.strip()
    known = named.find(name) if _NAME.fullmatch(name) else named.parse("text", query)
    given = named.values(known, parameters or {})
    cut = given.pop("limit", None)
    limit = min((n for n in (limit, cut) if isinstance(n, int)), default=None)
    bound = {each.name: _term(store, each, given[each.name]) for each in known.parameters if each.name in given}
    refuse(known.sparql)
    return _collected(store, known, bound, limit)


def unknown(folder: Path, query: str, parameters: Mapping[str, object]) -> list[str]:
    """The values of name parameters that are the name of no entity, in the order of the parameters; raises as `ask`."""
    name = query.strip()
    known = named.find(name) if _NAME.fullmatch(name) else named.parse("text", query)
    given, store = named.values(known, parameters), open_store(folder)
    names = [str(given[each.name]) for each in known.parameters if each.type == "name" and each.name in given]
    return [name for name in dict.fromkeys(names) if not any(_bears(store, key) for key in keys(name))]


def run(folder: Path, query: str, **parameters: object) -> pl.DataFrame:
    """The answer to a named query or to SPARQL text as a table of Polars; see `answer`.

    A yes or no is one column `answer`; triples are the columns subject, predicate and object.
    """
    found = answer(folder, query, parameters)
    if isinstance(found, Table):
        return found.frame()
    if isinstance(found, Triples):
        return pl.DataFrame(found.rows, schema=["subject", "predicate", "object"], orient="row")
    return pl.DataFrame({"answer": [found]})


def _term(store: Store, parameter: Parameter, value: str | int | NamedNode) -> Literal | NamedNode:
    """The term of a value; of a name, the strictest of its keys that the graph has."""
    if parameter.type != "name" or not isinstance(value, str):
        return named.literal(value)
    choices = [Literal(key) for key in keys(value)] or [Literal(value)]
    return next((key for key in choices if _bears(store, key.value)), choices[0])


def _bears(store: Store, key: str) -> bool:
    """Whether an entity has a key."""
    return any(store.quads_for_pattern(None, _KEY, Literal(key), DefaultGraph()))


def _collected(store: Store, query: NamedQuery, bound: Mapping[str, Literal | NamedNode], limit: int | None) -> Result:
    substitutions: dict[Variable, Any] = {Variable(name): value for name, value in bound.items()}
    try:
        found = store.query(query.sparql, prefixes=QUERY_PREFIXES, substitutions=substitutions or None)
        if isinstance(found, QueryBoolean):
            return bool(found)
        if isinstance(found, QueryTriples):
            return triples(islice(found, limit))
        return _table(found, query, islice(_distinct(found, query, bound), limit))
    except SyntaxError as error:
        raise QueryError(_explained(query.sparql, error)) from error
    except (RuntimeError, ValueError, OSError) as error:
        raise QueryError(f"query {query.name}: cannot be answered: {_line(error)}") from error


def _columns(found: QuerySolutions, query: NamedQuery) -> list[str]:
    hidden = {parameter.name for parameter in query.parameters}
    return [variable.value for variable in found.variables if variable.value not in hidden]


def _table(found: QuerySolutions, query: NamedQuery, rows: Iterable[tuple[Term | None, ...]]) -> Table:
    return table(_columns(found, query), rows)


def _distinct(
    found: QuerySolutions, query: NamedQuery, bound: Mapping[str, object]
) -> Iterator[tuple[Term | None, ...]]:
    """The rows; each once where a parameter was left open: its column, which is left out, told them apart."""
    columns = _columns(found, query)
    open_ones = any(each.name not in bound for each in query.parameters if each.name != "limit")
    seen: set[tuple[Term | None, ...]] = set()
    for solution in found:
        row: tuple[Term | None, ...] = tuple(solution[name] for name in columns)
        if not open_ones:
            yield row
        elif row not in seen:
            seen.add(row)
            yield row


def _explained(sparql: str, error: SyntaxError) -> str:
    message = _line(error)
    unknown = sorted(p for p in prefixes(sparql) if p not in QUERY_PREFIXES and not _declared(p, sparql))
    if unknown:
        known = ", ".join(QUERY_PREFIXES)
        return f"SPARQL: the prefix {unknown[0]}: is not declared; known without declaring are {known}"
    match = re.match(r"error at (\d+):(\d+): (.*)", message)
    if match is None:
        return f"SPARQL syntax error: {message[:200]}"
    line, column = int(match[1]), int(match[2])
    lines = sparql.split("\n")
    rest = lines[line - 1][max(0, column - 1) :].strip()[:30] if line <= len(lines) else ""
    near = f"near {rest!r}" if rest else "at the end of the line"
    return f"SPARQL syntax error at line {line}, column {column}, {near}: {_shortened(match[3])}"


def _declared(prefix: str, sparql: str) -> bool:
    return re.search(rf"\bprefix\s+{re.escape(prefix)}\s*:", sparql, re.IGNORECASE) is not None


def _shortened(message: str) -> str:
    """What was expected, without the ranges of characters that names may have."""
    text = re.sub(r",?\s*\[(?:'[^]]*|_)\]", "", message)
    return (text if len(text) <= 120 else text[:117] + "…") or "not understood"


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())
