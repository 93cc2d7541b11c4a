"""A person at the table: what he types, what he reads, how the game goes on.

Nothing here reads or prints: `answer` takes a line and returns the sitting after it and the lines to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from armada_sim.evidence import Reason
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
from armada_sim.table import Layout, Unit
from armada_sim.tabletop import N_, InputError, Message
from armada_sim.wording._table_text import ship_line, table_text
from armada_sim.wording.reach_report import interval_line

HELP = (
    Message(
        "{typed}   before the first turn (auto sets your ships up)",
        typed="fleet L4 | first red | place RL1 300,100,90; ...",
    ),
    Message("offer L3 M2 S4 take large   ships for the battle, and the half you would take (advanced set-up)"),
    Message("accept, swap         take an offer and move first, or swap halves and move second"),
    Message("flag 457,120 | flag RL1     set your flag up at a point, or give it to a ship"),
    Message("RL1 > 90 75.5        move by headings, one per step"),
    Message("RL1 ~ 10 max -20     move by turns; max and -max are the limit of turn"),
    Message("RL1 x BS2 [left]     fire"),
    Message("pass, draw, resign   end the turn, be for a draw, give up"),
    Message("hint                 what a computer player would do"),
    Message("why ACTION           the rules against an action, without trying it"),
    Message("legal SHIP           headings a first step may take"),
    Message("table, ships         show them again;  undo: take your last action back;  quit"),
)
"""What can be typed."""


_DUE = {
    Phase.OFFER: Message.meaning("what is due", "offer"),
    Phase.ANSWER: Message.meaning("what is due", "answer"),
    Phase.FLEET: Message.meaning("what is due", "fleet"),
    Phase.FIRST: Message.meaning("what is due", "first"),
    Phase.DEPLOY: Message.meaning("what is due", "deploy"),
    Phase.FLAG: Message.meaning("what is due", "flag"),
    Phase.PLAY: Message.meaning("what is due", "play"),
}
"""What a person who is asked decides, before turns are taken."""


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
            return replace(sitting, done=True), [Message("The game is left.")]
        case ["help" | "?"]:
            return sitting, list(HELP)
        case ["table"]:
            return sitting, shown(sitting.game)
        case ["ships"]:
            return sitting, [ship_line(ship, flagships(sitting.game.state)) for ship in _seen(sitting.game).ships]
        case ["hint"]:
            return sitting, _hinted(sitting.game, rng)
        case ["undo"]:
            return undone(sitting)
        case ["legal", ship]:
            return sitting, _legal(sitting.game, ship)
        case ["why"] | ["why", "not"]:
            return sitting, [Message("Say which action, as in why RL1 > 90 75.5")]
        case ["why", *rest]:
            rest = rest[1:] if rest[:1] == ["not"] else rest
            return sitting, _why(sitting.game, " ".join(rest))
        case ["auto"] if sitting.game.state.phase is not Phase.PLAY:
            try:
                action = set_up(sitting.game, rng)
            except NoRoomError as error:
                return sitting, [Message("{problem}; place them by hand, or undo.", problem=error.args[0])]
            return sitting.played(action, sitting.game.forced(action), person=True), [notation(action)]
        case _:
            return _tried(sitting, line.strip())


def due(game: Game) -> str:
    """What the player who decides is asked for."""
    player, turn = game.current_player(), game.state.turn
    if turn is None:
        return Message("{player}, {due}", player=player, due=_DUE[game.state.phase])
    return Message.counted("{player}, {n} action left", "{player}, {n} actions left", turn.left, player=player)


def set_up(game: Game, rng: np.random.Generator) -> Action:
    """A decision before the first turn, ships in a line. Raises NoRoomError."""
    return opening_choice(game, rng, DEPLOYMENTS["line"])


def hint(game: Game, rng: np.random.Generator) -> Action:
    """What a greedy computer player would do."""
    return Computer(Level.GREEDY, tries=32).choose(game, rng)


def _hinted(game: Game, rng: np.random.Generator) -> list[str]:
    try:
        return [Message("A computer would play: {action}", action=notation(hint(game, rng)))]
    except NoRoomError as error:
        return [Message("A computer would be at a loss: {problem}.", problem=error.args[0])]


def shown(game: Game) -> list[str]:
    """The table in characters, as the player who decides sees it."""
    return table_text(_seen(game), game.state.rules, flagships(game.state))


def _seen(game: Game) -> Layout:
    player = game.current_player()
    return game.layout if player is None else game.seen_by(player)


def claimed(sitting: Sitting, action: Action) -> tuple[Sitting, tuple[Reason, ...]]:
    """The sitting after what the person who decides does, and why it was not allowed, if it was a claim refused.

    Raises IllegalActionError for what the turn itself does not allow, and InputError.
    """
    if isinstance(action, Move | Shoot):
        game, done = sitting.game.claim(action)
    else:
        game, done = sitting.game.play(action), action
    reasons = () if done is action else sitting.game.why_not(action)
    if game == sitting.game:  # a refused claim that costs nothing is no action
        return sitting, reasons
    return sitting.played(done, game, person=True), reasons


def _tried(sitting: Sitting, line: str) -> tuple[Sitting, list[str]]:
    try:
        action = parse_action(line)
    except InputError as error:
        return sitting, [Message("{problem}. Type help.", problem=error.message)]
    try:
        sitting, reasons = claimed(sitting, action)
        return sitting, refusals(reasons)
    except IllegalActionError as error:
        return sitting, refusals(error.reasons)
    except InputError as error:
        return sitting, [error.message]


def undone(sitting: Sitting) -> tuple[Sitting, list[str]]:
    """The sitting before the last action of a person, and what to say."""
    if not sitting.before:
        return sitting, [Message("There is nothing to take back.")]
    game, actions = sitting.before[-1]
    return replace(sitting, game=game, actions=actions, before=sitting.before[:-1]), [Message("Taken back.")]


def refusals(reasons: Sequence[Reason]) -> list[str]:
    """Reasons against an action, a sentence each."""
    said = N_("Not allowed: {text} ({clause})")
    return [Message(said, text=reason.text, clause=str(reason.clause)) for reason in reasons]


def _why(game: Game, text: str) -> list[str]:
    try:
        reasons = game.why_not(parse_action(text))
    except InputError as error:
        return [Message("{problem}. Type help.", problem=error.message)]
    if not reasons:
        return [Message("It is allowed.")]
    return [Message("{text} ({clause})", text=reason.text, clause=str(reason.clause)) for reason in reasons]


def _legal(game: Game, ship: str) -> list[str]:
    held = game.state.turn.stuck if game.state.turn else ()
    if ship in held:
        why = stuck_text(game.state, game.state.layout.ship(ship))
        return [Message("{reason}: it stays for the turn.", reason=why)]
    try:
        found = legal_headings(game.layout, ship, game.state.rules)
    except InputError as error:
        return [error.message]
    if not found:
        return [Message("{ship} has no legal heading.", ship=ship)]
    return [interval_line(interval, Unit()) for interval in found]
