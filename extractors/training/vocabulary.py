"""`python -m extractors.training.vocabulary --data FOLDER`: writes the names that the training abstracts mark."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from extractors.candidates import Cover
from extractors.compose import Composed, compose
from extractors.surfaces import normal
from extractors.training.corpora import records
from extractors.vocabularies import ANNOTATED, LONGEST, WORD
from ontology.model import Field, Span

_FEWEST_PAPERS: Final = 2
"""A name of one paper says little of the next, and the list would be eight times as long."""


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.vocabulary", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds ner/")
    parser.add_argument("--output", type=Path, default=ANNOTATED)
    arguments = parser.parse_args()
    lines = vocabulary(list(records(arguments.data, "abstracts", "train")))
    arguments.output.write_text("\n".join(["name\ttype\tpapers\tpurity\tmarked", *lines, ""]), encoding="utf-8")


def vocabulary(rows: list[dict[str, Any]]) -> list[str]:
    """A line for each name marked in at least two papers, sorted: normal form, type, papers, and two shares in [0, 1].

    The first share is of its mentions, those of that type; the second of its occurrences outside other mentions, those
    that are marked.
    """
    types: dict[str, Counter[str]] = defaultdict(Counter)
    papers: Counter[str] = Counter()
    for row in rows:
        composed = compose(row["title"], row["abstract"])
        surfaces = [(normal(composed.text[slice(*r)]), label) for r, label in _marked(composed, row["entities"])]
        papers.update({name for name, _ in surfaces})
        for name, label in surfaces:
            types[name][label] += 1
    kept = {name for name, number in papers.items() if number >= _FEWEST_PAPERS and len(name.split(" ")) <= LONGEST}
    passed = _unmarked(rows, kept)
    lines = []
    for name in sorted(kept):
        kind, most = min(types[name].items(), key=lambda item: (-item[1], item[0]))
        number = types[name].total()
        marked = number / (number + passed[name])
        lines.append(f"{name}\t{kind}\t{papers[name]}\t{most / number:.2f}\t{marked:.2f}")
    return lines


def _marked(composed: Composed, entities: Iterable[dict[str, Any]]) -> list[tuple[tuple[int, int], str]]:
    spans = [(Span(field=Field(e["field"]), start=e["start"], end=e["end"]), e["label"]) for e in entities]
    found = [(composed.clean(span), label) for span, label in spans]
    return [(where, label) for where, label in found if where is not None]


def _unmarked(rows: Iterable[dict[str, Any]], names: set[str]) -> Counter[str]:
    """How often each name stands where no mention is; borderline ones count as unmarked."""
    found: Counter[str] = Counter()
    for row in rows:
        composed = compose(row["title"], row["abstract"])
        text = composed.text
        cover = Cover(len(text), (where for where, _ in _marked(composed, row["entities"])))
        words = [match.span() for match in WORD.finditer(text)]
        for index, (start, _) in enumerate(words):
            for _, end in words[index : index + LONGEST]:
                name = normal(text[start:end])
                if name in names and cover.is_free(start, end):
                    found[name] += 1
    return found


if __name__ == "__main__":
    main()
