"""The question behind a dispute: which options, changed alone, would change an answer, and what text they rest on."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import armada_sim
from armada_sim import (
    Answer,
    Fleet,
    InputError,
    Layout,
    Obstacle,
    Pose,
    Readings,
    Rules,
    Ruling,
    Ship,
    Size,
    check_contact,
    check_move,
    check_setup,
    check_shot,
    other_readings,
)
from armada_sim.evidence import Asked, Subject
from armada_sim.files.records import parse_dispute
from armada_sim.moving import Declaration
from armada_sim.referee import _asked, check_declared, readings
from armada_sim.referee._asked import ArrivalAsked, ContactAsked, MoveAsked, SetupAsked, ShotAsked
from armada_sim.table import BY_KEY, texts
from armada_sim.table.rules import given_as, parse_rules, plain_values
from armada_sim.wording import reading_lines
from tests.referee import test_option_effects
from tests.referee.test_option_effects import EFFECTS, SAMPLES
from tests.scenes import crowd, hard_turn, some_rules
from tests.shot_scenes import random_shot
from tests.whole import whole

KINDS = ("move", "to", "shot", "contact", "setup")

GUN = Ship("A", "red", Size.LARGE, Pose(300, 300, 90))
TARGET = Ship("T", "blue", Size.SMALL, Pose(230, 333, 0))
"""A part of it lies in reach of GUN, less than half."""


def layout(*things: Ship | Obstacle, **table: Any) -> Layout:
    ships = tuple(thing for thing in things if isinstance(thing, Ship))
    return Layout(ships, objects=tuple(thing for thing in things if isinstance(thing, Obstacle)), **table)


def changes(found: Readings) -> set[str]:
    """What changes the answer, in the words of a file."""
    return {f"{one.option} = {one.value}" for one in found.found if not one.undecided}


def scene(kind: str, seed: int) -> tuple[Layout, Rules, Asked]:
    """A random question of a kind among twelve ships, under options of chance; mostly several things are wrong."""
    chooser = random.Random(f"reading {kind} {seed}")
    if kind == "shot":
        shot = random_shot(chooser, varied=chooser.random() < 0.7)
        table, rules = _enriched(chooser, shot.layout), shot.rules
        return table, rules, ShotAsked(shot.shooter, shot.target, shot.side)
    table, rules = _enriched(chooser, crowd(chooser, 420)), some_rules(chooser, 0.5)
    ship, other = chooser.sample(table.ships, 2)
    heading = Fraction(ship.pose.heading)
    match kind:
        case "contact":
            return table, rules, ContactAsked(ship.name, other.name)
        case "setup":
            few = replace(table, ships=table.ships[: chooser.choice([1, 2, 2, 3, 6])])
            return few, rules.but(min_gap=chooser.choice([0, "25 cm"])), SetupAsked()
        case "to":
            x, y = (float(at) + chooser.uniform(-40, 40) for at in (ship.pose.x, ship.pose.y))
            return table, rules, ArrivalAsked(ship.name, Pose(x, y, float(heading) + chooser.uniform(-40, 40)), 8)
    steps = chooser.randint(1, ship.size.steps + (chooser.random() < 0.05))
    if chooser.random() < 0.5:
        turns = tuple(hard_turn(chooser, 74.6) for _ in range(steps))
        return table, rules, MoveAsked(ship.name, Declaration(turns=turns))
    return (
        table,
        rules,
        MoveAsked(ship.name, Declaration(tuple(heading + chooser.randint(-60, 60) for _ in range(steps)))),
    )


def _enriched(chooser: random.Random, table: Layout) -> Layout:
    """The same table with what some options are about: sunk ships, a marker, teams, fleets that are declared."""
    ships = [replace(s, damage=s.size.pips) if chooser.random() < 0.06 else s for s in table.ships]
    objects = [thing for thing in table.objects if thing.name != "marker"]
    if chooser.random() < 0.5:
        x, y = chooser.uniform(120, 300), chooser.uniform(120, 300)
        corners = [(Decimal(round(x + dx, 2)), Decimal(round(y + dy, 2))) for dx, dy in ((0, 0), (30, 0), (0, 30))]
        objects.append(Obstacle.of("marker", corners, marker=True))
    teams = {"team": "one"} if chooser.random() < 0.3 else {}
    counts = {"small": 2, "medium": 3, "large": 2} if chooser.random() < 0.5 else {}
    fleets = [Fleet(name, side=side, **teams, **counts) for name, side in (("red", "south"), ("blue", "north"))]
    return replace(
        table, ships=tuple(ships), objects=tuple(objects), fleets=tuple(fleets if chooser.random() < 0.6 else ())
    )


def asked_again(table: Layout, rules: Rules, asked: Any) -> Ruling:
    """The same question by the public call, as the table is written and whatever is doubtful."""
    table, rules = replace(table, position="as_written"), rules.but(doubt_rule="exact")
    match asked:
        case MoveAsked():
            return check_declared(table, asked.ship, asked.declared, rules=rules)
        case ArrivalAsked():
            return check_move(table, asked.ship, to=asked.to, within=asked.within, rules=rules)
        case ShotAsked():
            return check_shot(table, asked.shooter, asked.target, asked.side, rules)
        case ContactAsked():
            return check_contact(table, asked.a, asked.b, rules=rules)
        case _:
            return check_setup(table, rules=rules)


def found_of(table: Layout, rules: Rules, asked: Asked) -> Readings:
    """Other readings of a question whose ruling nobody needs."""
    return other_readings(Ruling("move", Answer.NO, allowed=False, subject=Subject(table, rules, "mm", asked)))


def others(kind: str, rules: Rules) -> list[tuple[str, str, Rules]]:
    """Every value of the options that bear on a kind of question which is not in force, alone."""
    kinds = {"to": {"move"}}.get(kind, {kind})
    return [
        (key, value, changed)
        for key, option in BY_KEY.items()
        if kinds.intersection(option.bears) and key != "surface"
        for value in plain_values(key)
        if (changed := rules.but(**{key: given_as(key, value)})) != rules
    ]


@pytest.mark.parametrize("seed", [*range(2), whole(range(2, 24))], ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("no_margins")
def test_what_is_listed_changes_the_answer_and_no_other_single_value_does(kind: str, seed: int | range) -> None:
    """Asked again by the public calls: each reading gives what is said of it, and each not listed the same answer."""
    for number in seed if isinstance(seed, range) else [seed]:
        table, rules, asked = scene(kind, number)
        found = found_of(table, rules, asked)
        if found.stated is Answer.IN_DOUBT:
            assert kind == "to"
            continue
        assert asked_again(table, rules, asked).answer == found.stated
        listed = {(one.option, one.value): one.answer for one in found.found}
        every = others(kind, rules)
        assert set(listed) <= {(key, value) for key, value, _ in every}
        chosen = [one for one in every if one[:2] in listed] + random.Random(number).sample(every, 4)
        for key, value, changed in every if isinstance(seed, range) else chosen:
            said = listed.get((key, value), found.stated)
            if said is not None:
                assert asked_again(table, changed, asked).answer == said, (number, key, value)


@pytest.mark.parametrize("seed", [*range(3), whole(range(3, 80))], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_an_option_that_does_not_bear_on_a_question_never_changes_its_answer(kind: str, seed: int | range) -> None:
    kinds = {"to": {"move"}}.get(kind, {kind})
    for number in seed if isinstance(seed, range) else [seed]:
        table, rules, asked = scene(kind, number)
        stated = asked.stated(table, rules)
        values = [
            (key, SAMPLES.get(value, value))
            for key, option in BY_KEY.items()
            if not kinds.intersection(option.bears)
            for value in option.values
            if "(" not in value or value in SAMPLES
        ]
        for key, value in random.Random(number).sample(values, 12):
            given = getattr(parse_rules({key: value if isinstance(value, dict) else given_as(key, str(value))}), key)
            assert asked.stated(table, rules.but(**{key: given})) is stated, (number, key, value)


ASIDE = {"doubt_rule", "doubt_scope", "surface"}
"""What changes no answer of pieces as stated, and what a layout that states its surface does not ask."""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        whole(*one) if one == ("obstruction", "partial_cover_ok") else one  # as dear as all others together
        for one in EFFECTS
        if one[1] in plain_values(one[0]) and one[0] not in ASIDE
    ],
)
@pytest.mark.usefixtures("no_margins")
def test_every_value_that_is_shown_to_change_an_answer_is_listed(
    key: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the very question that shows that the option is not ignored."""
    shot: list[tuple[Any, ...]] = []
    monkeypatch.setattr(test_option_effects, "clear_side", lambda *asked: shot.append(asked))
    ruling = EFFECTS[key, value](Rules())
    if isinstance(ruling, Ruling):
        found = other_readings(ruling)
    else:
        table, shooter, target, sides, rules = shot[0]
        found = found_of(table, rules, ShotAsked(shooter.name, target.name, sides[0] if len(sides) == 1 else "either"))
    assert f"{key} = {value}" in changes(found)


