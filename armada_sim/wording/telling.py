"""Questions and rulings in words, for people at a table.

The sentences of the reasons come from the referee; this module puts question, answer, margin, clauses
and evidence around them. Lengths come in as mm and go out in the file's unit. All of it is `Message`s, for whoever
prints to say in a language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from armada_sim.evidence import (
    Answer,
    ArrivalEvidence,
    BlockedHeadings,
    BlockedLine,
    ClaimedPose,
    ClearLine,
    ContactEvidence,
    MoveEvidence,
    OutcomeEvidence,
    Reason,
    Ruling,
    SetupEvidence,
    ShotEvidence,
)
from armada_sim.files import ActionQuestion, ContactQuestion, Dispute, MoveQuestion, Question, ShotQuestion, WonQuestion
from armada_sim.geometry import Number, Point, exact
from armada_sim.moving import NO_LEGAL_HEADING
from armada_sim.referee import ADVICE, AS_WRITTEN
from armada_sim.table import GUN_SIDES, TEXT, Clause, Layout, Ship, Unit, edge_words, rounded
from armada_sim.tabletop import N_, Amount, Listing, Message, Said

if TYPE_CHECKING:
    from armada_sim.play import TurnAction

Line = tuple[int, str]
"""A line, and how far it is set in: 1 for what belongs to the line before."""

_MOST_LISTED = 12
"""Lines of one list of evidence; the rest is counted."""

MOST_SAID = 40
"""1. Problems and reasons said in words; the rest is counted. The data have all."""


def degrees(value: Number) -> Amount:
    """A heading or a turn in words."""
    return Amount(f"{float(value):.10g}", "°")


def question_words(question: Question, layout: Layout, unit: Unit) -> Message:
    """The question as a player would ask it, lengths in `unit`."""
    match question:
        case MoveQuestion():
            return _move_asked(question, _piece(layout, question.ship), unit)
        case ShotQuestion():
            ship, target = _piece(layout, question.shooter), _piece(layout, question.target)
            if question.side == "either":
                return Message("May {ship} hit {target}?", ship=ship, target=target)
            side = GUN_SIDES[question.side]
            return Message("May {ship} hit {target} from its {side} side?", ship=ship, target=target, side=side)
        case ContactQuestion():
            ship, other = _piece(layout, question.a), _piece(layout, question.b)
            return Message("Do {ship} and {other} touch?", ship=ship, other=other)
        case ActionQuestion(actions):
            return _actions_asked(actions, layout, unit)
        case WonQuestion():
            return Message("Has anybody won?")
        case _:
            return Message("Is this a legal set-up?")


def _actions_asked(actions: Sequence[TurnAction], layout: Layout, unit: Unit) -> Message:
    """What is asked about actions in a turn; moves and shots as where no turn is stated."""
    from armada_sim.play import Draw, Move, Pass, Refused, Resign, Shoot, notation

    match actions:
        case [Move() as move]:
            return question_words(MoveQuestion(move.ship, move.declared), layout, unit)
        case [Shoot() as shot]:
            return question_words(ShotQuestion(shot.ship, shot.target, shot.side), layout, unit)
        case [Refused(claim)]:
            return Message("Is this rightly refused: {action}?", action=notation(claim))
        case [Pass()]:
            return Message("May the turn end here?")
        case [Draw()]:
            return Message("May a draw be offered, or agreed to?")
        case [Resign()]:
            return Message("May the player whose turn it is give up?")
        case _:
            lines = Listing(notation(action) for action in actions)
            return Message("May this be done, one after the other: {actions}?", actions=lines)


def _piece(layout: Layout, name: str) -> Message | str:
    if any(thing.name == name for thing in layout.objects):
        return Message("{name} (an object)", name=name)
    ship = next((ship for ship in layout.ships if ship.name == name), None)
    if ship is None:  # a flag, or a ship that was sunk and taken off
        return name
    return Message("{name} ({player}, {size})", name=name, player=ship.player, size=ship.size.words)


def _move_asked(question: MoveQuestion, ship: Message | str, unit: Unit) -> Message:
    declared = question.declared
    if declared.to is not None:
        base, heading = point(declared.to.place.origin, unit.exactly), degrees(declared.to.heading)
        near = N_("Can {ship} have got to base {base}, heading {heading} (within {within}) in one move?")
        at = N_("Can {ship} have got to base {base}, heading {heading} in one move?")
        within = None if question.within is None else unit.stated(float(question.within))
        return Message(near if within else at, ship=ship, base=base, heading=heading, within=within)
    if declared.headings is not None:
        return Message.counted(
            "May {ship} take one step, to heading {headings}?", "May {ship} take {n} steps, to headings {headings}?",
            len(declared.headings), ship=ship, headings=Listing(map(degrees, declared.headings)),
        )  # fmt: skip
    turns = declared.turns or ()
    return Message.counted(
        "May {ship} take one step, turning {turns}?", "May {ship} take {n} steps, turning {turns}?",
        len(turns), ship=ship, turns=Listing(map(_turn, turns)),
    )  # fmt: skip


def _turn(turn: Number | str) -> Message:
    if isinstance(turn, str):
        left, right = N_("left as far as allowed"), N_("right as far as allowed")
        return Message(right if turn.startswith("-") else left)
    if not turn:
        return Message.meaning("turn", "not at all")
    return Message(
        N_("{angle} to the right") if turn < 0 else N_("{angle} to the left"), angle=degrees(abs(exact(turn)))
    )


_TOUCHING = {"apart": N_("No, they are apart."), "contact": N_("Yes, they touch."), "overlap": N_("They overlap.")}
_TOUCHING_IN_DOUBT = {
    "apart": N_("In doubt. As stated: no, they are apart."),
    "contact": N_("In doubt. As stated: yes, they touch."),
    "overlap": N_("In doubt. As stated: they overlap."),
}


def answer_words(ruling: Ruling) -> Message:
    """The answer as players say it."""
    doubt = ruling.answer is Answer.IN_DOUBT
    if isinstance(ruling.witness, ContactEvidence):
        return Message((_TOUCHING_IN_DOUBT if doubt else _TOUCHING)[ruling.witness.relation])
    if isinstance(ruling.witness, ArrivalEvidence):
        if doubt:
            return Message("In doubt whether it can have got there.")
        return Message(N_("Yes, it can have got there.") if ruling.allowed else N_("No, it cannot have got there."))
    if isinstance(ruling.witness, OutcomeEvidence):
        return _outcome_answer(ruling, ruling.witness)
    if doubt:
        return Message(N_("In doubt, so allowed.") if ruling.allowed else N_("In doubt, so not allowed."))
    return Message(N_("Allowed.") if ruling.allowed else N_("Not allowed."))


def _outcome_answer(ruling: Ruling, shown: OutcomeEvidence) -> Message:
    if ruling.answer is Answer.IN_DOUBT:
        return Message("In doubt whether anybody has won.")
    if ruling.answer is Answer.NO:
        return Message(N_("No, the game is drawn.") if shown.reason else N_("No, nobody has won."))
    if not shown.winners:
        return Message("Yes, somebody has won.")
    return Message.counted(
        "Yes, {winners} has won.", "Yes, {winners} have won.", len(shown.winners), winners=Listing(shown.winners)
    )


def margin_words(ruling: Ruling, unit: Unit) -> Message | None:
    """How far pieces would have to be off to change the answer; None if nothing is known or may be said."""
    if ruling.margin is None or any(reason.clause.value.startswith("position.") for reason in ruling.reasons):
        return None
    low, high = unit.margins(ruling.margin, ruling.margin_upper)
    if high is None:
        if low.number == "0":
            return Message("How far pieces may be off without changing this is not proved.")
        return Message("Pieces would need to be off by at least {least} to change this.", least=low)
    if low.number == "0":
        return Message("Pieces may not be off at all: {enough} is enough to change this.", enough=high)
    return Message(
        "Pieces would need to be off by at least {least} to change this; {enough} is enough.", least=low, enough=high
    )


def clause_lines(ruling: Ruling) -> list[tuple[Clause, Message, Message]]:
    """Every clause a ruling cites, once, with its words and source."""
    cited = dict.fromkeys(reason.clause for reason in ruling.reasons)
    return [(clause, Message(TEXT[clause][0]), Message(TEXT[clause][1])) for clause in cited]


def evidence(ruling: Ruling, unit: Unit) -> list[Line]:
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
        case OutcomeEvidence() | None:
            return []


def point(corner: Sequence[float], unit: Unit) -> Message:
    """A point in the file's unit."""
    return Message("({x}, {y})", x=unit.coordinate(corner[0]), y=unit.coordinate(corner[1]))


