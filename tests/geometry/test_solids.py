"""Real plastic: polyhedra on the table against an oracle, closed forms, and the rulings they decide."""

from __future__ import annotations

import itertools
import math
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from armada_sim import (
    Answer,
    InputError,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    check_contact,
    check_move,
    check_setup,
    check_shot,
    legal_headings,
)
from armada_sim.firing.broadsides import is_clear, shot_case
from armada_sim.geometry.certify import certified
from armada_sim.geometry.clearance import clearance
from armada_sim.geometry.exact import Surd
from armada_sim.geometry.gap import Gap, Relation
from armada_sim.geometry.meeting import meeting_arcs
from armada_sim.geometry.raised import clearance_of_raised, signed_ball_of_raised
from armada_sim.geometry.solids import Place, Polygon, Raised
from armada_sim.moving import legal_poses
from armada_sim.table.pieces import IDEAL_SHARP, Dimensions, Footprint, outline
from armada_sim.table.rules import parse_rules
from tests import oracle
from tests.strategies import decimal_between, random_ship, sizes
from tests.whole import few, whole

SOLID = Rules(footprint="solid3d")
INCH = Fraction(254, 10)


def raised(size: Size, place: Place, cut: Fraction = Fraction(0)) -> Raised:
    dimensions = replace(IDEAL_SHARP[size], cut=cut)
    body = outline(dimensions, Footprint.SOLID3D).solid(place)
    assert isinstance(body, Raised)
    return body


def by_oracle(first: Raised, second: Raised, named: tuple[Size, Size], cuts: tuple[Fraction, Fraction]) -> oracle.Real:
    solids = [
        oracle.lying(body.place.x, body.place.y, body.place.heading, str(size), cut)
        for body, size, cut in zip((first, second), named, cuts, strict=True)
    ]
    return oracle.solid_clearance(*solids)


def agrees(gap: Gap, true: oracle.Real) -> None:
    assert gap.relation.value == (0 if abs(true) < oracle.ZERO else int(oracle.MP.sign(true)))
    assert gap.low <= true <= gap.high
    assert gap.high - gap.low < 1e-9


near = st.decimals(-45, 45, places=3)
turns = st.decimals(-360, 360, places=2)
cuts = st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 2), Fraction(3)])


@pytest.mark.parametrize("examples", [20, whole(80)])
def test_clearance_agrees_with_the_oracle(examples: int) -> None:
    @settings(max_examples=examples)
    @given(sizes, sizes, near, near, turns, turns, cuts, cuts)
    def holds(size, other, dx, dy, heading, turned, cut, other_cut) -> None:
        a = raised(size, Pose(300, 300, heading).place, cut)
        b = raised(other, Pose(300 + dx, 300 + dy, turned).place, other_cut)
        true = by_oracle(a, b, (size, other), (cut, other_cut))

        agrees(clearance(a, b), true)
        sign, value = certified(signed_ball_of_raised(a, b))
        assert sign == clearance(a, b).relation.value
        # a ball that settles the sign may be wide; the truth is in it
        assert abs(float(value) - float(true)) <= float(value.rad()) + 1e-12

    holds()


@settings(max_examples=100, deadline=None)
@given(sizes, sizes, near, near, turns, turns)
def test_between_the_shadow_and_the_face_on_the_table(size, other, dx, dy, heading, turned) -> None:
    """A solid lies under its shadow and over its face, so its clearance lies between theirs."""
    places = Pose(0, 0, heading).place, Pose(dx, dy, turned).place
    pieces = [raised(s, p) for s, p in zip((size, other), places, strict=True)]
    faces = [outline(IDEAL_SHARP[s], Footprint.SOLID3D).flat(p) for s, p in zip((size, other), places, strict=True)]

    shadow, solid, face = (clearance(*pair) for pair in ([p.shadow for p in pieces], pieces, faces))

    assert shadow.low <= solid.high
    assert solid.low <= face.high


