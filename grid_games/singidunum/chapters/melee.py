"""Melee: who may be named, refusing, follow-up attacks, the table (section 9, U5 to U7, U12, U13)."""

from __future__ import annotations

from armada_sim.tabletop import N_
from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.chapters import retreat
from grid_games.singidunum.chapters.turns import end_action
from grid_games.singidunum.moves import MOST, Attack, Move, Retreat, Roll, Say, Shoot
from grid_games.singidunum.state import HELPER, LEAD, TARGET, Phase, Rolled, State, Step, Task
from grid_games.singidunum.table import Table


def in_contact(draft: State, place: int, start: int) -> int:
    """The enemies that a unit on `place` may name; it came from `start`, the same hex if it stayed (U5)."""
    if start == place and draft.rules.attack_in_place == "no":
        return 0
    return draft.table.board.grid.around[place] & draft.men[1 - draft.mover]


def by_priority(table: Table, place: int, enemies: int) -> int:
    """Of these enemies those that a unit on `place` may name: those on its terrain type first (U13)."""
    return enemies & table.alike[place] or enemies


def flanks_open(draft: State, target: int, side: int) -> bool:
    """Whether a unit of `side` on `target` can be attacked by two: no friend on its left, none on its right (U12)."""
    table, friends = draft.table, draft.men[side]
    opened = [not flank & friends for flank in table.flanks[target]]
    return any(opened) if draft.rules.flanks == "one_open" else all(opened)


def nameable(draft: State) -> int:
    """The enemies that the lead may attack now: in contact, not challenged in this action, by priority."""
    left = draft.contact & draft.men[1 - draft.mover] & ~draft.challenged
    return by_priority(draft.table, draft.at[LEAD], left) if left else 0


def challenge(draft: State, target: int) -> None:
    """Attack: the defender accepts or refuses; one who cannot retreat is not asked."""
    if draft.attacks and draft.at[HELPER] >= 0:  # a follow-up is double again if it can be
        both = draft.table.board.grid.around[target] >> draft.at[HELPER] & 1
        draft.joint = bool(both) and flanks_open(draft, target, 1 - draft.mover)
    draft.at[TARGET] = draft.vacated = target
    draft.attacks += 1
    draft.challenged |= 1 << target
    if retreat.refusals(draft):
        draft.phase = Phase.ANSWER
    else:
        draft.played(1 - draft.mover, Say.ACCEPT)
        accepted(draft)


def accepted(draft: State) -> None:
    """Both roll; strengths of the faces showing, both attackers' in a double attack."""
    strength = draft.face(draft.at[LEAD]) + (draft.face(draft.at[HELPER]) if draft.joint else 0)
    draft.advantage = strength - draft.face(draft.at[TARGET])
    draft.phase = Phase.MELEE


def refused(draft: State) -> None:
    """The defender retreats one hex: it names the hex where it has a choice."""
    choices = retreat.refusals(draft)
    draft.who, draft.manner, draft.steps = TARGET, "refuse", 1
    if choices & choices - 1:
        draft.choices = choices
        draft.phase = Phase.WHERE
    else:
        draft.played(1 - draft.mover, draft.table.on[Retreat][choices.bit_length() - 1])
        withdrawn(draft, choices.bit_length() - 1)


def withdrawn(draft: State, end: int) -> None:
    """The defender has refused and stands on `end`; the attacker may attack another enemy in contact."""
    retreat.stepped(draft, end)
    draft.activate(TARGET)
    draft.challenged |= 1 << end
    draft.at[TARGET] = -1
    if nameable(draft):
        draft.phase = Phase.AGAIN
    else:
        draft.played(draft.mover, Say.HOLD)
        end_action(draft)


def attacks(draft: State) -> list[Move]:
    """The attacks there may be."""
    return [draft.table.on[Attack][place] for place in members(nameable(draft))]


def fought(draft: State, move: Roll) -> None:
    """The table: what follows from the attacker's total less the defender's."""
    gap = move.gap
    draft.activate(TARGET)
    if gap > 0:
        draft.tasks = _won(draft, gap)
    elif gap < 0:
        lead: Task = ("out", LEAD, 0) if gap == -MOST else ("retreat", LEAD, min(-gap, 2))
        draft.tasks = (lead, ("retreat", HELPER, min(-gap, 2))) if draft.joint else (lead,)
    retreat.run(draft)


def _won(draft: State, gap: int) -> tuple[Task, ...]:
    follows = gap == 3 or (gap == MOST and draft.rules.pursuit == "after_3_and_elimination")
    follow: tuple[Task, ...] = (("follow", LEAD, 0),) if follows else ()
    return (("out", TARGET, 0) if gap == MOST else ("retreat", TARGET, min(gap, 2)), *follow)


def _named(draft: State, move: Retreat | Say) -> None:
    """A hex to retreat to, or no second step."""
    if isinstance(move, Say):
        draft.choices, draft.may_stay = 0, False
        retreat.run(draft)
        return
    place = draft.table.board.numbers[move.hex]
    if draft.manner == "refuse":
        withdrawn(draft, place)
    else:
        retreat.named(draft, place)


def why_not(draft: State, move: Move) -> Violation | None:
    """Why an enemy cannot be attacked, or one must be."""
    if isinstance(move, Shoot):
        return Violation("9", "after a refusal an enemy in contact is attacked, or none")
    if move is Say.HOLD:
        return Violation("9", "a unit that moves into contact attacks")
    if not isinstance(move, Attack):
        return None
    place = draft.table.board.numbers[move.hex]
    if not draft.men[1 - draft.mover] >> place & 1:
        return Violation("9", "there is no enemy on {hex}", hex=move.hex)
    if draft.challenged >> place & 1:
        return Violation("9", "the unit on {hex} was challenged in this action", hex=move.hex)
    if not draft.contact >> place & 1:
        lead = draft.table.board.names[draft.at[LEAD]]
        return Violation("U5", "the unit on {hex} cannot be attacked from {lead}", hex=move.hex, lead=lead)
    return Violation("U13", "an enemy on the attacker's terrain comes before the one on {hex}", hex=move.hex)


def _unrefused(draft: State, move: Move) -> Violation | None:
    """Why the unit challenged cannot refuse, where it was not asked."""
    if move is not Say.REFUSE or retreat.refusals(draft):
        return None
    barred = retreat.barred(draft, draft.at[TARGET], 1 - draft.mover)
    return Violation("9", "the unit challenged has no hex to retreat to, and fights: {reasons}", reasons=barred)


STEPS = {
    Phase.ANSWER: Step(
        N_("the unit challenged says accept or refuse"),
        lambda _: [Say.ACCEPT, Say.REFUSE],
        lambda draft, move: accepted(draft) if move is Say.ACCEPT else refused(draft),
        decides=lambda state: 1 - state.mover,
    ),
    Phase.MELEE: Rolled(
        N_("the dice are rolled, for a difference such as +2"),
        lambda draft: draft.table.melee[draft.advantage],
        fought,
        _unrefused,
    ),
    Phase.WHERE: Step(
        "",
        retreat.places,
        _named,
        retreat.why_not,
        decides=lambda state: state.owner(state.who),
    ),
}
