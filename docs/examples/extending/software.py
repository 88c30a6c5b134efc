"""Finds the software that an abstract names: "the NooJ platform", "implemented in PyTorch", "UDPipe"."""

from __future__ import annotations

from spacy.language import Language
from spacy.matcher import Matcher
from spacy.tokens import Doc, Span

KINDS = ["toolkit", "library", "platform", "package", "software"]
KNOWN = ["AllenNLP", "CoreNLP", "ESPnet", "Kaldi", "Keras", "NLTK", "PyTorch", "TensorFlow", "UDPipe", "spaCy"]
NO_NAMES = {"a", "an", "our", "that", "the", "this"}


@Language.factory("software")
def create_software(nlp: Language, name: str) -> Software:
    """What the pipeline calls when it is put together."""
    return Software(nlp)


class Software:
    """A component that adds the names of software to the entities of a document."""

    def __init__(self, nlp: Language) -> None:
        self.matcher = Matcher(nlp.vocab)
        self.matcher.add("known", [[{"TEXT": {"IN": KNOWN}}]])
        # A name with a capital inside ("NooJ", "CASMACAT"), just before a word for software.
        self.matcher.add("named", [[{"TEXT": {"REGEX": "^[A-Za-z]+[A-Z]"}}, {"LOWER": {"IN": KINDS}}]])

    def __call__(self, doc: Doc) -> Doc:
        """The document with a group of spans more; paperkg takes them from there."""
        found = []
        for rule, start, end in self.matcher(doc):
            last = end if doc.vocab.strings[rule] == "known" else end - 1
            if doc[start].lower_ not in NO_NAMES:
                span = Span(doc, start, last, label="Method")
                span._.score = 0.9
                found.append(span)
        doc.spans["software"] = found
        return doc
