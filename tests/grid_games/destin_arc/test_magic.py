"""Magic: casting, joint casting, zones, durations, dispelling, and the options on them (docs/rules/destin-arc.md, 1.8,
4)."""

import pytest

from grid_games.core.sets import mask
from grid_games.destin_arc.state import MEDITATES, Effect
from tests.grid_games.destin_arc.scenes import at, chances, ended, flipped, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2
P = game().pieces.numbers
LAND = game().land


def spells(state: object) -> list[str]:
    return [effect.spell for effect in state.effects]


def next_turn(state: object) -> object:
    turn = state.turn
    while state.turn == turn:
        state = state.play(state.legal_moves()[-1])
    return state


def test_cost_and_reserve() -> None:
    state = ended(play(scene({"b5.1": "K22", "b1.1": "K24", "u1.1": "A2"}, "magic", B), "cast b5.1 bless", "on b1.1"))
    assert state.points[P["b5.1"]] == 175
    assert spells(state) == ["bless"]
    poor = scene({"b5.1": "K22", "u1.1": "K26"}, "magic", B, points={"b5.1": 49})
    assert why(poor, "cast b5.1 hold") == "1.8.2"


def test_more_spells_that_are_no_attacks() -> None:
    """By option: blessings as far as the points go, and one attack besides."""
    pieces = {"b5.1": "K22", "b1.1": "K24", "b1.2": "L23", "u1.1": "K26", "u1.2": "L25"}
    state = play(scene(pieces, "magic", B, spells_a_step="one_attack"), "cast b5.1 bless", "on b1.1")
    state = play(state, "cast b5.1 hold", "on u1.1", "cast b5.1 bless", "on b1.2")
    assert why(state, "cast b5.1 hold") == "1.8.3"
    assert state.points[P["b5.1"]] == 100


@pytest.mark.parametrize(("spell", "radius"), [("silence", 4), ("hold", 6)])
def test_ranges(spell: str, radius: int) -> None:
    for far, allowed in ((radius, True), (radius + 1, False)):
        state = scene({"b5.1": "K20", "u2.1": f"K{20 + 2 * far}"}, "magic", B)
        assert legal(state, f"cast b5.1 {spell}") is allowed


def test_healing_now_or_next_turn() -> None:
    christian = ended(
        play(scene({"u2.1": "K22", "u1.1": "K24"}, "magic", U, flipped=["u1.1"]), "cast u2.1 healing", "on u1.1")
    )
    assert not flipped(christian, "u1.1")
    state = scene({"b5.1": "K22", "b1.1": "K24", "u1.1": "Y2", "f1.1": "A68"}, "magic", B, flipped=["b1.1"])
    bhar = ended(play(state, "cast b5.1 healing", "on b1.1"))
    assert flipped(bhar, "b1.1")
    assert not flipped(next_turn(bhar), "b1.1")
    assert not legal(scene({"b5.1": "K22", "b1.1": "K24"}, "magic", B), "cast b5.1 healing")  # nothing to heal


def test_silence() -> None:
    state = ended(
        play(scene({"b5.1": "K22", "u2.1": "K26", "u1.1": "L23"}, "magic", B), "cast b5.1 silence", "on u2.1")
    )
    assert chances(state)["save"] == "1/3"
    silenced = play(state, "=fail")
    dumb = scene({"u2.1": "K26", "u1.1": "L23"}, "magic", U, effects=silenced.effects)
    assert why(dumb, "cast u2.1 bless") == "4"
    assert why(scene({"b5.1": "K22", "u1.1": "K26"}, "magic", B), "cast b5.1 silence") == "4"


def test_durations() -> None:
    state = scene({"b5.1": "K22", "b1.1": "K24", "u1.1": "Y2", "f1.1": "A68"}, "magic", B)
    state = ended(play(state, "cast b5.1 bless", "on b1.1"))  # in turn 3
    while state.turn < 5:
        state = next_turn(state)
        assert spells(state) == ["bless"]
    assert spells(next_turn(state)) == []


def test_light_stays() -> None:
    state = ended(
        play(
            scene({"b5.1": "K22", "b1.1": "K32", "u1.1": "Y2", "f1.1": "A68"}, "magic", B), "cast b5.1 light", "on b1.1"
        )
    )
    assert [(e.spell, e.bonus, e.until) for e in state.effects] == [("light", 2, 0)]
    assert spells(next_turn(next_turn(state))) == ["light"]
    from grid_games.destin_arc.chapters.losses import eliminate
    from grid_games.destin_arc.state import draft_of

    d = draft_of(state)
    eliminate(d, P["b1.1"], -1)
    assert d.effects == ()


