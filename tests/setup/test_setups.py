"""Set-ups: every problem is reported with its clause."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import shapely

from armada_sim import Answer, Clause, Fleet, Layout, Obstacle, Pose, Rules, Ship, Size, Surface, check_setup
from armada_sim.evidence.ruling import Ruling
from armada_sim.setup import setup_problems
from tests.strategies import decimal_between
from tests.whole import few


def fleet(player: str, y: float, heading: float, sizes: list[str], gap: float = 40) -> list[Ship]:
    return [
        Ship(f"{player[0].upper()}{i}", player, Size(s), Pose(300 + gap * i, y, heading)) for i, s in enumerate(sizes)
    ]


def basic(**changes: object) -> Layout:
    ships = fleet("red", 100, 90, ["large"] * 4) + fleet("blue", 800, 270, ["medium"] * 4 + ["small"] * 4)
    fleets = (
        Fleet("red", large=4, small=0, medium=0, side="south"),
        Fleet("blue", medium=4, small=4, large=0, side="north"),
    )
    return Layout(ships=ships, fleets=fleets, **changes)


def clauses(ruling: Ruling) -> set[Clause]:
    return {reason.clause for reason in ruling.reasons}


def test_the_basic_set_up_is_legal() -> None:
    ruling = check_setup(basic())
    assert ruling.answer is Answer.YES
    assert ruling.witness.mobility["R0"] == pytest.approx(2 * 74.6386, abs=1e-3)


def test_every_problem_is_reported() -> None:
    layout = basic()
    bad = [
        replace(layout.ships[0], pose=Pose(300, -2, 90)),  # over the edge
        replace(layout.ships[1], pose=Pose(380, 100, 90)),  # on top of R2
        replace(layout.ships[3], damage=1),
        replace(layout.ships[4], pose=Pose(500, 330, 270)),  # too near, not in his half
    ]
    names = {ship.name: ship for ship in bad}
    layout = replace(layout, ships=tuple(names.get(s.name, s) for s in layout.ships))
    found = clauses(check_setup(layout))
    assert found >= {
        Clause.SETUP_EDGE, Clause.SETUP_OVERLAP, Clause.SETUP_SUNK, Clause.SETUP_GAP, Clause.SETUP_ZONE,
        Clause.SETUP_GROUP,
    }  # fmt: skip


def two(distance: str) -> Layout:
    """Two enemies base to base along x, `distance` mm apart."""
    return Layout(
        ships=[
            Ship("R", "red", Size.LARGE, Pose(300, 300, 180)),
            Ship("B", "blue", Size.LARGE, Pose(300 + Fraction(distance), 300, 0)),
        ]
    )


@pytest.mark.parametrize(
    ("gap", "distance", "legal"),
    [
        ("10 in", "254", True),
        ("10 in", "253.999999", False),
        ("12 in", "254", False),
        ("25 cm", "250", True),
        (Rules().min_gap, "250", True),
        (Rules().min_gap, "249.999999", False),
        (300, "299", False),
    ],
)
def test_the_gap_is_measured_exactly(gap: object, distance: str, legal: bool) -> None:
    """25 cm is less than 10 in; exactly the gap is enough. "à moins de 25 cm à 30 cm" (Préparation): by default 25
    cm."""
    ruling = check_setup(two(distance), rules=Rules(min_gap=gap))
    assert ruling.allowed is legal
    if not legal:
        assert Clause.SETUP_GAP in clauses(ruling)


def test_touching_and_the_edge() -> None:
    ships = [
        Ship("A", "red", Size.LARGE, Pose(300, Fraction("12.7"), 0)),
        Ship("B", "red", Size.LARGE, Pose(300, Fraction("38.1"), 0)),
    ]
    layout = Layout(ships=ships)
    assert check_setup(layout).allowed
    assert Clause.SETUP_TOUCH in clauses(check_setup(layout, rules=Rules(setup_touch="no_touch")))


def test_pieces_measured_as_overlapping_a_little_count_as_in_contact() -> None:
    ships = [
        Ship("A", "red", Size.LARGE, Pose(300, 300, 0)),
        Ship("B", "red", Size.LARGE, Pose(300, Fraction("324.8"), 0)),
    ]
    assert not check_setup(Layout(ships=ships)).allowed
    assert check_setup(Layout(ships=ships, tolerance=Fraction(1, 2))).allowed


@pytest.mark.parametrize(
    ("zone", "y", "legal"),
    [
        ("own_side_group", 400, True),
        ("own_side_group", 420, False),
        ("own_edge_band(10 in)", 200, True),
        ("own_edge_band(10 in)", 220, False),
        ("anywhere", 600, True),
    ],
)
def test_zones(zone: str, y: float, legal: bool) -> None:
    """A large at y, pointing north, on a 36 in table: half is 457.2 mm, its tip is 46.2 mm ahead."""
    layout = Layout(ships=[Ship("R", "red", Size.LARGE, Pose(300, y, 90))], fleets=(Fleet("red", side="south"),))
    assert check_setup(layout, rules=Rules(deploy_zone=zone)).allowed is legal


@pytest.mark.parametrize("order", [("A", "B"), ("B", "A")])
def test_a_group_too_far_apart_is_mended_by_pushing_it_together(order: tuple[str, str]) -> None:
    """Two larges side by side, tips north, 60 mm between their bases: more than one length of 46.2 mm."""
    ships = {
        name: Ship(name, "red", Size.LARGE, Pose(x, 300, 90)) for name, x in (("A", 300), ("B", Fraction("385.4")))
    }
    layout = Layout(ships=[ships[name] for name in order], fleets=(Fleet("red", side="south"),))
    ruling = check_setup(layout)
    assert Clause.SETUP_GROUP in clauses(ruling)
    assert ruling.flip is not None
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert ruling.margin <= ruling.margin_upper <= 1.01 * ruling.margin + 0.001
    for name, pose in ruling.flip.ships.items():
        layout = layout.with_pose(name, Pose(*map(Fraction, map(str, pose.base)), Fraction(str(pose.heading))))
    assert check_setup(layout).allowed


def clusters(*offsets: float) -> Layout:
    """Red pairs, a large and 40 mm east of it a medium, each pair so far east of the first."""
    ships = [
        Ship(f"R{i}{j}", "red", size, Pose(100 + Fraction(offset) + 40 * j, 200, 90))
        for i, offset in enumerate(offsets) for j, size in enumerate((Size.LARGE, Size.MEDIUM))
    ]  # fmt: skip
    return Layout(ships=ships, fleets=(Fleet("red", side="south"),))


def test_two_pairs_far_apart_are_no_group() -> None:
    """ "Chaque joueur installe ses pièces en groupe": each ship near another is not enough (Préparation)."""
    ruling = check_setup(clusters(0, 560))
    assert not ruling.allowed
    (reason,) = ruling.reasons
    assert reason.clause is Clause.SETUP_GROUP
    assert reason.pieces == ("R01", "R10")
    assert reason.measured == pytest.approx(560 - 40 - 12.7 - 19.84375 / 2)
    assert reason.limit == pytest.approx(46.2287, abs=1e-4)
    assert "R00" in reason.text
    assert check_setup(clusters(0, 560), rules=Rules(deploy_zone="anywhere")).allowed


@pytest.mark.parametrize("offsets", [(0, 560), (0, 200, 400), (400, 0, 130), (0, 150, 151 + 2 * 65)])
def test_separate_clusters_are_mended_by_drawing_them_together(offsets: tuple[float, ...]) -> None:
    layout = clusters(*offsets)
    ruling = check_setup(layout)
    assert clauses(ruling) == {Clause.SETUP_GROUP}
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert 0 < ruling.margin <= ruling.margin_upper
    if len(offsets) == 2:
        assert ruling.margin_upper <= 1.01 * ruling.margin + 0.001
    assert ruling.flip is not None
    for name, pose in ruling.flip.ships.items():
        layout = layout.with_pose(name, Pose(*map(Fraction, map(str, pose.base)), Fraction(str(pose.heading))))
    assert check_setup(layout).allowed


@pytest.mark.parametrize("seed", few(range(40), 8))
def test_a_fleet_is_a_group_if_links_within_the_limit_join_it(seed: int) -> None:
    """Against a search from ship to ship over Shapely's distances."""
    chooser = random.Random(seed)
    ships = [
        Ship(
            f"R{i}",
            "red",
            chooser.choice(list(Size)),
            Pose(chooser.uniform(50, 450), chooser.uniform(50, 380), chooser.randrange(360)),
        )
        for i in range(chooser.randrange(2, 13))
    ]
    layout = Layout(ships=ships, fleets=(Fleet("red", side="south"),))
    shapes = [shapely.Polygon(Rules().outline(s.size).flat(s.pose.place).corners) for s in ships]
    found, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        new = [i for i in range(len(ships)) if i not in found and shapes[here].distance(shapes[i]) <= 46.2287]
        found.update(new)
        waiting += new
    ruling = check_setup(layout)
    apart = [r for r in ruling.reasons if r.clause is Clause.SETUP_GROUP and (r.measured or 0) > (r.limit or 0)]
    assert bool(apart) is (len(found) < len(ships))


