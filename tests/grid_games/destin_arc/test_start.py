"""Start positions, the map, its files, notation and documents (docs/rules/destin-arc.md, 5, 6)."""

import random
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.core.protocol import NotationError
from grid_games.destin_arc.chapters.strengths import night
from grid_games.destin_arc.chapters.zones import Veil, ZoneSave
from grid_games.destin_arc.game import KIND
from grid_games.destin_arc.maps import land_named, read_land
from grid_games.destin_arc.odds import odds
from grid_games.destin_arc.state import BACK, State
from tests.grid_games.destin_arc.scenes import at, game, offers, scene

B, U, F = 0, 1, 2


def placed(choice: int = 0, **settings: Any) -> State:
    """Everybody placed, each taking that choice of those he has."""
    state = game(**settings).new()
    while state.legal_moves()[0].verb == "place":
        moves = state.legal_moves()
        state = state.play(moves[choice % len(moves)])
    return state


def where(state: State, unit: str) -> Counter[str]:
    pieces = state.game.pieces
    return Counter(at(state, pieces.names[p]) for p in pieces.of[unit])


def test_printed_places() -> None:
    state = placed()
    assert where(state, "b4") == {"Q18": 1}
    assert where(state, "b6") == {"Q16": 1}
    assert where(state, "b8") == {"B41": 3, "I44": 3}
    assert where(state, "b9") == {"A64": 5}
    assert where(state, "b10") == {"A64": 1}
    assert where(state, "u5") == {"W18": 1}
    assert where(state, "u4") == {"F67": 1}
    assert where(state, "f3") == {"J51": 5}
    assert where(state, "f2") == {"I42": 2, "G40": 2}
    assert (at(state, "f7"), at(state, "f4"), at(state, "f5"), at(state, "f6")) == ("I42", "I42", "J19", "N59")
    crowd = where(state, "f1")
    assert [crowd[h] for h in ("I48", "I50", "I52")] == [1, 1, 1]
    assert sum(crowd[h] for h in ("L19", "M18", "M20")) == 7
    assert sum(crowd[h] for h in ("F37", "G36", "M38")) == 7
    assert sum(crowd[h] for h in ("E40", "E42")) == 3
    assert where(state, "b5")["K32"] == 1


def test_owners_choose_among_the_hexes_of_the_list() -> None:
    """The printed O5, which is no hex, is P5; any number stands on one."""
    assert offers(game().new(), "place") == sorted(["Q10", "Q12", "Q14", "Q16", "Q18", "N5", "P5", "T5"])
    assert where(placed(0), "b1") == {"Q10": 15}
    assert where(placed(2), "b7").keys() == {"P5"}
    assert where(placed(2), "f1")["M38"] > 0


def test_enemy_hexes_are_not_used() -> None:
    state = placed(-3)
    sides: dict[int, set[int]] = {}
    for p, place in enumerate(state.where):
        if place >= 0:
            sides.setdefault(place, set()).add(state.game.pieces.team[p])
    assert all(len(found) == 1 for found in sides.values())


def test_levels_change_places() -> None:
    assert where(placed(level_b="unfavourable"), "b8") == {"F33": 3}
    many = placed(level_b="favourable")
    assert where(many, "b8") == {"B41": 6, "I44": 6}
    assert where(many, "b9") == {"A64": 5, "D1": 5}
    crowd = where(placed(level_f="favourable"), "f1")
    assert [
        sum(crowd[h] for h in group) for group in (("L19", "M18", "M20"), ("F37", "G36", "M38"), ("E40", "E42"))
    ] == [14, 14, 9]


# the map


def test_the_shipped_map_as_reconstructed() -> None:
    land = land_named("arc")
    count = Counter("".join(land.columns))
    assert (len(land), *(count[letter] for letter in ".hctwgbrm")) == (884, 484, 70, 219, 3, 48, 4, 3, 23, 30)
    assert dict(land.places) == {"hall": "F33", "temple": "K32", "place": "F39", "university": "K20", "port": "J53"}
    distances = {("F33", "K32"): 5, ("F33", "F39"): 3, ("F39", "K32"): 6, ("K32", "K20"): 6, ("F33", "K20"): 9,
        ("F39", "J53"): 9, ("K32", "J53"): 11, ("F33", "J53"): 12, ("F39", "K20"): 12, ("K20", "J53"): 17}  # fmt: skip
    assert all(land.distance(land.numbers[a], land.numbers[b]) == n for (a, b), n in distances.items())


