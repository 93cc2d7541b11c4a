"""`armada play`: a game in the terminal. Everything but click is imported when the command runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from armada_sim.files.setups import SETUPS
from armada_sim.tabletop.terminal import Number, Whole, command

if TYPE_CHECKING:
    from armada_sim.cli.agreeing import Wishes
    from armada_sim.files import Record
    from armada_sim.files.agreed import Agreed
    from armada_sim.players import Computer
    from armada_sim.tabletop import Language

LARGEST_SEED = 2**63 - 1
"""As in a game file."""

MOST_BUDGET, LONGEST_S = 100_000, 3600
"""Play-outs, and seconds, for a turn: more than anybody waits for."""

_MORE = """\
armada play --players anna,bela,eva --team anna=x --team eva=x --bela human --setup matched
armada play --rules infiltration --surface "30 in, 40 in" --line "red=0,960; 762,960"
armada play --rules flag --set flag_kind=ship --set "game_limit=turns(40)" --object "reef=400,400; 500,400; 450,480"
armada example three-players-and-a-line > mine.toml; armada play --from mine.toml --anna human"""


@command(
    short_help="Play a game: people and computer players, recorded.",
    example="armada play --blue greedy --record game.json && armada replay game.json -o game.html",
    more=_MORE,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.option(
    "--from",
    "file",
    metavar="FILE",
    help="A game file without actions, your own or a shipped one (armada schema game).",
)
@click.option(
    "--players", metavar="NAMES", help="Who sits at the table, clockwise, with commas between.  [default: red,blue]"
)
@click.option(
    "--side", "sides", metavar="NAME=SIDE", multiple=True, help="Where a player sits: south, north, west or east."
)
@click.option("--team", "teams", metavar="NAME=TEAM", multiple=True, help="Whom a player plays with.")
@click.option(
    "--setup",
    type=click.Choice([*SETUPS]),
    help="How fleets are chosen.  [default: basic for two, twelve-pips for more]",
)
@click.option(
    "--fleet",
    "fleets",
    metavar="NAME=SHIPS",
    multiple=True,
    help="A player's fleet, such as red='L2 M2 S2', instead of a choice.",
)
@click.option("--rules", "preset", metavar="PRESET", help="A preset of the rules.  [default: classic]")
@click.option(
    "--set",
    "options",
    metavar="KEY=VALUE",
    multiple=True,
    help="An option of the rules (armada rules); may be given again.",
)
@click.option(
    "--surface",
    metavar="SURFACE",
    help="'WIDTH,HEIGHT', 'disc RADIUS', or corners 'X,Y; X,Y; X,Y': mm, or with a unit.",
)
@click.option(
    "--object",
    "objects",
    metavar="NAME=CORNERS",
    multiple=True,
    help="Something on the table: 'reef=400,400; 500,400; 450,480'.",
)
@click.option(
    "--line",
    "lines",
    metavar="ATTACKER=LINE",
    multiple=True,
    help="A goal line: 'red=0,864; 914,864'; he must get to its left.",
)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    help="Seed of random draws and computer players.  [default: 0, or as in the file]",
)
@click.option("--budget", type=Whole(1, MOST_BUDGET), default=60, show_default=True, help="Play-outs a turn of search.")
@click.option("--seconds", type=Number(0.01, LONGEST_S), help="Seconds a turn of search, instead of a budget.")
@click.option("--record", metavar="FILE", help="Write the game to a record when it ends or is left (.json).")
@click.option(
    "--picture", metavar="PICTURE", help="Refresh a picture of the table after every action (.svg, .png, .pdf)."
)
@click.pass_context
def play(
    context: click.Context, /, file: str | None, budget: int, seconds: float | None, record: str | None,
    picture: str | None,
    **typed: Any,
) -> None:  # fmt: skip
    """Play a game of Armada in the terminal: type actions, or help.

    --NAME WHO says who plays a player, such as --red greedy: human, random, greedy or search. By default you play the
    first and greedy the others. People may share the terminal; computers play by themselves. The same seed and
    the same lines typed give the same game, unless search is given seconds.
    """
    import numpy as np

    from armada_sim.cli.agreeing import Wishes, from_options
    from armada_sim.cli.sitting import Battle
    from armada_sim.files.agreed import with_computers
    from armada_sim.tabletop import check_targets
    from armada_sim.tabletop.terminal import first_human, play as played, seats_of
    from armada_sim.wording import Naming, Sitting

    kinds = (("--record", record, (".json",)), ("--picture", picture, (".svg", ".png", ".pdf")))
    outputs = [(key, name, ends) for key, name, ends in kinds if name is not None]
    check_targets(outputs, [file] if file is not None else [])
    words = Naming(context.obj.lang)
    wishes = Wishes(**typed)
    agreed = from_options(wishes) if file is None else _from_file(file, wishes, words)
    seats = seats_of(context.args, first_human(agreed.record.agreement.players), _known)
    agreed = with_computers(agreed, seats)
    computers = _computers(seats, budget, seconds)
    begins = replace(agreed.record, notes=tuple((name, str(computers.get(name, "human"))) for name in seats))
    rng = np.random.default_rng(begins.agreement.seed)
    table = Battle(words, begins, computers, rng, Sitting(begins.begin()), picture)
    if not played(table, record, _greeting(agreed, begins, words), table.draw):
        context.exit(2)


def _known(who: str) -> None:
    """Raises InputError for who is no kind of player."""
    from armada_sim.files.setups import KINDS
    from armada_sim.tabletop import InputError, Message, either

    if who not in KINDS:
        raise InputError(Message("expected {known}, not {given}", known=either(KINDS), given=repr(who)))


def _from_file(file: str, wishes: Wishes, words: Language) -> Agreed:
    """The game in a file, or a shipped one by its name."""
    from armada_sim.cli.agreeing import from_file
    from armada_sim.cli.explain import examples
    from armada_sim.tabletop.terminal import shipped_text

    return from_file(file, wishes, shipped_text(file, examples("agreements"), words))


def _greeting(agreed: Agreed, begins: Record, words: Language) -> list[str]:
    """Who plays, under what, and what was put in."""
    from armada_sim.tabletop.terminal import wrapped
    from armada_sim.wording import Teller, heading_lines

    notes = [*map(words.tell, agreed.notes), words.say("Type help for what may be typed.")]
    lines = [*heading_lines(begins, Teller(words.lang)), *notes]
    return [*([begins.title] if begins.title else []), *(part for line in lines for part in wrapped(line, rest="  "))]


def _computers(chosen: dict[str, str], budget: int, seconds: float | None) -> dict[str, Computer]:
    from armada_sim.players import Computer, Level

    return {
        name: Computer(Level(kind), budget=budget, seconds=seconds) for name, kind in chosen.items() if kind != "human"
    }
