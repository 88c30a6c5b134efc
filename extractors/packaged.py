"""The packaged pipeline and what is known about it; nothing is ever downloaded."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import spacy
from spacy.language import Language

import extractors.pipeline  # noqa: F401  (registers the components)

MODEL: Final = Path(__file__).parent / "model"
CARD: Final = "card.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractorInfo:
    """Which extractor wrote a graph."""

    name: str
    version: str
    model_sha256: str
    """Over names and bytes of all files of the model, in sorted order."""
    card: dict[str, Any]


def load(path: Path = MODEL) -> Language:
    """The trained pipeline: `load()("We propose …")` sets `doc.ents`, `span._.score`, `span._.role`, `doc._.relations`.

    Raises:
        FileNotFoundError: there is no model in `path`.
    """
    if not (path / "config.cfg").exists():
        raise FileNotFoundError(f"{path}: no trained pipeline here; expected the one that comes with the package")
    return spacy.load(path)


def info(path: Path = MODEL) -> ExtractorInfo:
    """Name, version and hash of the packaged pipeline, with its model card."""
    meta = json.loads((path / "meta.json").read_text(encoding="utf-8"))
    card = json.loads((path / CARD).read_text(encoding="utf-8")) if (path / CARD).exists() else {}
    return ExtractorInfo(
        name=f"{meta['lang']}_{meta['name']}", version=meta["version"], model_sha256=_digest(path), card=card
    )


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(p for p in path.rglob("*") if p.is_file() and p.name not in {CARD, "README.md"}):
        digest.update(file.relative_to(path).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
