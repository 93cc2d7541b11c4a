"""Who runs a colour, and who offers himself as a vassal (clauses 43 to 52; U15 to U19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grid_games.core.protocol import Violation
from grid_games.strategiksa.chapters.victory import verdict
from grid_games.strategiksa.moves import Answer, Move, Name, Offer, Take
from grid_games.strategiksa.phases import Phase, out_of_turn
from grid_games.strategiksa.table import Table, dethroned, submitted

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State


@dataclass(frozen=True, slots=True)
class Managing:
    """A suzerain names who runs a colour (clauses 48 to 50)."""

    colours: tuple[int, ...]
    """Colours he is asked about, the first of them now."""

    def decider(self, state: State) -> int:
        """The suzerain of the colour."""
        return state.table.lords[self.colours[0]]

    def moves(self, state: State) -> Sequence[Move]:
        """Himself and every player whose own colour is in his alliance (U17)."""
        letters = state.game.letters
        lords = state.table.lords
        lord = lords[self.colours[0]]
        return tuple(Name(letters[self.colours[0]], letters[player]) for player, its in enumerate(lords) if its == lord)

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clause 49, U17."""
        letters, names, lords = state.game.letters, state.game.players, state.table.lords
        colour = self.colours[0]
        if not isinstance(move, Name):
            return out_of_turn(
                f"{names[lords[colour]]} says who runs {names[colour]}, as in m {letters[colour]}={letters[colour]}",
                move,
            )
        if move.colour not in letters or move.player not in letters:
            return Violation("49", f"{move.colour if move.colour not in letters else move.player} does not play")
        if letters.index(move.colour) != colour:
            told = (
                "runs his own colour himself"
                if letters.index(move.colour) == lords[colour]
                else "is not asked about it now"
            )
            clause = "50" if letters.index(move.colour) == lords[colour] else "U17"
            return Violation(clause, f"the question is who runs {names[colour]}; {names[lords[colour]]} {told}")
        if lords[letters.index(move.player)] != lords[colour]:
            player = names[letters.index(move.player)]
            return Violation("49", f"{player} is neither a vassal of {names[lords[colour]]} nor brought down by him")
        return None

    def after(self, state: State, move: Move) -> State:
        """The colour has a manager; the next question, or the offer."""
        assert isinstance(move, Name)
        table = named(
            state.table,
            self.colours[0],
            state.game.letters.index(move.player),
            state.game.settings["dismissal"] == "release",
        )
        rest = tuple(colour for colour in self.colours[1:] if table.lords[colour] == state.table.lords[self.colours[0]])
        return state.to(Managing(rest) if rest else Phase.OFFER, table)


def named(table: Table, colour: int, player: int, release: bool) -> Table:
    """A colour with its new manager; whoever runs nothing then is released where that is the rule (clause 48, U18)."""
    old = table.managers[colour]
    table = table.managed(colour, player)
    if release and old not in table.managers and table.totals[old]:
        lords = tuple(old if its == old else lord for its, lord in enumerate(table.lords))
        table = table.ruled(lords, table.managers).managed(old, old)
    return table


