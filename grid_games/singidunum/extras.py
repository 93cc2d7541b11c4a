"""What Singidunum offers people beyond the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grid_games.core.extras import Armies, Extras, Positions
from grid_games.singidunum import armies, documents, moves, odds, points, telling, text
from grid_games.singidunum.board import TERRAIN

_KINDS: dict[type[Any], str] = {
    moves.Place: "deploy", moves.Go: "move", moves.Double: "double attack", moves.By: "way", moves.Attack: "attack",
    moves.Shoot: "shot", moves.Support: "support", moves.Retreat: "retreat", moves.Say: "decision", moves.First: "lot",
    moves.Roll: "dice", moves.Dice: "dice", moves.Save: "save",
}  # fmt: skip


def kind_of(move: moves.Move) -> str:
    """The kind of a move in a word or two."""
    return "stay" if isinstance(move, moves.Go) and move.start == move.end else _KINDS[type(move)]


EXTRAS = Extras(
    rules="docs/rules/singidunum.md",
    notation=(
        ("E9@b5", "take the elite of strength 9 and deploy it on b5"), ("done", "the army is complete"),
        ("d7-e7", "the unit on d7 goes to e7 (after a victory: follows there)"),
        ("d7", "the unit on d7 is chosen and stays"),
        ("d7++f7", "a double attack on f7, led by the unit on d7; both goings follow"),
        ("pass", "use no unit any more this turn"),
        ("/e7", "cavalry came by e7 (cavalry_return = middle)"), ("xf7", "attack the unit on f7"),
        ("*f7", "shoot at the unit on f7"),
        ("+d8", "the archers on d8 support the shot"), ("alone", "nobody supports it"),
        ("hold", "do not attack, shoot, follow or step on"),
        ("accept", "accept the combat"), ("refuse", "refuse it and retreat"),
        (">g7", "retreat to g7; of a unit hit by a shot: announce it"),
        ("allow", "the hex announced stands"), ("veto", "it does not"), ("keep", "the dice stand"),
        ("reroll", "roll one's own die again"), ("reroll-target", "roll the target's again (support_reroll = either)"),
        ("+2", "dice: the attacker's total is 2 more than the defender's; 4 is 4 or more"),
        ("3:4", "dice of a supported shot, the archer's first"),
        ("saved", "heavy infantry makes its save"), ("lost", "it does not"), ("first:romans", "lot: who begins"),
    ),
    legend=(
        ("E9", "a unit of the Romans with its strength: E elite, H heavy infantry, C cavalry, A archers"),
        ("e9", "a unit of the barbarians"),
        ("E8'", "activated: the strength it has now"), ("*", "a burnt hex; about HEX says so of a hex with a unit too"),
        *((text.SIGNS[letter], name) for letter, name in TERRAIN.items()),
    ),
    maps={"default": "the proposed board: 11 rows of 13 and 12 hexes, seven hexes between the camps"},
    read_map=lambda path: documents.read_board(Path(path)).text(),
    positions=Positions(example=text.EXAMPLE, start=text.START, read=text.read, write=text.write),
    questions=points.QUESTIONS,
    odds=odds.tables,
    unlawful=odds.unlawful,
    armies=Armies({name: army.units for name, army in armies.ARMIES.items()}, armies.check, armies.keeping),
    kind_of=kind_of,
    stakes=text.in_numbers,
    asked=text.asked,
    told=telling.told,
    about=telling.about,
)  # fmt: skip
"""All of it."""
