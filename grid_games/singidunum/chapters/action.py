"""A state of the game: what may be decided in it, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from armada_sim.arena.protocol import Outcome
from grid_games.core.protocol import CHANCE, IllegalMoveError, Violation
from grid_games.core.sets import members
from grid_games.singidunum.chapters import deployment as deploy
from grid_games.singidunum.chapters import doubles, melee, movement, retreat, shooting, turns
from grid_games.singidunum.judging import reason
from grid_games.singidunum.moves import (
    PLAYERS,
    Attack,
    By,
    Dice,
    Double,
    First,
    Go,
    Move,
    Place,
    Retreat,
    Roll,
    Save,
    Say,
    Shoot,
    Support,
)  # fmt: skip
from grid_games.singidunum.state import (
    AGAIN,
    ANSWER,
    BY,
    DEPLOY,
    DICE,
    DICE_DECIDE,
    DOUBLE,
    FIRST,
    FOLLOW,
    GO,
    HELPER,
    LEAD,
    MELEE,
    OVER,
    REROLL,
    REROLLED,
    SAVE,
    SHOT,
    STRIKE,
    SUPPORT,
    TARGET,
    VETO,
    WHERE,
    Act,
    Draft,
)  # fmt: skip
from grid_games.singidunum.table import Outcomes
from grid_games.singidunum.units import CAVALRY, CODES

if TYPE_CHECKING:
    from grid_games.singidunum.game import Singidunum

_FIRST: Outcomes = tuple((First(player), Fraction(1, 2)) for player in PLAYERS)


class State(NamedTuple):
    """One moment of a game. Sets of hexes are whole numbers (`grid_games.core.hexes`)."""

    game: Singidunum
    phase: str
    """What is to be decided: one of the words of `draft`."""

    side: int
    """Who decides: 0 Romans, 1 barbarians, -1 dice, -2 nobody."""

    turn: int
    """From 1; 0 while armies are deployed."""

    mover: int
    """Whose go it is."""

    passer: int
    """Who passed first in this turn; -1 if nobody did."""

    men: tuple[int, int]
    """Where each side's units stand."""

    ready: int
    """Where available units stand."""

    fled: int
    """Where units stand in the enemy base that got there by a retreat."""

    kinds: bytes
    """Code of the unit on each hex (`units`); 0 for none."""

    burnt: int
    points: tuple[int, int]
    """Victory points."""

    entered: int
    """Who has entered the enemy base: 1 Romans, 2 barbarians, 3 both."""

    act: Act | None
    """The action under way."""

    result: Outcome | None

    def current_player(self) -> str | None:
        """As the protocol says."""
        return PLAYERS[self.side] if self.side >= 0 else CHANCE if self.side == DICE_DECIDE else None

    def legal_moves(self) -> Sequence[Move]:
        """As the protocol says."""
        return _LEGAL[self.phase](Draft(self))

    def chance_outcomes(self) -> Outcomes:
        """As the protocol says."""
        return _rolls(Draft(self)) if self.side == DICE_DECIDE else ()

    def why_not(self, move: Move) -> Violation | None:
        """As the protocol says."""
        return None if move in self.legal_moves() else reason(self, move)

    def play(self, move: Move) -> State:
        """As the protocol says."""
        violation = self.why_not(move)
        if violation is not None:
            raise IllegalMoveError(move, violation)
        return self.after(move)

    def after(self, move: Move) -> State:
        """As the protocol says."""
        draft = Draft(self)
        _PLAY[self.phase](draft, move)
        return frozen(self.game, draft)

    def outcome(self) -> Outcome | None:
        """As the protocol says."""
        return self.result

    def returns(self) -> Mapping[str, Fraction]:
        """As the protocol says."""
        if self.result is None:
            return dict.fromkeys(PLAYERS, Fraction(0))
        winners = self.result.winners or PLAYERS
        return {player: Fraction(int(player in winners), len(winners)) for player in PLAYERS}

    def observation(self, player: str) -> State:
        """The state without what stands behind the other's screen; itself once the screens are gone."""
        if self.phase != DEPLOY:
            return self
        draft = Draft(self)
        other = 1 - PLAYERS.index(player)
        for place in members(draft.men[other]):
            draft.remove(other, place)
        return frozen(self.game, draft)

    def guess(self, player: str, rng: np.random.Generator) -> State:
        """As the protocol says: another army behind the other's screen, while there are screens."""
        other = 1 - PLAYERS.index(player)
        if self.phase != DEPLOY or other > self.mover:
            return self
        draft = Draft(self)
        deploy.redrawn(draft, other, rng, whole=other < self.mover)
        return frozen(self.game, draft)


def new(game: Singidunum) -> State:
    """The state before the first move."""
    n = len(game.table.board.names)
    return State(game, DEPLOY, 0, 0, 0, -1, (0, 0), 0, 0, bytes(n), 0, (0, 0), 0, None, None)


def frozen(game: Singidunum, draft: Draft) -> State:
    """A draft as a state."""
    act = None if draft.phase in BETWEEN else draft.act()
    return State(
        game, draft.phase, draft.side, draft.turn, draft.mover, draft.passer, (draft.men[0], draft.men[1]), draft.ready,
        draft.fled, bytes(draft.kinds), draft.burnt, (draft.points[0], draft.points[1]), draft.entered, act, draft.result,
    )  # fmt: skip