def _move_evidence(move: MoveEvidence, unit: Unit) -> list[Line]:
    lines: list[Line] = _path_found(move.to, unit) if isinstance(move, ArrivalEvidence) else []
    for step in move.steps:
        text = Message(
            "step {step}: base {base}, tip {tip}, heading {heading}",
            step=step.step, base=point(step.base, unit), tip=point(step.tip, unit),
            heading=unit.heading(step.heading),
        )  # fmt: skip
        lines.append((0, text))
    interval = move.heading_interval
    if interval is not None:
        ends = ended_by(interval.start_by, interval.start_closed), ended_by(interval.end_by, interval.end_closed)
        headings = unit.span(interval.start, interval.end, said=ends)
        legal = N_("legal headings of the last step around the one declared: {headings}")
        none = N_("the last step has no legal heading from {headings}")
        at_all = N_("the last step has no legal heading")
        said = legal if interval.legal else at_all if interval.start_by == NO_LEGAL_HEADING else none
        lines.append((0, Message(said, headings=headings)))
    if move.closest is not None:
        a, b = move.closest.pieces
        points, height = move.closest.points, move.closest.height
        low = N_("closest points after step {step}: {ship} {point}, {other} {beside}")
        high = N_("closest points after step {step}: {ship} {point}, {other} {beside}, {height} above the table")
        lines.append((0, Message(
            high if height else low, step=move.closest.step, ship=a, point=unit.place(*points[0]),
            other=edge_words(b), beside=unit.place(*points[1]), height=unit.text(height or 0.0),
        )))  # fmt: skip
    if move.stuck is not None:
        lines.append((0, Message("every heading within the limit of turn is blocked:")))
        lines += _cut([blocked_line(block, unit) for block in move.stuck])
    return lines


