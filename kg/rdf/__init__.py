"""The graph in RDF: written, loaded, queried, checked against its shapes, exported."""