BETWEEN = frozenset({DEPLOY, FIRST, GO, OVER})
"""Phases between two actions."""


# What may be decided.


def _deploy_moves(draft: Draft) -> list[Move]:
    side, table = draft.mover, draft.table
    spaces = list(members(deploy.room(draft, side)))
    moves = [table.places[code][place] for code in deploy.affordable(draft, side) for place in spaces]
    return [*moves, Say.DONE] if draft.men[side] else moves


def _go_moves(draft: Draft) -> list[Move]:
    table, kinds, occupied = draft.table, draft.kinds, draft.occupied
    limits = movement.Limits(draft, draft.mover)
    steps, rides, stays = table.steps, table.rides, table.stays
    reaches: dict[int, int] = {}
    moves: list[Move] = []
    everywhere = 0
    for unit in members(draft.ready & draft.men[draft.mover]):
        reaches[unit] = ends = movement.reach(table, limits, unit, kinds[unit], occupied)
        everywhere |= ends | 1 << unit
        moves.append(stays[unit])
        if ends:
            moves += [move for bit, move in (rides if kinds[unit] in CAVALRY else steps)[unit] if ends & bit]
    if len(reaches) > 1 and everywhere & limits.zone:
        names = table.board.names
        pairs = doubles.Doubles(draft, limits, reaches).declarable()
        moves += [Double(names[lead], names[target]) for lead, target in pairs]
    moves.append(Say.PASS)
    return moves


def _double_moves(draft: Draft) -> list[Move]:
    table = draft.table
    pairs = doubles.Doubles(draft, movement.Limits(draft, draft.mover))
    found = pairs.second_goings() if draft.gone else pairs.first_goings()
    names = table.board.names
    return [Go(names[unit], names[end]) for unit, ends in found.items() for end in members(ends)]


def _strike_moves(draft: Draft) -> list[Move]:
    table = draft.table
    moves = [table.attacks[place] for place in melee.targets(draft)]
    moved = draft.came[LEAD] >= 0
    moves += [table.shots[place] for place in members(shooting.may_shoot(draft, moved=moved))]
    return moves if moved and draft.contact else [*moves, Say.HOLD]


def _follow_moves(draft: Draft) -> list[Move]:
    names = draft.table.board.names
    moves: list[Move] = [Go(names[draft.at[who]], names[draft.vacated]) for who in retreat.followers(draft)]
    return [*moves, Say.HOLD]


def _where_moves(draft: Draft) -> list[Move]:
    moves = [draft.table.retreats[place] for place in retreat.places(draft)]
    return [*moves, Say.HOLD] if draft.may_stay else moves


def _reroll_moves(draft: Draft) -> list[Move]:
    either = draft.rules.support_reroll == "either"
    return [Say.KEEP, Say.REROLL, Say.REROLL_TARGET] if either else [Say.KEEP, Say.REROLL]


def _rolls(draft: Draft) -> Outcomes:
    table = draft.table
    match draft.phase:
        case "melee":
            return table.melee[draft.advantage]
        case "shot":
            return table.shot[draft.advantage]
        case "save":
            return table.save
        case "dice":
            return table.dice
        case "rerolled":
            own, other = draft.dice
            faces = table.one_die
            return faces.of(lambda face: shooting.column_of(draft, own or face, other or face)).of(Roll).pairs
    return _FIRST


def _roll_moves(draft: Draft) -> list[Move]:
    return [move for move, _ in _rolls(draft)]


_LEGAL: dict[str, Callable[[Draft], Sequence[Move]]] = {
    DEPLOY: _deploy_moves,
    GO: _go_moves,
    DOUBLE: _double_moves,
    BY: lambda draft: [draft.table.bys[place] for place in retreat.places(draft)],
    STRIKE: _strike_moves,
    SUPPORT: lambda draft: [
        *(draft.table.supports[h] for h in shooting.supporters(draft, draft.at[TARGET])),
        Say.ALONE,
    ],
    ANSWER: lambda _: [Say.ACCEPT, Say.REFUSE],
    AGAIN: lambda draft: [*(draft.table.attacks[place] for place in melee.targets(draft)), Say.HOLD],
    WHERE: _where_moves,
    VETO: lambda _: [Say.ALLOW, Say.VETO],
    FOLLOW: _follow_moves,
    REROLL: _reroll_moves,
    **dict.fromkeys((FIRST, MELEE, SAVE, SHOT, DICE, REROLLED), _roll_moves),
    OVER: lambda _: [],
}


# What follows.


def _played_deploy(draft: Draft, move: Move) -> None:
    if isinstance(move, Place):
        deploy.placed(draft, CODES[move.unit], draft.table.board.numbers[move.hex])
    else:
        deploy.done(draft)


