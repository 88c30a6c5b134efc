"""Numbers of mentions by type, score and extractor."""

from __future__ import annotations

from pathlib import Path

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from kg import output, tables
from kg.bands import BANDS, EDGES, by_score

_ROW = {
    "iri": "m", "paper": "p", "index": 0, "field": "title", "start": 0, "end": 1, "text": "x", "role": "used",
    "entity": "e", "sentence_start": 0, "sentence_end": 1,
}  # fmt: skip


def write(folder: Path, *found: tuple[str, float, list[str]]) -> Path:
    rows = [{**_ROW, "type": kind, "score": score, "extractors": names} for kind, score, names in found]
    tables.write(folder, "mentions", rows)
    return folder


def test_a_score_that_is_an_edge_is_in_the_band_above(tmp_path: Path) -> None:
    scores = (0.0, 0.4999, *EDGES, 1.0)
    counted = by_score(write(tmp_path, *(("Method", score, ["a"]) for score in scores)))["by_score"]
    assert counted["Method"] == dict(zip(BANDS, (2, 1, 1, 2), strict=True))
    assert counted["Task"] == counted["Dataset"] == dict.fromkeys(BANDS, 0)


def test_a_mention_that_two_found_counts_for_both(tmp_path: Path) -> None:
    folder = write(tmp_path, ("Task", 0.5, ["b", "a"]), ("Method", 1.0, ["a"]))
    assert by_score(folder)["by_extractor"] == {
        "a": {"Method": 1, "Task": 1, "Dataset": 0},
        "b": {"Method": 0, "Task": 1, "Dataset": 0},
    }


def test_a_table_of_an_older_version_names_no_extractor(tmp_path: Path) -> None:
    write(tmp_path, ("Task", 0.5, ["a"]))
    path = tmp_path / "mentions.parquet"
    pl.read_parquet(path).drop("extractors", "identifier", "url").write_parquet(path)
    assert by_score(tmp_path)["by_extractor"] == {}


def test_the_bands_of_a_build_add_up_to_its_mentions(built: Path) -> None:
    folder = output.current(built)
    counted = by_score(folder)
    number = tables.scan(folder, "mentions").select(pl.len()).collect().item()
    for part in counted.values():
        assert sum(sum(numbers.values()) for numbers in part.values()) == number
    assert list(counted["by_extractor"]) == ["gold"]


@given(st.lists(st.floats(0, 1), max_size=20))
def test_every_mention_is_in_one_band(tmp_path_factory: object, scores: list[float]) -> None:
    folder = tmp_path_factory.mktemp("bands")  # type: ignore[attr-defined]
    counted = by_score(write(folder, *(("Dataset", score, ["a"]) for score in scores)))["by_score"]
    assert sum(counted["Dataset"].values()) == len(scores)
