"""How well a player stands: a rule of thumb.

The rule of thumb adds up what each alliance has: pieces, zones, kings. Battles that are about to be fought count as
fought, each fight as the best exchange for both sides that looks no further than itself; a king whom enemies can
overwhelm where he stands counts as lost in part, with all its people.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from grid_games.core.sets import members
from grid_games.strategiksa.board import BOARD, SIDE, ZONE_MASKS
from grid_games.strategiksa.chapters.battles import ATTACKER, DEFENDER, Picking, Replying
from grid_games.strategiksa.chapters.control import HELD, points_run, territories
from grid_games.strategiksa.chapters.conversion import Converting, converted
from grid_games.strategiksa.chapters.interrupts import disposable
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.setup import Placing
from grid_games.strategiksa.chapters.vassalage import Answering, Managing, Offering
from grid_games.strategiksa.moves import PASS, STOP, Add, Answer, Convert, Move, Name, Offer, Stop, Walk
from grid_games.strategiksa.numbers import Numbers
from grid_games.strategiksa.state import Over, State, Table
from grid_games.strategiksa.units import (
    CAVALRY,
    FIELD,
    FIGHTERS,
    FOUGHT,
    HEALER,
    HEALTHY,
    KING_WOUNDED,
    KINGS,
    RIDERS,
    UNIT,
    WIDTH,
    number,
    of_kind,
    present,
)

ZONE_WORTH: Final = 2.0
"""points of pieces that a controlled zone is worth: what it brings in two rounds."""

FOOTHOLD: Final = 0.8
"""points. A zone with one alliance in it, which does not control it yet."""

OUTLOOK: Final = 0.2
"""points. An empty zone within one step of an alliance."""

KING_WORTH: Final = 3.0
"""points that a king is worth to the player beyond its people; a wounded one half."""

VASSAL: Final = 0.35
"""What a vassal may expect where the suzerain has 1, measured among greedy players; less than clause 58 gives, since
many are dismissed or beaten before the victory."""

SOON, LATER = 0.5, 0.05
"""Part of a king's alliance that goes to an enemy who can overwhelm it before, or only after, its own next turn."""

AWAY: Final = 0.1
"""The same of a king who may still move before that."""

WOUND: Final = 0.4
"""Part of a piece's points that a wound takes: the piece dies in its next fight, won or lost (clause 36)."""

IDLE: Final = 0.3
"""points. What a healer is worth less than a fighter: it holds squares and heals, but never fights (clause 39)."""

KINGS_WORTHS: Final = 12.0, 10.0
"""points. What a side gives for a king in a fight, whole or wounded: more than for any guard."""

NEAR, FEW = 3, 5
"""A victory is near when this many zones are wanting, or all enemies have less than one in so many points; who has less
than that thinks of an offer."""


class Shift(NamedTuple):
    """What a move changes for the colour to play."""

    start: int = 0
    gone: int = 0
    """What leaves the square `start`, packed."""

    end: int = 0
    come: int = 0
    """What comes to the square `end`, packed."""

    gained: float = 0.0
    """points."""

    first: int | None = None
    """Pieces on squares before this one move no more; None: as in the state."""


NO_SHIFT: Final = Shift()

_BEFORE: Final = Managing, Offering, Answering, Reinforcing, Converting
"""What a colour decides before it moves."""

_WALKERS: Final = FIGHTERS & ~KINGS
_INNER: Final = tuple(BOARD & ~sum(1 << SIDE * file + rank for file in range(SIDE)) for rank in (0, SIDE - 1))
"""The board without its lowest and without its highest rank."""


