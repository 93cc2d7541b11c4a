"""`grid-games check`: rulings on disputed moves, and on whole recorded games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop import N_
from armada_sim.tabletop.terminal import JSON, command, in_json, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from armada_sim.tabletop import Fault, Language, Message
    from grid_games.cli.papers import Account, Dispute, Paper, Question, Unplayable
    from grid_games.core.protocol import IllegalMoveError, Outcome, State, Violation

    IllegalMove = Fault[str, IllegalMoveError]

MOST_INSTEAD = 6
"""Legal moves that are named where one is not allowed."""

MOST_COMPARED = 20_000
"""Legal moves looked at to find those; a step with more is looked at in part."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one question: about a move, about dice, or of the game's own, such as whether a hex burns."""

    question: str
    """Its key in a dispute."""

    after: tuple[str, ...]
    """What was played first."""

    asked: str
    """The question in words."""

    reason: Violation | None
    """Why it is no; None for yes."""

    subject: Mapping[str, str | None]
    """What it is about, for programs."""

    answers: tuple[str, ...]
    """What is said for yes and for no; empty where neither is."""

    more: Mapping[str, Any] = field(default_factory=dict)
    """What is told besides: legal moves that are written most like the one asked about and how many are legal, or what
    dice are about and may give."""


@command(
    short_help="Rule on a disputed move, or on a whole recorded game.",
    example="grid-games check dispute.toml",
)
@click.argument("file")
@JSON
@click.pass_context
def check(context: click.Context, file: str, as_json: bool) -> None:
    """Rule on the questions of a dispute FILE, or on every move of a recorded game (- reads standard input).

    Exit status: 0 if all is allowed, 1 if something is not.
    """
    from armada_sim.tabletop import InputError, Message
    from grid_games.cli.papers import Dispute, Unplayable, judged_paper

    words, paper = context.obj, judged_paper(file)
    if isinstance(paper, Unplayable):
        told, lines, allowed = _unplayable_document(paper, words), _unplayable_lines(paper, words), False
    elif isinstance(paper, Dispute):
        if not paper.questions:
            message = Message("asks nothing: add a [[questions]] table with a move")
            raise InputError(message, key="questions", file=paper.file)
        rulings = [ruled(paper, question) for question in paper.questions]
        told = {**_head(paper), "rulings": [_document(ruling, words) for ruling in rulings]}
        lines = _dispute_lines(paper, rulings, words)
        allowed = all(ruling.reason is None for ruling in rulings)
    else:
        fault, outcome = judged(paper, words)
        told = {**_head(paper), **_game_document(paper, fault, outcome, words)}
        lines = _game_lines(paper, fault, outcome, words)
        allowed = fault is None
    click.echo(in_json(told) if as_json else "\n".join(lines))
    context.exit(0 if allowed else 1)


def ruled(dispute: Dispute, question: Question) -> Ruling:
    """The ruling on a question. Raises InputError for a move that cannot be read, or where no dice are rolled."""
    from armada_sim.tabletop import Message
    from grid_games import catalogue
    from grid_games.cli.papers import asked_of
    from grid_games.cli.shared import called
    from grid_games.core.protocol import Violation

    written, moves = asked_of(dispute.written, question)
    state, extras = written.state, catalogue.extras(dispute.game.name)
    if question.about is not None:
        key, named = question.about
        asked, answered = extras.questions[key]
        full = Message(asked, named=called(dispute.game.name, named))
        return Ruling(key, question.after, full, answered(state, named), {"of": named}, (N_("Yes."), N_("No.")))
    if not moves:
        stakes = extras.stakes(state) if extras.stakes is not None else ""
        chances = {str(result): str(share) for result, share in state.chance_outcomes()}
        dice = Message("What may the dice give?")
        return Ruling("odds", question.after, dice, None, {}, (), {"stakes": stakes, "chances": chances})
    first, reason = written.before(moves[0]), None
    player = first.speaker(moves[0])
    for move in moves:
        written = written.before(move)
        state, reason = written.state, None if written.holds(move) else written.state.why_not(move)
        if reason is not None:
            break
        written = written.said(move)
    if question.by is not None and question.by != player and not first.holds(moves[0]):
        state, reason = first.state, Violation("turn", _out_of_turn(player, question.by, dispute.game.name))
    instead = near_moves(state, str(move)) if reason is not None else []
    text, who = "; ".join(map(str, moves)), question.by or player
    more = {"instead": instead, "legal": len(state.legal_moves())}
    return Ruling(
        "move",
        question.after,
        _asked(text, who, dispute.game.name),
        reason,
        {"move": text, "player": who},
        _ANSWERS,
        more,
    )


