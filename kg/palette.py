"""The colours of the product, one meaning each, the same in pictures, charts and pages.

They are taken from the colour-blind safe set of Okabe and Ito (2008), "Color Universal Design".
"""

from __future__ import annotations

from typing import Final

METHOD: Final = "#0072B2"
TASK: Final = "#E69F00"
DATASET: Final = "#009E73"
PAPER: Final = "#7F7F7F"

VERMILION: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
SKY: Final = "#56B4E9"

BY_TYPE: Final[dict[str, str]] = {"Method": METHOD, "Task": TASK, "Dataset": DATASET, "Paper": PAPER}
"""The colour of each kind of node, by the name used in the tables."""

ACCENTS: Final[tuple[str, ...]] = (VERMILION, PURPLE, SKY)
"""Colours without a type of their own, for emphasis and further series."""
