"""Agreements and positions for tests of whole games."""

from __future__ import annotations

from typing import Any

from armada_sim import Layout, Pose, Rules, Ship, Size
from armada_sim.play.actions import Action, parse_action
from armada_sim.play.game import Game
from armada_sim.play.state import Agreement, Seat

RED, BLUE = Seat("red", "south"), Seat("blue", "north")

BLUE_LINE = "place " + "; ".join(
    [f"BM{i} {260 + 40 * i},800,270" for i in range(1, 5)] + [f"BS{i} {260 + 40 * i},740,270" for i in range(1, 5)]
)
RED_LINE = "place " + "; ".join(f"RL{i} {260 + 40 * i},100,90" for i in range(1, 5))
COMPUTERS = {"game_limit": "quiet_turns(60)"}
"""What computer players ask for: without it a battle between them need not end."""

BASIC = ("fleet L4", "first blue", BLUE_LINE, RED_LINE)
"""The basic game as far as the first turn, which is blue's."""


def agreement(*seats: Seat, rules: dict[str, Any] | None = None, **more: Any) -> Agreement:
    """What two players (or those given) agreed on."""
    return Agreement(seats or (RED, BLUE), rules=Rules(**(rules or {})), **more)


def after(game: Game, *lines: str) -> Game:
    """The game after some actions."""
    for line in lines:
        game = game.play(parse_action(line))
    return game


def refusals(game: Game, line: str) -> list[str]:
    """Clauses against an action."""
    return [str(reason.clause) for reason in game.why_not(parse_action(line))]


def ship(name: str, size: str, x: float, y: float, heading: float = 90, damage: int = 0) -> Ship:
    """A ship of red or blue, by the first letter of its name."""
    return Ship(name, "red" if name[0] == "R" else "blue", Size(size), Pose(x, y, heading), damage)


def battle(*ships: Ship, first: str = "red", rules: dict[str, Any] | None = None, **more: Any) -> Game:
    """A battle in which ships lie so."""
    agreed = agreement(rules=rules, **more)
    return Game.of_layout(agreed, Layout(ships), first)


def actions(*lines: str) -> list[Action]:
    """Actions from their notation."""
    return [parse_action(line) for line in lines]
