"""Battles, fight by fight (clauses 32 to 46; U8 to U15, U28, U33)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from armada_sim.tabletop import N_, Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.strategiksa.board import SQUARES
from grid_games.strategiksa.chapters.victory import verdict
from grid_games.strategiksa.moves import Begin, Heal, Move, Pick, Reply, fighter
from grid_games.strategiksa.state import Fallen, Phase, State, Step, Table, out_of_turn
from grid_games.strategiksa.units import FIGHTERS, FOUGHT, HEALER, HEALERS, KING_WOUNDED, PIECES, UNIT, number, present

ATTACKER, DEFENDER = 0, 1
"""The sides of a battle (clause 33)."""

SIDES = (N_("attacking"), N_("defending"))

Man = tuple[int, int]
"""A colour and a piece."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle between two choices."""

    square: int
    lords: tuple[int, int]
    """Suzerains of the attackers and of the defenders."""

    leaders: tuple[int, int]
    """Who decides for each side, as settled at the beginning (U13)."""

    split: tuple[bool, bool]
    """Whether a side began with several colours, so that its pieces are named with theirs."""

    heals: tuple[int, int]
    """Healers not yet used, by side."""

    initiative: int = DEFENDER
    """The side that picks first (clauses 34 and 37)."""

    clash: bool = False
    """Two kings have destroyed each other here (U10)."""

    def sides(self, table: Table) -> tuple[list[int], list[int]]:
        """The colours of attackers and defenders that are still there."""
        return _sides(table, self.lords[ATTACKER], self.square)


@dataclass(unsafe_hash=True, slots=True)
class Choosing(Step):
    """Which battle is next (clause 32): the attacker says so (U8)."""

    def moves(self, state: State) -> Sequence[Move]:
        return tuple(map(Begin, contested(state)))

    def why_not(self, state: State, move: Move) -> Violation | None:
        moves = self.moves(state)
        if not isinstance(move, Begin):
            told = N_("now {player} says which battle is next, as in {example}, not {move}")
            return out_of_turn(state, told, move, example=str(moves[0]))
        if move not in moves:
            return Violation("32", "there is no battle on {square}", square=SQUARES[move.square])
        return None

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Begin)
        return _begun(state, move.square)


@dataclass(unsafe_hash=True, slots=True)
class _Fighting(Step):
    """One side of a battle decides."""

    battle: Battle

    @property
    def side(self) -> int:
        """The side that decides."""
        return self.battle.initiative

    def decider(self, state: State) -> int:
        return self.battle.leaders[self.side]

    def men(self, state: State) -> list[Man]:
        """Its fighters, each kind once for each colour."""
        table, square = state.table, self.battle.square
        return [
            (colour, piece)
            for colour in self.battle.sides(table)[self.side]
            for piece in present(table.stacks[colour][square] & FIGHTERS)
        ]

    def letter_of(self, state: State, colour: int) -> str:
        """A colour as moves name it: only where the side began with several."""
        return state.game.letters[colour] if self.battle.split[self.side] else ""

    def colour_of(self, state: State, letter: str) -> int:
        """The colour that a move names."""
        return state.game.letters.index(letter) if letter else self.battle.sides(state.table)[self.side][0]

    def why_not_man(self, state: State, move: Pick | Heal | Reply) -> Violation | None:
        """What is wrong about the fighter that a move names (clauses 34 and 39, U13)."""
        battle, side, square = self.battle, Message(SIDES[self.side]), SQUARES[self.battle.square]
        if battle.split[self.side] and not move.colour:
            example = fighter(self.letter_of(state, self.men(state)[0][0]), move.piece)
            return Violation(
                "U13", "the {side} side has several colours: say which, as in {example}", side=side, example=example
            )
        if not battle.split[self.side] and move.colour:
            told = Message("the {side} side has one colour: say {piece} alone", side=side, piece=PIECES[move.piece])
            return Violation("U13", told)
        if move.colour not in ("", *(state.game.letters[colour] for colour in battle.sides(state.table)[self.side])):
            its = {"letter": move.colour, "side": side, "square": square}
            return Violation("34", "{letter} has no piece on the {side} side of {square}", **its)
        if not number(state.table.stacks[self.colour_of(state, move.colour)][battle.square], move.piece):
            its = {"side": side, "piece": fighter(move.colour, move.piece), "square": square}
            return Violation("34", "the {side} side has no {piece} on {square}", **its)
        if move.piece == HEALER:
            return Violation("39", "healers never fight and are never wounded")
        return None


