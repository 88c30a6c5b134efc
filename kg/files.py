"""Files that users name: written whole or not at all, and never put in the place of a device or a link."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, TextIO

from kg.errors import OutputError

_OF_WRITING: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
"""What goes wrong with a file that is open, without naming it."""
_SYSTEM: Final = ("/dev/", "/proc/")
_PART: Final = ".part"
_MOST_LINKS: Final = 40


def compressed(raw: IO[bytes]) -> gzip.GzipFile:
    """A gz stream into an open file, without a time or a name in it."""
    return gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=0)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A stream into a file that replaces the old one when the whole is written; gzipped for a name in .gz.

    Folders on the way are made. Where the path is a symlink, it stays and what it leads to is replaced, with
    its permissions. What is no regular file, such as a device or a FIFO, is written to as it is.

    Raises:
        OutputError: the file cannot be written.
    """
    with _told(path), _straight(path) if _is_special(path) else _swapped(path) as raw:
        if path.suffix.lower() != ".gz":
            yield raw
            return
        with compressed(raw) as packed:
            yield packed  # type: ignore[misc]


@contextlib.contextmanager
def replacing_text(path: Path) -> Iterator[TextIO]:
    """As `replacing`, for text in UTF-8 with line feeds."""
    with replacing(path) as raw:
        file = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        yield file
        file.detach()


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) or _is_stream(path)


def _is_stream(path: Path) -> bool:
    """Whether a path leads to an open file of this process, such as /dev/stdout: a shell holds it open as well."""
    for _ in range(_MOST_LINKS):
        if str(path.absolute()).startswith(_SYSTEM):
            return True
        if not path.is_symlink():
            return False
        path = path.parent / path.readlink()
    return False


@contextlib.contextmanager
def _straight(path: Path) -> Iterator[IO[bytes]]:
    # A stream that was sent to a file (kg … -o /dev/stdout >> FILE) keeps what the file holds.
    with path.open("ab" if path.is_file() else "wb") as file:
        yield file


@contextlib.contextmanager
def _swapped(path: Path) -> Iterator[IO[bytes]]:
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name[:50]}.{os.getpid()}{_PART}")
    part.unlink(missing_ok=True)
    try:
        # "x": a link that someone else put there is not followed.
        with part.open("xb") as file:
            yield file
        if target.exists():
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        part.replace(target)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn an error of the file system into one line, if it is about this file and not about what is read."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, RuntimeError) as error:
        if not _concerns(error, path):
            raise
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError(f"cannot write {path}: {why}; choose another file with -o") from error


def _concerns(error: OSError | RuntimeError, path: Path) -> bool:
    if not isinstance(error, OSError):
        return "Symlink loop" in str(error)
    if not isinstance(error.filename, str):
        return error.errno in _OF_WRITING
    named, target = Path(error.filename).absolute(), path.absolute()
    if named == target or target.is_relative_to(named):
        return True
    real = path.resolve()
    return real.is_relative_to(named) or (named.parent == real.parent and named.name.endswith(_PART))
