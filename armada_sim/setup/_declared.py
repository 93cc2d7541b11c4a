"""Fleets as a layout declares them, and whether its ships are those (setup.fleet, setup.players, setup.sunk)."""

from __future__ import annotations

from armada_sim.evidence import Reason
from armada_sim.table import PIPS, Clause, Counts, Fleet, Layout, Rules, Size, fleet_problem, fleets_problem


def declared_problems(layout: Layout, rules: Rules) -> list[Reason]:
    """What is wrong with the declared fleets, the numbers of pieces and of players, and ships that start damaged."""
    found = _players(layout, rules)
    crowded = set()
    for player in _everybody(layout):
        for size in Size:
            count, most = _lying(layout, player, size), rules.max_per_size
            if count > most:
                crowded.add(player)
                text = f"{player} has {count} {size} ships; at most {most} are allowed (max_per_size)"
                found.append(Reason(Clause.SETUP_FLEET, text, None, (), float(count), float(most)))
    fleets = _declared(layout)
    for fleet in fleets:
        found += _as_declared(layout, fleet)
        problem = fleet_problem(_counts(fleet), rules)
        if problem and not (fleet.player in crowded and "max_per_size" in problem):
            pips = (float(_counts(fleet).pips), float(PIPS)) if "pips" in problem else (None, None)
            found.append(Reason(Clause.SETUP_FLEET, f"{fleet.player}'s fleet {problem}", None, (), *pips))
    together = fleets_problem([_counts(fleet) for fleet in fleets], rules)
    if together:
        found.append(Reason(Clause.SETUP_FLEET, together))
    for ship in layout.ships:
        if ship.damage:
            text = f"{ship.name} starts with {ship.damage} damage"
            found.append(Reason(Clause.SETUP_SUNK, text, None, (ship.name,), float(ship.damage), 0.0))
    return found


def declared_notes(layout: Layout, rules: Rules) -> list[str]:
    """What of the option fleet_budget was not, or could not be, checked."""
    fleets = _declared(layout)
    silent = [player for player in _everybody(layout) if player not in {fleet.player for fleet in fleets}]
    notes = []
    if silent and rules.fleet_budget != "free":
        notes.append(f"no fleet is declared for {', '.join(silent)}: fleet_budget was not checked")
    if rules.fleet_budget == "matched_or_constructed" and len(fleets) > 1:
        equal = len({_counts(fleet) for fleet in fleets}) == 1
        kind = "matched" if equal else "constructed; what they may cost is not known and was not checked"
        notes.append(f"the declared fleets are {kind}")
    return notes


def _everybody(layout: Layout) -> list[str]:
    """Every player who has a ship or a fleet."""
    return list(dict.fromkeys([*(s.player for s in layout.ships), *(f.player for f in layout.fleets)]))


def _declared(layout: Layout) -> list[Fleet]:
    """The fleets that say how many ships they have."""
    return [fleet for fleet in layout.fleets if fleet.declares_ships]


def _counts(fleet: Fleet) -> Counts:
    return Counts(fleet.large or 0, fleet.medium or 0, fleet.small or 0)


def _lying(layout: Layout, player: str, size: Size) -> int:
    return sum(ship.size is size for ship in layout.ships if ship.player == player)


def _players(layout: Layout, rules: Rules) -> list[Reason]:
    span, count = rules.player_range, len(_everybody(layout))
    if span is None or span[0] <= count <= span[1]:
        return []
    text = f"{count} player(s) set up; the game is for {span[0]} to {span[1]}"
    limit = span[0] if count < span[0] else span[1]
    return [Reason(Clause.SETUP_PLAYERS, text, None, (), float(count), float(limit))]


def _as_declared(layout: Layout, fleet: Fleet) -> list[Reason]:
    """Where a player's ships are not those he declared."""
    found = []
    for size in Size:
        declared, count = fleet.count(size) or 0, _lying(layout, fleet.player, size)
        if count != declared:
            text = f"{fleet.player} declared {declared} {size} ship(s) and has {count}"
            found.append(Reason(Clause.SETUP_FLEET, text, None, (), float(count), float(declared)))
    return found
