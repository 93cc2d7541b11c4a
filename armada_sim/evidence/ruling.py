"""What the referee says: an answer with its evidence."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from armada_sim.table.clauses import Clause
from armada_sim.tabletop.notebook import drawn

if TYPE_CHECKING:
    from armada_sim.table.layout import Layout
    from armada_sim.table.rules import Rules


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

    def as_json(self) -> dict[str, Any]:
        """Plain data, lengths in mm."""
        return {
            "clause": str(self.clause),
            "text": self.text,
            "step": self.step,
            "pieces": list(self.pieces),
            "measured": self.measured,
            "limit": self.limit,
        }


@dataclass(frozen=True, slots=True)
class Subject:
    """What a ruling was given on."""

    layout: Layout
    rules: Rules
    unit: str
    """mm or in: of its sentences."""


@dataclass(frozen=True)
class Ruling:
    """The referee's answer to one question.

    `witness` is plain data (lengths mm, headings degrees, points in the table frame):

    move: `steps` (list of {step, base, tip, heading, corners}), `heading_interval` (None or
      {from, to, from_by, to_by, from_closed, to_closed, legal}: the last headings around the declared
      one with the same answer, all legal or all not; None where it does not hang on the last heading),
      `closest` (None or {pieces, step, clearance, points, height}), `stands` (how many steps stand under
      the rules in force), and `stuck` (None or a list of {from, to, by}) when no heading is legal.
      Of "could it have got there": the same of the path found that ends nearest (`steps` alone if the
      answer is not yes), and `to`: {base, heading, corners, within, path, off, apart, left, blockers}:
      the claim, the headings of that path, how far off its end is (mm, any corner), within what distance
      no legal path ends (proved), and if in doubt what is left: squares [x, y, half side] of base midpoints.
    shot: `side`, `gun_side` (two points), `region` (polygon of reach), and for a yes `slide`,
      `template` (polygon), `gun_point`, `target_point`; for a no `blockers` (names), and if a line
      to the target was tried in vain, `tried` (two points).
    contact: `relation` (apart, contact or overlap), `clearance`, `points`, `height` (mm above the
      table of those points: not 0 only between polyhedra); only the relation if `premeasure`
      withholds distances.
    setup: `pairs_checked`, `closest` (as for a move, or None), `mobility` (legal degrees of
      first heading for every ship; each of an agreed set of headings counts its share of the circle).
    """

    question: str
    """move, shot, contact or setup"""

    answer: Answer
    allowed: bool
    ship: str | None = None
    target: str | None = None
    margin: float | None = None
    """mm. How far pieces may be off (at any corner) without changing the answer: proved from below.
    None: no placement changes it, or the question was whether a ship can have got somewhere: there
    `within` says how far off the claim may be, and `off` and `apart` of the witness by how much it is."""

    margin_upper: float | None = None
    """mm. `flip` shows that being off by this much changes the answer."""

    flip: dict[str, Any] | None = None
    """A placement that changes the answer: {"ships": {name: {base, heading}}, "steps": [...]}."""

    reasons: tuple[Reason, ...] = ()
    witness: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """Remarks that decide nothing: warnings, what was not checked."""

    subject: Subject | None = field(default=None, compare=False, repr=False)
    """What the referee was asked about; no part of the answer."""

    def _repr_svg_(self) -> str | None:
        """The ruling as a picture in a notebook; None if it does not know what it was given on."""
        return drawn(self)

    def as_json(self) -> dict[str, Any]:
        """The document of design section 4, lengths in mm; infinities become null."""
        document: dict[str, Any] = {
            "question": self.question,
            "ship": self.ship,
            "target": self.target,
            "answer": str(self.answer),
            "allowed": self.allowed,
            "margin": self.margin,
            "margin_upper": self.margin_upper,
            "flip": self.flip,
            "reasons": [reason.as_json() for reason in self.reasons],
            "witness": self.witness,
            "notes": list(self.notes),
        }
        return {key: _finite(item) for key, item in document.items()}


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
