"""The trainable spaCy component that finds Method, Task and Dataset spans with a probability each.

Annotations are evaluated here, not kept as text: spaCy reads them when it validates the arguments of a component.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import numpy as np
from spacy.errors import Errors
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import registry
from spacy.vocab import Vocab
from thinc.api import Config, Linear, Model, chain, set_dropout_rate, with_array
from thinc.types import Floats2d

from extractors.decoding import LABELS, encode, span_probability, spans, viterbi
from extractors.tokens import SEPARATOR

GROUP: Final = "mentions"
"""The name of the span group the component writes; `doc.ents` holds the same spans."""

_TOKENS: Final = 10_000
"""Read at a time; 32 abstracts have about 6,000, the longest that is read up to 50,000 alone."""

Span.set_extension("score", default=None, force=True)
Doc.set_extension("unannotated", default=(), force=True)

DEFAULT_MODEL: Final = Config().from_str(
    """
[model]
@architectures = "paperkg.MentionModel.v1"

[model.tok2vec]
@architectures = "spacy.Tok2Vec.v2"

[model.tok2vec.embed]
@architectures = "spacy.MultiHashEmbed.v2"
width = 96
attrs = ["NORM", "PREFIX", "SUFFIX", "SHAPE"]
rows = [10000, 2500, 4000, 2000]
include_static_vectors = false

[model.tok2vec.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
width = 96
depth = 4
window_size = 1
maxout_pieces = 3
"""
)["model"]


@registry.architectures("paperkg.MentionModel.v1")  # type: ignore[untyped-decorator]
def build_mention_model(tok2vec: Model[list[Doc], list[Floats2d]]) -> Model[list[Doc], list[Floats2d]]:
    """A token classifier over any tok2vec layer; it gives unnormalised scores, a row a token."""
    output: Any = with_array(Linear(nO=len(LABELS), nI=tok2vec.get_dim("nO")))
    model: Any = chain(tok2vec, output)
    model.set_ref("tok2vec", tok2vec)
    built: Model[list[Doc], list[Floats2d]] = model
    return built


def softmax(scores: Any) -> Any:
    """Probabilities a row, from unnormalised scores."""
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


@Language.factory(
    "mention_tagger",
    assigns=["doc.ents", "doc.spans"],
    default_config={"model": DEFAULT_MODEL, "bias": 0.0, "slope": 1.0, "intercept": 0.0},
    default_score_weights={"ents_f": 1.0},
)
def create_mention_tagger(  # noqa: PLR0917 (spaCy passes the settings by name)
    nlp: Language,
    name: str,
    model: Model[list[Doc], list[Floats2d]],
    bias: float,
    slope: float,
    intercept: float,
) -> "MentionTagger":
    """The factory that the pipeline's config names."""
    return MentionTagger(nlp.vocab, model, name, bias=bias, slope=slope, intercept=intercept)


class MentionTagger(TrainablePipe):  # type: ignore[misc]
    """Labels tokens by BIOES and decodes the best well-formed sequence.

    Args:
        vocab: shared vocabulary.
        model: gives one row of label scores a token.
        name: name of the component in the pipeline.
        bias: added to the log probability of O before decoding; below 0 finds more, above 0 less.
        slope: of the logistic calibration of the span score (Platt 1999, section 2).
        intercept: of the same.
    """

    def __init__(
        self,
        vocab: Vocab,
        model: Model[list[Doc], list[Floats2d]],
        name: str = "mention_tagger",
        *,
        bias: float = 0.0,
        slope: float = 1.0,
        intercept: float = 0.0,
    ) -> None:
        self.vocab = vocab
        self.model = model
        self.name = name
        self.cfg: dict[str, Any] = {"bias": bias, "slope": slope, "intercept": intercept}

    @property
    def labels(self) -> tuple[str, ...]:
        """The BIOES labels, in the order of the model's columns."""
        return LABELS

    @property
    def label_data(self) -> tuple[str, ...]:
        """The same as `labels`."""
        return LABELS

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Sequence[str] | None = None,
    ) -> None:
        """Sizes the model by a few examples."""
        sample = [example.reference for example, _ in zip(get_examples(), range(10), strict=False)]
        if not sample:
            raise ValueError(Errors.E143.format(name=self.name))
        self.model.initialize(X=sample)

    def predict(self, docs: Iterable[Doc]) -> list[Any]:
        """Label probabilities of each document, tokens by labels."""
        documents = list(docs)
        filled = [doc for doc in documents if len(doc)]
        scores = (rows for group in _bounded(filled) for rows in self.model.predict(group))
        return [softmax(next(scores)) if len(doc) else np.zeros((0, len(LABELS))) for doc in documents]

    def set_annotations(self, docs: Iterable[Doc], scores: Sequence[Any]) -> None:
        """Writes `doc.ents` and `doc.spans["mentions"]`; each span carries its probability in `span._.score`."""
        for doc, probabilities in zip(docs, scores, strict=True):
            annotate(doc, probabilities, **self.cfg)

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Any = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """One step on a batch; adds the mean loss a token to `losses`.

        The loss is the negative log of the probability of all labels that the annotation leaves open: one where a
        token is annotated, every label where it is marked as missing, and O or any label of an unannotated type where
        the source does not mark that type (`doc._.unannotated`).
        """
        losses = losses if losses is not None else {}
        losses.setdefault(self.name, 0.0)
        batch = [example for example in examples if len(example.reference)]
        if not batch:
            return losses
        set_dropout_rate(self.model, drop)
        scores, backprop = self.model.begin_update([example.reference for example in batch])
        gradients, total = [], 0.0
        count = sum(len(row) for row in scores)
        for example, rows in zip(batch, scores, strict=True):
            probabilities = softmax(rows)
            allowed = allowed_labels(example.reference)
            kept = (probabilities * allowed).sum(axis=1, keepdims=True)
            total -= float(np.log(np.maximum(kept, 1e-9)).sum())
            gradients.append(
                (probabilities - probabilities * allowed / np.maximum(kept, 1e-9)).astype("float32") / count
            )
        backprop(gradients)
        if sgd is not None:
            self.finish_update(sgd)
        losses[self.name] += total / count
        return losses

    def score(self, examples: Iterable[Example], **_: Any) -> dict[str, Any]:
        """Nothing: evaluation runs over raw text, in `kg.evaluate`."""
        return {}

    def add_label(self, label: str) -> int:
        """Refuses: the labels are fixed by the ontology."""
        raise ValueError(f"the labels are fixed, {label!r} cannot be added")


