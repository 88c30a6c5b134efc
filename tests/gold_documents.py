"""Where the gold documents of the tests lie, and the extractor that their graphs name."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

GOLD = Path(__file__).parent / "data" / "gold_documents.jsonl"
INFO = SimpleNamespace(name="gold", version="1", model_sha256="0" * 64)
