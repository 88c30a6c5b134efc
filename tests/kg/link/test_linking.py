from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.link import Linking, link
from ontology.model import (
    Abbreviation,
    AliasReason,
    Document,
    EntityType,
    Field,
    Mention,
    Paper,
    Role,
    Span,
)

METHOD, TASK, DATASET = EntityType


def mention(text: str, kind: EntityType = METHOD) -> Mention:
    span = Span(field=Field.ABSTRACT, start=0, end=len(text))
    return Mention(
        field=Field.ABSTRACT, start=0, end=len(text), text=text, type=kind, role=Role.USED, score=0.9, sentence=span
    )  # fmt: skip


def document(paper: str, *names: str | tuple[str, EntityType], defines: Sequence[tuple[str, str]] = ()) -> Document:
    mentions = tuple(mention(n) if isinstance(n, str) else mention(*n) for n in names)
    pairs = tuple(Abbreviation(short=short, long=long) for short, long in defines)
    return Document(paper=Paper(id=paper, abstract="x"), mentions=mentions, abbreviations=pairs)


def labels(linking: Linking) -> dict[str, str]:
    return {entity.iri: entity.label for entity in linking.entities}


def label_of(linking: Linking, paper: str, index: int = 0) -> str:
    return labels(linking)[linking.entity_of(paper, index)]


def test_variants_are_one_entity_and_each_says_why() -> None:
    found = link([document("1", "BiLSTM", "BiLSTM", "Bi-LSTM"), document("2", "bilstm", "BiLSTMs")])
    (entity,) = found.entities
    assert entity.label == "BiLSTM"
    assert [(a.surface, a.reason, a.mentions) for a in entity.aliases] == [
        ("BiLSTM", AliasReason.PREFERRED, 2),
        ("Bi-LSTM", AliasReason.HYPHEN, 1),
        ("BiLSTMs", AliasReason.PLURAL, 1),
        ("bilstm", AliasReason.CASE, 1),
    ]


def test_types_are_kept_apart() -> None:
    found = link([document("1", ("clustering", METHOD), ("clustering", TASK))])
    assert {e.type for e in found.entities} == {METHOD, TASK}
    assert found.entity_of("1", 0) != found.entity_of("1", 1)


def test_a_definition_links_both_forms_in_the_paper_and_in_others() -> None:
    found = link(
        [
            document("1", "stochastic gradient descent", "SGD", defines=[("SGD", "stochastic gradient descent")]),
            document("2", "SGD"),
        ]
    )
    (entity,) = found.entities
    assert entity.label == "SGD"
    assert entity.aliases[1].reason is AliasReason.ABBREVIATION


def test_an_ambiguous_abbreviation_is_read_as_its_own_paper_says() -> None:
    found = link(
        [
            document("1", "DP", "DP", "dynamic programming", defines=[("DP", "dynamic programming")]),
            document("2", "DP", "DP", defines=[("DP", "differential privacy")]),
            document("3", "DP"),
        ]
    )
    assert label_of(found, "1") == "dynamic programming"
    assert label_of(found, "2") == "differential privacy"
    assert label_of(found, "3") == "DP"
    assert len(found.entities) == 3
    assert len({entity.label for entity in found.entities}) == 3


def test_an_ambiguous_abbreviation_is_read_by_the_long_form_that_its_paper_uses() -> None:
    found = link(
        [
            document("1", "DP", defines=[("DP", "dynamic programming")]),
            document("2", "DP", defines=[("DP", "differential privacy")]),
            document("3", "DP", "differential privacy"),
        ]
    )
    assert found.entity_of("3", 0) == found.entity_of("3", 1) == found.entity_of("2", 0)


def test_a_long_form_that_only_a_definition_has_becomes_the_label_with_no_mentions() -> None:
    found = link(
        [
            document("1", "MI", defines=[("MI", "mutual information")]),
            document("2", "MI", defines=[("MI", "motor imagery")]),
        ]
    )
    by_label = {entity.label: entity for entity in found.entities}
    assert [a.mentions for a in by_label["mutual information"].aliases] == [0, 1]


