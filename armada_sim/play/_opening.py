"""Before the first turn: fleets, offers, the first mover, setting up, flags.

Every function takes a state and an action and returns the reasons against it, or the state after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from armada_sim.evidence import Reason
from armada_sim.play._endings import over
from armada_sim.play._flag_places import flag_problems, flag_reasons
from armada_sim.play.actions import Answer, ChooseFirst, ChooseFleet, Deploy, Offer, PlaceFlag, Resign
from armada_sim.play.goals import lies_before, room_beyond
from armada_sim.play.rest import rounded
from armada_sim.play.state import DUE, Agreement, Flag, Phase, State, due_ships, empty_layout, new_ships
from armada_sim.setup import narrower_than_agreed, setup_problems, surface_width
from armada_sim.table import (
    BASIC_FLEETS,
    MOST_OF_A_SIZE,
    Clause,
    Counts,
    Layout,
    Pose,
    Rules,
    Ship,
    Unit,
    fleet_problem,
    fleets_problem,
    possible_fleets,
)
from armada_sim.tabletop import N_, InputError, Listing, Message, Outcome, quoted
from armada_sim.tabletop.lots import shuffled

_OpeningAction = ChooseFleet | Offer | Answer | ChooseFirst | Deploy | PlaceFlag | Resign
"""What is done before the first turn."""


def begun(agreement: Agreement) -> State:
    """The state before the first decision. Raises InputError if the agreement cannot be played."""
    state = _agreed(agreement)
    _refuse(_left_without(state) or _nothing_to_choose(state))
    return state


def taken_up(agreement: Agreement, layout: Layout) -> Layout:
    """The table of a battle that begins as a layout has its ships. Raises InputError if it cannot be played."""
    state = _agreed(agreement)
    fleets = {player: [ship.size for ship in layout.ships if ship.player == player] for player in agreement.players}
    counts = tuple((player, Counts.counted(sizes)) for player, sizes in fleets.items())
    _refuse(_no_line_room(state.but(fleets=counts)))
    there = {ship.name for ship in layout.ships}
    for i, one in enumerate(agreement.reinforcements, 1):
        if one.ship.name in there:
            said = Message("another ship is named {name}", name=quoted(one.ship.name))
            raise InputError(said, key=f"reinforcements[{i}].name")
    return replace(state.layout, ships=layout.ships)


def _refuse(reasons: Sequence[Reason]) -> None:
    """Raises InputError for the first of the reasons why an agreement cannot be played, with what is at fault."""
    keys = {Clause.GOAL_LINE: "lines", Clause.GOAL_FLAG: "flag_place"}
    for reason in reasons:
        raise InputError(reason.text, key=keys.get(reason.clause, "fleets"))


def _agreed(agreement: Agreement) -> State:
    """The state before the first decision, whatever may come of it."""
    rules, players = agreement.rules, agreement.players
    if narrower_than_agreed(agreement.surface, rules):
        width = Unit().text(surface_width(agreement.surface))
        text = Message("is {width} across; at least {least} is agreed on", width=width, least=rules.surface_least)
        raise InputError(text, key="surface")
    state = State(agreement, Phase.FLEET, players[0], empty_layout(agreement))
    if rules.first_player == "advanced_cut_and_choose":
        state = state.but(phase=Phase.OFFER)
    elif isinstance(agreement.fleets, tuple):
        for player, fleet in zip(players, agreement.fleets, strict=True):
            problem = fleet_problem(Message("{player}'s fleet", player=player), fleet, rules)
            if problem is not None:
                raise InputError(problem, key="fleets")
        problem = fleets_problem(agreement.fleets, rules)
        if problem is not None:
            raise InputError(problem, key="fleets")
        state = _fleets_settled(state.but(fleets=tuple(zip(players, agreement.fleets, strict=True))))
    for i, one in enumerate(agreement.reinforcements, 1):
        for reason in _no_place(state, one.ship):
            raise InputError(reason.text, key=f"reinforcements[{i}]")
    return state


def _no_place(state: State, ship: Ship) -> tuple[Reason, ...]:
    """Why a ship that is to come could not lie where it is to lie, whatever else were on the table."""
    agreement = state.agreement
    alone = Layout((ship,), agreement.surface, agreement.objects, agreement.tolerance)
    return (*setup_problems(alone, agreement.rules), *_past_a_line(state, [ship]))


def _left_without(state: State) -> tuple[Reason, ...]:
    """Why a goal line has no room beyond it, or somebody's flag no place; empty if all have."""
    without_room = _no_line_room(state)
    if without_room or state.phase in (Phase.PLAY, Phase.OVER):
        return without_room
    if state.phase is Phase.ANSWER:
        accepted, swapped = (_no_line_room(_answered(state, swap)) for swap in (False, True))
        return accepted if swapped else ()
    if state.phase is Phase.FLAG:
        assert state.decides is not None
        return flag_reasons(state, (state.decides, *state.waiting))
    order = _clockwise_from(state.agreement.turn_order, state.first or state.agreement.turn_order[0])
    return flag_reasons(state, _still_in(state, order))