def blocked_line(block: BlockedHeadings, unit: Unit) -> Message:
    """From where to where headings are blocked, and by what."""
    return Message("{headings} by {by}", headings=unit.span(block.start, block.end), by=edge_words(block.by))


def _path_found(claim: ClaimedPose, unit: Unit) -> list[Line]:
    """The headings of the path that ends nearest to a claim, and how much is not settled."""
    lines: list[Line] = []
    if claim.path is not None and claim.off is not None:
        path, nearest = N_("the path: headings {list}"), N_("the legal path found that ends nearest: headings {list}")
        said = path if claim.off <= claim.within else nearest
        lines.append((0, Message(said, list=Listing(map(unit.heading, claim.path)))))
    if claim.left:
        text = Message.counted(
            "not settled: {n} small place where the last step may have begun",
            "not settled: {n} small places where the last step may have begun",
            len(claim.left),
        )
        lines.append((0, text))
    return lines


def ended_by(by: str, closed: bool = True) -> Callable[[Amount], Message]:
    """What is said of an end of an interval of headings."""
    said = N_("{heading} ({by})") if closed else N_("{heading} ({by}, not reached)")
    return lambda heading: Message(said, heading=heading, by=edge_words(by))


def _at(said: str, points: Sequence[Point], height: float | None, unit: Unit, /, **values: object) -> Message:
    """Where two things are nearest: their points, and if they are polyhedra how high above the table."""
    listed = Listing(unit.place(*p) for p in points)
    return Message(said, points=listed, height=unit.text(height or 0.0), **values)


def _cut(lines: Sequence[Message]) -> list[Line]:
    shown: list[Line] = [(1, line) for line in lines[:_MOST_LISTED]]
    rest = len(lines) - _MOST_LISTED
    return shown if rest <= 0 else [*shown, (1, Message("and {count} more", count=rest))]


def _shot_evidence(shot: ShotEvidence, unit: Unit) -> list[Line]:
    match shot.line:
        case ClearLine() as line:
            slide, side = unit.text(line.slide), GUN_SIDES[shot.side]
            start, end = unit.place(*line.gun_point), unit.place(*line.target_point)
            lay = N_("lay the large piece on the {side} side, {slide} from the base corner")
            return [
                (0, Message(lay, side=side, slide=slide)),
                (0, Message("a clear line runs from {start} to {end}", start=start, end=end)),
            ]
        case BlockedLine(blockers, (start, end)) if blockers:
            return [(0, Message(
                "without {blockers}, a line from {start} to {end} would do",
                blockers=Listing(blockers), start=unit.place(*start), end=unit.place(*end),
            ))]  # fmt: skip
        case _:
            return []


_NEAREST = {
    "apart": (N_("nearest points: {points}"), N_("nearest points: {points}, {height} above the table")),
    "contact": (N_("they meet at: {points}"), N_("they meet at: {points}, {height} above the table")),
    "overlap": (N_("deepest points: {points}"), N_("deepest points: {points}, {height} above the table")),
}
"""On the table, and above it."""


def _contact_evidence(contact: ContactEvidence, unit: Unit) -> list[Line]:
    if contact.points is None:  # distances may not be said
        return []
    said = _NEAREST[contact.relation][bool(contact.height)]
    return [(0, _at(said, contact.points, contact.height, unit))]


