"""`grid-games check`: rulings on disputed moves, and on whole recorded games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop import N_
from armada_sim.tabletop.terminal import JSON, command, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from armada_sim.tabletop import Language
    from grid_games.cli.papers import Account, Dispute, Paper, Question, Unplayable
    from grid_games.core.protocol import Outcome, State, Violation

MOST_INSTEAD = 6
"""Legal moves that are named where one is not allowed."""

MOST_COMPARED = 20_000
"""Legal moves looked at to find those; a step with more is looked at in part."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one question about a move."""

    after: tuple[str, ...]
    """What was played first."""

    move: str
    player: str | None
    """Who wants to play it."""

    reason: Violation | None
    """Why it is not allowed; None if it is."""

    instead: tuple[str, ...]
    """Legal moves that are written most like it."""

    legal: int
    """How many moves are legal."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a question of the game's own, such as whether a hex burns."""

    after: tuple[str, ...]
    key: str
    named: str
    asked: str
    reason: Violation | None
    """Why it is no; None for yes."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The answer to a question about dice."""

    after: tuple[str, ...]
    stakes: str
    """What it is about, in numbers; empty where the game has no words for it."""

    chances: tuple[tuple[str, Fraction], ...]
    """What they may give, and how likely it is."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a recorded game."""

    number: int
    """Of the move, from 1; one past the last for how the game ended."""

    move: str
    player: str | None
    clause: str
    text: str


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
    from grid_games.cli.shared import in_json

    words, paper = context.obj, judged_paper(file)
    if isinstance(paper, Unplayable):
        told, lines, allowed = _unplayable_document(paper, words), _unplayable_lines(paper, words), False
    elif isinstance(paper, Dispute):
        if not paper.questions:
            message = Message("asks nothing: add a [[questions]] table with a move")
            raise InputError(message, key="questions", file=paper.file)
        rulings = [ruled(paper, question) for question in paper.questions]
        told = {**_head(paper), "rulings": [_ruling_document(ruling, words) for ruling in rulings]}
        lines = _dispute_lines(paper, rulings, words)
        allowed = all(isinstance(ruling, Forecast) or ruling.reason is None for ruling in rulings)
    else:
        fault, outcome = judged(paper, words)
        told = {**_head(paper), **_game_document(paper, fault, outcome, words)}
        lines = _game_lines(paper, fault, outcome, words)
        allowed = fault is None
    click.echo(in_json(told) if as_json else "\n".join(lines))
    context.exit(0 if allowed else 1)


def ruled(dispute: Dispute, question: Question) -> Ruling | Forecast | Finding:
    """The ruling on a question. Raises InputError for a move that cannot be read, or where no dice are rolled."""
    from armada_sim.tabletop import Message
    from grid_games import catalogue
    from grid_games.cli.papers import asked_of
    from grid_games.core.protocol import Violation

    state, move = asked_of(dispute.game, dispute.state, question)
    if question.about is not None:
        (key, named), own = question.about, catalogue.extras(dispute.game.name).questions
        asked, answered = own[key]
        full = Message(asked, named=Message(named))
        return Finding(question.after, key, named, full, answered(state, named))
    if move is None:
        stakes = catalogue.extras(dispute.game.name).stakes
        chances = tuple((str(result), share) for result, share in state.chance_outcomes())
        return Forecast(question.after, stakes(state) if stakes is not None else "", chances)
    player = state.current_player()
    reason = state.why_not(move)
    if question.by is not None and question.by != player:
        reason = Violation("turn", _out_of_turn(player, question.by))
    instead = near_moves(state, str(move)) if reason is not None else ()
    return Ruling(question.after, str(move), question.by or player, reason, instead, len(state.legal_moves()))


def _out_of_turn(player: str | None, other: str) -> str:
    """Who decides, where it is not the one who wants to."""
    from armada_sim.tabletop import Message
    from grid_games.core.protocol import CHANCE

    if player is None:
        return Message("the game is over")
    if player == CHANCE:
        return Message("dice decide, not {other}", other=Message(other))
    return Message("{player} is to move, not {other}", player=Message(player), other=Message(other))


def near_moves(state: State[Any], text: str) -> tuple[str, ...]:
    """Legal moves that are written most like `text`, the nearest first."""
    from difflib import SequenceMatcher
    from itertools import islice

    matcher = SequenceMatcher(b=text, autojunk=False)

    def likeness(legal: str) -> float:
        matcher.set_seq1(legal)
        return matcher.ratio()

    legal = [str(move) for move in islice(state.legal_moves(), MOST_COMPARED)]
    return tuple(sorted(legal, key=likeness, reverse=True)[:MOST_INSTEAD])


