"""Plain English text from an abstract full of markup, with a map back to every raw character.

LaTeX, Markdown, HTML remnants, typographic quotes and dashes, ligatures, invisible characters and hard wraps are
resolved; what the tagger sees is short and regular, and every span found in it is a slice of the raw text.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_ACCENTS: Final = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a",
}  # fmt: skip

_GREEK: Final = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
]

_SYMBOLS: Final = {
    "infty": "∞", "times": "×", "cdot": "·", "pm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "ne": "≠", "approx": "≈", "sim": "~", "to": "→", "rightarrow": "→", "leftarrow": "←", "in": "∈", "ll": "≪",
    "gg": "≫", "ldots": "…", "dots": "…", "cdots": "…", "sum": "∑", "prod": "∏", "partial": "∂", "nabla": "∇",
    "sqrt": "√", "ell": "ℓ", "forall": "∀", "exists": "∃", "subset": "⊂", "cup": "∪", "cap": "∩", "star": "*",
    "ast": "*", "log": "log", "exp": "exp", "min": "min", "max": "max", "arg": "arg", "sup": "sup", "inf": "inf",
    "S": "§", "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "aa": "å", "AA": "Å", "i": "i",
    "quad": " ", "qquad": " ", "par": " ", "newline": " ", "linebreak": " ", "left": "", "right": "", "big": "",
    "Big": "", "bigl": "", "bigr": "", "textasciitilde": "~", "textbackslash": "\\", "varepsilon": "ε", "varphi": "φ",
    "LaTeX": "LaTeX", "TeX": "TeX", "centering": "", "noindent": "", "item": "", "xspace": "", "tilde": "", "hat": "",
    "bar": "", "vec": "", "widetilde": "", "widehat": "", "overline": "", "limits": "", "displaystyle": "", "it": "",
    "bf": "", "em": "", "rm": "", "tt": "", "sc": "", "sl": "", "cal": "", "textregistered": "®", "copyright": "©",
    "mid": "|", "lVert": "‖", "rVert": "‖", "Vert": "‖", "vert": "|", "langle": "⟨", "rangle": "⟩", "circ": "∘",
}  # fmt: skip
for _name in _GREEK:
    _unicode_name = "lamda" if _name == "lambda" else _name
    _SYMBOLS[_name] = unicodedata.lookup(f"GREEK SMALL LETTER {_unicode_name.upper()}")
    _SYMBOLS[_name.capitalize()] = unicodedata.lookup(f"GREEK CAPITAL LETTER {_unicode_name.upper()}")

_STYLES: Final = (
    "emph|text(?:bf|it|sc|tt|rm|sf|sl|md|up|normal|superscript|subscript)?|math(?:rm|bf|cal|bb|sf|it|tt|scr|frak|normal)|"
    "operatorname|underline|mbox|hbox|boldsymbol|bm|href|url|footnote|ensuremath|uppercase|lowercase|sout|textcolor"
)
_REFERENCES: Final = (
    "cite[a-zA-Z]*|ref|eqref|autoref|cref|Cref|label|footnotemark|vspace|hspace|includegraphics|color|bibliography"
)

_CHARACTERS: Final = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "′": "'", "‐": "-", "‑": "-",
    "‒": "-", "−": "-", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
}  # fmt: skip

_TOKEN: Final = re.compile(
    rf"""
      (?P<reference>\\(?:{_REFERENCES})\*?\s*(?:\[[^\]\n]{{0,80}}\])*(?:\{{[^{{}}]{{0,300}}\}})+)
    | (?P<style>\\(?:textcolor|href)\s*\{{[^{{}}]{{0,300}}\}}\s*(?=\{{)|\\(?:{_STYLES})\*?(?![a-zA-Z])\s*(?=\{{))
    | (?P<accent>\{{?\\(?P<mark>[`'^"~=.]|[uvHckr](?=\s*\{{|\s))\s*(?P<brace>\{{)?\s*(?P<base>\\[ij]|[A-Za-z])\}}?
        (?(brace)\}}?))
    | (?P<macro>\\[a-zA-Z]+)
    | (?P<escaped>\\[%&_\#${{}}])
    | (?P<spacing>\\\\|\\[,;:! ]|\\[()\[\]])
    | (?P<entity>&(?:\#[0-9]{{1,7}}|\#x[0-9a-fA-F]{{1,6}}|[A-Za-z]{{2,8}}[0-9]{{0,2}});)
    | (?P<block></?(?:p|br|div|li|ul|ol|h[1-6]|sec|title|jats:(?:p|sec|title))(?:\s[^<>]{{0,200}})?/?>)
    | (?P<inline></?(?:i|b|u|em|strong|sub|sup|span|a|tt|code|small|font|italic|bold|sc|inline-formula|tex-math|
        alternatives|fixed-case|jats:[a-z-]+|mml:[a-z]+|math|mi|mo|mn|mrow|msub|msup)(?:\s[^<>]{{0,200}})?/?>)
    | (?P<cid>\(cid:173\)\s*|\(cid:[0-9]{{1,5}}\))
    | (?P<doubled>``|''|`(?=\w))
    | (?P<dashes>(?<!-)---?(?!-))
    | (?P<endash>(?<=\w)–(?=\w))
    | (?P<tie>(?<=\w)~(?=[\\\w]))
    | (?P<wrap>(?<=[^\W\d_]-)\n[ \t]*(?=[a-z]))
    | (?P<invisible>[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+)
    | (?P<space>[\s\x00-\x1f\x7f\u0080-\u009f]+)
    | (?P<braces>[{{}}])
    | (?P<character>[{"".join(_CHARACTERS)}])
    """,
    re.VERBOSE,
)

# Pandoc's rule for inline mathematics: no space inside the dollars, no digit after the closing one.
_MATHS: Final = re.compile(r"(?<![\\$])(\$\$?)(?=\S)([^$\n]{1,400}?)(?<=[^\s\\])(\$\$?)(?!\d)")
_MARKDOWN: Final = (
    re.compile(r"(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*\n]{1,200}?)(?<=[^\s*])(\*{1,3})(?!\*)"),
    re.compile(r"(?<![\w_\\])(__?)(?=[^\s_])([^_\n]{1,200}?)(?<=[^\s_])(__?)(?!\w)"),
    re.compile(r"(?<![`\w])(`)(?=[^\s`])([^`'\n]{1,100}?)(?<=[^\s`])(`)(?!`)"),
)
_LINK: Final = re.compile(r"(\[)([^\]\[\n]{1,200})(\]\((?:https?|ftp)://[^\s()]{1,300}\))")
_SCRIPT: Final = re.compile(r"[\^_]")
_MARKUP_SIGN: Final = re.compile(
    r"[\\$*_`&<>{}~\u00ad\u200b-\u200f\u2010-\u2015\u2018-\u201e\u2028-\u202e\u2032\u2060-\u2069\u2212\u00ab\u00bb"
    r"\ufb00-\ufb06\ufeff\x00-\x1f\x7f-\xa0]|  |--|\]\(|''|\(cid:|^\s|\s$"
)


_GROUPS: Final = re.compile(
    r"(?<!\\)(?P<sign>\$\$?|\*{1,3})|(?<!\\)(?P<open>\{)|(?<!\\)(?P<close>\})|<(?P<end>/?)[a-z]+[^<>]*>"
)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Clean text and, for each of its characters, the raw range it stands for."""

    source: str
    """The raw text."""
    text: str
    starts: tuple[int, ...] | range
    ends: tuple[int, ...] | range

    def raw(self, start: int, end: int) -> tuple[int, int]:
        """The half-open raw range of a non-empty clean range; raises IndexError outside the text.

        Markup around the range is left out, unless half of it stands inside: `$k$-means` is whole.
        """
        if not 0 <= start < end <= len(self.text):
            raise IndexError(f"range {start}:{end} is empty or outside a text of {len(self.text)} characters")
        left, right = self.starts[start], self.ends[end - 1]
        if _is_balanced(self.source[left:right]):
            return left, right
        wider_left = self.ends[start - 1] if start else 0
        wider_right = self.starts[end] if end < len(self.text) else len(self.source)
        for a, b in ((wider_left, right), (left, wider_right), (wider_left, wider_right)):
            if _is_balanced(self.source[a:b]):
                return a, b
        return left, right

    def clean(self, start: int, end: int) -> tuple[int, int] | None:
        """The clean range that lies inside a raw range, without blanks at its ends; None where nothing is left."""
        inside = [i for i in range(len(self.text)) if self.starts[i] >= start and self.ends[i] <= end]
        while inside and self.text[inside[0]].isspace():
            inside.pop(0)
        while inside and self.text[inside[-1]].isspace():
            inside.pop()
        return (inside[0], inside[-1] + 1) if inside else None


def _is_balanced(piece: str) -> bool:
    """Whether dollars, asterisks, braces and tags come in pairs."""
    signs, depth, tags = 0, 0, 0
    for match in _GROUPS.finditer(piece):
        if match["sign"]:
            signs += 1
        elif match["open"] or match["close"]:
            depth += 1 if match["open"] else -1
        else:
            tags += -1 if match["end"] else 1
        if depth < 0 or tags < 0:
            return False
    return signs % 2 == 0 and depth == 0 and tags == 0


def clean(raw: str) -> Cleaned:
    r"""The text as plain prose, single-spaced and stripped, with its map back; never raises, linear in the length.

    The range of a clean character leaves the markup around it out, so a name that stands whole inside `\emph{…}` maps
    to the bare name, while markup in its middle (`R$^2$ec`) is part of the raw slice.
    """
    if not _MARKUP_SIGN.search(raw):
        return Cleaned(raw, raw, range(len(raw)), range(1, len(raw) + 1))
    drops, maths = _delimiters(raw)
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end, text in _pieces(raw, drops, maths):
        if text is None:
            chars.extend(raw[start:end])
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
            continue
        if text == " " and (not chars or chars[-1] == " "):
            continue
        chars.extend(text)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))
    while chars and chars[-1] == " ":
        del chars[-1], starts[-1], ends[-1]
    return Cleaned(raw, "".join(chars), tuple(starts), tuple(ends))


def _delimiters(raw: str) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Start and end of each paired delimiter to drop, and the ranges that are mathematics."""
    drops: dict[int, int] = {}
    maths: list[tuple[int, int]] = []
    for match in _MATHS.finditer(raw):
        if len(match[1]) == len(match[3]):
            maths.append((match.end(1), match.start(3)))
            drops[match.start(1)] = match.end(1)
            drops[match.start(3)] = match.end(3)
    blanked = _blank(raw, maths)
    for pattern in _MARKDOWN:
        for match in pattern.finditer(blanked):
            if len(match[1]) == len(match[3]):
                drops[match.start(1)] = match.end(1)
                drops[match.start(3)] = match.end(3)
    for match in _LINK.finditer(blanked):
        drops[match.start(1)] = match.end(1)
        drops[match.start(3)] = match.end(3)
    for start, end in maths:
        for match in _SCRIPT.finditer(raw, start, end):
            if raw[match.start() - 1] != "\\":
                drops[match.start()] = match.end()
    return drops, maths


def _blank(raw: str, ranges: list[tuple[int, int]]) -> str:
    pieces, last = [], 0
    for start, end in ranges:
        pieces += [raw[last:start], "x" * (end - start)]
        last = end
    return "".join([*pieces, raw[last:]])


def _pieces(raw: str, drops: dict[int, int], maths: list[tuple[int, int]]) -> Iterator[tuple[int, int, str | None]]:
    """Raw ranges in order with what they become; None means as they are."""
    in_maths = set().union(*(range(a, b) for a, b in maths)) if maths else set()
    borders = sorted(drops)
    position = index = 0
    while position < len(raw):
        while index < len(borders) and borders[index] < position:
            index += 1
        border = borders[index] if index < len(borders) else len(raw)
        if border == position and border in drops:
            position = drops[border]
            continue
        match = _TOKEN.search(raw, position, border)
        if match is None:
            yield position, border, None
            position = border
            continue
        if match.start() > position:
            yield position, match.start(), None
        text = _replacement(match, match.start() in in_maths)
        if text is None or text:
            yield match.start(), match.end(), text
        position = match.end()


def _replacement(match: re.Match[str], in_maths: bool) -> str | None:
    """What a matched piece of markup becomes; None keeps it."""
    kind, piece = match.lastgroup, match[0]
    if match["accent"]:
        base = match["base"].lstrip("\\")
        return unicodedata.normalize("NFC", base + _ACCENTS[match["mark"]])
    if kind == "macro":
        return _SYMBOLS.get(piece[1:], None if not in_maths else piece[1:])
    if kind == "escaped":
        return piece[1:]
    if kind == "entity":
        return _unescaped(piece)
    if kind == "doubled":
        return "'" if piece == "`" else '"'
    if kind == "dashes":
        return "—" if len(piece) == 3 else "–"
    if kind == "character":
        return _CHARACTERS[piece]
    return {"spacing": " ", "block": " ", "tie": " ", "space": " ", "endash": "-"}.get(kind or "", "")


def _unescaped(piece: str) -> str | None:
    text = html.unescape(piece)
    if text == piece:
        return None
    return " " if text.isspace() else "".join(c for c in text if c.isprintable())
