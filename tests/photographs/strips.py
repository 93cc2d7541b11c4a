"""The network of `armada_sim.photo.strips`, fitted to photographs: `python -m tests.photographs.strips FOLDER…`.

It is shown edges of ships before the true camera, where they are and moved a little, and has to say how far off each
is. It takes some 3 s of processor time a picture, and then, of 200 pictures, half an hour. With `--further` the network
that is there is shown other photographs, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from armada_sim.photo.camera import Floats
from armada_sim.photo.edges import State, lying, picture, predicted
from armada_sim.photo.strips import (
    ACROSS,
    ALONG,
    ENDS,
    LEAST_WIDE,
    PLANES,
    STEP_PX,
    Strips,
    edges_of,
    points_of,
    strips,
)
from armada_sim.table import Size
from tests.photographs import load, networks
from tests.photographs.conditions import table
from tests.photographs.networks import Network, begun as layer, shuffled
from tests.photographs.weights import known_from

PLACE = Path("armada_sim/photo/strips.onnx")
MOVED_PX = (0.7, 1.4, 2.0, 2.6)
"""Standard deviations of how far ships are moved."""

TURNED, RADII = 1 / 25, 0.2
"""The same of how far they are turned, radians a px; and of the radius of edges, mm."""

COVERED, FARTHEST_PX = 0.7, 7.0
"""Ships that are covered by more, and edges that are farther off, are left out."""

LAYERS = ((24, (3, 5), 1), (32, (3, 3), 2), (48, (3, 3), 2), (64, (4, 5), 1), (48, (1, 5), 1), (2, (1, 1), 1))
"""Of each layer what it makes, the places along and across that it looks at, and its step along the edge. The fourth
sees all that is left of the way along it."""

FLAT = 3
"""The number of that layer."""

EPOCHS, BATCH, RATE, DECAY, DROPPED = 14, 128, 2e-3, 3e-3, 0.15

FURTHER_EPOCHS, FURTHER_RATE = 8, 8e-4
"""Of a network that is fitted already."""

FREEDOM = 3.0
"""Of Student's distribution, which is what edges are off by."""

Rows = tuple[Any, Floats]
"""(n, PLANES, ALONG, ACROSS) of 16 bits; (n, 2) px outwards."""


def rows_of(path: Path) -> Rows:
    """Of a photograph."""
    truth = load(path)
    known, camera = known_from(truth.path, truth.eye)
    lot, image, radius = np.random.default_rng(truth.seed), picture(known.rgb), table(truth.seed).rounding
    bodies = [known.bodies[known.sizes.index(Size(ship.size))] for ship in truth.ships]
    poses = np.array([[ship.x, ship.y, np.radians(ship.heading)] for ship in truth.ships])
    true = State(camera, radius, poses)
    mm = (lying(bodies, poses).mean(axis=1) @ camera.turn[2] + camera.shift[2])[:, None] / camera.focal
    covered = np.array([ship.covered for ship in truth.ships])
    found = []
    for spread in MOVED_PX:
        moved = spread * lot.normal(size=poses.shape) * np.concatenate([mm, mm, mm * 0 + TURNED], axis=1)
        state = State(camera, max(0.1, radius + RADII * lot.normal()), poses + moved)
        edges = edges_of(state, bodies)
        points = points_of(edges, np.array(ENDS))
        here, there = (predicted(one, bodies, None, points) for one in (state, true))
        off = ((there.here - here.here) * here.across).sum(axis=1).reshape(-1, len(ENDS))
        some = (covered[edges.owner] < COVERED) & (np.abs(off).max(axis=1, initial=0) < FARTHEST_PX)
        found.append((strips(image, state, bodies, edges)[some].astype(np.float16), off[some]))
    shown, off = zip(*found, strict=True)
    return np.concatenate(shown), np.concatenate(off)


def changed(given: Strips, off: Floats, lot: np.random.Generator) -> tuple[Strips, Floats]:
    """The same as other cameras, lamps and players might show it, and in a mirror."""
    n, found = len(given), given.astype(np.float32)
    strong, light = np.exp(lot.normal(0, 0.15, n)), lot.normal(0, 0.15, n)
    found[:, 0] = found[:, 0] * strong[:, None, None] + light[:, None, None]
    turn = np.where(lot.random(n) < 0.3, lot.uniform(0, 2 * np.pi, n), lot.normal(0, 0.4, n))
    colour = (np.exp(1j * turn) * np.exp(lot.normal(0, 0.2, n)))[:, None, None] * (found[:, 1] + 1j * found[:, 2])
    found[:, 1], found[:, 2] = colour.real, colour.imag
    found[:, :3] += 0.03 * lot.random((n, 1, 1, 1)) ** 2 * lot.normal(0, 1, (n, 3, ALONG, ACROSS))
    mirror = lot.random(n) < 0.5
    found[mirror] = found[mirror, :, ::-1]
    return found, np.where(mirror[:, None], off[:, ::-1], off)


