"""What would make a game fair: the search finds it on games with known chances, and what is said of it is honest."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.laboratory import (
    Fair,
    GameRow,
    Halving,
    Meeting,
    Pairing,
    Plan,
    Study,
    combined,
    mean_interval,
    paired,
    run,
)
from armada_sim.tabletop.laboratory._runner import Standing, followed, sets_left, sets_so_far
from armada_sim.tabletop.laboratory.fair import LEAST_SETS
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import Summary, summary
from tests.tabletop.laboratory.toys import numbers


@dataclass(frozen=True)
class Asked:
    """What a file would say."""

    fair: Fair
    plan: Plan
    seed: int = 0
    title: str = "coins"

    def facts(self, plan: Plan, lang: str = "en") -> tuple[tuple[str, str], ...]:
        return (("coins", lang),)


@dataclass(frozen=True)
class Tosses(Study[Asked]):
    """Two games a set: the first entrant wins each with the chance of its meeting under its setting. Settings share the
    coins of a set, and half of the sets toss one for both games."""

    chances: tuple[tuple[float, ...], ...]
    """Of each setting, of each of its meetings."""

    names: tuple[tuple[str, str], ...] = (("a", "b"),)
    mover: float = 0.0
    """What moving first adds to a chance."""

    @cached_property
    def pairings(self) -> tuple[Pairing[int, str, str], ...]:
        ways = ["; ".join(step.name for step in way) or "as agreed" for way in combined(self.experiment.fair)]
        pairs = [((one, ""), (other, "")) for one, other in self.names]
        settings = [(way, i) for i, way in enumerate(ways)]
        return paired(settings, [("greedy", "")], compared=False, entries=lambda _: pairs, fair=self.experiment.fair)

    @property
    def identity(self) -> str:
        return repr(self)

    def play(self, meeting: int, number: int) -> tuple[GameRow, ...]:
        pairing = self.pairings[meeting]
        place = self.names.index((pairing.meeting.entrants[0], pairing.meeting.entrants[1]))
        rng = np.random.default_rng([self.experiment.seed, number, place])
        coins = np.repeat(rng.random(), 2) if rng.random() < 0.5 else rng.random(2)
        rows = []
        for first, coin in enumerate(coins):
            won = bool(coin < self.chances[pairing.under][place] + self.mover * (0.5 - first) * 2)
            rows.append(GameRow(first, (1.0, 0.0) if won else (0.0, 1.0), "tossed", 9, 9, f"{number}", bytes([won])))
        return tuple(rows)

    def record(self, meeting: int, number: int, game: int, log: bytes) -> str:
        return f"{meeting} {number} {game} {log.hex()}\n"


def fair(settings: int, search: int, **more: Any) -> Fair:
    """A search through so many settings that change one thing, the nearest first."""
    return Fair(**({"target": "even"} | more), search=search, change={"x": [*range(1, settings)]})


def tosses(*chances: float, search: int = 400, sets: int = 100, **more: Any) -> Tosses:
    return Tosses(Asked(fair(len(chances), search, **more), Plan(sets)), tuple((chance,) for chance in chances))


def played(study: Tosses, path: Path) -> tuple[tuple[int, ...], Summary]:
    with opened(path, study.identity, study.meetings) as store:
        counts = run(study, study.experiment.plan, store)
        return counts, summary(study, store, counts)


def simulated(chances: Sequence[float], sets: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Scores of the games of one meeting under each of some settings, drawn as `Tosses` has them."""
    coins = rng.random((sets, 2))
    coins[:, 1] = np.where(rng.random(sets) < 0.5, coins[:, 0], coins[:, 1])
    return [(coins < chance).astype(np.float64) for chance in chances]


def halving(chances: Sequence[float], search: int, within: float = 0.05) -> Halving:
    asked = fair(len(chances), search, within=within)
    meetings = tuple(Meeting(str(i), ("a", "b")) for i in range(len(chances)))
    return Halving(asked, tuple(map(len, combined(asked))), meetings)


def rate(chances: Sequence[float], search: int, right: int, searches: int, within: float = 0.05) -> float:
    """How often a search names the right setting."""
    rng, asked = np.random.default_rng(11), halving(chances, search, within)
    return sum(
        asked.follow(simulated(chances, asked.since, rng))[1][0] == right for _ in range(searches)
    ) / searches  # fmt: skip


def promised(asked: Halving, apart: float) -> float:
    """The rate that the module's inequality promises."""
    wrong = [asked.each * (2 + 2**r) * math.exp(-2 * sets * apart**2) for r, (_, sets) in enumerate(asked.rounds, 1)]
    return 1 - sum(wrong)


