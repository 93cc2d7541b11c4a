"""Every value of every option changes some ruling: nothing is ignored silently.

For each value that is not the default, a small question whose answer is not the default's. What only
matters between actions (`game_options`) has its effects shown in `test_game_options`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from armada_sim import (
    Fleet,
    InputError,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    Surface,
    check_contact,
    check_move,
    check_setup,
    legal_headings,
)
from armada_sim.evidence.ruling import Answer, Ruling
from armada_sim.files.records import parse_dispute
from armada_sim.firing.shots import clear_side
from armada_sim.table.options import OPTIONS, PRESETS
from armada_sim.table.rules import default_surface, parse_rules
from tests import oracle

Asked = Callable[[Rules], Ruling]
"""A question about one layout, to be ruled on under different rules."""

Verdict = Callable[[Rules], bool]
"""The same, answered without evidence."""

S, A, B, T = "S", "A", "B", "T"


def ship(name: str, size: str, x: float | str, y: float | str, heading: float = 0, **more: Any) -> Ship:
    player = more.pop("player", "red" if name in (S, A) else "blue")
    return Ship(name, player, Size(size), Pose(Fraction(x), Fraction(y), heading), **more)


def move(*things: Ship | Obstacle, headings: list[float] | None = None, **given: Any) -> Asked:
    """May S move so?"""
    table = {key: given.pop(key) for key in ("surface", "tolerance") if key in given}
    return lambda rules: check_move(layout(*things, **table), S, headings, rules=rules, **given)


def shot(*things: Ship | Obstacle, side: str = "left", **table: Any) -> Verdict:
    """May A hit T?"""

    def allowed(rules: Rules) -> bool:
        given = layout(*things, **table)
        sides = (side,) if side != "either" else ("left", "right")
        return clear_side(given, given.ship(A), given.ship(T), sides, rules) is not None

    return allowed


def setup(*things: Ship | Obstacle, **table: Any) -> Asked:
    """Is this a legal set-up?"""
    return lambda rules: check_setup(layout(*things, **table), rules=rules)


def layout(*things: Ship | Obstacle, **table: Any) -> Layout:
    """What an option is tried on; some of it no table can hold (a tip over the edge, a pair that overlaps)."""
    ships = tuple(thing for thing in things if isinstance(thing, Ship))
    objects = tuple(thing for thing in things if isinstance(thing, Obstacle))
    return Layout(ships, objects=objects, position="as_written", **table)


def box(name: str, x: float, y: float, width: float, height: float, *, marker: bool = False) -> Obstacle:
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return Obstacle.of(name, corners, marker=marker)


def on_the_default_surface(x: float, y: float) -> Asked:
    """A step there, on the surface that a file gets which states none."""
    return lambda rules: check_move(
        Layout((ship(S, "small", x, y),), surface=default_surface(rules), position="as_written"), S, [0], rules=rules
    )


LARGE = ship(S, "large", 300, 300)
GUN = ship(A, "large", 300, 300, 90)
TARGET = ship(T, "small", 260, 320, 90)
WALL = ship("W", "large", 278, 300, 90, player="red")
POST = ship("P", "small", 275, 315, 90, player="red")
BESIDE = ship(B, "large", 346, "287.3", 270)
"""Touches the base corner of LARGE after one step straight ahead."""

NEAR = ship(B, "large", 346, 287, 270)
"""0.3 mm from LARGE after one step straight ahead."""

CROWD = (ship(S, "small", 300, 300), ship(B, "large", 345, 300, 90))
"""The first step of S runs into B, three steps carry it past."""

LATE = (ship(S, "small", 300, 300), ship(B, "large", 375, 285, 90))
"""The first step of S is free, the second runs into B."""

WEDGED = ship(S, "large", 100, 20, 270)
GAP_252 = (ship(S, "large", 300, 300, 180), ship(B, "large", 552, 300))
GAP_302 = (ship(S, "large", 300, 300, 180), ship(B, "large", 602, 300))
GAP_IN_DOUBT = (ship(S, "large", 300, 300, 180), ship(B, "large", "550.4", 300))
SOUTH = (Fleet("red", side="south"),)
CUSTOM = {size: {"base": 60, "height": 60} for size in ("small", "medium", "large")}


def fleets(*counts: tuple[int, int, int]) -> Asked:
    """Fleets of (small, medium, large) ships, each declared and laid out in a row of its own."""
    ships, declared = [], []
    for row, (small, medium, large) in enumerate(counts):
        sizes = ["small"] * small + ["medium"] * medium + ["large"] * large
        ships += [
            ship(f"{row}.{i}", size, 100 + 45 * i, 100 + 350 * row, 90, player=f"p{row}")
            for i, size in enumerate(sizes)
        ]
        declared.append(Fleet(f"p{row}", small=small, medium=medium, large=large))
    return setup(*ships, fleets=tuple(declared), surface=Surface.rectangle(900, 4000))


def nothing_but_grazing() -> Verdict:
    """A shot past two posts whose passage has no width at all."""
    scene = oracle.passage(0, Fraction(0))
    pieces = (scene.shooter, scene.target, *scene.blockers)
    names = {scene.shooter[0]: A, scene.target[0]: T}
    ships = [
        Ship(names.get(name, name), "red" if i == 0 else "blue", Size(size), Pose(x, y, heading))
        for i, (name, size, x, y, heading) in enumerate(pieces)
    ]
    return shot(*ships, side=scene.side)


EFFECTS: dict[tuple[str, str], Asked | Verdict] = {
    ("footprint", "section_triangle"): move(LARGE, headings=[74.5]),
    ("footprint", "solid3d"): move(LARGE, ship(B, "large", 356, "325.2", 180), headings=[0]),
    ("footprint", "shadow_pentagon"): move(LARGE, headings=[74]),
    ("piece_profile", "same_shape_law"): move(ship(S, "small", 300, 300), headings=[74.75]),
    ("piece_profile", "giant_x8"): move(LARGE, ship(B, "small", 450, 300), headings=[0]),
    ("piece_profile", "custom"): move(LARGE, ship(B, "small", 410, 300), headings=[0]),
    ("contact_blocks_move", "overlap_only"): move(LARGE, BESIDE, headings=[0]),
    ("setup_touch", "no_touch"): setup(ship(S, "large", 300, "12.7"), ship(A, "large", 300, "38.1")),
    ("doubt_rule", "exact"): move(LARGE, NEAR, headings=[0], tolerance=Fraction(1, 2)),
    ("doubt_rule", "favour_actor"): move(LARGE, NEAR, headings=[0], tolerance=Fraction(1, 2)),
    ("doubt_scope", "actions_only"): setup(*GAP_IN_DOUBT, tolerance=Fraction(1, 2)),
    ("step_legality", "swept_area"): move(ship(S, "small", 300, 300), box("stone", 335, 318, 2, 3), headings=[74]),
    ("edge", "touch_ok"): move(ship(S, "large", 100, "12.7"), headings=[0]),
    ("edge", "open_sea"): move(ship(S, "large", 100, -30), headings=[0]),
    ("surface", "disc_20"): on_the_default_surface(600, 600),
    ("surface", "unbounded"): on_the_default_surface(-200, 600),
    ("objects", "block_move_only"): shot(GUN, TARGET, box("wall", 270, 280, 10, 100)),
    ("objects", "block_shot_only"): move(LARGE, box("rock", 360, 290, 10, 20), headings=[0]),
    ("physical_fit", "must_fit"): shot(GUN, TARGET, POST),
    ("in_area", "touch_counts"): shot(GUN, ship(T, "small", 281, 300, 270)),
    ("in_area", "half"): shot(GUN, ship(T, "small", 230, 333)),
    ("in_area", "whole"): shot(GUN, ship(T, "small", 230, 333)),
    ("obstruction", "clear_template"): shot(GUN, TARGET, POST),
    ("obstruction", "partial_cover_ok"): nothing_but_grazing(),
    ("obstruction", "none"): shot(GUN, TARGET, WALL),
    ("friendly_blocks", "enemies_only"): shot(GUN, TARGET, WALL),
    ("friendly_blocks", "none"): shot(GUN, TARGET, replace(WALL, player="blue")),
    ("wreck", "stays_as_obstacle"): shot(GUN, TARGET, replace(WALL, damage=3)),
    ("touching_target", "cannot"): shot(GUN, ship(T, "small", "287.3", 300, 180)),
    ("surface_least", "20 in"): setup(LARGE, surface=Surface.rectangle(507, 900)),
    ("surface_least", "d"): setup(LARGE, surface=Surface.disc((300, 300), 299)),
    ("min_gap", "10 in"): setup(*GAP_252),
    ("min_gap", "12 in"): setup(*GAP_302),
    ("min_gap", "30 cm"): setup(ship(S, "large", 300, 300, 180), ship(B, "large", 590, 300)),
    ("min_gap", "d"): setup(*GAP_302),
    ("deploy_zone", "anywhere"): setup(ship(S, "large", 300, 600, 90), fleets=SOUTH),
    ("deploy_zone", "own_edge_band(d)"): setup(ship(S, "large", 300, 300, 90), fleets=SOUTH),
    ("fleet_budget", "at_most_12"): fleets((0, 0, 3)),
    ("fleet_budget", "free"): fleets((4, 4, 4)),
    ("fleet_budget", "matched"): fleets((4, 4, 4), (4, 4, 4)),
    ("fleet_budget", "matched(f)"): fleets((2, 3, 2), (2, 3, 2)),
    ("fleet_budget", "matched_or_constructed"): fleets((4, 4, 4), (4, 3, 2)),
    ("fleet_budget", "full_4_4_4"): fleets((4, 4, 4)),
    ("fleet_budget", "basic"): fleets((0, 0, 4), (0, 0, 4)),
    ("fleet_budget", "advanced"): fleets((0, 0, 2), (4, 3, 0)),
    ("max_per_size", "n"): setup(*(ship(f"R{i}", "small", 100 + 30 * i, 100, 90, player="red") for i in range(5))),
    ("players", "between(a, b)"): setup(ship(S, "large", 300, 300)),
}
"""For each value a question on which it changes the answer (allowed or not)."""

TOLD = {
    ("premeasure", "declared_only"): "margins and legal headings are withheld",
    ("premeasure", "own_ship_only"): "margins are withheld, legal headings are not",
    ("goal", "flag"): "printed with every ruling; what it changes shows in a whole game",
    ("goal", "infiltration"): "printed with every ruling; what it changes shows in a whole game",
}
"""Values that change what a ruling tells, and not whether it allows; each has a test below."""

SAMPLES: dict[str, Any] = {
    "own_edge_band(d)": "own_edge_band(6 in)",
    "matched(f)": "matched(4 large or 2 small, 3 medium, 2 large)",
    "between(a, b)": "between(2, 10)",
    "d": "60 cm",
    "custom": CUSTOM,
    "n": 5,
}


@pytest.mark.parametrize(("key", "value"), EFFECTS)
def test_the_value_changes_an_answer(key: str, value: str) -> None:
    asked = EFFECTS[key, value]
    usual, changed = (
        answer if isinstance(answer, bool) else answer.allowed
        for answer in (asked(Rules()), asked(parse_rules({key: SAMPLES.get(value, value)})))
    )
    assert usual is not changed


def test_every_value_is_tried() -> None:
    values = {(o.key, v) for o in OPTIONS for v in o.values if v != o.default and o.key != "max_per_size"}
    assert values | {("max_per_size", "n")} == {(key, value) for key, value in (*EFFECTS, *TOLD)}


def test_premeasure_withholds_what_was_not_declared() -> None:
    question = move(LARGE, NEAR, headings=[30])
    usual = question(Rules())
    assert usual.margin is not None
    assert usual.witness.heading_interval is not None
    for value in ("declared_only", "own_ship_only"):
        ruling = question(Rules(premeasure=value))
        assert (ruling.allowed, ruling.margin, ruling.flip) == (usual.allowed, None, None)
        assert ("heading_interval" in ruling.as_json()["witness"]) is (value == "own_ship_only")
        assert (setup(LARGE)(Rules(premeasure=value)).witness.mobility is not None) is (value == "own_ship_only")
    assert legal_headings(layout(LARGE), S, Rules(premeasure="own_ship_only"))
    with pytest.raises(InputError, match="measuring before an action is declared"):
        legal_headings(layout(LARGE), S, Rules(premeasure="declared_only"))


@pytest.mark.parametrize(
    ("value", "player", "told"),
    [("allowed", "blue", True), ("declared_only", "blue", False), ("declared_only", "red", False),
     ("own_ship_only", "blue", False), ("own_ship_only", "red", True)],
)  # fmt: skip
@pytest.mark.parametrize("x", ["300", "330", "290"])
def test_a_contact_ruling_measures_only_what_may_be_measured(value: str, player: str, told: bool, x: str) -> None:
    """Whether two ships touch is what was asked; how far apart they are is measuring."""
    table = layout(LARGE, ship(B, "large", x, "287.3", 270, player=player), tolerance=1)
    usual, ruling = check_contact(table, S, B), check_contact(table, S, B, rules=Rules(premeasure=value))
    assert (ruling.answer, ruling.allowed) == (usual.answer, usual.allowed)
    assert ruling.witness.relation == usual.witness.relation
    assert ({"clearance", "points"} <= set(ruling.as_json()["witness"])) is told
    assert (ruling.reasons[0].measured is None) is not told
    assert (ruling.margin is None) is (value != "allowed")
    if not told:
        numbers = re.findall(r"\d+\.\d+", " ".join(r.text for r in ruling.reasons) + str(ruling.witness))
        assert numbers == []


def test_a_doubt_does_not_tell_the_margin_that_is_withheld() -> None:
    ruling = move(LARGE, NEAR, headings=[0], tolerance=Fraction(1, 2))(Rules(premeasure="declared_only"))
    assert ruling.answer is Answer.IN_DOUBT
    assert ruling.reasons[-1].measured is None
    assert "mm" not in ruling.reasons[-1].text


@pytest.mark.parametrize("tolerance", [0, 1], ids=["clear", "in doubt"])
def test_nothing_stands_of_a_move_that_is_not_allowed(tolerance: int) -> None:
    """The second step runs into B, or passes it too closely to be sure."""
    other = ship(B, "large", 372, "292.5", 270) if tolerance else LATE[1]
    ruling = move(LATE[0], other, headings=[0, 0], tolerance=tolerance)(Rules())
    assert ruling.answer is (Answer.IN_DOUBT if tolerance else Answer.NO)
    assert not ruling.allowed
    assert ruling.witness.stands == 0


def test_a_goal_is_told_and_changes_no_ruling() -> None:
    text = """
        rules = "flag"
        [[ships]]
        name = "S"
        player = "red"
        size = "small"
        base = [300, 300]
        heading = 0
        [[questions]]
        move = "S"
        headings = [0]
    """
    dispute = parse_dispute(text)
    assert dispute.rules.not_default() == {"goal": "flag"}
    usual = parse_dispute(text.replace('rules = "flag"', "")).ask(1)
    assert dispute.ask(1) == usual
    assert parse_rules("infiltration").not_default() == {"goal": "infiltration"}


# ---------------------------------------------------------------------------- what goes beyond one value


def test_what_a_ship_may_lie_on_is_the_same_at_set_up_and_in_a_move() -> None:
    fog, marker = box("fog", 310, 295, 10, 10), box("marker", 310, 295, 10, 10, marker=True)
    assert not setup(LARGE, fog)(Rules()).allowed
    assert setup(LARGE, fog)(Rules(objects="block_shot_only")).allowed
    assert setup(LARGE, marker)(Rules()).allowed


@pytest.mark.parametrize(
    ("budget", "counts", "allowed"),
    [
        ("matched", [(2, 3, 2), (2, 3, 2)], True),
        ("matched", [(2, 3, 2), (2, 3, 3)], False),
        ("matched(2 small, 3 medium, 2 large)", [(2, 3, 2), (2, 3, 2)], True),
        ("matched(2 small, 3 medium, 2 large)", [(4, 4, 4), (4, 4, 4)], False),
        ("matched(2 small, 3 medium, 2 large or 4 large)", [(0, 0, 4), (0, 0, 4)], True),
        ("matched(2 small, 3 medium, 2 large or 4 large)", [(2, 3, 2), (0, 0, 4)], False),
        ("matched_or_constructed", [(1, 2, 3), (4, 0, 0), (0, 4, 4)], True),
        ("matched_or_constructed", [(5, 0, 0), (4, 0, 0)], False),
    ],
)
def test_matched_fleets(budget: str, counts: list[tuple[int, int, int]], allowed: bool) -> None:
    assert fleets(*counts)(Rules(fleet_budget=budget)).allowed is allowed


def test_armada_2k_is_for_two_to_ten_players_with_a_stash_each() -> None:
    rules = parse_rules("armada_2k")
    assert fleets((4, 4, 4), (4, 4, 4))(rules).allowed
    assert fleets(*[(1, 0, 0)] * 10)(rules).allowed
    for counts in ([(4, 4, 4)], [(1, 0, 0)] * 11):
        assert [r.clause for r in fleets(*counts)(rules).reasons] == ["setup.players"]
    alike, chosen = fleets((4, 4, 4), (4, 4, 4))(rules), fleets((4, 4, 4), (4, 3, 4))(rules)
    assert any("matched" in note for note in alike.notes)
    assert any("constructed" in note and "was not checked" in note for note in chosen.notes)


def test_a_fleet_nobody_declared_is_said_not_to_be_checked() -> None:
    assert any("red: fleet_budget was not checked" in note for note in setup(LARGE)(Rules()).notes)
    assert not any("fleet_budget" in note for note in setup(LARGE)(Rules(fleet_budget="free")).notes)


def test_contact_follows_the_outline() -> None:
    """The shadow of a lying piece is wider than its face near the base."""
    beside = layout(GUN, ship(B, "large", 274, 300, 90))
    assert check_contact(beside, A, B).answer is Answer.NO
    assert check_contact(beside, A, B, rules=Rules(footprint="shadow_pentagon")).answer is Answer.NO
    close = layout(GUN, ship(B, "large", "275.5", "305", 90))
    assert check_contact(close, A, B, rules=Rules(footprint="shadow_pentagon")).witness.relation == "overlap"


def test_presets_are_made_of_options_that_were_tried() -> None:
    tried = [(key, SAMPLES.get(value, value)) for key, value in (*EFFECTS, *TOLD)]
    for changes in PRESETS.values():
        for item in changes.items():
            assert item in tried or item == ("footprint", "solid3d")
