"""What stays where two extractors speak of one place, over arbitrary spans."""

from __future__ import annotations

import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from extractors.attribution import Found, add
from ontology.model import THE_MODEL

NLP = spacy.blank("en")
Places = list[tuple[int, int, str]]
places = st.lists(
    st.tuples(st.integers(0, 11), st.integers(1, 4), st.sampled_from(["Method", "Task", "Dataset"])), max_size=8
)


def spans(doc: Doc, given_places: Places) -> list[Span]:
    """Spans of the document without overlaps."""
    return filter_spans([Span(doc, i, min(len(doc), i + n), label) for i, n, label in given_places])


@given(places, places)
def test_longer_spans_stay_and_the_new_one_of_two_as_long(old: Places, new: Places) -> None:
    doc = Doc(NLP.vocab, words=list("abcdefghijkl"))
    before, added = spans(doc, old), spans(doc, new)
    doc.set_ents(before)
    for span in doc.ents:
        span._.score = 0.5
    result = add(doc, [Found(span, 1.0) for span in added], "mine")
    kept = {(e.start, e.end): e for e in result.ents}
    assert [(e.start, e.end, e.label_) for e in result.ents] == [
        (e.start, e.end, e.label_) for e in result.spans["mentions"]
    ]
    for span in added:
        rivals = [e for e in before if e.start < span.end and span.start < e.end]
        if all(len(e) <= len(span) for e in rivals):
            assert (span.start, span.end) in kept
        if entity := kept.get((span.start, span.end)):
            agreed = any((e.start, e.end, e.label) == (span.start, span.end, span.label) for e in before)
            assert entity.label == span.label
            assert entity._.extractors == ((THE_MODEL, "mine") if agreed else ("mine",))
            assert entity._.score == (0.5 if agreed else 1.0)
        else:
            assert any(len(e) > len(span) and (e.start, e.end) in kept for e in rivals)
    untouched = [e for e in before if not any(e.start < s.end and s.start < e.end for s in added)]
    assert all(kept[e.start, e.end]._.extractors == (THE_MODEL,) for e in untouched)
