"""Movement and the weighing of battles against a second implementation (oracle.py), from positions by lot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from grid_games.core.protocol import CHANCE
from grid_games.destin_arc.chapters.combat_table import ratio
from grid_games.destin_arc.state import State
from tests.whole import whole

from . import oracle
from .oracle import COUNTS, HIDE, LAND, MOVES_AGAIN, UNITS, Pieces, distance, on, unit
from .scenes import attack, legal, offers, play, scene

NAMES = [
    f"{kind}.{number}" if kind in COUNTS else kind for kind in UNITS for number in range(1, COUNTS.get(kind, 1) + 1)
]
PLAYERS = {"b": "bonnaire", "u": "ulf", "f": "fereira"}
DETECTORS = {"u2", "u4", "u5"}
SEATS = {"b": 0, "u": 1, "f": 2}


def drawn(
    draw: random.Random, radius: int, hidden: bool, kinds: Sequence[str] = tuple(UNITS), near: str = "cchwwrrrmmbgt.."
) -> dict[str, dict]:
    """Some pieces near each other: near a terrain, stacked now and then."""
    letter = draw.choice(near)
    centre = draw.choice(sorted(at for at in LAND if LAND[at] == letter))
    area = sorted(at for at in LAND if distance(at, centre) <= radius)
    pieces: dict[str, dict] = {}
    for kind in draw.choices(kinds, k=draw.randint(3, 9)):
        name = draw.choice([name for name in NAMES if unit(name) == kind])
        if name in pieces:
            continue
        friends = [piece["at"] for other, piece in pieces.items() if other[0] == name[0]]
        at = draw.choice(friends) if friends and draw.random() < 0.35 else draw.choice(area)
        there = on(pieces, at)
        if any(other[0] != name[0] for other in there) or not oracle.joins(pieces, name, at):
            continue
        secret = hidden and kind in HIDE and draw.random() < 0.5 and not there
        pieces[name] = {"at": at, "back": draw.random() < 0.3, "hidden": secret}
    return pieces


def state_of(pieces: Pieces, step: str, side: str, turn: int, special: bool = False) -> State:
    return scene(
        {name: piece["at"] for name, piece in pieces.items()},
        step,
        SEATS[side],
        turn=turn,
        flipped=[name for name, piece in pieces.items() if piece["back"]],
        shown=[name for name, piece in pieces.items() if not piece["hidden"]],
        special=special,
    )


@pytest.mark.parametrize("count", [200, whole(600)])
def test_reaches_are_the_oracles(count: int) -> None:
    """Every piece of a side, in both movement steps; then how far what is left takes it after a part of its move."""
    draw, seen = random.Random("reach"), Counter[str]()
    for number in range(count):
        hidden = number % 3 == 0
        pieces = drawn(draw, draw.choice((1, 2, 3, 5)), hidden)
        side, special = draw.choice("buf"), draw.random() < 0.3
        if any(piece["hidden"] and name[0] == "b" for name, piece in pieces.items()) and DETECTORS & set(
            map(unit, pieces)
        ):
            continue  # it may be detected on its way
        movers = sorted(name for name in pieces if name[0] == side and (not special or unit(name) in MOVES_AGAIN))
        if not movers:
            continue
        state = state_of(pieces, "movement", side, 3, special)
        assert offers(state, "move") == movers
        for name in movers:
            compare(state, pieces, name, draw, seen, onward=not hidden)
    wanted = "walls, stopped, onward, stacked, hidden, unseen, onto an enemy, nowhere, aris, borges, snipers"
    assert {what for what in wanted.split(", ") if not seen[what]} == set()


def compare(state: State, pieces: Pieces, name: str, draw: random.Random, seen: Counter[str], onward: bool) -> None:
    allowance = UNITS[unit(name)][0]
    expected = oracle.reach(pieces, name, allowance)
    chosen = play(state, f"move {name}")
    assert offers(chosen, "to") == sorted(expected), name
    seen["walls"] += any(LAND[at] == "w" for at in expected)
    seen["stopped"] += 0 in expected.values()
    seen["stacked"] += any(on(pieces, at) for at in expected)
    seen["hidden"] += any(piece["hidden"] for piece in pieces.values())
    seen["unseen"] += pieces[name]["hidden"]
    seen["onto an enemy"] += any(other[0] != name[0] for at in expected for other in on(pieces, at))
    seen["nowhere"] += not expected
    for kind, word in (("f6", "aris"), ("f5", "borges"), ("f2", "snipers")):
        seen[word] += unit(name) == kind
    parts = sorted(at for at, left in expected.items() if left > 0)
    if onward and parts and allowance < 100:
        at = draw.choice(parts)
        moved = {other: dict(piece) for other, piece in pieces.items()}
        moved[name]["at"] = at
        after = oracle.reach(moved, name, expected[at])
        assert offers(play(chosen, f"to {at}"), "to") == sorted(after), (name, at)
        seen["onward"] += 1


def test_columns_are_the_oracles() -> None:
    """Who may attack whom; then a battle against each enemy by some of those who may, in the column it is rolled in."""
    draw, seen = random.Random("columns"), Counter[str]()
    for _ in range(1000):
        theme = draw.choice(("any", "any", "any", "priests", "crowd"))
        side, kind, turn = draw.choice("buf"), draw.choice(("melee", "melee", "missile")), draw.choice((1, 3))
        if theme == "any":
            pieces = drawn(draw, draw.choice((1, 1, 2)), hidden=False)
        elif theme == "priests":
            pieces = drawn(draw, 2, hidden=False, kinds=("b5", "b5", "b6", "b1", "u1", "u2", "f1"), near="t")
            side, kind = "b", "melee"
        else:
            pieces = drawn(draw, 1, hidden=False, kinds=("f1", "f1", "f1", "b1", "u1"))
            side, kind = "f", "melee"
            pieces |= fereira(draw, pieces)
        able = {
            target: [name for name in pieces if name[0] == side and oracle.may_attack(pieces, name, target, kind)]
            for target in sorted(pieces)
            if target[0] != side
        }
        if not any(able.values()):
            continue
        state = state_of(pieces, kind, side, turn)
        while state.current_player() != PLAYERS[side]:
            state = play(state, "end")
        night = turn == 1
        allowed = [
            target for target, names in able.items() if names and oracle.column(pieces, names, target, kind, night)
        ]
        assert offers(state, "attack") == allowed
        for target, names in able.items():
            if target in allowed:
                assert offers(play(state, f"attack {target}"), "with") == sorted(names)
                weigh(state, pieces, target, draw.sample(names, draw.randint(1, len(names))), kind, night, seen)
    wanted = "auto, not allowed, stacked leader, leader adds, melee, missile, temple, crowd"
    assert {what for what in (*oracle.COLUMNS, *wanted.split(", ")) if not seen[what]} == set()


def fereira(draw: random.Random, pieces: Pieces) -> dict[str, dict]:
    """Fereira, 3 to 5 hexes from some piece."""
    people = [piece["at"] for piece in pieces.values()]
    free = sorted(at for at in LAND if not on(pieces, at) and people and distance(at, people[0]) in (3, 4, 5))
    return {"f7": {"at": draw.choice(free), "back": False, "hidden": False}} if free else {}


def weigh(
    state: State, pieces: Pieces, target: str, names: list[str], kind: str, night: bool, seen: Counter[str]
) -> None:
    expected = oracle.column(pieces, names, target, kind, night)
    seen[expected or "not allowed"] += 1
    seen[kind] += 1
    seen["temple"] += any(
        unit(name) in oracle.TEMPLE and oracle.modifier(pieces, name, target, kind, night) > 0 for name in names
    )
    seen["crowd"] += all(unit(name) == "f1" for name in names)
    seen["stacked leader"] += oracle.carrier(pieces, target)
    seen["leader adds"] += oracle.defence(pieces, target) > oracle.own_defence(pieces, target)
    if not expected:
        assert not legal(play(state, f"attack {target}", *(f"with {name}" for name in names)), "end")
        return
    after = attack(state, target, *names)
    if expected == "auto":
        assert not hasattr(after.step, "column"), (names, target)
        return
    assert ratio(after.step.column) == expected, (names, target)
    assert after.current_player() == CHANCE
    assert {str(move)[1:]: share for move, share in after.chance_outcomes()} == oracle.results(expected, kind)
