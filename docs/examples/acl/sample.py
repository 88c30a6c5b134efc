"""Draw `acl-2016-2021.jsonl.gz`: 1,000 abstracts of the ACL Anthology, as many of each year as there are.

    python docs/examples/acl/sample.py PAPERS.jsonl.gz

PAPERS holds one Anthology record a line (id, title, abstract, authors, venue, year, url; CC BY 4.0). The
choice is fixed: in each year the records with the lowest SHA-256 of their id. So the same records give the
same bytes.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Any

YEARS = range(2016, 2022)
PAPERS = 1_000
LENGTH = range(400, 3_001)
"""Characters of an abstract."""
TARGET = Path(__file__).with_name("acl-2016-2021.jsonl.gz")
SHORT_NAMES = (
    (r"Findings of", "Findings"),
    (r"Transactions of the Association", "TACL"),
    (r"Workshop|Shared Task|Tutorial|BioNLP|SemEval|Semantic Evaluation", "Workshop"),
    (r"Conference on Computational Natural Language Learning", "CoNLL"),
    (r"Asia-Pacific Chapter", "AACL"),
    (r"North American Chapter", "NAACL"),
    (r"European Chapter", "EACL"),
    (r"Conference on Empirical Methods in Natural Language Processing", "EMNLP"),
    (r"Annual Meeting of the Association for Computational Linguistics", "ACL"),
    (r"International Conference on Computational Linguistics", "COLING"),
    (r"SIGdial|Special Interest Group on Discourse", "SIGDIAL"),
    (r"Natural Language Generation", "INLG"),
    (r"Machine Translation", "WMT"),
    (r"Lexical and Computational Semantics", "*SEM"),
    (r"Spoken Language Translation", "IWSLT"),
    (r"Parsing Technologies", "IWPT"),
)
"""The first pattern found in the name of the proceedings gives the short name; "Workshop" for all others."""


def short_name(venue: str) -> str:
    """The name by which a venue is known."""
    return next((name for pattern, name in SHORT_NAMES if re.search(pattern, venue)), "Workshop")


def quotas(available: dict[int, int]) -> dict[int, int]:
    """How many papers of each year: as even as they allow; a rest goes to those with the fewest."""
    shares: dict[int, int] = {}
    left, years = PAPERS, sorted(available, key=lambda year: (available[year], year))
    for position, year in enumerate(years):
        shares[year] = min(available[year], -(-left // (len(years) - position)))
        left -= shares[year]
    return shares


def chosen(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records of the sample, by year and then by id."""
    by_year: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        if record["year"] in YEARS and record["title"].strip() and len(record["abstract"]) in LENGTH:
            by_year[record["year"]].append(record)
    found: list[dict[str, Any]] = []
    for year, share in quotas({year: len(group) for year, group in by_year.items()}).items():
        ranked = sorted(by_year[year], key=lambda record: sha256(record["id"].encode("utf-8")).hexdigest())
        found.extend(ranked[:share])
    return sorted(found, key=lambda record: (record["year"], record["id"]))


def main() -> None:
    """Read the records named on the command line and write the sample next to this script."""
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    text = io.StringIO()
    for record in chosen(records):
        kept = {name: record[name] for name in ("id", "title", "abstract", "authors", "year")}
        row = {**kept, "venue": short_name(record["venue"]), "url": record["url"]}
        text.write(json.dumps(row, ensure_ascii=False) + "\n")
    TARGET.write_bytes(gzip.compress(text.getvalue().encode("utf-8"), compresslevel=9, mtime=0))


if __name__ == "__main__":
    main()
