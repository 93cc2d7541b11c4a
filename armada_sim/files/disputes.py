"""A dispute as a value: the table, the rules, and what is asked about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from armada_sim.evidence import Ruling
from armada_sim.geometry import DISC_CORNERS, Number
from armada_sim.moving import Declaration
from armada_sim.table import Layout, Obstacle, Rules, Ship, Unit, asks_no_more, rounded, unit_of
from armada_sim.tabletop import N_, InputError, Message, inside

if TYPE_CHECKING:
    from armada_sim.geometry import Progress
    from armada_sim.play import Game, TurnAction


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """May this ship move so?"""

    ship: str
    declared: Declaration

    within: Number | None = None
    """mm. How far from it every corner may end; None for the default."""

    def ask(self, layout: Layout, rules: Rules, unit: str = "mm", progress: Progress | None = None) -> Ruling:
        """The referee's ruling, its sentences in `unit`; progress as `check_move` takes it. Raises InputError."""
        from armada_sim.referee import check_declared

        return check_declared(
            layout, self.ship, self.declared, within=self.within, rules=rules, unit=unit, progress=progress
        )


@dataclass(frozen=True, slots=True)
class ShotQuestion:
    """May this ship hit that one?"""

    shooter: str
    target: str
    side: str = "either"
    """left, right (seen from base towards tip), either."""

    def ask(self, layout: Layout, rules: Rules, unit: str = "mm") -> Ruling:
        """The referee's ruling, its sentences in `unit`. Raises InputError."""
        from armada_sim.referee import check_shot

        return check_shot(layout, self.shooter, self.target, self.side, rules, unit=unit)


@dataclass(frozen=True, slots=True)
class ContactQuestion:
    """How far apart are these two ships, or this ship and this object?"""

    a: str
    b: str

    def ask(self, layout: Layout, rules: Rules, unit: str = "mm") -> Ruling:
        """The referee's ruling, its sentences in `unit`. Raises InputError."""
        from armada_sim.referee import check_contact

        return check_contact(layout, self.a, self.b, rules=rules, unit=unit)


@dataclass(frozen=True, slots=True)
class SetupQuestion:
    """Is the whole layout a legal set-up?"""

    def ask(self, layout: Layout, rules: Rules, unit: str = "mm") -> Ruling:
        """The referee's ruling, its sentences in `unit`. Raises InputError."""
        from armada_sim.referee import check_setup

        return check_setup(layout, rules=rules, unit=unit)


@dataclass(frozen=True, slots=True)
class ActionQuestion:
    """May this be done now? Of several actions: and then that, on the table that the one before left?"""

    actions: tuple[TurnAction, ...]

    def ask(self, game: Game, unit: str = "mm") -> tuple[Answered, ...]:
        """The rulings, as `check_actions` gives them: the last is on the last action, or the first not allowed."""
        from armada_sim.play import check_actions

        asked = check_actions(game, self.actions, unit=unit)
        return tuple(Answered(ActionQuestion((one.action,)), one.ruling, one.player) for one in asked)


@dataclass(frozen=True, slots=True)
class WonQuestion:
    """Has anybody won?"""

    def ask(self, game: Game, unit: str = "mm") -> Ruling:
        """The ruling, as `check_won` gives it."""
        from armada_sim.play import check_won

        return check_won(game, unit=unit)


Question = MoveQuestion | ShotQuestion | ContactQuestion | SetupQuestion | ActionQuestion | WonQuestion


@dataclass(frozen=True, slots=True)
class Answered:
    """A question and the ruling on it; of a chain of actions, one of them."""

    question: Question
    ruling: Ruling
    player: str | None = None
    """Whose turn it was, if the question was about an action."""


