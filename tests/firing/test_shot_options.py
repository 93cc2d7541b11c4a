"""Margins of shots under every option value: what is proved holds, flips are real, and how near both are."""

from __future__ import annotations

import random

import numpy as np
import pytest

from armada_sim.firing import broadsides
from armada_sim.firing.broadsides import ShotCase
from armada_sim.firing.margins._noise import Noise
from armada_sim.firing.margins.clear._cover import Cell, Cover, maximal, packed
from armada_sim.firing.margins.clear._flips import Flips, extremes
from armada_sim.firing.margins.clear._needs import SHOOTER, TARGET, Boxes
from armada_sim.firing.margins.clear._pool import Known, first_pool, stage_of
from armada_sim.firing.margins.closed.opening import Opening
from armada_sim.firing.margins.closed.search import Search
from armada_sim.firing.margins.plane import placed, views
from armada_sim.table.rules import Rules
from tests.firing.test_shot_margins import ask, check_flip, random_case, table_piece
from tests.whole import few, whole

OPTIONS = [
    {"in_area": "half"},
    {"in_area": "whole"},
    {"in_area": "touch_counts"},
    {"physical_fit": "must_fit"},
    {"obstruction": "clear_template"},
    {"obstruction": "partial_cover_ok"},
    {"obstruction": "none"},
    {"footprint": "shadow_pentagon", "obstruction": "clear_template"},
    {"in_area": "half", "physical_fit": "must_fit"},
]


@pytest.mark.parametrize(
    ("changes", "seed"),
    [*(whole(c, 2) for c in OPTIONS), *((c, 204) if i % 3 == 0 else whole(c, 204) for i, c in enumerate(OPTIONS))],
    ids=lambda c: "-".join(c.values()) if isinstance(c, dict) else str(c),
)  # fmt: skip
def test_no_attack_within_the_margin_changes_the_answer(changes: dict[str, str], seed: int) -> None:
    attacked(changes, seed)


@pytest.mark.parametrize("seed", [203, whole(207)])
def test_no_attack_covers_half_of_a_target_within_the_margin(seed: int) -> None:
    attacked({"in_area": "half"}, seed)


def attacked(changes: dict[str, str], seed: int) -> None:
    """Random placements, everything as far off as the margin allows, leave the answer as it is."""
    case = random_case(seed, Rules(**changes))  # type: ignore[arg-type]
    clear, weights, margin = ask(case)
    if margin.flip is not None:
        check_flip(case, clear, weights, margin)
    ships = {ship.name: ship for ship in (case.shooter, case.target, *case.ships)}
    pieces = {name: table_piece(case, ship, weights[name]) for name, ship in ships.items()}
    limit = min(margin.low, 1e3)
    fans = {name: extremes(piece, limit * 0.9999) for name, piece in pieces.items()}
    rng = random.Random(seed)
    for _ in range(25 if margin.low else 0):
        moved = {
            name: placed(ships[name], pieces[name], tuple(float(v) for v in rng.choice(fans[name])))  # type: ignore[arg-type]
            for name in pieces
        }
        assert broadsides.is_clear(case.moved(moved)) == clear


@pytest.mark.parametrize("changes", [whole(OPTIONS[-1]), *few(OPTIONS[-2::-1], 2)], ids=lambda c: "-".join(c.values()))
def test_most_margins_are_positive(changes: dict[str, str]) -> None:
    proved = [ask(random_case(seed, Rules(**changes)))[2].low > 0 for seed in range(20, 23)]  # type: ignore[arg-type]
    assert sum(proved) >= 2


def test_sets_within_others_are_left_out() -> None:
    lost = np.zeros((3, 70), dtype=bool)
    lost[0, :3], lost[1, :2], lost[2, 69] = True, True, True
    assert len(maximal(packed(lost))) == 2


def openings(case: ShotCase) -> list[Opening]:
    """What it takes to open a shot, one for each view; everything may be off."""
    weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
    return [Opening(view, case.rules, case.domain) for view in views(case, weights)]


