"""Files to correct by hand: the sample in them, and that what is written is read back unchanged."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import label
from kg.errors import InputError, OutputError
from kg.evaluate import Score, compare, read_gold
from kg.gold import read_gold_file
from ontology.model import Document, EntityType, Field, Mention, Paper, Role, Span


def papers(number: int) -> list[Paper]:
    return [Paper(id=f"p{n}", abstract=f"Text {n}.") for n in range(number)]


def document(abstract: str, *spans: tuple[int, int, EntityType], title: str = "", **more: str) -> Document:
    paper = Paper(id=more.get("id", "1"), title=title, abstract=abstract)
    mentions = tuple(
        Mention(
            field=Field.ABSTRACT,
            start=start,
            end=end,
            text=abstract[start:end],
            type=kind,
            role=Role.USED if kind is EntityType.METHOD else Role.ADDRESSED,
            score=0.9,
            sentence=Span(field=Field.ABSTRACT, start=0, end=len(abstract)),
        )
        for start, end, kind in spans
    )
    return Document(paper=paper, mentions=mentions)


def written(document: Document) -> list[str]:
    """The lines for the names of a document."""
    lines = "".join(label.parts([document])).split("=== ", 1)[1].splitlines()[2:]
    return [line for line in lines if not line.startswith((">", "="))]


def done(path: Path) -> Path:
    """The same file with its papers no longer marked."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\ntodo\n", "\n").replace('"todo": true, ', ""), encoding="utf-8")
    return path


def test_a_sample_is_drawn_without_replacement_and_in_order() -> None:
    drawn = [int(paper.id[1:]) for paper in label.draw(papers(500), 50, seed=3)]
    assert len(set(drawn)) == 50
    assert drawn == sorted(drawn)
    assert drawn != list(range(50))


