"""The graph for other programs: Turtle, N-Quads, JSON-LD."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Final

from pyoxigraph import DefaultGraph, Literal, Quad

from kg.errors import OutputError, UsageError
from kg.files import replacing
from kg.rdf.quads import DATA_PREFIXES, QUADS, read, turtle
from ontology.vocabulary import EVIDENCE_GRAPH, PREFIXES, iri

_TYPE: Final = iri("rdf:type")
_STRING: Final = iri("xsd:string")
_CONTEXT: Final[dict[str, str]] = {
    **{short: PREFIXES[short] for short in ("pkg", "rdf", "rdfs", "xsd", "skos", "dcterms", "prov", "schema")},
    **DATA_PREFIXES,
}


def formats() -> tuple[str, ...]:
    """The names of the formats."""
    return tuple(_WRITERS)


def export(folder: Path, form: str, out: Path | IO[bytes]) -> None:
    """Write the graph of a build to a file or a binary stream, the same bytes for the same graph.

    Args:
        folder: the folder of a build.
        form: "ttl" for the facts as Turtle, "nq" for facts and evidence as sorted N-Quads, "jsonld" for both as
            JSON-LD 1.1, a node an object.
        out: a path, which is replaced when the whole is written and gzipped for a name in .gz, or a stream such as
            `sys.stdout.buffer`.

    Raises:
        UsageError: there is no such format.
        OutputError: there is no graph in the folder, or the file cannot be written.
    """
    if form not in _WRITERS:
        raise UsageError(f"unknown format {form!r}: expected one of {', '.join(_WRITERS)}")
    if not (folder / QUADS).is_file():
        raise OutputError(f"{folder}: no graph here; expected the folder of a build; run kg build")
    if not isinstance(out, Path):
        _WRITERS[form](folder, out)
        return
    with replacing(out) as file:
        _WRITERS[form](folder, file)


def _quads(folder: Path, out: IO[bytes]) -> None:
    with gzip.open(folder / QUADS, "rb") as file:
        shutil.copyfileobj(file, out, 1 << 20)


def _jsonld(folder: Path, out: IO[bytes]) -> None:
    default = DefaultGraph()
    out.write(b'{"@context": ' + _dump(_CONTEXT) + b',\n"@graph": [\n')
    for node in _nodes(quad for quad in read(folder) if quad.graph_name == default):
        out.write(_dump(node) + b",\n")
    out.write(b'{"@id": ' + _dump(EVIDENCE_GRAPH) + b', "@graph": [')
    before = b"\n"
    for node in _nodes(quad for quad in read(folder) if quad.graph_name != default):
        out.write(before + _dump(node))
        before = b",\n"
    out.write(b"\n]}\n]}\n")


_WRITERS: Final[dict[str, Callable[[Path, IO[bytes]], None]]] = {"ttl": turtle, "nq": _quads, "jsonld": _jsonld}


def _nodes(quads: Iterable[Quad]) -> Iterator[dict[str, Any]]:
    """One object a subject; the quads come sorted by subject."""
    for subject, group in groupby(quads, key=lambda quad: str(quad.subject)):
        node: dict[str, Any] = {"@id": _short(subject[1:-1])}
        for quad in group:
            if quad.predicate.value == _TYPE:
                node.setdefault("@type", []).append(_short(str(quad.object)[1:-1]))
            else:
                node.setdefault(_short(quad.predicate.value), []).append(_value(quad.object))
        yield node


def _value(term: object) -> Any:
    if not isinstance(term, Literal):
        return {"@id": _short(str(term)[1:-1])}
    if term.language:
        return {"@value": term.value, "@language": term.language}
    if term.datatype.value == _STRING:
        return term.value
    return {"@value": term.value, "@type": _short(term.datatype.value)}


def _short(value: str) -> str:
    for prefix, namespace in _CONTEXT.items():
        if value.startswith(namespace):
            return f"{prefix}:{value.removeprefix(namespace)}"
    return value


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