def _out_of_turn(player: str | None, other: str, name: str) -> str:
    """Who decides, where it is not the one who wants to."""
    from armada_sim.tabletop import Message
    from grid_games.cli.shared import called
    from grid_games.core.protocol import CHANCE

    if player is None:
        return Message("the game is over")
    if player == CHANCE:
        return Message("dice decide, not {other}", other=called(name, other))
    return Message("{player} is to move, not {other}", player=called(name, player), other=called(name, other))


def near_moves(state: State[Any], text: str) -> list[str]:
    """Legal moves that are written most like `text`, the nearest first."""
    from difflib import SequenceMatcher
    from itertools import islice

    matcher = SequenceMatcher(b=text, autojunk=False)

    def likeness(legal: str) -> float:
        matcher.set_seq1(legal)
        return matcher.ratio()

    legal = [str(move) for move in islice(state.legal_moves(), MOST_COMPARED)]
    return sorted(legal, key=likeness, reverse=True)[:MOST_INSTEAD]


def judged(account: Account, words: Language) -> tuple[IllegalMove | None, Outcome | None]:
    """What is wrong with a recorded game, and how it ends where it is played to its end. Raises InputError for a move
    that cannot be read."""
    from armada_sim.tabletop import Fault, Message, inside
    from armada_sim.tabletop.terminal import Progress
    from grid_games.cli.shared import outcome_words
    from grid_games.core.match import Match, replay
    from grid_games.core.protocol import IllegalMoveError, Outcome, Violation

    def said(number: int) -> str:
        return words.say("move {number} of {total}", number=number, total=len(record.moves))

    match, record = Match(account.game), account.record
    with Progress(said(1)) as progress, inside(file=account.file):
        fault = replay(match, record.moves, "moves[{n}]", lambda number: progress.tell(said(number)))
    if fault is not None:
        return fault, None
    outcome = match.outcome()
    stated = None if record.reason is None else Outcome(record.winners or (), record.reason)
    if stated in (None, outcome):
        return None, outcome
    claimed, found = outcome_words(account.game, stated), outcome_words(account.game, outcome)
    text = Message("the record says that {claimed}, but {found}", claimed=claimed, found=found)
    return Fault(len(record.moves) + 1, "", None, IllegalMoveError("", Violation("end", text))), outcome


def _head(paper: Paper) -> dict[str, Any]:
    from grid_games.cli.shared import not_default

    game = paper.game
    return {"title": paper.title, "game": game.name, "players": list(game.players), "settings": not_default(game)}


def _reason(why: Violation, words: Language, **more: object) -> dict[str, Any]:
    return {"clause": why.clause, "text": words.tell(why.text), **more}


def _answered(reasons: list[dict[str, Any]]) -> dict[str, Any]:
    return {"answer": "no" if reasons else "yes", "allowed": not reasons, "reasons": reasons}


def _document(ruling: Ruling, words: Language) -> dict[str, Any]:
    more = {key: words.tell(value) if isinstance(value, str) else value for key, value in ruling.more.items()}
    reasons = [] if ruling.reason is None else [_reason(ruling.reason, words)]
    return {"question": ruling.question, "after": list(ruling.after), **ruling.subject, **_answered(reasons), **more}


def _game_document(
    account: Account, fault: IllegalMove | None, outcome: Outcome | None, words: Language
) -> dict[str, Any]:
    reasons = []
    if fault is not None:
        reasons = [_reason(fault.error.violation, words, number=fault.number, move=fault.action, player=fault.player)]
    end = None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}
    return {"moves": len(account.record.moves), **_answered(reasons), "outcome": end}


