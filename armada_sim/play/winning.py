"""Has anybody won: every goal as the table lies, by how much it is reached or missed, and what else ends a game.

In a game the action that reaches a goal wins. Here a table is looked at on which the last action is done already: that
goals are not reached is a list of conditions, judged like any other, so that the answer has its margin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from armada_sim.evidence import (
    RELATED,
    Answer,
    Condition,
    Escape,
    Key,
    Movable,
    OutcomeEvidence,
    Reason,
    Ruling,
    Shift,
    ShownLine,
    Subject,
    closest,
    conclude,
    doubt_reason,
    finite,
    flip_ships,
    gap_condition,
    judge,
    relation_text,
    search_notes,
)
from armada_sim.geometry import STILL, Body, Relation, clearance
from armada_sim.moving import Hazard
from armada_sim.play._endings import ENDINGS, settled
from armada_sim.play.game import Game
from armada_sim.play.goals import beyond, flag_obstacles, flag_solid, past_line, takes_flag
from armada_sim.play.state import Flag, GoalLine, State
from armada_sim.referee import given
from armada_sim.table import Clause, Layout, Rules, Ship, Unit, unit_of
from armada_sim.tabletop import N_, Listing, Message, Outcome

_PAST = {
    "whole_footprint": (
        N_("all of {ship} is past {attacker}'s line, by {length}"),
        N_("not all of {ship} is past {attacker}'s line: {length} are missing"),
        N_("{ship} still touches {attacker}'s line, so not all of it is past it"),
    ),
    "tip_crosses": (
        N_("the tip of {ship} is past {attacker}'s line, by {length}"),
        N_("the tip of {ship} is {length} short of {attacker}'s line"),
        N_("the tip of {ship} lies on {attacker}'s line, which is not past it"),
    ),
    "any_part": (
        N_("a part of {ship} is past {attacker}'s line, by {length}"),
        N_("{ship} is {length} short of {attacker}'s line"),
        N_("{ship} only touches {attacker}'s line, which is not past it"),
    ),
}  # fmt: skip
"""By goal_cross: a ship that is past a line, one that is not, and one just at it."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """One ship and what it may reach: the condition holds while it has not."""

    condition: Condition
    party: str
    """Who wins by it."""

    ending: str
    """The reason of that outcome."""


def check_won(game: Game, *, unit: str = "mm") -> Ruling:
    """Whether anybody has won as the game stands: who, and by what; or what is missing.

    The answer is yes with the winners in the witness (`winners` and `reason`, as in a record's result), no if the game
    goes on or is drawn; `margin` and `flip` are about the ships at flags and goal lines. Not allowed unless the answer
    lets it count as won (options doubt_rule, doubt_scope). unit: "mm", "cm" or "in", for the sentences.
    """
    state, words = game.state, unit_of(game.lying, unit)

    def ask(table: Layout, rules: Rules) -> Ruling:
        if state.result is not None:
            return _settled(state, state.result)
        # sunk ships lie nowhere, and yet it matters who carried a flag
        layout = replace(state.layout, misplaced=table.misplaced, only_misplaced=table.only_misplaced)
        return _reached(state.but(layout=layout, agreement=replace(state.agreement, rules=rules)), words)

    ruling = given(ask, game.lying, state.rules, unit)
    # flags are to be seen as well, as markers: no ship lies wrongly that lies on one
    flags = tuple(replace(thing, marker=True) for thing in flag_obstacles(state))
    table = replace(game.lying, objects=(*game.lying.objects, *flags))
    return replace(ruling, subject=Subject(table, state.rules, unit))


def outcome_words(result: Outcome) -> Message:
    """Who won, and why, as replays say it: without a full stop."""
    reason = Message(ENDINGS[result.reason])
    if not result.winners:
        return Message("a draw ({reason})", reason=reason)
    return Message.counted(
        "{winners} wins ({reason})", "{winners} win ({reason})",
        len(result.winners), winners=Listing(result.winners), reason=reason,
    )  # fmt: skip


def _settled(state: State, result: Outcome) -> Ruling:
    """The ruling on a game that is over, wherever its pieces lie."""
    won = bool(result.winners) or result.reason == "flag_sunk"
    said = outcome_words(result) if result.winners or not won else _SUNK_BY_SOMEBODY
    shown = OutcomeEvidence(result.winners, result.reason, None, _lines(state))
    clause = _CLAUSES.get(result.reason, Clause.GAME_END)
    return Ruling("won", Answer.YES if won else Answer.NO, won, reasons=(Reason(clause, said),), witness=shown)


_SUNK_BY_SOMEBODY = Message("the ship that carried a flag was sunk, and whoever sank it has won")
_CLAUSES = {
    "line_crossed": Clause.GOAL_LINE, "flag_taken": Clause.GOAL_FLAG,
    "flag_boarded": Clause.GOAL_FLAG, "flag_sunk": Clause.GOAL_FLAG,
    "own_flag_sunk": Clause.GOAL_FLAG,
}  # fmt: skip


def _reached(state: State, unit: Unit) -> Ruling:
    """The ruling on a game of which only the table can tell whether a goal is reached."""
    layout, rules = state.layout, state.rules
    goals = list(_goals(state, {}, unit))
    verdict = judge(lambda shift: [goal.condition for goal in _goals(state, shift, unit)], _pieces(state))
    answer, allowed = conclude(not verdict.holds, verdict.low, layout.largest_tolerance, rules, passive=True)
    met = [goal for goal in goals if not goal.condition.holds]
    parties = list(dict.fromkeys(goal.party for goal in met))
    result = Outcome(state.members(parties[0]), met[0].ending) if len(parties) == 1 else None
    if not met:
        ended = settled(state)
        if ended is not None:
            return _settled(state, ended)
    nearest = met or _nearest(goals)
    reasons = [goal.condition.reason for goal in nearest]
    if answer is Answer.IN_DOUBT:
        reasons.append(doubt_reason(verdict, layout.largest_tolerance, unit, None))
    if len(parties) > 1:
        answer, allowed = Answer.IN_DOUBT, False
        both = Message("{sides} have all reached a goal; who was first does not show", sides=Listing(parties))
        reasons.append(Reason(Clause.GAME_END, both))
    if result is not None:
        reasons.append(Reason(_CLAUSES[result.reason], outcome_words(result)))
    if not met:
        reasons += _missing(state)
    won = result if answer is Answer.YES else None
    shown = OutcomeEvidence(
        won.winners if won else (), won.reason if won else None,
        closest(nearest[0].condition) if nearest else None, _lines(state),
    )  # fmt: skip
    ship = nearest[0].condition.reason.pieces[0] if nearest else None
    notes = search_notes(verdict)
    return Ruling(
        "won", answer, allowed, ship, None, finite(verdict.low), finite(verdict.high), flip_ships(layout, verdict),
        tuple(reasons), shown, tuple(notes),
    )  # fmt: skip


def _nearest(goals: list[_Goal]) -> list[_Goal]:
    """Of every goal the ship that comes nearest to it, the nearest of these first."""
    found: dict[tuple[str, ...], _Goal] = {}
    for goal in sorted(goals, key=lambda goal: goal.condition.low):
        found.setdefault((goal.party, *goal.condition.reason.pieces[1:]), goal)
    return list(found.values())


def _missing(state: State) -> Iterator[Reason]:
    """What else would end the game and does not: the limit of turns, sides afloat."""
    quiet, turns = N_("{n} of {most} turns in a row were without damage"), N_("{n} of {most} turns are over")
    for said, n, most in ((quiet, state.quiet, state.rules.quiet_turns), (turns, state.turns, state.rules.most_turns)):
        if most is not None:
            yield Reason(Clause.GAME_END, Message(said, n=n, most=most), None, (), float(n), float(most))
    sides = Listing(state.parties_left())
    yield Reason(Clause.GAME_END, Message("more than one side is still in the battle: {sides}", sides=sides))


# the goals of a table


def _lines(state: State) -> tuple[ShownLine, ...]:
    ends = ((line, line.start, line.end) for line in state.agreement.lines)
    return tuple(
        ShownLine(line.attacker, (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) for line, a, b in ends
    )


def _pieces(state: State) -> dict[Key, Movable]:
    """The ships that may lie elsewhere."""
    layout, rules = state.layout, state.rules
    return {
        ship.name: Movable(layout.weight(ship), rules.outline(ship.size).solid(ship.pose.place).shadow.arms)
        for ship in layout.ships
    }


def _goals(state: State, shift: Shift, unit: Unit) -> Iterator[_Goal]:
    """Every ship afloat with every goal it can reach, after a displacement."""
    flags = state.flags_left()
    for ship in state.layout.ships:
        if ship.sunk:
            continue
        for flag in flags:
            if not state.allied(flag.owner, ship.player):
                if flag.at is not None:
                    yield _touching(state, ship, flag, shift, unit)
                elif state.rules.flag_ship_contact == "boarding_wins":
                    yield _boarding(state, ship, flag, shift, unit)
    for line in state.agreement.lines:
        yield from (_crossing(state, ship, line, shift, unit) for ship in _attackers(state, line))


def _attackers(state: State, line: GoalLine) -> list[Ship]:
    return [s for s in state.layout.ships if not s.sunk and state.allied(s.player, line.attacker)]


def _solid(state: State, ship: Ship, shift: Shift) -> Body:
    return state.rules.outline(ship.size).solid(ship.pose.place.displaced(shift.get(ship.name, STILL)))


def _touching(state: State, ship: Ship, flag: Flag, shift: Shift, unit: Unit) -> _Goal:
    """A ship and a flag on the table."""
    body, aim = _solid(state, ship, shift), flag_solid(flag, state.rules)
    thing = Hazard(flag.name, (aim,), Fraction(0), aim.exact_corners)
    gap, part = thing.worst(body)
    reason = Reason(
        Clause.GOAL_FLAG, relation_text(gap, unit, RELATED, ship=ship.name, other=flag.name), None,
        (ship.name, flag.name), gap.value, 0.0,
    )  # fmt: skip
    holds, weight = not takes_flag(body, flag, state.rules), state.layout.weight(ship)
    keys: list[tuple[Key | None, Fraction]] = [(ship.name, weight), (None, Fraction(0))]
    escape = Escape(ship.name, body.shadow, thing.region, decides=True) if weight else None
    condition = gap_condition(reason, gap, keys, holds=holds, between=(body, part), escape=escape)
    return _Goal(condition, state.party(ship.player), "flag_taken")


def _boarding(state: State, ship: Ship, flag: Flag, shift: Shift, unit: Unit) -> _Goal:
    """A ship and one that carries an enemy flag (option flag_ship_contact)."""
    carrier, layout = state.layout.ship(flag.ship or ""), state.layout
    body, other = _solid(state, ship, shift), _solid(state, carrier, shift)
    gap = clearance(body, other)
    text = relation_text(gap, unit, RELATED, ship=ship.name, other=carrier.name)
    reason = Reason(Clause.GOAL_FLAG, text, None, (ship.name, carrier.name), gap.value, 0.0)
    keys = [(ship.name, layout.weight(ship)), (carrier.name, layout.weight(carrier))]
    holds = gap.relation is Relation.APART
    condition = gap_condition(reason, gap, keys, holds=holds, between=(body, other))
    return _Goal(condition, state.party(ship.player), "flag_boarded")


def _crossing(state: State, ship: Ship, line: GoalLine, shift: Shift, unit: Unit) -> _Goal:
    """A ship and the line it must get past (option goal_cross)."""
    outline, weight = state.rules.outline(ship.size), state.layout.weight(ship)
    place = ship.pose.place.displaced(shift.get(ship.name, STILL))
    gap = past_line(outline, place, line, state.rules)
    past, missing, at = _PAST[state.rules.goal_cross]
    said = {Relation.APART: past, Relation.OVERLAP: missing, Relation.CONTACT: at}[gap.relation]
    text = Message(said, ship=ship.name, attacker=line.attacker, length=unit.text(abs(gap.value)))
    reason = Reason(Clause.GOAL_LINE, text, None, (ship.name, f"{line.attacker}'s line"), gap.value, 0.0)
    holds = gap.relation is not Relation.APART
    low, high = sorted((abs(gap.low), abs(gap.high)))
    condition = Condition(reason, holds, points=(gap.on_a, gap.on_b))
    if weight:
        nx, ny, _ = beyond(line).half_planes[0]
        sign, share = (1.0 if holds else -1.0), float(weight)
        low = 0.0 if gap.low <= 0 <= gap.high else low
        condition = replace(
            condition, low=low / share, high=high / share, amount=high, pushes=((ship.name, sign * nx, sign * ny),)
        )
    return _Goal(condition, state.party(ship.player), "line_crossed")
