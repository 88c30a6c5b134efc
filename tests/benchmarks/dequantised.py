"""A graph whose products run in 8 bits, made one whose products run in 32."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np


def dequantised(graph: bytes) -> bytes:
    """The ONNX graph with the weights of its products multiplied out and its activations left as they are.

    What dynamic quantisation writes for a product, `Mul(Cast(MatMulInteger(...)), Mul(scale, weight_scale))` over the
    outputs of a DynamicQuantizeLinear, becomes one MatMul. Tables that are looked up keep their 8 bits. Raises
    ValueError where the graph has no such product.
    """
    import onnx
    from onnx import helper

    model = onnx.load_from_string(graph)
    weights = {each.name: each for each in model.graph.initializer}
    made_by = {output: node for node in model.graph.node for output in node.output}
    nodes = [_in_32_bits(node, made_by, weights) for node in model.graph.node]
    if all(new is old for new, old in zip(nodes, model.graph.node, strict=True)):
        raise ValueError("the graph has no product in 8 bits; expected one that quantize_dynamic wrote")
    kept = _needed(nodes, [output.name for output in model.graph.output])
    used = {name for node in kept for name in node.input}
    made = helper.make_graph(
        kept,
        model.graph.name,
        model.graph.input,
        model.graph.output,
        [weight for name, weight in weights.items() if name in used],
    )
    return bytes(
        helper.make_model(made, opset_imports=model.opset_import, ir_version=model.ir_version).SerializeToString()
    )


def _in_32_bits(node: Any, made_by: Mapping[str, Any], weights: dict[str, Any]) -> Any:
    """One MatMul in the place of the last node of a product in 8 bits; any other node as it is."""
    from onnx import helper, numpy_helper

    product = _behind(node, made_by, "Mul", "Cast", "MatMulInteger")
    if product is None:
        return node
    values, table, _, zero = product.input
    (scale,) = (name for name in made_by[node.input[1]].input if name in weights)
    whole, shift, factor = (numpy_helper.to_array(weights[name]).astype(np.float32) for name in (table, zero, scale))
    name = f"{node.output[0]}.weight"
    weights[name] = numpy_helper.from_array((whole - shift) * factor, name)
    return helper.make_node("MatMul", [made_by[values].input[0], name], [node.output[0]])


def _behind(node: Any, made_by: Mapping[str, Any], *kinds: str) -> Any:
    """The last of a chain of nodes of these kinds that ends in `node`, followed by first inputs; None without it."""
    for place, kind in enumerate(kinds):
        if node is None or node.op_type != kind:
            return None
        if place + 1 < len(kinds):
            node = made_by.get(node.input[0])
    return node


def _needed(nodes: Iterable[Any], outputs: Iterable[str]) -> list[Any]:
    """The nodes that the outputs depend on, in order."""
    wanted = set(outputs)
    kept = []
    for node in reversed(list(nodes)):
        if wanted.intersection(node.output):
            wanted.update(node.input)
            kept.append(node)
    return kept[::-1]