@dataclass(frozen=True, slots=True)
class Offering:
    """A player who is nobody's vassal may offer himself (clause 52)."""

    asked: tuple[int, ...] = ()
    """Players who refused in this turn."""

    def decider(self, state: State) -> int:
        """The colour's own player, who is independent."""
        return state.turn

    def moves(self, state: State) -> Sequence[Move]:
        """Nobody, or one of those who may be asked."""
        return (Offer(None), *(Offer(state.game.letters[player]) for player in targets(state, self.asked)))

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clause 52, U19."""
        letters, names, table = state.game.letters, state.game.players, state.table
        if not isinstance(move, Offer):
            return out_of_turn(f"{names[state.turn]} may offer himself as a vassal, or says no offer", move)
        if move.target is None:
            return None
        if move.target not in letters:
            return Violation("52", f"{move.target} does not play")
        target = letters.index(move.target)
        if target == state.turn:
            return Violation("52", "nobody offers himself to himself")
        if target in self.asked:
            return Violation("U19", f"{names[target]} has refused in this turn")
        if target not in targets(state, self.asked):
            lord = table.lords[target]
            told = "has nothing on the board" if not table.in_play(lord) else f"is a vassal of {names[lord]}"
            return Violation("52" if lord != target else "U19", f"{names[target]} {told}")
        return None

    def after(self, state: State, move: Move) -> State:
        """An answer is due, or the turn goes on."""
        assert isinstance(move, Offer)
        if move.target is None:
            return state.to(Phase.REINFORCE)
        return state.to(Answering(state.game.letters.index(move.target), self.asked))


def targets(state: State, asked: tuple[int, ...]) -> list[int]:
    """Whom the player of the colour to play may offer himself to (U19)."""
    table, anybody = state.table, state.game.settings["offers"] == "any_player"
    return [
        player
        for player, lord in enumerate(table.lords)
        if lord != table.lords[state.turn]
        and (anybody or lord == player)
        and player not in asked
        and table.in_play(lord)
    ]


@dataclass(frozen=True, slots=True)
class Answering:
    """Whoever is asked says yes or no (clause 52)."""

    target: int
    asked: tuple[int, ...] = ()

    def decider(self, state: State) -> int:
        """The player addressed; his suzerain where he is a vassal (U19, any_player)."""
        return state.table.lords[self.target]

    def moves(self, state: State) -> Sequence[Move]:
        """No and yes."""
        return (Answer(False), Answer(True))

    def why_not(self, state: State, move: Move) -> Violation | None:
        """An offer is answered at once (U19)."""
        if isinstance(move, Answer):
            return None
        return out_of_turn(f"{state.game.players[state.table.lords[self.target]]} answers yes or no", move)

    def after(self, state: State, move: Move) -> State:
        """A yes makes a vassal; the turn goes on (U19)."""
        assert isinstance(move, Answer)
        table = state.table
        if not move.accepted:
            asked = (*self.asked, self.target)
            again = state.game.settings["offers"] == "one_per_target" and targets(state, asked)
            return state.to(Offering(asked) if again else Phase.REINFORCE)
        lord = table.lords[self.target]
        state = state.to(Phase.REINFORCE, submitted(table, state.turn, lord))
        if over := verdict(state, (lord,)):
            return state.to(over)
        return state if state.table.totals[state.turn] else state.to(Phase.END)


@dataclass(frozen=True, slots=True)
class Regicide:
    """The suzerain of the killers chooses: a vassal, or the colour for himself (clauses 43 and 44)."""

    def decider(self, state: State) -> int:
        """The suzerain of the killing piece (clause 46)."""
        return state.table.lords[state.memory.fallen[0].killer]

    def moves(self, state: State) -> Sequence[Move]:
        """Both."""
        return (Take(True), Take(False))

    def why_not(self, state: State, move: Move) -> Violation | None:
        """A fallen king's people wait for this."""
        if isinstance(move, Take):
            return None
        fallen, decider = state.memory.fallen[0], state.game.players[self.decider(state)]
        return out_of_turn(
            f"{decider} takes {state.game.players[fallen.player]} as a vassal (v) or runs the colour himself (s)", move
        )

    def after(self, state: State, move: Move) -> State:
        """The alliance is another's."""
        assert isinstance(move, Take)
        return _fall(state, move.vassal)


def regicides(state: State) -> State:
    """The first king who fell and still waits for a decision; then the battles go on (U14, U15)."""
    if not state.memory.fallen:
        return state.to(Phase.BATTLES)
    fallen = state.memory.fallen[0]
    if (
        state.table.lords[fallen.killer] == state.table.lords[fallen.player]
    ):  # another regicide has made them allies meanwhile
        return state.to(Phase.REGICIDES, memory=replace(state.memory, fallen=state.memory.fallen[1:]))
    return _fall(state, True) if fallen.forced else state.to(Regicide())


def _fall(state: State, taken: bool) -> State:
    fallen, *rest = state.memory.fallen
    lord = state.table.lords[fallen.killer]
    table = dethroned(state.table, fallen.player, lord, taken, state.game.settings["keeps"] == "all")
    state = state.to(Phase.REGICIDES, table, replace(state.memory, fallen=tuple(rest)))
    if over := verdict(state, (lord, fallen.player)):
        return state.to(over)
    return state
