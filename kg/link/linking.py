"""Mentions to entities: one entity a type and normal form, and one hop from an abbreviation to its long form.

The rules, in order, for a mention of type T in a paper:

1. its normal form is a short form that this paper defines: the long form;
2. papers of the corpus agree on what the short form means for T: the long form;
3. the papers disagree, but this paper speaks of exactly one of the readings: that one;
4. it has several words, and the name with its abbreviations written out is known too ("visual QA"): that one;
5. else the normal form itself.

A long form stands for its own variants (`Definitions.canonical`). Types are never changed and never merged, and the
result does not depend on the order of the documents.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kg.link.definitions import Definition, Definitions, define
from kg.link.normal import is_clean, key, reason, shown, words
from ontology import iris
from ontology.model import Alias, AliasReason, Document, Entity, EntityType

_Name = tuple[EntityType, str]
"""A type and a normal form: what identifies an entity before it has a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linking:
    """The entities of a corpus, ordered by IRI, and which mention refers to which."""

    entities: tuple[Entity, ...]
    _positions: Mapping[str, array[int]]

    def entity_of(self, paper_id: str, mention_index: int) -> str:
        """The IRI of the entity of a mention, by paper id and position in the document's mentions.

        Raises:
            KeyError: the paper was not linked.
            IndexError: it has fewer mentions.
        """
        return self.entities[self._positions[paper_id][mention_index]].iri


@dataclass(slots=True)
class _Corpus:
    """What one pass over the documents keeps: names as numbers, not texts."""

    surfaces: dict[tuple[EntityType, str], int]
    mentions: dict[str, array[int]]
    own: dict[str, list[Definition]]
    definitions: Definitions


def link(documents: Iterable[Document]) -> Linking:
    """The linking of a corpus; reads the documents once and keeps about four bytes a mention.

    Raises:
        ValueError: two documents have the same paper id.
    """
    corpus = _collect(documents)
    names, resolved = _resolve(corpus)
    labels, aliases = _name_entities(corpus, names, resolved)
    entities = [
        Entity(iri=iris.entity(kind, labels[kind, name]), type=kind, label=labels[kind, name], aliases=found)
        for (kind, name), found in aliases.items()
    ]
    order = sorted(range(len(entities)), key=lambda i: entities[i].iri)
    rank = {old: new for new, old in enumerate(order)}
    place = {name: rank[i] for i, name in enumerate(aliases)}
    positions = {p: array("I", (place[names[n]] for n in numbers)) for p, numbers in resolved.items()}
    return Linking(entities=tuple(entities[i] for i in order), _positions=positions)


def _collect(documents: Iterable[Document]) -> _Corpus:
    corpus = _Corpus(surfaces={}, mentions={}, own={}, definitions=Definitions())
    for document in documents:
        paper = document.paper.id
        if paper in corpus.mentions:
            raise ValueError(f"two documents have the paper id {paper!r}; ids must be unique")
        types: dict[str, frozenset[EntityType]] = defaultdict(frozenset)
        numbers = array("I")
        for mention in document.mentions:
            surface = shown(mention.text)
            types[key(surface)] |= {mention.type}
            numbers.append(corpus.surfaces.setdefault((mention.type, surface), len(corpus.surfaces)))
        corpus.mentions[paper] = numbers
        own = define(document.abbreviations, types)
        if own:
            corpus.own[paper] = own
            corpus.definitions.add(own)
    corpus.definitions.settle()
    return corpus


def _resolve(corpus: _Corpus) -> tuple[list[_Name], dict[str, array[int]]]:
    """The names that mentions resolve to, and for each paper the number of the name of each of its mentions."""
    surfaces = list(corpus.surfaces)
    known = {(kind, key(text)) for kind, text in surfaces}
    numbers: dict[_Name, int] = {}
    resolved: dict[str, array[int]] = {}
    for paper, mentions in corpus.mentions.items():
        context = _Context(
            own={one.short: corpus.definitions.canonical(one.long) for one in corpus.own.get(paper, ())},
            keys=frozenset(key(surfaces[n][1]) for n in mentions),
            known=known,
            definitions=corpus.definitions,
        )
        names = ((surfaces[n][0], context.reading(*surfaces[n])) for n in mentions)
        resolved[paper] = array("I", [numbers.setdefault(name, len(numbers)) for name in names])
    return list(numbers), resolved


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """What decides how a paper's names are read."""

    own: Mapping[str, str]
    """The paper's own definitions."""
    keys: AbstractSet[str]
    """The normal forms of all its mentions."""
    known: AbstractSet[_Name]
    """The normal forms of the whole corpus."""
    definitions: Definitions

    def reading(self, kind: EntityType, surface: str) -> str:
        """The normal form that a mention stands for."""
        name, definitions = key(surface), self.definitions
        if name in self.own:
            return self.own[name]
        agreed = None if name in self.own.values() else definitions.agreed(kind, name)
        if agreed is not None:
            return agreed[0]
        spoken = [long for long in definitions.longs(kind, name) if long in self.keys]
        if len(spoken) == 1:
            return spoken[0]
        whole = definitions.expanded(kind, words(surface), self.own)
        if whole is not None and ((kind, whole) in self.known or definitions.surface(whole) is not None):
            name = whole
        return definitions.canonical(name)


def _name_entities(
    corpus: _Corpus, names: list[_Name], resolved: Mapping[str, array[int]]
) -> tuple[dict[_Name, str], dict[_Name, tuple[Alias, ...]]]:
    """A label and the aliases for every name; both in the order of the names."""
    counts: dict[_Name, Counter[str]] = {name: Counter() for name in sorted(names, key=lambda n: (n[1], n[0].value))}
    texts = [text for _, text in corpus.surfaces]
    for paper, numbers in resolved.items():
        for mention, number in zip(corpus.mentions[paper], numbers, strict=True):
            counts[names[number]][texts[mention]] += 1
    readings: dict[_Name, set[str]] = defaultdict(set)
    for (kind, name), surfaces in counts.items():
        for surface in surfaces:
            readings[kind, key(surface)].add(name)
    labels = {name: _label(name, surfaces, readings, corpus.definitions) for name, surfaces in counts.items()}
    return labels, {name: _aliases(name, labels[name], surfaces, corpus) for name, surfaces in counts.items()}


def _label(name: _Name, surfaces: Counter[str], readings: Mapping[_Name, set[str]], definitions: Definitions) -> str:
    """The most frequent surface form that names nothing else of this type; ties go to the longer, then the alphabet.

    Where every form is an ambiguous abbreviation, the long form as the papers write it.
    """
    kind, own = name
    fit = [s for s in surfaces if key(s) == own or len(readings[kind, key(s)]) == 1]
    if not fit:
        return definitions.surface(own) or f"{min(surfaces)} ({own})"
    clean = [s for s in fit if is_clean(s)]
    return min(clean or fit, key=lambda s: (-surfaces[s], -len(s), s))


def _aliases(name: _Name, label: str, surfaces: Counter[str], corpus: _Corpus) -> tuple[Alias, ...]:
    kind, own = name
    found = []
    for surface in sorted({label, *surfaces}, key=lambda s: (s != label, -surfaces[s], s)):
        why = reason(surface, label)
        agreed = corpus.definitions.agreed(kind, key(surface)) if why is AliasReason.ABBREVIATION else None
        score = agreed[1] if agreed and agreed[0] == own else 1.0
        found.append(Alias(surface=surface, reason=why, mentions=surfaces[surface], score=round(score, 4)))
    return tuple(found)
