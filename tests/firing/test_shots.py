"""Shots: 2,000 random ones against the oracle, 1,000 passages, every option."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import ctx

from armada_sim import Answer, Clause, Fleet, InputError, Layout, Obstacle, Pose, Rules, Ship, Size, check_shot
from armada_sim.firing.broadsides import decide, region, shot_case
from armada_sim.firing.guns import GunSide, base_slides, large_template
from armada_sim.firing.shots import clear_side
from armada_sim.geometry.sight import FINEST
from tests import oracle
from tests.strategies import as_oracle, random_ship
from tests.whole import whole


def beside(chooser: random.Random, ship: Ship, side: str, name: str, away: float, spread: float) -> Ship:
    """A random ship near a point `away` mm off the middle of a ship's side."""
    heading = math.radians(float(ship.pose.heading))
    out = 1 if side == "left" else -1
    x = float(ship.pose.x) + 15 * math.cos(heading) - out * away * math.sin(heading)
    y = float(ship.pose.y) + 15 * math.sin(heading) + out * away * math.cos(heading)
    return random_ship(chooser, name, (x, y), spread, "blue")


@pytest.mark.parametrize(("seed", "count"), [(0, 30), *(whole(seed, 100) for seed in range(20))])
def test_random_shots_agree_with_the_oracle(seed: int, count: int) -> None:
    """Two thousand in all: each yes is verified in 80 digits, for each no a dense search finds no line."""
    chooser, clear, blocked = random.Random(seed), 0, 0
    for _ in range(count):
        side = chooser.choice(["left", "right"])
        shooter = random_ship(chooser, "A", (300, 300), 20, "red")
        target = beside(chooser, shooter, side, "T", 40, 30)
        others = [beside(chooser, shooter, side, f"B{i}", 22, 30) for i in range(chooser.randrange(5))]
        layout = Layout(ships=[shooter, target, *others])
        (shot,) = decide(shot_case(layout, shooter, target, (side,), Rules()))
        first, second, rest = as_oracle(shooter), as_oracle(target), [as_oracle(o) for o in others]
        if shot.clear:
            clear += 1
            assert shot.slide is not None
            assert shot.gun_point is not None
            assert shot.target_point is not None
            assert not oracle.witness_faults(first, second, rest, side, shot.slide, shot.gun_point, shot.target_point)
        else:
            blocked += bool(shot.blockers)
            found = oracle.dense_search(first, second, rest, side, 400)
            if found is not None:  # doubles: only a find that stands in 80 digits counts
                tight = Fraction(1, 10**12)
                assert not oracle.verify_witness(first, second, rest, side, found.slide, found.p, found.q, tight)
    assert clear > count / 5
    assert blocked > 0


def the_passage(seed: int, width: Fraction) -> tuple[oracle.Scene, bool]:
    scene = oracle.passage(seed, width)
    ships = [
        Ship(name, player, Size(size), Pose(x, y, heading))
        for player, (name, size, x, y, heading) in zip(
            ("red", "blue", "blue", "blue"), (scene.shooter, scene.target, *scene.blockers), strict=True
        )
    ]
    (shot,) = decide(shot_case(Layout(ships=ships), ships[0], ships[1], (scene.side,), Rules()))
    return scene, shot.clear


@pytest.mark.parametrize("seeds", [range(3), whole(range(3, 100)), whole(range(100, 250))])
def test_passages_of_a_picometre_s_thousand_are_clear_and_none_is_not(seeds: range) -> None:
    """Two hundred and fifty passages 1e-9 mm wide are yes; the same with zero width are no."""
    for seed in seeds:
        assert the_passage(seed, Fraction(1, 10**9))[1], seed
        assert not the_passage(seed, Fraction(0))[1], seed


def scene(*more: Ship, **at: float) -> Layout:
    """A large at (300, 300) pointing up, a target left of it, and what else is given, be it on top of them."""
    target = Ship("T", "blue", Size.SMALL, Pose(at.get("x", 260), at.get("y", 320), at.get("heading", 90)))
    ships = [Ship("A", "red", Size.LARGE, Pose(300, 300, 90)), target, *more]
    return Layout(ships=ships, position="as_written")


WALL = Ship("W", "red", Size.LARGE, Pose(278, 300, 90))
POST = Ship("P", "red", Size.SMALL, Pose(275, 315, 90))


def ask(layout: Layout, side: str = "left", **options: object) -> bool:
    """The referee's verdict without its evidence."""
    return clear_side(layout, layout.ship("A"), layout.ship("T"), (side,), Rules(**options)) is not None


