"""The graph as rdflib sees it, over the Oxigraph store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kg.rdf.store import open_store
from ontology.vocabulary import PREFIXES

if TYPE_CHECKING:
    import rdflib


def graph(folder: Path) -> rdflib.Dataset:
    """The graph of a build as a Dataset of rdflib, for reading only; nothing is copied.

    The facts are the default graph, the evidence is the named graph `ontology.vocabulary.EVIDENCE_GRAPH`. SPARQL is
    answered by Oxigraph; a query prepared by rdflib is answered by rdflib's own engine, which is many times slower.

    Raises:
        OutputError: there is no graph in the folder.
    """
    import rdflib
    from oxrdflib import OxigraphStore

    class _ReadOnly(OxigraphStore):
        def add_graph(self, graph: rdflib.Graph) -> None:
            """Do nothing: a Dataset declares every graph it is asked for, and the store is read-only."""

    dataset = rdflib.Dataset(store=_ReadOnly(store=open_store(folder)))
    for prefix, namespace in PREFIXES.items():
        dataset.bind(prefix, namespace)
    return dataset
