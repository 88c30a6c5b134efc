"""Paragraphs of a text, and the heading line that names a venue and a year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kg.readers.values import FIRST_YEAR, LAST_YEAR

_MAX_HEADING: Final = 100
_MAX_NAME: Final = 9
"""Words of a venue with its year."""
_YEAR: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)年?")
_SENTENCE: Final = re.compile(r"[.!?;](?:\s|$)|[。！？；]")
_DECORATION: Final = " \t\f\ufeff#=*_~-–—:：|()[]【】《》「」"
_LISTED: Final = (
    r"(?:papers?|abstracts?|posters?|orals?|spotlights?|proceedings|publications|articles?|submissions|"
    r"(?:接收|录用|会议)?论文(?:列表|集|摘要)?|摘要|列表|論文(?:一覧|集)?)"
)
_ADJECTIVE: Final = r"(?:(?:accepted|selected|main|conference|full|all|poster|oral|spotlight|list\s+of|the)\s+)*"
_KIND: Final = re.compile(
    rf"[\s,:：\-–—|]*{_ADJECTIVE}{_LISTED}(?:\s+(?:list|abstracts|collection))?\s*$", re.IGNORECASE
)
_LEADING: Final = re.compile(
    rf"^\s*{_ADJECTIVE}{_LISTED}\s*(?:\b(?:at|of|from|for|in|to)\b)?\s*(?:the\b)?[\s:]*", re.IGNORECASE
)
_ASIDE: Final = re.compile(r"\([^)]*\)?")
_EVENT: Final = re.compile(r"\b(?:Workshop|Conference|Symposium|Track|Main)\b.*", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"^\s*the\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a heading line says about the papers below it."""

    venue: str
    year: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Lines without a blank one between them."""

    line: int
    """Number of the first line, from 1."""
    lines: tuple[str, ...]
    """As they stand, without their line ends."""

    @property
    def text(self) -> str:
        """The lines joined by LF; nothing is stripped."""
        return "\n".join(self.lines)

    def after(self, count: int) -> Paragraph:
        """The paragraph without its first lines."""
        return Paragraph(line=self.line + count, lines=self.lines[count:])


def paragraphs(lines: Iterable[str]) -> Iterator[Paragraph]:
    """The paragraphs of a text in order, lazily; a line of white space only is blank."""
    held: list[str] = []
    first = 0
    for number, line in enumerate(lines, start=1):
        if line.strip().strip("\ufeff"):
            first = first or number
            held.append(line.removesuffix("\n"))
        elif held:
            yield Paragraph(line=first, lines=tuple(held))
            held, first = [], 0
    if held:
        yield Paragraph(line=first, lines=tuple(held))


def heading(line: str, *, named: bool = False) -> Heading | None:
    """Venue and year of a heading such as "NeurIPS 2025 Papers"; None for any other line.

    A heading is short, holds one year of 1900 to 2035, no sentence punctuation, and a venue. With `named`, it
    must also say what it lists ("papers", "论文列表"): asked for where a line could as well be a title.
    """
    text = line.strip(_DECORATION)
    years = list(_YEAR.finditer(text))
    if len(text) > _MAX_HEADING or len(years) != 1 or _SENTENCE.search(text):
        return None
    before, after = text[: years[0].start()], text[years[0].end() :]
    kind_after, kind_before = _KIND.match(after), _LEADING.match(before)
    rest = "" if kind_after else _without_kind(after)
    venue = f"{_ARTICLE.sub('', _LEADING.sub('', before))} {_ASIDE.sub('', rest)}"
    venue = " ".join(venue.split()).strip(_DECORATION + "'’,")
    year = int(years[0].group(1))
    lists = bool(kind_before or kind_after or rest != after)
    counts = lists or (not named and _is_name(text, years[0]))
    return Heading(venue=venue, year=year) if counts and venue and FIRST_YEAR <= year <= LAST_YEAR else None


def _is_name(text: str, year: re.Match[str]) -> bool:
    """Whether a line that does not say what it lists is a name with a year, such as "ICLR 2024"."""
    aside = not _EVENT.sub("", _ASIDE.sub("", text[year.end() :])).strip(_DECORATION)
    words = len(text.split())
    return (aside or year.start() == 0) and words <= _MAX_NAME and not re.search(r"[:：]", text)


def _without_kind(text: str) -> str:
    """The text after a year without the words for papers at its end."""
    words = text.split()
    for start in range(len(words)):
        if _KIND.match(" ".join(words[start:])):
            return " ".join(words[:start])
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A paragraph with the heading it stands under."""

    paragraph: Paragraph
    heading: Heading | None


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The paragraphs that are not headings, each with the last heading above it, in order, lazily.

    The first paragraph is a heading when it is one line that reads like one; later ones, and a first line
    with no blank line below it, must also say what they list. So files put behind one another keep their
    venues.
    """
    current: Heading | None = None
    for position, paragraph in enumerate(paragraphs(lines)):
        alone = len(paragraph.lines) == 1
        found = heading(paragraph.lines[0], named=position > 0 or not alone)
        if found is None:
            yield Block(paragraph=paragraph, heading=current)
            continue
        current = found
        if not alone:
            yield Block(paragraph=paragraph.after(1), heading=current)


def common_fields(block: Block) -> dict[str, object]:
    """The fields that a heading gives to every paper below it."""
    return {} if block.heading is None else {"venue": block.heading.venue, "year": block.heading.year}
