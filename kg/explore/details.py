"""What the page shows beside the picture: names, years, aliases and evidence of every node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl

from kg import tables
from kg.explore.evidence import quotes
from kg.explore.wording import link, visible

_ALIASES: Final = 12


def details(folder: Path, nodes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The record of each node in the order given, with the papers and sentences that they point to.

    Args:
        folder: where the tables are.
        nodes: label, type and number of papers of each node, by IRI.
    """
    papers = tables.scan(folder, "papers").sort("id").collect().to_dicts()
    number = {paper["id"]: at for at, paper in enumerate(papers)}
    of_node = {paper["iri"]: paper for paper in papers if paper["iri"] in nodes}
    years, aliases = _years(folder), _aliases(folder, list(nodes))
    records: list[dict[str, Any]] = []
    used: dict[int, None] = {}
    for iri, (found, total) in quotes(folder, list(nodes)).items():
        record: dict[str, Any] = {
            "label": visible(nodes[iri]["label"]),
            "type": nodes[iri]["type"],
            "papers": nodes[iri]["papers"],
            "sentences": total,
            "evidence": [[number[quote.paper], *quote.pieces] for quote in found],
        }
        used.update(dict.fromkeys(entry[0] for entry in record["evidence"]))
        if iri in of_node:
            record["paper"] = number[of_node[iri]["id"]]
            used[record["paper"]] = None
        else:
            record["years"] = years.get(iri, [])
            record["aliases"] = [a for a in aliases.get(iri, []) if a != record["label"]][:_ALIASES]
        records.append(record)
    return _with_papers(records, papers, sorted(used))


def _with_papers(records: list[dict[str, Any]], papers: Sequence[Any], used: list[int]) -> dict[str, Any]:
    """The records, pointing into a list that holds only the papers that they need."""
    place = {at: new for new, at in enumerate(used)}
    for record in records:
        record["evidence"] = [[place[at], *parts] for at, *parts in record["evidence"]]
        if "paper" in record:
            record["paper"] = place[record["paper"]]
    return {"records": records, "papers": [_paper(papers[at]) for at in used]}


def _paper(paper: Mapping[str, Any]) -> dict[str, Any]:
    name = visible(paper["label"] or paper["title"] or paper["id"])
    title = visible(paper["title"]) if paper["title"] else ""
    return {
        "label": name,
        "title": title if title != name else "",
        "year": paper["year"],
        "venue": visible(paper["venue"], 120) if paper["venue"] else "",
        "link": link(paper),
    }


def _years(folder: Path) -> dict[str, list[int]]:
    """First and last year of each entity, once where they are the same."""
    rows = tables.scan(folder, "entities").select("iri", "first_year", "last_year").drop_nulls().collect().rows()
    return {iri: sorted({first, last}) for iri, first, last in rows}


def _aliases(folder: Path, nodes: list[str]) -> dict[str, list[str]]:
    """Surface forms of each entity, the most frequent first."""
    frame = tables.scan(folder, "aliases").filter(pl.col("entity").is_in(nodes))
    order = frame.sort(["entity", "mentions", "surface"], descending=[False, True, False])
    found: dict[str, list[str]] = {}
    for entity, surface in order.select("entity", "surface").collect().rows():
        forms = found.setdefault(entity, [])
        if (form := visible(surface, 120)) not in forms:
            forms.append(form)
    return found