def begun() -> Network:
    """Before it has seen anything."""
    lot, before = np.random.default_rng(0), PLANES
    found: Network = {"places": np.zeros((2, 1, ACROSS), np.float32)}
    for k, (after, near, _) in enumerate(LAYERS):
        found[f"layer{k}"] = layer((after, before, *near), lot) * (1 if k < len(LAYERS) - 1 else 0.3)
        found[f"shift{k}"] = np.zeros(after, np.float32)
        before = after
    wide = LAYERS[-2][0]
    return found | {
        "outer": lot.normal(0, 0.1, (wide, 2)).astype(np.float32),
        "outer_shift": np.zeros(2, np.float32),
    }


def padded(k: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """How much is put beside what a layer is given, along and across, so that it makes as much."""
    _, (along, across), step = LAYERS[k]
    beside = (0, 0) if k == FLAT else (0, along - 2) if step == 2 else (along // 2, along // 2)
    return beside, (across // 2, across // 2)


def seen(network: Network, given: Any, dropping: Any = None) -> tuple[Any, Any]:
    """(n, 2, ACROSS), (n, 2). As `told` takes it; dropping: while it is fitted, a random key."""
    import jax

    last, found = given, given
    for k, (_, _, step) in enumerate(LAYERS):
        if k == FLAT and dropping is not None:
            found = found * jax.random.bernoulli(dropping, 1 - DROPPED, found.shape) / (1 - DROPPED)
        last = found
        found = jax.lax.conv_general_dilated(found, network[f"layer{k}"], (step, 1), padded(k))
        found = found + network[f"shift{k}"][:, None, None]
        found = jax.nn.relu(found) if k < len(LAYERS) - 1 else found + network["places"]
    return found[:, :, 0], last.mean((2, 3)) @ network["outer"] + network["outer_shift"]


def fitted(
    rows: Rows,
    tell: Callable[[float], object],
    epochs: int = EPOCHS,
    rate: float = RATE,
    start: Network | None = None,
) -> Network:
    """The network; tell: what is called after each epoch, with what the network misses. start: as it is before."""
    import jax
    import jax.numpy as jnp

    shown, off = rows
    at = STEP_PX * (np.arange(ACROSS) - ACROSS // 2)

    def cost(network: Network, given: Any, off: Any, key: Any) -> Any:
        odds, wider = seen(network, given, key)
        share = jax.nn.softmax(odds, axis=-1)
        middle = share @ at
        wide = (share * (at - middle[..., None]) ** 2).sum(axis=-1)
        spread = jnp.clip(wider + 0.5 * jnp.log(wide + LEAST_WIDE), -3.5, 2.5)
        missed = (off - middle) * jnp.exp(-spread)
        return (spread + 0.5 * (FREEDOM + 1) * jnp.log1p(missed**2 / FREEDOM)).mean()

    def batches(lot: np.random.Generator) -> Iterator[tuple[Any, ...]]:
        for some in shuffled(len(shown), BATCH, lot):
            yield changed(shown[some], off[some], lot)

    first = begun() if start is None else start
    return networks.fitted(first, cost, batches, len(shown) // BATCH, epochs, rate, DECAY, tell)


def written(network: Network, pictures: int) -> bytes:
    """As ONNX has it."""
    from onnx import helper

    nodes, last, before = [], "strips", "strips"
    for k, (_, near, step) in enumerate(LAYERS):
        (top, bottom), (left, right) = padded(k)
        nodes.append(
            helper.make_node(
                "Conv",
                [last, f"layer{k}", f"shift{k}"],
                [f"summed{k}"],
                kernel_shape=near,
                strides=[step, 1],
                pads=[top, left, bottom, right],
            )
        )
        before, last = last, f"seen{k}"
        if k < len(LAYERS) - 1:
            nodes.append(helper.make_node("Relu", [f"summed{k}"], [last]))
    nodes += [
        helper.make_node("Add", [f"summed{len(LAYERS) - 1}", "places"], ["placed"]),
        helper.make_node("Flatten", ["placed"], ["odds"]),
        helper.make_node("GlobalAveragePool", [before], ["mean"]),
        helper.make_node("Flatten", ["mean"], ["flat"]),
        helper.make_node("Gemm", ["flat", "outer", "outer_shift"], ["wider"]),
    ]
    about = f"edges of ships on {pictures} photographs"
    return networks.file_of(
        nodes, about, network, ("strips", (PLANES, ALONG, ACROSS)), [("odds", (2 * ACROSS,)), ("wider", (2,))]
    )


@click.command()
@click.argument("folders", type=click.Path(path_type=Path, exists=True, file_okay=False), nargs=-1, required=True)
@click.option("--further", is_flag=True, help="Begin with the network that is there.")
def main(folders: tuple[Path, ...], further: bool) -> None:
    """Fit the network to the photographs in FOLDERS and write it."""
    fit, epochs = fitted, EPOCHS
    if further:
        epochs = FURTHER_EPOCHS
        fit = partial(fitted, epochs=epochs, rate=FURTHER_RATE, start=networks.read(PLACE.read_bytes()))
    rows = networks.refit(folders, rows_of, fit, written, epochs, PLACE)
    click.echo(f"{len(rows[0])} edges", err=True)


if __name__ == "__main__":
    main()
