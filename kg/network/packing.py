"""Components of a network side by side, close together.

Each component covers the squares of a grid that its nodes come near to, and goes to the free place nearest to
the middle (Freivalds, Dogrusoz and Kikusts 2001, "Disconnected graph layout and the polyomino packing
approach").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

_Points = npt.NDArray[np.float64]

_CELL: Final = 22.0
_MARGIN: Final = 18.0


def pack(parts: Sequence[_Points], radii: Sequence[Sequence[float]], aspect: float) -> list[_Points]:
    """How far to move each component, in the order given, so that none covers another and all lie close.

    Args:
        parts: the points of each component, the largest component first.
        radii: the radius of each point.
        aspect: width of the canvas divided by its height.
    """
    taken: set[tuple[int, int]] = set()
    shifts: list[_Points] = []
    for points, radius in zip(parts, radii, strict=True):
        cells = _cells(points, radius)
        step = max(1, int(len(cells) ** 0.5) // 8)
        where = next(at for at in _spiral(aspect, step) if not _meets(cells, at, taken))
        taken.update((x + where[0], y + where[1]) for x, y in cells)
        shifts.append(np.array(where, dtype=np.float64) * _CELL)
    return shifts


def _cells(points: _Points, radii: Sequence[float]) -> list[tuple[int, int]]:
    """The squares that the points come near to, by column and row."""
    found: set[tuple[int, int]] = set()
    for (x, y), radius in zip(points.tolist(), radii, strict=True):
        reach = radius + _MARGIN
        columns = range(int((x - reach) // _CELL), int((x + reach) // _CELL) + 1)
        rows = range(int((y - reach) // _CELL), int((y + reach) // _CELL) + 1)
        found.update((column, row) for column in columns for row in rows)
    return sorted(found)


def _meets(cells: list[tuple[int, int]], at: tuple[int, int], taken: set[tuple[int, int]]) -> bool:
    return any((x + at[0], y + at[1]) in taken for x, y in cells)


def _spiral(aspect: float, step: int) -> Iterator[tuple[int, int]]:
    """Places on rounded frames around the middle, ever further out, wider than high as the canvas is."""
    yield (0, 0)
    ring = 1
    while True:
        reach = ring * step
        count = max(8, int(2 * np.pi * reach))
        for turn in range(count):
            x, y = np.cos(2 * np.pi * turn / count), np.sin(2 * np.pi * turn / count)
            # A superellipse of exponent 4 reaches into the corners that a circle would leave empty.
            out = reach / (x**4 + y**4) ** 0.25
            yield (round(out * aspect**0.5 * x), round(out * aspect**-0.5 * y))
        ring += 1
