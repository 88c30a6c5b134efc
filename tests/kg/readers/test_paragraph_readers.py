"""Plain text and text with titles: headings, paragraphs, and which of the two a file is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.importlog import ImportLog
from kg.readers import read
from kg.readers.paragraphs import heading, paragraphs
from ontology.model import Paper

PROSE = "This is a longer abstract that says what was done and what came out of it, in several words. " * 3


def papers(folder: Path, text: str, log: ImportLog | None = None) -> list[Paper]:
    path = folder / "a.txt"
    path.write_text(text, encoding="utf-8")
    return list(read([path], log or ImportLog()))


@pytest.mark.parametrize(
    ("line", "venue", "year"),
    [
        ("NeurIPS 2025 论文列表", "NeurIPS", 2025),
        ("NeurIPS 2025 Papers", "NeurIPS", 2025),
        ("# ICML 2023: accepted papers", "ICML", 2023),
        ("Accepted Papers at ACL 2021", "ACL", 2021),
        ("2024 CVPR papers", "CVPR", 2024),
        ("2024年 ACL 论文", "ACL", 2024),
        ("ICLR2024", "ICLR", 2024),
        ("Proceedings of the 2021 Conference on Something", "Conference on Something", 2021),
        ("Conference on Robot Learning 1999", "Conference on Robot Learning", 1999),
        ("ICLR 2024 (Oral)", "ICLR", 2024),
    ],
)  # fmt: skip
def test_a_heading_gives_venue_and_year(line: str, venue: str, year: int) -> None:
    found = heading(line)
    assert found is not None
    assert (found.venue, found.year) == (venue, year)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "2025",
        "Papers 2025",
        "We did this in 2020. It works.",
        "From 2019 to 2021",
        "ICML 2050",
        "x 2020 " * 20,
    ],
)
def test_other_lines_are_no_heading(line: str) -> None:
    assert heading(line) is None


def test_a_later_heading_must_say_that_it_lists_papers() -> None:
    assert heading("SemEval-2017 Task 4", named=True) is None
    assert heading("ICML 2023 Papers", named=True) is not None


@given(st.text(max_size=120), st.booleans())
def test_any_line_is_a_heading_with_a_venue_or_none(line: str, named: bool) -> None:
    found = heading(line, named=named)
    assert found is None or (found.venue.strip() and 1900 <= found.year <= 2035)


@given(st.lists(st.text(alphabet="ab \t.", max_size=6)))
def test_paragraphs_hold_every_line_that_is_not_blank_at_its_number(lines: list[str]) -> None:
    found = list(paragraphs([line + "\n" for line in lines]))
    placed = [(each.line + offset, line) for each in found for offset, line in enumerate(each.lines)]
    assert placed == [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def test_a_heading_applies_to_the_abstracts_below_it(tmp_path: Path) -> None:
    text = "NeurIPS 2025 论文列表\n\nOne abstract.\n\nTwo.\n\n\nICML 2024 Papers\n\nThree.\n"
    found = papers(tmp_path, text)
    assert [(each.abstract, each.venue, each.year, each.record) for each in found] == [
        ("One abstract.", "NeurIPS", 2025, 1), ("Two.", "NeurIPS", 2025, 2), ("Three.", "ICML", 2024, 3),
    ]  # fmt: skip


def test_a_heading_needs_no_blank_line_below_it(tmp_path: Path) -> None:
    (paper,) = papers(tmp_path, f"NeurIPS 2025 Papers\n{PROSE}\n")
    assert (paper.venue, paper.abstract) == ("NeurIPS", PROSE)


def test_the_log_knows_that_the_year_came_from_the_heading(tmp_path: Path) -> None:
    log = ImportLog()
    papers(tmp_path, "NeurIPS 2025 Papers\n\nOne abstract.\n", log)
    assert log.years() == {"heading": 1}


def test_a_paragraph_without_letters_is_logged(tmp_path: Path) -> None:
    log = ImportLog()
    assert len(papers(tmp_path, "One abstract.\n\n-----\n\nTwo abstracts.\n", log)) == 2
    (problem,) = log.problems
    assert (problem.record, problem.line, problem.done) == (2, 3, "skipped")


def test_wrapped_prose_without_titles_is_plain(tmp_path: Path) -> None:
    wrapped = "\n".join(
        ["We present a new way of training the models that", "Google and others use to translate, and find",
         "that it works better than the earlier ones do."]
    )  # fmt: skip
    log = ImportLog()
    found = papers(tmp_path, f"{wrapped}\n\n{wrapped.replace('new', 'old')}\n", log)
    assert [each.title for each in found] == ["", ""]
    assert log.formats() == {"plain": 2}


def test_a_title_line_above_an_abstract_is_its_title(tmp_path: Path) -> None:
    found = papers(tmp_path, f"A Model of Things\n{PROSE}\n\nWhy Does It Work?\n{PROSE}\n{PROSE}\n")
    assert [each.title for each in found] == ["A Model of Things", "Why Does It Work?"]
    assert found[1].abstract == f"{PROSE}\n{PROSE}"


def test_a_blank_line_may_stand_between_title_and_abstract(tmp_path: Path) -> None:
    found = papers(tmp_path, f"ACL 2020 Papers\n\nA Model of Things\n\n{PROSE}\n\nAnother One\n\n{PROSE}more.\n")
    assert [(each.title, each.venue) for each in found] == [
        ("A Model of Things", "ACL"),
        ("Another One", "ACL"),
    ]
    assert found[0].abstract == PROSE


def test_a_title_without_an_abstract_is_logged(tmp_path: Path) -> None:
    log = ImportLog()
    text = f"A Model of Things\n{PROSE}\n\nA Lonely Title\n\nOne More\n{PROSE}x\n\nA Third\n{PROSE}y\n"
    assert [each.title for each in papers(tmp_path, text, log)] == [
        "A Model of Things",
        "One More",
        "A Third",
    ]
    (problem,) = log.problems
    assert (problem.what, problem.record, problem.line) == ("a record without an abstract", 2, 4)
