"""A sample of somebody's own papers with what was found in them, as a file to correct by hand into gold."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from kg import labelled
from kg.errors import OutputError
from kg.files import replacing_text
from kg.labelled import BETWEEN, PAPER, RELATION, SIGN, TEXT, TITLE, TODO
from kg.surfaces import Claim, Place, in_order, key, limited, single_spaced, text_order
from ontology.model import Document, EntityType, Mention, Paper, Role

JSON_LINES: Final = (".jsonl", ".jsonl.gz")

_HELP: Final = f"""{SIGN}
#
# For each paper: read the text, put the lines below it right, and delete its line "{TODO}". Papers with that line
# do not count. Then run: kg evaluate THIS-FILE
#
# A line marks a name, written as in the text, wherever it stands as a whole word; where names overlap, the longest
# wins. Small letters also find capitals, capitals only themselves. "M BERT @2,3" marks the 2nd and 3rd place alone.
#   M method used     M:p proposed here  M:k part of what is proposed  M:c compared with  M:b background
#   T task addressed  T:p posed here     T:b background
#   D data set evaluated on  D:p introduced here  D:t trained on  D:b background
#   B a doubtful name: neither right nor wrong when found; names inside it count as ever
#   L head ~ used-for ~ tail: a relation that the text states between two of the names. Also: evaluated-with,
#     trained-with, benchmark-for, part-of, subclass-of, subtask-of, compare-with, synonym-of.
"""


def draw(papers: Iterable[Paper], size: int, seed: int = 0) -> list[Paper]:
    """A random sample of papers without replacement, each equally likely, in the order in which they came.

    All of them when there are no more than `size`. The same papers and seed give the same sample; only the sample is
    held in memory. Source: J. S. Vitter (1985), Random sampling with a reservoir, ACM Transactions on Mathematical
    Software 11, 37-57, algorithm R.

    Args:
        papers: read to the end.
        size: at least 1.
        seed: any whole number.
    """
    chance = random.Random(seed)
    held: list[tuple[int, Paper]] = []
    for number, paper in enumerate(papers):
        if number < size:
            held.append((number, paper))
        elif (place := chance.randrange(number + 1)) < size:
            held[place] = (number, paper)
    return [paper for _, paper in sorted(held, key=lambda each: each[0])]


def check(path: Path) -> None:
    """Raises OutputError when there is something at a path already: it may be somebody's corrections."""
    if path.is_file() and path.stat().st_size:
        raise OutputError(f"{path}: is there already and may hold corrections; choose another file, or remove it first")


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a file to correct, all marked todo: JSON lines for a name in .jsonl or .jsonl.gz, else text.

    Raises:
        OutputError: there is something in the file already, or it cannot be written.
    """
    check(path)
    with replacing_text(path) as file:
        for part in parts(documents, as_json=path.name.lower().endswith(JSON_LINES)):
            file.write(part)


def parts(documents: Iterable[Document], *, as_json: bool = False) -> Iterator[str]:
    """The text of the file, paper by paper, lazily."""
    if not as_json:
        yield _HELP
    for document in map(_safe, documents):
        if as_json:
            yield json.dumps(_record(document), ensure_ascii=False) + "\n"
        else:
            yield "\n" + "".join(f"{line}\n" for line in _lines(document))


def _safe(document: Document) -> Document:
    """The document without characters that break a line or act on a terminal; all offsets stay."""
    paper = document.paper
    title, abstract = _plain(paper.title), _plain(paper.abstract)
    clean = replace(paper, id=single_spaced(_plain(paper.id)), title=title, abstract=abstract)
    mentions = tuple(replace(m, text=clean.text(m.field)[m.start : m.end]) for m in document.mentions)
    return replace(document, paper=clean, mentions=mentions)


def _plain(text: str) -> str:
    return "".join(_plain_character(c) for c in text)


def _plain_character(c: str) -> str:
    if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cs", "Zl", "Zp"}:
        return c
    return " " if c.isspace() else "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Name:
    """A surface with its type and role, and all places that carry it."""

    surface: str
    kind: EntityType
    role: Role
    places: tuple[Place, ...]


def _lines(document: Document) -> Iterator[str]:
    paper = document.paper
    yield f"{PAPER} {paper.id}"
    yield TODO
    if paper.title:
        yield from (f"{TITLE} {line}".rstrip() for line in paper.title.split("\n"))
    yield from (f"{TEXT} {line}" if line else TEXT for line in paper.abstract.split("\n"))
    names = _names(document)
    claims = [Claim(surface=name.surface) for name in names]
    for name, claim in zip(names, limited(paper, claims, [name.places for name in names]), strict=True):
        yield f"{_letters(name)} {name.surface}{_limit(claim)}"
    yield from dict.fromkeys(_relations(document))


def _names(document: Document) -> list[_Name]:
    """The names of a document, methods first, then by their first place; a name in capitals joins its small letters."""
    found: dict[tuple[str, EntityType, Role], list[Mention]] = {}
    for mention in document.mentions:
        if mention.text != mention.text.strip():
            continue  # it begins or ends with white space: nobody could write it on a line
        found.setdefault((single_spaced(mention.text), mention.type, mention.role), []).append(mention)
    for surface, kind, role in list(found):
        small = (surface.lower(), kind, role)
        if surface != surface.lower() and small in found:
            found[small] += found.pop((surface, kind, role))
    names = [
        _Name(
            surface=surface,
            kind=kind,
            role=role,
            places=tuple(in_order([_place(m) for m in mentions])),
        )
        for (surface, kind, role), mentions in found.items()
    ]
    kinds = list(EntityType)
    return sorted(names, key=lambda name: (kinds.index(name.kind), text_order(name.places[0])))


def _place(mention: Mention) -> Place:
    return mention.field.value, mention.start, mention.end


def _letters(name: _Name) -> str:
    known = {role: letter for letter, role in labelled.ROLES[name.kind].items()}
    role = known.get(name.role, name.role.value)
    return f"{name.kind.value[0]}:{role}" if role else name.kind.value[0]


def _limit(claim: Claim) -> str:
    return f" @{','.join(map(str, claim.numbers))}" if claim.numbers else ""


def _relations(document: Document) -> Iterator[str]:
    """A line for each relation between surfaces, each once whatever the case of its names."""
    seen = set()
    for relation in document.relations:
        head, tail = (single_spaced(document.mentions[end].text) for end in (relation.head, relation.tail))
        triple = (key(head), relation.type, key(tail))
        if triple not in seen:
            seen.add(triple)
            yield f"{RELATION} {head}{BETWEEN}{relation.type.value}{BETWEEN}{tail}"


def _record(document: Document) -> dict[str, Any]:
    """A document in the JSON form of gold, marked todo."""
    paper = document.paper
    return {
        "id": paper.id,
        "todo": True,
        "title": paper.title,
        "abstract": paper.abstract,
        "entities": [
            {
                "field": m.field.value,
                "start": m.start,
                "end": m.end,
                "label": m.type.value,
                "role": m.role.value,
                "text": m.text,
            }
            for m in document.mentions
        ],
        "borderline": [],
        "links": [
            {"head": document.mentions[r.head].text, "relation": r.type.value, "tail": document.mentions[r.tail].text}
            for r in document.relations
        ],
        "abbreviations": [[a.short, a.long] for a in document.abbreviations],
    }
