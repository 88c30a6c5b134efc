"""What a check of the shapes found, whichever engine looked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from ontology.vocabulary import PREFIXES


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One thing that is not as the ontology says."""

    node: str
    """IRI of the node that was looked at."""
    shape: str
    """Name of the shape it breaks, such as "PaperShape", or of a check in `kg.rdf.agreement`."""
    path: str
    """The property, as `prefix:name`; empty where the node itself is at fault."""
    value: str
    """The value at fault; empty where one is missing."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found."""

    conforms: bool
    triples: int
    """How many triples were checked."""
    violations: tuple[Violation, ...]
    """Ordered by node, shape, path, value and message."""
    files: tuple[str, ...] = ()
    """Names of the files that were read."""


def report(found: Iterable[Violation], triples: int, files: tuple[str, ...] = ()) -> Report:
    """The report of what was found, each violation once, in order."""
    ordered = sorted(set(found), key=attrgetter("node", "shape", "path", "value", "message"))
    return Report(conforms=not ordered, triples=triples, violations=tuple(ordered), files=files)


def short(value: str) -> str:
    """`prefix:name` for an IRI of a vocabulary that the ontology uses; else the value itself."""
    for prefix, namespace in PREFIXES.items():
        if value.startswith(namespace):
            return f"{prefix}:{value.removeprefix(namespace)}"
    return value
