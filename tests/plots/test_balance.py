"""The report of an experiment: charts show the numbers, pages need nothing else, every word can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from armada_sim.experiments.battles import Battles
from armada_sim.experiments.experiment import parse_experiment
from armada_sim.files.game_reading import parse_game
from armada_sim.pictures import SCREEN, Words
from armada_sim.table.layout import Ship
from armada_sim.tabletop.laboratory import Opening
from armada_sim.tabletop.laboratory.contest import Contest
from armada_sim.tabletop.laboratory.intervals import Estimate, mean_interval
from armada_sim.tabletop.laboratory.store import opened
from armada_sim.tabletop.laboratory.summary import Summary, summary
from plots import balance_report
from plots.balance.canvas import WIDTH, Canvas, Chart
from plots.balance.curves import Curve, convergence, draw_convergence, draw_openings, maps, openings
from plots.balance.matrix import HATCH, colour_of, draw_matrix, grid, parts
from plots.balance.page import figure_of_chart
from plots.balance.report import Prose, contents
from plots.balance.rows import Lengths, Row, Scale, draw_bars, draw_forest, draw_lengths, forest
from tests.plots.looks import overlaps
from tests.plots.test_colours import SEEN_AS, apart, lab
from tests.tabletop.laboratory.toys import Coin, Settings, round_robin
from tests.whole import few, whole

ENGLISH = Words("en")
FACTS = (
    ("compared", "fleets"),
    ("fleets", "; ".join(f"fleet {i}: L4 M4 S4" for i in range(30))),
    ("program", "armada-sim 1"),
)
FOUR = round_robin("abcd", {"ab": 0.5, "ac": 0.9, "ad": 0.2, "bc": 0.6, "bd": 0.5, "cd": 0.7})
SETS = 40


def played(contest: Contest, folder: Path, sets: int) -> Summary:
    with opened(folder / "a.games", contest.identity, contest.meetings) as store:
        store.add(((m, n), contest.play(m, n)) for m in range(len(contest.meetings)) for n in range(sets))
        return summary(contest, store, [sets] * len(contest.meetings))


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    return played(FOUR, tmp_path_factory.mktemp("four"), SETS)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """One meeting, one set."""
    return played(Coin((0.5,)), tmp_path_factory.mktemp("one"), 1)


def tossed(meeting: int) -> np.ndarray:
    """What the first entrant got, worked out from the coins."""
    return np.array([[row.shares[0] for row in FOUR.play(meeting, number)] for number in range(SETS)])


def canvas() -> Canvas:
    return Canvas(Figure(figsize=(WIDTH, 9)), SCREEN, ENGLISH)


# ------------------------------------------------------------------------------------------------ charts


def test_cells_of_the_matrix_have_the_shares(four: Summary) -> None:
    (shown,) = parts(grid(four.settings[0].meetings), SCREEN)
    drawn: dict[Any, Any] = dict(draw_matrix(canvas(), shown))
    for number, (a, b) in enumerate(combinations("abcd", 2)):
        share = tossed(number).mean()
        estimate = mean_interval(tossed(number))
        assert to_hex(drawn["cell", a, b].get_facecolor()) == colour_of(share)
        assert to_hex(drawn["cell", b, a].get_facecolor()) == colour_of(1 - share)
        half = f"±{50 * (estimate.high - estimate.low):.0f}"
        assert drawn["text", a, b].get_text() == f"{100 * share:.0f} {half}"
        assert drawn["text", b, a].get_text() == f"{100 * (1 - share):.0f} {half}"
        undecided = estimate.low <= 0.5 <= estimate.high
        assert {drawn["cell", *pair].get_hatch() for pair in ((a, b), (b, a))} == {HATCH if undecided else None}
        assert drawn["cell", a, b].get_xy() == ("abcd".index(b), "abcd".index(a))
        assert drawn["text", a, b].get_position() == ("abcd".index(b) + 0.5, "abcd".index(a) + 0.5)
    assert len(drawn) == 24
    assert {cell.get_hatch() for key, cell in drawn.items() if key[0] == "cell"} == {HATCH, None}


def test_where_groups_meet_the_larger_has_the_rows(tmp_path: Path) -> None:
    names = tuple(product("AB", "xyz"))
    found = played(Coin((0.9,) * 6, names), tmp_path, 30)
    shown = grid(found.settings[0].meetings)
    assert (shown.rows, shown.columns) == (("x", "y", "z"), ("A", "B"))
    share = found.settings[0].meetings[names.index(("B", "y"))].share
    assert shown.cells["y", "B"].mean == pytest.approx(1 - share.mean)
    assert (shown.cells["y", "B"].low, shown.cells["y", "B"].high) == pytest.approx((1 - share.high, 1 - share.low))


def test_intervals_end_where_the_estimates_do() -> None:
    rows = [
        Row("sure", Estimate(0.7, 0.61, 0.78, 0.95, 9, 18, 0)),
        Row("open", Estimate(0.45, 0.3, 0.6, 0.95, 9, 18, 0)),
    ]
    drawn: dict[Any, Any] = dict(draw_forest(canvas(), rows, Scale("share")))
    for row in rows:
        assert drawn["interval", row.name].get_xdata() == pytest.approx(
            [100 * row.estimate.low, 100 * row.estimate.high]
        )
        assert drawn["point", row.name].get_xdata() == pytest.approx([100 * row.estimate.mean])
        assert drawn["point", row.name].get_ydata() == drawn["interval", row.name].get_ydata()[:1]
    assert drawn["point", "sure"].get_ydata()[0] > drawn["point", "open"].get_ydata()[0]  # the first is above
    fills = {name: to_hex(drawn["point", name].get_markerfacecolor()) for name in ("sure", "open")}
    assert fills == {"sure": SCREEN.ink, "open": to_hex(SCREEN.page)}


def test_bars_are_as_long_as_the_weights() -> None:
    rows = [Row("a", Estimate(0.75, 0.5, 0.9, 0.95, 9, 18, 0)), Row("b", Estimate(0.25, 0.1, 0.5, 0.95, 9, 18, 0))]
    drawn: dict[Any, Any] = dict(draw_bars(canvas(), rows, Scale("weight", even=None)))
    for row in rows:
        assert (drawn["bar", row.name].get_x(), drawn["bar", row.name].get_width()) == (0, 100 * row.estimate.mean)
        assert drawn["interval", row.name].get_xdata() == pytest.approx(
            [100 * row.estimate.low, 100 * row.estimate.high]
        )


def test_boxes_go_from_quartile_to_quartile() -> None:
    drawn: dict[Any, Any] = dict(draw_lengths(canvas(), [Lengths("a", (3, 10, 12, 20, 44))], 44))
    box = drawn["box", "a"]
    assert (box.get_x(), box.get_x() + box.get_width()) == (10, 20)
    assert list(drawn["median", "a"].get_xdata()) == [12, 12]


def test_the_running_share_is_that_of_the_first_sets() -> None:
    scores = tossed(1)
    drawn: dict[Any, Any] = dict(draw_convergence(canvas(), [Curve("a - c", scores)]))
    line = drawn["running", "a - c"]
    for count, share in zip(line.get_xdata(), line.get_ydata(), strict=True):
        assert share == pytest.approx(100 * scores[: int(count)].mean())
    assert list(line.get_xdata()) == list(range(1, SETS + 1))
    last = mean_interval(scores)
    corners = drawn["band", "a - c"].get_paths()[0].vertices
    ends = corners[corners[:, 0] == SETS][:, 1]
    assert (min(ends), max(ends)) == pytest.approx((100 * last.low, 100 * last.high))
    assert (
        convergence("", "", [Curve(f"m{i}", scores) for i in range(30)], SCREEN, ENGLISH).description.count("; ") == 11
    )


def left_wins(sets: int) -> Opening:
    """A fleet of one ship that wins every game if it begins in the nearest left corner, else half of them."""
    rng = np.random.default_rng(7)
    left = np.arange(sets) % 3 == 0
    x, y = np.where(left, 20.0, 880.0), np.where(left, 20.0, 500.0)
    scores = np.where(left, 1.0, rng.integers(0, 2, sets))[:, np.newaxis].repeat(2, axis=1)
    places = np.column_stack((np.arange(sets), x, y))
    return Opening(0, (900.0, 600.0), (places, places), scores)


def test_a_map_of_openings_tells_where_a_fleet_did_better() -> None:
    opening = left_wins(90)
    found = maps(opening)
    assert found is not None
    drawn: dict[Any, Any] = dict(draw_openings(canvas(), opening, found, ("one", "other")))
    assert set(drawn) == {("cell", name, cell) for name in ("one", "other") for cell in ("0 0", "7 4")}
    average = opening.scores.mean()
    assert to_hex(drawn["cell", "one", "0 0"].get_facecolor()) == colour_of(0.5 + 2.5 * (1 - average))
    assert to_hex(drawn["cell", "other", "0 0"].get_facecolor()) == colour_of(0.5 + 2.5 * (average - 1))
    assert drawn["cell", "one", "0 0"].get_xy() == (0, 0)
    chart = openings("", "", opening, ("one", "other"), SCREEN, ENGLISH)
    assert chart is not None
    assert f"column 1, row 1: +{100 * (1 - average):.0f}" in chart.description


def test_maps_of_openings_are_as_coarse_as_the_games_want() -> None:
    rng = np.random.default_rng(3)

    def scattered(sets: int) -> Opening:
        places = np.column_stack(
            (np.arange(sets).repeat(4), rng.uniform(0, 900, 4 * sets), rng.uniform(0, 900, 4 * sets))
        )
        return Opening(0, (900.0, 900.0), (places, places), rng.random((sets, 2)).round())

    found = {sets: maps(scattered(sets)) for sets in (600, 120, 60, 12)}
    assert [(two[0].across, two[1].down) if two else None for two in found.values()] == [(8, 8), (6, 6), (4, 4), None]


def test_openings_of_few_games_are_not_shown(four: Summary) -> None:
    shown = contents(four, FACTS, [left_wins(6)], SCREEN, ENGLISH)
    assert any(isinstance(block, Prose) and "too few games" in block.lines[0] for block in shown.blocks)
    assert not any(isinstance(block, Chart) and "Openings" in block.title for block in shown.blocks)


def test_openings_are_where_the_records_put_ships(tmp_path: Path) -> None:
    contest = Battles(
        parse_experiment(
            'sets = 6\nrules = { fleet_budget = "free" }\n[fleets]\na = "L1"\nb = "S2"\n'
            '[[players]]\nname = "r"\nlevel = "random"\n'
        )
    )
    with opened(tmp_path / "a.games", contest.identity, contest.meetings) as store:
        store.add(((0, n), contest.play(0, n)) for n in range(6))
        (opening,) = contest.openings(store, [6])
        records = [contest.record(0, n, 0, store.game(0, n, 0).log) for n in range(6)]
        scores = store.scores(0)
    assert (opening.scores == scores).all()
    wide, deep = opening.extent
    sides = set()
    for number, text in enumerate(records):
        record = parse_game(text)
        assert record.start is not None
        seats = {seat.player: seat.side for seat in record.agreement.seats}
        for player, places in zip(("red", "blue"), opening.places, strict=True):
            ships: Sequence[Ship] = [ship for ship in record.start.ships if ship.player == player]
            sides.add((player, seats[player]))
            told = [(float(ship.pose.x), float(ship.pose.y)) for ship in ships]
            seen = told if seats[player] == "south" else [(wide - x, deep - y) for x, y in told]
            assert places[places[:, 0] == number][:, 1:] == pytest.approx(np.array(seen), abs=1e-6)
    assert len(sides) == 4  # either sat on either side


@pytest.mark.parametrize("seen_as", SEEN_AS)
def test_colours_of_shares_run_apart_from_even(seen_as: str) -> None:
    """Either end is told from the other, and more from less, by every reader; without colour, by lightness."""
    ends = lab(colour_of(0.1), seen_as), lab(colour_of(0.9), seen_as)
    assert apart(*ends) > 20
    even = lab(colour_of(0.5), seen_as)
    for way in ((0.5, 0.6, 0.75, 0.9), (0.5, 0.4, 0.25, 0.1)):
        from_even = [apart(lab(colour_of(share), seen_as), even) for share in way]
        assert all(b > a + 3 for a, b in pairwise(from_even))


# ------------------------------------------------------------------------------------------------- pages


class Page(HTMLParser):
    """Elements of a page."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for found, attributes in self.found if found == tag]


