"""A game's numbers as data: what stands on invented pieces is what they fight, move and count with."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from grid_games import catalogue
from grid_games.cli.commands import cli
from grid_games.core.match import Match
from grid_games.core.protocol import CHANCE
from grid_games.core.records import read_record
from grid_games.destin_arc.chapters.combat_table import column, ratio
from grid_games.destin_arc.chapters.objectives import score
from grid_games.destin_arc.game import KIND, DestinArc
from grid_games.destin_arc.state import State
from grid_games.destin_arc.text.lookup import about
from grid_games.destin_arc.text.positions import read
from grid_games.destin_arc.units import UNITS
from grid_games.testing.conformance import check_game
from tests.grid_games.destin_arc.test_combat import columned

from .scenes import at, ended, flipped, game, legal, offers, play, scene, why

B, U, F = 0, 1, 2


@pytest.mark.parametrize("seed", range(6))
def test_battles_are_of_the_numbers_on_the_pieces(seed: int) -> None:
    """Infantry on Fidèles by day, where nothing modifies: the ratio by division, in favour of the defender."""
    draw = random.Random(seed)
    attack, defence = draw.randint(2, 60), draw.randint(2, 40)
    numbers = json.dumps({"units": {"b1": {"melee": attack}, "u1": {"defence": defence}}})
    found = columned({"b1.1": "K22", "u1.1": "K24"}, B, "u1.1", "b1.1", numbers=numbers)
    assert found == ("auto" if attack >= 9 * defence else ratio(column(attack, defence)))
    if 1 <= attack // defence <= 8:
        assert found == f"{attack // defence}-1"


def test_a_piece_goes_as_far_as_it_says() -> None:
    """Over open ground of the city's west: every hex costs 1."""
    reached = {}
    for move in (1, 3):
        numbers = json.dumps({"units": {"b1": {"move": move}}})
        state = scene({"b1.1": "A2"}, "movement", B, numbers=numbers)
        state = state.play(state.game.parse("move b1.1"))
        land = state.game.land
        goals = [land.numbers[text.split()[1]] for text in map(str, state.legal_moves()) if text.startswith("to ")]
        reached[move] = max(land.distance(land.numbers["A2"], goal) for goal in goals)
    assert reached == {1: 1, 3: 3}


@pytest.mark.parametrize(("level", "infantry"), [("unfavourable", 10), ("average", 12), ("favourable", 15)])
def test_levels_have_the_pieces_of_the_file(level: str, infantry: int) -> None:
    of = game(numbers="long-night", level_b=level, level_u=level, level_f=level)
    count = Counter(unit.id for p, unit in enumerate(of.pieces.units) if p not in of.pieces.spares)
    assert (count["b1"], count["b8"], count["f1"], count["b2"]) == (infantry, 0, 25, 6)


def test_a_place_counts_what_the_file_says() -> None:
    """The hall, F33, counts 4; the temple, K32, two as any other."""
    place = dict(game().land.places)
    pieces = {"u1.1": place["hall"], "b1.1": place["temple"]}
    for numbers, points in (("text", [2, 2, 0]), ('{"places": {"hall": 4}}', [2, 4, 0])):
        assert [score(scene(pieces, "movement", B, numbers=numbers), seat) for seat in range(3)] == points


def magic(school: str, seat: int, pieces: dict[str, str], **spells: Any) -> State:
    """The step of magic of a seat, where spells of a priesthood are otherwise than in the text."""
    return scene(pieces, "magic", seat, numbers=json.dumps({"spells": {school: spells}}))


@pytest.mark.parametrize("cost", [1, 30, 200, 201])
def test_a_spell_costs_what_the_file_says(cost: int) -> None:
    """A priest of Bhâr has 200 points."""
    state = magic("bhar", B, {"b5.1": "K22", "b1.1": "K24", "u1.1": "A2"}, bless={"cost": cost})
    assert legal(state, "cast b5.1 bless") == (cost <= 200)
    if cost <= 200:
        after = play(state, "cast b5.1 bless", "on b1.1")
        assert after.points[after.game.pieces.numbers["b5.1"]] == 200 - cost