@pytest.mark.parametrize("key", BY_KEY)
def test_what_a_text_says_is_a_value_and_kinds_are_known(key: str) -> None:
    """Sources are of values that stand there, or of numbers that may; every text is used."""
    option, said = BY_KEY[key], {text for name, text in vars(texts).items() if name.isupper() and isinstance(text, str)}
    assert set(option.sources) <= set(plain_values(key))
    assert set(option.sources.values()) <= said
    assert set(option.bears) <= {"move", "shot", "contact", "setup"}
    used = {text for one in BY_KEY.values() for text in one.sources.values()}
    assert said == used


def test_numbers_are_tried_where_a_text_names_them() -> None:
    assert plain_values("min_gap") == ("25 cm", "10 in", "30 cm", "12 in")
    assert plain_values("surface_least") == ("none", "20 in", "30 in")
    assert plain_values("players") == ("any", "between(2, 2)", "between(2, 10)")
    assert plain_values("piece_profile") == ("ideal_sharp", "same_shape_law", "giant_x8")


@pytest.mark.usefixtures("no_margins")
def test_a_shot_that_hangs_on_how_much_must_be_covered() -> None:
    """Under `half` it is not allowed; what any text says of the other values is said with them."""
    table, rules = layout(GUN, TARGET), Rules(in_area="half")
    found = other_readings(check_shot(table, "A", "T", rules=rules))
    assert found.stated is Answer.NO
    assert changes(found) == {"in_area = any_part", "in_area = touch_counts"}
    sources = {one.value: one.source for one in found.found}
    assert sources == {"any_part": texts.IN_THE_ZONE, "touch_counts": None}
    other_way = other_readings(check_shot(table, "A", "T"))
    assert {"in_area = half", "in_area = whole"} <= changes(other_way)
    assert all(one.answer is Answer.NO for one in other_way.found)


