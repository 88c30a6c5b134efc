"""The import log: reading order, counts, one line of summary, stable bytes."""

from __future__ import annotations

import json
from pathlib import Path

from kg.importlog import ImportLog, Problem


def filled() -> ImportLog:
    log = ImportLog()
    log.begin("b.txt", "plain")
    log.paper("b.txt", "heading")
    log.begin("a.jsonl", "jsonl")
    log.add(Problem(file="a.jsonl", record=7, line=9, what="later", done="skipped"))
    log.add(Problem(file="a.jsonl", record=2, line=2, what="a – dash", done="renamed"))
    log.add(Problem(file="b.txt", record=2, line=5, what="no abstract", done="skipped"))
    log.paper("a.jsonl", "record")
    log.paper("a.jsonl", "none")
    return log


def test_problems_come_in_reading_order_whatever_the_order_they_were_added() -> None:
    assert [(each.file, each.record) for each in filled().problems] == [
        ("b.txt", 2),
        ("a.jsonl", 2),
        ("a.jsonl", 7),
    ]


def test_counts_are_by_what_was_done() -> None:
    assert filled().counts() == {"renamed": 1, "skipped": 2}


def test_papers_are_counted_by_file_format_and_origin_of_the_year() -> None:
    log = filled()
    assert log.papers == 3
    assert log.formats() == {"jsonl": 2, "plain": 1}
    assert log.years() == {"heading": 1, "none": 1, "record": 1}
    assert [(each.file, each.papers, each.problems) for each in log.files()] == [
        ("b.txt", 1, 1),
        ("a.jsonl", 2, 2),
    ]


def test_the_summary_is_one_line() -> None:
    assert filled().summary() == (
        "3 papers from 2 files (jsonl 2, plain 1); year from: heading 1, none 1, record 1; "
        "3 problems (renamed 1, skipped 2)"
    )
    assert ImportLog().summary() == "0 papers from 0 files; no problems"


def test_the_written_log_lists_each_file_before_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "import-log.jsonl"
    assert filled().write(path) == 5
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(row["kind"], row["file"]) for row in rows] == [
        ("file", "b.txt"),
        ("problem", "b.txt"),
        ("file", "a.jsonl"),
        ("problem", "a.jsonl"),
        ("problem", "a.jsonl"),
    ]
    assert rows[3] == {
        "kind": "problem", "file": "a.jsonl", "record": 2, "line": 2, "what": "a – dash", "done": "renamed",
    }  # fmt: skip


def test_the_same_events_give_the_same_bytes(tmp_path: Path) -> None:
    filled().write(tmp_path / "a")
    filled().write(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_place_names_file_line_and_record_as_far_as_known() -> None:
    assert Problem(file="a", what="", done="").place() == "a"
    assert Problem(file="a", record=3, line=4, what="", done="").place() == "a, line 4 (record 3)"
