"""Text of any kind is extracted: nothing fails, and every offset lies in the raw text and gives the mention back."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import extractors
from extractors.abbreviations import definitions
from extractors.names import Candidate, complete
from ontology.model import Document, EntityType, Field, Paper

SECONDS = 60
"""Of CPU for one text; generous, for machines that are shared."""

# Every plane and category but lone surrogates, which no UTF-8 file can hold and the readers replace.
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
# What goes wrong is rarely drawn from a million signs: controls, directions, joiners, marks, and wide planes.
STRANGE = st.text(
    st.sampled_from("\0\x07\x1b\x7f\x85\u00a0\u00ad\u0301\u0489\u061c\u200b\u200d\u200f\u202e\u2028\u2029\u2066\u2069")
    | st.sampled_from("\u3000\ufe0f\ufeff\ufffc\ufffd\uffff\ue000\U000e0041\U0010ffff¶\r\n\t")
    | st.characters(categories=["Mn", "Me", "Cf", "Cc", "Zs", "So", "Lo"]),
    max_size=60,
)
MARKUP = st.text(st.sampled_from("$\\{}[]()^_*`~&<>/;#%\"'|-–—. \nabAB12"), max_size=120)
# So that there is something to find between the signs, and its offsets have to be right.
NAMES = st.sampled_from(
    ["We propose FooNet (FN),", "a BERT model", "image classification", "ImageNet", "outperforms GPT-4.", r"\emph{X}"]
)
TEXTS = st.lists(ANY | STRANGE | MARKUP | NAMES, max_size=8).map(" ".join)


def extracted(abstract: str, title: str = "") -> Document:
    """The document of a paper, after a check of every offset in it."""
    (document,) = extractors.extract([Paper(id="1", title=title, abstract=abstract)])
    last = (False, 0)
    for mention in document.mentions:
        raw = document.paper.text(mention.field)
        assert 0 <= mention.start < mention.end <= len(raw)
        assert raw[mention.start : mention.end] == mention.text
        assert mention.sentence.field is mention.field
        assert 0 <= mention.sentence.start <= mention.start < mention.end <= mention.sentence.end <= len(raw)
        assert 0.0 <= mention.score <= 1.0
        place = (mention.field is not Field.TITLE, mention.start)
        assert last <= place
        last = (place[0], mention.end)
    for relation in document.relations:
        head, tail = document.mentions[relation.head], document.mentions[relation.tail]
        assert head is not tail
        assert head.field is tail.field is relation.sentence.field
        assert 0.0 <= relation.score <= 1.0
    whole = f"{title}\n{abstract}"
    assert all(pair.short in whole and pair.long in whole for pair in document.abbreviations)
    return document


@settings(max_examples=100)
@given(abstract=TEXTS, title=st.just("") | ANY | STRANGE | MARKUP)
def test_any_text_gives_a_document_with_true_offsets(abstract: str, title: str) -> None:
    extracted(abstract, title)


@settings(max_examples=40)
@given(STRANGE | MARKUP)
def test_a_name_is_given_back_as_it_stands_between_strange_signs(around: str) -> None:
    abstract = f"{around} We propose DropNet, a transformer for machine translation on the ImageNet dataset. {around}"
    extracted(abstract, around)


@pytest.mark.parametrize("sign", ["\u0301", "\u200b", "\u202e", "的", "م", "😀", "𝔸", "\u00ad", "\0", "\x1b[31m", "ﬃ"])
def test_a_sign_repeated_to_no_end_is_taken(sign: str) -> None:
    extracted(sign * 1_500, sign * 150)
    extracted(f"BERT{sign}" * 100)


@pytest.mark.parametrize(
    "abstract",
    [
        "",
        " " * 5_000,
        "\n" * 5_000,
        "\r\n\t\v\f\x85\u2028\u2029" * 500,
        "1234567890 " * 100,
        "9" * 5_000,
        "3.14, -2e10 (42%) " * 60,
        string.punctuation * 30,
        "." * 5_000,
        "?! " * 1_500,
        r"\begin{equation}\frac{\alpha_{i}}{\sqrt{n^2}}\end{equation} " * 30,
        r"$\mathcal{O}(n^{2^{k}})$ \cite{a,b}~\ref{c} " * 80,
        "$" * 3_001,
        "\\" * 5_001,
        "{" * 5_000,
        "\\emph{" * 2_000 + "BERT" + "}" * 2_000,
        "([{<" * 1_500 + "BERT" + ">}])" * 1_500,
        "&amp;" * 500,
        "<b>" * 2_000,
        "**" * 2_501,
        "`" * 1_501,
        "[x](" * 2_000,
        "¶ " * 2_500,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_text_of_one_kind_alone_is_taken(abstract: str) -> None:
    started = time.process_time()
    extracted(abstract, abstract[:500])
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize(
    "abstract",
    [
        ("We evaluate BERT on machine translation and parsing of long texts " * 800)[:50_000],
        "a" * 50_000,
        "Aa1" * 16_666,
        "的" * 50_000,
        "e\u0301" * 25_000,
    ],
    ids=["a paragraph without a full stop", "a word", "a word of many shapes", "a script without blanks", "accents"],
)
def test_fifty_thousand_characters_are_taken(abstract: str) -> None:
    started = time.process_time()
    extracted(abstract)
    assert time.process_time() - started < SECONDS


def defining(count: int) -> str:
    """A text that defines as many abbreviations, all different."""
    letters = string.ascii_uppercase
    pairs = [(a + b + c, f"{a}x {b}y {c}z") for a in letters for b in letters for c in letters[:15]]
    return " ".join(f"{long} ({short})." for short, long in pairs[:count])


def test_an_abstract_of_abbreviations_alone_is_taken() -> None:
    started = time.process_time()
    abstract = defining(3_100)
    assert 49_000 < len(abstract) < 50_000
    assert len(extracted(abstract).abbreviations) == 3_100
    assert time.process_time() - started < SECONDS


def test_ten_thousand_abbreviations_are_made_consistent() -> None:
    text = defining(10_000)
    started = time.process_time()
    pairs = definitions(text)
    tagged = [Candidate(start=pair.long[0], end=pair.long[1], type=EntityType.METHOD, score=0.9) for pair in pairs]
    found = complete(text, 0, tagged, pairs)
    assert len(pairs) == 10_000
    assert len(found) == 20_000
    assert time.process_time() - started < SECONDS


def test_one_abbreviation_defined_in_every_phrase_is_one() -> None:
    started = time.process_time()
    document = extracted("deep learning (DL) " * 2_600)
    assert [(pair.short, pair.long) for pair in document.abbreviations] == [("DL", "deep learning")]
    assert time.process_time() - started < SECONDS


def test_strange_texts_change_nothing_for_the_papers_beside_them() -> None:
    plain = Paper(id="1", title="DropNet", abstract="We propose DropNet for machine translation on ImageNet.")
    strange = [
        Paper(id=f"{i}", abstract=text) for i, text in enumerate(["", "\0" * 99, "$" * 99, "的" * 999, "(" * 999])
    ]
    (alone,) = extractors.extract([plain])
    assert list(extractors.extract([*strange, plain, *strange]))[len(strange)] == alone
    assert alone.mentions
