"""The list of names that the training abstracts mark."""

from __future__ import annotations

from typing import Any

from extractors.training.vocabulary import vocabulary


def row(abstract: str, *marked: tuple[str, str]) -> dict[str, Any]:
    entities = []
    for surface, label in marked:
        start = abstract.index(surface)
        entities.append({"field": "abstract", "start": start, "end": start + len(surface), "label": label})
    return {"title": "", "abstract": abstract, "entities": entities}


def test_a_name_is_listed_from_its_second_paper_with_its_type_and_how_often_it_was_marked() -> None:
    rows = [
        row("We use topic models.", ("topic models", "Method")),
        row("A topic-model is best. Then topic models again.", ("topic-model", "Method")),
        row("Only one paper does parsing.", ("parsing", "Task")),
    ]
    assert vocabulary(rows) == ["topic model\tMethod\t2\t1.00\t0.67"]


def test_what_stands_inside_a_longer_mention_does_not_count_as_passed_over() -> None:
    rows = [row("We use BERT.", ("BERT", "Method")), row("We use BERT. tiny BERT.", ("BERT", "Method"))]
    rows[1]["entities"].append({"field": "abstract", "start": 13, "end": 22, "label": "Method"})
    assert vocabulary(rows) == ["BERT\tMethod\t2\t1.00\t1.00"]
