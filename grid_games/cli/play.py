"""`grid-games play`: a game in the terminal. Everything but click is imported when the command runs."""

from __future__ import annotations

import click

from armada_sim.tabletop.terminal import Whole, command
from grid_games.cli.shared import MAP, NUMBERS, SEATS, SETTINGS

LARGEST_SEED = 2**53
"""Whole numbers that every program that reads JSON keeps exactly."""


@command(
    short_help="Play a game: people and computer players, recorded.",
    example="grid-games play strategiksa --players 4 --red human --green search:60 --record game.json",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.argument("game", required=False)
@SEATS
@SETTINGS
@MAP
@NUMBERS
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="What dice and computer players draw from.",
)
@click.option("--record", metavar="FILE", help="Write the game to a record when it ends or is left (.json).")
@click.option(
    "--resume", metavar="FILE", help="Go on with a recorded game, by the same people unless others are named."
)
@click.pass_context
def play(
    context: click.Context, game: str | None, players: int | None, pairs: tuple[str, ...], map_: str | None,
    numbers: str | None, seed: int, record: str | None, resume: str | None,
) -> None:  # fmt: skip
    """Play GAME in the terminal: type moves, ? for the legal ones, or help.

    --NAME WHO says who plays a player, such as --red greedy: human, random, greedy, search, or search:BUDGET. By
    default you play the first and greedy the others. Several people may share the terminal; where the game hides
    things, each sees only what is his to see. The same seed and the same lines typed give the same game.
    """
    from armada_sim.tabletop import InputError, Message, check_targets
    from armada_sim.tabletop.terminal import first_human, play as played, seats_of
    from grid_games.cli.fitting import news
    from grid_games.cli.papers import Account, load_paper, played_again
    from grid_games.cli.shared import loaded
    from grid_games.cli.sitting import Sitting
    from grid_games.cli.turns import HUMAN, hand
    from grid_games.core.match import Match

    if record is not None:
        check_targets([("--record", record, (".json",))])
    if resume is not None:
        for given, key in (
            (game is not None, "GAME"),
            (players is not None, "--players"),
            (bool(pairs), "--set"),
            (map_ is not None, "--map"),
            (numbers is not None, "--numbers"),
        ):
            if given:
                raise InputError(Message("is said in the record that goes on"), key=key)
        paper = load_paper(resume)
        if not isinstance(paper, Account):
            raise InputError(Message("is a dispute, not a recorded game"), file=resume)
        match = played_again(paper)
        before = dict(zip(paper.game.players, paper.record.seats, strict=False))
        seats = seats_of(context.args, {**first_human(paper.game.players), **before}, hand)
    elif game is None:
        raise InputError(Message("say which game, or --resume a record"), key="GAME")
    else:
        match = Match(loaded(game, players, pairs, map_, numbers))
        seats = seats_of(context.args, first_human(match.game.players), hand)
        if HUMAN not in seats.values():  # nobody could end it
            match = Match(loaded(game, players, pairs, map_, numbers, ends=True))
    sitting = Sitting(match, seats, seed, context.obj)
    greeting = news(sitting.greeting())
    if record is not None and match.game.hides:
        told = Message("All that is played, hidden moves too, will be in {file}: a game goes on from it.", file=record)
        greeting += news(sitting.words.tell(told))
    if not played(sitting, record, greeting):
        context.exit(2)