@pytest.mark.parametrize("lang", few(["fr", "en"], 1))
def test_the_page_needs_nothing_else_and_every_chart_is_told(four: Summary, lang: str) -> None:
    content = balance_report(four, FACTS, [left_wins(90)], lang=lang)
    text, page = content.decode(), Page(content)
    assert not re.search(r"https?:", text)
    assert not re.search(r'(src|srcset|href)\s*=\s*"(?!#)|@import|url\((?!#)', text)
    names = [attributes["id"] for _, attributes in page.found if attributes.get("id")]
    assert len(names) == len(set(names))
    assert {name for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text) for name in pair if name} <= set(
        names
    )
    charts = page.named("svg")
    assert len(charts) == len(page.named("figure")) == 7
    told = {str(attributes.get("id")) for tag in ("title", "desc") for attributes in page.named(tag)}
    for chart in charts:
        assert chart["role"] == "img"
        assert set(str(chart["aria-labelledby"]).split()) <= told
    assert len(re.findall(r"<desc[^>]*>[^<]{20,}</desc>", text)) == len(charts)
    assert page.named("html") == [{"lang": lang}]


def test_what_is_told_is_in_the_page_and_markup_in_names_is_not(tmp_path: Path) -> None:
    found = played(Coin((0.9,), (("<script>alert(1)</script>", "b&c"),), title="<i>"), tmp_path, 20)
    text = balance_report(found, (("seed", "<b>"),)).decode()
    assert "<script" not in text
    assert "<h1>&lt;i&gt;</h1>" in text
    assert "<td>&lt;b&gt;</td>" in text
    assert "b&amp;c" in text


