"""Rulebook figures in files: real size, equal bytes, embedded letters, the command and the gallery page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from plots import PRINT, figure_bytes
from plots.messages import Words
from plots.rulebook import FIGURES, gallery_page, write_figures
from plots.rulebook.build import REBUILD

ROOT = Path(__file__).parents[2]
TEMPLATE = [figure for figure in FIGURES if figure.name == "template"]
POINT_MM = 25.4 / 72


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("figures")
    write_figures(TEMPLATE, made, formats=("svg", "pdf"), languages=("en",), style=PRINT)
    return made


def sides(points: np.ndarray) -> list[float]:
    """Lengths of a triangle's sides in mm, shortest first."""
    return sorted(float(np.hypot(*(points[i] - points[(i + 1) % 3]))) for i in range(3))


def expected(size: Size) -> list[float]:
    outline = Rules().outline(size)
    edge = float(np.hypot(float(outline.step), float(outline.base) / 2))
    return [float(outline.base), edge, edge]


def test_an_svg_at_scale_one_has_pyramids_of_the_real_size(folder: Path) -> None:
    root = ElementTree.parse(folder / "template.en.svg").getroot()
    space = {"svg": "http://www.w3.org/2000/svg"}
    width = float(root.attrib["width"].removesuffix("pt"))
    unit = width / float(root.attrib["viewBox"].split()[2]) * POINT_MM  # mm of paper per unit of the drawing
    for size in Size:
        (group,) = root.iterfind(f".//svg:g[@id='outline-{size}']", space)
        path = group.find("svg:path", space)
        assert path is not None
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.attrib["d"])]
        points = np.array(numbers).reshape(-1, 2)[:3] * unit
        assert sides(points) == pytest.approx(expected(size), abs=0.01), size


def test_a_pdf_at_scale_one_has_pyramids_of_the_real_size(folder: Path) -> None:
    content = (folder / "template.en.pdf").read_bytes()
    streams = [
        zlib.decompress(s) for s in re.findall(rb"FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream", content, re.S)
    ]
    number = rb"(-?[\d.]+) (-?[\d.]+)"
    triangle = re.compile(number + rb" m\s+" + number + rb" l\s+" + number + rb" l\s+\1 \2 l\s+h")
    found = []
    for stream in streams:
        for match in triangle.findall(stream):
            found.append(sides(np.array([float(value) for value in match]).reshape(3, 2) * POINT_MM))

    for size in Size:
        assert any(known == pytest.approx(expected(size), abs=0.01) for known in found), size


def test_an_svg_is_read_aloud_and_letters_are_in_the_file(folder: Path) -> None:
    text = (folder / "template.en.svg").read_text(encoding="utf-8")
    description = re.search(r'<desc id="[^"]+">([^<]*)</desc>', text)

    assert re.search(r'<title id="[^"]+">Template: print at 100 %</title>', text)
    assert description is not None
    assert "a face must cover its outline exactly. Legend: outline of a face;" in description[1]
    assert re.search(r"<text[^>]*>(Print|outline|100)", text)
    assert b"/FontFile2" in (folder / "template.en.pdf").read_bytes()


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "armada_sim.cli", "figures", "--format", "svg,pdf", "--lang", "fr"]
    command += ["--only", "blocked-headings", "--only", "threat"]
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run([*command, "-o", str(tmp_path / seed)], check=True, env=environment, capture_output=True)
    names = sorted(path.name for path in (tmp_path / "1").iterdir())

    assert names == ["blocked-headings.fr.pdf", "blocked-headings.fr.svg", "threat.fr.pdf", "threat.fr.svg"]
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes(), name


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["figures", *arguments])
    return result.exit_code, result.output


def test_the_command_lists_every_figure_in_the_languages_asked_for() -> None:
    status, output = run("--list", "--lang", "en,fr")

    assert status == 0
    assert [line.split()[0] for line in output.splitlines()] == [figure.name for figure in FIGURES]
    assert "Infiltration / Infiltration" in output
    listed = json.loads(run("--list", "--json")[1])["figures"]
    assert listed[0] == {"name": "step", "game": "armada", "title": {"en": "Where one step can lead"}}


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b"
    status, output = run("-o", str(target), "--format", "svg,png", "--lang", "fr,en", "--only", "step", "--style",
        "greyscale",
                         "--dpi", "50", "--json")  # fmt: skip
    assert status == 0
    files = json.loads(output)["figures"]
    assert [(f["lang"], f["format"], f["style"]) for f in files] == [
        ("fr", "svg", "greyscale"), ("fr", "png", "greyscale"), ("en", "svg", "greyscale"), ("en", "png", "greyscale"),
    ]  # fmt: skip
    assert sorted(path.name for path in target.iterdir()) == sorted(Path(f["file"]).name for f in files)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "gif"], "there is no format called 'gif'"),
        (["--lang", "de"], "there is no language called 'de'"),
        (["--only", "stp"], "there is no figure called 'stp'; did you mean step?"),
        (["--style", "neon"], "style: must be screen, print or greyscale, or the name of a file, not 'neon'"),
        (["--format", ""], "give at least one of svg, pdf, png"),
        (["--page", "x.md"], "the page shows the png files of every figure"),
    ],
)
def test_a_wrong_call_writes_nothing(arguments: list[str], words: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["figures", "-o", str(tmp_path / "out"), *arguments], standalone_mode=False)
    told = f"{result.exception} {result.output}"
    assert result.exit_code != 0
    assert words in told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("file", "lang", "others"),
    [("gallery.md", "en", {"fr": "gallery.fr.md"}), ("gallery.fr.md", "fr", {"en": "gallery.md"})],
)
def test_the_gallery_pages_name_and_show_every_figure(file: str, lang: str, others: dict[str, str]) -> None:
    page = (ROOT / "docs" / file).read_text(encoding="utf-8")

    assert page == gallery_page(FIGURES, Words(lang), "gallery", others), f"rebuild it: {REBUILD}"
    pictures = re.findall(r"\]\((gallery/[^)]+)\)", page)
    assert len(pictures) == len(FIGURES)
    for figure, picture in zip(FIGURES, pictures, strict=True):
        assert f"`{figure.name}`" in page
        assert (ROOT / "docs" / picture).read_bytes().startswith(b"\x89PNG"), picture
    assert sum((ROOT / "docs" / picture).stat().st_size for picture in pictures) < 3_000_000


def test_the_map_of_arc_is_no_heavy_file(tmp_path: Path) -> None:
    (figure,) = (figure for figure in FIGURES if figure.name == "destin-map")
    content = figure_bytes(figure.make(PRINT, Words("fr")).figure, "svg", "map", "", "fr")
    assert len(content) < 600_000
    assert content.count(b"<text") > 900  # labels of hexes and names are text
