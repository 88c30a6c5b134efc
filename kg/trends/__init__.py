"""How the share of papers that mention, use or propose something changes over the years."""

from __future__ import annotations

from kg.trends.overview import table
from kg.trends.predicates import VERBS
from kg.trends.series import ends, series
from kg.trends.wilson import wilson

__all__ = ["VERBS", "ends", "series", "table", "wilson"]
