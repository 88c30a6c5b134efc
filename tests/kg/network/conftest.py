"""A corpus of three papers, small enough to know by heart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kg import tables

ENTITIES = [("m1", "Method", 3), ("m2", "Method", 1), ("t1", "Task", 2), ("d1", "Dataset", 1)]
FOUND = [("p1", "m1"), ("p1", "t1"), ("p1", "d1"), ("p2", "m1"), ("p2", "t1"), ("p3", "m1"), ("p3", "m2")]
CLAIMS = [
    ("p1", "mentions", "m1", 1), ("p1", "proposes", "m1", 1), ("p1", "mentions", "t1", 1),
    ("p1", "usesDataset", "d1", 1), ("p1", "evaluatesOn", "d1", 1), ("p1", "mentions", "d1", 1),
    ("p2", "usesMethod", "m1", 1), ("p2", "addressesTask", "t1", 1), ("p3", "mentions", "m1", 1),
    ("p3", "mentions", "m2", 1), ("m1", "usedFor", "t1", 2), ("m2", "partOf", "m1", 1),
]  # fmt: skip


@pytest.fixture(scope="session")
def three_papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of three papers p1 to p3, methods m1 and m2, task t1 and dataset d1; labels are capitals of the IRIs."""
    folder = tmp_path_factory.mktemp("three_papers")
    types = {iri: kind for iri, kind, _ in ENTITIES}
    rows: dict[str, list[dict[str, Any]]] = {
        "papers": [{"id": p, "iri": p, "label": p.upper(), "title": p, "year": 2020} for p in ("p1", "p2", "p3")],
        "entities": [
            {"iri": iri, "type": kind, "label": iri.upper(), "papers": papers, "mentions": papers}
            for iri, kind, papers in ENTITIES
        ],
        "mentions": [{"iri": f"{p}/{e}", "paper": p, "type": types[e], "entity": e} for p, e in FOUND],
        "claims": [
            {"iri": f"{s} {p} {o}", "subject": s, "predicate": p, "object": o, "papers": n, "combined": 0.9}
            for s, p, o, n in CLAIMS
        ],
    }
    for name, columns in tables.SCHEMAS.items():
        filled = [{**dict.fromkeys(columns), **row} for row in rows.get(name, [])]
        tables.write(folder, name, filled)
    return folder
