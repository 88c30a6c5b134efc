"""How fast the two packaged models extract, on the same abstracts.

    python tests/benchmarks/model_speed.py [PAPERS...]

Without arguments: the first 200 abstracts of docs/examples/acl. Each model is a process of its own that reads papers in
one thread; loading is not counted. The two take turns, and the fastest of three rounds counts, so that what else the
machine does weighs least.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAPERS = sorted((ROOT / "docs" / "examples" / "acl").glob("*.jsonl.gz"))
NUMBER, ROUNDS = 200, 3
SCRIPT = """
import itertools, json, sys, time
from pathlib import Path
import extractors
from extractors.extraction import extract_with
from kg import readers
from kg.importlog import ImportLog

model, number, *files = sys.argv[1:]
papers = list(itertools.islice(readers.read([Path(each) for each in files], ImportLog()), int(number)))
nlp = extractors.load(model)
tagger = nlp.get_pipe("mention_tagger")
if hasattr(tagger, "threads"):
    tagger.threads = 1
extract_with(nlp, papers[:8])
print(len(papers), flush=True)
for _ in sys.stdin:
    clock, processor = time.perf_counter(), time.process_time()
    extract_with(nlp, papers)
    print(json.dumps([time.perf_counter() - clock, time.process_time() - processor]), flush=True)
"""


def main(files: Sequence[Path]) -> None:
    """Print a Markdown table."""
    workers = {model: start(model, files) for model in ("standard", "fast")}
    number = {model: int(line(worker)) for model, worker in workers.items()}["fast"]
    found: dict[str, list[list[float]]] = {model: [] for model in workers}
    for _ in range(ROUNDS):
        for model, worker in workers.items():
            assert worker.stdin is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
            found[model].append(json.loads(line(worker)))
    for worker in workers.values():
        worker.communicate()
    best = {model: [number / min(column) for column in zip(*rounds, strict=True)] for model, rounds in found.items()}
    print("| papers a second, one process, one thread | on the clock | of processor time |\n|---|---|---|")
    for model, (clock, processor) in best.items():
        print(f"| `--model {model}` | {clock:.1f} | {processor:.1f} |")
    ratios = [fast / standard for fast, standard in zip(best["fast"], best["standard"], strict=True)]
    print(f"| fast : standard | {ratios[0]:.1f} | {ratios[1]:.1f} |")


def start(model: str, files: Sequence[Path]) -> subprocess.Popen[str]:
    """A process that has loaded a model and reads the papers at every line it is given."""
    command = [sys.executable, "-c", SCRIPT, model, str(NUMBER), *map(str, files)]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def line(worker: subprocess.Popen[str]) -> str:
    """The next line that a process prints; exits when there is none."""
    assert worker.stdout is not None
    return worker.stdout.readline() or sys.exit("a process has failed")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]] or PAPERS)
