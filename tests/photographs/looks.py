"""The network of `armada_sim.photo.looks`, fitted to photographs: `python -m tests.photographs.looks FOLDER…`.

Before the true camera candidates count as ships where their corners are seen near a true ship's of that size, and as
none where they are far from all or of another size; to them come true ships, moved a little, and the same as if of
other sizes. It takes some 5 s of processor time a picture, and then a quarter of an hour. The network that is there
was fitted to candidates as they came before there was one (seeds 1000 to 1059, 5000 to 5059, 7000 to 7069 and 8000 to
8059); it has a say in which they are now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.camera import Floats
from armada_sim.photo.contrast import MIDDLE
from armada_sim.photo.edges import State
from armada_sim.photo.looks import PLANES, SIDE, Patches, hidden_by, mirrored, patches, planes
from tests.photographs import networks
from tests.photographs.company import FAR, Judged, judged
from tests.photographs.networks import Network, begun as layer, shuffled

PLACE = Path("armada_sim/photo/looks.onnx")
NEAR = 0.12
"""Of a ship's length: what is farther from one, and not yet far from all, counts as neither."""

ANOTHER, BESIDE = 0.3, 0.2
"""How far what is of another size counts, and what was no candidate."""

MOVED = np.array([0.6, 0.6, 0.025])
"""mm, mm, radians. Standard deviations of how far true ships are moved."""

TIMES = 3
"""So many times each."""

CHANNELS = (32, 48, 64, 96)
"""Of the four layers, each of which halves the patch."""

INNER = 64
EPOCHS, BATCH, RATE, DECAY, DROPPED, SURE = 30, 128, 2.5e-3, 3e-3, 0.4, 0.01
"""Of the fit: how often each patch is shown, how many at once, the greatest step, what weights lose, the share of what
the last layer is not shown, and how far from certain each is taken to be."""

Rows = tuple[Patches, Floats, Floats]
"""Patches; (n,) whether they are of ships; (n,) how far they count."""


def rows_of(path: Path) -> Rows:
    """Of a photograph."""
    one = judged(path)
    now, bodies = one.now, [one.known.bodies[size] for size in one.now.sizes]
    found = [patches(one.sight, one.state, bodies, hidden_by(now.overlap, now.best))]
    same = one.true_sizes[one.which] == now.sizes
    ship, none = same & (one.far < NEAR), (one.far > FAR) | ~same
    good, counts = [ship.astype(np.float64)], [np.where(same | (one.far > FAR), 1.0, ANOTHER) * (ship | none)]
    of_true, true = beside(one)
    found.append(of_true)
    good.append(true)
    counts.append(np.full(len(true), BESIDE))
    shown, are, far = np.concatenate(found), np.concatenate(good), np.concatenate(counts)
    return shown[far > 0], are[far > 0], far[far > 0]


def beside(one: Judged) -> tuple[Patches, Floats]:
    """True ships, moved a little, and as if they were of other sizes; and whether they are as they seem."""
    lot, ships = np.random.default_rng(one.truth.seed), one.truth.ships
    true = np.array([[ship.x, ship.y, np.radians(ship.heading)] for ship in ships])
    poses, sizes, of = list[Floats](), list[int](), list[int]()
    for k, size in enumerate(one.true_sizes):
        ahead = MIDDLE * np.array([np.cos(true[k, 2]), np.sin(true[k, 2])])
        middle = true[k, :2] + one.known.bodies[size].corners[2, 0] * ahead
        for other, body in enumerate(one.known.bodies):
            pose = np.append(middle - body.corners[2, 0] * ahead, true[k, 2])
            again = TIMES if other == size else 1
            poses += list(pose + MOVED * (1 if other == size else 1.6) * lot.normal(size=(again, 3)))
            sizes += [other] * again
            of += [k] * again
    state = State(one.camera, one.known.expected.radius, np.concatenate([true, poses]))
    bodies = [one.known.bodies[size] for size in [*one.true_sizes, *sizes]]
    hiding = [[j for j in range(len(true)) if j != k] for k in [*range(len(true)), *of]]
    found = patches(one.sight, state, bodies, hiding)[len(true) :]
    return found, (np.array(sizes) == one.true_sizes[of]).astype(np.float64)


