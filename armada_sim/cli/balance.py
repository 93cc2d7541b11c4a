"""`armada balance`: experiments with fleets and players in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armada_sim.cli.explain import example_experiments
from armada_sim.tabletop.laboratory import balance_options
from armada_sim.tabletop.terminal import command, shipped_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.experiments import Experiment
    from armada_sim.tabletop import Language
    from armada_sim.tabletop.laboratory import Store, Summary


@command(
    short_help="Batch-test balance: play an experiment, resume it, report.",
    example="armada balance basic --sets 20 -o basic.html",
)
@click.argument("experiment", metavar="EXPERIMENT")
@balance_options
@click.pass_obj
def balance(words: Language, /, experiment: str, **wishes: Any) -> None:
    """Play the games of an experiment, keep them, and say what they show.

    EXPERIMENT is a file (armada schema experiment), - for standard input, or a shipped one: basic, twelve-pips,
    twelve-pips-readings, twelve-pips-search, advanced, sensitivity, first-move, infiltration. The same command goes on
    where an earlier one was stopped, however it was stopped.
    """
    from dataclasses import replace

    from armada_sim.compiled import writable_cache
    from armada_sim.experiments import Battles
    from armada_sim.tabletop import inside
    from armada_sim.tabletop.laboratory import Wishes, conduct

    wished = Wishes(**wishes)
    wished.check(experiment)
    asked = _asked(experiment, words)
    contest = Battles(asked)
    with inside(file=experiment):
        contest.check()
    plan = asked.plan if wished.sets is None else replace(asked.plan, sets=wished.sets)
    if wished.report:
        import plots

        plots.report_style(wished.look)  # its mistakes are said before hours are spent
    writable_cache()  # the workers, who compile, would each say what it costs if it is not

    def report(found: Summary, store: Store, counts: Sequence[int]) -> bytes:
        import plots
        from armada_sim.experiments import facts, openings

        style = plots.report_style(wished.look)
        lang = style.lang or words.lang
        began, summed = openings(contest, store, counts), facts(asked, plan, lang)
        return plots.balance_report(found, summed, began, style=style, lang=lang)

    conduct(contest, plan, experiment, wished, report, words)


def _asked(name: str, words: Language) -> Experiment:
    """The experiment in a file, or the shipped one of that name. Raises InputError."""
    from armada_sim.experiments import load_experiment, parse_experiment

    text = shipped_text(name, example_experiments(), words)
    return load_experiment(name) if text is None else parse_experiment(text)
