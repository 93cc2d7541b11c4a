"""What an action does to the table, as the page draws it: its steps or its line, and the ships that changed.

Lengths are mm, points (x, y) in the table frame.
"""

from __future__ import annotations

from dataclasses import replace

from armada_sim.files import Dispute
from armada_sim.moving import Mover, move_places
from armada_sim.play import Action, Game, Move, Refused, Shoot, flagships, line_of_fire, table_for_move
from armada_sim.table import Ship
from armada_sim.web.answers import Document
from armada_sim.web.documents import document, ship_row
from armada_sim.web.game_answers import Changed, Coming, Marked


def table_of(game: Game, title: str = "") -> Document:
    """The table as the page keeps tables; what is sunk and taken away lies there no more."""
    ships = tuple(ship for ship in game.layout.ships if _lies(ship, game))
    return document(Dispute(title, "mm", game.state.rules, replace(game.layout, ships=ships)))


def coming(game: Game) -> list[Coming]:
    """What is still to come onto the table."""
    return [{**ship_row(one.ship), "turn": one.turn} for one in game.state.to_come]


def _lies(ship: Ship, game: Game) -> bool:
    return not ship.sunk or game.state.rules.wreck != "removed"


def marked(before: Game, action: Action) -> Marked:
    """Where the steps of a move lie, or the line of fire of a shot, allowed or not."""
    claim = action.claim if isinstance(action, Refused) else action
    state = before.state
    if isinstance(claim, Move):
        ship = state.layout.ship(claim.ship)
        mover = Mover(ship, state.rules.outline(ship.size))
        places = move_places(table_for_move(state, ship), ship, claim.declared, state.rules)
        return {"steps": [[*mover.body(place).corners] for place in places], "shot": None}
    return {"steps": [], "shot": line_of_fire(state, claim) if isinstance(claim, Shoot) else None}


def changes(before: Game, action: Action, after: Game) -> Changed:
    """What an action did: the ships that changed, and the names of those that lie there no more."""
    lay = {ship.name: ship for ship in before.layout.ships}
    gone = [ship.name for ship in after.layout.ships if not _lies(ship, after) and _lies(lay[ship.name], before)]
    changed = [ship for ship in after.layout.ships if _lies(ship, after) and lay.get(ship.name) != ship]
    drawing = marked(before, action)
    found: Changed = {
        "steps": drawing["steps"],
        "shot": drawing["shot"],
        "ships": [ship_row(ship) for ship in changed],
        "gone": gone,
        "flagships": [*flagships(after.state)],
        "coming": coming(after),
    }
    if after.layout.objects != before.layout.objects:
        found["objects"] = table_of(after)["objects"]
    return found
