"""The installed command, and a graph made with it from real abstracts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ontology.model import Document

Done = subprocess.CompletedProcess[str]
Kg = Callable[..., Done]


def _command() -> list[str]:
    beside = Path(sys.executable).with_name("kg")
    installed = str(beside) if beside.is_file() else shutil.which("kg")
    return [installed] if installed else [sys.executable, "-m", "kg"]


@pytest.fixture(scope="session")
def kg() -> Kg:
    """Runs `kg` in a process of its own; keyword arguments that are in capitals go to its environment."""

    def run(*words: str | Path, cwd: Path | None = None, **environment: str) -> Done:
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        inherited = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        return subprocess.run(
            [*_command(), *map(str, words)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=cwd,
            env={**inherited, "PYTHONPATH": path, **environment},
            check=False,
        )

    return run


def write_abstracts(path: Path, documents: Sequence[Document]) -> Path:
    """Papers of the gold documents as a file of JSON lines, without anything that was annotated."""
    records = (
        {"id": d.paper.id, "title": d.paper.title, "abstract": d.paper.abstract, "year": d.paper.year}
        for d in documents
    )
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def abstracts(gold: tuple[Document, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with twelve real abstracts."""
    return write_abstracts(tmp_path_factory.mktemp("abstracts") / "papers.jsonl", gold[:12])


@pytest.fixture(scope="session")
def build(kg: Kg, abstracts: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """An output folder that `kg build` made, and what it said."""
    output = tmp_path_factory.mktemp("e2e") / "output"
    return output, kg("build", abstracts, "-o", output)


@pytest.fixture(scope="session")
def graph(build: tuple[Path, Done]) -> Path:
    """The output folder; read it only."""
    output, done = build
    assert done.returncode == 0, done.stderr
    return output
