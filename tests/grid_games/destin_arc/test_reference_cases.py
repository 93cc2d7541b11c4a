"""The 32 cases of the dossier (section 13), by number; the first three are examples of the rules' own text."""

import pytest

from grid_games.destin_arc.chapters.combat_table import CELLS, column, ratio
from grid_games.destin_arc.chapters.strengths import Battle, value, weigh
from grid_games.destin_arc.state import RAN, Effect
from grid_games.destin_arc.units import SPELLS

from .scenes import NIGHT, at, attack, chances, ended, flipped, legal, offers, play, scene, why

B, U, F = 0, 1, 2


@pytest.mark.parametrize(
    ("attack_", "defence", "expected"),
    [(16, 4, "4-1"), (15, 4, "3-1"), (5, 10, "1-2"), (9, 10, "1-2"), (10, 10, "1-1"), (19, 10, "1-1"), (20, 10, "2-1"),
     (5, 12, "1-3"), (3, 10, "1-4"), (3, 15, "1-5")],
)  # fmt: skip
def test_1_to_4_ratios(attack_: int, defence: int, expected: str) -> None:
    assert ratio(column(attack_, defence)) == expected


def row(number: int, roll: int) -> str:
    return "=" + CELLS[roll - 1][number].replace("6", "5")


def test_7_attacker_flips() -> None:
    state = attack(scene({"f1.1": "K22", "b1.1": "K24"}, "melee", F), "b1.1", "f1.1")
    assert row(state.step.column, 7) == "=A3"
    state = play(state, "=A3")
    assert flipped(state, "f1.1")
    assert not flipped(state, "b1.1")


def test_8_both_die_or_no_roll() -> None:
    pieces = {"b9.1": "K22", "b9.2": "J23", "f3.1": "K24"}
    state = attack(scene(pieces, "melee", B, shown=["b9.1", "b9.2"]), "f3.1", "b9.1", "b9.2")
    assert ratio(state.step.column) == "8-1"
    state = play(state, row(state.step.column, 11))
    assert {at(state, name) for name in pieces} == {"gone"}
    ninety = scene({"b9.1": "K22", "b10": "J23", "f3.1": "K24"}, "melee", B, shown=["b9.1", "b10"])
    after = attack(ninety, "f3.1", "b9.1", "b10")
    assert at(after, "f3.1") == "gone"
    assert at(after, "b10") == "J23"


def test_9_missiles_spare_the_shooter() -> None:
    pieces = {"b2.1": "K22", "f2.1": "K24"}
    shot = attack(scene(pieces, "missile", B), "f2.1", "b2.1")
    assert ratio(shot.step.column) == "1-1"
    assert chances(shot)["A0"] == "1/3"  # rows 9 to 12
    shot = play(shot, "=A0")
    assert (at(shot, "b2.1"), flipped(shot, "b2.1")) == ("K22", False)
    melee = play(attack(scene(pieces, "melee", B), "f2.1", "b2.1"), "=A1")
    assert melee.step.piece == melee.game.pieces.numbers["b2.1"]  # its owner chooses where it retreats
    assert "K20" in offers(melee, "to")


def test_13_fraternity_on_stacked_ulf() -> None:
    moving = scene({"b9.1": "K18", "u1.1": "K24", "u5": "K24"}, "movement", B, turn=NIGHT)
    state = play(moving, "move b9.1", "to K22")
    assert not state.unseen[state.game.pieces.numbers["b9.1"]]  # Ulf has seen it
    state = play(state, "end", "attack u5", "with b9.1")
    state = ended(state)
    assert ratio(state.step.column) == "1-2"
    dying = play(state, "=D1")
    assert chances(dying) == {"save": "3/4", "fail": "1/4"}  # Ulf saves on 4 or more
    assert at(play(dying, "=fail"), "u5") == "gone"
    alive = play(dying, "=save", "to K26")
    assert (at(alive, "u5"), at(alive, "u1.1")) == ("K26", "K24")


def test_14_bonnaire_by_surprise() -> None:
    moving = scene({"b10": "K18", "f1.1": "K24", "f7": "K24"}, "movement", B)
    state = play(moving, "move b10", "to K22", "end", "attack f7", "with b10")
    state = ended(state)
    assert ratio(state.step.column) == "6-1"
    assert CELLS[8][state.step.column] == "D6"
    dead = play(state, "=D5", "=save")
    assert at(dead, "f7") == "gone"
    assert at(dead, "f1.1") == "K24"


