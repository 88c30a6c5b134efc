"""Linking against judged pairs: precision and recall by kind.

    python tests/benchmarks/linking.py PAIRS.jsonl CORPUS.jsonl.gz...

Pairs are `{"a": {"surface", "type", "paper"}, "b": {...}, "same": bool, "kind": str}`, one a line; the corpus
files hold the papers. Two figures: by normal form alone, and with the abbreviations that the whole corpus defines.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from extractors.abbreviations import find
from kg.link import key, link
from ontology.model import Document, EntityType, Field, Mention, Paper, Role, Span

Pair = Mapping[str, Any]


def main(pairs_file: Path, corpus: list[Path]) -> None:
    """Print both tables."""
    pairs = [json.loads(line) for line in pairs_file.read_text(encoding="utf-8").splitlines()]
    report("normal form alone", pairs, lambda p: side_key(p["a"]) == side_key(p["b"]))
    started = time.process_time()
    linking = link(documents(pairs, corpus))
    seconds = time.process_time() - started
    places = positions(pairs)

    def same(pair: Pair) -> bool:
        left, right = (
            linking.entity_of(s["paper"], places[s["paper"]].index(named(s))) for s in (pair["a"], pair["b"])
        )
        return left == right

    report("with the abbreviations of the corpus", pairs, same)
    print(f"{seconds:.1f} s of CPU for reading and linking")


def report(title: str, pairs: list[Pair], same: Callable[[Pair], bool]) -> None:
    """Print precision and recall of "same", in all and by kind, and with `-v` the pairs that are wrong."""
    outcome = {id(pair): same(pair) for pair in pairs}
    print(f"\n{title}\n{'kind':<20} {'pairs':>5} {'P':>6} {'R':>6}   (wrong merges, missed)")
    kinds = [*sorted({p["kind"] for p in pairs}), "all"]
    for kind in kinds:
        rows = [p for p in pairs if kind in (p["kind"], "all")]
        count = Counter((p["same"], outcome[id(p)]) for p in rows)
        right, wrong, missed = count[True, True], count[False, True], count[True, False]
        precision = f"{right / (right + wrong):.3f}" if right + wrong else "-"
        recall = f"{right / (right + missed):.3f}" if right + missed else "-"
        print(f"{kind:<20} {len(rows):>5} {precision:>6} {recall:>6}   ({wrong}, {missed})")
    if "-v" in sys.argv:
        for pair in pairs:
            if pair["same"] != outcome[id(pair)]:
                verb = "missed" if pair["same"] else "MERGED"
                print(f"  {verb} {pair['kind']}: {pair['a']['surface']} | {pair['b']['surface']} ({pair['why']})")


def documents(pairs: list[Pair], corpus: list[Path]) -> Iterator[Document]:
    """The corpus with its abbreviations; only the judged surfaces, and long forms of theirs, are mentions."""
    texts = dict(read(corpus))
    defined = {paper: find(text) for paper, text in texts.items()}
    longs: dict[str, set[str]] = defaultdict(set)
    for found in defined.values():
        for pair in found:
            longs[key(pair.short)].add(key(pair.long))
    places = positions(pairs)
    for paper, text in texts.items():
        names = places.get(paper, [])
        spoken = [(kind, s) for kind, n in names for s in grams(text) if key(s) in longs.get(key(n), ())]
        mentions = tuple(mention(kind, surface) for kind, surface in [*names, *dict.fromkeys(spoken)])
        yield Document(paper=Paper(id=paper, abstract=text), mentions=mentions, abbreviations=defined[paper])


def read(corpus: list[Path]) -> Iterator[tuple[str, str]]:
    """Id and text of every paper."""
    for path in corpus:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                yield record["id"], f"{record['title'] or ''}. {record['abstract'] or ''}"


def positions(pairs: list[Pair]) -> dict[str, list[tuple[str, str]]]:
    """The judged names of each paper, in order."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for pair in pairs:
        for one in (pair["a"], pair["b"]):
            if named(one) not in found[one["paper"]]:
                found[one["paper"]].append(named(one))
    return found


def named(one: Mapping[str, str]) -> tuple[str, str]:
    """Type and surface of one side of a pair."""
    return one["type"], one["surface"]


def side_key(one: Mapping[str, str]) -> tuple[str, str]:
    """Type and normal form of one side of a pair."""
    return one["type"], key(one["surface"])


def grams(text: str) -> Iterator[str]:
    """Runs of two to six words."""
    words = text.split()
    for size in range(2, 7):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size]).strip(".,;:()")


def mention(kind: str, surface: str) -> Mention:
    """A mention with nothing to it but type and surface."""
    span = Span(field=Field.ABSTRACT, start=0, end=0)
    return Mention(
        field=Field.ABSTRACT, start=0, end=0, text=surface, type=EntityType(kind), role=Role.BACKGROUND, score=1.0,
        sentence=span,
    )  # fmt: skip


if __name__ == "__main__":
    arguments = [Path(each) for each in sys.argv[1:] if each != "-v"]
    main(arguments[0], arguments[1:])
