"""The documentation says what the program says, and the examples for contributors work."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(("name", "writer"), [("cli.md", "kg.cli.reference"), ("queries.md", "kg.rdf.catalogue")])
def test_a_generated_page_is_up_to_date(name: str, writer: str) -> None:
    page = import_module(writer).page()
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == page, "run make docs"


def example(path: str) -> str:
    """The example in CONTRIBUTING.md that begins with the name of a file."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL | re.M)
    found = [block for block in blocks if block.startswith(f"# {path}\n")]
    assert len(found) == 1, path
    return str(found[0])


def module(path: str) -> Any:
    """The example as a module, as if its file stood where it says."""
    made = ModuleType(path.removesuffix(".py").replace("/", "."))
    exec(compile(example(path), path, "exec"), made.__dict__)
    return made


def test_the_example_of_a_reader_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kg import readers
    from kg.importlog import ImportLog

    made = module("kg/readers/lines.py")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setattr(readers, "NAMES", (*readers.NAMES, "lines"))
    file = tmp_path / "papers.lines"
    texts = ["We propose X, a method for parsing.", "We study transfer learning for graphs."]
    file.write_text("\n\n".join(texts), encoding="utf-8")
    assert [paper.abstract for paper in readers.read([file], ImportLog())] == texts


def test_the_example_of_an_extractor_step_leaves_generic_mentions_out() -> None:
    import spacy
    from spacy.tokens import Span

    made = module("extractors/specific.py")
    doc = spacy.blank("en")("Our model is BERT")
    doc.set_ents([Span(doc, 1, 2, "Method"), Span(doc, 3, 4, "Method")])
    assert [entity.text for entity in made.paper_specific(doc).ents] == ["BERT"]


def test_the_example_of_an_analysis_gives_what_came_up_in_a_year(built: Path) -> None:
    import kg

    graph = kg.open(built)
    found = module("kg/trends/newcomers.py").newcomers(graph.folder, 2020)
    assert found.height > 0
    assert set(found["first_year"]) == {2020}
    assert found["papers"].is_sorted(descending=True)


def test_the_example_of_a_named_query_says_what_it_is_and_answers(built: Path) -> None:
    import kg
    from kg.rdf import named

    path = "kg/queries/methods-used-since.rq"
    text = example(path).split("\n", 1)[1]
    query = named.parse(Path(path).stem, text)
    assert query.title
    assert query.question
    assert [parameter.name for parameter in query.parameters] == ["since"]
    every, later = (kg.open(built).query(text, since=year) for year in ("2000", "2021"))
    assert every.columns == ["method", "papers"]
    assert every.height > later.height > 0
