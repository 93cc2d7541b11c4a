"""The picture of a ruling: the position, what was asked, the answer and its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from armada_sim.evidence import (
    Answer,
    ArrivalEvidence,
    BlockedLine,
    ContactEvidence,
    MoveEvidence,
    OutcomeEvidence,
    Reason,
    Ruling,
    SetupEvidence,
    ShotEvidence,
)
from armada_sim.geometry import Point
from armada_sim.pictures import shapes
from armada_sim.pictures.goal_marks import draw_nothing, draw_won, goal_points
from armada_sim.pictures.messages import Words
from armada_sim.pictures.move_marks import draw_move, move_points, reasons_shown, write_step_numbers
from armada_sim.pictures.pair_marks import draw_contact, draw_setup, mark_misplaced, position_caption
from armada_sim.pictures.position import draw_pieces, explain_frame, options_caption, write_names
from armada_sim.pictures.shapes import View
from armada_sim.pictures.sheet import Draft
from armada_sim.pictures.shot_marks import draw_shot, shot_points
from armada_sim.referee import AS_WRITTEN, position_problems
from armada_sim.table import Clause, Layout, Rules
from armada_sim.tabletop import N_
from armada_sim.wording.telling import margin_words


def compose_ruling(sheet: Draft, ruling: Ruling, *, frame: bool = False) -> None:
    """Everything of a ruling: the position, what was asked, the answer and its evidence.

    frame: as `compose_position` takes it. Raises InputError if the ruling names a ship the layout does not have.
    """
    layout, rules, words = sheet.layout, sheet.rules, sheet.words
    if frame:
        explain_frame(sheet)
    problems = position_problems(layout, rules, words.unit.name)

    def lay(on: Draft) -> None:
        draw_pieces(on, ("damage",))
        mark_ruling(on, ruling)
        mark_misplaced(on, problems)
        if ruling.question == "move":
            write_step_numbers(on, ruling)

    lay(sheet)
    sheet.write_title(_title_of(ruling, words), _reasons_text(layout, ruling, words))
    sheet.write_scale()
    for line in (position_caption(layout, problems, words), *_small_print(ruling, rules, words)):
        if line:
            sheet.write_caption(line)
    write_names(sheet, ("labels",), lay)


def mark_ruling(sheet: Draft, ruling: Ruling) -> None:
    """The evidence of a ruling, on a sheet with the position."""
    if ruling.question != "move" or _lies(sheet.layout, ruling.ship):
        _ASKED_MARKS[ruling.question](sheet, ruling)


_ASKED_MARKS = {
    "move": draw_move, "shot": draw_shot, "contact": draw_contact, "setup": draw_setup, "won": draw_won,
    **dict.fromkeys(("pass", "draw", "resign", "refused"), draw_nothing),
}  # fmt: skip
"""What draws the answer to a question, with its evidence."""


def ruling_view(layout: Layout, ruling: Ruling, rules: Rules) -> View:
    """What matters: every piece the ruling names, its steps, its large piece, and some room around.

    What is no question of single pieces, such as a set-up or who has won, is shown with all ships.
    """
    points: list[Point] = goal_points(ruling)
    if ruling.question == "move" and ruling.ship is not None and _lies(layout, ruling.ship):
        ship = layout.ship(ruling.ship)
        points += move_points(ruling, ship, float(rules.outline(ship.size).step))
    elif ruling.question == "shot":
        points += shot_points(ruling)
    named = _named(ruling)
    for ship in layout.ships:
        if ship.name in named or ruling.question not in ("move", "shot", "contact"):
            points += shapes.corners_of(ship, rules)
    for thing in layout.objects:
        if thing.name in named:
            points += shapes.thing_corners(thing)
    return View.around(points)


def _lies(layout: Layout, ship: str | None) -> bool:
    """Whether a ship lies on the table: not if it was sunk and taken off."""
    return any(other.name == ship for other in layout.ships)


def _named(ruling: Ruling) -> set[str]:
    """Names of the ships and objects a ruling speaks of."""
    names = {name for reason in ruling.reasons for name in reason.pieces}
    names |= {name for name in (ruling.ship, ruling.target) if name is not None}
    shown = ruling.witness
    if isinstance(shown, MoveEvidence):
        names |= {block.by for block in shown.stuck or ()}
    if isinstance(shown, MoveEvidence | SetupEvidence) and shown.closest is not None:
        names |= {*shown.closest.pieces}
    if isinstance(shown, ShotEvidence) and isinstance(shown.line, BlockedLine):
        names |= {*shown.line.blockers}
    return names


RELATIONS = {"apart": N_("Apart"), "contact": N_("In contact"), "overlap": N_("Overlapping")}
_RELATIONS_IN_DOUBT = {
    "apart": N_("In doubt: apart as stated"),
    "contact": N_("In doubt: in contact as stated"),
    "overlap": N_("In doubt: overlapping as stated"),
}
_POSSIBLE = {Answer.YES: N_("Possible"), Answer.NO: N_("Not possible"), Answer.IN_DOUBT: N_("In doubt")}
_WON = {Answer.YES: N_("Won"), Answer.NO: N_("Not won"), Answer.IN_DOUBT: N_("In doubt")}
ASKED = {
    "move": N_("move of {ship}"), "to": N_("can {ship} have got there?"), "shot": N_("shot from {ship} at {target}"),
    "contact": N_("{ship} and {target}"), "setup": N_("set-up"), "won": N_("has anybody won?"),
    "pass": N_("the end of the turn"), "draw": N_("a draw"), "resign": N_("giving up"),
    "refused": N_("a refused claim"),
}  # fmt: skip
"""Answers and questions, as players say them."""


def answer_words(ruling: Ruling, words: Words) -> str:
    """The answer as players say it."""
    if isinstance(ruling.witness, ContactEvidence):
        doubt = ruling.answer is Answer.IN_DOUBT
        return words.say((_RELATIONS_IN_DOUBT if doubt else RELATIONS)[ruling.witness.relation])
    if isinstance(ruling.witness, ArrivalEvidence):
        return words.say(_POSSIBLE[ruling.answer])
    if isinstance(ruling.witness, OutcomeEvidence):
        return words.say(_WON[ruling.answer])
    if ruling.answer is Answer.IN_DOUBT:
        return words.say(N_("In doubt: allowed") if ruling.allowed else N_("In doubt: not allowed"))
    return words.say(N_("Allowed") if ruling.allowed else N_("Not allowed"))


def _title_of(ruling: Ruling, words: Words) -> str:
    """The answer and what was asked."""
    kind = "to" if isinstance(ruling.witness, ArrivalEvidence) else ruling.question
    asked = words.say(ASKED[kind], ship=ruling.ship, target=ruling.target)
    return words.say("{answer} ({question})", answer=answer_words(ruling, words), question=asked)


def _reasons_text(layout: Layout, ruling: Ruling, words: Words) -> str:
    """The sentences under the title: the first reason and what it needs to be understood."""
    match ruling.question:
        case "move":
            shown: Sequence[Reason] = reasons_shown(ruling)
        case "setup":
            doubt = [r for r in ruling.reasons[1:] if r.clause is Clause.DOUBT]
            shown = [*ruling.reasons[:1], *doubt]
        case _:
            shown = ruling.reasons[:3]
    sentences = [_sentence(layout, words.tell(reason.text)) for reason in shown]
    more = sum(r.clause is not Clause.DOUBT for r in ruling.reasons) - 1
    if ruling.question == "setup" and more > 0:
        sentences.append(
            words.say_many("{n} more reason beside the picture.", "{n} more reasons beside the picture.", more)
        )
    return " ".join(sentences)


def _sentence(layout: Layout, text: str) -> str:
    """With a capital, unless it starts with a name, and a full stop."""
    names = [*(s.name for s in layout.ships), *(s.player for s in layout.ships), *(o.name for o in layout.objects)]
    first = text.split(" ", 1)[0].removesuffix("'s").rstrip(",:")
    start = text[:1] if first in names else text[:1].upper()
    return f"{start}{text[1:]}".rstrip(".") + "."


def _small_print(ruling: Ruling, rules: Rules, words: Words) -> list[str]:
    """The margin, the notes and the options that are not default."""
    margin = margin_words(ruling, words.unit)
    found = [] if margin is None else [words.tell(margin)]
    found += [words.say("Note: {text}.", text=words.tell(note)) for note in ruling.notes[:3] if note != AS_WRITTEN]
    options = options_caption(rules, words)
    return [*found, options] if options else found
