"""How well a player stands: a rule of thumb.

The rule of thumb adds up what each alliance has: pieces, zones, kings. Battles that are about to be fought count as
fought, each fight as the best exchange for both sides that looks no further than itself; a king whom enemies can
overwhelm where he stands counts as lost in part, with all its people.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Final

from grid_games.core.sets import members
from grid_games.strategiksa.board import BOARD, SIDE, ZONE_MASKS
from grid_games.strategiksa.chapters.battles import ATTACKER, DEFENDER, Picking, Replying
from grid_games.strategiksa.chapters.control import ENOUGH, HELD, territories
from grid_games.strategiksa.chapters.interrupts import disposable
from grid_games.strategiksa.chapters.movement import Moving
from grid_games.strategiksa.chapters.reinforcement import Reinforcing
from grid_games.strategiksa.chapters.setup import Placing
from grid_games.strategiksa.chapters.vassalage import Answering
from grid_games.strategiksa.moves import PASS, Answer, Move, Name
from grid_games.strategiksa.state import Over, State
from grid_games.strategiksa.units import (
    FAST,
    FIELD,
    FIGHTERS,
    FOUGHT,
    HEALER,
    KING_WOUNDED,
    KINGS,
    RIDERS,
    UNIT,
    WIDTH,
    points,
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

SOON, LATER = 0.5, 0.05
"""Part of a king's alliance that goes to an enemy who can overwhelm it before, or only after, its own next turn."""

WOUND: Final = 0.4
"""Part of a piece's points that a wound takes: the piece dies in its next fight, won or lost (clause 36)."""

IDLE: Final = 0.3
"""points. What a healer is worth less than a fighter: it holds squares and heals, but never fights (clause 39)."""

WORTHS: Final = (12.0, 10.0, 1.0, 1 - WOUND, 2.0, 2 * (1 - WOUND), 1.0, 1 - WOUND)
"""points. What a side gives for a piece in a fight; for a king more than for any guard."""

NEAR, FEW = 3, 5
"""A victory is near when this many zones are wanting, or all enemies have less than one in so many points."""

_WALKERS: Final = FIGHTERS & ~KINGS
_INNER: Final = tuple(BOARD & ~sum(1 << SIDE * file + rank for file in range(SIDE)) for rank in (0, SIDE - 1))
"""The board without its lowest and without its highest rank."""


def worth(stack: int) -> float:
    """The points of a stack, less for its wounds and its healers; kings count nothing."""
    wounds = (stack >> 3 * WIDTH & FIELD) + 2 * (stack >> 5 * WIDTH & FIELD) + (stack >> 7 * WIDTH & FIELD)
    return points(stack) - WOUND * wounds - IDLE * (stack >> HEALER * WIDTH)


def _loss(piece: int, other: int) -> float:
    """What a fight costs the side of `piece`."""
    rest = FOUGHT[piece][other]
    return WORTHS[piece] - (0.0 if rest is None else WORTHS[rest])


GAINS: Final = tuple(
    tuple(_loss(pick, reply) - _loss(reply, pick) for reply in range(HEALER)) for pick in range(HEALER)
)
"""points. What the side that replies (second index) gains by a fight."""


@lru_cache(maxsize=1 << 12)
def _reply(pick: int, replies: tuple[int, ...]) -> int:
    gains = GAINS[pick]
    return max(replies, key=gains.__getitem__)


@lru_cache(maxsize=1 << 14)
def _pick(picks: tuple[int, ...], replies: tuple[int, ...]) -> int:
    return min(picks, key=lambda pick: GAINS[pick][_reply(pick, replies)])


@lru_cache(maxsize=1 << 15)
def forecast(
    attack: int, defence: int, initiative: int = DEFENDER, pick: int | None = None
) -> tuple[int, int, int | None]:
    """What is left of both sides, and the side whose king falls if one does, which ends it (U14).

    Stacks of each side are given as one; `pick` is a piece already sent by the side with the initiative. Nobody heals.
    """
    left = [attack, defence]
    while left[ATTACKER] & FIGHTERS and left[DEFENDER] & FIGHTERS:
        kinds = tuple(present(left[1 - initiative] & FIGHTERS))
        if pick is None:
            pick = _pick(tuple(present(left[initiative] & FIGHTERS)), kinds)
        reply = _reply(pick, kinds)
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


