from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.trends import wilson

COUNTS = st.integers(1, 5_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        # R. G. Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_of_the_literature(successes: int, total: int, low: float, high: float) -> None:
    assert wilson(successes, total) == pytest.approx((low, high), abs=5e-5)


@given(COUNTS)
def test_bounds_hold_the_share_and_stay_between_0_and_1(counts: tuple[int, int]) -> None:
    low, high = wilson(*counts)
    assert 0 <= low <= counts[0] / counts[1] <= high <= 1


@given(COUNTS)
def test_the_interval_of_the_rest_is_the_mirror_image(counts: tuple[int, int]) -> None:
    low, high = wilson(*counts)
    rest = wilson(counts[1] - counts[0], counts[1])
    assert rest == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(COUNTS, st.integers(2, 20))
def test_more_papers_with_the_same_share_narrow_the_interval(counts: tuple[int, int], times: int) -> None:
    low, high = wilson(*counts)
    narrow_low, narrow_high = wilson(counts[0] * times, counts[1] * times)
    assert narrow_high - narrow_low < high - low


@given(COUNTS, st.floats(0.5, 0.98))
def test_more_confidence_widens_the_interval(counts: tuple[int, int], confidence: float) -> None:
    low, high = wilson(*counts, confidence)
    wide_low, wide_high = wilson(*counts, confidence + 0.01)
    assert wide_low <= low
    assert high <= wide_high


@pytest.mark.parametrize(("successes", "total", "confidence"), [(1, 0, 0.95), (-1, 5, 0.95), (6, 5, 0.95), (1, 5, 1.0)])
def test_impossible_numbers_are_refused(successes: int, total: int, confidence: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        wilson(successes, total, confidence)
