"""Reachable regions: inside by replay, outside by random legal paths, exactly where nothing is in the way."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal
from functools import cache
from typing import Literal

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from armada_sim import InputError, Layout, Obstacle, Pose, Rules, Ship, Size, Surface, check_contact, check_move
from armada_sim.evidence.ruling import Answer
from armada_sim.geometry.kernel import scenes
from armada_sim.geometry.kernel.outlines import RAISED_SLACK
from armada_sim.moving import legal_poses
from armada_sim.moving.movement import Mover, legal_headings
from armada_sim.regions._surroundings import surroundings
from armada_sim.regions.claims import path_to_pose
from armada_sim.regions.reach import Reach, reach_stages, reachable
from tests.whole import whole

Floats = NDArray[np.float64]


@cache
def crowded(seed: int, others: int = 12) -> Layout:
    """A small called S among other ships, some of them near."""
    rng = np.random.default_rng(seed)
    ships = [Ship("S", "red", Size.SMALL, Pose(450, 420, round(float(rng.uniform(0, 360)), 1)))]
    while len(ships) <= others:
        x, y, heading = (round(float(v), 1) for v in rng.uniform((330, 300, 0), (570, 540, 360)))
        new = Ship(f"B{len(ships)}", "blue", list(Size)[len(ships) % 3], Pose(x, y, heading))
        layout = Layout(ships=(*ships, new))
        apart = (check_contact(layout, new.name, old.name).witness.clearance for old in ships)
        if all(gap > 2 for gap in apart):
            ships.append(new)
    return Layout(ships=tuple(ships))


def footprints(mover: Mover, x: Floats, y: Floats, heading: Floats) -> NDArray[np.object_]:
    """Outlines at poses as Shapely polygons."""
    cosine, sine = np.cos(np.radians(heading)), np.sin(np.radians(heading))
    corners = np.array([(float(a), float(c)) for a, c in mover.outline.corners])
    xs = x[:, None] + corners[:, 0] * cosine[:, None] - corners[:, 1] * sine[:, None]
    ys = y[:, None] + corners[:, 0] * sine[:, None] + corners[:, 1] * cosine[:, None]
    return np.asarray(shapely.polygons(np.stack([xs, ys], axis=2)))


def random_paths(
    layout: Layout, name: str, steps: int, count: int, rng: np.random.Generator, rules: Rules | None = None
) -> list[tuple[Floats, Floats, Floats]]:
    """Poses (x, y, heading) after 1, 2, ... steps of random legal paths, judged by the referee in bulk.

    Half of the turns are steered: taken to the limit, or to within 1e-6 degrees of a blocker.
    """
    rules = rules or Rules()
    ship = layout.ship(name)
    mover = Mover(ship, rules.outline(ship.size))
    step, limit = float(mover.outline.step), mover.turn_limit
    x0, y0 = ship.pose.place.origin
    x, y, heading = np.full(count, x0), np.full(count, y0), np.full(count, float(ship.pose.heading))
    found = []
    for _ in range(steps):
        x = x + step * np.cos(np.radians(heading))
        y = y + step * np.sin(np.radians(heading))
        turn = rng.uniform(-limit, limit, len(x))
        steered = rng.random(len(x)) < 0.5
        turn = np.where(steered & (rng.random(len(x)) < 0.4), np.sign(turn) * limit * (1 - 1e-12), turn)
        legal = legal_poses(layout, name, np.stack([x, y, heading + turn], axis=1), rules)
        wrong = np.where(turn > 0, limit, -limit) * (1 - 1e-12)
        blocked = ~legal_poses(layout, name, np.stack([x, y, heading + wrong], axis=1), rules)
        good, bad = turn.copy(), wrong
        for _ in range(30):
            middle = (good + bad) / 2
            free = legal_poses(layout, name, np.stack([x, y, heading + middle], axis=1), rules)
            good, bad = np.where(free, middle, good), np.where(free, bad, middle)
        turn = np.where(steered & legal & blocked, good, turn)
        x, y, heading = x[legal], y[legal], (heading + turn)[legal]
        found.append((x, y, heading))
    return found


def assert_outside_nothing(region: Reach, layout: Layout, count: int, seed: int, rules: Rules | None = None) -> None:
    """No random legal path leaves the outer region."""
    mover = Mover(layout.ship(region.ship), (rules or Rules()).outline(layout.ship(region.ship).size))
    outer = shapely.buffer(region.outer, 1e-9)
    shapely.prepare(outer)
    seen = 0
    for x, y, heading in random_paths(layout, region.ship, region.steps, count, np.random.default_rng(seed), rules):
        assert shapely.covers(outer, footprints(mover, x, y, heading)).all()
        seen += len(x)
    assert seen > count / 10


def assert_inside_replays(region: Reach, layout: Layout, count: int, seed: int, rules: Rules | None = None) -> None:
    """Random points of the inner region have a path that the referee allows and that covers them."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = region.inner.bounds
    points = rng.uniform((x0, y0), (x1, y1), (20 * count, 2))
    points = points[shapely.contains_xy(region.inner, points)][:count]
    assert len(points) > count / 2
    mover = Mover(layout.ship(region.ship), (rules or Rules()).outline(layout.ship(region.ship).size))
    for x, y in points:
        path = region.path_to((x, y))
        assert path is not None
        ruling = check_move(layout, region.ship, headings=path, rules=rules)
        assert ruling.allowed, (path, ruling.reasons)
        last = ruling.witness.steps[-1]
        (shape,) = footprints(mover, *(np.array([v]) for v in (*last.base, last.heading)))
        assert shape.distance(shapely.Point(x, y)) < 1e-6


