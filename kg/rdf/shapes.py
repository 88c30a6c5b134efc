"""Does a graph keep the shapes of the ontology? SHACL over the files on disk."""

from __future__ import annotations

import gc
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pyoxigraph import DefaultGraph

from kg.errors import InputError, OutputError, UsageError
from kg.rdf import agreement
from kg.rdf.content import Content, Nodes, gathered, read
from kg.rdf.quads import QUADS, TURTLE, quads_of
from kg.rdf.violations import Report, Violation, report

__all__ = ["ENGINES", "SMALL", "Report", "Violation", "validate"]

Engine: TypeAlias = Literal["auto", "compiled", "pyshacl"]
ENGINES: Final[tuple[Engine, ...]] = ("auto", "compiled", "pyshacl")
SMALL: Final = 2_000
"""Triples up to which pyshacl checks a graph, if nobody asks for an engine: about a second."""


def validate(source: Path, *, engine: Engine = "auto") -> Report:
    """What breaks the shapes in a graph: the facts and the evidence, read from the files and not from the store.

    Beside the shapes it is checked that what statements and claims say is among the facts, and that both files of a
    build hold the same facts; see `kg.rdf.agreement`.

    Args:
        source: the folder of a build, whose `graph.nq.gz` and `graph.ttl` are read, or a file of Turtle, N-Triples,
            N-Quads or TriG, plain or gzipped.
        engine: "pyshacl" is the referee and takes minutes for a large graph; "compiled" reads the same shapes, finds
            the same and takes seconds; "auto" is pyshacl up to `SMALL` triples and compiled above.

    Raises:
        OutputError: there is no graph.
        InputError: a file is malformed, and the message names the line; or it holds no triples.
        UsageError: there is no such engine.
    """
    if engine not in ENGINES:
        raise UsageError(f"{engine}: no such engine; expected one of {', '.join(ENGINES)}")
    path = source / QUADS if source.is_dir() else source
    if not path.is_file():
        raise OutputError(f"{path}: no graph here; expected the folder of a build, or a file of RDF; run kg build")
    turtle = source / TURTLE
    with _unheard():
        with _garbage_kept():
            content = read(path)
        found = _found(path, content, engine)
        if not (source.is_dir() and turtle.is_file()):
            return report(found, content.count, (path.name,))
        found |= _found_in(turtle, path, content, found, engine)
    return report(found, content.count, (path.name, turtle.name))


def _found_in(turtle: Path, path: Path, content: Content, known: set[Violation], engine: Engine) -> set[Violation]:
    """What is wrong with the Turtle of a build beyond what is wrong with its N-Quads."""
    with _garbage_kept():
        quads = list(quads_of(turtle))
        if {quad.triple for quad in quads} == content.facts:
            return set()
        if not quads:
            raise InputError(f"{turtle}: holds no triples; expected a graph made by kg build")
        default = DefaultGraph()
        evidence = (quad for quad in quads_of(path) if quad.graph_name != default)
        other = gathered(chain(evidence, quads), turtle)
    return agreement.differences(content, other, known, _found(turtle, other, engine))


def _found(path: Path, content: Content, engine: Engine) -> set[Violation]:
    return {*_checked(path, content.nodes, content.count, engine), *agreement.without_fact(content)}


def _checked(path: Path, nodes: Nodes, count: int, engine: Engine) -> set[Violation]:
    if engine == "pyshacl" or (engine == "auto" and count <= SMALL):
        from kg.rdf import referee

        try:
            return set(referee.check(nodes))
        except InputError as error:
            if engine == "pyshacl":
                raise InputError(f"{path}: {error}") from error
    from kg.rdf import compiled

    with _garbage_kept():
        return set(compiled.check(nodes))


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """No search for garbage meanwhile: it takes a quarter of the time, and there is none while a graph is read."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def _unheard() -> Iterator[None]:
    """Nothing of rdflib on stderr meanwhile: it warns of every ill-typed value, which the report names anyway."""
    logger = logging.getLogger("rdflib.term")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(before)
