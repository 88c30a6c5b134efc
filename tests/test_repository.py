"""Cheap checks of the repository as a whole: sizes, names, links, locks, and what an import costs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("ontology", "extractors", "kg")
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
HEAVY = {
    "spacy", "thinc", "rdflib", "pyoxigraph", "oxrdflib", "pyshacl", "polars", "networkx", "pyvis", "altair",
    "vl_convert", "numpy",
}  # fmt: skip
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-train.lock")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def pages() -> list[Path]:
    nested = (page for folder in ("docs", "tests", *ROOMS) for page in (ROOT / folder).rglob("*.md"))
    return sorted([*ROOT.glob("*.md"), *nested, ROOT / "output" / "README.md"])


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_source_file_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_names_of_files_say_what_is_inside() -> None:
    vague = re.compile(r"(^|_)(utils?|helpers?|managers?|misc|common|process(or)?|handlers?)(_|$)")
    assert [name_of(path) for path in SOURCES if vague.search(path.stem)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_is_marked_as_typed(room: str) -> None:
    assert (ROOT / room / "py.typed").is_file()


def loaded_by(code: str) -> set[str]:
    """The top-level modules in memory after `code` ran in a Python of its own."""
    report = "import sys; print('\\n'.join(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("room", ROOMS)
def test_importing_a_room_loads_nothing_heavy(room: str) -> None:
    assert loaded_by(f"import {room}") & HEAVY == set()


def test_the_command_line_asked_for_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['kg', '--help']\n"
        "import kg.cli\n"
        "try:\n    kg.cli.main()\n"
        "except SystemExit as stop:\n    assert not stop.code, stop.code"
    )
    assert loaded_by(code) & HEAVY == set()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_a_hash_for_every_package_and_names_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    packages = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert packages
    assert [package.split()[0] for package in packages if "--hash=sha256:" not in package] == []
    assert re.findall(r"\S*(?:://|--index|--find-links|file:)\S*", text) == []


def pins(lock: str) -> set[str]:
    return set(re.findall(r"^[a-z][\w.-]*==\S+", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS[1:])
def test_the_other_locks_only_add_to_the_one_that_runs(lock: str) -> None:
    assert pins("requirements.lock") <= pins(lock)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(entries: Iterable[str]) -> set[str]:
    """The names of packages in dependency entries such as `rdflib>=7.1`."""
    return {normal(re.split(r"[\s\[<>=!~;]", entry)[0]) for entry in entries}


@pytest.mark.parametrize(("lock", "extra"), [("requirements-dev.lock", "dev"), ("requirements-train.lock", "train")])
def test_every_dependency_is_locked(lock: str, extra: str) -> None:
    stated = project()["project"]
    wanted = [*stated["dependencies"], *stated["optional-dependencies"][extra]]
    wanted += project()["dependency-groups"]["build"]
    assert names(wanted) - {pin.partition("==")[0] for pin in pins(lock)} == set()


def imported(path: Path) -> set[str]:
    """The top-level modules that a file imports, at its head or inside its functions."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("training", [False, True])
def test_every_imported_library_is_a_declared_dependency(training: bool) -> None:
    stated = project()["project"]
    declared = names([*stated["dependencies"], *(stated["optional-dependencies"]["train"] if training else [])])
    if training:
        declared |= {"torch"}  # installed by the Makefile: every platform has a build of its own
    files = [path for path in SOURCES if ("training" in path.parts) is training]
    foreign = set().union(*map(imported, files)) - set(sys.stdlib_module_names) - set(ROOMS)
    homes = {**metadata.packages_distributions(), "sklearn": ["scikit-learn"]}
    undeclared = {name for name in foreign if declared.isdisjoint(names(homes.get(name, [name])))}
    # thinc is spaCy's own machine learning library: spaCy pins it, a second range here could only clash.
    assert undeclared - {"thinc"} == set()


LINK = re.compile(r"(?<!`)\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_every_link_to_a_file_resolves(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target for target in LINK.findall(prose) if not re.match(r"[a-z]+:|#", target)]
    missing = [target for target in targets if not (page.parent / target.partition("#")[0]).exists()]
    assert missing == []


def test_make_lists_its_targets() -> None:
    done = subprocess.run(["make", "-C", str(ROOT), "help"], capture_output=True, text=True, check=True)
    for target in ("demo", "test", "lint", "bench", "train", "docs"):
        assert re.search(rf"^{target}\b", done.stdout, re.MULTILINE), target
