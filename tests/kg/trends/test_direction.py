from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.trends.direction import theil_sen


@given(st.floats(-10, 10), st.floats(-10, 10), st.sets(st.integers(1990, 2030), min_size=2, max_size=12))
def test_the_slope_of_a_line_is_its_slope(slope: float, base: float, years: set[int]) -> None:
    points = [(year, base + slope * (year - 1990)) for year in years]
    assert theil_sen(points) == pytest.approx(slope, abs=1e-6)


def test_one_odd_year_does_not_turn_the_direction() -> None:
    points = [(2015, 0.01), (2016, 0.02), (2017, 0.03), (2018, 0.9), (2019, 0.05), (2020, 0.06)]
    assert theil_sen(points) == pytest.approx(0.01, abs=0.005)


def test_gaps_between_years_count_as_years() -> None:
    assert theil_sen([(2010, 0.0), (2020, 0.5)]) == pytest.approx(0.05)


@pytest.mark.parametrize("points", [[], [(2020, 0.5)]])
def test_fewer_than_two_years_have_no_direction(points: list[tuple[int, float]]) -> None:
    assert theil_sen(points) is None
