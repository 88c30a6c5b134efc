"""The packaged pipelines and what is known about them; nothing is ever downloaded.

`standard` asks two taggers, an encoder and a tok2vec one; `fast` asks the tok2vec one alone and never reads the weights
of the encoder. Both live in one folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import spacy
from spacy.language import Language

import extractors.pipeline  # noqa: F401  (registers the components)
from extractors import MODELS

MODEL: Final = Path(__file__).parent / "model"
CARD: Final = "card.json"
FAST: Final = "fast.json"
"""Decision bias and calibration of the tok2vec tagger where it works alone."""

_TAGGER: Final = "mention_tagger"
_FAST_PIPES: Final = ("paper_sentences", _TAGGER, "paper_names", "paper_roles", "paper_relations")
_FAST_FILES: Final = (
    "config.cfg", "meta.json", FAST, "vocab/*", f"{_TAGGER}/small/*", "paper_roles/weights.npz",
    "paper_relations/weights.npz",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractorInfo:
    """Which extractor wrote a graph."""

    name: str
    version: str
    model_sha256: str
    """Over names and bytes of the files that the pipeline reads, in sorted order."""
    card: dict[str, Any]


def load(model: str = "standard", *, path: Path = MODEL) -> Language:
    """The trained pipeline: `load()("We propose …")` sets `doc.ents`, `span._.score`, `span._.role`, `doc._.relations`.

    Args:
        model: "standard", or "fast" for the tok2vec tagger alone.
        path: the folder of the model.

    Raises:
        FileNotFoundError: there is no model in `path`.
        ValueError: there is no model of that name.
    """
    _check(model)
    if not (path / "config.cfg").exists():
        raise FileNotFoundError(f"{path}: no trained pipeline here; expected the one that comes with the package")
    return spacy.load(path) if model == "standard" else _load_fast(path)


def info(model: str = "standard", *, path: Path = MODEL) -> ExtractorInfo:
    """Name, version and hash of a packaged pipeline, with its model card; raises as `load` does."""
    _check(model)
    meta = json.loads((path / "meta.json").read_text(encoding="utf-8"))
    card = json.loads((path / CARD).read_text(encoding="utf-8")) if (path / CARD).exists() else {}
    name = meta["name"] if model == "standard" else _fast_name(meta["name"])
    return ExtractorInfo(
        name=f"{meta['lang']}_{name}", version=meta["version"], model_sha256=_digest(path, model), card=card
    )


def _check(model: str) -> None:
    if model not in MODELS:
        raise ValueError(f"no model {model!r}: expected one of {', '.join(MODELS)}")


def _fast_name(name: str) -> str:
    return f"{name.partition('_')[0]}_fast"


def _load_fast(path: Path) -> Language:
    """The same components around the tok2vec tagger alone."""
    config = spacy.util.load_config(path / "config.cfg")
    parts = config["components"]
    small = {"factory": _TAGGER, "model": parts[_TAGGER]["small"], **_settings(path)}
    config["components"] = {name: small if name == _TAGGER else parts[name] for name in _FAST_PIPES}
    config["nlp"]["pipeline"] = list(_FAST_PIPES)
    nlp = spacy.util.load_model_from_config(config, meta=json.loads((path / "meta.json").read_text(encoding="utf-8")))
    nlp.from_disk(path, exclude=[_TAGGER])
    tagger: Any = nlp.get_pipe(_TAGGER)
    tagger.from_disk(path / _TAGGER / "small", exclude=["vocab"])
    tagger.cfg.update(_settings(path))
    nlp.meta["name"] = _fast_name(nlp.meta["name"])
    return nlp


def _settings(path: Path) -> dict[str, float]:
    found = json.loads((path / FAST).read_text(encoding="utf-8"))
    return {name: float(found[name]) for name in ("bias", "slope", "intercept")}


def _digest(path: Path, model: str) -> str:
    digest = hashlib.sha256()
    for file in _fast_files(path) if model == "fast" else _standard_files(path):
        digest.update(file.relative_to(path).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _standard_files(path: Path) -> Iterator[Path]:
    yield from sorted(p for p in path.rglob("*") if p.is_file() and p.name not in {CARD, FAST, "README.md"})


def _fast_files(path: Path) -> list[Path]:
    return sorted(file for pattern in _FAST_FILES for file in path.glob(pattern) if file.is_file())
