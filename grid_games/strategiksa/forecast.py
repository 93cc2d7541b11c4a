"""What a battle will leave, by a rule of thumb: each fight is the best exchange for both sides that looks no further than itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grid_games.strategiksa.units import FIELD, FIGHTERS, FOUGHT, HEALER, KING_WOUNDED, UNIT, WIDTH, points

ATTACKER, DEFENDER = 0, 1
"""The sides of a battle (clause 33)."""

WOUND: Final = 0.4
"""1. Part of a piece's points that a wound takes: the piece dies in its next fight, won or lost (clause 36)."""

IDLE: Final = 0.3
"""points. What a healer is worth less than a fighter: it holds squares and heals, but never fights (clause 39)."""

WORTHS: Final = (12.0, 10.0, 1.0, 1 - WOUND, 2.0, 2 * (1 - WOUND), 1.0, 1 - WOUND)
"""points. What a side gives for a piece in a fight; for a king more than for any guard."""


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


def _kinds(stack: int) -> tuple[int, ...]:
    """The kinds of fighter in a stack."""
    return tuple(piece for piece in range(HEALER) if stack >> WIDTH * piece & FIELD)


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
        kinds = _kinds(left[1 - initiative])
        if pick is None:
            pick = _pick(_kinds(left[initiative]), kinds)
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
