"""What an extractor took for what: the errors of each paper, gold beside prediction, and tables that count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from kg.gold import Gold, Triples
from kg.surfaces import key, single_spaced, text_order
from ontology.model import Document, EntityType, Field, Role

NONE: Final = "none"
"""In the tables: nothing in gold, or nothing found."""
AROUND: Final = 40
"""Characters of text shown on both sides of an error."""

_Span = tuple[str, int, int, str]


class Kind(StrEnum):
    """What is wrong."""

    MISSED = "missed"
    SPURIOUS = "spurious"
    TYPE = "wrong type"
    BOUNDS = "wrong bounds"
    BOTH = "wrong bounds and type"
    ROLE = "wrong role"
    RELATION_MISSED = "missed relation"
    RELATION_SPURIOUS = "spurious relation"
    RELATION_KIND = "wrong relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that gold and prediction do not agree on."""

    kind: Kind
    gold: str
    """What the gold says, such as "Task: image classification"; "" for nothing."""
    found: str
    """What was found, in the same form."""
    field: str = ""
    """Where it stands: title or abstract; "" for a relation."""
    start: int = 0
    end: int = 0
    """Half-open, in the raw field; around both spans where there are two."""
    context: str = ""
    """The text around, on one line, with the place in [brackets]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperErrors:
    """The errors of one paper, mentions in the order of the text, then roles, then relations."""

    paper: str
    title: str
    faults: tuple[Fault, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values."""
        return {"paper": self.paper, "title": self.title, "errors": [asdict(fault) for fault in self.faults]}


