"""Years, authors and identifiers as files write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers.values import arxiv_of, authors_of, doi_of, year_of


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2021, 2021), (2021.0, 2021), ("2021", 2021), ("2021a", 2021), ("c1988", 1988), ("[2021]", 2021),
        ("4 Feb 2014", 2014), ("2021-03-04T10:00:00Z", 2021), ("20210304", 2021), ("2019/2020", 2019),
        ("２０２１", 2021),
        ("to appear", None), (0, None), (2099, None), ("0000", None), ("12345", None), (True, None),
        (None, None),
        ([2021], None), (float("nan"), None), (float("inf"), None), (1899, None), (1900, 1900), (2035, 2035),
    ],
)  # fmt: skip
def test_a_year_is_found_or_it_is_none(value: object, year: int | None) -> None:
    assert year_of(value) == year


@given(st.one_of(st.text(), st.integers(), st.floats()))
def test_any_value_gives_a_year_in_range_or_none(value: object) -> None:
    year = year_of(value)
    assert year is None or 1900 <= year <= 2035


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["A B", "C D"], ("A B", "C D")),
        ("A B; C D", ("A B", "C D")),
        ("A B, C D, and E F", ("A B", "C D", "E F")),
        ("A B, C D and E F", ("A B", "C D", "E F")),
        ("Knuth, Donald and Liskov, Barbara", ("Knuth, Donald", "Liskov, Barbara")),
        ("Knuth, Donald; Liskov, Barbara", ("Knuth, Donald", "Liskov, Barbara")),
        ("Smith, J., Doe, A. B.", ("Smith, J.", "Doe, A. B.")),
        ("Knuth, Donald", ("Knuth, Donald",)),
        ("王伟、李娜", ("王伟", "李娜")),
        ([{"name": "A B"}, {"given": "C", "family": "D"}], ("A B", "C D")),
        ([{"author": {"display_name": "E F"}}], ("E F",)),
        ([["He", "Anfeng"]], ("Anfeng He",)),
        ("", ()), (None, ()), (7, ()), ([None, 3], ()),
    ],
)  # fmt: skip
def test_names_are_told_apart(value: object, names: tuple[str, ...]) -> None:
    assert authors_of(value) == names


@pytest.mark.parametrize(
    "text",
    ["10.1234/ab.c", "doi:10.1234/ab.c", "https://doi.org/10.1234/ab.c", "http://dx.doi.org/10.1234/ab.c"],
)
def test_a_doi_is_found_bare_or_with_its_address(text: str) -> None:
    assert doi_of(text) == "10.1234/ab.c"


@pytest.mark.parametrize("text", ["", "n/a", "https://example.org/10.1234/x", "10.12/x"])
def test_what_is_no_doi_gives_none(text: str) -> None:
    assert doi_of(text) == ""


@pytest.mark.parametrize(
    "text",
    ["2101.00001", "arXiv:2101.00001", "https://arxiv.org/abs/2101.00001", "arxiv.org/pdf/2101.00001.pdf"],
)
def test_an_arxiv_identifier_is_found_bare_or_with_its_address(text: str) -> None:
    assert arxiv_of(text) == "2101.00001"