@pytest.mark.parametrize(
    ("off", "rules"), [(0, Rules()), (Fraction(1, 5), Rules(doubt_rule="favour_actor"))],
    ids=["exact", "may be off"],
)  # fmt: skip
@pytest.mark.parametrize("blocker", [WALL, whole(POST)], ids=["a wall", "a post"])
def test_the_verdict_alone_is_that_of_the_ruling(off: Fraction, rules: Rules, blocker: Ship) -> None:
    """Clear, blocked, out of reach, barely in reach, sunk, a friend; by errors and doubt rules, too."""
    plain = scene()
    own = replace(plain.ships[1], player="red")
    layouts = [
        plain, scene(blocker), scene(x=200), scene(x=231, y=333, heading=0), scene(x=300, y=270),
        replace(plain, ships=(replace(plain.ships[0], damage=3), plain.ships[1])), Layout(ships=[plain.ships[0], own]),
    ]  # fmt: skip
    answers = set()
    for layout in (replace(layout, tolerance=off) for layout in layouts):
        ruling = check_shot(layout, "A", "T", "left", rules)
        alone = clear_side(layout, layout.ship("A"), layout.ship("T"), ("left",), rules)
        assert alone == ("left" if ruling.allowed else None)
        answers.add((ruling.answer, ruling.allowed))
    assert {(Answer.YES, True), (Answer.NO, False)} <= answers


def test_a_clear_shot_shows_its_line() -> None:
    ruling = check_shot(scene(), "A", "T")
    assert ruling.answer is Answer.YES
    assert ruling.witness.side == "left"
    assert ruling.reasons[0].clause is Clause.SHOT_CLEAR


def test_a_friend_in_the_way_is_named() -> None:
    ruling = check_shot(scene(WALL), "A", "T", "left")
    assert ruling.answer is Answer.NO
    assert ruling.witness.line.blockers == ("W",)
    assert ruling.reasons[0].clause is Clause.SHOT_BLOCKED


def test_out_of_reach_says_by_how_much() -> None:
    ruling = check_shot(scene(x=200), "A", "T", "left")
    assert ruling.reasons[0].clause is Clause.SHOT_REACH
    layout = scene(x=200)
    corners = region(shot_case(layout, layout.ships[0], layout.ships[1], ("left",), Rules()), "left")
    exact = [(oracle.real(x), oracle.real(y)) for x, y in corners]
    assert ruling.reasons[0].measured == pytest.approx(
        float(oracle.signed_clearance(exact, oracle.triangle(200, 320, 90, "small"))), abs=1e-6
    )


@pytest.mark.parametrize(
    ("obstruction", "post", "wall"),
    [
        ("line_of_fire", True, False),
        ("clear_template", False, False),
        ("partial_cover_ok", True, False),
        ("none", True, True),
    ],
)
def test_obstruction(obstruction: str, post: bool, wall: bool) -> None:
    assert ask(scene(), obstruction=obstruction)
    assert ask(scene(POST), obstruction=obstruction) is post
    assert ask(scene(WALL), obstruction=obstruction) is wall


def test_a_grazed_line_is_blocked_unless_partial_cover_is_ok() -> None:
    """The zero-width passages: nothing but touching lines is left."""
    for seed in range(6):
        found = oracle.passage(seed, Fraction(0))
        ships = [
            Ship(name, player, Size(size), Pose(x, y, heading))
            for player, (name, size, x, y, heading) in zip(
                ("red", "blue", "blue", "blue"), (found.shooter, found.target, *found.blockers), strict=True
            )
        ]
        layout = Layout(ships=ships)
        for option, clear in (("line_of_fire", False), ("partial_cover_ok", True)):
            case = shot_case(layout, ships[0], ships[1], (found.side,), Rules(obstruction=option))
            assert decide(case)[0].clear is clear


@pytest.mark.parametrize(
    ("in_area", "poking", "inside"),
    [
        ("any_part", True, True),
        ("touch_counts", True, True),
        ("half", False, True),
        ("whole", False, True),
    ],
)
def test_in_area(in_area: str, poking: bool, inside: bool) -> None:
    """A target whose tip pokes in, and one wholly inside."""
    assert ask(scene(x=230, y=333, heading=0), in_area=in_area) is poking
    assert ask(scene(x=291, y=324, heading=165), in_area=in_area) is inside


