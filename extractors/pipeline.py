"""The spaCy components around the tagger, in the order they run, and what each writes.

    paper_sentences   sentence starts
    mention_tagger    doc.ents with a score each
    paper_names       doc._.abbreviations; doc.ents made consistent over the paper
    paper_heads       doc._.heads, where the tagger left the states of its encoder in doc.tensor
    paper_roles       span._.role
    paper_relations   doc._.relations

Each component can be taken out, replaced, or followed by one of the user's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

import extractors.blend
import extractors.encoder  # noqa: F401  (registers the components)
from extractors import linear
from extractors.abbreviations import definitions
from extractors.heads import Heads, layout, learned_roles
from extractors.names import Candidate, complete
from extractors.relations import Mixture, find, related, told_in_sentences
from extractors.roles import Setting, assign
from extractors.tagger import GROUP
from extractors.tokens import SEPARATOR, sentence_ranges
from ontology.model import EntityType, Role

Doc.set_extension("abbreviations", default=(), force=True)
Doc.set_extension("relations", default=(), force=True)
Doc.set_extension("heads", default=None, force=True)
Span.set_extension("role", default=None, force=True)

WEIGHTS: Final = "weights.npz"
SETTINGS: Final = "settings.json"


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
    return sentence_ranges(doc)


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
        learned = learned_roles(doc._.heads, [setting.key(c) for c in setting.candidates]) if doc._.heads else None
        for span, (role, _) in zip(doc.ents, assign(setting, self.model, learned), strict=True):
            span._.role = role.value
        return doc


class PaperHeads:
    """Reads roles and relations off the states of the encoder; without weights or states it does nothing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.heads: Heads | None = None

    def __call__(self, doc: Doc) -> Doc:
        """The document with `doc._.heads`, an `extractors.heads.Read` over the order of `doc.ents`."""
        if self.heads is None or not doc.ents or not len(doc.tensor):
            return doc
        number = np.cumsum([bool(token.is_sent_start) for token in doc])
        tokens = [(span.start, span.end - 1) for span in doc.ents]
        keys = [(span.text.lower(), EntityType(span.label_)) for span in doc.ents]
        doc._.heads = self.heads.read(doc.tensor, layout(tokens, keys, number))
        return doc

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the weights into a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        if self.heads is not None:
            self.heads.save(folder / WEIGHTS)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> PaperHeads:
        """Read the weights from a folder."""
        self.heads = Heads.load(Path(path) / WEIGHTS)
        return self


class PaperRelations(LinearComponent):
    """Relates entities of one paper.

    Where the heads have read it, what they say is mixed with a logistic regression over the sentences as `mixture`
    tells; elsewhere that regression works alone, with a threshold of its own.
    """

    def __init__(self, vocab: Vocab, name: str, threshold: float) -> None:
        super().__init__(vocab, name)
        self.threshold = threshold
        self.mixture = Mixture()

    def __call__(self, doc: Doc) -> Doc:
        """The document with `doc._.relations`, a tuple of `extractors.relations.Link` over the order of `doc.ents`."""
        if self.model is None or len(doc.ents) < 2:
            return doc
        read, text, found = doc._.heads, doc.text, candidates(doc)
        roles = [Role(span._.role) for span in doc.ents]
        if read is None:
            links = find(text, sentences(doc), found, roles, self.model, threshold=self.threshold)
        else:
            told = told_in_sentences(text, sentences(doc), found, roles, self.model, read.layout)
            links = related(read, found, title_end(text), told, self.mixture)
        doc._.relations = tuple(links)
        return doc

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write weights and mixture into a folder."""
        super().to_disk(path)
        text = json.dumps(asdict(self.mixture), indent=2, sort_keys=True)
        (Path(path) / SETTINGS).write_text(text + "\n", encoding="utf-8")

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> PaperRelations:
        """Read weights and mixture from a folder."""
        super().from_disk(path)
        if (Path(path) / SETTINGS).exists():
            self.mixture = Mixture(**json.loads((Path(path) / SETTINGS).read_text(encoding="utf-8")))
        return self


@Language.factory("paper_roles", requires=["doc.ents", "doc._.abbreviations"], assigns=["span._.role"])
def create_paper_roles(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """The factory that the pipeline's config names."""
    return PaperRoles(nlp.vocab, name)


@Language.factory("paper_heads", requires=["doc.ents"], assigns=["doc._.heads"])
def create_paper_heads(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """The factory that the pipeline's config names."""
    return PaperHeads(name)


@Language.factory(
    "paper_relations",
    requires=["doc.ents", "span._.role"],
    assigns=["doc._.relations"],
    default_config={"threshold": 0.3},
)
def create_paper_relations(nlp: Language, name: str, threshold: float) -> Callable[[Doc], Doc]:
    """The factory that the pipeline's config names."""
    return PaperRelations(nlp.vocab, name, threshold)


def complete_pipeline(nlp: Language, *, roles: Any, relations: Any, heads: Heads | None = None) -> Language:
    """The trained tagger's pipeline with the other components added; `roles` and `relations` are linear models."""
    nlp.add_pipe("paper_sentences", first=True)
    nlp.add_pipe("paper_names")
    if heads is not None:
        component: Any = nlp.add_pipe("paper_heads")
        component.heads = heads
    for name, model in (("paper_roles", roles), ("paper_relations", relations)):
        component = nlp.add_pipe(name)
        component.model = model
    return nlp
