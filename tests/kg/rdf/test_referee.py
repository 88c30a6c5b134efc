"""pyshacl in batches finds what it finds in the whole, and says it the same way each time."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_graph import BUILD, write_tables

from kg.rdf import quads, referee, shapes


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    quads.write(write_tables(tmp_path, title="C++ is new", year=2020), BUILD)
    path = tmp_path / quads.QUADS
    text = gzip.decompress(path.read_bytes()).decode()
    text = text.replace('"proposed"', '"invented"').replace('"0.9"', '"9"').replace("ontology#proposes>", "x#x>")
    path.write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_batches_find_what_the_whole_does(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = shapes.validate(broken, engine="pyshacl")
    assert len(whole.violations) > 3
    monkeypatch.setattr(referee, "BATCH", 10)
    assert shapes.validate(broken, engine="pyshacl") == whole


@pytest.mark.parametrize("engine", ["compiled", "pyshacl"])
def test_the_report_is_the_same_whatever_the_seed_of_hashes(broken: Path, engine: str) -> None:
    script = "import sys, pathlib; from kg.rdf import shapes; print(shapes.validate(pathlib.Path(sys.argv[1]), "
    script += "engine=sys.argv[2]))"
    found = {
        subprocess.run(
            [sys.executable, "-c", script, str(broken), engine],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1
    assert b"not in list" in found.pop()


def test_a_subclass_in_another_batch_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "BATCH", 1)
    path = tmp_path / "x.ttl"
    path.write_text(
        "@prefix : <https://w3id.org/paperkg/ontology#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        "<https://w3id.org/paperkg/paper/a> a :Paper ; rdfs:label 'a' ; :venue <https://w3id.org/paperkg/venue/v> .\n"
        "<https://w3id.org/paperkg/venue/v> a <x:Journal> . <x:Journal> rdfs:subClassOf <x:Serial> .\n"
        "<x:Serial> rdfs:subClassOf :Venue .\n"
    )
    found = [shapes.validate(path, engine=engine) for engine in ("compiled", "pyshacl")]
    assert found[0] == found[1]
    assert ("VenueShape", "rdfs:label") in {(v.shape, v.path) for v in found[0].violations}
    assert "pkg:venue" not in {v.path for v in found[0].violations}
