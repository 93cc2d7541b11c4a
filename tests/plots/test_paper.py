"""Sheets of paper, as the files have them: everything at its true size, where neighbours and backs meet it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

from armada_sim.cli.commands import cli
from armada_sim.pictures import shapes
from armada_sim.table import Layout, Rules
from armada_sim.tabletop import InputError
from armada_sim.tabletop.shipped import shipped
from grid_games import catalogue
from grid_games.cli.commands import cli as grid_cli
from plots import figure_of_position, save_figure
from plots.grids import figure_of_state
from plots.paper import tiling
from tests.plots.pages import Page, Points, pages_of, sizes_of
from tests.whole import whole

DISPUTE = shipped("armada_sim", ".toml")["four-steps"]
TABLE = Layout.load(str(DISPUTE))
NEAR = 0.01
"""mm"""


@cache
def table_pdf(paper: str) -> bytes:
    """The sheets of a table of 36 in at its true size."""
    figure = figure_of_position(TABLE, Rules(), scale=1.0, style="print", title="A table")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.pdf"
        save_figure(figure, path, paper=paper)
        return path.read_bytes()


@cache
def table_on(paper: str) -> list[Page]:
    """The same as they are read."""
    return pages_of(table_pdf(paper))


def surface_of(page: Page) -> Points:
    """The border of the table, 914.4 mm square, as the page draws it."""
    for path in page.paths["Figure"]:
        size = path.max(axis=0) - path.min(axis=0)
        if np.allclose(size, 914.4, atol=NEAR):
            return path
    raise AssertionError("no table of its true size")


def lies_in(point: Points, box: Points, room: float = NEAR) -> bool:
    return bool(np.all(point > box.min(axis=0) - room) and np.all(point < box.max(axis=0) + room))


@pytest.mark.parametrize(
    ("paper", "columns", "rows", "size"),
    [("a4", 6, 4, (210, 297)), whole("a3", 4, 3, (297, 420)), whole("letter", 6, 5, (215.9, 279.4))],
)
def test_a_table_is_true_to_scale_and_neighbours_show_the_same_in_their_overlap(
    paper: str, columns: int, rows: int, size: tuple[float, float]
) -> None:
    sheets = table_on(paper)
    assert len(sheets) == columns * rows
    (width, height), step = size, np.array([size[0] - 30, size[1] - 45])  # of a window without its overlap
    first = surface_of(sheets[0]).min(axis=0)
    hull = np.array(shapes.corners_of(TABLE.ships[0], Rules()))
    for number, sheet in enumerate(sheets):
        row, column = divmod(number, columns)
        assert (sheet.width, sheet.height) == pytest.approx((width, height), abs=NEAR)
        window, lower = sheet.clips["Figure"], surface_of(sheet).min(axis=0)
        assert np.allclose([window.min(axis=0), window.max(axis=0)], [[10, 25], [width - 10, height - 10]], atol=NEAR)
        assert np.allclose(lower - first, step * [-column, row], atol=NEAR)
        drawn = [path for path in sheet.paths["Figure"] if len(path) in (3, 4)]
        assert any(np.allclose(path[:3], lower + hull, atol=NEAR) for path in drawn)
        for right, down in ((1, 0), (0, 1)):
            if column + right < columns and row + down < rows:
                other = sheets[number + right + columns * down]
                one = np.array([width - 15, 30.0])  # in the corner of both overlaps
                there = surface_of(other).min(axis=0) + (one - lower)  # the same point of the table
                assert np.allclose(there, one + step * [-right, down], atol=NEAR)
                assert lies_in(one, window)
                assert lies_in(there, other.clips["Figure"])


def test_every_part_of_a_table_is_on_a_sheet() -> None:
    """Points of the table, taken to every sheet: one shows each, up to four do."""
    sheets = table_on("a4")
    for point in np.random.default_rng(5).uniform(0, 914.4, (200, 2)):
        seen = [lies_in(surface_of(sheet).min(axis=0) + point, sheet.clips["Figure"], 0.0) for sheet in sheets]
        assert 1 <= sum(seen) <= 4


def test_marks_stand_at_the_corners_of_a_window_and_where_neighbours_begin() -> None:
    sheets = table_on("a4")
    for number, sheet in enumerate(sheets):
        lines = [path for path in sheet.paths["Around"] if len(path) == 2]
        upright = {round(float(line[0][0]), 2) for line in lines if line[0][1] > 287 and line[1][1] > 287}
        assert {10.0, 200.0} <= upright <= {10.0, 20.0, 190.0, 200.0}
        assert (20.0 in upright) == (number % 6 > 0)
        assert (190.0 in upright) == (number % 6 < 5)
        level = {round(float(line[0][1]), 2) for line in lines if line[0][0] < 10 and line[1][0] < 10}
        assert {25.0, 287.0} <= level <= {25.0, 35.0, 277.0, 287.0}
        assert (277.0 in level) == (number >= 6)
        assert (35.0 in level) == (number < 18)
        ends = np.concatenate(lines)
        assert ends.min() > 5
        assert np.all(ends.max(axis=0) < [205, 292])
        bars = [line for line in lines if np.allclose(np.abs(line[1] - line[0]), [100, 0], atol=NEAR)]
        assert len(bars) == 1
        inside = [line for line in lines if any(lies_in(end, sheet.clips["Figure"], -NEAR) for end in line)]
        assert inside == []


def test_every_sheet_says_which_it_is(tmp_path: Path) -> None:
    sheets = table_on("a4")
    assert "Sheet 14 of 24 (row 3, column 2)" in sheets[13].words["Around"]
    assert "100 mm where it is printed at 100 %" in sheets[13].words["Around"]
    filled = [
        [path.mean(axis=0) for path, fill in zip(sheet.paths["Around"], sheet.fills["Around"], strict=True)
         if len(path) == 4 and fill not in ("", "1")] for sheet in sheets
    ]  # fmt: skip
    assert {len(boxes) for boxes in filled} == {1}
    (one, two), below = (filled[0][0], filled[1][0]), filled[6][0]
    assert two[0] > one[0]
    assert two[1] == pytest.approx(one[1])
    assert below[1] < one[1]
    save_figure(blank(300, 200), tmp_path / "x.pdf", paper="a4", lang="fr")
    assert "Feuille 2 sur 2 (rangée 1, colonne 2)" in pages_of((tmp_path / "x.pdf").read_bytes())[1].words["Around"]


def blank(width: float, height: float) -> Figure:
    """A figure of so many mm."""
    return Figure(figsize=(width / 25.4, height / 25.4))


@pytest.mark.parametrize(
    ("size", "sheets", "upright"),
    [
        ((190.0, 262.0), 1, True),  # a window, exactly
        ((190.1, 262.0), 2, True),
        ((277.0, 175.0), 1, False),
        ((20.0, 20.0), 1, True),
        ((370.0, 262.0), 2, True),
        ((540.0, 170.0), 2, False),
    ],
)
def test_as_few_sheets_as_it_takes_upright_or_on_their_side(
    size: tuple[float, float], sheets: int, upright: bool
) -> None:
    found = tiling(blank(*size), "a4")
    assert found.rows * found.columns == sheets
    assert (found.sheet[0] < found.sheet[1]) == upright
    x, y = found.corner(found.rows - 1, 0)
    right = found.corner(0, found.columns - 1)[0] + size[0]
    assert x - 10 == pytest.approx(found.sheet[0] - 10 - right)  # in the middle of all sheets
    top = found.corner(0, 0)[1] + size[1]
    assert y - 25 == pytest.approx(found.sheet[1] - 10 - top)


@pytest.mark.parametrize(
    ("game", "corners", "cell"), [("strategiksa", 4, 25.4), whole("singidunum", 6, 18.0)], ids=lambda value: str(value)
)
def test_hexes_and_squares_are_as_wide_as_asked_for(game: str, corners: int, cell: float, tmp_path: Path) -> None:
    save_figure(figure_of_state(catalogue.load(game).new(), cell=cell), tmp_path / "board.pdf", paper="a3")
    (sheet, *_) = pages_of((tmp_path / "board.pdf").read_bytes())
    wide = [np.ptp(path, axis=0)[0] for path in sheet.paths["Figure"] if len(path) in (corners, corners + 1)]
    assert np.count_nonzero(np.isclose(wide, cell, atol=NEAR)) >= 100


def test_the_same_sheets_are_the_same_bytes_and_drawn_once() -> None:
    assert table_pdf("a3") == table_pdf.__wrapped__("a3")
    assert len(table_pdf("a3")) < 60_000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("draw", str(DISPUTE), "-o", "x.svg", "--paper", "a4"), "--paper: only a PDF has sheets of paper"),
        (("draw", str(DISPUTE), "-o", "x.png", "--paper", "a4"), "--paper: only a PDF has sheets of paper"),
        (("draw", str(DISPUTE), "-o", "x.pdf", "--paper", "a5"), "'a5' is not one of 'a4', 'a3', 'letter'"),
        (("draw", str(DISPUTE), "-o", "x.pdf", "--scale", "1", "--size", "80mm"), "--size: --scale says how large"),
        (("check", str(DISPUTE), "--paper", "a4"), "--paper: says how a picture looks; name one"),
        (("figures", "-o", "x", "--paper", "a4"), "--paper: only PDF files have sheets of paper"),
        (("figures", "-o", "x", "--paper", "a4", "--format", "pdf,svg"), "--paper: only PDF files"),
        (("destin-arc", "--cell", "20mm", "--size", "80mm"), "--size: --cell says how large"),
        (("destin-arc", "--cell", "3mm"), "expected a width from 4mm to 200mm"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(
    options: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    board = options[0] in catalogue.KINDS
    found = CliRunner().invoke(*(grid_cli, ["draw", *options, "-o", "x.pdf"]) if board else (cli, options))
    assert (found.exit_code, told in found.output) == (2, True), found.output
    assert list(tmp_path.iterdir()) == []


def test_in_python_sheets_are_pages_of_a_pdf_too(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="only a PDF has sheets of paper"):
        save_figure(blank(50, 50), tmp_path / "x.svg", paper="a4")


@pytest.mark.parametrize("options", [whole(()), ("--crop",)])
def test_a_poster_is_as_wide_as_asked_for(options: tuple[str, ...], tmp_path: Path) -> None:
    """--size and --crop say what they say of a picture without sheets: its own width and margin."""
    path = tmp_path / "poster.pdf"
    found = CliRunner().invoke(
        cli, ["draw", str(DISPUTE), "-o", str(path), "--size", "50cm", "--paper", "a4", *options]
    )
    assert found.exit_code == 0, found.output
    sheets = pages_of(path.read_bytes())
    paper = sheets[0].paths["Figure"][0]  # the figure's own
    assert np.ptp(paper, axis=0)[0] == pytest.approx(500, abs=0.1)
    for one, other in pairwise(sheets[:2]):
        assert one.width == other.width


@pytest.mark.whole
def test_a_scale_counts_more_than_the_width_in_a_style_file(tmp_path: Path) -> None:
    style = tmp_path / "narrow.toml"
    style.write_text("width_mm = 80\n")
    path = tmp_path / "table.pdf"
    found = CliRunner().invoke(
        cli, ["draw", str(DISPUTE), "-o", str(path), "--scale", "1", "--paper", "a3", "--style", str(style)]
    )
    assert found.exit_code == 0, found.output
    assert np.ptp(surface_of(pages_of(path.read_bytes())[0]), axis=0) == pytest.approx([914.4, 914.4], abs=NEAR)
    CliRunner().invoke(
        cli, ["figures", "--only", "template", "--format", "pdf", "-o", str(tmp_path), "--size", "80mm", "--lang", "en"]
    )
    assert sizes_of((tmp_path / "template.en.pdf").read_bytes())[0][0] > 172  # real size, whatever is asked for
