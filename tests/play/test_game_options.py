"""Every value of every option that only a whole game depends on changes what is allowed or what follows.

For each value that is not the default: a small game, what comes of it under the default, and what under the value.
Below: the options of single rulings, where a game has something to say about them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from armada_sim import Layout, Obstacle, Pose, Rules, Ship, Size, check_move, legal_headings
from armada_sim.moving import Declaration
from armada_sim.play.actions import Move, parse_action
from armada_sim.play.deployments import opening_choice
from armada_sim.play.game import Game
from armada_sim.play.state import Flag, GoalLine, Seat
from armada_sim.table.game_options import GAME_OPTIONS
from armada_sim.table.pieces import Counts
from armada_sim.tabletop.errors import InputError
from tests.games import after, agreement, battle, refusals, ship

Given = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A small game: what comes of it usually, and what under the value that is tried."""

    play: Callable[[Given], Any]
    usual: Any
    changed: Any


def claim(game: Game, line: str) -> Game:
    action = parse_action(line)
    assert isinstance(action, Move)
    return game.claim(action)[0]


def ended(game: Game) -> tuple[tuple[str, ...], str] | None:
    """Winners and reason, once there is an outcome."""
    outcome = game.outcome()
    return None if outcome is None else (outcome.winners, outcome.reason)


def left(game: Game) -> tuple[str | None, int]:
    """Who decides, and his actions left."""
    return game.current_player(), game.state.turn.left if game.state.turn else 0


RL1, BL1 = ship("RL1", "large", 300, 300), ship("BL1", "large", 800, 800)
SLOT = tuple(Obstacle.of(n, [(x, 0), (x + 10, 0), (x + 10, 400), (x, 400)]) for n, x in (("a", 70), ("b", 120)))
"""Walls between which a ship can only go ahead."""

WEDGED = ship("RL1", "large", 100, 20, 270)
"""Before the southern edge, which its next step would cross."""

ABC = (Seat("red", "south"), Seat("blue", "north"), Seat("green", "east"))
THREE = Layout((replace(RL1, pose=Pose(100, 100, 90)), BL1, Ship("GS1", "green", Size.SMALL, Pose(120, 130, 0))))
"""The small lies where the large of the first player can hit it."""

TEAMS = (Seat("red", team="x"), Seat("amber", team="x"), Seat("blue", team="y"))


def of_layout(layout: Layout, rules: Given, *seats: Seat, flags: Sequence[Flag] = (), **more: Any) -> Game:
    agreed = agreement(*seats, rules=rules, fleets="choose", **more)
    return Game.of_layout(agreed, layout, agreed.seats[0].player, flags)


def with_flags(rules: Given, *ships: Ship, red: Flag | None = None, blue: Flag | None = None) -> Game:
    flags = [flag for flag in (red, blue) if flag is not None]
    return of_layout(Layout(ships), {"goal": "flag", **rules}, flags=flags)


def to_line(rules: Given, *ships: Ship, y: float = 360) -> Game:
    lines = (GoalLine("red", (0, y), (914.4, y)),)
    return of_layout(Layout(ships), {"goal": "infiltration", **rules}, lines=lines)


def stuck_then_freed(rules: Given) -> list[str]:
    """RS1 stands before RL1 between walls, and then goes on."""
    ships = (ship("RL1", "large", 100, 100), ship("RS1", "small", 100, 160), BL1)
    game = claim(battle(*ships, rules=rules, objects=SLOT), "RL1 > 90")
    return refusals(after(game, "RS1 > 90 90"), "RL1 > 90")


def freed_unasked(rules: Given) -> list[str]:
    """The same, and nobody tried to move RL1 before."""
    ships = (ship("RL1", "large", 100, 100), ship("RS1", "small", 100, 160), BL1)
    return refusals(after(battle(*ships, rules=rules, objects=SLOT), "RS1 > 90 90"), "RL1 > 90")


