"""Mentions made consistent over a paper."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.abbreviations import definitions
from extractors.names import Candidate, complete, introduced
from ontology.model import EntityType


def names(text: str, title_end: int = 0) -> list[tuple[str, bool]]:
    return [(text[a:b], dataset) for a, b, dataset in introduced(text, title_end)]


def tag(text: str, surface: str, kind: EntityType = EntityType.METHOD, score: float = 0.9) -> Candidate:
    start = text.index(surface)
    return Candidate(start=start, end=start + len(surface), type=kind, score=score)


def surfaces(text: str, found: list[Candidate]) -> list[tuple[str, str]]:
    return [(text[c.start : c.end], c.type.value) for c in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose KOALA++, a scalable optimizer.", [("KOALA++", False)]),
        ("In this work, we propose R2ec, a unified model.", [("R2ec", False)]),
        ("To address this, we present HALO, a new approach.", [("HALO", False)]),
        ("This paper introduces Sparse MeZO, a novel method", [("Sparse MeZO", False)]),
        ("We introduce EngiBench, an open benchmark for design.", [("EngiBench", True)]),
        ("We also release EngiOpt, a companion library of algorithms.", [("EngiOpt", False)]),
        ("we analyse FedAvg, and present FOCUS, a method", [("FOCUS", False)]),
        ("We propose a new method called Spike4DGS for rendering", [("Spike4DGS", False)]),
        ("We propose a VAE-based model for images.", []),
        ("We propose a method for images.", []),
        ("We introduce Adam to newcomers.", []),
    ],
)
def test_introduced_names_are_found(text: str, expected: list[tuple[str, bool]]) -> None:
    assert names(text) == expected


def test_a_name_before_the_colon_of_a_title_is_introduced() -> None:
    text = "SpikingVTG: A Spiking Transformer ¶ We study things."
    assert names(text, text.index(" ¶")) == [("SpikingVTG", False)]


def test_an_introduced_name_is_a_mention_even_where_the_tagger_passed_it_over() -> None:
    text = "We propose KOALA++, an optimizer. KOALA++ wins."
    assert surfaces(text, complete(text, 0, [], [])) == [("KOALA++", "Method")] * 2


def test_a_surface_that_is_marked_once_is_marked_everywhere() -> None:
    text = "We use BERT here. Then BERT and RoBERTa and BERTs."
    assert surfaces(text, complete(text, 0, [tag(text, "BERT")], [])) == [("BERT", "Method")] * 2


def test_an_unsure_surface_does_not_spread() -> None:
    text = "We use BERT here. Then BERT again."
    assert len(complete(text, 0, [tag(text, "BERT", score=0.3)], [])) == 1


def test_the_short_form_takes_the_type_of_its_long_form() -> None:
    text = "Recent domain adaptation (DA) is hard. DA helps."
    found = complete(text, 0, [tag(text, "domain adaptation", EntityType.TASK)], definitions(text))
    assert surfaces(text, found) == [("domain adaptation", "Task"), ("DA", "Task"), ("DA", "Task")]


def test_a_surface_has_one_type_in_a_paper() -> None:
    text = "Clustering works. Clustering helps."
    first = tag(text, "Clustering", EntityType.TASK, 0.9)
    second = Candidate(start=18, end=28, type=EntityType.METHOD, score=0.6)
    assert {kind for _, kind in surfaces(text, complete(text, 0, [first, second], []))} == {"Task"}


@given(
    st.text(alphabet="ab AB().,-3", max_size=60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(1, 12), st.sampled_from(list(EntityType))), max_size=8),
)
def test_completed_mentions_never_overlap_and_are_ordered(text: str, spans: list[tuple[int, int, EntityType]]) -> None:
    tagged = [Candidate(start=a, end=min(a + n, len(text)), type=t, score=0.8) for a, n, t in spans if a < len(text)]
    found = complete(text, 0, tagged, definitions(text))
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(0 <= c.start < c.end <= len(text) for c in found)
