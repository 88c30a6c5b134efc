from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.link import link
from kg.statements import Tally, combined, statement_rows, statements
from ontology import iris
from ontology.model import Document, EntityType, Field, Mention, Paper, Relation, RelationType, Role, Span

TEXT = "We propose X. X beats Y on Z."
FIRST, SECOND = (Span(field=Field.ABSTRACT, start=a, end=b) for a, b in ((0, 13), (14, 29)))


def mention(  # noqa: PLR0917
    text: str, start: int, kind: EntityType, role: Role, sentence: Span, score: float = 0.9
) -> Mention:
    return Mention(
        field=Field.ABSTRACT, start=start, end=start + len(text), text=text, type=kind, role=role, score=score,
        sentence=sentence,
    )  # fmt: skip


PAPER = Paper(id="p1", abstract=TEXT, year=2020)
DOCUMENT = Document(
    paper=PAPER,
    mentions=(
        mention("X", 11, EntityType.METHOD, Role.PROPOSED, FIRST, 0.7),
        mention("X", 14, EntityType.METHOD, Role.PROPOSED, SECOND, 0.8),
        mention("Y", 22, EntityType.METHOD, Role.COMPARED, SECOND),
        mention("Z", 27, EntityType.DATASET, Role.EVALUATED_ON, SECOND),
    ),
    relations=(
        Relation(head=1, tail=2, type=RelationType.COMPARE_WITH, score=0.6, sentence=SECOND),
        Relation(head=1, tail=3, type=RelationType.EVALUATED_WITH, score=0.5, sentence=SECOND),
        Relation(head=0, tail=1, type=RelationType.SYNONYM_OF, score=0.5, sentence=SECOND),
    ),
)


def entities(document: Document) -> list[str]:
    found = link([document])
    return [found.entity_of(document.paper.id, i) for i in range(len(document.mentions))]


def test_roles_and_relations_become_statements_with_their_sentences() -> None:
    found = statements(DOCUMENT, entities(DOCUMENT))
    names = {entity: mention.text for entity, mention in zip(entities(DOCUMENT), DOCUMENT.mentions, strict=True)}
    names[iris.paper(PAPER)] = "paper"
    assert [(names[s.subject], s.predicate, names[s.object], len(s.evidence)) for s in found] == [
        ("X", "comparedWith", "Y", 1),
        ("paper", "comparesWith", "Y", 1),
        ("X", "evaluatedWith", "Z", 1),
        ("paper", "evaluatesOn", "Z", 1),
        ("paper", "proposes", "X", 2),
    ]


def test_a_relation_of_an_entity_with_itself_says_nothing() -> None:
    assert not any(s.predicate == "synonymOf" for s in statements(DOCUMENT, entities(DOCUMENT)))


def test_contradictory_roles_are_both_kept() -> None:
    mentions = (DOCUMENT.mentions[0], replace(DOCUMENT.mentions[1], role=Role.COMPARED))
    document = replace(DOCUMENT, mentions=mentions, relations=())
    assert [s.predicate for s in statements(document, entities(document))] == ["comparesWith", "proposes"]


def test_the_sentence_of_a_row_is_the_slice_of_the_raw_text() -> None:
    rows = list(statement_rows(DOCUMENT, statements(DOCUMENT, entities(DOCUMENT))))
    assert {row["sentence"] for row in rows} == {"We propose X.", "X beats Y on Z."}
    assert all(row["mentions"] for row in rows)
    assert len({row["iri"] for row in rows}) == len(rows) == 6


def test_yearly_counts_hold_the_parents_of_a_property() -> None:
    tally, found = Tally(), entities(DOCUMENT)
    tally.add(DOCUMENT, found, statements(DOCUMENT, found))
    assert {row["predicate"] for row in tally.yearly() if row["entity"] == found[3]} == {
        "evaluatesOn", "usesDataset", "mentions",
    }  # fmt: skip
    assert list(tally.years()) == [{"year": 2020, "papers": 1}]


def test_a_paper_without_year_or_abstract_is_in_no_denominator() -> None:
    tally = Tally()
    for paper in (replace(PAPER, year=None), replace(PAPER, abstract=" \n")):
        tally.add(replace(DOCUMENT, paper=paper), entities(DOCUMENT), ())
    assert list(tally.years()) == []


def test_support_is_combined_over_papers() -> None:
    tally = Tally()
    for name, score in (("a", 0.5), ("b", 0.8)):
        document = replace(
            DOCUMENT,
            paper=replace(PAPER, id=name),
            relations=(replace(DOCUMENT.relations[0], score=score),),
        )
        tally.add(document, entities(document), statements(document, entities(document)))
    (claim,) = (row for row in tally.claims() if row["predicate"] == "comparedWith")
    assert (claim["papers"], claim["statements"], claim["best"]) == (2, 2, 0.8)
    assert claim["combined"] == pytest.approx(0.9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_the_combined_confidence_is_a_probability_and_never_below_the_best(scores: list[float]) -> None:
    assert max(scores) - 1e-6 <= combined(scores) <= 1.0
    assert combined(scores) == combined(list(reversed(scores)))
