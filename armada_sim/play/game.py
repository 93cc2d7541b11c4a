"""A whole game: a position between actions that knows who decides, what is allowed, and what follows.

    game = Game.new(Agreement((Seat("red", "south"), Seat("blue", "north"))))
    game = game.play(parse_action("fleet L4"))

The decisions before the first turn stand in `opening`, turns in `turns`, endings in `_endings`, flags and
goal lines in `goals`; what may lie or be hit where is the referee's (`moves`, `shots`, `setups`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from armada_sim.evidence import Reason
from armada_sim.moving import Declaration
from armada_sim.play._endings import begin_turn, started
from armada_sim.play._opening import after_opening, against_opening, begun, taken_up
from armada_sim.play.actions import (
    Action,
    Draw,
    IllegalActionError,
    Move,
    Pass,
    Refused,
    Resign,
    Shoot,
    notation,
    parse_action,
)
from armada_sim.play.goals import flag_obstacles, table_for_move
from armada_sim.play.rest import rounded
from armada_sim.play.state import Agreement, Flag, Phase, State, Turn, check_flags
from armada_sim.play.turns import after, against
from armada_sim.table import Layout, Ship
from armada_sim.tabletop import InputError, Message, Outcome, picture_of, quoted


@dataclass(frozen=True)
class Game:
    """A game between two actions: an immutable value, with the verbs of `tabletop.protocol`."""

    state: State

    @classmethod
    def new(cls, agreement: Agreement) -> Game:
        """A game before its first decision. Raises InputError if the agreement cannot be played."""
        _check_names([one.ship for one in agreement.reinforcements])
        return cls(begun(agreement))

    @classmethod
    def of_layout(cls, agreement: Agreement, layout: Layout, first: str, flags: Sequence[Flag] = ()) -> Game:
        """A game with ships (and their damage) and flags as given, in which `first` is to begin a turn.

        Poses are rounded to the grid of played moves. The layout need not be a legal set-up: it may be taken
        out of a battle. Surface and objects are the agreement's. Raises InputError for players that have no
        seat, ships that are not there, a table without a ship afloat, and names that notation cannot hold.
        """
        agreement.seat(first)
        layout = layout.of_sizes(agreement.rules.sizes)
        for ship in layout.ships:
            agreement.seat(ship.player)
        _check_names([*layout.ships, *(one.ship for one in agreement.reinforcements)])
        if all(ship.sunk for ship in layout.ships):
            raise InputError(Message("no ship is afloat, so no turn can begin"), key="ships")
        check_flags(agreement, layout, flags)
        ships = tuple(ship.at(rounded(ship.pose)) for ship in layout.ships)
        table = taken_up(agreement, replace(layout, ships=ships))
        return cls(started(State(agreement, Phase.PLAY, None, table, first=first, flags=tuple(flags))))

    def begun_by(self, first: str) -> Game:
        """The same table, on which `first` is to begin a turn: as `of_layout` makes it."""
        state = self.state
        return Game(started(State(state.agreement, Phase.PLAY, None, state.layout, first=first, flags=state.flags)))

    @classmethod
    def in_turn(
        cls, agreement: Agreement, layout: Layout, turn: Turn | None, flags: Sequence[Flag] = (), **stated: Any
    ) -> Game:
        """A game in the middle of a turn: the table as it lies now, what was done in the turn, the flags.

        Poses stay as they are given. A turn in which nothing was done begins here, with what its beginning decides
        (option stuck_lasts). Without a turn nothing can be played: it can be asked whether anybody has won
        (`check_won`). stated: what else of the `State` is known (order, quiet, agreed, out); else players take turns
        clockwise from the one whose turn it is, and nothing counts yet. Raises InputError for players without a seat,
        ships that are not there, and flags that cannot be.
        """
        layout = layout.of_sizes(agreement.rules.sizes)
        for player in (*(ship.player for ship in layout.ships), *([turn.player] if turn else [])):
            agreement.seat(player)
        check_flags(agreement, layout, flags)
        at = agreement.turn_order.index(turn.player) if turn else 0
        order = (*agreement.turn_order[at:], *agreement.turn_order[:at])
        order, decides = stated.pop("order", order), turn.player if turn else None
        state = State(
            agreement, Phase.PLAY, decides, layout, first=order[0], flags=tuple(flags), order=order, turn=turn, **stated
        )
        return cls(
            begin_turn(state)
            if turn is not None and turn == Turn(turn.player, agreement.actions_of(turn.player))
            else state
        )

    def _repr_svg_(self) -> str | None:
        """The table as a picture in a notebook."""
        return picture_of(self)

    def current_player(self) -> str | None:
        """Who decides next; None when the game is over."""
        return self.state.decides

    def why_not(self, action: Action, *, explain: bool = True) -> tuple[Reason, ...]:
        """Every reason against an action, with its clause; empty if it is allowed. Raises InputError.

        Without `explain` the referee's own reasons in a turn are short: the same decision, sooner.
        """
        match action:
            case Resign() if self._opening:
                return against_opening(self.state, action)
            case Move() | Shoot() | Pass() | Draw() | Resign() | Refused():
                return against(self.state, action, explain=explain)
            case _:
                return against_opening(self.state, action)

    def allows(self, action: Action) -> bool:
        """Whether an action is allowed."""
        return not self.why_not(action, explain=False)

    @property
    def _opening(self) -> bool:
        """Whether the first turn is still to come: then giving up belongs to the opening."""
        return self.state.phase not in (Phase.PLAY, Phase.OVER)

    def play(self, action: Action) -> Game:
        """The game after an action. Raises IllegalActionError with the reasons against it."""
        if not self.allows(action):
            raise IllegalActionError(self.why_not(action))
        return self.forced(action)

    def forced(self, action: Action) -> Game:
        """The game after an action that is known to be allowed: nothing is checked."""
        if isinstance(action, Move | Shoot | Pass | Draw | Refused) or (
            isinstance(action, Resign) and not self._opening
        ):
            return Game(after(self.state, action))
        state = after_opening(self.state, action)
        return Game(started(state) if state.phase is Phase.PLAY else state)

    def claim(self, action: Move | Shoot) -> tuple[Game, Action]:
        """The game after a claim at the table, allowed or not, and the action that it was.

        What is ruled impossible costs what option illegal_claim_cost says. Raises IllegalActionError if the
        turn itself does not allow it (a ship that has moved, say), which costs nothing.
        """
        if self.allows(action):
            return self.forced(action), action
        refused = Refused(action)
        if not self.allows(refused):
            raise IllegalActionError(self.why_not(action))
        return self.forced(refused), refused

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.result

    def returns(self) -> Mapping[str, Fraction]:
        """What each player has: winners share 1, a draw is shared by all; 0 while the game goes on."""
        players, result = self.state.agreement.players, self.state.result
        if result is None:
            return dict.fromkeys(players, Fraction(0))
        sharing = result.winners or players
        return {player: Fraction(player in sharing, len(sharing)) for player in players}

    @property
    def layout(self) -> Layout:
        """The table as everybody sees it, with flags that stand on it as objects."""
        layout = self.state.layout
        return replace(layout, objects=(*layout.objects, *flag_obstacles(self.state)))

    @property
    def lying(self) -> Layout:
        """What lies on the table: without ships that were sunk and taken off (option wreck), and without flags."""
        layout = self.state.layout
        if self.state.rules.wreck != "removed":
            return layout
        return replace(layout, ships=tuple(ship for ship in layout.ships if not ship.sunk))

    def table_for_move(self, ship: str) -> Layout:
        """The table that a move of a ship is judged on: with the flags that are in its way. Raises InputError."""
        return table_for_move(self.state.but(layout=self.lying), self.state.layout.ship(ship))


def _check_names(ships: Sequence[Ship]) -> None:
    """Raises InputError for a ship's name that is not read back from notation."""
    for ship in ships:
        move = Move(ship.name, Declaration(headings=(Decimal(0),)))
        try:
            if parse_action(notation(move)) == move:
                continue
        except InputError:
            pass
        raise InputError(Message("the name {name} cannot stand in a line of notation", name=quoted(ship.name)))
