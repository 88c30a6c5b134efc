"""Every command of `kg`, in the order of its help: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kg.cli import build, evaluate, explore, export, extract, info, label, query, show, trends, validate

COMMANDS: Final[dict[str, Callable[..., Any]]] = {
    "build": build.build,
    "extract": extract.extract,
    "evaluate": evaluate.evaluate,
    "label": label.label,
    "query": query.query,
    "show": show.show,
    "explore": explore.explore,
    "trends": trends.trends,
    "validate": validate.validate,
    "export": export.export,
    "formats": info.formats,
    "info": info.info,
}
