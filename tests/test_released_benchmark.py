"""The released benchmark: what its page says is true, its offsets hold, and the extractor holds its floor on it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kg.evaluate import evaluate
from kg.gold import read_gold
from ontology.model import EntityType, Field, RelationType, Role

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "benchmarks" / "data"
SHARED = ROOT.parent / "shared" / "data" / "ner" / "abstracts"
SHA256 = {
    "acl-train.jsonl.gz": "e4efded01bbada94499855523719e44997254e379a64891881da9eea2f5574c0",
    "acl-dev.jsonl.gz": "8a83f31ef51da2063ca7328eaa95d977859d0b32cc67d85e83ec5a5b191f12f3",
}
FLOOR = 0.70
PARTS = ("train", "dev")


@cache
def records(part: str) -> tuple[dict[str, Any], ...]:
    with gzip.open(DATA / f"acl-{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


@pytest.mark.parametrize("name", SHA256)
def test_the_files_are_those_that_were_released(name: str) -> None:
    assert sha256((DATA / name).read_bytes()).hexdigest() == SHA256[name]


@pytest.mark.parametrize("part", PARTS)
def test_the_page_states_the_true_counts(part: str) -> None:
    found = records(part)
    labels = Counter(entity["label"] for row in found for entity in row["entities"])
    links, borderline = (sum(len(row[name]) for row in found) for name in ("links", "borderline"))
    counts = (len(found), labels.total(), *(labels[kind] for kind in EntityType), links, borderline)
    line = f"| `acl-{part}.jsonl.gz` | {' | '.join(f'{count:,}' for count in counts)} |"
    assert line in (DATA / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", PARTS)
def test_every_offset_gives_the_marked_text(part: str) -> None:
    for row in records(part):
        for marked in (*row["entities"], *row["borderline"]):
            assert row[Field(marked["field"])][marked["start"] : marked["end"]] == marked["text"] != ""


@pytest.mark.parametrize("part", PARTS)
def test_every_record_names_its_authors_its_source_and_its_part(part: str) -> None:
    for row in records(part):
        assert row["part"] == part
        assert row["authors"]
        assert row["url"] == f"https://aclanthology.org/{row['id'].removeprefix('acl-')}"
        assert 2016 <= row["year"] <= 2021


@pytest.mark.parametrize("part", PARTS)
def test_types_roles_and_relations_are_those_of_the_ontology(part: str) -> None:
    for row in records(part):
        assert {entity["label"] for entity in row["entities"]} <= set(EntityType)
        assert {entity["role"] for entity in row["entities"]} <= set(Role)
        assert {link["relation"] for link in row["links"]} <= set(RelationType)
        surfaces = {entity["text"] for entity in row["entities"]}
        assert {link[end] for link in row["links"] for end in ("head", "tail")} <= surfaces


def test_no_paper_is_in_both_parts() -> None:
    ids = [row["id"] for part in PARTS for row in records(part)]
    assert len(set(ids)) == len(ids) == 677


@pytest.mark.parametrize("part", PARTS)
def test_the_files_are_gold_that_the_command_reads(part: str) -> None:
    assert len(read_gold(DATA / f"acl-{part}.jsonl.gz")) == len(records(part))


@pytest.mark.skipif(not SHARED.exists(), reason="the annotated abstracts are not beside the checkout")
@pytest.mark.parametrize("part", PARTS)
def test_the_annotations_are_those_of_the_whole_set(part: str) -> None:
    with gzip.open(SHARED / f"{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        whole = [row for row in map(json.loads, lines) if row["id"].startswith("acl-")]
    names = set(whole[0])
    assert [{name: row[name] for name in names} for row in records(part)] == whole
    assert (DATA / "GUIDE.md").read_bytes() == (SHARED / "GUIDE.md").read_bytes()


def test_strict_f1_on_the_unseen_part_holds_its_floor() -> None:
    assert evaluate(DATA / "acl-dev.jsonl.gz").strict.f1 >= FLOOR
