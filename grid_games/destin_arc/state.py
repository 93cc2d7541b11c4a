"""A moment of the game as a value, and the working copy on which a move is carried out.

What is going on is a stack of steps, the topmost first: each chapter of the rules has its own (`Step`), which waits for
a decision or a roll, or does what needs none and leaves. A `Draft` is the private, changeable copy inside one `play`;
states never change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple, Self, final

import numpy as np

from armada_sim.tabletop import Message
from grid_games.core import engine
from grid_games.core.engine import DICE_DECIDE, NOBODY, copier
from grid_games.core.extras import Unasked, alternatives
from grid_games.core.protocol import Outcome, Violation
from grid_games.core.sets import BIT, mask
from grid_games.destin_arc.moves import END, Convert, End, Move, OnPiece, examples
from grid_games.destin_arc.table import Board, Table

Rolls = tuple[tuple[Move, Fraction], ...]
"""What dice may say, each result with its probability."""

GONE, TAKEN, SPARE, WAITING, TURNED = -1, -2, -3, -4, -5
"""Where a piece is that is on no hex: eliminated, captured, not yet made, not yet placed, converted."""

BACK, DONE, RAN, MEDITATES, ACTED, FOUGHT, STRUCK, FLYING, COLLIDED, CHANGED = (1 << k for k in range(10))
"""Marks of a piece: on its back; moved or passed over in this step; moved invisible in this turn's general movement;
meditates; moved or attacked in its half-turn; attacked this turn; shown because it attacked; on Pegasus this turn;
was hidden when it met an enemy on its hex; has converted Peuple this turn."""


class Effect(NamedTuple):
    """A spell that lies on a piece or on hexes."""

    serial: int
    """Number of the casting in this game, from 1."""

    spell: str
    school: str
    side: int
    """Of the caster."""

    bearer: int
    """Piece; -1 for a zone."""

    hexes: int
    """Of a zone."""

    until: int
    """The turn at whose end it ends; 0: none. For healing, the turn at whose start it works."""

    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Enchanted:
    """What spells lie on, as sets."""

    zones: int
    """The hexes of all zones."""

    held: int
    silent: int
    """Pieces."""

    @classmethod
    def by(cls, effects: Sequence[Effect]) -> Self:
        """That of these spells."""
        zones, on = 0, {"hold": 0, "silence": 0}
        for effect in effects:
            zones |= effect.hexes
            if effect.spell in on:
                on[effect.spell] |= 1 << effect.bearer
        return cls(zones, on["hold"], on["silence"])


STEPS: dict[str, type[Step]] = {}
"""Every kind of step by name."""


@dataclass(unsafe_hash=True)
class Step(engine.Step["State", Move]):
    """Something that is going on. Subclasses are dataclasses of plain values, which nothing changes once they are made
    (frozen ones take four times as long to make, and every move makes one); one that says nothing else waits for
    dice."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        STEPS[cls.__name__] = cls

    def run(self, d: Draft) -> bool:
        """Do what needs no decision. True if it waits for a decision or a roll; else it has left or put others on
        top."""
        if self.due(d):
            return True
        d.pop()
        return False

    def due(self, d: Draft) -> bool:
        """Whether there is anything to decide or to roll for; if not, it leaves."""
        return True

    def decider(self, s: Moment) -> int:
        return DICE_DECIDE

    def moves(self, s: State) -> Sequence[Move]:
        return [move for move, _ in self.chances(s)]

    def why_not(self, s: State, move: Move) -> Violation | None:
        if move in s.legal_moves():
            return None
        return self.refusal(s, move) or expected(s.legal_moves())

    def refusal(self, s: State, move: Move) -> Violation | None:
        """Why a move that is not among `moves` is none of them; None if no clause but the order of play forbids it."""
        return None

    def play(self, d: Draft, move: Any) -> None:
        """Carry a decision out; the step is on top."""
        raise NotImplementedError

    def but(self, **fields: object) -> Self:
        """The step with some fields otherwise: `dataclasses.replace`, several times as fast."""
        return type(self)(**(self.__dict__ | fields))

    def seen(self, s: State, team: int) -> Step | None:
        """What a player may know of it; None for nothing at all."""
        return self.known(s, team)

    def known(self, s: State, team: int) -> Step:
        """The step as far as a player knows it: what others have declared or ordered unseen is forgotten."""
        return self

    def withheld(self, team: int) -> Iterable[Hashable]:
        """What others have decided in it and a player does not know yet, each thing by a name of its own."""
        return ()

    def idle(self, s: State) -> bool:
        """Whether nothing but the end can be said in a step that has just begun, and that this is so tells nobody
        anything that may not be known."""
        return False

    def implied(self, s: State) -> Move | None:
        """What another value of the option `questions` says in it; None where it asks."""
        return END if self.idle(s) else None

    def unasked(self, d: Draft) -> Sequence[Move]:
        """What `run` is about to do for whoever decides, since there is no choice."""
        return ()

    def loses(self, d: Draft, team: int) -> str:
        """Why a piece is lost when it runs, as far as a player sees it; empty where none is, or not by it."""
        return ""

    def may_show(self, s: State, move: Move) -> bool:
        """As `State.may_show`: only what lets a piece come to a hex does."""
        return False

    def concerns(self, d: Draft, piece: int) -> bool:
        """Whether it depends on where a piece is that not everybody sees."""
        return False


