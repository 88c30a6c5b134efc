"""Term lists: what the file may say, and what is found in a text."""

from __future__ import annotations

from itertools import pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Span

import extractors.pipeline  # noqa: F401  (registers the components)
from extractors.clean import clean
from extractors.errors import ExtensionError
from extractors.terms import Term, TermFinder, read_terms
from extractors.tokens import UnitTokenizer
from ontology.model import THE_MODEL, EntityType


def nlp() -> Language:
    return spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.units.v1"}}})


NLP = nlp()
METHOD, TASK, DATASET = EntityType.METHOD, EntityType.TASK, EntityType.DATASET


def read(text: str) -> tuple[Term, ...]:
    return read_terms(text.encode(), "my.tsv")


def found(text: str, *terms: Term, entities: tuple[tuple[int, int, str], ...] = ()) -> list[tuple[str, str]]:
    doc = NLP(text)
    doc.set_ents([Span(doc, start, end, label) for start, end, label in entities])
    return [(e.text, e.label_) for e in TermFinder(NLP, terms, "my.tsv")(doc).ents]


def term(text: str, kind: EntityType = METHOD, exact: bool = True) -> Term:
    return Term(text=text, type=kind, exact=exact)


def test_two_columns_are_enough_and_types_may_be_in_any_case() -> None:
    assert read("BERT\tMethod\nparsing\ttask\n") == (term("BERT"), term("parsing", TASK, exact=False))


def test_a_header_names_the_columns_in_any_order() -> None:
    (one,) = read("Case\turl\ttype\tterm\nany\thttps://x.org/1\tDataset\tImageNet\n")
    assert one == Term(text="ImageNet", type=DATASET, exact=False, url="https://x.org/1")


def test_without_a_header_the_columns_stand_in_their_order() -> None:
    (one,) = read("ImageNet\tDataset\tQ1\thttps://x.org/1\tany")
    assert one == Term(text="ImageNet", type=DATASET, exact=False, identifier="Q1", url="https://x.org/1")


def test_without_a_case_a_capital_letter_makes_it_count() -> None:
    assert [t.exact for t in read("BERT\tMethod\ngraph neural network\tMethod\nBert\tMethod\t\t\tany")] == [
        True, False, False,
    ]  # fmt: skip


def test_blank_lines_comments_and_the_byte_order_mark_are_passed_over() -> None:
    assert read("\ufeff# mine\r\n\r\nBERT\tMethod\r\n \t \r\n#1 method\tMethod\r\n") == (
        term("BERT"), term("#1 method", exact=False),
    )  # fmt: skip


def test_a_term_listed_twice_is_one_term() -> None:
    assert read("BERT\tMethod\nBERT\tMethod\n") == (term("BERT"),)


