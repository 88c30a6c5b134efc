"""The smallest graph with everything in it, for tests of the RDF side."""

from __future__ import annotations

from pathlib import Path

from kg import tables
from ontology import iris
from ontology.model import EntityType, Paper
from ontology.vocabulary import ONTOLOGY

BUILD = {"extractor": {"name": "gold", "version": "1", "model_sha256": "ab" * 32}}
HARD = 'A "quoted" <title>\n\\with\\ tabs\t, \u202eRTL שלום\u202c, emoji 🧪, \u2028 and \u0085'


def write_tables(folder: Path, title: str = HARD, year: int | None = None) -> Path:
    """One paper with one method, proposed in its title."""
    paper = iris.paper(Paper(id="p1", abstract="x"))
    method = iris.entity(EntityType.METHOD, "C++")
    mention = iris.mention(paper, "title", 0, 1, EntityType.METHOD)
    claim = iris.claim(paper, "proposes", method)
    statement = f"{iris.DATA}statement/{paper.rsplit('/', 1)[1]}/0123456789abcdef"
    span = {"field": "title", "sentence_start": 0, "sentence_end": len(title)}
    blank = {"venue": "", "authors": [], "doi": "", "arxiv": "", "url": "", "source": "", "record": 1}
    rows = {
        "papers": [{"id": "p1", "iri": paper, "label": "L", "title": title, "abstract": "x", "year": year, **blank}],
        "mentions": [
            {"iri": mention, "paper": "p1", "index": 0, "start": 0, "end": 1, "text": title[:1], "type": "Method",
             "role": "proposed", "score": 0.9, "entity": method, **span}
        ],
        "entities": [
            {"iri": method, "type": "Method", "label": "C++", "papers": 1, "mentions": 1, "first_year": year,
             "last_year": year}
        ],
        "aliases": [{"entity": method, "surface": "c++\n lang", "reason": "user", "mentions": 1, "score": 1.0}],
        "statements": [
            {"iri": statement, "claim": claim, "paper": "p1", "subject": paper, "predicate": "proposes",
             "object": method, "score": 0.9, "sentence": title, "mentions": [mention], **span}
        ],
        "claims": [
            {"iri": claim, "subject": paper, "predicate": "proposes", "object": method, "papers": 1, "statements": 1,
             "best": 0.9, "combined": 0.9}
        ],
        "yearly": [],
        "years": [],
    }  # fmt: skip
    for name, found in rows.items():
        tables.write(folder, name, found)
    return folder


def venue_author_and_counts(entity: str, paper: str) -> list[str]:
    a, integer = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "http://www.w3.org/2001/XMLSchema#integer"
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    count, total = iris.year_count(entity, "proposes", 2020), iris.year(2020)
    venue, author = iris.venue("NeurIPS"), iris.author("A. Nyone")
    return [
        f"<{count}> <{a}> <{ONTOLOGY}YearCount> .\n",
        f"<{count}> <{ONTOLOGY}countedEntity> <{entity}> .\n",
        f"<{count}> <{ONTOLOGY}countedProperty> <{ONTOLOGY}proposes> .\n",
        f'<{count}> <{ONTOLOGY}year> "2020"^^<{integer}> .\n',
        f'<{count}> <{ONTOLOGY}paperCount> "1"^^<{integer}> .\n',
        f"<{total}> <{a}> <{ONTOLOGY}YearTotal> .\n",
        f'<{total}> <{ONTOLOGY}year> "2020"^^<{integer}> .\n',
        f'<{total}> <{ONTOLOGY}paperCount> "1"^^<{integer}> .\n',
        f"<{venue}> <{a}> <{ONTOLOGY}Venue> .\n",
        f'<{venue}> <{label}> "NeurIPS" .\n',
        f"<{author}> <{a}> <{ONTOLOGY}Author> .\n",
        f'<{author}> <{label}> "A. Nyone" .\n',
        f"{paper} <{ONTOLOGY}venue> <{venue}> .\n",
        f"{paper} <http://purl.org/dc/terms/creator> <{author}> .\n",
    ]
