"""Two taggers as one."""

from __future__ import annotations

import numpy as np
import pytest

from extractors.blend import geometric_mean


@pytest.mark.parametrize(("weight", "wanted"), [(0.0, [0.8, 0.2]), (1.0, [0.5, 0.5])])
def test_a_weight_at_its_end_gives_one_of_the_two(weight: float, wanted: list[float]) -> None:
    found = geometric_mean(np.array([[0.8, 0.2]]), np.array([[0.5, 0.5]]), weight)
    assert found[0].tolist() == pytest.approx(wanted)


def test_a_label_needs_the_consent_of_both() -> None:
    found = geometric_mean(np.array([[0.6, 0.4, 0.0]]), np.array([[0.0, 0.4, 0.6]]), 0.5)
    assert found[0].argmax() == 1


def test_an_empty_document_has_no_rows() -> None:
    assert geometric_mean(np.zeros((0, 13)), np.zeros((0, 13)), 0.3).shape == (0, 13)
