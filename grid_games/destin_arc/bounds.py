"""How long a game can be: a bound on the moves of each step, dice included, for one player and one step, whatever the
position (`docs/rules/destin-arc.md`, "How long a game is"). A piece acts once in a step."""

from __future__ import annotations

from grid_games.destin_arc.state import Terms
from grid_games.destin_arc.units import UNLIMITED

DECISIONS_OF_A_SPELL = 5
"""The caster with the spell, who joins, the order; a save; the roll that says nothing (`zones.Veil`); besides its
target or its hexes."""

DECISIONS_OF_A_BATTLE = 10
"""Its target, its order, its roll, a save against death, a retreat of the target or of the leader on it, the parting
on one hex, an advance; of one attacker, that it is named, retreats, hides. Each battle has an attacker of its own, and
whoever else attacks counts as a battle more."""


def rolls(game: Terms) -> int:
    """For one hex entered: one for each spell that makes zones and that somebody can cast."""
    schools = {game.pieces.units[p].school for own in game.priests for p in own}
    return sum(spell.at == "zone" for school in schools for spell in game.numbers.books[school].values())


def movement(game: Terms, seat: int) -> int:
    """Each piece is taken in hand once, shown twice at most, rolls once for a hex that another enters too, and is put
    on a free one once; each leg costs a movement point or more, Aris Dombal has one leg, and each point may enter a
    hex. Then comes the roll that says nothing, Ulf may be asked about conversion, and `end` closes the step."""
    own, units = game.pieces.by_team[seat], game.pieces.units
    points = sum(units[p].pegasus or units[p].move for p in own if units[p].move < UNLIMITED)
    hexes = points + len(game.land) * sum(units[p].move >= UNLIMITED for p in own)
    return 5 * len(own) + hexes * (1 + rolls(game)) + 3


def castings(game: Terms) -> int:
    """Spells of one priest in a step: as many as the cheapest cost goes into the most points there are."""
    most = max((unit.points for unit in game.pieces.units), default=0)
    cheapest = min((spell.cost for spell in game.numbers.spells if spell.cost), default=most + 1)
    return 1 if game.rules.spells_a_step == "one" else most // cheapest + 1


def magic(game: Terms, seat: int) -> int:
    """Everybody in a zone rolls."""
    hexes = max((1, *(spell.area for spell in game.numbers.spells)))
    return len(game.priests[seat]) * castings(game) * (DECISIONS_OF_A_SPELL + hexes + len(game.pieces)) + 1


def combat(game: Terms, seat: int) -> int:
    """Where leaders stand; then the battles. A battle has no more than three retreats for each attacker, the target's,
    the parting's, its own, each with a leader: over two hexes, and farther only over friends. An advance enters one."""
    able, most = len(game.pieces.by_team[seat]), max(map(len, game.pieces.by_team))
    entered = 6 * (2 + most) + 1
    return len(game.leading) + able * (DECISIONS_OF_A_BATTLE + entered * rolls(game)) + 1


def whole(game: Terms) -> int:
    """Placing; in each turn meditation, everybody's steps, the roll for the lead, hiding at its end; three moves for
    each conversion there can be; and saves against fire."""
    seats = range(len(game.players))
    steps = sum(2 * movement(game, seat) + magic(game, seat) + 2 * combat(game, seat) for seat in seats)
    turn = len(game.meditating) + 1 + steps + 1 + len(game.pieces.hidden) + len(seats)
    fire = len(game.pieces) + 1 if game.land.fire else 0
    return len(game.berths) + game.land.turns * turn + 3 * len(game.pieces.spares) + fire
