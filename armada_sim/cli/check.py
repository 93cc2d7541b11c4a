"""`armada check`: rulings on the questions of a dispute, in words, as data, as pictures."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import JSON, PAPER, UNIT, Look, command, looks, picture_path, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import plots
    from armada_sim.evidence import Json, Reason, Ruling
    from armada_sim.files import Answered, Dispute, Question
    from armada_sim.play import TurnAction
    from armada_sim.referee import Readings
    from armada_sim.table import Unit
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.terminal import Progress


@command(
    short_help="Rule on every question of a dispute file.",
    example="armada check dispute.toml -o ruling.svg",
)
@click.argument("file")
@JSON
@click.option("-o", "--output", metavar="PICTURE", help="Draw the rulings too (.svg, .pdf or .png).")
@click.option(
    "--readings", "others", is_flag=True, help="Say which other readings of the rules would change an answer."
)
@UNIT
@PAPER
@looks
@click.pass_context
def check(
    context: click.Context,
    file: str,
    as_json: bool,
    output: str | None,
    others: bool,
    unit: str | None,
    look: Look,
) -> None:
    """Rule on every question of a dispute FILE (TOML or JSON; - reads standard input).

    The table is checked first: pieces that cannot be where the file puts them are reported before anything else, and an
    answer that they may change is in doubt. Lengths in JSON are mm.

    With --readings each value of each option that bears on a question is tried alone: armada check --readings
    half-out-of-reach.toml says "not allowed; allowed if in_area = any_part" and what text that rests on.
    """
    from armada_sim.files import load_dispute
    from armada_sim.referee import position_problems, table_notes
    from armada_sim.tabletop import InputError, Message
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording import Naming

    picture = picture_path(output, reads=[file])
    look.suits(picture)
    dispute = load_dispute(file)
    with Progress(context.obj.say("looking at the table")):
        problems = position_problems(dispute.layout, dispute.rules, unit or dispute.unit)
    if not dispute.questions and not problems:
        raise InputError(Message("asks nothing: add a [[questions]] table"), key="questions", file=dispute.file)
    pictures = [] if picture is None else _pictures(picture, dispute.most_rulings, file)
    answers = _answers(dispute, unit, context.obj)
    words, measure = context.obj, unit or dispute.unit
    odd = table_notes(dispute.layout, dispute.rules, measure, written=dispute.unit)
    rulings = [one.ruling for found in answers for one in found]
    readings = _readings(rulings, words) if others else [None] * len(rulings)
    if as_json:
        text = _document(dispute, problems, odd, answers, readings, measure, words)
    else:
        text = _report(dispute, problems, odd, answers, readings, measure, Naming(words.lang))
    if pictures:
        _draw_rulings(dispute, [one for found in answers for one in found], pictures, measure, look, words)
    click.echo(text)
    context.exit(0 if rulings and all(ruling.allowed for ruling in rulings) else 1)


def _answers(dispute: Dispute, unit: str | None, words: Language) -> list[tuple[Answered, ...]]:
    """The rulings on all questions, in order; on a chain of actions several."""
    from armada_sim.tabletop.terminal import Progress

    answers = []
    total = len(dispute.questions)
    with Progress(words.say("question {number} of {total}", number=1, total=total)) as progress:
        for number in range(1, total + 1):
            progress.tell(words.say("question {number} of {total}", number=number, total=total))
            answers.append(dispute.answers(number, unit, _searching(progress, number, total, words)))
    return answers


def _readings(rulings: Sequence[Ruling], words: Language) -> list[Readings | None]:
    """What other readings of the rules make of each answer; None for what is asked of a turn or a game alone."""
    from functools import partial

    from armada_sim.referee import other_readings
    from armada_sim.tabletop.terminal import Progress

    def tell(number: int, tried: int, all_of_them: int) -> None:
        progress.tell(
            words.say(
                "question {number} of {total}: other readings of the rules, {tried} of {all} tried",
                number=number, total=len(rulings), tried=tried, all=all_of_them,
            )
        )  # fmt: skip

    with Progress(words.say("other readings of the rules")) as progress:
        return [
            other_readings(ruling, partial(tell, number)) if ruling.subject and ruling.subject.asked else None
            for number, ruling in enumerate(rulings, 1)
        ]


def _searching(progress: Progress, number: int, total: int, words: Language) -> Callable[[float, int], None]:
    """What reports how far a search has come."""

    def come(within: float, places: int) -> None:
        near = words.amount(f"{within:.3g}", "mm")
        progress.tell(
            words.say(
                "question {number} of {total}: ends within {length}, places open: {count}",
                number=number, total=total, length=near, count=places,
            )
        )  # fmt: skip

    return come


def _document(
    dispute: Dispute, problems: Sequence[Reason], odd: Sequence[str], answers: Sequence[Sequence[Answered]],
    readings: Sequence[Readings | None], unit: str, words: Language,
) -> str:  # fmt: skip
    import json

    from armada_sim.referee import positions_json

    said = dispute.measure(unit)
    measured = [
        {
            "ship": ship.name, "misfit": ship.misfit,
            "base": [*ship.pose.place.origin], "heading": float(ship.pose.heading),
        }
        for ship in dispute.layout.ships if ship.measured
    ]  # fmt: skip
    document = {
        "title": dispute.title,
        "rules": dispute.rules.not_default(),
        "tolerance": float(dispute.layout.tolerance),
        "notes": [words.tell(note) for note in (*dispute.notes_in(said), *dispute.rules.remarks_in(said), *odd)],
        **({"measured": measured} if measured else {}),
        "position": positions_json(problems, words.lang),
        "rulings": [
            _row(one, number, words) | ({} if others is None else others.as_json(words.lang))
            for (number, _, one), others in zip(_numbered(answers), readings, strict=True)
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=words.lang == "en", allow_nan=False)


def _row(answered: Answered, number: int, words: Language) -> dict[str, Json]:
    """A ruling as data; of an action in a turn also which it is, whose turn it was, and the number of its question."""
    row, actions = answered.ruling.as_json(words.lang), _actions(answered.question)
    if not actions:
        return row
    from armada_sim.play import notation

    (action,) = actions
    return {"number": number, "player": answered.player, "action": notation(action), **row}


def _report(
    dispute: Dispute, problems: Sequence[Reason], odd: Sequence[str], answers: Sequence[Sequence[Answered]],
    readings: Sequence[Readings | None], unit: str, words: Language,
) -> str:  # fmt: skip
    from armada_sim.tabletop import Message
    from armada_sim.wording import position_lines, preamble

    lines = [click.style(dispute.title, bold=True)] if dispute.title else []
    for depth, line in position_lines(dispute.layout, problems):
        parts = wrapped(words.tell(line), "- " * depth, "  " * depth)
        lines += [click.style(part, fg="yellow") for part in parts]
    remarks = [Message("Note: {remark}.", remark=remark) for remark in odd]
    measure = dispute.measure(unit)
    for text in (*preamble(dispute, measure), *remarks):
        lines += wrapped(words.tell(text))
    for (i, link, answered), others in zip(_numbered(answers), readings, strict=True):
        many = len(answers[i - 1]) > 1 or len(_actions(dispute.questions[i - 1])) > 1
        number = f"{i}.{link}" if many else f"{i}"
        lines += ["", *_told(dispute, number, answered, others, measure, words)]
    return "\n".join(lines)


def _numbered(answers: Sequence[Sequence[Answered]]) -> list[tuple[int, int, Answered]]:
    """All answers in order, each with the number of its question and its own in the chain, from 1."""
    return [(number, link, one) for number, found in enumerate(answers, 1) for link, one in enumerate(found, 1)]


def _actions(question: Question) -> tuple[TurnAction, ...]:
    """The actions of a question about a turn; none of another."""
    from armada_sim.files import ActionQuestion

    return question.actions if isinstance(question, ActionQuestion) else ()


def _told(
    dispute: Dispute, number: str, answered: Answered, others: Readings | None, unit: Unit, words: Language
) -> list[str]:  # fmt: skip
    """One question, or one action of a chain, and the ruling on it."""
    from armada_sim.tabletop import Message
    from armada_sim.wording import reading_lines, telling

    ruling = answered.ruling
    colour = "yellow" if ruling.answer == "in_doubt" else "green" if ruling.allowed else "red"
    question = telling.question_words(answered.question, dispute.layout, unit)
    lines = wrapped(words.tell(question), f"{number}. ", "   ")
    lines.append("   " + click.style(words.tell(telling.answer_words(ruling)), fg=colour, bold=True))
    for line in telling.reason_lines(ruling.reasons):
        lines += wrapped(words.tell(line), "   - ", "     ")
    margin = telling.margin_words(ruling, unit)
    if margin is not None:
        lines += wrapped(words.tell(margin), "   ", "   ")
    for depth, line in telling.evidence(ruling, unit):
        lines += wrapped(words.tell(line), "       " if depth else "   · ", "     ")
    for note in ruling.notes:
        lines += wrapped(words.tell(Message("Note: {text}.", text=note)), "   ", "   ")
    for i, line in enumerate([] if others is None else reading_lines(ruling, others)):
        lines += wrapped(words.tell(line), "   - " if i else "   ", "     " if i else "   ")
    for clause, text, source in telling.clause_lines(ruling):
        cited = Message("[{clause}] {text} ({source})", clause=str(clause), text=text, source=source)
        lines += wrapped(words.tell(cited), "   ", "     ", dim=True)
    return lines


def _pictures(picture: Path, count: int, reads: str) -> list[Path]:
    """Where the rulings on so many questions are drawn: one file, or one each. Raises InputError if it cannot be."""
    from armada_sim.tabletop import InputError, Message, keep_apart

    many = [picture.with_name(f"{picture.stem}-{i}{picture.suffix}") for i in range(1, count + 1)]
    paths = [picture] if count == 1 else many
    for path in paths:
        if os.path.isdir(path):  # False, not an error, for a name no file can have
            raise InputError(Message("{name} is a directory", name=str(path)), key="--output")
    keep_apart([("--output", path) for path in paths], [reads])
    return paths


def _draw_rulings(
    dispute: Dispute, answers: Sequence[Answered], paths: Sequence[Path], unit: str, look: Look, words: Language
) -> None:
    import plots
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording import answer_words, question_words

    style = plots.styled(look)
    spoken = Language(style.lang) if style.lang else words

    def drawn() -> Iterator[plots.Picture]:
        for path, answered in zip(paths, answers, strict=False):  # a chain may end early
            question, ruling = answered.question, answered.ruling
            table = ruling.subject.layout if ruling.subject else dispute.layout
            progress.tell(words.say("drawing {name}, of {count}", name=path.name, count=len(paths)))
            asked, answer = question_words(question, dispute.layout, dispute.measure(unit)), answer_words(ruling)
            description = f"{spoken.tell(asked)} {spoken.tell(answer)}"
            figure = plots.figure_of_ruling(table, ruling, dispute.rules, unit=unit, style=style, lang=spoken.lang)
            yield plots.Picture(figure, path, dispute.title, description, spoken.lang, style.outlines, look.paper)

    with Progress(words.say("drawing")) as progress:
        plots.save_figures(drawn())
