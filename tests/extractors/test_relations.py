"""Candidate pairs and typed relations."""

from __future__ import annotations

import numpy as np

from extractors.heads import RELATIONS, Layout, Read, layout
from extractors.linear import build, feature_index
from extractors.names import Candidate
from extractors.relations import (
    NONE,
    Mixture,
    candidate_pairs,
    find,
    mixture_features,
    pair_features,
    related,
    told_in_sentences,
)
from extractors.tokens import sentence_bounds
from ontology.model import EntityType, RelationType, Role

TEXT = "We use BERT for parsing on SQuAD. BERT is old."


def candidate(surface: str, kind: EntityType, start: int | None = None) -> Candidate:
    at = TEXT.index(surface) if start is None else start
    return Candidate(start=at, end=at + len(surface), type=kind, score=0.9)


FOUND = [
    candidate("BERT", EntityType.METHOD),
    candidate("parsing", EntityType.TASK),
    candidate("SQuAD", EntityType.DATASET),
    candidate("BERT", EntityType.METHOD, TEXT.rindex("BERT")),
]
ROLES = [Role.USED, Role.ADDRESSED, Role.EVALUATED_ON, Role.USED]


def always(*classes: str) -> object:
    return build(
        [NONE, *classes], [feature_index("none")], [[0.0] * (len(classes) + 1)], [0.0, *([3.0] * len(classes))]
    )


def test_pairs_stand_in_one_sentence() -> None:
    pairs = [(left, right) for left, right, _ in candidate_pairs(TEXT, sentence_bounds(TEXT), FOUND)]
    assert pairs == [(0, 1), (0, 2), (1, 2)]


def test_the_words_between_are_features() -> None:
    sentence = sentence_bounds(TEXT)[0]
    found = pair_features(TEXT, sentence, FOUND, ROLES, 0, 1)
    assert "MethodTask|between=for" in found
    assert found == sorted(set(found))


def test_only_relations_that_the_types_admit_are_found() -> None:
    model = always("used-for>", "used-for<", "compare-with>")
    links = find(TEXT, sentence_bounds(TEXT), FOUND, ROLES, model, threshold=0.3)  # type: ignore[arg-type]
    assert {(link.head, link.tail, link.type) for link in links} == {(0, 1, RelationType.USED_FOR)}
    assert all(0.3 <= link.score <= 1.0 for link in links)


def test_a_high_threshold_finds_nothing() -> None:
    assert find(TEXT, sentence_bounds(TEXT), FOUND, ROLES, always("used-for>"), threshold=0.99) == []  # type: ignore[arg-type]


def where() -> Layout:
    keys = [(TEXT[c.start : c.end].lower(), c.type) for c in FOUND]
    return layout([(2, 2), (4, 4), (6, 6), (8, 8)], keys, [0, 0, 0, 0, 0, 0, 0, 0, 1])


def read(**chances: float) -> Read:
    """The heads say `used-for>` of BERT and parsing: for the surfaces, and for their near and their far mentions."""
    at = where()
    relations = np.zeros((len(at.groups), len(RELATIONS)))
    relations[:, 0] = 0.9
    relations[0, RELATIONS.index("used-for>")] = chances["surfaces"]
    pairs = np.zeros((len(at.group), len(RELATIONS)))
    pairs[at.group == 0, RELATIONS.index("used-for>")] = [chances["near"], chances["far"]]
    return Read(layout=at, roles=np.zeros((3, 9)), relations=relations, pairs=pairs)


def nothing_told() -> object:
    return np.full((len(where().groups), len(RELATIONS)), np.nan)


def test_a_relation_of_two_surfaces_is_told_by_their_best_pair_of_mentions() -> None:
    links = related(read(surfaces=0.9, near=0.2, far=0.25), FOUND, 0, nothing_told(), Mixture())
    assert [(link.head, link.tail, link.type) for link in links] == [(3, 1, RelationType.USED_FOR)]


def test_every_pair_that_would_pass_alone_tells_it_too_with_its_own_score() -> None:
    links = related(read(surfaces=0.9, near=0.8, far=0.5), FOUND, 0, nothing_told(), Mixture())
    assert [(link.head, link.tail) for link in links] == [(0, 1), (3, 1)]
    assert links[1].score == 0.5 < links[0].score


def test_a_pair_inside_one_field_is_preferred_to_one_across_title_and_abstract() -> None:
    links = related(read(surfaces=0.9, near=0.1, far=0.2), FOUND, FOUND[3].start, nothing_told(), Mixture())
    assert [(link.head, link.tail) for link in links] == [(0, 1)]


def test_unsure_mentions_make_a_relation_less_sure() -> None:
    unsure = [Candidate(start=c.start, end=c.end, type=c.type, score=0.4) for c in FOUND]
    given = read(surfaces=0.9, near=0.8, far=0.8)
    sure = related(given, FOUND, 0, nothing_told(), Mixture(threshold=0.0))[0].score
    assert related(given, unsure, 0, nothing_told(), Mixture(threshold=0.0))[0].score < sure


def test_the_sentence_counts_only_where_it_holds_both() -> None:
    told = told_in_sentences(TEXT, sentence_bounds(TEXT), FOUND, ROLES, always("used-for>"), where())  # type: ignore[arg-type]
    assert not np.isnan(told).any()
    assert told[0, RELATIONS.index("used-for>")] > told[0, 0] > 0.0
    features = mixture_features(read(surfaces=0.9, near=0.8, far=0.8), FOUND, nothing_told())
    assert features.shape == (3, len(RELATIONS), 4)
    assert not features[:, :, 2:].any()


def test_a_class_is_turned_where_the_second_surface_stands_first_in_the_sentence() -> None:
    text = "BERT is old. For parsing we use BERT."
    found = [
        Candidate(start=0, end=4, type=EntityType.METHOD, score=0.9),
        Candidate(start=17, end=24, type=EntityType.TASK, score=0.9),
        Candidate(start=32, end=36, type=EntityType.METHOD, score=0.9),
    ]
    keys = [(text[c.start : c.end].lower(), c.type) for c in found]
    at = layout([(0, 0), (5, 5), (8, 8)], keys, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    roles = [Role.USED, Role.ADDRESSED, Role.USED]
    told = told_in_sentences(text, sentence_bounds(text), found, roles, always("used-for<"), at)  # type: ignore[arg-type]
    assert told[0, RELATIONS.index("used-for>")] > 0.5
    assert told[0, RELATIONS.index("used-for<")] == 0.0