def test_light_on_enemies_by_option() -> None:
    state = scene({"b5.1": "K22", "b1.1": "K26", "u6.1": "K24"}, "magic", B, light_target="enemy")
    lit = ended(play(state, "cast b5.1 light", "on u6.1"))
    assert chances(lit)["fail"] == "1/2"
    lit = play(lit, "=fail", "attack u6.1", "with b1.1", "end")
    assert lit.step.column == 4  # 1-2, two to the right


def test_missiles_into_a_zone_by_option() -> None:
    zone = (Effect(1, "weather", "bhar", B, -1, mask(map(LAND.numbers.get, ("K24", "K26", "L25", "L27"))), 8),)
    pieces = {"b2.1": "K22", "u1.1": "K24"}
    assert why(scene(pieces, "missile", B, effects=zone), "attack u1.1") == "4.3"
    assert legal(scene(pieces, "missile", B, effects=zone, zone_missiles="allowed"), "attack u1.1")
    assert legal(scene(pieces, "melee", B, effects=zone), "attack u1.1")


def test_held_pieces_do_nothing() -> None:
    held = (Effect(1, "hold", "bhar", B, P["u2.1"], 0, 3),)
    pieces = {"u2.1": "K22", "u1.1": "L23", "b1.1": "K24"}
    assert why(scene(pieces, "magic", U, effects=held), "cast u2.1 bless") == "4.5"
    assert why(scene(pieces, "movement", U, effects=held), "move u2.1") == "4.5"
    assert why(play(scene(pieces, "melee", U, effects=held), "attack b1.1"), "with u2.1") == "4.5"
    state = next_turn(scene(pieces | {"f1.1": "A68"}, "movement", U, effects=held))
    assert state.effects == ()


def test_hold_with_a_legal_attack_only() -> None:
    held = (Effect(1, "hold", "bhar", B, P["u4"], 0, 3),)
    pieces = {"b1.1": "K22", "u4": "K24"}
    assert legal(scene(pieces, "melee", B, effects=held), "attack u4")
    assert not legal(scene(pieces, "melee", B, effects=held, hold_attack="legal"), "attack u4")


def test_zone_rolls_once_an_entry() -> None:
    zone = (Effect(1, "weather", "bhar", B, -1, mask(LAND.numbers[h] for h in ("K24", "K26", "L25", "L27")), 9),)
    state = play(scene({"u1.1": "K22", "b1.1": "A2"}, "movement", U, effects=zone), "move u1.1", "to K26")
    assert chances(state) == {"save": "1/4", "fail": "3/4"}
    hit = play(state, "=fail")
    assert flipped(hit, "u1.1")
    assert at(hit, "u1.1") == "K26"
    again = play(hit, "to L27")
    assert again.current_player() == "ulf"  # from hex to hex of the zone
    out = play(again, "to M28", "to L27")
    assert out.current_player() == "chance"


def test_blades_eliminate() -> None:
    state = ended(play(scene({"u2.1": "K20", "b1.1": "K26"}, "magic", U), "cast u2.1 blade", "at K26", "at K28"))
    assert at(play(state, "=fail"), "b1.1") == "gone"


def test_a_zone_strikes_friends_too() -> None:
    state = play(scene({"b5.1": "K20", "b1.1": "K26", "u1.1": "A2"}, "magic", B), "cast b5.1 weather")
    assert ended(play(state, "at K26", "at K28", "at K30", "at K32")).current_player() == "chance"


def test_dispel() -> None:
    zone = (Effect(7, "weather", "bhar", B, -1, mask([LAND.numbers["K26"]]), 9),)
    pieces = {"u2.1": "K20", "u2.2": "A2", "b1.1": "Y2"}
    state = play(scene(pieces, "magic", U, effects=zone), "cast u2.1 dispel", "undo 7")
    assert state.points[P["u2.1"]] == 75
    assert ended(state).effects == ()
    assert not legal(scene(pieces | {"u2.1": "K16"}, "magic", U, effects=zone), "cast u2.1 dispel")
    healing = (Effect(7, "healing", "bhar", B, P["b1.1"], 0, 9),)
    assert not legal(scene({"u2.1": "K20", "b1.1": "K22"}, "magic", U, effects=healing), "cast u2.1 dispel")


