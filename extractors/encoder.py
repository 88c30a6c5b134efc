"""The spaCy component that finds Method, Task and Dataset spans with a small transformer, run by onnxruntime.

Every window of word pieces goes through the graph alone. Activations are scaled by what stands in one run, so a batch
would make the result of a paper depend on its neighbours; and a run of one abstract already fills a core. Windows are
shared out over threads, the longest first.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from extractors.decoding import LABELS
from extractors.pieces import Pieces, Window
from extractors.tagger import BatchTagger, annotate, softmax

GRAPH: Final = "encoder.onnx"
VOCABULARY: Final = "tokenizer.json"
SETTINGS: Final = "settings.json"
_CERTAIN: Final = 20.0


@Language.factory(
    "encoder_tagger",
    assigns=["doc.ents", "doc.spans"],
    default_config={"bias": 0.0, "slope": 1.0, "intercept": 0.0, "threads": 0, "states": False},
)
def create_encoder_tagger(  # noqa: PLR0917 (spaCy passes the settings by name)
    nlp: Language, name: str, bias: float, slope: float, intercept: float, threads: int, states: bool
) -> EncoderTagger:
    """The factory that the pipeline's config names."""
    tagger = EncoderTagger(nlp.vocab, name, threads=threads, states=states)
    tagger.cfg.update(bias=bias, slope=slope, intercept=intercept)
    return tagger


class EncoderTagger(BatchTagger):
    """Labels tokens by BIOES and decodes the best well-formed sequence; without weights every token is outside.

    Args:
        vocab: shared vocabulary.
        name: name of the component in the pipeline.
        threads: windows that are read at the same time; 0 takes all cores.
        states: whether `doc.tensor` gets the last hidden state of every token (tokens by 384).
    """

    def __init__(self, vocab: Vocab, name: str = "encoder_tagger", *, threads: int = 0, states: bool = False) -> None:
        self.vocab = vocab
        self.name = name
        self.threads = threads or os.cpu_count() or 1
        self.states = states
        self.cfg: dict[str, float] = {"bias": 0.0, "slope": 1.0, "intercept": 0.0}
        self.pieces: Pieces | None = None
        self._graph = b""
        self._session: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """All but the session, which belongs to one process, and the tokenizer, which is made again from its text."""
        vocabulary = self.pieces.vocabulary if self.pieces else ""
        return {**self.__dict__, "_session": None, "pieces": None, "_vocabulary": vocabulary}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The same component in another process."""
        vocabulary = state.pop("_vocabulary")
        self.__dict__.update(state)
        if vocabulary:
            self.use(self._graph, vocabulary)

    @property
    def labels(self) -> tuple[str, ...]:
        """The BIOES labels, in the order of the model's columns."""
        return LABELS

    def use(self, graph: bytes, vocabulary: str) -> None:
        """Take weights: an ONNX graph of `ids` and `features` to `scores` and `hidden`, and a tokenizer.json."""
        self.pieces = Pieces(vocabulary)
        self._graph = graph
        self._session = None

    def predict(self, docs: Iterable[Doc]) -> list[Any]:
        """Label probabilities of each document, tokens by labels; sets `doc.tensor` where `states` is on."""
        documents = list(docs)
        if self.pieces is None:
            return [probabilities(len(doc), [], []) for doc in documents]
        windows = [self.pieces.windows(doc) for doc in documents]
        read = iter(self.read([window for group in windows for window in group]))
        found = []
        for doc, group in zip(documents, windows, strict=True):
            outputs = [next(read) for _ in group]
            found.append(probabilities(len(doc), group, [scores for scores, *_ in outputs]))
            if self.states and outputs:
                doc.tensor = pooled(len(doc), group, [hidden for _, hidden in outputs])
        return found

    def set_annotations(self, docs: Iterable[Doc], scores: Sequence[Any]) -> None:
        """Writes `doc.ents` and `doc.spans["mentions"]`; each span carries its probability in `span._.score`."""
        for doc, rows in zip(docs, scores, strict=True):
            annotate(doc, rows, **self.cfg)

    def read(self, windows: Sequence[Window]) -> list[Any]:
        """The outputs of the graph for each window, without those of its opening and closing sign."""
        if not windows:
            return []
        session = self._session = self._session or _session(self._graph)
        names = ["scores", "hidden"] if self.states else ["scores"]

        def output(index: int) -> list[Any]:
            window = windows[index]
            given = {"ids": window.ids[None], "features": window.features[None]}
            return [rows[0, 1:-1] for rows in session.run(names, given)]

        order = sorted(range(len(windows)), key=lambda i: -len(windows[i].ids))
        if self.threads == 1 or len(windows) == 1:
            found = [output(i) for i in order]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                found = list(pool.map(output, order))
        return [rows for _, rows in sorted(zip(order, found, strict=True), key=lambda pair: pair[0])]

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write graph, vocabulary and settings into a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SETTINGS).write_text(json.dumps(self.cfg, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        if self.pieces is not None:
            (folder / GRAPH).write_bytes(self._graph)
            (folder / VOCABULARY).write_text(self.pieces.vocabulary, encoding="utf-8")

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> EncoderTagger:
        """Read what `to_disk` wrote."""
        folder = Path(path)
        self.cfg.update(json.loads((folder / SETTINGS).read_text(encoding="utf-8")))
        if (folder / GRAPH).exists():
            self.use((folder / GRAPH).read_bytes(), (folder / VOCABULARY).read_text(encoding="utf-8"))
        return self


def _session(graph: bytes) -> Any:
    import onnxruntime  # late: it takes a third of a second, and only this needs it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def pooled(length: int, windows: Sequence[Window], rows: Sequence[Any], *, outside: Any = 0.0) -> Any:
    """A row for each of `length` tokens: the mean over its word pieces, or `outside` where it has none.

    Args:
        length: number of tokens of the document.
        windows: of the document.
        rows: for each window one row a piece, without those of its opening and closing sign.
        outside: the row of a token without pieces.
    """
    width = rows[0].shape[1] if rows else len(LABELS)
    table = np.zeros((length, width), dtype=np.float32)
    table[:] = outside
    for window, values in zip(windows, rows, strict=True):
        units = window.units[1:-1]
        own = (units >= window.own[0]) & (units < window.own[1])
        if own.any():
            kept, first, counts = np.unique(units[own], return_index=True, return_counts=True)
            table[kept] = np.add.reduceat(values[own], first, axis=0) / counts[:, None]
    return table


def probabilities(length: int, windows: Sequence[Window], scores: Sequence[Any]) -> Any:
    """Label probabilities of the tokens of a document from the scores of the pieces of its windows."""
    certain = np.zeros(len(LABELS), dtype=np.float32)
    certain[0] = _CERTAIN
    table = pooled(length, windows, scores, outside=certain)
    return softmax(table) if length else table
