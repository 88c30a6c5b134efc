"""Run every benchmark and write docs/benchmarks.md: `make bench`, or `python tests/benchmarks [DATA]`.

DATA is the folder of annotated sources and corpora (default ../shared/data beside the checkout); what it
lacks is left out and said so. A new benchmark is a script that prints its figures, and an entry in
`BENCHMARKS`.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
LIBRARIES = ("spacy", "pyoxigraph", "rdflib", "polars", "networkx", "numpy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One claim and the command that measures it; inputs are patterns below the data folder."""

    title: str
    about: str
    command: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    plain: bool = False
    """Whether the output is text to be shown as it is, rather than Markdown."""
    silent: bool = False
    """Whether what it prints is left out: it draws a picture."""


BENCHMARKS = (
    Benchmark(
        title="Extraction",
        about="Precision, recall and F1 on 186 abstracts of the development part, unseen in training.",
        command=("-m", "kg", "evaluate"),
        inputs=("ner/abstracts/dev.jsonl.gz",),
        plain=True,
    ),
    Benchmark(
        title="Extraction from the sample papers",
        about="The same on 19 of the sample abstracts (docs/examples/neurips2025), without titles.",
        command=("-m", "kg", "evaluate"),
        inputs=("gold/neurips2025-000.jsonl",),
        plain=True,
    ),
    Benchmark(
        title="Extraction from the released abstracts",
        about="The same on the 29 of the 186 that are released with the code, with [their guide and "
        "licence](../tests/benchmarks/data/README.md): what anyone can rerun.",
        command=("-m", "kg", "evaluate", "tests/benchmarks/data/acl-dev.jsonl.gz"),
        plain=True,
    ),
    Benchmark(
        title="Scores as probabilities",
        about="How often mentions of a score are right, with 95 % Wilson intervals: the diagonal would be perfect.\n\n"
        "![Reliability of the scores on dev](images/reliability.svg)",
        command=("-m", "kg", "evaluate", "--plot", "docs/images/reliability.svg", "--json"),
        inputs=("ner/abstracts/dev.jsonl.gz",),
        silent=True,
    ),
    Benchmark(
        title="The rules beside the tagger",
        about="Strict F1 with each of the rules of extractors/names.py switched off, one at a time.",
        command=("tests/benchmarks/rules.py",),
        inputs=("ner/abstracts/dev.jsonl.gz", "gold/neurips2025-000.jsonl"),
        plain=True,
    ),
    Benchmark(
        title="Extraction from the corpora of others",
        about="Span and type, in per cent, against marks that others set by guides of their own; F1 by type.",
        command=("tests/benchmarks/corpora.py",),
        inputs=tuple(f"ner/{source}/dev.jsonl.gz" for source in ("scier", "tdmsci", "scirex", "crossner-ai")),
    ),
    Benchmark(
        title="Speed of extraction",
        about="The same abstracts for all, read in turns: how many a second, and how many times as fast as what ships.",
        command=("tests/benchmarks/extraction_speed.py",),
        inputs=("corpus/acl-ccby/papers-1.jsonl.gz",),
    ),
    Benchmark(
        title="Memory of extraction",
        about="The largest memory of `kg extract`, which is to stay under 1.5 GB whatever the number of papers.",
        command=("tests/benchmarks/extraction_memory.py",),
        inputs=("corpus/acl-ccby/papers-1.jsonl.gz",),
    ),
    Benchmark(
        title="Linking",
        about="350 judged pairs of names: are they one entity? Two thirds are not decided by lower-casing.",
        command=("tests/benchmarks/linking.py",),
        inputs=(
            "gold/linking-dev.jsonl",
            "corpus/paperlists/*.jsonl.gz",
            "corpus/acl-ccby/papers-1.jsonl.gz",
        ),
        plain=True,
    ),
    Benchmark(
        title="Speed and memory",
        about="The 1,000 abstracts of docs/examples/acl, one process a command.",
        command=("tests/benchmarks/speed.py",),
    ),
)


def main(data: Path) -> None:
    """Measure, and write the page."""
    parts = [
        "# Benchmarks\n",
        "Written by `make bench`; every figure comes from the script named with it, run on one machine.\n",
        f"Machine: {machine()}.\n",
    ]
    for benchmark in BENCHMARKS:
        print(benchmark.title, file=sys.stderr)
        parts.append(section(benchmark, data))
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    print(PAGE.relative_to(ROOT), file=sys.stderr)


def section(benchmark: Benchmark, data: Path) -> str:
    """One section of the page; exits when a benchmark fails."""
    command = " ".join(("python", *benchmark.command, *(f"DATA/{name}" for name in benchmark.inputs)))
    head = f"## {benchmark.title}\n\n{benchmark.about}\n\n`{command}`\n"
    files = [path for name in benchmark.inputs for path in sorted(data.glob(name))]
    if len(files) < len(benchmark.inputs):
        return f"{head}\nNot measured: the data is not on this machine.\n"
    told = measure((*benchmark.command, *map(str, files)))
    if benchmark.silent:
        return head
    return f"{head}\n```text\n{told}\n```\n" if benchmark.plain else f"{head}\n{told}\n"


def measure(command: Sequence[str]) -> str:
    """What a script prints."""
    settings = os.environ | {"COLUMNS": "110"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())


def machine() -> str:
    """Processor, cores, system, Python and the libraries that matter."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in LIBRARIES)
    cores = f"{os.cpu_count()} cores of {platform.machine()}"
    return f"{cores}, {platform.system()}, Python {platform.python_version()}; {versions}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data")
