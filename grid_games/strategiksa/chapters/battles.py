"""Battles, fight by fight (clauses 32 to 46; U8 to U14, U28, U33)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.chapters.victory import verdict
from grid_games.strategiksa.moves import Begin, Heal, Move, Pick, Reply, fighter
from grid_games.strategiksa.phases import Fallen, Phase, out_of_turn
from grid_games.strategiksa.squares import SQUARES
from grid_games.strategiksa.table import Table
from grid_games.strategiksa.units import (
    FIGHTERS,
    FOUGHT,
    HEALER,
    HEALERS,
    KING_WOUNDED,
    PIECES,
    UNIT,
    height,
    number,
    present,
)

if TYPE_CHECKING:
    from grid_games.strategiksa.state import State

ATTACKER, DEFENDER = 0, 1
"""The sides of a battle (clause 33)."""

SIDES = ("attacking", "defending")

Man = tuple[int, int]
"""A colour and a piece."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle between two choices."""

    square: int
    lords: tuple[int, int]
    """Suzerains of the attackers and of the defenders."""

    leaders: tuple[int, int]
    """Who decides for each side, as settled at the beginning (U13); not under commander=owner_of_round."""

    split: tuple[bool, bool]
    """Whether a side began with several colours, so that its pieces are named with theirs."""

    heals: tuple[int, ...]
    """Healers not yet used, by side; by colour under healing=heal_own_colour_only."""

    initiative: int = DEFENDER
    """The side that picks first (clauses 34 and 37)."""

    clash: bool = False
    """Two kings have destroyed each other here (U10)."""

    rounds: int = 0
    """Fights and healings so far; counted under commander=owner_of_round alone."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Which battle is next (clause 32, U8)."""

    def decider(self, state: State) -> int:
        """The attacker, or the defender under battle_order=defender."""
        if state.game.settings["battle_order"] == "defender":
            return _defence(state, contested(state)[0])
        return state.table.managers[state.turn]

    def moves(self, state: State) -> Sequence[Move]:
        """The squares that wait."""
        return tuple(Begin(square) for square in self._squares(state))

    def _squares(self, state: State) -> list[int]:
        squares = contested(state)
        if state.game.settings["battle_order"] == "defender":
            decider = _defence(state, squares[0])
            return [square for square in squares if _defence(state, square) == decider]
        return squares

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clause 32, U8."""
        decider = state.game.players[self.decider(state)]
        if not isinstance(move, Begin):
            return out_of_turn(f"{decider} says which battle is next, as in b {SQUARES[self._squares(state)[0]]}", move)
        if move.square not in contested(state):
            return Violation("32", f"there is no battle on {SQUARES[move.square]}")
        if move.square not in self._squares(state):
            return Violation("U8", f"{decider} does not lead the defence of {SQUARES[move.square]}")
        return None

    def after(self, state: State, move: Move) -> State:
        """It begins."""
        assert isinstance(move, Begin)
        return _begun(state, move.square)


@dataclass(frozen=True, slots=True)
class Picking:
    """The side with the initiative sends a piece or heals one (clauses 34, 37 and 38)."""

    battle: Battle

    def decider(self, state: State) -> int:
        """The commander of the side with the initiative."""
        return _leader(state, self.battle, self.battle.initiative)

    def moves(self, state: State) -> Sequence[Move]:
        """Its fighters, then those it can heal."""
        battle = self.battle
        men = _men(state, battle, battle.initiative)
        picks = [Pick(_prefix(state, battle, battle.initiative, colour), piece) for colour, piece in men]
        heals = [
            Heal(_prefix(state, battle, battle.initiative, colour), piece)
            for colour, piece in men
            if battle.heals[_pool(state, battle.initiative, colour)] and (piece % 2 or state.game.empty_heal)
        ]
        return (*picks, *heals)

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clauses 34, 38 and 39; U13, U28."""
        battle, side = self.battle, self.battle.initiative
        if not isinstance(move, (Pick, Heal)):
            return out_of_turn(f"{_told(state, battle, side)} picks a piece, as in I, or heals one, as in h I*", move)
        man, violation = _named_man(state, battle, side, move)
        if violation or isinstance(move, Pick):
            return violation
        if not man[1] % 2 and not state.game.empty_heal:
            return Violation("U28", f"{PIECES[man[1]]} is not wounded")
        if not battle.heals[_pool(state, side, man[0])]:
            return Violation("38", "no healer there is left who has not healed in this battle")
        return None

    def after(self, state: State, move: Move) -> State:
        """The reply; after a healing, the initiative is the other side's."""
        battle, side = self.battle, self.battle.initiative
        assert isinstance(move, (Pick, Heal))
        colour = _colour(state, battle, side, move.colour)
        if isinstance(move, Pick):
            return state.to(Replying(battle, colour, move.piece))
        healthy = move.piece - move.piece % 2
        table = state.table.changed(colour, (battle.square, UNIT[healthy] - UNIT[move.piece]))
        pool = _pool(state, side, colour)
        heals = (*battle.heals[:pool], battle.heals[pool] - 1, *battle.heals[pool + 1 :])
        return state.to(Picking(replace(_next_round(state, battle), heals=heals)), table)


