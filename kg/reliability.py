"""The reliability diagram: how often what is scored so is right, drawn for a talk or a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kg.calibration import Calibration
from kg.counting import counted
from kg.errors import UsageError
from kg.palette import METHOD

if TYPE_CHECKING:
    import altair as alt

SUFFIXES: Final = (".svg", ".png", ".pdf")

_FEW = 20
"""Mentions below which a point is hollow and the line passes it by."""
_SIZE = 400
_BARS = 0.16
"""Height of the tallest bar, as a share of the diagram."""
_SOFT, _BAR = "#5F5F5F", "#D5D9DE"
_FULL = {"domain": [0, 1], "nice": False}
_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
_X_AXIS, _Y_AXIS = {"format": ".1f", "values": _TICKS, "grid": False}, {"format": ".0%", "values": _TICKS}
_X = {"field": "x", "type": "quantitative", "scale": _FULL, "title": "score", "axis": _X_AXIS}
_Y = {"field": "y", "type": "quantitative", "scale": _FULL, "title": "share that is right", "axis": _Y_AXIS}


def check(path: Path) -> None:
    """Raises UsageError when the suffix of a path names no format that the diagram is written in."""
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"cannot draw {path.name!r}: expected a file that ends in {', '.join(SUFFIXES)}")


def diagram(calibration: Calibration, papers: int) -> alt.LayerChart:
    """The share right against the mean score of each bin, with 95 % Wilson intervals, and bars for their numbers.

    On the diagonal a score is a probability; above it the extractor is better than it says, below it worse. It is
    written with `kg.plots.save`.

    Args:
        calibration: of the scores of mentions.
        papers: how many annotated papers it is from, for the title.
    """
    from kg import plots

    bins = [each.to_dict() for each in calibration.bins]
    most = max(each["number"] for each in bins)
    points: list[dict[str, Any]] = [
        {
            "x": each["mean_score"],
            "y": each["share"],
            "low": each["interval"][0],
            "high": each["interval"][1],
            "middle": (each["low"] + each["high"]) / 2,
            "left": each["low"] + 0.006,
            "right": each["high"] - 0.006,
            "height": _BARS * each["number"] / most,
            "number": f"{each['number']:,}",
            "few": each["number"] < _FEW,
        }
        for each in bins
    ]
    words = f"{counted(calibration.number, 'mention')} in {counted(papers, 'annotated paper')}, 95 % Wilson intervals"
    error = f"expected calibration error {100 * calibration.error:.1f} percentage points"
    legend = f"dashed: a score that is a probability; bars: mentions; hollow: fewer than {_FEW}"
    title = {"text": "How often a mention is right, by its score", "subtitle": [words, error, legend]}
    return plots.styled({"width": _SIZE, "height": _SIZE, "title": title, "layer": [_diagonal(), *_layers(points)]})


def _diagonal() -> dict[str, Any]:
    line = {"type": "line", "strokeDash": [5, 4], "color": "#999999"}
    return {"data": {"values": [{"x": 0, "y": 0}, {"x": 1, "y": 1}]}, "mark": line, "encoding": {"x": _X, "y": _Y}}


def _layers(points: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Bars with numbers at the foot, then intervals, the line and its points."""
    data = {"values": points}
    few, many = [each for each in points if each["few"]], [each for each in points if not each["few"]]
    both = {"x": _X, "y": _Y}
    point = {"type": "point", "size": 70, "opacity": 1, "color": METHOD}
    height, low = {**_Y, "field": "height"}, {**_Y, "field": "low"}
    bars = {"x": {**_X, "field": "left"}, "x2": {"field": "right"}, "y": height, "y2": {"datum": 0}}
    numbers = {"x": {**_X, "field": "middle"}, "y": height, "text": {"field": "number"}}
    small = {"type": "text", "baseline": "bottom", "dy": -2, "fontSize": 10, "color": _SOFT}
    return [
        {"data": data, "mark": {"type": "rect", "color": _BAR}, "encoding": bars},
        {"data": data, "mark": small, "encoding": numbers},
        {
            "data": data,
            "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55, "color": METHOD},
            "encoding": {"x": _X, "y": low, "y2": {"field": "high"}},
        },
        {"data": {"values": many}, "mark": {"type": "line", "strokeWidth": 2, "color": METHOD}, "encoding": both},
        {"data": {"values": many}, "mark": {**point, "filled": True}, "encoding": both},
        {"data": {"values": few}, "mark": {**point, "filled": False, "fill": "white"}, "encoding": both},
    ]
