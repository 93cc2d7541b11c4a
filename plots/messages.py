"""What figures say, in one language and with lengths in one unit.

The ends of a ship keep the words of the rules in force here: in French pointe (tip) and base. (The French text of 2009
calls the base "proue" and the tip "poupe"; geometry is not affected, the words are avoided.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from armada_sim.table import Clause, Unit
from armada_sim.tabletop import N_, Language

_CLAUSES = {
    Clause.MOVE_STEPS: N_("a small ship makes at most four steps, a medium two, a large one"),
    Clause.MOVE_STEP: N_("the middle of the new piece's base is laid on the tip"),
    Clause.MOVE_TURN_LIMIT: N_("a step does not turn beyond 90° less half the angle at the tip"),
    Clause.MOVE_CONTACT: N_("a ship that moves must touch neither ship nor object"),
    Clause.MOVE_EDGE: N_("a ship that moves must not touch the edge of the surface"),
    Clause.MOVE_SWEEP: N_("the way from one position to the next must be clear"),
    Clause.MOVE_STUCK: N_("without a legal heading the ship does not move this turn"),
    Clause.MOVE_START_CONTACT: N_("a ship that starts in contact may move away"),
    Clause.MOVE_HEADING_SET: N_("headings belong to the set agreed on"),
    Clause.MOVE_TO: N_("a ship gets where a legal path ends"),
    Clause.MOVE_SUNK: N_("a sunk ship does not move"),
    Clause.SHOT_SIDE: N_("a large piece is laid with its base against a long side of the shooter"),
    Clause.SHOT_REACH: N_("the target must lie under the large piece"),
    Clause.SHOT_FIT: N_("the large piece must have room where it is laid"),
    Clause.SHOT_BLOCKED: N_("every line from the large piece's base to the target meets something else"),
    Clause.SHOT_CLEAR: N_("a line under the large piece reaches the target and meets nothing"),
    Clause.SHOT_SUNK: N_("a sunk ship does not fire"),
    Clause.SHOT_TARGET: N_("one fires at another ship that is afloat"),
    Clause.SHOT_FRIEND: N_("own ships may be hit"),
    Clause.SHOT_TOUCHING: N_("a target in contact with the shooter may be hit"),
    Clause.CONTACT: N_("distance between two pieces"),
    Clause.SETUP_OVERLAP: N_("no piece overlaps another"),
    Clause.SETUP_TOUCH: N_("contact between ships at set-up"),
    Clause.SETUP_EDGE: N_("every ship is laid on the surface"),
    Clause.SETUP_GAP: N_("no ship is nearer to an enemy than the agreed gap"),
    Clause.SETUP_ZONE: N_("a fleet is set up near its player"),
    Clause.SETUP_GROUP: N_("a fleet is set up in one group"),
    Clause.SETUP_FLEET: N_("a fleet holds what was declared"),
    Clause.SETUP_SURFACE: N_("the surface is at least as wide as agreed"),
    Clause.SETUP_SUNK: N_("every ship starts undamaged"),
    Clause.POSITION_OVERLAP: N_("two pieces cannot overlap"),
    Clause.POSITION_SURFACE: N_("a ship lies on the surface"),
    Clause.POSITION_OBJECT: N_("a ship does not lie on an object"),
    Clause.POSITION_MISFIT: N_("measured points are those of a piece of this size"),
    Clause.POSITION_SUNK: N_("a sunk ship is no longer on the table"),
    Clause.DOUBT: N_("in doubt, the answer is no"),
}
"""What each clause asks for, as figures in other languages say it; the English words come from the referee."""

_DEGREES = {Clause.MOVE_TURN_LIMIT, Clause.MOVE_HEADING_SET}
_LENGTHS = {
    Clause.MOVE_TO, Clause.MOVE_CONTACT, Clause.MOVE_EDGE, Clause.MOVE_SWEEP, Clause.CONTACT, Clause.SETUP_GAP,
    Clause.SETUP_OVERLAP, Clause.SETUP_TOUCH, Clause.SETUP_EDGE, Clause.SETUP_GROUP, Clause.POSITION_OVERLAP,
    Clause.POSITION_SURFACE, Clause.POSITION_OBJECT, Clause.POSITION_MISFIT,
}  # fmt: skip
"""Clauses whose measured value is an angle, and those where it is a length."""


@dataclass(frozen=True, slots=True)
class Words(Language):
    """What is said in one language, with lengths in one unit."""

    unit: Unit = field(default_factory=Unit)

    def length(self, length: float) -> str:
        """A length (mm) in words."""
        return self.tell(self.unit.text(length))

    def angle(self, degrees: float, digits: int = 2) -> str:
        """An angle in degrees."""
        return self.decimal(f"{degrees:.{digits}f}") + "°"

    def named(self, name: str, text: str) -> str:
        """A: three steps"""
        return self.say("{name}: {text}", name=name, text=text)

    def part(self, title: str, number: int, count: int) -> str:
        """Ratings (2 of 3); the title alone of what has one part."""
        if count == 1:
            return title
        return self.say("{title} ({number} of {count})", title=title, number=number, count=count)

    def steps(self, numbers: Sequence[int]) -> str:
        """Steps in words: "step 1", "steps 2 and 3", "steps 1 to 4", "steps 1, 2 and 4"."""
        if len(numbers) == 1:
            return self.say("step {numbers}", numbers=numbers[0])
        listed = self.listed([str(n) for n in numbers])
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            listed = self.say("{first} to {last}", first=numbers[0], last=numbers[-1])
        return self.say("steps {numbers}", numbers=listed)

    def reason(
        self, clause: Clause, text: str, pieces: Sequence[str], step: int | None,
        measured: float | None, limit: float | None,
    ) -> str:  # fmt: skip
        """What a ruling says for one clause: the referee's English sentence, or the clause with its figures."""
        if self.lang == "en":
            return text
        sentence = self.say(_CLAUSES[clause])
        write = self.angle if clause in _DEGREES else self.length if clause in _LENGTHS else None
        if write is not None and measured is not None and abs(measured) < float("inf"):
            if limit is not None and abs(limit) < float("inf"):
                sentence = self.say(
                    "{text} ({measured}, limit {limit})", text=sentence, measured=write(measured), limit=write(limit)
                )
            else:
                sentence = self.say("{text} ({measured})", text=sentence, measured=write(measured))
        if step is not None:
            sentence = self.say("step {step}, {text}", step=step, text=sentence)
        if pieces:
            named = [self.say("edge of the surface") if piece == "edge" else piece for piece in pieces]
            sentence = self.named(self.listed(named), sentence)
        return sentence
