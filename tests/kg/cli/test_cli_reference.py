from __future__ import annotations

from pathlib import Path

from kg.cli.reference import page
from kg.cli.registry import COMMANDS

PAGE = Path(__file__).parents[3] / "docs" / "cli.md"


def test_the_page_of_the_command_line_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m kg.cli.reference docs/cli.md"


def test_the_page_has_every_command() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"## kg {name}\n" not in text] == []
