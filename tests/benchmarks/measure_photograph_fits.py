"""Where ships are put by their faces against what is beside them, and where by edges, on the same photographs:
`python -m tests.benchmarks.measure_photograph_fits FOLDER --count 20`.

Only ships that were found, and whose place is known, are compared. Errors are as in `measure_photographs`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from armada_sim.photo import Reading, read
from armada_sim.photo.camera import Floats
from armada_sim.photo.choosing import Chosen, followed
from armada_sim.photo.edges import State
from armada_sim.photo.finding import candidates, fast_functions, perceived, strength_of, view
from armada_sim.photo.reading import _shown as shown_in, pose_of
from armada_sim.photo.solids import solid
from armada_sim.table import PROFILES, Size
from tests.benchmarks.measure_photographs import errors, matched
from tests.photographs import Photograph, load

NAMES = (
    "faces, at the end of the search",
    "faces, to 0.03 mm, in the whole picture, camera as edges gave it",
    "the same, compared over half the distance",
    "the same, begun where edges put the ships",
    "edges, together with the camera",
)
HEEDS = np.array([0.5, 0.5])


def fits(truth: Photograph) -> list[list[float]]:
    """mm. Of each way, how far the farthest corners of ships are off."""
    solids = np.stack([solid(PROFILES["ideal_sharp"][size]) for size in Size])
    shown = shown_in(truth.path, solids, None, None)
    known, begin, done = shown.known, shown.found[0], shown.done
    given = candidates(known.sight, begin.state.camera, solids)
    told = read(truth.path)
    both = matched(truth, told)
    numbers = [told.ships.index(ship) for _, ship in both if ship.tolerance is not None]
    near = []
    for k in numbers:
        size, pose = done.sizes[k], done.adjusted.state.poses[k]
        alike = [one for one in given if one.size == size]
        arm = 0.4 * solids[size][2, 0]
        near.append(min(alike, key=lambda one: float(np.abs(middle(one.pose, arm) - middle(pose, arm)))).pose)
    searched = np.array(near)
    moved = followed(State(begin.state.camera, begin.state.radius, searched), done.adjusted.state).poses
    fitted = done.adjusted.state.poses[numbers]
    lies = [searched, *(climbed(known.rgb, done, numbers, solids, moved, gap) for gap in (3.2, 1.6))]
    lies += [climbed(known.rgb, done, numbers, solids, fitted, 1.6), fitted]
    return [off(truth, told, numbers, poses) for poses in lies]


def middle(pose: Floats, arm: float) -> complex:
    """mm. Of what lies at a pose, so far ahead of its base."""
    return complex(pose[0] + 1j * pose[1] + arm * np.exp(1j * pose[2]))


def climbed(rgb: np.ndarray, done: Chosen, numbers: list[int], solids: Floats, begin: Floats, gap: float) -> Floats:
    """Poses by faces alone, as closely as that goes, before the camera that edges gave."""
    colours, scale = perceived(rgb, max(rgb.shape))
    poses = np.array(begin, order="C")
    seen = view(done.adjusted.state.camera, scale)
    for pose, k in zip(poses, numbers, strict=True):
        corners = solids[done.sizes[k]]
        fast_functions().climb(colours, seen, corners, pose, HEEDS, gap, strength_of(colours), 1.0, 0.03)
    return poses


def off(truth: Photograph, told: Reading, numbers: list[int], poses: Floats) -> list[float]:
    """mm. How far the farthest corner of each is off."""
    ships = [replace(told.ships[k], pose=pose_of(pose)) for k, pose in zip(numbers, poses, strict=True)]
    pairs = {id(ship): true for true, ship in matched(truth, told)}
    return errors(truth, told, [(pairs[id(told.ships[k])], ship) for k, ship in zip(numbers, ships, strict=True)])


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--count", default=20, show_default=True)
def main(folder: Path, count: int) -> None:
    """Print the median, 95 % and greatest error of each way, in mm."""
    found: list[list[float]] = [[] for _ in NAMES]
    for path in sorted(folder.glob("*.json"))[:count]:
        for all_of, some in zip(found, fits(load(path)), strict=True):
            all_of += some
    for name, values in zip(NAMES, found, strict=True):
        print(f"{name}: {' / '.join(f'{one:.2f}' for one in np.quantile(values, (0.5, 0.95, 1)))}, {len(values)} ships")


if __name__ == "__main__":
    main()
