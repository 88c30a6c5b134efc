"""Abbreviation definitions (Schwartz and Hearst 2003)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.abbreviations import definitions, find


def pairs(text: str) -> list[tuple[str, str]]:
    return [(a.short, a.long) for a in find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("theory for stochastic gradient descent (SGD) with", [("SGD", "stochastic gradient descent")]),
        ("Heat shock transcription factor 1 (HSF1) binds", [("HSF1", "Heat shock transcription factor 1")]),
        ("we train large language models (LLMs) on", [("LLMs", "large language models")]),
        ("3D Gaussian Splatting (3DGS) renders", [("3DGS", "3D Gaussian Splatting")]),
        ("we use SPOT (Sparse Policy Optimization Trees) here", [("SPOT", "Sparse Policy Optimization Trees")]),
        (
            "a federated recommendation for the joint venture ecosystem (FR-JVE) method",
            [("FR-JVE", "federated recommendation for the joint venture ecosystem")],
        ),
        ('the "effects of causes" (EoC) and', [("EoC", "effects of causes")]),
        ("stochastic gradient descent (SGD; Robbins and Monro, 1951)", [("SGD", "stochastic gradient descent")]),
        ("by extending In-Context Learning (ICL) to", [("ICL", "In-Context Learning")]),
        ("good results (see Table 2) and (e.g., images)", []),
        ("accuracy of ResNet (94.5%)", []),
        ("we propose a model (X)", []),
    ],
)
def test_definitions_are_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


@given(st.text(alphabet="abAB ()[],.;-1", max_size=80))
def test_ranges_lie_in_the_text_and_do_not_overlap(text: str) -> None:
    for d in definitions(text):
        assert 0 <= d.short[0] < d.short[1] <= len(text)
        assert 0 <= d.long[0] < d.long[1] <= len(text)
        assert d.long[1] <= d.short[0] or d.short[1] <= d.long[0]
