"""Papers in, knowledge graph out: readers, linking, RDF, networks, trends and the command line.

graph = kg.build(["abstracts.jsonl"], "output/")
graph = kg.open("output/")
graph.query("methods-for-task", task="object detection")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.build import build
    from kg.graph import Graph
    from kg.graph import open_graph as open  # noqa: A004

    __version__: str

__all__ = ["Graph", "__version__", "build", "open"]

_HOMES = {"open": "open_graph", "Graph": "Graph"}


def __getattr__(name: str) -> Any:
    """Import on first use: `import kg` itself loads nothing heavy."""
    if name == "__version__":
        return _version()
    from importlib import import_module

    if name == "build":
        return import_module("kg.build")  # a module that can be called
    if name in _HOMES:
        return getattr(import_module("kg.graph"), _HOMES[name])
    raise AttributeError(f"module 'kg' has no attribute {name!r}")


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("paperkg")
    except metadata.PackageNotFoundError:  # run from a checkout that is not installed
        return "0+unknown"