Table = dict[tuple[str, str], int]
"""How often something that is the first in gold was the second when predicted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Counts over all papers.

    `types` pairs mentions of the same span, then those that overlap, the longest overlap first; what has no partner is
    "none" on the other side. `roles` is about surfaces found right, once a paper. `kinds` counts errors by kind.
    """

    types: Table
    roles: Table
    kinds: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-ready values: tables as gold, then predicted, then count."""
        return {"types": nested(self.types), "roles": nested(self.roles), "kinds": self.kinds}


def nested(table: Table) -> dict[str, dict[str, int]]:
    """A table as an object of objects, gold first."""
    found: dict[str, dict[str, int]] = {}
    for (gold, predicted), count in table.items():
        found.setdefault(gold, {})[predicted] = count
    return found


def compare_papers(pairs: Iterable[tuple[Gold, Document, set[_Span], Triples]]) -> tuple[Confusion, list[PaperErrors]]:
    """The tables, and the papers with an error in the order given.

    Args:
        pairs: gold, document, and of the document the mentions and the triples that count.
    """
    types: Counter[tuple[str, str]] = Counter()
    roles: Counter[tuple[str, str]] = Counter()
    errors = []
    for gold, document, found, triples in pairs:
        partners = _partners(sorted(gold.spans, key=_order), sorted(found, key=_order))
        types.update((one[3] if one else NONE, other[3] if other else NONE) for one, other in partners)
        held = _roles(gold, document)
        roles.update((wanted, given) for _, wanted, given in held)
        faults = [fault for one, other in partners if (fault := _fault(gold, one, other)) is not None]
        faults += [_role_fault(*each) for each in held if each[1] != each[2]]
        faults += _relation_faults(gold.relations, triples) if gold.relations is not None else []
        if faults:
            title = single_spaced(gold.paper.title)
            errors.append(PaperErrors(paper=gold.paper.id, title=title, faults=tuple(faults)))
    counts = Counter(fault.kind for each in errors for fault in each.faults)
    return Confusion(
        types=_sorted(types, [kind.value for kind in EntityType]),
        roles=_sorted(roles, [role.value for role in Role]),
        kinds={kind.value: counts[kind] for kind in Kind if counts[kind]},
    ), errors


def _order(span: _Span) -> tuple[bool, int, int, str]:
    return *text_order(span[:3]), span[3]


def _sorted(counts: Counter[tuple[str, str]], names: Sequence[str]) -> Table:
    place = {name: number for number, name in enumerate(names)}

    def order(pair: tuple[str, str]) -> list[tuple[int, str]]:
        return [(place.get(name, len(place) + (name == NONE)), name) for name in pair]

    return {pair: counts[pair] for pair in sorted(counts, key=order)}


def _partners(gold: Sequence[_Span], found: Sequence[_Span]) -> list[tuple[_Span | None, _Span | None]]:
    """Gold and found spans in pairs, each once, in the order of the text."""
    right = set(gold) & set(found)
    pairs: list[tuple[_Span | None, _Span | None]] = [(span, span) for span in right]
    gold, found = [span for span in gold if span not in right], [span for span in found if span not in right]
    wishes = []
    for i, one in enumerate(gold):
        for j, other in enumerate(found):
            shared = min(one[2], other[2]) - max(one[1], other[1])
            if one[0] == other[0] and shared > 0:
                wishes.append((one[1:3] != other[1:3], one[3] != other[3], -shared, i, j))
    free_gold, free_found = dict(enumerate(gold)), dict(enumerate(found))
    # Equal spans first, then the longest overlap, whatever the type.
    for *_, i, j in sorted(wishes, key=lambda wish: (wish[0], wish[2], wish[1], wish[3], wish[4])):
        if i in free_gold and j in free_found:
            pairs.append((free_gold.pop(i), free_found.pop(j)))
    pairs += [(one, None) for one in free_gold.values()]
    pairs += [(None, other) for other in free_found.values()]
    return sorted(pairs, key=lambda pair: [_order(span) for span in pair if span])


def _fault(gold: Gold, one: _Span | None, other: _Span | None) -> Fault | None:
    if one == other or (span := one or other) is None:
        return None
    if one and other:
        start, end = min(one[1], other[1]), max(one[2], other[2])
        kind = Kind.TYPE if one[1:3] == other[1:3] else Kind.BOUNDS if one[3] == other[3] else Kind.BOTH
    else:
        start, end = span[1:3]
        kind = Kind.MISSED if one else Kind.SPURIOUS
    text = gold.paper.text(Field(span[0]))
    return Fault(
        kind=kind,
        gold=_named(text, one),
        found=_named(text, other),
        field=span[0],
        start=start,
        end=end,
        context=_context(text, start, end),
    )


def _named(text: str, span: _Span | None) -> str:
    return f"{span[3]}: {single_spaced(text[span[1] : span[2]])}" if span else ""


def _context(text: str, start: int, end: int) -> str:
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    head = "…" if start > AROUND else ""
    tail = "…" if end + AROUND < len(text) else ""
    return " ".join(f"{head}{before}[{text[start:end]}]{after}{tail}".split())


def _roles(gold: Gold, document: Document) -> list[tuple[str, str, str]]:
    """Surface, its role in gold and the one predicted, for surfaces that both have with the same type."""
    roles = gold.roles or {}
    found = dict.fromkeys((key(m.text), m.type.value, m.role.value) for m in document.mentions)
    return [(f"{kind}: {name}", roles[name, kind], role) for name, kind, role in found if (name, kind) in roles]


def _role_fault(name: str, wanted: str, given: str) -> Fault:
    return Fault(kind=Kind.ROLE, gold=f"{name} ({wanted})", found=f"{name} ({given})")


def _relation_faults(gold: Triples, found: Triples) -> list[Fault]:
    missed, spurious = sorted(gold - found), sorted(found - gold)
    faults = []
    for triple in missed:
        ends = {triple[0], triple[2]}
        other = next((each for each in spurious if {each[0], each[2]} == ends), None)
        if other is not None:
            spurious.remove(other)
        kind = Kind.RELATION_MISSED if other is None else Kind.RELATION_KIND
        faults.append(Fault(kind=kind, gold=" ~ ".join(triple), found=" ~ ".join(other or ())))
    faults += [Fault(kind=Kind.RELATION_SPURIOUS, gold="", found=" ~ ".join(each)) for each in spurious]
    return faults
