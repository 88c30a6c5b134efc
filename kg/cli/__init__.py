"""The command line: `kg`."""

from kg.cli.run import main

__all__ = ["main"]