def _bounded(docs: Sequence[Doc]) -> Iterator[list[Doc]]:
    """The documents in order, in groups of about `_TOKENS` tokens: the network holds 8 kB a token while it reads."""
    group: list[Doc] = []
    size = 0
    for doc in docs:
        if group and size + len(doc) > _TOKENS:
            yield group
            group, size = [], 0
        group.append(doc)
        size += len(doc)
    if group:
        yield group


class BatchTagger(ABC):
    """What a tagger that is not trained by spaCy has in common with one that is: documents in batches, in order."""

    @abstractmethod
    def predict(self, docs: Iterable[Doc]) -> list[Any]:
        """Label probabilities of each document, tokens by labels."""

    @abstractmethod
    def set_annotations(self, docs: Iterable[Doc], scores: Sequence[Any]) -> None:
        """Writes what the probabilities decode to."""

    def __call__(self, doc: Doc) -> Doc:
        """The document with `doc.ents` and `doc.spans["mentions"]`."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 32) -> Iterator[Doc]:
        """The documents in order, read `batch_size` at a time."""
        source = iter(stream)
        while batch := list(islice(source, batch_size)):
            self.set_annotations(batch, self.predict(batch))
            yield from batch


def annotate(doc: Doc, probabilities: Any, *, bias: float, slope: float, intercept: float) -> None:
    """Write `doc.ents` and `doc.spans["mentions"]` as label probabilities decode; each span carries its probability."""
    logs = np.log(np.maximum(probabilities, 1e-9))
    logs[:, 0] += bias
    path = viterbi(logs)
    found = []
    for start, end, kind in spans(path):
        span = Span(doc, start, end, label=kind)
        if not any(token.text == SEPARATOR for token in span):
            score = span_probability(probabilities, path, start, end)
            logit = np.log(max(score, 1e-6) / max(1.0 - score, 1e-6))
            span._.score = float(1.0 / (1.0 + np.exp(-(slope * logit + intercept))))
            found.append(span)
    doc.spans[GROUP] = found
    doc.set_ents(found)


def allowed_labels(doc: Doc) -> Any:
    """For each token, 1.0 at the labels that the annotation admits and 0.0 elsewhere."""
    table = np.zeros((len(doc), len(LABELS)), dtype=np.float32)
    gold = encode(len(doc), [(ent.start, ent.end, ent.label_) for ent in doc.ents])
    table[np.arange(len(doc)), gold] = 1.0
    open_columns = [i for i, label in enumerate(LABELS) if label[2:] in doc._.unannotated]
    outside = gold == 0
    for column in open_columns:
        table[outside, column] = 1.0
    missing = np.array([token.ent_iob == 0 for token in doc], dtype=bool)
    table[missing] = 1.0
    return table
