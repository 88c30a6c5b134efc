"""Charts for a talk or a paper, as SVG, PNG, PDF or one offline HTML page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from kg.counting import counted
from kg.errors import UsageError
from kg.files import replacing
from kg.palette import DATASET, METHOD, PAPER, PURPLE, SKY, TASK, VERMILION
from kg.trends.measures import axis_top, shortened, spread, without_thin_years
from kg.trends.points import alone, dodge, plotted
from kg.trends.predicates import in_words

if TYPE_CHECKING:
    import altair as alt

LINES: Final = (METHOD, VERMILION, DATASET, PURPLE, TASK, SKY, "#000000", PAPER)
"""Colours of the lines, in order: the palette of Okabe and Ito (2008), told apart by colour-blind readers."""
_DARKER: Final = {TASK: "#A87300", SKY: "#2484BD", PURPLE: "#A8527F", PAPER: "#666666"}
"""Inks for names in the colours that are too light for text on white."""
SUFFIXES: Final = (".svg", ".png", ".pdf", ".html")

_WIDTH, _HEIGHT, _ROW = 560, 330, 34
_LABEL_GAP = 16
_FONT = "Roboto, Helvetica, Arial, sans-serif"
_SHARE = "share of papers of the year"
_INK, _SOFT, _GRID = "#222222", "#5F5F5F", "#E4E4E4"


def trend_chart(series: pl.DataFrame, predicate: str = "mentions") -> alt.LayerChart:
    """Shares with 95 % Wilson intervals: lines over the years, or points in a row for a corpus of one year.

    Colour and a label at the end of each line name it; a year without papers leaves a gap; an incomplete
    last year is hollow and said in words. At most `len(LINES)` entities are drawn, the first ones of the
    table.

    Args:
        series: rows as `kg.trends.series` returns them.
        predicate: the verb or property they were counted for, to say so in the title.

    Raises:
        UsageError: when there is nothing to draw.
    """
    entities = series["entity"].unique(maintain_order=True).to_list()
    if not entities:
        raise UsageError("nothing to draw: name at least one method, task or dataset")
    drawn = series.filter(pl.col("entity").is_in(entities[: len(LINES)]))
    drawn, left_out = without_thin_years(drawn)
    points = plotted(drawn, LINES, _DARKER)
    title = _title(drawn, predicate, len(entities), left_out)
    return _dots(points, title) if drawn["year"].n_unique() == 1 else _lines(points, title)


def styled(spec: dict[str, Any]) -> alt.LayerChart:
    """The chart of a Vega-Lite specification with layers and data of its own, in the style of all charts."""
    import altair as alt

    return _finished(alt.LayerChart.from_dict(spec))


def check(path: Path) -> None:
    """Raises UsageError when the suffix of a path names no format that charts are written in."""
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"cannot draw {path.name!r}: expected a file that ends in {', '.join(SUFFIXES)}")


def save(chart: alt.LayerChart, path: Path) -> None:
    """Write a chart in the format that the suffix names, one of `SUFFIXES`; same chart, same bytes.

    Raises:
        UsageError: for another suffix.
        OutputError: when the file cannot be written.
    """
    import vl_convert

    check(path)
    spec = chart.to_dict()
    suffix = path.suffix.lower()
    if suffix == ".svg":
        data = _numbered(vl_convert.vegalite_to_svg(spec)).encode()
    elif suffix == ".png":
        data = vl_convert.vegalite_to_png(spec, scale=2)
    elif suffix == ".pdf":
        data = vl_convert.vegalite_to_pdf(spec)
    else:
        data = _html(spec).encode()
    with replacing(path) as file:
        file.write(data)


def _title(drawn: pl.DataFrame, predicate: str, asked: int, left_out: Sequence[int]) -> Any:
    import altair as alt

    labels = [shortened(label, 26) for label in drawn["label"].unique(maintain_order=True)]
    kinds = drawn["type"].unique().to_list()
    what = f"{kinds[0].lower()}s" if len(kinds) == 1 else "entities"
    named = _joined(labels) if len(labels) <= 3 else f"{len(labels)} {what}"
    years = drawn.unique("year").sort("year")
    first, last = years["year"][0], years["year"][-1]
    period = f"{first}" if first == last else f"{first}–{last}"
    words = f"{counted(int(years['total'].sum()), 'paper')} with an abstract, {period}; 95 % Wilson interval"
    subtitle = [words if first == last else f"{words} shaded"]
    if years["partial"][-1]:
        subtitle.append(f"{last} is incomplete ({counted(years['total'][-1], 'paper')} so far) and drawn hollow")
    if asked > len(labels):
        subtitle.append(f"The first {len(labels)} of {asked} are drawn")
    if axis_top(drawn.rows(named=True)) < max(drawn["high"]):
        subtitle.append(f"Intervals of {last} run off the top")
    if left_out:
        subtitle.append(f"Left out, with too few papers: {', '.join(map(str, left_out))}")
    of = f"in {first}" if first == last else "a year"
    return alt.TitleParams(f"Share of papers {of} that {in_words(predicate)} {named}", subtitle=subtitle)


def _joined(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} or {labels[-1]}"


def _colour(field: str = "colour") -> Any:
    import altair as alt

    return alt.Color(f"{field}:N", scale=None, legend=None)


def _tooltip() -> list[Any]:
    import altair as alt

    shares = [alt.Tooltip(f"{name}:Q", format=".1%", title=name) for name in ("share", "low", "high")]
    counts = [alt.Tooltip(f"{name}:Q", title=name) for name in ("papers", "total")]
    return [alt.Tooltip("name:N", title="name"), alt.Tooltip("year:Q", format="d"), *shares, *counts]


def _lines(points: list[dict[str, Any]], title: Any) -> alt.LayerChart:
    import altair as alt

    years = sorted({row["year"] for row in points})
    top = axis_top(points)
    whole = [row for row in points if not row["partial"]]
    dodge([row for row in points if row["partial"]], 7 / _WIDTH * (years[-1] - years[0]))
    step = -(-(years[-1] - years[0] + 1) // 11)
    ticks = list(range(years[-1], years[0] - 1, -step))[::-1]
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[years[0] - 0.15, max(row["x"] for row in points) + 0.15], nice=False),
        title=None,
    )
    x = x.axis(values=ticks, format="d", grid=False)
    scale = alt.Scale(domain=[0, top], nice=False)
    axis = alt.Axis(format=".0%" if top > 0.05 else ".1%", tickCount=6)
    y = alt.Y("share:Q", scale=scale, axis=axis, title=_SHARE)
    low = alt.Y("low:Q", scale=scale, axis=axis, title=_SHARE)
    colour = _colour()
    lone = [row for row in points if row["partial"] or alone(row, whole)]
    faint = 0.16 if len({row["key"] for row in points}) <= 3 else 0.09
    band = _base(whole).mark_area(opacity=faint, clip=True)
    line = _base(whole).mark_line(strokeWidth=2.4, clip=True)
    bars = _base(lone).mark_rule(strokeWidth=1.4, opacity=0.6, clip=True)
    dots = _base(whole).mark_point(size=34, filled=True, opacity=1)
    hollow = _base([row for row in points if row["partial"]])
    hollow = hollow.mark_point(size=46, filled=False, fill="white", strokeWidth=1.8, opacity=1)
    stretch = alt.Detail("stretch:N")
    layers = [
        band.encode(x, low, alt.Y2("high:Q"), colour, stretch),
        line.encode(x, y, colour, stretch),
        bars.encode(x, low, alt.Y2("high:Q"), colour),
        dots.encode(x, y, colour, tooltip=_tooltip()),
        hollow.encode(x, y, colour, tooltip=_tooltip()),
        *_labels(points, x, y, colour, top),
    ]
    return _finished(alt.layer(*layers).properties(width=_WIDTH, height=_HEIGHT, title=title))


def _base(rows: list[dict[str, Any]]) -> Any:
    import altair as alt

    return alt.Chart(alt.InlineData(values=rows))


def _labels(points: list[dict[str, Any]], x: Any, y: Any, colour: Any, top: float) -> list[Any]:
    """A name at the height where each line ends, moved apart where they collide, and a thin leader to it."""
    import altair as alt

    # An incomplete year is no end to name a line by: it may stand far from it, and all of its points at 0.
    ends = list({row["key"]: row for row in points if not row["partial"]}.values())
    places = spread([row["share"] for row in ends], _LABEL_GAP / _HEIGHT * top, top)
    placed = [{**row, "place": place} for row, place in zip(ends, places, strict=True)]
    across = 18 / _WIDTH * (max(r["year"] for r in points) - min(r["year"] for r in points) + 0.3)
    edge = max(row["x"] for row in points)
    leaders = []
    for row in placed:
        leaders.append({**row, "step": 0, "x": edge + 0.35 * across})
        leaders.append({**row, "step": 1, "x": edge + across, "share": row["place"]})
    thread = _base(leaders).mark_line(strokeWidth=1, opacity=0.7, clip=False)
    text = _base([{**row, "x": edge} for row in placed]).mark_text(
        align="left", baseline="middle", dx=21, fontSize=12, fontWeight=500
    )
    return [
        thread.encode(x, y, colour, alt.Order("step:Q")),
        text.encode(x, alt.Y("place:Q", title=_SHARE), _colour("ink"), alt.Text("name:N")),
    ]


def _dots(points: list[dict[str, Any]], title: Any) -> alt.LayerChart:
    import altair as alt

    names = [row["name"] for row in points]
    top = axis_top(points)
    across: dict[str, Any] = {
        "scale": alt.Scale(domain=[0, top], nice=False),
        "axis": alt.Axis(format=".0%" if top > 0.05 else ".1%", tickCount=6),
        "title": "share of papers",
    }
    y = alt.Y("key:N", sort=None, title=None)
    index = {str(i): name for i, name in enumerate(names)}
    y = y.axis(labelExpr=f"{json.dumps(index)}[datum.value]", labelLimit=260, grid=False, domain=False, ticks=False)
    colour = _colour()
    rule = _base(points).mark_rule(strokeWidth=2, opacity=0.5)
    dot = _base(points).mark_point(size=70, filled=True, opacity=1)
    layers = [
        rule.encode(alt.X("low:Q", **across), alt.X2("high:Q"), y, colour),
        dot.encode(alt.X("share:Q", **across), y, colour, tooltip=_tooltip()),
    ]
    return _finished(alt.layer(*layers).properties(width=_WIDTH, height=_ROW * len(names), title=title))


def _finished(chart: Any) -> alt.LayerChart:
    axis: dict[str, Any] = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    axis |= {
        "labelColor": _SOFT,
        "titleColor": _SOFT,
        "gridColor": _GRID,
        "domainColor": "#999999",
        "titlePadding": 10,
    }
    title: dict[str, Any] = {"anchor": "start", "frame": "group", "offset": 16, "color": _INK}
    title |= {"fontSize": 17, "fontWeight": 600, "subtitleFontSize": 12.5, "subtitlePadding": 6}
    padding = {"left": 12, "top": 12, "right": 16, "bottom": 12}
    chart = chart.configure(font=_FONT, background="white", padding=padding)
    chart = chart.configure_view(stroke=None).configure_axis(**axis)
    done: alt.LayerChart = chart.configure_title(subtitleColor=_SOFT, **title)
    return done


def _numbered(svg: str) -> str:
    """The drawing with its clip paths numbered from 0: the library counts them over the life of the process."""
    found = dict.fromkeys(re.findall(r'id="clip(\d+)"', svg))
    names = {old: str(new) for new, old in enumerate(found)}
    pattern = r'(id="clip|url\(#clip)(\d+)(?=["\)])'
    return re.sub(pattern, lambda match: match[1] + names.get(match[2], match[2]), svg)


_POLICY: Final = (
    "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'"
)
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>paperkg: share of papers a year</title>
</head>
<body><div id="chart"></div>
<script>{library}</script>
<script>vegaEmbed("#chart", {spec}, {{"actions": {{"editor": false}}}});</script></body>
</html>
"""


@cache
def _library() -> str:
    import vl_convert

    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))


def _html(spec: dict[str, Any]) -> str:
    """One page that asks the network for nothing; no text of the data can end its script."""
    data = json.dumps(spec, sort_keys=True).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return _PAGE.format(policy=_POLICY, library=_library(), spec=data)
