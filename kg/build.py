"""Papers in, graph out: read, extract, link, state, write tables, quads and store, swap in."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

import kg
from extractors import documents as forms
from kg import output as folders
from kg import rows, tables
from kg.bands import by_score
from kg.errors import InputError, UsageError
from kg.extraction import check_model, extracted, own
from kg.graph import Graph
from kg.importlog import ImportLog, Problem
from kg.link import Linking, link
from kg.statements import Tally, statement_rows, statements
from ontology import iris
from ontology.model import THE_MODEL, Document, Paper

ENGINES: Final = ("local",)
SPOOL: Final = "documents.jsonl"

Progress = Callable[[str, int], None]
"""Called with the name of a stage ("extract", "link", "tables", "quads", "store") and how many papers it has done."""


class Extractor(Protocol):
    """What made the mentions: recorded with the build."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def version(self) -> str: ...  # noqa: D102
    @property
    def model_sha256(self) -> str: ...  # noqa: D102


class Source(Protocol):
    """A term list or component of the user's own: recorded with the build too."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def sha256(self) -> str: ...  # noqa: D102


def build(
    inputs: Path | str | Sequence[Path | str],
    output: Path | str,
    *,
    workers: int = 1,
    engine: str = "local",
    min_score: float = 0.0,
    model: str = "standard",
    terms: Path | str | None = None,
    code: Path | str | None = None,
    components: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> Graph:
    """The graph of the papers in some files, written to a folder; the old graph there stays until the new one is whole.

    Args:
        inputs: files or folders of papers, in any format of `kg.readers.formats()`; one may come without a list.
        output: the output folder; made where it is missing.
        workers: processes that extract.
        engine: where they run; "local".
        min_score: leave out mentions and relations under this probability in [0, 1].
        model: "standard", or "fast" for many papers: several times as fast, and less accurate.
        terms: a term list, as `extractors.terms.read_terms` describes it.
        code: a Python file that registers spaCy components; **it is run**.
        components: names of those that look for mentions too.
        progress: called as the work goes on.

    Raises:
        InputError: a file cannot be read, there is no paper in any of them, or a term list or component is of no use.
        OutputError: the output folder cannot be written, or another build is at work in it.
        UsageError: an option makes no sense.
    """
    _check(workers, engine, min_score)
    check_model(model)
    import extractors
    from kg import readers

    paths = [Path(each) for each in ([inputs] if isinstance(inputs, str | Path) else inputs)]
    log = ImportLog()
    added = own(terms, code, components)
    with folders.fresh(output) as folder:
        papers = _distinct(readers.read(paths, log), log)
        found = extracted(papers, added, model=model, workers=workers, min_score=min_score)
        build_id = assemble(
            found, folder, extractors.info(model), sources=added.sources, inputs=paths, log=log, progress=progress
        )
        folders.swap_in(output, folder, build_id)
    return Graph(output)


def assemble(
    documents: Iterable[Document],
    folder: Path,
    info: Extractor,
    *,
    sources: Sequence[Source] = (),
    inputs: Sequence[Path] = (),
    log: ImportLog | None = None,
    progress: Progress | None = None,
) -> str:
    """Write tables, N-Quads, Turtle, store, import log and build record into a fresh folder; returns the build's id.

    The documents are read once and kept on disk, so that their number is not bounded by memory. The same documents, in
    any order, give the same bytes.

    Raises:
        InputError: there is no document.
        ValueError: two documents are one paper, or a mention or statement refers to nothing.
    """
    from kg.rdf import quads, store

    tell = progress or (lambda _stage, _done: None)
    spool = _Spool(folder / SPOOL)
    linking = link(spool.keep(documents, tell))
    if not spool.places:
        raise InputError(f"{_named(inputs)}: no paper with an abstract was found; see kg formats for what is read")
    tell("link", len(spool.places))
    names = {THE_MODEL: info.name, **{source.name: source.name for source in sources}}
    counts = _write_tables(spool, linking, folder, names, tell)
    record: dict[str, Any] = {
        "paperkg": kg.__version__,
        "extractor": {"name": info.name, "version": info.version, "model_sha256": info.model_sha256},
        "inputs": [_fingerprint(path) for path in inputs],
        "counts": counts,
    }
    if sources:
        record["extensions"] = [{"name": s.name, "kind": s.kind, "sha256": s.sha256} for s in sources]
    quads.write(folder, record)
    tell("quads", len(spool.places))
    store.load(folder)
    tell("store", len(spool.places))
    (log or ImportLog()).write(folder / "import-log.jsonl")
    spool.path.unlink()
    build_id = _identity(folder, record)
    text = json.dumps({"id": build_id, **record, "mentions": by_score(folder)}, ensure_ascii=False, indent=2)
    (folder / "build.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    return build_id


class _Spool:
    """Documents on disk, one JSON object a line, and where each begins."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.places: dict[str, int] = {}

    def keep(self, documents: Iterable[Document], tell: Progress) -> Iterator[Document]:
        """Hand the documents on while they are written."""
        seen: set[str] = set()
        with self.path.open("wb") as file:
            for document in documents:
                paper = document.paper
                if paper.id in self.places or (iri := iris.paper(paper)) in seen:
                    raise ValueError(f"two documents are the paper {paper.id!r}")
                seen.add(iri)
                self.places[paper.id] = file.tell()
                file.write(json.dumps(forms.to_json(document)).encode() + b"\n")
                tell("extract", len(self.places))
                yield document

    def read(self) -> Iterator[Document]:
        """The documents by paper id."""
        with self.path.open("rb") as file:
            for _, place in sorted(self.places.items()):
                file.seek(place)
                yield forms.from_json(json.loads(file.readline()))


