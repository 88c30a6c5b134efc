from __future__ import annotations

from pathlib import Path

import pytest

from kg import output
from kg.errors import OutputError, UsageError

ONE, TWO = "1" * 12, "2" * 12


def make(where: Path, build_id: str, text: str = "{}") -> Path:
    with output.fresh(where) as folder:
        (folder / "build.json").write_text(text, encoding="utf-8")
        return output.swap_in(where, folder, build_id)


def test_a_finished_build_becomes_the_present_one_and_the_old_one_goes(tmp_path: Path) -> None:
    make(tmp_path, ONE)
    assert output.current(tmp_path).name == ONE
    make(tmp_path, TWO)
    assert output.current(tmp_path).name == TWO
    assert (tmp_path / "current").is_symlink()
    assert sorted(p.name for p in (tmp_path / "builds").iterdir()) == [".lock", TWO]


def test_a_failed_build_leaves_the_old_one_whole(tmp_path: Path) -> None:
    make(tmp_path, ONE, "old")
    with pytest.raises(ZeroDivisionError), output.fresh(tmp_path) as folder:
        1 / (folder / "build.json").write_text("", encoding="utf-8")
    assert (output.current(tmp_path) / "build.json").read_text(encoding="utf-8") == "old"
    assert sorted(p.name for p in (tmp_path / "builds").iterdir()) == [".lock", ONE]


def test_what_a_killed_build_left_is_removed_by_the_next(tmp_path: Path) -> None:
    (tmp_path / "builds" / ".building-dead" / "store").mkdir(parents=True)
    make(tmp_path, ONE)
    assert not (tmp_path / "builds" / ".building-dead").exists()


def test_files_of_the_user_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "builds" / "mine").mkdir(parents=True)
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    make(tmp_path, ONE)
    make(tmp_path, TWO)
    assert (tmp_path / "builds" / "mine").exists()
    assert (tmp_path / "notes.txt").exists()


def test_the_same_build_twice_is_kept_once(tmp_path: Path) -> None:
    first = make(tmp_path, ONE)
    assert make(tmp_path, ONE) == first
    assert output.current(tmp_path) == first.resolve()


def test_a_damaged_build_of_the_same_id_is_replaced(tmp_path: Path) -> None:
    first = make(tmp_path, ONE, "good")
    (first / "build.json").write_text("bad", encoding="utf-8")
    make(tmp_path, ONE, "good")
    assert (output.current(tmp_path) / "build.json").read_text(encoding="utf-8") == "good"
    assert sorted(p.name for p in (tmp_path / "builds").iterdir()) == [".lock", ONE]


def test_a_build_folder_itself_can_be_named(tmp_path: Path) -> None:
    folder = make(tmp_path, ONE)
    assert output.current(folder) == output.current(tmp_path / "current") == folder.resolve()


def test_a_text_file_stands_in_where_links_are_not_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("symbolic links are not allowed")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    folder = make(tmp_path, ONE)
    assert (tmp_path / "current").is_file()
    assert output.current(tmp_path) == folder.resolve()


@pytest.mark.parametrize("text", ["", "../../etc", "builds/../..", "builds/" + ONE])
def test_a_text_file_that_names_no_build_is_no_graph(tmp_path: Path, text: str) -> None:
    (tmp_path / "current").write_text(text, encoding="utf-8")
    with pytest.raises(OutputError, match="no graph here"):
        output.current(tmp_path)


def test_a_folder_without_a_graph_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no graph here; expected a folder made by kg build; run: kg build"):
        output.current(tmp_path / "none")


def test_a_file_is_refused_as_output(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(OutputError, match="is a file"), output.fresh(tmp_path / "file"):
        pass
    with pytest.raises(OutputError, match="cannot write the output"), output.fresh(tmp_path / "file" / "below"):
        pass


def test_a_folder_called_current_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "current").mkdir()
    with pytest.raises(OutputError, match="did not make"), output.fresh(tmp_path):
        pass


def test_two_builds_at_once_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with output.fresh(tmp_path), pytest.raises(OutputError, match="another build is at work"), output.fresh(tmp_path):
        pass
    with output.fresh(tmp_path):
        pass


def test_an_error_of_the_input_is_not_blamed_on_the_output(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), output.fresh(tmp_path / "out"):
        (tmp_path / "missing" / "input.txt").read_text(encoding="utf-8")


def test_a_failed_build_removes_the_folders_it_made(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), output.fresh(tmp_path / "a" / "out"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").mkdir()
    with pytest.raises(ZeroDivisionError), output.fresh(tmp_path / "mine"):
        raise ZeroDivisionError
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_failed_build_keeps_what_is_not_its_own(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), output.fresh(tmp_path / "out"):
        1 / ((tmp_path / "out" / "notes.txt").write_text("x", encoding="utf-8") - 1)
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["notes.txt"]


def test_a_second_build_that_is_refused_leaves_the_first_alone(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with output.fresh(tmp_path / "out") as folder:
        with pytest.raises(OutputError, match="at work"), output.fresh(tmp_path / "out"):
            pass
        assert folder.is_dir()
        assert (tmp_path / "out" / "builds" / ".lock").is_file()


def test_an_empty_name_is_bad_usage() -> None:
    with pytest.raises(UsageError, match="empty name"), output.fresh(""):
        pass


def test_the_command_to_run_is_quoted_for_a_shell(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"-o '.*/a b; c'$"):
        output.current(tmp_path / "a b; c")