def test_the_same_experiment_gives_the_same_bytes(one: Summary) -> None:
    first = balance_report(one, FACTS, [left_wins(30)])
    assert first == balance_report(one, FACTS, [left_wins(30)])
    assert len(first) > 20_000
    assert first.startswith(b"<!DOCTYPE html>")


OFFERS = tuple(product(("L1", "L2", "L3", "L4"), [f"M{m} S{s}" for m in range(4) for s in range(6)]))
NINE = ("L4", "L3 M1 S1", "L3 S3", "L2 M3", "L2 M2 S2", "L2 M1 S4", "L1 M4 S1", "L1 M3 S3", "M4 S4")
LONG = "four medium, four small and the flagship of the admiral"
SHAPES = {
    "one meeting": Coin((0.6,)),
    "nine entrants": Coin((0.3, 0.7, 0.55) * 12, tuple(combinations(NINE, 2))),
    "offers": Coin((0.3, 0.7, 0.55) * 32, OFFERS),
    "settings": Settings(
        (0.4,), (("larges", "others"),), where=tuple(f"in_area = {k} and a surface of {k} in" for k in range(7))
    ),
    "long names": Settings(
        (0.4, 0.5, 0.6), ((LONG, "a"), (LONG, f"{LONG} too"), ("a", f"{LONG} too")), where=("one", "two")
    ),
}


