"""Layouts and rulings draw themselves in a notebook; the engine reaches up to `plots` nowhere else."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from armada_sim.evidence.ruling import Answer, Ruling
from armada_sim.referee.questions import check_contact, check_move, check_setup, check_shot
from armada_sim.table.layout import Layout, Pose, Ship
from armada_sim.table.pieces import Size
from armada_sim.table.rules import Rules

ROOT = Path(__file__).parents[2]
LAYOUT = Layout((Ship("R1", "red", Size.LARGE, Pose(300, 400, 90)), Ship("B2", "blue", Size.SMALL, Pose(340, 400, 90))))


def named(svg: str) -> set[str]:
    return {node.attrib["id"] for node in ElementTree.fromstring(svg).iter() if "id" in node.attrib}


def test_a_layout_draws_all_its_ships() -> None:
    svg = LAYOUT._repr_svg_()

    assert svg.startswith("<svg ")
    assert {"ship-R1", "ship-B2"} <= named(svg)


def test_every_kind_of_ruling_draws_its_evidence() -> None:
    shot = check_shot(LAYOUT, "R1", "B2")
    marks = {
        "step-B2": check_move(LAYOUT, "B2", headings=[90, 100]),
        "template-R1" if shot.allowed else "region-R1": shot,
        "dimension-R1-B2": check_contact(LAYOUT, "R1", "B2"),
        "ship-R1": check_setup(LAYOUT),
    }
    for mark, ruling in marks.items():
        svg = ruling._repr_svg_()
        assert svg is not None
        assert mark in named(svg), ruling.question


def test_a_ruling_is_drawn_under_its_own_rules_and_unit() -> None:
    ruling = check_contact(LAYOUT, "R1", "B2", rules=Rules(footprint="section_triangle"), unit="in")
    svg = ruling._repr_svg_()

    assert svg is not None
    assert "(footprint = section_triangle)" in svg
    assert " in clear of B2" in svg


def test_what_it_was_given_on_is_no_part_of_a_ruling() -> None:
    ruling = check_contact(LAYOUT, "R1", "B2")
    bare = Ruling("contact", Answer.NO, True, "R1", "B2")

    assert bare._repr_svg_() is None
    assert "subject" not in ruling.as_json()
    assert "subject" not in repr(ruling)
    assert ruling == check_contact(Layout(LAYOUT.ships, tolerance=0), "R1", "B2")


def test_the_engine_reaches_up_only_where_the_architecture_says() -> None:
    """`plots` is imported inside functions of the command and of `tabletop.notebook`, nowhere else."""
    found = set()
    for path in sorted((ROOT / "armada_sim").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        checked = [n for n in tree.body if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
        quiet = {id(node) for block in checked for node in ast.walk(block)}
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "plots" for name in names) and id(node) not in quiet:
                assert node not in tree.body, path
                found.add(path.relative_to(ROOT / "armada_sim").as_posix())
    assert {path for path in found if not path.startswith(("cli/", "web/"))} == {"tabletop/notebook.py"}
    assert any(path.startswith("cli/") for path in found)


def test_ruling_loads_no_drawing() -> None:
    code = "from armada_sim import *; import sys\n"
    code += "check_contact(Layout((Ship('a','x','small',Pose(0,0,0)),Ship('b','x','small',Pose(90,0,0)))),'a','b')\n"
    code += "assert 'plots' not in sys.modules and 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
