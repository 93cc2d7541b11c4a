"""How long a game can be: a proved bound on the moves of each step, dice included (`docs/rules/destin-arc.md`, "How
long a game is").

Each function counts, for one player and one step, what can happen at most, whatever the position. n is the number of
his pieces, spares included; a piece acts once in a step.
"""

from __future__ import annotations

from math import ceil

from grid_games.destin_arc.state import Terms
from grid_games.destin_arc.units import PEGASUS, SPELLS, UNLIMITED

DECISIONS_OF_A_SPELL = 8
"""The caster with his spell, who joins, up to four hexes or one target, the order; a save."""

DECISIONS_OF_A_BATTLE = 7
"""Its target, its order, its roll, a save against death, a retreat of the target or of the leader on it, the parting
on one hex, an advance. Of the target's side one piece has a choice: a leader goes along, or falls back when the target
is lost; the snipers' push comes only where the table gave no retreat."""

DECISIONS_OF_AN_ATTACKER = 3
"""He is named, retreats, hides."""

CHEAPEST = min(spell.cost for book in SPELLS.values() for spell in book.values() if spell.cost)
"""Points of the cheapest spell."""


def zones(game: Terms) -> list[tuple[int, int]]:
    """For each spell that makes zones: how many can lie at once, and how many hexes each has. A priest casts once a
    turn."""
    casters = [game.pieces.units[p].school for own in game.priests for p in own]
    return [
        (casters.count(school) * min(spell.turns, game.land.turns), spell.area)
        for school, book in SPELLS.items() for spell in book.values() if spell.at == "zone"
    ]  # fmt: skip


def rolls_at(game: Terms) -> int:
    """Rolls for one hex entered: one for each spell."""
    return sum(min(count, 1) for count, _ in zones(game))


def rolls_of_a_retreat(game: Terms) -> int:
    """Rolls of one piece that retreats.

    A retreat goes one hex farther from its start with each step, and longer than 2 only over friends. So it has at most
    2 + n hexes; and a zone of k connected hexes, which lie at no more than k consecutive distances, it enters at most
    ceil(k / 2) times, since it must leave it in between.
    """
    far = 2 + max(len(own) for own in game.pieces.by_team)
    return sum(min(far, count * ceil(area / 2)) for count, area in zones(game))


def movement(game: Terms, seat: int) -> int:
    """One movement step of a player.

    Each piece is taken in hand once; a hidden one is shown at most twice, before and after it hides; `end` closes the
    step. Each leg costs a movement point or more, Aris Dombal has one
    leg. Each point may enter a hex and roll for it; Aris's way visits no hex twice. Ulf may be asked once about
    conversion. Of written orders each piece may roll for one hex, as it goes no farther or wins it from somebody who
    does not, and may be put on the nearest free one.
    """
    pieces, land = game.pieces, game.land
    own = pieces.by_team[seat]
    hidden = sum(pieces.team[p] == seat for p in pieces.hidden)
    points = [PEGASUS if pieces.units[p].id == "u4" else pieces.units[p].move for p in own]
    legs = sum(each if each < UNLIMITED else 1 for each in points)
    hexes = sum(min(each, len(land)) for each in points)
    orders = 2 * len(own) if game.rules.simul == "plotted" else 0
    return len(own) + 2 * hidden + 1 + legs + hexes * rolls_at(game) + 1 + orders


def castings(game: Terms) -> int:
    """Spells of one priest in a step: as many as the cheapest cost goes into the most points there are."""
    most = max((unit.points for unit in game.pieces.units), default=0)
    return 1 if game.rules.spells_a_step == "one" else most // CHEAPEST + 1


def magic(game: Terms, seat: int) -> int:
    """The magic step of a player: each priest casts once, and everybody in a zone rolls."""
    return len(game.priests[seat]) * castings(game) * (DECISIONS_OF_A_SPELL + len(game.pieces)) + 1


def combat(game: Terms, seat: int, missiles: bool) -> int:
    """One step of combat of a player, with the question before it where leaders stand.

    Each battle has an attacker of its own, so that there are no more battles than pieces that attack so. Retreats: the
    target's, the parting's, in melee each attacker's. One piece advances by one hex. A leader goes along at most once:
    whoever bears him is target of one battle or attacks in one, and takes him to a hex without other friends;
    bereaved, he leaves his hex, and who joins him by an advance has had its battle. Where he may stay, he is counted
    with every retreat.
    """
    pieces = game.pieces
    able = sum((pieces.missile if missiles else pieces.melee)[p][0] > 0 for p in pieces.by_team[seat])
    retreats = (2 if missiles else 3) * able
    decisions = able * (DECISIONS_OF_A_BATTLE + DECISIONS_OF_AN_ATTACKER) + 1
    along = retreats if game.rules.leader_of_lost_unit == "stays" else sum(pieces.leader)
    return sum(pieces.leader) + decisions + (retreats + along) * rolls_of_a_retreat(game) + able * rolls_at(game)


def turn(game: Terms) -> int:
    """One turn: meditation, everybody's steps, the roll for the lead; at its end hiding."""
    seats = range(len(game.players))
    steps = sum(
        2 * movement(game, seat) + magic(game, seat) + combat(game, seat, True) + combat(game, seat, False)
        for seat in seats
    )
    return len(game.meditating) + 1 + steps + 1 + len(game.pieces.hidden) + len(seats)


def whole(game: Terms) -> int:
    """A whole game: placing, the turns, and three moves for each conversion there can be."""
    return len(game.berths) + game.land.turns * turn(game) + 3 * len(game.pieces.spares)
