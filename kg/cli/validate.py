"""`kg validate`: does the graph keep its shapes?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph


def validate(
    *,
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="An output folder or an RDF file; else the graph.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="The most violations to list.")] = 50,
    graph: Graph = OUTPUT,
) -> None:
    """Check the graph against the SHACL shapes of its ontology; exits with 1 where it breaks one."""
    from kg import output
    from kg.errors import KgError
    from kg.rdf import shapes

    source = path or graph
    report = shapes.validate(source if source.is_file() else output.current(source))
    read = f"read {' and '.join(report.files)}"
    if report.conforms:
        terminal.show_lines([f"{source} conforms: {report.triples:,} triples keep all shapes ({read})"])
        return
    rows = [(each.node, each.shape, each.path, each.value, each.message) for each in report.violations]
    terminal.show_table(("node", "shape", "property", "value", "what is wrong"), rows[:limit])
    number = len(rows)
    words = "violation is" if number == 1 else "violations are"
    shown = f"; the first {limit:,} of them" if number > limit else ""
    raise KgError(f"{source} does not conform: {number:,} {words} listed on stdout{shown} ({read})")
