"""Odds against the reference's tables, against counting all dice, and against what the game rolls."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from armada_sim.tabletop.errors import InputError
from grid_games.cli.commands import cli
from grid_games.singidunum import odds
from grid_games.singidunum.odds import Fighter
from tests.grid_games.singidunum.scenes import after, fight, game, scene

D5 = {
    0: (1, 2, 5, 6, 8, 6, 5, 2, 1), 1: (3, 5, 6, 8, 6, 5, 2, 1, 0), 2: (8, 6, 8, 6, 5, 2, 1, 0, 0),
    3: (14, 8, 6, 5, 2, 1, 0, 0, 0), 4: (22, 6, 5, 2, 1, 0, 0, 0, 0), 5: (28, 5, 2, 1, 0, 0, 0, 0, 0),
}  # fmt: skip
"""The reference's table, out of 36."""

D4 = {
    0: (0, 4, 12, 20, 28, 20, 12, 4, 0), 1: (4, 12, 20, 28, 20, 12, 4, 0, 0), 2: (16, 20, 28, 20, 12, 4, 0, 0, 0),
    3: (36, 28, 20, 12, 4, 0, 0, 0, 0), 4: (64, 20, 12, 4, 0, 0, 0, 0, 0), 5: (84, 12, 4, 0, 0, 0, 0, 0, 0),
}  # fmt: skip
"""The reference's table, in percent."""


@pytest.mark.parametrize(("die", "table", "of"), [("d5", D5, 36), ("d4", D4, 100)])
def test_the_reference_s_odds_of_melee(die: str, table: dict[int, tuple[int, ...]], of: int) -> None:
    rules = game(die=die).table.rules
    for advantage, row in table.items():
        assert [share * of for share in odds.melee(rules, advantage).values()] == list(row)
        assert [share * of for share in odds.melee(rules, -advantage).values()] == list(reversed(row))


def test_elimination_is_certain_from_eight_or_seven() -> None:
    for die, least in (("d5", 8), ("d4", 7)):
        rules = game(die=die).table.rules
        assert odds.melee(rules, least)[4] == 1
        assert odds.melee(rules, least - 1)[4] < 1


@pytest.mark.parametrize("die", ["d5", "d4"])
def test_odds_are_those_of_all_cases_of_two_dice(die: str) -> None:
    """Counted face by face; with d4 a die is thrown until it shows no 5."""
    faces = (1, 2, 3, 3, 4, 5) if die == "d5" else (1, 2, 3, 3, 4)
    rules = game(die=die).table.rules
    for advantage in range(-9, 13):
        cases = [advantage + own - other for own, other in itertools.product(faces, repeat=2)]
        melee, shot = odds.melee(rules, advantage), odds.shot(rules, advantage)
        assert melee[4] == Fraction(sum(gap >= 4 for gap in cases), len(cases))
        assert melee[-2] == Fraction(cases.count(-2), len(cases))
        assert [shot[4], shot[2], shot[1], shot[0]] == [
            Fraction(sum(low <= gap <= high for gap in cases), len(cases))
            for low, high in ((4, 99), (2, 3), (1, 1), (-99, 0))
        ]


def test_the_game_rolls_what_the_odds_say() -> None:
    for die in ("d5", "d4"):
        state = fight(scene("E9@e4 / H6@e6 A4@c9", die=die), "e4-e5")
        rolled = {move.gap: share for move, share in state.chance_outcomes()}
        assert rolled == {gap: share for gap, share in odds.melee(state.game.table.rules, 3).items() if share}
        state = after(scene("A6@e4 / C5@e7 A4@c9", die=die), "e4", "*e7")
        rolled = {move.gap: share for move, share in state.chance_outcomes()}
        assert rolled == {gap: share for gap, share in odds.shot(state.game.table.rules, 1).items() if share}


def test_saves_and_double_attacks() -> None:
    rules = game().table.rules
    found = odds.melee_of(rules, [Fighter("E9")], Fighter("H6"))
    assert found["defender out, pursuit"] == found["defender saved, back 2"] == Fraction(14, 72)
    assert sum(found.values()) == 1
    assert odds.melee_of(rules, [Fighter("C6"), Fighter("A5", available=False)], Fighter("C4"))[
        "defender out, pursuit"
    ] == Fraction(33, 36)
    lead = odds.melee_of(rules, [Fighter("H6")], Fighter("E9", available=False))
    assert lead["attacker saved, back 2"] == Fraction(8, 72)