def test_too_little_in_reach_is_told_as_a_share_from_the_side_that_faces_the_target() -> None:
    """Shares measured by Shapely at 400 slides; the clause is the reach, nothing has to fit."""
    ships = [Ship("A", "red", Size.MEDIUM, Pose(500, 300, 90)), Ship("T", "blue", Size.MEDIUM, Pose(566, 330, 180))]
    ruling = check_shot(Layout(ships=ships), "A", "T", rules=Rules(in_area="half"))
    assert [reason.clause for reason in ruling.reasons] == [Clause.SHOT_REACH, Clause.SHOT_REACH]
    assert "from the right side of A, at most 14.6 % of T can be covered (in_area = half)" in ruling.reasons[1].text
    assert ruling.witness.side == "right"
    (shot,) = decide(shot_case(Layout(ships=ships), *ships, ("right",), Rules(in_area="half")))
    assert shot.covered == pytest.approx(0.146386, abs=2e-6)


def most_covered(shooter: Ship, target: Ship, side: str) -> float:
    """The largest share of a target under the large piece laid at any of 300 slides along a side, by Shapely."""
    import shapely

    gun = GunSide(shooter, Rules().outline(shooter.size), side)
    template = large_template(Rules())
    base, depth = float(template.base), float(template.depth)
    starts = np.linspace(0, gun.length_text - base, 300)
    corners = [[(t, 0), (t + base, 0), (t + base / 2, depth)] for t in starts.tolist()]
    pieces = shapely.polygons([[gun.to_table(x, y) for x, y in piece] for piece in corners])
    body = shapely.Polygon(Rules().outline(target.size).flat(target.pose.place).corners)
    return float(shapely.area(shapely.intersection(pieces, body)).max() / body.area)


@pytest.mark.parametrize("count", [20, whole(300)])
def test_half_is_half_at_every_slide_of_a_dense_row(count: int) -> None:
    """A large whose share rises to 43 % and falls again, and random ones."""
    chooser = random.Random(7)
    shots = [
        (Ship("A", "red", Size.LARGE, Pose(506.947676, 384.632166, 244.505352)),
         Ship("T", "blue", Size.LARGE, Pose(476.503403, 384.120407, 200.014602)), "right"),
    ]  # fmt: skip
    for _ in range(count):
        shooter, side = random_ship(chooser, "A", (300, 300), 20, "red"), chooser.choice(["left", "right"])
        shots.append((shooter, beside(chooser, shooter, side, "T", 25, 20), side))
    told = []
    for shooter, target, side in shots:
        share = most_covered(shooter, target, side)
        if abs(share - 0.5) > 1e-3:
            case = shot_case(
                Layout(ships=[shooter, target]), shooter, target, (side,), Rules(in_area="half", obstruction="none")
            )
            (shot,) = decide(case)
            assert shot.clear is (share > 0.5), (shooter, target, share)
            told.append(shot.clear)
    assert count / 6 < sum(told) < len(told) - count / 6


def test_a_target_touching_the_region_at_a_point_is_hit_only_if_touch_counts() -> None:
    """Decided in the gun frame, where the region's far edge has an exact depth."""
    from armada_sim.geometry.exact import Surd, ball
    from armada_sim.geometry.sight import Scene
    from armada_sim.geometry.sight_boxes import find_line

    rules = Rules()
    gun = GunSide(Ship("A", "red", Size.LARGE, Pose(300, 300, 90)), rules.outline(Size.LARGE), "left")
    template = large_template(rules)
    with ctx.workprec(FINEST):
        ((first, last),) = base_slides(gun, template)
        depth = template.depth.ball()
        middle = (first + last + template.base.ball()) / 2
        tip = [(middle, depth), (middle + 5, depth + 9), (middle - 5, depth + 9)]
        below = [(x, y - ball(Fraction(1, 10**9))) for x, y in tip]

        def hit(target, touching: bool) -> bool:
            found = find_line(
                Scene(
                    target=tuple(target), blockers=(), base=template.base.ball(), lines=tuple(template.lines()),
                    first=first, last=last, side=gun.length(), depth=depth, touching_reaches=touching,
                )
            )  # fmt: skip
            return found.line is not None

        assert not hit(tip, touching=False)
        assert hit(tip, touching=True)
        assert hit(below, touching=False)
    assert isinstance(template.base, Surd)


