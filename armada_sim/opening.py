"""Before the first turn: fleets, offers, the first mover, setting up, flags.

Every function takes a state and an action and returns the reasons against it, or the state after it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from armada_sim.actions import Answer, ChooseFirst, ChooseFleet, Counts, Deploy, Offer, PlaceFlag
from armada_sim.clauses import Clause
from armada_sim.errors import InputError
from armada_sim.exact import exact
from armada_sim.geometry.clearance import Relation, at_least, clearance
from armada_sim.geometry.solids import ExactPoint, Polygon
from armada_sim.goals import flag_solid, room_beyond
from armada_sim.layout import Layout, Pose, Ship
from armada_sim.lots import drawn
from armada_sim.movement import is_solid
from armada_sim.pieces import Size
from armada_sim.rest import on_grid, rounded
from armada_sim.rules import Rules
from armada_sim.ruling import Reason
from armada_sim.setups import FULL, PIPS, narrower_than_agreed, setup_problems, surface_width
from armada_sim.state import (
    BASIC_FLEETS,
    MOST_OF_A_SIZE,
    Agreement,
    Flag,
    Phase,
    State,
    empty_layout,
    new_ships,
)

_OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


def begun(agreement: Agreement) -> State:
    """The state before the first decision. Raises InputError if the agreement cannot be played."""
    rules, players = agreement.rules, agreement.players
    _check_surface(agreement)
    state = State(agreement, Phase.FLEET, players[0], empty_layout(agreement))
    if rules.deploy_order == "simultaneous_hidden":
        sides = [seat.side for seat in agreement.seats]
        if len(sides) != 2 or sides[0] is None or sides[1] != _OPPOSITE[sides[0]] or not _bounded(agreement):
            raise InputError("simultaneous_hidden is for two players on opposite sides of a surface", key="deploy_order")
    if rules.first_player == "advanced_cut_and_choose":
        return state.but(phase=Phase.OFFER)
    if isinstance(agreement.fleets, tuple):
        for player, fleet in zip(players, agreement.fleets, strict=True):
            problem = fleet_problem(fleet, rules)
            if problem:
                raise InputError(f"{player}'s fleet {problem}", key="fleets")
        if _must_match(rules) and len(set(agreement.fleets)) > 1:
            raise InputError(f"the fleets are not matched, against fleet_budget = {rules.fleet_budget}", key="fleets")
        return _fleets_settled(state.but(fleets=tuple(zip(players, agreement.fleets, strict=True))))
    return state


def _bounded(agreement: Agreement) -> bool:
    return math.isfinite(agreement.surface.bounds[0])


def _check_surface(agreement: Agreement) -> None:
    """The surface is large enough (option surface_least); goal lines leave the attackers room (goal_line_room)."""
    rules = agreement.rules
    if narrower_than_agreed(agreement.surface, rules):
        width = surface_width(agreement.surface)
        raise InputError(f"is {width:.2f} mm across; at least {rules.surface_least} is agreed on", key="surface")
    if rules.goal_line_room == "allow":
        return
    for line in agreement.lines:
        for size in Size:
            if not room_beyond(line, agreement.surface, rules.outline(size)):
                raise InputError(
                    f"between the goal line of {line.attacker} and the edge there is no room for a {size} ship "
                    "(goal_line_room = must_fit)", key="lines",
                )  # fmt: skip


def fleet_problem(fleet: Counts, rules: Rules) -> str:
    """What is wrong with a fleet, to follow its name; empty if nothing is (options fleet_budget, max_per_size)."""
    if not fleet.pips:
        return "is empty"
    most = rules.max_per_size
    if max(fleet.of(size) for size in Size) > most:
        return f"has more than {most} ships of a size (max_per_size)"
    budget, listed = rules.fleet_budget, rules.matched_fleets
    wrong = (
        (budget == "exactly_12" and fleet.pips != PIPS)
        or (budget == "at_most_12" and fleet.pips > PIPS)
        or (budget == "full_4_4_4" and any(fleet.of(size) != FULL for size in Size))
        or (bool(listed) and (fleet.small, fleet.medium, fleet.large) not in listed)
    )
    return f"has {fleet.pips} pips, against fleet_budget = {budget}" if wrong else ""


def _must_match(rules: Rules) -> bool:
    """Whether all fleets are to be equal."""
    return rules.fleet_budget.startswith("matched") and rules.fleet_budget != "matched_or_constructed"


def open_fleets(state: State) -> list[Counts]:
    """The fleets the deciding player may choose from, where these are few enough to list."""
    if state.agreement.fleets == "basic":
        return list(BASIC_FLEETS)
    most = min(state.rules.max_per_size, MOST_OF_A_SIZE)
    counts = (
        Counts(large, medium, small)
        for large in range(most, -1, -1) for medium in range(most, -1, -1) for small in range(most, -1, -1)
    )  # fmt: skip
    return [fleet for fleet in counts if not _against_fleet(state, fleet)]


def open_offers(state: State) -> list[Offer]:
    """All offers of the advanced set-up: 96 settings, two sides of each (clause game.offer)."""
    settings = (
        Counts(large, medium, small)
        for large in range(MOST_OF_A_SIZE + 1) for medium in range(MOST_OF_A_SIZE + 1)
        for small in range(MOST_OF_A_SIZE + 1)
    )  # fmt: skip
    offers = (offer for ships in settings for offer in (Offer(ships, "large"), Offer(ships, "small")))
    return [offer for offer in offers if not against_opening(state, offer)]


def against_opening(
    state: State, action: ChooseFleet | Offer | Answer | ChooseFirst | Deploy | PlaceFlag
) -> tuple[Reason, ...]:
    """Why a decision before the first turn is not allowed; empty if it is."""
    expected = {
        Phase.OFFER: Offer, Phase.ANSWER: Answer, Phase.FLEET: ChooseFleet, Phase.FIRST: ChooseFirst,
        Phase.DEPLOY: Deploy, Phase.FLAG: PlaceFlag,
    }.get(state.phase)  # fmt: skip
    if expected is not type(action):
        return (Reason(Clause.GAME_PHASE, f"the game is at {state.phase}: {_WORDS[state.phase]}"),)
    match action:
        case Offer(ships, _):
            return _against_offer(ships)
        case ChooseFleet(fleet):
            return _against_fleet(state, fleet)
        case ChooseFirst(player):
            if player in state.agreement.players:
                return ()
            return (Reason(Clause.GAME_FIRST, f"no player is called {player!r}"),)
        case Deploy():
            return _against_deployment(state, action)
        case PlaceFlag():
            return _against_flag(state, action)
        case Answer():
            return ()


_WORDS = {
    Phase.OFFER: "an offer of ships is due",
    Phase.ANSWER: "the answer to the offer is due",
    Phase.FLEET: "a fleet is to be chosen",
    Phase.FIRST: "who moves first is to be said",
    Phase.DEPLOY: "ships are to be set up",
    Phase.FLAG: "a flag is to be placed",
    Phase.PLAY: "a move, a shot or pass is due",
    Phase.OVER: "it is over",
}


def _against_offer(ships: Counts) -> tuple[Reason, ...]:
    if max(ships.of(size) for size in Size) > MOST_OF_A_SIZE:
        text = f"an offer has at most {MOST_OF_A_SIZE} ships of a size, not {ships}"
    elif not ships.large or not ships.medium + ships.small:
        text = f"an offer needs larges on one side and mediums or smalls on the other, not {ships}"
    else:
        return ()
    return (Reason(Clause.GAME_OFFER, text),)


def _against_fleet(state: State, fleet: Counts) -> tuple[Reason, ...]:
    if state.agreement.fleets == "basic":
        if fleet in BASIC_FLEETS:
            return ()
        text = f"a basic fleet is {BASIC_FLEETS[0]} or {BASIC_FLEETS[1]}, not {fleet}"
        return (Reason(Clause.GAME_FLEET, text),)
    problem = fleet_problem(fleet, state.rules)
    if not problem and state.fleets and _must_match(state.rules):
        first = state.fleets[0][1]
        problem = "" if fleet == first else f"is not matched: {first} was chosen first"
    return (Reason(Clause.GAME_FLEET, f"the fleet {fleet} {problem}"),) if problem else ()


def _against_deployment(state: State, action: Deploy) -> tuple[Reason, ...]:
    player = state.decides
    assert player is not None
    due = due_ships(state, player)
    names = [name for name, _ in action.ships]
    one = state.rules.deploy_order == "alternate_ship_by_ship"
    if len(set(names)) != len(names) or not set(names) <= set(due) or len(names) != (1 if one else len(due)):
        wanted = "one of" if one else "all of"
        return (Reason(Clause.GAME_DEPLOY, f"{player} sets up {wanted} {', '.join(due)}, each once"),)
    ships = new_ships(state.agreement, player, _on_grid(action), state.fleet(player))
    hidden = state.rules.deploy_order == "simultaneous_hidden"
    before = () if hidden else state.layout.ships
    layout = replace(state.layout, ships=(*before, *ships))
    rules = state.rules
    found = setup_problems(layout, rules)
    if hidden:
        found += setup_problems(layout, rules.but(deploy_zone=f"own_edge_band({_half_gap_band(state, player)} mm)"))
    return found


def _on_grid(action: Deploy) -> tuple[tuple[str, Pose], ...]:
    return tuple((name, rounded(pose)) for name, pose in action.ships)


def _half_gap_band(state: State, player: str) -> str:
    """mm, as text. How deep the zone is that keeps half the agreed gap from the middle line."""
    left, bottom, right, top = state.layout.surface.bounds
    side = state.agreement.seat(player).side
    depth = (right - left if side in ("west", "east") else top - bottom) / 2
    millionths = math.floor(max(depth - float(state.rules.min_gap_mm) / 2, 1.0) * 10**6)
    return f"{on_grid(millionths):f}"


def band_of(state: State, player: str) -> float | None:
    """mm. How far from his edge of a bounded surface a player may set up; None if he may anywhere."""
    left, bottom, right, top = state.layout.surface.bounds
    depth = right - left if state.agreement.seat(player).side in ("west", "east") else top - bottom
    bands = [depth / 2] if state.rules.deploy_zone == "own_side_group" else []
    if state.rules.edge_band_mm is not None:
        bands.append(float(state.rules.edge_band_mm))
    if state.rules.deploy_order == "simultaneous_hidden":
        bands.append(float(_half_gap_band(state, player)))
    return min(bands, default=None)


def due_ships(state: State, player: str) -> dict[str, Size]:
    """Ships a player has still to set up, with their sizes."""
    placed = {ship.name for ship in (*state.layout.ships, *state.hidden)}
    names = state.agreement.ship_names(player, state.fleet(player))
    return {name: size for name, size in names.items() if name not in placed}


def _against_flag(state: State, action: PlaceFlag) -> tuple[Reason, ...]:
    player = state.decides
    assert player is not None
    if isinstance(action.at, str):
        if state.agreement.flags != "ship":
            return (Reason(Clause.GOAL_FLAG, "the flag stands on the table in this game, not on a ship"),)
        if action.at not in [ship.name for ship in state.afloat(player)]:
            return (Reason(Clause.GOAL_FLAG, f"{player} has no ship {action.at!r} to carry the flag"),)
        return ()
    if state.agreement.flags != "fixed":
        return (Reason(Clause.GOAL_FLAG, "a ship carries the flag in this game"),)
    return tuple(_flag_problems(state, player, Flag(player, action.at)))


def _flag_problems(state: State, player: str, flag: Flag) -> list[Reason]:
    assert flag.at is not None
    rules, layout = state.rules, state.layout
    solid, found = flag_solid(flag, rules), []
    if layout.surface.domain.room(solid).relation is not Relation.APART:
        found.append(Reason(Clause.GOAL_FLAG, "the flag must lie wholly on the surface"))
    for ship in layout.ships:
        gap = clearance(rules.outline(ship.size).solid(ship.pose.place), solid)
        enemy = state.party(ship.player) != state.party(player)
        if enemy and not at_least(rules.outline(ship.size).solid(ship.pose.place), solid, gap, rules.min_gap_mm):
            text = f"the flag is {gap.value:.2f} mm from {ship.name}; enemies keep {float(rules.min_gap_mm):.2f} mm away"
            found.append(Reason(Clause.GOAL_FLAG, text, None, (ship.name,), gap.value, float(rules.min_gap_mm)))
        elif gap.relation is Relation.OVERLAP:
            found.append(Reason(Clause.GOAL_FLAG, f"the flag lies under {ship.name}", None, (ship.name,)))
    things = [(thing.name, part) for thing in layout.objects if is_solid(thing, rules) for part in thing.parts]
    things += [(other.name, flag_solid(other, rules)) for other in state.flags if other.at is not None]
    for name in dict.fromkeys(n for n, part in things if clearance(part, solid).relation is Relation.OVERLAP):
        found.append(Reason(Clause.GOAL_FLAG, f"the flag overlaps {name}", None, (name,)))
    point = (exact(flag.at[0]), exact(flag.at[1]))
    if rules.flag_place == "in_fleet" and not _in_hull(point, state.afloat(player), rules):
        found.append(Reason(Clause.GOAL_FLAG, "the flag must stand inside the hull of its owner's fleet"))
    if rules.flag_place == "anywhere_own_half" and not _on_half(state, player, point):
        found.append(Reason(Clause.GOAL_FLAG, "the flag must stand on its owner's half"))
    return found


def _in_hull(point: ExactPoint, ships: list[Ship], rules: Rules) -> bool:
    """Whether a point lies in the convex hull of some ships, by the exact order of the corners seen from it."""
    corners = [c for ship in ships for c in rules.outline(ship.size).flat(ship.pose.place).corners]
    if len(corners) < 3:
        return False
    import shapely

    hull = shapely.get_coordinates(shapely.MultiPoint(corners).convex_hull)[:-1]
    solid = Polygon(tuple((Fraction(x), Fraction(y)) for x, y in reversed(hull.tolist())))
    return clearance(Polygon((point,)), solid).relation is not Relation.APART


def _on_half(state: State, player: str, point: ExactPoint) -> bool:
    side = state.agreement.seat(player).side
    left, bottom, right, top = state.layout.surface.bounds
    if side is None or not math.isfinite(left):
        return True
    x, y = float(point[0]), float(point[1])
    return {
        "west": x <= (left + right) / 2, "east": x >= (left + right) / 2,
        "south": y <= (bottom + top) / 2, "north": y >= (bottom + top) / 2,
    }[side]  # fmt: skip


# what follows


def after_opening(state: State, action: ChooseFleet | Offer | Answer | ChooseFirst | Deploy | PlaceFlag) -> State:
    """The state after a decision that is allowed."""
    match action:
        case Offer():
            return state.but(phase=Phase.ANSWER, decides=state.agreement.players[1], offer=action)
        case Answer(swap):
            return _answered(state, swap)
        case ChooseFleet(fleet):
            return _fleet_chosen(state, fleet)
        case ChooseFirst(player):
            return _first_settled(state, player)
        case Deploy():
            return _deployed(state, action)
        case PlaceFlag(at):
            assert state.decides is not None
            flag = Flag(state.decides, None, at) if isinstance(at, str) else Flag(state.decides, at)
            return _next_to_place(state.but(flags=(*state.flags, flag)))


def _answered(state: State, swap: bool) -> State:
    """Whoever has the half that was not named moves first (clause game.offer)."""
    assert state.offer is not None
    offering, answering = state.agreement.players
    halves = {
        "large": Counts(large=state.offer.ships.large),
        "small": Counts(medium=state.offer.ships.medium, small=state.offer.ships.small),
    }
    named, other = halves[state.offer.take], halves["small" if state.offer.take == "large" else "large"]
    owner, first = (answering, offering) if swap else (offering, answering)
    fleets = {owner: named, first: other}
    settled = state.but(fleets=tuple((player, fleets[player]) for player in state.agreement.players))
    return _first_settled(settled, first)


def _fleet_chosen(state: State, fleet: Counts) -> State:
    players = state.agreement.players
    if state.agreement.fleets == "basic":
        other = next(f for f in BASIC_FLEETS if f != fleet)
        return _fleets_settled(state.but(fleets=((players[0], fleet), (players[1], other))))
    fleets = (*state.fleets, (players[len(state.fleets)], fleet))
    if len(fleets) < len(players):
        return state.but(fleets=fleets, decides=players[len(fleets)])
    return _fleets_settled(state.but(fleets=fleets))


def _fleets_settled(state: State) -> State:
    """Who moves first comes next: another player says it, or a lot, or with more than two the first seat begins."""
    players = state.agreement.players
    if state.rules.first_player == "lot":
        return _first_settled(state, players[drawn(state.agreement.seed, "first", len(players))[0]])
    if len(players) > 2:
        return _first_settled(state, state.agreement.turn_order[0])
    return state.but(phase=Phase.FIRST, decides=players[1])


def _first_settled(state: State, first: str) -> State:
    order = clockwise_from(state.agreement.turn_order, first)
    if state.rules.deploy_order == "mover_last":
        order = tuple(reversed(order))
    return state.but(phase=Phase.DEPLOY, first=first, decides=order[0], waiting=order[1:])


def clockwise_from(order: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The same circle of players, beginning with one of them."""
    at = order.index(first)
    return order[at:] + order[:at]


