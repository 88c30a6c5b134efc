"""What goes wrong is one clear line, the right exit code, and leaves earlier output as it was."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
Kg = Callable[..., Done]
GOOD = {"id": "good", "title": "Good", "abstract": "We propose FooNet for image classification.", "year": 2020}


def failed(done: Done, code: int = 1) -> str:
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("kg: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def state(folder: Path) -> dict[str, bytes | str]:
    """Every file and link of a folder with its content."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file() and "/store/" not in f"/{name}/" and path.name != ".lock":
            found[name] = path.read_bytes()
    return found


@pytest.fixture
def output(graph: Path, tmp_path: Path) -> Path:
    """A copy of an output folder that a good build made."""
    shutil.copytree(graph, tmp_path / "output", symlinks=True)
    return tmp_path / "output"


BAD = {
    "empty.txt": (b"", "the file is empty"),
    "blank.txt": (b" \n\n \n", ""),
    "binary.txt": (random.Random(7).randbytes(5_000), "binary"),
    "no-abstract.jsonl": (b'{"id": "a", "title": "No abstract here"}\n', "a record without an abstract"),
    "one-paragraph.txt": (b"We propose a method for parsing and evaluate it on many corpora. " * 80_000, "characters"),
    "broken.gz": (gzip.compress(b"We propose FooNet.\n" * 100)[:-20], ""),
}


@pytest.mark.parametrize("name", BAD)
def test_input_that_gives_no_paper_fails_with_one_line(kg: Kg, output: Path, tmp_path: Path, name: str) -> None:
    content, words = BAD[name]
    (tmp_path / name).write_bytes(content)
    before = state(output)
    line = failed(kg("build", tmp_path / name, "-o", output))
    assert name in line
    assert words in line
    assert state(output) == before


def test_a_file_that_is_not_there_fails_with_one_line(kg: Kg, output: Path, tmp_path: Path) -> None:
    before = state(output)
    assert "missing.txt: no such file" in failed(kg("build", tmp_path / "missing.txt", "-o", output))
    assert "missing.txt: no such file" in failed(kg("extract", tmp_path / "missing.txt"))
    assert "missing.jsonl: no such file" in failed(kg("evaluate", tmp_path / "missing.jsonl"))
    assert state(output) == before


def test_a_file_that_is_not_there_makes_no_output_folder_that_looks_like_a_graph(kg: Kg, tmp_path: Path) -> None:
    failed(kg("build", tmp_path / "missing.txt", "-o", tmp_path / "new"))
    assert "no graph here" in failed(kg("trends", "--graph", tmp_path / "new"))


def test_invalid_utf8_is_read_and_reported(kg: Kg, tmp_path: Path) -> None:
    text = (
        b"We propose FooNet, a neural network na\xefve enough for image classification.\n\nWe study BERT for parsing.\n"
    )
    (tmp_path / "latin.txt").write_bytes(text)
    done = kg("build", tmp_path / "latin.txt", "-o", tmp_path / "output")
    assert done.returncode == 0, done.stderr
    assert "not valid UTF-8" in done.stderr
    log = [json.loads(line) for line in (tmp_path / "output/current/import-log.jsonl").read_text("utf-8").splitlines()]
    assert any("not valid UTF-8" in entry.get("what", "") for entry in log)


def test_a_record_without_an_abstract_is_reported_and_the_rest_is_built(kg: Kg, tmp_path: Path) -> None:
    records = [{"id": "bad", "title": "No abstract here"}, GOOD]
    (tmp_path / "two.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    done = kg("build", tmp_path / "two.jsonl", "-o", tmp_path / "output")
    assert done.returncode == 0, done.stderr
    assert "two.jsonl, line 1: a record without an abstract" in done.stderr
    assert [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("papers ")] == ["1"]


def test_an_output_folder_that_cannot_be_written_fails_before_any_work(kg: Kg, abstracts: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for output in (tmp_path / "file", tmp_path / "file" / "below"):
        assert str(output) in failed(kg("build", abstracts, "-o", output))
    assert (tmp_path / "file").read_text() == "mine"
    assert "cannot write" in failed(kg("extract", abstracts, "-o", tmp_path / "file" / "x.jsonl"))


def test_a_folder_that_is_not_ours_is_not_touched(kg: Kg, abstracts: Path, tmp_path: Path) -> None:
    (tmp_path / "current").mkdir()
    (tmp_path / "current" / "thesis.txt").write_text("mine")
    failed(kg("build", abstracts, "-o", tmp_path))
    assert (tmp_path / "current" / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "failure"),
    [
        (["query", "no-such-query"], (1, "no query named 'no-such-query'")),
        (["query", "SELECT ?s WHER { ?s ?p ?o }"], (1, "SPARQL syntax error at line 1")),
        (["query", "DELETE WHERE { ?s ?p ?o }"], (1, "the graph is only read")),
        (["show", "no such thing at all"], (1, "nothing named")),
        (["explore", "no such thing at all"], (1, "no such thing at all")),
        (["trends", "no such thing at all"], (1, "no method, task or dataset named")),
        (["trends", "--top", "0"], (2, "--top")),
        (["trends", "-o", "chart.gif"], (2, "chart.gif")),
        (["export", "docx"], (2, "docx")),
        (["query", "methods-for-task", "--set", "task"], (2, "NAME=VALUE")),
        (["bulid"], (2, "build")),
    ],
)
def test_a_request_that_makes_no_sense_is_one_line_and_changes_nothing(
    kg: Kg, output: Path, tmp_path: Path, words: list[str], failure: tuple[int, str]
) -> None:
    before = state(output)
    options = [] if words == ["bulid"] else ["--graph", output]
    code, message = failure
    assert message in failed(kg(*words, *options, cwd=tmp_path), code)
    assert state(output) == before


@pytest.mark.parametrize(
    "words", [["query", "methods-proposed"], ["show", "BERT"], ["trends"], ["validate"], ["explore"]]
)
def test_without_a_graph_the_line_says_how_to_make_one(kg: Kg, tmp_path: Path, words: list[str]) -> None:
    assert "kg build" in failed(kg(*words, cwd=tmp_path))


def test_a_bad_value_of_build_is_one_line(kg: Kg, abstracts: Path, tmp_path: Path) -> None:
    assert "--min-score" in failed(kg("build", abstracts, "--min-score", "7", cwd=tmp_path), 2)
    assert "engine" in failed(kg("build", abstracts, "--engine", "abacus", cwd=tmp_path), 2)
    assert list(tmp_path.iterdir()) == []
