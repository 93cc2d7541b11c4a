"""A moment of the game as plain values, and the draft on which a move is worked out.

A state is frozen. A move is worked out on a `Draft` of it, which the chapters of the rules change in place, and which
is frozen again at the end: nothing outside one call of `after` ever sees a draft. What is to be decided in a state is
its `Phase`; the `Step` of a phase, which its game knows, says what may be decided and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import numpy as np

from armada_sim.tabletop import Message, Outcome, drawn
from grid_games.core.protocol import CHANCE, IllegalMoveError, Violation
from grid_games.core.sets import members
from grid_games.singidunum.moves import PLAYERS, Move, parse
from grid_games.singidunum.table import Outcomes, Table
from grid_games.singidunum.units import HEAVY, STRENGTH


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

DICE_DECIDE, NOBODY = -1, -2
"""Who decides, besides sides 0 and 1."""

LEAD, HELPER, TARGET = 0, 1, 2
"""Units that take part in an action: who attacks or shoots, who helps him, whom."""

Task = tuple[str, int, int]
"""Something still to be done in an action: what, with which unit, how many hexes."""


class Act(NamedTuple):
    """An action that is not over yet."""

    at: tuple[int, int, int] = (-1, -1, -1)
    """Where lead, helper and target stand; -1 for none, or gone."""

    came: tuple[int, int] = (-1, -1)
    """The hex that lead and helper go back to; -1 if they did not move."""

    gone: int = 0
    """Which of the two attackers of a double attack have made their move: 1 lead, 2 helper."""

    joint: bool = False
    """Whether the helper fights too."""

    contact: int = 0
    """The enemies that may be named."""

    challenged: int = 0
    """Those that were, where they stand now."""

    attacks: int = 0
    fired: bool = False
    """Whether this is a shot."""

    advantage: int = 0
    """Strength of the active side less the other's, penalty included, for the roll."""

    dice: tuple[int, int] = (0, 0)
    """Both dice of a supported shot; the one rolled again is 0."""

    tasks: tuple[Task, ...] = ()
    manner: str = ""
    """Why a hex is to be named: "refuse", "retreat", "announce", "second"."""

    who: int = 0
    """The unit in question."""

    choices: int = 0
    """The hexes that may be named."""

    may_stay: bool = False
    left: int = -1
    """The hex that a unit in its second step may not return to."""

    announced: int = -1
    vetoed: bool = False
    steps: int = 0
    """Hexes to retreat, of the unit in question."""

    vacated: int = -1
    """Where the target stood when it was attacked."""


IDLE = Act()


class State(NamedTuple):
    """One moment of a game. Sets of hexes are whole numbers (`grid_games.core.sets`)."""

    game: Terms
    phase: Phase
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

    def _repr_svg_(self) -> str | None:
        """The board as a picture in a notebook."""
        return drawn(self)

    def current_player(self) -> str | None:
        return PLAYERS[self.side] if self.side >= 0 else CHANCE if self.side == DICE_DECIDE else None

    def legal_moves(self) -> Sequence[Move]:
        return self.game.steps[self.phase].moves(Draft(self))

    def chance_outcomes(self) -> Outcomes:
        return self.game.steps[self.phase].chances(Draft(self))

    def why_not(self, move: Move) -> Violation | None:
        if move in self.legal_moves():
            return None
        step = self.game.steps[self.phase]
        expected = Message("here {expected}", expected=Message(step.expected))
        return step.why_not(Draft(self), move) or Violation("turn", expected)

    def play(self, move: Move) -> State:
        if (violation := self.why_not(move)) is not None:
            raise IllegalMoveError(move, violation)
        return self.after(move)

    def after(self, move: Move) -> State:
        draft = Draft(self)
        self.game.steps[self.phase].play(draft, move)
        return draft.frozen()

    def outcome(self) -> Outcome | None:
        return self.result

    def returns(self) -> Mapping[str, Fraction]:
        if self.result is None:
            return dict.fromkeys(PLAYERS, Fraction(0))
        winners = self.result.winners or PLAYERS
        return {player: Fraction(int(player in winners), len(winners)) for player in PLAYERS}

    def observation(self, player: str) -> State:
        """The state without what stands behind the other's screen; itself once the screens are gone."""
        if self.phase != Phase.DEPLOY:
            return self
        draft, other = Draft(self), 1 - PLAYERS.index(player)
        for place in members(draft.men[other]):
            draft.remove(other, place)
        return draft.frozen()

    def guess(self, player: str, rng: np.random.Generator) -> State:
        """Another army behind the other's screen, while there are screens."""
        other = 1 - PLAYERS.index(player)
        if self.phase != Phase.DEPLOY or other > self.mover:
            return self
        draft = Draft(self)
        self.game.steps[self.phase].guess(draft, other, rng)
        return draft.frozen()