@dataclass(unsafe_hash=True, slots=True)
class Picking(_Fighting):
    """The side with the initiative sends a piece or heals one (clauses 34, 37 and 38; U13, U28)."""

    def moves(self, state: State) -> Sequence[Move]:
        men = [(self.letter_of(state, colour), piece) for colour, piece in self.men(state)]
        able = men if self.battle.heals[self.side] else ()
        return (
            *(Pick(letter, piece) for letter, piece in men),
            *(Heal(letter, piece) for letter, piece in able if piece % 2),
        )

    def why_not(self, state: State, move: Move) -> Violation | None:
        if not isinstance(move, (Pick, Heal)):
            moves = self.moves(state)
            told = N_("now {player}, {side}, picks a piece, as in {example}, not {move}")
            if isinstance(moves[-1], Heal):
                told = N_(
                    "now {player}, {side}, picks a piece, as in {example}, or heals one, as in {heal}, not {move}"
                )
            its = {"side": Message(SIDES[self.side]), "example": str(moves[0]), "heal": str(moves[-1])}
            return out_of_turn(state, told, move, **its)
        violation = self.why_not_man(state, move)
        if violation or isinstance(move, Pick):
            return violation
        if not move.piece % 2:
            return Violation("U28", "{piece} is not wounded", piece=PIECES[move.piece])
        if not self.battle.heals[self.side]:
            return Violation("38", "no healer there is left who has not healed in this battle")
        return None

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, (Pick, Heal))
        battle, colour = self.battle, self.colour_of(state, move.colour)
        if isinstance(move, Pick):
            return state.to(Replying(battle, colour, move.piece))
        healthy = move.piece - move.piece % 2
        table = state.table.changed(colour, (battle.square, UNIT[healthy] - UNIT[move.piece]))
        first, second = battle.heals
        heals = (first - 1, second) if self.side == ATTACKER else (first, second - 1)
        return state.to(Picking(_next_round(replace(battle, heals=heals))), table)


@dataclass(unsafe_hash=True, slots=True)
class Replying(_Fighting):
    """The other side answers, knowing what it faces (clause 34)."""

    colour: int
    """Of the piece picked."""

    piece: int

    @property
    def side(self) -> int:
        return 1 - self.battle.initiative

    def moves(self, state: State) -> Sequence[Move]:
        return tuple(Reply(self.letter_of(state, colour), piece) for colour, piece in self.men(state))

    def why_not(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Heal):
            return Violation("38", "only the side with the initiative can heal")
        if not isinstance(move, Reply):
            told = N_("now {player}, {side}, replies with a piece, as in {example}, not {move}")
            example = str(self.moves(state)[0])
            return out_of_turn(state, told, move, side=Message(SIDES[self.side]), example=example)
        return self.why_not_man(state, move)

    def after(self, state: State, move: Move) -> State:
        assert isinstance(move, Reply)
        men = (self.colour, self.piece), (self.colour_of(state, move.colour), move.piece)
        return _fought(state, self.battle, *(men if self.battle.initiative == ATTACKER else men[::-1]))


def begin(state: State) -> State:
    """The next battle, or the end of the turn (clause 32, U14)."""
    squares = contested(state)
    if not squares:
        return state.to(Phase.REGICIDES if state.memory.fallen else Phase.END)
    return state.to(Choosing()) if len(squares) > 1 else _begun(state, squares[0])


def contested(state: State) -> list[int]:
    """The squares where the alliance to play and another stand, by file and rank."""
    lord = state.table.lords[state.turn]
    return members(state.table.alliance(lord) & state.table.others(lord))


def _begun(state: State, square: int) -> State:
    table, lord = state.table, state.table.lords[state.turn]
    attackers, defenders = _sides(table, lord, square)
    battle = Battle(
        square,
        (lord, table.lords[defenders[0]]),
        (_commander(table, attackers), _commander(table, defenders)),
        (len(attackers) > 1, len(defenders) > 1),
        (_healers(table, attackers, square), _healers(table, defenders, square)),
    )
    return _go_on(state, battle)


def _healers(table: Table, colours: list[int], square: int) -> int:
    """How many healers some colours have on a square."""
    return sum(number(table.stacks[colour][square], HEALER) for colour in colours)


