"""Short ways to put a position on the board and to play from it."""

from __future__ import annotations

from collections.abc import Iterable

from grid_games.strategiksa.board import SIDE, SQUARE
from grid_games.strategiksa.chapters.vassalage import Offering
from grid_games.strategiksa.game import KIND, Strategiksa
from grid_games.strategiksa.moves import Offer
from grid_games.strategiksa.state import NOTHING, Memory, Phase, State, Table
from grid_games.strategiksa.text.positions import square_text
from grid_games.strategiksa.units import read_stack


def game(seats: str = "RGB", **settings: object) -> Strategiksa:
    """Without what is asked again and again, but in tests of that."""
    return KIND.load(None, {"manage_when": "colour_turn", "seats": seats, **settings})


def table(of: Strategiksa, squares: str, lords: str = "", managers: str = "") -> Table:
    """`a1=R:K3I e5=G:C+B:A`, and pairs such as `G=R` for whatever is not everybody's own."""
    letters = of.letters
    stacks = [[0] * (SIDE * SIDE) for _ in letters]
    for part in squares.split():
        name, _, groups = part.partition("=")
        for group in groups.split("+"):
            letter, _, stack = group.partition(":")
            stacks[letters.index(letter)][SQUARE[name]] += read_stack(stack)
    rule, run = list(range(len(letters))), list(range(len(letters)))
    for pairs, change in ((lords, rule), (managers, run)):
        for pair in pairs.split():
            change[letters.index(pair[0])] = letters.index(pair[2])
    return Table.of(stacks, rule, run)


def at(
    of: Strategiksa, squares: str, phase: Phase = Phase.TURN, turn: str = "R", lords: str = "", managers: str = "",
    round_number: int = 1, memory: Memory = NOTHING,
) -> State:  # fmt: skip
    """The first decision from a phase of a turn on but an offer."""
    frame = of.framed(table(of, squares, lords, managers), round_number, of.letters.index(turn), phase, memory)
    return unoffered(frame.settled())


def unoffered(state: State) -> State:
    """Past the offer that nobody makes."""
    return state.play(Offer(None)) if isinstance(state.step, Offering) and state.aside < 0 else state


def play(state: State, line: str) -> State:
    """The state after moves separated by commas, each judged; where no offer is typed, none is made."""
    for text in line.split(","):
        state = state if "offer" in text else unoffered(state)
        state = state.play(state.game.parse(text))
    return state if "offer" in line else unoffered(state)


def legal(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def on(state: State, square: str) -> str:
    """What stands on a square."""
    return square_text(state.table, state.game.letters, SQUARE[square])


def clause(state: State, text: str) -> str | None:
    """The clause that forbids a move."""
    violation = state.why_not(state.game.parse(text))
    return None if violation is None else violation.clause


def pairs(of: Strategiksa, players: Iterable[int]) -> str:
    """Suzerains or managers as pairs."""
    return " ".join(f"{letter}={of.letters[player]}" for letter, player in zip(of.letters, players, strict=True))
