"""The output folder: a fresh folder for each build, swapped in whole.

output/builds/<12 hex>/   the tables, graph.nq.gz, graph.ttl, store/, import-log.jsonl, build.json
output/current            the present build: a relative symlink, or a text file with the folder's name where
                          symlinks are not allowed
"""

from __future__ import annotations

import contextlib
import errno
import filecmp
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from kg.errors import OutputError, UsageError

_BUILD: Final = re.compile(r"[0-9a-f]{12}")
_UNFINISHED: Final = ".building-"
_LOCK: Final = ".lock"


def current(output: Path | str) -> Path:
    """The folder of the present build, resolved; `output` may also be such a folder itself.

    Raises:
        OutputError: there is no graph.
    """
    output = Path(output)
    if (output / "build.json").is_file():
        return output.resolve()
    link = output / "current"
    folder = link
    if link.is_file():
        name = link.read_text(encoding="utf-8", errors="replace").strip()
        folder = output / name if re.fullmatch(r"builds/[0-9a-f]{12}", name) else output / "builds" / "-"
    if (folder / "build.json").is_file():
        return folder.resolve()
    where = shlex.quote(str(output))
    raise OutputError(f"{output}: no graph here; expected a folder made by kg build; run: kg build INPUT -o {where}")


@contextlib.contextmanager
def fresh(output: Path | str) -> Iterator[Path]:
    """A fresh folder inside `output` to build in, removed at the end unless `swap_in` took it.

    The output folder is made where it is missing, checked before any work is done, and locked against a second build;
    what killed builds have left is removed. After a failure the folders that it made are gone, unless they hold more.

    Raises:
        OutputError: the folder cannot be written, or another build is at work in it.
        UsageError: its name is empty.
    """
    if str(output) == "":
        raise UsageError("the output folder has an empty name; expected a folder, as in -o output")
    output = Path(output)
    builds = output / "builds"
    made = [each for each in (builds / _LOCK, builds, output, *output.parents) if not os.path.lexists(each)]
    try:
        with _told(output):
            _refuse(output)
            builds.mkdir(parents=True, exist_ok=True)
            lock = (builds / _LOCK).open("a", encoding="utf-8")
        with lock:
            _lock(lock, output)
            with _emptied(output, made) as folder, _told(output):
                yield folder
    except BaseException:
        # Only what is empty goes, and only what was not there before.
        for each in made:
            with contextlib.suppress(OSError):
                each.rmdir()
        raise


@contextlib.contextmanager
def _emptied(output: Path, made: Sequence[Path]) -> Iterator[Path]:
    """A new folder for a build, under the lock; a failure takes with it the lock's file, if it is among those made."""
    builds = output / "builds"
    try:
        with _told(output):
            for left in builds.glob(_UNFINISHED + "*"):
                shutil.rmtree(left, ignore_errors=True)
            folder = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=builds))
            folder.chmod(0o777 & ~_umask())
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except BaseException:
        if builds / _LOCK in made:
            with contextlib.suppress(OSError):
                (builds / _LOCK).unlink()
        raise


def swap_in(output: Path | str, folder: Path, build_id: str) -> Path:
    """Make a finished folder the present build, in one step, and remove the older builds; returns its new path.

    Args:
        output: the output folder.
        folder: what `fresh` gave.
        build_id: 12 hexadecimal digits of a hash of the content.

    Raises:
        ValueError: the id is of another form.
        OSError: the folder cannot be moved; the old build is still the present one.
    """
    if not _BUILD.fullmatch(build_id):
        raise ValueError(f"a build id has 12 hexadecimal digits, not {build_id!r}")
    output = Path(output)
    target = output / "builds" / build_id
    if target.exists() and not _same_files(folder, target):
        target.rename(folder.with_name(f"{_UNFINISHED}damaged-{build_id}"))
    if not target.exists():
        folder.rename(target)
    _point(output, build_id)
    for other in (output / "builds").iterdir():
        if other != target and (_BUILD.fullmatch(other.name) or other.name.startswith(_UNFINISHED)):
            shutil.rmtree(other, ignore_errors=True)
    return target


def _refuse(output: Path) -> None:
    if output.exists() and not output.is_dir():
        raise OutputError(f"{output}: is a file; expected a folder for the output; choose another with -o")
    link = output / "current"
    if link.is_dir() and not link.is_symlink():
        raise OutputError(f"{link}: is a folder that kg build did not make; move it, or choose another output with -o")


@contextlib.contextmanager
def _told(output: Path) -> Iterator[None]:
    """Turn an error of the file system into one line, if it is about the output folder."""
    try:
        yield
    except OSError as error:
        if not _concerns(error, output):
            raise
        why = error.strerror or str(error)
        raise OutputError(
            f"{output}: cannot write the output ({why}); choose a folder you can write with -o"
        ) from error


def _concerns(error: OSError, output: Path) -> bool:
    if not isinstance(error.filename, str):
        return error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG}
    where, whole = Path(error.filename).absolute(), output.absolute()
    return where.is_relative_to(whole) or whole.is_relative_to(where)


def _lock(file: IO[str], output: Path) -> None:
    try:
        import fcntl
    except ImportError:  # no advisory locks on this system
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise OutputError(
            f"{output}: another build is at work here; wait for it, or choose another output with -o"
        ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _same_files(left: Path, right: Path) -> bool:
    """Whether both folders hold the same files; the store's files differ from load to load, its presence is enough."""
    names = sorted(p.name for p in left.iterdir())
    if names != sorted(p.name for p in right.iterdir()):
        return False
    files = [name for name in names if (left / name).is_file()]
    _, different, unreadable = filecmp.cmpfiles(left, right, files, shallow=False)
    return not different and not unreadable


def _point(output: Path, build_id: str) -> None:
    link, step = output / "current", output / "builds" / f"{_UNFINISHED}current"
    step.unlink(missing_ok=True)
    try:
        # Relative to `output`, where the link will stand.
        step.symlink_to(f"builds/{build_id}", target_is_directory=True)
    except (OSError, NotImplementedError):
        step.write_text(f"builds/{build_id}\n", encoding="utf-8")
    step.replace(link)
