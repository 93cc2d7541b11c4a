"""The weights of `armada_sim.photo.weighing`, fitted to photographs: `python -m tests.photographs.weights FOLDER…`.

Candidates before the true camera, as they are found and as they are fitted, count as ships where their corners are seen
near a true ship's of that size, and as none where they are far from all; a logistic model of their features and the
products of these is fitted, large weights counting against it. It takes some 3 s of processor time a picture.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click
import numpy as np
from scipy.optimize import minimize

from armada_sim.photo import CORNERS
from armada_sim.photo.adjusting import each_adjusted
from armada_sim.photo.beginning import Known
from armada_sim.photo.camera import Camera, Floats
from armada_sim.photo.choosing import bettered, first_ranges
from armada_sim.photo.edges import State, lying
from armada_sim.photo.finding import candidates
from armada_sim.photo.marking import EDGES
from armada_sim.photo.opening import opened
from armada_sim.photo.reading import _known as known_of
from armada_sim.photo.solids import FACES, solid
from armada_sim.photo.weighing import FEATURES, OF_EDGE, OF_FACE, OF_VIEW, PAIRED, features, with_products
from armada_sim.table import PROFILES, Size
from tests.photo.painting import Placed, paint
from tests.photo.scenes import NAMES, Eye, eye
from tests.photographs import Photograph, load

PLACE = Path("armada_sim/photo/weights.py")
NEAR, FAR = 0.08, 0.5
"""Of a ship's length: the mean distance of its corners from a ship's, and from none's."""

AS_FOUND = 0.2
"""How far what is none counts before it is fitted: there is more of it."""

ORDER = [NAMES.index(name) for name in CORNERS]

FIRM = 8.0
"""How far squares of weights count against them."""

LEAST_SPREAD = 1e-3
"""Of a feature that hardly varies, as that of a face that is never seen."""

MIRRORED_EDGES, MIRRORED_FACES = (0, 2, 1, 4, 3, 5, 7, 6), (0, 1, 2, 4, 3)
"""What edges and faces are in a mirror: left is right."""

SIDEWAYS = FEATURES - OF_VIEW + 3
"""The feature that is turned around there: from which side a ship is seen."""


Rows = tuple[Floats, Floats, Floats]
"""(n, FEATURES), (n,), (n,). Of candidates: features, whether they are ships, how far they count."""

Seen = Sequence[tuple[Floats, Size]]
"""Of ships: corners (5, 2) px, seen or not, in the order of CORNERS, and size."""


def rows_of(truth: Photograph) -> Rows:
    """Of a photograph."""
    ships = [(ship.pixels[ORDER], Size(ship.size)) for ship in truth.ships]
    return rows(truth.path, truth.eye, ships, sheet_of(truth))


def rows(path: Path, view: Eye, ships: Seen, sheet: Floats | None = None) -> Rows:
    """Of a picture of ships; sheet: (4, 2) mm."""
    known, camera = known_from(path, view)
    sight = known.cleared(camera, sheet)
    given = candidates(sight, camera, known.solids)
    sizes = np.array([one.size for one in given], dtype=np.intp)
    state = State(camera, known.expected.radius, np.array([one.pose for one in given]).reshape(-1, 3))
    fits = each_adjusted(sight.image, state, [known.bodies[size] for size in sizes], first_ranges(state))
    better, better_sizes, _ = bettered(sight, state, given, known.bodies)
    found, good, counts = [], [], []
    for lies, which, none in ((fits, sizes, AS_FOUND), (better, better_sizes, 1.0)):
        own = [known.bodies[size] for size in which]
        values = features(sight, lies, own)
        wires = camera.project(lying(own, lies.poses).reshape(-1, 3)).reshape(-1, 5, 2)
        for value, wire, size in zip(values, wires, which, strict=True):
            far, is_ship = nearest(ships, wire / known.shown, tuple(Size)[size])
            if np.isfinite(value).all() and (is_ship or far > FAR):
                found.append(value)
                good.append(is_ship)
                counts.append(1.0 if is_ship else none)
    return np.array(found).reshape(-1, FEATURES), np.array(good, dtype=np.float64), np.array(counts)


def sheet_of(truth: Photograph) -> Floats | None:
    """(4, 2) mm. Its corners on the table."""
    return None if truth.sheet is None else np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * truth.sheet.size


def known_from(path: Path, view: Eye) -> tuple[Known, Camera]:
    """What is known of a picture, and its true camera."""
    known = known_of(opened(path), {size: solid(PROFILES["ideal_sharp"][size]) for size in Size}, None)
    turn, shift = view.outer[:3, :3], view.outer[:3, 3]
    return known, Camera(*known.picture, view.focal * known.shown, view.bend, turn, shift)


def nearest(ships: Seen, wire: Floats, size: Size) -> tuple[float, bool]:
    """How far the nearest ship is, by its length, and whether this is that ship."""
    best = (np.inf, False)
    for corners, true in ships:
        length = np.linalg.norm(corners[:, None] - corners, axis=-1).max()
        far = float(np.linalg.norm(wire - corners, axis=1).mean() / length)
        best = min(best, (far, far < NEAR and size == true))
    return best