@pytest.mark.parametrize(("seed", "paths"), [(2, 3_000), whole(1, 30_000)])
def test_a_region_holds_every_random_path_and_its_points_replay(seed: int, paths: int) -> None:
    layout = crowded(seed)
    region = reachable(layout, "S", 4, gap=2.0)
    assert region.gap <= 2.0
    assert_outside_nothing(region, layout, paths, seed)
    assert_inside_replays(region, layout, 40, seed)


def test_no_point_of_the_outer_region_is_farther_than_the_gap_from_the_inner_one() -> None:
    region = reachable(crowded(3), "S", 3, gap=1.0)
    left = shapely.difference(region.outer, shapely.buffer(region.inner, region.gap, quad_segs=64))
    undecided = shapely.union_all([part.region for part in region.undecided])
    assert shapely.difference(left, shapely.buffer(undecided, 0.5)).area < 1e-6


@pytest.mark.parametrize(("of", "seed", "apart"), [
    ("cover", 7, 0.5), whole("tips", 7, 0.5), whole("cover", 5, 0.5), whole("tips", 5, 0.5),
])  # fmt: skip
def test_what_is_farther_than_the_gap_from_the_inner_region_is_undecided(
    of: Literal["cover", "tips"], seed: int, apart: float
) -> None:
    """Seen from corners of the outer region and a grid of points in it, for the inner one's border or arcs, a point
    every 0.1 mm."""
    region = reachable(crowded(seed, others=5), "S", 3, gap=2.0, of=of)
    x0, y0, x1, y1 = region.outer.bounds
    grid = np.stack(np.meshgrid(np.arange(x0, x1, apart), np.arange(y0, y1, apart)), axis=2).reshape(-1, 2)
    shapely.prepare(region.outer)
    points = np.concatenate([grid[shapely.contains_xy(region.outer, grid)], shapely.get_coordinates(region.outer)])
    parts = shapely.get_parts(region.inner)
    area = shapely.union_all([part for part in parts if isinstance(part, shapely.Polygon)])
    shapely.prepare(area)
    points = points[~shapely.contains_xy(area, points)]
    known = shapely.STRtree(shapely.points(shapely.get_coordinates(shapely.segmentize(region.inner, 0.1))))
    (which, _), away = known.query_nearest(shapely.points(points), return_distance=True, all_matches=False)
    far = points[which[away > region.gap + 1e-3]]
    undecided = shapely.union_all([part.region for part in region.undecided])
    assert len(far) == 0 or shapely.distance(undecided, shapely.points(far)).max() < 1e-6


