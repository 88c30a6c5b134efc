from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kg.trends.measures import axis_top, shortened, spread


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0.001, 0.1))
def test_spread_labels_keep_their_order_their_distance_and_the_axis(targets: list[float], gap: float) -> None:
    placed = spread(targets, gap, 1.0)
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in placed)
    ranked = [place for _, _, place in sorted(zip(targets, range(len(targets)), placed, strict=True))]
    assert all(after - before >= gap - 1e-9 for before, after in pairwise(ranked))


@given(st.lists(st.floats(0, 1), min_size=20, max_size=30))
def test_more_labels_than_fit_still_stay_on_the_axis(targets: list[float]) -> None:
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in spread(targets, 0.1, 1.0))


def test_labels_that_do_not_collide_stay_where_they_are() -> None:
    assert spread([0.9, 0.1, 0.5], 0.05, 1.0) == [0.9, 0.1, 0.5]


@given(st.text(max_size=200), st.integers(5, 40))
def test_a_shortened_label_is_one_printable_line(label: str, width: int) -> None:
    short = shortened(label, width)
    assert len(short) <= width
    assert short.isprintable()


def test_a_year_of_few_papers_does_not_flatten_the_others() -> None:
    usual = {"share": 0.1, "low": 0.05, "high": 0.2, "total": 100, "partial": False}
    rare = {"share": 1.0, "low": 0.2, "high": 1.0, "total": 1, "partial": False}
    points = [{"year": 2019 + i, **usual} for i in range(3)] + [{"year": 2018, **rare}]
    assert axis_top(points) < 0.3
