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
from armada_sim.pictures import Words
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules
from armada_sim.tabletop.language import LANGUAGES
from plots import PRINT, STYLES, figure_bytes
from plots.rulebook import FIGURES, SOURCES, gallery_page, write_figures
from plots.rulebook.gallery import REBUILD

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
        (group,) = root.iterfind(f".//svg:g[@id='face-{size}']", space)
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


@pytest.mark.whole
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
    named = [line.split()[0] for line in output.splitlines() if not line.startswith(" ")]
    assert named == [figure.name for figure in FIGURES]
    assert "Infiltration / Infiltration" in output
    listed = json.loads(run("--list", "--json")[1])["figures"]
    stands_for = [{"en": "Figure 1: examples of one step"}]
    assert next(row for row in listed if row["name"] == "step") == {
        "name": "step", "game": "armada", "title": {"en": "Where one step can lead"}, "stands_for": stands_for
    }  # fmt: skip


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
        (["--page", "x.html"], "the name of the page ends in .md"),
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
    """In both languages and the three styles."""
    page = (ROOT / "docs" / file).read_text(encoding="utf-8")

    assert page == gallery_page(FIGURES, Words(lang), "gallery", others), f"rebuild it: {REBUILD}"
    large, small = re.findall(r"\]\((gallery/[^)]+)\)", page), re.findall(r'<img src="(gallery/[^"]+)"', page)
    shown = {f"gallery/{f.name}.{lang}.{style}.png" for f in FIGURES for lang in LANGUAGES for style in STYLES}
    assert len(large) == len(FIGURES)
    assert sorted((*large, *small)) == sorted(shown)
    assert {f"gallery/{path.name}" for path in (ROOT / "docs" / "gallery").iterdir()} == shown
    for figure in FIGURES:
        assert f"`{figure.name}`" in page
    contents = [(ROOT / "docs" / picture).read_bytes() for picture in shown]
    assert all(content.startswith(b"\x89PNG") for content in contents)
    assert sum(map(len, contents)) < 6_000_000


def test_a_page_shows_the_figures_asked_for(tmp_path: Path) -> None:
    page = tmp_path / "few.md"
    status, _ = run("--only", "step", "--only", "destin-table", "--page", str(page), "--lang", "fr")
    assert status == 0
    assert re.findall(r"^### .*", page.read_text(encoding="utf-8"), re.M) == [
        "### Où mène un pas",
        "### La table de combat",
    ]
    names = [f"{name}.fr.{style}.png" for name in ("destin-table", "step") for style in sorted(STYLES)]
    assert sorted(path.name for path in (tmp_path / "few").iterdir()) == names


NAMED = {
    "armada": ["Figure 1", "Figure 2", "Figure 3"],
    "strategiksa": ["schéma 1", "schéma 2"],
    "singidunum": ["Voir tableau"],
    "destin-arc": [
        "carte marquée d’hexagones", "description d’une pièce", "liste des unités", "position de départ",
        "table de combat", "feuilles de description de sorts", "table des bonus et malus", "H. G. Wells",
    ],
}  # fmt: skip
"""The figures and tables of the four source texts, read there one by one, as these call them."""


def test_every_figure_and_table_of_the_source_texts_is_marked_or_said_why_not() -> None:
    french, names = Words("fr"), {figure.name: figure.game for figure in FIGURES}
    for game, wanted in NAMED.items():
        told = [french.say(named.what) for named in SOURCES if named.game == game]
        assert len(told) == len(wanted)
        assert sorted(_place(told, name) for name in wanted) == list(range(len(wanted)))
    for named in SOURCES:
        assert named.figures or named.why
        assert {names[figure] for figure in named.figures} <= {named.game}
    listed = json.loads(run("--list", "--json")[1])
    marked = {figure["name"] for figure in listed["figures"] if figure["stands_for"]}
    assert marked == {figure for named in SOURCES for figure in named.figures}
    assert len(listed["not_drawn"]) == sum(not named.figures for named in SOURCES) == 3
    assert "Figure 1: examples of one step" in run("--list", "--lang", "en")[1]
    page = gallery_page(FIGURES, Words(), "gallery", {})
    assert page.count("*Stands for: ") == len(marked)
    assert page.count("*Added by us.") == len(FIGURES) - len(marked)
    assert page.count(" Shows the clause") == sum(bool(figure.clauses) for figure in FIGURES) > 20
    assert "Shows the clause [`move.stuck`](rules/armada.md)." in page


def _place(told: list[str], name: str) -> int:
    """The one text with a name in it."""
    (place,) = (i for i, text in enumerate(told) if name in text)
    return place


@pytest.mark.whole
def test_the_map_of_arc_is_no_heavy_file(tmp_path: Path) -> None:
    (figure,) = (figure for figure in FIGURES if figure.name == "destin-map")
    content = figure_bytes(figure.make(PRINT, Words("fr")).figure, "svg", "map", "", "fr")
    assert len(content) < 600_000
    assert content.count(b"<text") > 900  # labels of hexes and names are text
