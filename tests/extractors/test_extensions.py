"""Components of the user's own: how they come in, what they may give, and what is said when they fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import extractors
from extractors.documents import from_json, to_json
from extractors.errors import ExtensionError
from extractors.extensions import Extensions, extend, extensions
from ontology.model import THE_MODEL, Document, Paper

PAPER = Paper(id="1", title="Parsing", abstract="We propose FooNet for parsing. It is written in PyTorch and BarLib.")
HEAD = "from spacy.language import Language\nfrom spacy.tokens import Span\n\n"


def code(folder: Path, name: str, body: str) -> Path:
    """A file that registers the component `name`, which does `body`."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    text = f"{HEAD}@Language.component({name!r})\ndef component(doc):\n{lines}\n    return doc\n"
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path


def run(added: Extensions, paper: Paper = PAPER) -> Document:
    return next(extractors.extract([paper], model="fast", added=added))


def attributed(document: Document) -> dict[str, tuple[str, ...]]:
    return {m.text: m.extractors for m in document.mentions if m.extractors != (THE_MODEL,)}


ADDS = """
found = doc.char_span(doc.text.find("BarLib"), doc.text.find("BarLib") + 6, label="Method")
if found is not None:
    found._.score = 0.7
    doc.{where}
"""


@pytest.mark.parametrize(
    "where", ["set_ents([*(e for e in doc.ents if e.text != 'BarLib'), found])", "spans['x'] = [found]"]
)
def test_what_a_component_adds_is_attributed_to_it(where: str, tmp_path: Path) -> None:
    name = f"adds_{'entities' if 'set' in where else 'spans'}"
    document = run(extensions(code=code(tmp_path, name, ADDS.format(where=where)), components=name))
    (mention,) = (m for m in document.mentions if m.text == "BarLib")
    assert mention.extractors[-1] == name
    assert mention.role
    assert from_json(json.loads(json.dumps(to_json(document)))) == document


def test_roles_and_relations_see_what_a_component_adds(tmp_path: Path) -> None:
    body = "doc.spans['y'] = [Span(doc, t.i, t.i + 1, label='Dataset') for t in doc if t.text == 'QuuxSet']"
    paper = Paper(id="1", abstract="We evaluate FooNet for parsing on QuuxSet.")
    found = run(extensions(code=code(tmp_path, "adds_sets", body), components=["adds_sets"]), paper)
    place = next(i for i, m in enumerate(found.mentions) if m.text == "QuuxSet")
    assert found.mentions[place].role == "evaluated-on"
    assert any(place in (r.head, r.tail) for r in found.relations)


def test_what_the_model_found_stays_attributed_to_it(tmp_path: Path) -> None:
    document = run(extensions(code=code(tmp_path, "does_nothing", "pass"), components="does_nothing"))
    assert document == next(extractors.extract([PAPER], model="fast"))


def test_a_component_may_take_entities_away(tmp_path: Path) -> None:
    document = run(extensions(code=code(tmp_path, "drops_all", "doc.set_ents([])"), components="drops_all"))
    assert document.mentions == ()


def test_a_term_list_has_its_say_after_the_components(tmp_path: Path) -> None:
    body = "doc.spans['z'] = [Span(doc, t.i, t.i + 1, label='Method') for t in doc if t.text in ('PyTorch', 'BarLib')]"
    terms = tmp_path / "my.tsv"
    terms.write_text("PyTorch and BarLib\tMethod\nBarLib\tDataset\n", encoding="utf-8")
    added = extensions(terms=terms, code=code(tmp_path, "adds_two", body), components="adds_two")
    assert [source.name for source in added.sources] == ["adds_two", "my.tsv"]
    assert attributed(run(added)) == {"PyTorch and BarLib": ("my.tsv",)}


def test_several_processes_give_the_same_documents(tmp_path: Path) -> None:
    body = "doc.spans['w'] = [Span(doc, t.i, t.i + 1, label='Method') for t in doc if t.text == 'BarLib']"
    terms = tmp_path / "my.tsv"
    terms.write_text("PyTorch\tMethod\n", encoding="utf-8")
    added = extensions(terms=terms, code=code(tmp_path, "adds_lib", body), components="adds_lib")
    papers = [Paper(id=str(i), abstract=f"{PAPER.abstract} It is number {i}.") for i in range(70)]
    alone, shared = (list(extractors.extract(papers, workers=n, model="fast", added=added)) for n in (1, 2))
    assert alone == shared
    assert {"BarLib", "PyTorch"} <= set(attributed(alone[0]))