def test_the_same_seed_draws_the_same_sample_and_another_seed_another() -> None:
    first, again, other = (label.draw(papers(200), 20, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_sample_larger_than_the_corpus_is_the_corpus() -> None:
    assert label.draw(papers(3), 50) == papers(3)
    assert label.draw([], 50) == []


def test_every_paper_is_as_likely_as_every_other() -> None:
    counts = Counter(paper.id for seed in range(2000) for paper in label.draw(papers(10), 3, seed))
    assert all(510 <= counts[f"p{n}"] <= 690 for n in range(10))  # 600 expected, standard deviation 20


@pytest.mark.parametrize("name", ["labels.txt", "labels.txt.gz", "labels.jsonl", "labels.jsonl.gz"])
def test_what_is_written_is_all_todo(gold: tuple[Document, ...], tmp_path: Path, name: str) -> None:
    label.write(gold[:5], tmp_path / name)
    with pytest.raises(InputError, match="every paper is still marked todo"):
        read_gold(tmp_path / name)


@pytest.mark.parametrize("name", ["labels.txt", "labels.jsonl"])
def test_what_is_written_and_not_corrected_agrees_with_itself(
    gold: tuple[Document, ...], tmp_path: Path, name: str
) -> None:
    label.write(gold, tmp_path / name)
    found = read_gold_file(done(tmp_path / name))
    scores = compare(found.papers, gold)
    assert found.left_out == 0
    assert scores.strict == Score(right=sum(len(d.mentions) for d in gold))
    assert scores.relations is not None
    assert scores.relations.f1 == 1.0
    assert scores.proposed is not None
    assert scores.proposed.f1 == 1.0
    assert set((scores.roles or {}).values()) == {1.0}
    assert scores.errors == ()


def test_a_name_is_one_line_whatever_its_places_and_its_case() -> None:
    text = "Debiasing by debiasing, and debiasing."
    spans = [(0, 9, EntityType.TASK), (13, 22, EntityType.TASK), (28, 37, EntityType.TASK)]
    assert written(document(text, *spans)) == ["T debiasing"]


def test_places_are_numbered_only_where_they_must_be() -> None:
    text = "graphs, graphs and GNNs on GNN"
    spans = [(8, 14, EntityType.METHOD), (19, 22, EntityType.METHOD), (27, 30, EntityType.METHOD)]
    assert written(document(text, *spans)) == ["M graphs @2", "M GNN @1,2"]


def test_one_name_of_two_types_is_two_lines_with_numbers() -> None:
    text = "SQuAD and SQuAD"
    made = document(text, (0, 5, EntityType.METHOD), (10, 15, EntityType.TASK))
    assert sorted(written(made)) in (["M SQuAD @1", "T SQuAD @2"], ["M SQuAD @1", "T SQuAD"], ["M SQuAD", "T SQuAD @2"])


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text("hours of work")
    with pytest.raises(OutputError, match="is there already and may hold corrections"):
        label.write([document("We use BERT.")], path)
    assert path.read_text() == "hours of work"


def test_hostile_text_cannot_break_out_of_its_lines(tmp_path: Path) -> None:
    text = "=== fake\ntodo\n# no\nM BERT\r\n\x1b[31mred\x00 \u2028BERT\x85"
    made = document(text, (21, 25, EntityType.METHOD), title="= a\n=== b", id="x\n=== y\x1b[0m")
    assert made.mentions[0].text == "BERT"
    label.write([made], tmp_path / "labels.txt")
    content = (tmp_path / "labels.txt").read_text(encoding="utf-8")
    assert not set(content) & {"\x1b", "\x00", "\r", "\u2028", "\x85"}
    (found,) = read_gold(done(tmp_path / "labels.txt"))
    assert found.paper.id == "x === y\ufffd[0m"
    assert found.paper.title == "= a\n=== b"
    assert found.spans == {("abstract", 21, 25, "Method")}


def test_json_lines_are_the_json_form_of_gold(gold: tuple[Document, ...], tmp_path: Path) -> None:
    label.write(gold[:2], tmp_path / "labels.jsonl")
    records = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [record["id"] for record in records] == [d.paper.id for d in gold[:2]]
    for record in records:
        assert all(record[e["field"]][e["start"] : e["end"]] == e["text"] for e in record["entities"])


def test_a_paper_without_names_can_be_labelled(tmp_path: Path) -> None:
    label.write(
        [document("We prove a theorem."), document("We use BERT.", (7, 11, EntityType.METHOD), id="2")], tmp_path / "l"
    )
    assert [len(gold.spans) for gold in read_gold(done(tmp_path / "l"))] == [0, 1]


LETTERS = st.text(st.sampled_from("aAbB -\n@1~.é图*_"), min_size=1, max_size=40)


@given(
    LETTERS.filter(str.strip),
    LETTERS,
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 9)), max_size=6),
    st.data(),
)
def test_whatever_is_marked_is_read_back(
    abstract: str, title: str, wanted: list[tuple[int, int]], data: st.DataObject
) -> None:
    spans: list[tuple[int, int, EntityType]] = []
    for start, size in wanted:
        text = abstract[start : start + size]
        free = all(start + size <= a or b <= start for a, b, _ in spans)
        if len(text) == size and text == text.strip() and free:
            spans.append((start, start + size, data.draw(st.sampled_from(EntityType))))
    made = document(abstract, *sorted(spans), title=title)
    from kg import labelled

    text = "".join(label.parts([made])).replace("\ntodo\n", "\n")
    (record,) = labelled.records(enumerate(text.encode().splitlines(keepends=True), start=1))
    assert (record["title"], record["abstract"]) == (
        title.rstrip(" ") if "\n" not in title else record["title"],
        abstract,
    )
    found = {(e["field"], e["start"], e["end"], e["label"]) for e in record["entities"]}
    assert found == {("abstract", start, end, kind.value) for start, end, kind in spans}


def test_other_roles_than_those_of_a_type_are_written_out() -> None:
    made = document("We use BERT.", (7, 11, EntityType.METHOD))
    odd = replace(made, mentions=(replace(made.mentions[0], role=Role.TRAINED_ON),))
    assert written(odd) == ["M:trained-on BERT"]
