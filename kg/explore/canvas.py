"""The pyvis network behind a page: our template, our checks, nothing fetched from anywhere.

Importing this takes about two seconds, as `import pyvis` does.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader
from markupsafe import Markup
from pyvis.network import Network

from kg import palette

SHAPES: Final[dict[str, str]] = {"Method": "dot", "Task": "diamond", "Dataset": "triangle", "Paper": "square"}
_AREA: Final = {"dot": 1.0, "diamond": 1.25, "triangle": 1.2, "square": 0.85}

OPTIONS: Final[dict[str, Any]] = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"randomSeed": 1, "improvedLayout": False},
    "nodes": {"borderWidth": 1.5, "borderWidthSelected": 3, "chosen": False, "shadow": False},
    "edges": {
        "smooth": {"enabled": False},
        "chosen": False,
        "width": 1,
        "selectionWidth": 0,
        "arrows": {"to": {"enabled": True, "scaleFactor": 0.4}},
    },
    "interaction": {
        "hover": True,
        "hoverConnectedEdges": False,
        "selectConnectedEdges": False,
        "multiselect": False,
        "keyboard": {"enabled": True, "bindToWindow": False},
        "tooltipDelay": 100000000,
    },
}
"""Positions come with the nodes, so nothing is simulated; curved edges would cost seconds and say no more."""


class Canvas(Network):  # type: ignore[misc]
    """A directed network that renders `templates/explore.html` with the bundled vis-network inside it.

    Unlike its parent it escapes all text, makes no request, and writes no file.
    """

    def __init__(self, payload: Mapping[str, Any]) -> None:
        super().__init__(directed=True, cdn_resources="in_line", heading="")
        self.options = OPTIONS
        self.path = "explore.html"
        self.templateEnv = Environment(
            loader=ChoiceLoader([PackageLoader("kg.explore"), FileSystemLoader(self.template_dir)]),
            autoescape=True,
        )
        self.templateEnv.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
        self.templateEnv.filters["hash"] = _hash
        self.templateEnv.filters["plain"] = _without_source_map
        self.templateEnv.globals["payload"] = payload
        self.templateEnv.globals["palette"] = palette.BY_TYPE

    def place(self, number: int, kind: str, label: str, radius: float, at: tuple[int, int]) -> None:
        """Add one node: its number, type, short label, radius and position."""
        shape = SHAPES.get(kind, "dot")
        size = round(radius * _AREA[shape], 1)
        self.add_node(number, label, shape, group=kind, size=size, x=at[0], y=at[1])

    def join(self, head: int, tail: int, predicates: list[str], papers: int) -> None:
        """Add one edge between two nodes, with everything that it stands for."""
        self.add_edge(head, tail, predicates=predicates, papers=papers)


def _hash(script: str) -> str:
    """The source expression that lets exactly this inline script or style through the page's policy."""
    digest = hashlib.sha256(str(script).encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _without_source_map(script: str) -> Markup:
    """The script without the line that makes developer tools ask for a further file."""
    lines = str(script).splitlines(keepends=True)
    return Markup("".join(line for line in lines if not line.startswith("//# sourceMappingURL=")))
