"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from kg.errors import UsageError

OUTPUT: Final = Path("output")
"""Where builds go, and where they are looked for, unless the user says otherwise."""


def path_of(value: str) -> Path:
    """The path of an argument; raises UsageError for an empty one, which would be the current folder."""
    if str(value) == "":
        raise UsageError("an empty name of a file or folder; expected a path, or . for the current folder")
    return Path(value)


Graph = Annotated[
    Path,
    typer.Option(
        "--graph", metavar="FOLDER", parser=path_of, help="The output folder of kg build that holds the graph."
    ),
]
Inputs = Annotated[
    list[Path], typer.Argument(metavar="INPUT", parser=path_of, help="Files or folders with abstracts; see kg formats.")
]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Processes that read the texts.")]
MinScore = Annotated[
    float,
    typer.Option("--min-score", min=0.0, max=1.0, metavar="X", help="Leave out mentions scored below X, from 0 to 1."),
]