def setting_up(rules: Given) -> tuple[str, list[int]]:
    """Who sets up, in order, and how many ships each sees on the table then; red moves first."""
    fleets = (Counts(large=2), Counts(medium=2))
    rng, agreed = np.random.default_rng(1), agreement(fleets=fleets, rules={"fleet_budget": "free", **rules})
    game, who, seen = after(Game.new(agreed), "first red"), "", []
    while game.state.phase == "deploy":
        player = game.current_player() or ""
        who += player[0]
        seen.append(len(game.layout.ships))
        game = game.play(opening_choice(game, rng))
    return who, seen


def decisions(rules: Given) -> list[str]:
    """What is decided before ships are set up, and by whom."""
    game, found, rng = Game.new(agreement(rules=rules)), [], np.random.default_rng(1)
    while game.state.phase != "deploy":
        found.append(f"{game.state.phase} {game.current_player()}")
        game = game.play(opening_choice(game, rng))
    return found


def first_flag(rules: Given, line: str = "flag 100,100") -> list[str]:
    """What is against red's flag: at the western end of its half if nothing else is said, with ships in the middle."""
    rules = {"goal": "flag", "fleet_budget": "free", **rules}
    game = Game.new(agreement(fleets=(Counts(large=2), Counts(large=1)), rules=rules))
    game = after(game, "first red", "place RL1 400,200,90; RL2 450,200,90", "place BL1 450,800,270")
    return refusals(game, line)


def at_limit(rules: Given) -> tuple[tuple[str, ...], str] | None:
    """A large with two hits of three against two smalls, after one turn, which is the last."""
    ships = (replace(RL1, damage=2), ship("BS1", "small", 800, 800), ship("BS2", "small", 700, 800))
    return ended(after(battle(*ships, rules={"game_limit": "turns(1)", **rules}), "pass"))


RS1, BELOW = ship("RS1", "small", 300, 300), ship("BL1", "large", 315, 305, 0)
"""The large lies where the small can hit it."""

CLOSE = Flag("blue", (300, 400))
"""One step of RL1 ahead: its tip, at y = 392.46, lies in the disc, not on the point."""

