"""A recorded game in motion: every ship where the record puts it, nothing fetched, nothing believed that a player
wrote."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.files.game_reading import load_game, parse_game
from armada_sim.files.game_records import Replay, replay
from armada_sim.pictures import Words
from armada_sim.tabletop.errors import InputError
from plots import save_animation
from plots.animation import page
from plots.frames import frames
from plots.style_file import style_of
from tests import oracle

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "data" / "games"
SHIPPED = ROOT / "examples" / "games" / "larges-against-mediums.json"
SCREEN = style_of("screen")


@pytest.fixture(scope="module")
def shipped() -> Replay:
    return replay(load_game(SHIPPED))


@pytest.fixture(scope="module")
def crossed() -> Replay:
    return replay(load_game(GOLDEN / "line-crossed.json"))


@cache
def page_of(found: Replay, lang: str = "en") -> str:
    return page(found, frames(found, lang), SCREEN, Words(lang))


class Reader(HTMLParser):
    """Elements with their attributes, and texts by the element they stand in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside.append(dict(attrs).get("id") or tag)

    def handle_endtag(self, tag: str) -> None:
        self.inside.append("")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts[self.inside[-1]] = self.texts.get(self.inside[-1], "") + data

    def by_id(self, name: str) -> dict[str, Any]:
        return next(attributes for _, attributes in self.elements if attributes.get("id") == name)


