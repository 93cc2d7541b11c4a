"""`armada check`: rulings on the questions of a dispute, in words, as data, as pictures."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import JSON, STYLE, STYLES, UNIT, command, picture_path, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import plots
    from armada_sim.evidence import Reason, Ruling
    from armada_sim.files import Dispute
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
@STYLE
@click.pass_context
def check(
    context: click.Context,
    file: str,
    as_json: bool,
    output: str | None,
    tight: bool,
    unit: str | None,
    style: str | None,
) -> None:
    """Rule on every question of a dispute FILE (TOML or JSON; - reads standard input).

    The table is looked at first: pieces that cannot lie as they are written are reported before anything else,
    and an answer that rests on them is in doubt. Lengths in JSON are mm.
    """
    from armada_sim.files import load_dispute
    from armada_sim.referee import position_problems
    from armada_sim.tabletop import InputError
    from armada_sim.tabletop.terminal import Progress

    picture = picture_path(output, reads=[file])
    if picture is None and style is not None:
        raise InputError("says how a picture looks; name one with --output", key="--style")
    dispute = load_dispute(file)
    with Progress("looking at the table"):
        problems = position_problems(dispute.layout, dispute.rules, unit or dispute.unit)
    if not dispute.questions and not problems:
        raise InputError("asks nothing: add a [[questions]] table", key="questions", file=dispute.file)
    pictures = [] if picture is None else _pictures(picture, len(dispute.questions), file)
    rulings = _rulings(dispute, unit, tight)
    words = unit or dispute.unit
    text = _document(dispute, problems, rulings) if as_json else _report(dispute, problems, rulings, words)
    if pictures:
        _draw_rulings(dispute, rulings, pictures, words, style or STYLES[0], context.obj.lang)
    click.echo(text)
    context.exit(0 if rulings and all(ruling.allowed for ruling in rulings) else 1)


def _rulings(dispute: Dispute, unit: str | None, tight: bool) -> list[Ruling]:
    """The rulings on all questions, in order."""
    from armada_sim.tabletop.terminal import Progress

    rulings = []
    total = len(dispute.questions)
    with Progress(f"question 1 of {total}") as progress:
        for number in range(1, total + 1):
            progress.tell(f"question {number} of {total}")
            searching = _searching(progress, f"question {number} of {total}")
            rulings.append(dispute.ask(number, unit, searching, tight=tight))
    return rulings


def _searching(progress: Progress, words: str) -> Callable[[float, int], None]:
    """What reports how far a search has come."""
    return lambda within, places: progress.tell(f"{words}: ends within {within:.3g} mm, {places} places open")


def _document(dispute: Dispute, problems: Sequence[Reason], rulings: Sequence[Ruling]) -> str:
    import json

    from armada_sim.referee import positions_json

    document = {
        "title": dispute.title,
        "rules": dispute.rules.not_default(),
        "tolerance": float(dispute.layout.tolerance),
        "notes": [*dispute.notes, *dispute.rules.remarks],
        "position": positions_json(problems),
        "rulings": [ruling.as_json() for ruling in rulings],
    }
    return json.dumps(document, indent=2, allow_nan=False)


def _report(dispute: Dispute, problems: Sequence[Reason], rulings: Sequence[Ruling], unit: str) -> str:
    from armada_sim.table import Unit
    from armada_sim.wording import position_lines, preamble

    words = Unit(unit)
    lines = [click.style(dispute.title, bold=True)] if dispute.title else []
    for line in position_lines(dispute.layout, problems):
        lines += [click.style(part, fg="yellow") for part in wrapped(line, rest="  " if line.startswith("- ") else "")]
    for line in preamble(dispute, words):
        lines += wrapped(line)
    for i, ruling in enumerate(rulings, 1):
        lines += ["", *_told(dispute, i, ruling, unit)]
    return "\n".join(lines)


def _told(dispute: Dispute, number: int, ruling: Ruling, unit: str) -> list[str]:
    """One question and its ruling."""
    from armada_sim.table import Unit
    from armada_sim.wording import telling

    words = Unit(unit)
    colour = "yellow" if ruling.answer == "in_doubt" else "green" if ruling.allowed else "red"
    question = telling.question_words(dispute.questions[number - 1], dispute.layout, words)
    lines = wrapped(question, f"{number}. ", "   ")
    lines.append("   " + click.style(telling.answer_words(ruling), fg=colour, bold=True))
    for line in telling.reason_lines(ruling.reasons):
        lines += wrapped(line, "   - ", "     ")
    margin = telling.margin_words(ruling, words)
    if margin:
        lines += wrapped(margin, "   ", "   ")
    for line in telling.evidence(ruling, words):
        lines += wrapped(line.strip(), "   · " if line == line.lstrip() else "       ", "     ")
    for note in ruling.notes:
        lines += wrapped(f"Note: {note}.", "   ", "   ")
    for clause, text, source in telling.clause_lines(ruling):
        lines += wrapped(f"[{clause}] {text} ({source})", "   ", "     ", dim=True)
    return lines


def _pictures(picture: Path, count: int, reads: str) -> list[Path]:
    """Where the rulings on so many questions are drawn: one file, or one each. Raises InputError if it cannot be."""
    from armada_sim.tabletop import InputError, keep_apart

    many = [picture.with_name(f"{picture.stem}-{i}{picture.suffix}") for i in range(1, count + 1)]
    paths = [picture] if count == 1 else many
    for path in paths:
        if os.path.isdir(path):  # False, not an error, for a name no file can have
            raise InputError(f"{path} is a directory", key="--output")
    keep_apart([("--output", path) for path in paths], [reads])
    return paths


def _draw_rulings(
    dispute: Dispute, rulings: Sequence[Ruling], paths: Sequence[Path], unit: str, style: str, lang: str
) -> None:
    import plots
    from armada_sim.table import Unit
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording import answer_words, question_words

    def drawn() -> Iterator[plots.Picture]:
        for path, ruling, question in zip(paths, rulings, dispute.questions, strict=True):
            progress.tell(f"drawing {path.name}, of {len(paths)}")
            asked = (
                f"{question_words(question, dispute.layout, Unit(unit))} {answer_words(ruling)}" if lang == "en" else ""
            )
            figure = plots.figure_of_ruling(dispute.layout, ruling, dispute.rules, unit=unit, style=style, lang=lang)
            yield plots.Picture(figure, path, dispute.title, asked, lang)

    with Progress("drawing") as progress:
        plots.save_figures(drawn())
