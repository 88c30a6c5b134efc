"""The spaCy components around the tagger, in the order they run, and what each writes.

    paper_sentences   sentence starts
    mention_tagger    doc.ents with a score each
    paper_names       doc._.abbreviations; doc.ents made consistent over the paper
    paper_roles       span._.role
    paper_relations   doc._.relations

Each component can be taken out, replaced, or followed by one of the user's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

import extractors.blend
import extractors.encoder  # noqa: F401  (registers the components)
from extractors import linear
from extractors.abbreviations import definitions
from extractors.names import Candidate, complete
from extractors.relations import find
from extractors.roles import Setting, assign
from extractors.tagger import GROUP
from extractors.tokens import SEPARATOR
from ontology.model import EntityType, Role

Doc.set_extension("abbreviations", default=(), force=True)
Doc.set_extension("relations", default=(), force=True)
Span.set_extension("role", default=None, force=True)

WEIGHTS: Final = "weights.npz"


def title_end(text: str) -> int:
    """Where the title ends in a composed text; 0 where there is none."""
    return max(0, text.find(f" {SEPARATOR} "))


def candidates(doc: Doc) -> list[Candidate]:
    """The entities of a document as plain values, in order."""
    return [
        Candidate(start=e.start_char, end=e.end_char, type=EntityType(e.label_), score=float(e._.score or 0.0))
        for e in doc.ents
    ]


def sentences(doc: Doc) -> list[tuple[int, int]]:
    """Character ranges of the sentences, in order."""
    return [(s.start_char, s.end_char) for s in doc.sents]


@Language.component("paper_names", requires=["doc.ents"], assigns=["doc._.abbreviations", "doc.ents"])
def paper_names(doc: Doc) -> Doc:
    """Adds what the whole paper tells: abbreviations, introduced names, other occurrences of a surface."""
    pairs = definitions(doc.text)
    found = complete(doc.text, title_end(doc.text), candidates(doc), pairs)
    spans: list[Span] = []
    for candidate in found:
        span = doc.char_span(candidate.start, candidate.end, label=candidate.type.value, alignment_mode="expand")
        if span is None or (spans and span.start < spans[-1].end):
            continue
        span._.score = candidate.score
        spans.append(span)
    doc.spans[GROUP] = spans
    doc.set_ents(spans)
    doc._.abbreviations = tuple(pairs)
    return doc


class LinearComponent:
    """A component that holds one linear model and keeps it beside its settings on disk."""

    def __init__(self, vocab: Vocab, name: str) -> None:
        self.vocab = vocab
        self.name = name
        self.model: linear.LinearModel | None = None

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the weights into a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        if self.model is not None:
            self.model.save(folder / WEIGHTS)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> LinearComponent:
        """Read the weights from a folder."""
        self.model = linear.load(Path(path) / WEIGHTS)
        return self


class PaperRoles(LinearComponent):
    """Gives every entity its role in the paper; without weights all keep the default of their type."""

    def __call__(self, doc: Doc) -> Doc:
        """The document with `span._.role` set on each of `doc.ents`."""
        if self.model is None or not doc.ents:
            return doc
        text = doc.text
        setting = Setting(text, title_end(text), sentences(doc), candidates(doc), doc._.abbreviations)
        for span, (role, _) in zip(doc.ents, assign(setting, self.model), strict=True):
            span._.role = role.value
        return doc


class PaperRelations(LinearComponent):
    """Relates entities that stand in one sentence."""

    def __init__(self, vocab: Vocab, name: str, threshold: float) -> None:
        super().__init__(vocab, name)
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        """The document with `doc._.relations`, a tuple of `extractors.relations.Link` over the order of `doc.ents`."""
        if self.model is None or len(doc.ents) < 2:
            return doc
        roles = [Role(span._.role) for span in doc.ents]
        doc._.relations = tuple(
            find(doc.text, sentences(doc), candidates(doc), roles, self.model, threshold=self.threshold)
        )
        return doc


@Language.factory("paper_roles", requires=["doc.ents", "doc._.abbreviations"], assigns=["span._.role"])
def create_paper_roles(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """The factory that the pipeline's config names."""
    return PaperRoles(nlp.vocab, name)


@Language.factory(
    "paper_relations",
    requires=["doc.ents", "span._.role"],
    assigns=["doc._.relations"],
    default_config={"threshold": 0.3},
)
def create_paper_relations(nlp: Language, name: str, threshold: float) -> Callable[[Doc], Doc]:
    """The factory that the pipeline's config names."""
    return PaperRelations(nlp.vocab, name, threshold)


def complete_pipeline(nlp: Language, **parts: Any) -> Language:
    """The trained tagger's pipeline with the other components added; `roles` and `relations` are linear models."""
    nlp.add_pipe("paper_sentences", first=True)
    nlp.add_pipe("paper_names")
    for name in ("paper_roles", "paper_relations"):
        component: Any = nlp.add_pipe(name)
        component.model = parts[name.removeprefix("paper_")]
    return nlp
