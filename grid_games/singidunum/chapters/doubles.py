"""Double attacks: which can be declared, and the two moves that follow (section 12, U12).

A declaration is legal if some pair of moves, in either order, brings the lead and a helper to two hexes beside the
target.
"""

from __future__ import annotations

from armada_sim.tabletop import Message
from grid_games.core.protocol import Violation
from grid_games.core.sets import mask, members
from grid_games.singidunum.chapters import melee, movement
from grid_games.singidunum.chapters.melee import by_priority, flanks_open, in_contact, nameable
from grid_games.singidunum.chapters.movement import Limits
from grid_games.singidunum.moves import Attack, Double, Go
from grid_games.singidunum.state import HELPER, LEAD, TARGET, State


class Doubles:
    """Double attacks of the mover as things stand."""

    def __init__(self, draft: State, limits: Limits | None = None, reaches: dict[int, int] | None = None) -> None:
        self.draft = draft
        self.table = draft.table
        self.limits = limits or Limits(draft, draft.mover)
        if reaches is None:
            reaches = self.limits.reaches(draft.ready & draft.men[draft.mover], draft.occupied)
        self.reaches = reaches

    def _close(self, target: int) -> bool:
        """Whether there are two units from where some move would lead beside a target, whatever is in the way."""
        units, (two, three) = self.draft.ready & self.draft.men[self.draft.mover], self.table.close[target]
        count, far = (units & two).bit_count(), units & three
        return count > 1 or (far > 0 and count + sum(map(self._rides, members(far))) > 1)

    def declarable(self, everywhere: int) -> list[tuple[int, int]]:
        """Pairs of lead and target for which a double attack can be declared; `everywhere`: where units are or may
        go."""
        draft, kinds, cavalry = self.draft, self.draft.kinds, self.table.numbers.cavalry
        grid, around = self.table.board.grid, self.table.board.grid.around
        found: list[tuple[int, int]] = []
        for target in members(self.limits.foes & grid.near(everywhere)):
            if not self._close(target) or not flanks_open(draft, target, 1 - draft.mover):
                continue
            near = around[target]
            reachers = [unit for unit, hexes in self.reaches.items() if (hexes | 1 << unit) & near]
            helps = {unit: self.ends(unit, target, self.reaches[unit], lead=False) for unit in reachers}
            leave = mask(reachers)
            """Hexes that others may need to be free, to get there at all (`_frees`)."""

            for lead in self.reaches:
                freed = leave & (around[lead] | near if kinds[lead] in cavalry else around[lead] & near)
                if (lead in helps or freed) and self._any_helper(lead, target, helps):
                    found.append((lead, target))
        return sorted(found)

    def _any_helper(self, lead: int, target: int, reachers: dict[int, int]) -> bool:
        """`reachers`: who could be beside the target after one move, each with the hexes from which it may help."""
        leads = self.ends(lead, target, self.reaches[lead], lead=True) if lead in reachers else 0
        for helper in self.reaches if leads else reachers:
            if helper == lead:
                continue
            helps = reachers.get(helper, 0)
            two = leads and helps and leads | helps != leads & -leads
            if two and not self._ride(lead, helper):
                return True  # two hexes, and one of the two gets there in one step whatever the other does before
            if (
                leads
                and (two or self._frees(lead, helper, target))
                and self._then(lead, leads, helper, target, lead=False)
            ):
                return True
            if (
                helps
                and (two or self._frees(helper, lead, target))
                and self._then(helper, helps, lead, target, lead=True)
            ):
                return True
        return False

    def _ride(self, one: int, other: int) -> bool:
        return self._rides(one) and self._rides(other)

    def _rides(self, unit: int) -> bool:
        return self.draft.kinds[unit] in self.table.numbers.cavalry

    def _frees(self, first: int, second: int, target: int) -> bool:
        """Whether `second` may get somewhere only because `first` has left its hex: onto that hex, or, cavalry, across
        it."""
        around = self.table.board.grid.around
        if not around[second] >> first & 1:
            return self._rides(second) and bool(around[target] >> first & 1)
        return self._rides(second) or bool(around[target] >> first & 1)

    def _then(self, first: int, ends: int, second: int, target: int, *, lead: bool) -> bool:
        """Whether, once `first` has gone to one of `ends`, `second` can get beside the target."""
        return any(self.second(first, end, second, target, lead=lead) for end in members(ends))

    def second(self, first: int, end: int, second: int, target: int, *, lead: bool) -> int:
        """The hexes to which `second` may go when `first` has gone to `end`."""
        occupied = self.draft.occupied & ~(1 << first) | 1 << end
        return self.ends(second, target, self.limits.reaches(1 << second, occupied)[second], lead=lead)

    def ends(self, unit: int, target: int, hexes: int, *, lead: bool) -> int:
        """Of the hexes a unit can reach, and its own, those from which it may attack the target."""
        draft, table = self.draft, self.table
        found = hexes & table.board.grid.around[target] & ~table.flight
        if table.board.grid.around[target] >> unit & 1 and draft.rules.attack_in_place == "yes":
            found |= 1 << unit
        if not lead:
            return found
        bit, allowed = 1 << target, 0
        for end in members(found):
            if by_priority(table, end, in_contact(draft, end, unit)) & bit:
                allowed |= 1 << end
        return allowed

    def goings(self) -> dict[int, int]:
        """Once it is declared: for each unit the hexes to which it may make the move that comes next."""
        lead, target, gone = self.draft.at[LEAD], self.draft.at[TARGET], self.draft.gone
        if gone == 1 << HELPER:
            return {lead: self.ends(lead, target, self.reaches[lead], lead=True)}
        if gone:
            return self.helpers(target)
        found = {}
        for unit, hexes in self.reaches.items():
            others = [lead] if unit != lead else [other for other in self.reaches if other != lead]
            ends = mask(  # the first of the two: the second must be left one
                end for end in members(self.ends(unit, target, hexes, lead=unit == lead))
                if any(self.second(unit, end, other, target, lead=unit != lead) for other in others)
            )  # fmt: skip
            if ends:
                found[unit] = ends
        return found

    def helpers(self, target: int) -> dict[int, int]:
        """Once the lead has gone: for each other unit the hexes from which it may attack the target with it."""
        lead = self.draft.at[LEAD]
        ends = {
            unit: self.ends(unit, target, hexes, lead=False) for unit, hexes in self.reaches.items() if unit != lead
        }
        return {unit: hexes for unit, hexes in ends.items() if hexes}


