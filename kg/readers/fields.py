"""The names that files use, in several languages, for the fields of a paper."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "id": (
        "id", "paper id", "_id", "key", "uid", "identifier", "record id", "bib key", "acl id",
        "openreview id",
    ),
    "title": (
        "title", "paper title", "document title", "article title", "display name", "name", "Titel",
        "titre", "título", "titolo", "tytuł", "название", "заголовок", "标题", "題目", "题目", "论文标题",
        "题名", "タイトル", "表題", "論文名", "제목", "논문명", "başlık", "otsikko", "nimi", "název",
        "tittel", "cím",
    ),
    "abstract": (
        "abstract", "abstracts", "abstract text", "paper abstract", "abstract note", "summary",
        "description", "Zusammenfassung", "Kurzfassung", "résumé", "sommaire", "resumen", "resumo",
        "riassunto", "sommario", "samenvatting", "streszczenie", "abstrakt", "аннотация", "реферат",
        "摘要", "论文摘要", "内容摘要", "要旨", "抄録", "概要", "アブストラクト", "초록", "요약", "özet",
        "tiivistelmä", "sammanfattning", "sammendrag", "összefoglaló", "content", "text",
    ),
    "year": (
        "year", "publication year", "pub year", "year of publication", "published year", "Jahr",
        "Erscheinungsjahr", "Publikationsjahr", "année", "año", "ano", "anno", "jaar", "rok", "год", "年",
        "年份", "发表年份", "出版年", "発行年", "연도", "발행연도", "yıl", "vuosi", "år", "év",
        "publication date", "pub date", "date published", "published date", "date", "published", "Datum",
        "fecha", "data", "日期", "日付",
    ),
    "venue": (
        "venue", "conference", "conference name", "conference title", "booktitle", "book title",
        "journal", "journal name", "journal title", "journal/book", "publication title",
        "publication name", "publication", "source title", "container title", "proceedings", "event",
        "Konferenz", "Zeitschrift", "Tagung", "conférence", "revue", "conferencia", "conferência",
        "revista", "conferenza", "rivista", "tijdschrift", "конференция", "журнал", "会议", "会议名称",
        "期刊", "来源", "学会", "会議", "雑誌", "학회", "학술지", "dergi",
    ),
    "authors": (
        "authors", "author", "author names", "author full names", "authors list", "creator", "creators",
        "Autoren", "Autor", "Verfasser", "auteurs", "auteur", "autores", "autori", "autorzy", "авторы",
        "автор", "作者", "著者", "저자", "yazarlar", "yazar", "tekijät", "författare", "forfattere",
        "szerzők",
    ),
    "doi": (
        "doi", "doi link", "digital object identifier",
    ),
    "arxiv": (
        "arxiv", "arxiv id", "eprint", "arxiv identifier", "arxiv number", "arxiv url",
    ),
    "url": (
        "url", "link", "paper url", "landing page", "href", "pdf", "pdf link", "pdf url",
    ),
}  # fmt: skip
"""For each field of a paper the names it goes by, the surest first."""

_INNER: Final = ("display_name", "name", "title", "value", "text", "raw")
"""Where an object holds its text, when a file has an object in place of a text."""


@lru_cache(maxsize=4096)
def normal_name(name: str) -> str:
    """The name of a field without case, accents, spaces and punctuation: "Pub. Year" gives "pubyear"."""
    bare = (char for char in unicodedata.normalize("NFKD", name).casefold() if char.isalnum())
    return "".join(bare)


_ALIASES: Final = {field: tuple(map(normal_name, names)) for field, names in _NAMES.items()}
_FIELD_OF: Final = {alias: field for field, aliases in _ALIASES.items() for alias in aliases}


def known_fields(names: Iterable[str]) -> set[str]:
    """Which fields of a paper these names stand for, as far as they are known."""
    return {field for name in names if (field := _FIELD_OF.get(normal_name(name)))}


class Fields:
    """A record by the fields of a paper, whatever its file calls them."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values: dict[str, Any] = {}
        for name, value in values.items():
            if value is not None and value != "":
                self._values.setdefault(normal_name(name), value)

    def candidates(self, field: str) -> Iterator[Any]:
        """The values there are for a field, the surest name first."""
        return (self._values[alias] for alias in _ALIASES[field] if alias in self._values)

    def text(self, field: str) -> str:
        """The first text of a field that is more than white space, as it stands; "" without one."""
        texts = (text_of(value) for value in self.candidates(field))
        return next((text for text in texts if text.strip()), "")


def text_of(value: Any) -> str:
    """The text in a value: itself, digits, the lines of a list joined, the name of an object; else ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return "\n".join(value) if all(isinstance(each, str) for each in value) else ""
    if isinstance(value, dict):
        return next((value[key] for key in _INNER if isinstance(value.get(key), str)), "")
    return ""