def judged(account: Account, words: Language) -> tuple[Fault | None, Outcome | None]:
    """What is wrong with a recorded game, and how it ends where it is played to its end. Raises InputError for a move
    that cannot be read."""
    from armada_sim.tabletop import InputError
    from armada_sim.tabletop.terminal import Progress
    from grid_games.core.match import Match
    from grid_games.core.protocol import IllegalMoveError

    match, record = Match(account.game), account.record
    with Progress(words.say("move {number} of {total}", number=1, total=len(record.moves))) as progress:
        for number, text in enumerate(record.moves, 1):
            progress.tell(words.say("move {number} of {total}", number=number, total=len(record.moves)))
            player = match.state.current_player()
            try:
                match.push(text)
            except IllegalMoveError as error:
                return Fault(number, text, player, error.violation.clause, error.violation.text), None
            except InputError as error:
                raise InputError(error.message, key=f"moves[{number}]", file=account.file) from None
    outcome = match.outcome()
    if record.reason is not None and (
        outcome is None or (outcome.reason, outcome.winners) != (record.reason, record.winners or ())
    ):
        return _wrong_end(account, outcome), outcome
    return None, outcome


def _wrong_end(account: Account, outcome: Outcome | None) -> Fault:
    from armada_sim.tabletop import Message
    from grid_games.cli.shared import outcome_words
    from grid_games.core.protocol import Outcome

    record, game = account.record, account.game
    claimed = outcome_words(game, Outcome(record.winners or (), record.reason or ""))
    text = Message("the record says that {claimed}, but {found}", claimed=claimed, found=outcome_words(game, outcome))
    return Fault(len(record.moves) + 1, "", None, "end", text)


def _head(paper: Paper) -> dict[str, Any]:
    from grid_games.cli.shared import not_default

    game = paper.game
    return {"title": paper.title, "game": game.name, "players": list(game.players), "settings": not_default(game)}


def _reasons(reason: Violation | None, words: Language) -> list[dict[str, str]]:
    return [] if reason is None else [{"clause": reason.clause, "text": words.tell(reason.text)}]


def _ruling_document(ruling: Ruling | Forecast | Finding, words: Language) -> dict[str, Any]:
    if isinstance(ruling, Finding):
        why = _reasons(ruling.reason, words)
        return {
            "question": ruling.key, "after": list(ruling.after), "of": ruling.named, "answer": "no" if why else "yes",
            "allowed": not why, "reasons": why,
        }  # fmt: skip
    if isinstance(ruling, Forecast):
        return {
            "question": "odds", "after": list(ruling.after), "answer": "yes", "allowed": True, "reasons": [],
            "stakes": words.tell(ruling.stakes), "chances": {result: str(share) for result, share in ruling.chances},
        }  # fmt: skip
    reasons = _reasons(ruling.reason, words)
    return {
        "question": "move", "after": list(ruling.after), "move": ruling.move, "player": ruling.player,
        "answer": "no" if reasons else "yes",
        "allowed": not reasons, "reasons": reasons, "instead": list(ruling.instead), "legal": ruling.legal,
    }  # fmt: skip


def _game_document(
    account: Account, fault: Fault | None, outcome: Outcome | None, words: Language
) -> dict[str, Any]:  # fmt: skip
    keys = ("clause", "text", "number", "move", "player")
    reasons = [] if fault is None else [{key: getattr(fault, key) for key in keys} | {"text": words.tell(fault.text)}]
    end = None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}
    return {
        "moves": len(account.record.moves), "answer": "no" if reasons else "yes", "allowed": not reasons,
        "reasons": reasons, "outcome": end,
    }  # fmt: skip


def _opened(paper: Paper, words: Language) -> list[str]:
    """What holds for all that is asked."""
    from grid_games import catalogue
    from grid_games.cli.shared import rules_words

    kind, game = catalogue.kind(paper.game.name), paper.game
    lines = [click.style(paper.title, bold=True)] if paper.title else []
    names = words.listed([words.say(name) for name in game.players])
    lines += wrapped(words.say("{game}. Players: {names}.", game=words.say(kind.title), names=names))
    return lines + wrapped(words.tell(rules_words(game)))


