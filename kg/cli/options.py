"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

OUTPUT: Final = Path("output")
"""Where builds go, and where they are looked for, unless the user says otherwise."""

Graph = Annotated[
    Path,
    typer.Option("--graph", metavar="FOLDER", help="The output folder of kg build that holds the graph."),
]
Inputs = Annotated[list[Path], typer.Argument(metavar="INPUT", help="Files or folders with abstracts; see kg formats.")]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Processes that read the texts.")]
MinScore = Annotated[
    float,
    typer.Option("--min-score", min=0.0, max=1.0, metavar="X", help="Leave out mentions scored below X, from 0 to 1."),
]
