"""The page `docs/cli.md`: the help of every command. `python -m kg.cli.reference docs/cli.md` writes it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from kg.cli.run import application

_WIDTH = 100
_HEAD = """# The command line

The help of every command, as `kg COMMAND --help` prints it. Data goes to stdout, progress and messages go to stderr.
The exit code is 0 when the work is done, 1 when it failed (with one line that says why), and 2 for bad usage.

This page is written by `python -m kg.cli.reference docs/cli.md`.
"""


def page() -> str:
    """The page as Markdown, commands in the order of `kg --help`."""
    root: Any = typer.main.get_command(application())
    size = {"terminal_width": _WIDTH, "max_content_width": _WIDTH}
    top = root.context_class(root, info_name="kg", **size)
    parts = [_HEAD, _section("kg", root.get_help(top))]
    for name, command in root.commands.items():
        context = command.context_class(command, info_name=name, parent=top, **size)
        parts.append(_section(f"kg {name}", command.get_help(context)))
    return "\n".join(parts)


def _section(title: str, text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return f"## {title}\n\n```text\n{lines}\n```\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8", newline="\n")
