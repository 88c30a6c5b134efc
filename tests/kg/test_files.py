from __future__ import annotations

import errno
import gzip
import os
import threading
from pathlib import Path

import pytest

from kg.errors import OutputError
from kg.files import replacing, replacing_text


def write(path: Path, text: str = "new\n") -> None:
    with replacing_text(path) as file:
        file.write(text)


def test_a_symlink_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "x.ttl", tmp_path / "link"
    link.symlink_to("real/x.ttl")
    for text in ("one\n", "two\n"):
        write(link, text)
        assert link.is_symlink()
        assert not target.is_symlink()
        assert target.read_text() == text
    assert [each.name for each in target.parent.iterdir()] == ["x.ttl"]


def test_a_fifo_is_written_to_and_stays(tmp_path: Path) -> None:
    fifo, link, got = tmp_path / "fifo", tmp_path / "link", []
    os.mkfifo(fifo)
    link.symlink_to(fifo)
    for path in (fifo, link):
        reader = threading.Thread(target=lambda: got.append(fifo.read_text()))
        reader.start()
        write(path)
        reader.join(10)
    assert got == ["new\n"] * 2
    assert fifo.is_fifo()
    assert link.is_symlink()


def test_a_stream_of_the_process_keeps_what_its_file_holds(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("old\n")
    with path.open("a") as file:
        write(Path(f"/proc/self/fd/{file.fileno()}"))
    assert path.read_text() == "old\nnew\n"


def test_the_permissions_of_the_old_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o640)
    write(path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_failure_keeps_the_old_file_and_leaves_no_other(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        1 / (file.write(b"half") - 4)
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


def test_a_name_in_gz_is_gzipped_the_same_each_time(tmp_path: Path) -> None:
    write(tmp_path / "a.gz")
    write(tmp_path / "b.GZ")
    data = (tmp_path / "a.gz").read_bytes()
    assert gzip.decompress(data) == b"new\n"
    assert data == (tmp_path / "b.GZ").read_bytes()
    assert data[3:8] == bytes(5)


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path, tmp_path / "file" / "x", tmp_path / "loop", tmp_path / ("n" * 300)):
        with pytest.raises(OutputError, match="cannot write") as caught:
            write(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(OutputError, match="No space left"), replacing(tmp_path / "x"):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_an_error_of_what_is_read_is_not_blamed_on_what_is_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "x"):
        (tmp_path / "missing").read_text()
