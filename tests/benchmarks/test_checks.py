"""How fast checks are, as ratios measured side by side in one run.

    python -m pytest tests/benchmarks --benchmark-enable -s

prints the ratios; without `--benchmark-enable` each runs once, as a test of its own correctness.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely

from armada_sim import Layout, Rules, Size
from armada_sim.bulk import legal_poses
from armada_sim.geometry.solids import Body
from tests.strategies import random_ship

ROOT = Path(__file__).parents[2]
POSES = 20_000


def best(action: Callable[[], object], times: int = 5) -> float:
    """Least of some measured durations, seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        found.append(time.perf_counter() - start)
    return min(found)


@pytest.fixture(scope="module")
def crowd() -> tuple[Layout, np.ndarray]:
    """Twelve ships on a quarter of a table, and poses of a thirteenth among them."""
    chooser = random.Random(1)
    ships = [random_ship(chooser, f"B{i}", (300, 300), 150, "blue") for i in range(12)]
    mover = random_ship(chooser, "S", (300, 300), 1, "red")
    generator = np.random.default_rng(1)
    poses = generator.uniform([150, 150, 0], [450, 450, 360], (POSES, 3))
    return Layout(ships=[mover, *ships]), poses


def outlines(layout: Layout, poses: np.ndarray) -> list[list[tuple[float, float]]]:
    """Corners of the moving ship at each pose."""
    outline = Rules().outline(layout.ships[0].size)
    corners = np.array([(float(a), float(c)) for a, c in outline.corners])
    angle = np.radians(poses[:, 2])[:, None]
    x = poses[:, :1] + corners[:, 0] * np.cos(angle) - corners[:, 1] * np.sin(angle)
    y = poses[:, 1:2] + corners[:, 0] * np.sin(angle) + corners[:, 1] * np.cos(angle)
    return [list(zip(a, b, strict=True)) for a, b in zip(x.tolist(), y.tolist(), strict=True)]


def by_shapely(layout: Layout, poses: np.ndarray) -> list[bool]:
    """A loop over Shapely predicates, obstacles prepared once."""
    others = [shapely.Polygon(Body(Rules().outline(s.size).corners, s.pose.place).corners) for s in layout.ships[1:]]
    shapely.prepare(others)
    return [not any(o.intersects(piece) for o in others) for piece in map(shapely.Polygon, outlines(layout, poses))]


def by_pymunk(layout: Layout, poses: np.ndarray) -> list[bool]:
    """pymunk's `shape_query`."""
    pymunk = pytest.importorskip("pymunk")
    space = pymunk.Space()
    for ship in layout.ships[1:]:
        corners = Body(Rules().outline(ship.size).corners, ship.pose.place).corners
        space.add(pymunk.Poly(space.static_body, corners))
    corners = [(float(a), float(c)) for a, c in Rules().outline(layout.ships[0].size).corners]
    body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    shape = pymunk.Poly(body, corners)
    space.add(body, shape)
    answers = []
    for x, y, heading in poses.tolist():
        body.position, body.angle = (x, y), np.radians(heading)
        space.reindex_shape(shape)
        answers.append(not space.shape_query(shape))
    return answers


def test_many_poses_against_shapely(crowd: tuple[Layout, np.ndarray], request: pytest.FixtureRequest) -> None:
    """Target: 25 times faster; the answers are the same (no pose here touches)."""
    layout, poses = crowd
    few = poses if request.config.getoption("--benchmark-enable") else poses[:300]
    ours = legal_poses(layout, "S", few)
    assert list(ours) == by_shapely(layout, few)
    if request.config.getoption("--benchmark-enable"):
        ratio = best(lambda: by_shapely(layout, few), 3) / best(lambda: legal_poses(layout, "S", few))
        print(f"\nlegality of {len(few)} poses among 12 ships: {ratio:.0f} x faster than a loop over Shapely")


def test_many_poses_against_pymunk(crowd: tuple[Layout, np.ndarray], request: pytest.FixtureRequest) -> None:
    """Target: 5 times faster than `shape_query`, which answers for nearly exact contact as it likes."""
    layout, poses = crowd
    few = poses if request.config.getoption("--benchmark-enable") else poses[:300]
    theirs = np.array(by_pymunk(layout, few))
    assert (legal_poses(layout, "S", few) == theirs).mean() > 0.98
    if request.config.getoption("--benchmark-enable"):
        ratio = best(lambda: by_pymunk(layout, few), 3) / best(lambda: legal_poses(layout, "S", few))
        print(f"\nlegality of {len(few)} poses among 12 ships: {ratio:.0f} x faster than pymunk's shape_query")


DISPUTE = """
title = "Twelve ships"
{ships}
[[questions]]
move = "S0"
headings = [90, 80]
[[questions]]
shot = {{ from = "S0", at = "S1" }}
"""


def test_a_cold_check_of_twelve_ships(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Target: within three times a Python that only imports numpy and shapely."""
    sizes = list(Size)
    ships = "".join(
        f'[[ships]]\nname = "S{i}"\nplayer = "{"red" if i % 2 else "blue"}"\nsize = "{sizes[i % 3]}"\n'
        f"base = [{200 + 70 * (i % 4)}, {200 + 70 * (i // 4)}]\nheading = {17 * i}\n"
        for i in range(12)
    )
    path = tmp_path / "twelve.toml"
    path.write_text(DISPUTE.format(ships=ships))
    check = [sys.executable, "-m", "armada_sim.cli", "check", str(path)]
    bare = [sys.executable, "-c", "import numpy, shapely"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    if request.config.getoption("--benchmark-enable"):
        ours = best(lambda: subprocess.run(check, cwd=ROOT, capture_output=True), 9)
        theirs = best(lambda: subprocess.run(bare, cwd=ROOT, capture_output=True), 9)
        print(f"\narmada check, 12 ships, cold: {ours / theirs:.2f} x `import numpy, shapely`")
