from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kg import output, tables
from kg.errors import KgError, OutputError, UsageError
from kg.explore import page

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def folder(built: Path) -> Path:
    return output.current(built)


@pytest.fixture(scope="module")
def overview(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    out = page(folder, None, tmp_path_factory.mktemp("page") / "overview.html")
    return out.read_text(encoding="utf-8")


def embedded(text: str, name: str) -> object:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_overview_of_a_small_corpus_holds_every_paper_and_entity(folder: Path, overview: str) -> None:
    nodes, payload = embedded(overview, "nodes"), embedded(overview, "payload")
    entities = tables.scan(folder, "entities").collect()
    assert isinstance(nodes, list)
    assert isinstance(payload, dict)
    assert len(nodes) == len(payload["records"]) == entities.height + 40
    assert payload["title"].startswith("40 papers")


def test_the_page_of_an_entity_has_it_in_the_middle(folder: Path, tmp_path: Path) -> None:
    label = tables.scan(folder, "entities").sort("papers", "iri", descending=True).collect()["label"][0]
    out = page(folder, label, tmp_path / "deep" / "er" / "entity.html", limit=30)
    payload = embedded(out.read_text(encoding="utf-8"), "payload")
    assert isinstance(payload, dict)
    assert payload["records"][payload["centre"]]["label"] == label
    assert len(payload["records"]) <= 30


def test_the_same_tables_give_the_same_bytes_whatever_the_seed_and_the_locale(
    folder: Path, overview: str, tmp_path: Path
) -> None:
    code = f"from pathlib import Path; from kg.explore import page; page(Path({str(folder)!r}), None, Path('o.html'))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": str(ROOT)}
    environment["PYTHONCOERCECLOCALE"] = "0"
    environment.pop("DISPLAY", None)
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment)
    assert (tmp_path / "o.html").read_bytes() == overview.encode("utf-8")


def test_a_page_of_hundreds_of_nodes_stays_under_a_megabyte_and_a_half(overview: str) -> None:
    nodes = embedded(overview, "nodes")
    assert isinstance(nodes, list)
    assert len(nodes) > 250
    assert len(overview.encode("utf-8")) < 1_500_000


def test_nothing_in_the_page_names_another_host_to_load_from(overview: str) -> None:
    loaded = re.findall(r"<(?:script|img|iframe|link|source)\b[^>]*?(?:src|href)=\"([^\"]*)", overview)
    assert loaded == ["data:,"]
    assert "sourceMappingURL" not in overview
    assert "default-src 'none'" in overview
    assert "unsafe-inline" not in overview


def test_an_unknown_name_is_answered_with_near_ones(folder: Path, tmp_path: Path) -> None:
    label = max(tables.scan(folder, "entities").collect()["label"], key=len)
    with pytest.raises(KgError) as caught:
        page(folder, label[:-1] + "qq", tmp_path / "x.html")
    assert "did you mean" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "x.html").exists()


def test_a_file_that_cannot_be_written_gives_one_clear_line(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot write"):
        page(folder, None, tmp_path / "file" / "x.html")
    (tmp_path / "taken.html").mkdir()
    with pytest.raises(OutputError, match="cannot write"):
        page(folder, None, tmp_path / "taken.html")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken.html"]


def test_a_depth_below_one_makes_no_sense(folder: Path, tmp_path: Path) -> None:
    label = tables.scan(folder, "entities").collect()["label"][0]
    with pytest.raises(UsageError):
        page(folder, label, tmp_path / "x.html", depth=0)


def test_importing_the_room_does_not_import_pyvis() -> None:
    code = "import sys, kg.explore; sys.exit(bool({'pyvis', 'IPython', 'networkx'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0


def test_a_link_to_a_page_stays_a_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "x.html").symlink_to("real.html")
    page(folder, None, tmp_path / "x.html")
    assert (tmp_path / "x.html").is_symlink()
    assert (tmp_path / "real.html").is_file()
