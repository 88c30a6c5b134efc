"""The training loop of the tok2vec tagger: looser full text first, then the careful abstracts."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from thinc.api import Adam, fix_random_seed

import extractors.tagger  # noqa: F401  (registers the component)
from extractors.decoding import spans, viterbi
from extractors.training.corpora import documents, records

SEED: Final = 20251130
LOG: Final = "log.jsonl"


def blank() -> Language:
    """The pipeline without weights."""
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.units.v1"}}})
    nlp.add_pipe("mention_tagger")
    return nlp


def strict_f1(predicted: Sequence[set[Any]], gold: Sequence[set[Any]], unknown: Sequence[set[int]]) -> dict[str, float]:
    """Precision, recall and F1 in per cent over token spans; a prediction inside unknown tokens counts neither way."""
    right = wrong = missed = 0
    for found, true, open_tokens in zip(predicted, gold, unknown, strict=True):
        hits = found & true
        right += len(hits)
        wrong += sum(1 for s in found - true if not open_tokens.issuperset(range(s[0], s[1])))
        missed += len(true - hits)
    p, r = right / max(1, right + wrong), right / max(1, right + missed)
    return {"p": 100 * p, "r": 100 * r, "f": 200 * p * r / max(1e-9, p + r)}


def evaluate(nlp: Language, docs: Sequence[Doc], bias: float = 0.0) -> dict[str, float]:
    """Scores of the tagger on gold documents, all types together and each alone (`f_Method` and so on)."""
    tagger: Any = nlp.get_pipe("mention_tagger")
    found: list[set[Any]] = []
    for batch in (docs[i : i + 32] for i in range(0, len(docs), 32)):
        for probabilities in tagger.predict([nlp.make_doc(doc.text) for doc in batch]):
            logs = np.log(np.maximum(probabilities, 1e-9))
            logs[:, 0] += bias
            found.append(set(spans(viterbi(logs))))
    gold = [{(e.start, e.end, e.label_) for e in doc.ents} for doc in docs]
    unknown = [{t.i for t in doc if t.ent_iob == 0} for doc in docs]
    scores = strict_f1(found, gold, unknown)
    for kind in ("Method", "Task", "Dataset"):
        only = [{s for s in group if s[2] == kind} for group in found]
        true = [{s for s in group if s[2] == kind} for group in gold]
        scores[f"f_{kind}"] = strict_f1(only, true, unknown)["f"]
    return scores


def stage(
    nlp: Language,
    train: Sequence[Doc],
    dev: Sequence[Doc],
    *,
    name: str,
    epochs: int,
    rate: float,
    words: int,
    drop: float,
    log: Path,
    checks: int = 1,
) -> None:
    """Train in place for some epochs with linear decay; the averaged weights are kept at the end of the stage.

    Args:
        nlp: the pipeline, initialised.
        train: gold documents.
        dev: scored `checks` times an epoch; only logged here.
        name: written into the log.
        epochs: passes over `train`.
        rate: highest learning rate, reached after 5 % of the steps.
        words: tokens in a batch.
        drop: dropout in [0, 1).
        log: JSON lines, appended.
        checks: evaluations an epoch.
    """
    optimizer = Adam(rate, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    tagger: Any = nlp.get_pipe("mention_tagger")
    order = list(train)
    total = epochs * sum(len(d) for d in order)
    seen, losses, started = 0, [], time.monotonic()
    for epoch in range(epochs):
        random.Random(SEED + epoch).shuffle(order)
        batches = list(_batches(order, words))
        marks = {round(len(batches) * (i + 1) / checks) for i in range(checks)}
        for index, batch in enumerate(batches, start=1):
            share = seen / total
            optimizer.learn_rate = rate * min(1.0, share / 0.05 + 0.02) * max(0.02, 1.0 - share)
            examples = [Example(doc, doc) for doc in batch]
            losses.append(tagger.update(examples, drop=drop, sgd=optimizer)["mention_tagger"])
            seen += sum(len(doc) for doc in batch)
            if index in marks:
                with tagger.model.use_params(optimizer.averages):
                    scores = evaluate(nlp, dev)
                row = {
                    "stage": name,
                    "epoch": epoch + index / len(batches),
                    "loss": float(np.mean(losses)),
                    **scores,
                }
                row["minutes"] = (time.monotonic() - started) / 60
                losses = []
                with log.open("a", encoding="utf-8") as file:
                    file.write(
                        json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()}) + "\n"
                    )
    for node in tagger.model.walk():
        for parameter in node.param_names:
            key = (node.id, parameter)
            if key in optimizer.averages:
                node.set_param(parameter, optimizer.averages[key])


def _batches(docs: Sequence[Doc], words: int) -> Any:
    batch: list[Doc] = []
    size = 0
    for doc in docs:
        batch.append(doc)
        size += len(doc)
        if size >= words:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def train(data: Path, work: Path) -> Language:
    """The trained pipeline; checkpoints after each stage in `work`, and a stage that has one is not run again."""
    fix_random_seed(SEED)
    work.mkdir(parents=True, exist_ok=True)
    log = work / LOG
    nlp = blank()
    dev = list(documents(nlp, records(data, "abstracts", "dev")))
    loose = list(documents(nlp, records(data, "scirex-fulltext", "train")))
    loose += documents(nlp, records(data, "scirex", "train"))
    careful = list(documents(nlp, records(data, "abstracts", "train")))
    others = [
        *documents(nlp, records(data, "tdmsci", "train")),
        *documents(nlp, records(data, "crossner-ai", "train")),
    ]
    nlp.initialize(lambda: [Example(doc, doc) for doc in careful[:10]])
    plan: list[tuple[str, list[Doc], dict[str, Any]]] = [
        ("full-text", loose, {"epochs": 1, "rate": 0.001, "words": 1500, "drop": 0.15}),
        ("abstracts", careful + others, {"epochs": 10, "rate": 0.0015, "words": 1500, "drop": 0.3}),
    ]
    for name, docs, settings in plan:
        saved = work / name
        if saved.exists():
            nlp = spacy.load(saved)
            continue
        stage(nlp, docs, dev, name=name, log=log, **settings)
        nlp.to_disk(saved)
    return nlp