@dataclass(frozen=True, slots=True)
class Replying:
    """The other side answers, knowing what it faces (clause 34)."""

    battle: Battle
    colour: int
    """Of the piece picked."""

    piece: int

    def decider(self, state: State) -> int:
        """The commander of the side without the initiative."""
        return _leader(state, self.battle, 1 - self.battle.initiative)

    def moves(self, state: State) -> Sequence[Move]:
        """Its fighters."""
        side = 1 - self.battle.initiative
        return tuple(
            Reply(_prefix(state, self.battle, side, colour), piece)
            for colour, piece in _men(state, self.battle, side)
            if not self._kept_apart(state, piece)
        )

    def _kept_apart(self, state: State, piece: int) -> bool:
        """Whether a king may not be sent against this king (U10, forbidden)."""
        kings = self.piece <= KING_WOUNDED and piece <= KING_WOUNDED
        if not kings or state.game.settings["king_clash"] != "forbidden":
            return False
        return any(other > KING_WOUNDED for _, other in _men(state, self.battle, 1 - self.battle.initiative))

    def why_not(self, state: State, move: Move) -> Violation | None:
        """Clauses 34, 38 and 39; U10."""
        side = 1 - self.battle.initiative
        if not isinstance(move, Reply):
            if isinstance(move, Heal):
                return Violation("38", "only the side with the initiative can heal")
            return out_of_turn(f"{_told(state, self.battle, side)} replies with a piece, as in /I", move)
        man, violation = _named_man(state, self.battle, side, move)
        if violation:
            return violation
        if self._kept_apart(state, man[1]):
            return Violation("U10", "a king is not sent against a king while another piece can be")
        return None

    def after(self, state: State, move: Move) -> State:
        """The fight."""
        assert isinstance(move, Reply)
        other = (_colour(state, self.battle, 1 - self.battle.initiative, move.colour), move.piece)
        mine = (self.colour, self.piece)
        if self.battle.initiative == ATTACKER:
            return _fought(state, self.battle, mine, other)
        return _fought(state, self.battle, other, mine)


def begin(state: State) -> State:
    """The next battle, or the end of the turn (clause 32, U14)."""
    squares = contested(state)
    if not squares:
        return state.to(Phase.REGICIDES if state.memory.fallen else Phase.END)
    if len(squares) == 1 or state.game.settings["battle_order"] == "board":
        return _begun(state, squares[0])
    choosing = Choosing()
    moves = choosing.moves(state)
    return state.to(choosing) if len(moves) > 1 else choosing.after(state, moves[0])


def contested(state: State) -> list[int]:
    """The squares where the alliance to play and another stand, by file and rank."""
    lord = state.table.lords[state.turn]
    return members(state.table.alliance(lord) & state.table.others(lord))


def _begun(state: State, square: int) -> State:
    table, lord = state.table, state.table.lords[state.turn]
    sides = _sides(table, lord, square)
    lords = (lord, table.lords[sides[DEFENDER][0]])
    by_colour = state.game.own_healers
    counted = [number(table.stacks[colour][square], HEALER) for colour in range(len(table.lords))]
    battle = Battle(
        square,
        lords,
        (_commander(state, sides[ATTACKER], lords[0], square), _commander(state, sides[DEFENDER], lords[1], square)),
        (len(sides[ATTACKER]) > 1, len(sides[DEFENDER]) > 1),
        tuple(
            [counted[colour] if table.stacks[colour][square] else 0 for colour in range(len(table.lords))]
            if by_colour
            else [sum(counted[colour] for colour in side) for side in sides]
        ),
    )
    return _go_on(state, battle)


def _sides(table: Table, attackers: int, square: int) -> tuple[list[int], list[int]]:
    """Colours on a square: those of the attacking suzerain, and the others."""
    sides: tuple[list[int], list[int]] = ([], [])
    for colour, row in enumerate(table.stacks):
        if row[square]:
            sides[DEFENDER if table.lords[colour] != attackers else ATTACKER].append(colour)
    return sides


