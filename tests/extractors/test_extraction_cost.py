"""The work for a paper grows with its length, not with its square."""

from __future__ import annotations

import time

import pytest

import extractors
from ontology.model import Paper


@pytest.mark.parametrize(
    "abstract",
    ["BERT, " * 8_000, "BERT (GPT) " * 4_500, "-" * 49_900, "*" * 49_900, "(" * 20_000 + "x" + ")" * 20_000],
    ids=["a list of names", "names and brackets", "dashes", "asterisks", "nested brackets"],
)
def test_the_longest_abstract_that_is_read_takes_seconds(abstract: str) -> None:
    """Minutes before the bounds on sentences and pairs; the bound here is generous, for machines that are shared."""
    started = time.process_time()
    next(extractors.extract([Paper(id="1", abstract=abstract)]))
    assert time.process_time() - started < 60
