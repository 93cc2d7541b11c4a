"""People and computers at a table, as a value: what a person decides and takes back, in a terminal or a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from armada_sim.evidence import Reason
from armada_sim.play import (
    DEPLOYMENTS,
    Action,
    Game,
    Move,
    Phase,
    Shoot,
    flagships,
    opening_choice,
)
from armada_sim.players import Computer, Level
from armada_sim.tabletop import N_, Message
from armada_sim.wording._table_text import table_text

if TYPE_CHECKING:
    import numpy as np

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

    def played(self, action: Action, game: Game, *, person: bool) -> Sitting:
        """The sitting after an action."""
        before = (*self.before, (self.game, self.actions)) if person else self.before
        return replace(self, game=game, actions=(*self.actions, action), before=before)


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


def shown(game: Game) -> list[str]:
    """The table in characters."""
    return table_text(game.layout, game.state.rules, flagships(game.state))


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