def test_cavalry_reaches_all_but_walls() -> None:
    land = land_named("arc")
    assert land.connected(land.all & ~land.wall, 1).bit_count() == 836


GOOD = 'name = "m"\nterrain = """\n..\n.t\n"""\n'


@pytest.mark.parametrize(("text", "key"), [
    ('terrain = 3', "terrain"), ('terrain = "..z"', "terrain"), ('terrain = "..\\n."', "terrain"),
    (GOOD + "colour = 1", "colour"), (GOOD + "turns = 0", "turns"),
    (GOOD + '[places]\ncastle = "A2"', "places.castle"), (GOOD + '[places]\nhall = "Z9"', "places.hall"),
    (GOOD + '[temples]\ngreat = "B3"', "temples"),
    (GOOD + '[start]\nb77 = "A2"', "start.b77"), (GOOD + '[start]\n"b1.2" = "A2"', "start.b1.2"),
    (GOOD + '[start]\nb1 = "A2"', "start.b1"),
    (GOOD + '[start]\nb10 = "A2"\nu5 = "A2"', "start.u5"), (GOOD + '[start]\n"u5.1" = "A2"', "start.u5.1"),
    ("terrain = [", "")])  # fmt: skip
def test_bad_maps_are_told_with_file_and_key(text: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        read_land(text, "m.toml")
    assert caught.value.key == key
    assert str(caught.value).startswith("m.toml: ")
    assert "\n" not in str(caught.value) or key == ""


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD + '[start]\n"b1.1" = "A2"\n"u1.1" = "B1"\n')
    arc = KIND.load(None, {"map": str(path)})
    assert len(arc.pieces) == 2
    assert KIND.load(None, arc.settings) == arc
    for name in ("nowhere.toml", "nothing"):
        with pytest.raises(InputError) as caught:
            KIND.load(None, {"map": name})
        assert caught.value.key == "map"


BAD = ("", "go", "move", "move b1.3 now", "to q12", "to Z99", "=X9", "cast b5.1 fireball", "fight 0", "move b1.99",
       "fight 9999")  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_bad_notation_is_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        game().parse(text)
    assert repr(text) in str(caught.value)
    assert "expected" in str(caught.value)


def test_notation_forgives_spaces() -> None:
    assert str(game().parse("  move   b1.3 ")) == "move b1.3"


def test_documents_of_other_games() -> None:
    state = scene({"b1.1": "K20"}, "movement", B)
    document = game().state_to_json(state)
    for key in ("where", "todo", "result"):
        broken = {name: value for name, value in document.items() if name != key}
        with pytest.raises(NotationError):
            game().state_from_json(broken)
    with pytest.raises(NotationError):
        game(map="hamlet").state_from_json(document)


# odds


def test_odds_of_the_rules_examples() -> None:
    table, fates = odds(("16", "4"))
    assert "4-1" in table.title
    assert sum(row[1] for row in table.rows) == 1
    assert dict(fates.rows)["defender eliminated"] * 12 == 7
    assert dict(fates.rows)["attackers eliminated"] * 12 == 2


def test_odds_with_modifiers_and_missiles() -> None:
    assert "2-1" in odds(("attack=3", "defence=4", "+2"))[0].title
    missiles = odds(("10", "10", "missiles"))[0]
    assert ("A0", dict(missiles.rows)["A0"]) in missiles.rows
    assert odds(("90", "10"))[0].rows == (("D5", 1),)
    assert len(odds(())) == 2