@pytest.mark.parametrize("spare", [0.0, 1e-6])
@pytest.mark.parametrize("of", ["cover", "tips"])
def test_a_first_step_that_just_fits_is_undecided_between_what_it_fits_between(
    of: Literal["cover", "tips"], spare: float
) -> None:
    """Two posts leave a first step straight on exactly the room that may be off, or a millionth of a mm more, and no
    other as much."""
    ship, tolerance = Ship("S", "red", Size.SMALL, Pose(0, 0, 90)), 0.25
    outline = Rules().outline(Size.SMALL)
    step, half = float(outline.step), float(outline.base) / 2
    post_y = 1.8 * step
    # from the post's corner to the long side of the first step, whose corners may be off by the tolerance twice
    post_x = half + ((2 * tolerance + spare) * math.hypot(step, half) - (post_y - step) * half) / step
    post = [(post_x, post_y), (post_x + 40, post_y), (post_x + 40, post_y - 30)]
    posts = [Obstacle.of(name, [(sign * x, y) for x, y in post]) for name, sign in (("west", -1), ("east", 1))]
    layout = Layout(ships=(ship,), surface=Surface.unbounded(), objects=posts, tolerance=tolerance)
    assert check_move(layout, "S", headings=[90]).allowed == (spare > 0)
    assert path_to_pose(layout, "S", Pose(0, step, 90), nearest=False).answer is not Answer.NO
    region = reachable(layout, "S", 1, of=of)
    assert region.inner.is_empty
    assert region.outer.covers(shapely.Point(0, 2 * step))
    assert shapely.union_all([part.region for part in region.undecided]).equals(region.outer)
    assert {part.blockers for part in region.undecided} == {("east", "west")}


def test_an_outer_region_with_a_sliver_of_no_area_and_nothing_undecided() -> None:
    """GEOS refuses to intersect such a region with an empty one."""
    lying = [
        ("medium", "602.964066", "440.299144", "296.618557"), ("medium", "675.220764", "470.224195", "151.656608"),
        ("medium", "617.403035", "480.234324", "287.368027"), ("medium", "725.285334", "444.040798", "267.780318"),
        ("small", "686.583449", "469.261792", "314.314442"), ("large", "814.886862", "139.007485", "283.371786"),
        ("large", "674.741545", "287.153889", "132.911129"), ("large", "735.167074", "113.325667", "309.700706"),
        ("large", "770.882412", "220.502985", "113.521186"),
    ]  # fmt: skip
    ships = [
        Ship(f"S{i}", "red", Size(size), Pose(*(Decimal(number) for number in pose)))
        for i, (size, *pose) in enumerate(lying)
    ]
    region = reachable(Layout(ships=ships), "S6", 1, gap=2.0)
    assert region.undecided == ()
    assert region.inner.area < region.outer.area


def test_halving_the_gap_grows_the_inner_and_shrinks_the_outer_region() -> None:
    layout = crowded(4)
    coarse, fine = reachable(layout, "S", 3, gap=2.0), reachable(layout, "S", 3, gap=1.0)
    assert shapely.difference(coarse.inner, fine.inner).area < 1e-6
    assert shapely.difference(fine.outer, coarse.outer).area < 1e-6
    assert fine.outer.area - fine.inner.area < coarse.outer.area - coarse.inner.area


def test_stages_of_a_region_sharpen_and_come_one_by_one() -> None:
    layout, told = crowded(4), list[float]()
    stages = reach_stages(layout, "S", 3, gap=2.0, progress=lambda level, _: told.append(level))
    found = [next(stages)]
    assert set(told) == {8.0}
    found += stages
    assert [stage.gap for stage in found] == [8.0, 4.0, 2.0]
    for coarse, fine in itertools.pairwise(found):
        assert shapely.difference(coarse.inner, fine.inner).area < 1e-6
        assert shapely.difference(fine.outer, coarse.outer).area < 1e-6
    last = reachable(layout, "S", 3, gap=2.0)
    assert shapely.equals_exact(found[-1].inner, last.inner)
    assert shapely.equals_exact(found[-1].outer, last.outer)
    with pytest.raises(InputError, match="gap"):
        reach_stages(layout, "S", 3, gap=0.01)


@pytest.mark.parametrize("size", list(Size))
def test_one_step_with_nothing_in_the_way_has_the_area_of_its_closed_form(size: Size) -> None:
    ship = Ship("S", "red", size, Pose(0, 0, 30))
    layout = Layout(ships=(ship,), surface=Surface.unbounded())
    region = reachable(layout, "S", 1, gap=0.25)
    mover = Mover(ship, Rules().outline(size))
    s, half = float(mover.outline.step), float(mover.outline.base) / 2
    limit = math.radians(mover.turn_limit)
    # tip sector and the two end triangles' outer halves, and what the base corners sweep beyond them
    area = limit * s * s + s * half + _corner_excess(s, half, 2 * limit)
    assert region.inner.area <= area <= region.outer.area
    assert region.outer.area - region.inner.area < 0.5 * region.outer.length


