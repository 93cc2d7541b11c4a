"""Fleets as a layout declares them, and whether its ships are those (setup.fleet, setup.players, setup.sunk)."""

from __future__ import annotations

from armada_sim.evidence import Reason
from armada_sim.table import PIPS, Clause, Counts, Fleet, Layout, Rules, Size, fleet_problem, fleets_problem
from armada_sim.tabletop import N_, Listing, Message


def declared_problems(layout: Layout, rules: Rules) -> list[Reason]:
    """What is wrong with the declared fleets, the numbers of pieces and of players, and ships that start damaged."""
    found = _players(layout, rules)
    crowded = set()
    for player in _everybody(layout):
        for size in rules.sizes:
            count, most = _lying(layout, player, size), rules.max_per_size
            if count > most:
                crowded.add(player)
                text = Message.counted(
                    "{player} has {ships}; at most {n} is allowed (max_per_size)",
                    "{player} has {ships}; at most {n} are allowed (max_per_size)",
                    most, player=player, ships=size.ships(count),
                )  # fmt: skip
                found.append(Reason(Clause.SETUP_FLEET, text, None, (), float(count), float(most)))
    fleets = _declared(layout)
    for fleet in fleets:
        found += _as_declared(layout, fleet, rules)
        problem = fleet_problem(Message("{player}'s fleet", player=fleet.player), _counts(fleet), rules)
        if problem is not None and not (fleet.player in crowded and "max_per_size" in problem):
            pips = (float(rules.numbers.price(_counts(fleet))), float(PIPS)) if problem.many else (None, None)
            found.append(Reason(Clause.SETUP_FLEET, problem, None, (), *pips))
    together = fleets_problem([_counts(fleet) for fleet in fleets], rules)
    if together is not None:
        found.append(Reason(Clause.SETUP_FLEET, together))
    for ship in layout.ships:
        if ship.damage:
            text = Message("{ship} starts with {damage} damage", ship=ship.name, damage=ship.damage)
            found.append(Reason(Clause.SETUP_SUNK, text, None, (ship.name,), float(ship.damage), 0.0))
    return found


def declared_notes(layout: Layout, rules: Rules) -> list[Message]:
    """What of the option fleet_budget was not, or could not be, checked."""
    fleets = _declared(layout)
    silent = [player for player in _everybody(layout) if player not in {fleet.player for fleet in fleets}]
    notes = []
    if silent and rules.fleet_budget != "free":
        notes.append(
            Message("no fleet is declared for {players}: fleet_budget was not checked", players=Listing(silent))
        )
    if rules.fleet_budget == "matched_or_constructed" and len(fleets) > 1:
        equal = len({_counts(fleet) for fleet in fleets}) == 1
        different = N_("the declared fleets are constructed; what they may cost is not known and was not checked")
        notes.append(Message(N_("the declared fleets are matched") if equal else different))
    return notes


def fleets_meant(layout: Layout) -> dict[str, Counts]:
    """Every player's fleet: as declared, else as it lies."""
    declared = {fleet.player: _counts(fleet) for fleet in _declared(layout)}
    lying = {
        player: Counts.counted(ship.size for ship in layout.ships if ship.player == player)
        for player in _everybody(layout)
    }
    return lying | declared


def _everybody(layout: Layout) -> list[str]:
    """Every player who has a ship or a fleet."""
    return list(dict.fromkeys([*(s.player for s in layout.ships), *(f.player for f in layout.fleets)]))


def _declared(layout: Layout) -> list[Fleet]:
    """The fleets that say how many ships they have."""
    return [fleet for fleet in layout.fleets if fleet.declares_ships]


def _counts(fleet: Fleet) -> Counts:
    return Counts(**fleet.declared)


def _lying(layout: Layout, player: str, size: Size) -> int:
    return sum(ship.size.name == size.name for ship in layout.ships if ship.player == player)


def _players(layout: Layout, rules: Rules) -> list[Reason]:
    span, count = rules.player_range, len(_everybody(layout))
    if span is None or span[0] <= count <= span[1]:
        return []
    text = Message.counted(
        "{n} player sets up; the game is for {least} to {most}",
        "{n} players set up; the game is for {least} to {most}",
        count, least=span[0], most=span[1],
    )  # fmt: skip
    limit = span[0] if count < span[0] else span[1]
    return [Reason(Clause.SETUP_PLAYERS, text, None, (), float(count), float(limit))]


def _as_declared(layout: Layout, fleet: Fleet, rules: Rules) -> list[Reason]:
    """Where a player's ships are not those declared."""
    found = []
    for size in rules.sizes:
        declared, count = fleet.count(size) or 0, _lying(layout, fleet.player, size)
        if count != declared:
            text = Message(
                "{player} declared {ships} and has {count}",
                player=fleet.player, ships=size.ships(declared), count=count,
            )  # fmt: skip
            found.append(Reason(Clause.SETUP_FLEET, text, None, (), float(count), float(declared)))
    return found
