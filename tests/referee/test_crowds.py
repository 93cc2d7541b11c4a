"""Tables with hundreds of ships, heaped or spread: every question ends, with work that is counted, and what is told can
be read."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from click.testing import CliRunner

import plots
from armada_sim import Layout, Pose, Rules, Ship, Size, Surface, check_setup
from armada_sim.cli import drawing
from armada_sim.cli.commands import cli
from armada_sim.evidence import judging
from armada_sim.evidence.answers import search_notes
from armada_sim.evidence.judging import Verdict
from armada_sim.evidence.ruling import Reason
from armada_sim.moving import movement
from armada_sim.pictures import pair_marks
from armada_sim.referee.positions import position_problems
from armada_sim.setup import setups
from armada_sim.table.clauses import Clause
from armada_sim.table.units import Unit
from armada_sim.wording.telling import MOST_SAID, reason_lines

RULES = Rules()


def heap(count: int) -> Layout:
    """So many small ships of two players on one spot."""
    ships = (Ship(f"S{i}", "red" if i % 2 else "blue", Size.SMALL, Pose(300, 300, 30)) for i in range(count))
    return Layout(ships=tuple(ships))


def spread(count: int, apart: int) -> Layout:
    """So many small ships of one player in rows of ten."""
    poses = (Pose(200 + apart * (i % 10), 200 + apart * (i // 10), 30) for i in range(count))
    ships = tuple(Ship(f"S{i}", "red", Size.SMALL, pose) for i, pose in enumerate(poses))
    return Layout(ships=ships, surface=Surface.rectangle(4000, 4000))


def written(layout: Layout, questions: str = "") -> str:
    """A dispute file of the heap or the rows."""
    rows = (
        f'[[ships]]\nname = "{s.name}"\nplayer = "{s.player}"\nsize = "{s.size}"\n'
        f"base = [{s.pose.x}, {s.pose.y}]\nheading = {s.pose.heading}\n"
        for s in layout.ships
    )
    return "".join(rows) + questions


def judged(layout: Layout, rules: Rules = RULES) -> Verdict:
    """The verdict on a set-up, whatever its fleets are."""
    setup = setups.Setup(layout, rules, Unit())
    return judging.judge(setup.conditions, setup.pieces())


def test_mending_ends_at_its_bound_and_the_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, told = heap(12), []
    whole = judged(layout)
    monkeypatch.setattr(judging, "MOST_CONDITIONS", 400)
    ask = judging._Evaluations.__call__
    monkeypatch.setattr(
        judging._Evaluations, "__call__", lambda self, shift: told.append(found := ask(self, shift)) or found
    )
    cut = judged(layout)

    assert 0 < sum(map(len, told)) <= 400
    assert (cut.shift, cut.high, cut.settled) == (None, None, False)
    assert any("ended at its bound" in note for note in search_notes(cut))
    assert (cut.holds, cut.low, cut.conditions) == (whole.holds, whole.low, whole.conditions)
    assert whole.settled


@pytest.mark.parametrize("count", [12, 24])
def test_what_two_fleets_in_a_heap_take_to_mend_is_not_cut_short(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    whole = judged(heap(count))
    monkeypatch.setattr(judging, "MOST_CONDITIONS", 10**9)
    unbounded = judged(heap(count))

    assert (whole.low, whole.high, whole.shift, whole.settled) == (unbounded.low, unbounded.high, unbounded.shift, True)
    assert whole.shift is not None


def test_a_sound_setup_of_many_ships_has_its_flip_although_its_conditions_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A flip is sought among displacements, which concern few pairs each: that there are many pairs does not end the
    search."""
    monkeypatch.setattr(judging, "MOST_CONDITIONS", 500)
    verdict = judged(spread(40, 60), Rules(setup_touch="no_touch", deploy_zone="anywhere"))

    assert verdict.holds
    assert len(verdict.conditions) > 500
    assert verdict.shift is not None


def test_far_pairs_are_not_measured_where_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, measured = spread(60, 60), []
    wrong = layout.with_pose("S1", layout.ship("S0").pose)
    known = setups.clearance
    monkeypatch.setattr(setups, "clearance", lambda a, b: measured.append(1) or known(a, b))
    verdict = judged(wrong)

    assert [c.reason.pieces for c in verdict.conditions if not c.holds] == [("S0", "S1")]
    assert len(measured) < 60 * 59 // 2 / 2


