"""Trees of moves counted: all ways from a position to the end of the turn, or of a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from grid_games.strategiksa.board import ZONE
from grid_games.strategiksa.chapters.setup import Crowning, Placing
from grid_games.strategiksa.game import KIND, Strategiksa
from grid_games.strategiksa.state import Phase, State
from grid_games.strategiksa.text.positions import read_parts
from grid_games.testing.counting import histories

DATA = Path(__file__).parents[2] / "data" / "strategiksa"


@dataclass(frozen=True)
class Tree:
    """One entry of trees.txt."""

    name: str
    start: State
    only: tuple[str, ...]
    """Steps it is cut to; all of the turn if empty."""

    numbers: dict[str, tuple[int, ...]]
    results: dict[str, int]


def read_trees(name: str, **settings: str) -> list[Tree]:
    """The trees of a file, with more settings than it tells."""
    text = (DATA / name).read_text()
    return [_tree(block, settings) for block in text.split("\n\n") if block.strip() and not block.startswith("#")]


def _tree(block: str, more: dict[str, str]) -> Tree:
    name, *lines = block.strip().splitlines()
    told = dict(line.split(" ", 1) for line in lines)
    settings = dict(pair.split("=", 1) for pair in told.get("settings", "").split())
    settings = {key: value.replace("_", " ") if key in ("seats", "map") else value for key, value in settings.items()}
    settings = {"manage_when": "colour_turn", **settings, **more}
    game = KIND.load(len(told["position"].split("|")[3].split(",")) if "seats" not in settings else None, settings)
    return Tree(
        name,
        _start(game, told["position"], told.get("from", "turn").split()),
        tuple(told.get("only", "").split()),
        {key: tuple(map(int, told[key].split())) for key in ("H", "E", "D") if key in told},
        {word.split("=")[0]: int(word.split("=")[1]) for word in told.get("results", "").split()},
    )


def _start(game: Strategiksa, position: str, where: list[str]) -> State:
    table, round_number, turn = read_parts(game, position)
    frame = game.framed(
        table, round_number, turn, Phase[where[0].upper()] if where[0] not in ("crowning", "placing") else Phase.NEXT
    )
    if where[0] == "crowning":
        return frame.to(Crowning(ZONE[where[1]]))
    if where[0] == "placing":
        return frame.to(Placing(ZONE[where[1]], int(where[2])))
    return frame.settled()


def counted(tree: Tree) -> Counter[Hashable]:
    """Histories by their end: what stands on the table, and how the game ended."""
    return histories(tree.start, lambda state: ended(tree, state), lambda state: (state.table, state.outcome()))


def ended(tree: Tree, state: State) -> bool:
    if state.outcome() is not None or (state.round, state.turn) != (tree.start.round, tree.start.turn):
        return True
    return bool(tree.only) and type(state.step).__name__.lower() not in tree.only


def cut(tree: Tree, depth: int) -> int:
    """Histories cut after so many decisions; those that end before count once."""

    def below(state: State, left: int) -> int:
        if not left or ended(tree, state):
            return 1
        return sum(below(state.play(move), left - 1) for move in state.legal_moves())

    return below(tree.start, depth)
