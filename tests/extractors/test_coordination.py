"""Names that share a head."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.candidates import Candidate
from extractors.coordination import elided, last_conjunct
from ontology.model import EntityType


@pytest.mark.parametrize(
    ("surface", "tail"),
    [
        ("image and video classification", "video classification"),
        ("syntactic, semantic, and discourse parsing", "discourse parsing"),
        ("incremental or stochastic methods", "stochastic methods"),
        ("Precision and Recall Loss", "Precision and Recall Loss"),
        ("parameter- and memory-efficient fine-tuning", "parameter- and memory-efficient fine-tuning"),
        ("branch and bound", "branch and bound"),
        ("machine translation", "machine translation"),
    ],
)
def test_the_part_that_can_stand_alone_is_cut_out(surface: str, tail: str) -> None:
    assert surface[last_conjunct(surface) :] == tail


def names(text: str, *surfaces: str) -> list[str]:
    marked = [
        Candidate(start=text.index(s), end=text.index(s) + len(s), type=EntityType.TASK, score=0.9) for s in surfaces
    ]
    found = elided(text, marked)
    assert all(each.name.split(" ")[0] == text[each.start : each.end] for each in found)
    return [each.name for each in found]


def test_the_other_names_are_written_out() -> None:
    text = "We evaluate on image and video classification."
    assert names(text, "video classification") == ["image classification"]


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("Advances in machine learning and computer vision.", ["computer vision"]),
        ("We study parsing and machine translation.", ["machine translation"]),
        ("We study image and video classification.", ["image", "video classification"]),
    ],
)
def test_no_name_is_made_up(text: str, surfaces: list[str]) -> None:
    assert names(text, *surfaces) == []


@given(st.text(alphabet="ab ,-ndor", max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert 0 <= last_conjunct(text) <= len(text)
    whole = Candidate(start=0, end=max(1, len(text)), type=EntityType.TASK, score=0.9)
    assert isinstance(elided(text, [whole]), list)
