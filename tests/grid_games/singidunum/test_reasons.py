"""A refusal gives the true reason: take away what it names, and the move is legal."""

from __future__ import annotations

from collections import Counter

import numpy as np

from grid_games.core.sets import members
from grid_games.singidunum.moves import Go
from grid_games.singidunum.state import State
from tests.grid_games.singidunum.scenes import after, game, legal, scene
from tests.grid_games.singidunum.test_walks import crowd


def under(state: State, **settings: object) -> State:
    """The same position under other options."""
    return game(**settings).state_from_json(game().state_to_json(state))


def without(state: State, hexes: int) -> State:
    """The same position without the enemies on some hexes."""
    foe, kinds = 1 - state.mover, bytearray(state.kinds)
    for place in members(hexes & state.men[foe]):
        kinds[place] = 0
    men = [rest & ~(hexes if side == foe else 0) for side, rest in enumerate(state.men)]
    gone = ~(hexes & state.men[foe])
    return state._replace(kinds=bytes(kinds), men=(men[0], men[1]), ready=state.ready & gone, fled=state.fled & gone)


def test_a_refused_step_names_what_forbids_it() -> None:
    """Pincers are lifted by the option, zones of control by taking away who stands round the unit, hexes by leaving
    them."""
    met = Counter[str]()
    for seed in range(40):
        state = crowd(np.random.default_rng([7, seed]))
        board = state.game.table.board
        for start in members(state.men[state.mover] & state.ready):
            for end in board.grid.neighbours[start]:
                move = Go(board.names[start], board.names[end])
                why = state.why_not(move)
                if why is None:
                    continue
                held = "may only stay" in why.text
                barred = f"{move.end} is caught" in why.text
                zones = "zones of control" in why.text
                met["held"] += held
                met["barred"] += barred
                met["zones"] += zones
                met["several"] += held + barred + zones > 1
                if "is occupied" in why.text:
                    assert (state.men[0] | state.men[1]) >> end & 1
                    met["occupied"] += 1
                    continue
                assert held or barred or zones, why.text
                lifted = "both" if not (held or barred) else "leaving" if not held else "entering"
                changed = state if lifted == "both" else under(state, pincer=lifted)
                if held and barred:
                    continue
                if zones:
                    if held or barred:
                        assert changed.why_not(move) is not None  # one of two reasons is not enough
                    changed = without(changed, board.grid.around[start])
                assert changed.why_not(move) is None, (move, why.text)
    assert min(met[what] for what in ("held", "barred", "zones", "several", "occupied")) > 5, met


def reason(state: State, text: str) -> str:
    found = state.why_not(state.game.parse(text))
    assert found is not None
    return f"{found.text} [{found.clause}]"


def test_a_refused_retreat_names_what_forbids_it() -> None:
    """Each with the change that makes the hex one of those that may be named."""
    text = "E9@e4 A5@g7' / C6@e6 A4@c9"
    refused = after(scene(text), "e4-e5", "refuse")
    assert reason(refused, ">f6") == "f6 lies in an enemy zone of control [10]"
    assert ">f6" in legal(after(scene(text.replace(" A5@g7'", "")), "e4-e5", "refuse"))
    assert reason(refused, ">e9") == "e9 is no neighbour of e6, where the unit stands [10]"
    held = "E9@e4 / C6@e6 A5@e7 A4@c9"
    assert reason(after(scene(held), "e4-e5", "refuse"), ">e7") == "e7 is occupied [10]"
    assert ">e7" in legal(after(scene(held.replace(" A5@e7", "")), "e4-e5", "refuse"))
    behind = "E9@f6 H7@h9' H6@i6' / C6@h7 A4@c9"
    assert reason(after(scene(behind), "f6-g7", "accept", "+2"), ">j7").endswith(
        "opposite the enemy, which comes first [10]"
    )
    assert ">j7" in legal(after(scene(behind, second_hex="any"), "f6-g7", "accept", "+2"))
    shot = "A6@e4 / C6@e7 A4@c9"
    vetoed = after(scene(shot), "e4", "*e7", "+2", ">e8", "veto")
    assert reason(vetoed, ">e8") == "e8 was refused [U10]"
    assert ">e8" in legal(after(scene(shot), "e4", "*e7", "+2"))
    assert reason(after(scene(shot), "e4", "*e7", "+2", ">e8", "allow"), ">e7") == "e7 is the hex first left [U9]"
