"""The transformer tagger as a spaCy component, on the weights that ship."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

import extractors
from extractors.decoding import LABELS
from extractors.encoder import pooled

TEXT = (
    "DropNet: Sparse Transformers ¶ We propose DropNet, a sparse transformer for machine translation. On the "
    "ImageNet dataset, DropNet outperforms BERT and recurrent neural networks."
)


@cache
def nlp() -> Language:
    return extractors.load()


def spans(pipeline: Language, text: str) -> list[tuple[str, str, float]]:
    return [(e.text, e.label_, e._.score) for e in pipeline(text).ents]


def blank() -> tuple[Language, Any]:
    pipeline = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.units.v1"}}})
    return pipeline, pipeline.add_pipe("encoder_tagger")


def test_without_weights_nothing_is_found_and_nothing_fails() -> None:
    pipeline, _ = blank()
    assert pipeline(TEXT).ents == ()
    assert len(pipeline("")) == 0


def test_settings_survive_the_disk_without_weights(tmp_path: Path) -> None:
    pipeline, tagger = blank()
    tagger.cfg["bias"] = 0.25
    pipeline.to_disk(tmp_path)
    again: Any = spacy.load(tmp_path).get_pipe("encoder_tagger")
    assert again.cfg == tagger.cfg


def test_tokens_without_pieces_are_given_the_row_for_outside() -> None:
    assert pooled(2, [], [], outside=np.ones(len(LABELS))).tolist() == [[1.0] * len(LABELS)] * 2


def test_methods_tasks_and_datasets_are_found() -> None:
    found = {(text, kind) for text, kind, _ in spans(nlp(), TEXT)}
    assert {
        ("DropNet", "Method"),
        ("machine translation", "Task"),
        ("ImageNet", "Dataset"),
        ("BERT", "Method"),
    } <= found


def test_the_span_group_holds_the_entities_with_probabilities() -> None:
    doc = nlp()(TEXT)
    assert list(doc.spans["mentions"]) == list(doc.ents)
    assert all(0.0 < e._.score < 1.0 for e in doc.ents)


@settings(max_examples=40)
@given(st.text(max_size=400))
def test_any_text_is_taken(text: str) -> None:
    doc = nlp()(text)
    assert doc.text == text


@pytest.mark.parametrize(
    "text",
    ["", " ", "¶", " ¶ ", r"$\alpha_{i} \mathcal{O}(n^2) \frac{a}{b}$", "a" * 50_000, "的" * 3000, "\u0301\u0301"],
)
def test_strange_texts_are_taken(text: str) -> None:
    assert nlp()(text).text == text


def test_a_paragraph_of_50000_characters_is_tagged_to_its_end() -> None:
    doc = nlp()("We evaluate BERT on machine translation. " * 1220)
    assert doc.ents[-1].start_char > 49_900


def test_a_document_does_not_depend_on_its_neighbours() -> None:
    others = ["Short.", TEXT * 20, "We use ImageNet to train ResNet-50.", ""]
    alone = spans(nlp(), TEXT)
    for batch_size in (1, 2, 32):
        docs = list(nlp().pipe([others[0], TEXT, *others[1:]], batch_size=batch_size))
        assert [(e.text, e.label_, e._.score) for e in docs[1].ents] == alone


def test_the_number_of_threads_changes_nothing() -> None:
    tagger: Any = nlp().get_pipe("mention_tagger")
    docs = [nlp().make_doc(text) for text in (TEXT, TEXT * 12, "ResNet")]
    before, tagger.threads = tagger.threads, 1
    one = tagger.predict(docs)
    tagger.threads = 3
    three = tagger.predict(docs)
    tagger.threads = before
    assert all(np.array_equal(a, b) for a, b in zip(one, three, strict=True))


def test_rows_are_probabilities() -> None:
    tagger: Any = nlp().get_pipe("mention_tagger")
    (rows,) = tagger.predict([nlp().make_doc(TEXT)])
    assert rows.shape == (len(nlp().make_doc(TEXT)), len(LABELS))
    assert np.allclose(rows.sum(axis=1), 1.0, atol=1e-5)


def test_hidden_states_are_there_when_asked_for() -> None:
    tagger: Any = nlp().get_pipe("mention_tagger").encoder  # type: ignore[attr-defined]
    doc = nlp().make_doc(TEXT)
    tagger.states = True
    tagger.predict([doc])
    tagger.states = False
    assert doc.tensor.shape == (len(doc), 384)


def test_disk_and_pickle_give_the_same_component_back(tmp_path: Path) -> None:
    nlp().to_disk(tmp_path / "pipeline")
    assert spans(spacy.load(tmp_path / "pipeline"), TEXT) == spans(nlp(), TEXT)
    again = pickle.loads(pickle.dumps(nlp().get_pipe("mention_tagger").encoder))  # type: ignore[attr-defined]
    doc = again(nlp().make_doc(TEXT))
    assert len(doc.ents) > 3
