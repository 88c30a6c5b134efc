"""The score interval of a share, which stays honest at 0, at 1 and in small samples."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


def wilson(successes: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The lower and upper bound of a share, each in [0, 1], around `successes / total`.

    Source: E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 209-212; without continuity correction.

    Args:
        successes: papers that count, from 0 to `total`.
        total: papers of the year, at least 1.
        confidence: nominal coverage, strictly between 0 and 1.

    Raises:
        ValueError: when an argument lies outside its range.
    """
    if total < 1 or not 0 <= successes <= total:
        raise ValueError(f"expected 0 <= successes <= total and total >= 1, got {successes} of {total}")
    if not 0 < confidence < 1:
        raise ValueError(f"expected a confidence between 0 and 1, got {confidence}")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / total
    spread = z * z / total
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / total + spread / (4 * total))
    # At the ends the bound is the share itself; floating point would leave it a hair inside.
    low = 0.0 if successes == 0 else max(0.0, min(centre - half, share))
    high = 1.0 if successes == total else min(1.0, max(centre + half, share))
    return low, high
