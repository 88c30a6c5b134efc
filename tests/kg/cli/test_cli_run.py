from __future__ import annotations

import gzip
import io
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg.cli import registry, run, terminal
from kg.errors import KgError, UsageError

ROOT = Path(__file__).parents[3]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """A command `fail` that raises what the list holds."""
    failures: list[BaseException] = []

    def fail() -> None:
        raise failures[0]

    monkeypatch.setitem(registry.COMMANDS, "fail", fail)
    return failures


@pytest.mark.parametrize(
    ("failure", "code", "line"),
    [
        (KgError("abc.bib: no abstract"), 1, "kg: abc.bib: no abstract"),
        (UsageError("depth is 0"), 2, "kg: depth is 0"),
        (KeyboardInterrupt(), 130, "kg: interrupted"),
        (FileNotFoundError(2, "No such file or directory", "x.txt"), 1, "kg: x.txt: No such file or directory"),
        (
            ZeroDivisionError("division by zero"),
            1,
            "kg: internal error: ZeroDivisionError: division by zero (run with --debug for the traceback)",
        ),
        (KgError("two\nlines \x1b[31mred"), 1, "kg: two lines \N{REPLACEMENT CHARACTER}[31mred"),
    ],
)
def test_a_failure_is_one_line_and_an_exit_code(
    failure: BaseException, code: int, line: str, broken: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    broken.append(failure)
    assert run.run(["fail"]) == code
    out, err = capsys.readouterr()
    assert (out, err) == ("", line + "\n")


@pytest.mark.parametrize("words", [["--debug", "fail"], ["fail"]])
def test_a_traceback_is_shown_only_on_request(
    words: list[str], broken: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    broken.append(ZeroDivisionError("division by zero"))
    assert run.run(words) == 1
    assert ("Traceback" in capsys.readouterr().err) == ("--debug" in words)


@pytest.mark.parametrize("words", [["nonsense"], ["build"], ["trends", "--top", "none"], ["show", "a", "--bogus"]])
def test_bad_usage_is_one_line_that_says_where_to_read_on(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "--help" in err


def test_a_reader_that_goes_away_is_no_failure_to_talk_about() -> None:
    code = (
        "import sys; from kg.cli import registry, run\n"
        "def flood() -> None:\n    [print('x' * 100) for _ in range(100000)]\n"
        "registry.COMMANDS['flood'] = flood\nsys.exit(run.run(['flood']))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


def test_without_arguments_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.run([]) == 0
    out, err = capsys.readouterr()
    assert all(name in out for name in registry.COMMANDS)
    assert err == ""


def test_help_starts_in_well_under_a_second_of_work() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "kg", "--help"]
    times = []
    for _ in range(3):
        before = time.process_time(), time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        times.append(time.perf_counter() - before[1])
    heavy = ("spacy", "rdflib", "pyoxigraph", "polars", "networkx", "pyvis", "altair", "rich.console")
    assert [name for name in heavy if f" {name}\n" in done.stderr] == []
    assert min(times) < 2, times


def test_output_is_utf8_under_any_locale(tmp_path: Path) -> None:
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PATH": "", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kg", "formats"]
    done = subprocess.run(command, capture_output=True, check=True, cwd=tmp_path, env=environment)
    assert "…" in done.stdout.decode("utf-8")


def test_text_from_papers_is_neither_markup_nor_control(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", stream)
    terminal.show_table(["name"], [["[bold]x[/bold] \x1b[2J\u202e:smile:\r\n"]])
    shown = stream.getvalue()
    assert "[bold]x[/bold] \N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}:smile:" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_file_is_replaced_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old\n")

    def write() -> None:
        with terminal.opened(path) as out:
            out.write("half")
            raise KgError("stop")

    with pytest.raises(KgError):
        write()
    assert [each.name for each in tmp_path.iterdir()] == ["out.jsonl"]
    assert path.read_text() == "old\n"
    with terminal.opened(path) as out:
        out.write("new\n")
    assert path.read_text() == "new\n"


def test_lines_to_a_name_in_gz_are_gzipped(tmp_path: Path) -> None:
    with terminal.opened(tmp_path / "x.jsonl.gz") as out:
        out.write("é\n")
    assert gzip.decompress((tmp_path / "x.jsonl.gz").read_bytes()) == "é\n".encode()


def test_a_link_as_output_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    with terminal.opened(tmp_path / "link") as out:
        out.write("x\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x\n"