@settings(max_examples=60, deadline=None)
@given(sizes, sizes, near, near, turns, turns, st.integers(0, 3), st.decimals(-400, 400, places=2))
def test_moving_turning_and_exchanging_changes_nothing(size, other, dx, dy, heading, turned, quarter, far) -> None:
    heading, turned, x, y = (Fraction(v) for v in (heading, turned, dx, dy))
    gap = clearance(raised(size, Place(Fraction(0), Fraction(0), heading)), raised(other, Place(x, y, turned)))
    for _ in range(quarter):
        x, y = -y, x
    start = Place(Fraction(far), -Fraction(far) / 2, heading + 90 * quarter)
    moved = raised(size, start), raised(other, Place(start.x + x, start.y + y, turned + 90 * quarter))
    mirrored = raised(size, Place(x * 0, y * 0, -heading)), raised(other, Place(Fraction(dx), -Fraction(dy), -turned))

    for again in (clearance(*moved), clearance(*reversed(moved)), clearance(*mirrored)):
        assert again.relation is gap.relation
        assert again.value == pytest.approx(gap.value, abs=1e-9)


@pytest.mark.parametrize("size", list(Size))
def test_the_levels_are_the_reference_s(size: Size) -> None:
    """Section 2.1: the raised base edge of a small, medium, large lies at d, z (inches)."""
    d, z = {"small": (0.1523, 0.5415), "medium": (0.2135, 0.7515), "large": (0.2747, 0.9615)}[size.value]
    levels = raised(size, Pose(0, 0, 0).place).levels

    assert float(levels.heights[-1]) / 25.4 == pytest.approx(z, abs=5e-5)
    assert [float(along) / 25.4 for along, _ in levels.corners[-1]] == pytest.approx([d] * 4, abs=5e-5)
    corners = {tuple(round(float(v), 9) for v in p) for p in oracle.lying(0, 0, 0, str(size))}
    own = {
        (round(float(along), 9), round(float(across), 9), round(float(height), 9))
        for height, level in zip(levels.heights, levels.corners, strict=True)
        for along, across in level
    }
    assert own == corners


def test_base_to_base_is_contact_at_every_heading() -> None:
    """The base sides lean away from each other, so the base edges on the table touch, exactly."""
    for heading in range(359):
        place = Pose(0, 0, heading).place
        first, second = raised(Size.LARGE, place), raised(Size.LARGE, place.turned(Fraction(heading + 180)))
        gap = clearance(first, second)
        assert gap.relation is Relation.CONTACT
        assert gap.value == gap.low == gap.high == 0


def beside(ahead: Fraction, apart: Fraction, heading: int) -> Place:
    """`ahead` along the heading and `apart` to its left, facing back; exactly."""
    legs = ((Surd(ahead), Fraction(heading)), (Surd(apart), Fraction(heading + 90)))
    return Place(Fraction(0), Fraction(0), Fraction(heading + 180), legs)


@pytest.mark.parametrize("ahead", [Fraction(2), Fraction(7), Fraction(12)])
@pytest.mark.parametrize("off", [Fraction(0), Fraction(1, 10**12), Fraction(-1, 10**12), Fraction(5, 2), Fraction(-1)])
def test_side_by_side_facing_back_the_raised_corners_meet(ahead: Fraction, off: Fraction) -> None:
    """Two larges a base apart, facing opposite ways, base edges up to 2 d = 13.954 mm apart lengthwise.

    The base sides cross at the height where both lean equally far, so the slide is sideways: exactly `off`. The faces
    on the table are further apart.
    """
    for heading in (0, 90, 37, 211):
        first = raised(Size.LARGE, Place(Fraction(0), Fraction(0), Fraction(heading)))
        second = raised(Size.LARGE, beside(ahead, INCH + off, heading))
        gap = clearance(first, second)

        assert gap.relation.value == (off > 0) - (off < 0)
        assert gap.low <= off <= gap.high
        assert clearance(first, replace(second, levels=first.levels).shadow).low <= gap.high
        face = clearance(*(outline(IDEAL_SHARP[Size.LARGE], Footprint.SOLID3D).flat(p.place) for p in (first, second)))
        if off >= 0:
            assert face.value > gap.value + 1e-3


