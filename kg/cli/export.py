"""`kg export`: the graph as one file for other programs."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph, path_of


class Form(StrEnum):
    """A serialisation of RDF."""

    TTL = "ttl"
    NQ = "nq"
    JSONLD = "jsonld"


def export(
    *,
    form: Annotated[Form, typer.Argument(metavar="FORMAT", help="ttl, nq or jsonld.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", parser=path_of, help="Where it goes, gzipped for .gz; else to stdout."
        ),
    ] = None,
    graph: Graph = OUTPUT,
) -> None:
    """Write the graph as Turtle (facts), N-Quads (facts and evidence) or JSON-LD (both)."""
    import kg
    from kg.rdf.export import export as work

    folder = kg.open(graph).folder
    if output is None or str(output) == "-":
        work(folder, form.value, sys.stdout.buffer)
        return
    work(folder, form.value, output)
    if output.is_file():
        terminal.note(f"{output}: {output.stat().st_size:,} bytes")
