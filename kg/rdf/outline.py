"""The text of the shapes as a tree to read from; says so where it holds what the compiled checker does not know."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode, Quad, Triple

from kg.rdf.constraints import UnknownConstraintError
from kg.rdf.values import Term, written
from ontology.vocabulary import PREFIXES, iri

_SH: Final = PREFIXES["sh"]
_FIRST, _REST, _NIL, _TYPE = (iri(f"rdf:{name}") for name in ("first", "rest", "nil", "type"))


class Outline:
    """Triples of shapes, by subject and property."""

    def __init__(self, triples: Iterable[Triple | Quad]) -> None:
        self._parts: dict[Term, dict[str, list[Term]]] = {}
        for triple in triples:
            parts = self._parts.setdefault(triple.subject, {})
            parts.setdefault(triple.predicate.value, []).append(triple.object)

    def shapes(self) -> list[NamedNode]:
        """The named shapes with a target, by IRI."""
        targets = {f"{_SH}targetClass", f"{_SH}targetSubjectsOf", f"{_SH}targetNode", f"{_SH}targetObjectsOf"}
        aimed = [node for node, parts in self._parts.items() if not targets.isdisjoint(parts)]
        named = [node for node in aimed if isinstance(node, NamedNode)]
        if len(named) < len(aimed):
            raise UnknownConstraintError("ontology/shapes.ttl: a shape with a target has no name")
        return sorted(named, key=str)

    def only(self, node: Term, known: Collection[str]) -> set[str]:
        """Names of the parts of a shape, without `sh:`.

        Raises:
            UnknownConstraintError: there is a part that is not known.
        """
        found = {name for name in self._parts.get(node, {}) if name != _TYPE}
        for name in sorted(found):
            if name.removeprefix(_SH) not in known:
                raise UnknownConstraintError(
                    f"ontology/shapes.ttl: {self.written(node)} has {written(NamedNode(name))}, which the compiled "
                    f"checker does not know here; it knows {', '.join(sorted(known))}; see kg/rdf/constraints.py"
                )
        return {name.removeprefix(_SH) for name in found}

    def all(self, node: Term, name: str) -> list[Term]:
        """The values of a part of a shape."""
        return self._parts.get(node, {}).get(_SH + name, [])

    def one(self, node: Term, name: str) -> Term:
        """The value of a part of a shape; raises UnknownConstraintError where there is not just one."""
        found = self.all(node, name)
        if len(found) != 1:
            raise UnknownConstraintError(
                f"ontology/shapes.ttl: {self.written(node)} has sh:{name} {len(found)} times; the compiled checker "
                "knows it once"
            )
        return found[0]

    def items(self, head: Term) -> list[Term]:
        """The items of a list."""
        return list(self._items(head))

    def _items(self, head: Term) -> Iterator[Term]:
        while head != NamedNode(_NIL):
            parts = self._parts.get(head, {})
            if _FIRST not in parts:
                raise UnknownConstraintError(f"ontology/shapes.ttl: expected a list, found {written(head)}")
            yield parts[_FIRST][0]
            head = parts[_REST][0]

    def written(self, node: Term) -> str:
        """A term in the words of pyshacl, a nameless shape with all that it says."""
        parts = self._parts.get(node)
        if parts is None or isinstance(node, NamedNode | Literal):
            return written(node)
        if _FIRST in parts:
            return f"( {' '.join(map(self.written, self.items(node)))} )"
        said = {written(NamedNode(name)): ", ".join(sorted(map(self.written, found))) for name, found in parts.items()}
        return f"[ {' ; '.join(f'{name} {found}' for name, found in sorted(said.items()))} ]"
