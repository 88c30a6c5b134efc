"""Papers a second that are extracted, beside other pipelines on the same abstracts.

    python tests/benchmarks/extraction_speed.py CORPUS.jsonl.gz [PAPERS]

PAPERS is how many are read, the first by id (default 2,000). Every contestant has two processes of one thread. The
papers are cut into rounds, and in each round the contestants take turns, because the machine may have other work to do:
what stands in the table is the median over the rounds, and the ratio to the shipped pipeline is taken within each.
"""

from __future__ import annotations

import gzip
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import peers

from ontology.model import Paper

PAPERS = 2_000
ROUNDS = 5
PROCESSES = 2
BATCH = 25
"""Papers given to a process at once; fewer where a round is short, so that both have work to the end."""
CONTESTANTS = {
    "shipped": "paperkg, as shipped: mentions, abbreviations, roles and relations",
    "fast": "paperkg, as shipped, with `--model fast`",
    "fp32": "paperkg, the encoder in 32 bits",
    "en_core_web_sm": "en_core_web_sm, whole: tags, parse, lemmas and entities",
    "en_core_web_sm entities": "en_core_web_sm, entities alone",
}


def main(corpus: Path, count: int) -> None:
    """Print a Markdown table."""
    papers = first(corpus, count)
    reasons = {name: peers.missing(name) for name in CONTESTANTS}
    running = [name for name, reason in reasons.items() if reason is None]
    seconds = measured(running, papers)
    rounds = [len(papers[number::ROUNDS]) for number in range(ROUNDS)]
    print(f"{len(papers):,} abstracts in {ROUNDS} rounds, {PROCESSES} processes of one thread each.\n")
    print("| pipeline | papers a second | lowest and highest round | of the shipped one | papers a CPU second |")
    print("|---|--:|--:|--:|--:|")
    for name, what in CONTESTANTS.items():
        if reasons[name] is not None:
            print(f"| {what} | not measured: {reasons[name]} | | | |")
            continue
        speeds = [size / clock for size, (clock, _) in zip(rounds, seconds[name], strict=True)]
        pairs = zip(seconds["shipped"], seconds[name], strict=True)
        ratio = statistics.median(ours[0] / theirs[0] for ours, theirs in pairs)
        busy = len(papers) / sum(cpu for _, cpu in seconds[name])
        spread = f"{min(speeds):.1f} to {max(speeds):.1f}"
        print(f"| {what} | {statistics.median(speeds):.1f} | {spread} | {ratio:.2f} x | {busy:.1f} |")


def first(corpus: Path, count: int) -> list[Paper]:
    """The first papers of a corpus by id that have an abstract."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        records = [record for record in map(json.loads, lines) if record["abstract"]]
    records.sort(key=lambda record: record["id"])
    return [Paper(id=r["id"], title=r["title"] or "", abstract=r["abstract"]) for r in records[:count]]


def measured(names: Sequence[str], papers: Sequence[Paper]) -> dict[str, list[tuple[float, float]]]:
    """For each contestant and round the seconds on the clock, and the seconds of CPU of its processes."""
    context = multiprocessing.get_context("spawn")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    with ExitStack() as stack:
        pools = {
            name: stack.enter_context(
                ProcessPoolExecutor(PROCESSES, mp_context=context, initializer=loaded, initargs=(name,))
            )
            for name in names
        }
        for name, pool in pools.items():
            warmed = [pool.submit(cpu_seconds, name, papers[:1], 0.5) for _ in range(PROCESSES)]
            [future.result() for future in warmed]
        for number in range(ROUNDS):
            share = papers[number::ROUNDS]
            # Each starts one round in turn: who comes first may find a cache or a clock speed that others do not.
            for name in (*names[number % len(names) :], *names[: number % len(names)]):
                started = time.perf_counter()
                parts = [
                    pools[name].submit(cpu_seconds, name, share[i : i + BATCH]) for i in range(0, len(share), BATCH)
                ]
                cpu = sum(part.result() for part in parts)
                found[name].append((time.perf_counter() - started, cpu))
    return found


def loaded(name: str) -> None:
    """A contestant made ready in this process."""
    peers.work(name)


def cpu_seconds(name: str, papers: Sequence[Paper], pause: float = 0.0) -> float:
    """Seconds of CPU that a contestant took; a pause leaves other work of the pool to another process."""
    started = time.process_time()
    peers.work(name)(papers)
    time.sleep(pause)
    return time.process_time() - started


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else PAPERS)
