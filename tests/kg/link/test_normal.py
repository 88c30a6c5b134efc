from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.link.normal import key, plain, reason
from ontology.model import AliasReason

SAME = [
    ("CNNs", "CNN"),
    ("ViTs", "ViT"),
    ("NeRFs", "NeRF"),
    ("random forests", "Random Forest"),
    ("Gaussian processes", "Gaussian process"),
    ("RANDOM FORESTS", "random forest"),
    ("self-organizing maps", "self-organising map"),
    ("neural nets", "Neural Networks"),
    ("Bi-LSTM", "BiLSTM"),
    ("CIFAR 10", "CIFAR-10"),
    ("CIFAR10", "CIFAR–10"),
    ("Tiny-ImageNet", "TinyImageNet"),
    ("SQuAD2.0", "SQuAD 2.0"),
    ("CNN/DailyMail", "CNN/Daily Mail"),
    ("multiple instance learning", "multi-instance learning"),
    (r"R$^2$ec", "R2ec"),
    (r"\emph{Orlicz-EPT}", "Orlicz-EPT"),
    ("*MU-SplitFed*", "MU-SplitFed"),
    ("$k$-means", "K-means"),
    ("H∞ control", "H-infinity control"),
    (r"$\beta$-VAE", "β-VAE"),
    ("β-VAE", "beta-VAE"),
    ("Nyström method", "Nystrom method"),
    ("THUMOS'14", "THUMOS14"),
    ("Nesterov's accelerated gradient", "Nesterov accelerated gradient"),
    ("behaviour cloning", "behavior cloning"),
    ("text summarisation", "text summarization"),
    ("labelled LDA", "labeled LDA"),
    ("dialogue state tracking", "dialog state tracking"),
    ("analyses", "analysis"),
]
APART = [
    ("YOLOv3", "YOLOv5"),
    ("GPT-2", "GPT-3"),
    ("GPT-3", "GPT-3.5"),
    ("CIFAR-10", "CIFAR-100"),
    ("Part I", "Part II"),
    ("C", "C++"),
    ("C", "C#"),
    ("C++", "C#"),
    ("A", "A*"),
    ("RRT", "RRT*"),
    ("A*", "D*"),
    ("k-means", "k-means++"),
    ("ImageNet", "ImageNet-S"),
    ("ImageNet-A", "ImageNet-C"),
    ("SQuAD 1.1", "SQuAD 11"),
    ("OTB 50 100", "OTB 501 00"),
    ("SAR", "SARS"),
    ("STAR", "STARS"),
    ("U-Net", "U-Network"),
    ("process", "proces"),
    ("bias", "bia"),
    ("机器翻译", "机器学习"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_variants_of_one_name_share_a_key(left: str, right: str) -> None:
    assert key(left) == key(right)


@pytest.mark.parametrize(("left", "right"), APART)
def test_different_names_have_different_keys(left: str, right: str) -> None:
    assert key(left) != key(right)


@given(st.text(alphabet=st.characters(codec="ascii"), min_size=1, max_size=30))
def test_a_key_is_its_own_normal_form(text: str) -> None:
    assert key(key(text)) == key(text)


@given(st.text(min_size=1, max_size=30))
def test_every_text_that_is_not_blank_has_a_key(text: str) -> None:
    assert key(text) or not text.strip() or not text.isprintable()
    assert key(text) == key(text)


@given(st.sampled_from(SAME + APART), st.sampled_from(["upper", "title"]))
def test_case_of_ordinary_words_does_not_matter(pair: tuple[str, str], how: str) -> None:
    phrase = "graph convolutional network"
    assert key(getattr(phrase, how)()) == key(phrase)


@pytest.mark.parametrize(
    ("surface", "label", "expected"),
    [
        ("BERT", "BERT", AliasReason.PREFERRED),
        ("Bert", "BERT", AliasReason.CASE),
        (r"\emph{BERT}", "BERT", AliasReason.MARKUP),
        ("Bi-LSTM", "BiLSTM", AliasReason.HYPHEN),
        ("bi-LSTMs", "BiLSTM", AliasReason.PLURAL),
        ("random forests", "random forest", AliasReason.PLURAL),
        ("normalising flow", "normalizing flow", AliasReason.SPELLING),
        ("GCN", "graph convolutional network", AliasReason.ABBREVIATION),
    ],
)
def test_the_reason_names_the_difference(surface: str, label: str, expected: AliasReason) -> None:
    assert reason(surface, label) is expected


def test_plain_text_keeps_case_and_dashes() -> None:
    assert plain(r"\textbf{Sec-MMFL}") == "Sec-MMFL"