def test_raised_corners_touch_at_their_height() -> None:
    """At 2 d lengthwise only the raised corners are level: the nearest points lie 24.42 mm above the table."""
    second = raised(Size.LARGE, beside(Fraction(13954, 1000), INCH + 1, 0))
    gap = clearance(raised(Size.LARGE, Pose(0, 0, 0).place), second)

    assert gap.value == pytest.approx(1.0, abs=1e-6)
    assert gap.height == pytest.approx(0.9615 * 25.4, abs=0.01)
    assert gap.on_a == pytest.approx((6.977, 12.7), abs=1e-3)
    assert gap.on_b == pytest.approx((6.977, 13.7), abs=1e-3)


def test_a_low_tip_fits_under_a_raised_corner() -> None:
    """A small's tip may lie under the corner that sticks out 1.9 mm beside a large, 24 mm above the table."""
    large = Ship("L", "red", Size.LARGE, Pose(300, 300, 0))
    length = IDEAL_SHARP.small.length
    tip = (306.977, 300 + 12.7 - 0.9)  # inside the shadow, outside the face
    small = Ship("S", "blue", Size.SMALL, Pose(tip[0], round(tip[1] + float(length), 6), 270))
    layout = Layout(ships=(large, small))
    answers = {}
    for footprint in ("contact_triangle", "solid3d", "shadow_pentagon"):
        answers[footprint] = check_contact(layout, "L", "S", rules=Rules(footprint=footprint)).witness.relation

    assert answers == {"contact_triangle": "apart", "solid3d": "apart", "shadow_pentagon": "overlap"}


def test_objects_are_prisms_and_the_edge_goes_by_the_face() -> None:
    """An object beside a large meets its shadow; the edge of the surface may lie under the raised corner."""
    corner = Fraction(300) + Fraction("12.7")
    block = Obstacle.of("book", [(306, corner - 1), (309, corner - 1), (309, 340), (306, 340)])
    layout = Layout(ships=(Ship("L", "red", Size.LARGE, Pose(Fraction("253.771"), 300, 0)),), objects=(block,))

    flat, solid = (check_move(layout, "L", [0], rules=rules) for rules in (Rules(), SOLID))
    assert flat.allowed
    assert not solid.allowed
    assert "book" in solid.reasons[0].pieces

    # one step ahead along the edge, the face a hundredth inside it and the raised corners over it
    narrow = Layout(ships=(Ship("L", "red", Size.LARGE, Pose(100, Fraction("12.71"), 0)),))
    turned = check_move(narrow, "L", [8], rules=SOLID)
    assert turned.answer == check_move(narrow, "L", [8], rules=Rules()).answer
    assert check_move(narrow, "L", [0], rules=SOLID).allowed


def test_a_piece_among_prisms_counts_with_its_shadow() -> None:
    body = raised(Size.MEDIUM, Pose(10, 20, 33).place)
    block = Polygon(((Fraction(15), Fraction(30)), (Fraction(40), Fraction(31)), (Fraction(20), Fraction(60))))

    assert clearance(body, block) == clearance(body.shadow, block)
    assert clearance(block, body) == clearance(block, body.shadow)


# ------------------------------------------------------------------------------------------- headings


def _blocked(arcs: list, heading: float) -> bool:
    return any(arc.start <= heading + 360 * k <= arc.end for arc in arcs for k in (-1, 0, 1, 2))


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_blocked_headings_end_where_the_oracle_says(seed: int) -> None:
    """Just inside each end the oracle finds overlap, just outside none; between the ends nothing is missed."""
    chooser = random.Random(seed)
    size, other = (chooser.choice(list(Size)) for _ in range(2))
    place = Place(Fraction(300), Fraction(300), Fraction(0))
    shift = [Fraction(decimal_between(chooser, -42, 42)) for _ in range(2)]
    turned = Fraction(decimal_between(chooser, 0, 360))
    cut = Fraction(2 * (seed % 4 == 3))
    a, b = raised(size, place, cut), raised(other, Place(300 + shift[0], 300 + shift[1], turned), cut)
    arcs = meeting_arcs(a, b)

    def true(heading: float) -> oracle.Real:
        return by_oracle(raised(size, place.turned(Fraction(heading)), cut), b, (size, other), (cut, cut))

    if arcs and arcs[0].end - arcs[0].start < 360:
        for arc in arcs:
            for end, inwards in ((arc.start, 1), (arc.end, -1)):
                assert true(end + inwards * 1e-9) < 0 < true(end - inwards * 1e-9)
    for heading in np.linspace(0, 360, 25, endpoint=False):
        assert _blocked(arcs, heading) == (true(float(heading)) <= 0)