def test_markup_in_a_term_is_resolved_as_in_a_text() -> None:
    assert [t.text for t in read("R$^2$ec\tMethod\n“smart”  search\tTask\n")] == ["R2ec", '"smart" search']


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no term"),
        ("term\ttype\n", "holds no term"),
        ("BERT\n", "line 1: no type; expected Method, Task or Dataset after a tab"),
        ("BERT Method\n", "line 1: no type"),
        ("BERT\tMethod\n\nGPT\tModel\n", "line 3: type 'Model'; expected Method, Task or Dataset"),
        ("term\ttype\tcase\nBERT\tMethod\tsome\n", "line 2: case 'some'; expected exact, any or nothing"),
        ("BERT\tMethod\tQ1\tjavascript:alert(1)\n", "line 1: url 'javascript:alert(1)'; expected one that begins with"),
        ("--\tMethod\n", "line 1: no term"),
        ("\tMethod\n", "line 1: no term"),
        ("a1\tMethod\t\t\tany\textra\n", "line 1: 6 cells; expected at most 5"),
        ("term\ttype\nBERT\tMethod\tQ1\n", "line 2: 3 cells; expected at most 2"),
        ("BERT\tMethod\nBERT\tTask\n", "line 2: 'BERT' is listed before, in line 1, with another type, id or url"),
        ("bert\tMethod\nBert\tTask\t\t\tany", "line 2: 'Bert' is listed before, in line 1"),
        ("term\ttype\tcolour\nBERT\tMethod\tred\n", "line 1: unknown column 'colour'"),
        ("term\ttype\ttype\n", "line 1: a column stands there twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ExtensionError) as failure:
        read(text)
    assert str(failure.value).startswith("my.tsv")
    assert message in str(failure.value)
    assert "\n" not in str(failure.value)


def test_another_encoding_is_told_with_its_line() -> None:
    with pytest.raises(ExtensionError, match=r"my\.tsv, line 2: not UTF-8"):
        read_terms("BERT\tMethod\nPoincaré\tMethod\n".encode("latin-1"), "my.tsv")


def test_the_longest_term_wins_and_whole_words_alone_are_found() -> None:
    terms = (term("network", exact=False), term("graph neural network", exact=False), term("BERT"))
    text = "A graph neural network beats networks, RoBERTa and BERT-based nets, and a Network."
    assert [name for name, _ in found(text, *terms)] == ["graph neural network", "BERT", "Network"]


def test_a_term_whose_case_counts_goes_before_one_in_any_case() -> None:
    terms = (term("clip", TASK, exact=False), term("CLIP", METHOD))
    assert found("CLIP and a clip", *terms) == [("CLIP", "Method"), ("clip", "Task")]


def test_blanks_count() -> None:
    assert found("GPT-4 and GPT - 4", term("GPT-4")) == [("GPT-4", "Method")]


def test_the_same_span_and_type_is_found_by_both_and_keeps_its_score() -> None:
    doc = NLP("We use BERT here")
    doc.set_ents([Span(doc, 2, 3, "Method")])
    doc.ents[0]._.score = 0.4
    one = Term(text="BERT", type=METHOD, exact=True, identifier="Q1", url="https://x.org")
    (entity,) = TermFinder(NLP, [one], "my.tsv")(doc).ents
    assert (entity._.score, entity._.extractors) == (0.4, (THE_MODEL, "my.tsv"))
    assert (entity._.identifier, entity._.url) == ("Q1", "https://x.org")


def test_a_new_term_has_score_one_and_its_own_provenance() -> None:
    (entity,) = TermFinder(NLP, [term("BERT")], "my.tsv")(NLP("We use BERT")).ents
    assert (entity._.score, entity._.extractors, entity.label_) == (1.0, ("my.tsv",), "Method")


@pytest.mark.parametrize(
    ("entities", "expected"),
    [
        (((1, 2, "Task"),), [("object detection", "Task")]),
        (((0, 4, "Task"),), [("fast object detection now", "Task")]),
        (((1, 3, "Dataset"),), [("object detection", "Task")]),
        (((0, 2, "Method"),), [("object detection", "Task")]),
        (((2, 4, "Method"), (0, 1, "Method")), [("fast", "Method"), ("object detection", "Task")]),
    ],
    ids=["a shorter one", "a longer one", "another type", "crossing and shorter", "beside and crossing"],
)
def test_what_wins_over_what(entities: tuple[tuple[int, int, str], ...], expected: list[tuple[str, str]]) -> None:
    text = "fast object detection now"
    assert found(text, term("object detection", TASK, exact=False), entities=entities) == expected


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
listed = st.lists(st.tuples(words, st.booleans(), st.sampled_from(EntityType)), min_size=1, max_size=6)


@given(listed, st.lists(words, max_size=12), st.text(max_size=40))
def test_every_match_is_a_term_of_whole_units_and_none_is_missed(
    given_terms: list[tuple[str, bool, EntityType]], pieces: list[str], rest: str
) -> None:
    terms = [
        Term(text=clean(text).text, type=kind, exact=exact)
        for text, exact, kind in given_terms
        if any(c.isalnum() for c in clean(text).text)
    ]
    mixed = [piece for pair in zip(pieces, [t.text for t in terms] * 12, strict=False) for piece in pair]
    text = clean(" ".join([*mixed, rest])).text
    doc = UnitTokenizer(NLP.vocab)(text)
    finder = TermFinder(NLP, terms, "my.tsv")
    hits = finder.occurrences(doc)
    assert all(a[1] <= b[0] for a, b in pairwise(hits))
    taken = [False] * len(doc)
    for start, end, one in hits:
        surface = doc[start:end].text
        assert surface == one.text or (not one.exact and surface.lower() == one.text.lower())
        taken[start:end] = [True] * (end - start)
    borders = {token.idx: token.i for token in doc} | {token.idx + len(token): token.i + 1 for token in doc}
    for one in terms:
        place = text.find(one.text)
        while place >= 0:
            start, end = ({t.idx: t.i for t in doc}.get(place), borders.get(place + len(one.text)))
            if start is not None and end is not None:
                assert any(taken[start:end]), (one, place)
            place = text.find(one.text, place + 1)


def told(data: bytes) -> str:
    """What is wrong with a file of terms; empty where nothing is."""
    try:
        return "" if read_terms(data, "my.tsv") else "no terms and no error"
    except ExtensionError as error:
        return str(error)


lines = st.text(st.sampled_from("ab\t\n\r #\"'\\,|éMethodTask\x0b\u2028"), max_size=80).map(str.encode)


@given(st.one_of(st.binary(max_size=200), lines))
def test_any_bytes_give_terms_or_one_clear_line(data: bytes) -> None:
    message = told(data)
    assert message == "" or message.startswith("my.tsv")
    assert "\n" not in message
