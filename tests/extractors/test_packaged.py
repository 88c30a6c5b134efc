"""The two packaged pipelines: what is loaded, what is not, and what they are called."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import extractors
from extractors.packaged import MODEL, info, load
from extractors.tagger import MentionTagger
from extractors.tokens import sentence_ranges
from ontology.model import Paper

TEXT = "We propose FooNet, a graph neural network for image classification on ImageNet."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model without what only the encoder needs."""
    place = tmp_path_factory.mktemp("model") / "model"
    shutil.copytree(MODEL, place, ignore=shutil.ignore_patterns("encoder", "paper_heads"))
    return place


def test_fast_is_the_tok2vec_tagger_alone(folder: Path) -> None:
    nlp = load("fast", path=folder)
    tagger = nlp.get_pipe("mention_tagger")
    assert isinstance(tagger, MentionTagger)
    assert tagger.cfg == json.loads((MODEL / "fast.json").read_text(encoding="utf-8"))
    doc = nlp(TEXT)
    assert "FooNet" in [e.text for e in doc.ents]
    assert all(e._.role for e in doc.ents)
    assert doc._.relations


def test_each_pipeline_has_a_name_and_a_hash_of_its_own(folder: Path) -> None:
    standard, fast = info(), info("fast")
    assert (fast.name, fast.version) == ("en_paperkg_fast", standard.version)
    assert standard.name != fast.name
    assert standard.model_sha256 != fast.model_sha256 == info("fast", path=folder).model_sha256


def test_the_settings_of_fast_are_in_its_hash_alone(tmp_path: Path) -> None:
    place = tmp_path / "model"
    shutil.copytree(MODEL, place)
    (place / "fast.json").write_text('{"bias": 1, "slope": 1, "intercept": 0}', encoding="utf-8")
    assert info(path=place).model_sha256 == info().model_sha256
    assert info("fast", path=place).model_sha256 != info("fast").model_sha256


def test_a_model_of_another_name_or_place_is_refused(tmp_path: Path) -> None:
    for work in (load, info):
        with pytest.raises(ValueError, match="no model 'slow': expected one of standard, fast"):
            work("slow")
    with pytest.raises(FileNotFoundError, match="no trained pipeline here"):
        load("fast", path=tmp_path)


def test_fast_gives_the_same_documents_in_several_processes() -> None:
    papers = [Paper(id=str(i), title=f"Paper {i}", abstract=TEXT) for i in range(40)]
    alone, shared = (list(extractors.extract(papers, workers=n, model="fast")) for n in (1, 2))
    assert alone == shared
    assert alone[0].mentions


FAST = load("fast")
PIECES = ["a", "B", ". ", " ", "¶", " ¶ ", "et al. ", "x\n", "?", "(", "é", "😀", "word " * 400]


@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=20).map("".join)))
def test_sentence_ranges_are_those_of_spacy(text: str) -> None:
    doc = FAST.get_pipe("paper_sentences")(FAST.make_doc(text))
    assert sentence_ranges(doc) == [(s.start_char, s.end_char) for s in doc.sents]