def _nothing_to_choose(state: State) -> tuple[Reason, ...]:
    """Why no fleet, or no offer, is allowed that a game could begin with; empty if one is."""
    if state.phase not in (Phase.FLEET, Phase.OFFER):
        return ()
    choices: Iterable[ChooseFleet | Offer] = map(ChooseFleet, _fleets(state))
    first: tuple[Reason, ...] = ()
    for choice in choices if state.phase is Phase.FLEET else _offers():
        refused = against_opening(state, choice)
        if not refused:
            return ()
        first = first or refused
    if not first:
        text = Message(
            "no fleet that {player} could choose is allowed (fleet_budget = {budget})",
            player=state.decides, budget=state.rules.fleet_budget,
        )  # fmt: skip
        return (Reason(Clause.GAME_FLEET, text),)
    return first


def _no_line_room(state: State) -> tuple[Reason, ...]:
    """Why a goal line is too near the edge for the ships that attack it: a player could have no way to win."""
    rules, agreement = state.rules, state.agreement
    for line in agreement.lines:
        fleets = [fleet for player, fleet in state.fleets if state.allied(player, line.attacker)]
        later = [one.ship.size for one in state.to_come if state.allied(one.ship.player, line.attacker)]
        for size in rules.sizes:
            attacks = size in later or any(fleet.of(size) for fleet in fleets)
            if attacks and not room_beyond(line, agreement.surface, rules.outline(size)):
                text = Message(
                    "between the goal line of {player} and the edge there is no room for a {kind}",
                    player=line.attacker, kind=size.ship,
                )  # fmt: skip
                return (Reason(Clause.GOAL_LINE, text),)
    return ()


def _fleets(state: State) -> list[Counts]:
    """The fleets there are to choose from, some of which may not be allowed to whoever chooses."""
    return list(BASIC_FLEETS) if state.agreement.fleets == "basic" else list(possible_fleets(state.rules))


def _offers() -> Iterator[Offer]:
    """All offers: 96 settings, two sides of each (clause game.offer)."""
    for large, medium, small in product(range(MOST_OF_A_SIZE + 1), repeat=3):
        if large and medium + small:
            yield from (Offer(Counts(large, medium, small), "large"), Offer(Counts(large, medium, small), "small"))


def open_fleets(state: State) -> list[Counts]:
    """The fleets the deciding player may choose from, where these are few enough to list."""
    return [fleet for fleet in _fleets(state) if not against_opening(state, ChooseFleet(fleet))]


def open_offers(state: State) -> list[Offer]:
    """All offers of the advanced set-up that are allowed: 192 unless a goal line leaves no room (clause game.offer)."""
    return [offer for offer in _offers() if not against_opening(state, offer)]


def against_opening(state: State, action: _OpeningAction) -> tuple[Reason, ...]:
    """Why a decision before the first turn is not allowed; empty if it is."""
    expected = {
        Phase.OFFER: Offer, Phase.ANSWER: Answer, Phase.FLEET: ChooseFleet, Phase.FIRST: ChooseFirst,
        Phase.DEPLOY: Deploy, Phase.FLAG: PlaceFlag,
    }.get(state.phase)  # fmt: skip
    if isinstance(action, Resign):
        return ()
    if expected is not type(action):
        text = Message("not now: {due}", due=DUE[state.phase])
        return (Reason(Clause.GAME_PHASE, text),)
    return _against(state, action) or _left_without(after_opening(state, action))


