"""The JSON form of documents."""

from __future__ import annotations

import json

import pytest

from extractors.documents import from_json, to_json
from ontology.model import Document


def test_a_document_survives_the_round_trip(gold: tuple[Document, ...]) -> None:
    for document in gold:
        assert from_json(json.loads(json.dumps(to_json(document)))) == document


def test_every_gold_mention_is_the_raw_slice(gold: tuple[Document, ...]) -> None:
    for document in gold:
        for m in document.mentions:
            assert document.paper.text(m.field)[m.start : m.end] == m.text


def test_entities_are_written_beside_their_mentions(gold: tuple[Document, ...]) -> None:
    document = gold[0]
    record = to_json(document, [f"e{i}" for i in range(len(document.mentions))])
    assert [m["entity"] for m in record["mentions"]] == [f"e{i}" for i in range(len(document.mentions))]


def test_a_record_of_another_form_is_refused() -> None:
    with pytest.raises(KeyError):
        from_json({"id": "1"})