class Picking(Step):
    """One piece after another is picked of those that may be, until the player ends it."""

    verb: ClassVar[type[OnPiece]]
    seat: int

    def decider(self, s: Moment) -> int:
        return self.seat

    def able(self, s: Moment) -> Sequence[int]:
        """The pieces that may be picked now."""
        raise NotImplementedError

    def pick(self, d: Draft, piece: int) -> None:
        """Do to a piece what it was picked for."""
        raise NotImplementedError

    def due(self, d: Draft) -> bool:
        return bool(self.able(d))

    def unasked(self, d: Draft) -> Sequence[Move]:
        return () if self.due(d) else (END,)

    def moves(self, s: State) -> Sequence[Move]:
        return [*s.game.on_pieces(self.verb, self.able(s)), END]

    def play(self, d: Draft, move: Any) -> None:
        if isinstance(move, End):
            d.pop()
        else:
            self.pick(d, d.game.pieces.numbers[move.piece])


class Over(Step):
    """Nothing more, once the game has a result."""

    def decider(self, s: Moment) -> int:
        return NOBODY

    def refusal(self, s: State, move: Move) -> Violation:
        return Violation("turn", "the game is over")


OVER = Over()


class Event(Step):
    """What happens at once, without a decision or a roll."""

    def run(self, d: Draft) -> bool:
        d.pop()
        self.happen(d)
        return False

    def happen(self, d: Draft) -> None:
        """Let it happen; the step has left."""
        raise NotImplementedError


class Terms(Table):
    """What a state and the chapters need of a game: its table, and what players may know of its states."""

    def observed(self, state: State, player: str) -> Hashable:
        """All that `player` may know of a state."""
        raise NotImplementedError

    def withheld(self, state: State, player: str) -> frozenset[Hashable]:
        """What is hidden from `player`, each thing by a name of its own."""
        raise NotImplementedError

    def guessed(self, state: State, player: str, rng: np.random.Generator) -> State:
        """A state that `player` could not tell from another, drawn at random."""
        raise NotImplementedError