def test_physical_fit() -> None:
    """A post under every position of the large piece; and it may not reach over the edge."""
    assert not ask(scene(POST), physical_fit="must_fit")
    assert ask(scene(), physical_fit="must_fit")
    under = replace(WALL, pose=Pose(262, 310, 90))  # begins beyond the target, lies under every large piece
    assert ask(scene(under, x=283, y=316))
    assert not ask(scene(under, x=283, y=316), physical_fit="must_fit")
    ships = [Ship("A", "red", Size.LARGE, Pose(40, 300, 90)), Ship("T", "blue", Size.SMALL, Pose(18, 320, 90))]
    assert ask(Layout(ships=ships))
    assert not ask(Layout(ships=ships), physical_fit="must_fit")


def test_what_blocks_no_shot_still_lies_under_the_large_piece() -> None:
    """Friends that may be shot through, and objects that block moves alone, take up room on the table."""
    assert ask(scene(POST), friendly_blocks="enemies_only")
    assert not ask(scene(POST), friendly_blocks="enemies_only", physical_fit="must_fit")
    assert not ask(scene(replace(POST, player="blue")), friendly_blocks="none", physical_fit="must_fit")
    ink = Obstacle.of("ink", [(278, 312), (283, 312), (283, 335), (278, 335)])
    layout = replace(scene(), objects=(ink,))
    assert ask(layout, objects="block_move_only")
    assert not ask(layout, objects="block_move_only", physical_fit="must_fit")
    marker = replace(layout, objects=(replace(ink, marker=True),))
    assert ask(marker, physical_fit="must_fit")


def test_a_margin_counts_what_only_takes_up_room() -> None:
    """A friend that may be shot through comes under every large piece once it is nudged by 3 mm."""
    rules = Rules(friendly_blocks="enemies_only", physical_fit="must_fit")
    near, nearer = (scene(replace(POST, pose=Pose(x, 315, 90))) for x in (258, 261))
    ruling = check_shot(near, "A", "T", "left", rules)
    assert ruling.allowed
    assert not check_shot(nearer, "A", "T", "left", rules).allowed
    assert ruling.margin is not None
    assert ruling.margin <= 3


def test_friendly_blocks_and_own_ships() -> None:
    own = scene(WALL)
    enemy = scene(replace(WALL, player="blue"))
    assert ask(own, friendly_blocks="enemies_only")
    assert not ask(enemy, friendly_blocks="enemies_only")
    assert ask(enemy, friendly_blocks="none")
    mine = Layout(ships=[own.ships[0], replace(own.ships[1], player="red")])
    ruling = check_shot(mine, "A", "T")
    assert ruling.allowed
    assert "own ships" in ruling.notes[0]


def test_ships_of_a_team_count_as_friends() -> None:
    mate = scene(replace(WALL, player="green"))
    team = replace(mate, fleets=(Fleet("red", team="north"), Fleet("green", team="north"), Fleet("blue", team="south")))
    assert not ask(team)
    assert ask(team, friendly_blocks="enemies_only")
    assert not ask(mate, friendly_blocks="enemies_only")  # who has declared no team plays for himself
    at_mate = replace(team, ships=(team.ships[0], replace(team.ships[1], player="green")))
    ruling = check_shot(at_mate, "A", "T")
    assert ruling.allowed
    assert any("team" in note for note in ruling.notes)


def test_wrecks_and_sunk_shooters() -> None:
    wreck = scene(replace(WALL, damage=3))
    assert ask(wreck)
    assert not ask(wreck, wreck="stays_as_obstacle")
    layout = scene()
    sunk = replace(layout, ships=(replace(layout.ships[0], damage=3), layout.ships[1]))
    assert check_shot(sunk, "A", "T").reasons[0].clause is Clause.SHOT_SUNK
    gone = replace(layout, ships=(layout.ships[0], replace(layout.ships[1], damage=1)))
    assert check_shot(gone, "A", "T").reasons[0].clause is Clause.SHOT_TARGET


def test_touching_target() -> None:
    close = Layout(
        ships=[
            Ship("A", "red", Size.LARGE, Pose(300, 300, 90)),
            Ship("T", "blue", Size.SMALL, Pose(Fraction("287.3"), 300, 180)),
        ]
    )
    assert ask(close)
    assert not ask(close, touching_target="cannot")
    assert (
        check_shot(close, "A", "T", "left", Rules(touching_target="cannot")).reasons[0].clause is Clause.SHOT_TOUCHING
    )


