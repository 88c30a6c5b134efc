"""Fixtures for all tests: gold documents, and an output folder built from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gold_documents import GOLD, INFO
from hypothesis import settings

from extractors.documents import from_json
from ontology.model import Document

# Machines are shared and slow at times: a deadline would fail tests that are right. Derandomised: CI is repeatable.
settings.register_profile("paperkg", deadline=None, derandomize=True)
settings.load_profile("paperkg")


@pytest.fixture(autouse=True)
def _no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test workers are given a width of the terminal, and tables would be folded to it."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(scope="session")
def gold() -> tuple[Document, ...]:
    """40 real papers with their gold mentions, roles and relations."""
    lines = GOLD.read_text(encoding="utf-8").splitlines()
    return tuple(from_json(json.loads(line)) for line in lines)


@pytest.fixture(scope="session")
def built(gold: tuple[Document, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An output folder with the graph of the gold documents; read it only."""
    from kg import build, output

    folder = tmp_path_factory.mktemp("built") / "output"
    with output.fresh(folder) as fresh:
        output.swap_in(folder, fresh, build.assemble(gold, fresh, INFO))
    return folder
