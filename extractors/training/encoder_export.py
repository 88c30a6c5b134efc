"""The trained encoder as an ONNX graph, and the same in 8 bits.

The graph is written by hand, not traced: it takes windows without padding and so needs no mask, its attention is one
fused operator, and the word table holds 8 bits with a scale for every row (a scale for the whole table costs accuracy
and saves nothing).
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from extractors.decoding import LABELS
from extractors.pieces import WINDOW
from extractors.training.encoder_model import HEADS, LAYERS, WIDTH, Encoder

_FUSED: Final = "com.microsoft"
_EPSILON: Final = 1e-12


class _Graph:
    """Nodes and weights in the order they are added."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.given = weights
        self.nodes: list[Any] = []
        self.weights: dict[str, Any] = {}

    def weight(self, name: str, *, transposed: bool = False) -> str:
        value = self.given[name]
        return self.constant(name, value.T if transposed else value)

    def constant(self, name: str, value: Any) -> str:
        self.weights[name] = numpy_helper.from_array(np.asarray(value, order="C"), name)
        return name

    def add(self, kind: str, inputs: list[str], output: str, *, domain: str = "", **settings: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **settings))
        return output

    def linear(self, value: str, name: str) -> str:
        product = self.add("MatMul", [value, self.weight(f"{name}.weight", transposed=True)], f"{name}.product")
        return self.add("Add", [product, self.weight(f"{name}.bias")], f"{name}.sum")

    def norm(self, value: str, skip: str, name: str, output: str) -> str:
        inputs = [value, skip, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("SkipLayerNormalization", inputs, output, domain=_FUSED, epsilon=_EPSILON)


def _embedded(graph: _Graph) -> str:
    table = graph.given["words.weight"]
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-9).astype(np.float32) / 127.0
    graph.constant("words.table", np.rint(table / scale).astype(np.int8))
    graph.constant("words.scale", scale)
    whole = graph.add("Cast", [graph.add("Gather", ["words.table", "ids"], "rows")], "rows.float", to=TensorProto.FLOAT)
    words = graph.add("Mul", [whole, graph.add("Gather", ["words.scale", "ids"], "rows.scale")], "words")
    graph.constant("positions.weight", graph.given["positions.weight"][:WINDOW])
    for name, value in (("zero", 0), ("one", 1)):
        graph.constant(name, np.array(value, dtype=np.int64))
    length = graph.add("Gather", [graph.add("Shape", ["ids"], "sizes"), "one"], "length")
    places = graph.add("Range", ["zero", length, "one"], "places")
    placed = graph.add("Add", [words, graph.add("Gather", ["positions.weight", places], "placed")], "words.placed")
    formed = graph.add("Gather", [graph.weight("features.weight"), "features"], "formed")
    return graph.norm(placed, formed, "norm", "embedded")


def _layer(graph: _Graph, value: str, index: int, output: str) -> str:
    name = f"layers.{index}"
    qkv = graph.linear(value, f"{name}.qkv")
    parts = [f"{name}.{part}" for part in "qkv"]
    graph.nodes.append(
        helper.make_node(
            "Split", [qkv, graph.constant("thirds", np.array([WIDTH] * 3))], parts, name=f"{name}.split", axis=-1
        )
    )
    mixed = graph.add("MultiHeadAttention", parts, f"{name}.mixed", domain=_FUSED, num_heads=HEADS)
    value = graph.norm(graph.linear(mixed, f"{name}.out"), value, f"{name}.norm", f"{name}.half")
    bent = graph.add("Gelu", [graph.linear(value, f"{name}.up")], f"{name}.bent", domain=_FUSED)
    return graph.norm(graph.linear(bent, f"{name}.down"), value, f"{name}.final", output)


def write(model: Encoder, path: Path) -> None:
    """Write the graph: `ids` and `features` (windows by pieces) to `scores` and `hidden`; no padding."""
    graph = _Graph({k: v.detach().numpy().astype(np.float32) for k, v in model.state_dict().items()})
    value = _embedded(graph)
    for index in range(LAYERS):
        value = _layer(graph, value, index, "hidden" if index == LAYERS - 1 else f"layers.{index}.end")
    product = graph.add("MatMul", [value, graph.weight("head.weight", transposed=True)], "head")
    graph.add("Add", [product, graph.weight("head.bias")], "scores")
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["windows", "pieces"]) for n in ("ids", "features")]
    outputs = [
        helper.make_tensor_value_info(n, TensorProto.FLOAT, ["windows", "pieces", width])
        for n, width in (("scores", len(LABELS)), ("hidden", WIDTH))
    ]
    made = helper.make_graph(graph.nodes, "paperkg_encoder", inputs, outputs, list(graph.weights.values()))
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(_FUSED, 1)]
    onnx.save(helper.make_model(made, opset_imports=opsets, ir_version=9), path)


def quantised(model: Encoder, path: Path) -> int:
    """Write the graph with its products in 8 bits; returns its size in bytes.

    Weights are signed, with a scale a column and one bit to spare (`reduce_range`: without VNNI, sums of two products
    of 8 bits saturate); activations are scaled window by window at run time. The head stays in 32 bits.
    """
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        write(model, whole)
        quantize_dynamic(
            whole,
            path,
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul"],
            nodes_to_exclude=["head"],
            extra_options={"DefaultTensorType": TensorProto.FLOAT},
        )
    return path.stat().st_size
