"""Positions for tests: a few pieces on the big map, some step of a turn going on."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from grid_games.core.protocol import CHANCE
from grid_games.destin_arc.chapters.battles import Combat
from grid_games.destin_arc.chapters.magic import Magic
from grid_games.destin_arc.chapters.turns import Turn, program
from grid_games.destin_arc.game import KIND, DestinArc
from grid_games.destin_arc.state import BACK, SPARE, WAITING, State, draft_of, settled
from grid_games.destin_arc.units import ULF

DAY, NIGHT = 3, 1


@cache
def _game(players: int, settings: tuple[tuple[str, Any], ...]) -> DestinArc:
    return KIND.load(players, dict(settings))


def game(players: int = 3, **settings: Any) -> DestinArc:
    """The game with settings, kept for the next test."""
    return _game(players, tuple(sorted(settings.items())))


def scene(
    pieces: Mapping[str, str],
    step: str,
    seat: int,
    *,
    turn: int = DAY,
    flipped: Iterable[str] = (),
    shown: Iterable[str] = (),
    marks: Mapping[str, int] | None = None,
    players: int = 3,
    lead: int = ULF,
    worn: int = 0,
    points: Mapping[str, int] | None = None,
    special: bool = False,
    effects: tuple[Any, ...] = (),
    **settings: Any,
) -> State:
    """These pieces on these hexes, in the step of that kind which `seat` takes part in; pieces that can hide are hidden
    unless shown."""
    arc = game(players, **{"questions": "all"} | settings)  # so that what a step refuses can be asked for
    d = draft_of(arc.new())
    d.turn, d.lead = turn, lead
    d.enchant(effects)
    for p in range(len(arc.pieces)):
        d.put(p, SPARE if p in arc.pieces.spares else WAITING)
        d.write("unseen", p, False)
    for name, label in pieces.items():
        p = arc.pieces.numbers[name]
        d.put(p, arc.land.numbers[label])
        if arc.pieces.units[p].hides and name not in shown:
            d.write("unseen", p, True)
    for name in flipped:
        d.mark(arc.pieces.numbers[name], BACK)
    for name, bits in (marks or {}).items():
        d.mark(arc.pieces.numbers[name], bits)
    for name, left in (points or {}).items():
        d.write("points", arc.pieces.numbers[name], left)
    d.worn = (worn,) * len(d.worn)
    d.occupiers = (-1,) * 5
    phase = "special" if special else "movement" if step == "plotting" else step
    for number, leg in enumerate(program(d)):
        if leg.phase == phase and seat in leg.seats:
            d.todo = [Turn(number)]
            return settled(d)
    raise AssertionError(f"no step {step} of seat {seat}")


def play(state: State, *texts: str) -> State:
    """The state after these moves, each judged."""
    for text in texts:
        state = state.play(state.game.parse(text))
    return state


def legal(state: State, text: str) -> bool:
    """Whether a move is legal."""
    return state.why_not(state.game.parse(text)) is None


def why(state: State, text: str) -> str:
    """The clause that forbids a move."""
    violation = state.why_not(state.game.parse(text))
    assert violation is not None, f"{text} is legal"
    return violation.clause


def offers(state: State, verb: str) -> list[str]:
    """What is offered with a verb."""
    return sorted(str(move).split()[1] for move in state.legal_moves() if move.verb == verb)


def chances(state: State) -> dict[str, str]:
    """What dice may say, with probabilities."""
    assert state.current_player() == CHANCE
    return {str(move)[1:]: str(share) for move, share in state.chance_outcomes()}


def at(state: State, name: str) -> str:
    """Where a piece is: a hex, or "gone", "taken"."""
    place = state.where[state.game.pieces.numbers[name]]
    return state.game.land.labels[place] if place >= 0 else {-1: "gone", -2: "taken", -5: "turned"}.get(place, "absent")


def flipped(state: State, name: str) -> bool:
    """Whether a piece is on its back."""
    return bool(state.marks[state.game.pieces.numbers[name]] & BACK)


def attack(state: State, target: str, *attackers: str) -> State:
    """One battle declared, by whoever may once others have declared nothing, and the declarations of everybody
    ended."""
    while (
        not legal(state, f"attack {target}")
        and isinstance(state.step, Combat)
        and state.step.at + 1 < len(state.step.seats)
    ):
        state = play(state, "end")
    state = play(state, f"attack {target}", *(f"with {name}" for name in attackers))
    return ended(state)


def ended(state: State) -> State:
    """Declarations ended, by both players where both declare."""
    while isinstance(state.step, Combat | Magic) and state.step.at < len(state.step.seats):
        state = play(state, "end")
    return state