@pytest.mark.parametrize(
    ("chances", "search", "right"),
    [
        ((0.95, 0.05, 0.9, 0.5, 0.5, 0.3, 0.9, 0.6), 1200, 3),
        ((0.92, 0.08, 0.92, 0.08, 0.92, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5), 2400, 5),
    ],
)
def test_the_right_setting_is_named_as_often_as_the_inequality_promises(
    chances: tuple[float, ...], search: int, right: int
) -> None:
    """Within 0.2 of a half, and beyond that by as much."""
    least = promised(halving(chances, search, 0.2), 0.2)
    assert 0.85 < least < 1
    assert rate(chances, search, right, 200, 0.2) >= least


@pytest.mark.parametrize("right", [0, 3, 11])
def test_of_twelve_settings_the_right_one_is_named_nine_times_in_ten(right: int) -> None:
    """Those nearer are 15 points from a half, half of those farther are even too."""
    chances = [0.65 if i < right else (0.5, 0.66)[i % 2 == right % 2] for i in range(12)]
    chances[right] = 0.5
    assert rate(chances, 3000, right, 200) > 0.9


def test_of_two_within_the_limit_the_nearer_one_is_named_though_the_other_is_more_even() -> None:
    assert rate((0.9, 0.6, 0.5), 900, 1, 50, 0.2) > 0.95


@pytest.mark.whole
def test_the_same_holds_of_games_that_are_played_and_kept(tmp_path: Path) -> None:
    named = []
    for seed in range(40):
        study = tosses(0.64, 0.62, 0.38, 0.5, 0.5, 0.62, search=1200, sets=20)
        study = replace(study, experiment=replace(study.experiment, seed=seed))
        _, found = played(study, tmp_path / f"{seed}.games")
        assert found.fair is not None
        named.append(found.fair.kept[0].setting)
    assert named.count("x = 3") >= 36


@pytest.mark.parametrize("searches", [200, pytest.param(2000, marks=pytest.mark.whole)])
def test_fresh_sets_hold_the_truth_and_those_of_the_search_do_not(searches: int) -> None:
    """Of sixteen settings that are all 10 points off the search names one that looks even."""
    rng, chances, held, seen = np.random.default_rng(5), [0.6] * 16, 0, 0
    asked = halving(chances, 800)
    for _ in range(searches):
        scores = [column for chance in chances for column in simulated([chance], asked.since + 150, rng)]
        order = asked.follow(scores)[1]
        found = asked.found(order, {number: scores[number][asked.since :] for number in asked.played(order)})
        share, searched = found.kept[0].parts[0].share, mean_interval(scores[order[0]][: asked.since])
        held += share.low <= 0.6 <= share.high
        seen += searched.low <= 0.6 <= searched.high
    assert 0.92 < held / searches < 0.985
    assert seen / searches < 0.9


