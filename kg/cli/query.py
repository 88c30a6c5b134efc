"""`kg query`: SPARQL, by name, from a file or as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph
from kg.errors import InputError, UsageError

if TYPE_CHECKING:
    from kg.rdf.query import NamedQuery, Result


_PASSAGE: Final = "sentence"
"""A last column of this name goes below its row on a terminal, where it would be folded into a narrow strip."""


class Form(StrEnum):
    """How to print an answer."""

    TABLE = "table"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    TTL = "ttl"


def query(
    *,
    what: Annotated[
        str | None,
        typer.Argument(metavar="QUERY", help="The name of a query, a file FILE.rq, or SPARQL text."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="A parameter of the query; may be repeated."),
    ] = None,
    form: Annotated[Form, typer.Option("--format", "-f", help="How to print it.")] = Form.TABLE,
    limit: Annotated[int | None, typer.Option("--limit", min=0, metavar="N", help="Print N rows at most.")] = None,
    graph: Graph = OUTPUT,
) -> None:
    """Ask the graph; without a query, list the named ones.

    Example: kg query methods-for-task --set task="machine translation"
    """
    from kg.rdf import query as asking

    if what is None:
        if settings:
            raise UsageError("--set needs a query; kg query lists them")
        _print_list(asking.queries())
        return
    import kg

    text, parameters = _read(what), _parameters(settings or ())
    folder = kg.open(graph).folder
    result = asking.answer(folder, text, parameters, limit=limit)
    _print(result, form)
    if not (result if isinstance(result, bool) else result.rows):
        _suggest(folder, asking.unknown(folder, text, parameters))


def _suggest(folder: Path, names: Sequence[str]) -> None:
    """Say on stderr which names nothing has, with the nearest ones."""
    from kg.names import Names
    from kg.trends.names import shown, suggestions

    for name in names:
        near = suggestions(Names(folder), name)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        terminal.note(f"no entity named {shown(name)} in this graph{hint}")


def _read(what: str) -> str:
    """The query itself, where a file is named."""
    if not what.strip():
        raise UsageError("the query is empty; expected a name, a file FILE.rq or SPARQL; kg query lists the named ones")
    path = Path(what)
    if not what.endswith(".rq") or "\n" in what:
        return what
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as failure:
        raise InputError(f"{path}: is not UTF-8; expected a text file with a SPARQL query") from failure
    except OSError as failure:
        raise InputError(f"{path}: cannot be read ({failure.strerror}); expected a SPARQL query") from failure
    if not text.strip():
        raise InputError(f"{path}: is empty; expected a SPARQL query")
    return text


def _parameters(settings: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise UsageError(f'--set {setting!r}: expected NAME=VALUE, as in --set task="machine translation"')
        if name.strip() in found:
            raise UsageError(f"--set {name.strip()} is given twice; expected each parameter once")
        found[name.strip()] = value
    return found


def _print(result: Result, form: Form) -> None:
    from kg.rdf.query import Table, text

    if form is not Form.TABLE:
        sys.stdout.write(text(result, form.value))
    elif isinstance(result, bool):
        terminal.show_lines(["yes" if result else "no"])
    elif isinstance(result, Table):
        numbers = [place for place, name in enumerate(result.columns) if _is_number(result, place)]
        rows = [[_cell(value) for value in row] for row in result.rows]
        if rows and result.columns[-1] == _PASSAGE and len(result.columns) > 1 and terminal.is_narrow():
            terminal.show_passages(result.columns, rows)
        else:
            terminal.show_table(result.columns, rows, right=numbers)
        terminal.note(f"{len(result.rows):,} row{'' if len(result.rows) == 1 else 's'}")
    else:
        sys.stdout.write(text(result, Form.TTL.value))


def _is_number(result: Any, place: int) -> bool:
    values = [row[place] for row in result.rows if row[place] is not None]
    return bool(values) and all(isinstance(value, (int, float)) for value in values)


def _cell(value: str | float | bool | None) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)


def _print_list(queries: Sequence[NamedQuery]) -> None:
    for each in queries:
        lines = [f"{each.name}: {each.title}", f"    {each.question}"]
        for parameter in each.parameters:
            need = "required" if parameter.required else "optional"
            need = f"default {parameter.default}" if parameter.default is not None else need
            lines.append(f'    --set {parameter.name}="{parameter.example}"  {parameter.words} ({need})')
        terminal.show_lines([*lines, ""])
    terminal.note(f"{len(queries)} named queries; or give SPARQL, as in kg query 'SELECT * {{ ?s ?p ?o }} LIMIT 5'")
