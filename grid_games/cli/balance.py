"""`grid-games balance`: experiments with players, seats and factions in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.laboratory import balance_options
from armada_sim.tabletop.terminal import command, shipped_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.tabletop import Language
    from armada_sim.tabletop.laboratory import Store, Summary
    from grid_games.laboratory.experiment import Experiment


@command(
    short_help="Batch-test balance: play an experiment, resume it, report.",
    example="grid-games balance strategiksa/levels --sets 5 -o levels.html",
)
@click.argument("experiment", metavar="EXPERIMENT")
@balance_options
@click.pass_obj
def balance(words: Language, /, experiment: str, **wishes: Any) -> None:
    """Play the games of an experiment, keep them, and say what they show.

    EXPERIMENT is a file, - for standard input, or a shipped one such as strategiksa/levels (`grid-games example` lists
    them and prints one to start from). The same command goes on where an earlier one was stopped, however it was
    stopped.
    """
    from dataclasses import replace

    from armada_sim.tabletop.laboratory import Wishes, conduct
    from grid_games.laboratory.rotations import Rotations

    wished = Wishes(**wishes)
    wished.check(experiment)
    asked = _asked(experiment, words)
    if wished.report:
        import plots

        plots.report_style(wished.look)  # its mistakes are said before hours are spent
    plan = asked.plan if wished.sets is None else replace(asked.plan, sets=wished.sets)

    def report(found: Summary, store: Store, counts: Sequence[int]) -> bytes:
        import plots

        style = plots.report_style(wished.look)
        lang = style.lang or words.lang
        return plots.balance_report(found, asked.facts(plan, lang), style=style, lang=lang)

    conduct(Rotations(asked), plan, experiment, wished, report, words)


def _asked(name: str, words: Language) -> Experiment:
    """The experiment in a file, or the shipped one of that name. Raises InputError."""
    from grid_games.cli.example import experiments
    from grid_games.laboratory.experiment import load_experiment, parse_experiment

    text = shipped_text(name, experiments(), words)
    return load_experiment(name) if text is None else parse_experiment(text)
