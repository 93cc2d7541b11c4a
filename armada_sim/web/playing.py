"""A game of Armada at the table in a browser, as a frozen value: people and computer players, under the engine's rules.

What is typed, ruled and recorded is what `armada play` types, rules and records; here it is also kept in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import TYPE_CHECKING

from armada_sim.evidence import Reason
from armada_sim.files import Record, record_of, record_text, replay
from armada_sim.play import (
    Action,
    Game,
    IllegalActionError,
    Move,
    NoRoomError,
    Phase,
    Refused,
    Shoot,
    parse_action,
)
from armada_sim.players import Computer, Level, declines
from armada_sim.tabletop import LANGUAGES, InputError, Message
from armada_sim.tabletop.lots import generator
from armada_sim.tabletop.web import RefusedError
from armada_sim.web.changes import changes
from armada_sim.web.game_answers import By, Changed
from armada_sim.wording import Sitting, Teller, sitting as table
from armada_sim.wording.sitting import claimed, refusals

if TYPE_CHECKING:
    import numpy as np

MOST_ACTIONS = 2000
"""Of a game at the table: some ten times what a long one takes."""

_MOST_BACK = 100
"""Actions of people that can be taken back one after the other."""


@dataclass(frozen=True, slots=True)
class Event:
    """An action, as it is told."""

    player: str
    action: Action
    by: By
    told: Mapping[str, tuple[str, str]]
    """By language: the turn it belongs to, and what was done."""

    changed: Changed
    notes: tuple[str, ...] = ()
    """Sentences on it: why a claim was refused."""


@dataclass(frozen=True, slots=True)
class Asked:
    """That somebody wants to take back, and the others are asked."""

    by: frozenset[str]
    to: int
    """How many actions there would be then."""

    agreed: frozenset[str]
    """Who does not mind, those who ask among them."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that people have."""

    left: Mapping[str, float]
    """Seconds, by player, at `since`."""

    increment: float
    """Seconds more after each turn."""

    since: float
    """Seconds of the time of day at which the last change was."""


