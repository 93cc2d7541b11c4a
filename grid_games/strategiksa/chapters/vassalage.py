"""Who falls, who runs a colour, who offers to be a vassal (clauses 43 to 52; U14 to U19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.strategiksa.chapters.victory import verdict
from grid_games.strategiksa.moves import Answer, Move, Name, Offer, Take
from grid_games.strategiksa.state import Phase, State, Step, Table, out_of_turn


@dataclass(unsafe_hash=True, slots=True)
class Managing(Step):
    """A suzerain names who runs the colour to play: or a player of the alliance (clauses 48 to 50;
    U17)."""

    def decider(self, state: State) -> int:
        return state.table.lords[state.turn]

    def moves(self, state: State) -> Sequence[Move]:
        letters = state.game.letters
        return tuple(Name(letters[state.turn], letters[player]) for player in state.table.colours(self.decider(state)))

    def why_not(self, state: State, move: Move) -> Violation | None:
        letters, names = state.game.letters, state.game.called
        colour = state.turn
        if not isinstance(move, Name):
            told = N_("now {player} says who runs {colour}, as in m {letter}={letter}, not {move}")
            return out_of_turn(state, told, move, colour=names[colour], letter=letters[colour])
        violation = why_not_named(state, self.decider(state), move)
        if violation is None and letters.index(move.colour) != colour:
            return Violation(
                "U17", "the question is who runs {colour}; no other colour is asked about now", colour=names[colour]
            )
        return violation

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Name)
        return state.to(Phase.OFFER, named(state, move))


def why_not_named(state: State, lord: int, move: Name) -> Violation | None:
    """What forbids a suzerain to name a player for a colour, whenever that may be (clauses 49 and 50)."""
    letters, names, lords = state.game.letters, state.game.called, state.table.lords
    for letter in (move.colour, move.player):
        if letter not in letters:
            return Violation("49", "{letter} does not play", letter=letter)
    colour, player = letters.index(move.colour), letters.index(move.player)
    if lords[colour] == colour:
        return Violation("50", "{player} is nobody's vassal and runs his own colour himself", player=names[colour])
    if lords[colour] != lord:
        its = {"player": names[colour], "lord": names[lords[colour]], "other": names[lord]}
        return Violation("49", "{player} belongs to {lord}, not to {other}", **its)
    if lords[player] != lord:
        its = {"player": names[player], "lord": names[lord]}
        return Violation("49", "{player} is neither a vassal of {lord} nor brought down by him", **its)
    return None


def named(state: State, move: Name) -> Table:
    """The table once somebody else runs a colour; whoever runs nothing any more waits (clause 48, U18)."""
    letters = state.game.letters
    return state.table.managed(letters.index(move.colour), letters.index(move.player))


@dataclass(unsafe_hash=True, slots=True)
class Offering(Step):
    """A player who is nobody's vassal may offer to be one (clause 52; U19)."""

    def moves(self, state: State) -> Sequence[Move]:
        return (Offer(None), *(Offer(state.game.letters[player]) for player in targets(state)))

    def why_not(self, state: State, move: Move) -> Violation | None:
        letters, names, table = state.game.letters, state.game.called, state.table
        if not isinstance(move, Offer):
            return out_of_turn(
                state, N_("now {player} may offer himself as a vassal, or says no offer, not {move}"), move
            )
        if move.target is None:
            return None
        if move.target not in letters:
            return Violation("52", "{letter} does not play", letter=move.target)
        target = letters.index(move.target)
        if target == state.turn:
            return Violation("52", "nobody offers himself to himself")
        if target not in targets(state):
            lord = table.lords[target]
            if lord in table.lords_in_play():
                told = Message("{player} is a vassal of {lord}", player=names[target], lord=names[lord])
            else:
                told = Message("{player} has nothing on the board", player=names[target])
            return Violation("52" if lord != target else "U19", told)
        return None

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Offer)
        if move.target is None:
            return state.to(Phase.REINFORCE)
        return state.to(Answering(state.game.letters.index(move.target)))


def targets(state: State) -> list[int]:
    """Who may be offered the player of the colour to play (U19)."""
    lords, anybody = state.table.lords, state.game.rules.offers == "any_player"
    others = set(state.table.lords_in_play()) - {lords[state.turn]}
    return [player for player, lord in enumerate(lords) if lord in others and (anybody or lord == player)]


@dataclass(unsafe_hash=True, slots=True)
class Answering(Step):
    """Whoever is asked says yes or no at once (clause 52; U19): of a vassal, the suzerain."""

    target: int

    def decider(self, state: State) -> int:
        return state.table.lords[self.target]

    def moves(self, state: State) -> Sequence[Move]:
        return (Answer(False), Answer(True))

    def why_not(self, state: State, move: Move) -> Violation | None:
        return (
            None
            if isinstance(move, Answer)
            else out_of_turn(state, N_("now {player} answers yes or no, not {move}"), move)
        )

    def after(self, state: State, move: Move) -> State:
        """A yes makes a vassal: the king leaves, the alliance follows (clauses 47 and 52); the turn goes on (U19)."""
        assert isinstance(move, Answer)
        table, lord = state.table, self.decider(state)
        if not move.accepted:
            return state.to(Phase.REINFORCE)
        table = table.without_king(state.turn).ruled(_followed(table, state.turn, lord), table.managers)
        state = state.to(Phase.REINFORCE, table)
        if over := verdict(state, (lord,)):
            return state.to(over)
        return state if table.totals[state.turn] else state.to(Phase.END)


@dataclass(unsafe_hash=True, slots=True)
class Regicide(Step):
    """The suzerain of the killing piece chooses: a vassal, or the colour (clauses 43, 44 and 46)."""

    def decider(self, state: State) -> int:
        return state.table.lords[state.memory.fallen[0].killer]

    def moves(self, state: State) -> Sequence[Move]:
        return (Take(True), Take(False))

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Take):
            return None
        fallen = state.game.called[state.memory.fallen[0].player]
        told = N_("now {player} takes {fallen} as a vassal (v) or runs the colour himself (s), not {move}")
        return out_of_turn(state, told, move, fallen=fallen)

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Take)
        return _fall(state, move.vassal)


def regicides(state: State) -> State:
    """The first king who fell and still waits for a decision; then the battles go on (U14, U15)."""
    if not state.memory.fallen:
        return state.to(Phase.BATTLES)
    fallen, lords = state.memory.fallen[0], state.table.lords
    if lords[fallen.killer] == lords[fallen.player]:  # another regicide has made them allies meanwhile
        return state.to(Phase.REGICIDES, memory=replace(state.memory, fallen=state.memory.fallen[1:]))
    return _fall(state, True) if fallen.forced else state.to(Regicide())


def _fall(state: State, taken: bool) -> State:
    """The alliance of a player whose king is gone is another's (clauses 43, 44 and 47; U16)."""
    fallen, *rest = state.memory.fallen
    table, player, lord = state.table, fallen.player, state.table.lords[fallen.killer]
    managers = tuple(lord if its == player and not taken else its for its in table.managers)
    memory = replace(state.memory, fallen=tuple(rest))
    state = state.to(Phase.REGICIDES, table.ruled(_followed(table, player, lord), managers), memory)
    return state.to(verdict(state, (lord, player)) or Phase.REGICIDES)


def _followed(table: Table, player: int, lord: int) -> tuple[int, ...]:
    """The suzerains when all colours of one belong to another (clause 47)."""
    return tuple(lord if its == player else its for its in table.lords)
