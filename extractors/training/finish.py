"""From the trained tagger to what ships: decision bias and calibration by dev, the other components, the model card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc

from extractors.heads import Heads
from extractors.packaged import CARD
from extractors.pipeline import complete_pipeline, paper_names
from extractors.training.card import page
from extractors.training.corpora import documents, records
from extractors.training.links import GoldPaper, cross_fitted_roles, fit_relations, fit_roles, gold_paper
from extractors.training.train import SEED, strict_f1

VERSION: Final = "0.1.0"
_BIASES: Final = tuple(round(-1.2 + 0.2 * i, 1) for i in range(11))
_THRESHOLDS: Final = tuple(round(0.1 + 0.02 * i, 2) for i in range(26))
_COMPARED_ON: Final = (
    ("abstracts", "ours; shipped"),
    ("scirex", "Apache-2.0; shipped"),
    ("tdmsci", "Apache-2.0; shipped"),
    ("crossner-ai", "MIT; shipped"),
    ("scier", "GPL-3.0; compared only, never trained on"),
)

Spans = list[set[tuple[int, int, str]]]


def _scored(tagger: Any, docs: Sequence[Doc], rows: Sequence[Any], *, names: bool) -> list[Doc]:
    copies = [Doc(d.vocab, words=[t.text for t in d], spaces=[bool(t.whitespace_) for t in d]) for d in docs]
    tagger.set_annotations(copies, rows)
    return [paper_names(doc) for doc in copies] if names else copies


def _scores(found: Sequence[Doc], gold: Sequence[Doc]) -> dict[str, float]:
    unknown = [{t.i for t in doc if t.ent_iob == 0} for doc in gold]
    result: dict[str, float] = {}
    for kind in ("", "Method", "Task", "Dataset"):
        ours: Spans = [{(e.start, e.end, e.label_) for e in d.ents if kind in {"", e.label_}} for d in found]
        true: Spans = [{(e.start, e.end, e.label_) for e in d.ents if kind in {"", e.label_}} for d in gold]
        result[f"f1_{kind or 'all'}"] = round(strict_f1(ours, true, unknown)["f"], 2)
    return result


def tune(nlp: Language, gold: Sequence[Doc]) -> dict[str, Any]:
    """Set the decision bias that is best on `gold` and fit the calibration there; returns what was tried and chosen."""
    tagger: Any = nlp.get_pipe("mention_tagger")
    rows = [tagger.predict([doc])[0] for doc in gold]
    tried = {}
    for bias in _BIASES:
        tagger.cfg["bias"] = bias
        tried[bias] = _scores(_scored(tagger, gold, rows, names=True), gold)["f1_all"]
    best = max(tried, key=lambda b: (tried[b], -abs(b)))
    tagger.cfg.update(bias=best, slope=1.0, intercept=0.0)
    found = _scored(tagger, gold, rows, names=False)
    raw, right = [], []
    for ours, true in zip(found, gold, strict=True):
        spans = {(e.start, e.end, e.label_) for e in true.ents}
        for span in ours.ents:
            raw.append(np.log(span._.score / max(1e-6, 1.0 - span._.score)))
            right.append((span.start, span.end, span.label_) in spans)
    model = LogisticRegression(C=100.0).fit(np.array(raw)[:, None], right)
    tagger.cfg.update(slope=float(model.coef_[0, 0]), intercept=float(model.intercept_[0]))
    alone = _scores(found, gold)
    return {"bias": best, "f1_by_bias": {str(k): v for k, v in tried.items()}, "tagger_alone": alone}


def tune_relations(nlp: Language, papers: Sequence[GoldPaper]) -> dict[str, Any]:
    """Calibrate the scores of relations on gold papers and choose the threshold with the best F1 there, end to end."""
    component: Any = nlp.get_pipe("paper_relations")
    component.cfg.update(threshold=0.01, slope=1.0, intercept=0.0)
    scores: list[float] = []
    right: list[bool] = []
    gold = 0
    for paper, doc in zip(papers, nlp.pipe([p.setting.text for p in papers], batch_size=32), strict=True):
        names = [span.text.lower() for span in doc.ents]
        best: dict[tuple[str, str, str], float] = {}
        for link in doc._.relations:
            triple = (names[link.head], link.type.value, names[link.tail])
            best[triple] = max(best.get(triple, 0.0), link.score)
        scores += best.values()
        right += [triple in paper.links for triple in best]
        gold += len(paper.links)
    odds = np.log(np.array(scores) / (1.0 - np.minimum(scores, 1.0 - 1e-6)))
    model = LogisticRegression(C=100.0).fit(odds[:, None], right)
    chances, hits = model.predict_proba(odds[:, None])[:, 1], np.array(right)
    f1 = {t: round(200.0 * hits[chances >= t].sum() / ((chances >= t).sum() + gold), 2) for t in _THRESHOLDS}
    chosen = max(f1, key=lambda t: (f1[t], t))
    slope, intercept = round(float(model.coef_[0, 0]), 6), round(float(model.intercept_[0]), 6)
    component.cfg.update(threshold=chosen, slope=slope, intercept=intercept)
    return {"threshold": chosen, "f1_by_threshold": {str(t): f for t, f in f1.items()}}


def finish(
    nlp: Language, data: Path, logs: Sequence[Path], out: Path, *, name: str, heads: Heads | None = None
) -> dict[str, Any]:
    """Write the whole pipeline, its card and the logs of its training, joined, to `out`; returns the card."""
    dev = list(documents(nlp, records(data, "abstracts", "dev")))
    tuning = tune(nlp, dev)
    papers = [gold_paper(r) for r in records(data, "abstracts", "train")]
    roles = fit_roles(papers)
    relations = fit_relations(papers, cross_fitted_roles(papers))
    nlp = complete_pipeline(nlp, roles=roles, relations=relations, heads=heads)
    if heads is not None:
        tuning["relations"] = tune_relations(nlp, [gold_paper(r) for r in records(data, "abstracts", "dev")])
    nlp.meta.update(
        name=name,
        version=VERSION,
        license="Apache-2.0",
        description="Methods, tasks and datasets in abstracts",
    )
    card = {
        "name": name,
        "version": VERSION,
        "licence": "Apache-2.0",
        "types": ["Method", "Task", "Dataset"],
        "data": {source: terms for source, terms in _COMPARED_ON if "shipped" in terms},
        "compared_only": ["scier"],
        "seed": SEED,
        "command": "make train",
        "tuning": tuning,
        "dev": {source: _on_dev(nlp, data, source) for source, _ in _COMPARED_ON},
    }
    nlp.to_disk(out)
    joined = "".join(log.read_text(encoding="utf-8") for log in logs)
    (out / "training.jsonl").write_text(joined, encoding="utf-8")
    (out / "README.md").write_text(page(card), encoding="utf-8")
    (out / CARD).write_text(json.dumps(card, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return card


def _on_dev(nlp: Language, data: Path, source: str) -> dict[str, float]:
    gold = list(documents(nlp, records(data, source, "dev")))
    found = list(nlp.pipe([doc.text for doc in gold], batch_size=32))
    closed = set(gold[0]._.unannotated)
    for doc in found:
        doc.set_ents([e for e in doc.ents if e.label_ not in closed])
    return {name: score for name, score in _scores(found, gold).items() if name.removeprefix("f1_") not in closed}
