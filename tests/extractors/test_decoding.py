"""Labels and the best well-formed sequence."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractors.decoding import LABELS, encode, span_probability, spans, viterbi


@given(st.integers(0, 30), st.integers(0, 2**32 - 1))
def test_every_decoded_sequence_is_well_formed(length: int, seed: int) -> None:
    logs = np.log(np.random.default_rng(seed).dirichlet(np.ones(len(LABELS)), size=length) + 1e-9)
    path = viterbi(logs)
    assert len(path) == length
    assert encode(length, spans(path)).tolist() == path


def test_the_best_sequence_wins_over_the_best_labels_alone() -> None:
    probabilities = np.full((2, len(LABELS)), 0.001)
    probabilities[0, LABELS.index("B-Method")] = 0.6
    probabilities[0, 0] = 0.39
    probabilities[1, 0] = 0.9
    probabilities[1, LABELS.index("E-Method")] = 0.05
    assert spans(viterbi(np.log(probabilities))) == []


def test_spans_and_encode_are_inverse() -> None:
    marked = [(0, 1, "Method"), (1, 4, "Task"), (5, 7, "Dataset")]
    assert spans(encode(8, marked).tolist()) == marked


def test_a_span_is_as_sure_as_its_labels() -> None:
    probabilities = np.full((3, len(LABELS)), 0.01)
    path = encode(3, [(0, 3, "Task")]).tolist()
    probabilities[np.arange(3), path] = [0.9, 0.9, 0.9]
    assert abs(span_probability(probabilities, path, 0, 3) - 0.9) < 1e-9
