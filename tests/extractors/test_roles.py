"""The cues that tell what a paper does with a thing."""

from __future__ import annotations

import pytest

from extractors.abbreviations import definitions
from extractors.linear import build, feature_index
from extractors.names import Candidate
from extractors.roles import Setting, assign, features
from extractors.tokens import sentence_bounds
from ontology.model import EntityType, Role


def setting(text: str, *surfaces: str, kind: EntityType = EntityType.METHOD) -> Setting:
    found = [Candidate(start=text.index(s), end=text.index(s) + len(s), type=kind, score=0.9) for s in surfaces]
    return Setting(text, max(0, text.find(" ¶ ")), sentence_bounds(text), found, definitions(text))


def cues(text: str, surface: str, kind: EntityType = EntityType.METHOD) -> set[str]:
    found = features(setting(text, surface, kind=kind))[surface.lower(), kind]
    return {name.split("|")[1] for name in found if "cue=" in name or "introduced" in name or "follows" in name}


@pytest.mark.parametrize(
    ("text", "surface", "cue"),
    [
        ("We propose a novel graph attention network for parsing.", "graph attention network", "follows-proposal"),
        ("We propose a simple method called TextRank here.", "TextRank", "cue=named"),
        ("Our proposed TextRank wins.", "TextRank", "cue=own"),
        ("A depth denoising module is proposed here.", "depth denoising module", "cue=passive"),
        ("It outperforms BERT on all sets.", "BERT", "cue=compared"),
        ("Unlike BERT, it is small.", "BERT", "cue=compared"),
        ("Gains over the BERT baseline are large.", "BERT", "cue=baseline"),
        ("The model consists of a gated encoder.", "gated encoder", "cue=component"),
        ("Existing methods such as BERT fail.", "BERT", "cue=background"),
    ],
)
def test_a_wording_gives_its_cue(text: str, surface: str, cue: str) -> None:
    assert cue in cues(text, surface)


def test_what_follows_a_preposition_is_not_what_is_proposed() -> None:
    assert "follows-proposal" not in cues("We propose a method based on BERT here.", "BERT")


def test_both_forms_of_an_abbreviation_share_their_cues() -> None:
    text = "We propose a gated graph network (GGN) for parsing. GGN wins."
    found = features(setting(text, "gated graph network", "GGN"))
    assert any(f.endswith("follows-proposal") for f in found["ggn", EntityType.METHOD])


def test_a_role_fits_the_type_of_its_mention() -> None:
    rows = [feature_index("Task|count=1")]
    model = build(["compared", "addressed", "background"], rows, [[5.0, 0.0, 0.0]], [0.0, 0.1, 0.0])
    roles = assign(setting("We study parsing.", "parsing", kind=EntityType.TASK), model)
    assert [role for role, _ in roles] == [Role.ADDRESSED]
    assert all(0.0 <= probability <= 1.0 for _, probability in roles)