class Thumb:
    """What the prices of a game make of pieces and fights."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers, price = numbers, numbers.price
        worths = [*KINGS_WORTHS]
        """points. What a side gives for a piece in a fight."""
        for kind in "ICA":
            worths += [float(price.get(kind, 0)), price.get(kind, 0) * (1 - WOUND)]

        def loss(piece: int, other: int) -> float:
            """What a fight costs the side of `piece`."""
            rest = FOUGHT[piece][other]
            return worths[piece] - (0.0 if rest is None else worths[rest])

        sides = range(HEALER)
        self._gains = tuple(tuple(loss(pick, reply) - loss(reply, pick) for reply in sides) for pick in sides)
        """points. What the side that replies (second index) gains by a fight."""
        self.worth = lru_cache(maxsize=1 << 14)(self._worth)
        self.forecast = lru_cache(maxsize=1 << 15)(self._forecast)
        self._reply = lru_cache(maxsize=1 << 12)(self._best_reply)
        self._pick = lru_cache(maxsize=1 << 14)(self._best_pick)

    def _worth(self, stack: int) -> float:
        """The points of a stack, less for its wounds and its healers; kings count nothing."""
        price = self._numbers.price
        foot = ((HEALTHY[kind] + 1, cost) for kind, cost in price.items() if kind != "H")
        wounds = sum(cost * number(stack, piece) for piece, cost in foot)
        return self._numbers.points(stack) - WOUND * wounds - IDLE * (stack >> HEALER * WIDTH)

    def _best_reply(self, pick: int, replies: tuple[int, ...]) -> int:
        gains = self._gains[pick]
        return max(replies, key=gains.__getitem__)

    def _best_pick(self, picks: tuple[int, ...], replies: tuple[int, ...]) -> int:
        return min(picks, key=lambda pick: self._gains[pick][self._reply(pick, replies)])

    def _forecast(
        self, attack: int, defence: int, initiative: int = DEFENDER, pick: int | None = None
    ) -> tuple[int, int, int | None]:
        """What is left of both sides, and the side whose king falls if one does, which ends it (U14).

        Stacks of each side are given as one; `pick` is a piece already sent by the side with the initiative. Nobody
        heals.
        """
        left = [attack, defence]
        while left[ATTACKER] & FIGHTERS and left[DEFENDER] & FIGHTERS:
            kinds = present(left[1 - initiative] & FIGHTERS)
            if pick is None:
                pick = self._pick(present(left[initiative] & FIGHTERS), kinds)
            reply = self._reply(pick, kinds)
            dead = []
            for side, piece, other in ((initiative, pick, reply), (1 - initiative, reply, pick)):
                rest = FOUGHT[piece][other]
                left[side] += (0 if rest is None else UNIT[rest]) - UNIT[piece]
                if rest is None and piece <= KING_WOUNDED:
                    dead.append(side)
            if len(dead) == 1:
                return left[ATTACKER], left[DEFENDER], dead[0]
            initiative, pick = 1 - initiative, None
        alone = [not stack & FIGHTERS for stack in left]  # healers alone die (clause 39)
        return 0 if alone[ATTACKER] else left[ATTACKER], 0 if alone[DEFENDER] else left[DEFENDER], None


@lru_cache(maxsize=8)
def thumb_of(numbers: Numbers) -> Thumb:
    """The same for the same numbers: it remembers what it has worked out."""
    return Thumb(numbers)


def evaluate(state: State, player: int) -> float:
    """From 0 (lost) to 1 (won): the part of all points that a player has or, before the end, may look forward to.

    An alliance's prospect is its share in all strength. It is its suzerain's, who may dismiss vassals before the
    victory; a vassal who runs troops looks forward to less than a quarter of it. So only who is nearly lost makes an
    offer. An offer counts as answered the way that
    is better for whoever is asked.
    """
    if isinstance(state.step, Answering):
        asked, state = state.step.decider(state), state._replace(aside=-1)
        state = max(
            (state.after(Answer(accepted)) for accepted in (False, True)), key=lambda after: evaluate(after, asked)
        )
    if isinstance(state.step, Over):
        return float(state.step.scores[player] / sum(state.step.scores))
    part = _part(state.table, player)
    return part * _Standing(state).prospect(state.table.lords[player]) if part else 0.0


def _part(table: Table, player: int) -> float:
    """The part of an alliance's prospect that a player looks forward to."""
    lord = table.lords[player]
    if player == lord:
        return 1.0
    office = {
        manager
        for colour, manager in enumerate(table.managers)
        if table.lords[colour] == lord != manager and table.totals[colour]
    }
    return VASSAL / (1 + len(office) / 2) if player in office else 0.0