@dataclass(frozen=True)
class Dispute:
    """A table, the rules agreed on, and what is asked about it."""

    title: str
    unit: str
    """mm, cm or in: what the file's lengths are in, and its rulings' sentences."""

    rules: Rules
    layout: Layout
    questions: tuple[Question, ...] = ()
    file: str = ""
    game: Game | None = None
    """The game at this moment, if the file says something of one: turn, goals, or questions about them."""

    @property
    def most_rulings(self) -> int:
        """How many rulings there are on all the questions, unless a chain of actions ends early."""
        return sum(len(q.actions) if isinstance(q, ActionQuestion) else 1 for q in self.questions)

    def measure(self, unit: str | None = None) -> Unit:
        """How its numbers are said, in this unit or the file's. Raises InputError for an unknown unit."""
        asked = [question.declared for question in self.questions if isinstance(question, MoveQuestion)]
        named = [heading for declared in asked for heading in declared.named_headings]
        return unit_of(self.layout, unit or self.unit, named)

    @property
    def notes(self) -> tuple[Message, ...]:
        """`notes_in` the file's unit."""
        return self.notes_in(self.measure())

    def notes_in(self, unit: Unit) -> tuple[Message, ...]:
        """What round objects and ships that were measured by their points are ruled on as."""
        measured = [ship for ship in self.layout.ships if ship.measured]
        return (
            *(_round_note(thing, unit.exactly) for thing in self.layout.objects if thing.beyond),
            *(_misfit_note(ship, self.layout, unit) for ship in measured),
        )

    def ask(self, number: int, unit: str | None = None, progress: Progress | None = None) -> Ruling:
        """The ruling on question `number`, from 1, as `answers` gives it; of a chain of actions the last one.

        Raises InputError with its key.
        """
        return self.answers(number, unit, progress)[-1].ruling

    def answers(self, number: int, unit: str | None = None, progress: Progress | None = None) -> tuple[Answered, ...]:
        """The ruling on question `number`, from 1, or of a chain of actions one for each that was asked about.

        A chain ends with the first action that is not allowed. progress: as for `check_move`.
        Raises InputError with its key.
        """
        if not 1 <= number <= len(self.questions):
            raise InputError(Message("there is no question {number}", number=number), key="number")
        question, unit = self.questions[number - 1], unit or self.unit
        with inside(key=f"questions[{number}]", file=self.file):
            match question:
                case ActionQuestion():
                    return question.ask(self._game, unit)
                case WonQuestion():
                    ruling = question.ask(self._game, unit)
                case MoveQuestion():
                    layout = self.layout if self.game is None else self.game.table_for_move(question.ship)
                    ruling = question.ask(layout, self.rules, unit, progress)
                case ShotQuestion():
                    ruling = question.ask(self.layout, self.rules, unit)
                case _:
                    ruling = question.ask(self.layout, self.rules, unit)
        return (Answered(question, ruling),)

    @property
    def _game(self) -> Game:
        if self.game is None:
            raise InputError(Message("needs a [turn] table that says whose turn it is"))
        return self.game


_FITS = (
    N_("{ship}, measured: the corners are those of a {kind}"),
    N_("{ship}, measured: the corners are within {length} of a {kind}"),
    N_("{ship}, measured: the corners are up to {length} off those of a {kind}, more than the {limit} allowed without "
       "a tolerance"),
    N_("{ship}, measured: the corners are up to {length} off those of a {kind}, more than the tolerance of {limit}"),
)  # fmt: skip
_ENDS_FIT = (
    N_("{ship}, measured: base and tip are those of a {kind}"),
    N_("{ship}, measured: base and tip are within {length} of a {kind}"),
    N_("{ship}, measured: base and tip are up to {length} off those of a {kind}, more than the {limit} allowed without "
       "a tolerance"),
    N_("{ship}, measured: base and tip are up to {length} off those of a {kind}, more than the tolerance of {limit}"),
)  # fmt: skip


def _misfit_note(ship: Ship, layout: Layout, unit: Unit) -> Message:
    """How well a ship fits what was measured, about where it is ruled on and how well that is known."""
    tolerance, limit = layout.stated_tolerance(ship), layout.reading_error(ship)
    amount, most = unit.compared(ship.misfit, float(limit), 1)
    fits = not ship.misfit or isinstance(amount, Message)  # by less than is said in words
    which = 0 if fits else 1 if asks_no_more(ship.misfit, limit) else 3 if tolerance else 2
    said = (_ENDS_FIT if len(ship.measured) == 2 else _FITS)[which]
    found = Message(said, ship=ship.name, kind=ship.size.ship, length=amount, limit=most)
    heading, off = unit.heading(float(ship.pose.heading)), rounded(float(ship.spread or 0), unit, up=True)
    return Message(
        "{found}; base placed at {base}, heading {heading}, good to {off} at any corner",
        found=found, base=unit.place(*ship.pose.place.origin, stated=True), heading=heading, off=off,
    )  # fmt: skip


def _round_note(thing: Obstacle, unit: Unit) -> Message:
    return Message(
        "{name} is round; it counts as the polygon of {count} corners around it, at most {length} wider",
        name=thing.name, count=DISC_CORNERS, length=unit.text(thing.beyond),
    )  # fmt: skip