def data_of(text: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert match
    data: dict[str, Any] = json.loads(match[1])
    return data


def corners(reader: Reader, size: str, x: float, y: float, turn: float) -> np.ndarray:
    """Corners in mm, y upwards, of a hull of the page moved by a transform of the page."""
    points = np.array([[float(v) for v in p.split(",")] for p in reader.by_id(f"h-{size}")["points"].split()])
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return (points @ np.array([[c, s], [-s, c]]) + [x, y]) * [1, -1]


def expected(size: str, x: str, y: str, heading: str) -> np.ndarray:
    triangle = oracle.triangle(*(Fraction(value) for value in (x, y, heading)), size)
    return np.array([[float(value) for value in corner] for corner in triangle])


def placed(path: Path) -> dict[str, tuple[str, str, str]]:
    """Where the record's own lines set ships up."""
    lines = [line for line in json.loads(path.read_text(encoding="utf-8"))["actions"] if line.startswith("place ")]
    return {
        name: (x, y, heading)
        for line in lines
        for name, x, y, heading in re.findall(r"(\w+) ([\d.]+),([\d.]+),([\d.]+)", line)
    }


SIZES = {"L": "large", "M": "medium", "S": "small"}


def test_the_page_has_a_picture_for_every_action_and_ships_where_they_lie(shipped: Replay) -> None:
    text = page_of(shipped)
    reader, data = Reader(text), data_of(text)
    assert len(data["frames"]) == len(shipped.games) == len(shipped.record.actions) + 1
    names = [str(reader.texts[f"n{i}"]) for i in range(len(data["ships"]))]
    lying: dict[str, list[float]] = {}
    for number, frame in enumerate(data["frames"]):
        lying |= {names[i]: place for i, *place in frame.get("c", [])}
        layout = shipped.games[number].layout
        assert set(lying) == {ship.name for ship in layout.ships}
        for ship in layout.ships:
            x, y, turn, damage = lying[ship.name]
            assert (x, -y) == pytest.approx((float(ship.pose.x), float(ship.pose.y)), abs=0.0006)
            assert (-turn - float(ship.pose.heading)) % 360 == pytest.approx(0, abs=1e-6)
            assert damage == ship.damage
        if number == 4:
            for name, place in placed(SHIPPED).items():
                size = SIZES[name[1]]
                drawn = corners(reader, size, *lying[name][:3])
                assert np.abs(drawn - expected(size, *place)).max() < 0.002


def test_a_move_leaves_a_ghost_and_a_shot_a_line(shipped: Replay) -> None:
    text = page_of(shipped)
    data, reader = data_of(text), Reader(text)
    kinds = {"moves": 0, "shots": 0}
    for number, (line, frame) in enumerate(zip(map(str, lines(SHIPPED)), data["frames"][1:], strict=True)):
        before = shipped.games[number].layout
        assert ("g" in frame, "s" in frame) == (" > " in line, " x " in line)
        if "g" in frame:
            kinds["moves"] += 1
            i, x, y, _ = frame["g"]
            was = before.ship(str(reader.texts[f"n{i}"]))
            assert was.name == line.split()[0]
            assert (x, -y) == pytest.approx((float(was.pose.x), float(was.pose.y)), abs=0.0006)
        if "s" in frame:
            kinds["shots"] += 1
            shooter, target = (before.ship(line.split()[k]) for k in (0, 2))
            ends = [(frame["s"][0], -frame["s"][1]), (frame["s"][2], -frame["s"][3])]
            for ship, point, room in ((shooter, ends[0], 0.01), (target, ends[1], 0.01)):
                hull = expected(str(ship.size), str(ship.pose.x), str(ship.pose.y), str(ship.pose.heading))
                assert distance_to_hull(hull, np.array(point)) < room
    assert kinds["moves"] > 20
    assert kinds["shots"] == 18


def lines(path: Path) -> list[str]:
    found: list[str] = json.loads(path.read_text(encoding="utf-8"))["actions"]
    return found


def distance_to_hull(hull: np.ndarray, point: np.ndarray) -> float:
    import shapely

    return float(shapely.Polygon(hull).distance(shapely.Point(point)))


def test_without_scripts_the_last_position_stands_there(crossed: Replay) -> None:
    reader = Reader(page_of(crossed))
    last = crossed.games[-1].layout
    for number, ship in enumerate(last.ships):
        attributes = reader.by_id(f"s{number}")
        assert "display" not in attributes
        move = re.fullmatch(r"translate\((\S+) (\S+)\) rotate\((\S+)\)", attributes["transform"])
        assert move
        size = str(ship.size)
        drawn = corners(reader, size, *(float(v) for v in move.groups()))
        assert (
            np.abs(drawn - expected(size, *(str(v) for v in (ship.pose.x, ship.pose.y, ship.pose.heading)))).max()
            < 0.002
        )
    assert "hidden" in reader.by_id("controls")
    assert "open" in reader.by_id("actions")
    assert reader.texts["closing"] == "red wins: a ship got past the line."
    assert [tag for tag, _ in reader.elements].count("li") == len(crossed.record.actions) + 2  # and the legend's two


def test_the_page_is_labelled_and_says_what_it_shows(crossed: Replay) -> None:
    text = page_of(crossed, "fr")
    reader = Reader(text)
    assert reader.by_id("slider")["max"] == str(len(crossed.record.actions))
    for tag, attributes in reader.elements:
        if tag in ("button", "input"):
            assert attributes.get("aria-label") or attributes.get("id") == "play"
    svg = next(attributes for tag, attributes in reader.elements if tag == "svg")
    assert svg["role"] == "img"
    assert {reader.texts[name] for name in str(svg["aria-labelledby"]).split()} == {
        "Au-delà de la ligne", Words("fr").say("The table seen from above; under it, what each action did.")
    }  # fmt: skip
    assert '<html lang="fr">' in text
    assert "RS1 fait un pas, cap 90°" in text
    assert "takes" not in text


SHORT = "b'\"</script><svg onload=x>&lt;"
HOSTILE = '</script><img src="http://x/y" onerror="alert(1)">&amp;'


def test_what_players_wrote_stays_text_and_nothing_is_fetched(crossed: Replay) -> None:
    table = (GOLDEN / "line-crossed.json").read_text(encoding="utf-8").replace('"blue"', json.dumps(SHORT))
    table = table.replace("Past the line", json.dumps(HOSTILE)[1:-1]).replace('"reef"', json.dumps(HOSTILE))
    found = replay(replace(parse_game(table), digest=""))
    assert found.good
    text = page_of(found)
    reader = Reader(text)
    tags = [tag for tag, _ in reader.elements]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert reader.texts["h1"] == HOSTILE
    assert len(data_of(text)["frames"]) == 8
    for tag, attributes in reader.elements:
        assert not any(key.startswith("on") for key in attributes), tag
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    assert all(target.startswith("#") for target in re.findall(r"url\((.)", text))
    policy = next(a["content"] for t, a in reader.elements if t == "meta" and "http-equiv" in a)
    assert str(policy).startswith("default-src 'none'")


@pytest.fixture(scope="module")
def flagged() -> Replay:
    return replay(load_game(GOLDEN / "three-flags.json"))


def test_flagships_fly_a_pennant_in_every_picture_once_they_have_their_flag(flagged: Replay) -> None:
    record = json.loads((GOLDEN / "three-flags.json").read_text(encoding="utf-8"))["actions"]
    shown = frames(flagged)
    given: list[str] = []
    for frame, line in zip(shown, ["", *record], strict=True):
        given += [line.removeprefix("flag ")] if line.startswith("flag ") else []
        # Eva Lu gives up and takes her flag with her; the last shot sinks BL1 with its own
        gone = {"EM1"} if line == "resign" else {"EM1", "BL1"} if frame is shown[-1] else set()
        assert set(frame.flagships) == set(given) - gone
    assert given == ["AS1", "BL1", "EM1"]


def test_the_page_knows_the_flagships_of_every_picture(flagged: Replay, crossed: Replay) -> None:
    text = page_of(flagged, "fr")
    data, reader, shown = data_of(text), Reader(text), frames(flagged, "fr")
    names = [name.split("\n")[0] for name in (reader.texts[f"n{i}"] for i in range(len(data["ships"])))]
    flying: list[int] = []
    for row, frame in zip(data["frames"], shown, strict=True):
        flying = row.get("f", flying)
        assert {names[i] for i in flying} == set(frame.flagships)
    assert {f"f{names.index(name)}" for name in ("AS1", "BL1", "EM1")} <= {a.get("id") for _, a in reader.elements}
    assert "navire porteur du pavillon" in text
    assert "flagship" not in page_of(crossed)


def test_the_page_stays_small(shipped: Replay) -> None:
    """So that 300 actions stay below half a megabyte, with room to spare."""
    assert len(page_of(shipped).encode()) < 15_000 + 400 * len(shipped.games)


def test_the_command_animates_what_is_allowed_and_refuses_other_files(tmp_path: Path) -> None:
    text = (GOLDEN / "three-flags.json").read_text(encoding="utf-8")
    target = tmp_path / "game.html"
    done = CliRunner().invoke(cli, ["replay", "-", "-o", str(target)], input=text)
    assert (done.exit_code, done.stderr) == (0, "")
    assert len(data_of(target.read_text(encoding="utf-8"))["frames"]) == 17
    faulty = text.replace('"AS1 > 90"', '"AS1 > 270"')
    done = CliRunner().invoke(cli, ["replay", "-", "-o", str(target)], input=faulty)
    assert done.exit_code == 1
    assert len(data_of(target.read_text(encoding="utf-8"))["frames"]) == 7
    for name, words in (
        ("a.gif", "ends in .html, not as "),
        ("no/a.html", "there is no directory"),
    ):
        done = CliRunner().invoke(cli, ["replay", "-", "-o", str(tmp_path / name)], input=text)
        assert (done.exit_code, done.stdout) == (2, "")
        assert words in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]
    with pytest.raises(InputError, match="ends in"):
        save_animation(replay(parse_game(text)), tmp_path / "a.mp4")


