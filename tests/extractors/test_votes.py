"""One type for one name."""

from __future__ import annotations

from extractors.abbreviations import definitions
from extractors.candidates import Candidate
from extractors.votes import Votes
from ontology.model import EntityType

TEXT = "Domain adaptation (DA) is hard; DA helps. Graphs too."


def at(surface: str, kind: EntityType, start: int = 0) -> Candidate:
    begin = TEXT.index(surface, start)
    return Candidate(start=begin, end=begin + len(surface), type=kind, score=1.0)


def test_both_forms_of_an_abbreviation_vote_together() -> None:
    votes = Votes(TEXT, definitions(TEXT))
    votes.add(at("Domain adaptation", EntityType.TASK), 0.9)
    votes.add(at("DA", EntityType.METHOD), 0.5)
    assert votes.winner(at("DA", EntityType.METHOD, 25)) is EntityType.TASK


def test_a_name_that_nobody_voted_on_keeps_its_type() -> None:
    assert Votes(TEXT, []).winner(at("Graphs", EntityType.DATASET)) is EntityType.DATASET
