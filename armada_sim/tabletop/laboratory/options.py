"""The options of `armada balance` and `grid-games balance`. Commands load this at once: little more than click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from armada_sim.tabletop.laboratory.contest import MOST_SETS
from armada_sim.tabletop.terminal import Whole, looks

MOST_WORKERS = 1000
"""More processes than machines have processors."""

_OPTIONS = (
    click.option("--store", metavar="FILE",
        help="Where games are kept (default: a file in this folder named by the experiment and a digest of it)."),
    click.option("--sets", type=Whole(1, MOST_SETS),
        help="Mirrored sets of each meeting, instead of the experiment's."),
    click.option("--workers", type=Whole(1, MOST_WORKERS), help="Processes (default: one for each processor)."),
    click.option("--cluster", metavar="ADDRESS", default="", help="Play on the cluster of this Dask scheduler."),
    click.option("-o", "--report", multiple=True, metavar="REPORT",
        help="Write a report, a page that prints well (.html)."),
    click.option("--export", multiple=True, metavar="TABLE",
        help="Write all games as a table (.csv); texts that look like formulas begin with an apostrophe."),
    click.option(
        "--game", nargs=2, multiple=True, metavar="M:S:G RECORD",
        help="Write the record of game G of set S of meeting M, all counted from 1; repeatable.",
    ),
    click.option("--against", metavar="STORE",
        help="Compare with another run: a store, or an experiment that was played in this folder."),
    click.option("--fresh", is_flag=True, help="Start anew: forget the games that this experiment's store has."),
    click.option("--list", "listed", is_flag=True,
        help="List what was run in this folder: store, when, games, done or not."),
    click.option("--watch", is_flag=True,
        help="Serve the running report, to this machine alone, as a page that updates itself until the run ends."),
    click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON document."),
)  # fmt: skip


def balance_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that every `balance` command has; it gets them as keywords of `Wishes`."""
    found = looks(command)
    for option in reversed(_OPTIONS):
        found = option(found)
    return found
