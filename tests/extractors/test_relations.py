"""Candidate pairs and typed relations."""

from __future__ import annotations

from extractors.linear import build, feature_index
from extractors.names import Candidate
from extractors.relations import NONE, candidate_pairs, find, pair_features
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
