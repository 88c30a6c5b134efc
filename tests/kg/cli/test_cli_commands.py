from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from kg.cli import run
from kg.cli.trends import sparkline

Capture = pytest.CaptureFixture[str]


def done(capsys: Capture, *words: str) -> tuple[str, str]:
    code = run.run(words)
    out, err = capsys.readouterr()
    assert code == 0, err
    return out, err


def failed(capsys: Capture, code: int, *words: str) -> str:
    assert run.run(words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kg: ")
    assert err.count("\n") == 1
    return err


def test_trends_print_a_table_with_intervals_and_sparklines(built: Path, capsys: Capture) -> None:
    out, err = done(capsys, "trends", "--graph", str(built), "--top", "3")
    lines = out.splitlines()
    assert len(lines) == 5
    assert lines[0].split()[:3] == ["name", "type", "papers"]
    assert all(set(line) & set("▁▂▃▄▅▆▇█") and "%" in line for line in lines[2:])
    assert "Wilson" in err


def test_trends_as_csv_and_json_give_every_year(built: Path, capsys: Capture) -> None:
    rows = list(csv.DictReader(io.StringIO(done(capsys, "trends", "--graph", str(built), "--format", "csv")[0])))
    values = json.loads(done(capsys, "trends", "--graph", str(built), "--format", "json")[0])
    assert [(row["entity"], row["year"]) for row in rows] == [(row["entity"], str(row["year"])) for row in values]
    assert all(0 <= row["low"] <= row["share"] <= row["high"] <= 1 for row in values)


def test_trends_draw_a_chart_beside_the_table(built: Path, capsys: Capture, tmp_path: Path) -> None:
    out, err = done(capsys, "trends", "--graph", str(built), "--type", "task", "-o", str(tmp_path / "t.svg"))
    assert "Task" in out
    assert "t.svg" in err
    assert (tmp_path / "t.svg").read_text(encoding="utf-8").startswith("<svg")


def test_trends_refuse_a_format_of_pictures_before_any_work(built: Path, capsys: Capture) -> None:
    assert "expected a file that ends in .svg" in failed(capsys, 2, "trends", "--graph", str(built), "-o", "x.gif")


def test_trends_of_an_unknown_name_fail_with_one_line(built: Path, capsys: Capture) -> None:
    assert "no method, task or dataset named 'qqqq'" in failed(capsys, 1, "trends", "qqqq", "--graph", str(built))


@pytest.mark.parametrize(("shares", "line"), [([0, 0.5, 1], "▁▅█"), ([0, 0, 0], "▁▁▁"), ([2, 0.1], "█▂"), ([], "")])
def test_a_sparkline_has_one_block_a_year(shares: list[float], line: str) -> None:
    assert sparkline(shares, 1.0 if any(shares) else 0.0) == line


def test_show_tells_what_an_entity_is_with_its_sentences(built: Path, capsys: Capture) -> None:
    import kg

    top = kg.open(built).entities.sort("mentions", descending=True).head(1).collect().row(0, named=True)
    out, _ = done(capsys, "show", top["label"], "--graph", str(built))
    assert out.startswith(f"{top['label']}  {top['type']}\n")
    assert top["iri"] in out
    assert f"{top['papers']} papers" in out
    assert "preferred label" in out


def test_show_tells_what_a_paper_says(built: Path, capsys: Capture) -> None:
    import kg

    paper = kg.open(built).papers.head(1).collect().row(0, named=True)
    out, _ = done(capsys, "show", paper["id"], "--graph", str(built))
    assert paper["iri"] in out
    assert "Paper" in out.splitlines()[0]


def test_show_of_an_unknown_name_suggests(built: Path, capsys: Capture) -> None:
    import kg

    label = kg.open(built).entities.sort("mentions", descending=True).head(1).collect()["label"][0]
    assert f"did you mean {label}" in failed(capsys, 1, "show", label + "zz", "--graph", str(built))


def test_query_without_arguments_lists_the_named_queries(capsys: Capture) -> None:
    out, err = done(capsys, "query")
    assert "methods-for-task: " in out
    assert "--set task=" in out
    assert "named queries" in err


def test_query_answers_in_every_format(built: Path, capsys: Capture) -> None:
    words = ("query", "methods-proposed", "--graph", str(built), "--limit", "2")
    assert len(done(capsys, *words)[0].splitlines()) == 4
    assert len(list(csv.reader(io.StringIO(done(capsys, *words, "--format", "csv")[0])))) == 3
    assert len(done(capsys, *words, "--format", "tsv")[0].splitlines()) == 3
    assert len(json.loads(done(capsys, *words, "--format", "json")[0])["results"]["bindings"]) == 2


def test_query_reads_sparql_from_a_file_and_from_the_line(built: Path, capsys: Capture, tmp_path: Path) -> None:
    text = "SELECT (COUNT(?p) AS ?n) { ?p a pkg:Paper }"
    (tmp_path / "count.rq").write_text(text)
    of_file, _ = done(capsys, "query", str(tmp_path / "count.rq"), "--graph", str(built))
    of_text, _ = done(capsys, "query", text, "--graph", str(built))
    assert of_file == of_text
    assert "40" in of_file
    assert done(capsys, "query", "ASK { ?s a pkg:Paper }", "--graph", str(built))[0] == "yes\n"
    turtle, _ = done(capsys, "query", "CONSTRUCT { ?p a pkg:Paper } { ?p a pkg:Paper } LIMIT 1", "--graph", str(built))
    assert "Paper" in turtle


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["no-such-query"], 1, "no query named 'no-such-query'"),
        (["SELECT ?s WHER {"], 1, "SPARQL syntax error at line 1"),
        (["SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }"], 1, "SERVICE"),
        (["methods-for-task"], 1, "parameter task is missing"),
        (["methods-for-task", "--set", "task"], 2, "expected NAME=VALUE"),
        (["methods-for-task", "--set", "job=x"], 1, "no parameter 'job'"),
        (["missing.rq"], 1, "missing.rq: cannot be read"),
        (["methods-proposed", "--format", "ttl"], 2, "format 'ttl' does not fit"),
    ],
)
def test_a_query_that_cannot_be_answered_is_one_clear_line(
    words: list[str], code: int, message: str, built: Path, capsys: Capture
) -> None:
    assert message in failed(capsys, code, "query", *words, "--graph", str(built))


