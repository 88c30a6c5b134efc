"""The list of names that the training abstracts mark."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.candidates import Cover
from extractors.surfaces import normal
from extractors.vocabularies import LONGEST, annotated, known_type, passed_over
from ontology.model import EntityType


def found(text: str) -> list[tuple[str, str]]:
    return [(text[c.start : c.end], c.type.value) for c in passed_over(text, Cover(len(text)))]


def test_every_name_is_in_normal_form_and_short_enough_to_be_found() -> None:
    wrong = [name for name in annotated() if normal(name) != name or len(name.split(" ")) > LONGEST]
    assert wrong == []


@pytest.mark.parametrize(
    ("surface", "kind"),
    [
        ("Reinforcement Learning", EntityType.METHOD),
        ("image classification", EntityType.TASK),
        ("MNIST", EntityType.DATASET),
        ("neural architecture search", None),
        ("a name that nobody marked", None),
    ],
)
def test_a_type_is_known_where_the_annotators_nearly_always_agreed(surface: str, kind: EntityType | None) -> None:
    assert known_type(surface) is kind


def test_names_that_were_nearly_always_marked_are_found_the_longest_first() -> None:
    text = "Deep reinforcement learning for object detection on MNIST, with attention and planning."
    assert found(text) == [
        ("Deep reinforcement learning", "Method"),
        ("object detection", "Task"),
        ("MNIST", "Dataset"),
    ]


def test_a_name_that_something_covers_is_left_alone() -> None:
    text = "object detection"
    assert list(passed_over(text, Cover(len(text), [(7, 16)]))) == []


def test_a_missing_list_is_an_error(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(FileNotFoundError):
        annotated(tmp_path / "none.tsv")


@given(st.text(max_size=200))
def test_what_is_found_lies_in_the_text_and_does_not_overlap(text: str) -> None:
    end = 0
    for candidate in passed_over(text, Cover(len(text))):
        assert end <= candidate.start < candidate.end <= len(text)
        end = candidate.end


def test_the_work_grows_with_the_length_of_the_text() -> None:
    text = "deep reinforcement learning for image and video " * 1_000
    started = time.process_time()
    assert len(found(text)) >= 1_000
    assert time.process_time() - started < 10