@pytest.mark.parametrize("seed", few(range(20), 6))
def test_the_margin_of_a_group_is_proved_and_its_flip_shows(seed: int) -> None:
    """Fleets near to being a group or two: no placement within the margin changes the answer, and the flip does."""
    chooser, rules = random.Random(seed), Rules(doubt_rule="exact", max_per_size=9)
    xs = [100 + 55 * i + (chooser.choice([0, 15]) if i > 2 else 0) + chooser.uniform(0, 12) for i in range(6)]
    pose = [Pose(Fraction(round(x * 1000), 1000), chooser.randrange(100, 130), chooser.randrange(60, 120)) for x in xs]
    own = [chooser.choice([None, None, Fraction(1, 8)]) for _ in xs]
    ships = [Ship(f"R{i}", "red", Size.MEDIUM, p, tolerance=t) for i, (p, t) in enumerate(zip(pose, own, strict=True))]
    layout = Layout(ships=ships, fleets=(Fleet("red", side="south"),), tolerance=Fraction(1, 4))
    ruling = check_setup(layout, rules=rules)
    assert ruling.margin is not None
    if ruling.flip is not None:
        flipped = layout
        for name, place in ruling.flip.ships.items():
            flipped = flipped.with_pose(name, Pose(*place.base, place.heading))
        assert check_setup(flipped, rules=rules).allowed is not ruling.allowed
    for _ in range(8):
        moved = layout
        for ship in layout.ships:
            angle = chooser.choice([0, math.pi, chooser.uniform(0, 2 * math.pi)])
            off = ruling.margin * float(layout.weight(ship)) * 0.999
            x, y = float(ship.pose.x) + off * math.cos(angle), float(ship.pose.y) + off * math.sin(angle)
            moved = moved.with_pose(ship.name, Pose(x, y, ship.pose.heading))
        assert check_setup(moved, rules=rules).allowed is ruling.allowed


