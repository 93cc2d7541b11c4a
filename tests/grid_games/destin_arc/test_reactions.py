"""Dispel as a reaction (docs/rules/destin-arc.md, 4.6, option `dispel_when`)."""

from grid_games.core.protocol import CHANCE
from grid_games.destin_arc.state import CAST, MEDITATES, State
from tests.grid_games.destin_arc.scenes import ended, flipped, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2
P = game().pieces.numbers
PIECES = {"b5.1": "K22", "b1.1": "K24", "u2.1": "K28", "u2.2": "K36", "f1.1": "A68"}


def blessed(**more: object) -> State:
    """Bonnaire's priest has blessed his infantry, within 4 of a Christian priest."""
    state = scene({**PIECES, **more.pop("pieces", {})}, "magic", B, dispel_when="reaction", **more)  # type: ignore[arg-type, dict-item]
    return ended(play(state, "cast b5.1 bless", "on b1.1"))


def test_a_spell_is_ended_at_once() -> None:
    state = blessed()
    assert state.current_player() == "ulf"
    assert list(map(str, state.legal_moves())) == ["cast u2.1 dispel", "end"]  # the other is 6 hexes away
    assert why(state, "cast u2.2 dispel") == "4"
    assert why(state, "cast b5.1 dispel") == "1.8.1"
    after = play(state, "cast u2.1 dispel", "undo 1")
    assert (after.effects, after.points[P["u2.1"]], after.casts) == ((), 125, 2)
    assert after.current_player() == "bonnaire"
    assert len(play(state, "end").effects) == 1
    usual = ended(play(scene(PIECES, "magic", B), "cast b5.1 bless", "on b1.1"))
    assert usual.current_player() == "bonnaire"


def test_who_could_not_is_not_asked() -> None:
    assert blessed(points={"u2.1": 20}).current_player() == "bonnaire"
    assert blessed(pieces={"u2.1": "K36"}).current_player() == "bonnaire"
    assert blessed(marks={"u2.1": CAST}).current_player() == "bonnaire"
    hidden = scene(PIECES | {"b9.1": "K20"}, "magic", B, dispel_when="reaction")
    assert (
        ended(play(hidden, "cast b5.1 bless", "on b9.1")).current_player() == "bonnaire"
    )  # Ulf does not see whom it lies on
    assert blessed(pieces={"b5.2": "K20", "u2.1": "K36"}).current_player() == "bonnaire"
    assert not legal(
        blessed(pieces={"b5.2": "K20", "u2.1": "K36"}), "cast b5.2 dispel"
    )  # one's own spell is left alone
    healed = scene(PIECES, "magic", B, dispel_when="reaction", flipped=["b1.1"])
    assert ended(play(healed, "cast b5.1 healing", "on b1.1")).current_player() == "bonnaire"


def test_one_spell_a_turn_reactions_included() -> None:
    state = play(blessed(), "cast u2.1 dispel", "undo 1")
    while not (state.current_player() == "ulf" and legal(state, "cast u2.2 light")):
        move = next(move for move in state.legal_moves() if move.verb in ("end", "="))
        state = state.play(move)
    assert why(state, "cast u2.1 light") == "1.8.3"
    while state.turn == 3:
        move = next(move for move in state.legal_moves() if move.verb in ("end", "="))
        state = state.play(move)
    assert not state.marks[P["u2.1"]] & CAST


def test_bonnaire_reacts_in_the_joint_half_turn() -> None:
    near = {"u1.1": "K28", "u2.2": "K30", "b5.1": "K24", "b5.2": "K32", "f1.1": "A68"}
    state = ended(
        play(scene(near, "magic", U, dispel_when="reaction", marks={"b5.2": MEDITATES}), "cast u2.2 light", "on u1.1")
    )
    assert state.current_player() == "bonnaire"
    assert offers(state, "cast") == ["b5.1"]  # who meditates does nothing else
    after = play(state, "cast b5.1 dispel", "undo 1")
    assert after.effects == ()
    assert after.points[P["b5.1"]] == 150


def test_two_priests_react_together() -> None:
    pair = {"b5.1": "K22", "b1.1": "K26", "u2.1": "K28", "u2.2": "L29", "f1.1": "A68"}
    state = scene(pair, "magic", B, dispel_when="reaction", points={"u2.1": 30, "u2.2": 30})
    state = ended(play(state, "cast b5.1 light", "on b1.1"))
    assert offers(state, "cast") == ["u2.1", "u2.2"]
    state = play(state, "cast u2.1 dispel")
    assert why(state, "undo 1") == "4.6"
    state = play(state, "join u2.2")
    assert (state.effects, state.points[P["u2.1"]], state.points[P["u2.2"]]) == ((), 0, 10)


def test_a_zone_is_ended_after_its_first_rolls() -> None:
    state = scene(PIECES, "magic", B, dispel_when="reaction")
    state = ended(play(state, "cast b5.1 weather", "at K28", "at K26", "at J27", "at L27"))
    assert state.current_player() == CHANCE
    state = play(state, "=fail")
    assert state.current_player() == "ulf"
    after = play(state, "cast u2.1 dispel", "undo 1")
    assert after.effects == ()
    assert flipped(after, "u2.1")


def test_who_dies_of_the_spell_dispels_nothing() -> None:
    near = {"b5.1": "K26", "u2.2": "K24", "u1.1": "K28", "f1.1": "A68", "b1.1": "A2"}
    state = scene(near, "magic", U, dispel_when="reaction")
    state = ended(play(state, "cast u2.2 blade", "at K26", "at L27"))
    assert play(state, "=fail").current_player() != "bonnaire" or not legal(play(state, "=fail"), "cast b5.1 dispel")
    assert legal(play(state, "=save"), "cast b5.1 dispel")
