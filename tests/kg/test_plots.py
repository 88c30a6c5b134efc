from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from kg import plots
from kg.errors import OutputError, UsageError
from kg.trends import wilson
from kg.trends.series import SCHEMA

HOSTILE = "</script><script>alert(1)</script>&\"'"
LINE = 1
TOTALS = {2017: 90, 2018: 100, 2020: 110, 2021: 120, 2022: 30}


def series(labels: list[str], totals: dict[int, int], last_is_partial: bool = False) -> pl.DataFrame:
    rows = []
    for place, label in enumerate(labels):
        for year, total in totals.items():
            papers = total * (place + 1) // 20
            partial = last_is_partial and year == max(totals)
            head = (f"e{place}", label, "Method", year, papers, total, papers / total)
            rows.append((*head, *wilson(papers, total), partial))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def values(chart: object, layer: int) -> list[dict[str, object]]:
    spec = json.loads(chart.to_json())  # type: ignore[attr-defined]
    data = spec["layer"][layer]["data"]
    found: list[dict[str, object]] = data["values"] if "values" in data else spec["datasets"][data["name"]]
    return found


def title_of(chart: object) -> str:
    title = json.loads(chart.to_json())["title"]  # type: ignore[attr-defined]
    return " | ".join([title["text"], *title["subtitle"]])


@pytest.mark.parametrize(
    ("suffix", "head"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!doctype")]
)
def test_a_chart_is_written_in_the_format_of_its_suffix(suffix: str, head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "new" / f"chart.{suffix}"
    plots.save(plots.trend_chart(series(["BERT", "LSTM"], TOTALS)), path)
    assert path.read_bytes().startswith(head)


@pytest.mark.parametrize("suffix", ["svg", "html", "png"])
def test_the_same_series_give_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    found = set()
    for name in ("a", "b"):
        plots.save(plots.trend_chart(series(["BERT", "LSTM"], TOTALS)), tmp_path / f"{name}.{suffix}")
        found.add((tmp_path / f"{name}.{suffix}").read_bytes())
    assert len(found) == 1


def test_names_from_abstracts_cannot_inject_into_svg(tmp_path: Path) -> None:
    plots.save(plots.trend_chart(series([HOSTILE, "LSTM"], TOTALS)), tmp_path / "chart.svg")
    tree = ElementTree.fromstring((tmp_path / "chart.svg").read_text(encoding="utf-8"))
    assert [node.tag for node in tree.iter() if node.tag.endswith("script")] == []
    assert any(HOSTILE[:30] in (node.text or "") for node in tree.iter())


def test_names_from_abstracts_cannot_inject_into_html_and_the_page_asks_for_nothing(tmp_path: Path) -> None:
    plots.save(plots.trend_chart(series([HOSTILE], {2025: 57})), tmp_path / "chart.html")
    page = (tmp_path / "chart.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert page.lower().count("</script>") == 2
    assert "default-src 'none'" in page
    assert re.findall(r"<(?:script|link)[^>]+(?:src|href)=", page) == []


def test_the_title_says_in_words_what_is_drawn() -> None:
    said = title_of(plots.trend_chart(series(["BERT", "LSTM"], TOTALS), "proposes"))
    assert "Share of papers a year that propose BERT or LSTM" in said
    assert "450 papers with an abstract, 2017–2022; 95 % Wilson interval shaded" in said


def test_an_incomplete_last_year_is_hollow_and_said_in_words(tmp_path: Path) -> None:
    chart = plots.trend_chart(series(["BERT"], TOTALS, last_is_partial=True))
    assert "2022 is incomplete (30 papers so far) and drawn hollow" in title_of(chart)
    plots.save(chart, tmp_path / "chart.svg")
    assert 'fill="white"' in (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert all(row["year"] != 2022 for row in values(chart, LINE))


def test_a_line_breaks_where_years_are_missing() -> None:
    rows = values(plots.trend_chart(series(["BERT"], TOTALS)), LINE)
    assert [(row["year"], row["stretch"]) for row in rows] == [(2017, 0), (2018, 0), (2020, 1), (2021, 1), (2022, 1)]


def test_one_year_is_drawn_as_points_without_a_line() -> None:
    chart = plots.trend_chart(series(["BERT", "LSTM"], {2025: 57}))
    marks = {layer["mark"]["type"] for layer in json.loads(chart.to_json())["layer"]}
    assert marks == {"rule", "point"}
    assert "Share of papers in 2025 that mention BERT or LSTM" in title_of(chart)


def test_a_year_of_very_few_papers_is_left_out_in_words() -> None:
    chart = plots.trend_chart(series(["BERT"], {2016: 1, **TOTALS}))
    assert "Left out, with too few papers: 2016" in title_of(chart)


def test_more_series_than_colours_are_cut_and_said() -> None:
    chart = plots.trend_chart(series([f"method {n}" for n in range(12)], TOTALS))
    assert "8 methods | " in title_of(chart)
    assert "The first 8 of 12 are drawn" in title_of(chart)


def test_two_types_of_one_name_are_told_apart() -> None:
    both = series(["SQuAD", "SQuAD"], TOTALS).with_columns(
        pl.when(pl.col("entity") == "e1").then(pl.lit("Dataset")).otherwise(pl.lit("Method")).alias("type")
    )
    rows = values(plots.trend_chart(both), LINE)
    assert {row["name"] for row in rows} == {"SQuAD (method)", "SQuAD (dataset)"}


def test_a_format_that_is_not_drawn_is_bad_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"expected a file that ends in \.svg"):
        plots.save(plots.trend_chart(series(["BERT"], TOTALS)), tmp_path / "chart.gif")


def test_a_chart_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot write"):
        plots.save(plots.trend_chart(series(["BERT"], TOTALS)), tmp_path / "file" / "chart.svg")


def test_nothing_to_draw_is_bad_usage() -> None:
    with pytest.raises(UsageError, match="nothing to draw"):
        plots.trend_chart(series([], TOTALS))


def test_a_link_to_a_chart_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "chart.svg").symlink_to("real.svg")
    plots.save(plots.trend_chart(series(["BERT"], TOTALS)), tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").is_symlink()
    assert (tmp_path / "real.svg").is_file()
