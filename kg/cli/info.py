"""`kg info` and `kg formats`: what there is, what it reads."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph

_LIBRARIES: Final = ("spacy", "rdflib", "pyoxigraph", "networkx", "pyvis", "polars", "altair")


def info(graph: Graph = OUTPUT) -> None:
    """Show versions, the model and how good it is, where things are, and what the graph holds."""
    import platform

    rows = [("paperkg", version("paperkg")), ("Python", platform.python_version())]
    rows += [(name, version(name)) for name in _LIBRARIES]
    rows += [("program", str(Path(__file__).parents[1]))]
    terminal.show_table(("what", "value"), [*rows, *_model(), *_graph(graph)])


def formats() -> None:
    """List the formats of files that can be read, with an example of each."""
    from kg import readers

    for each in readers.formats():
        terminal.show_lines([f"{each.name}: {each.description} ({', '.join(each.extensions)}; also .gz)"])
        terminal.show_lines([*(f"    {line}" for line in each.example.rstrip().splitlines()), ""])


def version(package: str) -> str:
    """The installed version of a package, or "not installed"."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _model() -> list[tuple[str, str]]:
    import extractors
    from kg.errors import KgError

    try:
        found = extractors.info()
    except (KgError, OSError) as failure:
        return [("model", f"not there: {failure}")]
    fast = extractors.info("fast")
    rows = [("model", f"{found.name} {found.version}"), ("model SHA-256", found.model_sha256)]
    rows.append(("model for --model fast", f"{fast.name} {fast.version}"))
    # How the decision bias was chosen is for the card in the package, not for this screen.
    card = {name: value for name, value in found.card.items() if name not in {"name", "version", "tuning", "fast"}}
    return rows + [(f"model {name}", text) for name, text in _flat(card)]


def _flat(card: dict[str, Any], path: str = "") -> list[tuple[str, str]]:
    """The entries of a model card that fit on a line, nested names joined by spaces."""
    rows: list[tuple[str, str]] = []
    for name, value in card.items():
        label = f"{path} {name}".strip().replace("_", " ")
        if isinstance(value, dict):
            rows += _flat(value, label)
        elif isinstance(value, list):
            rows.append((label, ", ".join(map(str, value))[:200]))
        else:
            rows.append((label, str(value)[:200]))
    return rows


def _graph(output: Path) -> list[tuple[str, str]]:
    from kg import output as folders
    from kg.bands import BANDS
    from kg.cli.build import band_rows, count_rows
    from kg.errors import OutputError

    try:
        folder = folders.current(output)
    except OutputError as failure:
        return [("graph", str(failure))]
    record = json.loads((folder / "build.json").read_text(encoding="utf-8"))
    made = record["extractor"]
    rows = [
        ("graph", str(folder)),
        ("graph made by", f"paperkg {record['paperkg']}, {made['name']} {made['version']}"),
    ]
    rows += [("graph also made by", f"{own['name']} ({own['kind']})") for own in record.get("extensions", [])]
    for kind, *numbers in band_rows(folder):
        shown = ", ".join(f"{band}: {number}" for band, number in zip(BANDS, numbers, strict=True))
        rows.append((f"mentions of {kind} by score", shown))
    return rows + count_rows(folder, record["counts"])