def _setup_evidence(setup: SetupEvidence) -> list[Line]:
    pairs = Message.counted("{n} pair of ships was checked", "{n} pairs of ships were checked", setup.pairs_checked)
    free = [
        Message("{ship} {angle}", ship=name, angle=Amount(f"{free:.1f}", "°"))
        for name, free in (setup.mobility or {}).items()
    ]
    if not free:
        return [(0, pairs)]
    rest = len(free) - _MOST_LISTED
    shown = free if rest <= 0 else [*free[:_MOST_LISTED], Message("{count} more", count=rest)]
    return [(0, pairs), (0, Message("room for a first step: {list}", list=Listing(shown)))]


def reason_lines(reasons: Sequence[Reason]) -> list[str]:
    """Reasons with their clauses: the first `MOST_SAID`, how many more there are, and why the answer is in doubt."""
    chosen = [*reasons[:MOST_SAID], *(reason for reason in reasons[MOST_SAID:] if reason.clause is Clause.DOUBT)]
    lines: list[str] = [Message("{text} [{clause}]", text=reason.text, clause=str(reason.clause)) for reason in chosen]
    if len(chosen) < len(reasons):
        more = Message("and {count} more; armada check --json has all of them", count=len(reasons) - len(chosen))
        lines.insert(MOST_SAID, more)
    return lines


def position_lines(layout: Layout, problems: Sequence[Reason]) -> list[Line]:
    """What of a table cannot be, to be said before anything else."""
    lines: list[Line] = [(0, Message("This table is impossible as written:"))] if problems else []
    lines += [(1, line) for line in reason_lines(problems)]
    if layout.position == "as_written":
        return [*lines, (0, Message("Note: {remark}.", remark=AS_WRITTEN))]
    advice = Message("Answers that this may change are in doubt, so not allowed; {advice}.", advice=ADVICE)
    return [*lines, (0, advice)] if problems else []


def preamble(dispute: Dispute, unit: Unit) -> list[Message]:
    """What holds for all the questions: rules that are not default, tolerance, how ships were placed."""
    changed = ", ".join(f"{key} = {value}" for key, value in dispute.rules.not_default().items())
    rules = (
        Message("Rules: {list}; otherwise the defaults.", list=changed) if changed else Message("Rules: the defaults.")
    )
    lines = [rules, _tolerance_words(dispute.layout, unit), *_turn_words(dispute)]
    lines += [Message("{note}.", note=note) for note in dispute.notes_in(unit)]
    if any(ship.measured for ship in dispute.layout.ships):
        lines.append(Message("Numbers are rounded to what is known; armada check --json has all decimals."))
    return lines + [Message("Note: {remark}.", remark=remark) for remark in dispute.rules.remarks_in(unit)]


def _own_tolerance(layout: Layout, ship: Ship, unit: Unit) -> Said:
    """What a ship may be off by: as it was stated, or what its readings leave open, rounded up."""
    tolerance = float(layout.tolerance_of(ship))
    return unit.stated(tolerance) if ship.spread is None else rounded(tolerance, unit, up=True)


def _turn_words(dispute: Dispute) -> list[Message]:
    """Whose turn it is, and what was done in it."""
    turn = None if dispute.game is None else dispute.game.state.turn
    if turn is None:
        return []
    left = Message.counted(
        "Turn of {player}: {n} action is left.", "Turn of {player}: {n} actions are left.",
        turn.left, player=turn.player,
    )  # fmt: skip
    done: list[Message] = [
        Message.counted("{ship} has moved by {n} step", "{ship} has moved by {n} steps", steps, ship=ship)
        for ship, steps in turn.steps
    ]
    for ship in dict.fromkeys(ship for ship, _ in turn.shots):
        shots = turn.shots_of(ship)
        done.append(Message.counted("{ship} has fired {n} shot", "{ship} has fired {n} shots", shots, ship=ship))
    return [left, Message("Done in it: {list}.", list=Listing(done))] if done else [left]


def _tolerance_words(layout: Layout, unit: Unit) -> Message:
    common = unit.stated(float(layout.tolerance))
    own = Listing(
        Message("{ship} {length}", ship=ship.name, length=_own_tolerance(layout, ship, unit))
        for ship in layout.ships
        if ship.tolerance is not None or ship.spread is not None
    )
    off = (
        N_("Tolerance: any corner may be off by {length}."),
        N_("Tolerance: any corner may be off by {length}, except {list}."),
    )
    exactly = (
        N_("Tolerance: pieces lie exactly where stated."),
        N_("Tolerance: pieces lie exactly where stated, except {list}."),
    )
    return Message((off if layout.tolerance else exactly)[bool(own)], length=common, list=own)
