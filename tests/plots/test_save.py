"""Figures in files: same bytes, whole or not at all."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest

from armada_sim.pictures import LAYERS
from armada_sim.referee.questions import check_contact
from armada_sim.table.layout import Layout, Pose, Ship
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.errors import InputError
from plots import Picture, figure_of_position, figure_of_ruling, save_figure, save_figures

LAYOUT = Layout(
    ships=(
        Ship("R1", "red", Size.LARGE, Pose(300, 400, 90)),
        Ship("B3", "blue", Size.MEDIUM, Pose(345, 400, 100)),
    )
)
RULING = check_contact(LAYOUT, "R1", "B3")


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_the_same_figure_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("one", "two"):
        save_figure(figure_of_ruling(LAYOUT, RULING, Rules()), tmp_path / f"{name}.{suffix}")

    content = (tmp_path / f"one.{suffix}").read_bytes()
    assert content == (tmp_path / f"two.{suffix}").read_bytes()
    assert len(content) > 5000
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"one.{suffix}", f"two.{suffix}"]


def test_an_svg_has_title_description_layers_and_letters_that_stay_text(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    save_figure(figure_of_ruling(LAYOUT, RULING, Rules()), path)
    text = path.read_text(encoding="utf-8")

    ElementTree.fromstring(text)
    labelled = re.search(r'<svg [^>]*role="img" xml:lang="en" aria-labelledby="(title-\w+) (desc-\w+)"', text)
    assert labelled
    assert f'<title id="{labelled[1]}">Apart (R1 and B3)</title>' in text
    assert re.search(
        rf'<desc id="{labelled[2]}">[^<]*R1 is [^<]* clear of B3[^<]*Legend: [^<;]*0[^<;]*; headings[^<;]*; red \(R1\)',
        text,
    )
    assert re.search(
        r"<dc:description>.*R1 is .* clear of B3.*Legend: [^<;]*0[^<;]*; headings[^<;]*; red \(R1\)", text, re.DOTALL
    )
    assert len(re.findall("<text[^>]*>R1</text>|<text[^>]*>red", text)) >= 2
    layers = re.findall(r'<g id="layer-(\w+)" inkscape:groupmode="layer" inkscape:label="[^"]+"', text)
    assert layers == list(LAYERS)
    save_figure(figure_of_ruling(LAYOUT, RULING, Rules()), path, outlines=True)
    assert "<text" not in path.read_text(encoding="utf-8")
    assert "<dc:date>" not in text


def test_a_figure_without_a_title_has_one_for_readers(tmp_path: Path) -> None:
    save_figure(figure_of_position(LAYOUT, Rules()), tmp_path / "figure.svg")
    text = (tmp_path / "figure.svg").read_text(encoding="utf-8")

    assert len(re.findall(r"<title[^>]*>Figure</title>", text)) == 1
    assert re.search(r"<desc[^>]*>(?:.*\n)?R1\nB3\n", text)


@pytest.mark.parametrize("name", ["figure", "figure.svg.gz"])
def test_an_unknown_suffix_is_refused_with_the_allowed_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=re.escape("the name of a picture ends in .svg, .pdf or .png")):
        save_figure(figure_of_ruling(LAYOUT, RULING, Rules()), tmp_path / name)

    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "figure.svg"
    path.write_text("old")

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InputError, match="No space left on device"):
        save_figure(figure_of_ruling(LAYOUT, RULING, Rules()), path)

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def a_set_whose_second_picture(fails: str, folder: Path) -> Iterator[Picture]:
    figure = figure_of_ruling(LAYOUT, RULING, Rules())
    yield Picture(figure, folder / "figure-1.svg")
    assert (folder / "figure-1.svg").read_text() == "old", "written before the set is whole"
    if fails == "drawing":
        raise InputError("cannot be drawn")
    if fails == "interrupted":
        raise KeyboardInterrupt
    names = {"suffix": "figure-2.gif", "folder": "missing/figure-2.svg", "directory": "figure-2.svg"}
    yield Picture(figure, folder / names[fails])


@pytest.mark.parametrize("fails", ["drawing", "interrupted", "suffix", "folder", "directory"])
def test_a_set_is_written_whole_or_not_at_all(fails: str, tmp_path: Path) -> None:
    (tmp_path / "figure-1.svg").write_text("old")
    (tmp_path / "figure-2.svg").mkdir()
    with pytest.raises((InputError, KeyboardInterrupt)):
        save_figures(a_set_whose_second_picture(fails, tmp_path))
    assert (tmp_path / "figure-1.svg").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure-1.svg", "figure-2.svg"]


def test_a_full_disc_leaves_the_old_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / f"figure-{i}.svg" for i in (1, 2, 3)]
    for path in paths:
        path.write_text("old")
    figure = figure_of_ruling(LAYOUT, RULING, Rules())
    made = []

    def full_at_the_third(*arguments: Any, **extra: Any) -> tuple[int, str]:
        if len(made) == 2:
            raise OSError(28, "No space left on device")
        made.append(original(*arguments, **extra))
        return made[-1]

    original = tempfile.mkstemp
    monkeypatch.setattr(tempfile, "mkstemp", full_at_the_third)
    with pytest.raises(InputError, match=r"cannot write .*figure-3.svg: No space left on device"):
        save_figures(Picture(figure, path) for path in paths)
    assert [path.read_text() for path in paths] == ["old"] * 3
    assert sorted(tmp_path.iterdir()) == paths


def test_saving_changes_no_setting(tmp_path: Path) -> None:
    before = dict(matplotlib.rcParams)
    save_figure(figure_of_ruling(LAYOUT, RULING, Rules()), tmp_path / "figure.svg")

    assert dict(matplotlib.rcParams) == before
