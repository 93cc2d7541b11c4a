"""Pictures: the geometry of artists and files, not only that a file exists."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from armada_sim import (
    InputError,
    Layout,
    Obstacle,
    Pose,
    Rules,
    Ship,
    Size,
    check_contact,
    check_move,
    check_setup,
    check_shot,
)
from armada_sim.geometry.solids import Body
from plots import STYLES, draw_position, draw_ruling, figure_of_position, figure_of_ruling, save_figure
from plots.position import Drawn

RULES = Rules()
TABLE = Layout(
    ships=[
        Ship("R1", "red", Size.LARGE, Pose(300, 400, 90)),
        Ship("B2", "blue", Size.SMALL, Pose(330, 330, 80)),
        Ship("B3", "blue", Size.MEDIUM, Pose(345, 400, 100), damage=1),
    ],
    objects=[Obstacle.of("rock", [(380, 380), (395, 380), (390, 395)])],
)


def drawn(ruling: object, layout: Layout = TABLE, style: str = "screen") -> Drawn:
    ax = Figure().add_subplot()
    return draw_ruling(ax, layout, ruling, RULES, style=STYLES[style])  # type: ignore[arg-type]


def outlines(found: Drawn) -> list[np.ndarray]:
    return [np.asarray(mark.get_xy()) for mark in found.marks if isinstance(mark, Polygon)]


def test_ships_are_drawn_true_to_scale() -> None:
    ax = Figure().add_subplot()
    found = draw_position(ax, TABLE, RULES, style=STYLES["print"])
    for ship in TABLE.ships:
        corners = Body(RULES.outline(ship.size).corners, ship.pose.place).corners
        assert np.asarray(found.ships[ship.name].get_xy())[:-1] == pytest.approx(np.array(corners))
    assert ax.get_aspect() == 1.0


def test_a_blocked_move_shows_the_step_the_blocker_and_the_overlap() -> None:
    ruling = check_move(TABLE, "B2", [80, 75.5, 90])
    found = drawn(ruling)
    blocker = np.asarray(found.ships["B3"].get_xy())
    heavy = [m for m in found.marks if isinstance(m, Polygon) and m.get_linewidth() == STYLES["screen"].heavy]
    assert any(np.asarray(m.get_xy()).shape == blocker.shape and np.allclose(m.get_xy(), blocker) for m in heavy)
    step = np.array(ruling.witness["steps"][1]["corners"])
    assert any(len(o) == 4 and np.allclose(o[:-1], step) for o in outlines(found))
    assert "7.27 mm overlap" in [label.get_text() for label in found.labels]
    words = [str(handle.get_label()) for handle in found.legend]
    assert {"the step that is not allowed", "in the way, or too close", "measured overlap"} <= set(words)


def test_a_clear_shot_shows_its_line_and_the_large_piece() -> None:
    layout = Layout(
        ships=[Ship("A", "red", Size.LARGE, Pose(300, 300, 90)), Ship("T", "blue", Size.SMALL, Pose(260, 320, 90))]
    )
    ruling = check_shot(layout, "A", "T")
    found = drawn(ruling, layout)
    template = np.array(ruling.witness["template"])
    assert any(len(o) == 4 and np.allclose(o[:-1], template) for o in outlines(found))
    sides = np.hypot(*(template - np.roll(template, 1, axis=0)).T)
    assert sorted(sides)[0] == pytest.approx(25.4)
    lines = [mark for mark in found.marks if hasattr(mark, "get_xydata")]
    assert any(
        np.allclose(line.get_xydata(), [ruling.witness["gun_point"], ruling.witness["target_point"]]) for line in lines
    )


@pytest.mark.parametrize("style", list(STYLES))
def test_every_kind_of_ruling_can_be_drawn(style: str) -> None:
    for ruling in (
        check_contact(TABLE, "R1", "B3"),
        check_setup(TABLE),
        check_shot(TABLE, "R1", "B3"),
        check_move(TABLE, "B2", [120]),
    ):
        found = drawn(ruling, style=style)
        assert len(found.ships) == 3
        assert len(found.legend) >= 2


def test_players_differ_in_lightness_without_colour() -> None:
    from matplotlib.colors import to_rgb

    for style in STYLES.values():
        grey = [
            sum(w * c for w, c in zip((0.299, 0.587, 0.114), to_rgb(fill), strict=True)) for fill in style.fills[:4]
        ]
        assert min(abs(a - b) for i, a in enumerate(grey) for b in grey[:i]) > 0.08
        assert len(set(style.hatches)) == len(style.hatches)


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_files_are_written_whole_and_the_same_twice(tmp_path: Path, kind: str) -> None:
    ruling = check_contact(TABLE, "R1", "B3")
    texts = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{kind}"
        save_figure(figure_of_ruling(TABLE, ruling, RULES), path, title="a title", description="what it shows")
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]
    assert len(texts[0]) > 5000
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"one.{kind}", f"two.{kind}"]


def test_scale_one_is_true_size(tmp_path: Path) -> None:
    """At scale 1 a mm of the axes is a mm of paper."""
    figure = figure_of_position(TABLE, RULES, scale=1)
    (ax,) = figure.axes
    width = ax.get_position().width * figure.get_size_inches()[0] * 25.4
    left, right = ax.get_xlim()
    assert width == pytest.approx(right - left)
    save_figure(figure, tmp_path / "true.svg")


def test_bad_names_and_places_are_one_sentence(tmp_path: Path) -> None:
    figure = figure_of_position(TABLE, RULES)
    with pytest.raises(InputError, match="must end in"):
        save_figure(figure, tmp_path / "a.gif")
    with pytest.raises(InputError, match="cannot write"):
        save_figure(figure, tmp_path / "missing" / "a.svg")
    with pytest.raises(InputError, match="style"):
        figure_of_position(TABLE, RULES, style="neon")
    assert list(tmp_path.iterdir()) == []