@dataclass(unsafe_hash=True, slots=True)
class Fields:
    """What a state consists of; all the rest follows from it. Sequences of a state are tuples."""

    game: Terms
    todo: Sequence[Step]
    """The last one is going on."""

    result: Outcome | None
    turn: int
    lead: int
    """The side that leads the joint half-turn; -1 before it is known."""

    where: Sequence[int]
    """Hex of each piece, or GONE and the like."""

    marks: Sequence[int]
    unseen: Sequence[bool]
    """Whether a piece is invisible: only its own player sees it."""

    last: Sequence[int]
    """Where each piece that can hide was when it last hid; -1 nowhere."""

    points: Sequence[int]
    """Spell points left of each piece."""

    worn: Sequence[int]
    """Thirds that each Aris Dombal has lost."""

    effects: Sequence[Effect]
    casts: int
    """Spells cast so far."""

    charges: tuple[tuple[int, int], ...]
    """Pieces that may charge this turn, with the direction."""

    fates: Sequence[int]
    """Side that eliminated each piece; -1 none."""

    firm: Sequence[int]
    """Player who held each point at the last end of a turn and at every checkpoint since; -1 none."""

    rolling: Sequence[int]
    """The same from the last half-turn of Bonnaire."""

    latched: Sequence[bool]
    """For each side: whether the place of its secret objective was held a full turn."""

    occupiers: Sequence[int]
    """Player who stood on each point last; -1 none."""

    stands: tuple[tuple[int, int], ...] = ()
    """Leaders with the piece each stands on, as their owners said before this step of combat."""

    spied: tuple[tuple[int, int], ...] = ()
    """Pieces that were hidden and are not, each with the enemies that detected or met it; -1 one who is hidden too."""

    @property
    def step(self) -> Step:
        """What is going on."""
        return self.todo[-1]


Entries = Literal["unseen", "last", "points", "worn", "fates"]
"""Tables that `State.write` writes to."""

FIELDS = tuple(f.name for f in fields(Fields))
"""Their names."""

_copy = copier((*FIELDS, "board", "enchanted", "sums", "idle", "lasting"))


class Unkept(dict[Hashable, Any]):
    """What chapters find of a state in the making: it is not there when it is asked for again."""

    def __contains__(self, key: object) -> bool:
        return False


