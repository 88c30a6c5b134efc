from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kg import output, tables
from kg.explore.evidence import MOST_PER_NODE, pieces, quotes

SPANS = st.lists(st.tuples(st.integers(0, 80), st.integers(0, 80)).map(sorted).map(tuple), max_size=5)


@given(st.text(min_size=80, max_size=200), SPANS)
def test_the_pieces_of_a_sentence_are_the_sentence(sentence: str, spans: list[tuple[int, int]]) -> None:
    found = pieces(sentence, spans)
    assert "".join(found) == sentence
    assert len(found) % 2 == 1


def test_the_pieces_at_odd_places_are_the_mentions() -> None:
    assert pieces("We train BERT on SQuAD.", {(17, 22), (9, 13)}) == ("We train ", "BERT", " on ", "SQuAD", ".")


def test_mentions_that_overlap_are_marked_as_one() -> None:
    assert pieces("deep neural network", {(0, 11), (5, 19)}) == ("", "deep neural network", "")


def test_of_a_long_passage_what_surrounds_the_mentions_is_kept() -> None:
    sentence = "a " * 500 + "BERT" + " b" * 500 + " SQuAD" + " c" * 500
    found = pieces(sentence, {(1000, 1004), (2005, 2010)})
    assert found[1::2] == ("BERT", "SQuAD")
    assert found[0].startswith("…")
    assert "…" in found[2]
    assert found[4].endswith("…")
    assert sum(map(len, found)) < 700


@given(st.text(min_size=80, max_size=80).map(lambda text: text * 20), SPANS)
def test_however_long_the_passage_the_quote_is_short(sentence: str, spans: list[tuple[int, int]]) -> None:
    found = pieces(sentence, spans)
    assert len(found) % 2 == 1
    assert sum(map(len, found)) < 700


def test_every_quote_marks_a_mention_of_the_node_in_the_words_of_the_paper(built: Path) -> None:
    folder = output.current(built)
    entities = tables.scan(folder, "entities").select("iri").collect()["iri"].to_list()
    texts = {
        paper["id"]: f"{paper['title']}\n{paper['abstract']}"
        for paper in tables.scan(folder, "papers").collect().to_dicts()
    }
    surfaces: dict[str, set[str]] = {}
    for entity, text in tables.scan(folder, "mentions").select("entity", "text").collect().rows():
        surfaces.setdefault(entity, set()).add(text)
    for entity, (found, total) in quotes(folder, entities).items():
        assert 0 < len(found) <= min(total, MOST_PER_NODE)
        for quote in found:
            assert all(part in texts[quote.paper] for piece in quote.pieces for part in piece.split("…"))
            assert any(form in mark for form in surfaces[entity] for mark in quote.pieces[1::2])