def joinable(draft: State) -> list[int]:
    """The enemies that a single attacker, after a refusal, may attack together with a unit that joins it."""
    if draft.rules.follow_double == "same_two" or draft.at[HELPER] >= 0:
        return []
    pairs = Doubles(draft)
    return [
        target for target in members(nameable(draft))
        if flanks_open(draft, target, 1 - draft.mover) and pairs.helpers(target)
    ]  # fmt: skip


def unjoined(draft: State, move: Double) -> Violation:
    """Why no other unit can join an attacker after a refusal."""
    board, lead = draft.table.board, draft.at[LEAD]
    if draft.rules.follow_double == "same_two" or draft.at[HELPER] >= 0:
        return Violation("12", "no other unit joins an attack that has begun")
    if move.lead != board.names[lead]:
        told = Message("the unit on {hex} attacks, not the one on {other}", hex=board.names[lead], other=move.lead)
        return Violation("9", told)
    if (found := melee.why_not(draft, Attack(move.target))) and not nameable(draft) >> board.numbers[move.target] & 1:
        return found
    if not flanks_open(draft, board.numbers[move.target], 1 - draft.mover):
        return Violation("12", "the unit on {hex} has a friend on its flank", hex=move.target)
    return Violation("U12", "no other available unit can attack the one on {hex}", hex=move.target)


def undeclared(draft: State, move: Double) -> Violation:
    """Why a double attack cannot be declared."""
    if (found := movement.unable(draft, move.lead)) is not None:
        return found
    target, foe = draft.table.board.numbers[move.target], 1 - draft.mover
    if not draft.men[foe] >> target & 1:
        return Violation("12", "there is no enemy on {hex}", hex=move.target)
    if not flanks_open(draft, target, foe):
        return Violation("12", "the unit on {hex} has a friend on its flank", hex=move.target)
    told = Message(
        "no two moves bring {lead} and a second available unit to {hex}, where the lead may name it",
        lead=move.lead, hex=move.target,
    )  # fmt: skip
    return Violation("U12", told)


def why_not(draft: State, move: Go) -> Violation:
    """Why a unit cannot make this move of a double attack."""
    if (found := movement.unable(draft, move.start)) is not None:
        return found
    numbers, target = draft.table.board.numbers, draft.table.board.names[draft.at[TARGET]]
    start, end, pairs = numbers[move.start], numbers[move.end], Doubles(draft)
    if start not in pairs.goings():
        told = Message("the unit on {hex} has no part in the double attack on {target}", hex=move.start, target=target)
        return Violation("U12", told)
    if start != end and not pairs.reaches[start] >> end & 1:
        return movement.why_not(draft, move)
    return Violation("U12", "from {hex} the double attack on {target} cannot be made", hex=move.end, target=target)
