"""JSON and tables: forms, names of fields, and what is wrong with single records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.importlog import ImportLog
from kg.readers import read
from ontology.model import Paper


def papers(path: Path, text: str, log: ImportLog | None = None) -> list[Paper]:
    path.write_text(text, encoding="utf-8", newline="")
    return list(read([path], log or ImportLog()))


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_list_of_objects_is_read_with_or_without_a_wrapper(tmp_path: Path, indent: int | None, wrapped: bool) -> None:
    rows = [{"id": f"a{n}", "abstract": f"Abstract {n}."} for n in range(3)]
    text = json.dumps({"meta": {"count": 3}, "results": rows} if wrapped else rows, indent=indent)
    assert [each.id for each in papers(tmp_path / "a.json", text)] == ["a0", "a1", "a2"]


def test_one_object_over_several_lines_is_one_paper(tmp_path: Path) -> None:
    (paper,) = papers(tmp_path / "a.json", json.dumps({"title": "T", "abstract": "A."}, indent=1))
    assert (paper.title, paper.abstract) == ("T", "A.")


def test_a_list_is_read_up_to_its_first_fault_which_is_logged_with_its_line(tmp_path: Path) -> None:
    log = ImportLog()
    found = papers(tmp_path / "a.json", '[\n{"abstract": "One."},\n{"abstract": "Two."},\n{"abstract": }\n]', log)
    assert [each.abstract for each in found] == ["One.", "Two."]
    (problem,) = log.problems
    assert (problem.record, problem.line) == (3, 4)
    assert "all that follows" in problem.what


def test_broken_lines_are_logged_and_stop_nothing(tmp_path: Path) -> None:
    log = ImportLog()
    text = '{"abstract": "One."}\nnot json\n\n[1]\n{"abstract": "Two."}\n{"abstract": "cut'
    assert [each.record for each in papers(tmp_path / "a.jsonl", text, log)] == [1, 4]
    assert [(each.record, each.line) for each in log.problems] == [(2, 2), (3, 4), (5, 6)]
    assert "no valid JSON" in log.problems[0].what
    assert "in place of an object" in log.problems[1].what


def test_a_broken_first_line_does_not_hide_the_format(tmp_path: Path) -> None:
    assert len(papers(tmp_path / "a.jsonl", 'oops\n{"abstract": "One."}\n')) == 1


def test_json_too_deep_or_with_too_long_a_number_is_a_problem_of_its_record(tmp_path: Path) -> None:
    log = ImportLog()
    text = '{"abstract": "One."}\n' + "[" * 100_000 + "\n" + '{"abstract": ' + "1" * 5_000 + "}\n"
    assert len(papers(tmp_path / "a.jsonl", text, log)) == 1
    assert len(log.problems) == 2


def test_names_of_fields_are_understood_in_any_spelling_and_the_surest_wins(tmp_path: Path) -> None:
    row = {
        "Document Title": "T", "description": "not this", "Abstract": "A.", "Publication_Year": "2019",
        "booktitle": "ACL", "AUTHOR": "A B and C D", "DOI": "https://doi.org/10.1234/x", "link": "https://example.org/1",
    }  # fmt: skip
    (paper,) = papers(tmp_path / "a.jsonl", json.dumps(row))
    assert paper == Paper(
        id="10.1234/x", title="T", abstract="A.", year=2019, venue="ACL", authors=("A B", "C D"),
        doi="10.1234/x", url="https://example.org/1", source="a.jsonl", record=1,
    )  # fmt: skip


def test_a_year_that_cannot_be_is_left_out_and_logged(tmp_path: Path) -> None:
    log = ImportLog()
    rows = [{"abstract": f"Abstract {n}.", "year": year} for n, year in enumerate(["to appear", 0, 2099, "", 2020])]
    found = papers(tmp_path / "a.jsonl", "\n".join(map(json.dumps, rows)), log)
    assert [each.year for each in found] == [None, None, None, None, 2020]
    assert log.counts() == {"kept without year": 3}
    assert log.problems[0].what == "no year in 'to appear'; expected 1900 to 2035"
    assert log.years() == {"none": 4, "record": 1}


def test_a_date_serves_where_the_year_is_missing(tmp_path: Path) -> None:
    (paper,) = papers(tmp_path / "a.jsonl", '{"abstract": "A.", "year": null, "publicationDate": "2021-03-04"}')
    assert paper.year == 2021


def test_an_endless_title_is_left_out_and_logged(tmp_path: Path) -> None:
    log = ImportLog()
    (paper,) = papers(tmp_path / "a.jsonl", json.dumps({"title": "t" * 2_001, "abstract": "A."}), log)
    assert paper.title == ""
    assert log.counts() == {"kept without title": 1}


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "header", [("title", "abstract"), ("Titel", "Zusammenfassung"), ("标题", "摘要"), ("Título", "Resumen")]
)
def test_separator_and_language_of_a_table_are_found(tmp_path: Path, mark: str, header: tuple[str, str]) -> None:
    text = f'\ufeff{mark.join(header)}\r\nT{mark}"We {mark} say ""x""\r\non two lines."\r\n'
    (paper,) = papers(tmp_path / "a.csv", text)
    assert (paper.title, paper.abstract) == ("T", f'We {mark} say "x"\non two lines.')


def test_the_separator_line_of_excel_is_passed_over(tmp_path: Path) -> None:
    (paper,) = papers(tmp_path / "a.csv", "sep=;\ntitle;abstract\nT;A.\n")
    assert (paper.title, paper.abstract) == ("T", "A.")


def test_a_field_longer_than_the_standard_limit_is_no_crash(tmp_path: Path) -> None:
    log = ImportLog()
    found = papers(tmp_path / "a.csv", f"title,abstract,notes\nT,A.,{'x' * 200_000}\nU,{'y' * 200_000},\n", log)
    assert [each.title for each in found] == ["T"]
    assert "200,000 characters" in log.problems[0].what


def test_a_table_without_a_column_for_abstracts_gives_one_clear_error(tmp_path: Path) -> None:
    from kg.errors import InputError

    with pytest.raises(InputError, match="no column for the abstract among: name, size"):
        papers(tmp_path / "a.csv", "name,size\nx,1\n")


def test_a_row_with_too_many_columns_is_logged(tmp_path: Path) -> None:
    log = ImportLog()
    found = papers(tmp_path / "a.csv", "title,abstract\nT,We, too, stumble.\nU,Fine.\nV\n", log)
    assert [each.title for each in found] == ["U"]
    assert [(each.line, each.record) for each in log.problems] == [(2, 1), (4, 3)]


def test_an_open_quotation_mark_costs_its_own_row_only(tmp_path: Path) -> None:
    log = ImportLog()
    rows = ['T1,"Fine, one."', 'T2,"never closed', "T3,Fine three.", "T4,Fine four."]
    found = papers(tmp_path / "a.csv", "title,abstract\n" + "\n".join(rows) + "\n", log)
    assert [each.title for each in found] == ["T1", "T3", "T4"]
    (problem,) = log.problems
    assert (problem.line, problem.record) == (3, 2)
    assert "quotation mark" in problem.what


def test_a_column_of_abstracts_alone_may_hold_separators(tmp_path: Path) -> None:
    found = papers(tmp_path / "a.csv", 'abstract\nWe, too, work.\n"Quoted, as it should be."\n')
    assert [each.abstract for each in found] == ["We, too, work.", "Quoted, as it should be."]


words = st.text(
    alphabet=st.characters(codec="utf-8", exclude_characters="\r\0", exclude_categories=["Cs", "Cc"]),
    max_size=30,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(words, words.map(lambda text: f"We propose {text}.")),
        min_size=1,
        max_size=5,
        unique_by=lambda row: row[1],
    )
)
def test_what_the_standard_library_writes_comes_back_as_it_was(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    import csv
    import io

    text = io.StringIO(newline="")
    csv.writer(text).writerows([("n", "title", "abstract"), *((n, *row) for n, row in enumerate(rows))])
    found = papers(tmp_path / "a.csv", text.getvalue(), log := ImportLog())
    expected = [(title if title.strip() else "", abstract) for title, abstract in rows]
    read_back = [(each.title, each.abstract) for each in found]
    assert read_back == expected or log.counts() == {"skipped as duplicate": len(expected) - len(read_back)}