@pytest.mark.parametrize("distance", [1, 2, 5])
def test_a_spell_reaches_as_far_as_the_file_says(distance: int) -> None:
    for k, label in enumerate(("K24", "K26", "K28", "K30", "K32", "K34"), 1):
        state = magic("bhar", B, {"b5.1": "K22", "u1.1": label}, hold={"distance": distance})
        assert state.game.land.distance(*map(state.game.land.numbers.__getitem__, ("K22", label))) == k
        assert legal(state, "cast b5.1 hold") == (k <= distance)


@pytest.mark.parametrize(("saved", "asked"), [(True, True), (False, False)])
def test_a_save_cancels_a_spell_where_the_file_says_so(saved: bool, asked: bool) -> None:
    state = magic("bhar", B, {"b5.1": "K22", "u1.1": "K24"}, hold={"saved": saved})
    after = ended(play(state, "cast b5.1 hold", "on u1.1"))
    assert (after.current_player() == CHANCE) == asked
    assert [effect.spell for effect in after.effects] == ([] if asked else ["hold"])


@pytest.mark.parametrize(("turns", "until"), [(1, 3), (6, 8), ("lasting", 0)])
def test_a_spell_lasts_and_adds_what_the_file_says(turns: int | str, until: int) -> None:
    """In turn 3."""
    state = magic("bhar", B, {"b5.1": "K22", "b1.1": "K24", "u1.1": "A2"}, bless={"turns": turns, "bonus": 4})
    after = ended(play(state, "cast b5.1 bless", "on b1.1"))
    assert [(effect.until, effect.bonus) for effect in after.effects] == [(until, 4)]
    assert at(after, "b1.1") == "K24"


@pytest.mark.parametrize("area", [1, 3, 6])
def test_a_zone_has_the_hexes_of_the_file(area: int) -> None:
    state = magic("christian", U, {"u2.1": "K20", "b1.1": "A2"}, blade={"area": area})
    state = play(state, "cast u2.1 blade")
    for count in range(area):
        assert (offers(state, "at") != []) == (count < area)
        state = play(state, f"at {offers(state, 'at')[0]}")
    assert ended(state).effects[0].hexes.bit_count() == area


def test_priests_of_bhar_may_heal_at_once() -> None:
    pieces, healing = {"b5.1": "K22", "b1.1": "K24", "u1.1": "A2"}, {"spells": {"bhar": {"healing": {"turns": 1}}}}
    for numbers, healed in (("text", False), (json.dumps(healing), True)):
        state = scene(pieces, "magic", B, flipped=["b1.1"], numbers=numbers)
        assert flipped(ended(play(state, "cast b5.1 healing", "on b1.1")), "b1.1") is not healed


def test_a_spell_that_is_left_out_is_nobodys_to_cast_or_to_have_cast() -> None:
    state = magic("bhar", B, {"b5.1": "K22", "u1.1": "K24"}, hold="none")
    assert why(state, "cast b5.1 hold") == "4"
    assert about(state, "bonnaire", "hold") == []
    text = "3 movement bonnaire b1.1@K22 u1.1@K24; spell 1 hold bhar b u1.1 until 3"
    assert read(game(), text).effects
    with pytest.raises(ValueError, match="spell"):
        read(state.game, text)


def test_spells_of_the_other_priesthood_are_no_spells_of_a_position() -> None:
    with pytest.raises(ValueError, match="spell"):
        read(game(), "3 movement bonnaire b1.1@K22 u1.1@K24; spell 1 flame bhar b u1.1 until 3")


@pytest.mark.parametrize(("aura", "lifts"), [(1, False), (2, True)])
def test_fereira_lifts_as_far_as_the_file_says(aura: int, lifts: bool) -> None:
    """Two hexes away, against a defence of 2: 3 against 2 is 1-1, one column up 2-1."""
    numbers = json.dumps({"units": {"f7": {"aura": aura}, "b1": {"defence": 2}}})
    pieces = {"f1.1": "K22", "f7": "K26", "b1.1": "K20"}
    assert columned(pieces, F, "b1.1", "f1.1", numbers=numbers) == ("2-1" if lifts else "1-1")


