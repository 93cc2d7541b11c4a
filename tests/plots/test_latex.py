"""The shipped LaTeX document: its figures are made by the commands it names, and keep their size in print."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.table import Layout, Rules
from plots.position import view_around
from plots.rulebook import FIGURES
from tests.plots.pages import MM_PER_POINT, sizes_of
from tests.whole import whole

LATEX = shutil.which("pdflatex") or shutil.which("lualatex")
MM_PER_TEX_POINT = 25.4 / 72.27


def document(lang: str) -> str:
    """As `armada example latex` prints it."""
    return CliRunner().invoke(cli, ["example", "latex", "--lang", lang]).stdout


def included(text: str) -> list[str]:
    """The files that the document includes."""
    return re.findall(r"^\\truesize\{([^}]*)\}", text, re.MULTILINE)


def commands(text: str) -> list[list[str]]:
    """The commands that it says make them."""
    return [shlex.split(line) for line in re.findall(r"^%   armada (.*)$", text, re.MULTILINE)]


@dataclass
class Made:
    """A folder with the document and its figures."""

    folder: Path
    lang: str
    text: str
    widths: dict[str, float]
    """mm. By the file that is included."""


@pytest.fixture(scope="module", params=["en", whole("fr")])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The commands of the document run, one after the other."""
    folder, text = tmp_path_factory.mktemp("latex"), document(request.param)
    (folder / "rulebook.tex").write_text(text)
    with contextlib.chdir(folder):
        for words in commands(text):
            words, into = (words[:-2], words[-1]) if ">" in words else (words, "")
            found = CliRunner().invoke(cli, words)
            assert found.exit_code == 0, found.output
            if into:
                Path(into).write_text(found.stdout)
    widths = {name: sizes_of((folder / "figures" / name).read_bytes())[0][0] for name in included(text)}
    return Made(folder, request.param, text, widths)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_the_document_includes_is_made_by_its_commands(lang: str) -> None:
    text = document(lang)
    made = [words for words in commands(text) if words[0] == "figures"]
    names = [name for words in made for option, name in pairwise(words) if option == "--only"]
    drawn = [Path(words[words.index("-o") + 1]).name for words in commands(text) if words[0] == "draw"]
    assert included(text) == [f"{name}.{lang}.pdf" for name in names] + drawn
    assert set(names) <= {figure.name for figure in FIGURES}
    assert all(words[words.index("--lang") + 1] == lang for words in commands(text) if "--lang" in words)
    assert re.search(rf"\\usepackage\[{'french' if lang == 'fr' else 'english'}\]\{{babel\}}", text)
    assert not re.search(r"\\includegraphics\[", text), "a width or a scale would be another size"


def test_figures_of_the_document_are_as_wide_as_it_says(made: Made) -> None:
    asked = float(re.findall(r"--size (\d+)mm", made.text)[0])
    room = float(re.findall(r"textwidth=(\d+)mm", made.text)[0])
    template, position = (made.widths[f"{name}.{made.lang}.pdf"] for name in ("template", "position"))
    others = [width for width in made.widths.values() if width not in (template, position)]
    assert f"{asked:g}~mm" in made.text
    assert others == pytest.approx([asked] * 2, abs=0.1)
    assert template > 172  # what it shows is so wide
    layout = Layout.load(str(made.folder / "dispute.toml"))
    shown = view_around(layout, Rules(), layout.ship("R1"))
    assert position == pytest.approx(shown.width / 2, abs=1.5)  # with the lines around
    assert max(made.widths.values()) <= room


@pytest.mark.skipif(LATEX is None, reason="no pdflatex or lualatex here to compile the document")
def test_figures_of_the_document_keep_their_size_in_print(made: Made) -> None:
    assert LATEX is not None
    plain = r"\ifdefined\pdfcompresslevel\pdfcompresslevel=0 \pdfobjcompresslevel=0 \fi\input{rulebook}"
    command = [LATEX, "-interaction=nonstopmode", "-halt-on-error", "-jobname=rulebook", plain]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=made.folder)
    assert found.returncode == 0, found.stdout[-2000:]
    assert "Overfull" not in found.stdout
    for name, width in made.widths.items():
        (told,) = re.findall(rf"^{re.escape(name)} is ([\d.]+)pt wide", found.stdout, re.MULTILINE)
        assert float(told) * MM_PER_TEX_POINT == pytest.approx(width, abs=0.01)
    content = (made.folder / "rulebook.pdf").read_bytes()
    if b"pdfTeX" in content:  # what the file itself does with each: no scale but 1, and a box as wide as the figure
        placed = re.findall(rb"q\s1 0 0 1 [-\d.]+ [-\d.]+ cm\s/Im\d+ Do", content)
        boxes = re.findall(rb"/BBox \[0 0 ([\d.]+) [\d.]+\]", content)
        assert len(placed) == len(re.findall(rb"/Im\d+ Do", content)) == len(made.widths)
        found_widths = sorted(float(box) * MM_PER_POINT for box in boxes)
        assert found_widths == pytest.approx(sorted(made.widths.values()), abs=0.01)
