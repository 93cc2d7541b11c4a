"""Has anybody won: every goal read off a table, with its margin; what is missing where nobody has."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from armada_sim import Answer, Layout, Pose, Ruling, Ship
from armada_sim.evidence.evidence import OutcomeEvidence
from armada_sim.play.game import Game
from armada_sim.play.state import Flag, GoalLine, Seat, Turn
from armada_sim.play.winning import check_won
from tests.games import agreement, ship
from tests.whole import whole

LINE = GoalLine("red", (0, 600), (914.4, 600))
FLAGS = (Flag("red", (100, 100)), Flag("blue", (500, 500)))
ABC = (Seat("red"), Seat("blue"), Seat("green"))


def table(
    *ships: Ship, turn: Turn | None = None, flags: tuple[Flag, ...] = (), seats: tuple[Seat, ...] = (),
    stated: dict[str, Any] | None = None, lines: tuple[GoalLine, ...] = (), tolerance: float = 0,
    position: str = "checked", **rules: Any,
) -> Game:  # fmt: skip
    """A table in a turn (red's, in which something was done, if none is given)."""
    agreed = agreement(*seats, fleets="choose", rules=rules, lines=lines)
    turn = turn or Turn("red", left=2, steps=((ships[0].name, 1),))
    return Game.in_turn(agreed, Layout(ships, tolerance=tolerance, position=position), turn, flags, **(stated or {}))


def outcome(ruling: Ruling) -> tuple[str, tuple[str, ...], str | None]:
    assert isinstance(ruling.witness, OutcomeEvidence)
    return str(ruling.answer), ruling.witness.winners, ruling.witness.reason


def clauses(ruling: Ruling) -> list[str]:
    return [str(reason.clause) for reason in ruling.reasons]


BL1 = ship("BL1", "large", 700, 300, 0)


@pytest.mark.parametrize(
    ("cross", "y", "answer", "measured"),
    [
        ("whole_footprint", 600.5, "yes", 0.5), ("whole_footprint", 600, "no", 0.0), ("whole_footprint", 598, "no", -2),
        ("tip_crosses", 575, "yes", 1.385), ("tip_crosses", 570, "no", -3.615),
        ("any_part", 575, "yes", 1.385), ("any_part", 570, "no", -3.615),
    ],
)  # fmt: skip
def test_how_far_a_ship_is_past_a_line_is_read_off_the_table(
    cross: str, y: float, answer: str, measured: float
) -> None:
    """A small ship with its tip ahead is 26.385 mm long; on the line is not past it."""
    ruling = check_won(table(ship("RS1", "small", 300, y), BL1, lines=(LINE,), goal="infiltration", goal_cross=cross))
    won = answer == "yes"
    assert outcome(ruling) == (answer, ("red",) if won else (), "line_crossed" if won else None)
    assert ruling.allowed == won
    assert ruling.reasons[0].measured == pytest.approx(measured, abs=1e-3)
    assert ruling.margin == pytest.approx(abs(measured), abs=1e-3)
    assert (ruling.ship, clauses(ruling)[0]) == ("RS1", "goal.line")
    assert clauses(ruling)[-1] == ("goal.line" if won else "game.end")


def test_who_touches_a_flag_has_won_and_who_is_near_is_told_how_near() -> None:
    """A flag is a disc of half an inch; its own side takes nothing."""
    rules = {"goal": "flag", "flags": FLAGS}
    at = ship("RS1", "small", 500, 461.5)
    assert outcome(check_won(table(at, BL1, **rules))) == ("yes", ("red",), "flag_taken")
    near = check_won(table(replace(at, pose=Pose(500, 455, 90)), BL1, **rules))
    assert outcome(near) == ("no", (), None)
    assert near.reasons[0].text.startswith("RS1 is 5.9")
    assert near.witness.closest.pieces == ("RS1", "blue's flag")  # type: ignore[union-attr]
    own = check_won(table(ship("RS1", "small", 100, 100), BL1, **rules))
    assert outcome(own) == ("no", (), None)


def test_a_ship_that_carries_a_flag_is_boarded_only_if_that_is_agreed_on() -> None:
    """Contact with a flagship wins under boarding_wins."""
    flags = (Flag("red", (100, 100)), Flag("blue", None, "BL1"))
    ships = ship("RS1", "small", 300, 300), ship("BL1", "large", 300, 326, 90)
    rules = {
        "goal": "flag",
        "flags": flags,
        "position": "as_written",
    }  # they overlap by a little: as ships do that meet
    assert outcome(check_won(table(*ships, **rules))) == ("no", (), None)
    won = check_won(table(*ships, flag_ship_contact="boarding_wins", **rules))
    assert outcome(won) == ("yes", ("red",), "flag_boarded")


def test_a_flagship_that_lies_sunk_has_lost_its_flag() -> None:
    """Of two sides the other has won; among three it must be known who fired."""
    rules = {"goal": "flag", "flags": (Flag("red", (100, 100)), Flag("blue", None, "BL1"))}
    ships = ship("RS1", "small", 300, 300), replace(BL1, damage=3), ship("BS1", "small", 600, 600)
    assert outcome(check_won(table(*ships, **rules))) == ("yes", ("red",), "flag_sunk")
    three = (*ships, Ship("GS1", "green", ships[0].size, Pose(800, 800, 0)))
    unknown = check_won(table(*three, seats=ABC, **rules))
    assert outcome(unknown) == ("yes", (), "flag_sunk")
    fired = Turn("green", left=2, shots=(("GS1", "left"),), damaged=True)
    assert outcome(check_won(table(*three, seats=ABC, turn=fired, **rules))) == ("yes", ("green",), "flag_sunk")


def test_counts_end_games_too() -> None:
    """Quiet turns, a last side afloat, and what of these is missing."""
    far = ship("RS1", "small", 300, 300)
    quiet = [check_won(table(far, BL1, stated={"quiet": n}, game_limit="quiet_turns(5)")) for n in (4, 5)]
    assert [outcome(ruling) for ruling in quiet] == [("no", (), None), ("no", (), "quiet_turns")]
    assert not quiet[1].allowed
    alone = check_won(table(far, replace(BL1, damage=3)))
    assert outcome(alone) == ("yes", ("red",), "sunk")


def test_two_goals_at_once_leave_it_in_doubt_who_was_first() -> None:
    """The table does not show which of two ships got to its flag first."""
    ships = ship("RS1", "small", 500, 461.5), ship("BS1", "small", 100, 61.5)
    ruling = check_won(table(*ships, goal="flag", flags=FLAGS))
    assert (outcome(ruling), ruling.allowed) == (("in_doubt", (), None), False)
    assert "red and blue have all reached a goal" in str(ruling.reasons)


def test_what_tolerance_leaves_open_is_in_doubt() -> None:
    """Half a millimetre past a line is not past it for certain where a ship may be off by one."""
    game = table(
        ship("RS1", "small", 300, 600.5), BL1, lines=(LINE,), goal="infiltration", goal_cross="whole_footprint",
        tolerance=1,
    )  # fmt: skip
    ruling = check_won(game)
    assert (ruling.answer, ruling.allowed) == (Answer.IN_DOUBT, False)
    assert "doubt" in clauses(ruling)


@pytest.mark.parametrize("count", [6, whole(600)])
def test_the_margin_of_who_has_won_is_proved_and_its_flip_changes_the_answer(count: int) -> None:
    """No placement within the margin changes the answer, and the shown one does."""
    rng = random.Random(f"won {count}")
    flips = 0
    for _ in range(count):
        kind = rng.choice(["line", "flag"])
        rules: dict[str, Any] = {"goal": "flag", "flags": FLAGS}
        if kind == "line":
            cross = rng.choice(["whole_footprint", "tip_crosses", "any_part"])
            rules = {"goal": "infiltration", "lines": (LINE,), "goal_cross": cross}
        at = (500, 500) if kind == "flag" else (300, 600)
        ships = [
            ship(f"RS{i}", rng.choice(["small", "medium"]), at[0] + rng.uniform(-90, 90), at[1] + rng.uniform(-60, 60),
                 rng.uniform(0, 360)) for i in range(rng.randint(1, 3))
        ]  # fmt: skip
        game = table(*ships, BL1, position="as_written", **rules)
        ruling = check_won(game)
        assert ruling.margin is not None
        for _ in range(4):
            within = ruling.margin * 0.7
            moved = [
                replace(s, pose=Pose(s.pose.x + rng.uniform(-1, 1) * within, s.pose.y + rng.uniform(-1, 1) * within,
                                     s.pose.heading)) for s in game.state.layout.ships
            ]  # fmt: skip
            assert check_won(laid(game, moved)).answer == ruling.answer
        if ruling.flip is not None:
            flips += 1
            assert ruling.margin_upper is not None
            there = [
                replace(s, pose=Pose(*ruling.flip.ships[s.name].base, ruling.flip.ships[s.name].heading))
                if s.name in ruling.flip.ships else s for s in game.state.layout.ships
            ]  # fmt: skip
            assert check_won(laid(game, there)).answer != ruling.answer
            if len(ships) == 1:
                assert ruling.margin_upper <= 1.01 * ruling.margin + 0.001
    assert flips > 0.9 * count


def laid(game: Game, ships: list[Ship]) -> Game:
    """The same game with ships lying elsewhere."""
    return Game(game.state.but(layout=replace(game.state.layout, ships=tuple(ships))))
