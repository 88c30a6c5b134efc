"""Windows of word pieces."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.vocab import Vocab
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from extractors.pieces import FEATURES, PIECES_A_UNIT, WINDOW, Pieces, Window, shape
from extractors.tokens import UnitTokenizer

UNITS = UnitTokenizer(Vocab())


def vocabulary() -> str:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "we", "propose", *"abcdefghijklmnopqrstuvwxyz0123456789-."]
    words += [f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz0123456789"]
    tokenizer = Tokenizer(models.WordPiece({w: i for i, w in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer.to_str()


PIECES = Pieces(vocabulary())


def windows(text: str) -> list[Window]:
    return PIECES.windows(UNITS(text))


@given(st.text())
def test_every_window_is_bounded_and_its_values_are_in_range(text: str) -> None:
    for window in windows(text):
        assert 3 <= len(window.ids) == len(window.features) == len(window.units) <= WINDOW
        assert 0 <= window.features.min() <= window.features.max() < FEATURES
        assert list(window.units) == [-1, *sorted(window.units[1:-1]), -1]


@given(st.lists(st.sampled_from(["we", "propose", "abcdefghijkl", "GPT-4", "é", "的" * 30, "\u200b"])).map(" ".join))
def test_the_own_parts_of_windows_cover_every_token_once(text: str) -> None:
    doc = UNITS(" ".join([text] * 40))
    found = PIECES.windows(doc)
    owned = [i for window in found for i in range(*window.own)]
    assert owned == (list(range(len(doc))) if found else [])
    for window in found:
        kept = {int(u) for u in window.units if window.own[0] <= u < window.own[1]}
        assert kept


def test_a_long_text_has_overlapping_windows() -> None:
    found = windows("we propose " * 500)
    assert len(found) > 2
    for left, right in pairwise(found):
        assert left.units[-2] > right.own[0] > right.units[1]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b", "\u0301"])
def test_text_without_pieces_has_no_windows(text: str) -> None:
    assert windows(text) == []


def test_a_unit_of_any_length_has_few_pieces() -> None:
    (window,) = windows("的" * 50_000)
    assert len(window.ids) == PIECES_A_UNIT + 2


def test_the_sign_between_title_and_abstract_closes_a_segment() -> None:
    (window,) = windows("we ¶ propose")
    assert [PIECES.vocabulary.find("[SEP]") > 0, window.ids[2]] == [True, window.ids[-1]]
    assert window.features[1] != window.features[3], "the title is marked"


@pytest.mark.parametrize(
    ("text", "same"),
    [("bert", "model"), ("Adam", "Paris"), ("BERT", "CNN"), ("GANs", "LLMs"), ("eBay", "DropOut"), ("2", "10")],
)
def test_words_of_one_form_share_a_shape(text: str, same: str) -> None:
    assert shape(text) == shape(same)


def test_words_of_different_form_differ_in_shape() -> None:
    texts = ["bert", "Bert", "B", "BERT", "BERTs", "BeRT", "4", "R2D2", "v2", "(", ".", "é"]
    assert [shape(t) for t in texts] == list(range(1, 13))


def test_a_vocabulary_of_another_family_is_refused() -> None:
    parts = json.loads(vocabulary())
    del parts["model"]["vocab"]["[MASK]"]
    with pytest.raises(ValueError, match=r"\[MASK\]"):
        Pieces(json.dumps(parts))