@dataclass(frozen=True)
class Playing:
    """A running game."""

    begins: Record
    """What was agreed on, without an action."""

    text: str
    """Of that record's file."""

    who: Mapping[str, str]
    """human, random, greedy or search, by player."""

    rng: np.random.Generator
    """What computer players draw from; copied before it is drawn from, so that it is a value too."""

    sitting: Sitting
    events: tuple[Event, ...] = ()
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By language: what the program put into the agreement."""

    budget: int = 60
    """Play-outs a turn of search."""

    asked: Asked | None = None
    declined: str = ""
    """Who did mind what was asked last."""

    clock: Clock | None = None
    claimed: tuple[str, str] | None = None
    """Whose time was up, and who claimed the game for that."""

    @property
    def over(self) -> bool:
        """Whether nobody decides any more."""
        return self.claimed is not None or self.sitting.game.outcome() is not None

    @property
    def computer(self) -> Computer | None:
        """The computer player who decides; None if a person does, or nobody."""
        player = "" if self.over else self.sitting.game.current_player()
        return _computers(self.who, self.budget).get(player or "")

    @property
    def record(self) -> Record:
        """The record of what was played so far."""
        begins, sitting = self.begins, self.sitting
        return record_of(
            sitting.game, sitting.actions, start=begins.start, title=begins.title, notes=dict(begins.notes)
        )


def _computers(who: Mapping[str, str], budget: int) -> dict[str, Computer]:
    return {name: Computer(Level(kind), budget=budget) for name, kind in who.items() if kind != "human"}


def begun(
    record: Record, who: Mapping[str, str], budget: int = 60, notes: Mapping[str, Sequence[str]] | None = None,
    by: Sequence[By] = (),
) -> Playing:  # fmt: skip
    """A game from a record on, after the actions it has; who plays each player. Raises InputError.

    by: where the first of the actions come from.
    """
    if len(record.actions) > MOST_ACTIONS:
        text = Message("has more than {n} actions, the most of a game at this table", n=MOST_ACTIONS)
        raise InputError(text, key="actions")
    computers = _computers(who, budget)
    named = tuple((name, str(computers.get(name, "human"))) for name in record.agreement.players)
    begins = replace(record, actions=(), notes=named, result=None, digest="", file="")
    written = record_text(record_of(begins.begin(), (), start=begins.start, title=begins.title, notes=dict(named)))
    rng = generator(record.agreement.seed)
    made = Playing(begins, written, who, rng, Sitting(begins.begin()), (), notes or {}, budget)
    found = replay(replace(begins, actions=record.actions))
    if found.fault is not None:
        raise _against(found.fault.error.reasons).within(key=f"actions[{found.fault.number}]")
    origins: Iterator[By] = chain(by, repeat("record"))
    for action, game, origin in zip(record.actions, found.games[1:], origins, strict=False):
        made = _went_on(made, made.sitting.played(action, game, person=origin == "person"), origin)
    return made


def _went_on(before: Playing, sitting: Sitting, by: By) -> Playing:
    """The game after one action more, told."""
    action, was = sitting.actions[-1], before.sitting.game
    notes, told = _ruling(was, action), {}
    if by == "computer" and declines(was.state, action):
        notes.append(Message("{player} does not agree to a draw.", player=was.current_player()))
    for lang in LANGUAGES:
        tell = Teller(lang)
        told[lang] = tell.heading(was), tell.action(was, action, sitting.game)
    done = changes(was, action, sitting.game)
    event = Event(was.current_player() or "", action, by, told, done, tuple(notes))
    sitting = replace(sitting, before=sitting.before[-_MOST_BACK:])
    made = replace(before, sitting=sitting, events=(*before.events, event))
    return replace(made, asked=None, declined="") if by == "person" else made


def _ruling(game: Game, action: Action) -> list[str]:
    """Why a claim was refused; nothing of what was allowed."""
    return refusals(game.why_not(action.claim)) if isinstance(action, Refused) else []


def acted(playing: Playing, seats: frozenset[str], typed: str) -> tuple[Playing, list[str]]:
    """The game after a line that the holder of seats typed, and what is said of it: why a claim was refused.

    Raises RefusedError for what is not theirs to do, cannot be understood, or costs nothing and is not allowed.
    """
    _decides(playing, seats)
    game = playing.sitting.game
    try:
        action = parse_action(typed)
    except InputError as error:
        raise RefusedError(error.message) from None
    if isinstance(action, Refused):
        raise RefusedError(Message("what is refused is for the referee to say"))
    if isinstance(action, Move | Shoot):
        ship = next((ship for ship in game.state.layout.ships if ship.name == action.ship), None)
        if ship is not None and ship.player not in seats:
            said = Message("{ship} is not yours to move: it belongs to {player}", ship=ship.name, player=ship.player)
            raise RefusedError(said)
    try:
        sitting, reasons = claimed(playing.sitting, action)
    except IllegalActionError as error:
        raise _against(error.reasons) from None
    except InputError as error:
        raise RefusedError(error.message) from None
    if sitting is playing.sitting:
        return playing, refusals(reasons)
    return _went_on(playing, sitting, "person"), refusals(reasons)


def _against(reasons: Sequence[Reason]) -> RefusedError:
    """What is not allowed, with its clauses."""
    first, *others = refusals(reasons)
    return RefusedError(first, others=[RefusedError(other) for other in others])


def _decides(playing: Playing, seats: frozenset[str]) -> None:
    """Raises RefusedError unless the holder of the seats decides and the game has room."""
    player = playing.sitting.game.current_player()
    if player is None or playing.over:
        raise RefusedError(Message("the game is over"))
    if player not in seats:
        raise RefusedError(Message("it is for {player} to decide", player=player))
    if len(playing.events) >= MOST_ACTIONS:
        raise RefusedError(Message("the game has {n} actions, the most of a game at this table", n=MOST_ACTIONS))


def thought(playing: Playing, wanted: Callable[[], None]) -> Playing:
    """The game after the action of the computer player who decides. Raises RefusedError.

    wanted: called now and then; what it raises ends the thought.
    """
    computer, game = playing.computer, playing.sitting.game
    if computer is None or len(playing.events) >= MOST_ACTIONS:
        raise RefusedError(Message("no computer player decides"))
    rng = deepcopy(playing.rng)
    try:
        action = computer.choose(game, rng, wanted)
    except NoRoomError as error:
        raise RefusedError(Message("A computer would be at a loss: {problem}.", problem=error.args[0])) from None
    made = _went_on(playing, playing.sitting.played(action, game.forced(action), person=False), "computer")
    return replace(made, rng=rng)


def hinted(playing: Playing, seats: frozenset[str]) -> Action:
    """What a computer player would do, or a set-up in a line. Raises RefusedError."""
    _decides(playing, seats)
    game, rng = playing.sitting.game, deepcopy(playing.rng)
    try:
        return table.hint(game, rng) if game.state.phase is Phase.PLAY else table.set_up(game, rng)
    except NoRoomError as error:
        said = Message("{problem}; place them by hand, or undo.", problem=error.args[0])
        raise RefusedError(said) from None
