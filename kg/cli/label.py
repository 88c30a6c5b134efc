"""`kg label`: a sample of one's own papers, to correct by hand and to measure with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import terminal
from kg.cli.options import Inputs, MinScore, Model, path_of
from kg.counting import counted


def label(  # noqa: PLR0917
    inputs: Inputs,
    sample: Annotated[int, typer.Option("--sample", min=1, metavar="N", help="How many papers to draw.")] = 50,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            parser=path_of,
            help="Where it goes, as JSON lines for .jsonl, never over a file that is there; else to stdout.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another seed draws another sample.")] = 0,
    blank: Annotated[
        bool, typer.Option("--blank", help="Suggest nothing: slower to fill in, but nobody is led by what was found.")
    ] = False,
    min_score: MinScore = 0.0,
    model: Model = "standard",
) -> None:
    """Draw a sample of papers with what is found in them, to correct by hand and measure with kg evaluate.

    The file says at its top how to correct it. The same papers, sample and seed give the same file.
    """
    import extractors
    from kg import label as work
    from kg import readers
    from kg.importlog import ImportLog
    from ontology.model import Document

    if output is not None:
        work.check(output)
    log = ImportLog()
    drawn = work.draw(readers.read(inputs, log), sample, seed)
    blanks = [Document(paper=paper) for paper in drawn]
    documents = blanks if blank else extractors.extract(drawn, min_score=min_score, model=model)
    if output is None or str(output) == "-":
        with terminal.opened(output) as out:
            out.writelines(work.parts(documents))
    else:
        work.write(documents, output)
    terminal.note_problems(log.problems)
    terminal.note(f"{counted(len(drawn), 'paper')} of {log.papers:,}, all marked todo")
    if output is not None and str(output) != "-":
        again = f"kg evaluate {shlex.quote(str(output))}"
        terminal.note(f"correct {output}, delete the todo of each paper that is done, then: {again}")
