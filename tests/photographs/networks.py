"""How networks of the photo are fitted: what `looks` and `strips` have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from tests.photographs.company import of_all

Network = dict[str, Any]
"""Weights by names."""


def fitted(
    network: Network,
    cost: Callable[..., Any],
    batches: Callable[[np.random.Generator], Iterator[tuple[Any, ...]]],
    steps: int,
    epochs: int,
    rate: float,
    decay: float,
    tell: Callable[[float], object],
) -> Network:
    """A network after so many epochs of so many steps (Adam, with weights that decay; a rate that rises and falls).

    cost: of a network, a batch and a random key. batches: those of an epoch. rate: the greatest. tell: what is called
    after each epoch, with what the network misses.
    """
    import jax
    import optax

    rule = optax.adamw(optax.cosine_onecycle_schedule(epochs * steps, rate, 0.15), weight_decay=decay)

    @jax.jit
    def step(network: Network, state: Any, batch: tuple[Any, ...], key: Any) -> tuple[Network, Any, Any]:
        missed, slope = jax.value_and_grad(cost)(network, *batch, key)
        change, state = rule.update(slope, state, network)
        return optax.apply_updates(network, change), state, missed

    lot, key = np.random.default_rng(0), jax.random.PRNGKey(0)
    state = rule.init(network)
    for _ in range(epochs):
        missed = []
        for batch in batches(lot):
            key, own = jax.random.split(key)
            network, state, off = step(network, state, batch, own)
            missed.append(float(off))
        tell(float(np.mean(missed)))
    return network


def shuffled(count: int, size: int, lot: np.random.Generator) -> list[Any]:
    """Numbers below count in batches of a size; what is left over waits for another epoch."""
    return np.array_split(lot.permutation(count)[: count // size * size], count // size)


def begun(shape: tuple[int, ...], lot: np.random.Generator) -> Any:
    """Weights of a layer (after, before, …) that has seen nothing.

    He and others, Delving deep into rectifiers, ICCV 2015.
    """
    return lot.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape).astype(np.float32)


def file_of(
    nodes: Sequence[Any],
    about: str,
    network: Network,
    given: tuple[str, Sequence[int]],
    found: Sequence[tuple[str, Sequence[int]]],
) -> bytes:
    """As ONNX has it. given, found: names and shapes of what goes in and comes out, one after the other."""
    from onnx import TensorProto, helper, numpy_helper

    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape]) for name, shape in (given, *found)]
    values = [numpy_helper.from_array(np.asarray(value), name) for name, value in network.items()]
    graph = helper.make_graph(nodes, about, ends[:1], ends[1:], values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return bytes(model.SerializeToString())


def read(file: bytes) -> Network:
    """What `file_of` wrote."""
    import onnx
    from onnx import numpy_helper

    return {one.name: numpy_helper.to_array(one) for one in onnx.load_from_string(file).graph.initializer}


def refit(
    folders: Sequence[Path],
    rows_of: Callable[[Path], tuple[Any, ...]],
    fitted: Callable[[Any, Callable[[float], object]], Network],
    written: Callable[[Network, int], bytes],
    epochs: int,
    place: Path,
) -> tuple[Any, ...]:
    """A network is fitted to the photographs in folders, and written; the rows to which it was."""
    parts = of_all(folders, rows_of)
    rows = tuple(np.concatenate(one) for one in zip(*parts, strict=True))
    with click.progressbar(length=epochs, label="epochs") as bar:
        network = fitted(rows, lambda _: bar.update(1))
    place.write_bytes(written(network, len(parts)))
    return rows