@pytest.mark.parametrize("changes", few(OPTIONS[::-1], 8), ids=lambda c: "-".join(c.values()))
def test_no_placement_in_a_box_opens_a_shot_for_less_than_the_bound(changes: dict[str, str]) -> None:
    """Boxes about placements that do open it, and about others: what is met inside costs no less than the bound."""
    noise = Noise(4)
    compared = 0
    for seed in (3, 201):
        for opening in openings(random_case(seed, Rules(**changes))):  # type: ignore[arg-type]
            search = Search(opening)
            search.begin()
            middle, half = opening.start(20.0)
            around = middle if search.best is None else search.best
            centre = np.concatenate(
                (around + 0.1 * half * noise.bell(60, 10), middle + half * (2 * noise.uniform(60, 10) - 1))
            )
            half = half * 0.1 * noise.uniform(120, 10) ** 2
            bounds = opening.bounds(centre, half)
            for _ in range(20):
                inside = centre + half * (2 * noise.uniform(120, 10) - 1)
                found = opening.bounds(inside, np.zeros_like(inside))
                met = found.unmet == 0
                compared += int((met & (bounds.low > 0)).sum())
                assert (found.value[met] >= bounds.low[met] - 1e-9).all()
    assert compared > 0


@pytest.mark.parametrize("changes", few(OPTIONS, 3), ids=lambda c: "-".join(c.values()))
def test_a_proof_asked_for_more_than_a_flip_needs_stops_before_it(changes: dict[str, str]) -> None:
    """Asked to exclude placements five times as far off as one that opens the shot, it proves no more than that one."""
    case = random_case(204, Rules(**changes))  # type: ignore[arg-type]
    if changes.get("in_area") == "whole":
        case = random_case(207, Rules(**changes))  # type: ignore[arg-type]
    clear, _, margin = ask(case)
    assert not clear
    assert margin.high is not None
    proved = [Search(opening, most=8000).proved(5 * margin.high, part=True) for opening in openings(case)]
    assert 0 <= min(proved) <= margin.high


def test_a_target_as_large_as_the_large_piece_has_a_margin_and_a_reason() -> None:
    _, _, margin = ask(random_case(200, Rules(in_area="whole")))
    assert margin.flip is None
    assert margin.low > 30
    assert margin.why is not None
    assert "only where their corners coincide" in margin.why


def test_a_shot_that_nothing_can_open_says_so() -> None:
    """Shooter and target lie too far apart, and neither may be off."""
    case = random_case(207, Rules(in_area="half"))
    others = {ship.name: 1.0 for ship in case.ships}
    clear, _, margin = ask(case, {case.shooter.name: 0.0, case.target.name: 0.0, **others})
    assert not clear
    assert margin.flip is None
    assert margin.low > 1e4
    assert margin.why is not None
    assert "no placement within" in margin.why


def test_what_a_witness_keeps_within_an_error_it_keeps_in_every_placement() -> None:
    rng = random.Random(7)
    for changes in OPTIONS:
        case = random_case(3, Rules(**changes))  # type: ignore[arg-type]
        weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
        stage = stage_of(case, weights, views(case, weights))
        shape = stage.guns.shape(first_pool(stage))
        for eps in (0.02, 0.3, 1.0):
            held = stage.held(shape, eps) > stage.rounding
            fans = [extremes(piece, eps * 0.9999) if piece.weight else np.zeros((1, 3)) for piece in stage.pieces]
            motions = np.array([[rng.choice(fan) * rng.random() for fan in fans] for _ in range(10)])
            for _, need in stage.needs(shape, motions):
                assert (np.broadcast_to(need, (10, len(held)))[:, held] > 0).all(), changes


