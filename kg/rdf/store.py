"""The Oxigraph store of a build: loaded in bulk from the N-Quads, then only read."""

from __future__ import annotations

import gzip
import shutil
import zlib
from pathlib import Path
from typing import Final

from pyoxigraph import RdfFormat, Store

from kg.errors import OutputError
from kg.rdf.quads import QUADS

STORE: Final = "store"


def load(folder: Path) -> int:
    """Load `graph.nq.gz` of a folder into `store/` in it, which is replaced; returns the number of quads.

    Raises:
        OutputError: there is no `graph.nq.gz`, or it is not N-Quads.
    """
    source, target, fresh = folder / QUADS, folder / STORE, folder / f"{STORE}.loading"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        store = Store(str(fresh))
        with gzip.open(source, "rb") as file:
            store.bulk_load(input=file, format=RdfFormat.N_QUADS)  # type: ignore[arg-type]
        store.optimize()
        store.flush()
        count = len(store)
        del store
    except (OSError, EOFError, SyntaxError, zlib.error) as error:
        shutil.rmtree(fresh, ignore_errors=True)
        why = " ".join(str(error).split())
        raise OutputError(
            f"{source}: cannot be loaded ({why}); expected gzipped N-Quads; run kg build again"
        ) from error
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)
    return count


def open_store(folder: Path) -> Store:
    """The store of a build, opened for reading only.

    Raises:
        OutputError: there is no store in the folder, or it is damaged.
    """
    path = folder / STORE
    if not (path / "CURRENT").is_file():
        raise OutputError(f"{path}: no graph store here; expected the folder of a build; run kg build")
    try:
        return Store.read_only(str(path))
    except OSError as error:
        why = " ".join(str(error).split())
        raise OutputError(f"{path}: the graph store cannot be opened ({why}); run kg build again") from error