def test_pegasus_flies_as_far_as_the_file_says() -> None:
    state = scene({"u4": "K20"}, "movement", U, special=True, numbers='{"units": {"u4": {"pegasus": 3}}}')
    assert play(state, "fly u4", "to K26").step.left == 0


@pytest.mark.parametrize(("unit", "charge", "charges"), [("u3.1", 2, True), ("u3.1", 3, False), ("u6.1", 2, True)])
def test_whoever_charges_does_so_after_the_hexes_of_the_file(unit: str, charge: int, charges: bool) -> None:
    numbers = json.dumps({"units": {unit[:2]: {"charge": charge}}})
    state = scene({unit: "T3", "f1.1": "A68"}, "movement", U, numbers=numbers)
    state = play(state, f"move {unit}", "to T7")
    assert [state.game.pieces.names[piece] for piece, _ in state.charges] == [unit] * charges
    said = [line for line in about(state, "ulf", "charge") if "in one" in line]
    assert len(said) == 1
    assert f"after {charge} hexes" in said[0] or f"4/{charge} hexes" in said[0]


def test_numbers_that_say_what_the_text_says_change_nothing() -> None:
    said = {unit.id: {"melee": unit.melee, "counts": list(unit.counts)} for unit in UNITS}
    light = {"cost": 50, "distance": 6, "saved": True, "turns": "lasting", "bonus": 2}
    given = {"units": said, "spells": {"bhar": {"light": light, "weather": {"area": 4}}}}
    assert KIND.load(settings={"numbers": json.dumps(given)}).settings == KIND.load().settings


def test_a_record_carries_its_numbers(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[units]\nb1 = { melee = 30 }\nf6 = { move = 12 }\nf7 = { move = 'unlimited' }\n"
                    "[spells.bhar]\nbless = { turns = 'lasting', saved = false }\nhold = 'none'\n")  # fmt: skip
    played = Match(KIND.load(settings={"numbers": str(file), "map": "hamlet"}))
    text = played.record().text()
    file.unlink()
    again = catalogue.recorded(read_record(text))
    assert again == played.game
    assert again.numbers.by_id["b1"].melee == 30
    assert again.numbers == played.game.numbers
    assert (again.numbers.books["bhar"]["bless"].turns, "hold" in again.numbers.books["bhar"]) == (0, False)


def test_somebody_who_no_longer_goes_anywhere_has_legs_to_count() -> None:
    state = scene({"f6": "A2"}, "movement", F, special=True, shown=["f6"], numbers='{"units": {"f6": {"move": 2}}}')
    for move in ("move f6", "to A4"):
        state = state.play(state.game.parse(move))
        assert 0 < len([text for text in map(str, state.legal_moves()) if text.startswith("to ")]) <= 6
    last = next(move for move in state.legal_moves() if str(move).startswith("to "))
    assert not [text for text in map(str, state.play(last).legal_moves()) if text.startswith("to ")]


OWN = {
    "u7": {"like": "u3", "name": "Lancers", "start": ["F67", "E66"], "counts": 2, "melee": 30, "charge": 2},
    "b11": {"like": "b1", "start": ["Q18"], "counts": [0, 1, 1], "leader": True, "extra": True},
}


def own(**more: Any) -> DestinArc:
    return game(numbers=json.dumps({"units": OWN}), **more)


def test_units_of_ones_own_start_where_the_file_says() -> None:
    draw, state = random.Random(1), own().new()
    assert [unit.id for unit in state.game.numbers.units][-2:] == ["b11", "u7"]
    while state.game.opening(state):
        state = state.play(draw.choice(state.legal_moves()))
    assert at(state, "b11") == "Q18"
    assert {at(state, "u7.1"), at(state, "u7.2")} <= {"F67", "E66"}
    assert "b11" not in own(level_b="unfavourable").pieces.names


