"""`grid-games play`: a game in the terminal. Everything but click is imported when the command runs."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.terminal import WIDTH, Whole, command, wrapped
from grid_games.cli.shared import MAP, SEATS, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.tabletop import Language
    from grid_games.cli.sitting import Sitting

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
    from dataclasses import replace

    from armada_sim.tabletop import InputError, Message, check_targets, inside
    from armada_sim.tabletop.terminal import first_human, play as played, seats_of
    from grid_games.cli import sitting as table
    from grid_games.cli.papers import Account, load_paper
    from grid_games.cli.shared import loaded
    from grid_games.core.match import Match, replayed

    if record is not None:
        check_targets([("--record", record, (".json",))])
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
        with inside(file=resume):  # how it ended is seen again
            match = replayed(paper.game, replace(paper.record, winners=None, reason=None))
        before = dict(zip(paper.game.players, paper.record.seats, strict=False))
        seats = seats_of(context.args, {**first_human(paper.game.players), **before}, table.hand)
    elif game is None:
        raise InputError(Message("say which game, or --resume a record"), key="GAME")
    else:
        match = Match(loaded(game, players, pairs, map_))
        seats = seats_of(context.args, first_human(match.game.players), table.hand)
        if table.HUMAN not in seats.values():  # nobody could end it
            match = Match(loaded(game, players, pairs, map_, ends=True))
    sitting = table.Sitting(match, seats, {name: table.hand(who) for name, who in seats.items()}, seed, context.obj)
    greeting = sitting.words.say("{seats}. Type help for what may be typed.", seats=table.seats_line(sitting))
    if not played(_Table(sitting), record, [greeting]):
        context.exit(2)


@dataclass
class _Table:
    """A board game as the terminal plays it: a `terminal.sitting.Table`."""

    sitting: Sitting
    faced: str | None = None
    """The person who sees the board as it is."""

    asked: str = ""
    """What that person has been told that they decide."""

    unasked: list[str] = field(default_factory=list)
    """What they have been told that others may say before."""

    @property
    def words(self) -> Language:
        return self.sitting.words

    @property
    def done(self) -> bool:
        return self.sitting.done

    def decides(self) -> str | None:
        return self.sitting.front.current_player()

    def asks(self, player: str) -> bool:
        return player in self.sitting.people and self.sitting.only() is None

    def goes_on(self, player: str) -> list[str]:
        """All that a computer player, or the dice, do until somebody else decides; or the only move of a person."""
        sitting, self.faced = self.sitting, None
        if player in sitting.people:
            sitting.played(sitting.only(), alone=True)
            return []
        sitting.passed_over()
        while sitting.state.current_player() == player:
            sitting.played(sitting.chosen())
        if not sitting.secret:
            return self._heard("")
        return self._heard(sitting.people[0]) if len(sitting.people) == 1 else []  # else each hears it in their turn

    def hides(self) -> bool:
        return len(self.sitting.people) > 1 and self.sitting.veiled(self.sitting.state)

    def faces(self, player: str) -> list[str]:
        lines = list[str]()
        if self.faced != player:
            lines += [*self._heard(player), *self._fitting()]
            self.faced, self.asked, self.unasked = player, "", []
        before, self.asked = self.asked, self.sitting.asked()
        if self.asked and self.asked != before:
            lines += wrapped(f"{self.asked}.", rest="  ")
        before_this, self.unasked = self.unasked, self.sitting.unasked()
        for text in self.unasked if self.unasked != before_this else ():
            lines += wrapped(text, rest="  ")
        return lines

    def prompt(self, player: str) -> str:
        return self.words.say(player)

    def answer(self, player: str, line: str) -> list[str]:
        from grid_games.cli.sitting import answer

        if line.split()[:1] == ["save"]:
            return self._saved(line.split()[1:])
        told = answer(self.sitting, line)
        lines = [] if self._leaves(player) else self._heard(player)  # else they read it when it is their turn again
        for text in told:
            lines += wrapped(text, rest="  ") if len(text) > len(text.lstrip()) + WIDTH else [text]
        return lines

    def ending(self) -> list[str]:
        from grid_games.cli.sitting import final_words

        sitting = self.sitting
        if sitting.done:
            return []
        lines = [line for viewer in sitting.people or [""] for line in self._heard(viewer)]
        return [*lines, *self.words.tell(sitting.match.game.board(sitting.state)).splitlines(), *final_words(sitting)]

    def record(self) -> str:
        return self.sitting.match.record(list(self.sitting.seats.values())).text()

    def _heard(self, viewer: str) -> list[str]:
        """What somebody has not been told yet."""
        return [line for text in self.sitting.heard(viewer) for line in wrapped(text, rest="  ")]

    def _leaves(self, player: str) -> bool:
        """Whether somebody gives their place at the screen to another person who may not read what they read."""
        following = self.decides()
        return following != player and following in self.sitting.people and self.sitting.veiled(self.sitting.state)

    def _fitting(self) -> list[str]:
        """What of the board is new; on a terminal too narrow for a board that has parts, how to see those."""
        import shutil

        from grid_games import catalogue

        lines = self.sitting.shown()
        changed = self.sitting.changed(lines)
        widest, columns = max(map(len, lines), default=0), shutil.get_terminal_size().columns
        window = catalogue.extras(self.sitting.match.game.name).window
        if window is None or not sys.stdout.isatty() or widest <= columns:
            return changed
        told = self.words.say(
            "The board is {wide} characters wide, this terminal {columns}: board PLACE shows the part around a hex or "
            "a piece.",
            wide=widest, columns=columns,
        )  # fmt: skip
        return [*(line for line in lines if len(line) <= columns), *wrapped(told, rest="  ")]

    def _saved(self, names: Sequence[str]) -> list[str]:
        """Write the record so far to a file."""
        from armada_sim.tabletop import InputError, check_targets, write_files
        from armada_sim.tabletop.terminal import say

        if len(names) != 1:
            return [self.words.say("Say where: save FILE.json")]
        try:
            check_targets([("save", names[0], (".json",))])
            write_files([(Path(names[0]), self.record().encode())])
        except InputError as error:
            return [self.words.complaint(error)]
        say(self.words.say("The record is in {file}.", file=names[0]))
        return []