def painted(seed: int) -> Rows:
    """Of a painted table: flat colours, to which telephones smooth their pictures, count, too."""
    lot = np.random.default_rng(seed)
    height, away = lot.uniform(350, 750), lot.uniform(0, 2 * np.pi)
    middle = np.array([200.0, 150.0, 0.0])
    place = middle + np.array([400 * np.cos(away), 400 * np.sin(away), height])
    view = eye((2000, 1500), place, middle, 1600, float(lot.uniform(-0.01, 0.01)))
    ships: list[Placed] = []
    while len(ships) < PAINTED_SHIPS:
        x, y = lot.uniform(0, 400), lot.uniform(0, 300)
        if all(np.hypot(x - other.x, y - other.y) > APART_MM for other in ships):
            kind = str(lot.choice(["red", "blue"])), str(lot.choice(["small", "medium", "large"]))
            ships.append(Placed(*kind, x, y, lot.uniform(0, 360)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "painted.png"
        paint(path, ships, view)
        return rows(path, view, [(view.shoot(ship.corners)[ORDER], Size(ship.size)) for ship in ships])


PAINTED, PAINTED_SHIPS, APART_MM = 30, 6, 75.0


def mirrored(found: Floats) -> Floats:
    """(n, FEATURES). Features as they would be in a mirror, where a ship is a ship, too."""
    edges, faces = np.split(found[:, PAIRED:-OF_VIEW], [len(EDGES) * OF_EDGE], axis=1)
    view = found[:, -OF_VIEW:].copy()
    view[:, SIDEWAYS - FEATURES] *= -1
    n = len(found)
    edges = edges.reshape(n, len(EDGES), OF_EDGE)[:, MIRRORED_EDGES].reshape(n, -1)
    faces = faces.reshape(n, len(FACES), OF_FACE)[:, MIRRORED_FACES].reshape(n, -1)
    return np.concatenate([found[:, :PAIRED], edges, faces, view], axis=1)


def fitted(found: Floats, good: Floats, counts: Floats) -> tuple[Floats, Floats, Floats, float]:
    """Mean and spread of features; weights of these and of their products; and what is left."""
    found, good, counts = np.concatenate([found, mirrored(found)]), np.tile(good, 2), np.tile(counts / 2, 2)
    mean, spread = found.mean(axis=0), np.maximum(found.std(axis=0), LEAST_SPREAD)
    both = with_products(found, mean, spread)
    return mean, spread, *logistic(both, good, counts, FIRM)


def logistic(found: Floats, good: Floats, counts: Floats, firm: float) -> tuple[Floats, float]:
    """Weights of features (n, k) by which those that are good are told from others, and what is left.

    counts: (n,) how far each counts; firm: how far squares of weights, of features in spreads, count against them.
    """
    shift, scale = found.mean(axis=0), np.maximum(found.std(axis=0), LEAST_SPREAD)
    given = np.column_stack([(found - shift) / scale, np.ones(len(found))])
    sign = 2 * good - 1

    def cost(weights: Floats) -> tuple[float, Floats]:
        score = given @ weights
        slope = -sign * counts / (1 + np.exp(sign * score))
        against = firm * np.append(weights[:-1], 0)
        return float((counts * np.logaddexp(0, -sign * score)).sum() + against @ weights / 2), given.T @ slope + against

    best = minimize(cost, np.zeros(given.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 3000}).x
    weights = best[:-1] / scale
    return weights, float(best[-1] - weights @ shift)


def written(mean: Floats, spread: Floats, weights: Floats, offset: float, pictures: int) -> str:
    """The module."""
    parts = {"MEAN": mean, "SPREAD": spread, "ALONE": weights[:FEATURES], "PRODUCTS": weights[FEATURES:]}
    lines = [
        '"""Weights of `weighing`, as `python -m tests.photographs.weights` fits them.',
        "",
        f"To {pictures} pictures. Of each feature what is usual, how far it varies and what it counts for alone;",
        "what its products with itself and with each that follows count for; and what is left where all are usual.",
        '"""',
        "",
        "import numpy as np",
        "",
        "# fmt: off",
    ]
    for name, values in parts.items():
        lines.append(f"{name} = np.array([")
        numbers = [f"{value:.5f}" for value in values]
        lines += ["    " + ", ".join(numbers[k : k + 10]) + "," for k in range(0, len(numbers), 10)]
        lines.append("])")
    return "\n".join([*lines, f"OFFSET = {offset:.3f}", "# fmt: on", ""])


@click.command()
@click.argument("folders", type=click.Path(path_type=Path, exists=True, file_okay=False), nargs=-1, required=True)
def main(folders: tuple[Path, ...]) -> None:
    """Fit the weights to the photographs in FOLDERS and write their module."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    with ProcessPoolExecutor() as pool:
        made = [pool.submit(rows_of, load(path)) for path in paths] + [pool.submit(painted, k) for k in range(PAINTED)]
        with click.progressbar(made, label="pictures") as shown:
            parts = [one.result() for one in shown]
    found, good, counts = (np.concatenate(one) for one in zip(*parts, strict=True))
    PLACE.write_text(written(*fitted(found, good, counts), len(parts)), encoding="utf-8")
    click.echo(f"{len(found)} candidates, {int(good.sum())} of them ships", err=True)


if __name__ == "__main__":
    main()
