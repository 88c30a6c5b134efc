from __future__ import annotations

import pytest

from kg.link.normal import words
from kg.link.variants import drops_a_word, same_name


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("compressed sensing", "compressive sensing"),
        ("convolution neural network", "convolutional neural network"),
        ("long short-term memory networks", "long short-term memory"),
        ("reinforcement learning from human feedback", "reinforcement learning with human feedback"),
        ("knowledge base question answering", "knowledge-based question answering"),
        ("empirical risk minimization", "emipirical risk minimization"),
        ("argumentation mining", "argument mining"),
    ],
)
def test_loose_spellings_are_one_name(left: str, right: str) -> None:
    assert same_name(words(left), words(right))
    assert same_name(words(right), words(left))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("semi-supervised learning", "self-supervised learning"),
        ("unsupervised domain adaptation", "universal domain adaptation"),
        ("deep reinforcement learning", "distributional reinforcement learning"),
        ("recurrent neural network", "recursive neural network"),
        ("asymmetric matrix factorization", "symmetric matrix factorization"),
        ("dynamic programming", "differential privacy"),
        ("track 1 system", "track 2 system"),
    ],
)
def test_different_long_forms_stay_apart(left: str, right: str) -> None:
    assert not same_name(words(left), words(right))


def test_a_word_may_be_left_out_only_of_a_form_that_spells_the_abbreviation() -> None:
    full, loose = words("convolutional neural network"), words("convolutional network")
    assert drops_a_word("cnn", full, loose)
    assert not drops_a_word("cn", full, loose)
    assert not drops_a_word("cnn", full, words("neural network"))