@pytest.mark.parametrize("words", [("3",), ("3", "15"), ("0", "5"), ("3", "x"), ("3", "4", "5"), ("3", "4", "tank")])
def test_bad_odds(words: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        odds(words)


def test_places_stand_where_slow_pieces_can_hold_them() -> None:
    """Peuple and priests never enter a wall, a river or a marsh."""
    text = (files("grid_games.destin_arc.maps") / "village.toml").read_text(encoding="utf-8")
    village = read_land(text)
    assert not any(village.costly >> place & 1 for place in village.points if place >= 0)
    with pytest.raises(InputError, match="C6 is wall: slow pieces could never hold it"):
        read_land(text.replace('place = "C8"', 'place = "C6"'))


SCENARIOS = {"barons": {"b": 34, "u": 22, "f": 2}, "briscourt": {"b": 13, "u": 1, "f": 33}}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_of_the_story(name: str) -> None:
    """Arc's ground, and the pieces of one place where the lists put them, as many as at the average level."""
    arc, whole = KIND.load(2, {"map": name}), KIND.load(2)
    assert (arc.land.columns, arc.land.turns) == (whole.land.columns, 4)
    assert [night(replace(arc.new(), turn=turn)) for turn in (1, 2, 3, 4)] == [False, False, True, True]
    assert night(KIND.load(2, {"map": name, "calendar": "NNDDNNDD"}).new())
    pieces = dict(arc.land.start)
    assert Counter(piece[0] for piece in pieces) == SCENARIOS[name]
    berths = {whole.pieces.names[berth.piece].partition(".")[0]: set[str]() for berth in whole.berths}
    for berth in whole.berths:
        unit = whole.pieces.names[berth.piece].partition(".")[0]
        berths[unit] |= {whole.land.labels[place] for place in berth.hexes}
    for piece, label in pieces.items():
        assert label in berths[piece.partition(".")[0]], piece
    state, lot = arc.new(), random.Random(1)
    while state.outcome() is None:
        state = state.play(lot.choice(state.legal_moves()))
    assert state.turn <= 4


def test_the_academy_blows_up_at_midnight() -> None:
    """Whoever is beside it saves or is lost, whoever is under the rain of fire saves or is half eliminated; nobody
    farther off rolls, and of hidden pieces others learn nothing."""
    arc = KIND.load(3, {"map": "academy"})
    state, lot = arc.new(), random.Random(3)
    while state.turn == 1:
        state = state.play(lot.choice(state.legal_moves()))
    where, there = state.where, arc.land.numbers["N59"]
    away = {p: arc.land.distance(place, there) for p, place in enumerate(where) if place >= 0}
    rolls, results = list[tuple[int, str]](), list[tuple[str, int, int]]()
    while isinstance(step := state.decision, ZoneSave | Veil):
        before, failed = state, state.legal_moves()[-1]
        state = state.play(failed)
        if isinstance(step, ZoneSave):
            rolls.append((step.piece, step.spell))
            results.append((step.spell, before.marks[step.piece] & BACK, int(state.where[step.piece] < 0)))
    assert sorted(rolls) == sorted((p, "explosion" if n <= 1 else "fire") for p, n in away.items() if n <= 12)
    assert len(rolls) > 5
    assert {piece for piece, _ in rolls} != set(away)
    for (piece, spell), (_, back, gone) in zip(rolls, results, strict=True):
        assert gone == (spell == "explosion" or bool(back))
        assert gone or state.marks[piece] & BACK


@pytest.mark.parametrize(
    ("fire", "key"),
    [
        ("3", "fire"), ('{ hex = "N59" }', "fire"), ('{ hex = "A1", turn = 2, reach = 1 }', "fire.hex"),
        ('{ hex = ["N59"], turn = 2, reach = 1 }', "fire.hex"), ('{ hex = "N59", turn = 1, reach = 1 }', "fire.turn"),
        ('{ hex = "N59", turn = 9, reach = 1 }', "fire.turn"), ('{ hex = "N59", turn = 2, reach = 0 }', "fire.reach"),
        ('{ hex = "N59", turn = true, reach = 1 }', "fire.turn"),
    ],
)  # fmt: skip
def test_a_fire_that_cannot_be_read_is_refused(fire: str, key: str) -> None:
    with pytest.raises(InputError, match=r"expected|no hex") as caught:
        read_land(f'like = "arc"\nfire = {fire}')
    assert caught.value.key == key


@pytest.mark.parametrize("text", ['like = "nowhere"', "like = 3", 'like = "arc"\nterrain = "."'])
def test_a_map_is_like_one_that_comes_along(text: str) -> None:
    with pytest.raises(InputError, match="expected a map that comes along") as caught:
        read_land(text)
    assert caught.value.key == "like"
