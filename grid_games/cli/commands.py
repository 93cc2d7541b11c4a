"""The group of commands that `grid-games` is."""

from __future__ import annotations

import click

from armada_sim.tabletop.terminal import CommandGroup
from grid_games.cli.balance import balance
from grid_games.cli.check import check
from grid_games.cli.drawing import draw
from grid_games.cli.example import example
from grid_games.cli.listing import list_games
from grid_games.cli.odds import odds
from grid_games.cli.play import play
from grid_games.cli.printing import print_
from grid_games.cli.rules import rules


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]}, example="grid-games list")
def cli() -> None:
    """Discrete war games: Strategiksa, Singidunum, Le Jeu du destin d'Arc. For Armada, see `armada --help`.

    Exit status: 0 if everything asked is allowed, 1 if something is not, 2 if the input cannot be understood.
    """


for command in (list_games, rules, play, check, draw, print_, odds, balance, example):
    cli.add_command(command)