def changed(given: Patches, lot: np.random.Generator) -> NDArray[np.float32]:
    """The same as other cameras, lamps and players might show it."""
    n, found = len(given), given.astype(np.float32)
    mirror = lot.random(n) < 0.5
    found[mirror] = mirrored(given[mirror])
    turn = np.where(lot.random(n) < 0.3, lot.uniform(0, 2 * np.pi, n), lot.normal(0, 0.5, n))
    way = (np.exp(1j * turn) * np.exp(lot.normal(0, 0.2, n)))[:, None, None]
    colour = way * (found[:, 1] - 128 + 1j * (found[:, 2] - 128))
    found[:, 1], found[:, 2] = 128 + colour.real, 128 + colour.imag
    strong, light = np.exp(lot.normal(0, 0.15, n)), lot.normal(0, 12, n)
    found[:, 0] = (found[:, 0] - 128) * strong[:, None, None] + 128 + light[:, None, None]
    found[:, 3] *= lot.uniform(0.7, 1, n)[:, None, None]
    noise = lot.random(n)[:, None, None, None] * lot.normal(0, 2, (n, 3, *found.shape[2:]))
    found[:, :3] += noise.astype(np.float32)
    return np.roll(found, lot.integers(-1, 2, 2), (2, 3))


def begun() -> Network:
    """Before it has seen anything."""
    lot = np.random.default_rng(0)
    found: Network = {}
    for k, (before, after) in enumerate(pairwise((PLANES, *CHANNELS))):
        found[f"layer{k}"] = layer((after, before, 3, 3), lot)
        found[f"shift{k}"] = np.zeros(after, np.float32)
    wide = 9 * CHANNELS[-1]
    found |= {"inner": layer((INNER, wide), lot).T, "inner_shift": np.zeros(INNER, np.float32)}
    return found | {
        "outer": lot.normal(0, 0.1, (INNER, 1)).astype(np.float32),
        "outer_shift": np.zeros(1, np.float32),
    }


def seen(network: Network, given: Any, dropping: Any = None) -> Any:
    """(n,). Logarithms of odds; given: (n, PLANES, SIDE, SIDE); dropping: while it is fitted, a random key."""
    import jax

    for k in range(len(CHANNELS)):
        given = jax.lax.conv_general_dilated(given, network[f"layer{k}"], (2, 2), ((0, 1), (0, 1)))
        given = jax.nn.relu(given + network[f"shift{k}"][:, None, None])
    given = given.reshape(len(given), -1)
    if dropping is not None:
        given = given * jax.random.bernoulli(dropping, 1 - DROPPED, given.shape) / (1 - DROPPED)
    given = jax.nn.relu(given @ network["inner"] + network["inner_shift"])
    return (given @ network["outer"] + network["outer_shift"])[:, 0]


def fitted(rows: Rows, tell: Callable[[float], object], epochs: int = EPOCHS) -> Network:
    """The network; tell: what is called after each epoch, with what the network misses."""
    import optax

    shown, good, counts = rows

    def cost(network: Network, given: Any, good: Any, counts: Any, key: Any) -> Any:
        odds = seen(network, given, key)
        return (counts * optax.sigmoid_binary_cross_entropy(odds, good * (1 - 2 * SURE) + SURE)).mean()

    def batches(lot: np.random.Generator) -> Iterator[tuple[Any, ...]]:
        for some in shuffled(len(shown), BATCH, lot):
            yield planes(changed(shown[some], lot)), good[some], counts[some]

    return networks.fitted(begun(), cost, batches, len(shown) // BATCH, epochs, RATE, DECAY, tell)


def written(network: Network, pictures: int) -> bytes:
    """As ONNX has it."""
    from onnx import helper

    nodes, last = [], "patches"
    for k in range(len(CHANNELS)):
        weights = [last, f"layer{k}", f"shift{k}"]
        nodes.append(
            helper.make_node("Conv", weights, [f"summed{k}"], kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1])
        )
        nodes.append(helper.make_node("Relu", [f"summed{k}"], [f"layer{k}_seen"]))
        last = f"layer{k}_seen"
    nodes += [
        helper.make_node("Flatten", [last], ["flat"]),
        helper.make_node("Gemm", ["flat", "inner", "inner_shift"], ["inner_summed"]),
        helper.make_node("Relu", ["inner_summed"], ["inner_seen"]),
        helper.make_node("Gemm", ["inner_seen", "outer", "outer_shift"], ["odds"]),
    ]
    about = f"looks of ships on {pictures} photographs"
    return networks.file_of(nodes, about, network, ("patches", (PLANES, SIDE, SIDE)), [("odds", (1,))])


@click.command()
@click.argument("folders", type=click.Path(path_type=Path, exists=True, file_okay=False), nargs=-1, required=True)
def main(folders: tuple[Path, ...]) -> None:
    """Fit the network to the photographs in FOLDERS and write it."""
    rows = networks.refit(folders, rows_of, fitted, written, EPOCHS, PLACE)
    click.echo(f"{len(rows[0])} patches, {int(rows[1].sum())} of ships", err=True)


if __name__ == "__main__":
    main()
