"""Experiments that ask what would make a board game fair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from armada_sim.tabletop.errors import InputError
from grid_games.laboratory.rotations import parse_rotations
from tests.commands import run

ASKED = """
game = "destin-arc"
compare = "seats"
sets = 2
[levels]
chance = "random"
[settings]
map = "hamlet"
[fair]
target = "not_last"
who = ["ulf"]
search = 32
[fair.change]
level_u = ["favourable"]
place_points = [1]
"""


def test_settings_share_the_lots_of_a_set_and_only_the_one_named_meets_others() -> None:
    study = parse_rotations(ASKED)
    assert [str(meeting) for meeting in study.meetings] == [
        f"{pair} ({name})"
        for name in ("as agreed", "level_u = favourable", "place_points = 1", "level_u = favourable; place_points = 1")
        for pair in ("bonnaire - ulf", "ulf - fereira")
    ]
    agreed, points = study.pairings[0].under, study.pairings[4].under
    assert agreed != points
    for number in range(3):
        one, other = study.play(0, number)[0], study.play(4, number)[0]
        assert one.start == other.start
        moves = [json.loads(study.record(m, number, 0, row.log))["moves"] for m, row in ((0, one), (4, other))]
        assert moves[0] == moves[1]  # what counts at the end changes no move of random players
    assert study.play(0, 0)[0].log != study.play(1, 0)[0].log


def test_the_command_says_whether_one_is_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("asked.toml").write_text(ASKED)
    done = run("grid-games", "balance", "asked.toml", "--workers", "1", "--json", "-o", "r.html")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["words"][0].startswith("Wanted: ulf is not last. 4 settings were searched through in 2 rounds and 32 ")
    for kept in found["fair"]["kept"]:
        assert [(part["one"], part["other"]) for part in kept["parts"]] == [("ulf", "bonnaire"), ("ulf", "fereira")]
    assert "level_u = favourable; place_points = 1" in Path("r.html").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('compare = "seats"', 'compare = "levels"\n', "levels: two levels at least"),
        (
            'chance = "random"',
            'chance = "random"\ngreedy = "greedy"',
            "fair: what is fair is searched for with one player",
        ),
        ('["ulf"]', '["olaf"]', "fair.who: there is no 'olaf' that meets anybody"),
        ("search = 32", "search = 31", "fair.search: a search through 4 settings needs at least 32 sets, not 31"),
        ("search = 32", "search = 32\nhow = 1", "fair.how: "),
        ("place_points = [1]", "place_points = [2]", "fair.change.place_points[1]: place_points = 2 changes nothing"),
        ("place_points = [1]", "place = [1]", "fair.change.place[1].place: "),
        ("[fair]", '[vary]\nhold = ["last_occupier"]\n[fair]', "vary: says nothing beside fair"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_rotations(ASKED.replace(old, new))
    assert str(caught.value).startswith(said)
