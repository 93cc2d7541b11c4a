"""Sentences of the text on which a reader may stumble, one by one, each with its clause of `docs/rules/destin-arc.md`:
what the program does of itself, and what it does under the other values of the option."""

from __future__ import annotations

import pytest

from grid_games.destin_arc.state import State
from tests.grid_games.destin_arc.scenes import attack, game, legal, play, scene, why

B, U, F = range(3)


def passed(state: State) -> State:
    """The next turn, with nothing more done in this one."""
    turn = state.turn
    while state.turn == turn:
        state = state.play(state.legal_moves()[-1])
    return state


@pytest.mark.parametrize(("decay", "marched", "fought"), [("every_turn", (1,), (1,)), ("attacks", (0,), (1,))])
def test_3_4_aris_loses_a_third_each_turn(decay: str, marched: tuple[int], fought: tuple[int]) -> None:
    """Of the value he began with, in every turn in which he does not rest; a turn of rest makes him whole."""
    options = {} if decay == "every_turn" else {"aris_decay": decay}
    pieces = {"f6": "K22", "b1.1": "A2", "u1.1": "Y2"}
    walked = passed(play(scene(pieces, "movement", F, **options), "move f6", "to K26"))
    assert walked.worn == marched
    battle = attack(scene(pieces | {"b1.1": "K24"}, "melee", F, **options), "b1.1", "f6")
    assert passed(battle.play(battle.legal_moves()[0])).worn == fought
    assert passed(scene(pieces, "movement", F, worn=2, **options)).worn == (0,)


CAVALRY = {"b3.1": B, "b7.1": B, "u6.1": U, "u3.1": U}
"""Those of the MPA, of the allied barons, of the barons; and the knights."""


@pytest.mark.parametrize(("piece", "seat"), CAVALRY.items())
def test_1_14_3_walls_bar_the_units_named_cavalry(piece: str, seat: int) -> None:
    pieces = {piece: "B43", "b1.1" if seat != B else "u1.1": "A2"}
    assert why(play(scene(pieces, "movement", seat), f"move {piece}"), "to C42") == "1.14.3"
    assert legal(play(scene(pieces, "movement", seat, wall_cavalry="waived"), f"move {piece}"), "to C42")


@pytest.mark.parametrize(("piece", "seat"), {"b4": B, "u5": U}.items())
def test_1_14_3_walls_bar_leaders_on_horse_by_option(piece: str, seat: int) -> None:
    pieces = {piece: "B43", "b1.1" if seat != B else "u1.1": "A2"}
    assert legal(play(scene(pieces, "movement", seat), f"move {piece}"), "to C42")
    assert why(play(scene(pieces, "movement", seat, cavalry="riders"), f"move {piece}"), "to C42") == "1.14.3"


@pytest.mark.parametrize("name", ["f5", "f6"])
def test_7_2_fra_borges_and_aris_are_stopped_on_an_enemy_s_hex(name: str) -> None:
    """The text lets them move there; they are shown and go no farther. By option they may not stop."""
    pieces = {"u1.1": "K24", name: "K22"}

    def there(**options: str) -> State:
        return play(scene(pieces, "movement", F, **options), f"move {name}")

    stopped = play(there(), "to K24")
    assert why(stopped, "to K26") == "1.5.1"
    assert why(scene(pieces | {name: "K24"}, "movement", F), f"show {name}") == "7.2"  # an enemy is on the hex
    assert why(stopped, f"show {name}") == "7.2"  # it is seen
    assert why(there(enemy_hex="passed"), "to K24") == "7.2"


@pytest.mark.parametrize("name", ["arc", "village"])
@pytest.mark.parametrize("place", ["temple", "place", "university"])
def test_8_1_3_places_can_be_entered_by_everybody(name: str, place: str) -> None:
    """By each kind of piece on the map from each hex beside them: so by those whose secret they are."""
    arc = game(map=name)
    land, known = arc.land, dict(arc.land.places)
    goal = land.numbers[known[place]]
    for number, unit in enumerate(arc.pieces.units):
        if unit.move and number not in arc.pieces.spares and arc.pieces.of[unit.id][0] == number:
            seat = arc.pieces.team[number]
            other = next(p for p, team in enumerate(arc.pieces.team) if team != seat)
            far = max(range(len(land)), key=lambda h: (land.all >> h & 1, land.distance(h, goal)))
            beside = next(h for h in land.grid.neighbours[goal] if land.all >> h & 1 and not land.costly >> h & 1)
            piece, enemy = arc.pieces.names[number], arc.pieces.names[other]
            state = scene({piece: land.labels[beside], enemy: land.labels[far]}, "movement", seat, map=name)
            assert legal(play(state, f"move {piece}"), f"to {known[place]}"), (piece, place)