@final
@dataclass(unsafe_hash=True, slots=True)
class State(Fields, engine.Moment[Move]):  # type: ignore[misc]  # its game is some `Terms`
    """One moment of a game, or what is to be one: a draft (`draft_of`) is changed until it is a state. Nothing changes
    that any more. They are of one class, since Python is quick where classes are always the same."""

    board: Board = field(init=False, compare=False, repr=False)
    """Who stands where, as sets of hexes."""

    enchanted: Enchanted = field(init=False, compare=False, repr=False)
    """What spells lie on."""

    sums: list[int] = field(init=False, compare=False, repr=False)
    """What each player's pieces are worth, as `worths` counts."""

    idle: int = field(init=False, compare=False, repr=False)
    """The pieces on the map that have neither moved in this step nor meditate, as a set of places in `Table.takes`."""

    facts: dict[Hashable, Any] = field(init=False, compare=False, repr=False)
    """What chapters have found of pieces and spells as they are; states that differ only in what is going on and in
    spell points share it."""

    lasting: dict[Hashable, Any] = field(init=False, compare=False, repr=False)
    """What chapters have found that only changes with a loss; states between which nobody was lost share it."""

    _moves: Sequence[Move] | None = field(init=False, compare=False, repr=False, default=None)
    """The legal moves, once they have been asked for."""

    _origin: State | None = field(init=False, compare=False, repr=False, default=None)
    """Of a draft the state it was."""

    _lists: list[str] = field(init=False, compare=False, repr=False, default_factory=list)
    """The tables of a draft that have been written to: they are copied when they first are."""

    def __post_init__(self) -> None:
        pieces, marks = self.game.pieces, self.marks
        self.board, self.enchanted = Board(self.game, self.where, self.unseen), Enchanted.by(self.effects)
        self.sums, self.facts, self.lasting = [0] * len(self.game.players), {}, {}
        for p, team in enumerate(pieces.team):
            self.sums[team] += self.game.worths.of(p, self.where[p], bool(marks[p] & BACK), self.points[p])
        self.idle = mask(2 * p for p, h in enumerate(self.where) if h >= 0 and not marks[p] & (DONE | MEDITATES))

    @property
    def decision(self) -> Step:
        return self.todo[-1] if self.result is None else OVER

    def legal_moves(self) -> Sequence[Move]:
        if (moves := self._moves) is None:
            moves = self.decision.moves(self)
            self._moves = moves = tuple(moves) if moves.__class__ is list else moves
        return moves

    def after(self, move: Move) -> State:
        draft = draft_of(self)
        self.todo[-1].play(draft, move)
        return settled(draft)

    def outcome(self) -> Outcome | None:
        return self.result

    def observation(self, player: str) -> Hashable:
        return self.game.observed(self, player)

    def secrets(self, player: str) -> frozenset[Hashable]:
        return self.game.withheld(self, player)

    def may_show(self, move: Move) -> bool:
        return self.todo[-1].may_show(self, move)

    def guess(self, player: str, rng: np.random.Generator) -> State:
        return self.game.guessed(self, player, rng)

    # a state in the making

    def write(self, table: Entries, index: int, value: int) -> None:
        """Change one entry of a table; where pieces are and their marks have ways of their own (`put`, `remark`)."""
        if getattr(self, table)[index] == value:
            return
        worth = self._worth(index) if table == "points" else 0
        self._listed(table)[index] = value
        if table == "points":
            self._gain(index, self._worth(index) - worth)
        elif table == "unseen":
            self.board = self.board.changed(self.where, self.unseen, index, self.where[index])
        elif table == "fates":
            self.lasting = {}

    def _listed(self, table: str) -> list[int]:
        """A table as it can be written to."""
        values = getattr(self, table)
        if values.__class__ is tuple:
            assert self._origin is not None, "only drafts are written to"
            values = list(values)
            setattr(self, table, values)
            self._lists.append(table)
        found: list[int] = values
        return found

    def put(self, piece: int, place: int) -> None:
        """Let a piece be on a hex, or GONE and the like."""
        before, land = self.where[piece], self.game.land
        if before == place:
            return
        if before >= 0 <= place:
            draws = self.game.worths.draws[piece]
            self._listed("where")[piece] = place
            self._gain(piece, draws[place] - draws[before])
        else:
            worth = self._worth(piece)
            self._listed("where")[piece] = place
            self._gain(piece, self._worth(piece) - worth)
            self.lasting = {}
            self._rest(piece)
        self.board = self.board.changed(self.where, self.unseen, piece, before)
        if place >= 0 and BIT[place] & land.points_set and not self.unseen[piece]:
            point, seats = land.points.index(place), self.occupiers
            self.occupiers = (*seats[:point], self.game.pieces.team[piece], *seats[point + 1 :])

    def _rest(self, piece: int) -> None:
        """Keep `idle`."""
        bit = 1 << 2 * piece
        still = self.where[piece] >= 0 and not self.marks[piece] & (DONE | MEDITATES)
        self.idle = self.idle | bit if still else self.idle & ~bit

    def _gain(self, piece: int, worth: int) -> None:
        """Keep `sums`."""
        self.sums = self.sums.copy()
        self.sums[self.game.pieces.team[piece]] += worth

    def _worth(self, piece: int) -> int:
        """What a piece is worth now, as `sums` counts."""
        back = bool(self.marks[piece] & BACK)
        return self.game.worths.of(piece, self.where[piece], back, self.points[piece])

    def remark(self, piece: int, marks: int) -> None:
        """Let a piece have these marks and no others."""
        changed = self.marks[piece] ^ marks
        if changed & BACK:
            worth = self._worth(piece)
            self._listed("marks")[piece] = marks
            self._gain(piece, self._worth(piece) - worth)
        elif changed:
            self._listed("marks")[piece] = marks
        if changed & (DONE | MEDITATES):
            self._rest(piece)

    def mark(self, piece: int, bits: int) -> None:
        """Give a piece marks."""
        self.remark(piece, self.marks[piece] | bits)

    def unmark(self, piece: int, bits: int) -> None:
        """Take marks from a piece."""
        self.remark(piece, self.marks[piece] & ~bits)

    def rouse(self, pieces: Sequence[int]) -> None:
        """These pieces have not moved yet in the step that begins."""
        marks = self.marks = list(self.marks)
        self._lists.append("marks")
        for p in pieces:
            marks[p] &= ~DONE
        self.idle |= mask([2 * p for p in pieces if self.where[p] >= 0 and not marks[p] & MEDITATES])

    def enchant(self, effects: Sequence[Effect]) -> None:
        """Let these spells lie on pieces and hexes, and no others."""
        self.effects, self.enchanted = tuple(effects), Enchanted.by(effects)

    def push(self, *steps: Step) -> None:
        """Put steps on top; the first one given is done first."""
        self.todo = (*self.todo, *reversed(steps))

    def pop(self) -> None:
        """What is going on is over."""
        self.todo = self.todo[:-1]

    def become(self, step: Step) -> None:
        """What is going on goes on as `step`."""
        self.todo = (*self.todo[:-1], step)

    def state(self) -> State:
        """The state this has become, which is not changed any more."""
        origin, self._origin = self._origin, None
        assert origin is not None, "only drafts become states"
        for table in self._lists:
            setattr(self, table, tuple(getattr(self, table)))
        self._lists = []
        stays = (
            self.where is origin.where and self.marks is origin.marks and self.unseen is origin.unseen
            and self.effects is origin.effects and self.worn is origin.worn and self.charges is origin.charges
            and self.stands is origin.stands and self.turn == origin.turn
        )  # fmt: skip
        self.facts = origin.facts if stays else {}
        self.todo = tuple(self.todo)
        return self


