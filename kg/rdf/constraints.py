"""The constraint components of SHACL that the shapes use, each as a test of values and words for what is wrong.

The tests follow SHACL (W3C 2017, section 4) and, where it leaves room (which literals are ill-typed, how unlike
literals are ordered), what rdflib and so pyshacl do. The words are those of pyshacl.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode

from kg.errors import KgError
from kg.rdf.values import Term, literal, not_in, written
from ontology.vocabulary import PREFIXES, iri

if TYPE_CHECKING:
    from kg.rdf.outline import Outline

Types: TypeAlias = Mapping[Term, frozenset[Term]]
"""The classes of every node, with the classes above them."""
_NONE: Final[frozenset[Term]] = frozenset()
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "IRI": (NamedNode,),
    "BlankNode": (BlankNode,),
    "Literal": (Literal,),
    "BlankNodeOrIRI": (BlankNode, NamedNode),
    "BlankNodeOrLiteral": (BlankNode, Literal),
    "IRIOrLiteral": (NamedNode, Literal),
}
_INCOMPARABLE: Final = (TypeError, NotImplementedError, ArithmeticError)
"""What rdflib raises for literals that have no order, such as a decimal that is not a number."""


class UnknownConstraintError(KgError):
    """The shapes use a part of SHACL that the compiled checker does not know: a fault of paperkg, not of a graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A test that every value must pass by itself."""

    holds: Callable[[Term, Types], bool]
    words: Callable[[Term], str]
    """What is wrong, from the value at fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A test of the values of one property against those of another of the same node."""

    other: NamedNode
    broken: Callable[[Iterable[Term], Iterable[Term]], Iterator[Term]]
    """The values at fault, from the values and those of the other property."""
    sign: str
    """How the two properties stand where the test fails."""

    def words(self, node: Term, value: Term) -> str:
        """What is wrong with a value of a node."""
        return f"Value of {written(node)}->{written(self.other)} {self.sign} {written(value)}"


def rules(outline: Outline, node: Term, names: Iterable[str]) -> tuple[Rule, ...]:
    """The rules that a shape states with these components, in the order of their names."""
    return tuple(RULES[name](outline.one(node, name), outline) for name in sorted(names))


def pairs(outline: Outline, node: Term, names: Iterable[str]) -> tuple[Pair, ...]:
    """The comparisons with other properties that a shape states, in the order of their names."""
    return tuple(PAIRS[name](outline.one(node, name)) for name in sorted(names))


def _said(text: str) -> Callable[[Term], str]:
    return lambda _: text


def _node_kind(kind: Term, _: Outline) -> Rule:
    name = kind.value.removeprefix(PREFIXES["sh"]) if isinstance(kind, NamedNode) else ""
    if name not in _KINDS:
        raise UnknownConstraintError(f"ontology/shapes.ttl: sh:nodeKind {kind} is none of {', '.join(_KINDS)}")
    kinds = _KINDS[name]
    return Rule(
        holds=lambda value, _: isinstance(value, kinds), words=_said(f"Value is not of Node Kind {written(kind)}")
    )


def _class(above: Term, _: Outline) -> Rule:
    return Rule(
        holds=lambda value, types: above in types.get(value, _NONE),
        words=_said(f"Value does not have class {written(above)}"),
    )


def _datatype(kind: Term, _: Outline) -> Rule:
    name = kind.value if isinstance(kind, NamedNode) else ""
    if not name.startswith(PREFIXES["xsd"]):
        raise UnknownConstraintError(f"ontology/shapes.ttl: sh:datatype {kind} is no datatype of XML Schema")
    # Every text is a string; whether it is a number, an address or a date, rdflib knows.
    free = name == iri("xsd:string")

    def holds(value: Term, _: Types) -> bool:
        return isinstance(value, Literal) and value.datatype.value == name and (free or _well_typed(value))

    return Rule(holds=holds, words=_said(f"Value is not Literal with datatype {written(kind)}"))


@lru_cache(maxsize=1 << 16)
def _well_typed(value: Literal) -> bool:
    return literal(value).ill_typed is not True


def _pattern(text: Term, _: Outline) -> Rule:
    assert isinstance(text, Literal)
    found = re.compile(text.value).search

    def holds(value: Term, _: Types) -> bool:
        return isinstance(value, NamedNode | Literal) and found(value.value) is not None

    return Rule(holds=holds, words=_said(f"Value does not match pattern '{text.value}'"))


def _min_length(length: Term, _: Outline) -> Rule:
    least = whole(length)

    def holds(value: Term, _: Types) -> bool:
        return least == 0 or (isinstance(value, NamedNode | Literal) and len(value.value) >= least)

    return Rule(holds=holds, words=_said(f"String length not >= {written(length)}"))


def _in(head: Term, outline: Outline) -> Rule:
    choices = frozenset(outline.items(head))
    names = sorted(map(written, choices))
    return Rule(holds=lambda value, _: value in choices, words=lambda value: not_in(written(value), names))


def _or(head: Term, outline: Outline) -> Rule:
    members = outline.items(head)
    ways = [rules(outline, member, outline.only(member, RULES)) for member in members]
    names = " , ".join(map(outline.written, members))
    return Rule(
        holds=lambda value, types: any(all(rule.holds(value, types) for rule in way) for way in ways),
        words=lambda value: f"Node {written(value)} must conform to one or more shapes in {names}",
    )


def _bound(limit: Term, sign: str, fits: Callable[[Any, Any], bool]) -> Rule:
    known = literal(limit) if isinstance(limit, Literal) else None
    if known is None or isinstance(known.value, str) or known.value is None:
        raise UnknownConstraintError(f"ontology/shapes.ttl: {limit} is no number that values could be bound by")

    @lru_cache(maxsize=1 << 16)
    def within(value: Literal) -> bool:
        found = literal(value)
        try:
            return not isinstance(found.value, str) and bool(found.eq(known) or fits(found, known))
        except _INCOMPARABLE:
            return False

    return Rule(
        holds=lambda value, _: isinstance(value, Literal) and within(value),
        words=_said(f"Value is not {sign} {written(limit)}"),
    )


def _disjoint(other: Term) -> Pair:
    def broken(values: Iterable[Term], others: Iterable[Term]) -> Iterator[Term]:
        known = set(others)
        return (value for value in values if value in known)

    return Pair(other=_property(other), broken=broken, sign="==")


def _before(other: Term, sign: str, fits: Callable[[Any, Any], bool]) -> Pair:
    def broken(values: Iterable[Term], others: Iterable[Term]) -> Iterator[Term]:
        beside = [_ordered(each) for each in others]
        for value in values:
            own = _ordered(value)
            if not all(_stands(own, each, fits) for each in beside):
                yield value

    return Pair(other=_property(other), broken=broken, sign=sign)


def _ordered(term: Term) -> Any:
    """What a term is ordered by: a text, or the literal of rdflib; None for what has no order."""
    if isinstance(term, NamedNode):
        return term.value
    if isinstance(term, Literal):
        known = literal(term)
        return known.value if isinstance(known.value, str) else known
    return None


def _stands(one: Any, two: Any, fits: Callable[[Any, Any], bool]) -> bool:
    try:
        return one is not None and type(one) is type(two) and bool(fits(one, two))
    except _INCOMPARABLE:
        return False


def _property(term: Term) -> NamedNode:
    if not isinstance(term, NamedNode):
        raise UnknownConstraintError(f"ontology/shapes.ttl: values are compared with those of {term}, no property")
    return term


def whole(term: Term) -> int:
    """The number that a literal of the shapes stands for."""
    value = literal(term).value if isinstance(term, Literal) else None
    if not isinstance(value, int) or value < 0:
        raise UnknownConstraintError(f"ontology/shapes.ttl: expected a whole number of 0 or more, found {term}")
    return value


RULES: Final[dict[str, Callable[[Term, Outline], Rule]]] = {
    "class": _class,
    "datatype": _datatype,
    "in": _in,
    "maxInclusive": lambda limit, _: _bound(limit, "<=", lambda one, two: not one > two),
    "minInclusive": lambda limit, _: _bound(limit, ">=", operator.gt),
    "minLength": _min_length,
    "nodeKind": _node_kind,
    "or": _or,
    "pattern": _pattern,
}
"""Components that look at one value, by their names in SHACL."""
PAIRS: Final[dict[str, Callable[[Term], Pair]]] = {
    "disjoint": _disjoint,
    "lessThan": lambda other: _before(other, "<=", operator.lt),
    "lessThanOrEquals": lambda other: _before(other, "<", operator.le),
}
"""Components that look at two properties of a node."""
