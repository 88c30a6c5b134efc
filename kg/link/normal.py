"""Normal forms: what two surface forms of one name have in common.

A key keeps what tells names apart (digits, `+`, `#`, a trailing `*`) and drops what does not (case, markup, quotes,
dashes and spaces, the plural, British against American spelling, diacritics). It is a key to compare by, not a text
to show.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from extractors.clean import clean
from ontology.model import AliasReason

_CUT_MARKUP: Final = re.compile(r"\\(?:emph|text[a-z]{2}|math[a-z]{2,4})\b|[\\${}^]")
_POSSESSIVE: Final = re.compile(r"(?<=\w)'s\b", re.IGNORECASE)
_QUOTES: Final = str.maketrans(dict.fromkeys("'\"`´‘’‚‛“”„‟«»‹›′″"))
_LATIN_MARK: Final = re.compile(r"(?<=[a-zA-Z])[\u0300-\u036f]+")
_GREEK: Final = re.compile(r"GREEK (?:SMALL|CAPITAL) LETTER (?:FINAL )?([A-Z]+)$")
_SPLIT: Final = re.compile(r"[^\w.+#*]+|_+|(?<!\d)\.|\.(?!\d)")
_NET: Final = re.compile(r"(?<=[a-z]{4}) [Nn]ets?\b")
_DIGITS_MEET: Final = re.compile(r"(?<=\d) (?=\d)")
_SPELLING: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=i)z(?=ation|ing|e)|(?<=y)z(?=e|ing)", "s"),
        (r"(behavi|neighb|col|lab|fav|hum|hon|tum|vap|rum|flav|harb|arm)our", r"\1or"),
        (r"(od|ab|av|un|ev|anc|ann)ell(?=ing|ed|er)", r"\1el"),
        (r"(ign)all(?=ing|ed|er)", r"\1al"),
        (r"(?<=[aio])logue", "log"),
        (r"(defen|licen|offen)ce", r"\1se"),
        (r"centre", "center"),
        (r"fibre", "fiber"),
        (r"artefact", "artifact"),
    )
)
"""British forms to American ones; the `z` of -ize goes to `s`, because "noise" and "precise" have no other form."""

_IRREGULAR: Final = {
    "matrices": "matrix", "vertices": "vertex", "indices": "index", "axes": "axis", "analyses": "analysis",
    "hypotheses": "hypothesis", "syntheses": "synthesis", "theses": "thesis", "corpora": "corpus",
    "criteria": "criterion", "phenomena": "phenomenon", "automata": "automaton", "biases": "bias",
    "viruses": "virus", "corpuses": "corpus", "lenses": "lens", "aliases": "alias", "movies": "movie",
    "cookies": "cookie", "caches": "cache", "cameras": "camera", "areas": "area", "schemas": "schema",
    "schemata": "schema", "personas": "persona", "formulas": "formula", "formulae": "formula", "topics": "topic",
    "metrics": "metric", "heuristics": "heuristic", "critics": "critic", "characteristics": "characteristic",
}  # fmt: skip
_UNCHANGED: Final = ("ss", "us", "is", "as", "os", "ics", "series", "species", "news", "lens")
_OS_PLURAL: Final = ("ios", "eos", "tos", "mos")


@lru_cache(maxsize=262_144)
def key(surface: str) -> str:
    """The normal form of a surface form: equal for variants of one name, never empty, its own normal form.

    `key("Bi-LSTMs") == key("BiLSTM")`, `key("normalising flow") == key("Normalizing Flows")`; `CIFAR-10` and
    `CIFAR-100`, `A` and `A*`, `C`, `C#` and `C++`, `PRM` and `PRM*` stay apart.
    """
    return squash(words(surface)) or " ".join(unicodedata.normalize("NFKC", surface).casefold().split())


@lru_cache(maxsize=262_144)
def words(surface: str) -> tuple[str, ...]:
    """The words of a surface form in normal form; `squash` joins them to the key."""
    text = _NET.sub(" network", plain(surface))
    parts = [part for part in _SPLIT.split(text) if part]
    shouted = len(parts) > 1 and all(p.isupper() or not p.isalpha() for p in parts) and len(max(parts, key=len)) > 6
    return tuple(_word(part.lower() if shouted else part, alone=len(parts) == 1) for part in parts)


def squash(parts: tuple[str, ...]) -> str:
    """Words joined to a key, spelling unified; only two numbers side by side keep a dash between them."""
    joined = _DIGITS_MEET.sub("-", " ".join(parts)).replace(" ", "")
    for pattern, replacement in _SPELLING:
        joined = pattern.sub(replacement, joined)
    # A final "s" that is no plural ("SARS") is doubled, so that the key is its own normal form.
    return joined + "s" if singular(joined) != joined and not joined.isdigit() else joined


def plain(surface: str) -> str:
    """A surface form without markup, quotes, diacritics and invisible characters; case, dashes and spaces remain."""
    text = _CUT_MARKUP.sub("", clean(unicodedata.normalize("NFKC", surface)).text)
    text = _POSSESSIVE.sub("", text.replace("’", "'")).translate(_QUOTES)
    if not text.isascii():
        text = _LATIN_MARK.sub("", unicodedata.normalize("NFKD", text))
        text = "".join(map(_spell, unicodedata.normalize("NFKC", text)))
    return " ".join(text.replace("&", " and ").split())


def singular(word: str) -> str:
    """The singular of a lower-case English word, by rule; words that only look like plurals are left alone."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 5 or not word.endswith("s") or not word[-2].isalpha():
        return word
    if word.endswith(_UNCHANGED) and not word.endswith(_OS_PLURAL):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def reason(surface: str, label: str) -> AliasReason:
    """Why two surface forms are one name: the least of the differences that covers what they differ in."""
    if surface == label:
        return AliasReason.PREFERRED
    left, right = plain(surface), plain(label)
    if left == right:
        return AliasReason.MARKUP
    left, right = left.casefold(), right.casefold()
    if left == right:
        return AliasReason.CASE
    if _letters(left) == _letters(right):
        return AliasReason.HYPHEN
    if _letters(_singulars(left)) == _letters(_singulars(right)):
        return AliasReason.PLURAL
    return AliasReason.SPELLING if key(surface) == key(label) else AliasReason.ABBREVIATION


