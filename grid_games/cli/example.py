"""`grid-games example`: disputes, games and experiments that come along, to start from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop import N_
from armada_sim.tabletop.terminal import JSON, command, one_of, shipped, text_of, title_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from armada_sim.tabletop import Language

KINDS = (".toml", ".txt", ".json")
"""Endings of the files: disputes, games as people write them down, recorded games."""


def examples() -> dict[str, Traversable]:
    """The shipped files by game and name, such as "strategiksa/over-the-enemy"."""
    from grid_games import catalogue

    found: dict[str, Traversable] = {}
    for game in catalogue.KINDS:
        for kind in KINDS:
            found |= {f"{game}/{name}": file for name, file in shipped("grid_games", kind, game).items()}
    return dict(sorted(found.items()))


def experiments() -> dict[str, Traversable]:
    """The shipped experiments by game and name, such as "singidunum/armies-37"."""
    from grid_games import catalogue

    found = {
        f"{game}/{name}": file
        for game in catalogue.KINDS
        for name, file in shipped("grid_games", ".toml", "experiments", game).items()
    }
    return dict(sorted(found.items()))


@command(
    short_help="Print a shipped dispute, game or experiment, to start from.",
    example="grid-games example strategiksa/over-the-enemy > dispute.toml && grid-games check dispute.toml",
)
@click.argument("name", required=False)
@JSON
@click.pass_obj
def example(words: Language, name: str | None, as_json: bool) -> None:
    """Print the shipped dispute, game or experiment NAME; without a name, list them."""
    from armada_sim.tabletop import Message
    from grid_games.cli.shared import in_json

    files = examples() | experiments()
    if name is not None:
        wanted = one_of(name, list(files), Message("NAME"), N_("there is no example called {name}{guess}"))
        text = text_of(files[wanted], words)
        click.echo(in_json({"name": wanted, "text": text}) if as_json else text, nl=as_json)
        return
    titles = {known: title_of(file.read_text("utf-8")) for known, file in files.items()}
    told = {known: words.say(title) if title else words.say("a recorded game") for known, title in titles.items()}
    if as_json:
        click.echo(in_json([{"name": known, "title": title} for known, title in told.items()]))
        return
    width = max(map(len, told), default=0)
    for known, title in told.items():
        click.echo(f"{known:{width}}  {title}".rstrip())
