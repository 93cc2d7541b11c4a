"""Counted trees: how many sequences of moves there are from a position, as text that another program can confirm.

A file, one thing a line; `#` begins a remark:

    game nim                    the game all positions are of, with
    players 2                   its number of players and
    setting heaps = 1-3-5       its settings
    tree first                  a position: its name, then
    moves take 1 1; take 2 2    the moves that lead to it from the start (none: the start), or
    state {"heaps": [1, 2]}     the state as JSON
    count 2 14                  sequences of exactly 2 moves, results of dice included
    histories 23                sequences to the end of the game, or to where the caller's `ended` says
    ends 4                      different states there, as the caller's `key` tells them apart
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from armada_sim.tabletop import InputError
from grid_games.core.match import Match
from grid_games.core.protocol import Game, State
from grid_games.testing.conformance import ConformanceError

__all__ = ["Tree", "check_counts", "count_tree", "histories", "read_trees"]

Load = Callable[[str, int | None, Mapping[str, object]], Game[Any, Any]]
"""`grid_games.catalogue.load`, or the like."""


@dataclass
class Tree:
    """A position with what was counted from it."""

    name: str
    line: int
    game: Game[Any, Any]
    state: State[Any]
    counts: dict[int, int] = field(default_factory=dict)
    """By number of moves."""

    histories: int | None = None
    ends: int | None = None


def count_tree(state: State[Any], depth: int) -> int:
    """Number of sequences of exactly `depth` moves, results of dice included; a game that ends earlier counts none."""
    counted: dict[tuple[State[Any], int], int] = {}

    def count(state: State[Any], depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(state.legal_moves())
        key = state, depth
        if key not in counted:
            counted[key] = sum(count(state.after(move), depth - 1) for move in state.legal_moves())
        return counted[key]

    return count(state, depth)


def histories(
    state: State[Any],
    ended: Callable[[State[Any]], bool] | None = None,
    key: Callable[[State[Any]], Hashable] | None = None,
) -> Counter[Hashable]:
    """Number of sequences of moves to each different end: of the game, or where `ended` says so.

    `key` tells ends apart; without it they are different states.
    """
    known: dict[State[Any], Counter[Hashable]] = {}

    def walk(state: State[Any]) -> Counter[Hashable]:
        moves = () if ended is not None and ended(state) else state.legal_moves()
        if not moves:
            end: Any = state if key is None else key(state)
            return Counter([end])
        if state not in known:
            found: Counter[Hashable] = Counter()
            for move in moves:
                found.update(walk(state.after(move)))
            known[state] = found
        return known[state]

    return walk(state)


def read_trees(text: str, load: Load) -> list[Tree]:
    """The positions of a file. Raises InputError, whose key is the line, for anything it does not know."""
    trees: list[Tree] = []
    head: dict[str, Any] = {"settings": {}}
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.split("#")[0].strip().partition(" ")
        rest = rest.strip()
        try:
            if word == "tree" and rest and "game" in head:
                game = load(head["game"], head.get("players"), head["settings"])
                trees.append(Tree(rest, number, game, game.new()))
            elif word and trees:
                _entry(trees[-1], word, rest)
            elif word:
                header(head, word, rest)
        except (InputError, ValueError) as error:
            raise InputError(str(error), key=f"line {number}") from error
    return trees


def header(head: dict[str, Any], word: str, rest: str) -> None:
    """Take a line of the head of a file: the game, its number of players, a setting. Raises InputError."""
    if word not in ("game", "players", "setting"):
        raise InputError(f"{f'{word} {rest}'!r} is unknown; expected game, players or setting")
    if word == "setting":
        key, equals, value = (part.strip() for part in rest.partition("="))
        if not equals:
            raise InputError(f"expected key = value, not {rest!r}")
        head["settings"][key] = value
    else:
        head[word] = int(rest) if word == "players" else rest


def _entry(tree: Tree, word: str, rest: str) -> None:
    match word:
        case "moves":
            tree.state = Match(tree.game, [one.strip() for one in rest.split(";")]).state
        case "state":
            tree.state = tree.game.state_from_json(json.loads(rest))
        case "count":
            depth, count = rest.split()
            tree.counts[int(depth)] = int(count)
        case "histories" | "ends":
            setattr(tree, word, int(rest))
        case _:
            raise InputError(f"{word!r} is unknown; expected moves, state, count, histories or ends")


def check_counts(
    text: str,
    load: Load,
    ended: Callable[[State[Any]], bool] | None = None,
    key: Callable[[State[Any]], Hashable] | None = None,
) -> int:
    """Count every tree of a file again; returns how many numbers were confirmed, never 0.

    Raises ConformanceError with the counts of each first move where a number differs, InputError for a line it does
    not know.
    """
    confirmed = 0
    for tree in read_trees(text, load):
        asked = [(f"count {depth}", wanted, count_tree(tree.state, depth)) for depth, wanted in tree.counts.items()]
        if tree.histories is not None or tree.ends is not None:
            found = histories(tree.state, ended, key)
            pairs = (("histories", tree.histories, found.total()), ("ends", tree.ends, len(found)))
            asked += [(word, wanted, counted) for word, wanted, counted in pairs if wanted is not None]
        for word, wanted, counted in asked:
            if wanted != counted:
                raise ConformanceError(
                    f"tree {tree.name} (line {tree.line}): {word} is {counted}, not {wanted}\n"
                    f"{_by_move(tree, word, ended, key)}"
                )
        if not asked:
            raise ConformanceError(f"tree {tree.name} (line {tree.line}) counts nothing")
        confirmed += len(asked)
    if not confirmed:
        raise ConformanceError("the file counts nothing")
    return confirmed


def _by_move(
    tree: Tree, word: str, ended: Callable[[State[Any]], bool] | None, key: Callable[[State[Any]], Hashable] | None
) -> str:
    """The counts of each first move, a line each."""
    depth = word.partition(" ")[2]

    def counted(state: State[Any]) -> int:
        if depth:
            return count_tree(state, int(depth) - 1)
        found = histories(state, ended, key)
        return len(found) if word == "ends" else found.total()

    return "\n".join(f"  {move}: {counted(tree.state.after(move))}" for move in tree.state.legal_moves())
