"""The reliability diagram: what is drawn, and in which formats."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kg import plots, reliability
from kg.calibration import Calibration, calibration
from kg.errors import UsageError


@pytest.fixture
def found() -> Calibration:
    made = calibration(
        [(0.9, n % 9 > 0) for n in range(90)] + [(0.4, n % 3 > 0) for n in range(30)] + [(0.1, True)] * 3
    )
    assert made is not None
    return made


def test_points_are_the_bins_and_few_mentions_are_hollow(found: Calibration) -> None:
    spec = json.loads(reliability.diagram(found, 12).to_json())
    rows = [layer["data"]["values"] for layer in spec["layer"] if "values" in layer["data"]]
    filled, hollow = rows[-2], rows[-1]
    assert [(row["x"], round(row["y"], 3), row["number"]) for row in filled] == [(0.4, 0.667, "30"), (0.9, 0.889, "90")]
    assert [(row["y"], row["number"]) for row in hollow] == [(1.0, "3")]
    assert all(row["low"] <= row["y"] <= row["high"] for row in filled + hollow)


def test_the_title_says_how_much_it_is_from_and_how_large_the_error_is(found: Calibration) -> None:
    said = " ".join(json.loads(reliability.diagram(found, 12).to_json())["title"]["subtitle"])
    assert "123 mentions in 12 annotated papers" in said
    assert f"error {100 * found.error:.1f} percentage points" in said


@pytest.mark.parametrize(("suffix", "head"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_diagram_is_written_in_the_format_of_its_suffix(
    suffix: str, head: bytes, found: Calibration, tmp_path: Path
) -> None:
    plots.save(reliability.diagram(found, 12), tmp_path / f"r.{suffix}")
    assert (tmp_path / f"r.{suffix}").read_bytes().startswith(head)


def test_the_same_table_gives_the_same_bytes(found: Calibration, tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        plots.save(reliability.diagram(found, 12), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert ElementTree.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8")).tag.endswith("svg")


def test_a_single_mention_can_be_drawn(tmp_path: Path) -> None:
    made = calibration([(1.0, True)])
    assert made is not None
    plots.save(reliability.diagram(made, 1), tmp_path / "r.svg")


@pytest.mark.parametrize("name", ["r.html", "r.gif", "r"])
def test_another_format_is_bad_usage(name: str) -> None:
    with pytest.raises(UsageError, match=r"expected a file that ends in \.svg, \.png, \.pdf"):
        reliability.check(Path(name))