def evaluate(state: State, player: int) -> float:
    """From 0 (lost) to 1 (won): the part of all points that a player has or, before the end, may look forward to.

    An alliance's prospect is its share in all strength. It is its suzerain's, who may dismiss vassals before the
    victory; a vassal who runs troops looks forward to a part of it, a third at most (clause 58: 1/2, where the suzerain
    has 1). So only who is nearly lost makes an offer. An offer counts as answered the way that
    is better for whoever is asked.
    """
    if isinstance(state.step, Answering):
        asked, state = state.step.decider(state), state._replace(aside=-1)
        state = max(
            (state.after(Answer(accepted)) for accepted in (False, True)), key=lambda after: evaluate(after, asked)
        )
    if isinstance(state.step, Over):
        return float(state.step.scores[player] / sum(state.step.scores))
    table = state.table
    lord = table.lords[player]
    office = {
        manager
        for colour, manager in enumerate(table.managers)
        if table.lords[colour] == lord != manager and table.totals[colour]
    }
    if player != lord and player not in office:
        return 0.0
    prospect = _Standing(state).prospect(lord)
    return prospect if player == lord else prospect * 0.5 / (1 + len(office) / 2)


def habit(state: State) -> Move | None:
    """What a computer suzerain says before a decision (U17): vassals are kept until a victory is near, which is not
    shared."""
    table, lord = state.table, state.aside
    if lord < 0:
        return None
    run = [colour for colour in disposable(table, lord) if table.managers[colour] != lord]
    if not run or not _near(state, lord):
        return PASS
    letters = state.game.letters
    return Name(letters[run[0]], letters[lord])


def _near(state: State, lord: int) -> bool:
    """Whether a suzerain may soon have won."""
    table = state.table
    everything = sum(map(points, table.totals))
    own = sum(points(total) for total, its in zip(table.totals, table.lords, strict=True) if its == lord)
    if FEW * (everything - own) < everything:
        return True
    return territories(table).get(lord, 0) >= ENOUGH - NEAR


