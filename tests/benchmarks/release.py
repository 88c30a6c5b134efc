"""Write the released benchmark: the annotated abstracts of the ACL Anthology, as tests/benchmarks/data holds them.

    python tests/benchmarks/release.py [DATA]

DATA is the folder of annotated sources and corpora (default ../shared/data beside the checkout). What is taken are the
records whose id begins with `acl-`, in the order of the source, with authors and address added from the Anthology's
own record (CC BY 4.0). The same records give the same bytes.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(__file__).resolve().parent / "data"
PARTS = ("train", "dev")
FIELDS = ("id", "part", "title", "abstract", "authors", "venue", "year", "url")
MARKED = ("entities", "links", "abbreviations", "borderline")


def main(data: Path) -> None:
    """Write both parts and the guide."""
    source = data / "ner" / "abstracts"
    anthology = {row["id"]: row for row in rows(data / "corpus" / "acl-ccby" / "papers-1.jsonl.gz")}
    for part in PARTS:
        found = [row for row in rows(source / f"{part}.jsonl.gz") if row["id"].startswith("acl-")]
        lines = [json.dumps(released(row, anthology[row["id"]], part), ensure_ascii=False) + "\n" for row in found]
        packed = gzip.compress("".join(lines).encode("utf-8"), compresslevel=9, mtime=0)
        (TARGET / f"acl-{part}.jsonl.gz").write_bytes(packed)
        print(f"acl-{part}.jsonl.gz: {len(lines)} abstracts, {len(packed):,} bytes")
    shutil.copyfile(source / "GUIDE.md", TARGET / "GUIDE.md")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a gzipped file of JSON lines, in order."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def released(row: dict[str, Any], record: dict[str, Any], part: str) -> dict[str, Any]:
    """One annotated abstract with what the licence asks to be kept with it; raises ValueError where the two differ."""
    if (row["title"], row["abstract"]) != (record["title"], record["abstract"]):
        raise ValueError(f"{row['id']}: the annotated text is not the Anthology's")
    whole = row | {"part": part, "authors": record["authors"], "url": record["url"]}
    return {name: whole[name] for name in (*FIELDS, *MARKED)}


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data")
