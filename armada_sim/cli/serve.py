"""`armada serve`: the referee's table in a browser."""

from __future__ import annotations

import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop import InputError
from armada_sim.tabletop.terminal import Whole, command

if TYPE_CHECKING:
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.web import Kept

_PORT = 8713
"""The port of the table unless another is asked for."""


@command(short_help="Open the referee's table in a browser.", example="armada serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen to; 0.0.0.0 lets others in.")
@click.option(
    "--port", type=Whole(0, 65535), default=_PORT, show_default=True, help="Port to listen to; 0: any free one."
)
@click.option("--games", metavar="FILE", help="Where running games are kept; else in your data folder.")
@click.option("--forget", is_flag=True, help="Begin with no games and a new token.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.pass_obj
def serve(words: Language, host: str, port: int, games: str | None, forget: bool, no_browser: bool) -> None:
    """Open a table in a browser: drag the ships, ask the referee, export the ruling. Ctrl-C ends it.

    Only this machine can open it, unless --host says otherwise; then the link has a token that lets others in, and is
    shown as a QR code for their phones. Running
    games and the token are kept in a file that you alone can read: started again, the table is as it was. A game that
    is over is kept for 30 days.
    """
    from armada_sim.tabletop.web import Address, serve as listen
    from armada_sim.web import referee_table

    kept = _kept(games, forget, words)

    def told(address: Address) -> None:
        here = f"{address.link}{'&' if address.token else '?'}lang={words.lang}"
        link = address.link if address.token else here  # other devices have languages of their own
        click.echo(words.say("The table is at {link}", link=link))
        if address.token and sys.stdout.isatty():
            click.echo(_to_scan(link))
        click.echo(words.say("Ctrl-C ends it."))
        if not no_browser:
            import webbrowser

            webbrowser.open(here)

    with closing(kept):
        listen(lambda guard: referee_table(guard, kept), host, port, kept.token, told)


def _to_scan(link: str) -> str:
    """A link as a QR code in characters, light ones on a dark terminal, as readers of codes take either."""
    import segno

    text = StringIO()
    segno.make_qr(link).terminal(text, border=2, compact=True)
    return text.getvalue()


def _kept(file: str | None, forget: bool, words: Language) -> Kept:
    """Where games are kept: the file that was named, else the usual one, or memory if that cannot be used."""
    from armada_sim.tabletop.web import kept_in, kept_in_memory, usual_file

    if file is not None:
        return kept_in(Path(file), forget)
    try:
        return kept_in(usual_file(), forget)
    except InputError as error:
        why = words.complaint(error)
        click.echo(words.say("Running games are kept in memory alone, and end with this table: {why}", why=why))
        return kept_in_memory()
