"""Whole games as text a person reads line by line, so that a change of rules shows the line of play it alters.

    game nim
    players 2
    setting heaps = 1-3-5
    ---
    1: o                        the board, whenever another player is to move
    2: ooo
    3: ooooo
    anna 9: take 1 1            who moves, how many legal moves there are, the choice
    ...
    won by bert: last taken
    anna 0, bert 1

A golden game is never edited by hand: `rewritten` writes it anew from its moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import numpy as np

from armada_sim.tabletop import InputError
from grid_games.core.match import Match
from grid_games.core.protocol import Game, IllegalMoveError, NotationError
from grid_games.testing.conformance import ConformanceError, random_moves
from grid_games.testing.counting import Load, header

__all__ = ["check_golden", "golden", "random_golden", "rewritten"]

CHOICE = re.compile(r"(\S+) \d+: (.+)")


def golden(game: Game[Any, Any], moves: Iterable[Any]) -> str:
    """A game as text. Raises IllegalMoveError for a move that is not allowed."""
    lines = [f"game {game.name}", f"players {len(game.players)}"]
    lines += [f"setting {key} = {value}" for key, value in game.settings.items()] + ["---"]
    match, shown = Match(game), None
    for move in moves:
        state, mover = match.state, match.state.current_player()
        if mover != shown:
            lines += _board(game, match)
            shown = mover
        lines.append(f"{mover} {len(state.legal_moves())}: {move}")
        match.push(move)
    lines += _board(game, match)
    if (end := match.outcome()) is not None:
        lines.append(f"won by {', '.join(end.winners) or 'nobody'}: {end.reason}")
        lines.append(", ".join(f"{player} {share}" for player, share in match.state.returns().items()))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _board(game: Game[Any, Any], match: Match) -> list[str]:
    return [f"  {line}" for line in game.board(match.state).splitlines()]


def random_golden(game: Game[Any, Any], seed: int) -> str:
    """The text of a random game."""
    return golden(game, random_moves(game, np.random.default_rng(seed)))


def rewritten(text: str, load: Load) -> str:
    """The same moves played again under today's rules, as text. Raises InputError for a text that is no golden game."""
    head, dashes, body = text.partition("\n---\n")
    if not dashes:
        raise InputError("a golden game has a line --- between its game and its moves")
    told: dict[str, Any] = {"settings": {}}
    for line in head.splitlines():
        word, _, rest = line.partition(" ")
        header(told, word, rest)
    game = load(told["game"], told["players"], told["settings"])
    found = (CHOICE.fullmatch(line) for line in body.splitlines())
    return golden(game, [game.parse(one[2]) for one in found if one])


def check_golden(text: str, load: Load) -> int:
    """Play a golden game again; it must be the same line by line. Returns its number of moves, never 0.

    Raises ConformanceError with the first line that differs.
    """
    try:
        now = rewritten(text, load).splitlines()
    except (IllegalMoveError, NotationError) as error:
        raise ConformanceError(f"the game cannot be played any more: {error}") from error
    for number, (was, line) in enumerate(zip_longest(text.splitlines(), now), 1):
        if was != line:
            raise ConformanceError(f"line {number} was\n  {was}\nand is now\n  {line}")
    moves = sum(CHOICE.fullmatch(line) is not None for line in now)
    if not moves:
        raise ConformanceError("the golden game has no moves")
    return moves
