"""What a game offers people beyond the protocol: maps, numbers, notation, positions and games as text, odds.

A game that has any of it keeps it in the module `extras` of its folder, as `EXTRAS`; commands find it there, and know
no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from armada_sim.tabletop import Message
from grid_games.core.records import Record

if TYPE_CHECKING:
    from armada_sim.tabletop.laboratory import Shelf

FEW = 8
"""Legal moves that are listed with a question; of more, prompts say where they may go."""


def in_turn(texts: Iterable[str]) -> str:
    """Texts one after the other, with semicolons between them; at least one."""
    return reduce(lambda one, other: Message("{one}; {other}", one=one, other=other), texts)


def enumerated(texts: Iterable[str]) -> str:
    """Texts with commas between them; at least one."""
    return reduce(lambda items, last: Message("{items}, {last}", items=items, last=last), texts)


def alternatives(texts: Iterable[str]) -> str:
    """Texts with "or" between them; at least one."""
    return reduce(lambda one, other: Message("{one} or {other}", one=one, other=other), texts)


def by_reason(barred: Iterable[tuple[str, str]]) -> str:
    """Places and what bars each, those with one reason together; at least one."""
    found: dict[str, list[str]] = {}
    for name, reason in barred:
        found.setdefault(reason, []).append(name)
    return enumerated(
        Message("{places} ({reason})", places=", ".join(names), reason=reason) for reason, names in found.items()
    )


def in_percent(told: str, share: Fraction) -> str:
    """Something that may happen, with its probability in whole percent."""
    return Message("{n}% {told}", told=told, n=round(100 * share))


Cell = Fraction | int | str
"""What stands in a table of odds: a probability, a count or words."""


@dataclass(frozen=True, slots=True)
class OddsTable:
    """Odds of one kind of throw or fight."""

    title: str
    head: tuple[str, ...]
    """A word for each column."""

    rows: tuple[tuple[Cell, ...], ...]
    """As many cells as `head`."""

    note: str = ""
    """One sentence, or none."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text notation of positions, or of whole games."""

    example: str
    """One line of it, for help and complaints."""

    start: str
    """Regular expression that the beginning of such a text matches, and no TOML or JSON does."""


@dataclass(frozen=True, slots=True)
class Positions(Text):
    """Positions as a line of text."""

    read: Callable[[Any, str], Any]
    """The state of a text, given the game. Raises NotationError."""

    write: Callable[[Any], str]
    """The text of a state."""


@dataclass(frozen=True, slots=True)
class Transcripts(Text):
    """Games as people write them down."""

    read: Callable[[str], Record]
    """The record of a text. Raises NotationError, with the line as its key; from IllegalMoveError where a move is not
    allowed."""

    write: Callable[[Record], str]


@dataclass(frozen=True, slots=True)
class Armies:
    """What players may choose to begin with, as texts the laboratory can name and play."""

    named: Mapping[str, str]
    """Armies people know, by name."""

    check: Callable[[Any, str], None]
    """Raises InputError if a text is no army that may be chosen in a game."""

    keeping: Callable[[Any, str], Sequence[Any]]
    """Of the legal moves of whoever sets up in a state, those that lead to the army of a text; at least one."""

    shelf: Callable[[Any], Shelf]
    """What armies of a game are made of. The text of one has the names of its units, a blank between two."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What a player may say before another decides."""

    silence: Any
    """The move that says nothing."""

    words: str
    """What may be said, in a sentence for whoever is at the keyboard."""

    occasion: Hashable = None
    """For what a person is asked aloud, once for each; None where nobody is asked."""


class Unasked(NamedTuple):
    """A move that the rules played by themselves."""

    player: str
    """Whose it is."""

    move: Any
    set: bool = False
    """Whether another setting of the game asks for it."""


