"""Batches, loss and graph of the encoder; skipped where torch is not installed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")

from extractors.decoding import LABELS  # noqa: E402
from extractors.heads import layout  # noqa: E402
from extractors.pieces import FEATURES, Window  # noqa: E402
from extractors.training.encoder_data import Marks, Sample, batches, collate  # noqa: E402
from extractors.training.encoder_export import quantised, write  # noqa: E402
from extractors.training.encoder_model import Encoder  # noqa: E402
from extractors.training.encoder_train import partial_label_loss  # noqa: E402


def sample(length: int, *, own: tuple[int, int] | None = None, column: int | None = 0) -> Sample:
    """A window of one-piece units that may all have one label, or any."""
    allowed = np.ones((length, len(LABELS)), dtype=np.float32)
    if column is not None:
        allowed[:] = np.eye(len(LABELS), dtype=np.float32)[column]
    units = np.array([-1, *range(length), -1])
    window = Window(np.arange(length + 2) + 5, np.zeros_like(units), units, own or (0, length))
    return Sample(window, allowed, Marks(layout([], [], []), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)))


def collated(*given: Sample) -> Any:
    return collate(given, masked=0.0, mask_id=4, rng=np.random.default_rng(1))


def test_batches_hold_every_sample_once_and_stay_small() -> None:
    given = [sample(5 + i % 40) for i in range(300)]
    made = batches(given, 200, random.Random(3))
    assert sorted(id(s) for batch in made for s in batch) == sorted(id(s) for s in given)
    assert all(len(batch) * max(len(s.window.ids) for s in batch) <= 200 for batch in made)
    assert made == batches(given, 200, random.Random(3))


def test_units_that_may_be_anything_cost_nothing() -> None:
    batch = collated(sample(6, column=None), sample(4, column=None))
    assert partial_label_loss(torch.randn(2, 8, len(LABELS)), batch).item() == pytest.approx(0.0, abs=1e-5)


def test_the_loss_is_that_of_cross_entropy_where_one_label_is_left() -> None:
    batch = collated(sample(6, column=3))
    scores = torch.randn(1, 8, len(LABELS))
    wanted = torch.nn.functional.cross_entropy(scores[0, 1:7], torch.full((6,), 3))
    assert partial_label_loss(scores, batch).item() == pytest.approx(wanted.item(), rel=1e-4)


def test_units_that_another_window_labels_do_not_count() -> None:
    scores = torch.zeros(1, 8, len(LABELS))
    scores[0, 1:4, 3] = 30.0
    assert partial_label_loss(scores, collated(sample(6, own=(0, 3), column=3))).item() == pytest.approx(0.0, abs=1e-4)


def test_the_graph_gives_what_the_model_gives(tmp_path: Path) -> None:
    torch.manual_seed(1)
    model = Encoder().eval()
    torch.nn.init.normal_(model.features.weight, std=0.1)
    write(model, tmp_path / "whole.onnx")
    size = quantised(model, tmp_path / "small.onnx")
    assert size < 25_000_000
    ids = np.random.default_rng(1).integers(0, 30522, (1, 50))
    features = np.random.default_rng(2).integers(0, FEATURES, (1, 50))
    with torch.inference_mode():
        wanted = model(torch.from_numpy(ids), torch.from_numpy(features), torch.ones(1, 50))
    for name, tolerance in (("whole", 0.02), ("small", 0.2)):
        session = onnxruntime.InferenceSession(tmp_path / f"{name}.onnx", providers=["CPUExecutionProvider"])
        found = session.run(["scores", "hidden"], {"ids": ids, "features": features})
        for ours, theirs in zip(found, wanted, strict=True):
            assert np.abs(ours - theirs.numpy()).mean() < tolerance