def _corner_excess(s: float, half: float, swing: float) -> float:
    """mm2. What both base corners sweep outside sector and end triangles: by numerical integration."""
    limit = math.atan2(s, half)
    distance = s * math.cos(limit)  # from the base midpoint to a long side
    angles = np.linspace(0, swing, 200_001)
    # from the end triangle's base corner inwards: its own radius towards the tip, against the arc's
    side = distance / np.cos(np.clip(angles - (math.pi / 2 - limit), -limit, limit))
    inside = np.where(angles <= math.pi / 2, np.minimum(side, s), s)
    excess = np.clip(half * half - inside * inside, 0, None) / 2
    return 2 * float(np.trapezoid(excess, angles))


def test_a_ship_that_is_stuck_reaches_nothing() -> None:
    walls = [Obstacle("wall", [(-40, 26), (40, 26), (40, 60), (-40, 60)])]
    ship = Ship("S", "red", Size.SMALL, Pose(0, 0, 90))
    region = reachable(Layout(ships=(ship,), surface=Surface.unbounded(), objects=walls), "S", 4)
    assert region.inner.is_empty
    assert region.path_to((0, 20)) is None


@pytest.mark.parametrize(
    "rules",
    [
        Rules(step_legality="swept_area"), whole(Rules(footprint="shadow_pentagon")),
        whole(Rules(contact_blocks_move="overlap_only")), whole(Rules(edge="open_sea")),
        whole(Rules(piece_profile="same_shape_law")), whole(Rules(footprint="solid3d")),
        whole(Rules(footprint="solid3d", step_legality="swept_area")),
    ],
    ids=lambda rules: str(rules.not_default()),
)  # fmt: skip
def test_points_replay_under_every_option(rules: Rules) -> None:
    layout = crowded(5, others=5)
    region = reachable(layout, "S", 3, gap=2.0, rules=rules)
    assert_inside_replays(region, layout, 15, 1, rules)
    if rules.step_legality == "every_step":
        assert_outside_nothing(region, layout, 4000, 1, rules)


@pytest.mark.parametrize("paths", [12, whole(60)])
def test_a_surface_with_a_bay_bounds_footprints(paths: int) -> None:
    """The ship lies before a bay whose tip is 30 mm ahead: it must go round."""
    bay = Surface.polygon([(0, 0), (120, 0), (120, 120), (70, 120), (60, 55), (50, 120), (0, 120)])
    rules, layout = Rules(), Layout(ships=[Ship("S", "red", Size.SMALL, Pose(60, 5, 90))], surface=bay)
    region = reachable(layout, "S", 3, gap=2.0, rules=rules)
    assert_inside_replays(region, layout, 20, 3, rules)
    assert_outside_nothing(region, layout, paths, 3, rules)
    over = shapely.difference(region.inner, shapely.Polygon([(float(x), float(y)) for x, y in bay.corners])).area
    assert over <= 50