@given(st.integers(2, 300), st.integers(1, 3), st.integers(1, 400))
def test_work_is_counted_and_bounded(settings: int, each: int, more: int) -> None:
    rounds = math.ceil(math.log2(settings))
    search = settings * each * rounds * LEAST_SETS + more
    asked = Halving(fair(settings, search), (0,) + (1,) * (settings - 1),
                    tuple(Meeting(str(i), ("a", "b")) for i in range(settings * each)))  # fmt: skip
    assert len(asked.rounds) == rounds
    assert search - asked.sets < sum(-(-settings // 2**r) * each for r in range(rounds)) + settings * each
    assert asked.sets <= search
    assert all(one >= LEAST_SETS for one in (asked.rounds[0][1],))
    with pytest.raises(InputError, match=f"needs at least {search - more} sets, not {search - more - 1}"):
        replace(asked, fair=fair(settings, search - more - 1))


def test_what_is_played_is_what_was_said(tmp_path: Path) -> None:
    study, told = tosses(0.9, 0.5, 0.8, 0.5, 0.2, search=101, sets=30), list[Standing]()
    asked = study.search
    assert asked is not None
    assert asked.rounds == ((5, 6), (3, 17), (2, 33))
    with opened(tmp_path / "a.games", study.identity, study.meetings) as store:
        assert sets_left(study, Plan(30), store) == asked.sets + 4 * 30
        counts = run(study, Plan(30), store, progress=told.append)
        assert sets_left(study, Plan(30), store) == 0
        assert sets_left(study, Plan(31), store) == 4
        kept = [numbers(store, meeting) for meeting in range(5)]
        assert followed(asked, store)[1][:2] == (1, 3)
        told_of = summary(study, store, counts).fair
        fresh = [row.shares[0] for number, _, row in store.games(1) if number >= 33]
        assert told_of is not None
        assert told_of.kept[0].parts[0].share == mean_interval(np.array(fresh).reshape(-1, 2))
    assert sorted(counts) == [0, 30, 30, 30, 30]
    assert (counts[0], counts[1], counts[3]) == (30, 30, 30)
    ends = [33 if meeting in (1, 3) else 17 if meeting and counts[meeting] else 6 for meeting in range(5)]
    for one, end, count in zip(kept, ends, counts, strict=True):
        assert one == {*range(end), *range(33, 33 + count)}
    assert asked.sets == sum(len({n for n in one if n < 33}) for one in kept) <= 101
    assert (told[-1].sets, told[-1].wanted) == (asked.sets + 120,) * 2
    assert [standing.sets for standing in told] == list(range(1, asked.sets + 121))


def dumped(study: Tosses, path: Path) -> list[object]:
    with opened(path, study.identity, study.meetings) as store:
        return [(meeting, *row) for meeting in range(len(study.meetings)) for row in store.games(meeting)]


def test_a_search_that_is_stopped_again_and_again_or_shared_ends_alike(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(standing: Standing) -> None:
        if standing.games >= 90:
            raise Enough

    study = tosses(0.8, 0.55, 0.9, 0.5, 0.2, 0.45, search=200, sets=40)
    alone = played(study, tmp_path / "a.games")
    stops = 0
    while True:
        with opened(tmp_path / "b.games", study.identity, study.meetings) as store:
            try:
                counts = run(study, study.experiment.plan, store, progress=stop)
                break
            except Enough:
                stops += 1
    assert stops > 5
    with opened(tmp_path / "c.games", study.identity, study.meetings) as store:
        assert run(study, study.experiment.plan, store, workers=2) == counts == alone[0]
        assert summary(study, store, counts).fair == alone[1].fair
    assert multiprocessing.active_children() == []
    assert dumped(study, tmp_path / "a.games") == dumped(study, tmp_path / "b.games")
    assert dumped(study, tmp_path / "a.games") == dumped(study, tmp_path / "c.games")


def test_fresh_sets_end_by_their_width_and_more_can_be_added(tmp_path: Path) -> None:
    study = tosses(0.9, 0.5, 0.1, search=60, sets=400)
    with opened(tmp_path / "a.games", study.identity, study.meetings) as store:
        few = run(study, Plan(400, 0.1, 20), store)
        assert 20 < max(few) < 400
        widths = [found.share.half_width for row in summary(study, store, few).settings for found in row.meetings]
        assert max(widths) <= 0.1
        assert run(study, Plan(400), store) == (400,) * 3


def test_what_is_agreed_on_is_left_if_it_is_even(tmp_path: Path) -> None:
    _, found = played(tosses(0.5, 0.5, 0.5, 0.9, search=900, sets=900), tmp_path / "a.games")
    assert found.fair is not None
    assert (found.fair.kept[0].setting, found.fair.kept[0].changes, found.fair.kept[0].verdict) == (
        "as agreed",
        0,
        "yes",
    )
    assert "The search names what is agreed on: nothing has to change." in found.words
    assert found.words[2].startswith("That is so under as agreed: a against b, ")


def test_that_none_is_even_is_said_plainly(tmp_path: Path) -> None:
    _, found = played(tosses(0.9, 0.85, 0.8, 0.2, search=300, sets=100), tmp_path / "a.games")
    assert found.fair is not None
    assert {kept.verdict for kept in found.fair.kept} == {"no"}
    assert "So no setting is known to be as wanted: the search left none that is." in found.words


NAMES = (("b", "u"), ("b", "f"), ("u", "f"))


def test_who_is_not_to_be_last_needs_one_who_is_not_better(tmp_path: Path) -> None:
    """Under the second setting u is even with f, and far behind b."""
    asked = Asked(fair(3, 400, target="not_last", who=["u"]), Plan(300))
    study = Tosses(asked, ((0.8, 0.5, 0.1), (0.9, 0.5, 0.6), (0.4, 0.5, 0.7)), NAMES)
    assert [meeting.entrants for meeting in study.meetings] == [("b", "u"), ("u", "f")] * 3
    _, found = played(study, tmp_path / "a.games")
    assert found.fair is not None
    named = found.fair.kept[0]
    assert (named.setting, named.verdict) == ("x = 1", "yes")
    assert [(part.one, part.other) for part in named.parts] == [("u", "b"), ("u", "f")]
    assert named.parts[0].share.mean == pytest.approx(0.1, abs=0.06)
    assert found.words[0].startswith("Wanted: u is not last. 3 settings")


def test_every_meeting_must_be_even_of_those_that_are_named(tmp_path: Path) -> None:
    chances = ((0.5, 0.9, 0.5), (0.5, 0.5, 0.8), (0.5, 0.5, 0.5))
    for who, named in (([], "x = 2"), (["b", "f"], "x = 1"), (["b", "u"], "as agreed")):
        study = Tosses(Asked(fair(3, 1500, who=who), Plan(50)), chances, NAMES)
        _, found = played(study, tmp_path / f"{named}.games")
        assert found.fair is not None
        assert found.fair.kept[0].setting == named


def test_the_first_move_is_worth_nothing_where_it_is(tmp_path: Path) -> None:
    """Whoever is better: whoever moves first gets as much as the other."""
    for mover, named in ((0.2, "x = 2"), (0.0, "as agreed")):
        study = Tosses(Asked(fair(3, 900, target="first_move"), Plan(100)), ((0.7,), (0.7,), (0.7,)), mover=mover)
        if mover:
            study = replace(study, chances=((0.5,), (0.5,), (2.0,)))
        _, found = played(study, tmp_path / f"{mover}.games")
        assert found.fair is not None
        assert found.fair.kept[0].setting == named
        assert found.fair.kept[0].parts[0].share.mean == pytest.approx(0.5, abs=0.1)


def test_changes_come_from_the_least_to_the_most() -> None:
    asked = Fair("even", 10, {"a": [1, 2], "b": {"c": ["x"], "d": [True]}})
    ways = ["; ".join(step.name for step in way) for way in combined(asked)]
    assert ways[:5] == ["", "a = 1", "b.c = x", "b.d = true", "a = 2"]
    assert ways[5:9] == ["a = 1; b.c = x", "a = 1; b.d = true", "b.c = x; b.d = true", "a = 2; b.c = x"]
    assert len(ways) == len(set(ways)) == 3 * 2 * 2
    assert [len(combined(replace(asked, at_once=n))) for n in (1, 2, 3, 9)] == [5, 10, 12, 12]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "fair.change: nothing may be changed"),
        ({"a": 3}, "fair.change.a: expected a list of values"),
        ({"a": {"b": []}}, "fair.change.a.b: expected a list of values"),
        ({f"k{i}": [1] for i in range(13)}, "fair.change: there are more than 4096 settings; at_once says"),
    ],
)
def test_changes_that_make_no_sense_are_one_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        combined(Fair("even", 10, change))
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("more", "players", "said"),
    [
        ({}, 2, "what is fair is searched for with one player, not 2"),
        ({"search": 0}, 1, "search: expected a whole number from 1 to 1000000"),
        ({"within": 0.5}, 1, "within: expected a share above 0 and below 0.5"),
        ({"at_once": 0}, 1, "at_once: expected 1 or more"),
        ({"target": "not_last"}, 1, "who: names the one that is not to be last"),
        ({"who": ["z"]}, 1, "who: there is no 'z' that meets anybody"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(more: dict[str, Any], players: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        replace(fair(2, 10), **more).check(["a", "b"], players)
    assert str(caught.value) == said


def test_of_nobody_nothing_is_asked() -> None:
    with pytest.raises(InputError, match=r"^fair\.who: nobody meets anybody of whom this could be asked"):
        Tosses(Asked(fair(2, 10, who=["a", "a"]), Plan(1)), ((0.5,),), (("a", "b"),)).search  # noqa: B018


def test_whoever_watches_a_search_sees_its_fresh_sets_alone(tmp_path: Path) -> None:
    study, seen = tosses(0.9, 0.7, 0.5, sets=30), list[tuple[int, ...]]()
    plan, search = study.experiment.plan, study.search
    assert search is not None
    with opened(tmp_path / "a.games", study.identity, study.meetings) as store:

        def look(standing: Standing) -> None:
            counts = sets_so_far(study, plan, store)
            assert standing.left == pytest.approx(standing.seconds * (standing.wanted / standing.sets - 1))
            assert counts is None or standing.sets > search.sets
            if counts is not None:
                seen.append(counts)
                shares = [row.share for one in summary(study, store, counts).settings for row in one.meetings]
                assert [share.sets for share in shares] == [count for count in counts if count]

        counts = run(study, plan, store, progress=look)
    assert seen[-1] == counts