@pytest.mark.parametrize("form", ["ttl", "nq", "jsonld"])
def test_export_writes_the_graph_to_a_file(form: str, built: Path, capsys: Capture, tmp_path: Path) -> None:
    out, err = done(capsys, "export", form, "-o", str(tmp_path / f"graph.{form}"), "--graph", str(built))
    assert out == ""
    assert f"graph.{form}" in err
    assert "w3id.org/paperkg" in (tmp_path / f"graph.{form}").read_text(encoding="utf-8")


def test_explore_writes_a_page(built: Path, capsys: Capture, tmp_path: Path) -> None:
    done(capsys, "explore", "--limit", "20", "-o", str(tmp_path / "e.html"), "--graph", str(built))
    assert (tmp_path / "e.html").read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")


def test_formats_names_every_reader(capsys: Capture) -> None:
    from kg.readers import formats

    out, _ = done(capsys, "formats")
    assert [each.name for each in formats() if f"{each.name}: {each.description}" not in out] == []


def test_info_tells_versions_and_what_the_graph_holds(built: Path, capsys: Capture) -> None:
    out, _ = done(capsys, "info", "--graph", str(built))
    assert "pyoxigraph" in out
    assert "paperkg" in out
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("papers ")] == ["40"]


@pytest.mark.parametrize(
    "command", [["trends"], ["show", "x"], ["query", "methods-proposed"], ["export", "ttl"], ["validate"]]
)
def test_a_command_without_a_graph_says_how_to_make_one(command: list[str], tmp_path: Path, capsys: Capture) -> None:
    assert "kg build" in failed(capsys, 1, *command, "--graph", str(tmp_path))


def test_a_name_that_no_entity_has_is_told_beside_the_empty_answer(built: Path, capsys: Capture) -> None:
    import kg

    methods = kg.open(built).entities.sort("mentions", descending=True).collect()
    label = next(row["label"] for row in methods.rows(named=True) if row["type"] == "Method")
    words = ("query", "tasks-for-method", "--graph", str(built), "--format", "csv", "--set")
    _, err = done(capsys, *words, f"method={label}zz")
    assert f"no entity named '{label}zz' in this graph; did you mean {label}" in err
    assert "no entity" not in done(capsys, *words, f"method={label}")[1]
    assert done(capsys, *words, "method=qqqqqq")[1] == "no entity named 'qqqqqq' in this graph\n"


def test_a_parameter_given_twice_and_an_empty_query_are_bad_usage(built: Path, capsys: Capture) -> None:
    words = ("query", "tasks-for-method", "--graph", str(built), "--set", "method=a", "--set", "method=b")
    assert "--set method is given twice" in failed(capsys, 2, *words)
    assert "the query is empty" in failed(capsys, 2, "query", " ", "--graph", str(built))


@pytest.mark.parametrize(
    "words",
    [("build", "x", "-o", ""), ("export", "nq", "-o", ""), ("extract", "x", "-o", ""), ("explore", "-o", ""),
     ("trends", "-o", ""), ("build", ""), ("evaluate", ""), ("show", "x", "--graph", "")],
)  # fmt: skip
def test_an_empty_path_is_bad_usage(words: tuple[str, ...], capsys: Capture) -> None:
    assert "an empty name of a file or folder" in failed(capsys, 2, *words)


def test_a_piped_table_has_no_blanks_at_the_ends_of_lines(built: Path, capsys: Capture) -> None:
    import kg

    paper = kg.open(built).papers.head(1).collect().row(0, named=True)
    for words in (["trends"], ["info"], ["query", "methods-proposed"], ["show", paper["id"]]):
        lines = done(capsys, *words, "--graph", str(built))[0].splitlines()
        assert [line for line in lines if line.endswith(" ")] == []


def test_one_paper_is_said_in_the_singular(built: Path, capsys: Capture) -> None:
    import kg

    rows = kg.open(built).entities.collect().rows(named=True)
    once = next(row for row in rows if row["papers"] == row["mentions"] == 1)
    assert "1 paper, 1 mention" in done(capsys, "show", once["iri"], "--graph", str(built))[0]
    assert "1 papers" not in done(capsys, "show", once["iri"], "--graph", str(built))[0]


def test_explore_without_a_file_writes_beside_the_graph(
    built: Path, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = tmp_path / "graph"
    shutil.copytree(built, graph, symlinks=True)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for folder in (graph, graph / "current"):
        done(capsys, "explore", "--graph", str(folder), "--limit", "5")
        assert (graph / "explore.html").is_file()
        (graph / "explore.html").unlink()
    assert list((tmp_path / "here").iterdir()) == []


def test_the_hints_of_a_build_can_be_pasted_into_a_shell(built: Path, capsys: Capture) -> None:
    from kg.cli.build import summarise

    summarise((built / "current").resolve(), Path("my $graph"))
    assert "kg query --graph 'my $graph' " in capsys.readouterr().out