CARRIER = ship("BL1", "large", 300, 380, 0)
CASES: dict[tuple[str, str], Case] = {
    ("illegal_claim_cost", "action_spent"): Case(
        lambda r: left(claim(battle(RL1, BL1, rules=r), "RL1 > 270")), ("red", 3), ("red", 2)
    ),
    ("illegal_claim_cost", "turn_ends"): Case(
        lambda r: left(claim(battle(RL1, BL1, rules=r), "RL1 > 270")), ("red", 3), ("blue", 3)
    ),
    ("stuck_lasts", "retested"): Case(stuck_then_freed, ["turn.stuck"], []),
    ("stuck_lasts", "since_turn_start"): Case(freed_unasked, [], ["turn.stuck"]),
    ("deploy_order", "mover_last"): Case(setting_up, ("rb", [0, 2]), ("br", [0, 2])),
    ("deploy_order", "alternate_ship_by_ship"): Case(setting_up, ("rb", [0, 2]), ("rbrb", [0, 1, 2, 3])),
    ("first_player", "lot"): Case(decisions, ["fleet red", "first blue"], ["fleet red"]),
    ("first_player", "advanced_cut_and_choose"): Case(
        decisions, ["fleet red", "first blue"], ["offer red", "answer blue"]
    ),
    ("game_limit", "quiet_turns(n)"): Case(
        lambda r: ended(after(battle(RL1, BL1, rules=r), *["pass"] * 3)), None, ((), "quiet_turns")
    ),
    ("game_limit", "turns(n)"): Case(
        lambda r: ended(after(battle(RS1, BELOW, rules=r), "RS1 x BL1", *["pass"] * 3)), None, ((), "turn_limit")
    ),
    **{("tie_break", value): Case(at_limit, ((), "turn_limit"), (("red",), value))
       for value in ("more_pips_left", "more_price_left")},
    **{("tie_break", value): Case(at_limit, ((), "turn_limit"), (("blue",), value))
       for value in ("more_hits_left", "more_ships_left", "second_player")},
    ("tie_break", "defender"): Case(
        lambda r: ended(after(to_line({"game_limit": "turns(1)", **r}, RL1, BL1), "pass")),
        ((), "turn_limit"), (("blue",), "defender"),
    ),
    ("flag_size", "point"): Case(
        lambda r: ended(after(with_flags(r, RL1, BL1, blue=CLOSE), "RL1 > 90")), (("red",), "flag_taken"), None
    ),
    ("flag_kind", "fixed"): Case(lambda r: first_flag(r, "flag RL1"), [], ["goal.flag"]),
    ("flag_kind", "ship"): Case(first_flag, [], ["goal.flag"]),
    ("flag_place", "anywhere"): Case(lambda r: first_flag(r, "flag 450,700"), ["goal.flag", "goal.flag"], []),
    ("flag_place", "in_fleet"): Case(first_flag, [], ["goal.flag"]),
    ("flag_ship_contact", "boarding_wins"): Case(
        lambda r: with_flags(r, RL1, CARRIER, blue=Flag("blue", None, "BL1")).claim(Move("RL1",
         Declaration(headings=(90,))))[0].outcome()
        is not None,
        False, True,
    ),
    ("goal_cross", "tip_crosses"): Case(
        lambda r: ended(after(to_line(r, ship("RS1", "small", 300, 300), BL1), "RS1 > 90 90")),
        None, (("red",), "line_crossed"),
    ),
    ("goal_cross", "any_part"): Case(
        lambda r: ended(after(to_line(r, ship("RS1", "small", 300, 355, 0), BL1), "RS1 > 0")),
        None, (("red",), "line_crossed"),
    ),
}  # fmt: skip

PARAMETERS = {
    "quiet_turns(n)": "quiet_turns(3)", "turns(n)": "turns(3)",
}  # fmt: skip
"""What stands for values that take a parameter."""


@pytest.mark.parametrize(("key", "value"), CASES, ids=lambda word: str(word))
def test_the_value_changes_the_game(key: str, value: str) -> None:
    case = CASES[key, value]
    assert case.play({}) == case.usual
    assert case.play({key: PARAMETERS.get(value, value)}) == case.changed
    assert case.usual != case.changed


def test_every_value_of_every_option_of_a_game_is_tried() -> None:
    values = {(o.key, v) for o in GAME_OPTIONS for v in o.values if v != o.default}
    assert values == set(CASES)


# options of single rulings, in a game


def test_a_sunk_ship_leaves_the_table_or_stays_in_the_way() -> None:
    ships = (ship("RS1", "small", 300, 300), ship("BS1", "small", 315, 305, 0), BL1)
    for wreck, refused in (("removed", []), ("stays_as_obstacle", ["move.contact"])):
        game = after(battle(*ships, rules={"wreck": wreck}), "RS1 x BS1", "pass", "pass")
        assert game.layout.ship("BS1").sunk
        assert refusals(game, "RS1 > 20 -50 -124") == refused  # round, and over the place of the sunk ship
        assert refusals(game, "BS1 > 0") == ["turn.ship"]


def test_markers_lie_with_their_ships_and_block_nothing() -> None:
    """Damage takes no room of its own: a damaged ship is passed like any other."""
    hit = (RL1, ship("BL1", "large", 330, 340, 90, damage=2))
    whole = (RL1, ship("BL1", "large", 330, 340, 90))
    for line in ("RL1 > 90", "RL1 > 80", "RL1 > 70"):
        assert refusals(battle(*hit), line) == refusals(battle(*whole), line)
    marker = (Obstacle.of("marker", [(295, 380), (305, 380), (300, 390)], marker=True),)
    assert refusals(battle(RL1, BL1, objects=marker), "RL1 > 90") == []


