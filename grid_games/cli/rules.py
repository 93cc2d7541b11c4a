"""`grid-games rules`: the rules of a game on the screen, whole or a clause of them."""

from __future__ import annotations

import click

from armada_sim.tabletop.terminal import JSON, LANG


@click.command(
    short_help="Print the rules of a game, or what they say under a clause.",
    epilog="Example: grid-games rules strategiksa 28; grid-games rules singidunum Retreat",
)
@click.argument("game")
@click.argument("clause", required=False)
@LANG
@JSON
def rules(game: str, clause: str | None, lang: str, as_json: bool) -> None:
    """Print the rules of GAME as the program plays them; with CLAUSE, what stands under a clause, chapter or option."""
    from armada_sim.tabletop import rules_pages
    from grid_games import catalogue
    from grid_games.cli.shared import in_json

    kind = catalogue.kind(game)
    if clause is None:
        text = rules_pages.plain(rules_pages.page(game, lang))
    else:
        text = rules_pages.look_up(game, clause, lang)
    click.echo(in_json({"game": kind.name, "clause": clause, "text": text}) if as_json else text)