def test_a_flip_is_not_looked_for_without_end() -> None:
    """Enemies 30 in apart do not fit on a disc of 20 in."""
    ships = [Ship("A", "red", Size.LARGE, Pose(90, 100, 0)), Ship("B", "blue", Size.LARGE, Pose(90, 130, 0))]
    ruling = check_setup(Layout(ships=ships, surface=Surface.disc((100, 100), 254)), rules=Rules(min_gap="30 in"))
    assert not ruling.allowed
    assert ruling.flip is None
    assert any("no placement that mends" in note for note in ruling.notes)


@pytest.mark.parametrize(
    ("budget", "counts", "legal"),
    [
        ("exactly_12", (4, 0, 0), True), ("exactly_12", (3, 0, 0), False), ("at_most_12", (3, 0, 0), True),
        ("at_most_12", (4, 1, 0), False), ("free", (1, 0, 0), True), ("full_4_4_4", (4, 4, 4), True),
        ("full_4_4_4", (4, 4, 3), False),
    ],
)  # fmt: skip
def test_fleet_budgets(budget: str, counts: tuple[int, int, int], legal: bool) -> None:
    sizes = ["large"] * counts[0] + ["medium"] * counts[1] + ["small"] * counts[2]
    ships = fleet("red", 100, 90, sizes)
    declared = Fleet("red", large=counts[0], medium=counts[1], small=counts[2])
    assert check_setup(Layout(ships=ships, fleets=(declared,)), rules=Rules(fleet_budget=budget)).allowed is legal


