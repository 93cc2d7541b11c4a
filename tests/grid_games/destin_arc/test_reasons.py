"""A refusal names the rule without which the move would be allowed: with that rule taken away, by option or by a change
of the position, it is. Every refusal there is in the program has its case."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from grid_games.cli.sitting import HUMAN, Sitting
from grid_games.core.match import Match
from grid_games.core.protocol import Violation
from grid_games.destin_arc import game as program
from grid_games.destin_arc.state import BACK, COLLIDED, MEDITATES, STRUCK, Effect, State
from tests.grid_games.destin_arc.scenes import ended, game, legal, play, scene
from tests.grid_games.destin_arc.test_golden import DATA

B, U, F = range(3)
P = game().pieces.numbers


def step(kind: str, seat: int, pieces: dict[str, str], *moves: str, **rest: object) -> State:
    """A scene and moves in it; "|" ends all declarations."""
    state = scene(pieces, kind, seat, **rest)
    for move in moves:
        state = ended(state) if move == "|" else play(state, move)
    return state


def melee(pieces: dict[str, str], *moves: str, seat: int = B, **rest: object) -> State:
    return step("melee", seat, pieces, *moves, **rest)


def magic(pieces: dict[str, str], *moves: str, seat: int = B, **rest: object) -> State:
    return step("magic", seat, pieces, *moves, **rest)


def moving(pieces: dict[str, str], *moves: str, seat: int = B, **rest: object) -> State:
    return step("movement", seat, pieces, *moves, **rest)


def beaten(pieces: dict[str, str], attacker: str = "S28", result: str = "=D1", **rest: object) -> State:
    """Ulf's barons u6.1 on S30 have to retreat one hex from b1.1."""
    pieces = {"b1.1": attacker, "u6.1": "S30", "u1.9": "A2"} | pieces
    return melee(pieces, "attack u6.1", "with b1.1", "|", result, **rest)


def lies(spell: str, bearer: str, serial: int = 1, until: int = 8) -> Effect:
    """A spell on a piece."""
    return Effect(serial, spell, "bhar" if spell == "hold" else "christian", U, P[bearer], 0, until, 1)


class Reason(NamedTuple):
    """A position, what is refused there, the clause; the position without that rule, and the move where it has another
    name there."""

    start: Callable[[], State]
    move: str
    clause: str
    cured: Callable[[], State]
    instead: str = ""


R = Reason
THREE = {"b1.1": "K22", "b1.2": "S28", "b1.3": "G30", "u1.1": "K24", "u1.2": "S30", "u1.3": "G32"}
BOTH = ("attack u1.1", "with b1.1", "attack u1.2", "with b1.2")
STACKED = {"u1.1": "K24", "b9.1": "K24", "u1.2": "K22", "u5": "J23", "b1.1": "A2"}
MET = {"shown": ["b9.1"], "marks": {"b9.1": COLLIDED}}
SINGLED = ("attack b9.1", "with u1.2", "with u5", "|", "=D5")

