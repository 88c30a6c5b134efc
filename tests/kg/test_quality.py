"""Quality cards: what stands in them, and that only cards are read as cards."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kg
from kg import label, quality
from kg.errors import InputError
from kg.evaluate import compare, compare_given
from kg.gold import read_gold_file
from ontology.model import Document

DOCS = Path(__file__).parents[2] / "docs"
INFO: Any = SimpleNamespace(name="en_x", version="1", model_sha256="0" * 64, card={})


@pytest.fixture
def gold_path(gold: tuple[Document, ...], tmp_path: Path) -> Path:
    path = tmp_path / "labels.txt"
    label.write(gold, path)
    path.write_text(path.read_text(encoding="utf-8").replace("\ntodo\n", "\n"), encoding="utf-8")
    return path


@pytest.fixture
def made(gold: tuple[Document, ...], gold_path: Path) -> dict[str, Any]:
    papers = read_gold_file(gold_path).papers
    scores = replace(compare(papers, gold), given=compare_given(papers, gold))
    return quality.card(scores, gold_path, INFO, min_score=0.25)


def test_a_card_is_read_as_it_was_written(made: dict[str, Any], tmp_path: Path) -> None:
    quality.write(tmp_path / "card.json", made)
    assert quality.read(tmp_path / "card.json") == made


def test_a_card_says_what_was_measured_by_what_on_what(made: dict[str, Any], gold_path: Path) -> None:
    assert made["gold"] == "labels.txt"
    assert made["gold_sha256"] == hashlib.sha256(gold_path.read_bytes()).hexdigest()
    assert (made["papers"], made["left_out"], made["min_score"], made["paperkg"]) == (40, 0, 0.25, kg.__version__)
    assert made["extractor"] == {"name": "en_x", "version": "1", "model_sha256": "0" * 64}


def test_every_rate_has_its_interval(made: dict[str, Any]) -> None:
    rates = [*made["mentions"].values(), *made["types"].values(), made["proposed"], made["relations"]]
    rates += [*made["relation_kinds"].values(), made["given"]["relations"]]
    assert rates
    for rate in rates:
        for name in ("precision", "recall"):
            low, high = rate[f"{name}_interval"]
            assert 0 <= low <= rate[name] <= high <= 1
    for share in [*made["roles"].values(), *made["given"]["roles"].values()]:
        assert share["interval"][0] <= share["share"] <= share["interval"][1]


def test_the_description_names_every_field(made: dict[str, Any]) -> None:
    described = {line.split()[0] for line in (quality.__doc__ or "").splitlines() if line.startswith("    ")}
    assert set(made) <= described
    page = (DOCS / "quality.md").read_text(encoding="utf-8")
    assert [name for name in made if f"`{name}`" not in page] == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is no quality card"),
        (b"\xff", "is no quality card"),
        (b"[1]", "is no quality card"),
        (b"[" * 100_000, "is no quality card"),
        (b'{"form": "paperkg quality card 9"}', "is no quality card"),
        (json.dumps({"form": quality.FORM}).encode(), "the quality card lacks gold"),
    ],
)
def test_what_is_no_card_is_refused_with_one_line(content: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "card.json").write_bytes(content)
    with pytest.raises(InputError, match=words) as caught:
        quality.read(tmp_path / "card.json")
    assert "\n" not in str(caught.value)


def test_a_card_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        quality.read(tmp_path / "card.json")


def test_the_example_on_the_page_can_be_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"```text\n(=== .*?)```", (DOCS / "quality.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "labels.txt").write_text(block.replace("\ntodo\n", "\n") + "D CIFAR-100\n", encoding="utf-8")
    (gold,) = read_gold_file(tmp_path / "labels.txt").papers
    assert len(gold.spans) == 5
    assert gold.relations is not None
    assert len(gold.relations) == 2


def test_the_example_file_is_gold() -> None:
    found = read_gold_file(DOCS / "examples" / "quality" / "labels.txt")
    assert (len(found.papers), found.left_out) == (8, 0)
    assert all(gold.spans and gold.paper.id.startswith("acl-") for gold in found.papers)
