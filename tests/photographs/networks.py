"""How networks of the photo are fitted: what `looks` and `strips` have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

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
