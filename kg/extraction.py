"""The extractors as builds and commands call them: what is wrong with the user's own becomes one clear line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import InputError, UsageError
from ontology.model import Document, Paper

if TYPE_CHECKING:
    from extractors.extensions import Extensions


def check_model(model: str) -> str:
    """The name of a packaged model; raises UsageError for any other."""
    from extractors import MODELS

    if model not in MODELS:
        raise UsageError(f"unknown model {model!r}: expected one of {', '.join(MODELS)}")
    return model


def own(terms: Path | str | None, code: Path | str | None, components: str | Sequence[str]) -> Extensions:
    """A term list and components of the user's own, read and checked; the file of code is run.

    Raises:
        InputError: a file cannot be read or used, or the code has no component of a name.
        UsageError: there is code without a component, or the other way round.
    """
    if components and code is None:
        raise UsageError("--component needs the file that defines it: --code FILE.py")
    if code is not None and not components:
        raise UsageError("--code needs the name of a component in the file: --component NAME")
    from extractors.errors import ExtensionError
    from extractors.extensions import extensions

    try:
        return extensions(terms=terms, code=code, components=components)
    except ExtensionError as error:
        raise InputError(str(error)) from error


def extracted(
    papers: Iterable[Paper], added: Extensions, *, model: str = "standard", workers: int = 1, min_score: float = 0.0
) -> Iterator[Document]:
    """What `extractors.extract` yields; raises InputError where a component of the user's own fails."""
    import extractors
    from extractors.errors import ExtensionError

    try:
        yield from extractors.extract(papers, workers=workers, min_score=min_score, model=model, added=added)
    except ExtensionError as error:
        raise InputError(str(error)) from error
