"""`grid-games example`: disputes, games, experiments and numbers that come along, to start from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.shipped import shipped
from armada_sim.tabletop.terminal import JSON, command, show_example

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from armada_sim.tabletop import Language

KINDS = (".toml", ".txt", ".json")
"""Endings of the files: disputes, games as people write them down, recorded games."""


def examples(kinds: Sequence[str] = KINDS, *folders: str) -> dict[str, Traversable]:
    """The shipped files by game and name, such as "strategiksa/over-the-enemy"."""
    from grid_games import catalogue

    there = {
        f"{game}/{name}": file
        for game in catalogue.KINDS
        for kind in kinds
        for name, file in shipped("grid_games", kind, *folders, game).items()
    }
    return dict(sorted(there.items()))


def experiments() -> dict[str, Traversable]:
    """The shipped experiments by game and name, such as "singidunum/armies-37"."""
    return examples((".toml",), "experiments")


def numbers() -> dict[str, Traversable]:
    """The shipped files of numbers by game and name, such as "singidunum/border-war"."""
    return examples((".toml",), "numbers")


@command(
    short_help="Print a shipped dispute, game, experiment or file of numbers, to start from.",
    example="grid-games example strategiksa/over-the-enemy > dispute.toml && grid-games check dispute.toml",
)
@click.argument("name", required=False)
@JSON
@click.pass_obj
def example(words: Language, name: str | None, as_json: bool) -> None:
    """Print the shipped dispute, game, experiment or file of numbers NAME; without a name, list them."""
    show_example(name, examples() | experiments() | numbers(), words, as_json=as_json, titles={})
