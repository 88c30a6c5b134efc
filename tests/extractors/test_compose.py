"""Title and abstract as one clean text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extractors.compose import compose
from ontology.model import Field, Span


def test_spans_map_back_to_their_own_field() -> None:
    composed = compose(r"\emph{X}: a title", "The *abstract* of X")
    assert composed.text == "X: a title ¶ The abstract of X"
    assert composed.raw(0, 1) == Span(field=Field.TITLE, start=6, end=7)
    last = composed.text.rindex("X")
    assert composed.raw(last, last + 1) == Span(field=Field.ABSTRACT, start=18, end=19)


def test_a_span_over_both_fields_is_none() -> None:
    composed = compose("A title", "An abstract")
    assert composed.raw(2, len(composed.text)) is None


def test_a_paper_without_a_title_is_its_abstract() -> None:
    assert compose("", "Only this.").text == "Only this."


@given(st.text(max_size=60), st.text(max_size=60))
def test_every_token_range_maps_into_a_field(title: str, abstract: str) -> None:
    composed = compose(title, abstract)
    for i, sign in enumerate(composed.text):
        span = composed.raw(i, i + 1) if not sign.isspace() and sign != "¶" else None
        if span is not None:
            raw = title if span.field is Field.TITLE else abstract
            assert 0 <= span.start < span.end <= len(raw)