@pytest.mark.usefixtures("no_margins")
def test_of_two_things_wrong_no_option_alone_mends_both() -> None:
    """A shot that a friend and an enemy block hangs on `obstruction`, and on no single reading of friends."""
    friend = Ship("F", "red", Size.LARGE, Pose(278, 300, 90))
    enemy = Ship("E", "blue", Size.LARGE, Pose(283, 300, 90))
    target = Ship("T", "blue", Size.SMALL, Pose(260, 320, 90))
    table = layout(GUN, target, friend, enemy, position="as_written")
    assert "friendly_blocks = enemies_only" in changes(
        other_readings(check_shot(layout(GUN, target, friend, position="as_written"), "A", "T", "left"))
    )
    both = changes(other_readings(check_shot(table, "A", "T", "left")))
    assert "obstruction = none" in both
    assert "friendly_blocks = enemies_only" not in both


def test_a_gap_at_set_up_between_what_the_texts_ask_for() -> None:
    """252 mm: enough by the French text, too near by the English one and by the most of either."""
    table = layout(Ship("S", "red", "large", Pose(300, 300, 180)), Ship("B", "blue", "large", Pose(552, 300, 0)))
    found = other_readings(check_setup(table))
    assert found.stated is Answer.YES
    assert {one.value: one.source for one in found.found if one.option == "min_gap"} == {
        "10 in": texts.GAP_IN, "30 cm": texts.GAP_CM, "12 in": texts.GAP_IN,
    }  # fmt: skip
    inches = other_readings(check_setup(table, rules=Rules(min_gap="254 mm")))
    assert {one.value for one in inches.found if one.option == "min_gap"} == {"25 cm"}  # 10 in are in force


def test_doubt_is_compared_as_the_pieces_are_stated() -> None:
    """A ship that passes another at 0.3 mm is in doubt at 0.5 mm; as stated its step is allowed, and said to be."""
    table = layout(
        Ship("S", "red", "large", Pose(300, 300, 0)), Ship("B", "blue", "large", Pose(346, 287, 270)), tolerance=0.5
    )
    ruling = check_move(table, "S", [0])
    found = other_readings(ruling)
    assert (ruling.answer, found.stated) == (Answer.IN_DOUBT, Answer.YES)
    heading, *lines = reading_lines(ruling, found)
    assert "for pieces that lie as stated" in heading
    assert lines
    assert all(line.startswith("allowed; not allowed if ") for line in lines)


def test_a_faulty_table_is_compared_as_it_is_written() -> None:
    """Two ships that overlap make the step of one in doubt, and its readings those of the table as written."""
    ships = [Ship("S", "red", "large", Pose(300, 300, 0)), Ship("B", "blue", "large", Pose(310, 300, 90))]
    for position in ("checked", "as_written"):
        found = other_readings(check_move(layout(*ships, position=position), "S", [0]))
        assert found.stated is asked_again(layout(*ships), Rules(), MoveAsked("S", Declaration((0,)))).answer
        assert "contact_blocks_move = overlap_only" not in changes(found)


