"""Questions and rulings in words, for people at a table.

The sentences of the reasons come from the referee; this module puts question, answer, margin, clauses
and evidence around them. Lengths come in as mm and go out in the file's unit.
"""

from __future__ import annotations

from collections.abc import Sequence

from armada_sim.evidence import (
    Answer,
    ArrivalEvidence,
    BlockedLine,
    ClaimedPose,
    ClearLine,
    ContactEvidence,
    MoveEvidence,
    Reason,
    Ruling,
    SetupEvidence,
    ShotEvidence,
)
from armada_sim.files import ContactQuestion, Dispute, MoveQuestion, Question, ShotQuestion
from armada_sim.geometry import Number, Point, exact
from armada_sim.moving import NO_LEGAL_HEADING
from armada_sim.referee import ADVICE, AS_WRITTEN
from armada_sim.table import TEXT, Clause, Layout, Unit, edge_words, rounded
from armada_sim.tabletop import Listing

_MOST_LISTED = 12
"""Lines of one list of evidence; the rest is counted."""

MOST_SAID = 40
"""1. Problems and reasons said in words; the rest is counted. The data have all."""


def degrees(value: Number | str) -> str:
    """A heading or a turn in words."""
    return str(value) if isinstance(value, str) else f"{float(value):.10g}°"


def question_words(question: Question, layout: Layout, unit: Unit) -> str:
    """The question as a player would ask it, lengths in `unit`."""
    match question:
        case MoveQuestion():
            verb = "May" if question.to is None else "Can"
            return f"{verb} {_piece(layout, question.ship)} {_declared(question, unit)}?"
        case ShotQuestion():
            side = "" if question.side == "either" else f" from its {question.side} side"
            return f"May {_piece(layout, question.shooter)} hit {_piece(layout, question.target)}{side}?"
        case ContactQuestion():
            return f"Do {_piece(layout, question.a)} and {_piece(layout, question.b)} touch?"
        case _:
            return "Is this a legal set-up?"


def _piece(layout: Layout, name: str) -> str:
    if any(thing.name == name for thing in layout.objects):
        return f"{name} (an object)"
    ship = layout.ship(name)
    return f"{name} ({ship.player}, {ship.size})"


def _declared(question: MoveQuestion, unit: Unit) -> str:
    if question.to is not None:
        near = "" if question.within is None else f" (within {unit.text(float(question.within))})"
        place = f"base {point(question.to.place.origin, unit)}, heading {degrees(question.to.heading)}{near}"
        return f"have got to {place} in one move"
    if question.in_place is not None:
        return f"turn in place to heading {degrees(question.in_place)}"
    if question.headings is not None:
        word = "heading" if len(question.headings) == 1 else "headings"
        return f"take {_steps(question.headings)}, to {word} {Listing(degrees(h) for h in question.headings)}"
    turns = question.turns or ()
    return f"take {_steps(turns)}, turning by {Listing(_turn(t) for t in turns)}"


def _steps(given: Sequence[object]) -> str:
    return "one step" if len(given) == 1 else f"{len(given)} steps"


def _turn(turn: Number | str) -> str:
    if isinstance(turn, str):
        return "the most there is to the right" if turn.startswith("-") else "the most there is to the left"
    return f"{degrees(abs(exact(turn)))} to the {'right' if turn < 0 else 'left'}" if turn else "nothing"


def answer_words(ruling: Ruling) -> str:
    """The answer as players say it."""
    doubt = ruling.answer is Answer.IN_DOUBT
    if isinstance(ruling.witness, ContactEvidence):
        words = {"apart": "No, they are apart", "contact": "Yes, they touch", "overlap": "They overlap"}
        found = words[ruling.witness.relation]
        return f"In doubt. As stated: {found[:1].lower()}{found[1:]}." if doubt else f"{found}."
    if isinstance(ruling.witness, ArrivalEvidence):
        if doubt:
            return "In doubt whether it can have got there."
        return "Yes, it can have got there." if ruling.allowed else "No, it cannot have got there."
    if doubt:
        return "In doubt, so allowed." if ruling.allowed else "In doubt, so not allowed."
    return "Allowed." if ruling.allowed else "Not allowed."


