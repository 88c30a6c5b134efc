"""Which characters are taken."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from extractors.candidates import Cover, occurrences


def test_a_range_is_free_until_one_of_its_characters_is_taken() -> None:
    cover = Cover(10, [(2, 4)])
    assert cover.is_free(4, 10)
    assert not cover.is_free(0, 3)
    cover.add(9, 10)
    assert not cover.is_free(4, 10)


@given(st.text(alphabet="ab_- 1é", max_size=40), st.text(alphabet="ab_- 1é", min_size=1, max_size=4))
def test_a_surface_occurs_where_no_letter_or_digit_touches_it(text: str, surface: str) -> None:
    expected = [m.span() for m in re.finditer(rf"(?<![^\W_]){re.escape(surface)}(?![^\W_])", text)]
    assert list(occurrences(text, surface)) == expected
