"""Small tables by hand: what each test says about years and papers, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kg import tables

Make = Callable[..., Path]
IRIS = {"BERT": "m1", "LSTM": "m2", "parsing": "t1", "SQuAD": "d1", "BERT (data)": "d2"}


def _write(folder: Path, totals: Mapping[int, int], counts: Mapping[str, Mapping[str, Mapping[int, int]]]) -> Path:
    entities, yearly = [], []
    for label, by_predicate in counts.items():
        iri = IRIS[label]
        kind = {"m": "Method", "t": "Task", "d": "Dataset"}[iri[0]]
        mentioned = by_predicate.get("mentions", {})
        number = sum(mentioned.values())
        years = [year for year, papers in mentioned.items() if papers]
        ends = {"first_year": min(years, default=None), "last_year": max(years, default=None)}
        plain = label.removesuffix(" (data)")
        entities.append({"iri": iri, "type": kind, "label": plain, "papers": number, "mentions": number, **ends})
        for predicate, by_year in by_predicate.items():
            yearly += [
                {"entity": iri, "predicate": predicate, "year": year, "papers": papers}
                for year, papers in by_year.items()
                if papers
            ]
    aliases = [
        {"entity": row["iri"], "surface": row["label"], "reason": "preferred label", "mentions": 1, "score": 1.0}
        for row in entities
    ]
    tables.write(folder, "entities", entities)
    tables.write(folder, "aliases", aliases)
    tables.write(folder, "papers", [])
    tables.write(folder, "yearly", yearly)
    tables.write(folder, "years", [{"year": year, "papers": papers} for year, papers in totals.items()])
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Make:
    """Writes the tables of a corpus: papers a year, then for each label and predicate the papers a year."""
    return lambda totals, counts: _write(tmp_path, totals, counts)