Draft = State
"""A state in the making."""

Moment = State
"""A state, or one in the making, where rules only look."""


def draft_of(s: Moment) -> Draft:
    """A copy of a state that can be changed; of a draft one that is as it is now."""
    draft = object.__new__(State)
    _copy(draft, s)
    draft.facts, draft._lists, draft._moves, draft._origin = Unkept(), [], None, s._origin or s
    for table in s._lists:
        setattr(draft, table, tuple(getattr(s, table)))
    return draft


def expected(moves: Sequence[Move]) -> Violation:
    """What may be played instead of a move that is none of these."""
    shown = examples(moves)
    if len(shown) < len(moves):
        return Violation("turn", "expected a move such as {moves}", moves=alternatives(shown))
    return Violation("turn", "expected {moves}", moves=alternatives(shown or [Message("nothing")]))


def settled(draft: Draft, asked: bool = False) -> State:
    """The state after everything that needs no decision is done; unless `asked`, a step in which there is nothing to
    decide is passed over (option `questions`)."""
    while draft.result is None and not draft.todo[-1].run(draft):
        pass
    state = draft.state()
    if asked or state.result is not None or state.game.rules.questions == "all":
        return state
    return state.after(END) if state.todo[-1].idle(state) else state


def going_on(state: State, move: Move) -> Iterator[tuple[Draft, Step, bool]]:
    """What goes on after a move, as `settled` does it: each step before it runs, and again where nothing but its end
    can be said, which it then is."""
    draft = draft_of(state)
    state.decision.play(draft, move)
    while draft.result is None:
        step = draft.todo[-1]
        yield draft, step, False
        if step.run(draft):
            waiting = draft.state()
            if state.game.rules.questions == "all" or not waiting.decision.idle(waiting):
                return
            draft = draft_of(waiting)
            yield draft, waiting.decision, True
            waiting.decision.play(draft, END)


def unasked(state: State, move: Move) -> list[Unasked]:
    """What the rules play by themselves after a move: what has no choice, and the end of steps that are passed over
    (option `questions`)."""
    return [
        Unasked(state.game.players[step.decider(draft)], said, idle or isinstance(said, Convert))
        for draft, step, idle in going_on(state, move)
        for said in ((END,) if idle else step.unasked(draft))
    ]
