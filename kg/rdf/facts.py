"""The facts, for the default graph: papers, entities, what holds between them, and counts a year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kg import tables
from kg.rdf.keys import keys
from kg.rdf.terms import RDF_TYPE, fact, integer, name, node, squeezed, string, uri
from ontology import iris
from ontology.model import Paper
from ontology.vocabulary import BROADER, ancestors


def facts(folder: Path) -> Iterator[str]:
    """The lines of the default graph from the tables of a folder, in any order, some more than once."""
    yield from _papers(rows(folder, "papers"))
    yield from _entities(rows(folder, "entities"))
    yield from _aliases(folder)
    yield from _claims(rows(folder, "claims"))
    yield from _counts(folder)


def rows(folder: Path, table: str) -> Iterator[dict[str, Any]]:
    """The rows of a table, as mappings by column."""
    return tables.scan(folder, table).collect().iter_rows(named=True)


def _papers(papers: Iterable[dict[str, Any]]) -> Iterator[str]:
    for row in papers:
        paper = node(row["iri"])
        yield fact(paper, RDF_TYPE, name("Paper"))
        yield fact(paper, name("rdfs:label"), string(squeezed(row["label"]) or row["id"]))
        if title := squeezed(row["title"] or ""):
            yield fact(paper, name("dcterms:title"), string(title))
        for identifier in _identifiers(row):
            yield fact(paper, name("dcterms:identifier"), string(identifier))
        if row["year"] is not None:
            yield fact(paper, name("year"), integer(row["year"]))
        if url := (row["url"] or "").strip():
            yield fact(paper, name("schema:url"), uri(url))
        if venue := squeezed(row["venue"] or ""):
            yield from _named(paper, "venue", iris.venue(venue), "Venue", venue)
        for author in filter(None, map(squeezed, row["authors"] or ())):
            yield from _named(paper, "dcterms:creator", iris.author(author), "Author", author)


def _identifiers(row: dict[str, Any]) -> Iterator[str]:
    yield row["id"]
    for part in ("doi", "arxiv"):
        if row[part]:
            yield iris.paper_key(Paper(id=row["id"], abstract="", **{part: row[part]}))


def _named(subject: str, predicate: str, iri: str, kind: str, label: str) -> Iterator[str]:
    thing = node(iri)
    yield fact(subject, name(predicate), thing)
    yield fact(thing, RDF_TYPE, name(kind))
    yield fact(thing, name("rdfs:label"), string(label))


def _entities(entities: Iterable[dict[str, Any]]) -> Iterator[str]:
    for row in entities:
        entity = node(row["iri"])
        yield fact(entity, RDF_TYPE, name(row["type"]))
        yield fact(entity, RDF_TYPE, name("ResearchEntity"))
        yield fact(entity, name("skos:prefLabel"), string(squeezed(row["label"])))
        for key in keys(row["label"]):
            yield fact(entity, name("key"), string(key))
        yield fact(entity, name("paperCount"), integer(row["papers"]))
        yield fact(entity, name("mentionCount"), integer(row["mentions"]))
        for column, predicate in (("first_year", "firstYear"), ("last_year", "lastYear")):
            if row[column] is not None:
                yield fact(entity, name(predicate), integer(row[column]))


def _aliases(folder: Path) -> Iterator[str]:
    labels = {row["iri"]: squeezed(row["label"]) for row in rows(folder, "entities")}
    for row in rows(folder, "aliases"):
        surface = squeezed(row["surface"])
        if not surface:
            continue
        entity = node(row["entity"])
        if surface != labels[row["entity"]]:
            yield fact(entity, name("skos:altLabel"), string(surface))
        for key in keys(row["surface"]):
            yield fact(entity, name("key"), string(key))


def _claims(claims: Iterable[dict[str, Any]]) -> Iterator[str]:
    for row in claims:
        subject, value = node(row["subject"]), node(row["object"])
        for predicate in (row["predicate"], *ancestors(row["predicate"])):
            yield fact(subject, name(predicate), value)
        if row["predicate"] in BROADER:
            yield fact(subject, name("skos:broader"), value)


def _counts(folder: Path) -> Iterator[str]:
    for row in rows(folder, "yearly"):
        count = node(iris.year_count(row["entity"], row["predicate"], row["year"]))
        yield fact(count, RDF_TYPE, name("YearCount"))
        yield fact(count, name("countedEntity"), node(row["entity"]))
        yield fact(count, name("countedProperty"), name(row["predicate"]))
        yield fact(count, name("year"), integer(row["year"]))
        yield fact(count, name("paperCount"), integer(row["papers"]))
    for row in rows(folder, "years"):
        total = node(iris.year(row["year"]))
        yield fact(total, RDF_TYPE, name("YearTotal"))
        yield fact(total, name("year"), integer(row["year"]))
        yield fact(total, name("paperCount"), integer(row["papers"]))
