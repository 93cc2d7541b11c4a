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
    from armada_sim.evidence import Reason, Ruling
    from armada_sim.files import Dispute
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
@click.option("--tight", is_flag=True, help="Search longer for the margins of shots; answers stay the same.")
@UNIT
@PAPER
@looks
@click.pass_context
def check(
    context: click.Context,
    file: str,
    as_json: bool,
    output: str | None,
    tight: bool,
    unit: str | None,
    look: Look,
) -> None:
    """Rule on every question of a dispute FILE (TOML or JSON; - reads standard input).

    The table is looked at first: pieces that cannot lie as they are written are reported before anything else,
    and an answer that rests on them is in doubt. Lengths in JSON are mm.
    """
    from armada_sim.files import load_dispute
    from armada_sim.referee import position_problems
    from armada_sim.tabletop import InputError, Message
    from armada_sim.tabletop.terminal import Progress

    picture = picture_path(output, reads=[file])
    look.suits(picture)
    dispute = load_dispute(file)
    with Progress(context.obj.say("looking at the table")):
        problems = position_problems(dispute.layout, dispute.rules, unit or dispute.unit)
    if not dispute.questions and not problems:
        raise InputError(Message("asks nothing: add a [[questions]] table"), key="questions", file=dispute.file)
    pictures = [] if picture is None else _pictures(picture, len(dispute.questions), file)
    rulings = _rulings(dispute, unit, tight, context.obj)
    words, measure = context.obj, unit or dispute.unit
    if as_json:
        text = _document(dispute, problems, rulings, words)
    else:
        text = _report(dispute, problems, rulings, measure, words)
    if pictures:
        _draw_rulings(dispute, rulings, pictures, measure, look, words)
    click.echo(text)
    context.exit(0 if rulings and all(ruling.allowed for ruling in rulings) else 1)


def _rulings(dispute: Dispute, unit: str | None, tight: bool, words: Language) -> list[Ruling]:
    """The rulings on all questions, in order."""
    from armada_sim.tabletop.terminal import Progress

    rulings = []
    total = len(dispute.questions)
    with Progress(words.say("question {number} of {total}", number=1, total=total)) as progress:
        for number in range(1, total + 1):
            progress.tell(words.say("question {number} of {total}", number=number, total=total))
            rulings.append(dispute.ask(number, unit, _searching(progress, number, total, words), tight=tight))
    return rulings


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


def _document(dispute: Dispute, problems: Sequence[Reason], rulings: Sequence[Ruling], words: Language) -> str:
    import json

    from armada_sim.referee import positions_json

    document = {
        "title": dispute.title,
        "rules": dispute.rules.not_default(),
        "tolerance": float(dispute.layout.tolerance),
        "notes": [words.tell(note) for note in (*dispute.notes, *dispute.rules.remarks)],
        "position": positions_json(problems, words.lang),
        "rulings": [ruling.as_json(words.lang) for ruling in rulings],
    }
    return json.dumps(document, indent=2, ensure_ascii=words.lang == "en", allow_nan=False)


def _report(dispute: Dispute, problems: Sequence[Reason], rulings: Sequence[Ruling], unit: str, words: Language) -> str:
    from armada_sim.table import Unit
    from armada_sim.wording import position_lines, preamble

    lines = [click.style(dispute.title, bold=True)] if dispute.title else []
    for depth, line in position_lines(dispute.layout, problems):
        parts = wrapped(words.tell(line), "- " * depth, "  " * depth)
        lines += [click.style(part, fg="yellow") for part in parts]
    for text in preamble(dispute, Unit(unit)):
        lines += wrapped(words.tell(text))
    for i, ruling in enumerate(rulings, 1):
        lines += ["", *_told(dispute, i, ruling, Unit(unit), words)]
    return "\n".join(lines)


def _told(dispute: Dispute, number: int, ruling: Ruling, unit: Unit, words: Language) -> list[str]:
    """One question and its ruling."""
    from armada_sim.tabletop import Message
    from armada_sim.wording import telling

    colour = "yellow" if ruling.answer == "in_doubt" else "green" if ruling.allowed else "red"
    question = telling.question_words(dispute.questions[number - 1], dispute.layout, unit)
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
    dispute: Dispute, rulings: Sequence[Ruling], paths: Sequence[Path], unit: str, look: Look, words: Language
) -> None:
    import plots
    from armada_sim.table import Unit
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording import answer_words, question_words

    style = plots.styled(look)
    spoken = Language(style.lang) if style.lang else words

    def drawn() -> Iterator[plots.Picture]:
        for path, ruling, question in zip(paths, rulings, dispute.questions, strict=True):
            progress.tell(words.say("drawing {name}, of {count}", name=path.name, count=len(paths)))
            asked, answer = question_words(question, dispute.layout, Unit(unit)), answer_words(ruling)
            description = f"{spoken.tell(asked)} {spoken.tell(answer)}"
            figure = plots.figure_of_ruling(
                dispute.layout, ruling, dispute.rules, unit=unit, style=style, lang=spoken.lang
            )
            yield plots.Picture(figure, path, dispute.title, description, spoken.lang, style.outlines, look.paper)

    with Progress(words.say("drawing")) as progress:
        plots.save_figures(drawn())
