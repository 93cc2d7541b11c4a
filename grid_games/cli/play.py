"""`grid-games play`: a game in the terminal. Everything but click is imported when the command runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.terminal import Whole, command, wrapped
from grid_games.cli.shared import MAP, SEATS, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from armada_sim.tabletop import Language
    from grid_games.cli.sitting import Sitting
    from grid_games.core.protocol import Game
    from grid_games.core.records import Record

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
    context: click.Context, game: str | None, players: int | None, pairs: tuple[str, ...], map_: str | None, seed: int,
    record: str | None,
    resume: str | None,
) -> None:  # fmt: skip
    """Play GAME in the terminal: type moves, ? for the legal ones, or help.

    --NAME WHO says who plays a player, such as --red greedy: human, random, greedy, search, or search:BUDGET. If
    nothing is said, you play the first and greedy the others. Several people may share the terminal; where the game
    hides things, each sees only what is his to see. The same seed and the same lines typed give the same game.
    """
    from armada_sim.tabletop import InputError, Message, inside
    from armada_sim.tabletop.terminal import keep
    from grid_games.cli.papers import Account, load_paper
    from grid_games.cli.shared import loaded
    from grid_games.core.match import Match, replayed

    _writable(record, "--record")
    named = _named(context.args)
    seats: Mapping[str, str] = {}
    if resume is not None:
        for given, key in (
            (game is not None, "GAME"),
            (players is not None, "--players"),
            (bool(pairs), "--set"),
            (map_ is not None, "--map"),
        ):
            if given:
                raise InputError(Message("is said in the record that goes on"), key=key)
        paper = load_paper(resume)
        if not isinstance(paper, Account):
            raise InputError(Message("is a dispute, not a recorded game"), file=resume)
        with inside(file=resume):
            match = replayed(paper.game, _open_end(paper.record))
        seats = dict(zip(paper.game.players, paper.record.seats, strict=False))
    elif game is None:
        raise InputError(Message("say which game, or --resume a record"), key="GAME")
    else:
        match = Match(loaded(game, players, pairs, map_))
        if set({**_usual(match.game), **named}.values()).isdisjoint({"human"}):  # nobody could end it
            match = Match(loaded(game, players, pairs, map_, ends=True))
    sitting = _seated(match, {**_usual(match.game), **seats, **_known(named, match.game)}, seed, context.obj)
    kept = True
    try:  # whatever ends it, what was played is kept
        _play(sitting)
    finally:
        if record is not None:
            kept = keep(lambda: _recorded(sitting), record, sitting.words)
    if not kept:
        context.exit(2)


def _open_end(record: Record) -> Record:
    """The record without the claim how it ended: that is seen again."""
    from dataclasses import replace

    return replace(record, winners=None, reason=None)


def _named(words: Sequence[str]) -> dict[str, str]:
    """Who plays whom, out of `--red greedy` and `--red=greedy`. Raises InputError."""
    from armada_sim.tabletop import InputError, Message

    found: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        name, equals, who = word.partition("=")
        if not name.startswith("--") or len(name) < 3:
            raise InputError(Message("expected options, such as --red greedy, not {given}", given=repr(word)))
        if not equals:
            if not left or left[0].startswith("--"):
                raise InputError(Message("needs to be told who plays: human, random, greedy or search"), key=name)
            who = left.pop(0)
        if name[2:] in found:
            raise InputError(Message("is given twice"), key=name)
        found[name[2:]] = who
    return found


def _known(named: Mapping[str, str], game: Game[Any, Any]) -> Mapping[str, str]:
    from armada_sim.tabletop import InputError, Message, guess

    for name in named:
        if name not in game.players:
            near = guess(name, game.players)
            raise InputError(Message("is no option, and no player of this game{guess}", guess=near), key=f"--{name}")
    return named


def _usual(game: Game[Any, Any]) -> dict[str, str]:
    """A person against computers."""
    return {name: "greedy" if seat else "human" for seat, name in enumerate(game.players)}


def _seated(match: Any, seats: Mapping[str, str], seed: int, words: Language) -> Sitting:
    """The table with everybody on his seat. Raises InputError for a player that there is not."""
    from armada_sim.tabletop import InputError
    from grid_games.cli.sitting import HUMAN, Sitting
    from grid_games.players import player

    hands = {HUMAN: player("greedy")}
    for name, who in seats.items():
        if who != HUMAN:
            try:
                hands[name] = player(who)
            except InputError as error:
                raise InputError(error.message, key=f"--{name}") from None
    return Sitting(match, seats, hands, seed, words)


def _play(sitting: Sitting) -> None:
    """The game until it is over or left; what happens is printed."""
    from armada_sim.tabletop.terminal import ask
    from grid_games.cli import sitting as table

    words = sitting.words
    click.echo(words.say("{seats}. Type help for what may be typed.", seats=table.seats_line(sitting)))
    seated: str | None = None  # the person who typed last
    fresh = False  # whether he sees the board as it is
    asked, unasked = "", list[str]()  # what he has been told that he decides, and what others may say before
    while not sitting.done and (player := sitting.front.current_player()) is not None:
        if player not in sitting.people:
            sitting.passed_over()
            _computers(sitting, player)
            _tell(sitting, None)
            fresh = False
            continue
        if (only := sitting.only()) is not None:
            sitting.played(only, alone=True)
            fresh = False
            continue
        if not (fresh and seated == player):
            if len(sitting.people) > 1 and seated != player and sitting.veiled(sitting.state):
                _handed_over(sitting, player, cleared=seated is not None)
            _tell(sitting, player)
            click.echo("\n".join(_fitting(sitting)))
            seated, fresh = player, True
            asked, unasked = "", []
        before, asked = asked, sitting.asked()
        if asked and asked != before:
            click.echo("\n".join(wrapped(f"{asked}.", rest="  ")))
        before_this, unasked = unasked, sitting.unasked()
        for text in unasked if unasked != before_this else ():
            click.echo("\n".join(wrapped(text, rest="  ")))
        line = ask(f"{words.say(player)}> ")
        if line is None:
            click.echo(words.say("The game is left."))
            return
        if line.split()[:1] == ["save"]:
            _saved(sitting, line.split()[1:])
            continue
        answer = table.answer(sitting, line)
        if not _leaves(sitting, player):  # else he reads it when it is his turn again
            _tell(sitting, player)
        for text in answer:
            click.echo("\n".join(wrapped(text, rest="  ")) if len(text) > len(text.lstrip()) + 96 else text)
    if not (sitting.done and sitting.secret):  # who leaves a game ends no secret
        for viewer in sitting.people or [""]:
            _tell(sitting, viewer)
    if not sitting.done:
        click.echo("\n".join(sitting.words.tell(sitting.match.game.board(sitting.state)).splitlines()))
        click.echo("\n".join(table.final_words(sitting)))


def _fitting(sitting: Sitting) -> list[str]:
    """What of the board is new; on a terminal too narrow for a board that has parts, how to see those."""
    import shutil

    from grid_games import catalogue

    lines = sitting.shown()
    changed = sitting.changed(lines)
    widest, columns = max(map(len, lines), default=0), shutil.get_terminal_size().columns
    if catalogue.extras(sitting.match.game.name).window is None or not sys.stdout.isatty() or widest <= columns:
        return changed
    told = sitting.words.say(
        "The board is {wide} characters wide, this terminal {columns}: board PLACE shows the part around a hex or a "
        "piece.",
        wide=widest, columns=columns,
    )  # fmt: skip
    return [*(line for line in lines if len(line) <= columns), *wrapped(told, rest="  ")]


def _computers(sitting: Sitting, player: str) -> None:
    """All that a computer player, or the dice, do until somebody else decides."""
    from armada_sim.tabletop.terminal import Progress

    with Progress(sitting.words.say("{player} thinks", player=sitting.words.say(player))):
        while sitting.state.current_player() == player:
            sitting.played(sitting.chosen(player))


def _tell(sitting: Sitting, viewer: str | None) -> None:
    """What somebody has not been told yet. Where things are hidden from several people, each hears it in his turn."""
    if sitting.secret and viewer is None:
        if len(sitting.people) > 1:
            return
        viewer = sitting.people[0]
    for text in sitting.heard(viewer or ""):
        for line in wrapped(text, rest="  "):
            click.echo(line)


def _leaves(sitting: Sitting, player: str) -> bool:
    """Whether somebody gives his place at the screen to another person who may not read what he reads."""
    following = sitting.front.current_player()
    return following != player and following in sitting.people and sitting.veiled(sitting.state)


def _handed_over(sitting: Sitting, player: str, *, cleared: bool) -> None:
    """Nobody sees what another person may: the screen is cleared (before too, if asked) once the next one is there."""
    from armada_sim.tabletop.terminal import ask

    if cleared and sys.stdout.isatty():
        _cleared()
    name = sitting.words.say(player)
    ask(sitting.words.say("{player} is to move; the others look away. Press Enter, {player}. ", player=name))
    if sys.stdout.isatty():
        _cleared()


def _cleared() -> None:
    """An empty screen, with nothing to scroll back to."""
    click.clear()
    click.echo("\x1b[3J", nl=False)


def _writable(name: str | None, key: str) -> None:
    """Raises InputError for a record that cannot be written, before hours are played."""
    from armada_sim.tabletop import check_target, keep_apart

    if name is not None:
        check_target(name, key, (".json",))
        keep_apart([(key, name)])


def _saved(sitting: Sitting, words: Sequence[str]) -> None:
    from armada_sim.tabletop import InputError, write_files
    from armada_sim.tabletop.terminal import say

    if len(words) != 1:
        click.echo(sitting.words.say("Say where: save FILE.json"))
        return
    try:
        _writable(words[0], "save")
        write_files([(Path(words[0]), _recorded(sitting).encode())])
        say(sitting.words.say("The record is in {file}.", file=words[0]))
    except InputError as error:
        click.echo(sitting.words.complaint(error))


def _recorded(sitting: Sitting) -> str:
    """The text of the game's record, as far as it went."""
    return sitting.match.record(list(sitting.seats.values())).text()
