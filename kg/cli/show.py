"""`kg show`: one entity or paper on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli import terminal
from kg.cli.options import OUTPUT, Graph
from kg.counting import counted

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table
    from rich.text import Text

    from kg.graph import Graph as Opened


def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A label, alias, title, paper id or IRI.")],
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="How many of each list to show.")] = 8,
    graph: Graph = OUTPUT,
) -> None:
    """Show an entity or a paper: names, papers, tasks, datasets, and the sentences that say so."""
    import kg
    from kg.errors import KgError
    from kg.names import Names
    from kg.trends.names import shown, suggestions

    opened = kg.open(graph)
    hits = opened.find(name)
    if hits.is_empty():
        near = suggestions(Names(opened.folder), name)
        hint = f"did you mean {', '.join(near)}?" if near else "kg query lists ways to see what there is"
        raise KgError(f"nothing named {shown(name)} in this graph; {hint}")
    hit = hits.row(0, named=True)
    facts = _paper if hit["type"] == "Paper" else _entity
    terminal.show_lines([_heading(hit["label"], hit["type"]), _grid(facts(opened, hit["iri"], limit))])
    terminal.show_lines(_evidence(opened, hit, limit))
    others = [f"{row['label']} ({row['type'].lower()}, {row['iri']})" for row in hits.rows(named=True)[1:4]]
    if others:
        terminal.note(f"the same name also means: {'; '.join(others)}")


def _entity(graph: Opened, iri: str, limit: int) -> Iterator[tuple[str, str]]:
    import polars as pl

    row = graph.entities.filter(pl.col("iri") == iri).collect().row(0, named=True)
    years = sorted({row["first_year"], row["last_year"]} - {None})
    yield "IRI", iri
    span = f", {'–'.join(map(str, years))}" if years else ""
    yield "found in", f"{counted(row['papers'], 'paper')}, {counted(row['mentions'], 'mention')}{span}"
    aliases = graph.aliases.filter(pl.col("entity") == iri).collect().rows(named=True)
    names = (f"{alias['surface']} ({alias['reason']}, {alias['mentions']:,})" for alias in aliases)
    yield from _list("names", names, limit)
    claims = _named(graph, graph.claims.filter((pl.col("subject") == iri) | (pl.col("object") == iri)))
    yield from _relations(claims, iri, limit)
    for kind in ("Task", "Dataset", "Method"):
        if kind != row["type"]:
            yield from _list(f"{kind.lower()}s near it", _beside(graph, iri, kind), limit)


def _paper(graph: Opened, iri: str, limit: int) -> Iterator[tuple[str, str]]:
    import polars as pl

    row = graph.papers.filter(pl.col("iri") == iri).collect().row(0, named=True)
    for what in ("iri", "id", "doi", "arxiv", "url", "venue", "year", "source"):
        if row[what]:
            yield "IRI" if what == "iri" else what, str(row[what])
    if row["authors"]:
        yield "authors", "; ".join(row["authors"])
    yield from _relations(_named(graph, graph.claims.filter(pl.col("subject") == iri)), iri, limit)


def _heading(label: str, kind: str) -> Text:
    from rich.text import Text

    from kg.palette import BY_TYPE

    return Text.assemble((terminal.clean(label), "bold"), "  ", (kind, BY_TYPE[kind]))


def _grid(facts: Iterable[tuple[str, str]]) -> Table:
    """Facts in two columns; what does not fit on a line goes on below itself."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for what, value in facts:
        grid.add_row(Text(what, style="dim"), Text(terminal.clean(value), overflow="fold"))
    return grid


def _list(what: str, values: Iterable[str], limit: int) -> Iterator[tuple[str, str]]:
    kept = list(values)
    if kept:
        more = f"; … {len(kept) - limit:,} more" if len(kept) > limit else ""
        yield what, "; ".join(kept[:limit]) + more


def _named(graph: Opened, claims: pl.LazyFrame) -> pl.DataFrame:
    """Claims with the labels of both ends, the best supported first."""
    import polars as pl

    papers = graph.papers.select("iri", pl.col("label") + pl.format(" ({})", pl.col("year").fill_null("no year")))
    labels = pl.concat([graph.entities.select("iri", "label"), papers])
    for end in ("subject", "object"):
        named = labels.rename({"label": f"{end}_label"})
        claims = claims.join(named, left_on=end, right_on="iri", how="left")
    order = ["papers", "combined", "subject_label", "object_label"]
    return claims.sort(order, descending=[True, True, False, False]).collect()


