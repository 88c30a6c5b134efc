"""Numbers in messages."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun, as in "1 paper" and "1,200 papers"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
