"""The file that `kg label` writes for a person to correct, and how it is read: the text of each paper, a name a line.

    === p-1c9a61f0b2d3
    todo
    = A title
    > We propose FooNet, a method for image classification.
    M:p FooNet
    T image classification
    L FooNet ~ used-for ~ image classification

A name is written once and marks all its places (see `kg.surfaces`). What is read comes out in the JSON form of gold,
which `kg.gold` checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from kg.counting import counted
from kg.surfaces import Claim, assign, key, places, single_spaced
from ontology.model import EntityType, Field, Paper, RelationType, Role

SIGN: Final = "# paperkg labels 1"
"""The first line of such a file."""
PAPER, TITLE, TEXT, TODO, RELATION, ABBREVIATION, BORDERLINE = "===", "=", ">", "todo", "L", "AB", "B"
BETWEEN: Final = " ~ "
"""What stands between head, kind and tail of a relation."""
LETTERS: Final = {kind.value[0]: kind for kind in EntityType}
ROLES: Final[dict[EntityType, dict[str, Role]]] = {
    EntityType.METHOD: {
        "": Role.USED, "p": Role.PROPOSED, "k": Role.COMPONENT, "c": Role.COMPARED, "b": Role.BACKGROUND,
    },
    EntityType.TASK: {"": Role.ADDRESSED, "p": Role.PROPOSED, "b": Role.BACKGROUND},
    EntityType.DATASET: {
        "": Role.EVALUATED_ON, "p": Role.INTRODUCED, "t": Role.TRAINED_ON, "b": Role.BACKGROUND,
    },
}  # fmt: skip
"""What a letter after the colon means for each type."""

_NAME: Final = re.compile(r"([A-Z]+)(?::(\S*))?\s+(\S.*)")
_NUMBERS: Final = re.compile(r"\s@(\d{1,6}(?:\s*,\s*\d{1,6})*)$")
_LONG: Final = 200
"""Characters above which nothing is suggested for a name that is not in the text."""
_KINDS: Final = tuple(kind.value for kind in RelationType)
_EXPECTED: Final = (
    f"expected M, T, D or B and a name, {RELATION} and a relation, {TODO}, {PAPER} and an identifier, "
    f"{TITLE} and a title, {TEXT} and text, or # and a comment"
)


class WrongLineError(Exception):
    """What is wrong with a line, in words."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """One name as somebody wrote it down."""

    line: int
    claim: Claim
    kind: EntityType | None
    """None for a borderline name."""
    role: Role | None
    """None where the line leaves it to the type."""


@dataclass(slots=True)
class _Draft:
    """The lines of one paper."""

    line: int
    id: str
    todo: bool = False
    title: list[str] = field(default_factory=list)
    abstract: list[str] = field(default_factory=list)
    names: list[_Named] = field(default_factory=list)
    relations: list[tuple[int, tuple[str, str, str]]] = field(default_factory=list)
    abbreviations: list[list[str]] = field(default_factory=list)


def recognise(line: bytes) -> bool:
    """Whether the first line of a file that is not blank, stripped, is one of this form."""
    return line.startswith((b"#", PAPER.encode()))


def records(lines: Iterable[tuple[int, bytes]]) -> Iterator[dict[str, Any]]:
    """One record of the JSON form of gold a paper, with its `line`, in order; all lines are read first.

    A paper marked todo gives `{"line": …, "todo": True}`. Where no paper of the file has a relation, none of the
    records has `links`, and where no name has a role, no entity has one: somebody left that part of the work out.

    Raises:
        WrongLineError: at the first line that cannot be understood or fits no text.
    """
    drafts = list(_drafts(lines))
    done = [draft for draft in drafts if not draft.todo]
    linked = any(draft.relations for draft in done)
    with_roles = any(name.role for draft in done for name in draft.names)
    for draft in drafts:
        yield {"line": draft.line, "todo": True} if draft.todo else _record(draft, linked, with_roles)


def _drafts(lines: Iterable[tuple[int, bytes]]) -> Iterator[_Draft]:
    draft: _Draft | None = None
    for number, data in lines:
        line = _decoded(number, data)
        if line.startswith(PAPER):
            if draft is not None:
                yield draft
            draft = _Draft(number, line.removeprefix(PAPER).strip())
            if not draft.id:
                raise WrongLineError(number, f"{PAPER} without an identifier; expected one, as in {PAPER} paper-12")
        elif line.strip() and not line.startswith("#"):
            if draft is None:
                what = f"{line[:40]!r} before the first paper; expected {PAPER} and an identifier, as kg label writes"
                raise WrongLineError(number, what)
            _add(draft, number, line)
    if draft is not None:
        yield draft


def _decoded(number: int, data: bytes) -> str:
    try:
        line = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongLineError(number, f"is not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from None
    line = line.rstrip("\r\n")
    return line if line.startswith((TEXT, f"{TITLE} ")) else line.rstrip()


def _add(draft: _Draft, number: int, line: str) -> None:
    """Put what one line says into the draft of its paper."""
    if line.startswith(TEXT):
        draft.abstract.append(line.removeprefix(TEXT).removeprefix(" "))
    elif line == TITLE or line.startswith(f"{TITLE} "):
        draft.title.append(line.removeprefix(TITLE).removeprefix(" "))
    elif line.strip().lower() == TODO:
        draft.todo = True
    elif match := _NAME.fullmatch(line.strip()):
        letters, role, rest = match.groups()
        if letters == RELATION and role is None:
            draft.relations.append((number, _relation(number, rest)))
        elif letters == ABBREVIATION and role is None and rest.count(BETWEEN) == 1:
            draft.abbreviations.append(rest.split(BETWEEN))
        else:
            draft.names.append(_name(number, letters, role, rest))
    else:
        raise WrongLineError(number, f"{line[:40]!r} is not understood; {_EXPECTED}")


def _name(number: int, letters: str, role: str | None, rest: str) -> _Named:
    kind = LETTERS.get(letters)
    if kind is None and (letters != BORDERLINE or role is not None):
        raise WrongLineError(number, f"{f'{letters} {rest}'[:40]!r} is not understood; {_EXPECTED}")
    limit = _NUMBERS.search(rest)
    numbers = tuple(int(each) for each in limit[1].split(",")) if limit else ()
    surface = single_spaced(rest[: limit.start()] if limit else rest)
    return _Named(
        line=number,
        claim=Claim(surface=surface, numbers=numbers),
        kind=kind,
        role=None if kind is None or role is None else _role(number, kind, role),
    )


def _role(number: int, kind: EntityType, written: str) -> Role:
    known = {**ROLES[kind], **{role.value: role for role in Role}}
    if not written or written not in known:
        letters = ", ".join(f"{letter} ({role.value})" for letter, role in ROLES[kind].items() if letter)
        raise WrongLineError(
            number, f"role {written[:40]!r} of a {kind.value}; expected {letters}, or no colon for {known[''].value}"
        )
    return known[written]


def _relation(number: int, text: str) -> tuple[str, str, str]:
    parts = text.split(BETWEEN)
    for place in range(1, len(parts) - 1):
        if parts[place].strip().lower() in _KINDS:
            head, tail = BETWEEN.join(parts[:place]), BETWEEN.join(parts[place + 1 :])
            return single_spaced(head), parts[place].strip().lower(), single_spaced(tail)
    raise WrongLineError(
        number, f"relation {text[:60]!r}; expected HEAD ~ KIND ~ TAIL, with a KIND of {', '.join(_KINDS)}"
    )


def _record(draft: _Draft, linked: bool, with_roles: bool) -> dict[str, Any]:
    paper = Paper(id=draft.id, title="\n".join(draft.title), abstract="\n".join(draft.abstract))
    if not paper.abstract.strip():
        raise WrongLineError(draft.line, f"paper {draft.id[:60]!r} without an abstract; expected lines with {TEXT}")
    entities: list[dict[str, Any]] = []
    borderline: list[dict[str, Any]] = []
    for name, found in zip(draft.names, _placed(paper, draft.names), strict=True):
        for where, start, end in found:
            span: dict[str, Any] = {"field": where, "start": start, "end": end}
            if name.kind is None:
                borderline.append(span)
                continue
            role = {"role": (name.role or ROLES[name.kind][""]).value} if with_roles else {}
            entities.append({**span, "label": name.kind.value, **role})
    record: dict[str, Any] = {
        "line": draft.line, "id": draft.id, "title": paper.title, "abstract": paper.abstract,
        "entities": entities, "borderline": borderline, "abbreviations": draft.abbreviations,
    }  # fmt: skip
    if linked:
        record["links"] = list(_links(draft))
    return record


def _placed(paper: Paper, names: list[_Named]) -> list[list[tuple[str, int, int]]]:
    """The places of each name; every name must get one, and every place that it asks for by number.

    Borderline names and the others may overlap, but not stand at one place: they are about what is found exactly there.
    """
    for name in names:
        _check_it_stands(paper, name)
    given: list[list[tuple[str, int, int]]] = [[] for _ in names]
    owner: dict[tuple[str, int, int], int] = {}
    for borderline in (False, True):
        group = [index for index, name in enumerate(names) if (name.kind is None) is borderline]
        for index, found in zip(group, assign(paper, [names[index].claim for index in group]), strict=True):
            name = names[index]
            twice = next((owner[place] for place in found if place in owner), None)
            if twice is not None or len(found) < max(1, len(set(name.claim.numbers))):
                rivals = [other.line for other in names[:index] if _same(other, name)]
                raise WrongLineError(name.line, _taken(name, rivals[0] if twice is None and rivals else twice))
            owner.update(dict.fromkeys(found, name.line))
            given[index] = found
    return given


def _taken(name: _Named, line: int | None) -> str:
    """Why a name gets no place, given the line that has it, if it is one."""
    surface = f"{name.claim.surface[:60]!r}"
    if line is None:
        return f"{surface} stands only inside longer or other names marked here; delete the line"
    return f"{surface} is marked on line {line} already; delete one of the two"


def _same(one: _Named, other: _Named) -> bool:
    return key(one.claim.surface) == key(other.claim.surface)


def _check_it_stands(paper: Paper, name: _Named) -> None:
    surface = name.claim.surface
    found, whole = places(paper, surface)
    if name.claim.numbers:
        wrong = [number for number in name.claim.numbers if not 1 <= number <= len(found)]
        if wrong and found:
            what = f"{surface[:60]!r} stands at {counted(len(found), 'place')} of this paper; there is no @{wrong[0]}"
            raise WrongLineError(name.line, what)
    if not found or (not whole and not name.claim.numbers):
        near = _near(paper, surface)
        hint = f"; did you mean {near!r}?" if near else "; copy it from the text above"
        raise WrongLineError(name.line, f"{surface[:60]!r} is not in the text of this paper as a whole word{hint}")


def _near(paper: Paper, surface: str) -> str:
    """What stands in the text and looks most like a surface; "" for nothing."""
    size = len(surface.split())
    if len(surface) > _LONG:
        return ""
    runs = [
        single_spaced(text[words[at].start() : words[at + size - 1].end()])
        for text in (paper.text(each) for each in Field)
        for words in [list(re.finditer(r"\w(?:[^\s()\[\],;:]*\w)?", text))]
        for at in range(len(words) - size + 1)
    ]
    by_key = {run.lower(): run for run in reversed(runs)}
    close = get_close_matches(surface.lower(), by_key, n=1, cutoff=0.8)
    return by_key[close[0]] if close else ""


def _links(draft: _Draft) -> Iterator[dict[str, str]]:
    known = {key(name.claim.surface) for name in draft.names}
    for number, (head, kind, tail) in draft.relations:
        for end in (head, tail):
            if key(end) not in known:
                what = f"{end[:60]!r} is no name of this paper; expected one of the lines with M, T or D"
                raise WrongLineError(number, what)
        yield {"head": head, "relation": kind, "tail": tail}