def margin_words(ruling: Ruling, unit: Unit) -> str:
    """How far pieces would have to be off to change the answer; empty if nothing is known or may be said."""
    low, high = ruling.margin, ruling.margin_upper
    if low is None:
        return ""
    if not low:
        if high is None:
            return "How far pieces may be off without changing this is not proved."
        return f"Pieces may not be off at all: {rounded(high, unit, up=True)} is enough to change this."
    enough = "" if high is None else f"; {rounded(high, unit, up=True)} is enough"
    return f"Pieces would need to be off by at least {rounded(low, unit, up=False)} to change this{enough}."


def clause_lines(ruling: Ruling) -> list[tuple[Clause, str, str]]:
    """Every clause a ruling cites, once, with its words and source."""
    return [(clause, *TEXT[clause]) for clause in dict.fromkeys(reason.clause for reason in ruling.reasons)]


def evidence(ruling: Ruling, unit: Unit) -> list[str]:
    """The witness of a ruling in short sentences."""
    match ruling.witness:
        case MoveEvidence() as move:
            return _move_evidence(move, unit)
        case ShotEvidence() as shot:
            return _shot_evidence(shot, unit)
        case ContactEvidence() as contact:
            return _contact_evidence(contact, unit)
        case SetupEvidence() as setup:
            return _setup_evidence(setup)
        case None:
            return []


def point(corner: Sequence[float], unit: Unit) -> str:
    """A point in the file's unit."""
    scale, digits = unit.mm, unit.digits
    x, y = (0.0 if abs(c / scale) < 0.5 * 10.0**-digits else c / scale for c in corner)
    return f"({x:.{digits}f}, {y:.{digits}f})"


def _move_evidence(move: MoveEvidence, unit: Unit) -> list[str]:
    lines = _path_found(move.to) if isinstance(move, ArrivalEvidence) else []
    for step in move.steps:
        place = f"base {point(step.base, unit)}, tip {point(step.tip, unit)}, heading {step.heading:.6g}°"
        lines.append(f"step {step.step}: {place}")
    interval = move.heading_interval
    if interval is not None:
        start = _end(interval.start, interval.start_by, interval.start_closed)
        end = _end(interval.end, interval.end_by, interval.end_closed)
        if interval.legal:
            lines.append(f"legal headings of the last step around the one declared: {start} to {end}")
        elif interval.start_by == NO_LEGAL_HEADING:
            lines.append("no heading of the last step is legal at all")
        else:
            lines.append(f"no heading of the last step is legal from {start} to {end}")
    if move.closest is not None:
        a, b = move.closest.pieces
        after = f"closest are {a} and {edge_words(b)} after step {move.closest.step}"
        lines.append(f"{after}, at {_points(move.closest.points, move.closest.height, unit)}")
    if move.stuck is not None:
        lines.append("every heading within the limit of turn is blocked:")
        lines += _cut([f"  {b.start:.4f}° to {b.end:.4f}° by {edge_words(b.by)}" for b in move.stuck])
    return lines


def _path_found(claim: ClaimedPose) -> list[str]:
    """The headings of the path that ends nearest to a claim, and how much is not settled."""
    lines = []
    if claim.path is not None and claim.off is not None:
        found = "the path" if claim.off <= claim.within else "the legal path found that ends nearest"
        lines.append(f"{found}: headings {Listing(f'{heading:.10g}°' for heading in claim.path)}")
    if claim.left:
        lines.append(f"not settled: {len(claim.left)} small places where the last step may have begun")
    return lines


def _end(heading: float, by: str, closed: bool) -> str:
    return f"{heading:.4f}° ({edge_words(by)}{'' if closed else ', not reached'})"


