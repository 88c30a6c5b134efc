"""Where names stand in a paper: whole words, case, white space, overlaps, and limits by number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.surfaces import Claim, assign, key, limited, overlap, places
from ontology.model import Field, Paper


def paper(abstract: str, title: str = "") -> Paper:
    return Paper(id="1", title=title, abstract=abstract)


def found(text: str, surface: str) -> list[str]:
    every, whole = places(paper(text), surface)
    return [text[start:end] for _, start, end in every[:whole]]


def marked(text: str, *claims: Claim | str) -> list[list[tuple[int, int]]]:
    asked = [claim if isinstance(claim, Claim) else Claim(surface=claim) for claim in claims]
    return [[place[1:] for place in each] for each in assign(paper(text), asked)]


def test_a_name_is_found_as_a_whole_word_beside_hyphens_and_markup() -> None:
    text = "GAN, GANs, GAN-based, **GAN** and _GAN_; WGAN"
    assert found(text, "GAN") == ["GAN"] * 4


def test_a_name_inside_words_comes_after_the_whole_ones() -> None:
    every, whole = places(paper("GANs and a GAN"), "GAN")
    assert (every, whole) == ([("abstract", 11, 14), ("abstract", 0, 3)], 1)


def test_small_letters_find_capitals_and_capitals_only_themselves() -> None:
    assert found("Image Classification by CLIP, image classification", "image classification") == [
        "Image Classification",
        "image classification",
    ]
    assert found("CLIP, clip and Clip", "CLIP") == ["CLIP"]


def test_white_space_fits_any_white_space() -> None:
    assert found("graph\n  neural\u00a0networks", "graph neural networks") == ["graph\n  neural\u00a0networks"]
    assert key("Graph \n Neural") == "graph neural"


def test_accents_may_be_characters_of_their_own() -> None:
    composed, apart = "na\u00efve Bayes", "nai\u0308ve Bayes"
    assert found(f"the {apart}.", composed) == [apart]
    assert found(f"the {composed}.", apart) == [composed]
    assert key(apart) == key(composed)


def test_the_title_comes_first() -> None:
    every, _ = places(paper("BERT", title="On BERT"), "BERT")
    assert every == [("title", 3, 7), ("abstract", 0, 4)]


def test_places_that_overlap_are_all_found() -> None:
    every, whole = places(paper("a b a b a"), "a b a")
    assert ([place[1] for place in every], whole) == ([0, 4], 2)


def test_the_longer_name_wins_and_the_shorter_keeps_its_other_places() -> None:
    assert marked("language model, large language model", "language model", "large language model") == [
        [(0, 14)],
        [(16, 36)],
    ]


def test_a_name_as_written_wins_over_one_in_other_case() -> None:
    assert marked("Debiasing and debiasing", "debiasing", "Debiasing") == [[(14, 23)], [(0, 9)]]


def test_a_claim_by_number_wins_over_a_longer_name() -> None:
    text = "BERT base and BERT"
    assert marked(text, "BERT base", Claim(surface="BERT", numbers=(1,))) == [[], [(0, 4)]]


def test_letters_of_any_script_are_found() -> None:
    assert found("Über-Net und über-net; 图神经网络。", "Über-Net") == ["Über-Net"]
    assert found("我们用图神经网络和BERT做分类。", "图神经网络") == ["图神经网络"]
    assert found("我们用图神经网络和BERT做分类。", "BERT") == ["BERT"]
    assert found("naïve Bayes with $\\alpha$-GAN", "$\\alpha$-GAN") == ["$\\alpha$-GAN"]


def test_nothing_is_found_for_nothing() -> None:
    assert places(paper("BERT"), " ") == ([], 0)


WORDS = st.sampled_from(["a", "b", "A", "ab", "a-b", "B"])


@given(text=st.lists(WORDS, min_size=1, max_size=12).map(" ".join), data=st.data())
def test_limited_claims_get_exactly_the_places_wanted(text: str, data: st.DataObject) -> None:
    where = paper(text, title=data.draw(st.sampled_from(["", "a b", "AB a"])))
    wanted: dict[str, list[tuple[str, int, int]]] = {}
    taken: list[tuple[str, int, int]] = []
    for field in Field:
        inside = where.text(field)
        spans = data.draw(st.lists(st.tuples(st.integers(0, len(inside)), st.integers(1, 5)), max_size=5))
        for start, size in spans:
            place = (field.value, start, start + size)
            surface = inside[start : start + size]
            if surface != surface.strip() or len(surface) < size or any(overlap(place, other) for other in taken):
                continue
            taken.append(place)
            wanted.setdefault(surface, []).append(place)
    claims = [Claim(surface=surface) for surface in wanted]
    got = assign(where, limited(where, claims, list(wanted.values())))
    assert [sorted(each) for each in got] == [sorted(each) for each in wanted.values()]


@given(st.text(max_size=60), st.text(min_size=1, max_size=6))
def test_every_place_holds_the_name_whatever_the_text(text: str, surface: str) -> None:
    every, whole = places(paper(text), surface)
    assert whole <= len(every)
    for _, start, end in every:
        assert key(text[start:end]).casefold() == key(surface).casefold() or surface == surface.lower()