def weighed(state: State, moves: Sequence[Move], player: int) -> list[float | None]:
    """What `evaluate` finds after each of some legal moves, worked out from what they change; None for a move that has
    to be played: what may end a turn, and all but walks, new pieces and conversions."""
    step, table = state.step, state.table
    part, lord = _part(table, player), table.lords[player]
    if state.aside >= 0 or not isinstance(step, (Moving, Placing, Reinforcing, Converting)):
        return [None] * len(moves)
    standing, worth = _Standing(state), thumb_of(state.game.numbers).worth
    if isinstance(step, Moving):
        last, steps = step.waiting[-1], state.game.rules.canonical_steps == "on"

        def shifted(move: Move) -> Shift | None:
            if not isinstance(move, Walk) or last == (move.start, move.piece, 1):
                return None
            unit = UNIT[move.piece]
            return Shift(move.start, unit, move.end, unit, 0.0, move.start if steps else -1)

    elif standing.embattled or not any(map(state.game.ground.near.__getitem__, members(table.occupied[state.turn]))):
        return [None] * len(moves)
    else:

        def shifted(move: Move) -> Shift | None:
            if isinstance(move, Add) and isinstance(step, (Placing, Reinforcing)) and _goes_on(state, step, move.kind):
                unit, price = UNIT[HEALTHY[move.kind]], state.game.numbers.price[move.kind]
                return Shift(end=move.square, come=unit, gained=worth(unit) - price)
            if isinstance(move, Convert):
                old, new = UNIT[move.piece], UNIT[converted(move)]
                return Shift(move.square, old, move.square, new, worth(new) - worth(old))
            if isinstance(move, Stop):
                if isinstance(step, Placing):
                    return None
                return Shift(gained=-float(step.left)) if isinstance(step, Reinforcing) else NO_SHIFT
            return None

    shifts = map(shifted, moves)
    return [None if shift is None else part * standing.prospect(lord, shift) for shift in shifts]


def _goes_on(state: State, step: Placing | Reinforcing, kind: str) -> bool:
    """Whether a colour goes on placing after a piece of a kind, or has used up its reinforcements with it: so that
    neither points are lost nor its turn ends."""
    if isinstance(step, Placing):
        return step.goes_on(state, kind)
    numbers, rules, table = state.game.numbers, state.game.rules, state.table
    cost = numbers.price[kind]
    again = of_kind(table.totals[state.turn], kind) + 1 < rules.supply and step.left >= 2 * cost
    full = step.capped and points_run(numbers, table, table.managers[state.turn]) + cost > numbers.limit
    return step.left == cost or (again and not full)


def habit(state: State) -> Move | None:
    """What a computer suzerain says before a decision (U17): vassals are kept until a victory is near, which is not
    shared. Nobody makes an offer whose pieces are not few, and no cavalry is converted, which costs a point."""
    table, lord = state.table, state.aside
    if lord < 0:
        if isinstance(state.step, Converting):
            return STOP
        return Offer(None) if isinstance(state.step, Offering) and not _few(state, state.turn) else None
    run = [colour for colour in disposable(table, lord) if table.managers[colour] != lord]
    if not run or not _near(state, lord):
        return PASS
    letters = state.game.letters
    return Name(letters[run[0]], letters[lord])