def test_near_pairs_are_all_that_circles_do_not_exclude() -> None:
    """The sweep finds what looking at every pair finds."""
    setup = setups.Setup(spread(50, 37), Rules(), Unit())
    names = [ship.name for ship in setup.afloat]
    for within in (0.0, 5.0, 60.0, 1000.0):
        every = [
            (i, j) for (i, a), (j, b) in combinations(enumerate(names), 2) if setup.stated.least_gap(a, b) <= within
        ]
        assert setup.stated.near(within) == every


@pytest.mark.parametrize(("most", "told"), [(10, True), (9, False)])
def test_first_headings_are_told_unless_too_many_ships_lie_close(
    monkeypatch: pytest.MonkeyPatch, most: int, told: bool
) -> None:
    """Five ships on one spot are 10 pairs."""
    monkeypatch.setattr(setups, "MOST_CLOSE_PAIRS", most)
    ruling = check_setup(heap(5))

    assert len(ruling.witness.mobility) == (5 if told else 0)
    assert any("was not worked out" in note for note in ruling.notes) is not told


def test_outlines_are_worked_out_once_for_all_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    made, known = [], movement.ship_hazard
    monkeypatch.setattr(movement, "ship_hazard", lambda name, *rest: made.append(name) or known(name, *rest))
    layout = spread(30, 60)
    check_setup(layout)

    assert len(made) == len(layout.ships)


def test_words_tell_the_first_problems_and_count_the_rest_and_the_data_have_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten ships on one spot are 45 pairs; where each may turn to is another question."""
    monkeypatch.setattr(setups, "MOST_CLOSE_PAIRS", 0)
    text = written(heap(10), "[[questions]]\nsetup = true\n")
    words = CliRunner().invoke(cli, ["check", "-"], input=text)
    data = json.loads(CliRunner().invoke(cli, ["check", "-", "--json"], input=text).stdout)

    assert words.exit_code == 1
    assert words.stdout.count("[position.overlap]\n") == MOST_SAID
    assert f"- and {45 - MOST_SAID} more; armada check --json has all of them" in words.stdout
    assert len(data["position"]) == 45
    assert len(data["rulings"][0]["reasons"]) > 45


def test_the_doubt_is_told_however_many_reasons_there_are() -> None:
    reasons = [Reason(Clause.SETUP_GAP, str(i), None, (), 0.0, 0.0) for i in range(MOST_SAID + 5)]
    lines = reason_lines([*reasons, Reason(Clause.DOUBT, "in doubt", None, (), 0.0, 0.0)])

    assert lines[MOST_SAID - 1 :] == [
        f"{MOST_SAID - 1} [setup.gap]", "and 5 more; armada check --json has all of them", "in doubt [doubt]",
    ]  # fmt: skip
    assert reason_lines(reasons[:MOST_SAID]) == [f"{i} [setup.gap]" for i in range(MOST_SAID)]


@pytest.mark.parametrize("word", ["sight", "reach", "threat"])
def test_what_is_worked_out_for_each_ship_is_refused_for_too_many(tmp_path, word: str) -> None:
    text, picture = written(spread(drawing.MOST_WORKED_OUT + 1, 60)), tmp_path / "many.svg"
    refused = CliRunner().invoke(cli, ["draw", "-", "-o", str(picture), "--show", f"labels,{word}"], input=text)

    assert refused.exit_code == 2
    assert f"{word} is drawn of 40 ships at most, and here are 41: name one with --around" in refused.stderr
    assert not picture.exists()


@pytest.mark.parametrize("options", [["--around", "S7"], []])
def test_one_ship_of_many_and_as_many_as_may_be_are_drawn(tmp_path, options: list[str]) -> None:
    count = drawing.MOST_WORKED_OUT + len(options) // 2
    text, picture = written(spread(count, 60)), tmp_path / "one.svg"
    drawn = CliRunner().invoke(cli, ["draw", "-", "-o", str(picture), "--show", "sight", *options], input=text)

    assert drawn.exit_code == 0, drawn.stderr
    assert picture.exists()


def test_a_picture_outlines_every_misplaced_ship_and_blackens_the_first_overlaps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pair_marks, "MOST_OVERLAPS", 10)
    shades, known = [], pair_marks._overlap
    monkeypatch.setattr(pair_marks, "_overlap", lambda *args: shades.append(1) or known(*args))
    outlines, mark = [], plots.sheet.Sheet.mark
    monkeypatch.setattr(
        plots.sheet.Sheet, "mark", lambda self, kind, *rest: outlines.append(kind) or mark(self, kind, *rest)
    )
    layout = heap(8)
    plots.figure_of_position(layout, Rules(), problems=position_problems(layout))

    assert len(shades) == 10
    assert outlines.count("misplaced") == 8