def test_15_fra_borges_captures() -> None:
    pieces = {"f5": "K22", "b10": "K24"}
    state = scene(pieces, "melee", F, shown=["b10"], marks={"f5": RAN})
    state = attack(state, "b10", "f5")
    assert ratio(state.step.column) == "4-1"
    assert at(play(state, "=D4"), "b10") == "taken"
    both = play(state, "=B4", "to K26", "to K20")
    assert flipped(both, "f5")
    assert flipped(both, "b10")
    assert at(both, "b10") != "taken"


def test_17_snipers_push() -> None:
    pieces = {"f2.1": "K22", "b1.1": "K24"}
    state = attack(scene(pieces, "missile", F), "b1.1", "f2.1")
    assert ratio(state.step.column) == "2-1"
    assert CELLS[2][state.step.column] == "D3"
    hit = play(state, "=D3", "to K26")
    assert flipped(hit, "b1.1")
    assert at(hit, "b1.1") == "K26"
    harmless = play(state, "=A0", "to K26")
    assert not flipped(harmless, "b1.1")
    assert at(harmless, "b1.1") == "K26"
    night = attack(scene(pieces, "missile", F, turn=NIGHT), "b1.1", "f2.1")
    assert (ratio(night.step.column), CELLS[6][night.step.column]) == ("1-2", "B4")
    once = play(night, "=D4", "to K26")
    assert flipped(once, "b1.1")
    assert not offers(once, "to")  # the table's retreat is the only one


def test_19_retreats_and_zones() -> None:
    pieces = {"f1.1": "K24", "b1.1": "K22", "b1.2": "J27"}  # K26 is in the zone of J27, K28 is too; L27 is not
    state = play(attack(scene(pieces, "melee", B), "f1.1", "b1.1"), "=D2")
    assert "K28" not in offers(state, "to")
    assert offers(state, "to") == ["I22", "I24", "L27", "M22", "M24", "M26"]
    shut = scene({"f1.1": "A2", "b1.1": "A4", "b1.2": "C2"}, "melee", B)
    assert at(play(attack(shut, "f1.1", "b1.1"), "=D2"), "f1.1") == "gone"  # two hexes from A2, all is in zones


def test_22_flame_strike() -> None:
    state = ended(
        play(scene({"u2.1": "K22", "b1.1": "K24", "f5": "K26"}, "magic", U, shown=["f5"]), "cast u2.1 flame", "on b1.1")
    )
    assert chances(state) == {"save": "1/4", "fail": "3/4"}  # 10, 11, 12
    assert at(play(state, "=fail"), "b1.1") == "gone"
    assert at(play(state, "=save"), "b1.1") == "K24"
    borges = ended(play(scene({"u2.1": "K22", "f5": "K26"}, "magic", U, shown=["f5"]), "cast u2.1 flame", "on f5"))
    assert chances(borges)["fail"] == "1/12"


def test_23_hold_and_one_attacker() -> None:
    state = scene({"b5.1": "K20", "u4": "K24", "b1.1": "K26"}, "magic", B)
    state = ended(play(state, "cast b5.1 hold", "on u4"))
    assert chances(state)["fail"] == "1/6"
    held = play(state, "=fail")
    assert at(attack(held, "u4", "b1.1"), "u4") == "gone"
    free = play(state, "=save")
    assert why(free, "attack u4") == "1.12.3"  # 10 on 50


@pytest.mark.parametrize(
    ("worn", "attack_", "expected"), [(0, 120, "12-1"), (1, 80, "8-1"), (2, 40, "4-1"), (3, 0, None)]
)
def test_24_aris_wears_down(worn: int, attack_: int, expected: str | None) -> None:
    state = scene({"f6": "K22", "b1.1": "K24"}, "melee", F, worn=worn)
    aris = state.game.pieces.numbers["f6"]
    assert value(state, aris, "melee") == attack_
    if expected is None:
        assert not legal(state, "attack b1.1")
    else:
        assert (
            ratio(weigh(state, Battle(1, state.game.pieces.numbers["b1.1"], (aris,), (False,), False), "melee").base)
            == expected
        )


def until_turn(state: object, turn: int) -> object:
    """Every choice declined until that turn begins."""
    while state.turn < turn and state.outcome() is None:
        move = state.legal_moves()[-1]
        state = state.play(move)
    return state


def test_25_meditation() -> None:
    pieces = {"b5.1": "Q10", "b5.2": "Q16", "f2.1": "Q14", "u1.1": "A2"}
    state = scene(pieces, "meditation", B, turn=2, points={"b5.1": 50, "b5.2": 50}, lead=-1)
    state = play(state, "meditate b5.1", "meditate b5.2", "end")
    while not (state.current_player() == "fereira" and legal(state, "attack b5.2")):
        state = state.play(state.legal_moves()[-1])
    state = ended(play(state, "attack b5.2", "with f2.1"))
    state = until_turn(play(state, "=A0"), 3)
    numbers = state.game.pieces.numbers
    assert state.points[numbers["b5.1"]] == 150
    assert state.points[numbers["b5.2"]] == 50


