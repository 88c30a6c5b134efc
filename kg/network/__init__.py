"""The graph as networks: projections of the tables, neighbourhoods, and positions for pictures.

Nodes are keyed by IRI and carry `label`, `type` (Method, Task, Dataset or Paper) and `papers`; edges carry
`papers` and, where they state something, `predicate` and `score`. Nodes and edges are added in sorted order,
so that two runs over the same tables give equal networks.
"""

from kg.network.layout import layout
from kg.network.neighbourhood import ego, overview
from kg.network.projections import NAMES, project

__all__ = ["NAMES", "ego", "layout", "overview", "project"]