@pytest.mark.parametrize("moved", [SHOOTER, TARGET, 2])
def test_what_a_box_may_lose_holds_what_its_placements_lose(moved: int) -> None:
    """Needs that are met all over a box of one piece's motions are met at every placement in it."""
    rng = np.random.default_rng(7)
    case = random_case(5)
    weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
    stage = stage_of(case, weights, views(case, weights))
    shape = stage.guns.shape(first_pool(stage))
    centre, half = rng.normal(size=3) * [0.5, 0.5, 0.02], rng.uniform(size=3) * [0.5, 0.5, 0.02]
    motions = np.zeros((20, len(stage.pieces), 3))
    motions[:, moved] = centre + half * rng.uniform(-1, 1, (20, 3))
    needs = dict(stage.needs(shape, motions))
    for piece in [moved] if moved else range(1, len(stage.pieces)):
        (sure,) = stage.surely(shape, Boxes(moved, centre[None], half[None]), piece)
        kept = np.broadcast_to(needs[piece], (20, len(sure)))[:, sure > stage.rounding]
        assert kept.size
        assert (kept > 0).all()


def test_every_place_seen_from_a_cell_is_in_a_box_that_the_cell_keeps() -> None:
    """For motions within eps of shooter and target: in the box begun with, and in one of its quarters' quarters."""
    rng = random.Random(3)
    case = random_case(3)
    weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
    stage = stage_of(case, weights, views(case, weights))
    eps = 3.0
    whole = Cell.within(stage, eps)
    cover = Cover(stage, first_pool(stage), eps, whole)
    places, target = cover.places[1], stage.pieces[1]
    boxes, cells = np.zeros(1, dtype=np.int64), [whole]
    for _ in range(4):
        boxes = places.split(boxes)
    for _ in range(6):
        cells = [half for cell in cells for half in cover.halves(cell)]
    kept = [places.seen(boxes, cell) for cell in cells]
    assert max(len(which) for which in kept) < len(boxes) / 2
    for _ in range(400):
        s, t = (rng.choice(extremes(piece, eps * 0.9999)) * rng.uniform(0.9, 1.0) for piece in stage.pieces[:2])
        turn = np.array([[np.cos(s[2]), np.sin(s[2])], [-np.sin(s[2]), np.cos(s[2])]])
        motion = np.array([*(turn @ (target.pivot + t[:2] - s[:2]) - target.pivot), t[2] - s[2]])
        mine = [i for i, cell in enumerate(cells) if (np.abs(s - cell.centre) <= cell.half + 1e-9).all()]
        assert mine
        for i in mine:
            away = np.abs(motion - places.centre[kept[i]]) - places.half[kept[i]]
            assert (away <= 1e-9).all(axis=1).any()


def test_a_cover_does_not_settle_what_a_placement_takes() -> None:
    """A few witnesses and a placement that takes them all, barely: some choice of boxes has to be left."""
    case = random_case(5)
    weights = {ship.name: 1.0 for ship in (case.shooter, case.target, *case.ships)}
    flips = Flips(Known(case, weights, views(case, weights)))
    stage, pool = flips.known.whole, flips.known.pool
    witnesses = pool.take(np.arange(0, len(pool), len(pool) // 8))
    eps = 40.0
    while flips.known.value(witnesses, flips.fanned(witnesses, eps)[None]).max() <= 0:
        eps *= 0.93
    assert eps < 40.0

    def settled(size: float) -> bool:
        cover = Cover(stage, witnesses, size, Cell.within(stage, size))
        todo = [(cover.whole, cover.leaves())]
        while todo and cover.work < 4000:
            cell, leaves = todo.pop()
            left = cover.settled(cell, leaves)
            todo += [] if left is None else [(part, left) for part in cover.halves(cell)]
        return not todo

    assert not settled(eps / 0.93)
    assert settled(eps / 6)


def test_noise_is_even_and_always_the_same() -> None:
    """Its mean and spread are those of what it imitates; two streams of a seed agree, those of two do not."""
    even, bell = Noise(5).uniform(20000), Noise(6).bell(20000)
    assert 0 <= even.min() < 0.001 < 0.999 < even.max() < 1
    assert abs(even.mean() - 0.5) < 0.01
    assert abs(bell.mean()) < 0.03
    assert abs(bell.std() - 1) < 0.03
    assert (Noise(5).uniform(20000) == even).all()
    assert (Noise(7).uniform(20000) != even).any()