def _deployed(state: State, action: Deploy) -> State:
    player = state.decides
    assert player is not None
    ships = tuple(new_ships(state.agreement, player, _on_grid(action), state.fleet(player)))
    if state.rules.deploy_order == "simultaneous_hidden":
        state = state.but(hidden=(*state.hidden, *ships))
        if not state.waiting:
            state = state.but(layout=replace(state.layout, ships=state.hidden), hidden=())
    else:
        state = state.but(layout=replace(state.layout, ships=(*state.layout.ships, *ships)))
    queue = state.waiting
    if due_ships(state, player):
        queue = (*queue, player)
    if queue:
        return state.but(decides=queue[0], waiting=queue[1:])
    assert state.first is not None
    order = clockwise_from(state.agreement.turn_order, state.first)
    if state.rules.goal == "flag":
        return state.but(phase=Phase.FLAG, decides=order[0], waiting=order[1:])
    return state.but(phase=Phase.PLAY, decides=None, waiting=())


def _next_to_place(state: State) -> State:
    if state.waiting:
        return state.but(decides=state.waiting[0], waiting=state.waiting[1:])
    return state.but(phase=Phase.PLAY, decides=None)


def table_for(state: State, player: str) -> Layout:
    """The table as a player may see it: his own hidden ships, nobody else's."""
    own = tuple(ship for ship in state.hidden if ship.player == player)
    return replace(state.layout, ships=(*state.layout.ships, *own))
