"""Scores against gold: what counts as right, wrong and missed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InputError
from kg.evaluate import Score, compare, read_gold
from ontology.model import Document, EntityType, Field, Mention, Relation, RelationType, Role, Span

TEXT = "We use BERT for parsing on SQuAD."


def mention(surface: str, kind: EntityType, role: Role = Role.USED) -> Mention:
    start = TEXT.index(surface)
    return Mention(
        field=Field.ABSTRACT,
        start=start,
        end=start + len(surface),
        text=surface,
        type=kind,
        role=role,
        score=0.9,
        sentence=Span(field=Field.ABSTRACT, start=0, end=len(TEXT)),
    )


def gold_file(tmp_path: Path, *records: dict[str, Any]) -> Path:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def entity(surface: str, label: str, **more: Any) -> dict[str, Any]:
    start = TEXT.index(surface)
    return {"start": start, "end": start + len(surface), "label": label, **more}


PLAIN = {
    "id": "1",
    "text": TEXT,
    "entities": [entity("BERT", "Method"), entity("parsing", "Task"), entity("SQuAD", "Dataset")],
    "relations": [{"head": 0, "tail": 1, "label": "Used-For"}],
}
FULL = {
    "id": "1",
    "title": "",
    "abstract": TEXT,
    "entities": [
        entity("BERT", "Method", field="abstract", role="proposed"),
        entity("SQuAD", "Dataset", field="abstract", role="proposed"),
    ],
    "links": [{"head": "BERT", "relation": "evaluated-with", "tail": "SQuAD"}],
    "borderline": [{"field": "abstract", **entity("parsing", "Task")}],
}


def test_both_forms_of_gold_are_read(tmp_path: Path) -> None:
    plain, full = read_gold(gold_file(tmp_path, PLAIN, FULL))
    assert plain.relations == {("bert", "used-for", "parsing")}
    assert full.relations == {("bert", "evaluated-with", "squad")}
    assert full.proposed == {"bert", "squad"}
    assert full.roles == {("bert", "Method"): "proposed", ("squad", "Dataset"): "introduced"}


def test_gzipped_gold_is_read(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(PLAIN))
    assert len(read_gold(path)) == 1


def test_strict_wants_span_and_type_and_boundary_the_span_alone(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, PLAIN))
    found = (mention("BERT", EntityType.METHOD), mention("parsing", EntityType.METHOD))
    scores = compare(gold, [Document(paper=gold[0].paper, mentions=found)])
    assert scores.strict == Score(right=1, wrong=1, missed=2)
    assert scores.boundary == Score(right=2, wrong=0, missed=1)
    assert scores.types["Task"] == Score(right=0, wrong=0, missed=1)


def test_relaxed_counts_an_overlap_of_the_same_type(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, PLAIN))
    scores = compare(gold, [Document(paper=gold[0].paper, mentions=(mention("use BERT", EntityType.METHOD),))])
    assert scores.relaxed == Score(right=1, wrong=0, missed=2)
    assert scores.strict.right == 0


def test_a_prediction_equal_to_a_borderline_span_counts_neither_way(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, FULL))
    scores = compare(gold, [Document(paper=gold[0].paper, mentions=(mention("parsing", EntityType.TASK),))])
    assert scores.strict == Score(right=0, wrong=0, missed=2)


def test_relations_roles_and_proposed_names_are_scored(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, FULL))
    mentions = (
        mention("BERT", EntityType.METHOD, Role.PROPOSED),
        mention("SQuAD", EntityType.DATASET, Role.EVALUATED_ON),
    )
    relation = Relation(head=0, tail=1, type=RelationType.EVALUATED_WITH, score=0.5, sentence=mentions[0].sentence)
    scores = compare(gold, [Document(paper=gold[0].paper, mentions=mentions, relations=(relation,))])
    assert scores.relations == Score(right=1, wrong=0, missed=0)
    assert scores.roles == {"Method": 1.0, "Dataset": 0.0}
    assert scores.proposed == Score(right=1, wrong=0, missed=1)
    assert scores.to_dict()["strict"]["f1"] == 1.0


@pytest.mark.parametrize(
    "content",
    ["", "not json\n", '{"id": 1}\n', '{"text": "ab", "entities": [{"start": 5, "end": 9, "label": "Method"}]}\n',
     '{"text": "ab", "entities": [{"start": 0, "end": 1, "label": "Nonsense"}]}\n', "[1, 2]\n"],
)  # fmt: skip
def test_what_is_not_gold_is_told_in_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"gold\.jsonl") as error:
        read_gold(path)
    assert "\n" not in str(error.value)


def test_a_missing_gold_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_gold(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({**PLAIN, "entities": [{"start": 11, "end": 999, "label": "Task"}]}, "span 11:999 is outside the abstract"),
        ({**PLAIN, "entities": [{"start": -6, "end": -1, "label": "Task"}]}, "span -6:-1 is outside"),
        ({**PLAIN, "borderline": [{"start": 0, "end": 999}]}, "borderline span 1: span 0:999 is outside"),
        ({**PLAIN, "relations": [{"head": 0, "tail": 9, "label": "x"}]}, "relation 1: tail 9 is no entity"),
        ({**PLAIN, "relations": [{"head": -1, "tail": 0, "label": "x"}]}, "relation 1: head -1 is no entity"),
        ({"id": 1}, "lacks abstract"),
        ({"text": TEXT}, "lacks entities"),
        ({"text": 5, "entities": []}, "text is 5, expected a string"),
        ({**PLAIN, "entities": [{"start": 0, "label": "Task"}]}, "entity 1: lacks end"),
        ({**PLAIN, "entities": [{"start": "0", "end": 2, "label": "Task"}]}, 'start is "0", expected a whole number'),
        ({**PLAIN, "entities": [entity("BERT", "Frob")]}, "label 'Frob', expected Method, Task or Dataset"),
        ({**PLAIN, "entities": [entity("BERT", "Task", field="body")]}, "field 'body', expected title or abstract"),
        ({**PLAIN, "entities": 3}, "entities is 3, expected a list"),
        ({**PLAIN, "links": ["x"]}, 'link 1 is "x", expected an object'),
        ({**PLAIN, "proposed": [{}]}, "proposed 1: lacks name"),
    ],
)
def test_what_is_wrong_with_gold_is_said_in_words(tmp_path: Path, record: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_gold(gold_file(tmp_path, PLAIN, record))
    assert "gold.jsonl, line 2: " in str(caught.value)
    assert words in str(caught.value)
    assert "Error" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"\xff\xfe", "line 1: is not UTF-8"), (b"{", "line 1: is not JSON"), (b"7", "is not a JSON obj")],
)
def test_what_is_no_json_is_said_in_words(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "gold.jsonl").write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        read_gold(tmp_path / "gold.jsonl")
    assert "Error" not in str(caught.value)


@pytest.mark.parametrize("data", [b"plain", gzip.compress(b"{}" * 99)[:-9], gzip.compress(b"x")[:12] + b"\xff" * 20])
def test_a_damaged_gz_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "gold.jsonl.gz").write_bytes(data)
    with pytest.raises(InputError, match="cannot be read"):
        read_gold(tmp_path / "gold.jsonl.gz")


def test_a_folder_is_called_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        read_gold(tmp_path)
