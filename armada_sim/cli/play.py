"""`armada play`: a game in the terminal. Everything but click is imported when the command runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.console import Number, Whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from armada_sim.game import Game
    from armada_sim.players.computer import Computer
    from armada_sim.rules import Rules
    from armada_sim.sitting import Sitting

PLAYERS = ("human", "random", "greedy", "search")
MOST_BUDGET, LONGEST_S = 100_000, 3600
"""Play-outs, and seconds, for a turn: more than anybody waits for."""

SETUPS = ("basic", "advanced", "twelve-pips")


@click.command(
    short_help="Play a game: people and computer players, recorded.",
    epilog="Example: armada play --blue greedy --record game.json && armada replay game.json -o game.html",
)
@click.option("--red", type=click.Choice(PLAYERS), default="human", show_default=True, help="Who plays red (south).")
@click.option("--blue", type=click.Choice(PLAYERS), default="greedy", show_default=True, help="Who plays blue (north).")
@click.option("--setup", type=click.Choice(SETUPS), default="basic", show_default=True, help="How fleets are chosen.")
@click.option("--rules", "preset", default="classic", show_default=True, help="A preset of the rules.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="What computer players draw from.")
@click.option("--budget", type=Whole(1, MOST_BUDGET), default=60, show_default=True, help="Play-outs a turn of search.")
@click.option("--seconds", type=Number(0.01, LONGEST_S), help="Seconds a turn of search, instead of a budget.")
@click.option("--record", metavar="FILE", help="Write the game to a record when it ends or is left (.json).")
@click.option("--picture", metavar="PICTURE", help="Refresh a picture of the table after every action (.svg, .png, .pdf).")
def play(
    red: str, blue: str, setup: str, preset: str, seed: int, budget: int, seconds: float | None, record: str | None,
    picture: str | None,
) -> None:  # fmt: skip
    """Play a game of Armada in the terminal: type actions, or help.

    Two people may share the terminal; two computers play by themselves. The same seed and the same
    lines typed give the same game, unless search is given seconds.
    """
    import numpy as np

    from armada_sim.errors import InputError
    from armada_sim.game import Game
    from armada_sim.game_model import LARGEST_SEED
    from armada_sim.players.computer import asked_for
    from armada_sim.sitting import Sitting
    from armada_sim.state import Agreement, Seat
    from armada_sim.writing import check_target, keep_apart

    keep_apart([(key, name) for key, name in (("--record", record), ("--picture", picture)) if name is not None])
    for name, key, kinds in ((record, "--record", (".json",)), (picture, "--picture", (".svg", ".png", ".pdf"))):
        if name is not None:
            check_target(name, key, kinds)
    if seed > LARGEST_SEED:  # else the game could be played, and not recorded
        raise InputError(f"must be at most {LARGEST_SEED}, not {seed}", key="--seed")
    computers, rules = _computers({"red": red, "blue": blue}, budget, seconds), _rules(preset, setup)
    if computers and rules.quiet_turns is None:
        rules = asked_for(rules)
        click.echo(f"The game is drawn after {rules.quiet_turns} turns in a row without damage, as computer players ask.")
    agreement = Agreement(
        (Seat("red", "south"), Seat("blue", "north")), rules,
        fleets="choose" if setup == "twelve-pips" else "basic", seed=seed,
    )  # fmt: skip
    sitting = Sitting(Game.new(agreement))
    try:  # whatever ends it, what was played is kept
        for now in _played(sitting, computers, np.random.default_rng(seed), picture):
            sitting = now
    finally:
        if record is not None:
            chosen = {name: str(computers.get(name, "human")) for name in ("red", "blue")}
            try:
                _kept(sitting, record, chosen)
            except (KeyboardInterrupt, SystemExit):  # a signal waited for what failed, such as writing to a closed terminal
                _kept(sitting, record, chosen)
                raise


def _rules(preset: str, setup: str) -> Rules:
    from armada_sim.rules import Rules

    rules = Rules.preset_named(preset)
    return rules.but(first_player="advanced_cut_and_choose") if setup == "advanced" else rules


def _computers(chosen: dict[str, str], budget: int, seconds: float | None) -> dict[str, Computer]:
    from armada_sim.players.computer import Computer, Level

    return {
        name: Computer(Level(kind), budget=budget, seconds=seconds) for name, kind in chosen.items() if kind != "human"
    }


def _played(
    sitting: Sitting, computers: dict[str, Computer], rng: np.random.Generator, picture: str | None
) -> Iterator[Sitting]:
    """The sitting after every action, until the game is over or left."""
    from armada_sim import sitting as table
    from armada_sim.actions import notation
    from armada_sim.game_words import Teller

    tell, words = Teller("en"), None
    while not sitting.done and sitting.game.outcome() is None:
        player = sitting.game.current_player()
        assert player is not None
        before, count = sitting.game, len(sitting.actions)
        if player in computers:
            action = computers[player].choose(before, rng)
            sitting = sitting.played(action, before.play(action), person=False)
        else:
            if words != (player, before.state.turns):
                words = (player, before.state.turns)
                if before.layout.ships:
                    click.echo("\n".join(table.shown(before)))
            line = _asked(before)
            sitting, lines = (sitting, []) if line is None else table.answer(sitting, line, rng)
            for text in lines:
                click.echo(text)
            if line is None:
                click.echo("The game is left.")
                break
        yield sitting
        if len(sitting.actions) > count:
            done = sitting.actions[-1]
            click.echo(f"{player}: {notation(done)}")
            click.echo(click.style(f"  {tell.action(before, done, sitting.game)}", dim=True))
        if picture is not None and sitting.game != before:
            _drawn(sitting, picture)
    click.echo(tell.standing(sitting.game) + ".")


def _asked(game: Game) -> str | None:
    """The next line a person types; None at the end of the input."""
    from armada_sim.console import ask

    turn = game.state.turn
    left = f", {turn.left} action(s) left" if turn is not None else f", {game.state.phase}"
    return ask(f"{game.current_player()}{left}> ")


def _drawn(sitting: Sitting, picture: str) -> None:
    import plots
    from armada_sim.goals import flagships

    game = sitting.game
    figure = plots.figure_of_position(game.layout, game.state.rules, flagships=flagships(game.state), title="Armada")
    plots.save_figure(figure, Path(picture), title="Armada")


def _kept(sitting: Sitting, record: str, chosen: dict[str, str]) -> None:
    from armada_sim.console import say
    from armada_sim.game_records import record_of, save_record

    save_record(record_of(sitting.game, sitting.actions, title="", notes=chosen), Path(record))
    say(f"The record is in {record}.")