def test_rolling_again_pays() -> None:
    """By all dice: keep, or roll the archer's die again, whichever is worth more."""
    faces = (1, 2, 3, 3, 4, 5)
    rules = game().table.rules

    def worth(gap: int) -> int:
        return 4 if gap >= 4 else 2 if gap >= 2 else 1 if gap == 1 else 0

    for advantage in (-1, 0, 2):
        total = Fraction(0)
        for own, other in itertools.product(faces, repeat=2):
            again = Fraction(sum(worth(advantage + face - other) for face in faces), 6)
            total += max(Fraction(worth(advantage + own - other)), again) / 36
        found = odds.supported(rules, advantage)
        assert sum(share * column for column, share in found.items()) == total
        assert total > sum(share * column for column, share in odds.shot(rules, advantage).items())


@pytest.mark.parametrize(("words", "told"), [
    (["attack=E9"], "defence: is missing"), (["attack=X9", "defence=H7"], "attack: expected a unit"),
    (["nonsense"], "KEY=VALUE"), (["die=d7"], "die: expected d5 or d4"),
    (["attack=E9+E8+H7", "defence=H7"], "one or two units"), (["over=1"], "over: is asked with"),
    (["shoot=A6", "target=C5", "over=x"], "over: expected a number"), (["dye=d4"], "do you mean die"),
])  # fmt: skip
def test_what_cannot_be_asked_is_said(words: list[str], told: str) -> None:
    with pytest.raises(InputError) as caught:
        odds.tables(words)
    assert told in str(caught.value)


def asked(*words: str) -> list[dict[str, object]]:
    done = CliRunner().invoke(cli, ["odds", "singidunum", *words, "--json"])
    assert done.exit_code == 0, done.output
    tables = json.loads(done.output)["tables"]
    assert isinstance(tables, list)
    return tables


def test_the_command_tells_the_reference_s_tables() -> None:
    melee = asked()[0]
    rows = {row[0]: row[1:] for row in melee["rows"]}  # type: ignore[attr-defined]
    assert [Fraction(cell) * 36 for cell in rows["+2"]] == list(D5[2])
    rows = {row[0]: row[1:] for row in asked("die=d4")[0]["rows"]}  # type: ignore[attr-defined]
    assert [Fraction(cell) * 100 for cell in rows["+3"]] == list(D4[3])


def test_the_command_tells_of_one_fight() -> None:
    fought = asked("attack=C6+A4", "defence=H7'")[0]
    assert fought["title"] == "C6 (available, 6) and A4 (available, 4) against H7 (activated, 6), dice 1, 2, 3, 3, 4, 5"
    rows = dict(fought["rows"])  # type: ignore[call-overload]
    assert Fraction(rows["defender saved, back 2"]) == Fraction(22, 72)
    shot = asked("shoot=A6", "target=H6", "over=2")[0]
    assert "over friends (-1)" in shot["title"]  # type: ignore[operator]
    options = asked("attack=H6", "defence=H6", "pursuit=after_3")[0]
    words = [row[0] for row in options["rows"]]  # type: ignore[attr-defined]
    assert words[:3] == ["defender out", "defender saved, back 2", "defender back 2 (by 3), pursuit"]


@pytest.mark.parametrize(("words", "told"), [
    (["shoot=C6", "target=H7"], "C6 does not shoot: only archers do [11]"),
    (["attack=C6'", "defence=H7"], "an activated unit neither attacks nor shoots: it acts once a turn [6.1]"),
    (["attack=C6+A5'", "defence=H7"], "an activated unit neither attacks"),
    (["shoot=A6'", "target=H7"], "an activated unit neither attacks"),
    (["attack=E9+E9", "defence=H7"], "E9 fights 2 times, and a side has 1 [2]"),
    (["shoot=A6", "target=H7", "over=3"], "3 friends do not stand on the way"),
])  # fmt: skip
def test_what_the_rules_do_not_allow_has_odds_only_anyway(words: list[str], told: str) -> None:
    done = CliRunner().invoke(cli, ["odds", "singidunum", *words])
    assert done.exit_code == 2
    assert told in (said := " ".join(done.output.split()))
    assert "--anyway" in said
    assert CliRunner().invoke(cli, ["odds", "singidunum", *words, "--anyway"]).exit_code == 0


@pytest.mark.parametrize("words", [
    ["attack=C5+C5", "defence=H7'"], ["shoot=A6", "target=C5'", "over=2"], ["attack=E9+E9", "defence=H7", "--anyway"],
    [], ["shoot=A6", "target=C5", "over=3", "shot_separation=at_least"],
])  # fmt: skip
def test_what_is_allowed_has_odds(words: list[str]) -> None:
    assert CliRunner().invoke(cli, ["odds", "singidunum", *words]).exit_code == 0


def test_when_a_die_is_rolled_again_is_said_of_one_shot_and_of_the_table() -> None:
    for tables in (asked("shoot=A6", "target=C5"), asked()):
        assert "his own die is rolled again" in str(tables[-1]["note"])
        assert "out counts four, back 2 two, back 1 one" in str(tables[-1]["note"])
