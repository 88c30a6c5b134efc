"""Opening a file whatever it is packed or encoded in: gzip, byte-order marks, other encodings, binary files.

A file is looked through once before it is read, so that an encoding is decided for the whole of it and
damage is known before the first record. Line ends (CRLF, CR) become LF in decoding; nothing else of the
text is changed.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, cast

from kg.importlog import Problem
from kg.readers.record import FileFault, Sample, one_line

SAMPLE_BYTES: Final = 65_536
MAX_LINE_BYTES: Final = 512 * 1024 * 1024
"""A longer line is refused: it is no abstract, and a small gzip file can hold one that fills the memory."""
STDIN: Final = Path("-")

_MAGIC: Final[tuple[tuple[bytes, str], ...]] = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a zip archive or an Office document"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"\x7fELF", "a program"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"PAR1", "a Parquet table"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x1f\x8b", "gzip inside gzip"),
)
_WIDE: Final[tuple[tuple[bytes, str], ...]] = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL: Final = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b")) + b"\x7f"
_BINARY_SHARE: Final = 0.02
"""Random bytes hold a tenth of control characters, text next to none."""
_WESTERN: Final = "cp1252"
_CANDIDATES: Final = (
    *(_WESTERN, "cp1250", "cp1251", "koi8_r", "gb18030", "big5", "cp932", "euc_jp", "cp949"),
    *("cp1253", "cp1254", "cp1255", "cp1256", "cp874", "iso8859_2"),
)
"""The encodings that abstracts come in, one for each family; a wider choice has one of DOS for any short text."""
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_ENOUGH: Final = 10
"""Bytes beyond ASCII below which there is no telling."""
_RUN: Final = 1.8
"""Mean length of the runs of such bytes above which the script is not Latin."""
_CLEAR: Final = 0.4
"""Coherence with a language (0 to 1) of an encoding to take where Windows-1252 reads as noise."""
_MARGIN: Final = 0.1
"""How much better, in coherence or noise (0 to 1), another encoding has to be than Windows-1252."""
_EXPECTED: Final = "expected text such as .txt, .jsonl or .csv, or one of these packed with gzip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One input that was looked through and can be read as text any number of times."""

    path: Path
    label: str
    """The name for messages, unique among the inputs."""
    encoding: str
    sample: Sample
    problems: tuple[Problem, ...]
    content: bytes | None
    """All of it, where it comes from a pipe and cannot be read twice."""

    @property
    def name(self) -> str:
        """Name of the file without its folder, fit for a table: what `Paper.source` holds."""
        return display_name(self.path)

    @contextmanager
    def lines(self) -> Iterator[io.TextIOWrapper]:
        """The text, line by line or as a whole; every line end is LF."""
        with _faults(), _open(self.path, self.content) as binary:
            yield io.TextIOWrapper(binary, encoding=self.encoding, errors="replace")


