"""Threats: whom a ship can hit after a move, with move and shot as witness."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction

import numpy as np
import pytest
import shapely

from armada_sim import InputError, Layout, Obstacle, Pose, Rules, Ship, Size, Surface, check_move
from armada_sim.evidence.ruling import Answer
from armada_sim.firing.broadsides import ShotCase, is_clear, region, shot_case
from armada_sim.firing.shots import clear_side
from armada_sim.geometry.solids import Polygon
from armada_sim.regions import reachable, unobstructed
from armada_sim.regions.threats import Threat, threat, threat_stages
from tests.geometry.test_solids import blunt
from tests.regions.test_reach import crowded, random_paths
from tests.whole import few, whole


@dataclass(frozen=True)
class AtSpeck(ShotCase):
    """A shot at a speck on the table instead of a ship."""

    speck: Polygon | None = None

    @property
    def aimed(self) -> Polygon:  # type: ignore[override]
        """The speck."""
        assert self.speck is not None
        return self.speck


def hits(layout: Layout, side: str, x: float, y: float, rules: Rules) -> bool:
    """Whether S hits a speck at a point from a side."""
    speck = Polygon(tuple((Fraction(x + dx), Fraction(y + dy)) for dx, dy in ((0, 0), (0.01, 0), (0, 0.01))))
    case = shot_case(layout, layout.ship("S"), layout.ship("S"), (side,), rules)
    return is_clear(AtSpeck(**{one.name: getattr(case, one.name) for one in fields(ShotCase)}, speck=speck))


def test_every_witness_is_a_legal_move_and_a_shot_allowed_from_its_end() -> None:
    layout = crowded(1)
    found = threat(layout, "S", 4, gap=4.0)
    assert {one.name for one in found.ships} == {ship.name for ship in layout.ships if ship.player == "blue"}
    struck = [one for one in found.ships if one.answer is Answer.YES]
    assert len(struck) > 5
    for one in struck:
        assert one.path is not None
        move = check_move(layout, "S", headings=one.path)
        assert move.allowed
        last = move.witness.steps[-1]
        x, y = (round(value, 6) for value in last.base)
        there = layout.with_pose("S", Pose(x, y, last.heading))
        assert clear_side(there, there.ship("S"), there.ship(one.name), ("left", "right"), Rules()) is not None


@pytest.mark.parametrize("size", few(Size, 1))
def test_by_default_a_ship_takes_the_steps_its_size_may_take(size: Size) -> None:
    layout = Layout((Ship("A", "red", size, Pose(300, 300, 90)), Ship("B", "blue", Size.SMALL, Pose(340, 330, 0))))
    found = reachable(layout, "A", gap=8.0)

    assert found.steps == size.steps
    assert found.inner.equals(reachable(layout, "A", size.steps, 8.0).inner)
    assert threat(layout, "A", gap=8.0).inner.equals(threat(layout, "A", size.steps, 8.0).inner)


def assert_points_are_hit(found: Threat, layout: Layout, rules: Rules, count: int, seed: int) -> None:
    """Random points of the inner region: the move is legal, the large piece lies over gun point and point, the line is
    free."""
    large = rules.outline(Size.LARGE)
    base, depth = float(large.base), float(large.step)
    solids = [
        shapely.Polygon(rules.outline(s.size).flat(s.pose.place).corners) for s in layout.ships if s.name != found.ship
    ] + [shapely.Polygon([(float(x), float(y)) for x, y in thing.polygon]) for thing in layout.objects]
    x0, y0, x1, y1 = found.inner.bounds
    points = np.random.default_rng(seed).uniform((x0, y0), (x1, y1), (8 * count, 2))
    points = points[shapely.contains_xy(found.inner, points)][:count]
    assert len(points) > count / 2
    for point in points:
        shot = found.witness((point[0], point[1]))
        assert shot is not None
        move = check_move(layout, found.ship, headings=shot.path, rules=rules)
        assert move.allowed, move.reasons
        *low, tip = (np.array(corner) for corner in np.array(move.witness.steps[-1].corners)[[0, 2, 1]])
        shoulder = low[1] if shot.side == "left" else low[0]
        along = (tip - shoulder) / np.hypot(*(tip - shoulder))
        outwards = np.array([-along[1], along[0]]) * (1 if shot.side == "left" else -1)
        ends = [shoulder + at * along for at in (shot.slide, shot.slide + base)]
        piece = shapely.Polygon([*ends, (ends[0] + ends[1]) / 2 + depth * outwards]).buffer(1e-6)
        line = shapely.LineString([shot.gun_point, point])
        assert piece.covers(line)
        assert shapely.LineString([shoulder, tip]).distance(shapely.Point(shot.gun_point)) < 1e-6
        if rules.obstruction != "none":
            assert all(line.distance(solid) > 0 for solid in solids)


@pytest.mark.parametrize("points", [16, whole(80)])
def test_every_point_of_the_inner_region_has_a_move_and_a_free_line(points: int) -> None:
    layout = crowded(1)
    assert_points_are_hit(threat(layout, "S", 4, gap=4.0), layout, Rules(), points, 1)


def test_points_are_hit_under_other_readings_too() -> None:
    others = [Ship("B1", "blue", Size.SMALL, Pose(440, 520, 30)), Ship("B2", "blue", Size.MEDIUM, Pose(500, 470, 200))]
    layout, rules = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(450, 420, 90)), *others]), Rules(obstruction="none")
    assert_points_are_hit(threat(layout, "S", 1, gap=4.0, rules=rules), layout, rules, 40, 2)


def test_a_wall_shades_what_is_behind_it() -> None:
    ship = Ship("S", "red", Size.LARGE, Pose(200, 200, 90))
    wall = Obstacle("wall", [(240, 100), (250, 100), (250, 400), (240, 400)])
    found = threat(Layout(ships=(ship,), objects=[wall]), "S", 1)
    behind = shapely.box(240, 0, 500, 500)
    assert found.outer.intersects(behind)
    assert found.inner.intersection(behind).area == 0
    assert found.witness((265, 270)) is None
    free = threat(Layout(ships=(ship,)), "S", 1)
    assert free.inner.intersection(behind).area > 100
    assert shapely.difference(free.inner, free.outer).area == 0
    # with nothing in the way all that the guns reach can be shot at, but for a border of about a pixel
    assert shapely.difference(free.outer, free.inner.buffer(3)).area < 0.02 * free.outer.area


def test_no_gun_reaches_a_point_outside_after_a_random_legal_path() -> None:
    layout, rules = crowded(2, others=5), Rules(obstruction="none")  # so that nothing lies in shade
    found = threat(layout, "S", 3, gap=4.0, rules=rules)
    outer = shapely.buffer(found.outer, 1e-9)
    for x, y, heading in random_paths(layout, "S", 3, 60, np.random.default_rng(1)):
        for pose in zip(x.tolist(), y.tolist(), heading.tolist(), strict=True):
            there = layout.with_pose("S", Pose(*pose))
            case = shot_case(there, there.ship("S"), there.ship("B1"), ("left", "right"), rules)
            for side in ("left", "right"):
                assert outer.covers(shapely.Polygon(region(case, side)))


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 60),
        whole({}, 2000),
        whole({"physical_fit": "must_fit"}, 200),
    ],
    ids=str,
)
def test_a_big_island_shades_what_is_behind_it_and_nothing_that_is_hit(options: dict[str, str], count: int) -> None:
    """Points well behind it are outside the outer region; no shot that the referee allows hits one outside it."""
    rules, island = Rules(**options), [(380, 370), (500, 370), (500, 395), (380, 395)]
    layout = Layout(ships=[Ship("S", "red", Size.MEDIUM, Pose(400, 300, 90))], objects=[Obstacle("island", island)])
    found = threat(layout, "S", 2, gap=4.0, rules=rules)
    bare = threat(Layout(ships=layout.ships), "S", 2, gap=4.0, rules=rules)
    behind = shapely.box(425, 400, 455, 415)
    assert bare.outer.covers(behind)
    assert found.outer.intersection(behind).area < 0.1 * behind.area
    rng, near, struck, asked = np.random.default_rng(1), shapely.buffer(found.outer, 0.02), 0, 0
    paths = random_paths(layout, "S", 2, 300, rng, rules)
    while asked < count:
        x, y, heading = paths[asked % 2]
        i = rng.integers(len(x))
        there = layout.with_pose("S", Pose(float(x[i]), float(y[i]), float(heading[i])))
        side = ("left", "right")[asked // 2 % 2]
        corners = np.array(region(shot_case(there, there.ship("S"), there.ship("S"), (side,), rules), side))
        px, py = (rng.dirichlet(np.ones(len(corners))) @ corners).tolist()
        asked += 1
        if hits(there, side, px, py, rules):
            struck += 1
            assert near.contains(shapely.Point(px, py))
    assert struck > count / 5


def test_an_enemy_too_far_away_is_proved_safe_and_one_behind_a_wall_is_never_hit() -> None:
    ships = (
        Ship("S", "red", Size.LARGE, Pose(200, 200, 90)),
        Ship("far", "blue", Size.SMALL, Pose(600, 600, 0)),
        Ship("hidden", "blue", Size.SMALL, Pose(265, 260, 90)),
    )
    wall = Obstacle("wall", [(240, 100), (250, 100), (250, 400), (240, 400)])
    found = {one.name: one for one in threat(Layout(ships=ships, objects=[wall]), "S", 1).ships}
    assert found["far"].answer is Answer.NO
    assert found["hidden"].answer is Answer.NO
    open_table = {one.name: one for one in threat(Layout(ships=ships), "S", 1).ships}
    assert open_table["hidden"].answer is Answer.YES


def test_the_shade_of_an_island_is_that_of_its_shape() -> None:
    """A target inside a horseshoe is safe only while the horseshoe's back is between, whichever parts it is cut
    into."""
    horseshoe = [(240, 190), (330, 190), (330, 200), (250, 200), (250, 320), (330, 320), (330, 330), (240, 330)]
    ships = (Ship("S", "red", Size.LARGE, Pose(200, 200, 90)), Ship("in", "blue", Size.SMALL, Pose(262, 260, 90)))
    for shape, answer in ((horseshoe, Answer.NO), ([(570 - x, y) for x, y in horseshoe], Answer.YES)):
        layout = Layout(ships=ships, objects=[Obstacle("horseshoe", shape)])
        assert threat(layout, "S", 1).ships[0].answer is answer


ASKING_MORE = [
    {}, {"physical_fit": "must_fit"}, {"obstruction": "clear_template"},
    {"in_area": "half", "physical_fit": "must_fit"},
]  # fmt: skip


@pytest.mark.parametrize("options", few(ASKING_MORE[1:], 1), ids=str)
def test_an_enemy_is_hit_by_a_shot_the_referee_allows_or_by_none_of_many(options: dict[str, str]) -> None:
    """Near an edge and a corner of the surface, so that all the options matter."""
    surface, rules = (
        Surface.polygon([(380, 330), (600, 330), (600, 480), (500, 480), (500, 560), (380, 560)]),
        Rules(**options),
    )
    ships = [ship for ship in crowded(1).ships if 400 < float(ship.pose.x) < 500]
    layout, asked = Layout(ships=ships, surface=surface), 0
    found = threat(layout, "S", 2, gap=4.0, rules=rules)
    for one in found.ships:
        as_large_as_the_large_piece = layout.ship(one.name).size is Size.LARGE and rules.in_area == "whole"
        assert one.answer is not Answer.IN_DOUBT or as_large_as_the_large_piece  # which one pose only covers
        if one.answer is Answer.YES:
            assert one.path is not None
            assert one.shot is not None
            move = check_move(layout, "S", headings=one.path, rules=rules)
            assert move.allowed
            last = move.witness.steps[-1]
            there = layout.with_pose("S", Pose(*(round(v, 6) for v in last.base), last.heading))
            assert clear_side(there, there.ship("S"), there.ship(one.name), (one.shot.side,), rules) == one.shot.side
    safe = [one.name for one in found.ships if one.answer is Answer.NO]
    assert safe
    for x, y, heading in random_paths(layout, "S", 2, 12, np.random.default_rng(1), rules):
        for pose in zip(x.tolist(), y.tolist(), heading.tolist(), strict=True):
            there = layout.with_pose("S", Pose(*pose))
            for name in safe:
                asked += 1
                assert clear_side(there, there.ship("S"), there.ship(name), ("left", "right"), rules) is None
    assert asked > 10


@pytest.mark.parametrize("seed", few(range(6), 1))
@pytest.mark.parametrize("fit", few(["virtual", "must_fit"], 1))
def test_whether_one_enemy_is_hit_is_the_same_alone_as_among_all(seed: int, fit: str) -> None:
    layout = crowded(seed)
    rules = Rules(physical_fit=fit)
    together = threat(layout, "S", 2, gap=4.0, rules=rules).ships
    alone = [threat(layout, "S", 2, gap=4.0, rules=rules, at=one.name).ships for one in together]
    assert [one.answer for (one,) in alone] == [one.answer for one in together]


@pytest.mark.parametrize(
    "rules",
    few([blunt(4), *(Rules(**changes) for changes in ASKING_MORE[1:])], 1),
    ids=lambda r: str(r.not_default()),
)
def test_a_speck_at_a_point_of_the_inner_region_is_hit(rules: Rules) -> None:
    """The referee decides shots at a triangle of a hundredth of a mm there, from the end of the move told."""
    surface = Surface.rectangle(570, 560)
    others = [Ship("B1", "blue", Size.SMALL, Pose(440, 520, 30)), Ship("B2", "blue", Size.MEDIUM, Pose(500, 470, 200))]
    layout = Layout(ships=[Ship("S", "red", Size.LARGE, Pose(450, 420, 90)), *others], surface=surface)
    found = threat(layout, "S", 1, gap=4.0, rules=rules)
    x0, y0, x1, y1 = found.inner.bounds
    points = np.random.default_rng(2).uniform((x0, y0), (x1, y1), (400, 2))
    points = points[shapely.contains_xy(shapely.buffer(found.inner, -0.1), points)][:25]
    assert len(points) == 25
    for x, y in points.tolist():
        shot = found.witness((x, y))
        assert shot is not None
        move = check_move(layout, "S", headings=shot.path, rules=rules)
        assert move.allowed
        last = move.witness.steps[-1]
        there = layout.with_pose("S", Pose(*(round(v, 6) for v in last.base), last.heading))
        assert hits(there, shot.side, x, y, rules)


def shot_lines(
    layout: Layout,
    name: str,
    rules: Rules,
    poses: list[tuple[float, float, float]],
    count: int,
    rng: np.random.Generator,
) -> list[tuple[float, float]]:
    """Ends of random lines from gun sides at poses, inside the large piece laid there, that miss every other ship.

    By Shapely alone, from the dimensions of the pieces.
    """
    ship, large = layout.ship(name), rules.outline(Size.LARGE)
    base, depth, own = float(large.base), float(large.step), rules.outline(ship.size)
    half, step, found = float(own.base) / 2, float(own.step), []
    solids = [shapely.Polygon(rules.outline(s.size).flat(s.pose.place).corners) for s in layout.ships if s.name != name]
    for x, y, heading in poses:
        ahead = np.array([np.cos(np.radians(heading)), np.sin(np.radians(heading))])
        left, origin = np.array([-ahead[1], ahead[0]]), np.array([x, y])
        for sign in (1, -1):
            shoulder = origin + sign * half * left
            along = origin + step * ahead - shoulder
            length = float(np.hypot(*along))
            along = along / length
            outwards = sign * np.array([-along[1], along[0]])
            for _ in range(count):
                slide = rng.uniform(0, max(0.0, length - base)) if length > base else 0.0
                gun = rng.uniform(slide, min(slide + base, length))
                a, b = np.sort(rng.uniform(0, 1, 2))
                at, deep = slide + base * (a + (1 - b) / 2), depth * (b - a)  # anywhere in the triangle
                line = shapely.LineString([shoulder + gun * along, shoulder + at * along + deep * outwards])
                if all(line.distance(solid) > 1e-6 for solid in solids):
                    found.append(line.coords[1])
    return found


@pytest.mark.parametrize("seed", few([0, 2, 3, 4, 5, 6], 2))
def test_on_random_tables_points_inside_are_hit_and_no_free_line_ends_outside(seed: int) -> None:
    """Inside by the referee's replay; outside by random legal paths and lines that Shapely finds free."""
    layout, rng, told = crowded(10 + seed, others=3 + seed % 3), np.random.default_rng(seed), []
    found = threat(layout, "S", 2, gap=4.0, progress=lambda level, cells: told.append((level, cells)))
    assert 3 <= len(told) < 100  # counted work: sets of cells, none of them large
    assert max(cells for _, cells in told) < 5000
    assert shapely.difference(found.inner, found.outer).area < 1e-9
    assert_points_are_hit(found, layout, Rules(), 12, seed)
    poses = [
        pose
        for x, y, heading in random_paths(layout, "S", 2, 30, rng)
        for pose in zip(x.tolist(), y.tolist(), heading.tolist(), strict=True)
    ]
    ends = shot_lines(layout, "S", Rules(), poses, 20, rng)
    assert len(ends) > 100
    assert shapely.distance(found.outer, shapely.points(ends)).max() < 1e-9
    known = shapely.union_all([found.inner, found.undecided])
    assert shapely.distance(known, shapely.points(ends)).max() < found.gap + 1e-9


