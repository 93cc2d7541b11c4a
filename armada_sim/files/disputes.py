"""A dispute as a value: the table, the rules, and what is asked about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from armada_sim.evidence import Ruling
from armada_sim.geometry import Number
from armada_sim.table import Layout, Pose, Rules
from armada_sim.tabletop import InputError, Message, inside

if TYPE_CHECKING:
    from armada_sim.geometry import Progress


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """May this ship move so?"""

    ship: str
    headings: tuple[Number, ...] | None = None
    """Degrees, one per step."""

    turns: tuple[Number | Literal["max", "-max"], ...] | None = None
    """Degrees to the left of the heading before, one per step."""

    in_place: Number | None = None
    """Degrees. A heading to turn to without a step."""

    to: Pose | None = None
    """A pose the ship is said to have got to."""

    within: Number | None = None
    """mm. How far from it every corner may end; None for the default."""

    def ask(self, layout: Layout, rules: Rules, unit: str = "mm", progress: Progress | None = None) -> Ruling:
        """The referee's ruling, its sentences in `unit`; progress as `check_move` takes it. Raises InputError."""
        from armada_sim.referee import check_move

        return check_move(
            layout, self.ship, self.headings, turns=self.turns, in_place=self.in_place, to=self.to, within=self.within,
            rules=rules, unit=unit, progress=progress,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShotQuestion:
    """May this ship hit that one?"""

    shooter: str
    target: str
    side: str = "either"
    """left, right (seen from base towards tip), either; base under long_sides = all_three."""

    def ask(self, layout: Layout, rules: Rules, unit: str = "mm", *, tight: bool = False) -> Ruling:
        """The referee's ruling, its sentences in `unit`; tight as `check_shot` takes it. Raises InputError."""
        from armada_sim.referee import check_shot

        return check_shot(layout, self.shooter, self.target, self.side, rules, unit=unit, tight=tight)


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


Question = MoveQuestion | ShotQuestion | ContactQuestion | SetupQuestion


@dataclass(frozen=True)
class Dispute:
    """A table, the rules agreed on, and what is asked about it."""

    title: str
    unit: str
    """mm, cm or in: what the file's lengths are in, and its rulings' sentences."""

    rules: Rules
    layout: Layout
    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
    """How ships that were measured by their points were placed."""

    file: str = ""

    def ask(
        self, number: int, unit: str | None = None, progress: Progress | None = None, *, tight: bool = False
    ) -> Ruling:
        """The ruling on question `number`, from 1; progress as for `check_move`, tight as for `check_shot`.

        Raises InputError with its key.
        """
        if not 1 <= number <= len(self.questions):
            raise InputError(Message("there is no question {number}", number=number), key="number")
        question = self.questions[number - 1]
        with inside(key=f"questions[{number}]", file=self.file):
            if isinstance(question, MoveQuestion):
                return question.ask(self.layout, self.rules, unit or self.unit, progress)
            if isinstance(question, ShotQuestion):
                return question.ask(self.layout, self.rules, unit or self.unit, tight=tight)
            return question.ask(self.layout, self.rules, unit or self.unit)
