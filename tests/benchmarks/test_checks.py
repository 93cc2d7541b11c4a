"""How fast checks are, as ratios measured side by side in one run.

    python -m pytest tests/benchmarks --benchmark-enable -s

prints the ratios; without `--benchmark-enable` each runs once, as a test of its own correctness.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import numpy as np
import pytest
import shapely

from armada_sim import Layout, Rules, Size
from armada_sim.geometry.solids import Body
from armada_sim.moving import legal_poses
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


def rows(bases: Sequence[tuple[int, int]], headings: Sequence[int]) -> str:
    """Twelve ships of two players and three sizes, in the words of a file."""
    return "".join(
        f'[[ships]]\nname = "S{i}"\nplayer = "{"red" if i % 2 else "blue"}"\nsize = "{list(Size)[i % 3]}"\n'
        f"base = [{x}, {y}]\nheading = {heading}\n"
        for i, ((x, y), heading) in enumerate(zip(bases, headings, strict=True))
    )


CROWD = rows([(200 + 70 * (i % 4), 200 + 70 * (i // 4)) for i in range(12)], [17 * i for i in range(12)])
FLEETS = rows([(200 + 45 * (i // 2), 110 if i % 2 else 700) for i in range(12)], [90, 270] * 6)
MOVE = '[[questions]]\nmove = "S0"\nheadings = [90, 80]\n'
SHOT = '[[questions]]\nshot = { from = "S0", at = "S1" }\n'
SETUP = "[[questions]]\nsetup = true\n"
DISPUTES = {
    "a move": (CROWD + MOVE, 1),
    "a move and a shot": (CROWD + MOVE + SHOT, 1),
    "a legal set-up": (FLEETS + SETUP, 0),
    "a set-up with forty mistakes": (CROWD + SETUP, 1),
}
"""What is asked about twelve ships, and the exit status of the answer."""

ARMADA = "from armada_sim.cli import main\nmain()"
"""What the installed command runs."""


def cost(command: list[str], statuses: set[int], compiled: Path) -> tuple[float, float]:
    """Seconds a process takes: by the clock, and of processors (which other work on the machine hardly changes).

    statuses: it may end with; compiled: where bytecode is kept, whatever the environment says: an installed program is
    compiled once.
    """
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "PYTHONPYCACHEPREFIX": str(compiled)}
    resource = pytest.importorskip("resource")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    after, taken = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    assert done.returncode in statuses
    assert not done.stderr
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_cold_check_of_twelve_ships(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Target: within three times a Python that only imports numpy and shapely; medians of interleaved runs, bytecode
    kept."""
    commands = {"bare": ([sys.executable, "-c", "import numpy, shapely"], {0})}
    for number, (name, (text, status)) in enumerate(DISPUTES.items()):
        path = tmp_path / f"{number}.toml"
        path.write_text(text)
        commands[name] = ([sys.executable, "-c", ARMADA, "check", str(path)], {status})
    rounds = 9 if request.config.getoption("--benchmark-enable") else 0
    _, *costs = [
        {name: cost(*command, tmp_path / "compiled") for name, command in commands.items()} for _ in range(1 + rounds)
    ]
    for name in DISPUTES if costs else ():
        clock, processor = (median(c[name][i] / c["bare"][i] for c in costs) for i in (0, 1))
        told = f"{clock:.2f} x `import numpy, shapely` by the clock, {processor:.2f} x in processor time"
        print(f"\narmada check, 12 ships, cold, {name}: {told}")