BATTLES = [
    R(lambda: melee({"b1.1": "I54", "u1.1": "I56"}), "attack u1.1", "1.14.4",
     lambda: melee({"b1.1": "I54", "u1.1": "I52"})),
    R(lambda: melee({"b1.1": "D5", "u1.1": "D3"}), "attack u1.1", "1.14.4",
     lambda: melee({"b1.1": "D5", "u1.1": "D3"}, marsh_combat="allowed")),
    R(lambda: melee({"b1.1": "S28", "u1.1": "S30", "u1.2": "S26"}, "attack u1.1", "with b1.1"), "attack u1.2", "1.7.1",
     lambda: melee({"b1.1": "S28", "u1.1": "S30", "u1.2": "S26"})),
    R(lambda: melee(THREE | {"b1.2": "L23", "u1.2": "L25"}, *BOTH[:2], "attack u1.2"), "with b1.1", "1.7.1",
     lambda: melee(THREE | {"b1.2": "L23", "u1.2": "L25"}, "attack u1.1")),
    R(lambda: melee({"b5.1": "S28", "u1.1": "S30"}, marks={"b5.1": MEDITATES}), "attack u1.1", "1.8.5",
     lambda: melee({"b5.1": "S28", "u1.1": "S30"})),
    R(lambda: melee({"b1.1": "S28", "u1.1": "S30"}, effects=(lies("hold", "b1.1"),)), "attack u1.1", "4.5",
     lambda: melee({"b1.1": "S28", "u1.1": "S30"})),
    R(lambda: melee({"b4": "S28", "u1.1": "S30", "u5": "S30"}), "attack u5", "1.11.1",
     lambda: melee({"b4": "S28", "u5": "S30"})),
    R(lambda: melee({"b1.1": "S28", "u1.1": "S32"}), "attack u1.1", "1.10.1",
     lambda: melee({"b1.1": "S28", "u1.1": "S30"})),
    R(lambda: step("missile", B, {"b2.1": "S28", "u1.1": "S32"}), "attack u1.1", "1.9.2",
     lambda: step("missile", B, {"b2.1": "S28", "u1.1": "S32"}, missile_range="counter")),
    R(lambda: melee(THREE, "attack u1.1"), "with b1.2", "1.10.1",
     lambda: melee(THREE | {"b1.2": "J23"}, "attack u1.1")),
    R(lambda: step("missile", B, {"b2.1": "S28", "b2.2": "S34", "u1.1": "S30"}, "attack u1.1"), "with b2.2", "1.9.2",
     lambda: step("missile", B, {"b2.1": "S28", "b2.2": "S32", "u1.1": "S30"}, "attack u1.1")),
    R(lambda: step("missile", B, {"b2.1": "S28", "b2.2": "S40", "u1.1": "S30"}, "attack u1.1", missile_range="counter"),
     "with b2.2", "1.9.2", lambda: step("missile", B, {"b2.1": "S28", "b2.2": "S38", "u1.1": "S30"}, "attack u1.1",
      missile_range="counter")),
    R(lambda: melee({"b1.1": "S28", "u1.1": "S30"}, "attack u1.1"), "with b1.2", "1.10.1",
     lambda: melee({"b1.1": "S28", "b1.2": "S32", "u1.1": "S30"}, "attack u1.1")),
    R(lambda: melee({"f3.1": "S28", "f2.1": "S32", "b1.1": "S30"}, "attack b1.1", seat=F), "with f2.1", "1.10.1",
     lambda: step("missile", F, {"f3.1": "S28", "f2.1": "S32", "b1.1": "S30"}, "attack b1.1")),
    R(lambda: step("missile", B, {"b2.1": "S28", "b1.1": "S32", "u1.1": "S30"}, "attack u1.1"), "with b1.1", "1.9.1",
     lambda: melee({"b2.1": "S28", "b1.1": "S32", "u1.1": "S30"}, "attack u1.1")),
    R(lambda: melee({"b5.1": "S28", "u4": "S30"}), "attack u4", "1.12.3", lambda: melee({"b4": "S28", "u4": "S30"})),
    R(lambda: melee({"b5.1": "S28", "b4": "S32", "u4": "S30"}, "attack u4", "with b5.1"), "end", "1.12.3",
     lambda: melee({"b5.1": "S28", "b4": "S32", "u4": "S30"}, "attack u4", "with b4")),
    R(lambda: melee(THREE), "with b1.1", "1.7.2", lambda: melee(THREE, "attack u1.1")),
    R(lambda: melee({"b1.1": "K22", "u1.1": "K24", "f1.1": "L23"}, "attack f1.1"), "with u1.1", "1.7.6",
     lambda: melee({"b1.1": "K22", "u1.1": "K24", "f1.1": "L23"}, "attack f1.1", seat=U)),
    R(lambda: melee({"b1.1": "K22", "f4": "K24"}), "attack f4", "1.7.6",
     lambda: melee({"b1.1": "K22", "f4": "K24"}, shown=["f4"])),
    R(lambda: melee(THREE | {"b1.2": "J23"}, *BOTH[:2]), "attack u1.1", "1.7.3",
     lambda: melee(THREE | {"b1.2": "J23"})),
    R(lambda: melee(THREE, *BOTH, "end"), "fight 3", "1.7.2",
     lambda: melee(THREE, *BOTH, "attack u1.3", "with b1.3", "end")),
    # what follows: retreats, advances
    R(lambda: beaten({}), "end", "1.13.1", lambda: beaten({}, result="=D3")),
    R(lambda: beaten({}), "to S28", "1.13.3", lambda: beaten({}, "S32")),
    R(lambda: beaten({"b1.3": "U32"}), "to T31", "1.13.1", lambda: beaten({})),
    R(lambda: beaten({"u1.1": "S32"}), "to S32", "1.13.2", lambda: beaten({})),
    R(lambda: beaten({}), "to S34", "1.13.3", lambda: beaten({"u1.1": "S32", "u1.2": "T31", "u1.3": "R31"})),
    R(lambda: melee({"u1.1": "B45", "b3.1": "B43"}, "attack b3.1", "with u1.1", "|", "=D1", seat=U), "to C42", "1.14.3",
     lambda: melee({"u1.1": "B45", "b3.1": "B43"}, "attack b3.1", "with u1.1", "|", "=D1", seat=U,
      wall_cavalry="waived")),
    R(lambda: melee({"b4": "S28", "b1.1": "R31", "u1.1": "S30"}, "attack u1.1", "with b4", "|"), "advance b1.1",
     "1.12.5", lambda: melee({"b4": "S28", "b1.1": "R31", "u1.1": "S30"}, "attack u1.1", "with b4", "with b1.1", "|")),
    R(lambda: melee({"b3.1": "B43", "b1.1": "C44", "u1.1": "C42"}, "attack u1.1", "with b3.1", "with b1.1", "|", "=D5"),
     "advance b3.1", "1.14.3", lambda: melee({"b3.1": "B43", "b1.1": "C44", "u1.1": "C42"}, "attack u1.1", "with b3.1",
      "with b1.1", "|", "=D5", wall_cavalry="waived")),
    R(lambda: melee(STACKED, *SINGLED, seat=U, **MET), "advance u1.2", "1.6.1",
     lambda: melee(STACKED | {"u1.1": "Y2"}, *SINGLED, seat=U, **MET)),
    R(lambda: melee({"u6.1": "K24", "f5": "K24"}, "end", "attack u6.1", "with f5", "|", "=D3", seat=F,
     enemy_hex="passed"), "to K60", "7.2", lambda: melee({"u6.1": "K58", "f5": "K58"}, "end", "attack u6.1", "with f5",
     "|", "=D3", seat=F, enemy_hex="passed")),
    R(lambda: melee({"b4": "K22", "b1.1": "K22", "b1.2": "K22", "b2.1": "K22", "u3.1": "K24"}, seat=U), "bear b1.2",
     "1.6.4", lambda: melee({"b4": "K22", "b1.1": "K22", "b1.2": "K22", "b2.1": "K22", "u3.1": "K24"}, seat=U,
      flipped=["b1.2"])),
]  # fmt: skip

