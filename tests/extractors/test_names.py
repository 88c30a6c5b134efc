"""Mentions made consistent over a paper."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.abbreviations import definitions
from extractors.introductions import introduced
from extractors.names import Candidate, Rule, complete
from ontology.model import EntityType


def names(text: str, title_end: int = 0) -> list[tuple[str, str]]:
    """Introduced names as a tagger that sees nothing leaves them: with the type that the words around tell."""
    ranges = introduced(text, title_end)
    found = {(c.start, c.end): c.type.value for c in complete(text, title_end, [], [])}
    return [(text[a:b], found[a, b]) for a, b in ranges]


def tag(text: str, surface: str, kind: EntityType = EntityType.METHOD, score: float = 0.9) -> Candidate:
    start = text.index(surface)
    return Candidate(start=start, end=start + len(surface), type=kind, score=score)


def surfaces(text: str, found: list[Candidate]) -> list[tuple[str, str]]:
    return [(text[c.start : c.end], c.type.value) for c in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose KOALA++, a scalable optimizer.", [("KOALA++", "Method")]),
        ("In this work, we propose R2ec, a unified model.", [("R2ec", "Method")]),
        ("To address this, we present HALO, a new approach.", [("HALO", "Method")]),
        ("This paper introduces Sparse MeZO, a novel method", [("Sparse MeZO", "Method")]),
        ("We introduce EngiBench, an open benchmark for design.", [("EngiBench", "Dataset")]),
        ("We also release EngiOpt, a companion library of algorithms.", [("EngiOpt", "Method")]),
        ("we analyse FedAvg, and present FOCUS, a method", [("FOCUS", "Method")]),
        ("We propose a new method called Spike4DGS for rendering", [("Spike4DGS", "Method")]),
        ("we present Normalization-Free (NF)-SpikingVTG, which", []),
        ("We propose a VAE-based model for images.", []),
        ("We propose a method for images.", []),
        ("We introduce Adam to newcomers.", []),
    ],
)
def test_introduced_names_are_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert names(text) == expected


def test_a_name_before_the_colon_of_a_title_is_introduced() -> None:
    text = "SpikingVTG: A Spiking Transformer ¶ We study things."
    assert names(text, text.index(" ¶")) == [("SpikingVTG", "Method")]


def test_an_apposition_overrules_the_type_that_the_tagger_gave() -> None:
    text = "We present HALO, a new training approach. HALO wins."
    found = complete(text, 0, [tag(text, "HALO", EntityType.DATASET)], [])
    assert surfaces(text, found) == [("HALO", "Method")] * 2


def test_a_part_of_a_defined_short_form_is_widened_to_all_of_it() -> None:
    text = "federated recommendation for joint venture ecosystems (FR-JVE) works. FR-JVE wins."
    found = complete(text, 0, [tag(text, "JVE")], definitions(text))
    assert ("FR-JVE", "Method") in surfaces(text, found)
    assert not any(surface == "JVE" for surface, _ in surfaces(text, found))


def test_both_forms_of_a_proposed_abbreviation_are_methods_whatever_the_tagger_cut_out_of_them() -> None:
    text = "we propose an efficient federated recommendation for joint venture ecosystems (FR-JVE) that wins. FR-JVE."
    tagged = [tag(text, "federated recommendation"), tag(text, "FR", EntityType.TASK)]
    assert surfaces(text, complete(text, 0, tagged, definitions(text))) == [
        ("federated recommendation for joint venture ecosystems", "Method"),
        ("FR-JVE", "Method"),
        ("FR-JVE", "Method"),
    ]


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        ("a (stochastic) gradient descent run", "stochastic) gradient descent", "(stochastic) gradient descent"),
        ("at (SemEval 2010) we", "SemEval 2010)", "SemEval 2010"),
        ("on Room-Across-Room we", "Room-Across-", "Room-Across"),
        ('the "LSTM" is', '"LSTM"', "LSTM"),
        ("Normalization-Free (NF)-Net", "Normalization-Free (NF)-Net", "Normalization-Free (NF)-Net"),
        ("the set A* here", "A*", "A*"),
    ],
)
def test_a_span_has_no_loose_ends_and_whole_brackets(text: str, cut: str, whole: str) -> None:
    assert surfaces(text, complete(text, 0, [tag(text, cut)], [])) == [(whole, "Method")]


def test_an_introduced_name_is_a_mention_even_where_the_tagger_passed_it_over() -> None:
    text = "We propose KOALA++, an optimizer. KOALA++ wins."
    assert surfaces(text, complete(text, 0, [], [])) == [("KOALA++", "Method")] * 2


def test_a_surface_that_is_marked_once_is_marked_everywhere() -> None:
    text = "We use FROB here. Then FROB and RoFROB and FROBs."
    assert surfaces(text, complete(text, 0, [tag(text, "FROB")], [])) == [("FROB", "Method")] * 2


def test_an_unsure_surface_does_not_spread() -> None:
    text = "We use FROB here. Then FROB again."
    assert len(complete(text, 0, [tag(text, "FROB", score=0.3)], [])) == 1


def test_the_short_form_takes_the_type_of_its_long_form() -> None:
    text = "Recent domain adaptation (DA) is hard. DA helps."
    found = complete(text, 0, [tag(text, "domain adaptation", EntityType.TASK)], definitions(text))
    assert surfaces(text, found) == [("domain adaptation", "Task"), ("DA", "Task"), ("DA", "Task")]


def test_a_surface_has_one_type_in_a_paper() -> None:
    text = "Clustering works. Clustering helps."
    first = tag(text, "Clustering", EntityType.TASK, 0.9)
    second = Candidate(start=18, end=28, type=EntityType.METHOD, score=0.6)
    assert {kind for _, kind in surfaces(text, complete(text, 0, [first, second], []))} == {"Task"}


@pytest.mark.parametrize(
    ("text", "cut", "names"),
    [
        ("a BERT-based question answering system", "BERT-based question answering", ["BERT", "question answering"]),
        ("an LSTM based tagger", "LSTM based", ["LSTM"]),
        ("a graph-based parser", "graph-based parser", ["graph-based parser"]),
        ("on image and video captioning", "image and video captioning", ["video captioning"]),
    ],
)
def test_a_span_of_two_names_is_cut(text: str, cut: str, names: list[str]) -> None:
    found = complete(text, 0, [tag(text, cut, EntityType.TASK)], [])
    assert [surface for surface, _ in surfaces(text, found)] == names


def test_what_stands_before_based_is_a_method() -> None:
    text = "a BERT-based xyz answering system"
    found = complete(text, 0, [tag(text, "BERT-based xyz answering", EntityType.TASK)], [])
    assert surfaces(text, found) == [("BERT", "Method"), ("xyz answering", "Task")]


def test_the_long_form_of_an_abbreviation_is_one_name() -> None:
    text = "The convergence of Alternating Direction with Adaptive Penalty (ADWAP) holds."
    tagged = [tag(text, "Alternating Direction"), tag(text, "Adaptive Penalty")]
    assert surfaces(text, complete(text, 0, tagged, definitions(text))) == [
        ("Alternating Direction with Adaptive Penalty", "Method"),
        ("ADWAP", "Method"),
    ]


def test_a_generic_tail_stays_outside_the_long_form() -> None:
    text = "the Concave Utility Reinforcement Learning problem (CURL) here"
    found = complete(text, 0, [tag(text, "Concave Utility Reinforcement Learning")], definitions(text))
    assert ("Concave Utility Reinforcement Learning", "Method") in surfaces(text, found)


@pytest.mark.parametrize("word", ["model", "Methods", "deep learning", "framework", "dataset", "task", "approaches"])
def test_a_word_that_names_nothing_in_particular_is_no_mention(word: str) -> None:
    text = f"We use {word} here."
    assert complete(text, 0, [tag(text, word)], []) == []


def test_an_improbable_span_is_left_out() -> None:
    text = "We use frobnication here."
    assert complete(text, 0, [tag(text, "frobnication", score=0.29)], []) == []


def test_the_type_that_the_annotators_always_gave_wins_over_a_doubtful_one() -> None:
    text = "We apply image classification here."
    found = complete(text, 0, [tag(text, "image classification", EntityType.METHOD, 0.6)], [])
    assert surfaces(text, found) == [("image classification", "Task")]


def test_a_name_that_the_annotators_always_marked_is_found_without_the_tagger() -> None:
    text = "We study named entity recognition."
    assert surfaces(text, complete(text, 0, [], [])) == [("named entity recognition", "Task")]


@pytest.mark.parametrize("rule", list(Rule))
def test_each_rule_can_be_switched_off(rule: Rule) -> None:
    text = "We propose a parser (P1). The parser parses; named entity recognition (NER) too. NER wins."
    tagged = [tag(text, "parser"), tag(text, "NER", EntityType.TASK, 0.4)]
    found = complete(text, 0, tagged, definitions(text), rules=frozenset(Rule) - {rule})
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_many_definitions_take_no_more_than_their_number() -> None:
    text = "sparse graph parsing model (SGPM) and " * 1_200
    tagged = [tag(text, "sparse graph"), tag(text, "parsing model")]
    started = time.process_time()
    complete(text, 0, tagged, definitions(text))
    assert time.process_time() - started < 30


@given(
    st.text(alphabet="ab AB().,-3", max_size=60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(1, 12), st.sampled_from(list(EntityType))), max_size=8),
)
def test_completed_mentions_never_overlap_and_are_ordered(text: str, spans: list[tuple[int, int, EntityType]]) -> None:
    tagged = [Candidate(start=a, end=min(a + n, len(text)), type=t, score=0.8) for a, n, t in spans if a < len(text)]
    found = complete(text, 0, tagged, definitions(text))
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(0 <= c.start < c.end <= len(text) for c in found)