def test_a_failure_in_another_process_is_one_line(tmp_path: Path) -> None:
    added = extensions(code=code(tmp_path, "fails_far", "raise KeyError('x')"), components="fails_far")
    with pytest.raises(ExtensionError, match=r"^component 'fails_far' failed: KeyError: 'x' \(line 6\)$"):
        list(extractors.extract([PAPER], workers=2, model="fast", added=added))


@pytest.mark.parametrize(
    ("name", "body", "message"),
    [
        ("fails", "1 / 0", "component 'fails' failed: ZeroDivisionError: division by zero (line 6)"),
        ("mislabels", "doc.set_ents([Span(doc, 0, 1, 'LIB')])", "the label 'LIB'; expected Method, Task or Dataset"),
        ("loses", "doc = None", "component 'loses' gave NoneType; expected the document it was given"),
        (
            "overrates",
            "span = Span(doc, 0, 1, 'Task')\nspan._.score = 7\ndoc.set_ents([span])",
            "the score 7; expected a probability from 0 to 1",
        ),
    ],
)
def test_a_component_that_fails_is_told_in_one_line(name: str, body: str, message: str, tmp_path: Path) -> None:
    added = extensions(code=code(tmp_path, name, body), components=name)
    with pytest.raises(ExtensionError) as failure:
        run(added)
    assert message in str(failure.value)
    assert "\n" not in str(failure.value)


def test_labels_of_others_in_groups_of_spans_are_no_business_of_ours(tmp_path: Path) -> None:
    body = "doc.spans['v'] = [Span(doc, 0, 1, 'LIB')]"
    assert attributed(run(extensions(code=code(tmp_path, "groups", body), components="groups"))) == {}


def test_what_cannot_be_used_is_told_before_any_work(tmp_path: Path) -> None:
    good = code(tmp_path, "is_good", "pass")
    bad = tmp_path / "bad.py"
    bad.write_text("x = 1\nraise RuntimeError('two\\nlines')\n", encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f(:\n", encoding="utf-8")
    for given, message in (
        ({"code": good, "components": "other"}, "is_good.py: registers no component 'other'"),
        ({"code": good}, "expected the name of a component"),
        ({"components": "is_good"}, "expected the file that defines it"),
        ({"code": bad, "components": "x"}, "bad.py: cannot be imported: RuntimeError: two lines (line 2)"),
        ({"code": wrong, "components": "x"}, "wrong.py: cannot be imported: SyntaxError"),
        ({"code": tmp_path / "none.py", "components": "x"}, "none.py: cannot be read"),
        ({"terms": tmp_path / "none.tsv"}, "none.tsv: cannot be read"),
        ({"terms": tmp_path}, "cannot be read"),
        ({"code": good, "components": ["is_good", "is_good"]}, "is the name of another extractor"),
        ({"code": good, "components": "paper_roles"}, "is the name of another extractor"),
    ):
        with pytest.raises(ExtensionError) as failure:
            extensions(**given)  # type: ignore[arg-type]
        assert message in str(failure.value), given
        assert "\n" not in str(failure.value)


def test_the_components_stand_between_names_and_roles(tmp_path: Path) -> None:
    terms = tmp_path / "my.tsv"
    terms.write_text("BERT\tMethod\n", encoding="utf-8")
    added = extensions(terms=terms, code=code(tmp_path, "stands", "pass"), components="stands")
    names = extend(extractors.load("fast"), added).pipe_names
    assert names[names.index("paper_names") + 1 :][:2] == ["stands", "paper_terms"]
    assert names.index("paper_terms") < names.index("paper_roles")


def test_a_long_text_full_of_terms_is_read_in_seconds(tmp_path: Path) -> None:
    import time

    terms = tmp_path / "my.tsv"
    terms.write_text("BERT\tMethod\nGPT, BERT\tTask\n", encoding="utf-8")
    started = time.process_time()
    run(extensions(terms=terms), Paper(id="1", abstract="BERT, GPT, " * 4_000))
    assert time.process_time() - started < 60
