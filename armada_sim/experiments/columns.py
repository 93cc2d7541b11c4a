"""A store of battles as columns of NumPy arrays: games, sets, ships and actions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from armada_sim.experiments._edges import NAMES
from armada_sim.experiments.battles import logged
from armada_sim.play import on_grid
from armada_sim.tabletop import InputError, Message
from armada_sim.tabletop.laboratory import Columns, GameRow, Opened, columns

_KINDS = {">": "move", "~": "move", "x": "shot"}
"""Kinds of actions by the sign that stands behind the ship's name."""

_SHIPS: dict[str, type] = {
    "meeting": np.int64, "set": np.int64, "ship": np.str_, "player": np.str_, "size": np.str_, "x": np.float64,
    "y": np.float64, "heading": np.float64,
}  # fmt: skip
_ACTIONS: dict[str, type] = {
    "meeting": np.int64, "set": np.int64, "game": np.int64, "action": np.int64, "turn": np.int64, "player": np.str_,
    "entrant": np.int64, "kind": np.str_, "ship": np.str_, "target": np.str_, "steps": np.int64, "text": np.str_,
}  # fmt: skip


@dataclass(frozen=True)
class Kept(Opened):
    """What a store of battles holds."""

    @cached_property
    def ships(self) -> Columns:
        """(n,) each, a row a ship of a set as it begins: `meeting`, `set`, `ship`, `player` (`red` has the first fleet,
        `blue` the second), `size`, `x` and `y` (of the middle of the base, mm), `heading` (degrees,
        counter-clockwise from +x)."""
        found: list[list[Any]] = [[] for _ in _SHIPS]
        for meeting, number, game, row in self.rows():
            if game == 1:
                for name, player, size, *units in logged(row.log)["ships"]:
                    _add(found, (meeting, number, name, player, size, *(float(on_grid(unit)) for unit in units)))
        return _table(_SHIPS, found)

    @cached_property
    def actions(self) -> Columns:
        """(n,) each, a row an action, in order: `meeting`, `set`, `game`, `action` (its number in the game, from 1),
        `turn` (from 1), `player`, `entrant` (1 or 2, who plays them), `kind` (`move`, `shot` or `pass`), `ship`,
        `target` (of a shot), `steps` (of a move), `text` (the notation of records). A greedy game has some hundred."""
        found: list[list[Any]] = [[] for _ in _ACTIONS]
        for meeting, number, game, row in self.rows():
            entry = logged(row.log)
            who = _players(entry, row)
            red = row.first if entry["first"] == NAMES[0] else 1 - row.first
            turn = 1 + (who[:1] != [entry["first"]])
            for i, (before, player, text) in enumerate(zip([*who[:1], *who], who, entry["actions"], strict=False), 1):
                turn += before != player
                entrant = 1 + (red if player == NAMES[0] else 1 - red)
                _add(found, (meeting, number, game, i, turn, player, entrant, *_said(text), text))
        return _table(_ACTIONS, found)


def open(store: str | Path, *, sets: int | None = None) -> Kept:
    """What a store of `armada balance` holds, as columns that Polars and pandas take.

    sets: of each meeting at most so many, the first. Raises InputError where there is no store, where it is damaged, of
    another game, or while a run is under way.
    """
    found = columns(store, sets=sets)
    if json.loads(found.identity).get("game") != "armada":
        raise InputError(Message("holds games of another game than Armada"), file=str(store))
    return Kept(found.store, found.identity, found.games, found.sets)


def _players(entry: dict[str, Any], row: GameRow) -> list[str]:
    """Who did each action of a battle. A ship is its owner's; to pass ends a turn, and turns go to and fro."""
    owners, other = {name[0].upper(): name for name in NAMES}, dict(zip(NAMES, NAMES[::-1], strict=True))
    last = entry["first"] if row.turns % 2 else other[entry["first"]]  # a battle that ends by passing ends a turn
    who: list[str] = []
    for text in reversed(entry["actions"]):
        who.append(owners.get(text[0]) or (other[who[-1]] if who else last))
    return who[::-1]


def _said(text: str) -> tuple[str, str, str, int]:
    """Kind, ship, target and steps of an action by its notation."""
    ship, sign, *rest = [*text.split(), ""]
    match _KINDS.get(sign):
        case "move":
            return "move", ship, "", len(rest) - 1
        case "shot":
            return "shot", ship, rest[0], 0
        case _:
            return text, "", "", 0


def _add(table: list[list[Any]], row: tuple[Any, ...]) -> None:
    for column, value in zip(table, row, strict=True):
        column.append(value)


def _table(types: dict[str, type], found: list[list[Any]]) -> Columns:
    return {name: np.array(column, dtype=types[name]) for name, column in zip(types, found, strict=True)}