def display_name(path: Path) -> str:
    """The name of a file in valid Unicode and one line; "stdin" for `-`."""
    if path == STDIN:
        return "stdin"
    return one_line(path.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def survey(path: Path, label: str) -> Source:
    """An input ready to be read; raises FileFault when it is empty, binary, damaged or cannot be opened."""
    with _faults():
        content = None if path.is_file() else _drain(path)
        with _open(path, content) as binary:
            head = binary.read(SAMPLE_BYTES + 1)
        _refuse_binary(head)
        encoding, problems = _encoding(path, content, head, label)
    sample = _sample(path, head, encoding)
    if sample.whole and not sample.text.strip("\ufeff \t\n\r\f\v"):
        raise FileFault("holds nothing but white space; expected abstracts")
    return Source(path=path, label=label, encoding=encoding, sample=sample, problems=problems, content=content)


@contextmanager
def _faults() -> Iterator[None]:
    """What can go wrong with a file, as a FileFault."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileFault("the gzip data is damaged or cut off; fetch or pack the file again") from error
    except OSError as error:
        raise FileFault(f"cannot be read: {one_line(error.strerror or str(error))}") from error


def _drain(path: Path) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read()
    return path.read_bytes()


@contextmanager
def _open(path: Path, content: bytes | None) -> Iterator[BinaryIO]:
    """The bytes of an input, unpacked where they are gzip."""
    raw = io.BytesIO(content) if content is not None else path.open("rb")
    with raw:
        start = raw.read(2)
        raw.seek(0)
        plain = gzip.GzipFile(fileobj=raw, mode="rb") if start == b"\x1f\x8b" else raw
        with io.BufferedReader(cast(io.RawIOBase, plain)) as binary:
            yield binary


def _refuse_binary(head: bytes) -> None:
    if not head:
        raise FileFault("the file is empty; expected abstracts")
    if head.startswith(tuple(bom for bom, _ in _WIDE)):
        return
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            raise FileFault(f"looks like a binary file ({kind}), {_EXPECTED}")
    controls = len(head) - len(head.translate(None, _CONTROL))
    if controls > _BINARY_SHARE * len(head):
        raise FileFault(f"looks like a binary file, {_EXPECTED}")


def _encoding(path: Path, content: bytes | None, head: bytes, label: str) -> tuple[str, tuple[Problem, ...]]:
    """Name of the encoding, and what there is to say about it."""
    for bom, name in _WIDE:
        if head.startswith(bom):
            return name, ()
    with _open(path, content) as binary:
        faults = _look_through(binary)
    if not faults.lines:
        return "utf-8-sig", ()
    more = faults.lines - 1
    what = "not valid UTF-8" + (f", nor {'is 1 other line' if more == 1 else f'are {more:,} other lines'}" * bool(more))
    if faults.good >= faults.lines:
        done, encoding = "unreadable characters replaced", "utf-8-sig"
    else:
        encoding = _guess(faults.excerpt)
        done = f"read as {encoding}"
    return encoding, (Problem(file=label, line=faults.first, what=f"{what}; expected UTF-8", done=done),)


@dataclass(slots=True)
class _Faults:
    """What a look through the lines of a file found."""

    lines: int = 0
    first: int = 0
    good: int = 0
    """Lines that hold valid UTF-8 beyond ASCII: a sign that the file is UTF-8 with a few broken bytes."""
    excerpt: bytes = b""


def _look_through(binary: BinaryIO) -> _Faults:
    found = _Faults()
    number = 0
    while line := binary.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise FileFault(f"line {number} is longer than {MAX_LINE_BYTES:,} bytes, {_EXPECTED}")
        if line.isascii():
            continue
        try:
            line.decode("utf-8")
            found.good += 1
        except UnicodeDecodeError:
            found.lines += 1
            found.first = found.first or number
            if len(found.excerpt) < SAMPLE_BYTES:
                found.excerpt += line[:SAMPLE_BYTES]
    return found


def _guess(excerpt: bytes) -> str:
    """The likely encoding of bytes that are not UTF-8, by charset-normalizer; Windows-1252 where little speaks for it.

    Single high bytes between ASCII ones are the accents and quotation marks of a Latin script, and runs of them are
    Cyrillic, Greek or CJK. A few bytes decide nothing between the encodings of one of these kinds.
    """
    from charset_normalizer import from_bytes

    runs = _HIGH.findall(excerpt)
    total = sum(map(len, runs))
    if total < _ENOUGH:
        return _WESTERN
    matches = from_bytes(excerpt, cp_isolation=list(_CANDIDATES))
    best = matches.best()
    if best is None:
        return _WESTERN
    if total >= _RUN * len(runs):
        return best.encoding
    western = next((each for each in matches if _WESTERN in each.could_be_from_charset), None)
    if western is None:
        return best.encoding if best.coherence >= _CLEAR else _WESTERN
    better = best.coherence > western.coherence + _MARGIN or western.chaos > best.chaos + _MARGIN
    return best.encoding if better else _WESTERN


def _sample(path: Path, head: bytes, encoding: str) -> Sample:
    whole = len(head) <= SAMPLE_BYTES
    text = codecs.getincrementaldecoder(encoding)(errors="replace").decode(head[:SAMPLE_BYTES], final=whole)
    name = display_name(path).lower().removesuffix(".gz")
    return Sample(name=name, text=text.replace("\r\n", "\n").replace("\r", "\n"), whole=whole)