DOM = r"""
const fs = require("fs");
const {ids, rows, things, data, script} = JSON.parse(fs.readFileSync(0, "utf8"));
const made = (id) => {
  const attributes = {}, classes = new Set();
  const element = {
    id, attributes, dataset: {}, textContent: "", hidden: true,
    setAttribute: (key, value) => { attributes[key] = String(value); },
    removeAttribute: (key) => { delete attributes[key]; },
    toggleAttribute: () => {}, querySelector: () => made(""),
    classList: {
      toggle: (name, on) => { on ? classes.add(name) : classes.delete(name); },
      contains: (name) => classes.has(name), 1: "p0",
    },
  };
  Object.defineProperty(element, "firstElementChild", { get: () => made("") });
  return element;
};
const elements = Object.fromEntries(ids.map((id) => [id, made(id)]));
for (const [id, text] of Object.entries(data.names)) elements[id].textContent = text;
elements.data.textContent = data.json;
const list = rows.map(() => ({
  ...made(""), querySelector: () => made(""), parentElement: { previousElementSibling: made("") },
}));
const drawn = things.map((since) => ({ ...made(""), dataset: { since } }));
global.document = {
  getElementById: (id) => elements[id] || null,
  querySelectorAll: (which) => (which === ".thing" ? drawn : list),
  addEventListener: (_, handler) => { elements.keyboard = handler; },
};
global.location = { hash: "" };
eval(script);
const seen = [];
for (let k = 0; k <= rows.length; k++) {
  elements.slider.oninput({ target: { value: String(k) } });
  const state = {};
  for (const id of ids.filter((id) => /^[sfn]\d+$|^shot$|^ghost$/.test(id)))
    state[id] = { ...elements[id].attributes, sunk: elements[id].classList.contains("sunk") };
  seen.push(state);
}
elements.first.onclick();
elements.keyboard({ key: "ArrowRight", target: {}, preventDefault: () => {} });
console.log(JSON.stringify({ seen, after: elements.number.textContent }));
"""
"""As much of a browser as the page's script asks for: elements by id that remember their attributes."""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_script_moves_everything_to_where_each_picture_has_it(flagged: Replay) -> None:
    text = page_of(flagged)
    reader, data = Reader(text), data_of(text)
    script = re.findall(r"<script>\n(.*?)</script>", text, re.S)[0]
    ids = [str(attributes["id"]) for _, attributes in reader.elements if attributes.get("id")]
    names = {f"n{i}": str(reader.texts[f"n{i}"]) for i in range(len(data["ships"]))}
    things = [str(attributes["data-since"]) for _, attributes in reader.elements if "data-since" in attributes]
    given = {
        "ids": ids,
        "rows": data["frames"][1:],
        "things": things,
        "script": script,
        "data": {"names": names, "json": json.dumps(data)},
    }
    done = subprocess.run(["node", "-e", DOM], input=json.dumps(given), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["after"] == f"1 / {len(data['frames']) - 1}"  # first, then an arrow key
    for state, frame in zip(told["seen"], frames(flagged), strict=True):
        lying = {ship.name: ship for ship in frame.layout.ships}
        for i, name in enumerate(names.values()):
            hull, flag = state[f"s{i}"], state[f"f{i}"]
            assert ("display" in hull) == (name not in lying)
            assert ("display" in flag) == (name not in frame.flagships)
            if name in lying:
                x, y, turn = (float(v) for v in re.findall(r"-?[\d.]+", hull["transform"]))
                pose = lying[name].pose
                assert (x, -y, (-turn - float(pose.heading)) % 360) == pytest.approx(
                    (float(pose.x), float(pose.y), 0), abs=0.001
                )
                assert hull["sunk"] == lying[name].sunk
        assert ("display" in state["shot"]) == (frame.shot is None)
