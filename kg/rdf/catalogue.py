"""The page that lists the named queries, written from the queries themselves: docs/queries.md."""

from __future__ import annotations

from kg.rdf.named import NamedQuery, Parameter, named

_HEAD = """\
# Named queries

Written by `python -m kg.rdf.catalogue` from `kg/queries/*.rq`; do not edit.

Each is asked by its name: `kg query NAME --set PARAMETER="VALUE"`, or in Python
`graph.query("NAME", PARAMETER="VALUE")`. A method, task or dataset may be given by any of its names, in any case.
`kg query` without arguments lists the queries.
"""


def page() -> str:
    """The text of the page, in Markdown."""
    return _HEAD + "".join(map(_section, named()))


def _section(query: NamedQuery) -> str:
    lines = [f"\n## {query.name}\n", f"{query.question}\n"]
    if query.parameters:
        lines.append("| parameter | type | needed | meaning |\n|---|---|---|---|")
        lines += [_row(parameter) for parameter in query.parameters]
        lines.append("")
    example = " ".join(f'--set {p.name}="{p.example}"' for p in query.parameters if p.required)
    lines.append(f"    kg query {query.name} {example}".rstrip())
    return "\n".join(lines) + "\n"


def _row(parameter: Parameter) -> str:
    need = "yes" if parameter.required else "no"
    if parameter.default is not None:
        need = f"no, else {parameter.default}"
    return f"| `{parameter.name}` | {parameter.type} | {need} | {parameter.words} |"


if __name__ == "__main__":
    print(page(), end="")
