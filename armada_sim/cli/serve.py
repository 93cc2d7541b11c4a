"""`armada serve`: the referee's table in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import Whole, command

if TYPE_CHECKING:
    from armada_sim.tabletop import Language

_PORT = 8713
"""The port of the table unless another is asked for."""


@command(short_help="Open the referee's table in a browser.", example="armada serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen to; 0.0.0.0 lets others in.")
@click.option(
    "--port", type=Whole(0, 65535), default=_PORT, show_default=True, help="Port to listen to; 0: any free one."
)
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.pass_obj
def serve(words: Language, host: str, port: int, no_browser: bool) -> None:
    """Open a table in a browser: drag the ships, ask the referee, export the ruling. Ctrl-C ends it.

    Only this machine can open it, unless --host says otherwise; then the link has a token that lets others in.
    """
    from armada_sim.tabletop.web import Address, serve as listen
    from armada_sim.web import referee_table

    def told(address: Address) -> None:
        link = f"{address.link}{'&' if address.token else '?'}lang={words.lang}"
        click.echo(words.say("The table is at {link}", link=link))
        click.echo(words.say("Ctrl-C ends it."))
        if not no_browser:
            import webbrowser

            webbrowser.open(link)

    listen(referee_table, host, port, told)