@dataclass(frozen=True, slots=True)
class Extras:
    """All of it; what a game does not have is empty."""

    rules: str = ""
    """The page of its rules, clause by clause, from the top of the project."""

    notation: tuple[tuple[str, str], ...] = ()
    """What may be typed, an example and its meaning each, in the order of a turn."""

    legend: tuple[tuple[str, str], ...] = ()
    """What stands on the board in characters, a sign and its meaning each."""

    endings: Mapping[str, str] = field(default_factory=dict)
    """The reasons for which a game ends, in words."""

    maps: Mapping[str, str] = field(default_factory=dict)
    """Maps by name, each in a few words."""

    read_map: Callable[[str], str] | None = None
    """The value of the option `map` for a file of a map. Raises InputError with file and key."""

    numbers: Mapping[str, str] = field(default_factory=dict)
    """Shipped files of numbers by name, each in a few words; none where a game has no numbers of its own."""

    positions: Positions | None = None
    transcripts: Transcripts | None = None
    odds: Callable[[Sequence[str]], Sequence[OddsTable]] | None = None
    """Tables for what was asked in words, such as ("attack=5", "defence=3"); for no words, the tables people use most.
    Raises InputError."""

    unlawful: Callable[[Sequence[str]], str] | None = None
    """Why the rules do not allow the fight that such words ask about, with the clause; empty where they do."""

    armies: Armies | None = None

    questions: Mapping[str, tuple[str, Callable[[Any, str], Any]]] = field(default_factory=dict)
    """What a dispute may ask besides moves, by its key: the question, with {named} for what is named, and what
    answers it for a state and that: the Violation that makes it a no, or None. Raises InputError for what there is
    not."""

    spoken: Mapping[str, str] = field(default_factory=dict)
    """Moves that are words, by their notation: messages of them, as they are said and may be typed in any language."""

    kind_of: Callable[[Any], str] | None = None
    """The kind of a move in a word or two, such as "move" or "stop", to list moves by."""

    stakes: Callable[[Any], str] | None = None
    """What is being fought over in a state, in numbers and one line, such as "10 on 5: 2-1": empty for nothing."""

    chances: Callable[[Any], Sequence[str]] = lambda state: ()
    """What dice may give of what is declared, answered or rolled for in a state, in lines."""

    aim: Callable[[Any, str], Sequence[str]] = lambda state, player: ()
    """What a player plays for, in lines."""

    now: Callable[[Any, str], str] = lambda state, player: ""
    """How far each side is from it, as far as a player knows; empty before there is anything to say."""

    final: Callable[[Any], str] = lambda state: ""
    """What was counted at the end of a game, in a sentence; empty where nothing was."""

    below: Callable[[Any], str] = lambda state: ""
    """What of it the board does not say, to stand below it; empty for nothing."""

    clauses: tuple[tuple[str, str], ...] = ()
    """Messages: words for what people ask the rules about, each with the clause that says it."""

    called: Mapping[str, str] = field(default_factory=dict)
    """What players are called in sentences, where that is not their name: messages."""

    crowds: bool = False
    """Whether players are called in the plural, such as "Romans"."""

    heads: str = ""
    """A pattern of the line of the board that names its columns."""

    asked: Callable[[Any], str] | None = None
    """What is to be decided in a state, in one line for the player who decides."""

    about: Callable[[Any, str, str], Sequence[str]] | None = None
    """What a player knows of what is named (a piece, a hex), in lines; of all there is, for an empty word; none for
    what there is not."""

    topics: Sequence[str] = ()
    """Messages: the names `about` knows that are said otherwise in other languages."""

    phrase: Callable[[Any, str], Sequence[tuple[str, ...]]] | None = None
    """The moves that a short text stands for, in groups that are played whole or not at all; none if it stands for
    none."""

    phrases: tuple[tuple[str, str], ...] = ()
    """Such texts, an example and its meaning each."""

    window: Callable[[Any, str | None, str], str] | None = None
    """The part of the board around a place that is named, as a player sees it. Raises InputError for a place there is
    not."""

    reading: Callable[[Any, Any, Any, str], str] | None = None
    """What `player` reads of a move (the state before, the move, the state after, the player): empty for nothing.
    Without it, players of a game that hides read of their own moves only."""

    aside: Callable[[Any], Aside | None] | None = None
    """What the player to move may say before somebody else's decision, where a state asks no more than that."""

    unasked: Callable[[Any, Any], Sequence[Unasked]] = lambda before, move: ()
    """What the rules played by themselves after a move (the state before it, the move)."""

    recalled: Callable[[Sequence[Any], Sequence[Any], Any], tuple[int, Sequence[Any]] | None] = (
        lambda states, moves, move: None
    )
    """For a move that is barred because its player has said before that nothing more comes (the states so far, the
    moves between them, the move): the number of moves that stand, and the others as they are if that was not said, up
    to where the move may be played. None for any other move."""

    implied: Callable[[Any], Any] = lambda state: None
    """The move that another setting of the game plays by itself in a state; None where it asks."""

    completing: Callable[[Any], Any] = lambda state: None
    """The one move that ends what was begun and cannot stay as it is, such as the only piece that can join a battle;
    None where there is a choice."""

    default: Callable[[Any], Any] = lambda state: None
    """The move of whoever has nothing to say in a step and types a move of a later one; None where that is none."""

    doubt: Callable[[Any, Any], str] = lambda state, move: ""
    """What whoever plays a move may have overlooked, in a sentence; empty for nothing."""

    def leading(self, state: Any, move: Any, *, across: bool) -> tuple[Any, ...]:
        """What is left out before a move that is not legal yet: what another setting of the game plays by itself, or
        whoever has nothing to say, or what ends what was begun; nothing if that does not lead to it, or a rule forbids
        it before. Unless `across`, no farther than the same player decides;
        `across`, nobody is taken to have nothing to say."""
        passed: list[Any] = []
        player = state.current_player()
        while (violation := state.why_not(move)) is not None:
            implied = self.completing(state)
            if implied is None:
                if violation.clause != "turn":
                    return ()
                implied = self.implied(state)
                if implied is None and not across:
                    implied = self.default(state)
            if implied is None or not (across or state.current_player() == player):
                return ()
            passed.append(implied)
            state = state.after(implied)
        return tuple(passed) if across or state.current_player() == player else ()

    def silences(self, state: Any, move: Any) -> tuple[Any, ...]:
        """What is said by those who are asked before the decision that a move is about, and have nothing to say. Of a
        move that is not legal: by those before the last one whose word it breaks a rule about."""
        passed: list[Any] = []
        about = 0
        while self.aside is not None and (asked := self.aside(state)) is not None:
            if (violation := state.why_not(move)) is None:
                return tuple(passed)
            if violation.clause != "turn":
                about = len(passed) + 1
            passed.append(asked.silence)
            state = state.after(asked.silence)
        return tuple(passed[: about - 1] if about and state.why_not(move) is not None else passed)


NONE = Extras()
