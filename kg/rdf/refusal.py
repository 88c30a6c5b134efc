"""What SPARQL is not run: updates, and whatever would reach outside the store."""

from __future__ import annotations

import re
from typing import Final

from kg.errors import QueryError

_UPDATES: Final = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY"})
_OUTSIDE: Final = ("SERVICE", "FROM")
_GAP: Final = r"(?:\s|\#[^\n\r]*[\n\r])*"
# A SERVICE clause makes the store open connections, so it is looked for in the whole text, whatever stands around
# it: what looks like a string or an IRI to one reader of SPARQL may be code to another.
_SERVICE: Final = re.compile(rf"SERVICE{_GAP}(?:SILENT{_GAP})?[^\s{{}}]+{_GAP}\{{", re.IGNORECASE)
# Keywords are the bare words left when all that can hold a word is taken out (SPARQL 1.1, section 19.8).
_TOKENS: Final = re.compile(
    r"""
      (?P<iri>     <[^<>"{}|^`\\\x00-\x20]*> )
    | (?P<text>    \"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\" | '''(?:[^'\\]|\\.|'(?!''))*'''
                 | "(?:[^"\\\n\r]|\\.)*"  |  '(?:[^'\\\n\r]|\\.)*' )
    | (?P<comment> \#[^\n\r]* )
    | (?P<name>    (?P<prefix>[^\W\d_][\w.\-]*)? : (?:[\w.\-:]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])* )
    | (?P<bnode>   _:[\w.\-]* )
    | (?P<var>     [?$]\w+ )
    | (?P<lang>    @[A-Za-z\-]+ )
    | (?P<word>    [A-Za-z_]\w* )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


def refuse(sparql: str) -> None:
    """Do nothing for a query that only reads the store.

    Raises:
        QueryError: it is an update, or holds SERVICE, FROM or LOAD.
    """
    forms = (sparql, _ESCAPE.sub(_unescape, sparql))
    words = _words(forms[0]) | _words(forms[1])
    if found := sorted(words & _UPDATES):
        what = "the graph is only read; expected SELECT, ASK, CONSTRUCT or DESCRIBE"
        raise QueryError(f"{found[0]} is refused: {what}")
    # Some parsers see a keyword even where it is glued to a number, to "true", or to a prefix.
    outside = [each for each in _OUTSIDE if any(each in word for word in words)]
    if any(map(_SERVICE.search, forms)):
        outside = ["SERVICE"]
    if outside:
        raise QueryError(f"{outside[0]} is refused: a query may read only this graph; leave the clause out")


def prefixes(sparql: str) -> set[str]:
    """The prefixes that a query uses."""
    return {match["prefix"] or "" for match in _TOKENS.finditer(sparql) if match["name"]}


def _words(sparql: str) -> set[str]:
    found = (match["word"] or match["prefix"] for match in _TOKENS.finditer(sparql))
    return {word.upper() for word in found if word}


def _unescape(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    return chr(code) if code <= 0x10FFFF else match[0]
