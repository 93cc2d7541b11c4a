"""Lists of pieces to set up, for the laboratory: a list is a text such as "I I C A"; the king is not on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from armada_sim.tabletop import N_, InputError, Message
from armada_sim.tabletop.laboratory import Shelf, Ware
from grid_games.strategiksa.chapters.setup import Placing
from grid_games.strategiksa.moves import STOP, Add, Move
from grid_games.strategiksa.state import State, Terms
from grid_games.strategiksa.units import of_kind

_SAID = {"I": N_("an infantry"), "A": N_("an archer"), "H": N_("a healer"), "C": N_("a cavalry")}


def shelf(game: Terms) -> Shelf:
    """What lists are made of: the pieces that are bought, for the points a colour starts with (clause 11). Raises
    InputError where all of these must be spent, so that no list costs more than another."""
    numbers = game.numbers
    if (least := _least(game)) == numbers.start:
        said = N_("every colour spends all {n} points it starts with; numbers with a smaller least let lists differ")
        raise InputError(Message(said, n=numbers.start), key="settings.numbers")
    wares = tuple(
        Ware(
            kind, Message(_SAID[kind]), price, Message.counted("{n} point", "{n} points", price),
            min(game.supply(kind), numbers.start // price),
        )
        for kind, price in numbers.prices
    )  # fmt: skip
    return Shelf(wares, numbers.start, least)


def check(game: Terms, text: str) -> None:
    """Raises InputError if a text is no list that may be set up in a game."""
    pieces, numbers, least = text.split(), game.numbers, _least(game)
    for kind, count in Counter(pieces).items():
        if kind not in numbers.price:
            there = ", ".join(numbers.price)
            raise InputError(Message("there is no piece {kind}; there are {kinds}", kind=kind, kinds=there))
        if count > (most := game.supply(kind)):
            raise InputError(Message("{n} times {kind}; a colour has {most}", n=count, kind=kind, most=most))
    cost = sum(map(numbers.price.__getitem__, pieces))
    if not least <= cost <= numbers.start:
        some = N_("{pieces} costs {cost} points; {least} to {most} are spent")
        said = some if least < numbers.start else N_("{pieces} costs {cost} points; all {most} are spent")
        raise InputError(Message(said, pieces=text, cost=cost, least=least, most=numbers.start))


def keeping(state: State, text: str) -> Sequence[Move]:
    """Of the legal moves of whoever sets up in a state, those that lead to the list of a text: its next piece that is
    missing, the last one where all of them stand on squares enough."""
    legal, step = state.legal_moves(), state.step
    if not isinstance(step, Placing):
        return legal
    total = state.table.totals[state.turn]
    missing = Counter(text.split()) - Counter({kind: of_kind(total, kind) for kind in state.game.numbers.price})
    if not missing:
        return [STOP]
    kind = next(iter(missing))
    return [
        move
        for move in legal
        if isinstance(move, Add) and move.kind == kind and (missing.total() > 1 or _done(state, state.after(move)))
    ]


def _done(before: State, state: State) -> bool:
    """Whether a set-up is over, or may be."""
    step = state.step
    return state.turn != before.turn or not isinstance(step, Placing) or step.may_stop(state)


def _least(game: Terms) -> int:
    """Points that a list costs at least: where fewer are left than any piece costs, the set-up is over as well."""
    return min(game.numbers.least, game.numbers.start - game.numbers.cheapest + 1)
