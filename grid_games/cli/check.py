"""`grid-games check`: rulings on disputed moves, and on whole recorded games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.terminal import JSON, command, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

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
    from armada_sim.tabletop import InputError
    from grid_games.cli.papers import Dispute, Unplayable, judged_paper
    from grid_games.cli.shared import in_json

    paper = judged_paper(file)
    if isinstance(paper, Unplayable):
        told, lines, allowed = _unplayable_document(paper), _unplayable_lines(paper), False
    elif isinstance(paper, Dispute):
        if not paper.questions:
            raise InputError("asks nothing: add a [[questions]] table with a move", key="questions", file=paper.file)
        rulings = [ruled(paper, question) for question in paper.questions]
        told = {**_head(paper), "rulings": [_ruling_document(ruling) for ruling in rulings]}
        lines = _dispute_lines(paper, rulings)
        allowed = all(isinstance(ruling, Forecast) or ruling.reason is None for ruling in rulings)
    else:
        fault, outcome = judged(paper)
        told = {**_head(paper), **_game_document(paper, fault, outcome)}
        lines = _game_lines(paper, fault, outcome)
        allowed = fault is None
    click.echo(in_json(told) if as_json else "\n".join(lines))
    context.exit(0 if allowed else 1)


def ruled(dispute: Dispute, question: Question) -> Ruling | Forecast | Finding:
    """The ruling on a question. Raises InputError for a move that cannot be read, or where no dice are rolled."""
    from grid_games import catalogue
    from grid_games.cli.papers import asked_of
    from grid_games.core.protocol import CHANCE, Violation

    state, move = asked_of(dispute.game, dispute.state, question)
    if question.about is not None:
        (key, named), own = question.about, catalogue.extras(dispute.game.name).questions
        asked, answered = own[key]
        return Finding(question.after, key, named, asked.format(named), answered(state, named))
    if move is None:
        stakes = catalogue.extras(dispute.game.name).stakes
        chances = tuple((str(result), share) for result, share in state.chance_outcomes())
        return Forecast(question.after, stakes(state) if stakes is not None else "", chances)
    player = state.current_player()
    reason = state.why_not(move)
    if question.by is not None and question.by != player:
        told = (
            "the game is over"
            if player is None
            else f"{'dice decide' if player == CHANCE else f'{player} is to move'}, not {question.by}"
        )
        reason = Violation("turn", told)
    instead = near_moves(state, str(move)) if reason is not None else ()
    return Ruling(question.after, str(move), question.by or player, reason, instead, len(state.legal_moves()))


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


def judged(account: Account) -> tuple[Fault | None, Outcome | None]:
    """What is wrong with a recorded game, and how it ends where it is played to its end. Raises InputError for a move
    that cannot be read."""
    from armada_sim.tabletop import InputError
    from armada_sim.tabletop.terminal import Progress
    from grid_games.core.match import Match
    from grid_games.core.protocol import IllegalMoveError

    match, record = Match(account.game), account.record
    with Progress(f"move 1 of {len(record.moves)}") as progress:
        for number, text in enumerate(record.moves, 1):
            progress.tell(f"move {number} of {len(record.moves)}")
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
    from grid_games.cli.shared import outcome_words
    from grid_games.core.protocol import Outcome

    record = account.record
    claimed = outcome_words(Outcome(record.winners or (), record.reason or ""))
    text = f"the record says that {claimed}, but {outcome_words(outcome)}"
    return Fault(len(record.moves) + 1, "", None, "end", text)


def _head(paper: Paper) -> dict[str, Any]:
    from grid_games.cli.shared import not_default

    game = paper.game
    return {"title": paper.title, "game": game.name, "players": list(game.players), "settings": not_default(game)}


def _ruling_document(ruling: Ruling | Forecast | Finding) -> dict[str, Any]:
    if isinstance(ruling, Finding):
        why = [] if ruling.reason is None else [{"clause": ruling.reason.clause, "text": ruling.reason.text}]
        return {
            "question": ruling.key, "after": list(ruling.after), "of": ruling.named, "answer": "no" if why else "yes",
            "allowed": not why, "reasons": why,
        }  # fmt: skip
    if isinstance(ruling, Forecast):
        return {
            "question": "odds", "after": list(ruling.after), "answer": "yes", "allowed": True, "reasons": [],
            "stakes": ruling.stakes, "chances": {result: str(share) for result, share in ruling.chances},
        }  # fmt: skip
    reasons = [] if ruling.reason is None else [{"clause": ruling.reason.clause, "text": ruling.reason.text}]
    return {
        "question": "move", "after": list(ruling.after), "move": ruling.move, "player": ruling.player,
        "answer": "no" if reasons else "yes",
        "allowed": not reasons, "reasons": reasons, "instead": list(ruling.instead), "legal": ruling.legal,
    }  # fmt: skip


def _game_document(account: Account, fault: Fault | None, outcome: Outcome | None) -> dict[str, Any]:
    keys = ("clause", "text", "number", "move", "player")
    reasons = [] if fault is None else [{key: getattr(fault, key) for key in keys}]
    end = None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}
    return {
        "moves": len(account.record.moves), "answer": "no" if reasons else "yes", "allowed": not reasons,
        "reasons": reasons, "outcome": end,
    }  # fmt: skip


def _opened(paper: Paper) -> list[str]:
    """What holds for all that is asked."""
    from armada_sim.tabletop import Listing
    from grid_games import catalogue
    from grid_games.cli.shared import rules_words

    kind, game = catalogue.kind(paper.game.name), paper.game
    lines = [click.style(paper.title, bold=True)] if paper.title else []
    lines += wrapped(f"{kind.title}. Players: {Listing(game.players)}.")
    return lines + wrapped(rules_words(game))


def _dispute_lines(dispute: Dispute, rulings: Sequence[Ruling | Forecast | Finding]) -> list[str]:
    lines = _opened(dispute)
    for number, ruling in enumerate(rulings, 1):
        asked = "What may the dice give?" if isinstance(ruling, Forecast) else _asked(ruling)
        yes, no = ("Yes.", "No.") if isinstance(ruling, Finding) else ("Allowed.", "Not allowed.")
        if ruling.after:
            asked = f"After {'; '.join(ruling.after)}: {asked[0].lower()}{asked[1:]}"
        lines += ["", *wrapped(asked, f"{number}. ", "   ")]
        if isinstance(ruling, Forecast):
            lines += wrapped(f"{ruling.stakes}." if ruling.stakes else "", "   ", "   ")
            lines += wrapped(", ".join(f"{result}: {share}" for result, share in ruling.chances), "   ", "   ")
            continue
        lines.append("   " + _answer(ruling.reason is None, yes, no))
        if ruling.reason is None:
            continue
        lines += wrapped(f"{ruling.reason.text} [{ruling.reason.clause}]", "   - ", "     ")
        if isinstance(ruling, Ruling) and ruling.instead:
            told = ", ".join(ruling.instead)
            most = ruling.legal > len(ruling.instead)
            lines += wrapped(f"{told} (of {ruling.legal} legal moves)" if most else told, "   · allowed: ", "     ")
    return lines


def _asked(ruling: Ruling | Finding) -> str:
    from grid_games.core.protocol import CHANCE

    if isinstance(ruling, Finding):
        return ruling.asked
    if ruling.player == CHANCE:
        return f"May the dice give {ruling.move}?"
    return f"May {ruling.player or 'anybody'} play {ruling.move}?"


def _answer(allowed: bool, yes: str = "Allowed.", no: str = "Not allowed.") -> str:
    return click.style(yes if allowed else no, fg="green" if allowed else "red", bold=True)


def _game_lines(account: Account, fault: Fault | None, outcome: Outcome | None) -> list[str]:
    from grid_games.cli.shared import outcome_words

    lines, count = _opened(account), len(account.record.moves)
    if fault is None:
        lines += ["", _answer(True)]
        every = "The move is" if count == 1 else f"All {count} moves are"
        return lines + wrapped(f"{every} allowed; {outcome_words(outcome)}.")
    lines += ["", _answer(False)]
    if fault.move:
        lines += wrapped(f"Move {fault.number}, {fault.move} by {fault.player or 'nobody'}:")
    return lines + wrapped(f"{fault.text} [{fault.clause}]", "- ", "  ")


def _unplayable_document(paper: Unplayable) -> dict[str, Any]:
    violation = paper.error.violation
    reason = {"clause": violation.clause, "text": violation.text, "line": paper.line, "move": str(paper.error.move)}
    return {"title": paper.title, "game": paper.name, "answer": "no", "allowed": False, "reasons": [reason]}


def _unplayable_lines(paper: Unplayable) -> list[str]:
    from grid_games import catalogue

    violation = paper.error.violation
    lines = [*wrapped(f"{catalogue.kind(paper.name).title}."), "", _answer(False)]
    lines += wrapped(f"{paper.line[:1].upper()}{paper.line[1:]}, {paper.error.move}:")
    return lines + wrapped(f"{violation.text} [{violation.clause}]", "- ", "  ")