def test_a_reading_under_which_the_table_cannot_be_comes_last_and_says_so() -> None:
    """Ships side by side, corner to corner: by their vertical shadows they overlap."""
    table = layout(
        Ship("S", "red", "large", Pose(300, 300, 90)), Ship("B", "blue", "large", Pose(Decimal("325.4"), 300, 90))
    )
    found = other_readings(check_move(table, "S", [90]))
    by_value = {one.value: one for one in found.found}
    assert "impossible" in str(by_value["giant_x8"].note)
    assert [one.note is None for one in found.found] == sorted((one.note is None for one in found.found), reverse=True)


@pytest.mark.parametrize(("stated", "listed"), [("", True), ("[surface]\nrectangle = [914.4, 914.4]\n", False)])
def test_the_surface_is_a_reading_where_the_file_states_none(stated: str, listed: bool) -> None:
    file = f"""{stated}[[ships]]\nname = "S"\nplayer = "red"\nsize = "small"\nbase = [700, 700]\nheading = 0
[[questions]]\nmove = "S"\nheadings = [0]\n"""
    found = changes(other_readings(parse_dispute(file).ask(1)))
    assert ("surface = disc_20" in found) is listed


@pytest.mark.parametrize("most", ["MOVE_WORK", "SHOT_WORK", "SETUP_WORK"])
def test_what_is_beyond_the_bound_of_work_is_undecided(most: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is counted before it is done; nothing is said to change, or not to change, what was not decided."""
    kind = {"MOVE_WORK": MoveAsked, "SHOT_WORK": ShotAsked, "SETUP_WORK": SetupAsked}[most]
    monkeypatch.setattr(kind, "most", 0)
    table = layout(GUN, TARGET)
    ruling = {
        "MOVE_WORK": lambda: check_move(table, "A", [90]),
        "SHOT_WORK": lambda: check_shot(table, "A", "T"),
        "SETUP_WORK": lambda: check_setup(table),
    }[most]()
    found = other_readings(ruling)
    assert found.found
    assert all(one.undecided and one.answer is None for one in found.found)
    assert all("not decided if" in line for line in reading_lines(ruling, found)[1:])
    assert getattr(_asked, most) > 0


def test_a_crowd_beyond_the_bound_is_told_in_part() -> None:
    """A heap of two hundred ships: the answer stands, and the readings that were not tried are named."""
    ships = [Ship(f"S{i}", "red" if i % 2 else "blue", "small", Pose(300, 300, i)) for i in range(200)]
    asked = SetupAsked()
    found = found_of(layout(*ships, position="as_written"), Rules(), asked)
    assert found.stated is Answer.NO
    assert any(one.undecided for one in found.found)


def test_what_is_not_decided_as_stated_is_compared_with_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ArrivalAsked, "stated", lambda *_: Answer.IN_DOUBT)
    ruling = check_move(layout(GUN, TARGET), "A", to=Pose(300, 346, 90))
    found = other_readings(ruling)
    assert (found.stated, found.found) == (Answer.IN_DOUBT, ())
    assert "was not decided" in reading_lines(ruling, found)[0]


def test_progress_is_told_and_a_ruling_of_nothing_is_refused() -> None:
    told: list[tuple[int, int]] = []
    ruling = check_contact(layout(GUN, TARGET), "A", "T")
    found = other_readings(ruling, lambda *at: told.append(at))
    assert told == [(i, len(told)) for i in range(len(told))]
    assert len(told) == 5
    assert found == readings.other_readings(ruling)
    with pytest.raises(InputError, match="ask the referee again"):
        other_readings(replace(ruling, subject=None))


@pytest.mark.usefixtures("no_margins")
def test_plain_data_of_readings() -> None:
    """The answer as stated, and a row for each reading; sentences in the language asked for."""
    ruling = check_shot(layout(GUN, TARGET), "A", "T", rules=Rules(in_area="half"))
    data = other_readings(ruling).as_json("fr")
    assert data["stated"] == "no"
    rows = data["readings"]
    assert isinstance(rows, list)
    assert rows[0] == {
        "option": "in_area", "value": "any_part", "answer": "yes", "undecided": False, "note": None,
        "source": "texte français, tir\u202f: la cible est dans la zone que couvre la grande pièce",
    }  # fmt: skip
    assert armada_sim.other_readings is other_readings
