"""What can go wrong, each with one clear line.

    KgError                 the work failed; the command line exits with 1
    ├── InputError          a source file cannot be read or holds nothing usable
    ├── OutputError         the output folder cannot be written, or holds no graph
    ├── QueryError          a query is unknown, malformed, or lacks a parameter
    └── UsageError          an option or argument makes no sense; exits with 2

The message is always one line.
"""

from __future__ import annotations


class KgError(Exception):
    """Something the user can understand and act on; the message is one line: what, where, expected, what to do."""

    exit_code = 1


class InputError(KgError):
    """A source file cannot be read, or holds nothing usable."""


class OutputError(KgError):
    """The output folder cannot be written, or there is no graph in it."""


class QueryError(KgError):
    """A query is unknown, malformed, or lacks a parameter."""


class UsageError(KgError):
    """An option or argument makes no sense."""

    exit_code = 2
