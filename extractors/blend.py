"""The spaCy component that asks two taggers, an encoder and a tok2vec one, and decodes the mean of their answers.

The geometric mean of label probabilities, weighted, is a product of experts (Hinton 2002, section 1): a label needs the
consent of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from extractors.encoder import EncoderTagger
from extractors.tagger import DEFAULT_MODEL, BatchTagger, MentionTagger, annotate

_LONGEST: Final = 3000
"""Tokens; the annotated abstracts have fewer than 1,000."""


@Language.factory(
    "blended_tagger",
    assigns=["doc.ents", "doc.spans"],
    default_config={"small": DEFAULT_MODEL, "weight": 0.3, "threads": 0},
)
def create_blended_tagger(nlp: Language, name: str, small: Any, weight: float, threads: int) -> BlendedTagger:
    """The factory that the pipeline's config names."""
    encoder = EncoderTagger(nlp.vocab, threads=threads, states=True)
    return BlendedTagger(nlp.vocab, name, encoder=encoder, small=MentionTagger(nlp.vocab, small), weight=weight)


class BlendedTagger(BatchTagger):
    """Two taggers behind the interface of one; bias and calibration are those of the encoder's settings.

    Args:
        vocab: shared vocabulary.
        name: name of the component in the pipeline.
        encoder: the transformer.
        small: the tok2vec tagger.
        weight: of the tok2vec tagger, from 0 to 1.
    """

    def __init__(self, vocab: Vocab, name: str, *, encoder: EncoderTagger, small: MentionTagger, weight: float) -> None:
        self.vocab = vocab
        self.name = name
        self.encoder = encoder
        self.small = small
        self.weight = weight

    @property
    def cfg(self) -> dict[str, float]:
        """Decision bias and calibration."""
        return self.encoder.cfg

    @property
    def threads(self) -> int:
        """Windows that the encoder reads at the same time."""
        return self.encoder.threads

    @threads.setter
    def threads(self, number: int) -> None:
        self.encoder.threads = number

    def predict(self, docs: Iterable[Doc]) -> list[Any]:
        """Label probabilities of each document, tokens by labels.

        A text longer than any abstract is read by the tok2vec tagger alone: seconds, where the encoder takes minutes.
        """
        documents = list(docs)
        rows = self.small.predict(documents)
        short = [i for i, doc in enumerate(documents) if len(doc) <= _LONGEST]
        for i, large in zip(short, self.encoder.predict([documents[i] for i in short]), strict=True):
            rows[i] = geometric_mean(large, rows[i], self.weight)
        return rows

    def set_annotations(self, docs: Iterable[Doc], scores: Sequence[Any]) -> None:
        """Writes `doc.ents` and `doc.spans["mentions"]`; each span carries its probability in `span._.score`."""
        for doc, rows in zip(docs, scores, strict=True):
            annotate(doc, rows, **self.cfg)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write both taggers into a folder."""
        self.encoder.to_disk(Path(path) / "encoder")
        self.small.to_disk(Path(path) / "small", exclude=["vocab"])

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> BlendedTagger:
        """Read what `to_disk` wrote."""
        self.encoder.from_disk(Path(path) / "encoder")
        self.small.from_disk(Path(path) / "small", exclude=["vocab"])
        return self


def geometric_mean(large: Any, small: Any, weight: float) -> Any:
    """The rows of two tables of probabilities multiplied with weights `1 - weight` and `weight`, and scaled to 1."""
    logs = (1.0 - weight) * np.log(np.maximum(large, 1e-9)) + weight * np.log(np.maximum(small, 1e-9))
    product = np.exp(logs)
    return product / np.maximum(product.sum(axis=1, keepdims=True), 1e-9)
