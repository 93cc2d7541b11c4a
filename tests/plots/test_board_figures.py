"""What figures of the board games mark is what the rules say at the position they show."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from matplotlib.colors import to_rgb

from armada_sim.pictures import Words
from grid_games.core.sets import members
from grid_games.destin_arc.chapters.combat_table import column, ratio
from grid_games.destin_arc.chapters.strengths import weigh
from grid_games.destin_arc.chapters.turns import Phase, program
from grid_games.singidunum.game import KIND as SINGIDUNUM
from grid_games.singidunum.points import burns
from grid_games.strategiksa.board import ZONES
from grid_games.strategiksa.chapters.control import controllers
from grid_games.strategiksa.units import FOUGHT, PIECES
from plots import STYLES, Drawing
from plots.figure_file.boards import BoardFigure, played
from plots.grids.strategiksa import looks_of
from plots.rulebook import FIGURES
from plots.rulebook.shipped import board_of

DECLARED = {figure.name: board_of(figure.name) for figure in FIGURES if figure.game != "armada"}


def shown(name: str, frame: int = 0) -> tuple[Any, dict[str, set[str]]]:
    """The state that a frame shows, and its marks by their looks."""
    figure = DECLARED[name]
    return figure.state(figure.frames[frame]), {
        mark.kind: set(names) for mark, names in figure.places(figure.frames[frame])
    }


def ends(state: Any, start: str) -> set[str]:
    """Where the legal moves that are written so at their beginning end."""
    return {str(move).removeprefix(start) for move in state.legal_moves() if str(move).startswith(start)}


def drawn(name: str, **style: Any) -> Drawing:
    (figure,) = (figure for figure in FIGURES if figure.name == name)
    return figure.make(replace(STYLES["screen"], **style), Words("en")).drawing


def marked(drawing: Drawing, kind: str) -> set[str]:
    return {mark.pieces[0] for mark in drawing.marked(kind)}


@pytest.mark.parametrize("name", DECLARED)
def test_every_mark_has_places_and_no_place_two_signs(name: str) -> None:
    figure = DECLARED[name]
    anywhere: dict[str, bool] = {}
    for frame in figure.frames:
        signs = list[str]()
        for mark, names in figure.places(frame):
            words = str(mark.words)
            anywhere[words] = anywhere.get(words, False) or bool(names)
            signs += names if mark.kind in ("may", "further", "barred") else []
        assert len(signs) == len(set(signs))
    assert all(anywhere.values())


# ------------------------------------------------------------------------------------------------- Strategiksa


def test_who_beats_whom_is_what_fights_come_to() -> None:
    (frame,) = DECLARED["strategiksa-cycle"].frames
    (arrows,) = frame.arrows
    at = {"d6": "I", "f3": "C", "b3": "A", "d4": "K"}
    told = {(at[one], at[other]) for one, other in (way.split("-") for way in arrows.ways)}
    whole = {name: number for number, name in enumerate(PIECES) if name in at.values()}
    beaten = {
        (one, other) for one in whole for other in whole
        if FOUGHT[whole[one]][whole[other]] is not None and FOUGHT[whole[other]][whole[one]] is None
    }  # fmt: skip
    assert told == beaten


@pytest.mark.parametrize(("frame", "start"), [(0, "I c3-"), (1, "C c3-")])
def test_pieces_of_strategiksa_go_where_it_is_marked(frame: int, start: str) -> None:
    state, marks = shown("strategiksa-moves", frame)
    assert marks["may"] | marks.get("ring", set()) == ends(state, start)
    assert len(marks["may"]) == (8, 22)[frame]
    assert marks.get("barred", set()) == ({"e5"} if frame else set())


def test_zones_are_controlled_as_it_is_marked() -> None:
    state, marks = shown("strategiksa-control")
    owners = dict(zip(ZONES, controllers(state.table), strict=True))
    assert {name for name, owner in owners.items() if owner == 0} == marks["noted"]
    assert all(owners[name] == -1 for name in marks["barred"])


def test_reinforcements_go_where_it_is_marked() -> None:
    state, marks = shown("strategiksa-reinforcement")
    legal = {str(move).split()[-1] for move in state.legal_moves() if str(move).startswith("+")}
    assert marks["ring"] == legal
    assert not marks["barred"] & legal


@pytest.mark.parametrize("frame", [0, 1])
def test_the_alliance_of_red_is_marked_before_and_after(frame: int) -> None:
    state, marks = shown("strategiksa-vassal", frame)
    table = state.table
    own, others = table.alliance(0), table.others(0)
    alone = {f"{'abcdefghij'[n // 10]}{n % 10 + 1}" for n in members(own & ~others)}
    assert marks["noted"] == alone
    assert table.lords == ((0, 1, 2), (0, 0, 2))[frame]


@pytest.mark.parametrize("name", [figure.name for figure in FIGURES if figure.game == "strategiksa"])
def test_pieces_of_strategiksa_are_four_mm_wide_in_a_column_and_of_one_size(name: str) -> None:
    drawing = drawn(name, width_mm=80.0)
    sizes = set[float]()
    for mark in drawing.marked("chip"):
        ax = mark.artist.axes
        xs = ax.transData.transform(mark.artist.get_xy())[:, 0]
        sizes.add(round(float(xs.max() - xs.min()) / ax.figure.dpi * 25.4, 3))
    assert all(size >= 4 for size in sizes)
    assert len(sizes) <= 1


def test_three_sides_differ_without_colours() -> None:
    players = ("red", "green", "blue")
    looks = [looks_of(STYLES["greyscale"], players)[player] for player in players]
    lights = sorted(to_rgb(look.fill)[0] for look in looks)
    assert min(b - a for a, b in pairwise(lights)) > 0.25
    assert len({look.hatch for look in looks}) == 3


# ------------------------------------------------------------------------------------------------- Singidunum


def test_units_go_where_it_is_marked() -> None:
    state, marks = shown("singidunum-moves")
    assert marks["may"] | marks["further"] == ends(state, "e6-")
    assert marks["barred"] == {"d6", "d7", "e8", "f7", "g7"}
    board = state.game.table.board
    near = {board.names[n] for n in members(board.grid.around[board.numbers["e6"]] & ~state.foes_zone(0))}
    assert marks["may"] == ends(state, "e6-") & near


def test_zones_are_those_of_the_rules() -> None:
    state, marks = shown("singidunum-zones")
    names, view = state.game.table.board.names, state.foes_zone
    for look, side in (("red", 1), ("blue", 0)):
        assert marks[look] == {names[n] for n in members(view(side))}


@pytest.mark.parametrize(("frame", "caught"), [
    (0, {"any_two"}), (1, {"any_two", "non_adjacent"}), (2, {"any_two", "non_adjacent", "opposite"}),
])  # fmt: skip
def test_a_pincer_has_the_shapes_that_are_told(frame: int, caught: set[str]) -> None:
    figure = DECLARED["singidunum-pincer"]
    for shape in ("any_two", "non_adjacent", "opposite"):
        other = replace(figure, settings={"pincer_shape": shape, "zoc_step": "same_enemy"})
        goes = ends(other.state(figure.frames[frame]), "e6-")
        assert not goes if shape in caught else goes
    state, marks = shown("singidunum-pincer", frame)
    assert marks["may"] == ends(state, "e6-")


def test_a_melee_shows_its_retreats() -> None:
    state, marks = shown("singidunum-melee")
    assert marks["may"] == ends(played(state, ("refuse",)), ">") == {"d6", "e7", "f6"}
    beaten = played(state, ("accept", "+1"))
    (away,) = members(beaten.men[1])
    assert marks["ring"] == {state.game.table.board.names[away]}


def test_a_double_attack_needs_open_flanks() -> None:
    open_, covered = shown("singidunum-double", 0), shown("singidunum-double", 1)
    assert open_[1]["ring"] == ends(open_[0], "d5++") == {"e7"}
    assert covered[1]["ring"] == ends(covered[0], "d5++") == set()
    assert played(open_[0], ("d5++e7", "d5-d6", "f5-f6")).phase == "answer"


def test_shots_and_their_supporters_are_the_legal_ones() -> None:
    state, marks = shown("singidunum-shots")
    assert marks["ring"] == ends(played(state, ("e5",)), "*") == {"e3", "e8", "g6", "h3"}
    (arrows,) = DECLARED["singidunum-shots"].frames[0].arrows
    assert {way.removeprefix("e5-") for way in arrows.ways} == marks["ring"]
    state, marks = shown("singidunum-support")
    assert marks["ring"] == ends(played(state, ("e5", "*e8")), "+") == {"f5"}


def test_what_burns_is_what_burns() -> None:
    before, _ = shown("singidunum-burning", 0)
    after, _ = shown("singidunum-burning", 1)
    names = before.game.table.board.names
    assert (
        {names[n] for n in members(after.burnt)}
        == {"j5"}
        == {n for n in ("j5", "j6", "j8") if burns(before, n) is None}
    )
    assert (before.points, after.points) == ((0, 0), (2, 0))
    assert marked(drawn("singidunum-burning"), "burnt") == {"j5"}


def test_deployment_zones_are_those_of_the_rules() -> None:
    figure = DECLARED["singidunum-deployment"]
    state, _ = shown("singidunum-deployment")
    table = state.game.table
    zones = [{table.board.names[n] for n in members(zone)} for zone in table.zones]
    assert [set(mark.on) for mark in figure.frames[0].marks] == zones
    assert not any(state.men[side] & ~table.zones[side] for side in range(2))
    assert not {mark.pieces for mark in drawn("singidunum-board").marked("chip")}


def test_every_unit_of_a_side_is_there_front_and_back() -> None:
    chips = drawn("singidunum-counters").marked("chip")
    assert len(chips) == 4 * 14
    names = {mark.pieces[0].partition("-")[2] for mark in chips}
    assert names == {"E9", "E8", "H7", "H6", "C6", "C5", "C4", "A6", "A5", "A4"}


def test_the_track_goes_as_far_as_the_points_that_win() -> None:
    boxes = drawn("singidunum-track").marked("box")
    assert max(int(mark.pieces[1]) for mark in boxes if mark.pieces[0] == "points") == SINGIDUNUM.load().table.victory


# ------------------------------------------------------------------------------------------------- Arc


def test_zones_stop_who_enters_them() -> None:
    state, marks = shown("destin-zones")
    legal, land = ends(state, "to "), state.game.land
    enemies = ("T17", "V21")
    zone = {land.labels[n] for name in enemies for n in members(land.grid.around[land.numbers[name]])}
    assert marks["further"] == legal & zone
    assert marks["may"] == legal - zone
    assert not marks["barred"] & legal
    for name in marks["further"]:  # a second leg leads nowhere
        assert not ends(played(state, (f"to {name}",)), "to ")


@pytest.mark.parametrize(("name", "told", "moves"), [
    ("destin-ratio", "3-1", ("attack b7.1", "with u3.1", "with u1.1", "with u1.2")),
    ("destin-stacking", "1-1", ("attack b1.1", "with u3.1")),
])  # fmt: skip
def test_ratios_are_those_of_the_rules(name: str, told: str, moves: tuple[str, ...]) -> None:
    state, _ = shown(name)
    after = played(state, moves)
    (battle,) = after.step.declared[0]
    assert ratio(weigh(after, battle, "melee").column) == told
    assert told in DECLARED[name].caption
    (arrows,) = DECLARED[name].frames[0].arrows
    land = state.game.land
    stand = {land.labels[state.where[p]] for p in battle.attackers}
    assert {way.partition("-")[0] for way in arrows.ways} == stand
    assert ratio(column(50, 15)) == "3-1"


def test_a_stacked_leader_is_not_attacked_alone() -> None:
    state, _ = shown("destin-stacking")
    assert ends(state, "attack ") == {"b1.1"}


def test_hexes_of_a_spell_are_connected() -> None:
    state, marks = shown("destin-spell")
    assert marks["further"] == ends(state, "at ")
    assert not marks["spell"] & marks["further"]
    land = state.game.land
    around = {land.labels[n] for name in marks["spell"] for n in members(land.grid.around[land.numbers[name]])}
    assert marks["further"] == around - marks["spell"]


def test_an_invisible_piece_is_seen_by_its_owner_alone() -> None:
    figure = DECLARED["destin-invisibility"]
    for frame, there in zip(figure.frames, (True, False), strict=True):
        alone = replace(figure, frames=(frame,))
        assert ("b9.1" in {mark.pieces[0] for mark in made(alone).marked("counter")}) is there


def made(figure: BoardFigure) -> Drawing:
    return figure.drawn(STYLES["screen"], Words("en")).drawing


def test_the_steps_of_a_turn_are_those_of_the_game() -> None:
    told = [mark.pieces for mark in drawn("destin-turn").marked("phase")]
    state, _ = shown("destin-ratio")
    silent = {Phase.BEGIN, Phase.REST, Phase.CHECK}
    seats = {0: "bonnaire", 1: "ulf", 2: "fereira"}
    legs = [leg for leg in program(state) if leg.phase not in silent]
    assert told == [("+".join(seats[seat] for seat in leg.seats), str(leg.phase)) for leg in legs]
