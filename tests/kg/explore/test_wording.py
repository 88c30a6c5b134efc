from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.explore.wording import RELATIONS, link, said, shortened, visible
from ontology.vocabulary import PAPER_PROPERTIES, RELATION_PROPERTIES


def paper(**given: str) -> dict[str, str]:
    return {"url": "", "doi": "", "arxiv": "", **given}


def test_every_property_of_the_ontology_has_words_for_both_directions() -> None:
    assert {*PAPER_PROPERTIES.values(), *RELATION_PROPERTIES.values()} <= RELATIONS.keys()


def test_an_unknown_property_is_still_readable() -> None:
    assert said("inspiredByMethod")[0] == "inspired by method"


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://", "//x.org",
     "https://x.org/ a", "java\nscript:alert(1)", "vbscript:x", "http://[", "not a link"],
)  # fmt: skip
def test_what_is_not_a_web_address_is_no_link(url: str) -> None:
    assert link(paper(url=url)) == ""


def test_a_paper_is_linked_by_its_url_then_its_doi_then_arxiv() -> None:
    assert link(paper(url="https://x.org/1", doi="10.1234/a")) == "https://x.org/1"
    assert link(paper(url="javascript:x", doi="10.1234/a<b")) == "https://doi.org/10.1234/a%3Cb"
    assert link(paper(arxiv="2101.00001v2")) == "https://arxiv.org/abs/2101.00001v2"
    assert link(paper(doi="evil", arxiv="../../x")) == ""


@given(st.text(max_size=80), st.integers(2, 40))
def test_a_shortened_text_is_never_longer_and_says_that_it_was_cut(text: str, most: int) -> None:
    short = shortened(text, most)
    assert len(short) <= most
    assert short == text or short.endswith("…")


@given(st.text(max_size=80))
def test_a_visible_text_stays_on_one_line_and_reorders_nothing(text: str) -> None:
    seen = visible(text)
    assert seen
    assert not set(seen) & set("\n\r\t\0\u2028\u2029\u202e\u2066\u2069")