def _write_tables(
    spool: _Spool, linking: Linking, folder: Path, names: Mapping[str, str], tell: Progress
) -> dict[str, int]:
    """Write all tables; returns the numbers of what is in them."""
    tally, counts = Tally(), dict.fromkeys(("papers", "Method", "Task", "Dataset"), 0)
    labels = {entity.iri: entity.label for entity in linking.entities}
    with (
        tables.Writer(folder, "papers") as papers,
        tables.Writer(folder, "mentions") as mentions,
        tables.Writer(folder, "statements") as stated,
    ):
        for done, document in enumerate(spool.read(), 1):
            entities = [linking.entity_of(document.paper.id, i) for i in range(len(document.mentions))]
            found = statements(document, entities)
            papers.add(rows.paper(document, entities, labels))
            mentions.extend(rows.mentions(document, entities, names))
            stated.extend(statement_rows(document, found))
            tally.add(document, entities, found)
            tell("tables", done)
    counts["papers"], counts["mentions"] = papers.rows, mentions.rows
    tables.write(folder, "entities", (rows.entity(entity, tally) for entity in linking.entities))
    tables.write(folder, "aliases", (row for entity in linking.entities for row in rows.aliases(entity)))
    counts["statements"], counts["claims"] = stated.rows, tables.write(folder, "claims", tally.claims())
    tables.write(folder, "yearly", tally.yearly())
    tables.write(folder, "years", tally.years())
    for entity in linking.entities:
        counts[entity.type.value] += 1
    return counts


def _check(workers: int, engine: str, min_score: float) -> None:
    if engine not in ENGINES:
        raise UsageError(f"unknown engine {engine!r}: expected one of {', '.join(ENGINES)}")
    if workers < 1:
        raise UsageError(f"workers is {workers}: expected a number of processes from 1")
    if not 0.0 <= min_score <= 1.0:
        raise UsageError(f"min_score is {min_score}: expected a probability from 0 to 1")


def _distinct(papers: Iterable[Paper], log: ImportLog) -> Iterator[Paper]:
    """The papers, the first record of each; the others are reported."""
    seen: dict[str, str] = {}
    for paper in papers:
        iri = iris.paper(paper)
        for known in (iri, "id:" + paper.id):
            if known in seen:
                what = f"the paper {paper.id!r} was read before, in {seen[known]}"
                log.add(Problem(file=paper.source, record=paper.record, what=what, done="skipped"))
                break
        else:
            seen[iri] = seen["id:" + paper.id] = f"{paper.source}, record {paper.record}"
            yield paper


def _fingerprint(path: Path) -> dict[str, str]:
    """Name and SHA-256 of an input; of a folder, the hash over names and hashes of its files."""
    if path.is_dir():
        inside = sorted(each for each in path.rglob("*") if each.is_file())
        listing = [(each.relative_to(path).as_posix(), _sha256(each)) for each in inside]
        return {"name": path.name, "sha256": hashlib.sha256(json.dumps(listing).encode()).hexdigest()}
    return {"name": path.name, "sha256": _sha256(path) if path.is_file() else ""}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _identity(folder: Path, record: dict[str, Any]) -> str:
    """12 hexadecimal digits of a hash over the quads, the import log and the build record."""
    digest = hashlib.sha256(json.dumps(record, sort_keys=True).encode())
    digest.update((folder / "import-log.jsonl").read_bytes())
    with gzip.open(folder / "graph.nq.gz", "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()[:12]


def _named(inputs: Sequence[Path]) -> str:
    return ", ".join(path.name for path in inputs[:3]) + (", …" if len(inputs) > 3 else "") or "no documents"


class _Callable(ModuleType):
    """Lets `kg.build(...)` be the function, although importing this module binds `kg.build` to the module."""

    __call__ = staticmethod(build)


sys.modules[__name__].__class__ = _Callable