def turning(region: shapely.Geometry) -> float:
    """How often the borders of a region turn round, added up: teeth turn a quarter each time."""
    total = 0.0
    for part in shapely.get_parts(region):
        along = np.diff(shapely.get_coordinates(part.exterior) @ np.array([1, 1j]))
        along = along[np.abs(along) > 0]
        total += float(np.abs(np.angle(np.roll(along, -1) / along)).sum()) / (2 * np.pi)
    return total


@pytest.mark.parametrize("size", few(Size, 1))
def test_on_an_empty_table_a_threat_is_that_of_its_closed_form_with_smooth_borders(size: Size) -> None:
    rules = Rules()
    ship = Ship("S", "red", size, Pose(10, 20, 30))
    for steps in (1, 2):
        found = threat(Layout(ships=(ship,), surface=Surface.unbounded()), "S", steps, gap=1.0, rules=rules)
        alone = shapely.union_all([unobstructed.threat(size, k, rules) for k in range(1, steps + 1)])
        alone = unobstructed.placed(alone, ship)
        assert shapely.difference(found.inner, alone.buffer(0.01)).area < 1e-6
        assert shapely.difference(alone, found.outer.buffer(0.01)).area < 1e-6
        # but for pockets beside the ship's own body, both are within what is promised
        assert shapely.difference(alone, found.inner.buffer(found.gap)).area < 0.01 * alone.area
        assert shapely.difference(found.outer, alone.buffer(found.gap)).area < 0.05 * alone.area
        assert turning(found.inner) < 12
        assert turning(found.outer) < 30  # its pixels turn 250 to 500 times


