"""Pictures come out the same under any settings of Matplotlib, of a folder, a user or a caller, and leave them as they
are."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

import plots
from armada_sim.files.game_reading import load_game
from armada_sim.files.game_records import replay
from armada_sim.pictures import PRINT, Words
from armada_sim.regions import reachable
from armada_sim.table import Rules
from grid_games import catalogue
from plots import (
    SHOW,
    Drawing,
    Picture,
    ReachShapes,
    balance_report,
    draw_note,
    draw_position,
    draw_reach,
    draw_ruling,
    figure_bytes,
    figure_of_position,
    figure_of_reach,
    figure_of_reading,
    figure_of_ruling,
    reached,
    save_animation,
    save_figure,
    save_figures,
)
from plots.grids import PICTURES, figure_of_state
from plots.kits import parts_of, save_kit
from plots.rulebook import FIGURES
from plots.save import FORMATS
from tests.photo.standing import SEVEN, read_ship, reading
from tests.plots.test_animation import GOLDEN
from tests.plots.test_balance import FACTS, FOUR, played
from tests.plots.test_save import LAYOUT, RULING

ROOT = Path(__file__).parents[2]

LOUD = """
lines.linewidth: 9
font.size: 30
font.family: monospace
text.color: red
text.parse_math: False
axes.grid: True
axes.facecolor: yellow
axes.formatter.use_locale: True
hatch.linewidth: 7
figure.dpi: 31
figure.autolayout: True
savefig.bbox: tight
savefig.transparent: True
svg.fonttype: path
svg.id: mine
path.sketch: 5, 50, 3
path.simplify: False
"""
"""Settings that would change every picture."""


BROKEN = "lines.linewidth: broad\nno colon\nno.such.key: 3\nfont.size: -1\n"
SURROUNDINGS: dict[str, tuple[dict[str, bytes], dict[str, str]]] = {
    "in the folder": ({"matplotlibrc": LOUD.encode()}, {"MPLBACKEND": "nonsense"}),
    "named by the environment": (
        {"mine": LOUD.encode() + b"backend: nonsense\n"}, {"MPLBACKEND": "TkAgg", "MATPLOTLIBRC": "mine"}
    ),
    "of the user": (
        {"matplotlib/matplotlibrc": LOUD.encode(),
         "matplotlib/stylelib/mine.mplstyle": b"lines.linewidth: 3\n\xff\xfe: 5\n"}, {"XDG_CONFIG_HOME": ""}
    ),
    "no text": ({"matplotlibrc": LOUD.encode() + b"\xff\xfe"}, {"MPLBACKEND": "module://nowhere.to.be.had"}),
    "no settings": ({"matplotlibrc": (BROKEN + LOUD).encode()}, {"MPLBACKEND": ""}),
}  # fmt: skip
"""Files of a folder, and the environment: paths in it are within the folder."""

USUAL: Any = {key: value for key, value in matplotlib.rcParamsDefault.items() if key != "backend"}


def figures_made(folder: Path, environment: dict[str, str]) -> dict[str, bytes]:
    """The files that a command makes in a folder where surroundings are so."""
    known = {key: value for key, value in os.environ.items() if key not in ("MPLBACKEND", "MATPLOTLIBRC")}
    done = subprocess.run(
        [sys.executable, "-m", "armada_sim.cli", "figures", "--only", "step", "--format", "svg,png", "-o", "made"],
        cwd=folder, env={**known, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return {path.name: path.read_bytes() for path in (folder / "made").iterdir()}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files made where there are no settings."""
    folder = tmp_path_factory.mktemp("usual")
    made = figures_made(folder, {"XDG_CONFIG_HOME": str(folder)})
    assert sorted(made) == ["step.en.png", "step.en.svg"]
    return made


@pytest.mark.whole
@pytest.mark.parametrize("where", SURROUNDINGS)
def test_a_command_makes_the_same_files(where: str, usual: dict[str, bytes], tmp_path: Path) -> None:
    """Whatever MPLBACKEND, a file of settings or a style sheet says, also where Matplotlib itself refuses to load."""
    files, environment = SURROUNDINGS[where]
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    placed = {key: value if key == "MPLBACKEND" else str(tmp_path / value) for key, value in environment.items()}
    assert figures_made(tmp_path, placed) == usual


def other(key: str, value: Any) -> Any:
    """Another value of a setting."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value * 3 + 2
    words = {"color": "red", "font.family": ["monospace"], "font.sans-serif": ["DejaVu Sans Mono"], "weight": "bold"}
    return next((word for end, word in words.items() if key.endswith(end)), value)


def make_loud() -> None:
    """Give all settings of Matplotlib that can have one another value: those of a caller from Python."""
    changed = 0
    for key, value in dict(matplotlib.rcParamsDefault).items():
        if key not in ("backend", "text.usetex", "interactive"):
            with contextlib.suppress(ValueError, RuntimeError):  # beyond a limit, such as that of a share
                matplotlib.rcParams[key] = other(key, value)
                changed += matplotlib.rcParams[key] != value
    assert changed > 150


def svg(figure: Figure) -> bytes:
    return figure_bytes(figure, "svg", "title", "description")


def drawn_by(draw: Callable[..., Drawing], *what: Any) -> bytes:
    """What is drawn on axes of the caller's, which are as the caller has them."""
    with matplotlib.rc_context(USUAL):
        figure = Figure()
        ax = figure.add_axes((0.1, 0.1, 0.8, 0.8))
    draw(ax, *what)
    return svg(figure)


