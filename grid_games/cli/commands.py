"""The command `grid-games`. Its games are not built yet, and it says so."""

from __future__ import annotations

import click

from armada_sim.console import CommandGroup

GAMES = {
    "singidunum": "two armies, hexes, dice",
    "strategiksa": "three or more kings, squares, vassals",
    "destin-arc": "Le Jeu du destin d'Arc: three factions, a big hex map, magic, hidden units",
}
"""The games this command is meant for."""


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: grid-games list",
)
def cli() -> None:
    """Three discrete war games: Singidunum, Strategiksa, Le Jeu du destin d'Arc.

    None of them can be played yet; `list` says what is planned. For Armada, see `armada --help`.
    """


@cli.command("list", epilog="Example: grid-games list")
def list_games() -> None:
    """List the games and how far they are built."""
    for name, words in GAMES.items():
        click.echo(f"{name:12} not built yet  {words}")