def _dispute_lines(
    dispute: Dispute, rulings: Sequence[Ruling | Forecast | Finding], words: Language
) -> list[str]:  # fmt: skip
    lines = _opened(dispute, words)
    for number, ruling in enumerate(rulings, 1):
        asked = _asked(ruling, words)
        if ruling.after:
            after = words.say("After {moves}:", moves="; ".join(ruling.after))
            lines += ["", *wrapped(after, f"{number}. ", "   "), *wrapped(asked, "   ", "   ")]
        else:
            lines += ["", *wrapped(asked, f"{number}. ", "   ")]
        if isinstance(ruling, Forecast):
            lines += wrapped(f"{words.tell(ruling.stakes)}." if ruling.stakes else "", "   ", "   ")
            lines += wrapped(", ".join(f"{result}: {share}" for result, share in ruling.chances), "   ", "   ")
            continue
        answers = (N_("Yes."), N_("No.")) if isinstance(ruling, Finding) else _ANSWERS
        lines.append("   " + _answer(ruling.reason is None, words, answers))
        if ruling.reason is None:
            continue
        lines += wrapped(f"{words.tell(ruling.reason.text)} [{ruling.reason.clause}]", "   - ", "     ")
        if isinstance(ruling, Ruling) and ruling.instead:
            told = words.say("allowed: {moves}", moves=", ".join(ruling.instead))
            if ruling.legal > len(ruling.instead):
                told = words.say("{moves} (of {n} legal moves)", moves=told, n=ruling.legal)
            lines += wrapped(told, "   · ", "     ")
    return lines


def _asked(ruling: Ruling | Forecast | Finding, words: Language) -> str:
    from grid_games.core.protocol import CHANCE

    if isinstance(ruling, Forecast):
        return words.say("What may the dice give?")
    if isinstance(ruling, Finding):
        return words.tell(ruling.asked)
    if ruling.player == CHANCE:
        return words.say("May the dice give {move}?", move=ruling.move)
    if ruling.player is None:
        return words.say("May anybody play {move}?", move=ruling.move)
    return words.say("May {player} play {move}?", player=words.say(ruling.player), move=ruling.move)


_ANSWERS = (N_("Allowed."), N_("Not allowed."))


def _answer(allowed: bool, words: Language, answers: tuple[str, str] = _ANSWERS) -> str:
    yes, no = map(words.say, answers)
    return click.style(yes if allowed else no, fg="green" if allowed else "red", bold=True)


def _game_lines(account: Account, fault: Fault | None, outcome: Outcome | None, words: Language) -> list[str]:
    from grid_games.cli.shared import outcome_words

    lines, count = _opened(account, words), len(account.record.moves)
    if fault is None:
        ended = words.tell(outcome_words(account.game, outcome))
        lines += ["", _answer(True, words)]
        return lines + wrapped(
            words.say_many(
                "The move is allowed; {outcome}.", "All {n} moves are allowed; {outcome}.", count, outcome=ended
            )
        )
    lines += ["", _answer(False, words)]
    if fault.move and fault.player is None:
        lines += wrapped(words.say("Move {number}, {move} by nobody:", number=fault.number, move=fault.move))
    elif fault.move:
        player = words.say(fault.player or "")
        lines += wrapped(
            words.say("Move {number}, {move} by {player}:", number=fault.number, move=fault.move, player=player)
        )
    return lines + wrapped(f"{words.tell(fault.text)} [{fault.clause}]", "- ", "  ")


def _unplayable_document(paper: Unplayable, words: Language) -> dict[str, Any]:
    violation = paper.error.violation
    reason = {
        "clause": violation.clause, "text": words.tell(violation.text), "line": paper.line,
        "move": str(paper.error.move),
    }  # fmt: skip
    return {"title": paper.title, "game": paper.name, "answer": "no", "allowed": False, "reasons": [reason]}


def _unplayable_lines(paper: Unplayable, words: Language) -> list[str]:
    from grid_games import catalogue

    violation, line = paper.error.violation, words.tell(paper.line)
    lines = [*wrapped(f"{words.say(catalogue.kind(paper.name).title)}."), "", _answer(False, words)]
    line = f"{line[:1].upper()}{line[1:]}"
    lines += wrapped(words.say("{line}, {move}:", line=line, move=str(paper.error.move)))
    return lines + wrapped(f"{words.tell(violation.text)} [{violation.clause}]", "- ", "  ")