def test_a_corner_at_the_pivot_itself() -> None:
    """The other's tip on the turning base midpoint, or a picometre before it: half a turn is blocked."""
    place = Place(Fraction(0), Fraction(0), Fraction(0))
    at = raised(Size.LARGE, replace(place, legs=((-IDEAL_SHARP.large.length, Fraction(0)),)))
    assert [(arc.start, arc.end) for arc in meeting_arcs(raised(Size.LARGE, place), at)] == [(0.0, 360.0)]

    free = Fraction(-1, 10**9)
    before = raised(Size.LARGE, replace(at.place, x=free))
    arcs = meeting_arcs(raised(Size.LARGE, place), before)
    limit = 90 - math.degrees(math.atan2(12.7, float(IDEAL_SHARP.large.length)))
    assert [arc.start for arc in arcs] == [pytest.approx(limit, abs=1e-6)]
    assert [arc.end for arc in arcs] == [pytest.approx(360 - limit, abs=1e-6)]


def test_the_step_just_left_is_only_met_at_the_limit_of_turn() -> None:
    """docs/exactness.md: the limit of the face on the table is the polyhedron's too, for any shape of pyramid."""
    for base, height, cut in [(25.4, 44.45, 0), (25.4, 44.45, 3), (20, 5, 0), (5, 80, 0), (30, 30, 10)]:
        dimensions = Dimensions(*(Fraction(str(v)) for v in (base, height, cut)))
        piece = outline(dimensions, Footprint.SOLID3D)
        sharp = outline(replace(dimensions, cut=Fraction(0)), Footprint.SOLID3D)
        old = sharp.solid(Place(Fraction(0), Fraction(0), Fraction(0)))
        new = sharp.solid(old.place.stepped(sharp.step, Fraction(0)))
        assert isinstance(old, Raised)
        assert isinstance(new, Raised)
        limit = math.degrees(math.atan2(2 * float(sharp.step), base))
        for share in (-1 + 1e-9, -0.9, -0.4, 0, 0.3, 0.99, 1 - 1e-9):
            gap = clearance_of_raised(replace(new, place=new.place.turned(Fraction(share * limit))), old)
            assert gap.relation is Relation.CONTACT
        for share in (1 + 1e-6, -1.2):
            gap = clearance_of_raised(replace(new, place=new.place.turned(Fraction(share * limit))), old)
            assert gap.relation is Relation.OVERLAP
        assert float(piece.step) == pytest.approx(float(sharp.step) * (1 - cut / base))


def test_legal_headings_name_their_blockers() -> None:
    layout = Layout(
        ships=(
            Ship("A", "red", Size.LARGE, Pose(300, 300, 0)),
            Ship("B", "blue", Size.LARGE, Pose(380, 340, 200)),
            Ship("C", "blue", Size.SMALL, Pose(350, 255, 90)),
        ),
        objects=(Obstacle.of("rock", [(400, 280), (420, 280), (410, 300)]),),
    )
    intervals = legal_headings(layout, "A", SOLID)

    assert {interval.start_by for interval in intervals} <= {"B", "C", "rock", "turn limit"}
    ends = [(i.start, i.start_by, 1) for i in intervals] + [(i.end, i.end_by, -1) for i in intervals]
    for end, by, inwards in ends:
        assert check_move(layout, "A", [end + inwards * 1e-7], rules=SOLID).allowed
        beyond = check_move(layout, "A", [end - inwards * 1e-7], rules=SOLID)
        assert not beyond.allowed
        assert by == "turn limit" or by in beyond.reasons[0].pieces


