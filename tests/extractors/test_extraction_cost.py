"""Work and memory: a paper costs by its length, not by its square, and none is remembered after it is written."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import extractors
from ontology.model import Paper

ROOT = Path(__file__).resolve().parents[2]
MEBIBYTE = 2**20
LIMIT = 1_500 * MEBIBYTE
STATUS = Path("/proc/self/status")
# The figure that `wait4` gives for a child begins at the size of the process that started it.
MEASURED = """
import atexit, sys

def tell():
    status = open("/proc/self/status").read().splitlines()
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))

atexit.register(tell)
import kg.cli
kg.cli.main()
"""


def memory(folder: Path, papers: list[dict[str, str]]) -> int:
    """The largest resident memory of `kg extract` on some papers, in bytes."""
    source, target = folder / f"{len(papers)}.jsonl", folder / "found.jsonl"
    source.write_text("".join(json.dumps(paper) + "\n" for paper in papers), encoding="utf-8")
    command = [sys.executable, "-c", MEASURED, "extract", str(source), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert len(target.read_text(encoding="utf-8").splitlines()) == len(papers)
    return 1024 * int(done.stdout)


@pytest.mark.parametrize(
    "abstract",
    ["BERT, " * 8_000, "BERT (GPT) " * 4_500, "-" * 49_900, "*" * 49_900, "(" * 20_000 + "x" + ")" * 20_000],
    ids=["a list of names", "names and brackets", "dashes", "asterisks", "nested brackets"],
)
def test_the_longest_abstract_that_is_read_takes_seconds(abstract: str) -> None:
    """Minutes before the bounds on sentences and pairs; the bound here is generous, for machines that are shared."""
    started = time.process_time()
    next(extractors.extract([Paper(id="1", abstract=abstract)]))
    assert time.process_time() - started < 60


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell the memory of a process")
def test_memory_does_not_grow_with_the_number_of_papers(tmp_path: Path) -> None:
    """The venue is what makes these papers large: it is kept like all of a paper, and nothing has to read it."""
    papers = [
        {"id": f"{i}", "title": f"Net{i}", "abstract": "We use BERT for parsing.", "venue": "V" * 60_000}
        for i in range(1_000)
    ]
    few, many = memory(tmp_path, papers[:200]), memory(tmp_path, papers)
    assert many < LIMIT
    assert many - few < 24 * MEBIBYTE, "800 papers of 60,000 characters are 46 MiB"


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell the memory of a process")
def test_memory_stays_bounded_when_every_abstract_is_the_longest_that_is_read(tmp_path: Path) -> None:
    """Every dash is a token: no text of that length has more of them."""
    papers = [{"id": f"{i}", "title": f"Net{i}", "abstract": "- " * 24_950} for i in range(5)]
    assert memory(tmp_path, papers) < LIMIT / 2
