"""`armada replay`: a recorded game checked action by action, described and animated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import JSON, Look, command, in_json, looks, picture_path, wrapped

if TYPE_CHECKING:
    from armada_sim.files import Replay
    from armada_sim.tabletop import Language

_ANIMATIONS = (".html",)


@command(
    short_help="Check a recorded game action by action, and animate it.",
    example="armada example larges-against-mediums > game.json && armada replay game.json -o game.html",
)
@click.argument("game", metavar="RECORD")
@click.option("-o", "--output", metavar="ANIMATION", help="Animate it too, as a page with a slider (.html).")
@JSON
@looks
@click.pass_context
def replay(context: click.Context, game: str, output: str | None, as_json: bool, look: Look) -> None:
    """Check a RECORD action by action (JSON; - reads standard input), and say who did what.

    Status 1 if an action is not allowed, the game ends otherwise than recorded, or the record is not as it was written:
    the first action that differs is named. What is allowed is animated.
    """
    from armada_sim.files import load_game, replay as played_again
    from armada_sim.tabletop import N_
    from armada_sim.tabletop.terminal import Progress
    from armada_sim.wording.replay_report import document

    words: Language = context.obj
    picture = picture_path(output, _ANIMATIONS, reads=[game])
    look.suits(picture)
    record = load_game(game)
    total = len(record.actions)
    first, later = N_("action {number} of {total}"), N_("picture {number} of {total}")
    with Progress(words.say(first, number=1, total=total)) as progress:
        found = played_again(record, lambda number: progress.tell(words.say(first, number=number, total=total)))
        if picture is not None:
            import plots

            style = plots.styled(look)
            plots.save_animation(
                found, picture, style=style, lang=style.lang or words.lang,
                progress=lambda number: progress.tell(words.say(later, number=number, total=len(found.games))),
            )  # fmt: skip
    click.echo(in_json(document(found, words.lang)) if as_json else "\n".join(_account(found, words)))
    context.exit(0 if found.good else 1)


def _account(found: Replay, words: Language) -> list[str]:
    from armada_sim.wording import Teller, replay_report

    title = found.record.title
    lines = [click.style(words.say(title), bold=True)] if title else []
    headings = replay_report.heading_lines(found.record, Teller(words.lang))
    for line in (*headings, *map(words.tell, replay_report.notes(found.record))):
        lines += wrapped(line)
    for heading, rows in replay_report.account(found, words.lang):
        lines += ["", click.style(heading, bold=True)]
        for line, told in rows:
            lines += wrapped(line, "  ", "      ")
            lines += wrapped(told, "      ", "      ", dim=True)
    lines += ["", *wrapped(replay_report.ending(found, Teller(words.lang)))]
    if found.differs:
        lines += ["", *(click.style(line, fg="red") for line in wrapped(words.tell(replay_report.difference(found))))]
    if found.fault is not None:
        first, *reasons = map(words.tell, replay_report.fault_lines(found.fault, found.record.program))
        lines += ["", *(click.style(line, fg="red", bold=True) for line in wrapped(first, rest="  "))]
        for reason in reasons:
            lines += wrapped(reason, "  - ", "    ")
    return lines