@pytest.mark.parametrize(
    ("budget", "south", "north", "legal"),
    [
        ("basic", (4, 0, 0), (0, 4, 4), True), ("basic", (0, 4, 4), (4, 0, 0), True),
        ("basic", (4, 0, 0), (4, 0, 0), False),
        ("basic", (4, 0, 0), (0, 4, 3), False), ("basic", (3, 1, 1), (0, 4, 4), False),
        ("basic", (4, 0, 0), None, True),
        ("advanced", (2, 0, 0), (0, 4, 3), True), ("advanced", (0, 0, 1), (1, 0, 0), True),
        ("advanced", (4, 0, 0), (0, 4, 4), True),
        ("advanced", (2, 0, 0), (2, 0, 0), False), ("advanced", (0, 1, 0), (0, 0, 4), False),
        ("advanced", (2, 1, 0), (0, 2, 2), False),
        ("advanced", (2, 0, 0), None, True), ("advanced", (0, 0, 0), (4, 0, 0), False),
        ("exactly_12", (4, 0, 0), (4, 0, 0), True), ("exactly_12", (2, 0, 0), (0, 4, 4), False),
    ],
)  # fmt: skip
def test_the_basic_and_the_advanced_game_s_fleets(
    budget: str, south: tuple[int, int, int], north: tuple[int, int, int] | None, legal: bool
) -> None:
    """Larges, mediums, smalls. "Un joueur prenne les quatre grandes pièces et l’autre les quatre petites et les quatre
    moyennes"; "le nombre de pièces (jusqu’à 4) de chaque taille ... les grands ou les petits et les moyens".
    """
    ships: list[Ship] = []
    declared = []
    for player, counts, y, heading in (("red", south, 100, 90), ("blue", north, 800, 270)):
        if counts is not None:
            sizes = [
                size for size, count in zip(("large", "medium", "small"), counts, strict=True) for _ in range(count)
            ]
            ships += fleet(player, y, heading, sizes)
            declared.append(Fleet(player, large=counts[0], medium=counts[1], small=counts[2]))
    ruling = check_setup(Layout(ships=ships, fleets=tuple(declared)), rules=Rules(fleet_budget=budget))
    assert ruling.allowed is legal
    assert (Clause.SETUP_FLEET in clauses(ruling)) is not legal


def test_matched_fleets_and_the_cap() -> None:
    ships = fleet("red", 100, 90, ["large"] * 2) + fleet("blue", 800, 270, ["large"] * 3)
    fleets = (Fleet("red", large=2), Fleet("blue", large=3))
    layout = Layout(ships=ships, fleets=fleets)
    assert Clause.SETUP_FLEET in clauses(check_setup(layout, rules=Rules(fleet_budget="matched")))
    five = Layout(ships=fleet("red", 100, 90, ["small"] * 5))
    assert Clause.SETUP_FLEET in clauses(check_setup(five))
    assert check_setup(five, rules=Rules(max_per_size=5)).allowed


