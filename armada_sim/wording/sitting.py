"""A person at the table: what he types, what he reads, how the game goes on.

Nothing here reads or prints: `answer` takes a line and returns the sitting after it and the lines to show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from armada_sim.moving import legal_headings
from armada_sim.play import (
    DEPLOYMENTS,
    Action,
    Game,
    IllegalActionError,
    Move,
    NoRoomError,
    Phase,
    Shoot,
    flagships,
    notation,
    opening_choice,
    parse_action,
    stuck_text,
)
from armada_sim.players import Computer, Level
from armada_sim.table import Layout
from armada_sim.tabletop import InputError
from armada_sim.wording._table_text import ship_line, table_text

HELP = (
    "fleet L4 | first red | place RL1 300,100,90; ...   before the first turn (auto sets your ships up)",
    "offer L3 M2 S4 take large   ships for the battle, and the half you would take: large or small (advanced set-up)",
    "accept, swap         take an offer and move first, or swap halves and move second",
    "flag 457,120 | flag RL1     set your flag up at a point, or give it to a ship",
    "RL1 > 90 75.5        move by headings, one per step",
    "RL1 ~ 10 max -20     move by turns; max and -max are the limit of turn",
    "RL1 x BS2 [left]     fire",
    "pass, draw, resign",
    "hint                 what a computer player would do",
    "why ACTION           the rules against an action, without trying it",
    "legal SHIP           headings a first step may take",
    "table, ships         show them again;  undo: take your last action back;  quit",
)
"""What can be typed."""


@dataclass(frozen=True)
class Sitting:
    """A game being played by people and computers."""

    game: Game
    actions: tuple[Action, ...] = ()
    before: tuple[tuple[Game, tuple[Action, ...]], ...] = ()
    """Where people decided, the latest last: game and actions until then."""

    done: bool = False

    def played(self, action: Action, game: Game, *, person: bool) -> Sitting:
        """The sitting after an action."""
        before = (*self.before, (self.game, self.actions)) if person else self.before
        return replace(self, game=game, actions=(*self.actions, action), before=before)


def answer(sitting: Sitting, line: str, rng: np.random.Generator) -> tuple[Sitting, list[str]]:
    """A sitting after the person who decides has typed a line, and the lines to show him."""
    words = line.split()
    match words:
        case []:
            return sitting, []
        case ["quit" | "exit"]:
            return replace(sitting, done=True), ["The game is left."]
        case ["help" | "?"]:
            return sitting, list(HELP)
        case ["table"]:
            return sitting, shown(sitting.game)
        case ["ships"]:
            return sitting, [ship_line(ship, flagships(sitting.game.state)) for ship in _seen(sitting.game).ships]
        case ["hint"]:
            return sitting, _hinted(sitting.game, rng)
        case ["undo"]:
            return _undone(sitting)
        case ["legal", ship]:
            return sitting, _legal(sitting.game, ship)
        case ["why", *rest]:
            rest = rest[1:] if rest[:1] == ["not"] else rest
            return sitting, _why(sitting.game, " ".join(rest))
        case ["auto"] if sitting.game.state.phase is not Phase.PLAY:
            try:
                action = opening_choice(sitting.game, rng, DEPLOYMENTS["line"])
            except NoRoomError as error:
                return sitting, [f"{error}; place them by hand, or undo."]
            return sitting.played(action, sitting.game.forced(action), person=True), [notation(action)]
        case _:
            return _tried(sitting, line.strip())


def hint(game: Game, rng: np.random.Generator) -> Action:
    """What a greedy computer player would do."""
    return Computer(Level.GREEDY, tries=32).choose(game, rng)


def _hinted(game: Game, rng: np.random.Generator) -> list[str]:
    try:
        return [f"A computer would play: {notation(hint(game, rng))}"]
    except NoRoomError as error:
        return [f"A computer would be at a loss: {error}."]


def shown(game: Game) -> list[str]:
    """The table in characters, as the player who decides sees it."""
    return table_text(_seen(game), game.state.rules, flagships(game.state))


def _seen(game: Game) -> Layout:
    player = game.current_player()
    return game.layout if player is None else game.seen_by(player)


def _tried(sitting: Sitting, line: str) -> tuple[Sitting, list[str]]:
    try:
        action = parse_action(line)
    except InputError as error:
        return sitting, [f"{error}. Type help."]
    try:
        if isinstance(action, Move | Shoot):
            game, done = sitting.game.claim(action)
        else:
            game, done = sitting.game.play(action), action
    except IllegalActionError as error:
        return sitting, [f"Not allowed: {reason.text} ({reason.clause})" for reason in error.reasons]
    except InputError as error:
        return sitting, [str(error)]
    lines = [] if done is action else [f"Not allowed: {text}" for text in _why(sitting.game, line)]
    if game == sitting.game:  # a refused claim that costs nothing is no action
        return sitting, lines
    return sitting.played(done, game, person=True), lines


def _undone(sitting: Sitting) -> tuple[Sitting, list[str]]:
    if not sitting.before:
        return sitting, ["There is nothing to take back."]
    game, actions = sitting.before[-1]
    return replace(sitting, game=game, actions=actions, before=sitting.before[:-1]), ["Taken back."]


def _why(game: Game, text: str) -> list[str]:
    try:
        reasons = game.why_not(parse_action(text))
    except InputError as error:
        return [f"{error}. Type help."]
    if not reasons:
        return ["It is allowed."]
    return [f"{reason.text} ({reason.clause})" for reason in reasons]


def _legal(game: Game, ship: str) -> list[str]:
    held = game.state.turn.stuck if game.state.turn else ()
    if ship in held:
        return [f"{stuck_text(game.state, game.state.layout.ship(ship))}: it stays for the turn."]
    try:
        found = legal_headings(game.layout, ship, game.state.rules)
    except InputError as error:
        return [str(error)]
    if not found:
        return [f"{ship} has no legal heading."]
    return [f"{i.start:.4f}° ({i.start_by}) to {i.end:.4f}° ({i.end_by})" for i in found]
