"""From the tables to the portable files of the graph: sorted N-Quads, and the facts as Turtle."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from pyoxigraph import DefaultGraph, Quad, RdfFormat, Triple, parse, serialize

from kg.errors import InputError
from kg.files import compressed
from kg.rdf.evidence import evidence
from kg.rdf.facts import facts
from ontology.vocabulary import DATA, PREFIXES

QUADS: Final = "graph.nq.gz"
TURTLE: Final = "graph.ttl"
DATA_PREFIXES: Final[dict[str, str]] = {
    kind: f"{DATA}{kind}/" for kind in ("paper", "method", "task", "dataset", "venue", "author")
}
"""Short forms of the IRIs of the data, for files that people read."""
_USED: Final = ("pkg", "rdf", "rdfs", "xsd", "skos", "dcterms", "schema")


def write(folder: Path, build: Mapping[str, Any]) -> int:
    """Write `graph.nq.gz` and `graph.ttl` from the tables of a folder; returns the number of quads.

    The N-Quads hold facts in the default graph and evidence in its named graph, sorted by code point, each
    quad once; the gz has no time and no file name, so the same tables give the same bytes. The Turtle holds
    the facts.

    Args:
        folder: where the tables are, and where the files go.
        build: the record of the build; see `kg.rdf.evidence.evidence`.
    """
    lines = set(facts(folder))
    lines.update(evidence(folder, build))
    with (folder / QUADS).open("wb") as raw, compressed(raw) as file:
        for line in sorted(lines):
            file.write(line.encode())
    with (folder / TURTLE).open("wb") as out:
        turtle(folder, out)
    return len(lines)


def read(folder: Path) -> Iterator[Quad]:
    """The quads of a folder's `graph.nq.gz`, lazily, in the order of the file; raises as `quads_of` does."""
    return quads_of(folder / QUADS)


def quads_of(path: Path) -> Iterator[Quad]:
    """The quads of a file of RDF, lazily; a plain file or a gzipped one.

    Raises:
        InputError: the file is missing, malformed or of an unknown format; the message names the line.
    """
    zipped = path.suffix == ".gz"
    form = RdfFormat.from_extension((path.with_suffix("") if zipped else path).suffix.lstrip("."))
    if form is None:
        raise InputError(f"{path}: unknown format; expected .ttl, .nt, .nq or .trig, plain or with .gz")
    try:
        with gzip.open(path, "rb") if zipped else path.open("rb") as file:
            yield from parse(input=file, format=form)  # type: ignore[arg-type]
    except SyntaxError as error:
        where = f"line {error.lineno}: " if error.lineno else ""
        raise InputError(f"{path}: {where}malformed RDF: {' '.join(str(error.msg).split())}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); expected a file of RDF") from error


def turtle(folder: Path, out: IO[bytes]) -> None:
    """Write the facts of a folder's `graph.nq.gz` as Turtle, in the order of the file."""
    write_turtle(_facts(read(folder)), out)


def write_turtle(triples: Iterable[Triple], out: IO[bytes]) -> None:
    """Write triples as Turtle in the order given, the prefixes in the order of their names."""
    prefixes = {**{short: PREFIXES[short] for short in _USED}, **DATA_PREFIXES}
    ordered = _Ordered(out)
    serialize(triples, ordered, RdfFormat.TURTLE, prefixes=prefixes)  # type: ignore[arg-type]
    ordered.finish()


class _Ordered:
    """A stream that sorts the prefixes: the serializer's order changes from run to run."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._head: bytes | None = b""

    def write(self, data: bytes) -> int:
        if self._head is None:
            return self._out.write(data)
        self._head += data
        end = self._head.rfind(b"\n@prefix ") + 1
        body = self._head.find(b"\n", end) + 1
        if body and len(self._head) >= body + len(b"@prefix "):
            self.finish()
        return len(data)

    def flush(self) -> None:
        self._out.flush()

    def finish(self) -> None:
        """Write what is held back."""
        lines = (self._head or b"").splitlines(keepends=True)
        prefixes = [line for line in lines if line.startswith(b"@prefix ")]
        if lines:
            self._out.write(b"".join([*sorted(prefixes), b"\n", *lines[len(prefixes) :]]))
        self._head = None


def _facts(quads: Iterable[Quad]) -> Iterator[Triple]:
    default = DefaultGraph()
    return (quad.triple for quad in quads if quad.graph_name == default)
