"""Cleaning: what the tagger sees, and that every span maps back to the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.clean import clean

SIGNS = (
    r"$ $$ \emph{ } { \textbf{ * ** _ ` `` '' -- --- &amp; &lt; <i> </i> \ \alpha ^2 ~ ﬁ é – “ ” a B 3 [x](http://a.b)"
)
MARKUP = st.sampled_from([*SIGNS.split(), "\n", "  ", " ", "\u00ad", "\u200b", "(cid:173) "])


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"called \emph{Orlicz-EPT} (OEPT)", "called Orlicz-EPT (OEPT)"),
        ("R$^2$ec unifies", "R2ec unifies"),
        (r"the $L^\infty$ norm", "the L∞ norm"),
        (r"$\mathcal{O}(\sqrt{T})$ regret", "O(√T) regret"),
        (r"every $\textit{every}$ concept", "every every concept"),
        (r"\textbf{\textit{nested}} text", "nested text"),
        ("we present *MU-SplitFed*, a", "we present MU-SplitFed, a"),
        ("**F**uture work", "Future work"),
        ("A* and D* search", "A* and D* search"),
        ("snake_case_name _em_", "snake_case_name em"),
        ("``quoted'' and “curly” it’s", '"quoted" and "curly" it\'s'),
        ("a -- b --- c", "a – b — c"),
        ("image–text pairs", "image-text pairs"),
        ("costs $5 and $10", "costs $5 and $10"),
        (r"50\% of 5 \& 6", "50% of 5 & 6"),
        (r"Bodn\'{a}r, G\"odel, na\"{\i}ve, {\v C}ech", "Bodnár, Gödel, naïve, Čech"),
        (r"works~\cite{a,b} well", "works well"),
        ("Ortho(cid:173) normal", "Orthonormal"),
        ("x<sub>2</sub> &amp; y &lt; z", "x2 & y < z"),
        ("<jats:p>First.</jats:p><jats:p>Second.</jats:p>", "First. Second."),
        ("multi-\nlingual   text\nhere", "multi-lingual text here"),
        ("zero\u200bwidth and soft\u00adhyphen", "zerowidth and softhyphen"),
        ("ﬁne oﬃce", "fine office"),
        (r"\href{http://x.org}{Our Code}", "Our Code"),
        (r"\our beats all", r"\our beats all"),
        ("[code](https://x.org/y) here", "code here"),
        ("", ""),
        ("   ", ""),
        ("\\", "\\"),
    ],
)
def test_markup_becomes_plain_text(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "name", "expected"),
    [
        (r"called \emph{Orlicz-EPT} (OEPT)", "Orlicz-EPT", "Orlicz-EPT"),
        ("R$^2$ec unifies", "R2ec", "R$^2$ec"),
        (r"by \textbf{Sec-MMFL}.", "Sec-MMFL", "Sec-MMFL"),
        ("present *MU-SplitFed*, a", "MU-SplitFed", "MU-SplitFed"),
        ("our **F**uture net", "Future", "**F**uture"),
        ("GAN\n  based", "GAN based", "GAN\n  based"),
        ("the $k$-means method", "k-means", "$k$-means"),
        (r"the $\ell_1$-norm of", "ℓ1-norm", r"$\ell_1$-norm"),
        (r"our \emph{Fast}Net wins", "FastNet", r"\emph{Fast}Net"),
        (r"our \emph{FastNet} wins", "FastNet", "FastNet"),
        ("the <i>k</i>-means", "k-means", "<i>k</i>-means"),
        ("A*-search and A* here", "A*-search", "A*-search"),
        (r"use $k$", "k", "k"),
    ],
)
def test_a_span_maps_back_to_its_raw_slice(raw: str, name: str, expected: str) -> None:
    cleaned = clean(raw)
    start = cleaned.text.index(name)
    left, right = cleaned.raw(start, start + len(name))
    assert raw[left:right] == expected
    assert cleaned.clean(left, right) == (start, start + len(name))


@given(st.one_of(st.text(), st.lists(MARKUP, max_size=40).map("".join)))
def test_any_text_is_cleaned_with_an_ordered_map_inside_the_raw_text(raw: str) -> None:
    cleaned = clean(raw)
    assert len(cleaned.text) == len(cleaned.starts) == len(cleaned.ends)
    assert all(0 <= a < b <= len(raw) for a, b in zip(cleaned.starts, cleaned.ends, strict=True))
    assert list(cleaned.starts) == sorted(cleaned.starts)
    assert list(cleaned.ends) == sorted(cleaned.ends)


@given(st.lists(MARKUP, max_size=30).map("".join))
def test_clean_text_has_no_runs_of_blanks_and_none_at_its_ends(raw: str) -> None:
    text = clean(raw).text
    assert "  " not in text
    assert text == text.strip(" ")


@given(st.text(alphabet="abc DEF,.;:()/-0123", max_size=60).map(lambda s: " ".join(s.split())))
def test_plain_text_stays_as_it_is(raw: str) -> None:
    assert clean(raw.replace("--", "-").replace("--", "-")).text == raw.replace("--", "-").replace("--", "-")


def test_a_range_outside_the_text_is_refused() -> None:
    with pytest.raises(IndexError, match="outside a text"):
        clean("abc").raw(1, 9)


def test_a_megabyte_of_markup_is_cleaned_quickly() -> None:
    assert clean("$x_{i}$ \\emph{a} *b* " * 50_000).text.startswith("xi a b")
