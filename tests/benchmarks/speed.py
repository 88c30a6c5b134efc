"""How fast a graph is built and asked, and how much memory that takes.

    python tests/benchmarks/speed.py [PAPERS...]

Without arguments: the 1,000 abstracts of docs/examples/acl. Every command is a process of its own.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAPERS = sorted((ROOT / "docs" / "examples" / "acl").glob("*.jsonl.gz"))
ROUNDS = 5
QUERY = "SELECT ?t (COUNT(*) AS ?n) WHERE { ?s a ?t } GROUP BY ?t ORDER BY DESC(?n)"


def main(papers: Sequence[Path]) -> None:
    """Print a Markdown table."""
    import kg

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        seconds, memory = run("build", *map(str, papers), "-o", place)
        graph = kg.open(folder)
        count = graph.papers.collect().height
        asked = [run("query", QUERY, "--graph", place)[0] for _ in range(ROUNDS)]
        drawn, _ = run("explore", "-o", str(folder / "page.html"), "--graph", place)
        rows = [
            ("papers", f"{count:,}"),
            ("kg build", f"{seconds:.1f} s, {count / seconds:.0f} papers a second"),
            ("kg build, largest memory", f"{memory / 2**20:.0f} MiB"),
            ("size of graph.nq.gz", f"{(graph.folder / 'graph.nq.gz').stat().st_size / 2**20:.1f} MiB"),
            ("kg query, counts by class", f"{statistics.median(asked):.2f} s with start-up"),
            ("the same query in an open graph", f"{within(graph):.1f} ms"),
            ("kg explore, overview", f"{drawn:.1f} s"),
            ("kg --help", f"{statistics.median(run('--help')[0] for _ in range(ROUNDS)):.2f} s"),
        ]
    print("| what | measured |\n|---|---|")
    print("\n".join(f"| {what} | {figure} |" for what, figure in rows))


def run(*arguments: str) -> tuple[float, int]:
    """Seconds on the clock and largest resident memory in bytes of one `kg` command."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "kg", *arguments]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, text=True)
    assert child.stderr is not None
    told = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"kg {' '.join(arguments)} failed: {told.strip()}")
    unit = 1 if sys.platform == "darwin" else 1024
    return time.perf_counter() - started, usage.ru_maxrss * unit


def within(graph: object) -> float:
    """Median milliseconds of the query in a process that has asked once before."""
    ask = graph.query  # type: ignore[attr-defined]
    ask(QUERY)
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        ask(QUERY)
        times.append(1000 * (time.perf_counter() - started))
    return statistics.median(times)


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]] or PAPERS)