class _Standing:
    """What the alliances of a state have, by suzerain."""

    __slots__ = ("heirs", "squares", "state", "strength")

    def __init__(self, state: State) -> None:
        self.state = state
        table = state.table
        count = len(table.lords)
        self.strength = [0.0] * count
        """points."""
        self.squares = [0] * count
        """Where each alliance stands."""
        self.heirs = list(range(count))
        """Whose each alliance is when the battles are over."""
        for colour, total in enumerate(table.totals):
            if total:
                self.strength[table.lords[colour]] += worth(total)
                self.squares[table.lords[colour]] |= table.occupied[colour]
        if isinstance(state.step, (Placing, Reinforcing)):
            self.strength[table.lords[state.turn]] += state.step.left
        left = self._fight()
        self._count_zones()
        self._count_kings(left)

    def prospect(self, lord: int) -> float:
        """The share of a suzerain in all strength; nothing once the king is about to fall."""
        if self.heirs[lord] != lord:
            return 0.0
        strength = [max(one, 0.0) for one in self.strength]  # who could join several battles may be taken off in each
        own = sum(its for its, heir in zip(strength, self.heirs, strict=True) if heir == lord)
        everything = sum(strength)
        return own / everything if everything else 0.0

    def _fight(self) -> dict[int, int]:
        """Battles of this turn count as fought, with all who can still join them; who is left, by square."""
        state, table, squares = self.state, self.state.table, self.squares
        lord = table.lords[state.turn]
        rest = 0
        for its, mask in enumerate(squares):
            if its != lord:
                rest |= mask
        left = {}
        for square in members(squares[lord] & rest):
            bit = 1 << square
            foe = next(its for its, mask in enumerate(squares) if its != lord and mask & bit)
            attack = sum(row[square] for row, its in zip(table.stacks, table.lords, strict=True) if its == lord)
            defence = sum(row[square] for row, its in zip(table.stacks, table.lords, strict=True) if its == foe)
            step = state.step
            if isinstance(step, Moving):
                attack += _joining(state, step, square)
            if isinstance(step, (Picking, Replying)) and step.battle.square == square:
                sent = step.piece if isinstance(step, Replying) else None
                attackers, defenders, fallen = forecast(attack, defence, step.battle.initiative, sent)
            else:
                attackers, defenders, fallen = forecast(attack, defence)
            self.strength[lord] += worth(attackers) - worth(attack)
            self.strength[foe] += worth(defenders) - worth(defence)
            if fallen is not None:
                loser, winner = (lord, foe) if fallen == ATTACKER else (foe, lord)
                self.heirs = [winner if heir == loser else heir for heir in self.heirs]
            if not defenders:
                squares[foe] &= ~bit
            if not attackers:
                squares[lord] &= ~bit
            left[square] = attackers or defenders
        return left

    def _count_zones(self) -> None:
        """Zones held, half held and within reach."""
        for lord, gained in enumerate(_zones(tuple(self.squares))):
            self.strength[lord] += gained

    def _count_kings(self, left: dict[int, int]) -> None:
        """Kings, and what goes to enemies who can overwhelm them."""
        table = self.state.table
        threats = []
        for colour, total in enumerate(table.totals):
            if not total & KINGS:
                continue
            lord = table.lords[colour]
            self.strength[lord] += KING_WORTH if total & FIELD else KING_WORTH / 2
            row = table.stacks[colour]
            square = next(square for square in members(table.occupied[colour]) if row[square] & KINGS)
            guard = left.get(square)
            if guard is None:
                guard = sum(row[square] for row, its in zip(table.stacks, table.lords, strict=True) if its == lord)
            if guard & KINGS and (threat := self._threat(colour, square, guard)):
                threats.append((lord, *threat))
        for lord, enemy, risk in threats:
            lost = risk * self.strength[lord]
            self.strength[lord] -= lost
            self.strength[enemy] += lost

    def _threat(self, colour: int, square: int, guard: int) -> tuple[int, float] | None:
        """The enemy who is likeliest to bring a king down, and how likely; kings are not counted on for that."""
        state, table = self.state, self.state.table
        lord, near, far = table.lords[colour], state.game.ground.near[square], state.game.ground.far[square]
        worst = None
        for other, occupied in enumerate(table.occupied):
            if not occupied & far or table.lords[other] == lord:
                continue
            force = 0
            for at in members(occupied & far):
                force += table.stacks[other][at] & (_WALKERS if near >> at & 1 else RIDERS)
            if not force:
                continue
            if forecast(force, guard)[2] == DEFENDER:
                seats = len(table.lords)
                soon = (other - state.turn - 1) % seats < (colour - state.turn - 1) % seats
                risk = SOON if soon else LATER
                if worst is None or risk > worst[1]:
                    worst = table.lords[other], risk
        return worst


@lru_cache(maxsize=1 << 14)
def _zones(squares: tuple[int, ...]) -> list[float]:
    """points that zones are worth to each alliance, by the squares where they stand; most moves leave these as they
    are."""
    holders = [(lord, mask, _around(mask)) for lord, mask in enumerate(squares) if mask]
    everybody = reduce(or_, squares)
    gained = [0.0] * len(squares)
    for within in ZONE_MASKS:
        standing = everybody & within
        for lord, mask, around in holders:
            if not standing:
                if around & within:
                    gained[lord] += OUTLOOK
            elif mask & within == standing:
                gained[lord] += ZONE_WORTH if standing.bit_count() >= HELD else FOOTHOLD
    return gained


def _joining(state: State, step: Moving, square: int) -> int:
    """The fighters that have not moved and can still come to a square; the king stays away."""
    ground = state.game.ground
    near, far, first = ground.near[square], ground.far[square], step.least // 1000
    force = 0
    for at, piece, count in step.waiting:
        if KING_WOUNDED < piece < HEALER and at >= first and (far if FAST[piece] else near) >> at & 1:
            force += count * UNIT[piece]
    return force


def _around(squares: int) -> int:
    """The squares within one step of some, mountains or not."""
    wide = squares | (squares & _INNER[0]) >> 1 | (squares & _INNER[1]) << 1
    return (wide | wide << SIDE | wide >> SIDE) & BOARD