def test_stages_sharpen_and_the_last_is_what_is_answered() -> None:
    layout = crowded(3, others=4)
    stages, last = list(threat_stages(layout, "S", 2, gap=2.0)), threat(layout, "S", 2, gap=2.0)
    assert [stage.gap for stage in stages] == [14.4, 7.2, 3.6]
    areas = [stage.outer.area - stage.inner.area for stage in stages]
    assert areas == sorted(areas, reverse=True)
    assert shapely.equals_exact(stages[-1].inner, last.inner)
    assert [bool(stage.ships) for stage in stages] == [False, False, True]
    assert stages[-1].ships == last.ships
    for stage in stages:
        assert shapely.difference(stage.inner, last.outer).area < 1e-9
        assert shapely.difference(last.inner, stage.outer).area < 1e-9
        assert_points_are_hit(stage, layout, Rules(), 10, 3)


def test_stages_are_handed_out_before_the_next_is_begun() -> None:
    told: list[float] = []
    stages = threat_stages(crowded(3, others=4), "S", 2, gap=1.0, progress=lambda level, _: told.append(level))
    assert next(stages).gap == 14.4
    assert set(told) == {8.0}
    with pytest.raises(InputError, match="steps"):
        threat_stages(crowded(3, others=4), "S", 0)


def test_a_ship_alone_threatens_nobody() -> None:
    alone = Layout(ships=(Ship("S", "red", Size.SMALL, Pose(0, 0, 0)),), surface=Surface.unbounded())
    assert threat(alone, "S", 1).ships == ()
