"""Units and sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.vocab import Vocab

from extractors.tokens import UnitTokenizer, sentence_bounds

TOKENIZER = UnitTokenizer(Vocab())


def sentences(text: str) -> list[str]:
    return [text[a:b] for a, b in sentence_bounds(text)]


@given(st.text())
def test_tokens_give_the_text_back(text: str) -> None:
    assert TOKENIZER(text).text == text


def test_hyphens_and_brackets_stand_alone() -> None:
    assert [t.text for t in TOKENIZER("(NF)-SpikingVTG, GPT-2.")] == [
        "(",
        "NF",
        ")",
        "-",
        "SpikingVTG",
        ",",
        "GPT",
        "-",
        "2",
        ".",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We win. They lose.", ["We win.", "They lose."]),
        ("Methods, e.g. BERT, win. So do i.e. Others.", ["Methods, e.g. BERT, win.", "So do i.e. Others."]),
        ("See Smith et al. Their work.", ["See Smith et al. Their work."]),
        ("A gain of 3.5 points. 10 runs.", ["A gain of 3.5 points.", "10 runs."]),
        ("Title: X ¶ First. Second?", ["Title: X", "¶", "First.", "Second?"]),
        ('He said "stop." Then left.', ['He said "stop."', "Then left."]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(alphabet=st.sampled_from("ab .?!¶\"')A1"), max_size=80))
def test_sentences_are_ordered_disjoint_and_hold_every_sign(text: str) -> None:
    bounds = sentence_bounds(text)
    assert all(a < b for a, b in bounds)
    assert all(first[1] <= second[0] for first, second in pairwise(bounds))
    covered = "".join(text[a:b] for a, b in bounds)
    assert covered.replace(" ", "") == text.replace(" ", "")
