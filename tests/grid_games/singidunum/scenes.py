"""Positions in one line, and plays in notation.

`scene("C6@e5 A5@d4' / e9@f6")` puts Romans left of the slash, barbarians right of it; an apostrophe: activated; "!": it
got there by a retreat. Every second row (b, d, f, ...) stands half a hex to the right: e5 touches d4, d5, e4, e6, f4,
f5; d5 touches c5, c6, d4, d6, e5, e6.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grid_games.singidunum.game import KIND, Singidunum
from grid_games.singidunum.state import State


def game(**settings: object) -> Singidunum:
    return KIND.load(settings=settings)


def scene(
    units: str, mover: str = "romans", turn: int = 1, passed: str | None = None, points: tuple[int, int] = (0, 0),
    burnt: Iterable[str] = (), entered: Iterable[str] = (), **settings: object,
) -> State:  # fmt: skip
    """A player's go with these units on the board."""
    listed = [
        {
            "unit": text[:2].upper(), "hex": text[3:].strip("'!"), "player": player,
            "available": "'" not in text, "fled": "!" in text,
        }
        for player, side in zip(("romans", "barbarians"), units.split("/"), strict=True)
        for text in side.split()
    ]  # fmt: skip
    document: dict[str, Any] = {
        "phase": "go", "turn": turn, "mover": mover, "passed": passed, "units": listed, "burnt": list(burnt),
        "points": list(points), "entered": list(entered), "action": None, "result": None,
    }  # fmt: skip
    return game(**settings).state_from_json(document)


def after(state: State, *moves: str) -> State:
    """The state after moves in notation, each judged."""
    for text in moves:
        state = state.play(state.game.parse(text))
    return state


def fight(state: State, going: str, *rolls: str) -> State:
    """A unit goes, the enemy it touches accepts where it is asked, the dice fall."""
    state = after(state, going)
    return after(state, *(("accept",) if state.phase == "answer" else ()), *rolls)


def legal(state: State, start: str = "") -> set[str]:
    """Notation of the legal moves that begin so."""
    return {text for move in state.legal_moves() if (text := str(move)).startswith(start)}


def goes(state: State, unit: str) -> set[str]:
    """The hexes to which a unit may go, its own not included."""
    return {text.split("-")[1] for text in legal(state, unit + "-")}


def clause(state: State, text: str) -> str | None:
    """The clause that forbids a move."""
    violation = state.why_not(state.game.parse(text))
    return None if violation is None else violation.clause


def units(state: State) -> str:
    """The units in the form of `scene`."""
    document = state.game.state_to_json(state)
    sides = [
        " ".join(
            f"{unit['unit']}@{unit['hex']}{'' if unit['available'] else chr(39)}{'!' if unit['fled'] else ''}"
            for unit in document["units"]
            if unit["player"] == player
        )
        for player in ("romans", "barbarians")
    ]
    return " / ".join(sides)


def decides(state: State) -> str:
    """Who decides, and what."""
    return f"{state.current_player()} {state.phase}"
