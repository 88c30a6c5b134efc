"""What can be wrong with a term list or a component of the user's own."""

from __future__ import annotations


class ExtensionError(ValueError):
    """A term list or component cannot be used; the message is one line: what, where, expected."""