# -------------------------------------------------------------------------------------------- rulings


def crowd(seed: int, count: int = 5) -> Layout:
    chooser = random.Random(seed)
    ships = [random_ship(chooser, "S", (300, 300), 10, "red")]
    ships += [random_ship(chooser, f"B{i}", (300, 300), 90, "blue") for i in range(count)]
    return Layout(ships=tuple(ships), position="as_written")


@pytest.mark.parametrize("seed", few(range(25), 8))
def test_a_move_s_margin_is_proved_by_its_flip(seed: int) -> None:
    layout = crowd(seed)
    ruling = check_move(layout, "S", turns=[10 * (seed % 7) - 30], rules=SOLID)
    assert ruling.margin is not None
    if ruling.flip is None:
        return
    assert ruling.margin_upper is not None
    if ruling.answer is Answer.YES:  # a no may need pieces pushed on into others
        assert ruling.margin_upper <= 1.01 * ruling.margin + 0.001
    moved = layout
    for name, pose in ruling.flip.ships.items():
        moved = moved.with_pose(name, Pose(*pose.base, pose.heading))
    steps = ruling.flip.steps
    bodies = {s.name: SOLID.outline(s.size).solid(s.pose.place) for s in moved.ships if s.name != "S"}
    piece = SOLID.outline(layout.ship("S").size)
    if steps:
        place = Pose(*steps[0].base, steps[0].heading).place
        free = all(clearance(piece.solid(place), body).relation is Relation.APART for body in bodies.values())
        assert free != (ruling.answer is Answer.YES)


def test_margins_of_contact_are_half_the_slide() -> None:
    layout = crowd(3)
    for a, b in itertools.combinations([ship.name for ship in layout.ships], 2):
        ruling = check_contact(layout, a, b, rules=SOLID)
        assert ruling.margin == pytest.approx(abs(ruling.witness.clearance) / 2, abs=1e-9)
        assert ruling.flip is not None
        moved = layout
        for name, pose in ruling.flip.ships.items():
            moved = moved.with_pose(name, Pose(*pose.base, pose.heading))
        assert check_contact(moved, a, b, rules=SOLID).answer != ruling.answer


def test_bulk_answers_are_the_referee_s() -> None:
    layout = replace(crowd(8, 9), objects=(Obstacle.of("rock", [(330, 330), (345, 331), (340, 350)]),))
    generator = np.random.default_rng(4)
    poses = np.column_stack((generator.uniform(220, 380, (4000, 2)), generator.uniform(-180, 180, 4000)))
    legal = legal_poses(layout, "S", poses, SOLID)
    piece = SOLID.outline(layout.ship("S").size)
    others = [SOLID.outline(s.size).solid(s.pose.place) for s in layout.ships if s.name != "S"]
    others += list(layout.objects[0].parts)
    for at in range(0, 4000, 16):
        body = piece.solid(Pose(*map(float, poses[at])).place)
        assert legal[at] == all(clearance(body, other).relation is Relation.APART for other in others)
    assert 0.05 < legal.mean() < 0.95
    faces, shadows = (
        legal_poses(layout, "S", poses, Rules(footprint=f)) for f in ("contact_triangle", "shadow_pentagon")
    )
    assert not (legal & ~faces).any()
    assert not (shadows & ~legal).any()
    assert (faces & ~legal).any()
    assert (legal & ~shadows).any()


def test_a_sweep_of_the_polyhedron_meets_what_the_face_passes() -> None:
    """Sliding ahead, the raised corners pass over the line a face stays clear of."""
    mover = Ship("S", "red", Size.LARGE, Pose(300, 300, 0))
    sideways = Fraction("12.7") * 2 + Fraction(1, 2)
    beside_it = Ship("B", "blue", Size.LARGE, Pose(Fraction("345"), 300 + sideways, 180))
    layout = Layout(ships=(mover, beside_it))
    rules = SOLID.but(step_legality="swept_area")

    apart = check_move(layout, "S", [0], rules=rules)
    nearer = layout.with_pose("B", Pose(345, 300 + Fraction("25.3"), 180))

    assert apart.allowed
    assert not check_move(nearer, "S", [0], rules=rules).allowed


