"""The group of commands that `armada` is."""

from __future__ import annotations

import click

from armada_sim.cli.balance import balance
from armada_sim.cli.check import check
from armada_sim.cli.drawing import draw, reach
from armada_sim.cli.explain import example, rules, schema
from armada_sim.cli.figures import figure, figures
from armada_sim.cli.photo import photo
from armada_sim.cli.play import play
from armada_sim.cli.pocket import pocket
from armada_sim.cli.printing import print_
from armada_sim.cli.replay import replay
from armada_sim.cli.serve import serve
from armada_sim.tabletop.terminal import CommandGroup


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"armada {version('armada-sim')}")
    except PackageNotFoundError:
        click.echo("armada (not installed: run from its source)")
    context.exit()


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    example="armada example grazed-base-corner > dispute.toml && armada check dispute.toml",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
def cli() -> None:
    """Exact referee for Armada, the pyramid ship game without a board.

    Exit status: 0 if everything asked is allowed, 1 if something is not, 2 if the input cannot be
    understood.
    """


for command in (
    check,
    draw,
    reach,
    replay,
    figures,
    figure,
    print_,
    example,
    rules,
    schema,
    play,
    balance,
    serve,
    pocket,
    photo,
):
    cli.add_command(command)
