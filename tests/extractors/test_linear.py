"""The hashed logistic regression."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractors.linear import SIZE, build, feature_index, load

MODEL = build(["no", "yes"], [feature_index("good"), feature_index("bad")], [[-2.0, 2.0], [2.0, -2.0]], [0.0, 0.0])


@given(st.lists(st.text(max_size=8), max_size=10))
def test_probabilities_sum_to_one(features: list[str]) -> None:
    assert abs(MODEL.probabilities(features).sum() - 1.0) < 1e-9


def test_a_known_feature_moves_the_probability_as_its_weight_says() -> None:
    assert np.isclose(MODEL.probabilities(["good"])[1], 1 / (1 + np.exp(-4)))
    assert MODEL.probabilities(["bad"])[1] < 0.5
    assert MODEL.probabilities(["never seen"])[1] == 0.5


def test_a_saved_model_gives_the_same_probabilities(tmp_path: Path) -> None:
    MODEL.save(tmp_path / "w.npz")
    again = load(tmp_path / "w.npz")
    assert again.classes == MODEL.classes
    assert np.allclose(again.probabilities(["good"]), MODEL.probabilities(["good"]), atol=1e-3)


def test_the_row_of_a_feature_is_the_same_in_every_process() -> None:
    assert feature_index("left=propose") == 160448
    assert 0 <= feature_index("\ud800") < SIZE