def _against(state: State, action: _OpeningAction) -> tuple[Reason, ...]:
    """Why a decision that is due is not allowed, whatever comes after it."""
    match action:
        case Offer(ships, _):
            return _against_offer(ships, state.rules)
        case ChooseFleet(fleet):
            return _against_fleet(state, fleet)
        case ChooseFirst(player):
            if player in state.agreement.players:
                return ()
            return (Reason(Clause.GAME_FIRST, Message("no player is called {name}", name=quoted(player))),)
        case Deploy():
            return _against_deployment(state, action)
        case PlaceFlag():
            return _against_flag(state, action)
        case Answer() | Resign():
            return ()


def _against_offer(ships: Counts, rules: Rules) -> tuple[Reason, ...]:
    strange = rules.numbers.strange(ships, str(ships))
    if strange is not None:
        text = strange
    elif max(ships.by_name.values()) > MOST_OF_A_SIZE:
        text = Message(
            "an offer has at most {most} ships of a size, not {ships}", most=MOST_OF_A_SIZE, ships=str(ships)
        )
    elif not ships.large or ships.others or not ships.medium + ships.small:
        text = Message(
            "an offer needs larges on one side and mediums or smalls on the other, not {ships}", ships=str(ships)
        )
    else:
        return ()
    return (Reason(Clause.GAME_OFFER, text),)


def _against_fleet(state: State, fleet: Counts) -> tuple[Reason, ...]:
    if state.agreement.fleets == "basic":
        for basic in BASIC_FLEETS:
            strange = state.rules.numbers.strange(basic, str(basic))
            if strange is not None:
                return (Reason(Clause.GAME_FLEET, strange),)
        if fleet in BASIC_FLEETS:
            return ()
        one, other = map(str, BASIC_FLEETS)
        text = Message("a basic fleet is {one} or {other}, not {fleet}", one=one, other=other, fleet=str(fleet))
        return (Reason(Clause.GAME_FLEET, text),)
    problem = fleet_problem(Message("the fleet {fleet}", fleet=str(fleet)), fleet, state.rules)
    if problem is not None:
        return (Reason(Clause.GAME_FLEET, problem),)
    beside = [chosen for _, chosen in state.fleets if chosen]
    problem = fleets_problem([*beside, fleet], state.rules)
    if problem is None:
        return ()
    text = Message(
        "{problem} ({fleets} chosen, then {fleet})",
        problem=problem, fleets=Listing(map(str, beside)), fleet=str(fleet),
    )  # fmt: skip
    return (Reason(Clause.GAME_FLEET, text),)


def _against_deployment(state: State, action: Deploy) -> tuple[Reason, ...]:
    player = state.decides
    assert player is not None
    due = due_ships(state, player)
    names = [name for name, _ in action.ships]
    one = state.rules.deploy_order == "alternate_ship_by_ship"
    if len(set(names)) != len(names) or not set(names) <= set(due) or len(names) != (1 if one else len(due)):
        said = N_("{player} sets up one of {ships}") if one else N_("{player} sets up all of {ships}, each once")
        return (Reason(Clause.GAME_DEPLOY, Message(said, player=player, ships=", ".join(due))),)
    ships = new_ships(state.agreement, player, _on_grid(action), state.fleet(player))
    layout = replace(state.layout, ships=(*state.layout.ships, *ships))
    return setup_problems(layout, state.rules) + tuple(_past_a_line(state, ships))


def _past_a_line(state: State, ships: Sequence[Ship]) -> Iterator[Reason]:
    """Ships set up past a goal line, which lies behind the fleet that is attacked."""
    for line in state.agreement.lines:
        for ship in ships:
            body = state.rules.outline(ship.size).flat(ship.pose.place)
            if lies_before(body, line, state.rules, state.layout.tolerance_of(ship)):
                continue
            attacks = state.allied(ship.player, line.attacker)
            own = N_("{ship} does not lie wholly before the goal line of {player}: an attacker does not begin past it")
            other = N_(
                "{ship} does not lie wholly before the goal line of {player}: it lies behind the fleet that is attacked"
            )
            text = Message(own if attacks else other, ship=ship.name, player=line.attacker)
            yield Reason(Clause.GOAL_LINE, text, None, (ship.name,))


