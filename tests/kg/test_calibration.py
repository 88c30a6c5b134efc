"""Reliability tables: bins, their shares, and the expected calibration error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.calibration import calibration

PREDICTIONS = st.lists(st.tuples(st.floats(0, 1).map(lambda x: round(x, 4)), st.booleans()), min_size=1, max_size=60)


def test_the_error_is_the_weighted_distance_of_score_and_share() -> None:
    found = calibration([(0.9, True)] * 6 + [(0.9, False)] * 2 + [(0.2, False)] * 2)
    assert found is not None
    assert [(each.low, each.high, each.number, each.right) for each in found.bins] == [
        (0.2, 0.3, 2, 0),
        (0.9, 1.0, 8, 6),
    ]
    assert found.error == pytest.approx((8 * 0.15 + 2 * 0.2) / 10)


def test_scores_that_are_probabilities_have_no_error() -> None:
    found = calibration([(0.75, True)] * 3 + [(0.75, False)])
    assert found is not None
    assert found.error == 0


def test_a_score_of_one_is_in_the_last_bin_and_an_edge_in_the_bin_above() -> None:
    found = calibration([(edge / 10, True) for edge in range(11)])
    assert found is not None
    assert [each.number for each in found.bins] == [1] * 9 + [2]


def test_without_predictions_there_is_no_table() -> None:
    assert calibration([]) is None


@given(PREDICTIONS)
def test_all_predictions_are_in_a_bin_that_fits_them(predictions: list[tuple[float, bool]]) -> None:
    found = calibration(predictions)
    assert found is not None
    assert found.number == len(predictions)
    assert sum(each.right for each in found.bins) == sum(right for _, right in predictions)
    assert 0 <= found.error <= 1
    for each in found.bins:
        assert each.low - 1e-9 <= each.mean_score <= each.high + 1e-9
        assert each.interval[0] <= each.share <= each.interval[1]


@given(PREDICTIONS, st.randoms(use_true_random=False))
def test_the_order_of_predictions_changes_no_digit(predictions: list[tuple[float, bool]], chance: object) -> None:
    shuffled = list(predictions)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert calibration(shuffled) == calibration(predictions)
