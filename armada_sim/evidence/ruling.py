"""What the referee says: an answer with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from armada_sim.evidence.evidence import Evidence, Fault, Flip, Json, plain
from armada_sim.table import Clause
from armada_sim.tabletop import Language, picture_of

if TYPE_CHECKING:
    from armada_sim.table import Layout, Rules


class Answer(StrEnum):
    """Yes and no hold for every placement within the tolerance."""

    YES = "yes"
    NO = "no"
    IN_DOUBT = "in_doubt"


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact a ruling rests on."""

    clause: Clause
    text: str
    """A sentence for players, with its figures in the file's unit."""

    step: int | None = None
    """Which step of a move, from 1."""

    pieces: tuple[str, ...] = ()
    """Names of ships and objects, in the order the sentence uses them; "edge" is the surface's."""

    measured: float | None = None
    """mm (degrees for clauses about headings). What was measured."""

    limit: float | None = None
    """mm or degrees. What the clause allows."""

    def as_json(self, lang: str = "en") -> dict[str, Json]:
        """Plain data, lengths in mm; infinities become null. lang: of the text."""
        return {
            "clause": str(self.clause),
            "text": Language(lang).tell(self.text),
            "step": self.step,
            "pieces": list(self.pieces),
            "measured": plain(self.measured),
            "limit": plain(self.limit),
        }


class Asked(Protocol):
    """What was asked, so that it can be asked again under other rules."""

    @property
    def kind(self) -> str:
        """What options call such a question (`Option.bears`)."""

    def stated(self, layout: Layout, rules: Rules) -> Answer:
        """The answer for pieces that lie as stated, faults and doubt aside; in doubt if it was not found.

        Raises InputError where it cannot be asked under these rules.
        """

    def work(self, layout: Layout, rules: Rules) -> int:
        """How much `stated` has to look at, in units of its own kind."""

    @property
    def most(self) -> int:
        """How many of these units are spent on other readings of the rules."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a ruling was given on."""

    layout: Layout
    rules: Rules
    unit: str
    """mm or in: of its sentences."""

    asked: Asked | None = None


@dataclass(frozen=True)
class Ruling:
    """The referee's answer to one question."""

    question: str
    """move, shot, contact or setup; in a turn also pass, draw, resign, refused or won"""

    answer: Answer
    allowed: bool
    ship: str | None = None
    target: str | None = None
    margin: float | None = None
    """mm. How far pieces may be off (at any corner) without changing the answer: proved from below.
    None: no placement changes it, or the question was whether a ship can have got somewhere: there
    `within` of the claim in the witness says how far off it may be, `off` and `apart` by how much it is."""

    margin_upper: float | None = None
    """mm. `flip` shows that being off by this much changes the answer."""

    flip: Flip | None = None
    """A placement that changes the answer."""

    reasons: tuple[Reason, ...] = ()
    witness: Evidence | None = None
    """What it shows; None where no placement of pieces was looked at."""

    notes: tuple[str, ...] = ()
    """Remarks that decide nothing: warnings, what was not checked."""

    faults: tuple[Fault, ...] = ()
    """The ships that cannot lie as stated, and what each may change; margin and flip take them as stated."""

    subject: Subject | None = field(default=None, compare=False, repr=False)
    """What the referee was asked about; no part of the answer."""

    def _repr_svg_(self) -> str | None:
        """The ruling as a picture in a notebook; None if it does not know what it was given on."""
        return picture_of(self)

    def as_json(self, lang: str = "en") -> dict[str, Json]:
        """The ruling as plain data, lengths in mm; infinities become null. lang: of its sentences."""
        return {
            "question": self.question,
            "ship": self.ship,
            "target": self.target,
            "answer": str(self.answer),
            "allowed": self.allowed,
            "margin": self.margin,
            "margin_upper": self.margin_upper,
            "flip": plain(self.flip),
            "reasons": [reason.as_json(lang) for reason in self.reasons],
            "witness": {} if self.witness is None else self.witness.as_json(),
            "notes": [Language(lang).tell(note) for note in self.notes],
            **({"faults": plain(self.faults)} if self.faults else {}),
        }