NARROW = Layout(ships=[Ship("R", "red", Size.SMALL, Pose(100, 100, 0))], surface=Surface.rectangle(900, 507))
"""A table of 507 mm: 20 in are 508."""


def test_a_narrow_surface_is_remarked_on_and_refused_only_where_that_is_agreed() -> None:
    """Préparation names no least size; only the English text has "at least 20 in across"."""
    usual = check_setup(NARROW)
    assert usual.allowed
    assert [note for note in usual.notes if "English text" in note and "surface_least" in note]
    for least, allowed in (("20 in", False), (507, True), ("507.001 mm", False), ("50.7 cm", True), ("2 in", True)):
        ruling = check_setup(NARROW, rules=Rules(surface_least=least))
        assert ruling.allowed is allowed
        assert (Clause.SETUP_SURFACE in clauses(ruling)) is not allowed
        assert not [note for note in ruling.notes if "English text" in note]
    disc = replace(NARROW, surface=Surface.disc((100, 100), 254))
    assert check_setup(disc, rules=Rules(surface_least="20 in")).allowed
    assert not [note for note in check_setup(disc).notes if "English text" in note]
    corner = Surface.polygon([(0, 0), (900, 0), (900, 900), (600, 900), (600, 600), (0, 600)])
    assert check_setup(replace(NARROW, surface=corner), rules=Rules(surface_least="60 cm")).allowed
    assert check_setup(replace(NARROW, surface=Surface.unbounded()), rules=Rules(surface_least="9000 mm")).allowed


def test_the_range_of_gaps_is_told_where_the_texts_differ() -> None:
    for distance, told in (("240", True), ("250", True), ("304", True), ("304.8", False), ("400", False)):
        notes = [note for note in check_setup(two(distance)).notes if "10 to 12 in" in note and "25 to 30 cm" in note]
        assert bool(notes) is told, distance


def test_small_surfaces_and_objects() -> None:
    narrow = NARROW
    rock = Obstacle.of("rock", [(105, 95), (130, 95), (130, 120)])
    assert Clause.SETUP_OVERLAP in clauses(check_setup(replace(narrow, surface=Surface.unbounded(), objects=(rock,))))


def test_passive_doubt_can_be_left_to_the_stated_positions() -> None:
    layout = replace(two("250.4"), tolerance=Fraction(1, 2))
    assert check_setup(layout).answer is Answer.IN_DOUBT
    assert check_setup(layout, rules=Rules(doubt_scope="actions_only")).allowed


def random_setup(seed: int) -> tuple[random.Random, Layout]:
    """A few ships of two fleets near their edges, one perhaps less certain than the others, and a rock."""
    chooser, ships = random.Random(seed), []
    for i in range(chooser.randrange(2, 5)):
        player = chooser.choice(["red", "blue"])
        y = chooser.uniform(0, 330) if player == "red" else chooser.uniform(590, 914)
        pose = Pose(decimal_between(chooser, 300, 420), Fraction(round(y * 1000), 1000), chooser.randrange(360))
        own = chooser.choice([None, None, Fraction(1, 2)])
        ships.append(Ship(f"S{i}", player, chooser.choice(list(Size)), pose, tolerance=own))
    rock = Obstacle.of("rock", [(360, 150), (380, 150), (380, 170), (365, 160)])
    fleets = (Fleet("red", side="south"), Fleet("blue", side="north"))
    return chooser, Layout(ships=ships, objects=(rock,), tolerance=Fraction(1, 4), fleets=fleets)