def _relations(claims: pl.DataFrame, iri: str, limit: int) -> Iterator[tuple[str, str]]:
    """A line for each predicate, seen from one end; bare mentions only where nothing more is known."""
    from kg.explore.wording import rank, said

    groups: dict[tuple[int, str], list[str]] = {}
    known = {
        tuple(sorted((row["subject"], row["object"])))
        for row in claims.rows(named=True)
        if row["predicate"] != "mentions"
    }
    for row in claims.rows(named=True):
        if row["predicate"] == "mentions" and tuple(sorted((row["subject"], row["object"]))) in known:
            continue
        ahead = row["subject"] == iri
        label = row["object_label" if ahead else "subject_label"] or row["object" if ahead else "subject"]
        support = f" ×{row['papers']}" if row["papers"] > 1 else ""
        groups.setdefault((rank(row["predicate"]), said(row["predicate"])[not ahead]), []).append(label + support)
    for (_, words), labels in sorted(groups.items()):
        yield from _list(words, labels, limit)


def _beside(graph: Opened, iri: str, kind: str) -> list[str]:
    """Entities of a type that stand in the same papers, with the number of those papers."""
    import polars as pl

    papers = graph.mentions.filter(pl.col("entity") == iri).select("paper").unique()
    found = (
        graph.mentions.filter((pl.col("type") == kind) & (pl.col("entity") != iri))
        .join(papers, on="paper", how="semi")
        .group_by("entity")
        .agg(pl.col("paper").n_unique().alias("papers"))
        .join(graph.entities.select("iri", "label"), left_on="entity", right_on="iri")
        .sort(["papers", "label"], descending=[True, False])
        .collect()
    )
    return [f"{row['label']} ×{row['papers']}" for row in found.rows(named=True)]


def _evidence(graph: Opened, hit: dict[str, Any], limit: int) -> Iterator[str | Text]:
    """The sentences behind the statements, with what they are about in bold; of an entity, one a paper."""
    import polars as pl

    iri, of_paper = hit["iri"], hit["type"] == "Paper"
    papers = dict(graph.papers.select("id", pl.format("{} ({})", "label", "id")).collect().rows())
    which = (pl.col("subject") == iri) | (pl.col("object") == iri)
    if of_paper:
        which = pl.col("paper").is_in(graph.papers.filter(pl.col("iri") == iri).select("id").collect()["id"].to_list())
    sentences = _sentences(graph.statements.filter(which).collect().rows(named=True))
    chosen = sentences if of_paper else list({row["paper"]: row for row in reversed(sentences)}.values())[::-1]
    wanted = [mention for row in chosen[:limit] for mention in row["mentions"]]
    spans = graph.mentions.filter(pl.col("iri").is_in(wanted)).select("iri", "start", "end").collect()
    at = {mention: (start, end) for mention, start, end in spans.rows()}
    for row in chosen[:limit]:
        yield ""
        yield _quoted(row, sorted({at[mention] for mention in row["mentions"] if mention in at}))
        yield f"    {'' if of_paper else papers[row['paper']] + ', '}{row['field']}"
    if len(sentences) > limit:
        yield f"\n{len(sentences):,} sentences in all; --limit shows more"


def _sentences(stated: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each sentence once, with the mentions of all its statements, the most telling first."""
    from kg.explore.wording import rank

    found: dict[tuple[str, str, int], dict[str, Any]] = {}
    for row in sorted(stated, key=lambda row: (rank(row["predicate"]), -row["score"], row["iri"])):
        place = (row["paper"], row["field"], row["sentence_start"])
        found.setdefault(place, row | {"mentions": []})["mentions"] += row["mentions"]
    return list(found.values())


def _quoted(row: dict[str, Any], spans: list[tuple[int, int]]) -> Text:
    """A sentence with its mentions in bold; offsets count in the raw sentence, so cleaning comes last."""
    from rich.text import Text

    sentence, start, shown = row["sentence"], row["sentence_start"], Text("  ")
    done = 0
    for first, last in ((a - start, b - start) for a, b in spans):
        if first < done or last > len(sentence):
            continue
        shown.append(terminal.clean(sentence[done:first]))
        shown.append(terminal.clean(sentence[first:last]), style="bold")
        done = last
    return shown.append(terminal.clean(sentence[done:].rstrip()))
