"""A refusal names the rule without which the move would be allowed: with that rule taken away, by option or by a change
of the position, it is."""

from __future__ import annotations

import pytest

from grid_games.destin_arc.state import BACK, MEDITATES, Effect, State
from tests.grid_games.destin_arc.scenes import ended, game, legal, play, scene, why

B, U, F = range(3)
P = game().pieces.numbers


def melee(pieces: dict[str, str], seat: int = B, *moves: str, **rest: object) -> State:
    return play(scene(pieces, "melee", seat, **rest), *moves)


def magic(pieces: dict[str, str], *moves: str, seat: int = B, **rest: object) -> State:
    return play(scene(pieces, "magic", seat, **rest), *moves)


def beaten(pieces: dict[str, str], attacker: str = "S28") -> State:
    """Ulf's barons u6.1 on S30 have to retreat one hex from b1.1."""
    state = melee({"b1.1": attacker, "u6.1": "S30", "u1.9": "A2"} | pieces, B, "attack u6.1", "with b1.1")
    return play(ended(state), "=D1")


SILENT = (Effect(1, "silence", "christian", U, P["b5.1"], 0, 8),)
HELD = (Effect(1, "hold", "bhar", U, P["b1.1"], 0, 3),)
LIGHT = {"b5.1": "K22", "u1.1": "K24", "f1.1": "A2"}
BLESSED = (Effect(1, "bless", "christian", U, P["u1.1"], 0, 8, 1),)

REASONS = [
    # battles: river against bank, has attacked already, meditates, held, a stacked leader, too far
    (lambda: melee({"b1.1": "I54", "u1.1": "I56"}), "attack u1.1", "1.14.4", lambda: melee({"b1.1": "I54", "u1.1": "I52"})),
    (lambda: melee({"b1.1": "D5", "u1.1": "D3"}), "attack u1.1", "1.14.4", lambda: melee({"b1.1": "D5", "u1.1": "D3"}, marsh_combat="allowed")),
    (lambda: melee({"b1.1": "S28", "u1.1": "S30", "u1.2": "S26"}, B, "attack u1.1", "with b1.1"), "attack u1.2", "1.7.1", lambda: melee({"b1.1": "S28", "u1.1": "S30", "u1.2": "S26"})),
    (lambda: melee({"b5.1": "S28", "u1.1": "S30"}, marks={"b5.1": MEDITATES}), "attack u1.1", "1.8.5", lambda: melee({"b5.1": "S28", "u1.1": "S30"})),
    (lambda: melee({"b1.1": "S28", "u1.1": "S30"}, effects=HELD), "attack u1.1", "4.5", lambda: melee({"b1.1": "S28", "u1.1": "S30"})),
    (lambda: melee({"b4": "S28", "u1.1": "S30", "u5": "S30"}), "attack u5", "1.11.1", lambda: melee({"b4": "S28", "u5": "S30"})),
    (lambda: melee({"b1.1": "S28", "u1.1": "S32"}), "attack u1.1", "1.10.1", lambda: melee({"b1.1": "S28", "u1.1": "S30"})),
    (lambda: melee({"b5.1": "S28", "u4": "S30"}), "attack u4", "1.12.3", lambda: melee({"b4": "S28", "u4": "S30"})),
    # spells: silenced, points, an own hex, healing that is not needed, a second spell
    (lambda: magic({"b5.1": "K22", "u2.1": "K24"}, effects=SILENT), "cast b5.1 silence", "4", lambda: magic({"b5.1": "K22", "u2.1": "K24"})),
    (lambda: magic(LIGHT, points={"b5.1": 49}), "cast b5.1 hold", "1.8.2", lambda: magic(LIGHT, points={"b5.1": 50})),
    (lambda: magic({"b5.1": "K22", "b1.1": "K24"}, "cast b5.1 bless"), "on b5.1", "4", lambda: magic({"b5.1": "K22", "b1.1": "K24"}, "cast b5.1 bless", touch="own")),
    (lambda: magic({"b5.1": "K22", "b1.1": "K24", "b1.2": "L23"}, "cast b5.1 healing", marks={"b1.1": BACK}), "on b1.2", "4.7", lambda: magic({"b5.1": "K22", "b1.1": "K24", "b1.2": "L23"}, "cast b5.1 healing", marks={"b1.1": BACK, "b1.2": BACK})),
    (lambda: magic(LIGHT, "cast b5.1 weather"), "at K60", "4", lambda: magic(LIGHT | {"b5.1": "K56"}, "cast b5.1 weather")),
    (lambda: magic(LIGHT, "cast b5.1 weather", "at K20"), "at K30", "4.3", lambda: magic(LIGHT, "cast b5.1 weather", "at K28")),
    (lambda: magic({"b5.1": "K22", "b5.2": "K24", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless", marks={"b5.2": MEDITATES}), "join b5.2", "1.8.5", lambda: magic({"b5.1": "K22", "b5.2": "K24", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless")),
    (lambda: magic({"b5.1": "K22", "b5.2": "K40", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless"), "join b5.2", "1.8.4", lambda: magic({"b5.1": "K22", "b5.2": "K24", "u1.1": "A2", "b1.1": "L23"}, "cast b5.1 bless")),
    (lambda: magic(LIGHT, effects=BLESSED, points={"b5.1": 24}), "cast b5.1 dispel", "1.8.2", lambda: magic(LIGHT, effects=BLESSED, points={"b5.1": 25})),
    # retreats: an enemy's hex, an enemy zone, a friend
    (lambda: beaten({}), "to S28", "1.13.3", lambda: beaten({}, "S32")),
    (lambda: beaten({"b1.3": "U32"}), "to T31", "1.13.1", lambda: beaten({})),
    (lambda: beaten({"u1.1": "S32"}), "to S32", "1.13.2", lambda: beaten({})),
    (lambda: beaten({}), "to S34", "1.13.3", lambda: beaten({"u1.1": "S32", "u1.2": "T31", "u1.3": "R31"})),
]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "move", "clause", "cured"), REASONS, ids=[f"{clause} {move}" for _, move, clause, _ in REASONS]
)
def test_the_rule_named_is_the_one_that_forbids_it(start, move: str, clause: str, cured) -> None:
    assert why(start(), move) == clause
    assert legal(cured(), move)
