"""Layout of mentions and pairs, and the perceptrons that read the states of the encoder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.heads import (
    CLASSES,
    CLOSEST,
    NONE,
    PLACES,
    RELATIONS,
    ROLE_CLASSES,
    ROLES,
    TYPES,
    Heads,
    Layout,
    layout,
    learned_roles,
    log_sum_exp,
    probabilities,
)
from ontology.model import EntityType, RelationType, Role

METHOD, TASK, DATASET = EntityType
WIDTH, MENTION, PAIR = 6, 4, 5


def random_heads(seed: int = 0) -> Heads:
    rng = np.random.default_rng(seed)
    linear = {
        "span": (MENTION, 2 * WIDTH), "role1": (3, 2 * MENTION), "role2": (len(ROLES), 3), "left": (PAIR, 2 * MENTION),
        "right": (PAIR, 2 * MENTION), "out": (len(RELATIONS), 2 * PAIR),
    }  # fmt: skip
    shapes: dict[str, tuple[int, ...]] = {f"{name}.weight": shape for name, shape in linear.items()}
    shapes |= {f"{name}.bias": shape[:1] for name, shape in linear.items()}
    shapes |= {"kind.weight": (3, MENTION), "between.weight": (PAIR, WIDTH)}
    shapes |= {"place.weight": (PLACES, PAIR), "kinds.weight": (9, PAIR)}
    return Heads({name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()})


def small() -> Layout:
    keys = [("bert", METHOD), ("parsing", TASK), ("bert", METHOD), ("squad", DATASET)]
    return layout([(0, 0), (2, 3), (6, 6), (8, 8)], keys, [0, 0, 0, 0, 0, 1, 1, 1, 1])


def test_mentions_of_one_text_and_type_are_one_surface() -> None:
    where = small()
    assert where.surface.tolist() == [0, 1, 0, 2]
    assert [TYPES[k] for k in where.kind] == [METHOD, TASK, DATASET]
    assert where.groups.tolist() == [[0, 1], [0, 2], [1, 2]]


def test_pairs_of_mentions_are_grouped_and_the_closest_come_first() -> None:
    where = small()
    assert list(zip(where.left.tolist(), where.right.tolist(), where.group.tolist(), strict=True)) == [
        (0, 1, 0), (2, 1, 0), (2, 3, 1), (0, 3, 1), (1, 3, 2),
    ]  # fmt: skip
    assert where.between.tolist()[:2] == [[1, 2], [4, 6]]


def test_one_text_with_two_types_is_no_pair() -> None:
    where = layout([(0, 0), (2, 2)], [("sam", METHOD), ("sam", DATASET)], [0, 0, 0])
    assert not len(where.groups)
    assert random_heads().read(np.ones((3, WIDTH)), where).relations.shape == (0, len(RELATIONS))


def test_only_so_many_pairs_are_read_for_two_surfaces() -> None:
    keys = [("a", METHOD), ("b", TASK)] * 10
    where = layout([(i, i) for i in range(20)], keys, [0] * 20)
    assert np.bincount(where.group).tolist() == [CLOSEST]


def test_a_list_of_names_does_not_cost_the_square_of_its_length() -> None:
    number = 3000
    keys = [(f"n{i}", METHOD) for i in range(number)]
    where = layout([(i, i) for i in range(number)], keys, [0] * number)
    assert len(where.groups) == len(where.left) == 3000


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (METHOD, DATASET, {"evaluated-with>", "trained-with>"}),
        (DATASET, METHOD, {"evaluated-with<", "trained-with<"}),
        (TASK, METHOD, {"used-for<"}),
        (DATASET, TASK, {"benchmark-for>"}),
    ],
)
def test_two_types_admit_their_relations_and_none(left: EntityType, right: EntityType, expected: set[str]) -> None:
    row = CLASSES[TYPES.index(left), TYPES.index(right)]
    assert {name for name, allowed in zip(RELATIONS, row, strict=True) if allowed} == {NONE, *expected}


def test_every_kind_of_relation_and_every_role_is_admitted_somewhere() -> None:
    seen = {name[:-1] for name, allowed in zip(RELATIONS, CLASSES.any(axis=(0, 1)), strict=True) if allowed} - {"non"}
    assert seen == {kind.value for kind in RelationType}
    assert ROLE_CLASSES.any(axis=0).all()


def test_what_the_types_do_not_admit_has_no_probability() -> None:
    read = random_heads().read(np.random.default_rng(1).normal(size=(9, WIDTH)), small())
    assert read.roles[:, ROLES.index(Role.EVALUATED_ON)].tolist()[:2] == [0.0, 0.0]
    assert read.relations[0, RELATIONS.index("evaluated-with>")] == 0.0
    assert np.allclose(read.roles.sum(axis=1), 1.0)
    assert np.allclose(read.relations.sum(axis=1), 1.0)
    assert np.allclose(read.pairs.sum(axis=1), 1.0)


def test_roles_are_told_by_surface() -> None:
    read = random_heads().read(np.ones((9, WIDTH)), small())
    found = learned_roles(read, [("bert", METHOD), ("parsing", TASK), ("bert", METHOD), ("squad", DATASET)])
    assert set(found) == {("bert", METHOD), ("parsing", TASK), ("squad", DATASET)}
    assert sum(found["bert", METHOD].values()) == pytest.approx(1.0)


def test_weights_come_back_from_disk_in_half_precision(tmp_path: Path) -> None:
    heads = random_heads()
    heads.save(tmp_path / "weights.npz")
    again = Heads.load(tmp_path / "weights.npz")
    assert sorted(again.weights) == sorted(heads.weights)
    for name, weights in heads.weights.items():
        assert np.allclose(again.weights[name], weights, atol=2e-3)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(0, 1000))
def test_groups_are_added_in_the_space_of_probabilities(sizes: list[int], seed: int) -> None:
    group = np.repeat(np.arange(len(sizes)), [size + 1 for size in sizes])
    scores = np.random.default_rng(seed).normal(scale=30.0, size=(len(group), 4))
    expected = [np.logaddexp.reduce(scores[group == g], axis=0) for g in range(len(sizes))]
    assert np.allclose(log_sum_exp(scores, group, len(sizes)), expected)


def test_probabilities_of_no_row_are_no_row() -> None:
    assert probabilities(np.zeros((0, 3)), np.ones((0, 3), dtype=bool)).shape == (0, 3)
