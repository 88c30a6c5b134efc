"""The evidence, for its own named graph: mentions, sentences, statements, claims, and their build."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.rdf.facts import rows
from kg.rdf.terms import RDF_TYPE, decimal, integer, name, node, string
from kg.rdf.terms import evidence as line
from ontology import iris
from ontology.model import Field
from ontology.vocabulary import CONTRIBUTIONS, DATA


def evidence(folder: Path, build: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the evidence graph from the tables of a folder, in any order, some more than once.

    Args:
        folder: where the tables are.
        build: the record of the build; `extractor` with name, version and model_sha256, and `paperkg` with
            the version of this package, are used.
    """
    activity = node(f"{DATA}build/{_identity(build)}")
    yield from _build(activity, build)
    papers = {row["id"]: row for row in rows(folder, "papers")}
    yield from _mentions(folder, papers)
    yield from _statements(folder, papers, activity)
    yield from _claims(folder)


def _identity(build: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(build, sort_keys=True, default=str).encode()).hexdigest()[:12]


def _build(activity: str, build: Mapping[str, Any]) -> Iterator[str]:
    made_by: Mapping[str, Any] = build.get("extractor", {})
    title, version = str(made_by.get("name") or "unknown"), str(made_by.get("version") or "unknown")
    model = str(made_by.get("model_sha256") or "")
    local = "-".join(filter(None, (iris.slug(title), iris.slug(version), model[:12])))
    extractor = node(f"{DATA}extractor/{local}")
    for kind in ("Build", "prov:Activity"):
        yield line(activity, RDF_TYPE, name(kind))
    yield line(activity, name("rdfs:label"), string("kg build"))
    yield line(activity, name("prov:wasAssociatedWith"), extractor)
    if build.get("paperkg"):
        yield line(activity, name("version"), string(str(build["paperkg"])))
    for kind in ("Extractor", "prov:SoftwareAgent"):
        yield line(extractor, RDF_TYPE, name(kind))
    yield line(extractor, name("rdfs:label"), string(f"{title} {version}"))
    yield line(extractor, name("version"), string(version))
    if model:
        yield line(extractor, name("modelHash"), string(model))


def _mentions(folder: Path, papers: Mapping[str, Any]) -> Iterator[str]:
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