@pytest.mark.parametrize("seed", few(range(25), 6))
def test_no_placement_within_the_margin_changes_a_set_up_and_the_flip_does(seed: int) -> None:
    """Also where ships of one fleet would overlap before anything else happens."""
    chooser, layout = random_setup(seed)
    rules = Rules(deploy_zone="anywhere", doubt_rule="exact")
    ruling = check_setup(layout, rules=rules)
    assert ruling.margin is not None
    assert ruling.flip is not None
    flipped = layout
    for name, place in ruling.flip.ships.items():
        flipped = flipped.with_pose(name, Pose(*place.base, place.heading))
    assert check_setup(flipped, rules=rules).allowed is not ruling.allowed
    for _ in range(6):
        moved = layout
        for ship in layout.ships:
            angle = chooser.uniform(0, 2 * math.pi)
            off = ruling.margin * float(layout.weight(ship)) * chooser.choice([0.999, 0.9])
            x, y = float(ship.pose.x) + off * math.cos(angle), float(ship.pose.y) + off * math.sin(angle)
            moved = moved.with_pose(ship.name, Pose(x, y, ship.pose.heading))
        assert check_setup(moved, rules=rules).allowed is ruling.allowed


@pytest.mark.parametrize("rules", [Rules(), Rules(deploy_zone="own_edge_band(150 mm)", setup_touch="no_touch")])
def test_a_quick_look_finds_what_the_whole_one_finds(rules: Rules) -> None:
    """`setup_problems` leaves out what surely holds; a ruling looks at everything."""
    legal, asked = 0, {Clause.SETUP_OVERLAP, Clause.SETUP_TOUCH, Clause.SETUP_GAP, Clause.SETUP_EDGE,
                       Clause.SETUP_ZONE, Clause.SETUP_GROUP}  # fmt: skip
    for seed in range(60):
        _, layout = random_setup(seed)
        layout = replace(layout, tolerance=0, ships=tuple(replace(s, tolerance=None) for s in layout.ships))
        found = {one.text for one in setup_problems(layout, rules)}
        ruling = check_setup(layout, rules=rules)
        assert found == (set() if ruling.allowed else {one.text for one in ruling.reasons if one.clause in asked})
        legal += not found
    assert 2 < legal < 58


@pytest.mark.parametrize(("other", "least"), [(180, 2.5), (120, 1.6), (0, 1.5)])
def test_own_ships_may_come_to_overlap_by_their_errors(other: int, least: float) -> None:
    """Tip against tip they must go on for far more than that: the margin is not what the clearance says."""
    tip = Fraction(300) + Fraction("46.2287")
    ships = [
        Ship("A", "red", Size.LARGE, Pose(300, 300, 0)),
        Ship("B", "red", Size.LARGE, Pose(tip + 2 + (Fraction("46.2287") if other == 180 else 0), 300, other)),
    ]
    if other == 120:
        ships[1] = replace(ships[1], pose=Pose(tip + 2 + Fraction("23.114"), Fraction("259.965"), 120))
    layout = Layout(ships=ships, tolerance=Fraction(1, 2))
    ruling = check_setup(layout, rules=Rules(doubt_rule="exact"))
    assert ruling.allowed
    assert ruling.margin is not None
    assert ruling.margin_upper is not None
    assert ruling.margin >= least - 0.01
    assert ruling.margin <= ruling.margin_upper <= 1.01 * ruling.margin + 0.001


def test_a_flip_is_the_same_whatever_order_strings_are_hashed_in() -> None:
    """Parts of a fleet that are too far apart are pushed together ship by ship, in the order of the layout."""
    code = (
        "import random\n"
        "from armada_sim import Layout, Pose, Ship, check_setup\n"
        "for seed in range(4):\n"
        "    lots = random.Random(seed)\n"
        "    poses = [Pose(lots.randrange(100, 800), lots.randrange(60, 250), lots.randrange(360)) for _ in range(5)]\n"
        "    sizes = lots.choices(['small', 'medium', 'large'], k=5)\n"
        "    ships = [Ship(f'R{i}', 'red', size, pose) for i, (size, pose) in enumerate(zip(sizes, poses))]\n"
        "    print(check_setup(Layout(ships=ships, tolerance=1)).as_json()['flip'])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=Path(__file__).parents[2],
            capture_output=True, text=True, check=True,
        ).stdout for seed in "012"
    }  # fmt: skip
    assert len(told) == 1
    assert "R0" in told.pop()