def test_a_ship_in_contact_moves_away() -> None:
    ships = (RL1, ship("BL1", "large", 300, 300, 270))  # base against base
    assert refusals(battle(*ships), "RL1 > 90") == []


def test_own_ships_may_be_hit() -> None:
    ships = (RL1, ship("RS1", "small", 320, 330, 0), BL1)
    assert refusals(battle(*ships), "RL1 x RS1") == []


def test_premeasure_binds_what_tools_tell_and_not_what_may_be_played() -> None:
    """The same actions are allowed; whoever asks about the table before he declares is told less."""
    for value in ("declared_only", "own_ship_only"):
        game = battle(RL1, BL1, rules={"premeasure": value})
        assert game.play(parse_action("RL1 > 90")).layout == battle(RL1, BL1).play(parse_action("RL1 > 90")).layout
        assert check_move(game.layout, "RL1", [90], rules=game.state.rules).margin is None
    with pytest.raises(InputError, match="no measuring"):
        legal_headings(
            battle(RL1, BL1, rules={"premeasure": "declared_only"}).layout, "RL1", Rules(premeasure="declared_only")
        )


def test_doubt_in_a_game_goes_against_the_player_unless_agreed() -> None:
    """After a step BL1 is 0.3 mm away, and every corner may be off by 0.5 mm."""
    near = (RL1, ship("BL1", "large", 313, 347, 0))
    usual = battle(*near, tolerance=0.5)
    assert set(refusals(usual, "RL1 > 90")) == {"doubt", "move.contact"}
    assert claim(usual, "RL1 > 90").state.turn.left == 3
    for rule in ("favour_actor", "exact"):
        assert refusals(battle(*near, tolerance=0.5, rules={"doubt_rule": rule}), "RL1 > 90") == []
    far = after(battle(RL1, BL1, tolerance=0.5), "RL1 > 90", "RL1 x BL1 ?")
    assert far.state.turn.left == 2


@pytest.mark.parametrize(
    ("rules", "past", "crossed"),
    [
        ({}, 0.9, False), ({}, 1.1, True), ({"doubt_rule": "favour_actor"}, -0.9, True),
        ({"doubt_rule": "favour_actor"}, -1.1, False), ({"doubt_scope": "actions_only"}, 0.1, True),
        ({"doubt_scope": "actions_only"}, -0.1, False), ({"doubt_rule": "exact"}, 0.1, True),
    ],
)  # fmt: skip
def test_a_line_is_crossed_when_it_is_beyond_doubt(rules: Given, past: float, crossed: bool) -> None:
    """After one step the ship may be off by twice the tolerance of 0.5 mm; its base is `past` mm beyond the line."""
    base = 300 + 26.384993
    lines = (GoalLine("red", (0, base - past), (914.4, base - past)),)
    agreed = agreement(rules={"goal": "infiltration", **rules}, lines=lines, tolerance=0.5)
    game = Game.of_layout(agreed, Layout((ship("RS1", "small", 300, 300), BL1)), "red")
    assert (after(game, "RS1 > 90").outcome() is not None) is crossed


@pytest.mark.parametrize(
    ("rules", "into", "taken"), [({}, 0.9, False), ({}, 1.1, True), ({"doubt_rule": "exact"}, 0.1, True)]
)
def test_a_flag_is_taken_when_it_is_touched_beyond_doubt(rules: Given, into: float, taken: bool) -> None:
    """After one step the tip of RS1 is at y = 352.77, `into` mm inside the disc's nearest corner."""
    flag = Flag("blue", (300, 352.769986 + 12.7 - into))
    agreed = agreement(rules={"goal": "flag", **rules}, tolerance=0.5)
    game = Game.of_layout(agreed, Layout((ship("RS1", "small", 300, 300), BL1)), "red", (flag,))
    assert (after(game, "RS1 > 90").outcome() is not None) is taken
