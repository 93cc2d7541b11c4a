"""A moment of the game as plain values.

A move is worked out on a draft, a copy of the state that the chapters of the rules change in place: nothing outside one
call of `after` ever sees it change. What is to be decided in a state is its `Phase`; the `Step` of a phase, which its
game knows, says who decides, what may be decided and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum, auto
from functools import reduce
from typing import Annotated, Any, ClassVar

import numpy as np

from armada_sim.tabletop import N_, Message, Outcome
from grid_games.core.documents import Among, Closed, Named
from grid_games.core.engine import DICE_DECIDE, Moment, Step as AnyStep, copier
from grid_games.core.extras import Unasked
from grid_games.core.protocol import Violation
from grid_games.core.sets import BIT, members
from grid_games.singidunum.moves import (
    PLAYERS,
    Attack,
    Double,
    Go,
    Move,
    Place,
    Retreat,
    Say,
    Shoot,
    Support,
    parse,
)
from grid_games.singidunum.options import Rules
from grid_games.singidunum.table import Outcomes, Table


class Phase(StrEnum):
    """What is to be decided next."""

    DEPLOY = auto()
    FIRST = auto()
    GO = auto()
    DOUBLE = auto()
    STRIKE = auto()
    SUPPORT = auto()
    ANSWER = auto()
    MELEE = auto()
    AGAIN = auto()
    WHERE = auto()
    VETO = auto()
    SAVE = auto()
    FOLLOW = auto()
    SHOT = auto()
    DICE = auto()
    REROLL = auto()
    REROLLED = auto()
    OVER = auto()


BETWEEN = frozenset({Phase.DEPLOY, Phase.FIRST, Phase.GO, Phase.OVER})
"""Phases between two actions."""

LEAD, HELPER, TARGET = 0, 1, 2
"""Units that take part in an action: who attacks or shoots, who helps, whom."""

Few = Annotated[int, Among((0, 1, 2))]
"""One of the units, or a number of hexes."""

Task = tuple[Annotated[str, Among(("retreat", "saved", "second", "out", "follow"))], Few, Few]
"""Something still to be done in an action: what, with which unit, how many hexes."""

Hex = Annotated[int, Named(null=True)]
"""A hex by its number; -1 for none."""

Hexes = Annotated[int, Named(several=True)]
"""A set of hexes as a whole number (`grid_games.core.sets`)."""


@dataclass(kw_only=True, slots=True)
class Act(Closed):
    """An action that is not over yet."""

    at: Annotated[list[int], Named(null=True, count=3)] = field(default_factory=lambda: [-1, -1, -1])
    """Where lead, helper and target stand; -1 for none, or gone."""

    came: Annotated[list[int], Named(null=True, count=2)] = field(default_factory=lambda: [-1, -1])
    """The hex that lead and helper go back to; -1 if they did not move."""

    gone: Annotated[int, Among((0, 1, 2, 3))] = 0
    """Which of the two attackers of a double attack have made their move: 1 lead, 2 helper."""

    joint: bool = False
    """Whether the helper fights too."""

    contact: Hexes = 0
    """The enemies that may be named."""

    challenged: Hexes = 0
    """Those that were, where they stand now."""

    attacks: int = 0
    fired: bool = False
    """Whether this is a shot."""

    advantage: int = 0
    """Strength of the active side less the other's, penalty included, for the roll."""

    dice: tuple[int, int] = (0, 0)
    """Both dice of a supported shot; the one rolled again is 0."""

    tasks: tuple[Task, ...] = ()
    manner: Annotated[str, Among(("", "refuse", "retreat", "announce", "second"))] = ""
    """Why a hex is to be named."""

    who: Few = 0
    """The unit in question."""

    choices: Hexes = 0
    """The hexes that may be named."""

    may_stay: bool = False
    left: Hex = -1
    """The hex that a unit in its second step may not return to."""

    announced: Hex = -1
    vetoed: bool = False
    steps: Few = 0
    """Hexes to retreat, of the unit in question."""

    vacated: Hex = -1
    """Where the target stood when it was attacked."""


@dataclass
class Trail:
    """What happened on the way from a move to the next decision."""

    unasked: list[Unasked] = field(default_factory=list)
    """What the rules have played by themselves, because there was no choice."""

    nowhere: list[tuple[int, str]] = field(default_factory=list)
    """Where a unit stood that had to retreat and could not, and what barred each hex."""

    fled: list[tuple[int, int, int]] = field(default_factory=list)
    """Side and kind of a unit that left play, and the hex of the flight zone that it went to."""

    spared: list[tuple[int, int, int]] = field(default_factory=list)
    """Side and kind of a unit that died without a point for that, and the hexes of refuge beside it."""