def _near(state: State, lord: int) -> bool:
    """Whether a suzerain may soon have won."""
    everything, own = _counted(state, lord)
    near = state.game.numbers.zones - NEAR
    return FEW * (everything - own) < everything or territories(state.table).get(lord, 0) >= near


def _few(state: State, lord: int) -> bool:
    """Whether a suzerain has less than a part of all points."""
    everything, own = _counted(state, lord)
    return FEW * own < everything


def _counted(state: State, lord: int) -> tuple[int, int]:
    """All points, and those of an alliance."""
    table, points = state.table, state.game.numbers.points
    everything = sum(map(points, table.totals))
    return everything, sum(points(total) for total, its in zip(table.totals, table.lords, strict=True) if its == lord)


class _Standing:
    """What the alliances of a state have, by suzerain, as it is and once pieces of the colour to play stand elsewhere.

    What a shift of pieces leaves alone is worked out once for all shifts.
    """

    __slots__ = (
        "_allied",
        "_forces",
        "_joining",
        "_kings",
        "_mates",
        "_rest",
        "_threats",
        "points",
        "squares",
        "state",
        "thumb",
    )

    def __init__(self, state: State) -> None:
        self.state, self.thumb = state, thumb_of(state.game.numbers)
        worth = self.thumb.worth
        table, turn = state.table, state.turn
        lords = table.lords
        self.points = [0.0] * len(lords)
        """points of pieces and kings."""
        self.squares = [0] * len(lords)
        """Where each alliance stands."""
        self._kings = list[tuple[int, int, int]]()
        """Of each king the colour, the suzerain and the square."""
        for colour, total in enumerate(table.totals):
            if not total:
                continue
            lord = lords[colour]
            self.points[lord] += worth(total)
            self.squares[lord] |= table.occupied[colour]
            if total & KINGS:
                self.points[lord] += KING_WORTH if total & FIELD else KING_WORTH / 2
                row, rest = table.stacks[colour], table.occupied[colour]
                while not row[square := rest.bit_length() - 1] & KINGS:
                    rest ^= 1 << square
                self._kings.append((colour, lord, square))
        if isinstance(state.step, (Placing, Reinforcing)):
            self.points[lords[turn]] += state.step.left
        self._mates = self._rest = 0
        """The squares of the alliance to play but for the colour to play, and those of all others."""
        for colour, occupied in enumerate(table.occupied):
            if lords[colour] != lords[turn]:
                self._rest |= occupied
            elif colour != turn:
                self._mates |= occupied
        self._allied = dict[tuple[int, int], int]()
        self._forces = dict[tuple[int, int], int]()
        self._joining = dict[tuple[int, int], int]()
        self._threats = dict[tuple[int, int, int, int, tuple[int, ...], bool], tuple[int, float] | None]()

    @property
    def embattled(self) -> bool:
        """Whether there are battles to be fought in this turn."""
        return bool(self.squares[self.state.table.lords[self.state.turn]] & self._rest)

    def prospect(self, lord: int, shift: Shift = NO_SHIFT) -> float:
        """The share of a suzerain in all strength after a shift; nothing once the king is about to fall."""
        start, gone, end, come, gained, _ = shift
        turn = self.state.turn
        mover = self.state.table.lords[turn]
        squares, strength, mine = self.squares, self.points[:], self.squares[mover]
        strength[mover] += gained
        if come:
            occupied = self.state.table.occupied[turn]
            if gone and start != end and self.state.table.stacks[turn][start] == gone:
                occupied &= ~(1 << start)
            mine = self._mates | occupied | 1 << end
            squares = squares[:]
            squares[mover] = mine
        heirs: list[int] | None = None
        left: dict[int, int] = {}
        if mine & self._rest:
            squares = squares[:]
            left, heirs = self._fight(strength, squares, shift)
            if heirs and heirs[lord] != lord:
                return 0.0
        gains, held = _zones(tuple(squares))
        for its, gain in enumerate(gains):
            strength[its] += gain
        for its, enemy, risk in self._dangers(held, left, shift):
            lost = risk * strength[its]
            strength[its] -= lost
            strength[enemy] += lost
        own = everything = 0.0
        for its, strong in enumerate(strength):
            if strong > 0.0:  # who could join several battles may be taken off in each
                everything += strong
                if its == lord or (heirs and heirs[its] == lord):
                    own += strong
        return own / everything if everything else 0.0

    def _stack(self, lord: int, square: int) -> int:
        """What an alliance has on a square of the state."""
        found = self._allied.get((lord, square))
        if found is None:
            table = self.state.table
            found = sum(row[square] for row, its in zip(table.stacks, table.lords, strict=True) if its == lord)
            self._allied[lord, square] = found
        return found

    def _fight(
        self, strength: list[float], squares: list[int], shift: Shift
    ) -> tuple[dict[int, int], list[int] | None]:
        """Battles of this turn count as fought, with all who can still join them, in `strength` and `squares`: who is
        left, by square, and whose each alliance is then, None where no king falls."""
        start, gone, end, come, _, first = shift
        state, step, left, heirs = self.state, self.state.step, dict[int, int](), None
        lord, worth, forecast = state.table.lords[state.turn], self.thumb.worth, self.thumb.forecast
        for square in members(squares[lord] & self._rest):
            bit = 1 << square
            foe = next(its for its, mask in enumerate(squares) if its != lord and mask & bit)
            attack, defence = self._stack(lord, square), self._stack(foe, square)
            attack += (come if square == end else 0) - (gone if square == start else 0)
            if isinstance(step, Moving):
                attack += self._joined(step, square, step.least // 1000 if first is None else first)
                if gone & _WALKERS and _within(state, gone, square) >> start & 1:
                    attack -= gone
            if isinstance(step, (Picking, Replying)) and step.battle.square == square:
                sent = step.piece if isinstance(step, Replying) else None
                attackers, defenders, fallen = forecast(attack, defence, step.battle.initiative, sent)
            else:
                attackers, defenders, fallen = forecast(attack, defence)
            strength[lord] += worth(attackers) - worth(attack)
            strength[foe] += worth(defenders) - worth(defence)
            if fallen is not None:
                loser, winner = (lord, foe) if fallen == ATTACKER else (foe, lord)
                heirs = [winner if heir == loser else heir for heir in heirs or range(len(squares))]
            if not defenders:
                squares[foe] &= ~bit
            if not attackers:
                squares[lord] &= ~bit
            left[square] = attackers or defenders
        return left, heirs

    def _joined(self, step: Moving, square: int, first: int) -> int:
        """The fighters that have not moved, stand on `first` or behind it, and can still come to a square; the king
        stays away."""
        found = self._joining.get((square, first))
        if found is None:
            found = self._joining[square, first] = sum(
                count * UNIT[piece]
                for at, piece, count in step.waiting
                if at >= first and UNIT[piece] & _WALKERS and _within(self.state, UNIT[piece], square) >> at & 1
            )
        return found

    def _dangers(self, held: Sequence[int], left: dict[int, int], shift: Shift) -> Sequence[tuple[int, int, float]]:
        """Suzerains of kings whom enemies can overwhelm, with the enemy and the risk; `held`: the squares of the zones
        that each alliance controls."""
        start, gone, end, come, _, first = shift
        turn, ground = self.state.turn, self.state.game.ground
        mover, found = self.state.table.lords[turn], list[tuple[int, int, float]]()
        zones = 4 * self.state.game.numbers.price.get("C", len(ZONE_MASKS) + 1)
        for colour, lord, before in self._kings:
            square = end if colour == turn and gone & KINGS else before
            guard, more = left.get(square), 0
            if guard is None:
                guard = self._stack(lord, square)
                if lord == mover:
                    guard += (come if square == end else 0) - (gone if square == start else 0)
            if not guard & KINGS:
                continue
            far = ground.far[square]
            if lord != mover and come and (1 << end | 1 << start) & far:
                near = ground.near[square]
                if far >> end & 1:
                    more = come & (_WALKERS if near >> end & 1 else RIDERS)
                if far >> start & 1:
                    more -= gone & (_WALKERS if near >> start & 1 else RIDERS)
            fresh = tuple([mask.bit_count() // zones if mask & far else 0 for mask in held])
            key = colour, square, guard, more, fresh, colour == turn and self._free(square, gone, first)
            if key not in self._threats:
                self._threats[key] = self._threat(*key)
            if threat := self._threats[key]:
                found.append((lord, *threat))
        return found

    def _free(self, square: int, gone: int, first: int | None) -> bool:
        """Whether the king of the colour to play can still move in this turn."""
        step = self.state.step
        if not isinstance(step, Moving):
            return isinstance(step, _BEFORE)
        if gone & KINGS or square <= (step.least // 1000 if first is None else first):
            return False
        return any(at == square and piece <= KING_WOUNDED for at, piece, _ in step.waiting)

    def _threat(
        self, colour: int, square: int, guard: int, more: int, fresh: Sequence[int], free: bool
    ) -> tuple[int, float] | None:
        """The enemy who is likeliest to bring a king down, and how likely; kings are not counted on for that.

        The colour to play has so much `more` about. An alliance with a zone near by is due so many `fresh` cavalry: one
        for as many zones as it costs. The king may be `free` to move first.
        """
        state, lords, worst = self.state, self.state.table.lords, None
        for other, its in enumerate(lords):
            if its == lords[colour]:
                continue
            force = self._force(other, square)
            force += more if other == state.turn else fresh[its] * UNIT[CAVALRY]
            if force and self.thumb.forecast(force, guard)[2] == DEFENDER:
                seats = len(lords)
                soon = (other - state.turn - 1) % seats < (colour - state.turn - 1) % seats
                risk = (AWAY if free else SOON) if soon else LATER
                if worst is None or risk > worst[1]:
                    worst = its, risk
        return worst

    def _force(self, colour: int, square: int) -> int:
        """The fighters of a colour who come to a square in one turn, but for its king."""
        found = self._forces.get((colour, square))
        if found is None:
            table, ground, found = self.state.table, self.state.game.ground, 0
            row, near = table.stacks[colour], ground.near[square]
            for at in members(table.occupied[colour] & ground.far[square]):
                found += row[at] & (_WALKERS if near >> at & 1 else RIDERS)
            self._forces[colour, square] = found
        return found


def _within(state: State, unit: int, square: int) -> int:
    """The squares from which a piece comes to a square."""
    return (state.game.ground.far if unit & RIDERS else state.game.ground.near)[square]


@lru_cache(maxsize=1 << 14)
def _zones(squares: tuple[int, ...]) -> tuple[list[float], list[int]]:
    """points that zones are worth to each alliance, by the squares where they stand, and the squares of the zones that
    each holds; most moves leave these as they are."""
    holders = [(lord, mask, _around(mask)) for lord, mask in enumerate(squares) if mask]
    everybody = reduce(or_, squares)
    gained, held = [0.0] * len(squares), [0] * len(squares)
    for within in ZONE_MASKS:
        standing = everybody & within
        for lord, mask, around in holders:
            if not standing:
                if around & within:
                    gained[lord] += OUTLOOK
            elif mask & within == standing:
                if standing.bit_count() >= HELD:
                    gained[lord] += ZONE_WORTH
                    held[lord] |= within
                else:
                    gained[lord] += FOOTHOLD
    return gained, held


def _around(squares: int) -> int:
    """The squares within one step of some, mountains or not."""
    wide = squares | (squares & _INNER[0]) >> 1 | (squares & _INNER[1]) << 1
    return (wide | wide << SIDE | wide >> SIDE) & BOARD
