"""Roles and relations of mentions that are given."""

from __future__ import annotations

import extractors
from ontology.model import EntityType, Field, Paper, RelationType, Role

METHOD, TASK, DATASET = EntityType
TITLE = "FooNet for parsing"
ABSTRACT = "We propose FooNet, a neural parser. It outperforms BERT on PTB."


def spans(*names: tuple[Field, str, EntityType]) -> list[tuple[Field, int, int, EntityType]]:
    found = []
    for field, name, kind in names:
        start = (TITLE if field is Field.TITLE else ABSTRACT).index(name)
        found.append((field, start, start + len(name), kind))
    return found


GIVEN = spans(
    (Field.TITLE, "FooNet", METHOD),
    (Field.TITLE, "parsing", TASK),
    (Field.ABSTRACT, "FooNet", METHOD),
    (Field.ABSTRACT, "BERT", METHOD),
    (Field.ABSTRACT, "PTB", DATASET),
)


def test_the_mentions_are_those_that_are_given() -> None:
    paper = Paper(id="1", title=TITLE, abstract=ABSTRACT)
    document = next(extractors.relate([(paper, GIVEN)]))
    assert [(m.field, m.start, m.end, m.type) for m in document.mentions] == GIVEN
    assert {m.score for m in document.mentions} == {1.0}


def test_roles_and_relations_are_found_among_them() -> None:
    paper = Paper(id="1", title=TITLE, abstract=ABSTRACT)
    document = next(extractors.relate([(paper, GIVEN)]))
    roles = {m.text: m.role for m in document.mentions}
    assert roles["FooNet"] is Role.PROPOSED
    assert roles["BERT"] is Role.COMPARED
    texts = {(document.mentions[r.head].text, r.type, document.mentions[r.tail].text) for r in document.relations}
    assert ("FooNet", RelationType.USED_FOR, "parsing") in texts


def test_of_overlapping_spans_the_first_stays_and_no_span_is_no_mention() -> None:
    paper = Paper(id="1", abstract=ABSTRACT)
    given = [(Field.ABSTRACT, 11, 17, METHOD), (Field.ABSTRACT, 11, 34, METHOD)]
    documents = list(extractors.relate([(paper, given), (paper, [])]))
    assert [len(d.mentions) for d in documents] == [1, 0]