def _played_go(draft: Draft, move: Move) -> None:
    numbers = draft.table.board.numbers
    if isinstance(move, Go):
        _goes(draft, LEAD, numbers[move.start], numbers[move.end])
    elif isinstance(move, Double):
        draft.at[LEAD], draft.at[TARGET] = numbers[move.lead], numbers[move.target]
        draft.joint = True
        draft.ask(DOUBLE, draft.mover)
    else:
        turns.passes(draft)


def _played_double(draft: Draft, move: Move) -> None:
    go = cast("Go", move)
    start, end = draft.table.board.numbers[go.start], draft.table.board.numbers[go.end]
    who = LEAD if start == draft.at[LEAD] else HELPER
    draft.gone |= 1 << who
    _goes(draft, who, start, end)


def _goes(draft: Draft, who: int, start: int, end: int) -> None:
    """A unit makes its move, or stays where it is; which way it came is asked where that matters."""
    table, side = draft.table, draft.mover
    draft.at[who] = end
    if who == LEAD:
        draft.contact = melee.in_contact(draft, end, start)
    ways = 0
    if start != end:
        draft.came[who] = start
        if draft.rules.cavalry_return == "middle" and draft.kinds[start] in CAVALRY and (draft.contact or draft.joint):
            ways = movement.ways_by(table, movement.Limits(draft, side), start, end, draft.occupied)
            draft.came[who] = ways.bit_length() - 1
        if not draft.relocate(side, start, end, retreat=False):
            draft.at[who] = -1
            turns.end_action(draft)
            return
    if ways & ways - 1:
        draft.who, draft.choices = who, ways
        draft.ask(BY, side)
    else:
        _went(draft)


def _played_by(draft: Draft, move: Move) -> None:
    draft.came[draft.who] = draft.table.board.numbers[cast("By", move).hex]
    draft.choices = 0
    _went(draft)


def _went(draft: Draft) -> None:
    """After a move: the attack it brings, what may be chosen, or nothing."""
    if draft.joint:
        if draft.gone == 1 << LEAD | 1 << HELPER:
            melee.challenge(draft, draft.at[TARGET])
        else:
            draft.ask(DOUBLE, draft.mover)
        return
    moved, named = draft.came[LEAD] >= 0, melee.nameable(draft)
    if moved and named and not named & named - 1:
        melee.challenge(draft, named.bit_length() - 1)
    elif named or shooting.may_shoot(draft, moved=moved):
        draft.ask(STRIKE, draft.mover)
    else:
        turns.end_action(draft)


def _played_strike(draft: Draft, move: Move) -> None:
    numbers = draft.table.board.numbers
    if isinstance(move, Attack):
        melee.challenge(draft, numbers[move.hex])
    elif isinstance(move, Shoot):
        shooting.aimed(draft, numbers[move.hex])
    else:
        turns.end_action(draft)


def _played_support(draft: Draft, move: Move) -> None:
    if isinstance(move, Support):
        shooting.supported(draft, draft.table.board.numbers[move.hex])
    else:
        draft.ask(SHOT, DICE_DECIDE)


def _played_where(draft: Draft, move: Move) -> None:
    if not isinstance(move, Retreat):
        draft.choices, draft.may_stay = 0, False
        retreat.run(draft)
    elif draft.manner == "refuse":
        melee.withdrawn(draft, draft.table.board.numbers[move.hex])
    else:
        retreat.named(draft, draft.table.board.numbers[move.hex])


def _played_follow(draft: Draft, move: Move) -> None:
    if isinstance(move, Go):
        start = draft.table.board.numbers[move.start]
        who = LEAD if start == draft.at[LEAD] else HELPER
        stays = draft.relocate(draft.mover, start, draft.vacated, retreat=False)
        draft.at[who] = draft.vacated if stays else -1
    retreat.run(draft)


def _played_reroll(draft: Draft, move: Move) -> None:
    if move is Say.KEEP:
        shooting.kept(draft)
    else:
        shooting.again(draft, own=move is Say.REROLL)


def _played_dice(draft: Draft, move: Move) -> None:
    dice = cast("Dice", move)
    shooting.rolled(draft, dice.own, dice.other)


_PLAY: dict[str, Callable[[Draft, Move], None]] = {
    DEPLOY: _played_deploy,
    FIRST: lambda draft, move: turns.begin(draft, PLAYERS.index(cast("First", move).player)),
    GO: _played_go,
    DOUBLE: _played_double,
    BY: _played_by,
    STRIKE: _played_strike,
    SUPPORT: _played_support,
    ANSWER: lambda draft, move: melee.accepted(draft) if move is Say.ACCEPT else melee.refused(draft),
    MELEE: lambda draft, move: melee.fought(draft, cast("Roll", move).gap),
    AGAIN: _played_strike,
    WHERE: _played_where,
    VETO: lambda draft, move: retreat.allowed(draft) if move is Say.ALLOW else retreat.vetoed(draft),
    SAVE: lambda draft, move: retreat.rolled_save(draft, cast("Save", move).made),
    FOLLOW: _played_follow,
    SHOT: lambda draft, move: shooting.hit(draft, cast("Roll", move).gap),
    DICE: _played_dice,
    REROLL: _played_reroll,
    REROLLED: lambda draft, move: shooting.hit(draft, cast("Roll", move).gap),
}