NEAR = {"b5.1": "K22", "u1.1": "K24", "f1.1": "A2"}
PAIR = {"b5.1": "K22", "b5.2": "K24", "u1.1": "K26", "b1.1": "L23"}
TWO_OPEN = {"b5.1": "K22", "b1.1": "K24", "u1.1": "K60", "u1.2": "K28"}
TWICE = ("cast b5.1 bless", "on b1.1", "cast b5.2 bless", "on b1.1")

SPELLS = [
    R(lambda: magic({"b5.1": "K22", "u2.1": "K24"}, effects=(lies("silence", "b5.1"),)), "cast b5.1 silence", "4",
     lambda: magic({"b5.1": "K22", "u2.1": "K24"})),
    R(lambda: magic(NEAR, points={"b5.1": 49}), "cast b5.1 hold", "1.8.2", lambda: magic(NEAR, points={"b5.1": 50})),
    R(lambda: magic({"b5.1": "K22", "b1.1": "K24"}, "cast b5.1 bless"), "on b5.1", "4.9",
     lambda: magic({"b5.1": "K22", "b5.2": "K24"}, "cast b5.2 bless")),
    R(lambda: magic({"b5.1": "K22", "b4": "K22"}), "cast b5.1 bless", "4.9",
     lambda: magic({"b5.1": "K22", "b4": "K24"})),
    R(lambda: magic({"b5.1": "K22", "u1.1": "K24", "u5": "K24", "b1.1": "A2"}, "cast b5.1 hold"), "on u5", "1.8.8",
     lambda: magic({"b5.1": "K22", "u1.1": "K26", "u5": "K24", "b1.1": "A2"}, "cast b5.1 hold")),
    R(lambda: magic(NEAR, "cast b5.1 weather",
     effects=(Effect(1, "weather", "bhar", B, -1, 1 << game().land.numbers["K20"], 8),)), "at K20", "4.3",
     lambda: magic(NEAR, "cast b5.1 weather")),
    R(lambda: magic(PAIR), "cast b5.1 healing", "4.7", lambda: magic(PAIR, flipped=["b1.1"])),
    R(lambda: magic({"b5.1": "I54", "u1.1": "I56"}, terrain_stops_magic="yes"), "cast b5.1 hold", "1.14.4",
     lambda: magic({"b5.1": "I54", "u1.1": "I56"})),
    R(lambda: magic({"b5.1": "K22", "b1.1": "K24", "b1.2": "L23"}, "cast b5.1 healing", marks={"b1.1": BACK}),
     "on b1.2", "4.7", lambda: magic({"b5.1": "K22", "b1.1": "K24", "b1.2": "L23"}, "cast b5.1 healing",
      marks={"b1.1": BACK, "b1.2": BACK})),
    R(lambda: magic({"b5.1": "K22", "u1.1": "K24", "f4": "K26"}, "cast b5.1 hold"), "on f4", "7.2",
     lambda: magic({"b5.1": "K22", "u1.1": "K24", "f4": "K26"}, "cast b5.1 hold", shown=["f4"])),
    R(lambda: magic({"b5.1": "K22", "u1.1": "K24", "u1.2": "K40"}, "cast b5.1 hold"), "on u1.2", "4",
     lambda: magic({"b5.1": "K22", "u1.1": "K24", "u1.2": "K34"}, "cast b5.1 hold")),
    R(lambda: magic({"b5.1": "K22", "u1.1": "K24", "u2.1": "K26"}, "cast b5.1 silence"), "on u1.1", "4",
     lambda: magic({"b5.1": "K22", "u1.1": "K24", "u2.1": "K26"}, "cast b5.1 silence"), "on u2.1"),
    R(lambda: magic(PAIR, "cast b5.1 light"), "on u1.1", "4.2",
     lambda: magic(PAIR, "cast b5.1 light", light_target="enemy")),
    R(lambda: magic(PAIR, "cast b5.1 hold"), "on b1.1", "4", lambda: magic(PAIR, "cast b5.1 bless"), "on b1.1"),
    R(lambda: magic({"b5.1": "K22", "u1.1": "K40"}), "cast b5.1 hold", "4",
     lambda: magic({"b5.1": "K22", "u1.1": "K34"})),
    R(lambda: magic(PAIR, "cast b5.1 hold", points={"b5.1": 25, "b5.2": 25}), "on u1.1", "1.8.2",
     lambda: magic(PAIR, "cast b5.1 hold", "join b5.2", points={"b5.1": 25, "b5.2": 25})),
    R(lambda: magic(PAIR, "cast b5.1 weather", points={"b5.1": 50, "b5.2": 25}), "at K20", "1.8.2",
     lambda: magic(PAIR, "cast b5.1 weather", "join b5.2", points={"b5.1": 50, "b5.2": 25})),
    R(lambda: magic(NEAR, "cast b5.1 weather"), "at K60", "4",
     lambda: magic(NEAR | {"b5.1": "K56"}, "cast b5.1 weather")),
    R(lambda: magic(NEAR, "cast b5.1 weather", "at K20"), "at K30", "4.3",
     lambda: magic(NEAR, "cast b5.1 weather", "at K28")),
    R(lambda: magic(NEAR, "cast b5.1 weather", "at K20"), "at K20", "4.3", lambda: magic(NEAR, "cast b5.1 weather")),
    R(lambda: magic(NEAR, effects=(Effect(1, "weather", "bhar", B, -1, game().land.all, 8),)), "cast b5.1 weather",
     "4.3", lambda: magic(NEAR)),
    R(lambda: magic(PAIR, "cast b5.1 bless", points={"b5.1": 20, "b5.2": 5}), "join b5.3", "1.8.1",
     lambda: magic(PAIR | {"b5.3": "J21"}, "cast b5.1 bless")),
    R(lambda: magic(NEAR, effects=(lies("bless", "u1.1"),), points={"b5.1": 24}), "cast b5.1 dispel", "1.8.2",
     lambda: magic(NEAR, effects=(lies("bless", "u1.1"),), points={"b5.1": 25})),
    R(lambda: magic(TWO_OPEN, "cast b5.1 dispel", effects=(lies("bless", "u1.1"), lies("bless", "b1.1", 2))), "undo 1",
     "4", lambda: magic(TWO_OPEN | {"u1.1": "K26"}, "cast b5.1 dispel",
      effects=(lies("bless", "u1.1"), lies("bless", "b1.1", 2)))),
    R(lambda: magic(TWO_OPEN, "cast b5.1 dispel", effects=(lies("bless", "b1.1", 2),)), "undo 1", "4.6",
     lambda: magic(TWO_OPEN, "cast b5.1 dispel", effects=(lies("bless", "u1.2"), lies("bless", "b1.1", 2)))),
    R(lambda: magic(TWO_OPEN, "cast b5.1 dispel", effects=(lies("healing", "u1.2"), lies("bless", "b1.1", 2))),
     "undo 1", "4.6", lambda: magic(TWO_OPEN, "cast b5.1 dispel",
      effects=(lies("bless", "u1.2"), lies("bless", "b1.1", 2)))),
    R(lambda: magic(PAIR), "cast b1.1 bless", "1.8.1", lambda: magic(PAIR), "cast b5.1 bless"),
    R(lambda: magic({"b5.2": "K22", "b1.1": "K24"}), "cast b5.1 bless", "1.8.1",
     lambda: magic({"b5.1": "K22", "b1.1": "K24"})),
    R(lambda: magic(PAIR, effects=(lies("hold", "b5.1"),)), "cast b5.1 bless", "4.5", lambda: magic(PAIR)),
    R(lambda: magic(PAIR | {"u2.1": "L27", "u1.2": "L25"}), "cast u2.1 bless", "1.8.1",
     lambda: magic(PAIR | {"u2.1": "L27", "u1.2": "L25"}, seat=U)),
    R(lambda: magic(PAIR, "cast b5.1 bless", "on b1.1"), "cast b5.1 bless", "1.8.3",
     lambda: magic(PAIR, "cast b5.1 bless", "on b1.1", spells_a_step="one_attack")),
    R(lambda: magic(PAIR), "cast b5.1 flame", "4", lambda: magic(PAIR | {"u2.1": "L27"}, seat=U), "cast u2.1 flame"),
    R(lambda: magic(PAIR, "cast b5.1 hold", "on u1.1", spells_a_step="one_attack"), "cast b5.1 hold", "1.8.3",
     lambda: magic(PAIR, "cast b5.1 bless", "on b1.1", spells_a_step="one_attack")),
    R(lambda: magic({"b5.1": "K22", "b5.2": "K24", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless",
     marks={"b5.2": MEDITATES}), "join b5.2", "1.8.5",
     lambda: magic({"b5.1": "K22", "b5.2": "K24", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless")),
    R(lambda: magic({"b5.1": "K22", "b5.2": "K40", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless"), "join b5.2",
     "1.8.4", lambda: magic({"b5.1": "K22", "b5.2": "K24", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless")),
    R(lambda: magic(PAIR, "cast b5.2 bless", "on b1.1", "cast b5.1 hold"), "join b5.2", "1.8.3",
     lambda: magic(PAIR, "cast b5.1 hold")),
    R(lambda: magic(PAIR, "cast b5.2 hold", "on u1.1", "cast b5.1 hold", spells_a_step="one_attack"), "join b5.2",
     "1.8.3", lambda: magic(PAIR, "cast b5.2 bless", "on b1.1", "cast b5.1 hold", spells_a_step="one_attack")),
    R(lambda: magic(PAIR, *TWICE, "end"), "fight 3", "1.7.2",
     lambda: magic(PAIR | {"b5.3": "L21"}, *TWICE, "cast b5.3 bless", "on b1.1", "end")),
    R(lambda: step("meditation", B, {"b5.1": "K22", "u1.1": "A2"}), "meditate b5.2", "1.8.5",
     lambda: step("meditation", B, {"b5.1": "K22", "b5.2": "K24", "u1.1": "A2"})),
]  # fmt: skip

CONVERT = {"u5": "K22", "f1.1": "J23", "f1.2": "L23", "f1.3": "K30", "b1.1": "A2"}
ARIS = {"seat": F, "shown": ["f6"]}
CORNERED = {"map": str(DATA / "corner.toml"), **ARIS}

MOVES = [
    R(lambda: moving({"b1.1": "K22"}), "move b1.2", "1.5.1", lambda: moving({"b1.1": "K22", "b1.2": "K24"})),
    R(lambda: moving({"b1.1": "K22", "b1.2": "M22"}, "move b1.1", "move b1.2"), "move b1.1", "1.5.1",
     lambda: moving({"b1.1": "K22", "b1.2": "M22"}, "move b1.2")),
    R(lambda: moving({"b1.1": "K22"}, special=True), "move b1.1", "1.3.6", lambda: moving({"b1.1": "K22"})),
    R(lambda: moving({"b5.1": "I54"}, "move b5.1"), "to I56", "1.5.5", lambda: moving({"b1.1": "I54"}, "move b1.1")),
    R(lambda: moving({"b1.1": "K22"}), "fly b1.1", "1.14.7", lambda: moving({"b1.1": "K22"}), "move b1.1"),
    R(lambda: moving({"f6": "K22", "b1.1": "K22"}, **ARIS), "hide f6", "7.2",
     lambda: moving({"f6": "K22", "b1.1": "K24"}, **ARIS)),
    R(lambda: moving({"f6": "K22"}, effects=(lies("hold", "f6"),), **ARIS), "hide f6", "4.5",
     lambda: moving({"f6": "K22"}, **ARIS)),
    R(lambda: moving({"f6": "K22"}, "hide f6", **ARIS), "end", "7.2",
     lambda: moving({"f6": "K22"}, "hide f6", "to K26", **ARIS)),
    R(lambda: moving({"f6": "A2", "f7": "A4", "f1.1": "A4", "b1.1": "A6"}, enemy_hex="passed", **CORNERED), "hide f6",
     "7.2", lambda: moving({"f6": "A2", "f7": "A4", "b1.1": "A6"}, enemy_hex="passed", **CORNERED)),
    R(lambda: moving({"f6": "K32", "f4": "A60", "b1.1": "A2"}, "end", seat=F, special=True, shown=["f6", "f4"],
     marks={"f6": STRUCK}), "hide f6", "7.1.2", lambda: moving({"f6": "K32", "f4": "A60", "b1.1": "A2"}, "end", seat=F,
     special=True, shown=["f6", "f4"], marks={"f6": STRUCK}, aris_visibility="turn")),
    R(lambda: moving({"b5.1": "K22"}, marks={"b5.1": MEDITATES}), "move b5.1", "1.8.5",
     lambda: moving({"b5.1": "K22"})),
    R(lambda: moving({"b1.1": "K22"}, effects=(lies("hold", "b1.1"),)), "move b1.1", "4.5",
     lambda: moving({"b1.1": "K22"})),
    R(lambda: moving({"b9.1": "K22", "u1.1": "K22"}, **MET), "move b9.1", "7.1.3",
     lambda: moving({"b9.1": "K22", "u1.1": "K24"}, **MET)),
    R(lambda: moving({"f5": "K22", "b1.1": "K22"}, seat=F, shown=["f5"], marks={"f5": COLLIDED}), "move f5", "7.2",
     lambda: moving({"f5": "K22", "b1.1": "K22"}, seat=F, shown=["f5"])),
    R(lambda: moving({"b1.1": "K22"}, "move b1.1"), "to K40", "1.5.1", lambda: moving({"b1.1": "K34"}, "move b1.1")),
    R(lambda: moving({"b1.1": "K22", "u1.1": "L27"}, "move b1.1"), "to K30", "1.4.2",
     lambda: moving({"b1.1": "K22"}, "move b1.1")),
    R(lambda: moving({"b1.1": "I54"}, "move b1.1"), "to I60", "1.5.4", lambda: moving({"b1.1": "I58"}, "move b1.1")),
    R(lambda: moving({"b3.1": "B29"}, "move b3.1"), "to D29", "1.14.3",
     lambda: moving({"b3.1": "B29"}, "move b3.1", wall_cavalry="waived")),
    R(lambda: moving({"b3.1": "B43"}, "move b3.1"), "to C42", "1.14.3",
     lambda: moving({"b3.1": "B43"}, "move b3.1", wall_cavalry="waived")),
    R(lambda: moving({"f2.1": "A2", "b1.1": "A4", "b1.2": "B1", "b1.3": "B3"}, "move f2.1", seat=F), "to C2", "1.5.3",
     lambda: moving({"f2.1": "A2", "b1.1": "A4", "b1.3": "B3"}, "move f2.1", seat=F)),
    R(lambda: moving({"b1.1": "K22", "u1.1": "K24"}, "move b1.1"), "to K24", "1.5.3",
     lambda: moving({"b1.1": "K22", "u1.1": "K26"}, "move b1.1")),
    R(lambda: moving({"b9.1": "K24", "b9.2": "K22", "u1.1": "K24"}, "move b9.2", **MET), "to K24", "7.2",
     lambda: moving({"b9.2": "K22", "u1.1": "K24"}, "move b9.2", **MET)),
    R(lambda: moving({"f5": "K22", "b1.1": "K24"}, "move f5", seat=F, enemy_hex="passed"), "to K24", "7.2",
     lambda: moving({"f5": "K22", "b1.1": "K24"}, "move f5", seat=F)),
    R(lambda: moving({"f6": "K22", "b1.1": "K24"}, "move f6", seat=F, shown=["f6"]), "to K24", "1.5.3",
     lambda: moving({"f6": "K22", "b1.1": "K24"}, "move f6", seat=F)),
    R(lambda: moving({"b1.1": "K22", "b1.2": "K24"}, "move b1.1"), "to K24", "1.6.1",
     lambda: moving({"b1.1": "K22", "b4": "K24"}, "move b1.1")),
    R(lambda: moving({"b1.1": "K22"}), "to K24", "1.5.1", lambda: moving({"b1.1": "K22"}, "move b1.1")),
    R(lambda: moving({"b1.1": "K22"}, "move b1.1", "to K30"), "to K32", "1.5.1",
     lambda: moving({"b1.1": "K24"}, "move b1.1", "to K30")),
    R(lambda: moving({"b1.1": "K22"}, "move b1.1"), "to K22", "1.5.1", lambda: moving({"b1.1": "K24"}, "move b1.1")),
    R(lambda: moving({"b1.1": "K22", "u1.1": "A2"}), "move u1.1", "1.5.1",
     lambda: moving({"b1.1": "K22", "u1.1": "A2"}, seat=U)),
    R(lambda: step("plotting", F, {"f4": "K22", "u1.1": "A2"}, "move f4", "to K26", simul="plotted", lead=F), "show f4",
     "11", lambda: step("plotting", F, {"f4": "K22", "u1.1": "A2"}, simul="plotted", lead=F)),
    R(lambda: moving({"b9.1": "K22"}, shown=["b9.1"]), "show b9.1", "7.2", lambda: moving({"b9.1": "K22"})),
    R(lambda: moving({"b9.1": "K22", "u1.1": "K22"}), "show b9.1", "7.2",
     lambda: moving({"b9.1": "K22", "u1.1": "K24"})),
    R(lambda: moving({"b9.1": "K22"}, shown=["b9.1"]), "hide b9.1", "7.2",
     lambda: moving({"f6": "K22"}, **ARIS), "hide f6"),
    R(lambda: moving({"f7": "K22", "b9.1": "K32", "b9.2": "A2", "u5": "K34"}, "end", "end", seat=F, special=True,
     shown=["b9.1", "b9.2"]), "hide b9.1", "7.2",
     lambda: moving({"f7": "K22", "b9.1": "K32", "b9.2": "A2", "u5": "K38"}, "end", "end", seat=F, special=True,
      shown=["b9.1", "b9.2"])),
    R(lambda: step("conversion", U, CONVERT), "end", "3.4", lambda: step("conversion", U, CONVERT, convert_must="no")),
    R(lambda: step("conversion", U, CONVERT), "convert f1.3", "3.4",
     lambda: step("conversion", U, CONVERT | {"f1.3": "K24"})),
    R(lambda: step("conversion", U, CONVERT, "convert f1.1", "convert f1.2"), "to K24", "3.4",
     lambda: step("conversion", U, CONVERT | {"f1.2": "K24"}, "convert f1.1", "convert f1.2")),
    R(lambda: game().new(), "place A2", "5.1", lambda: game().new(), "place Q16"),
]  # fmt: skip

REASONS = [*BATTLES, *SPELLS, *MOVES]
IDS = [f"{one.clause} {one.move}" for one in REASONS]


def refused(reason: Reason) -> Violation:
    state = reason.start()
    found = state.why_not(state.game.parse(reason.move))
    assert found is not None, f"{reason.move} is legal"
    return found


@pytest.mark.parametrize("reason", REASONS, ids=IDS)
def test_the_rule_named_is_the_one_that_forbids_it(reason: Reason) -> None:
    assert refused(reason).clause == reason.clause
    assert legal(reason.cured(), reason.instead or reason.move)


class Both(NamedTuple):
    """A move that two rules forbid: the clause named, the position without that rule, the clause named there; the
    position without the second rule alone, and without both."""

    start: Callable[[], State]
    move: str
    clause: str
    without: Callable[[], State]
    other: str
    left: Callable[[], State]
    cured: Callable[[], State]


NEAR, RESTS = {"b5.1": "S28", "u1.1": "S30"}, {"marks": {"b5.1": MEDITATES}}
HELD, STILL = {"effects": (lies("hold", "b5.1"),)}, {"effects": (lies("silence", "b5.1"),)}
HELD_STILL = {"effects": (lies("hold", "b5.1"), lies("silence", "b5.1", 2))}
ON_FOOT = {"effects": (lies("hold", "b1.1"),), "special": True}

BOTH_RULES = [
    Both(lambda: melee(NEAR, **RESTS, **HELD), "attack u1.1", "1.8.5", lambda: melee(NEAR, **HELD), "4.5",
     lambda: melee(NEAR, **RESTS), lambda: melee(NEAR)),
    Both(lambda: moving(NEAR, **RESTS, **HELD), "move b5.1", "1.8.5", lambda: moving(NEAR, **HELD), "4.5",
     lambda: moving(NEAR, **RESTS), lambda: moving(NEAR)),
    Both(lambda: melee({"b4": "I54", "u1.1": "I56", "u5": "I56"}), "attack u5", "1.14.4",
     lambda: melee({"b4": "S28", "u1.1": "S30", "u5": "S30"}), "1.11.1",
     lambda: melee({"b4": "I54", "u5": "I56"}), lambda: melee({"b4": "S28", "u5": "S30"})),
    Both(lambda: magic(NEAR, **HELD_STILL), "cast b5.1 hold", "4.5", lambda: magic(NEAR, **STILL), "4",
     lambda: magic(NEAR, **HELD), lambda: magic(NEAR)),
    Both(lambda: magic(NEAR | {"u1.1": "A2"}, points={"b5.1": 49}), "cast b5.1 hold", "1.8.2",
     lambda: magic(NEAR | {"u1.1": "A2"}), "4", lambda: magic(NEAR, points={"b5.1": 49}), lambda: magic(NEAR)),
    Both(lambda: moving({"b3.1": "B43", "u1.1": "C42"}, "move b3.1"), "to C42", "1.5.3",
     lambda: moving({"b3.1": "B43", "u1.1": "A2"}, "move b3.1"), "1.14.3",
     lambda: moving({"b3.1": "B43", "u1.1": "C42"}, "move b3.1", wall_cavalry="waived"),
     lambda: moving({"b3.1": "B43", "u1.1": "A2"}, "move b3.1", wall_cavalry="waived")),
]  # fmt: skip


@pytest.mark.parametrize("both", BOTH_RULES, ids=[f"{one.clause}, {one.other} {one.move}" for one in BOTH_RULES])
def test_of_two_rules_one_is_named_and_then_the_other(both: Both) -> None:
    """The one that is looked at first; taking away the other alone changes nothing."""

    def named(start: Callable[[], State]) -> str:
        return refused(Reason(start, both.move, "", start)).clause

    assert [named(both.start), named(both.left), named(both.without)] == [both.clause, both.clause, both.other]
    assert legal(both.cured(), both.move)


class Site(NamedTuple):
    """A place in the program where a move is refused."""

    file: str
    clause: str
    text: str
    """A regular expression of what is said there."""


def _pattern(text: ast.expr, function: ast.AST) -> str:
    """What a text looks like: a message with anything in its places, or one that the function has put in a name."""
    if isinstance(text, ast.Name):
        given = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
        named = [node.value for node in given if any(isinstance(t, ast.Name) and t.id == text.id for t in node.targets)]
        return "|".join(f"(?:{_pattern(value, function)})" for value in named)
    if isinstance(text, ast.IfExp):
        return f"(?:{_pattern(text.body, function)})|(?:{_pattern(text.orelse, function)})"
    said = text.args if isinstance(text, ast.Call) else [text]  # counted has two
    forms = [ast.literal_eval(form) for form in said if isinstance(form, ast.Constant)]
    parts = (Formatter().parse(form) for form in forms if isinstance(form, str))
    return "|".join(
        "".join(re.escape(plain) + ("" if place is None else ".*") for plain, place, _, _ in form) for form in parts
    )


def sites() -> Iterator[Site]:
    """Every one: where one of two clauses may be named, both."""
    for path in sorted(Path(program.__file__).parent.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Violation":
                    clause, text = node.args
                    for each in (clause.body, clause.orelse) if isinstance(clause, ast.IfExp) else (clause,):
                        assert isinstance(each, ast.Constant), f"{path.name}: name the clause where it is said"
                        yield Site(path.name, each.value, _pattern(text, function))


def unmet(found: list[Violation]) -> list[Site]:
    """The places that none of these refusals can come from. What nothing but the order of play forbids has no case."""
    return [
        site for site in sites()
        if site.clause != "turn"
        and not any(one.clause == site.clause and re.fullmatch(site.text, one.text) for one in found)
    ]  # fmt: skip


def test_every_refusal_has_its_case() -> None:
    found = [refused(reason) for reason in REASONS]
    assert len(list(sites())) > 100
    assert unmet(found) == []
    silence = [one for one in found if "is silenced" not in one.text]
    assert [site.text for site in unmet(silence)] == [".*\\ is\\ silenced"]  # one without a case is noticed


def test_why_says_it_in_play() -> None:
    for reason in REASONS:
        state = reason.start()
        match = Match(state.game)
        match._states.append(state)
        sitting = Sitting(match, dict.fromkeys(state.game.players, HUMAN), 0)
        why = refused(reason)
        assert sitting.say(f"why {reason.move}") == [f"Not allowed: {why.text} [{why.clause}]"]
        match._states.append(reason.cured())
        assert sitting.say(f"why {reason.instead or reason.move}") == ["It is allowed."]