@dataclass(kw_only=True, slots=True)
class State(Act, Moment[Move]):
    """One moment of a game, and the action under way in it. Sets of hexes are whole numbers."""

    game: Terms  # type: ignore[assignment]
    phase: Phase = Phase.DEPLOY
    turn: int = 0
    """From 1; 0 while armies are deployed."""

    mover: int = 0
    """Whose go it is: 0 Romans, 1 barbarians."""

    passer: int = -1
    """Who passed first in this turn; -1 if nobody did."""

    men: list[int] = field(default_factory=lambda: [0, 0])
    """Where each side's units stand."""

    ready: int = 0
    """Where available units stand."""

    fled: int = 0
    """Where units stand in the enemy base that got there by a retreat."""

    kinds: bytearray
    """Code of the unit on each hex (`numbers`); 0 for none."""

    burnt: int = 0
    points: tuple[int, int] = (0, 0)
    """Victory points."""

    entered: int = 0
    """Who has entered the enemy base: 1 Romans, 2 barbarians, 3 both."""

    result: Outcome | None = None
    trail: Trail | None = field(default=None, init=False, repr=False, compare=False)
    """Of a draft on which a move is looked at again (`retold`)."""

    table: Table = field(init=False, repr=False, compare=False)
    rules: Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.table, self.rules = self.game.table, self.game.table.rules

    def __hash__(self) -> int:
        at, came = tuple(self.at), tuple(self.came)
        whole = (self.phase, self.turn, self.mover, self.passer, self.ready, bytes(self.kinds), self.burnt, at, came)
        return hash((whole, self.points, self.choices, self.challenged, self.dice, self.announced, self.vetoed))

    @property
    def decision(self) -> Step:
        return self.game.steps[self.phase]

    def after(self, move: Move) -> State:
        draft = self.draft()
        self.game.steps[self.phase].play(draft, move)
        return draft

    def outcome(self) -> Outcome | None:
        return self.result

    def observation(self, player: str) -> State:
        """The state without what stands behind the other's screen; itself once the screens are gone."""
        if self.phase != Phase.DEPLOY:
            return self
        draft, other = self.draft(), 1 - PLAYERS.index(player)
        for place in members(draft.men[other]):
            draft.remove(other, place)
        return draft

    def secrets(self, player: str) -> frozenset[int]:
        """The hexes with units behind the other's screen, while there are screens."""
        hexes = self.men[1 - PLAYERS.index(player)] if self.phase == Phase.DEPLOY else 0
        return frozenset(members(hexes))

    def guess(self, player: str, rng: np.random.Generator) -> State:
        """Another army behind the other's screen, while there are screens."""
        other = 1 - PLAYERS.index(player)
        if self.phase != Phase.DEPLOY or other > self.mover:
            return self
        draft = self.draft()
        self.decision.guess(draft, other, rng)
        return draft

    # What stands where.

    @property
    def occupied(self) -> int:
        """The set of hexes with a unit."""
        return self.men[0] | self.men[1]

    def owner(self, who: int) -> int:
        """The side of a unit of the action."""
        return 1 - self.mover if who == TARGET else self.mover

    def face(self, place: int) -> int:
        """The strength that the unit on a hex shows (section 2)."""
        return self.table.numbers.strength[self.kinds[place]] - (0 if self.ready >> place & 1 else 1)

    def heavy(self, place: int) -> bool:
        """Whether heavy infantry stands there."""
        return self.kinds[place] in self.table.numbers.heavy

    def foes_zone(self, side: int) -> int:
        """The set of hexes that the enemies of a side control (section 8)."""
        return self.table.board.grid.near(self.men[1 - side])

    # What changes a draft.

    def draft(self) -> State:
        """A copy to be changed."""
        copy = object.__new__(State)
        _copy(copy, self)
        return copy

    def played(self, side: int, move: Move) -> None:
        """Note what is played for a side that has no choice."""
        if self.trail is not None:
            self.trail.unasked.append(Unasked(PLAYERS[side], move))

    def idle(self) -> None:
        """No action is under way any more."""
        if self.attacks or self.fired or self.joint:
            _end(self, IDLE)
        else:  # all that an action sets which is neither a fight nor a shot
            self.at, self.came, self.contact = [-1, -1, -1], [-1, -1], 0

    def relocate(self, side: int, start: int, end: int, *, retreat: bool) -> bool:
        """Move a unit, keeping books on bases; false if it left play in the flight zone (section 7)."""
        now = BIT[end]
        ready = self.ready & BIT[start]
        kind = self.kinds[start]
        self.remove(side, start)
        if now & self.table.flight:
            if self.trail is not None:
                self.trail.fled.append((side, kind, end))
            return False
        self.kinds[end] = kind
        self.men[side] |= now
        if ready:
            self.ready |= now
        if now & self.table.board.bases[1 - side]:
            self.entered |= 1 << side
            if retreat:
                self.fled |= now
        return True

    def remove(self, side: int, place: int) -> None:
        """Take a unit off the board."""
        here = BIT[place]
        self.kinds[place] = 0
        self.men[side] ^= here
        if self.ready & here:
            self.ready ^= here
        if self.fled & here:
            self.fled ^= here

    def score(self, side: int, more: int) -> None:
        """Give a side victory points."""
        one, other = self.points
        self.points = (one, other + more) if side else (one + more, other)

    def activate(self, who: int) -> None:
        """Turn a unit of the action to its light face, if it is still there."""
        place = self.at[who]
        if place >= 0 and self.ready & BIT[place]:
            self.ready ^= BIT[place]


