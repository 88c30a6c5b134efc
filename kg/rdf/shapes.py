"""Does a graph keep the shapes of the ontology? SHACL over the files on disk."""

from __future__ import annotations

import gc
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pyoxigraph import NamedNode, Triple

from kg.errors import InputError, OutputError, UsageError
from kg.rdf.quads import QUADS, quads_of
from kg.rdf.violations import Report, Violation, report

if TYPE_CHECKING:
    from kg.rdf.values import Term

__all__ = ["ENGINES", "SMALL", "Report", "Violation", "validate"]

Engine: TypeAlias = Literal["auto", "compiled", "pyshacl"]
ENGINES: Final[tuple[Engine, ...]] = ("auto", "compiled", "pyshacl")
SMALL: Final = 2_000
"""Triples up to which pyshacl checks a graph, if nobody asks for an engine: about a second."""
_Nodes: TypeAlias = "dict[Term, dict[NamedNode, list[Term]]]"


def validate(source: Path, *, engine: Engine = "auto") -> Report:
    """What breaks the shapes in a graph: the facts and the evidence, read from the file and not from the store.

    Args:
        source: the folder of a build, whose `graph.nq.gz` is read, or a file of Turtle, N-Triples, N-Quads or TriG,
            plain or gzipped.
        engine: "pyshacl" is the referee and takes minutes for a large graph; "compiled" reads the same shapes, finds
            the same and takes seconds; "auto" is pyshacl up to `SMALL` triples and compiled above.

    Raises:
        OutputError: there is no graph.
        InputError: the file is malformed; the message names the line.
        UsageError: there is no such engine.
    """
    if engine not in ENGINES:
        raise UsageError(f"{engine}: no such engine; expected one of {', '.join(ENGINES)}")
    path = source / QUADS if source.is_dir() else source
    if not path.is_file():
        raise OutputError(f"{path}: no graph here; expected the folder of a build, or a file of RDF; run kg build")
    with _garbage_kept():
        nodes, count = _read(path)
    with _unheard():
        return _checked(path, nodes, count, engine)


def _checked(path: Path, nodes: _Nodes, count: int, engine: Engine) -> Report:
    if engine == "pyshacl" or (engine == "auto" and count <= SMALL):
        from kg.rdf import referee

        try:
            return report(referee.check(nodes), count)
        except InputError as error:
            if engine == "pyshacl":
                raise InputError(f"{path}: {error}") from error
    from kg.rdf import compiled

    with _garbage_kept():
        return report(compiled.check(nodes), count)


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


def _read(path: Path) -> tuple[_Nodes, int]:
    """The graph by subject and property, each value once, and the number of its triples as they stand in the file."""
    count = 0
    nodes: _Nodes = {}
    for quad in quads_of(path):
        count += 1
        node, predicate, value = quad.subject, quad.predicate, quad.object
        if isinstance(value, Triple):
            raise InputError(f"{path}: {value} is a triple as a value, which SHACL does not know; remove it")
        properties = nodes.get(node)
        if properties is None:
            properties = nodes[node] = {}
        values = properties.get(predicate)
        if values is None:
            properties[predicate] = [value]
        else:
            values.append(value)
    for properties in nodes.values():
        for predicate, values in properties.items():
            if len(values) > 1:
                properties[predicate] = list(dict.fromkeys(values))
    return nodes, count