def test_joint_casting() -> None:
    pieces = {"b5.1": "K22", "b5.2": "K24", "b5.3": "K32", "u1.1": "K28"}
    few = {"b5.1": 30, "b5.2": 30, "b5.3": 30}
    state = play(scene(pieces, "magic", B, points=few), "cast b5.1 hold")
    assert offers(state, "join") == ["b5.2"]
    assert offers(state, "on") == []
    assert why(state, "on u1.1") == "1.8.2"
    poor = scene(pieces | {"b5.3": "J21"}, "magic", B, points={"b5.1": 30, "b5.2": 5, "b5.3": 20})
    assert why(play(poor, "cast b5.1 hold"), "join b5.2") == "1.8.2"
    assert why(play(scene(pieces, "magic", B), "cast b5.1 weather", "at K28"), "join b5.2") == "turn"
    state = play(state, "join b5.2", "on u1.1")
    assert (state.points[P["b5.1"]], state.points[P["b5.2"]]) == (0, 10)
    assert why(state, "cast b5.2 bless") == "1.8.3"
    save = scene(pieces, "magic", B, joint_cast="save")
    alone = ended(play(save, "cast b5.1 hold", "on u1.1"))
    pair = ended(play(save, "cast b5.1 hold", "join b5.2", "on u1.1"))
    assert (chances(alone)["save"], chances(pair)["save"]) == ("1/4", "1/6")


def test_range_from_either_caster() -> None:
    state = scene({"b5.1": "K20", "b5.2": "K22", "u2.1": "K30"}, "magic", B)
    state = play(state, "cast b5.1 silence")
    assert offers(state, "on") == []
    assert offers(play(state, "join b5.2"), "on") == ["u2.1"]


def test_willing_targets() -> None:
    pieces = {"b5.1": "K22", "b1.1": "K24", "u1.1": "A2"}
    assert ended(play(scene(pieces, "magic", B), "cast b5.1 bless", "on b1.1")).current_player() != "chance"
    rolls = ended(play(scene(pieces, "magic", B, willing_target="rolls"), "cast b5.1 bless", "on b1.1"))
    assert chances(rolls)["save"] == "1/4"


def test_temple_and_saves() -> None:
    pieces = {"b5.1": "K30", "b1.1": "K28", "u1.1": "K24"}
    assert chances(ended(play(scene(pieces, "magic", B), "cast b5.1 hold", "on u1.1")))["save"] == "1/4"
    assert (
        chances(ended(play(scene(pieces, "magic", B, temple_scope="saves"), "cast b5.1 hold", "on u1.1")))["save"]
        == "1/6"
    )


def test_meditation_is_capped_and_koulnikovs() -> None:
    state = scene({"b6": "K22", "b5.1": "K24", "u1.1": "Y2", "f1.1": "A68"}, "meditation", B, points={"b6": 300})
    assert next_turn(play(state, "meditate b6", "end")).points[P["b6"]] == 400
    without = scene({"b6": "K22", "b5.1": "K24"}, "meditation", B, koulnikov_is_priest="no_meditation")
    assert offers(without, "meditate") == ["b5.1"]


def test_a_spell_interrupts_meditation() -> None:
    state = scene({"u2.1": "K22", "b5.1": "K26", "f1.1": "A2"}, "magic", U, marks={"b5.1": MEDITATES})
    state = ended(play(state, "cast u2.1 silence", "on b5.1"))
    assert not state.marks[P["b5.1"]] & MEDITATES


def test_flip_and_points() -> None:
    from grid_games.destin_arc.chapters.losses import flip
    from grid_games.destin_arc.state import draft_of

    d = draft_of(scene({"b5.1": "K22", "u1.1": "A2"}, "magic", B, points={"b5.1": 75}))
    flip(d, P["b5.1"], -1)
    assert d.points[P["b5.1"]] == 75


def test_silence_is_not_begun_where_only_a_stacked_leader_could_be_its_target() -> None:
    for under, offered in ({"b1.1": "K20"}, False), ({}, True):
        state = scene({"b6": "K20", "u2.1": "K26"} | under, "magic", U)
        assert legal(state, "cast u2.1 silence") is offered