def test_26_weather_on_five_fideles() -> None:
    pieces = {"b5.1": "Q14"} | {f"u1.{k}": "W14" for k in range(1, 6)}
    state = ended(play(scene(pieces, "magic", B), "cast b5.1 weather", "at W14", "at W16", "at W18", "at W20"))
    for saved in (True, False, True, False, True):  # 10, 9, 12, 3, 11
        assert chances(state)["save"] == "1/4"
        state = play(state, "=save" if saved else "=fail")
    assert [flipped(state, f"u1.{k}") for k in range(1, 6)] == [False, True, False, True, False]


def test_27_charge() -> None:
    state = scene({"u3.1": "T3", "b1.1": "T13", "b1.2": "S12"}, "movement", U)
    state = play(state, "move u3.1", "to T11")
    while not legal(state, "attack b1.1"):
        state = play(state, "end")
    assert ratio(ended(play(state, "attack b1.1", "with u3.1")).step.column) == "5-1"
    assert ratio(ended(play(state, "attack b1.2", "with u3.1")).step.column) == "4-1"


def test_28_pooled_points() -> None:
    light = (Effect(1, "light", "bhar", B, 0, 0, 0, 2),)
    pieces = {"b1.1": "K24", "u2.1": "K20", "u2.2": "K22"}
    few = {"u2.1": 25, "u2.2": 25}
    state = scene(pieces, "magic", U, effects=light, points=few)
    state = play(state, "cast u2.1 dispel", "join u2.2", "undo 1", "end")
    assert state.effects == ()
    assert not legal(scene({"b1.1": "K24", "u2.1": "K20"}, "magic", U, effects=light, points=few), "cast u2.1 dispel")


FIVE = {"u1.1": "F33", "u1.2": "K32", "u1.3": "F39", "u1.4": "K20", "u1.5": "J53"}


def test_30_five_places_for_a_full_turn() -> None:
    state = until_turn(scene(FIVE | {"b1.1": "Y2", "f1.1": "A2"}, "movement", U, turn=3), 4)
    assert state.firm == (1,) * 5
    won = until_turn(state, 5)
    assert won.outcome().winners == ("ulf",)
    assert (won.outcome().reason, won.turn) == ("strategic", 4)
    away = scene(FIVE | {"b1.1": "Y2", "f1.1": "A2"}, "movement", B, turn=4)
    assert until_turn(away, 5).outcome() is None  # nothing was held at the end of turn 3


def test_31_bonnaires_objective() -> None:
    state = scene({"b1.1": "A2", "u1.1": "Y2", "f1.1": "Y40"}, "movement", B, turn=3)
    dead = ["u5", "f7", "u2.1", "u2.2"]
    assert until_turn(killed(state, dead), 4).outcome() is None
    outcome = until_turn(killed(state, [*dead, "u2.3"]), 4).outcome()
    assert (outcome.winners, outcome.reason) == (("bonnaire",), "secret")


def killed(state: object, names: list[str]) -> object:
    from grid_games.destin_arc.state import draft_of

    d = draft_of(state)
    for name in names:
        d.put(state.game.pieces.numbers[name], -1)
    return d.state()


def test_32_bonnaire_must_be_captured() -> None:
    from grid_games.destin_arc.chapters.objectives import clauses

    pieces = {"f4": "K22", "f3.1": "J23", "f3.2": "L23", "b10": "K24"}
    state = attack(scene(pieces, "melee", F, shown=["f4", "b10"]), "b10", "f4", "f3.1", "f3.2")
    dead = play(state, "=D5")
    assert at(dead, "b10") == "gone"
    assert not clauses(dead, F)[0]
    taken = attack(scene({"f5": "K22", "b10": "K24"}, "melee", F, shown=["f5", "b10"]), "b10", "f5")
    assert clauses(play(taken, "=D4"), F)[0]


def test_spells_as_listed() -> None:
    table = {(s.school, s.name): (s.cost, s.distance, s.saved, s.turns, s.bonus, s.area) for s in SPELLS}
    assert len(table) == 14
    assert table["bhar", "light"][4] == 2
    assert table["christian", "light"][4] == 1
    assert table["bhar", "weather"] == (75, 10, True, 5, 0, 4)
    assert table["christian", "blade"] == (75, 10, True, 3, 0, 2)