@pytest.mark.parametrize("preset", ["strict_table"])
def test_the_strict_table_rules_on_everything(preset: str) -> None:
    """The preset of a real table: polyhedra, half a millimetre, nothing measured before."""
    rules = parse_rules(preset)
    layout = replace(crowd(2), tolerance=rules.presumed_tolerance)
    assert rules.presumed_tolerance == Fraction(1, 2)
    move = check_move(layout, "S", turns=["max"], rules=rules)
    shot = check_shot(layout, "S", "B1", rules=rules)
    assert move.margin is shot.margin is None
    assert {check_contact(layout, "S", "B1", rules=rules).question, check_setup(layout, rules=rules).question} == {
        "contact",
        "setup",
    }


OTHERS = {
    "contact_blocks_move": ["overlap_only"], "setup_touch": ["no_touch"],
    "step_legality": ["swept_area"], "objects": ["block_move_only"],
    "edge": ["touch_ok", "open_sea"],
    "physical_fit": ["must_fit"],
    "in_area": ["touch_counts", "half"],
    "obstruction": ["clear_template", "none"], "touching_target": ["cannot"],
    "wreck": ["stays_as_obstacle"],
    "deploy_zone": ["anywhere", "own_edge_band(6 in)"], "doubt_rule": ["exact", "favour_actor"],
    "premeasure": ["own_ship_only"],
}  # fmt: skip


@pytest.mark.parametrize(("key", "value"), [
    whole(key, value) if (key, value) == ("in_area", "half") else (key, value)  # asked of blunt tips by every run
    for key, values in OTHERS.items() for value in values
])  # fmt: skip
def test_every_other_option_works_with_solids(key: str, value: str) -> None:
    rules = SOLID.but(**{key: value})
    layout = replace(crowd(6, 3), objects=(Obstacle.of("rock", [(330, 330), (345, 331), (340, 350)]),))
    rulings = [
        check_move(layout, "S", turns=[20], rules=rules), check_shot(layout, "S", "B0", rules=rules),
        check_contact(layout, "S", "B0", rules=rules), check_setup(layout, rules=rules),
    ]  # fmt: skip
    assert all(ruling.reasons for ruling in rulings)
    assert legal_poses(layout, "S", np.array([[300.0, 300.0, 10.0]]), rules).shape == (1,)