def behind(name: str, x: str, y: str, heading: float) -> Layout:
    """A large at (300, 300) pointing north, and a small enemy, if need be on its side."""
    return Layout(
        ships=[
            Ship("A", "red", Size.LARGE, Pose(300, 300, 90)),
            Ship(name, "blue", Size.SMALL, Pose(Fraction(x), Fraction(y), heading)),
        ],
        position="as_written",
    )


@pytest.mark.usefixtures("no_margins")
def test_only_contact_with_the_gun_side_itself_forbids_a_shot() -> None:
    """A small under the left base corner reaches past it; it touches the base, and the corner, or only the base."""
    rules = Rules(touching_target="cannot")
    at_the_base = behind("T", "300", "300", 270)  # base to base: touches neither of the long sides
    assert check_shot(at_the_base, "A", "T", "left", rules).reasons[0].clause is not Clause.SHOT_TOUCHING
    at_the_side = behind("T", "287.3", "300", 180)
    reasons = check_shot(at_the_side, "A", "T", "either", rules).reasons
    assert {r.clause for r in reasons} >= {Clause.SHOT_TOUCHING, Clause.SHOT_REACH}


@pytest.mark.parametrize("x", ["287.1", "287.3", "286.9", "289"])
def test_the_margin_of_a_shot_at_a_target_at_the_side(x: str) -> None:
    """No placement within it changes the answer and the flip does, whichever way the target must go."""
    layout, rules = behind("T", x, "310", 180), Rules(touching_target="cannot")
    ruling = check_shot(layout, "A", "T", "either", rules)
    assert ruling.margin is not None
    assert ruling.flip is not None
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper
    flipped = layout
    for name, place in ruling.flip.ships.items():
        flipped = flipped.with_pose(name, Pose(*place.base, place.heading))
    assert check_shot(flipped, "A", "T", "either", rules).allowed is not ruling.allowed
    chooser = random.Random(x)
    for _ in range(20):
        moved = layout
        for ship in layout.ships:
            way, off = chooser.uniform(0, 2 * math.pi), ruling.margin * chooser.choice([0.999, 0.8])
            x_at, y_at = float(ship.pose.x) + off * math.cos(way), float(ship.pose.y) + off * math.sin(way)
            moved = moved.with_pose(ship.name, Pose(x_at, y_at, ship.pose.heading))
        assert any(s.clear for s in decide(shot_case(moved, *moved.ships, ("left", "right"), rules))) is ruling.allowed


def test_objects_block_shots() -> None:
    wall = Obstacle.of("wall", [(270, 280), (280, 280), (280, 380), (270, 380)])
    layout = replace(scene(), objects=(wall,))
    assert not ask(layout)
    assert ask(layout, objects="block_move_only")


def test_a_small_has_hardly_any_slide_and_the_shadow_disarms_it() -> None:
    """Slide interval 0.0762 in; under the shadow outline the base does not fit on the side at all."""
    small = Ship("A", "red", Size.SMALL, Pose(300, 300, 90))
    rules = Rules()
    gun = GunSide(small, rules.outline(Size.SMALL), "left")
    with ctx.workprec(FINEST):
        ((low, high),) = base_slides(gun, large_template(rules))
        assert float(high - low) / 25.4 == pytest.approx(0.0762, abs=5e-5)
    shadow = check_shot(
        replace(scene(), ships=(small, scene().ships[1])), "A", "T", rules=Rules(footprint="shadow_pentagon")
    )
    assert shadow.reasons[0].clause is Clause.SHOT_SIDE
    assert "this side cannot fire" in shadow.reasons[0].text


@pytest.mark.parametrize(("size", "area"), [("small", 1.0487), ("medium", 1.7869), ("large", 2.5252)])
def test_regions_of_reach_have_the_reference_s_areas(size: str, area: float) -> None:
    ship = Ship("A", "red", Size(size), Pose(300, 300, 37))
    for side in ("left", "right"):
        corners = region(shot_case(Layout(ships=[ship]), ship, ship, (side,), Rules()), side)
        twice = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(corners, (*corners[1:], corners[0]), strict=True))
        assert abs(twice) / 2 / 25.4**2 == pytest.approx(area, abs=5e-5)


def test_the_whole_base_lies_anywhere_on_a_long_side() -> None:
    """Ahead of the tip, and behind the base, only a large piece that overhangs the side would reach."""
    assert not ask(scene(x=284, y=368, heading=180))
    assert ask(scene(x=270, y=313, heading=180))
    behind = scene(x=300, y=270, heading=180)
    assert not ask(behind)
    with pytest.raises(InputError, match="side must be one of"):
        check_shot(behind, "A", "T", "base")
