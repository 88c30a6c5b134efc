"""Extractors of the user's own, a term list or spaCy components, put into the pipeline before roles and relations.

A component comes from a file that is imported, which runs the code in it: the convention of spaCy's `--code`.
"""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from extractors.attribution import Found, add
from extractors.errors import ExtensionError
from extractors.terms import Term, TermFinder, read_terms
from ontology.model import THE_MODEL, EntityType

TERMS: Final = "paper_terms"
"""The name of the term list in the pipeline."""

_TYPES: Final = frozenset(kind.value for kind in EntityType)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a mention is attributed to beside the packaged model."""

    name: str
    """File name of a term list, name of a component."""
    kind: str
    """"terms" or "component"."""
    sha256: str
    """Of the file: the term list, or the code that defines the component."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extensions:
    """What is added to a packaged pipeline, read and checked."""

    sources: tuple[Source, ...] = ()
    """In the order in which they run."""
    terms: tuple[Term, ...] = ()
    code: Path | None = None


NOTHING: Final = Extensions()


def extensions(
    *, terms: Path | str | None = None, code: Path | str | None = None, components: str | Sequence[str] = ()
) -> Extensions:
    """Extractors of the user's own, read and checked; **the file of code is run**.

    Args:
        terms: a file as `extractors.terms.read_terms` describes it.
        code: a Python file that registers spaCy components; imported once a process.
        components: names of those to add, in the order in which they run; one may come without a list.

    Raises:
        ExtensionError: a file cannot be read or used, or there is no component of a name.
    """
    names = (components,) if isinstance(components, str) else tuple(components)
    if names and code is None:
        raise ExtensionError(f"component {names[0]!r}: expected the file that defines it as well (--code FILE.py)")
    if code is not None and not names:
        raise ExtensionError(f"{Path(code).name}: expected the name of a component in it as well (--component NAME)")
    sources: list[Source] = []
    if code is not None:
        path = Path(code).absolute()
        digest = _sha256(_content(path))
        _run(path, digest)
        for name in names:
            if not Language.has_factory(name):
                raise ExtensionError(
                    f"{path.name}: registers no component {name!r}; expected @Language.component({name!r}) or "
                    f"@Language.factory({name!r}) in it"
                )
            sources.append(Source(name=name, kind="component", sha256=digest))
    listed: tuple[Term, ...] = ()
    if terms is not None:
        path = Path(terms)
        data = _content(path)
        listed = read_terms(data, path.name)
        sources.append(Source(name=path.name, kind="terms", sha256=_sha256(data)))
    _distinct([source.name for source in sources])
    return Extensions(sources=tuple(sources), terms=listed, code=Path(code).absolute() if code is not None else None)


def _distinct(names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name in {THE_MODEL, "mention_tagger"} or name.startswith("paper_") or name in names[:place]:
            raise ExtensionError(f"{name!r} is the name of another extractor; expected one of its own")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ExtensionError(f"{path}: cannot be read ({error.strerror or error})") from error


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def _run(path: Path, digest: str) -> None:
    """Import a file of code, once a process for each content of it."""
    try:
        spacy.util.import_file(f"paperkg_code_{digest[:12]}", path)
    except Exception as error:
        raise ExtensionError(f"{path.name}: cannot be imported: {_fault(error, path)}") from error


def _fault(error: BaseException, path: Path | None) -> str:
    """Kind, message and line of an error in the user's code, on one line."""
    what = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if path and f.filename == str(path)]
    return f"{what} (line {lines[-1]})" if lines else what


def extend(nlp: Language, added: Extensions) -> Language:
    """The pipeline with the extensions in it, before roles and relations; raises ExtensionError for one that fails."""
    if added.code is not None:
        _run(added.code, next(s.sha256 for s in added.sources if s.kind == "component"))
    last = "paper_names"
    for source in added.sources:
        inner: Callable[[Doc], Doc]
        if source.kind == "terms":
            name, inner = TERMS, TermFinder(nlp, added.terms, source.name)
        else:
            name, inner = source.name, Attributed(_component(nlp, source.name, added.code), source.name, added.code)
        slot: Any = nlp.add_pipe("paper_extension", name=name, after=last)
        slot.inner = inner
        last = name
    return nlp


def _component(nlp: Language, name: str, code: Path | None) -> Callable[[Doc], Doc]:
    try:
        made: Callable[[Doc], Doc] = nlp.create_pipe(name)
    except Exception as error:
        raise ExtensionError(f"component {name!r} cannot be made: {_fault(error, code)}") from error
    return made


class Slot:
    """A place in the pipeline for an extractor that no config can name."""

    def __init__(self) -> None:
        self.inner: Callable[[Doc], Doc] = lambda doc: doc

    def __call__(self, doc: Doc) -> Doc:
        """What the extractor makes of the document."""
        return self.inner(doc)


@Language.factory("paper_extension", requires=["doc.ents"], assigns=["doc.ents"])
def create_slot(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """The factory of a slot."""
    return Slot()


class Attributed:
    """A component of the user's own; what it adds to `doc.ents` or to a group of `doc.spans` is attributed to it.

    Args:
        inner: the component.
        source: its name.
        code: the file that defines it, for messages.
    """

    def __init__(self, inner: Callable[[Doc], Doc], source: str, code: Path | None = None) -> None:
        self.inner = inner
        self.source = source
        self.code = code

    def __call__(self, doc: Doc) -> Doc:
        """The document with what the component added; a span in a group competes as `attribution.add` says.

        Raises:
            ExtensionError: the component fails, or gives an entity another label than Method, Task or Dataset, or a
                score outside [0, 1].
        """
        entities = {_key(span) for span in doc.ents}
        groups = {name: {_key(span) for span in group} for name, group in doc.spans.items()}
        try:
            result = self.inner(doc)
        except Exception as error:
            raise ExtensionError(f"component {self.source!r} failed: {_fault(error, self.code)}") from error
        if result is not doc:
            raise ExtensionError(
                f"component {self.source!r} gave {type(result).__name__}; expected the document it was given"
            )
        fresh = [span for span in doc.ents if _key(span) not in entities]
        doc.set_ents([span for span in doc.ents if _key(span) in entities])
        grouped = [
            span
            for name, group in doc.spans.items()
            for span in group
            if span.label_ in _TYPES and _key(span) not in groups.get(name, set())
        ]
        for span in (*fresh, *grouped, *doc.ents):
            self._check(span)
        found = [Found(span, _score(span), span._.identifier, span._.url) for span in filter_spans([*fresh, *grouped])]
        return add(doc, found, self.source)

    def _check(self, span: Span) -> None:
        given = f"component {self.source!r} gave {span.text[:60]!r} the"
        if span.label_ not in _TYPES:
            raise ExtensionError(f"{given} label {span.label_!r}; expected Method, Task or Dataset")
        if not isinstance(span._.score, int | float | None) or not 0.0 <= _score(span) <= 1.0:
            raise ExtensionError(f"{given} score {span._.score!r}; expected a probability from 0 to 1")


def _score(span: Span) -> float:
    return 1.0 if span._.score is None else float(span._.score)


def _key(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.label_
