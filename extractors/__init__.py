"""Text in, mentions out: cleaning, tagging, abbreviations, roles and relations, as one spaCy pipeline.

    import extractors
    nlp = extractors.load()
    doc = nlp("We propose X, a method for object detection.")
    doc.ents, doc._.relations

The names below are loaded at first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from extractors.extensions import extensions
    from extractors.extraction import extract
    from extractors.given import relate
    from extractors.packaged import ExtractorInfo, info, load

__all__ = ["MODELS", "ExtractorInfo", "extensions", "extract", "info", "load", "relate"]

MODELS = ("standard", "fast")
"""The packaged pipelines: an encoder and a tok2vec tagger together, or the tok2vec tagger alone."""

_HOMES = {
    "extract": "extractors.extraction",
    "extensions": "extractors.extensions",
    "relate": "extractors.given",
    "load": "extractors.packaged",
    "info": "extractors.packaged",
    "ExtractorInfo": "extractors.packaged",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'extractors' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