class Draft:
    """A state under work. Fields as in `State` and `Act`, in lists where they change by side or unit."""

    __slots__ = (
        "advantage", "announced", "at", "attacks", "burnt", "came", "challenged", "choices", "contact", "dice",
        "entered",
        "fired", "fled", "game", "gone", "joint", "kinds", "left", "manner", "may_stay", "men", "mover", "passer",
        "phase",
        "points", "ready", "result", "rules", "side", "steps", "table", "tasks", "turn", "vacated", "vetoed", "who",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        (
            self.game, self.phase, self.side, self.turn, self.mover, self.passer, men, self.ready, self.fled, kinds,
            self.burnt,
            points, self.entered, act, self.result,
        ) = state  # fmt: skip
        self.table: Table = self.game.table
        self.rules = self.table.rules
        self.men = list(men)
        self.kinds = bytearray(kinds)
        self.points = list(points)
        self.begin(act or IDLE)

    def begin(self, act: Act) -> None:
        """Take up an action."""
        (
            at, came, self.gone, self.joint, self.contact, self.challenged, self.attacks, self.fired, self.advantage,
            self.dice, self.tasks, self.manner, self.who, self.choices, self.may_stay, self.left, self.announced,
            self.vetoed, self.steps, self.vacated,
        ) = act  # fmt: skip
        self.at = list(at)
        self.came = list(came)

    def frozen(self) -> State:
        """The draft as a state."""
        (lead, helper, target), (one, other), (romans, barbarians) = self.at, self.came, self.men
        act = None if self.phase in BETWEEN else Act(
            (lead, helper, target), (one, other), self.gone, self.joint, self.contact, self.challenged,
            self.attacks, self.fired, self.advantage, self.dice, self.tasks, self.manner, self.who, self.choices,
            self.may_stay, self.left, self.announced, self.vetoed, self.steps, self.vacated,
        )  # fmt: skip
        return State(
            self.game, self.phase, self.side, self.turn, self.mover, self.passer, (romans, barbarians), self.ready,
            self.fled, bytes(self.kinds), self.burnt, (self.points[0], self.points[1]), self.entered, act, self.result,
        )  # fmt: skip

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
        return STRENGTH[self.kinds[place]] - (0 if self.ready >> place & 1 else 1)

    def heavy(self, place: int) -> bool:
        """Whether heavy infantry stands there."""
        return self.kinds[place] in HEAVY

    def ask(self, phase: Phase, side: int) -> None:
        """Wait for a decision."""
        self.phase = phase
        self.side = side

    def foes_zone(self, side: int) -> int:
        """The set of hexes that the enemies of a side control (section 8)."""
        return zone(self.table.board.grid.around, self.men[1 - side])

    # What changes that.

    def relocate(self, side: int, start: int, end: int, *, retreat: bool) -> bool:
        """Move a unit, keeping books on bases; false if it left play in the flight zone (section 7)."""
        was, now = 1 << start, 1 << end
        ready = self.ready & was
        kind = self.kinds[start]
        self.remove(side, start)
        if now & self.table.flight:
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
        rest = ~(1 << place)
        self.kinds[place] = 0
        self.men[side] &= rest
        self.ready &= rest
        self.fled &= rest

    def activate(self, who: int) -> None:
        """Turn a unit of the action to its light face, if it is still there."""
        if self.at[who] >= 0:
            self.ready &= ~(1 << self.at[who])


def zone(around: tuple[int, ...], men: int) -> int:
    """The set of hexes that units control: the six neighbours of each (section 8)."""
    bits = 0
    while men:
        low = men & -men
        bits |= around[low.bit_length() - 1]
        men ^= low
    return bits


class Step(NamedTuple):
    """What a chapter says of a phase."""

    expected: str
    """What happens in it, for complaints and questions."""

    moves: Callable[[Draft], Sequence[Move]]
    play: Callable[[Draft, Any], None]
    """Works a legal move out on the draft."""

    why_not: Callable[[Draft, Move], Violation | None] = lambda draft, move: None
    """The clause against a move that is not legal; None where nothing but the order of play forbids it."""

    chances: Callable[[Draft], Outcomes] = lambda draft: ()
    """What the dice may give, with probabilities."""

    guess: Callable[[Draft, int, np.random.Generator], None] = lambda draft, side, rng: None
    """Puts in place of what a side hides something else that it might hide."""


def rolled(expected: str, chances: Callable[[Draft], Outcomes], play: Callable[[Draft, Any], None]) -> Step:
    """The step of a phase in which dice decide."""
    return Step(expected, lambda draft: [move for move, _ in chances(draft)], play, chances=chances)


@dataclass(frozen=True)
class Terms:
    """What a state and the chapters need of a game: its board under its options, and the steps that the chapters
    give."""

    chosen: tuple[tuple[str, str | int], ...]
    """The settings, every option with its value."""

    table: Table = field(repr=False, compare=False)
    steps: ClassVar[Mapping[Phase, Step]] = {}
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.chosen))

    def __hash__(self) -> int:
        return self._hash

    def parse(self, text: str) -> Move:
        """The move of a notation. Raises NotationError."""
        return parse(self.table.board, text)