def _on_grid(action: Deploy) -> tuple[tuple[str, Pose], ...]:
    return tuple((name, rounded(pose)) for name, pose in action.ships)


def _against_flag(state: State, action: PlaceFlag) -> tuple[Reason, ...]:
    player = state.decides
    assert player is not None
    kind = state.rules.flag_kind
    if isinstance(action.at, str):
        if kind == "fixed":
            text = Message("flags stand on the table in this game, not on ships (flag_kind = fixed)")
            return (Reason(Clause.GOAL_FLAG, text),)
        if action.at not in [ship.name for ship in state.afloat(player)]:
            text = Message("{player} has no ship {ship} to carry the flag", player=player, ship=quoted(action.at))
            return (Reason(Clause.GOAL_FLAG, text),)
        return ()
    if kind == "ship":
        return (Reason(Clause.GOAL_FLAG, Message("ships carry the flags in this game (flag_kind = ship)")),)
    return tuple(flag_problems(state, player, action.at))


# what follows


def after_opening(state: State, action: _OpeningAction) -> State:
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
        case Resign():
            return _gave_up(state)


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
    if state.agreement.fleets == "basic" and fleet:
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
        return _first_settled(state, players[shuffled(state.agreement.seed, "first", len(players))[0]])
    if len(players) > 2:
        return _first_settled(state, state.agreement.turn_order[0])
    return state.but(phase=Phase.FIRST, decides=players[1])


def _first_settled(state: State, first: str) -> State:
    order = _still_in(state, _clockwise_from(state.agreement.turn_order, first))
    if state.rules.deploy_order == "mover_last":
        order = tuple(reversed(order))
    return state.but(phase=Phase.DEPLOY, first=first, decides=order[0], waiting=order[1:])


def _clockwise_from(order: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The same circle of players, beginning with one of them."""
    at = order.index(first)
    return order[at:] + order[:at]


def _deployed(state: State, action: Deploy) -> State:
    player = state.decides
    assert player is not None
    ships = tuple(new_ships(state.agreement, player, _on_grid(action), state.fleet(player)))
    state = state.but(layout=replace(state.layout, ships=(*state.layout.ships, *ships)))
    return _next_to_deploy(state.but(waiting=(*state.waiting, player)) if due_ships(state, player) else state)


def _next_to_deploy(state: State) -> State:
    if state.waiting:
        return state.but(decides=state.waiting[0], waiting=state.waiting[1:])
    assert state.first is not None
    order = _still_in(state, _clockwise_from(state.agreement.turn_order, state.first))
    if state.rules.goal == "flag":
        return state.but(phase=Phase.FLAG, decides=order[0], waiting=order[1:])
    return state.but(phase=Phase.PLAY, decides=None, waiting=())


def _next_to_place(state: State) -> State:
    if state.waiting:
        return state.but(decides=state.waiting[0], waiting=state.waiting[1:])
    return state.but(phase=Phase.PLAY, decides=None)


def _still_in(state: State, players: Iterable[str]) -> tuple[str, ...]:
    """Those who have not given up."""
    return tuple(player for player in players if player not in state.out)


def _gave_up(state: State) -> State:
    """Who decides leaves before the first turn, with all ships; what is left of the opening is for the others."""
    player = state.decides
    assert player is not None
    state = state.but(out=(*state.out, player))
    left = list(dict.fromkeys(state.party(p) for p in _still_in(state, state.agreement.players)))
    attackers = {state.party(line.attacker) for line in state.agreement.lines}
    if len(left) == 1 or (attackers and not attackers & set(left)):
        return over(state, Outcome(state.members(*left), "resigned"))
    ships = tuple(ship for ship in state.layout.ships if ship.player != player)
    state = state.but(layout=replace(state.layout, ships=ships), waiting=_still_in(state, state.waiting))
    match state.phase:
        case Phase.FLEET:
            return _fleet_chosen(state, Counts())
        case Phase.DEPLOY:
            return _next_to_deploy(state)
        case _:
            return _next_to_place(state)
