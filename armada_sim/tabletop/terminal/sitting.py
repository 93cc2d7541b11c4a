"""People and computers at one table in the terminal: the loop of a game, whichever it is, and who sits where."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Message
from armada_sim.tabletop.reading import guess
from armada_sim.tabletop.terminal.console import ask
from armada_sim.tabletop.terminal.keeping import keep
from armada_sim.tabletop.terminal.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from armada_sim.tabletop.language import Language


class Table(ABC):
    """A game being played at a terminal: what it can do, and what is shown of it, in lines."""

    words: Language
    """What people at it speak."""

    done = False
    """Whether somebody has left it."""

    @abstractmethod
    def decides(self) -> str | None:
        """Who decides now; None when the game is over."""

    @abstractmethod
    def asks(self, player: str) -> bool:
        """Whether the one who decides is a person who has something to decide."""

    @abstractmethod
    def goes_on(self, player: str) -> Iterable[str]:
        """Decide for one who is not asked; what is said of it."""

    def hides(self) -> bool:
        """Whether whoever decides may read what people who sat here before may not."""
        return False

    def called(self, player: str) -> str:
        """What somebody who decides is called."""
        return self.words.say(player)

    @abstractmethod
    def faces(self, player: str) -> Iterable[str]:
        """What a person reads before they are asked."""

    @abstractmethod
    def prompt(self, player: str) -> str:
        """What stands before the line that they type."""

    @abstractmethod
    def answer(self, player: str, line: str) -> Iterable[str]:
        """Do what they typed; what is said of it."""

    @abstractmethod
    def ending(self) -> Iterable[str]:
        """What is said at last, of a game that is over or was left."""

    @abstractmethod
    def record(self) -> str:
        """The text of the record, as far as the game went."""

    def say(self, line: str) -> list[str]:
        """What is said of a line that was typed, once it is done: a word of the table, or an action of the game."""
        line = line.replace("−", "-")  # as numbers are printed
        match line.split():
            case []:
                said: Iterable[str] = ()
            case ["quit" | "exit"]:
                self.done, said = True, [Message("The game is left.")]
            case ["why"] | ["why", "not"]:
                said = [Message("Name a move, as in {example}", example=self.example())]
            case ["why", "not", *rest] | ["why", *rest]:
                said = self.why(" ".join(rest))
            case [word] if word in self.verbs:
                said = self.verbs[word]("")
            case [word, *rest] if word in self.naming:
                said = self.verbs[word](" ".join(rest))
            case _:
                said = self.attempt(line.strip())
        return [self.words.tell(text) for text in said]

    verbs: Mapping[str, Callable[[str], Iterable[str]]]
    """What else may be typed, and what is said of it."""

    naming: Collection[str] = ()
    """Those after which something may be named."""

    @abstractmethod
    def example(self) -> str:
        """A question about an action, as it is typed."""

    @abstractmethod
    def why(self, text: str) -> Iterable[str]:
        """The rules against an action."""

    @abstractmethod
    def attempt(self, line: str) -> Iterable[str]:
        """Play what was typed; what is said of it."""


def play(
    table: Table, record: str | None, greeting: Iterable[str], after: Callable[[], None] = lambda: None
) -> bool:  # fmt: skip
    """Greet, and play until the game is over or left. Whether the record, if any, is where it should be.

    Whatever ends it, what was played is kept. after: called after whatever is done.
    """
    kept = True
    try:
        _show(greeting)
        _play(table, after)
    finally:
        if record is not None:
            kept = keep(table.record, record, table.words)
    return kept


def _play(table: Table, after: Callable[[], None]) -> None:
    words, seated = table.words, ""
    while not table.done and (player := table.decides()) is not None:
        if table.asks(player):
            if seated != player and table.hides():
                _hand_over(words, table.called(player), cleared=bool(seated))
            _show(table.faces(player))
            seated = player
            line = ask(f"{table.prompt(player)}> ")
            _show(table.answer(player, "quit" if line is None else line))
        else:
            with Progress(words.say("{player} thinks", player=table.called(player))):
                lines = table.goes_on(player)
            _show(lines)
        after()
    _show(table.ending())


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _hand_over(words: Language, player: str, *, cleared: bool) -> None:
    """Nobody sees what another person may: the screen is cleared (before too, if asked) once the next one is there."""
    if cleared and sys.stdout.isatty():
        _clear()
    ask(words.say("To move: {player}. The others look away. Press Enter, {player}. ", player=player))
    if sys.stdout.isatty():
        _clear()


def _clear() -> None:
    """An empty screen, with nothing to scroll back to."""
    click.clear()
    click.echo("\x1b[3J", nl=False)


def seats_of(words: Sequence[str], usual: Mapping[str, str], check: Callable[[str], object]) -> dict[str, str]:
    """Who plays each player, out of words such as `--red greedy` and `--red=greedy`; else as usual. Raises InputError.

    check: raises InputError for somebody that nobody is called.
    """
    found: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        option, equals, who = word.partition("=")
        name = option[2:]
        if not option.startswith("--") or not name:
            raise InputError(Message("expected options, such as --red greedy, not {given}", given=repr(word)))
        if name not in usual:
            near = guess(name, list(usual))
            raise InputError(Message("is no option, and no player of this game{guess}", guess=near), key=option)
        if not equals:
            if not left or left[0].startswith("--"):
                raise InputError(Message("expects who plays: human, random, greedy or search"), key=option)
            who = left.pop(0)
        if name in found:
            raise InputError(Message("is given twice"), key=option)
        found[name] = who
        try:
            check(who)
        except InputError as error:
            raise InputError(error.message, key=option) from None
    return {**usual, **found}


def first_human(players: Iterable[str]) -> dict[str, str]:
    """A person in the first seat, against computers."""
    return {name: "greedy" if seat else "human" for seat, name in enumerate(players)}
