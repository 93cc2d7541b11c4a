"""What Singidunum offers people beyond the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grid_games.core.extras import Armies, Extras, Positions
from grid_games.singidunum import armies, odds
from grid_games.singidunum import text as positions
from grid_games.singidunum.boards import read_board
from grid_games.singidunum.moves import (
    PLAYERS,
    Attack,
    By,
    Dice,
    Double,
    First,
    Go,
    Move,
    Place,
    Retreat,
    Roll,
    Save,
    Say,
    Shoot,
    Support,
)  # fmt: skip
from grid_games.singidunum.state import DEPLOY
from grid_games.singidunum.tellings import asked, in_numbers

_KINDS: dict[type[Any], str] = {
    Place: "deploy", Go: "move", Double: "double attack", By: "way", Attack: "attack", Shoot: "shot", Support: "support",
    Retreat: "retreat", Say: "decision", First: "lot", Roll: "dice", Dice: "dice", Save: "save",
}  # fmt: skip


def kind_of(move: Move) -> str:
    """The kind of a move in a word or two."""
    if isinstance(move, Go) and move.start == move.end:
        return "stay"
    return _KINDS[type(move)]


def told(before: Any, move: Move, after: Any, player: str) -> str:
    """What a player is told of a move: nothing of what the other deploys behind his screen."""
    if before.phase != DEPLOY or before.current_player() == player:
        return str(move)
    return f"the {PLAYERS[before.mover]} have deployed" if after.phase != DEPLOY or after.mover != before.mover else ""


def _check(game: Any, text: str) -> None:
    armies.check(game, text)


def _keeping(state: Any, text: str) -> list[Move]:
    return armies.keeping(state, text)


EXTRAS = Extras(
    notation=(
        ("E9@b5", "take the elite of strength 9 and deploy it on b5"), ("done", "the army is complete"),
        ("d7-e7", "the unit on d7 goes to e7 (after a victory: follows there)"), ("d7", "the unit on d7 is chosen and stays"),
        ("d7++f7", "a double attack on f7, led by the unit on d7; both goings follow"), ("pass", "use no unit any more this turn"),
        ("/e7", "cavalry came by e7 (cavalry_return = middle)"), ("xf7", "attack the unit on f7"), ("*f7", "shoot at the unit on f7"),
        ("+d8", "the archers on d8 support the shot"), ("alone", "nobody supports it"), ("hold", "do not attack, shoot, follow or step on"),
        ("accept", "accept the combat"), ("refuse", "refuse it and retreat"), (">g7", "retreat to g7; of a unit hit by a shot: announce it"),
        ("allow", "the hex announced stands"), ("veto", "it does not"), ("keep", "the dice stand"),
        ("reroll", "roll one's own die again"), ("reroll-target", "roll the target's again (support_reroll = either)"),
        ("+2", "dice: the attacker's total is 2 more than the defender's; 4 is 4 or more"), ("3:4", "dice of a supported shot, the archer's first"),
        ("saved", "heavy infantry makes its save"), ("lost", "it does not"), ("first:romans", "lot: who begins"),
    ),
    maps={"default": "the proposed board: 11 rows of 13 and 12 hexes, seven hexes between the camps"},
    read_map=lambda path: read_board(Path(path)).text(),
    positions=Positions(example=positions.EXAMPLE, start=positions.START, read=positions.read, write=positions.write),
    odds=odds.tables,
    armies=Armies({name: army.units for name, army in armies.ARMIES.items()}, _check, _keeping),
    kind_of=kind_of,
    stakes=in_numbers,
    asked=asked,
    told=told,
)  # fmt: skip
"""All of it."""
