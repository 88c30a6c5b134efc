"""The evidence, for its own named graph: mentions, sentences, statements, claims, and their build."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.rdf.facts import rows
from kg.rdf.terms import RDF_TYPE, decimal, integer, name, node, squeezed, string, uri
from kg.rdf.terms import evidence as line
from ontology import iris
from ontology.model import Field
from ontology.vocabulary import CONTRIBUTIONS, DATA


def evidence(folder: Path, build: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the evidence graph from the tables of a folder, in any order, some more than once.

    A mention is attributed to its extractors only where it is not the main one alone: nearly all are found by that.

    Args:
        folder: where the tables are.
        build: the record of the build; `extractor` with name, version and model_sha256, `extensions` with name and
            sha256 of each term list and component, and `paperkg` with the version of this package, are used.

    Raises:
        ValueError: a mention was found by an extractor that the record does not name.
    """
    activity = node(f"{DATA}build/{_identity(build)}")
    extractors = _extractors(build)
    yield from _build(activity, build, extractors)
    papers = {row["id"]: row for row in rows(folder, "papers")}
    yield from _mentions(folder, papers, extractors)
    yield from _statements(folder, papers, activity)
    yield from _claims(folder)


def _identity(build: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(build, sort_keys=True, default=str).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Extractor:
    """An extractor as the graph names it."""

    title: str
    version: str
    sha256: str
    iri: str


def _extractors(build: Mapping[str, Any]) -> dict[str, _Extractor]:
    """Every extractor of a build by the name that mentions give it, the main one first."""
    main: Mapping[str, Any] = build.get("extractor", {})
    title, version = str(main.get("name") or "unknown"), str(main.get("version") or "unknown")
    model = str(main.get("model_sha256") or "")
    found = {title: _Extractor(title=title, version=version, sha256=model, iri=_local(title, version, model[:12]))}
    for own in build.get("extensions", ()):
        # The content is the version of what has no other.
        digest, label = str(own["sha256"]), squeezed(str(own["name"])) or str(own["kind"])
        local = _local(f"{own['kind']} {label}", digest[:12])
        found[str(own["name"])] = _Extractor(title=label, version=digest[:12], sha256=digest, iri=local)
    return found


def _local(*parts: str) -> str:
    return node(f"{DATA}extractor/{'-'.join(filter(None, map(iris.slug, parts)))}")


def _build(activity: str, build: Mapping[str, Any], extractors: Mapping[str, _Extractor]) -> Iterator[str]:
    main, *others = extractors.values()
    for kind in ("Build", "prov:Activity"):
        yield line(activity, RDF_TYPE, name(kind))
    yield line(activity, name("rdfs:label"), string("kg build"))
    yield line(activity, name("prov:wasAssociatedWith"), main.iri)
    if build.get("paperkg"):
        yield line(activity, name("version"), string(str(build["paperkg"])))
    for each in (main, *others):
        for kind in ("Extractor", "prov:SoftwareAgent"):
            yield line(each.iri, RDF_TYPE, name(kind))
        label = f"{each.title} {each.version}" if each is main else each.title
        yield line(each.iri, name("rdfs:label"), string(label))
        yield line(each.iri, name("version"), string(each.version))
        if each.sha256:
            yield line(each.iri, name("modelHash"), string(each.sha256))
        if each is not main:
            yield line(each.iri, name("prov:actedOnBehalfOf"), main.iri)


def _attribution(mention: str, row: Mapping[str, Any], extractors: Mapping[str, _Extractor]) -> Iterator[str]:
    """What found a mention, and what a term list says of it; nothing for a mention of the main extractor alone."""
    if row["identifier"]:
        yield line(mention, name("dcterms:identifier"), string(row["identifier"]))
    if row["url"]:
        yield line(mention, name("schema:url"), uri(row["url"]))
    found_by = row["extractors"] or ()
    own = set(found_by).intersection(list(extractors)[1:])
    if not own and len(found_by) < 2:
        return
    for each in found_by:
        if each not in extractors:
            raise ValueError(f"{row['iri']} was found by {each!r}, which the record of the build does not name")
        yield line(mention, name("prov:wasAttributedTo"), extractors[each].iri)


def _mentions(folder: Path, papers: Mapping[str, Any], extractors: Mapping[str, _Extractor]) -> Iterator[str]:
    for row in rows(folder, "mentions"):
        paper = papers[row["paper"]]
        where, start, end = row["field"], row["sentence_start"], row["sentence_end"]
        mention = node(row["iri"])
        yield line(mention, RDF_TYPE, name("Mention"))
        yield line(mention, name("text"), string(row["text"]))
        yield from _place(mention, where, row["start"], row["end"])
        yield line(mention, name("role"), string(row["role"]))
        yield line(mention, name("confidence"), decimal(row["score"]))
        yield line(mention, name("refersTo"), node(row["entity"]))
        yield line(mention, name("inPaper"), node(paper["iri"]))
        yield line(mention, name("inSentence"), node(iris.sentence(paper["iri"], where, start, end)))
        yield from _attribution(mention, row, extractors)
        yield from _sentence(paper, where, start, end)


def _sentence(paper: Mapping[str, Any], where: str, start: int, end: int) -> Iterator[str]:
    sentence = node(iris.sentence(paper["iri"], where, start, end))
    yield line(sentence, RDF_TYPE, name("Sentence"))
    yield line(sentence, name("text"), string(paper[where][start:end]))
    yield line(sentence, name("inPaper"), node(paper["iri"]))
    yield from _place(sentence, where, start, end)


def _place(thing: str, where: str, start: int, end: int) -> Iterator[str]:
    yield line(thing, name("field"), string(where))
    yield line(thing, name("start"), integer(start))
    yield line(thing, name("end"), integer(end))


def _statements(folder: Path, papers: Mapping[str, Any], activity: str) -> Iterator[str]:
    for row in rows(folder, "statements"):
        paper = papers[row["paper"]]
        where, start, end = row["field"], row["sentence_start"], row["sentence_end"]
        statement = node(row["iri"])
        yield from _triple(statement, "Statement", row)
        yield line(statement, name("supports"), node(row["claim"]))
        yield line(statement, name("confidence"), decimal(row["score"]))
        yield line(statement, name("inPaper"), node(paper["iri"]))
        yield line(statement, name("inSentence"), node(iris.sentence(paper["iri"], where, start, end)))
        yield line(statement, name("prov:wasGeneratedBy"), activity)
        for mention in row["mentions"]:
            yield line(statement, name("evidencedBy"), node(mention))
        yield from _sentence(paper, where, start, end)


def _triple(thing: str, kind: str, row: Mapping[str, Any]) -> Iterator[str]:
    yield line(thing, RDF_TYPE, name(kind))
    yield line(thing, name("rdf:subject"), node(row["subject"]))
    yield line(thing, name("rdf:predicate"), name(row["predicate"]))
    yield line(thing, name("rdf:object"), node(row["object"]))


def _claims(folder: Path) -> Iterator[str]:
    best: dict[str, tuple[tuple[float, ...], str]] = {}
    for row in rows(folder, "statements"):
        rank = (_rank(row), row["iri"])
        best[row["claim"]] = min(best.get(row["claim"], rank), rank)
    for row in rows(folder, "claims"):
        claim = node(row["iri"])
        yield from _triple(claim, "Claim", row)
        yield line(claim, name("paperCount"), integer(row["papers"]))
        yield line(claim, name("statementCount"), integer(row["statements"]))
        yield line(claim, name("bestConfidence"), decimal(row["best"]))
        yield line(claim, name("combinedConfidence"), decimal(row["combined"]))
        yield line(claim, name("bestStatement"), node(best[row["iri"]][1]))


def _rank(row: Mapping[str, Any]) -> tuple[float, ...]:
    """The lowest is the one to show for its claim: what is new is explained where the abstract first names it."""
    if row["predicate"] in CONTRIBUTIONS:
        return (row["field"] == Field.TITLE.value, row["sentence_start"])
    return (-row["score"],)
