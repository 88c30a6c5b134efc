"""`kg explore`: a picture of the graph to click through."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph, path_of


def explore(
    *,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="An entity or paper for the middle; else an overview."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.html",
            parser=path_of,
            help="The page to write; else explore.html in the folder of the graph.",
        ),
    ] = None,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="Steps from the middle.")] = 1,
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="The most nodes to draw.")] = 150,
    graph: Graph = OUTPUT,
) -> None:
    """Draw the graph, or what surrounds one entity or paper, as one offline HTML page."""
    import kg
    from kg.explore import page

    written = page(kg.open(graph).folder, name, output or _beside(graph), depth=depth, limit=limit)
    if written.is_file():
        terminal.note(f"{written} ({written.stat().st_size / 1e6:.1f} MB); open it in a browser, no network needed")


def _beside(graph: Path) -> Path:
    """The page of an output folder; one inside a build would change what the build holds."""
    inside = (graph / "build.json").is_file() and graph.resolve().parent.name == "builds"
    return (graph.resolve().parents[1] if inside else graph) / "explore.html"
