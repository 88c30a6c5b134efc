"""The largest memory of `kg extract`, whatever the number of papers.

    python tests/benchmarks/extraction_memory.py CORPUS.jsonl.gz [PAPERS]

PAPERS is how many abstracts are read at most, the first of the corpus by id (default 2,000). For several processes the
figure is the sum of the largest memory of each, pages they share counted each time: no moment had more. Linux only.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from extraction_speed import first

ROOT = Path(__file__).resolve().parents[2]
PAPERS = 2_000
PAUSE = 0.1


def main(corpus: Path, most: int) -> None:
    """Print a Markdown table."""
    if not Path("/proc/self/status").exists():
        print("Not measured: this system has no /proc.")
        return
    print("| abstracts | processes that read | largest memory, all processes together |\n|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for count, workers in ((most // 8, 1), (most, 1), (most, 2)):
            papers = Path(folder) / f"{count}.jsonl.gz"
            with gzip.open(papers, "wt", encoding="utf-8") as file:
                for paper in first(corpus, count):
                    file.write(json.dumps({"id": paper.id, "title": paper.title, "abstract": paper.abstract}) + "\n")
            largest = peak("extract", str(papers), "--workers", str(workers))
            print(f"| {count:,} | {workers} | {largest / 2**20:,.0f} MiB |", flush=True)


def peak(*arguments: str) -> int:
    """Bytes: the sum of the largest resident memory of each process of a `kg` command; exits where it fails."""
    command = [sys.executable, "-m", "kg", *arguments]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    largest: dict[int, int] = {}
    while child.poll() is None:
        largest.update(dict(tree(child.pid)))
        time.sleep(PAUSE)
    if child.returncode:
        sys.exit(f"kg {' '.join(arguments)} failed with exit code {child.returncode}")
    return sum(largest.values())


def tree(process: int) -> Iterator[tuple[int, int]]:
    """Number and largest resident memory so far, in bytes, of a process and all that it started."""
    folder = Path("/proc") / str(process)
    try:
        status = (folder / "status").read_text(encoding="utf-8")
        started_by = [(task / "children").read_text(encoding="utf-8") for task in (folder / "task").iterdir()]
    except OSError:  # ended meanwhile
        return
    for line in status.splitlines():
        if line.startswith("VmHWM"):
            yield process, int(line.split()[1]) * 1024
    for number in " ".join(started_by).split():
        yield from tree(int(number))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else PAPERS)
