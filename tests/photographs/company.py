"""The weights of `armada_sim.photo.company`, fitted to photographs: `python -m tests.photographs.company FOLDER…`.

The folders hold photographs to which the weights of `weighing` were not fitted: of others candidates look surer than
they are. Before the true camera candidates count as ships where their corners are seen near a true ship's of that size,
and as none where they are far from all. Tables with a pattern have weights of their own. What is found, and how many
false places, is said as it comes of nine tenths of the photographs for the rest. It takes some 5 s of processor time a
picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
from numpy.typing import NDArray

from armada_sim.photo.beginning import Known
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.choosing import _apart as apart, considered
from armada_sim.photo.company import Considered, features
from armada_sim.photo.edges import State, lying
from armada_sim.photo.finding import Sight, candidates
from armada_sim.table import Size
from tests.photographs import Photograph, load
from tests.photographs.weights import ORDER, known_from, logistic, sheet_of

T = TypeVar("T")

NEAR, FAR = 0.15, 0.35
"""Of a ship's length: the mean distance of its corners from a ship's, and from none's."""

FIRM = 1.0
"""How far squares of weights count against them."""

TENTHS = 10
EXACT = 1e-4
"""Standard deviation of the logarithm of the focal length: it is the true one."""

LEAST = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Logarithms of odds at which it is said what is found."""


@dataclass(frozen=True)
class Judged:
    """A photograph and its candidates before the true camera; (n,) of these."""

    truth: Photograph
    known: Known
    sight: Sight
    """As ships are looked for."""

    camera: Camera
    """The true one."""

    state: State
    now: Considered
    far: Floats
    """By the length of the ship that is nearest."""

    which: NDArray[np.intp]
    """Which that is."""

    true_sizes: NDArray[np.intp]
    """(ships,)."""


def judged(path: Path) -> Judged:
    """A photograph."""
    truth = load(path)
    known, camera = known_from(truth.path, truth.eye)
    expected = replace(known.expected, focal=camera.focal, focal_spread=EXACT)
    start = State(camera, expected.radius, np.zeros((0, 3)))
    sight = known.cleared(camera, sheet_of(truth))
    state, now = considered(sight, start, candidates(sight, camera, known.solids), known.bodies, None, expected)
    wires = state.camera.project(lying([known.bodies[size] for size in now.sizes], state.poses).reshape(-1, 3))
    wires = wires.reshape(-1, 1, 5, 2) / known.shown
    there = np.array([ship.pixels[ORDER] for ship in truth.ships])
    lengths = np.linalg.norm(there[:, :, None] - there[:, None], axis=-1).max(axis=(1, 2))
    away = np.linalg.norm(wires - there, axis=-1).mean(axis=-1) / lengths
    sizes = np.array([list(Size).index(Size(ship.size)) for ship in truth.ships])
    return Judged(truth, known, sight, camera, state, now, away.min(axis=1), away.argmin(axis=1), sizes)


@dataclass(frozen=True)
class Rows:
    """What is weighed of a photograph; (n,) of its candidates."""

    far: Floats
    """By the length of the ship that is nearest."""

    which: NDArray[np.intp]
    """Which that is."""

    good: Floats
    """1 of a ship."""

    given: Considered
    clear: NDArray[np.bool_]
    """(ships,) Whether it is of clear plastic."""

    @property
    def found(self) -> Floats:
        """(n, 8 or 12)."""
        return features(self.given)


def rows_of(path: Path) -> Rows:
    """Of a photograph."""
    one = judged(path)
    good = (one.far < NEAR) & (one.true_sizes[one.which] == one.now.sizes)
    clear = np.array([ship.plastic == "clear" for ship in one.truth.ships])
    return Rows(one.far, one.which, good.astype(np.float64), one.now, clear)


def of_all(folders: Iterable[Path], rows: Callable[[Path], T]) -> list[T]:
    """Of all photographs in folders."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    with ProcessPoolExecutor() as pool, click.progressbar(pool.map(rows, paths), len(paths), "pictures") as shown:
        return list(shown)


def fitted(given: Sequence[Rows]) -> tuple[Floats, float]:
    """Weights, and what is left."""
    used = [np.isfinite(one.given.beside) & ((one.good > 0) | (one.far > FAR)) for one in given]
    found = np.concatenate([one.found[some] for one, some in zip(given, used, strict=True)])
    good = np.concatenate([one.good[some] for one, some in zip(given, used, strict=True)])
    return logistic(found, good, np.ones(len(found)), FIRM)


def told(given: Sequence[Rows], scores: Sequence[Floats], least: float) -> str:
    """What is found, and how many false places."""
    counts, false = np.zeros((2, 2)), 0
    for one, score in zip(given, scores, strict=True):
        kept = apart((), np.where(np.isfinite(one.given.beside), score, -np.inf), least, one.given.overlap)
        hit = {int(one.which[k]) for k in kept if one.far[k] < FAR}
        false += len(kept) - len(hit)
        for ship, clear in enumerate(one.clear):
            counts[int(clear)] += (1, ship in hit)
    (all_others, others), (all_clear, clear) = counts.tolist()
    return f"{least:+.2f}: {others:.0f}/{all_others:.0f}, clear {clear:.0f}/{all_clear:.0f}, false {false}"


@click.command()
@click.argument("folders", type=click.Path(path_type=Path, exists=True, file_okay=False), nargs=-1, required=True)
def main(folders: tuple[Path, ...]) -> None:
    """Fit the weights to the photographs in FOLDERS and print them."""
    rows = of_all(folders, rows_of)
    plain = [one for one in rows if one.given.taken is None]
    patterned = [one for one in rows if one.given.taken is not None]
    for suffix, some in (("", plain), ("_OF_PATTERN", patterned)):
        if some:
            _print_fitted(some, suffix)


def _print_fitted(given: Sequence[Rows], suffix: str) -> None:
    """What is found by weights, and these."""
    click.echo(f"{len(given)} pictures")
    part = np.random.default_rng(0).permutation(len(given)) % TENTHS
    scores: list[Floats] = [np.zeros(0)] * len(given)
    for tenth in range(TENTHS):
        weights, offset = fitted([one for one, other in zip(given, part, strict=True) if other != tenth])
        for k in np.flatnonzero(part == tenth):
            scores[k] = given[k].found @ weights + offset
    for least in LEAST:
        click.echo(told(given, scores, least))
    weights, offset = fitted(given)
    numbers = ", ".join(f"{value:.3f}" for value in weights)
    click.echo(f"WEIGHTS{suffix} = np.array([{numbers}])\nOFFSET{suffix} = {offset:.3f}")


if __name__ == "__main__":
    main()