def _opened(paper: Paper, words: Language) -> list[str]:
    """What holds for all that is asked."""
    from grid_games import catalogue
    from grid_games.cli.shared import called, rules_words

    kind, game = catalogue.kind(paper.game.name), paper.game
    lines = [click.style(paper.title, bold=True)] if paper.title else []
    names = words.listed([words.tell(called(game.name, name)) for name in game.players])
    lines += wrapped(words.say("{game}. Players: {names}.", game=words.say(kind.title), names=names))
    return lines + wrapped(words.tell(rules_words(game)))


def _dispute_lines(dispute: Dispute, rulings: Sequence[Ruling], words: Language) -> list[str]:
    lines = _opened(dispute, words)
    for number, ruling in enumerate(rulings, 1):
        lines.append("")
        first = f"{number}. "
        if ruling.after:
            lines += wrapped(words.say("After {moves}:", moves="; ".join(ruling.after)), first, "   ")
            first = "   "
        lines += wrapped(words.tell(ruling.asked), first, "   ")
        if ruling.answers:
            lines.append("   " + _answer(ruling.reason is None, words, ruling.answers))
        else:
            stakes, chances = ruling.more["stakes"], ruling.more["chances"]
            lines += wrapped(f"{words.tell(stakes)}." if stakes else "", "   ", "   ")
            lines += wrapped(", ".join(f"{result}: {share}" for result, share in chances.items()), "   ", "   ")
        if ruling.reason is not None:
            lines += wrapped(_cited(ruling.reason, words), "   - ", "     ")
            if instead := ruling.more.get("instead"):
                told = words.say("allowed: {moves}", moves=", ".join(instead))
                if ruling.more["legal"] > len(instead):
                    told = words.say("{moves} (of {n} legal moves)", moves=told, n=ruling.more["legal"])
                lines += wrapped(told, "   · ", "     ")
    return lines


def _cited(why: Violation, words: Language) -> str:
    return f"{words.tell(why.text)} [{why.clause}]"


def _asked(move: str, player: str | None, name: str) -> Message:
    from armada_sim.tabletop import Message
    from grid_games.cli.shared import called
    from grid_games.core.protocol import CHANCE

    if player == CHANCE:
        return Message("May the dice give {move}?", move=move)
    if player is None:
        return Message("May anybody play {move}?", move=move)
    return Message("May {player} play {move}?", player=called(name, player), move=move)


_ANSWERS = (N_("Allowed."), N_("Not allowed."))


def _answer(allowed: bool, words: Language, answers: tuple[str, ...] = _ANSWERS) -> str:
    yes, no = map(words.say, answers)
    return click.style(yes if allowed else no, fg="green" if allowed else "red", bold=True)


def _game_lines(account: Account, fault: IllegalMove | None, outcome: Outcome | None, words: Language) -> list[str]:
    from grid_games.cli.shared import called, outcome_words

    lines = [*_opened(account, words), "", _answer(fault is None, words)]
    if fault is None:
        count, ended = len(account.record.moves), words.tell(outcome_words(account.game, outcome))
        return lines + wrapped(
            words.say_many(
                "The move is allowed; {outcome}.", "All {n} moves are allowed; {outcome}.", count, outcome=ended
            )
        )
    place = {"number": fault.number, "move": fault.action}
    if fault.action and fault.player is None:
        lines += wrapped(words.say("Move {number}, {move} by nobody:", **place))
    elif fault.action:
        player = words.tell(called(account.game.name, fault.player))
        lines += wrapped(words.say("Move {number}, {move} by {player}:", **place, player=player))
    return lines + wrapped(_cited(fault.error.violation, words), "- ", "  ")


def _unplayable_document(paper: Unplayable, words: Language) -> dict[str, Any]:
    reason = _reason(paper.error.violation, words, line=paper.line, move=str(paper.error.move))
    return {**_head(paper), **_answered([reason])}


def _unplayable_lines(paper: Unplayable, words: Language) -> list[str]:
    line = words.tell(paper.line)
    lines = [*_opened(paper, words), "", _answer(False, words)]
    line = f"{line[:1].upper()}{line[1:]}"
    lines += wrapped(words.say("{line}, {move}:", line=line, move=str(paper.error.move)))
    return lines + wrapped(_cited(paper.error.violation, words), "- ", "  ")
