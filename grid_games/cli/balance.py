"""`grid-games balance`: experiments with players, seats and factions in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.laboratory import balance_options
from armada_sim.tabletop.terminal import command

if TYPE_CHECKING:
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.laboratory import Pages
    from armada_sim.tabletop.terminal import Look


@command(
    short_help="Batch-test balance: play an experiment, resume it, report.",
    example="grid-games balance strategiksa/levels --sets 5 -o levels.html",
)
@click.argument("experiment", metavar="EXPERIMENT", required=False)
@balance_options
@click.pass_obj
def balance(words: Language, /, experiment: str | None, **wished: object) -> None:
    """Play the games of an experiment, keep them, and say what they show.

    EXPERIMENT is a file, - for standard input, or a shipped one such as strategiksa/levels (`grid-games example` lists
    them and prints one to start from). The same command goes on where an earlier one was stopped, however it was
    stopped.
    """
    from armada_sim.tabletop.laboratory import conduct
    from grid_games.cli.example import experiments
    from grid_games.laboratory.rotations import parse_rotations

    conduct(experiment, experiments(), parse_rotations, _reporter, words, **wished)


def _reporter(look: Look, lang: str) -> Pages:
    import plots

    return plots.reporter(look, lang)
