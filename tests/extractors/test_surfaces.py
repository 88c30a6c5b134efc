"""The form in which two surfaces are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.surfaces import normal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tree-Wrapping Grammars", "tree wrapping grammar"),
        ("GANs", "GAN"),
        ("Clustering", "clustering"),
        ("fine-tuning", "fine tuning"),
    ],
)
def test_spellings_of_one_name_have_one_form(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"), [("CLIP", "clip"), ("SLING", "sling"), ("bias", "bia"), ("GPT-2", "GPT-3"), ("loss", "los")]
)
def test_different_names_have_different_forms(one: str, other: str) -> None:
    assert normal(one) != normal(other)


@given(st.text(max_size=40))
def test_any_text_has_a_form(text: str) -> None:
    assert isinstance(normal(text), str)