WIDTHS = [("one meeting", 70.0), ("long names", None), ("settings", 300.0), ("nine entrants", 80.0), ("offers", None)]
WIDTHS += [("one meeting", None), ("nine entrants", None), ("settings", None)]


@pytest.mark.parametrize(("name", "width"), [*WIDTHS[:3], *(whole(*one) for one in WIDTHS[3:])])
def test_every_word_of_a_chart_can_be_read(name: str, width: float | None, tmp_path: Path) -> None:
    found, style = played(SHAPES[name], tmp_path, 12), replace(SCREEN, width_mm=width)
    for block in contents(found, FACTS, [left_wins(90)], style, ENGLISH).blocks:
        if isinstance(block, Chart):
            assert overlaps(figure_of_chart(block, style, ENGLISH)) == []


def test_a_report_looks_as_its_style_says(four: Summary) -> None:
    """Charts as wide as asked for, another title, or no title, key, captions and margins."""
    plain, narrow = balance_report(four, FACTS).decode(), replace(SCREEN, width_mm=80.0, heading_words="Mine")
    text = balance_report(four, FACTS, style=narrow).decode()
    widths = [float(width) * 25.4 / 72 for width in re.findall(r'<svg [^>]*width="([\d.]+)pt"', text)]
    assert widths == pytest.approx([80] * 6, abs=0.05)
    assert "<h1>Mine</h1>" in text
    bare = replace(SCREEN, heading=False, legend="none", caption=False, margin_mm=0.0)
    stripped = balance_report(four, FACTS, style=bare).decode()
    for mark in ("<h1>", "<h3>", "<figcaption>", "hatched: the interval includes 50"):
        assert mark in re.sub("(?s)<desc.*?</desc>", "", plain)
        assert mark not in re.sub("(?s)<desc.*?</desc>", "", stripped)
    widths = [float(width) / 72 for width in re.findall(r'<svg [^>]*width="([\d.]+)pt"', stripped)]
    assert widths == pytest.approx([WIDTH] * 6, abs=0.01)
    assert "<text" in text
    assert "<text" not in balance_report(four, FACTS, style=replace(SCREEN, outlines=True)).decode()


def test_many_rows_are_dealt_to_charts_in_order() -> None:
    rows = [Row(f"row {i}", Estimate(0.5, 0.4, 0.6, 0.95, 9, 18, 0)) for i in range(100)]
    charts = forest("Rows", "", rows, Scale("share"), SCREEN, ENGLISH)
    assert [chart.title for chart in charts] == ["Rows (1 of 3)", "Rows (2 of 3)", "Rows (3 of 3)"]
    named = [line.split(":")[0] for chart in charts for line in chart.description.split("\n")[1:]]
    assert named == [row.name for row in rows]
    assert max(chart.height for chart in charts) < 9.5
