"""What was taken for what: each kind of error, and the tables that count them."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kg.confusion import Confusion, Fault, Kind, compare_papers
from kg.evaluate import compare
from kg.gold import Gold
from ontology.model import Document, EntityType, Field, Mention, Paper, Relation, RelationType, Role, Span

TEXT = "We propose FooNet, a deep model for image classification on CIFAR-10."
SENTENCE = Span(field=Field.ABSTRACT, start=0, end=len(TEXT))


def span(surface: str, kind: str) -> tuple[str, int, int, str]:
    start = TEXT.index(surface)
    return "abstract", start, start + len(surface), kind


def mention(surface: str, kind: str, role: Role = Role.USED) -> Mention:
    field, start, end, _ = span(surface, kind)
    return Mention(field=Field(field), start=start, end=end, text=surface, type=EntityType(kind), role=role, score=0.9,
                   sentence=SENTENCE)  # fmt: skip


def gold(*spans: tuple[str, int, int, str], **more: Any) -> Gold:
    known: dict[str, Any] = {"borderline": set(), "relations": None, "proposed": None, "roles": None}
    return Gold(paper=Paper(id="p", title="On\n FooNet", abstract=TEXT), spans=set(spans), **{**known, **more})


def judged(truth: Gold, *mentions: Mention, relations: tuple[Relation, ...] = ()) -> tuple[Confusion, list[Fault]]:
    scores = compare([truth], [Document(paper=truth.paper, mentions=mentions, relations=relations)])
    assert scores.confusion is not None
    return scores.confusion, [fault for each in scores.errors for fault in each.faults]


def test_what_is_right_is_no_error_and_on_the_diagonal() -> None:
    table, faults = judged(gold(span("FooNet", "Method")), mention("FooNet", "Method"))
    assert faults == []
    assert table.types == {("Method", "Method"): 1}


def test_each_kind_of_error_is_told_with_gold_beside_what_was_found() -> None:
    truth = gold(span("FooNet", "Method"), span("image classification", "Task"), span("CIFAR-10", "Dataset"))
    table, faults = judged(
        truth, mention("FooNet", "Task"), mention("classification", "Task"), mention("deep model", "Method")
    )
    assert [(fault.kind, fault.gold, fault.found) for fault in faults] == [
        (Kind.TYPE, "Method: FooNet", "Task: FooNet"),
        (Kind.SPURIOUS, "", "Method: deep model"),
        (Kind.BOUNDS, "Task: image classification", "Task: classification"),
        (Kind.MISSED, "Dataset: CIFAR-10", ""),
    ]
    assert "[image classification] on CIFAR-10." in faults[2].context
    assert table.types == {
        ("Method", "Task"): 1, ("Task", "Task"): 1, ("Dataset", "none"): 1, ("none", "Method"): 1,
    }  # fmt: skip


def test_wrong_bounds_and_type_are_one_error() -> None:
    _, faults = judged(gold(span("image classification", "Task")), mention("image classification on", "Method"))
    assert [fault.kind for fault in faults] == [Kind.BOTH]


def test_an_equal_span_is_paired_before_a_longer_overlap() -> None:
    truth = gold(span("image", "Method"), span("image classification on CIFAR-10", "Task"))
    table, _ = judged(truth, mention("image", "Method"), mention("classification", "Task"))
    assert table.types == {("Method", "Method"): 1, ("Task", "Task"): 1}


def test_borderline_mentions_and_types_not_annotated_are_no_errors() -> None:
    borderline = {span("deep model", "Method")[:3]}
    _, faults = judged(gold(borderline=borderline), mention("deep model", "Method"))
    assert faults == []
    _, faults = judged(gold(types=frozenset({"Dataset"})), mention("FooNet", "Method"))
    assert faults == []


def test_a_wrong_role_is_told_once_a_surface() -> None:
    truth = gold(span("FooNet", "Method"), roles={("foonet", "Method"): "proposed"})
    table, faults = judged(truth, mention("FooNet", "Method", Role.COMPARED))
    assert [(fault.kind, fault.gold, fault.found) for fault in faults] == [
        (Kind.ROLE, "Method: foonet (proposed)", "Method: foonet (compared)")
    ]
    assert table.roles == {("proposed", "compared"): 1}


def test_relations_are_missed_spurious_or_of_the_wrong_kind() -> None:
    truth = gold(
        span("FooNet", "Method"), span("image classification", "Task"), span("CIFAR-10", "Dataset"),
        relations={("foonet", "used-for", "image classification"), ("foonet", "evaluated-with", "cifar-10")},
    )  # fmt: skip
    mentions = mention("FooNet", "Method"), mention("image classification", "Task"), mention("CIFAR-10", "Dataset")
    links = [(0, 2, RelationType.TRAINED_WITH), (2, 1, RelationType.BENCHMARK_FOR)]
    made = tuple(Relation(head=h, tail=t, type=kind, score=0.5, sentence=SENTENCE) for h, t, kind in links)
    _, faults = judged(truth, *mentions, relations=made)
    assert [(fault.kind, fault.gold, fault.found) for fault in faults] == [
        (Kind.RELATION_KIND, "foonet ~ evaluated-with ~ cifar-10", "foonet ~ trained-with ~ cifar-10"),
        (Kind.RELATION_MISSED, "foonet ~ used-for ~ image classification", ""),
        (Kind.RELATION_SPURIOUS, "", "cifar-10 ~ benchmark-for ~ image classification"),
    ]


def test_the_context_is_one_line() -> None:
    paper = Paper(id="p", abstract="a\n\n" * 60 + "FooNet" + "\n b" * 60)
    truth = Gold(paper=paper, spans={("abstract", 180, 186, "Method")}, borderline=set(), relations=None, proposed=None,
                 roles=None)  # fmt: skip
    _, (errors,) = compare_papers([(truth, Document(paper=paper), set(), set())])
    assert "\n" not in errors.faults[0].context
    assert "[FooNet]" in errors.faults[0].context
    assert errors.faults[0].context.startswith("…")


SPANS = st.sets(
    st.tuples(st.just("abstract"), st.integers(0, 30), st.integers(31, 60), st.sampled_from(["Method", "Task"])),
    max_size=6,
)


@given(SPANS, SPANS)
def test_every_mention_of_both_sides_is_counted_once(wanted: Any, found: Any) -> None:
    truth = gold(*wanted)
    table, _ = compare_papers([(truth, Document(paper=truth.paper), found, set())])
    assert sum(n for (one, _), n in table.types.items() if one != "none") == len(wanted)
    assert sum(n for (_, other), n in table.types.items() if other != "none") == len(found)
    assert table == compare_papers([(truth, Document(paper=truth.paper), found, set())])[0]
