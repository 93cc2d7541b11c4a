"""Why a move is not allowed: the clause, and a sentence. Clauses are numbered as in `docs/rules/singidunum.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grid_games.core.protocol import Violation
from grid_games.core.sets import members
from grid_games.singidunum.board import TERRAIN
from grid_games.singidunum.chapters import deployment as deploy
from grid_games.singidunum.chapters import doubles, melee, movement, shooting
from grid_games.singidunum.moves import PLAYERS, Attack, Double, Go, Move, Place, Retreat, Say, Shoot, Support
from grid_games.singidunum.state import (
    AGAIN,
    ANSWER,
    BY,
    DEPLOY,
    DICE,
    DOUBLE,
    FIRST,
    FOLLOW,
    GO,
    LEAD,
    MELEE,
    OVER,
    REROLL,
    REROLLED,
    SAVE,
    SHOT,
    STRIKE,
    SUPPORT,
    TARGET,
    VETO,
    WHERE,
    Draft,
)  # fmt: skip
from grid_games.singidunum.units import ARCHERS, CAVALRY, CODES, STRENGTH, pool

if TYPE_CHECKING:
    from grid_games.singidunum.chapters.action import State

EXPECTED = {
    DEPLOY: "a unit is deployed, such as H7@c5, or deployment ends with done",
    FIRST: "it is drawn who begins",
    GO: "a unit is chosen and moved, such as d7-e7, or stays, such as d7; a double attack is declared, such as d7++f7; or pass",
    DOUBLE: "the two units of the double attack are moved, such as d7-e7, or stay, such as d7",
    BY: "it is told by which hex the cavalry came, such as /e7",
    STRIKE: "an enemy is attacked, such as xf7, or shot at, such as *f7, or hold where that is allowed",
    SUPPORT: "the shot is supported, such as +d8, or alone",
    ANSWER: "the unit challenged says accept or refuse",
    MELEE: "the dice are rolled: a difference such as +2",
    AGAIN: "another enemy is attacked, such as xf7, or hold",
    WHERE: "a hex to retreat to is named, such as >g7",
    VETO: "the hex announced is answered by allow or veto",
    SAVE: "the save is rolled: saved or lost",
    FOLLOW: "a victorious attacker follows, such as e7-f7, or hold",
    SHOT: "the dice are rolled: a difference such as +2",
    DICE: "both dice are rolled, such as 3:4",
    REROLL: "keep or reroll",
    REROLLED: "a die is rolled again: a difference such as +2",
    OVER: "the game is over",
}
"""What happens in each phase."""


def reason(state: State, move: Move) -> Violation:
    """Why an illegal move is illegal."""
    draft = Draft(state)
    found = None
    match state.phase, move:
        case "deploy", Place():
            found = _place(draft, move)
        case "deploy", Say.DONE:
            found = Violation("3", "an army has at least one unit")
        case "go", Go():
            found = _go(draft, move)
        case "go", Double():
            found = _double(draft, move)
        case "double", Go():
            found = _double_go(draft, move)
        case (("strike" | "again"), (Attack() | Shoot() | Say.HOLD)):
            found = _strike(draft, move)
        case "support", Support(name):
            found = _support(draft, name)
        case "where", Retreat(name):
            found = _where(draft, name)
        case "where", Say.HOLD:
            found = Violation("10", "the unit must retreat: a hex is named")
        case "follow", Go():
            found = Violation("U7", "only an attacker follows, into the hex that its enemy left")
    return found or Violation("turn", f"here {EXPECTED[state.phase]}")


def _place(draft: Draft, move: Place) -> Violation:
    side, code = draft.mover, CODES[move.unit]
    if deploy.army(draft, side)[code] >= pool(draft.rules.unit_split)[code]:
        return Violation("2", f"a side has no more {move.unit} than {pool(draft.rules.unit_split)[code]}")
    if code not in deploy.affordable(draft, side):
        spent = sum(count * STRENGTH[unit] for unit, count in enumerate(deploy.army(draft, side)))
        return Violation(
            "3",
            f"{move.unit} costs {STRENGTH[code]}, and {draft.rules.points - spent} of {draft.rules.points} points are left",
        )
    place = draft.table.board.numbers[move.hex]
    if draft.men[side] >> place & 1:
        return Violation("U2", f"{move.hex} is occupied: one unit a hex")
    return Violation(
        "U2", f"{move.hex} lies outside the deployment zone: {draft.rules.deploy_rows} rows, and no {TERRAIN['F']}"
    )


def _unit(draft: Draft, name: str) -> Violation | None:
    """Why the unit on a hex cannot be chosen."""
    place, side = draft.table.board.numbers[name], draft.mover
    if not draft.men[side] >> place & 1:
        return Violation("6", f"there is no unit of the {PLAYERS[side]} on {name}")
    if not draft.ready >> place & 1:
        return Violation("6", f"the unit on {name} is activated: it acts once a turn")
    return None


def _go(draft: Draft, move: Go) -> Violation | None:
    """Why an available unit cannot make this move (section 7)."""
    if (found := _unit(draft, move.start)) is not None:
        return found
    table, numbers, grid = draft.table, draft.table.board.numbers, draft.table.board.grid
    start, end = numbers[move.start], numbers[move.end]
    limits = movement.Limits(draft, draft.mover)
    cavalry, away = draft.kinds[start] in CAVALRY, grid.distance(start, end)
    if away > (2 if cavalry else 1):
        return Violation("7", f"{move.end} is {away} hexes away; the unit moves {'one, or two' if cavalry else 'one'}")
    if draft.occupied >> end & 1:
        return Violation("7", f"{move.end} is occupied: one unit a hex")
    if limits.held >> start & 1:
        return Violation("7", f"{move.start} is caught between available enemies: the unit may only stay")
    if limits.barred >> end & 1:
        return Violation("7", f"{move.end} is caught between available enemies")
    if away == 1:
        return Violation(
            "7", f"{move.start} and {move.end} lie in enemy zones of control: no step leads from one to another"
        )
    if not table.plain >> start & 1:
        return Violation(
            "7", f"cavalry moves two hexes only from plain; {move.start} is {TERRAIN[table.board.terrain[start]]}"
        )
    if not table.ride_end >> end & 1:
        return Violation(
            "7", f"cavalry's move of two hexes cannot end on {move.end}, {TERRAIN[table.board.terrain[end]]}"
        )
    return Violation(
        "7",
        f"no way of two hexes leads to {move.end}: the hex between must be free, plain or brush, uncaught and outside enemy zones of control",
    )


def _double(draft: Draft, move: Double) -> Violation:
    if (found := _unit(draft, move.lead)) is not None:
        return found
    target, foe = draft.table.board.numbers[move.target], 1 - draft.mover
    if not draft.men[foe] >> target & 1:
        return Violation("12", f"there is no enemy on {move.target}")
    if not melee.flanks_open(draft, target, foe):
        return Violation("12", f"the unit on {move.target} has a friend on its flank")
    return Violation(
        "U12",
        f"no two moves bring {move.lead} and a second available unit to {move.target}, where the lead may name it",
    )


def _double_go(draft: Draft, move: Go) -> Violation:
    if (found := _unit(draft, move.start)) is not None:
        return found
    numbers = draft.table.board.numbers
    pairs = doubles.Doubles(draft, movement.Limits(draft, draft.mover))
    goings = pairs.second_goings() if draft.gone else pairs.first_goings()
    target = draft.table.board.names[draft.at[TARGET]]
    if numbers[move.start] not in goings:
        return Violation("U12", f"the unit on {move.start} has no part in the double attack on {target}")
    if (
        move.start != move.end
        and not pairs.reaches[numbers[move.start]] >> numbers[move.end] & 1
        and (found := _go(draft, move)) is not None
    ):
        return found
    return Violation("U12", f"from {move.end} the double attack on {target} cannot be made")


def _strike(draft: Draft, move: Move) -> Violation:
    names, numbers = draft.table.board.names, draft.table.board.numbers
    if isinstance(move, Attack):
        place = numbers[move.hex]
        if not draft.men[1 - draft.mover] >> place & 1:
            return Violation("9", f"there is no enemy on {move.hex}")
        if draft.challenged >> place & 1:
            return Violation("9", f"the unit on {move.hex} was challenged in this action")
        if not draft.contact >> place & 1:
            return Violation("U5", f"the unit on {move.hex} cannot be attacked from {names[draft.at[LEAD]]}")
        return Violation("U13", f"an enemy on the attacker's terrain comes before the one on {move.hex}")
    if isinstance(move, Shoot) and draft.phase == STRIKE:
        return _shot(draft, move.hex)
    if isinstance(move, Shoot):
        return Violation("9", "after a refusal an enemy in contact is attacked, or none")
    return Violation("9", "a unit that moves into contact attacks")


def _shot(draft: Draft, name: str) -> Violation:
    lead, place = draft.at[LEAD], draft.table.board.numbers[name]
    if draft.kinds[lead] not in ARCHERS:
        return Violation("11", "only archers shoot")
    if draft.came[LEAD] >= 0 and draft.contact:
        return Violation("U11", "archers that move into contact attack")
    if draft.came[LEAD] >= 0 and draft.rules.shoot_after_move == "no":
        return Violation("U11", "archers that moved do not shoot")
    if draft.table.board.grid.around[lead] & draft.men[1 - draft.mover] and draft.rules.shoot_in_contact == "no":
        return Violation("U11", "archers in contact do not shoot")
    if not draft.men[1 - draft.mover] >> place & 1:
        return Violation("11", f"there is no enemy on {name}")
    between = draft.table.board.grid.distance(lead, place) - 1
    if between < 1 or (between > 2 and draft.rules.shot_separation == "exact"):
        return Violation(
            "11",
            f"{between} hexes lie between; a shot goes over 1{' or 2' if draft.rules.shot_separation == 'exact' else ' or more'}",
        )
    return Violation("11", f"no shortest way to {name} leads over plain hexes without enemies")


def _support(draft: Draft, name: str) -> Violation:
    place = draft.table.board.numbers[name]
    if place not in members(draft.men[draft.mover] & draft.ready) or draft.kinds[place] not in ARCHERS:
        return Violation("11", f"there are no available archers of the {PLAYERS[draft.mover]} on {name}")
    if not draft.table.board.grid.around[draft.at[LEAD]] >> place & 1:
        return Violation("11", f"the archers on {name} do not stand beside those who shoot")
    assert place not in shooting.supporters(draft, draft.at[TARGET])
    return Violation("U11", f"the archers on {name} cannot shoot at the target themselves")


def _where(draft: Draft, name: str) -> Violation:
    place, who = draft.table.board.numbers[name], draft.at[draft.who]
    grid, alike = draft.table.board.grid, draft.table.alike[who]
    if not grid.around[who] >> place & 1:
        return Violation("10", f"{name} is no neighbour of {draft.table.board.names[who]}, where the unit stands")
    if draft.occupied >> place & 1:
        return Violation("10", f"{name} is occupied")
    if not draft.may_stay and not alike >> place & 1:
        return Violation(
            "10", f"{name} is {TERRAIN[draft.table.board.terrain[place]]}, another terrain than the hex left"
        )
    return Violation(
        "10",
        f"the unit may not retreat to {name}: it lies in an enemy zone of control, was left or vetoed, or other hexes come first",
    )
