"""Extractors of the user's own, through the installed command: the examples of docs/extending.md."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
Kg = Callable[..., Done]
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "extending"
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
NAMED = re.compile(r"UDPipe|NooJ|CASMACAT|[Mm]achine translation|Universal Dependencies")


def said(done: Done) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the example, and 30 abstracts that name what they look for."""
    place = tmp_path_factory.mktemp("extending")
    for file in EXAMPLE.iterdir():
        if file.is_file():
            shutil.copy(file, place)
    with gzip.open(ROOT / "docs" / "examples" / "acl" / "acl-2016-2021.jsonl.gz", "rt", encoding="utf-8") as lines:
        kept = [line for line in lines if NAMED.search(json.loads(line)["abstract"])]
    rare = [line for line in kept if re.search("UDPipe|NooJ|CASMACAT", line)]
    (place / "papers.jsonl").write_text("".join([*rare, *kept[:20]][:30]), encoding="utf-8")
    return place


def options() -> list[str]:
    """The options of the page's `kg build`."""
    (command,) = set(re.findall(r"--model fast .*--component software\S*", PAGE))
    return str(command).split()


@pytest.fixture(scope="module")
def graph(kg: Kg, folder: Path) -> Path:
    done = kg("build", "papers.jsonl", "-o", "out", *options(), cwd=folder)
    out = said(done)
    assert re.search(r"^mentions found by software +[1-9]", out, re.M)
    assert re.search(r"^mentions found by terms.tsv +[1-9]", out, re.M)
    assert "mentions by score" in out
    return folder / "out"


def query_of_the_page(number: int) -> str:
    return re.findall(r"^```sparql\n(.*?)^```$", PAGE, re.M | re.S)[number]


def test_the_page_shows_the_files_of_the_example() -> None:
    for name, language in (("software.py", "python"), ("terms.tsv", "text")):
        shown = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)
        text = (EXAMPLE / name).read_text(encoding="utf-8")
        assert text in [block.replace("⇥", "\t") for block in shown], name


def test_the_query_of_the_page_lists_what_the_component_found(kg: Kg, graph: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(said(kg("query", query_of_the_page(0), "--graph", graph, "-f", "csv")))))
    assert {"UDPipe", "NooJ", "CASMACAT"} <= {row["name"] for row in rows}
    assert all(row["name"] in row["sentence"] for row in rows)


def test_the_query_of_the_page_lists_the_terms_with_their_identifiers(kg: Kg, graph: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(said(kg("query", query_of_the_page(1), "--graph", graph, "-f", "csv")))))
    assert ("machine translation", "Q79798") in {(row["term"], row["id"]) for row in rows}


def test_the_graph_keeps_all_shapes(kg: Kg, graph: Path) -> None:
    assert "conforms" in said(kg("validate", "--graph", graph))


def test_info_names_the_model_the_extensions_and_the_bands(kg: Kg, graph: Path) -> None:
    out = said(kg("info", "--graph", graph))
    for what in ("en_paperkg_fast", "software (component)", "terms.tsv (terms)", "mentions of methods by score"):
        assert what in out


def test_workers_do_not_change_a_byte(kg: Kg, folder: Path, graph: Path) -> None:
    said(kg("build", "papers.jsonl", "-o", "again", "--workers", "2", *options(), cwd=folder, PYTHONHASHSEED="7"))
    files = [each for each in sorted((graph / "current").iterdir()) if each.is_file()]
    again = folder / "again" / "current"
    assert [each.name for each in files if each.read_bytes() != (again / each.name).read_bytes()] == []


def test_extract_says_what_found_a_mention(kg: Kg, folder: Path) -> None:
    records = [json.loads(line) for line in said(kg("extract", "papers.jsonl", *options(), cwd=folder)).splitlines()]
    mentions = [m for record in records for m in record["mentions"]]
    assert {name for m in mentions for name in m.get("extractors", ["model"])} == {"model", "software", "terms.tsv"}
    assert {m.get("identifier") for m in mentions if "terms.tsv" in m.get("extractors", [])} >= {"Q79798"}


@pytest.mark.parametrize("command", ["build", "extract"])
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--terms", "none.tsv"], 1, "none.tsv: cannot be read"),
        (["--terms", "bad.tsv"], 1, "bad.tsv, line 2: type 'Model'; expected Method, Task or Dataset"),
        (["--code", "software.py"], 2, "--code needs the name of a component"),
        (["--component", "software"], 2, "--component needs the file that defines it"),
        (["--code", "software.py", "--component", "nothing"], 1, "software.py: registers no component 'nothing'"),
        (["--code", "bad.py", "--component", "bad"], 1, "component 'bad' failed: ZeroDivisionError"),
        (["--model", "slow"], 2, "unknown model 'slow'"),
    ],
)
def test_what_is_wrong_is_one_line(  # noqa: PLR0917
    kg: Kg, folder: Path, command: str, words: list[str], code: int, message: str
) -> None:
    (folder / "bad.tsv").write_text("BERT\tMethod\nGPT\tModel\n", encoding="utf-8")
    (folder / "bad.py").write_text(
        "from spacy.language import Language\n@Language.component('bad')\ndef bad(doc):\n    1 / 0\n", encoding="utf-8"
    )
    more = ["--model", "fast"] if "--model" not in words else []
    done = kg(command, "papers.jsonl", "-o", "failed", *more, *words, cwd=folder)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (folder / "failed").exists() or not list((folder / "failed").iterdir())


def test_help_says_that_code_is_run(kg: Kg) -> None:
    for command in ("build", "extract"):
        assert "It is run" in " ".join(said(kg(command, "--help")).split())
