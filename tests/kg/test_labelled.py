"""The text form of gold: what a person may write, and what is said when it cannot be used."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import labelled
from kg.errors import InputError
from kg.gold import Gold, read_gold, read_gold_file

HEAD = "# paperkg labels 1\n\n"
PAPER = """=== acl-1
= FooNet for Image Classification
> We propose FooNet, a method for image classification on CIFAR-10.
> Unlike ResNet and ResNet-50, FooNet uses attention.
"""
NAMES = """M:p FooNet
M:c ResNet
M ResNet-50
T image classification
D CIFAR-10
B attention
"""


def write(tmp_path: Path, text: str, name: str = "labels.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8"))
    return path


def one(tmp_path: Path, lines: str) -> Gold:
    (gold,) = read_gold(write(tmp_path, HEAD + PAPER + lines))
    return gold


def surfaces(gold: Gold) -> list[tuple[str, str]]:
    texts = {"title": gold.paper.title, "abstract": gold.paper.abstract}
    return sorted((label, texts[field][start:end]) for field, start, end, label in gold.spans)


def wrong(tmp_path: Path, text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_gold(write(tmp_path, text))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_paper_comes_out_with_its_text_and_every_place_of_its_names(tmp_path: Path) -> None:
    gold = one(tmp_path, NAMES)
    assert gold.paper.id == "acl-1"
    assert gold.paper.title == "FooNet for Image Classification"
    assert gold.paper.abstract.splitlines()[1] == "Unlike ResNet and ResNet-50, FooNet uses attention."
    assert surfaces(gold) == [
        ("Dataset", "CIFAR-10"),
        ("Method", "FooNet"),
        ("Method", "FooNet"),
        ("Method", "FooNet"),
        ("Method", "ResNet"),
        ("Method", "ResNet-50"),
        ("Task", "Image Classification"),
        ("Task", "image classification"),
    ]
    assert [gold.paper.abstract[start:end] for _, start, end in gold.borderline] == ["attention"]
    assert gold.source == "acl"


def test_a_borderline_name_takes_nothing_from_the_names_inside_it(tmp_path: Path) -> None:
    gold = one(tmp_path, "B method for image classification\nT image classification\n")
    assert len(gold.spans) == 2
    assert len(gold.borderline) == 1


def test_roles_follow_the_colon_and_the_type(tmp_path: Path) -> None:
    roles = one(tmp_path, NAMES.replace("D CIFAR-10", "D:p CIFAR-10").replace("M ResN", "M:k ResN")).roles
    assert roles == {
        ("foonet", "Method"): "proposed",
        ("resnet", "Method"): "compared",
        ("resnet-50", "Method"): "component",
        ("image classification", "Task"): "addressed",
        ("cifar-10", "Dataset"): "introduced",
    }


def test_a_role_may_be_written_out(tmp_path: Path) -> None:
    roles = one(tmp_path, "D:trained-on CIFAR-10\n").roles
    assert roles == {("cifar-10", "Dataset"): "trained-on"}


def test_relations_and_abbreviations_are_read(tmp_path: Path) -> None:
    gold = one(tmp_path, NAMES + "L FooNet ~ Used-For ~ image  classification\nAB FN ~ FooNet\n")
    assert gold.relations == {("foonet", "used-for", "image classification")}
    assert gold.abbreviations == {frozenset(("fn", "foonet"))}


def test_without_any_relation_or_role_in_the_file_neither_counts_as_annotated(tmp_path: Path) -> None:
    gold = one(tmp_path, "M FooNet\nT image classification\n")
    assert (gold.relations, gold.roles, gold.proposed) == (None, None, None)


def test_one_relation_in_the_file_makes_all_papers_annotated_with_relations(tmp_path: Path) -> None:
    linked = PAPER + NAMES + "L FooNet ~ used-for ~ image classification\n"
    both = read_gold(write(tmp_path, HEAD + linked + "\n=== b\n> We use BERT.\nM BERT\n"))
    assert [len(gold.relations or ()) for gold in both] == [1, 0]
    assert both[1].relations == set()


def test_a_limit_by_number_marks_these_places_alone(tmp_path: Path) -> None:
    gold = one(tmp_path, "M FooNet @2,3\n")
    assert sorted(span[0] for span in gold.spans) == ["abstract", "abstract"]


def test_a_name_that_looks_like_a_limit_can_be_written(tmp_path: Path) -> None:
    (gold,) = read_gold(write(tmp_path, "=== 1\n> top-k @5 and top-k @10\nM top-k @5 @1\n"))
    assert surfaces(gold) == [("Method", "top-k @5")]


def test_papers_marked_todo_are_left_out_and_not_even_checked(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + PAPER + NAMES + "\n=== later\nTodo\n> Some text.\nM not there\n")
    found = read_gold_file(path)
    assert ([gold.paper.id for gold in found.papers], found.left_out) == (["acl-1"], 1)


def test_a_file_that_is_all_todo_says_so(tmp_path: Path) -> None:
    assert "still marked todo" in wrong(tmp_path, HEAD + "=== a\ntodo\n> Text.\n")


@pytest.mark.parametrize("name", ["labels.txt", "labels.txt.gz", "labels.jsonl"])
def test_the_form_is_known_by_its_content(tmp_path: Path, name: str) -> None:
    data = (HEAD + PAPER + NAMES).encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    assert len(read_gold(tmp_path / name)[0].spans) == 8


def test_the_help_at_the_top_may_be_deleted(tmp_path: Path) -> None:
    assert read_gold(write(tmp_path, "\n" + PAPER + NAMES))


def test_what_windows_editors_do_changes_nothing(tmp_path: Path) -> None:
    plain = one(tmp_path, NAMES)
    text = "\ufeff" + (HEAD + PAPER + NAMES.replace("\n", "  \n")).replace("\n", "\r\n")
    assert read_gold(write(tmp_path, text)) == [plain]


def test_text_lines_keep_blank_lines_and_spaces_at_their_start(tmp_path: Path) -> None:
    (gold,) = read_gold(
        write(tmp_path, "=== 1\n>   We use BERT.\n>\n>=== no paper\n> # no comment\n> M no name\nM BERT\n")
    )
    assert gold.paper.abstract == "  We use BERT.\n\n=== no paper\n# no comment\nM no name"


def test_line_separators_inside_text_do_not_end_a_line(tmp_path: Path) -> None:
    (gold,) = read_gold(write(tmp_path, "=== 1\n> We use\u2028BERT\x0c and\x85more.\nM BERT\n"))
    assert gold.paper.abstract == "We use\u2028BERT\x0c and\x85more."


TITLED = HEAD + PAPER
FIRST = TITLED.count("\n") + 1


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("M FooNets\n", "'FooNets' is not in the text of this paper as a whole word; did you mean 'FooNet'?"),
        ("M foonet classifier\n", "copy it from the text above"),
        ("M resnet-5\n", "did you mean 'ResNet-50'"),
        ("M Foonet\n", "did you mean 'FooNet'"),
        ("M Foo\n", "as a whole word"),
        ("M FooNet @4\n", "'FooNet' stands at 3 places of this paper; there is no @4"),
        ("M FooNet @0\n", "there is no @0"),
        ("M:x FooNet\n", "role 'x' of a Method; expected p (proposed), k (component)"),
        ("M: FooNet\n", "role '' of a Method"),
        ("T:c attention\n", "role 'c' of a Task"),
        ("B:p FooNet\n", "is not understood"),
        ("X FooNet\n", "'X FooNet' is not understood; expected M, T, D or B and a name"),
        ("FooNet\n", "'FooNet' is not understood"),
        ("m FooNet\n", "is not understood"),
        ("M\n", "is not understood"),
        ("L FooNet used-for attention\n", "expected HEAD ~ KIND ~ TAIL"),
        ("L FooNet ~ uses ~ attention\n", "with a KIND of used-for, evaluated-with"),
        ("AB FooNet\n", "is not understood"),
    ],
)
def test_a_wrong_line_is_told_with_its_number(tmp_path: Path, lines: str, words: str) -> None:
    message = wrong(tmp_path, TITLED + lines)
    assert f"labels.txt, line {FIRST}: " in message
    assert words in message


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("M FooNet\nM FooNet\n", "'FooNet' is marked on line 7 already"),
        ("M FooNet\nT FooNet\n", "'FooNet' is marked on line 7 already"),
        ("M ResNet-50\nM ResNet-50 @1\n", ""),
        ("M FooNet\nB FooNet\n", "'FooNet' is marked on line 7 already"),
        ("M image classification\nM classification\n", "stands only inside longer or other names"),
        ("M FooNet\nL FooNet ~ used-for ~ attention\n", "'attention' is no name of this paper"),
    ],
)
def test_lines_that_do_not_go_together_are_told(tmp_path: Path, lines: str, words: str) -> None:
    message = wrong(tmp_path, TITLED + lines)
    assert f"line {FIRST + 1}: " in message or (not words and f"line {FIRST}: " in message)
    assert words in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# only help\n", "no gold records"),
        ("# help\nM BERT\n", "line 2: 'M BERT' before the first paper"),
        ("===\n> text\n", "line 1: === without an identifier"),
        ("=== a\nM BERT\n", "line 1: paper 'a' without an abstract"),
        ("=== a\n>\n> \n", "without an abstract"),
    ],
)
def test_a_broken_outline_is_told(tmp_path: Path, text: str, words: str) -> None:
    assert words in wrong(tmp_path, text)


def test_bytes_that_are_no_utf8_are_told(tmp_path: Path) -> None:
    (tmp_path / "labels.txt").write_bytes(b"=== a\n> na\xefve\n")
    with pytest.raises(InputError, match="line 2: is not UTF-8"):
        read_gold(tmp_path / "labels.txt")


LINES = st.sampled_from(
    [
        *("=== a", "todo", "= T", "> BERT for parsing", "M BERT", "T parsing", "L BERT ~ used-for ~ parsing"),
        *("B BERT", "", "# x", "M BERT @1", "AB a ~ b"),
    ]
)


def outcome(data: list[bytes]) -> labelled.WrongLineError | None:
    """What is wrong with lines, if they cannot be read."""
    try:
        list(labelled.records(enumerate(data, start=1)))
    except labelled.WrongLineError as error:
        return error
    return None


@given(st.lists(LINES, max_size=12))
def test_whatever_stands_in_a_file_it_is_read_or_one_wrong_line_is_named(lines: list[str]) -> None:
    error = outcome([line.encode() + b"\n" for line in lines])
    assert error is None or (1 <= error.line <= len(lines) and "\n" not in str(error))


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    error = outcome(lines)
    assert error is None or 1 <= error.line <= len(lines)