@pytest.mark.parametrize("count", [75, whole(300)])
def test_solids_are_searched_with_their_own_clearance(count: int) -> None:
    """The kernel's separation of polyhedra against the referee's, decided in balls where it is near."""
    rng, sizes = np.random.default_rng(5), list(Size)
    rules, near = Rules(footprint="solid3d"), 0
    for k in range(count):
        other = Ship("B", "blue", sizes[k % 3], Pose(3, 2, round(float(rng.uniform(0, 360)), 1)))
        mover = Ship(
            "S",
            "red",
            sizes[k // 3 % 3],
            Pose(*(round(float(v), 2) for v in rng.uniform((-50, -50, 0), (50, 50, 360)))),
        )
        layout = Layout(ships=(mover, other), surface=Surface.unbounded())
        scene = surroundings(layout, mover, rules).scene
        heading = float(mover.pose.heading)
        found = scenes.least_separation(scene, 0, float(mover.pose.x), float(mover.pose.y), heading, 4 * scene.radius)
        gap = check_contact(layout, "S", "B", rules=rules).witness.clearance
        near += abs(gap) < 10
        assert found < gap + RAISED_SLACK
        if gap < 0:
            assert found > gap - RAISED_SLACK
        elif gap > RAISED_SLACK:
            assert found > 0
    assert near > count / 7.5


@pytest.mark.parametrize(("steps", "paths", "points"), [(2, 1000, 15), whole(3, 8000, 30)])
def test_solids_reach_what_their_raised_corners_leave_and_no_more(steps: int, paths: int, points: int) -> None:
    rules, layout = Rules(footprint="solid3d"), crowded(2)
    region = reachable(layout, "S", steps, gap=1.0, rules=rules)
    assert_outside_nothing(region, layout, paths, 2, rules)
    assert_inside_replays(region, layout, points, 2, rules)
    left = shapely.difference(region.outer, shapely.buffer(region.inner, region.gap, quad_segs=64))
    undecided = shapely.union_all([part.region for part in region.undecided])
    assert shapely.difference(left, shapely.buffer(undecided, 0.5)).area < 1e-6


def test_a_slide_ahead_meets_what_is_at_its_end_though_something_else_is_nearer() -> None:
    """Sliding, the tip gets 53 mm ahead; the post beside the ship is nearer than the bar is far from its base."""
    ship = Ship("S", "red", Size.SMALL, Pose(0, 0, 90))
    post = Obstacle("post", [(9, 8), (12, 8), (12, 12), (9, 12)])
    bar = Obstacle("bar", [(-2, 45), (2, 45), (2, 49), (-2, 49)])
    layout = Layout(ships=(ship,), surface=Surface.unbounded(), objects=[post, bar])
    assert legal_headings(layout, "S", Rules(step_legality="swept_area")) == []
    assert reachable(layout, "S", 1, rules=Rules(step_legality="swept_area")).inner.is_empty


def test_pieces_that_may_be_off_need_more_room() -> None:
    exact, rough = crowded(6), Layout(ships=crowded(6).ships, tolerance=0.5)
    sure, stated = reachable(rough, "S", 2, gap=1.0), reachable(exact, "S", 2, gap=1.0)
    assert_inside_replays(sure, rough, 30, 2)
    assert sure.inner.area < stated.inner.area


@pytest.mark.parametrize("steps", [1, 2, whole(3)])
def test_a_region_of_tips_holds_every_random_tip_and_its_arcs_replay(steps: int) -> None:
    layout = crowded(7, others=6)
    region = reachable(layout, "S", steps, gap=2.0, of="tips")
    mover = Mover(layout.ship("S"), Rules().outline(Size.SMALL))
    outer = shapely.buffer(region.outer, 1e-9)
    shapely.prepare(outer)
    for x, y, heading in random_paths(layout, "S", steps, 5000, np.random.default_rng(steps)):
        ahead = float(mover.outline.step) * np.stack([np.cos(np.radians(heading)), np.sin(np.radians(heading))], axis=1)
        tips = np.stack([x, y], axis=1) + ahead
        assert shapely.covers(outer, shapely.points(tips)).all()
        assert shapely.distance(region.inner, shapely.points(tips[:300])).max() < 2.01
    parts = shapely.get_parts(region.inner)
    lines = shapely.union_all([part for part in parts if isinstance(part, shapely.LineString)])
    points = [lines.interpolate(share, normalized=True).coords[0] for share in np.linspace(0, 1, 12)]
    area = shapely.union_all([part for part in parts if isinstance(part, shapely.Polygon)])
    if steps > 1:  # two steps reach an area; what of it has a path for each point is most of it
        assert area.area > 0.5 * region.outer.area
        inside = np.random.default_rng(1).uniform(area.bounds[:2], area.bounds[2:], (400, 2))
        points += [tuple(point) for point in inside[shapely.contains_xy(area, inside)][:40]]
    for point in points:
        path = region.path_to(point)
        assert path is not None
        assert len(path) <= steps
        ruling = check_move(layout, "S", headings=path)
        assert ruling.allowed
        assert math.dist(ruling.witness.steps[-1].tip, point) < 1e-3


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"steps": 0}, "steps"),
        ({"steps": 5}, "steps"),
        ({"steps": 1, "gap": 0.01}, "gap"),
        ({"steps": True}, "steps"),
        ({"steps": 1, "of": "hulls"}, "cover or tips"),
        ({"steps": 1, "when": "now"}, "final or any"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments: dict[str, float], word: str) -> None:
    with pytest.raises(InputError, match=word):
        reachable(crowded(1, others=1), "S", **arguments)  # type: ignore[arg-type]
