"""The table as the page has it: a dispute file's own keys, in mm, poses by base and heading."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, cast

from armada_sim.files import ActionQuestion, ContactQuestion, Dispute, MoveQuestion, Question, ShotQuestion, WonQuestion
from armada_sim.files.records import parse_dispute
from armada_sim.files.tables import changed_table, number_of, object_table, ship_table, surface_table
from armada_sim.moving import Declaration
from armada_sim.table import Fleet, Ship
from armada_sim.tabletop import Language, Message
from armada_sim.web.answers import Document, QuestionRow, ShipRow

_LEFT_OUT = Message(
    "This file states a turn or a goal. The page shows its table and rules on moves and shots by themselves; what the "
    "turn allows and whether anybody has won, armada check says."
)


def read(text: str, words: Language) -> Document:
    """The page's document of a dispute or layout file's text; under `left_out` what it cannot show, in a sentence.

    Raises InputError.
    """
    dispute = parse_dispute(text, format="json" if text.lstrip()[:1] == "{" else "toml")
    found = document(dispute)
    if dispute.game is not None:
        found["left_out"] = words.tell(_LEFT_OUT)
    return found


def document(dispute: Dispute) -> Document:
    """A dispute as the page keeps it; as a file it means the same table. Turn and goals are left out."""
    layout, rules = dispute.layout, dispute.rules
    found: dict[str, Any] = {
        "title": dispute.title,
        "unit": "mm",
        "rules": changed_table(rules) or "classic",
        **surface_table(layout.surface, rules),
        "tolerance": {"position": number_of(layout.tolerance)},
        "position": layout.position,
        "ships": [ship_row(ship) for ship in layout.ships],
        "objects": [object_table(thing) for thing in layout.objects],
        "fleets": [_fleet(fleet) for fleet in layout.fleets],
        "teams": _teams(layout.fleets),
        "questions": [
            question_document(question)
            for question in dispute.questions
            if not isinstance(question, ActionQuestion | WonQuestion)
        ],
    }
    return cast(Document, _doubles(found))


def ship_row(ship: Ship) -> ShipRow:
    """A ship as the page keeps it."""
    row = ship_table(ship)
    return cast(ShipRow, _doubles({"damage": 0, **row, "base": [_unrounded(value) for value in row["base"]]}))


def _unrounded(length: int | Decimal) -> int | Decimal | str:
    """A length, mm, as text with its unit where the page's numbers would lose digits."""
    return length if Decimal(repr(float(length))) == length else f"{length:f} mm"


def _fleet(fleet: Fleet) -> dict[str, Any]:
    return {"player": fleet.player, **fleet.declared, **({"side": fleet.side} if fleet.side else {})}


def _teams(fleets: Sequence[Fleet]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fleet in fleets:
        if fleet.team:
            found.setdefault(fleet.team, []).append(fleet.player)
    return found


def _doubles(value: object) -> Any:
    """The same with decimals as the page's numbers."""
    match value:
        case Decimal():
            return float(value)
        case dict():
            return {key: _doubles(item) for key, item in value.items()}
        case list():
            return [_doubles(item) for item in value]
    return value


def question_document(question: Question) -> QuestionRow:
    """A question as the page keeps it, unless it is about a turn or a goal."""
    match question:
        case MoveQuestion():
            found: QuestionRow = {"move": question.ship, **declared_document(question.declared)}
            if question.within is not None:
                found["to"]["within"] = float(question.within)
            return found
        case ShotQuestion():
            return {"shot": {"from": question.shooter, "at": question.target, "side": question.side}}
        case ContactQuestion():
            return {"contact": (question.a, question.b)}
    return {"setup": True}


def declared_document(declared: Declaration) -> QuestionRow:
    """How a move is declared, as a file has it, in mm and degrees."""
    if declared.to is not None:
        pose = declared.to
        return {"to": {"base": (float(pose.x), float(pose.y)), "heading": float(pose.heading)}}
    if declared.turns is not None:
        return {"turns": [turn if isinstance(turn, str) else float(turn) for turn in declared.turns]}
    return {"headings": [float(heading) for heading in declared.headings or ()]}
