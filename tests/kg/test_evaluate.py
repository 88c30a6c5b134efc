"""Scores against gold: what counts as right, wrong and missed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InputError
from kg.evaluate import Score, compare, compare_given, evaluate, read_gold
from kg.scores import Share
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


# Names of their own: the header of a gz holds the time, and two workers would collect two tests.
@pytest.mark.parametrize(
    "data",
    [b"plain", gzip.compress(b"{}" * 99)[:-9], gzip.compress(b"x")[:12] + b"\xff" * 20],
    ids=["plain", "cut", "spoilt"],
)
def test_a_damaged_gz_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "gold.jsonl.gz").write_bytes(data)
    with pytest.raises(InputError, match="cannot be read"):
        read_gold(tmp_path / "gold.jsonl.gz")


def test_a_folder_is_called_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        read_gold(tmp_path)


def document(gold: Any, *mentions: Mention, links: tuple[tuple[int, int, RelationType], ...] = ()) -> Document:
    span = Span(field=Field.ABSTRACT, start=0, end=len(TEXT))
    relations = tuple(Relation(head=h, tail=t, type=kind, score=0.5, sentence=span) for h, t, kind in links)
    return Document(paper=gold.paper, mentions=mentions, relations=relations)


def test_rates_have_wilson_intervals_and_none_where_there_is_nothing() -> None:
    told = Score(right=8, wrong=2, missed=0).to_dict()
    assert told["precision_interval"] == [0.4902, 0.9433]
    assert told["recall_interval"] == [0.6756, 1.0]
    assert Score(missed=3).to_dict()["precision_interval"] is None
    assert Score().to_dict()["recall_interval"] is None


def test_a_synonym_that_gold_lists_as_an_abbreviation_counts_neither_way(tmp_path: Path) -> None:
    forms = [["parsing", "BERT"], "odd", [1, 2], ["a"]]
    (gold,) = read_gold(gold_file(tmp_path, {**FULL, "abbreviations": forms}))
    mentions = (
        mention("BERT", EntityType.METHOD),
        mention("parsing", EntityType.TASK),
        mention("SQuAD", EntityType.DATASET),
    )
    links = ((0, 1, RelationType.SYNONYM_OF), (0, 2, RelationType.SYNONYM_OF))
    scores = compare([gold], [document(gold, *mentions, links=links)])
    assert scores.relations == Score(right=0, wrong=1, missed=1)


def test_a_synonym_that_gold_lists_as_both_is_right(tmp_path: Path) -> None:
    link = {"head": "BERT", "relation": "synonym-of", "tail": "SQuAD"}
    (gold,) = read_gold(gold_file(tmp_path, {**FULL, "links": [link], "abbreviations": [["SQuAD", "BERT"]]}))
    mentions = (mention("BERT", EntityType.METHOD), mention("SQuAD", EntityType.DATASET))
    scores = compare([gold], [document(gold, *mentions, links=((0, 1, RelationType.SYNONYM_OF),))])
    assert scores.relations == Score(right=1)


def test_a_type_that_the_record_does_not_annotate_counts_neither_way(tmp_path: Path) -> None:
    (gold,) = read_gold(gold_file(tmp_path, {**PLAIN, "annotated": ["Dataset"], "entities": [], "relations": []}))
    found = (mention("BERT", EntityType.METHOD), mention("SQuAD", EntityType.DATASET))
    scores = compare([gold], [document(gold, *found)])
    assert scores.strict == Score(wrong=1)
    assert scores.calibration is not None
    assert scores.calibration.number == 1


def test_surfaces_compare_with_white_space_as_one_space(tmp_path: Path) -> None:
    record = {
        "id": "1", "abstract": "A graph\n neural network for parsing.",
        "entities": [
            {"start": 2, "end": 23, "label": "Method", "role": "used"}, {"start": 28, "end": 35, "label": "Task"},
        ],
        "links": [{"head": "Graph neural  network", "relation": "used-for", "tail": "parsing"}],
    }  # fmt: skip
    (gold,) = read_gold(gold_file(tmp_path, record))
    assert gold.relations == {("graph neural network", "used-for", "parsing")}
    assert gold.roles == {("graph neural network", "Method"): "used"}


@pytest.mark.parametrize(
    ("record", "source"),
    [
        ({"id": "acl-2020.x", "source": "mine"}, "mine"), ({"id": "acl-2020.x", "venue": "Long name"}, "acl"),
        ({"id": "nips2018-12"}, "nips"),
        ({"id": "10.1145/12", "venue": "ACL"}, "ACL"), ({"id": "word"}, ""), ({"id": 7}, ""),
    ],
)  # fmt: skip
def test_the_source_of_a_record_is_named_or_guessed(tmp_path: Path, record: dict[str, Any], source: str) -> None:
    assert read_gold(gold_file(tmp_path, {**PLAIN, **record}))[0].source == source


def test_scores_by_source_add_up_to_the_whole(tmp_path: Path) -> None:
    records = [{**PLAIN, "id": identifier} for identifier in ("acl-1", "nips-1", "acl-2")]
    gold = read_gold(gold_file(tmp_path, *records))
    scores = compare(gold, [document(each, mention("BERT", EntityType.METHOD)) for each in gold])
    assert [(name, each.papers) for name, each in scores.sources.items()] == [("acl", 2), ("nips", 1)]
    assert sum((each.strict for each in scores.sources.values()), Score()) == scores.strict
    assert scores.sources["acl"].types["Method"] == Score(right=2)


def test_scores_of_mentions_are_calibrated_against_gold(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, FULL))
    found = (mention("BERT", EntityType.METHOD), mention("parsing", EntityType.TASK), mention("SQuAD", EntityType.TASK))
    scores = compare(gold, [document(gold[0], *found)])
    assert scores.calibration is not None
    assert [(each.number, each.right) for each in scores.calibration.bins] == [(2, 1)]  # parsing is borderline


def test_roles_and_relations_are_judged_given_the_names_of_the_gold(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, FULL))
    mentions = (mention("BERT", EntityType.METHOD, Role.PROPOSED), mention("SQuAD", EntityType.DATASET, Role.USED))
    found = compare_given(gold, [document(gold[0], *mentions, links=((0, 1, RelationType.EVALUATED_WITH),))])
    assert found.relations == Score(right=1)
    assert found.relation_kinds == {"evaluated-with": Score(right=1)}
    assert found.roles == {"Method": Share(right=1, total=1), "Dataset": Share(right=0, total=1)}


def test_a_given_name_that_the_document_lacks_has_no_right_role(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, FULL))
    found = compare_given(gold, [document(gold[0])])
    assert found.roles == {"Method": Share(right=0, total=1), "Dataset": Share(right=0, total=1)}
    assert found.relations == Score(missed=1)


def test_gold_without_roles_and_relations_has_no_scores_of_them(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, {name: PLAIN[name] for name in ("id", "text", "entities")}))
    found = compare_given(gold, [document(gold[0])])
    assert (found.relations, found.roles, found.to_dict()["roles"]) == (None, None, None)


def test_the_keys_of_the_first_version_are_still_there(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path, FULL))
    told = compare(gold, [document(gold[0], mention("BERT", EntityType.METHOD, Role.PROPOSED))]).to_dict()
    first = ["papers", "strict", "boundary", "relaxed", "types", "relations", "relation_kinds", "proposed", "roles"]
    assert set(first) <= set(told)
    assert set(told["strict"]) >= {"precision", "recall", "f1", "right", "wrong", "missed"}
    assert told["roles"] == {"Method": 1.0}
    assert json.loads(json.dumps(told)) == told


def test_records_marked_todo_are_left_out(tmp_path: Path) -> None:
    assert len(read_gold(gold_file(tmp_path, PLAIN, {"id": "2", "todo": True}))) == 1
    with pytest.raises(InputError, match="every paper is still marked todo"):
        read_gold(gold_file(tmp_path, {**PLAIN, "todo": True}))


@pytest.mark.parametrize(("annotated", "words"), [(["Frob"], "annotated 'Frob', expected"), (3, "annotated is 3")])
def test_types_that_are_annotated_are_checked(tmp_path: Path, annotated: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_gold(gold_file(tmp_path, {**PLAIN, "annotated": annotated}))


def test_the_packaged_extractor_is_scored_end_to_end_and_given_the_names(tmp_path: Path) -> None:
    scores = evaluate(gold_file(tmp_path, FULL, {"id": "2", "todo": True}), min_score=0.1)
    assert (scores.papers, scores.left_out) == (1, 1)
    assert scores.given is not None
    assert scores.given.roles is not None
    assert {kind: share.total for kind, share in scores.given.roles.items()} == {"Method": 1, "Dataset": 1}


def test_no_mention_is_scored_high_enough_for_a_score_above_all(tmp_path: Path) -> None:
    scores = evaluate(gold_file(tmp_path, {name: PLAIN[name] for name in ("id", "text", "entities")}), min_score=1.0)
    assert scores.strict == Score(missed=3)
    assert (scores.calibration, scores.given) == (None, None)