def test_a_unit_of_ones_own_does_what_the_one_does_that_it_is_like() -> None:
    """Lancers charge as knights do, after two hexes, with 30 against 10 and a column more; they have 20 points."""
    numbers = json.dumps({"units": OWN})
    state = play(scene({"u7.1": "T3", "f1.1": "A68"}, "movement", U, numbers=numbers), "move u7.1", "to T7")
    assert [state.game.pieces.names[piece] for piece, _ in state.charges] == ["u7.1"]
    assert state.step.left == 18
    assert columned({"u7.1": "K22", "b1.1": "K24"}, U, "b1.1", "u7.1", numbers=numbers) == "3-1"


def test_what_a_unit_can_is_in_the_file() -> None:
    """The infantry b1 neither leads nor moves twice; b11, which is like it, does."""
    of = own()
    pieces = of.pieces
    leads = {name: pieces.leader[piece] for name, piece in pieces.numbers.items()}
    assert (leads["b11"], leads["b1.1"]) == (True, False)
    state = scene(
        {"b11": "K22", "b1.1": "K30", "u1.1": "A2"}, "movement", B, special=True, numbers=of.settings["numbers"]
    )
    assert offers(state, "move") == ["b11"]


def test_units_of_ones_own_are_told_and_kept() -> None:
    of = own()
    assert about(of.new(), "ulf", "u7")[0] == "U7 Lancers: move 20, melee 30, defence 30, save 5+ [3]"
    assert KIND.load(settings=dict(of.settings)).numbers == of.numbers


@pytest.mark.whole
def test_a_game_with_units_of_ones_own_keeps_its_promises() -> None:
    check_game(own(), games=1, looks=10)


UNITS_WRONG = """
[units]
b1 = { melee = 1, defence = 0, speed = 3 }
b4 = { counts = 2 }
b2 = { counts = [1, 2], move = 0, points = 5 }
z1 = { melee = 3 }
u7 = { melee = 3, start = "F67" }
f8 = { like = "f5", name = "" , start = [] }
b1x = { like = "b1" }
u3 = 4
u5 = { pegasus = 9, charge = 99, leader = 1 }
"""

REST_WRONG = """
[spells.bhar]
bless = { cost = 0, saved = 1, area = 2 }
flame = { cost = 3 }
healing = { turns = "lasting" }
dispel = 3
[spells.romans]
[places]
castle = 3
hall = -1
"""


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (UNITS_WRONG, "b1.melee b1.defence b1.speed b4.counts b2.counts b2.move b2.points z1 u7.like u7.start f8.like "
         "f8.name f8.start b1x u3 u5.pegasus u5.charge u5.leader"),
        (REST_WRONG, "spells.bhar.bless.cost spells.bhar.bless.saved spells.bhar.bless.area spells.bhar.flame "
         "spells.bhar.healing.turns spells.bhar.dispel spells.romans places.castle places.hall"),
    ],
)  # fmt: skip
def test_every_mistake_of_a_file_is_told_with_its_key(text: str, keys: str, tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    done = CliRunner().invoke(cli, ["play", "destin-arc", "--numbers", str(file)])
    assert done.exit_code == 2
    told = {line.removeprefix(f"Error: {file}: ").partition(": ")[0] for line in done.output.strip().splitlines()}
    assert {key.removeprefix("units.") for key in told} == set(keys.split())


@pytest.mark.parametrize(
    ("start", "told"), [(["ZZ1"], "none of its hexes is on the map"), (["Q18", "F67"], "an enemy may start on Q18")]
)
def test_a_unit_of_ones_own_starts_where_no_enemy_may(start: list[str], told: str, tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'[units]\nu7 = {{ like = "u3", start = {json.dumps(start)} }}\n')
    with pytest.raises(ValueError, match=told) as caught:
        KIND.load(settings={"numbers": str(file)})
    assert str(caught.value).startswith(f"{file}: units.u7.start: ")
    with pytest.raises(ValueError, match=told) as caught:
        KIND.load(settings={"numbers": json.dumps({"units": {"u7": {"like": "u3", "start": start}}})})
    assert caught.value.key == "numbers.units.u7.start"  # type: ignore[attr-defined]


def test_a_side_without_pieces_is_refused() -> None:
    none = {unit.id: "none" for unit in UNITS if unit.side == F}
    with pytest.raises(ValueError, match="Fereira has no piece at some level"):
        KIND.load(settings={"numbers": json.dumps({"units": none})})