IDLE = Act()
_end = copier({one.name for one in fields(Act)} - {"at", "came"}, ("at", "came"))
_LISTED = ("at", "came", "men", "kinds")
"""What is changed place by place."""

_copy = copier({one.name for one in fields(State)} - {*_LISTED}, _LISTED)


def retold(state: State, move: Move) -> Trail:
    """What a move led to that is not seen from the state after it."""
    draft = state.draft()
    trail = draft.trail = Trail()
    state.decision.play(draft, move)
    return trail


class Stays:
    """The kind of the move of a unit that is chosen and stays."""


_AS_WRITTEN: Mapping[str, str] = {}

EXPECTED: Mapping[object, str] = {
    Place: N_("deploy a unit, such as {move}"), Say.DONE: N_("end the deployment: {move}"),
    Go: N_("move a unit, such as {move}"), Stays: N_("use a unit where it stands, such as {move}"),
    Double: N_("declare a double attack, such as {move}"), Say.PASS: N_("{move} (use no more units this turn)"),
    Attack: N_("attack an enemy, such as {move}"), Shoot: N_("shoot at an enemy, such as {move}"),
    Support: N_("support the shot, such as {move}"), Say.ALONE: N_("let the archers shoot alone: {move}"),
    Retreat: N_("name a hex to retreat to, such as {move}"), Say.HOLD: N_("do nothing more: {move}"),
}  # fmt: skip
"""What may be decided, by the kind of move."""


@dataclass(frozen=True, slots=True)
class Step(AnyStep[State, Move]):
    """What a chapter says of a phase."""

    expected: str
    """What happens in it, for complaints and questions; empty where that is told by what may be decided."""

    legal: Callable[[State], Sequence[Any]]
    """What may be decided; of dice, what they may give, with probabilities."""

    play: Callable[[State, Any], None]
    """Works a legal move out on a draft."""

    forbids: Callable[[State, Move], Violation | None] = lambda state, move: None
    """The clause against a move that is not legal; None where nothing but the order of play forbids it."""

    decides: Callable[[State], int] = lambda state: state.mover
    guess: Callable[[State, int, np.random.Generator], None] = lambda draft, side, rng: None
    """Puts in place of what a side hides something else that it might hide."""

    def expects(self, state: State, spoken: Mapping[str, str] = _AS_WRITTEN) -> Message:
        """What happens in it: of decisions the kinds there are in a state, each with an example; with the words that
        are said for moves, by their notation."""
        if self.expected:
            return Message(self.expected)
        kinds: dict[object, Message] = {}
        for move in self.moves(state):
            stays = isinstance(move, Go) and move.start == move.end
            kind = move if isinstance(move, Say) else Stays if stays else type(move)
            kinds.setdefault(kind, Message(EXPECTED[kind], move=spoken.get(str(move), str(move))))
        told = (kinds[kind] for kind in EXPECTED if kind in kinds)
        return reduce(lambda one, other: Message("{one}, or {other}", one=one, other=other), told)

    def decider(self, state: State) -> int:
        return self.decides(state)

    def moves(self, state: State) -> Sequence[Move]:
        return self.legal(state)

    def why_not(self, state: State, move: Move) -> Violation | None:
        if move in self.moves(state):
            return None
        expected = Message("what may be done now: {expected}", expected=self.expects(state))
        return self.forbids(state, move) or Violation("turn", expected)


@dataclass(frozen=True, slots=True)
class Rolled(Step):
    """A phase in which dice decide."""

    def decider(self, state: State) -> int:
        return DICE_DECIDE

    def chances(self, state: State) -> Outcomes:
        return tuple(self.legal(state))

    def moves(self, state: State) -> list[Move]:
        return [move for move, _ in self.legal(state)]


@dataclass(frozen=True)
class Terms:
    """What a state and the chapters need of a game: its board under its options, and the steps that the chapters
    give."""

    chosen: tuple[tuple[str, str | int], ...]
    """The settings, every option with its value."""

    table: Table = field(repr=False, compare=False)
    steps: ClassVar[Mapping[Phase, Step]] = {}
    players: ClassVar[tuple[str, ...]] = PLAYERS
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.chosen))

    def __hash__(self) -> int:
        return self._hash

    def parse(self, text: str) -> Move:
        """The move of a notation. Raises NotationError."""
        return parse(self.table.board, self.table.numbers.codes, text)
