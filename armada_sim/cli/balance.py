"""`armada balance`: experiments with fleets and players in bulk."""

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
    example="armada balance basic --sets 20 -o basic.html",
)
@click.argument("experiment", metavar="EXPERIMENT", required=False)
@balance_options
@click.option(
    "--offers",
    multiple=True,
    metavar="PAGE",
    help="Write what to offer and what to answer in the advanced set-up, a page to print (.html).",
)
@click.pass_obj
def balance(words: Language, /, experiment: str | None, **wished: object) -> None:
    """Play the games of an experiment, keep them, and say what they show.

    EXPERIMENT is a file (armada schema experiment), - for standard input, or a shipped one: basic, twelve-pips,
    twelve-pips-readings, twelve-pips-search, advanced, advanced-search, sensitivity, first-move, infiltration, relief,
    prices, fair. The same command goes on where an earlier one was stopped, however it was stopped.
    """
    from armada_sim.cli.explain import examples
    from armada_sim.experiments import parse_battles
    from armada_sim.tabletop.laboratory import conduct

    conduct(experiment, examples("experiments"), parse_battles, _reporter, words, **wished)


def _reporter(look: Look, lang: str) -> Pages:
    import plots

    return plots.reporter(look, lang)
