"""From names as a user types them to the entities they mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from kg import tables
from kg.errors import KgError
from kg.names import Names
from ontology.model import EntityType

_SUGGESTIONS = 4


def find(folder: Path, names: str | Sequence[str], kind: str | None = None) -> pl.DataFrame:
    """The entities that the names mean, as rows of the table `entities` in the order of the names, each once.

    A name matches as `kg.names.Names.find` says; among equals the entity with the most mentions wins.

    Args:
        folder: a build with its tables.
        names: labels, aliases or IRIs; or one of them.
        kind: `Method`, `Task` or `Dataset`, to look among those alone.

    Raises:
        KgError: when a name is not in the graph; the message suggests near ones.
    """
    known_names = Names(folder)
    kinds = [kind] if kind else [each.value for each in EntityType]
    entities = tables.scan(folder, "entities").collect()
    known = set(entities.filter(pl.col("type").is_in(kinds))["iri"])
    chosen: list[str] = []
    for name in listed(names):
        if name in known:
            chosen.append(name)
            continue
        hits = known_names.find(name).filter(pl.col("type").is_in(kinds))
        if hits.is_empty():
            raise KgError(_unknown(known_names, name, kind))
        chosen.append(hits["iri"][0])
    order = pl.DataFrame({"iri": list(dict.fromkeys(chosen))}, schema={"iri": pl.String})
    return order.join(entities, on="iri", how="left", maintain_order="left").select(entities.columns)


def listed(names: str | Sequence[str]) -> list[str]:
    """The names as a list; a string is one name, not its letters."""
    return [names] if isinstance(names, str) else list(names)


def suggestions(names: Names, name: str) -> list[str]:
    """Up to four labels that look like the name or contain it, the likeliest first."""
    near = names.suggest(name, _SUGGESTIONS)
    if len(name.strip()) > 2:
        within = pl.col("label").str.to_lowercase().str.contains(name.strip().lower(), literal=True)
        order = tables.scan(names.folder, "entities").filter(within).sort(["papers", "label"], descending=[True, False])
        near += order.select("label").head(_SUGGESTIONS).collect()["label"].to_list()
    return list(dict.fromkeys(near))[:_SUGGESTIONS]


def _unknown(names: Names, name: str, kind: str | None) -> str:
    what = kind.lower() if kind else "method, task or dataset"
    near = suggestions(names, name)
    hint = f"did you mean {', '.join(near)}?" if near else "kg trends without a name shows the most frequent ones"
    return f"no {what} named {shown(name)} in this graph; {hint}"


def shown(name: str, width: int = 60) -> str:
    """The name in quotes, cut to a width, for an error line."""
    return repr(name if len(name) <= width else name[: width - 1] + "…")