@lru_cache(maxsize=1 << 16)
def shown(surface: str) -> str:
    """A surface as people read it: on one line, without markup; itself where nothing would be left of it."""
    return clean(surface).text.strip() or surface


def is_clean(surface: str) -> bool:
    """Whether a surface form has no markup and no line break in it."""
    return plain(surface) == surface.replace("’", "'").translate(_QUOTES) or not re.search(r"[\\${}^\n<>`*]", surface)


def _word(part: str, *, alone: bool) -> str:
    lower = unicodedata.normalize("NFKC", part.casefold())
    stem = part[:-1]
    if part.endswith("s") and len(stem) > 1 and stem[-1].isupper():
        return lower[:-1]
    if part.isupper() and len(part) > 1:
        return lower
    if not alone and len(lower) == 4 and lower.endswith("s") and not lower.endswith(_UNCHANGED):
        return lower[:-1]
    return "multi" if lower == "multiple" and not alone else singular(lower)


def _spell(char: str) -> str:
    if char.isascii():
        return char
    if char == "∞":
        return "infinity"
    greek = _GREEK.match(unicodedata.name(char, ""))
    if greek:
        return greek[1].lower()
    return "-" if unicodedata.category(char) == "Pd" or char == "\u2212" else char


def _letters(text: str) -> str:
    return re.sub(r"[\s\-_/]+", "", text)


def _singulars(text: str) -> str:
    return " ".join(singular(word) if len(word) != 4 else word.removesuffix("s") for word in re.split(r"[\s\-]+", text))
