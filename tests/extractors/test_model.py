"""The packaged pipeline: it holds its quality floors, and no text breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import extractors
from extractors.extraction import extract_with
from ontology.model import Document, Field, Paper, RelationType

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
SAMPLES = sorted((ROOT / "docs" / "examples" / "neurips2025").glob("*.txt"))
DEV = SHARED / "ner" / "abstracts" / "dev.jsonl.gz"
NEURIPS = SHARED / "gold" / "neurips2025-000.jsonl"
RECORDS = [r"\emph{X}", "$L^\\infty$", "we propose FooNet (FN), a", "\n\n", "\u202eabc", "ﬁ", "😀", "R$^2$ec", "(", ")"]


def read(paths: list[Path]) -> Iterator[Paper]:
    for path in paths:
        for number, text in enumerate(path.read_text(encoding="utf-8").split("\n\n")[1:], start=1):
            if text.strip():
                yield Paper(id=f"{path.stem}-{number}", abstract=text.strip("\n"), year=2025)


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    """What the pipeline finds in the 57 sample abstracts."""
    return list(extractors.extract(read(SAMPLES)))


def check(document: Document) -> None:
    """What holds for every document whatever the text."""
    paper = document.paper
    places = [(m.field != Field.TITLE, m.start, m.end) for m in document.mentions]
    assert places == sorted(places)
    for m in document.mentions:
        raw = paper.text(m.field)
        assert raw[m.start : m.end] == m.text != ""
        assert 0.0 <= m.score <= 1.0
        assert m.sentence.field is m.field
        assert m.sentence.start <= m.start < m.end <= m.sentence.end <= len(raw)
    for r in document.relations:
        head, tail = document.mentions[r.head], document.mentions[r.tail]
        assert r.head != r.tail
        inside = [m for m in (head, tail) if m.field is r.sentence.field]
        assert inside
        assert len(inside) == 2 or r.sentence.field is Field.ABSTRACT
        assert all(r.sentence.start <= m.start < m.end <= r.sentence.end for m in inside)


def test_every_mention_in_the_samples_is_the_raw_slice_with_its_sentence(documents: list[Document]) -> None:
    assert len(documents) == 57
    for document in documents:
        check(document)


def test_the_samples_give_enough_mentions_and_relations(documents: list[Document]) -> None:
    assert sum(len(d.mentions) for d in documents) >= 600
    assert sum(r.type is RelationType.USED_FOR for d in documents for r in d.relations) >= 30


def test_several_processes_give_the_same_documents_in_order(documents: list[Document]) -> None:
    assert list(extractors.extract(islice(read(SAMPLES), 40), workers=2)) == documents[:40]


def test_the_batch_a_paper_is_in_does_not_change_its_document(documents: list[Document]) -> None:
    alone = [next(extractors.extract([d.paper])) for d in documents[:5]]
    assert alone == documents[:5]


def test_a_minimum_score_leaves_the_unsure_mentions_out(documents: list[Document]) -> None:
    sure = list(extractors.extract([d.paper for d in documents[:10]], min_score=0.8))
    assert all(m.score >= 0.8 for d in sure for m in d.mentions)
    assert 0 < sum(len(d.mentions) for d in sure) < sum(len(d.mentions) for d in documents[:10])
    for document in sure:
        check(document)


@settings(max_examples=60)
@given(
    st.one_of(st.text(max_size=300), st.lists(st.sampled_from(RECORDS), max_size=12).map(" ".join)),
    st.text(max_size=40),
)
def test_no_text_breaks_the_pipeline(abstract: str, title: str) -> None:
    check(next(extractors.extract([Paper(id="1", title=title, abstract=abstract)])))


@pytest.mark.parametrize(
    "abstract",
    ["", " ", "$", r"$\alpha$ $\beta$", "We propose FooNet. " * 400, "word " * 2_000, "((((" * 900, "A-" * 900],
)
def test_odd_and_long_texts_are_extracted(abstract: str) -> None:
    check(next(extractors.extract([Paper(id="1", abstract=abstract)])))


def test_the_pipeline_alone_is_a_spacy_pipeline() -> None:
    doc = extractors.load()("We propose FooNet, a graph neural network for image classification on ImageNet.")
    assert "FooNet" in [e.text for e in doc.ents]
    assert {e.text: e._.role for e in doc.ents}["FooNet"] == "proposed"
    assert all(0.0 <= e._.score <= 1.0 for e in doc.ents)


def test_a_component_of_the_users_own_runs_in_the_pipeline() -> None:
    from spacy.language import Language

    @Language.component("drop_everything")
    def drop_everything(doc):  # type: ignore[no-untyped-def]
        doc.set_ents([])
        return doc

    nlp = extractors.load()
    nlp.add_pipe("drop_everything", after="paper_names")
    assert extract_with(nlp, [Paper(id="1", abstract="They use BERT for parsing.")])[0].mentions == ()


def test_the_card_says_what_the_weights_were_trained_on() -> None:
    info = extractors.info()
    assert info.card["licence"] == "Apache-2.0"
    assert "scier" not in info.card["data"]
    assert len(info.model_sha256) == 64


def test_the_files_of_the_model_are_small_enough_to_ship() -> None:
    files = [p for p in (ROOT / "extractors" / "model").rglob("*") if p.is_file()]
    assert max(p.stat().st_size for p in files) < 30_000_000
    assert sum(p.stat().st_size for p in files) < 45_000_000


@pytest.mark.skipif(not DEV.exists(), reason="the annotated abstracts are not beside the checkout")
def test_strict_f1_on_the_dev_abstracts_holds_its_floor() -> None:
    from kg.evaluate import evaluate

    scores = evaluate(DEV)
    assert scores.strict.f1 >= 0.715
    assert scores.types["Method"].f1 >= 0.74
    assert scores.types["Task"].f1 >= 0.655
    assert scores.types["Dataset"].f1 >= 0.7
    assert scores.proposed is not None
    assert scores.proposed.f1 >= 0.60


@pytest.mark.skipif(not NEURIPS.exists(), reason="the annotated sample abstracts are not beside the checkout")
def test_strict_f1_on_the_sample_abstracts_holds_its_floor() -> None:
    from kg.evaluate import evaluate

    assert evaluate(NEURIPS).strict.f1 >= 0.75
