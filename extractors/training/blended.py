"""`python -m extractors.training.blended`: joins the two trained taggers into the pipeline that ships."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

import spacy
from spacy.language import Language

from extractors.heads import Heads
from extractors.packaged import CARD, FAST, MODEL
from extractors.pipeline import WEIGHTS
from extractors.training.corpora import documents, records
from extractors.training.finish import finish, tune

WEIGHT: Final = 0.3
"""Of the tok2vec tagger; 0.2 and 0.35 were tried on dev (docs/decisions/0008)."""


def blend(encoder: Path, small: Path) -> Language:
    """A pipeline with the taggers of two pipelines, given their folders."""
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.units.v1"}}})
    tagger: Any = nlp.add_pipe("blended_tagger", name="mention_tagger", config={"weight": WEIGHT})
    tagger.encoder.from_disk(encoder / "mention_tagger")
    tagger.small.from_disk(small / "mention_tagger", exclude=["vocab"])
    return nlp


def fast(small: Path, data: Path, out: Path) -> dict[str, Any]:
    """Write the decision bias and calibration of the tok2vec tagger alone to `out`; returns what was tried."""
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.units.v1"}}})
    tagger: Any = nlp.add_pipe("mention_tagger")
    tagger.from_disk(small / "mention_tagger", exclude=["vocab"])
    tried = tune(nlp, list(documents(nlp, records(data, "abstracts", "dev"))))
    settings = {name: round(float(tagger.cfg[name]), 10) for name in ("bias", "slope", "intercept")}
    (out / FAST).write_text(json.dumps(settings, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return tried


def main() -> None:
    """Write the pipeline to `--out`."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.blended", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds ner/")
    parser.add_argument("--encoder", type=Path, required=True, help="pipeline with the encoder")
    parser.add_argument("--small", type=Path, required=True, help="pipeline with the tok2vec tagger")
    parser.add_argument("--out", type=Path, default=MODEL, help="where the pipeline goes")
    arguments = parser.parse_args()
    logs = [folder / "training.jsonl" for folder in (arguments.small, arguments.encoder)]
    quantisation = json.loads((arguments.encoder / CARD).read_text(encoding="utf-8"))["quantisation"]
    heads = Heads.load(arguments.encoder / "paper_heads" / WEIGHTS)
    nlp = blend(arguments.encoder, arguments.small)
    card = finish(nlp, arguments.data, logs, arguments.out, name="paperkg_blend", heads=heads)
    card["quantisation"] = quantisation
    card["fast"] = fast(arguments.small, arguments.data, arguments.out)
    (arguments.out / CARD).write_text(json.dumps(card, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    print(json.dumps(card["dev"], indent=2))


if __name__ == "__main__":
    main()
