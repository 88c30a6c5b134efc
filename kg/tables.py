"""The tables between the stages: their columns, and writing and reading them as Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import polars as pl

SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "papers": {
        "id": pl.String, "iri": pl.String, "label": pl.String, "title": pl.String, "abstract": pl.String,
        "year": pl.Int32, "venue": pl.String, "authors": pl.List(pl.String), "doi": pl.String, "arxiv": pl.String,
        "url": pl.String, "source": pl.String, "record": pl.Int32,
    },
    "mentions": {
        "iri": pl.String, "paper": pl.String, "index": pl.Int32, "field": pl.String, "start": pl.Int32,
        "end": pl.Int32, "text": pl.String, "type": pl.String, "role": pl.String, "score": pl.Float64,
        "entity": pl.String, "sentence_start": pl.Int32, "sentence_end": pl.Int32,
        "extractors": pl.List(pl.String), "identifier": pl.String, "url": pl.String,
    },
    "entities": {
        "iri": pl.String, "type": pl.String, "label": pl.String, "papers": pl.Int32, "mentions": pl.Int32,
        "first_year": pl.Int32, "last_year": pl.Int32,
    },
    "aliases": {
        "entity": pl.String, "surface": pl.String, "reason": pl.String, "mentions": pl.Int32, "score": pl.Float64,
    },
    "statements": {
        "iri": pl.String, "claim": pl.String, "paper": pl.String, "subject": pl.String, "predicate": pl.String,
        "object": pl.String, "score": pl.Float64, "field": pl.String, "sentence_start": pl.Int32,
        "sentence_end": pl.Int32, "sentence": pl.String, "mentions": pl.List(pl.String),
    },
    "claims": {
        "iri": pl.String, "subject": pl.String, "predicate": pl.String, "object": pl.String, "papers": pl.Int32,
        "statements": pl.Int32, "best": pl.Float64, "combined": pl.Float64,
    },
    "yearly": {
        "entity": pl.String, "predicate": pl.String, "year": pl.Int32, "papers": pl.Int32,
    },
    "years": {
        "year": pl.Int32, "papers": pl.Int32,
    },
}  # fmt: skip
"""Column names and types of every table, in order.

`papers.id` joins `mentions.paper` and `statements.paper`; `entities.iri` joins `mentions.entity`, `aliases.entity` and
`yearly.entity`. `claims` and `statements` hold paper-to-entity facts (subject a paper IRI) and entity-to-entity facts
alike; `predicate` is a local name of `ontology.vocabulary`. A statement is one sentence of one paper that supports a
claim. `mentions.extractors` names what found a mention, the packaged model or extractors of the user's own, and
`identifier` and `url` are what a term list says of it. `years.papers` counts the papers of a year that have an
abstract: the denominator of every share. `yearly` counts, per entity and year, the distinct papers for each
predicate, the parents `mentions`, `usesDataset` and `addressesTask` (of `posesTask`) included.
"""


_CHUNK: Final = 50_000
_ROW_GROUP: Final = 200_000


class Writer:
    """Writes one table row by row to `folder/<name>.parquet`, on leaving the `with` block; rows keep their order.

    Rows are packed into columns every 50,000, so that millions of them fit into memory.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.rows = 0
        self._path, self._schema = folder / f"{name}.parquet", SCHEMAS[name]
        self._pending: list[Mapping[str, Any]] = []
        self._packed: list[pl.DataFrame] = []

    def add(self, row: Mapping[str, Any]) -> None:
        """Add one row; its keys are the columns of the table."""
        self._pending.append(row)
        self.rows += 1
        if len(self._pending) >= _CHUNK:
            self._pack()

    def extend(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows in order."""
        for row in rows:
            self.add(row)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._pack()
            frame = pl.concat(self._packed)
            frame.write_parquet(self._path, compression="zstd", statistics=True, row_group_size=_ROW_GROUP)
        self._packed.clear()

    def _pack(self) -> None:
        self._packed.append(pl.DataFrame(self._pending, schema=self._schema, orient="row"))
        self._pending = []


def write(folder: Path, name: str, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write one table to `folder/<name>.parquet`; returns the number of rows. Rows keep the order given."""
    with Writer(folder, name) as writer:
        writer.extend(rows)
    return writer.rows


def scan(folder: Path, name: str) -> pl.LazyFrame:
    """One table, read lazily; raises KeyError for a name that is not in `SCHEMAS`."""
    assert SCHEMAS[name]
    return pl.scan_parquet(folder / f"{name}.parquet")
