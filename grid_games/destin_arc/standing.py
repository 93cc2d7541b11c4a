"""How a player stands, by a rule of thumb."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp

from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.combat_table import mean_losses
from grid_games.destin_arc.chapters.declaring import Declaring
from grid_games.destin_arc.chapters.movement import Movement
from grid_games.destin_arc.chapters.objectives import clauses, holders
from grid_games.destin_arc.chapters.orders import Plotting
from grid_games.destin_arc.chapters.results import Roll
from grid_games.destin_arc.chapters.strengths import MISSILE, Battle, weigh
from grid_games.destin_arc.moves import END, Fly, Move, Take, To
from grid_games.destin_arc.state import BACK, State
from grid_games.destin_arc.worths import SCALE

PLACE, CLAUSE, FIRM, FRESH = 6000, 15000, 2500, 1
"""Worth of a place held, of a clause of the secret objective met, of a place held since the last end of turn, as
`worths` counts; and what makes it better to take a piece in hand than to end a step, and to end it than to move a piece
that gains nothing. Rules of thumb; greedy players play by them."""

SLOPE = 250 * SCALE
"""Worth that raises the standing from even to about 0.73."""


def evaluate(s: State, seat: int, ended: bool = False) -> float:
    """From 0 (lost) to 1 (won); `ended`: as if no piece were in hand."""
    game = s.game
    if s.result is not None:
        winners = s.result.winners
        return (1.0 / len(winners) if game.players[seat] in winners else 0.0) if winners else 1.0 / len(game.players)
    if isinstance(s.step, Plotting) and s.step.orders:
        s = s.step.foreseen(s)
    scores = _scores(s)
    if not ended and isinstance(s.step, Movement | Plotting) and s.step.hand >= 0:
        scores[s.step.seat] += FRESH if s.step.fresh else -FRESH
    mine = scores.pop(seat)
    return 1 / (1 + exp((max(scores) - mine) / SLOPE))


def _scores(s: State) -> list[float]:
    game = s.game
    goals = s.lasting
    if s.latched not in goals:
        goals[s.latched] = [CLAUSE * sum(clauses(s, side)) for side in range(3)]
    scores: list[float] = list(s.sums)
    for seat, met in zip(game.teams, goals[s.latched], strict=True):
        scores[seat] += met
    for now, firm in zip(holders(s), s.firm, strict=True):
        if now >= 0:
            scores[now] += PLACE + (FIRM if firm == now else 0)
    _going_on(s, scores)
    return scores


def _going_on(s: State, scores: list[float]) -> None:
    """What declared battles are worth on average."""
    for step in s.todo:
        if isinstance(step, Combat):
            for k, mine in enumerate(step.declared):
                left = range(len(mine)) if not step.over else step.left[k] if step.left else ()
                for battle in (mine[number] for number in left):
                    if battle.attackers and all(s.where[p] >= 0 for p in (battle.target, *battle.attackers)):
                        key = "weighed", battle, step.kind
                        numbers = s.facts[key] = s.facts.get(key) or weigh(s, battle, step.kind)
                        _expect(s, scores, step.seats[k], battle, step.kind, numbers.column if numbers.allowed else -1)
        elif isinstance(step, Roll):
            _expect(s, scores, step.seat, step.battle, step.kind, step.column)


def _expect(s: State, scores: list[float], seat: int, battle: Battle, kind: str, column: int) -> None:
    if column < 0:
        return
    value, target = s.game.worths.value, battle.target
    theirs, ours = mean_losses(column, kind == MISSILE)
    scores[s.game.pieces.team[target]] -= theirs * value[target] * (0.6 if s.marks[target] & BACK else 1)
    scores[seat] -= ours * sum(value[p] for p in battle.attackers)


def weighed(s: State, moves: Sequence[Move], seat: int) -> Sequence[float | None]:
    """The end of a step of movement counts for what stands there: what follows it follows on every other move, too."""
    moving = isinstance(s.step, Movement | Plotting)
    return [evaluate(s, seat, ended=True) if moving and move == END else None for move in moves]


def kinds(s: State, moves: Sequence[Move]) -> Sequence[Hashable]:
    """Pieces taken in hand are worth the same, whichever it is, and so are hexes as near to a goal where nothing else
    can happen; a spell counts by what it costs, a battle with its attackers."""
    step, numbers = s.step, s.game.land.numbers
    if isinstance(step, Declaring):
        alike = ("attack",) if isinstance(step, Combat) else ("cast", "join", "on", "at")
        return [move.verb if move.verb in alike else move for move in moves]
    if not isinstance(step, Movement):
        return moves
    eventful, draws = step.eventful(s) if step.hand >= 0 else 0, s.game.worths.draws[step.hand]

    def kind(move: Move) -> Hashable:
        if isinstance(move, To):
            place = numbers[move.hex]
            return move if eventful >> place & 1 else draws[place]
        return Take if isinstance(move, Take | Fly) else move

    return [kind(move) for move in moves]
