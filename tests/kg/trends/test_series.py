from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError, UsageError
from kg.trends import ends, series, table, wilson
from kg.trends.series import SCHEMA, thin

Make = Callable[..., Path]


def test_each_year_has_its_share_and_interval(corpus: Make) -> None:
    folder = corpus({2019: 10, 2020: 20}, {"BERT": {"mentions": {2019: 5, 2020: 4}}})
    found = series(folder, ["BERT"])
    assert list(found.schema) == list(SCHEMA)
    assert found.select("entity", "label", "type", "year", "papers", "total", "share").rows() == [
        ("m1", "BERT", "Method", 2019, 5, 10, 0.5),
        ("m1", "BERT", "Method", 2020, 4, 20, 0.2),
    ]
    assert found.select("low", "high").rows() == [wilson(5, 10), wilson(4, 20)]


def test_a_year_without_a_mention_is_zero_with_an_interval_and_a_year_without_papers_is_absent(corpus: Make) -> None:
    found = series(corpus({2017: 10, 2019: 10}, {"BERT": {"mentions": {2019: 1}}}), ["BERT"])
    assert found["year"].to_list() == [2017, 2019]
    assert found.row(0, named=True)["share"] == 0
    assert found.row(0, named=True)["high"] == pytest.approx(0.2775, abs=5e-5)


def test_series_come_in_the_order_of_the_names_each_once(corpus: Make) -> None:
    folder = corpus({2020: 9}, {"BERT": {"mentions": {2020: 1}}, "LSTM": {"mentions": {2020: 2}}})
    assert series(folder, ["LSTM", "bert", "BERT", "m2"])["label"].to_list() == ["LSTM", "BERT"]


def test_one_name_is_one_name_and_not_its_letters(corpus: Make) -> None:
    folder = corpus({2020: 9}, {"BERT": {"mentions": {2020: 1}}, "LSTM": {"mentions": {2020: 2}}})
    assert series(folder, "BERT").equals(series(folder, ["BERT"]))
    assert table(folder, "BERT")["label"].to_list() == ["BERT"]
    with pytest.raises(KgError, match="named ''"):
        table(folder, "")


def test_verbs_count_what_they_say_for_each_type(corpus: Make) -> None:
    counts = {
        "BERT": {"mentions": {2020: 9}, "proposes": {2020: 1}, "usesMethod": {2020: 4}, "comparesWith": {2020: 2}},
        "SQuAD": {"mentions": {2020: 7}, "usesDataset": {2020: 5}, "introducesDataset": {2020: 1}},
        "parsing": {"mentions": {2020: 3}, "addressesTask": {2020: 2}},
    }
    folder, names = corpus({2020: 10}, counts), ["BERT", "SQuAD", "parsing"]
    assert series(folder, names)["papers"].to_list() == [9, 7, 3]
    assert series(folder, names, "uses")["papers"].to_list() == [4, 5, 2]
    assert series(folder, names, "proposes")["papers"].to_list() == [1, 1, 0]
    assert series(folder, names, "compares")["papers"].to_list() == [2, 0, 0]
    assert series(folder, ["SQuAD"], "introducesDataset")["papers"].to_list() == [1]


def test_an_unknown_predicate_is_bad_usage_that_names_the_choices(corpus: Make) -> None:
    with pytest.raises(UsageError, match="'cites': expected one of mentions, uses, proposes, compares"):
        series(corpus({2020: 1}, {}), [], "cites")


def test_a_name_that_is_not_there_suggests_near_ones(corpus: Make) -> None:
    folder = corpus({2020: 9}, {"BERT": {"mentions": {2020: 1}}})
    with pytest.raises(KgError, match=r"no method, task or dataset named 'BRET' .* did you mean BERT\?"):
        series(folder, ["BRET"])


def test_a_type_narrows_the_search(corpus: Make) -> None:
    counts = {"BERT": {"mentions": {2020: 9}}, "BERT (data)": {"mentions": {2020: 2}}}
    folder = corpus({2020: 10}, counts)
    assert series(folder, ["BERT"])["entity"].to_list() == ["m1"]
    assert series(folder, ["BERT"], kind="Dataset")["entity"].to_list() == ["d2"]
    with pytest.raises(KgError, match="no task named 'BERT'"):
        series(folder, ["BERT"], kind="Task")


def test_a_corpus_without_years_says_so(corpus: Make) -> None:
    with pytest.raises(KgError, match="no paper of this graph has a year"):
        series(corpus({}, {"BERT": {}}), ["BERT"])


@pytest.mark.parametrize(
    ("totals", "partial"),
    [
        ({2018: 100, 2019: 100, 2020: 100, 2021: 49}, True),
        ({2018: 100, 2019: 100, 2020: 100, 2021: 50}, False),
        ({2018: 10, 2019: 100, 2020: 100, 2021: 49}, True),
        ({2019: 100, 2020: 100, 2021: 1}, False),
        ({2021: 5}, False),
    ],
)
def test_a_last_year_is_incomplete_only_where_the_corpus_shows_it(totals: dict[int, int], partial: bool) -> None:
    assert ends(totals) == (min(totals), max(totals), partial)


def test_only_the_last_year_is_marked_incomplete(corpus: Make) -> None:
    totals = {2017: 10, 2018: 10, 2019: 10, 2020: 10, 2021: 4}
    found = series(corpus(totals, {"BERT": {"mentions": {2020: 1}}}), ["BERT"])
    assert found["partial"].to_list() == [False, False, False, False, True]


@given(st.dictionaries(st.integers(1990, 2030), st.integers(1, 1000), min_size=1))
def test_there_is_always_a_year_that_is_not_thin(totals: dict[int, int]) -> None:
    assert set(totals) - thin(totals)
