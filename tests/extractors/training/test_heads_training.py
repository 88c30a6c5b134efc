"""The heads in torch against those in numpy, and the gold they learn from; skipped where torch is not installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from extractors.heads import RELATIONS, ROLES, Heads, Layout  # noqa: E402
from extractors.pieces import Window  # noqa: E402
from extractors.training.corpora import documents  # noqa: E402
from extractors.training.encoder import tokenizer  # noqa: E402
from extractors.training.encoder_data import Sample, _marks, collate  # noqa: E402
from extractors.training.encoder_train import Plan, joint_loss  # noqa: E402
from extractors.training.heads_model import Heads as TorchHeads  # noqa: E402
from extractors.training.heads_model import head_losses, token_states  # noqa: E402
from ontology.model import Role  # noqa: E402

TITLE = "BERT for parsing"
ABSTRACT = "We use BERT. Parsing on SQuAD is hard for BERT."


def entity(field: str, surface: str, label: str, role: str, start: int) -> dict[str, Any]:
    text = TITLE if field == "title" else ABSTRACT
    assert text[start : start + len(surface)] == surface
    return {"field": field, "start": start, "end": start + len(surface), "label": label, "text": surface, "role": role}


def record(**changes: Any) -> dict[str, Any]:
    return {
        "title": TITLE,
        "abstract": ABSTRACT,
        "entities": [
            entity("title", "BERT", "Method", "proposed", 0),
            entity("title", "parsing", "Task", "addressed", 9),
            entity("abstract", "BERT", "Method", "proposed", 7),
            entity("abstract", "Parsing", "Task", "addressed", 13),
            entity("abstract", "SQuAD", "Dataset", "proposed", 24),
            entity("abstract", "BERT", "Method", "proposed", 42),
        ],
        "links": [
            {"head": "BERT", "relation": "used-for", "tail": "parsing"},
            {"head": "SQuAD", "relation": "benchmark-for", "tail": "Parsing"},
        ],
        "borderline": [],
        **changes,
    }


def sample(given: dict[str, Any]) -> Sample:
    doc = next(iter(documents(tokenizer(), [given])))
    units = np.array([-1, *range(len(doc)), -1])
    window = Window(np.arange(len(units)) + 5, np.zeros_like(units), units, (0, len(doc)))
    return Sample(window, np.ones((len(doc), 13), dtype=np.float32), _marks(doc, window))


def collated(*given: Sample) -> Any:
    return collate(given, masked=0.0, mask_id=4, rng=np.random.default_rng(1))


def named(marks: Any) -> dict[tuple[int, int], str]:
    return {
        (int(a), int(b)): RELATIONS[r] for (a, b), r in zip(marks.layout.groups, marks.relation, strict=True) if r > 0
    }


def test_gold_roles_and_relations_stand_beside_their_surfaces() -> None:
    marks = sample(record()).marks
    assert [ROLES[r] for r in marks.role] == [Role.PROPOSED, Role.ADDRESSED, Role.INTRODUCED]
    assert named(marks) == {(0, 1): "used-for>", (1, 2): "benchmark-for<"}


def test_a_source_without_roles_and_links_teaches_neither() -> None:
    bare = [{k: v for k, v in e.items() if k != "role"} for e in record()["entities"]]
    given = record(entities=bare)
    del given["links"]
    marks = sample(given).marks
    assert set(marks.role.tolist()) == set(marks.relation.tolist()) == {-1}
    batch = collated(sample(given))
    losses = head_losses(*TorchHeads()(torch.randn(len(batch.allowed), 384), batch), batch)
    assert [loss.item() for loss in losses] == [0.0, 0.0]


def test_numpy_and_torch_say_the_same() -> None:
    torch.manual_seed(3)
    heads = TorchHeads().eval()
    given = sample(record())
    batch = collated(given)
    hidden = torch.randn(1, len(given.window.ids), 384)
    with torch.inference_mode():
        roles, relations = heads(token_states(hidden, batch), batch)
    ours = Heads({name: weight.numpy() for name, weight in heads.state_dict().items()})
    read = ours.read(hidden[0, 1:-1].numpy(), given.marks.layout)
    expected = torch.softmax(relations.masked_fill(~batch.classes, -1e9), dim=1).numpy()
    assert np.allclose(read.relations, expected, atol=1e-4)
    assert np.allclose(read.roles, torch.softmax(roles.masked_fill(~batch.roles, -1e9), dim=1).numpy(), atol=1e-4)


def test_windows_of_a_batch_do_not_mix() -> None:
    torch.manual_seed(3)
    heads = TorchHeads().eval()
    one = sample(record())
    single, double = collated(one), collated(one, one)
    hidden = torch.randn(1, len(one.window.ids), 384)
    with torch.inference_mode():
        alone = heads(token_states(hidden, single), single)
        both = heads(token_states(hidden.repeat(2, 1, 1), double), double)
    for a, b in zip(alone, both, strict=True):
        assert np.allclose(np.concatenate([a, a]), b, atol=1e-4)


def test_the_joint_loss_reaches_encoder_and_heads() -> None:
    from extractors.training.encoder_model import Encoder

    model = Encoder()
    joint_loss(model, collated(sample(record())), Plan()).backward()
    for part in (model.layers[0].qkv, model.heads.out, model.heads.role2):
        assert part.weight.grad.abs().sum() > 0


def test_a_layout_has_no_more_fields_than_a_batch_joins() -> None:
    from extractors.training.encoder_data import _INDICES

    assert set(_INDICES) == set(Layout.__dataclass_fields__) - {"groups"}
