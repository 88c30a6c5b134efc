"""What things are: values, vocabulary, the RDF ontology and its shapes. Imports nothing of ours."""