def test_solids_are_only_loaded_when_asked_for() -> None:
    """The default rules never import the polyhedra."""
    code = (
        "import sys; from armada_sim import *;"
        "layout = Layout(ships=(Ship('A', 'r', Size.LARGE, Pose(99, 99, 0)), Ship('B', 'b', Size.LARGE, Pose(99, 140, "
        "9))));"
        "check_contact(layout, 'A', 'B'); check_move(layout, 'A', [0]); before = 'armada_sim.geometry.raised' in "
        "sys.modules;"
        "check_contact(layout, 'A', 'B', rules=Rules(footprint='solid3d'));"
        "print(before, 'armada_sim.geometry.raised' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


# ----------------------------------------------------------------------------------------- blunt tips


def blunt(cut: float | str, **changes: object) -> Rules:
    """The official sizes with every tip cut off `cut` mm wide."""
    rows = {
        size.value: {"base": IDEAL_SHARP[size].base, "height": IDEAL_SHARP[size].height, "cut": Fraction(str(cut))}
        for size in Size
    }
    return parse_rules({"piece_profile": rows, **changes})


@pytest.mark.parametrize("footprint", ["contact_triangle", "solid3d"])
@pytest.mark.parametrize("size", list(Size))
def test_a_step_goes_to_the_middle_of_the_cut(size: Size, footprint: str) -> None:
    """Similar triangles: what is c wide at the cut of a face b wide is s (1 - c/b) from the base."""
    rules = blunt(3, footprint=footprint)
    layout = Layout(ships=(Ship("S", "red", size, Pose(300, 300, 0)),))
    base, length = float(oracle.base(size.value)), float(oracle.step_length(size.value))
    step = length * (1 - 3 / base)
    limit = float(oracle.turn_limit(size.value))

    ruling = check_move(layout, "S", turns=[30], rules=rules)
    (first,) = ruling.witness.steps

    assert ruling.allowed
    assert first.base == pytest.approx([300 + step, 300])
    assert math.dist(first.base, first.tip) == pytest.approx(step)
    assert len(first.corners) == 4
    assert math.dist(*first.corners[1:3]) == pytest.approx(3)
    assert check_move(layout, "S", turns=["max"], rules=rules).allowed
    assert check_move(layout, "S", turns=[limit - 1e-9], rules=rules).allowed
    assert not check_move(layout, "S", turns=[limit + 1e-9], rules=rules).allowed
    interval = legal_headings(layout, "S", rules)[0]
    assert interval.end == pytest.approx(limit)


def test_a_sharp_tip_touches_what_a_blunt_one_does_not() -> None:
    """A rock between the end of the cut and where the sharp tip would be."""
    rock = Obstacle.of("rock", [(391, 295), (400, 295), (400, 305), (391, 305)])
    layout = Layout(ships=(Ship("S", "red", Size.LARGE, Pose(300, 300, 0)),), objects=(rock,))
    assert not check_move(layout, "S", [0], rules=SOLID).allowed
    assert check_move(layout, "S", [0], rules=blunt(2)).allowed
    clear = check_move(layout, "S", [0], rules=blunt(2, footprint="solid3d"))
    # the upper edge of the cut overhangs its lower one by d c / b
    ahead = 300 + 2 * float(oracle.step_length("large")) * (1 - 2 / 25.4) + 6.97689 * 2 / 25.4
    assert clear.witness.closest.clearance == pytest.approx(391 - ahead, abs=1e-4)


def test_a_cut_that_disarms_smalls_is_said_to() -> None:
    """A small's side is 27.335 (1 - c/14.2875) mm and must carry a base of 25.4: the end is c = 1.0116 mm."""
    armed, disarmed = blunt("1.011"), blunt("1.012")
    assert armed.disarmed == armed.remarks == ()
    assert disarmed.disarmed == (Size.SMALL,)
    assert "no small ship can fire" in disarmed.remarks[0]
    assert Rules(footprint="shadow_pentagon").disarmed == (Size.SMALL,)
    assert blunt("1.012", footprint="solid3d").disarmed == (Size.SMALL,)
    ships = (Ship("A", "red", Size.SMALL, Pose(300, 300, 0)), Ship("B", "blue", Size.LARGE, Pose(320, 340, 180)))
    layout = Layout(ships=ships)
    assert check_shot(layout, "A", "B", rules=armed).allowed
    refused = check_shot(layout, "A", "B", rules=disarmed)
    assert not refused.allowed
    assert "this side cannot fire" in refused.reasons[0].text


@pytest.mark.parametrize("footprint", ["contact_triangle", "solid3d", "shadow_pentagon", "section_triangle"])
def test_the_large_piece_for_ranging_is_cut_off_too(footprint: str) -> None:
    """A tip that points at the middle of the side is in reach up to the depth of the cut, not of the sharp tip."""
    rules = blunt(2, footprint=footprint)
    piece = rules.outline(Size.LARGE)
    depth = float(piece.step)
    assert depth < float(Rules(footprint=footprint).outline(Size.LARGE).step)
    shooter = Ship("A", "red", Size.LARGE, Pose(300, 300, 0))
    body = piece.flat(shooter.pose.place)
    (ax, ay), (bx, by) = body.corners[piece.left_shoulder], body.corners[piece.left_tip]
    length = math.dist((ax, ay), (bx, by))
    out = (-(by - ay) / length, (bx - ax) / length)
    out = out if out[1] > 0 else (-out[0], -out[1])
    heading = math.degrees(math.atan2(-out[1], -out[0]))

    def target(away: float) -> Layout:
        reach = away + float(piece.step)
        middle = ((ax + bx) / 2 + reach * out[0], (ay + by) / 2 + reach * out[1])
        return Layout(ships=(shooter, Ship("B", "blue", Size.LARGE, Pose(*middle, heading))))

    near, far = target(depth - 1e-6), target(depth + 1e-6)
    assert check_shot(near, "A", "B", "left", rules).allowed
    refused = check_shot(far, "A", "B", "left", rules)
    assert not refused.allowed
    assert refused.margin is not None
    assert refused.margin < 1e-5
    shown = check_shot(near, "A", "B", "left", rules).witness
    assert len(shown.line.template) == (6 if footprint == "shadow_pentagon" else 4)
    deep = target(depth - 5)
    ruling = check_shot(deep, "A", "B", "left", rules)
    assert ruling.margin_upper is not None
    assert ruling.margin is not None
    assert 1 < ruling.margin <= ruling.margin_upper <= 2 * ruling.margin + 0.01
    assert ruling.flip is not None
    moved = deep
    for name, pose in ruling.flip.ships.items():
        moved = moved.with_pose(name, Pose(*pose.base, pose.heading))
    assert not check_shot(moved, "A", "B", "left", rules).allowed


def test_custom_profiles_say_what_is_wrong_with_a_cut() -> None:
    rows = {size.value: {"base": 20, "height": 30} for size in Size}
    for cut, words in ((20, "narrower"), (-1, "not negative"), ("1 ell", "length such as")):
        with pytest.raises(InputError, match=words):
            parse_rules({"piece_profile": {**rows, "large": {"base": 20, "height": 30, "cut": cut}}})
    with pytest.raises(InputError, match="and cut if the tip is blunt"):
        parse_rules({"piece_profile": {**rows, "large": {"base": 20, "height": 30, "tip": 1}}})
    measured = parse_rules({"piece_profile": {**rows, "large": {"base": 20, "height": 30, "cut": "0.1 in"}}})
    assert measured.profile.large.cut == Fraction(254, 100)
    assert "cut = 2.54" in measured.not_default()["piece_profile"]


OTHER_READINGS = [
    {"obstruction": "clear_template"}, {"physical_fit": "must_fit"}, {"in_area": "whole"},
    {"in_area": "half", "physical_fit": "must_fit"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "options"),
    # the last takes most of a minute for seed 0
    [
        *((1, options) for options in OTHER_READINGS[:-1]), whole(1, OTHER_READINGS[-1]),
        *(whole(0, options) for options in OTHER_READINGS[:-1]),
    ],
    ids=str,
)  # fmt: skip
def test_margins_of_blunt_shots_hold_under_other_readings(seed: int, options: dict[str, str]) -> None:
    """Ships displaced by less than the proved margin never change the answer."""
    rules = blunt(4, footprint="solid3d", **options)
    chooser = random.Random(seed)
    layout = Layout(
        ships=(
            Ship("A", "red", Size.LARGE, Pose(300, 300, 0)),
            Ship("B", "blue", Size.MEDIUM, Pose(330, 330 + 8 * seed, chooser.randint(0, 359))),
            Ship("C", "blue", Size.SMALL, Pose(290 + 5 * seed, 345, chooser.randint(0, 359))),
        )
    )
    ruling = check_shot(layout, "A", "B", rules=rules)
    margin = ruling.margin
    if margin is None or margin <= 1e-6:
        return
    for _ in range(12):
        moved = layout
        for ship in layout.ships:
            angle, size = chooser.uniform(0, 2 * math.pi), 0.999 * margin * chooser.choice([1, 1, 0.5])
            x, y = float(ship.pose.x) + size * math.cos(angle), float(ship.pose.y) + size * math.sin(angle)
            moved = moved.with_pose(ship.name, Pose(x, y, ship.pose.heading))
        case = shot_case(moved, moved.ship("A"), moved.ship("B"), ("left", "right"), rules)
        assert is_clear(case) == (ruling.answer is Answer.YES)
