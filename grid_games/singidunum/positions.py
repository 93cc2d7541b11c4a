"""A position as a line of text: `3 romans 2-1 E9@e4 C6@d5' / H7@f5 A4@j9!' burnt j6 entered romans passed barbarians`.

The turn, whose go it is, the points of Romans and barbarians, their units left and right of the slash (an apostrophe: activated;
"!": it came to its hex in the enemy base by a retreat); then, where there is any, what is burnt, who has entered the enemy
base, who has passed. There is a text only for the moment before somebody chooses a unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from grid_games.core.protocol import NotationError
from grid_games.core.sets import members
from grid_games.singidunum import documents
from grid_games.singidunum.draft import GO
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.play import State
from grid_games.singidunum.units import NAMES

if TYPE_CHECKING:
    from grid_games.singidunum.game import Singidunum

EXAMPLE = "1 romans 0-0 E9@e4 C6@d5' / H7@f5 A4@i9"
START = r"\d+ (?:romans|barbarians) \d+-\d+ "

_LINE = re.compile(r"(\d) (romans|barbarians) (\d{1,3})-(\d{1,3}) ([^/]*)/(.*)")
_UNIT = re.compile(r"([A-Z]\d)@([a-z]\d{1,2})(!?)('?)")
_MORE = ("burnt", "entered", "passed")


def read(game: Singidunum, text: str) -> State:
    """The state of a text. Raises NotationError that quotes what it cannot read."""
    found = _LINE.fullmatch(text.strip())
    if found is None:
        raise NotationError(f"{text!r} is no position; expected one such as {EXAMPLE}")
    turn, mover, one, other, romans, rest = found.groups()
    barbarians, more = _sorted(rest.split())
    passed = more["passed"]
    if len(passed) > 1:
        raise NotationError(f"{' '.join(passed)!r}: one player passes first")
    document: dict[str, Any] = {
        "phase": GO, "turn": int(turn), "mover": mover, "passed": passed[0] if passed else None,
        "units": [_unit(word, player) for player, words in zip(PLAYERS, (romans.split(), barbarians), strict=True) for word in words],
        "burnt": more["burnt"], "points": [int(one), int(other)], "entered": more["entered"], "action": None, "result": None,
    }  # fmt: skip
    return documents.read(game, document)


def _sorted(words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Units, and the words after each of `_MORE`."""
    lists: dict[str, list[str]] = {key: [] for key in ("", *_MORE)}
    key = ""
    for word in words:
        if word in _MORE:
            key = word
        else:
            lists[key].append(word)
    return lists.pop(""), lists


def _unit(word: str, player: str) -> dict[str, Any]:
    found = _UNIT.fullmatch(word)
    if found is None:
        raise NotationError(f"{word!r} is no unit on a hex; expected one such as E9@e4, activated E9@e4'")
    unit, name, fled, worn = found.groups()
    return {"unit": unit, "hex": name, "player": player, "available": not worn, "fled": bool(fled)}


def write(state: State) -> str:
    """The text of a state. Raises NotationError unless somebody is about to choose a unit."""
    if state.phase != GO:
        raise NotationError("only the moment before a unit is chosen has a text")
    names = state.game.table.board.names
    sides = [
        " ".join(
            f"{NAMES[state.kinds[h]]}@{names[h]}{'!' if state.fled >> h & 1 else ''}{'' if state.ready >> h & 1 else chr(39)}"
            for h in members(men)
        )
        for men in state.men
    ]
    words = [f"{state.turn} {PLAYERS[state.mover]} {state.points[0]}-{state.points[1]}", sides[0], "/", sides[1]]
    if state.burnt:
        words += ["burnt", *(names[h] for h in members(state.burnt))]
    if state.entered:
        words += ["entered", *(player for side, player in enumerate(PLAYERS) if state.entered >> side & 1)]
    if state.passer >= 0:
        words += ["passed", PLAYERS[state.passer]]
    return " ".join(word for word in words if word)
