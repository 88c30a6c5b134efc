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


def model_of(value: str) -> str:
    """The name of a packaged model; raises UsageError for any other."""
    from kg.extraction import check_model

    return check_model(value)


Model = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="NAME",
        parser=model_of,
        help="Which packaged model reads the texts: standard, or fast for very many papers (several times as fast, and "
        "less accurate).",
    ),
]
Terms = Annotated[
    Path | None,
    typer.Option(
        "--terms",
        metavar="FILE.tsv",
        parser=path_of,
        help="Find these terms too: lines of a term, a tab and Method, Task or Dataset; see docs/extending.md.",
    ),
]
Code = Annotated[
    Path | None,
    typer.Option(
        "--code",
        metavar="FILE.py",
        parser=path_of,
        help="A Python file that defines spaCy components. It is run, with all your rights: give only code that you "
        "trust.",
    ),
]
Components = Annotated[
    list[str] | None,
    typer.Option(
        "--component",
        metavar="NAME",
        help="A component of the file given by --code that looks for mentions too; may be repeated.",
    ),
]