def pictures(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Pictures of all kinds, by what makes them."""
    ruling = figure_of_ruling(LAYOUT, RULING, Rules())
    for kind in FORMATS:
        yield f"figure_of_ruling {kind}", figure_bytes(ruling, kind, "title", "")
    shown = reading([read_ship("B1", SEVEN[0]), read_ship("R1", SEVEN[1])])
    yield "figure_of_reading", svg(figure_of_reading(np.full((750, 1000, 3), 255, np.uint8), shown))
    yield "figure_of_position", svg(figure_of_position(LAYOUT, Rules(), show=SHOW))
    noted = figure_of_position(LAYOUT, Rules())
    draw_note(noted, (0.0, 0.0), (50.0, 50.0), "here")
    yield "draw_note", svg(noted)
    reach = reachable(LAYOUT, "B3", 1)
    yield "figure_of_reach", svg(figure_of_reach(LAYOUT, reach, Rules()))
    yield "draw_position", drawn_by(draw_position, LAYOUT, Rules())
    yield "draw_ruling", drawn_by(draw_ruling, LAYOUT, RULING, Rules())
    yield "draw_reach", drawn_by(draw_reach, ReachShapes(reached(reach)))
    files = folder / "one.pdf", folder / "two.svg", folder / "three.html", folder / "four.pdf"
    save_figure(ruling, files[0], paper="a4")
    save_figures([Picture(ruling, files[1], outlines=True)])
    save_animation(replay(load_game(GOLDEN / "line-crossed.json")), files[2])
    save_kit(parts_of(catalogue.load("singidunum")), files[3], "Singidunum", paper="a4")
    for maker, file in zip(("save_figure", "save_figures", "save_animation", "save_kit"), files, strict=True):
        yield maker, file.read_bytes()
    yield "balance_report", balance_report(played(FOUR, folder, 8), FACTS)
    for name in PICTURES:
        yield f"figure_of_state {name}", svg(figure_of_state(catalogue.load(name).new()))
    for rulebook in FIGURES:
        if rulebook.name in ("gun-reach", "singidunum-odds", "destin-table", "strategiksa-mountains"):
            yield rulebook.name, svg(rulebook.make(PRINT, Words("en")).figure)


@pytest.mark.whole
def test_a_caller_s_settings_change_no_picture_and_stay(tmp_path: Path) -> None:
    """All kinds of pictures, made in processes of their own: much is measured once."""
    told = []
    for way in ("usual", "loud"):
        (tmp_path / way).mkdir()
        done = subprocess.run(
            [sys.executable, "-m", __name__, way, str(tmp_path / way)], cwd=ROOT, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    makers = {name for name in plots.__all__ if name.startswith(("draw_", "figure_of_", "save_", "balance_report"))}
    assert makers == {name for name in plots.__all__ if any(name in made.split() for made in told[0])}


@pytest.mark.whole
def test_a_caller_has_the_backend_and_the_settings_that_were_asked_for(tmp_path: Path) -> None:
    """Also where pictures were imported first; a backend that is none is left to whoever asks for windows."""
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\n")
    code = (
        "import os, plots, matplotlib\n"
        "print(matplotlib.get_backend(auto_select=False), matplotlib.rcParams['lines.linewidth'], "
        "os.environ['MPLBACKEND'], os.environ.get('MATPLOTLIBRC'), os.getcwd())\n"
    )

    def asked(backend: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": backend}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert asked("svg") == f"svg 9.0 svg None {tmp_path}\n"
    assert asked("nonsense") == f"None 9.0 nonsense None {tmp_path}\n"
    (tmp_path / "matplotlibrc").write_bytes(b"\xff\xfe")
    assert asked("pdf") == f"pdf 1.5 pdf None {tmp_path}\n"


def test_settings_are_asked_for_in_one_place() -> None:
    """No other module of `plots` changes or reads them, and none draws through pyplot."""
    wanted = {"rcParams", "rcParamsDefault", "rc_context", "pyplot", "matplotlib.pyplot"}
    for path in (ROOT / "plots").rglob("*.py"):
        used = set[str]()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                used.add(node.attr)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                used |= {alias.name for alias in node.names}
        assert bool(wanted & used) == (path.name == "settings.py"), path


if __name__ == "__main__":
    if sys.argv[1] == "loud":
        make_loud()
    before = dict(matplotlib.rcParams)
    found = {name: hashlib.sha256(made).hexdigest() for name, made in pictures(Path(sys.argv[2]))}
    assert dict(matplotlib.rcParams) == before
    print(json.dumps(found))
