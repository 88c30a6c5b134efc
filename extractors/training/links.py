"""Fits the two logistic regressions, roles and relations, on the annotated abstracts (scikit-learn, training only)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from extractors.abbreviations import definitions
from extractors.compose import compose
from extractors.linear import SIZE, LinearModel, build, feature_index
from extractors.names import Candidate
from extractors.relations import candidate_pairs, pair_features
from extractors.roles import Setting, assign, features
from extractors.tokens import sentence_bounds
from extractors.training.corpora import gold_role, relation_class
from ontology.model import EntityType, Field, Role, Span

_TITLE_GAP: Final = 3
"""Length of the blank, separator and blank between title and abstract."""


@dataclass(frozen=True, slots=True)
class GoldPaper:
    """An annotated paper in clean text."""

    setting: Setting
    roles: tuple[Role, ...]
    links: frozenset[tuple[str, str, str]]


def gold_paper(record: dict[str, Any]) -> GoldPaper:
    """One record of `ner/abstracts` with its mentions mapped into the clean text."""
    composed = compose(record["title"], record["abstract"])
    candidates, roles = [], []
    for entity in sorted(record["entities"], key=lambda e: (e["field"] != "title", e["start"])):
        span = Span(field=Field(entity["field"]), start=entity["start"], end=entity["end"])
        bounds = composed.clean(span)
        if bounds is None:
            continue
        kind = EntityType(entity["label"])
        candidates.append(Candidate(start=bounds[0], end=bounds[1], type=kind, score=1.0))
        roles.append(gold_role(kind, entity["role"]))
    text = composed.text
    setting = Setting(text, max(0, composed.offset - _TITLE_GAP), sentence_bounds(text), candidates, definitions(text))
    links = frozenset((k["head"].lower(), k["relation"], k["tail"].lower()) for k in record["links"])
    return GoldPaper(setting, tuple(roles), links)


def fit(rows: Sequence[Iterable[str]], labels: Sequence[str], *, strength: float) -> LinearModel:
    """A multinomial logistic regression with an L2 penalty of inverse strength `strength`; deterministic."""
    indices, pointers = [], [0]
    for row in rows:
        indices += sorted({feature_index(f) for f in row})
        pointers.append(len(indices))
    matrix = csr_matrix((np.ones(len(indices)), indices, pointers), shape=(len(rows), SIZE))
    used = np.flatnonzero(matrix.getnnz(axis=0) >= 2)
    model = LogisticRegression(C=strength, max_iter=200, solver="lbfgs")
    model.fit(matrix[:, used], list(labels))
    weights = model.coef_.T
    kept = np.abs(weights).max(axis=1) > 0.02
    return build(model.classes_.tolist(), used[kept], weights[kept], model.intercept_)


def fit_roles(papers: Sequence[GoldPaper], *, strength: float = 0.15) -> LinearModel:
    """The model of roles; one row a surface of a paper."""
    rows, labels = [], []
    for paper in papers:
        by_key = {paper.setting.key(c): r for c, r in zip(paper.setting.candidates, paper.roles, strict=True)}
        for key, found in features(paper.setting).items():
            rows.append(found)
            labels.append(by_key[key].value)
    return fit(rows, labels, strength=strength)


def cross_fitted_roles(papers: Sequence[GoldPaper]) -> list[list[Role]]:
    """Roles of every paper as a model that has not seen it gives them: what relations will meet in use."""
    halves = (papers[::2], papers[1::2])
    models = (fit_roles(halves[1]), fit_roles(halves[0]))
    return [[role for role, _ in assign(paper.setting, models[i % 2])] for i, paper in enumerate(papers)]


def fit_relations(
    papers: Sequence[GoldPaper], roles: Sequence[Sequence[Role]], *, strength: float = 0.05
) -> LinearModel:
    """The model of relations; one row a pair of mentions in a sentence."""
    rows, labels = [], []
    for paper, assigned in zip(papers, roles, strict=True):
        setting = paper.setting
        for left, right, sentence in candidate_pairs(setting.text, setting.sentences, setting.candidates):
            rows.append(pair_features(setting.text, sentence, setting.candidates, assigned, left, right))
            a, b = (setting.key(setting.candidates[i]) for i in (left, right))
            labels.append(relation_class(paper.links, a, b))
    return fit(rows, labels, strength=strength)
