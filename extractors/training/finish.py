"""From the trained tagger to what ships: decision bias and calibration by dev, the other components, the model card."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc

from extractors.heads import RELATIONS, Heads
from extractors.linear import LinearModel
from extractors.packaged import CARD
from extractors.pipeline import candidates, complete_pipeline, paper_names, sentences
from extractors.relations import Mixture, mixture_features, told_in_sentences
from extractors.training.card import page
from extractors.training.corpora import documents, records
from extractors.training.links import GoldPaper, cross_fitted_roles, fit_relations, fit_roles, gold_paper
from extractors.training.train import SEED, strict_f1
from ontology.model import Role

VERSION: Final = "0.1.0"
_BIASES: Final = tuple(round(-1.2 + 0.2 * i, 1) for i in range(11))
_THRESHOLDS: Final = tuple(round(0.1 + 0.02 * i, 2) for i in range(26))
_POSSIBLE: Final = 0.005
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
    """Fit the mixture of relations on gold papers and choose the threshold with the best F1 there, end to end."""
    component: Any = nlp.get_pipe("paper_relations")
    read = [_relation_rows(doc, paper, component.model) for doc, paper in _read(nlp, papers)]
    features, right, places = (np.concatenate([part[i] for part in read]) for i in range(3))
    model = LogisticRegression(C=1.0, max_iter=500).fit(features, right)
    chances = model.predict_proba(features)[:, 1]
    # One class a pair of surfaces: the best, as in use.
    number = np.concatenate([np.full(len(part[2]), i) for i, part in enumerate(read)])
    best: dict[tuple[int, int], int] = {}
    for row in np.argsort(chances):
        best[int(number[row]), int(places[row])] = int(row)
    kept = np.array(sorted(best.values()))
    scores, hits, gold = chances[kept], right[kept], sum(len(paper.links) for paper in papers)
    f1 = {t: round(float(200.0 * hits[scores >= t].sum() / ((scores >= t).sum() + gold)), 2) for t in _THRESHOLDS}
    chosen = max(f1, key=lambda t: (f1[t], t))
    weights = [round(float(w), 6) for w in (*model.coef_[0], model.intercept_[0])]
    names = ("heads", "mentions", "seen", "sentences", "intercept")
    component.mixture = Mixture(threshold=chosen, **dict(zip(names, weights, strict=True)))
    return {"threshold": chosen, "f1_by_threshold": {str(t): f for t, f in f1.items()}}


def _read(nlp: Language, papers: Sequence[GoldPaper]) -> Iterator[tuple[Doc, GoldPaper]]:
    docs = nlp.pipe([p.setting.text for p in papers], batch_size=32, disable=["paper_relations"])
    return ((doc, paper) for doc, paper in zip(docs, papers, strict=True) if doc._.heads is not None)


def _relation_rows(doc: Doc, paper: GoldPaper, model: LinearModel) -> tuple[Any, Any, Any]:
    """Features, whether right, and pair of surfaces of every class that is not out of the question."""
    read, found = doc._.heads, candidates(doc)
    roles = [Role(span._.role) for span in doc.ents]
    told = told_in_sentences(doc.text, sentences(doc), found, roles, model, read.layout)
    features = mixture_features(read, found, told)
    names: dict[int, str] = {}
    for span, surface in zip(doc.ents, read.layout.surface, strict=True):
        names.setdefault(int(surface), span.text.lower())
    groups, classes = np.nonzero(read.relations > _POSSIBLE)
    kept = classes > 0
    groups, classes = groups[kept], classes[kept]
    right = []
    for group, number in zip(groups, classes, strict=True):
        ends = [names[int(surface)] for surface in read.layout.groups[group]]
        head, tail = ends if RELATIONS[number].endswith(">") else ends[::-1]
        right.append((head, RELATIONS[number][:-1], tail) in paper.links)
    return features[groups, classes], np.array(right, dtype=bool), groups


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
