"""`kg label` and `kg evaluate` as a person runs them, one after the other."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kg import quality
from kg.cli import run

Capture = pytest.CaptureFixture[str]
ABSTRACTS = [
    "We propose FooNet, a graph neural network for image classification, and evaluate it on CIFAR-10.",
    "BERT is fine-tuned for named entity recognition. On CoNLL-2003 it outperforms an LSTM.",
    "We study machine translation with the Transformer on WMT14.",
]


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "papers.jsonl"
    records = ({"id": f"acl-{n}", "title": f"Paper {n}", "abstract": text} for n, text in enumerate(ABSTRACTS))
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def labels(papers: Path, tmp_path: Path, capsys: Capture) -> Path:
    """A file of kg label whose papers count as corrected, but for the last one."""
    path = tmp_path / "labels.txt"
    done(capsys, "label", papers, "-o", path)
    path.write_text(path.read_text("utf-8").replace("\ntodo\n", "\n", 2), encoding="utf-8")
    return path


def done(capsys: Capture, *words: object) -> tuple[str, str]:
    code = run.run([str(word) for word in words])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out, err


def failed(capsys: Capture, code: int, *words: object) -> str:
    assert run.run([str(word) for word in words]) == code
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "internal error" not in err
    return err


def test_label_says_how_to_go_on(papers: Path, tmp_path: Path, capsys: Capture) -> None:
    out, err = done(capsys, "label", papers, "--sample", "2", "-o", tmp_path / "l.txt")
    assert out == ""
    assert "2 papers of 3, all marked todo" in err
    assert f"kg evaluate {tmp_path / 'l.txt'}" in err
    assert (tmp_path / "l.txt").read_text("utf-8").count("\n=== acl-") == 2


def test_label_writes_to_stdout_without_a_file(papers: Path, tmp_path: Path, capsys: Capture) -> None:
    out, _ = done(capsys, "label", papers, "--sample", "1", "--seed", "5")
    done(capsys, "label", papers, "--sample", "1", "--seed", "5", "--output", tmp_path / "l.txt")
    assert out == (tmp_path / "l.txt").read_text("utf-8")
    assert out.startswith("# paperkg labels 1\n")


def test_a_blank_file_suggests_nothing(papers: Path, capsys: Capture) -> None:
    out, _ = done(capsys, "label", papers, "--blank")
    below_the_help = out.partition("\n=== ")[2].splitlines()
    assert {line[:1] for line in below_the_help} <= {"a", "=", ">", "t", ""}


def test_a_file_with_corrections_is_never_written_over(papers: Path, labels: Path, capsys: Capture) -> None:
    before = labels.read_bytes()
    assert "may hold corrections" in failed(capsys, 1, "label", papers, "-o", labels)
    assert labels.read_bytes() == before


@pytest.mark.parametrize("size", ["0", "-1", "x"])
def test_a_sample_that_makes_no_sense_is_bad_usage(papers: Path, size: str, capsys: Capture) -> None:
    assert "--sample" in failed(capsys, 2, "label", papers, "--sample", size)


def test_a_file_that_is_not_there_is_one_line_and_leaves_no_file(tmp_path: Path, capsys: Capture) -> None:
    assert "no such file" in failed(capsys, 1, "label", tmp_path / "none.jsonl", "-o", tmp_path / "l.txt")
    assert not (tmp_path / "l.txt").exists()


def test_an_untouched_file_has_nothing_to_evaluate(papers: Path, tmp_path: Path, capsys: Capture) -> None:
    done(capsys, "label", papers, "-o", tmp_path / "l.txt")
    assert "still marked todo" in failed(capsys, 1, "evaluate", tmp_path / "l.txt")


def test_uncorrected_labels_agree_with_the_extractor(labels: Path, capsys: Capture) -> None:
    out, err = done(capsys, "evaluate", labels, "--json")
    found = json.loads(out)
    assert (found["papers"], found["left_out"]) == (2, 1)
    assert found["strict"]["f1"] == 1.0
    assert "1 paper still marked todo: left out" in err


def test_evaluate_shows_intervals_roles_and_reliability(labels: Path, capsys: Capture) -> None:
    out, err = done(capsys, "evaluate", labels)
    assert out.splitlines()[2].startswith("mentions, span and type")
    assert "100.0 (" in out
    for words in ("role right", "mentions scored", "expected calibration error"):
        assert words in out
    assert "95 % Wilson" in err
    assert [line for line in out.splitlines() if line.endswith(" ")] == []


def test_errors_stand_beside_each_other_and_in_tables(labels: Path, tmp_path: Path, capsys: Capture) -> None:
    labels.write_text(
        labels.read_text("utf-8").replace("M BERT\n", "T BERT\n").replace("M:c BERT\n", "T BERT\n"), "utf-8"
    )
    text = labels.read_text("utf-8")
    labels.write_text("".join(f"{line}\n" for line in text.splitlines() if not line.startswith("L ")), "utf-8")
    out, _ = done(capsys, "evaluate", labels, "--errors")
    assert "wrong type" in out
    assert "Task: BERT" in out
    assert "[BERT] is fine-tuned" in out
    assert "types: gold \\ found" in out
    found = json.loads(done(capsys, "evaluate", labels, "--errors", "--json")[0])
    assert found["confusion"]["types"]["Task"]["Method"] == 1
    assert found["errors"][0]["errors"][0]["kind"] == "wrong type"
    _, err = done(capsys, "evaluate", labels, "--errors-to", tmp_path / "e.txt")
    assert "1 error in 1 paper" in err
    assert "Task: BERT" in (tmp_path / "e.txt").read_text("utf-8")
    done(capsys, "evaluate", labels, "--errors-to", tmp_path / "e.jsonl.gz")
    with gzip.open(tmp_path / "e.jsonl.gz", "rt", encoding="utf-8") as file:
        assert json.loads(file.readline())["errors"][0]["found"] == "Method: BERT"


def test_no_errors_are_no_trouble(labels: Path, tmp_path: Path, capsys: Capture) -> None:
    _, err = done(capsys, "evaluate", labels, "--errors", "--errors-to", tmp_path / "e.txt")
    assert "0 errors in 0 papers" in err
    assert (tmp_path / "e.txt").read_text("utf-8") == ""


def test_a_card_and_a_diagram_are_written(labels: Path, tmp_path: Path, capsys: Capture) -> None:
    words = ("--card", tmp_path / "card.json", "--plot", tmp_path / "r.svg", "--model", "standard")
    _, err = done(capsys, "evaluate", labels, *words)
    found = quality.read(tmp_path / "card.json")
    assert (found["gold"], found["papers"], found["left_out"]) == ("labels.txt", 2, 1)
    assert (tmp_path / "r.svg").read_text("utf-8").startswith("<svg")
    assert "quality card of 2 papers" in err


def test_a_diagram_of_nothing_is_said_and_not_drawn(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "l.txt").write_text("=== 1\n> We use BERT.\nM BERT\n", "utf-8")
    _, err = done(capsys, "evaluate", tmp_path / "l.txt", "--min-score", "1", "--plot", tmp_path / "r.svg")
    assert "is not drawn: nothing was found" in err
    assert not (tmp_path / "r.svg").exists()


def test_evaluate_in_two_processes_gives_the_same(labels: Path, capsys: Capture) -> None:
    one = done(capsys, "evaluate", labels, "--json")[0]
    assert done(capsys, "evaluate", labels, "--json", "--workers", "2")[0] == one


@pytest.mark.parametrize("option", ["--card", "--plot", "--errors-to"])
def test_an_output_never_takes_the_place_of_the_gold(labels: Path, option: str, capsys: Capture) -> None:
    before = labels.read_bytes()
    assert "named twice" in failed(capsys, 2, "evaluate", labels, option, labels)
    assert labels.read_bytes() == before


@pytest.mark.parametrize("option", ["--card", "--plot"])
def test_a_card_or_picture_needs_a_file(labels: Path, option: str, capsys: Capture) -> None:
    assert "expected the name of a file" in failed(capsys, 2, "evaluate", labels, option, "-")


def test_a_format_that_is_not_drawn_is_refused_before_any_work(tmp_path: Path, capsys: Capture) -> None:
    assert "expected a file that ends in" in failed(
        capsys, 2, "evaluate", tmp_path / "none", "--plot", tmp_path / "r.html"
    )


@pytest.mark.parametrize("score", ["1.5", "-0.1", "x"])
def test_a_score_out_of_range_is_bad_usage(labels: Path, score: str, capsys: Capture) -> None:
    assert "--min-score" in failed(capsys, 2, "evaluate", labels, "--min-score", score)


def test_several_sources_have_a_table(tmp_path: Path, capsys: Capture) -> None:
    parts = [
        f"=== {name}-{n}\n> We use BERT for parsing.\nM BERT\nT parsing\n" for name in ("acl", "nips") for n in range(5)
    ]
    (tmp_path / "l.txt").write_text("".join(parts) + "=== colt-1\n> We use BERT.\nM BERT\n", "utf-8")
    out, err = done(capsys, "evaluate", tmp_path / "l.txt")
    assert [line.split()[:2] for line in out.splitlines() if line.startswith(("acl ", "nips ", "colt "))] == [
        ["acl", "5"],
        ["nips", "5"],
    ]
    assert "1 source of fewer than 5 papers" in err


def test_errors_on_a_terminal_are_those_of_the_first_papers(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    parts = [f"=== p{n}\n> We use BERT for parsing.\nT BERT\n" for n in range(12)]
    (tmp_path / "l.txt").write_text("".join(parts), "utf-8")
    words = ["evaluate", str(tmp_path / "l.txt"), "--errors"]
    assert done(capsys, *words)[0].count("[BERT]") == 12
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run.run(words) == 0
    out, err = capsys.readouterr()
    assert out.count("[BERT]") == 10
    assert "2 more papers with errors: --errors-to FILE writes all" in err


def test_text_of_papers_cannot_act_on_a_terminal(tmp_path: Path, capsys: Capture) -> None:
    record = {"id": "a\x1b[31m", "title": "\x1b]0;x\x07", "abstract": "We use \x1b[2JBERT for parsing.", "entities": []}
    (tmp_path / "g.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    out, err = done(capsys, "evaluate", tmp_path / "g.jsonl", "--errors", "--errors-to", tmp_path / "e.txt")
    assert "\x1b" not in out + err + (tmp_path / "e.txt").read_text("utf-8")
