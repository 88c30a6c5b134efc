from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.trends import table

Make = Callable[..., Path]
TOTALS = {2018: 100, 2019: 100, 2020: 100}


def test_the_most_frequent_come_first_and_ties_by_label(corpus: Make) -> None:
    counts = {"LSTM": {"mentions": {2018: 5}}, "BERT": {"mentions": {2020: 5}}, "parsing": {"mentions": {2020: 9}}}
    folder = corpus(TOTALS, counts)
    assert table(folder)["label"].to_list() == ["BERT", "LSTM"]
    assert table(folder, top=1)["label"].to_list() == ["BERT"]
    assert table(folder, kind="Task")["label"].to_list() == ["parsing"]
    assert table(folder, ["parsing", "LSTM"])["label"].to_list() == ["parsing", "LSTM"]


def test_a_row_tells_first_year_both_ends_and_direction(corpus: Make) -> None:
    folder = corpus(TOTALS, {"BERT": {"mentions": {2019: 10, 2020: 20}}})
    row = table(folder).row(0, named=True)
    assert (row["papers"], row["first_year"], row["from_year"], row["to_year"]) == (30, 2019, 2018, 2020)
    assert (row["from_share"], row["to_share"]) == (0.0, 0.2)
    assert row["to_low"] < 0.2 < row["to_high"]
    assert row["slope"] == pytest.approx(0.1)
    assert row["shares"] == [0.0, 0.1, 0.2]
    assert row["left_out"] == []


def test_an_incomplete_last_year_never_shows_as_a_fall(corpus: Make) -> None:
    counts = {"BERT": {"mentions": {2018: 10, 2019: 20, 2020: 30}}}
    row = table(corpus({**TOTALS, 2021: 30}, counts)).row(0, named=True)
    assert (row["to_year"], row["to_share"], row["left_out"]) == (2020, 0.3, [2021])
    assert row["slope"] == pytest.approx(0.1)


def test_a_year_of_one_paper_does_not_bend_the_direction(corpus: Make) -> None:
    counts = {"BERT": {"mentions": {2017: 1, 2018: 10, 2019: 20, 2020: 30}}}
    row = table(corpus({2017: 1, **TOTALS}, counts)).row(0, named=True)
    assert (row["first_year"], row["from_year"], row["left_out"]) == (2017, 2018, [2017])
    assert row["slope"] == pytest.approx(0.1)


def test_one_year_has_shares_but_no_direction(corpus: Make) -> None:
    row = table(corpus({2025: 57}, {"BERT": {"mentions": {2025: 3}}})).row(0, named=True)
    assert (row["from_year"], row["to_year"], row["slope"]) == (2025, 2025, None)


def test_nothing_of_a_type_gives_an_empty_table(corpus: Make) -> None:
    assert table(corpus({2025: 57}, {"BERT": {"mentions": {2025: 3}}}), kind="Dataset").is_empty()
