"""A moment of the game as plain values, and the draft on which a move is worked out.

A state is frozen. A move is worked out on a `Draft` of it, which the chapters of the rules change in place, and which is
frozen again at the end: nothing outside one call of `play` ever sees a draft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from armada_sim.arena.protocol import Outcome
from grid_games.singidunum.moves import PLAYERS
from grid_games.singidunum.table import Table
from grid_games.singidunum.units import HEAVY, STRENGTH

if TYPE_CHECKING:
    from grid_games.singidunum.chapters.action import State

DEPLOY, FIRST, GO, DOUBLE, BY, STRIKE, SUPPORT = "deploy", "first", "go", "double", "by", "strike", "support"
ANSWER, MELEE, AGAIN, WHERE, VETO, SAVE, FOLLOW = "answer", "melee", "again", "where", "veto", "save", "follow"
SHOT, DICE, REROLL, REROLLED, OVER = "shot", "dice", "reroll", "rerolled", "over"
"""What is to be decided next."""

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


class Draft:
    """A state under work. Fields as in `State` and `Act`, in lists where they change by side or unit."""

    __slots__ = (
        "advantage", "announced", "at", "attacks", "burnt", "came", "challenged", "choices", "contact", "dice", "entered",
        "fired", "fled", "gone", "joint", "kinds", "left", "manner", "may_stay", "men", "mover", "passer", "phase",
        "points", "ready", "result", "rules", "side", "steps", "table", "tasks", "turn", "vacated", "vetoed", "who",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        (
            _, self.phase, self.side, self.turn, self.mover, self.passer, men, self.ready, self.fled, kinds, self.burnt,
            points, self.entered, act, self.result,
        ) = state  # fmt: skip
        self.table: Table = state.game.table
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

    def act(self) -> Act:
        """The action as a value."""
        lead, helper, target = self.at
        return Act(
            (lead, helper, target), (self.came[0], self.came[1]), self.gone, self.joint, self.contact, self.challenged,
            self.attacks, self.fired, self.advantage, self.dice, self.tasks, self.manner, self.who, self.choices,
            self.may_stay, self.left, self.announced, self.vetoed, self.steps, self.vacated,
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
        """The strength that the unit on a hex shows."""
        return STRENGTH[self.kinds[place]] - (0 if self.ready >> place & 1 else 1)

    def heavy(self, place: int) -> bool:
        """Whether heavy infantry stands there."""
        return self.kinds[place] in HEAVY

    def ask(self, phase: str, side: int) -> None:
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
            if retreat:
                self.fled |= now
            if not retreat or self.rules.entry_by_retreat == "counts":
                self.entered |= 1 << side
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

    def finish(self, winners: tuple[int, ...], reason: str) -> None:
        """End the game."""
        self.ask(OVER, NOBODY)
        self.result = Outcome(tuple(PLAYERS[side] for side in winners), reason)


def zone(around: tuple[int, ...], men: int) -> int:
    """The set of hexes that units control: the six neighbours of each."""
    bits = 0
    while men:
        low = men & -men
        bits |= around[low.bit_length() - 1]
        men ^= low
    return bits
