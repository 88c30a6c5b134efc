"""Bad input of every kind: one clear line, the rest is read, nothing is lost without a word."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError, KgError
from kg.importlog import ImportLog
from kg.readers import read
from ontology.model import Paper

ONE = '{"id": "x", "title": "T", "abstract": "We propose a method."}\n'


def papers(*paths: Path, log: ImportLog | None = None) -> list[Paper]:
    return list(read(paths, log or ImportLog()))


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    return path


def fault(*paths: Path) -> str:
    with pytest.raises(InputError) as caught:
        papers(*paths)
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()
    return message


def test_a_missing_path_is_an_error_before_any_work(tmp_path: Path) -> None:
    good = put(tmp_path / "a.jsonl", ONE)
    log = ImportLog()
    with pytest.raises(InputError, match=r"nope\.txt: no such file or folder"):
        read([good, tmp_path / "nope.txt"], log)
    assert log.files() == ()


@pytest.mark.parametrize("name", ["bad\0name", "x" * 5_000])
def test_an_impossible_path_is_an_input_error(name: str) -> None:
    fault(Path(name))


def test_no_inputs_at_all_are_an_error() -> None:
    assert "no inputs" in fault()


def test_an_empty_file_gives_one_clear_error(tmp_path: Path) -> None:
    path = put(tmp_path / "empty.txt", "")
    assert fault(path) == f"{path}: the file is empty; expected abstracts"


@pytest.mark.parametrize("text", [" \n\n\t\n", "\ufeff", "\ufeff\r\n"])
def test_a_file_of_white_space_gives_one_clear_error(tmp_path: Path, text: str) -> None:
    assert "white space" in fault(put(tmp_path / "blank.txt", text))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (bytes(range(256)) * 40, "looks like a binary file, expected text"),
        (b"\0" * 1000, "looks like a binary file"),
        (b"%PDF-1.7 and text", "a PDF"),
        (b"PK\x03\x04 and text", "a zip archive or an Office document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    ],
)
def test_a_binary_file_gives_one_clear_error(tmp_path: Path, content: bytes, kind: str) -> None:
    path = put(tmp_path / "x.bin", content)
    message = fault(path)
    assert message.startswith(f"{path}: looks like a binary file")
    assert kind in message


def test_binary_content_inside_gzip_is_found_as_well(tmp_path: Path) -> None:
    assert "binary" in fault(put(tmp_path / "x.txt.gz", gzip.compress(bytes(range(256)))))


@pytest.mark.parametrize("cut", [5, 30, -6])
def test_damaged_gzip_gives_one_clear_error(tmp_path: Path, cut: int) -> None:
    packed = gzip.compress(os.urandom(50) + ONE.encode() * 50)
    assert "gzip data is damaged" in fault(put(tmp_path / "x.jsonl.gz", packed[:cut]))


@pytest.mark.parametrize("text", ["<?xml version='1.0'?><a/>", "@article{x, title={T}}", "TY  - JOUR\nAB  - x\n"])
def test_a_format_that_is_not_read_is_refused_and_not_taken_for_prose(tmp_path: Path, text: str) -> None:
    assert "no format that is read" in fault(put(tmp_path / "x.txt", text))


def test_a_folder_with_nothing_to_read_gives_one_clear_error(tmp_path: Path) -> None:
    assert "no file to read in this folder" in fault(tmp_path)
    put(tmp_path / "x.py", "print()")
    assert "no file to read in this folder" in fault(tmp_path)


def test_a_file_that_may_not_be_read_gives_one_clear_error(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", "We propose.")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("permissions do not bind this user")
    assert "cannot be read" in fault(path)


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    log = ImportLog()
    bad = put(tmp_path / "a.txt", b"\0\1\2\3")
    good = put(tmp_path / "b.jsonl", ONE)
    empty = put(tmp_path / "c.txt", "")
    assert [each.id for each in papers(bad, good, empty, log=log)] == ["x"]
    assert [(each.file, each.done) for each in log.problems] == [
        ("a.txt", "file skipped"),
        ("c.txt", "file skipped"),
    ]


def test_when_all_of_several_files_are_bad_the_error_names_each(tmp_path: Path) -> None:
    message = fault(put(tmp_path / "a.txt", b"\0\1\2\3"), put(tmp_path / "b.txt", ""))
    assert "a.txt: looks like a binary file" in message
    assert "b.txt: the file is empty" in message


def test_a_file_whose_records_are_all_bad_names_the_first_of_them(tmp_path: Path) -> None:
    message = fault(put(tmp_path / "a.jsonl", '{"title": "T"}\n' * 9))
    assert "a.jsonl, line 1 (record 1): a record without an abstract" in message
    assert "and 6 more" in message


def test_a_single_paragraph_of_five_megabytes_is_skipped_and_logged(tmp_path: Path) -> None:
    log = ImportLog()
    path = put(tmp_path / "a.txt", "A short abstract.\n\n" + "word " * 1_000_000 + "\n\nAnother abstract.\n")
    assert [each.abstract for each in papers(path, log=log)] == ["A short abstract.", "Another abstract."]
    (problem,) = log.problems
    assert problem.what == "an abstract of 5,000,000 characters; expected under 50,000"
    assert (problem.done, problem.record, problem.line) == ("skipped", 2, 3)


@pytest.mark.parametrize("abstract", [None, "", "  \n ", "N/A", "[No abstract available]", "-", 7 * [1], True])
def test_a_record_without_an_abstract_is_skipped_and_logged(tmp_path: Path, abstract: object) -> None:
    log = ImportLog()
    row = json.dumps({"id": "y", "title": "T", "abstract": abstract})
    assert [each.id for each in papers(put(tmp_path / "a.jsonl", ONE + row), log=log)] == ["x"]
    (problem,) = log.problems
    assert "without an abstract" in problem.what
    assert (problem.file, problem.record, problem.line, problem.done) == ("a.jsonl", 2, 2, "skipped")


def test_a_nul_in_a_field_skips_the_record(tmp_path: Path) -> None:
    log = ImportLog()
    path = put(tmp_path / "a.jsonl", ONE + json.dumps({"title": "T", "abstract": "a\0b"}))
    assert len(papers(path, log=log)) == 1
    assert "NUL character in abstract" in log.problems[0].what


def test_half_a_surrogate_pair_is_replaced_and_logged(tmp_path: Path) -> None:
    log = ImportLog()
    (paper,) = papers(put(tmp_path / "a.jsonl", r'{"id": "a\udfff", "abstract": "a \ud800 b"}'), log=log)
    assert paper.abstract == "a \ufffd b"
    assert paper.id == "a\ufffd"
    assert log.counts() == {"characters replaced": 2}


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(
        st.binary(max_size=400),
        st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.text(alphabet=',;\t|"\n\r{}[]:abstract title\\u', max_size=200).map(str.encode),
        st.binary(max_size=200).map(gzip.compress),
    ),
    start=st.sampled_from(
        [b"", b"abstract,title\n", b'{"abstract": ', b"[{", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1f\x8b"]
    ),
    name=st.sampled_from(["a", "a.txt", "a.csv", "a.tsv", "a.jsonl", "a.json", "a.txt.gz"]),
)
def test_reading_arbitrary_bytes_raises_nothing_but_errors_for_users(
    tmp_path: Path, content: bytes, start: bytes, name: str
) -> None:
    log = ImportLog()
    try:
        found = papers(put(tmp_path / name, start + content), log=log)
    except KgError:
        pass
    else:
        assert found
        for paper in found:
            assert paper.id
            assert paper.abstract.strip()
            "".join([paper.id, paper.title, paper.abstract, paper.venue, *paper.authors, paper.url]).encode("utf-8")
    log.write(tmp_path / "log")
    assert all(problem.what.isprintable() for problem in log.problems)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "year", "x"]), inner, max_size=2)
    ),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    row=st.dictionaries(
        st.sampled_from(["id", "title", "abstract", "year", "date", "venue", "authors", "doi", "arxiv", "url", "data"]),
        json_values,
    )
)
def test_any_json_values_in_any_field_give_a_paper_or_a_logged_problem(tmp_path: Path, row: dict[str, object]) -> None:
    log = ImportLog()
    found = papers(put(tmp_path / "a.jsonl", ONE + json.dumps(row) + "\n"), log=log)
    assert len(found) == 2 or "skipped" in log.counts() or "skipped as duplicate" in log.counts()