def test_a_definition_does_not_carry_over_to_another_type() -> None:
    found = link(
        [
            document("1", "SGD", "stochastic gradient descent", defines=[("SGD", "stochastic gradient descent")]),
            document("2", ("SGD", DATASET)),
        ]
    )
    assert label_of(found, "2") == "SGD"
    assert found.entity_of("2", 0) != found.entity_of("1", 0)


def test_definitions_do_not_chain() -> None:
    found = link(
        [
            document("1", "AB", "alpha beta", defines=[("AB", "alpha beta")]),
            document("2", "alpha beta", "ab cd", defines=[("alpha beta", "ab cd")]),
        ]
    )
    assert found.entity_of("1", 0) == found.entity_of("1", 1)
    assert found.entity_of("1", 0) != found.entity_of("2", 1)


def test_numbers_and_stars_are_not_lost_through_a_definition() -> None:
    found = link(
        [
            document("1", "YOLOv3", defines=[("YOLOv3", "You Only Look Once")]),
            document("2", "YOLOv5", defines=[("YOLOv5", "You Only Look Once")]),
            document("3", "PRM*", "PRM", defines=[("PRM*", "probabilistic roadmap"), ("PRM", "probabilistic roadmap")]),
        ]
    )
    assert len(found.entities) == 4


def test_an_abbreviation_inside_a_name_is_written_out_where_that_name_is_known() -> None:
    found = link(
        [
            document("1", ("question answering", TASK), ("QA", TASK), defines=[("QA", "question answering")]),
            document("2", ("visual QA", TASK), ("video QA", TASK)),
            document("3", ("visual question answering", TASK)),
        ]
    )
    assert found.entity_of("2", 0) == found.entity_of("3", 0)
    assert label_of(found, "2", 1) == "video QA"


def test_the_label_is_the_most_frequent_form_and_ties_go_to_the_long_one() -> None:
    pair = [("SGD", "stochastic gradient descent")]
    assert link([document("1", "SGD", "stochastic gradient descent", defines=pair)]).entities[0].label == pair[0][1]
    assert link([document("1", "SGD", "SGD", pair[0][1], defines=pair)]).entities[0].label == "SGD"


def test_a_label_without_markup_is_preferred() -> None:
    found = link([document("1", r"$k$-means", r"$k$-means", "k-means")])
    assert [entity.label for entity in found.entities] == ["k-means"]


def test_two_documents_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two documents have the paper id"):
        link([document("1", "BERT"), document("1", "BERT")])


def test_mentions_are_counted_once_and_fully(gold: tuple[Document, ...]) -> None:
    found = link(gold)
    counted = Counter(e.iri for e in found.entities for a in e.aliases for _ in range(a.mentions))
    given_ = Counter(found.entity_of(d.paper.id, i) for d in gold for i in range(len(d.mentions)))
    assert counted == given_
    assert len({(e.type, e.label) for e in found.entities}) == len({e.iri for e in found.entities}) == len(given_)


def test_every_mention_goes_to_an_entity_of_its_own_type(gold: tuple[Document, ...]) -> None:
    found = link(gold)
    types = {entity.iri: entity.type for entity in found.entities}
    for each in gold:
        for index, one in enumerate(each.mentions):
            assert types[found.entity_of(each.paper.id, index)] is one.type


NAMES = [
    "DP",
    "dynamic programming",
    "differential privacy",
    "BERT",
    "Bert",
    "DPs",
    "QA",
    "visual QA",
    "question answering",
]
DOCUMENTS = st.lists(
    st.tuples(
        st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(EntityType)), max_size=5),
        st.lists(st.sampled_from([("DP", NAMES[1]), ("DP", NAMES[2]), ("QA", NAMES[8]), ("BERT", "DP")]), max_size=2),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS, st.randoms(use_true_random=False))
def test_the_order_of_the_documents_does_not_matter(parts: list[tuple[list, list]], random: object) -> None:  # type: ignore[type-arg]
    documents = [document(str(i), *names, defines=pairs) for i, (names, pairs) in enumerate(parts)]
    shuffled = list(documents)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = link(documents), link(shuffled)
    assert one.entities == other.entities
    for each in documents:
        for index in range(len(each.mentions)):
            assert one.entity_of(each.paper.id, index) == other.entity_of(each.paper.id, index)
    assert len({entity.iri for entity in one.entities}) == len(one.entities)
