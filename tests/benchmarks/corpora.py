"""The extractor on corpora that others annotated, by their own guides: strict F1 by type on their development parts.

    python tests/benchmarks/corpora.py FILE.jsonl.gz...

A record has `text` and `entities` (or, in normal English spacing, `text_clean` and `entities_clean`), `annotated`: the
types its source marks, and `exhaustive`: false where a span that is not marked may be right all the same. A type that a
source does not mark is left out; without exhaustive marks there is recall alone. The guides differ from ours and from
each other, so the figures say how far the extractor carries, not how good it is at its own task.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import extractors
from extractors.extraction import extract_with
from kg.evaluate import Score, compare
from kg.gold import Gold
from ontology.model import EntityType, Paper

TYPES = tuple(kind.value for kind in EntityType)
BATCH = 64


def main(files: Sequence[Path]) -> None:
    """Print a Markdown table."""
    nlp = extractors.load()
    trained_on = tuple(extractors.info().card["data"])
    print(f"| corpus, development part | records | gold | precision | recall | F1 | {' | '.join(TYPES)} |")
    print("|---|--:|--:|--:|--:|--:|" + "--:|" * len(TYPES))
    for path in files:
        rows = list(read(path))
        cells = figures(scores(nlp, rows), rows)
        print(f"| {' | '.join((called(path.parent.name, trained_on), f'{len(rows):,}', *cells))} |")


def called(source: str, trained_on: Sequence[str]) -> str:
    """The name of a corpus, and whether the model card names it, or its full text, as training data."""
    used = any(name.startswith(source) for name in trained_on)
    return f"{source}, {'train part used' if used else 'never trained on'}"


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, in order."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def gold(row: dict[str, Any], number: int) -> Gold:
    """A record as the product sees its text: in normal English spacing where the source has it."""
    clean = "text_clean" in row
    entities = row["entities_clean" if clean else "entities"]
    return Gold(
        paper=Paper(id=str(number), abstract=row["text_clean" if clean else "text"]),
        spans={("abstract", e["start"], e["end"], e["label"]) for e in entities},
        borderline=set(),
        relations=None,
        proposed=None,
        roles=None,
    )


def scores(nlp: Any, rows: Sequence[dict[str, Any]]) -> dict[str, Score]:
    """Strict counts by type, over the records that mark the type; nothing is wrong where marks are not exhaustive."""
    total: dict[str, Score] = defaultdict(Score)
    for first in range(0, len(rows), BATCH):
        group = rows[first : first + BATCH]
        truths = [gold(row, number) for number, row in enumerate(group)]
        documents = extract_with(nlp, [truth.paper for truth in truths])
        for row, truth, document in zip(group, truths, documents, strict=True):
            for kind, score in compare([truth], [document]).types.items():
                if kind in row["annotated"]:
                    total[kind] += score if row["exhaustive"] else Score(right=score.right, missed=score.missed)
    return total


def figures(found: dict[str, Score], rows: Sequence[dict[str, Any]]) -> list[str]:
    """The cells of one line of the table: how many spans, rates of all types, and F1 (or recall) of each."""
    whole = sum(found.values(), Score())
    exhaustive = all(row["exhaustive"] for row in rows)
    by_type = [
        "not marked" if kind not in found else rate(found[kind].f1) if exhaustive else f"R {rate(found[kind].recall)}"
        for kind in TYPES
    ]
    precision, f1 = (rate(whole.precision), rate(whole.f1)) if exhaustive else ("-", "-")
    return [f"{whole.right + whole.missed:,}", precision, rate(whole.recall), f1, *by_type]


def rate(value: float) -> str:
    """A rate in per cent."""
    return f"{100 * value:.1f}"


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