def led_anew(state: State, battle: Battle) -> Battle:
    """A battle in which a suzerain has named who runs one of the colours (U13, U17)."""
    attackers, defenders = battle.sides(state.table)
    return replace(battle, leaders=(_commander(state.table, attackers), _commander(state.table, defenders)))


def _sides(table: Table, attackers: int, square: int) -> tuple[list[int], list[int]]:
    """Colours on a square: those of the attacking suzerain, and the others."""
    sides: tuple[list[int], list[int]] = ([], [])
    for colour, row in enumerate(table.stacks):
        if row[square]:
            sides[DEFENDER if table.lords[colour] != attackers else ATTACKER].append(colour)
    return sides


def _commander(table: Table, colours: list[int]) -> int:
    """Who leads a side: whoever runs all its colours, else their suzerain (U13)."""
    managers = {table.managers[colour] for colour in colours}
    return managers.pop() if len(managers) == 1 else table.lords[colours[0]]


def _next_round(battle: Battle) -> Battle:
    """The initiative passes (clause 37)."""
    return replace(battle, initiative=1 - battle.initiative)


def _fought(state: State, battle: Battle, attacker: Man, defender: Man) -> State:
    """A fight and what follows from it (clauses 35 to 37, 43 to 46; U10, U11, U14)."""
    table, rules = state.table, state.game.rules
    dead = []
    for (colour, piece), (_, other) in ((attacker, defender), (defender, attacker)):
        rest = FOUGHT[piece][other]
        table = table.changed(colour, (battle.square, (0 if rest is None else UNIT[rest]) - UNIT[piece]))
        dead.append(rest is None and piece <= KING_WOUNDED)
    fallen: Fallen | None = None
    if all(dead):
        battle = replace(battle, clash=rules.king_clash == "field")
    elif any(dead) and rules.attrition == "regicide":
        (victim, _), (killer, _) = (attacker, defender) if dead[ATTACKER] else (defender, attacker)
        leader = battle.leaders[DEFENDER if dead[ATTACKER] else ATTACKER]
        fallen = Fallen(victim, killer, _forced(state, killer, leader))
    state = state.to(Phase.BATTLES, table)
    if fallen:
        state = state.to(Phase.BATTLES, memory=replace(state.memory, fallen=(*state.memory.fallen, fallen)))
        if rules.regicide_timing == "immediate":
            return _ended(state, battle)
    return _go_on(state, _next_round(battle))


def _forced(state: State, killer: int, leader: int) -> bool:
    """Whether the fallen player becomes a vassal without a choice (clause 46, U15)."""
    lord = state.table.lords[killer]
    return lord != (killer if state.game.rules.vassal_regicide == "forced_vassal" else leader)


def _go_on(state: State, battle: Battle) -> State:
    """The next choice, unless a side is gone or massacred (clauses 37 and 39)."""
    state = _massacred(state, battle)
    return state.to(Picking(battle)) if all(battle.sides(state.table)) else _ended(state, battle)


def _massacred(state: State, battle: Battle) -> State:
    """Without the healers who stand alone (clause 39; U12, U33)."""
    table, square = state.table, battle.square
    sides = battle.sides(table)
    alone = [bool(side) and not any(table.stacks[colour][square] & FIGHTERS for colour in side) for side in sides]
    if not any(alone) or (not all(sides) and state.game.rules.massacre == "facing"):
        return state
    for colour in (colour for side, its in zip(sides, alone, strict=True) if its for colour in side):
        table = table.changed(colour, (square, -(table.stacks[colour][square] & HEALERS)))
    return state.to(Phase.BATTLES, table)


def _ended(state: State, battle: Battle) -> State:
    """A battle is over: wounds, a clash, supremacy (clauses 41 and 55; U9, U10, U14, U26)."""
    table, rules, memory = state.table, state.game.rules, state.memory
    if rules.wounds == "clear_after_battle":
        table = table.healed(battle.square)
    sides, fallen = battle.sides(table), memory.fallen
    if battle.clash and any(sides) and not all(sides):
        holder = ATTACKER if sides[ATTACKER] else DEFENDER
        fallen = (*fallen, Fallen(battle.lords[1 - holder], battle.lords[holder], False))
    state = state.to(Phase.BATTLES, table, replace(memory, fallen=fallen) if fallen else memory)
    if fallen and rules.regicide_timing != "end_of_turn":
        return state.to(Phase.REGICIDES)
    if not fallen or any(table.totals):
        return state.to(verdict(state, battle.lords) or Phase.BATTLES)
    return state