def _points(points: Sequence[Point], height: float | None, unit: Unit) -> str:
    """The nearest points of two things, and if they are polyhedra how high above the table."""
    ends = " and ".join(point(p, unit) for p in points)
    return f"{ends}, {unit.text(height)} above the table" if height else ends


def _cut(lines: list[str]) -> list[str]:
    rest = len(lines) - _MOST_LISTED
    return lines if rest <= 0 else [*lines[:_MOST_LISTED], f"  and {rest} more"]


def _shot_evidence(shot: ShotEvidence, unit: Unit) -> list[str]:
    match shot.line:
        case ClearLine() as line:
            slide = unit.text(line.slide)
            return [
                f"lay the large piece on the {shot.side} side, {slide} from the base corner",
                f"a clear line runs from {point(line.gun_point, unit)} to {point(line.target_point, unit)}",
            ]
        case BlockedLine(blockers, (start, end)) if blockers:
            return [f"without {Listing(blockers)}, a line from {point(start, unit)} to {point(end, unit)} would do"]
        case _:
            return []


def _contact_evidence(contact: ContactEvidence, unit: Unit) -> list[str]:
    if contact.points is None:  # distances may not be said
        return []
    kinds = {"apart": "nearest points", "contact": "they meet at", "overlap": "deepest points"}
    return [f"{kinds[contact.relation]}: {_points(contact.points, contact.height, unit)}"]


def _setup_evidence(setup: SetupEvidence) -> list[str]:
    pairs = setup.pairs_checked
    lines = [f"{pairs} pairs of ships were checked" if pairs != 1 else "1 pair of ships was checked"]
    free = [f"{name} {free:.1f}°" for name, free in (setup.mobility or {}).items()]
    if free:
        shown = free if len(free) <= _MOST_LISTED else [*free[:_MOST_LISTED], "…"]
        lines.append(f"room for a first step: {', '.join(shown)}")
    return lines


def reason_lines(reasons: Sequence[Reason]) -> list[str]:
    """Reasons with their clauses: the first `MOST_SAID`, how many more there are, and why the answer is in doubt."""
    chosen = [*reasons[:MOST_SAID], *(reason for reason in reasons[MOST_SAID:] if reason.clause is Clause.DOUBT)]
    lines = [f"{reason.text} [{reason.clause}]" for reason in chosen]
    if len(chosen) < len(reasons):
        lines.insert(MOST_SAID, f"and {len(reasons) - len(chosen)} more; armada check --json has all of them")
    return lines


def position_lines(layout: Layout, problems: Sequence[Reason]) -> list[str]:
    """What of a table cannot be, to be said before anything else; a problem's line begins with "- "."""
    head = ["This table cannot be as it is written:"] if problems else []
    lines = [*head, *(f"- {line}" for line in reason_lines(problems))]
    if layout.position == "as_written":
        return [*lines, f"Mind that {AS_WRITTEN}."]
    return [*lines, f"What rests on this is in doubt, so not allowed: {ADVICE}."] if problems else []


def preamble(dispute: Dispute, unit: Unit) -> list[str]:
    """What holds for all the questions: rules that are not default, tolerance, how ships were placed."""
    lines = []
    changed = dispute.rules.not_default()
    if changed:
        lines.append(f"Rules: {', '.join(f'{key} = {value}' for key, value in changed.items())}; else the defaults.")
    else:
        lines.append("Rules: the defaults.")
    layout = dispute.layout
    own = [f"{s.name} {unit.text(float(s.tolerance))}" for s in layout.ships if s.tolerance is not None]
    common = float(layout.tolerance)
    common_text = f"any corner may be off by {unit.text(common)}" if common else "pieces lie exactly where stated"
    lines.append(f"Tolerance: {common_text}{', except ' + ', '.join(own) if own else ''}.")
    lines += [f"Measured: {note}." for note in dispute.notes]
    lines += [f"Mind that {remark}." for remark in dispute.rules.remarks]
    return lines
