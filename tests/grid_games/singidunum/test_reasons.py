"""A refusal gives the true reason: take away what it names, and the move is legal."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from armada_sim.tabletop import Message
from grid_games.singidunum.chapters import retreat
from grid_games.singidunum.state import State
from tests.catalogues import name_of, texts_of
from tests.grid_games.singidunum.scenes import after, game, legal, scene


def put(units: str, *moves: str, **rest: Any) -> Callable[[], State]:
    """The state after some moves, made when it is asked for."""
    return lambda: after(scene(units, **rest), *moves)


def deployed(*units: str, **settings: object) -> Callable[[], State]:
    return lambda: after(game(**settings).new(), *units)


AWAY = "A4@c9"
"""Far from all that happens."""
CONTACT = {"pincer_shape": "opposite", "pincer": "leaving"}
JOIN = {"pincer_shape": "opposite", "follow_double": "join"}
SINGLY = ("e4-e5", "xe6", "refuse", ">f6")

# a state, a move, the clause against it and its words; then a state without that rule, and the move where it changes
REASONS: list[tuple[Any, ...]] = [
    # deployment
    (deployed(), "done", "3", "at least one unit", deployed("H7@d5")),
    (deployed("H7@d6", "H7@d7"), "H7@d8", "2", "no more H7 than 2", deployed("H7@d6")),
    (deployed("E9@d4", "E8@d5", "H7@d6", "C5@d7", "C4@d8", scenario="37"), "H7@d9", "3", "costs 7, and 4 of 37",
     deployed("E9@d4", "E8@d5", "H7@d6", "C5@d7", "C4@d8")),
    (deployed("H7@d5"), "C4@d5", "U2", "is occupied", deployed("H7@d6")),
    (deployed(), "H7@e5", "U2", "outside the deployment zone: 4 rows", deployed(), "H7@d5"),
    # one unit moves
    (put(f"E9@e4 / C6@h7 {AWAY}"), "e5-e6", "6", "no unit of the Romans on e5", put(f"E9@e5 / C6@h7 {AWAY}")),
    (put(f"E9@e5' H7@c3 / C6@h7 {AWAY}"), "e5-e6", "6", "is activated", put(f"E9@e5 H7@c3 / C6@h7 {AWAY}")),
    (put(f"E9@e5 / C6@i9 {AWAY}"), "e5-e7", "7", "e7 is 2 hexes away; the unit moves one",
     put(f"C6@e5 / E9@i9 {AWAY}")),
    (put("C6@e5 / E9@i9"), "e5-e8", "7", "3 hexes away; the unit moves one, or two", put("C6@e6 / E9@i9"), "e6-e8"),
    (put("E9@e5 H7@e6 / C6@i9"), "e5-e6", "7", "e6 is occupied", put("E9@e5 / C6@i9")),
    (put("E9@e5 / C6@d4 C5@e6"), "e5-f4", "7", "e5 is caught between available enemies: the unit may only stay",
     put("E9@e5 / C6@d4 C5@e6", pincer="entering")),
    (put("E9@e5 / C6@d6 C5@f6"), "e5-e6", "7", "e6 is caught between available enemies",
     put("E9@e5 / C6@d6 C5@f6", pincer="leaving")),
    (put("E9@e5 / C6@d5"), "e5-e6", "7", "e5 and e6 lie in enemy zones of control", put("E9@e5 / C6@i9")),
    (put("E9@e5 / C6@d4 C5@e6"), "e5-d5", "7", "may only stay; and d5 is caught", put("E9@e5 / C6@i9")),
    (put("C6@g2 / E9@c9"), "g2-g4", "7", "only from plain; g2 is brush", put("C6@g3 / E9@c9"), "g3-g5"),
    (put("C6@g4 / E9@c9", cavalry_end="plain"), "g4-g2", "7", "cannot end on g2, brush", put("C6@g4 / E9@c9")),
    (put("C6@e5 H7@e6 H6@d5 / E9@i9"), "e5-e7", "7", "no way of two hexes leads to e7", put("C6@e5 H6@d5 / E9@i9")),
    # double attacks
    (put(f"E9@e4 H7@g6 / C6@e6 {AWAY}"), "e4++d5", "12", "no enemy on d5", put(f"E9@e4 H7@c4 / C6@d5 {AWAY}")),
    (put("E9@e4 H7@g6 / C6@e6 A4@e7'"), "e4++e6", "12", "a friend on its flank",
     put("E9@e4 H7@g6 / C6@e6 A4@e7'", flanks="one_open")),
    (put(f"E9@e4 H7@g3 / C6@e6 {AWAY}"), "e4++e6", "U12", "no two moves bring e4", put(f"E9@e4 H7@g6 / C6@e6 {AWAY}")),
    (put(f"E9@e4 H7@g6 A5@i3 / C6@e6 {AWAY}", "e4++e6"), "i3-i4", "U12", "no part in the double attack",
     put(f"E9@e4 H7@g6 A5@i3 / C6@e6 {AWAY}")),
    (put(f"E9@e4 H7@g6 / C6@e6 {AWAY}", "e4++e6"), "e4-e3", "U12", "from e3 the double attack on e6 cannot be made",
     put(f"E9@e4 H7@g6 / C6@e6 {AWAY}")),
    (put("E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@i9", *SINGLY, pincer_shape="opposite"), "e5++d5", "12",
     "no other unit joins", put("E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@i9", *SINGLY, **JOIN)),
    (put("E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@i9", *SINGLY, **JOIN), "c4++d5", "9", "the unit on e5 attacks, not",
     put("E9@e4 H7@c4 / H6@d5 A5@i9", **JOIN)),
    (put("E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@d6' A6@i9", *SINGLY, **JOIN), "e5++d5", "12", "a friend on its flank",
     put("E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@d6' A6@i9", *SINGLY, **JOIN, flanks="one_open")),
    (put("E9@e4 H7@c2 A4@i3 / C6@e6 H6@d5 A5@i9", *SINGLY, **JOIN), "e5++d5", "U12", "no other available unit",
     put("E9@e4 H7@c4 A4@i3 / C6@e6 H6@d5 A5@i9", *SINGLY, **JOIN)),
    (put(f"E9@e4' H7@g6 / C6@e6 {AWAY}"), "e4++e6", "6", "is activated", put(f"E9@e4 H7@g6 / C6@e6 {AWAY}")),
    (put(f"E9@e4 H7@g6 A5@i3' / C6@e6 {AWAY}", "e4++e6"), "i3-i4", "6", "is activated", put(f"A5@i3 / C6@e6 {AWAY}")),
    # attacks
    (put("A6@e4 / H6@d5 C6@e6 A4@i9", "e4-e5", "xe6", "refuse", ">e7", **CONTACT), "*e7", "9", "after a refusal",
     put("A6@e4 / C6@e7 A4@i9", "e4")),
    (put("E9@e4 / H6@d5 H7@f5 A4@i9", "e4-e5", **CONTACT), "hold", "9", "moves into contact attacks",
     put("E9@e5 / H6@d5 H7@f5 A4@i9", "e5", **CONTACT)),
    (put("E9@e4 / H6@d5 H7@f5 A4@i9", "e4-e5", **CONTACT), "xe6", "9", "no enemy on e6",
     put("E9@e4 / H6@d5 H7@e6 A4@i9", "e4-e5", **CONTACT)),
    (put("E9@e4 / H6@d5 H7@e6 C6@f5 A4@c9", "e4-e5", "xe6", "refuse", ">e7", **CONTACT), "xe7", "9", "was challenged",
     put("E9@e4 / H6@d5 H7@e6 C6@f5 A4@c9", "e4-e5", **CONTACT), "xe6"),
    (put("A6@e4 / C6@e7 A4@i9", "e4", attack_in_place="no"), "xe7", "U5", "cannot be attacked",
     put("A6@e5 / C6@e6 A4@i9", "e5"), "xe6"),
    (put("E9@e3 / H6@e2' H7@f3 A4@i9", "e3"), "xe2", "U13", "on the attacker's terrain comes before",
     put("E9@e3 / H6@e2' A4@i9", "e3")),
    (put("E9@e4 A5@d7' A6@f7' A4@e7' / C6@e6 A4@c9", "e4-e5"), "refuse", "9",
     "has no hex to retreat to, and fights: d5, d6", put("E9@e4 / C6@e6 A4@c9", "e4-e5")),
    # retreats
    (put("E9@e4 / C6@e6 A5@e7' A4@c9", "e4-e5", "accept", "+1"), "hold", "10", "must retreat",
     put("E9@f6 H7@h9' H6@i6' / C6@h7 A4@c9", "f6-g7", "accept", "+2")),
    (put("E9@e4 A5@g7' / C6@e6 A4@c9", "e4-e5", "refuse"), ">e9", "10", "no neighbour of e6",
     put("E9@e4 A5@g7' / C6@e6 A4@c9", "e4-e5", "refuse"), ">d6"),
    (put("E9@e4 / C6@e6 A5@e7 A4@c9", "e4-e5", "refuse"), ">e7", "10", "e7: occupied",
     put("E9@e4 / C6@e6 A4@c9", "e4-e5", "refuse")),
    (put("E9@e4 A5@g7' / C6@e6 A4@c9", "e4-e5", "refuse"), ">f6", "10", "f6: in an enemy zone of control",
     put("E9@e4 / C6@e6 A4@c9", "e4-e5", "refuse")),
    (put("E9@e3 / C6@d3 A5@i9", "e3", "xd3", "refuse"), ">d2", "10", "d2: brush, another terrain",
     put("E9@e3 / C6@d3 A5@i9", "e3", "xd3", "refuse"), ">c3"),
    (put("A6@e4 / C6@e7 A4@c9", "e4", "*e7", "+2", ">e8", "allow"), ">e7", "U9", "the hex first left",
     put("A6@e4 / C6@e7 A4@c9", "e4", "*e7", "+2", ">e8", "allow"), ">e9"),
    (put("A6@e4 / C6@e7 A4@c9", "e4", "*e7", "+2", ">e8", "veto"), ">e8", "U10", "e8 was refused",
     put("A6@e4 / C6@e7 A4@c9", "e4", "*e7", "+2")),
    (put("E9@f6 H7@h9' H6@i6' / C6@h7 A4@c9", "f6-g7", "accept", "+2"), ">j7", "10",
     "opposite the enemy, which comes first",
     put("E9@f6 H7@h9' H6@i6' / C6@h7 A4@c9", "f6-g7", "accept", "+2", second_hex="any")),
    (put(f"E9@e4 H7@d4' / C6@e6 {AWAY}", "e4-e5", "accept", "+3"), "d4-d5", "U7", "only an attacker follows",
     put(f"E9@e4 H7@d4 / C6@i6 {AWAY}")),
    # shots
    (put("E9@e4 / H6@e5 C6@e7 A4@i9", "e4"), "*e7", "11", "only archers shoot", put("A6@e4 / C6@e7 A4@i9", "e4")),
    (put("A6@e4 / H6@d5 C6@f5 A4@e8", "e4-e5", **CONTACT), "*e8", "U11", "move into contact attack",
     put("A6@e4 / A4@e8", "e4-e5", **CONTACT)),
    (put("A6@e5 / C6@e6 A4@c6", "e5"), "*c6", "U11", "in contact do not shoot",
     put("A6@e5 / C6@e6 A4@c6", "e5", shoot_in_contact="yes")),
    (put("A6@e4 / C6@e7 A4@c9", "e4"), "*e6", "11", "no enemy on e6", put("A6@e4 / C6@e6 A4@c9", "e4")),
    (put("A6@e4 / C6@e7 A4@e8", "e4"), "*e8", "11", "3 hexes lie between; a shot goes over 1 or 2",
     put("A6@e4 / C6@d7 A4@e8", "e4", shot_separation="at_least")),
    (put("A6@e5 / C6@e6 A4@c6", "e5", shoot_in_contact="yes", shot_separation="at_least"), "*e6", "11",
     "0 hexes lie between; a shot goes over 1 or more", put("A6@e4 / C6@e6 A4@c6", "e4", shot_separation="at_least")),
    (put("A6@e4 / C6@e7 H6@e6 A4@f6", "e4"), "*e7", "11", "no shortest way to e7", put("A6@e4 / C6@e7 A4@f6", "e4")),
    (put("A4@e4 A6@d4 / C6@e7 A4@c9", "e4", "*e7"), "+c4", "11", "no available archers of the Romans on c4",
     put("A4@e4 A6@d4 / C6@e7 A4@c9", "e4", "*e7"), "+d4"),
    (put("A4@e4 A6@d4 A5@g4 / C6@e7 A4@c9", "e4", "*e7"), "+g4", "11", "do not stand beside those who shoot",
     put("A4@e4 A6@d4 A5@f4 / C6@e7 A4@c9", "e4", "*e7"), "+f4"),
    (put("A4@e4 A6@d4 A5@e3 / C6@e7 A4@c9", "e4", "*e7"), "+e3", "U11", "cannot shoot at the target themselves",
     put("A4@e4 A6@d4 A5@f4 / C6@e7 A4@c9", "e4", "*e7"), "+f4"),
    # the order of play alone
    (put(f"E9@e4 / C6@i6 {AWAY}"), "accept", "turn", "move a unit", put(f"E9@e4 / C6@e6 {AWAY}", "e4-e5")),
]  # fmt: skip


@pytest.mark.parametrize("case", REASONS, ids=[f"{clause} {text} {told}" for _, text, clause, told, *_ in REASONS])
def test_the_rule_named_is_the_one_that_forbids_it(case: tuple[Any, ...]) -> None:
    start, text, clause, told, cured, *other = case
    state = start()
    found = state.why_not(state.game.parse(text))
    assert found is not None
    assert (found.clause, told in found.text) == (clause, True), found
    assert (other or [text])[0] in legal(cured())


def templates(text: Message) -> Iterator[str]:
    """What a message and those in it are made of."""
    yield text.template
    for value in text.values.values():
        if isinstance(value, Message):
            yield from templates(value)


def test_each_sentence_that_refuses_has_a_case() -> None:
    """A refusal added to the chapters without a case among the reasons fails here."""
    folder = Path(retreat.__file__).parent
    nodes = (node for path in folder.glob("*.py") for node in ast.walk(ast.parse(path.read_text())))
    calls = [node for node in nodes if isinstance(node, ast.Call) and name_of(node) in ("Message", "Violation")]
    said = {text for node in calls for text in texts_of(node)}
    refused = ((state := start()).why_not(state.game.parse(text)) for start, text, *_ in REASONS)
    met = {one for found in refused for one in templates(found.text)}
    assert len(said) > 40
    assert said - met == set()
