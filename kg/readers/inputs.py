"""What the user named on the command line, as a list of files to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR

from kg.errors import InputError
from kg.importlog import FILE_SKIPPED, ImportLog, Problem
from kg.readers.record import one_line
from kg.readers.source import STDIN, display_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One file to read, and the name it has in messages."""

    path: Path
    label: str


def expand(inputs: Sequence[Path], extensions: Collection[str], log: ImportLog) -> list[Input]:
    """The files to read in order: folders give their files with a known extension, sorted by name.

    What stands in a folder and is not read goes to the log, hidden files apart. Raises InputError when an
    input does not exist, or there is nothing to read.
    """
    if not inputs:
        raise InputError("no inputs; expected files or folders with abstracts, or - for standard input")
    entries = [entry for path in inputs for entry in _entries(path, extensions)]
    labels = _labels({path for path, _ in entries})
    for path, reason in entries:
        if reason:
            log.add(Problem(file=labels[path], what=reason, done=FILE_SKIPPED))
    files = [Input(path=path, label=labels[path]) for path, reason in entries if not reason]
    if not files:
        first = one_line(str(inputs[0]))
        raise InputError(f"{first}: no file to read in this folder; expected files such as .txt, .jsonl or .csv")
    return files


def _entries(path: Path, extensions: Collection[str]) -> list[tuple[Path, str]]:
    """The files that a path stands for, each with the reason why it is not read, "" for none."""
    if path == STDIN:
        return [(path, "")]
    try:
        if not S_ISDIR(path.stat().st_mode):
            return [(path, "")]
        inside = sorted((each for each in path.iterdir() if not each.name.startswith(".")), key=lambda each: each.name)
    except (OSError, ValueError) as error:
        reason = "no such file or folder" if isinstance(error, FileNotFoundError | ValueError) else _reason(error)
        raise InputError(f"{one_line(str(path))}: {reason}; expected a file or folder with abstracts") from error
    return [(each, _why_not(each, extensions)) for each in inside]


def _reason(error: OSError) -> str:
    return f"cannot be read ({error.strerror or error})"


def _why_not(path: Path, extensions: Collection[str]) -> str:
    """Why a file in a folder is not read; "" when it is."""
    if path.is_dir():
        return "a folder inside a folder; name it as an input of its own to read it"
    if not path.name.lower().removesuffix(".gz").endswith(tuple(extensions)):
        known = ", ".join(sorted(extensions))
        return f"not one of {known}; name it as an input of its own to read it"
    return ""


def _labels(paths: Collection[Path]) -> dict[Path, str]:
    """A short name for each path: its last part, with as many folders as tell it from the others."""
    labels = {path: display_name(path) for path in paths}
    depth = 1
    while depth < max((len(path.parts) for path in paths), default=0):
        depth += 1
        count = Counter(labels.values())
        for path, label in labels.items():
            if count[label] > 1:
                labels[path] = "/".join(display_name(Path(part)) for part in path.parts[-depth:])
    return labels