def _commander(state: State, colours: list[int], lord: int, square: int) -> int:
    """Who leads a side (U13)."""
    table = state.table
    managers = {table.managers[colour] for colour in colours}
    if len(managers) == 1:
        return managers.pop()
    if state.game.settings["commander"] != "majority":
        return lord
    counts = {
        player: sum(height(table.stacks[colour][square]) for colour in colours if table.managers[colour] == player)
        for player in managers
    }
    most = [player for player, count in counts.items() if count == max(counts.values())]
    return most[0] if len(most) == 1 else lord


def _defence(state: State, square: int) -> int:
    """Who leads the defence of a square."""
    _, defenders = _sides(state.table, state.table.lords[state.turn], square)
    return _commander(state, defenders, state.table.lords[defenders[0]], square)


def _leader(state: State, battle: Battle, side: int) -> int:
    if state.game.settings["commander"] != "owner_of_round":
        return battle.leaders[side]
    colours = _sides(state.table, battle.lords[ATTACKER], battle.square)[side]
    managers = sorted({state.table.managers[colour] for colour in colours})
    return managers[battle.rounds % len(managers)]


def _told(state: State, battle: Battle, side: int) -> str:
    return f"{state.game.players[_leader(state, battle, side)]}, {SIDES[side]},"


def _men(state: State, battle: Battle, side: int) -> list[Man]:
    """The fighters of a side, each kind once for each colour."""
    table, square = state.table, battle.square
    return [
        (colour, piece)
        for colour in _sides(table, battle.lords[ATTACKER], square)[side]
        for piece in present(table.stacks[colour][square] & FIGHTERS)
    ]


def _prefix(state: State, battle: Battle, side: int, colour: int) -> str:
    return state.game.letters[colour] if battle.split[side] else ""


def _colour(state: State, battle: Battle, side: int, prefix: str) -> int:
    """The colour of a piece that is legal to name."""
    if prefix:
        return state.game.letters.index(prefix)
    return _sides(state.table, battle.lords[ATTACKER], battle.square)[side][0]


def _named_man(state: State, battle: Battle, side: int, move: Pick | Heal | Reply) -> tuple[Man, Violation | None]:
    """The fighter that a move names, with what is wrong about it (clauses 34 and 39, U13)."""
    square, letters = SQUARES[battle.square], state.game.letters
    if battle.split[side] and not move.colour:
        example = fighter(letters[_men(state, battle, side)[0][0]], move.piece)
        return (0, 0), Violation("U13", f"the {SIDES[side]} side has several colours: say which, as in {example}")
    if not battle.split[side] and move.colour:
        return (0, 0), Violation("U13", f"the {SIDES[side]} side has one colour: say {PIECES[move.piece]} alone")
    colours = _sides(state.table, battle.lords[ATTACKER], battle.square)[side]
    colour = letters.index(move.colour) if move.colour in letters else -1
    if move.colour and colour not in colours:
        return (0, 0), Violation("34", f"{move.colour} has no piece on the {SIDES[side]} side of {square}")
    if not move.colour:
        colour = colours[0]
    if not number(state.table.stacks[colour][battle.square], move.piece):
        return (0, 0), Violation("34", f"the {SIDES[side]} side has no {fighter(move.colour, move.piece)} on {square}")
    if move.piece == HEALER:
        return (0, 0), Violation("39", "healers never fight and are never wounded")
    return (colour, move.piece), None


def _pool(state: State, side: int, colour: int) -> int:
    """Where a side's or a colour's unused healers are counted (U13)."""
    return colour if state.game.own_healers else side


def _next_round(state: State, battle: Battle) -> Battle:
    """The initiative passes (clause 37)."""
    rounds = battle.rounds + (state.game.settings["commander"] == "owner_of_round")
    return Battle(
        battle.square,
        battle.lords,
        battle.leaders,
        battle.split,
        battle.heals,
        1 - battle.initiative,
        battle.clash,
        rounds,
    )


