"""`kg extract`: mentions and relations of papers, as JSON lines."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from kg.cli import terminal
from kg.cli.options import Code, Components, Inputs, MinScore, Model, Terms, Workers, path_of

if TYPE_CHECKING:
    from ontology.model import Document


def extract(
    *,
    inputs: Inputs,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            parser=path_of,
            help="Where the lines go, gzipped for .gz; else to stdout.",
        ),
    ] = None,
    workers: Workers = 1,
    min_score: MinScore = 0.0,
    model: Model = "standard",
    terms: Terms = None,
    code: Code = None,
    components: Components = None,
    link: Annotated[
        bool,
        typer.Option("--link/--no-link", help="Name the entity of each mention, once all papers are read."),
    ] = True,
) -> None:
    """Write the mentions and relations of papers, one JSON object a paper.

    Entities are linked within the papers given. Without links each line is written as soon as its paper is
    read.
    """
    from kg import readers
    from kg.extraction import extracted, own
    from kg.importlog import ImportLog

    log, added = ImportLog(), own(terms, code, components or ())
    with terminal.opened(output) as out:
        documents = extracted(readers.read(inputs, log), added, model=model, workers=workers, min_score=min_score)
        for line in _linked(documents) if link else _plain(documents):
            out.write(line + "\n")
    terminal.note_problems(log.problems)
    terminal.note(log.summary())


def _plain(documents: Iterator[Document]) -> Iterator[str]:
    from extractors.documents import to_json

    for document in documents:
        yield json.dumps(to_json(document), ensure_ascii=False)


def _linked(documents: Iterator[Document]) -> Iterator[str]:
    """The lines with entities, by way of a file: in memory, documents would grow with the number of papers."""
    from extractors.documents import from_json, to_json
    from kg.link import link as work

    with tempfile.TemporaryFile("w+", encoding="utf-8") as kept:
        linking = work(_kept(documents, kept))
        kept.seek(0)
        for line in kept:
            document = from_json(json.loads(line))
            places = range(len(document.mentions))
            entities = [linking.entity_of(document.paper.id, place) for place in places]
            yield json.dumps(to_json(document, entities), ensure_ascii=False)


def _kept(documents: Iterator[Document], file: TextIO) -> Iterator[Document]:
    """The documents as they come, each written to a file before the next."""
    from extractors.documents import to_json

    for document in documents:
        file.write(json.dumps(to_json(document)) + "\n")
        yield document