def _fought(state: State, battle: Battle, attacker: Man, defender: Man) -> State:
    """A fight and what follows from it (clauses 35 to 37, 43 to 46; U10, U11, U14)."""
    left = (FOUGHT[attacker[1]][defender[1]], FOUGHT[defender[1]][attacker[1]])
    table = state.table
    for (colour, piece), rest in zip((attacker, defender), left, strict=True):
        table = table.changed(colour, (battle.square, (0 if rest is None else UNIT[rest]) - UNIT[piece]))
    dead = tuple(man[1] <= KING_WOUNDED and rest is None for man, rest in zip((attacker, defender), left, strict=True))
    fallen: Fallen | None = None
    if all(dead):
        table, battle, fallen = _clashed(state, table, battle, attacker[0], defender[0])
    elif any(dead) and state.game.settings["attrition"] == "regicide":
        victim, killer = (attacker, defender) if dead[ATTACKER] else (defender, attacker)
        leader = _leader(state, battle, DEFENDER if dead[ATTACKER] else ATTACKER)
        fallen = Fallen(victim[0], killer[0], _forced(state, killer[0], leader))
    state = state.to(Phase.BATTLES, table)
    if fallen:
        state = state.to(Phase.BATTLES, memory=replace(state.memory, fallen=(*state.memory.fallen, fallen)))
        if state.game.settings["regicide_timing"] == "immediate":
            return _ended(state, battle)
    return _go_on(state, _next_round(state, battle))


def _forced(state: State, killer: int, leader: int) -> bool:
    """Whether the fallen player becomes a vassal without a choice (clause 46, U15)."""
    lord, rule = state.table.lords[killer], state.game.settings["vassal_regicide"]
    return {"forced_vassal": killer != lord, "may_decline": False, "forced_by_person": leader != lord}[str(rule)]


def _clashed(
    state: State, table: Table, battle: Battle, attacker: int, defender: int
) -> tuple[Table, Battle, Fallen | None]:
    """Two kings have destroyed each other (U10)."""
    rule = state.game.settings["king_clash"]
    if rule == "attacker":
        return table, battle, Fallen(defender, attacker, False)
    if rule == "both_removed":
        return table.without([*table.colours(attacker), *table.colours(defender)]), battle, None
    return table, replace(battle, clash=rule in ("field", "forbidden")), None


def _go_on(state: State, battle: Battle) -> State:
    """The next choice, unless a side is gone or massacred (clauses 37 and 39)."""
    table = _massacred(state, battle)
    if table is not None:
        state = state.to(Phase.BATTLES, table)
    if all(_sides(state.table, battle.lords[ATTACKER], battle.square)):
        return state.to(Picking(battle))
    return _ended(state, battle)


def _massacred(state: State, battle: Battle) -> Table | None:
    """Without the healers who stand alone (clause 39; U12, U33); None if none do."""
    table, square = state.table, battle.square
    sides = _sides(table, battle.lords[ATTACKER], square)
    alone = [bool(side) and not any(table.stacks[colour][square] & FIGHTERS for colour in side) for side in sides]
    if not any(alone) or (not all(sides) and state.game.settings["massacre"] == "facing"):
        return None
    rule = state.game.settings["healers_only"]
    if all(alone) and rule == "standoff":
        for colour, start, end in state.memory.trail:
            if end == square:
                table = table.changed(colour, (end, -UNIT[HEALER]), (start, UNIT[HEALER]))
    doomed = [colour for side, its in zip(sides, alone, strict=True) if its for colour in side]
    if all(alone) and rule != "both_die":
        doomed = sides[ATTACKER]
    for colour in doomed:
        if table.stacks[colour][square]:
            table = table.changed(colour, (square, -(table.stacks[colour][square] & HEALERS)))
    return table


def _ended(state: State, battle: Battle) -> State:
    """A battle is over: wounds, a clash, supremacy (clauses 41 and 55; U9, U10, U14, U26)."""
    table, square = state.table, battle.square
    if state.game.settings["wounds"] == "clear_after_battle":
        for colour in range(len(table.lords)):
            table = table.healed(colour, 1 << square)
    sides = _sides(table, battle.lords[ATTACKER], square)
    fallen = state.memory.fallen
    if battle.clash and any(sides) and not all(sides):
        holder = ATTACKER if sides[ATTACKER] else DEFENDER
        fallen = (*fallen, Fallen(battle.lords[1 - holder], battle.lords[holder], False))
    # healers who walked to this square and are still there have nowhere to step back to any more
    trail = tuple(step for step in state.memory.trail if step[2] != square) if state.memory.trail else ()
    state = state.to(Phase.BATTLES, table, replace(state.memory, fallen=fallen, trail=trail))
    if fallen and state.game.settings["regicide_timing"] != "end_of_turn":
        return state.to(Phase.REGICIDES)
    if not fallen or any(table.totals):
        return state.to(verdict(state, battle.lords) or Phase.BATTLES)
    return state
