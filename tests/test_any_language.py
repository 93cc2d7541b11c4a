"""Every command of both programs in a language of marked strings: what is printed, drawn and written says the same as
in English but for the marks, and nothing is left without marks but names and what is typed as it is."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure
from matplotlib.text import Text
from starlette.testclient import TestClient

from armada_sim.cli.commands import cli as armada
from armada_sim.cli.explain import SCHEMAS
from armada_sim.table import BY_KEY, NUMBERS, PRESETS, TEXT
from armada_sim.table.numbers import OF_A_SIZE
from armada_sim.tabletop import Option
from armada_sim.tabletop.web import Guard
from armada_sim.web import referee_table
from grid_games import catalogue
from grid_games.cli.commands import cli as grid_games
from grid_games.cli.example import examples, experiments, numbers
from grid_games.destin_arc.game import KIND as DESTIN_ARC
from tests.catalogues import OPTIONS_OF, ROOT
from tests.marked import unmarked
from tests.photo.painting import paint
from tests.photo.standing import SEVEN, Standing
from tests.whole import whole

PROGRAMS = {"armada": armada, "grid-games": grid_games}
WHERE = {"armada": ROOT / "examples", "grids": ROOT / "grid_games" / "examples", "data": ROOT / "tests" / "data"}


def typed_of(options: Iterable[Option]) -> str:
    """What is typed of options."""
    return " ".join(
        f"{option.key} {option.default} {' '.join((*option.values, *option.refused))}" for option in options
    )


PLACES = " ".join(text for text, _ in DESTIN_ARC.load().land.names)
KEYS = " ".join((typed_of(BY_KEY.values()), *PRESETS, *NUMBERS, *OF_A_SIZE))
GRID_KEYS = " ".join(typed_of(options) for file, options in OPTIONS_OF.items() if file.startswith("grid_games"))
EXTRAS = {name: catalogue.extras(name) for name in catalogue.KINDS}
NOTATION = " ".join(typed for extras in EXTRAS.values() for typed, _ in (*extras.notation, *extras.phrases))
MAPS = " ".join(f"{' '.join((*extras.maps, *extras.numbers))} {name}" for name, extras in EXTRAS.items())
CLAUSES = " ".join(TEXT)
SHIPPED = " ".join(f"{file.stem} {file.parent.name}" for file in (ROOT / "examples").rglob("*.*"))
GRIDS = " ".join(file for file in (*examples(), *experiments(), *numbers()))
FEW = """
sets = 1
fleets = {ones = "L1", twos = "M1"}
players = [{name = "greedy", level = "greedy"}]
rules = {fleet_budget = "free"}
"""
LEVELS = """
game = "strategiksa"
sets = 1
levels = {hasty = "random", wise = "greedy"}
settings = {canonical_steps = "on", max_rounds = 1}
"""
TABLE = "help\nships\nlegal RL1\nwhy\nwhy RL1 x BM1\nhint\nauto\nquit\n"
BOARD = "help\n?\nboard\nlegend\nabout c3\nhint\nsave\nsave x.y\nwhy\nauto\nquit\n"

DRAWN = (
    "blocked-headings", "goal-flag", "singidunum-odds", "contact-overlap", "fleets", "strategiksa-battle",
    "destin-table",
)  # fmt: skip
"""Figures of the rulebooks, of every kind."""

OWN_WORDS = " ".join(file.read_text("utf-8") for file in (ROOT / "examples" / "figures").iterdir())
"""Figure files have their words in them, in the languages they were written in."""

CALLS: list[tuple[str, str, str]] = [
    ("armada check {armada}/shot-after-a-move.toml -o turn.svg", "", CLAUSES),
    ("armada reach {armada}/island-in-the-way.toml B1 --steps 1 --gap 8 -o reach.svg", "", "cm²"),
    ("armada draw {armada}/four-steps.toml -o a.svg --show labels,damage,scale,grid,broadsides,headings", "", ""),
    ("armada example", "", f"{SHIPPED} figure"),
    ("armada example blunt", "", "blunt-tips"),
    ("armada rules", "", f"{KEYS} {CLAUSES} docs rules armada md n f 0.5"),
    ("armada rules setup_touch", "", f"{KEYS} docs armada md"),
    ("armada rules flag", "", f"{KEYS} docs armada md"),
    ("armada rules classic", "", "classic docs rules armada md"),
    ("armada schema dispute", "", ""),
    ("armada schema nothing", "", " ".join(SCHEMAS)),
    ("armada figures --list --only step", "", OWN_WORDS),
    (f"armada figures -o figures {' '.join(f'--only {name}' for name in DRAWN[:3])}", "", f"mm in d {OWN_WORDS}"),
    ("armada figure {armada}/figures/one-step.toml -o step.svg", "", OWN_WORDS),
    ("armada play --set game_limit=x", "", KEYS),
    ("armada play --rules infiltration --fleet red=L4 --fleet blue=L4 --blue human", "", f"{KEYS} red first line"),
    ("armada play --blue greedy", TABLE, f"{CLAUSES} red fleet first place human game_limit quiet_turns"),
    ("armada replay {armada}/games/larges-against-mediums.json", "", KEYS),
    ("armada balance - --store few.games --workers 1 -o few.html", FEW, "armada_sim quiet_turns game_limit"),
    ("armada serve --port 0 --no-browser --games games.sqlite", "", "http lang eo"),
    ("armada pocket -o pocket --with numpy", "", "runtime"),
    ("armada photo table.png -o table.toml --overlay over.png", "", ""),
    ("grid-games list", "", "play check draw odds balance " + MAPS),
    *(
        (f"grid-games list {name}", "", f"{GRID_KEYS} {NOTATION} {MAPS} bonnaire docs rules md")
        for name in catalogue.KINDS
    ),
    ("grid-games example", "", GRIDS),
    ("grid-games rules strategiksa 900", "", "The board map corner Players, colours and pieces"),
    ("grid-games check {grids}/destin-arc/three-to-one-by-night.toml", "", "turn"),
    ("grid-games check {grids}/singidunum/where-to-retreat.toml", "", "turn"),
    ("grid-games check {grids}/strategiksa/over-the-enemy.toml", "", ""),
    ("grid-games check {grids}/strategiksa/a-piece-too-many.txt", "", ""),
    ("grid-games check {grids}/strategiksa/short-war.json", "", ""),
    ("grid-games odds destin-arc", "", ""),
    ("grid-games odds singidunum", "", ""),
    ("grid-games odds singidunum attack=C6+A5 defence=H6", "", ""),
    ("grid-games odds singidunum shoot=A6 target=C5 over=1", "", ""),
    ("grid-games odds strategiksa", "", ""),
    ("grid-games draw {grids}/strategiksa/over-the-enemy.toml -o strategiksa.svg", "", ""),
    ("armada print --list", "", "rules aid ships template tools"),
    ("grid-games print singidunum --list", "", "rules aid board key counters tracks"),
    (
        "grid-games play strategiksa --red human",
        BOARD,
        f"{NOTATION} greedy auto undo hint help json rules end dismiss no",
    ),
    ("grid-games balance - --store levels.games --workers 1 -o levels.html", LEVELS, ""),
]
DEAR: list[tuple[str, str, str]] = [
    ("armada check {armada}/shot-past-a-friend.toml -o ruling.svg", "", CLAUSES),
    ("armada check {armada}/past-the-line.toml -o line.svg", "", CLAUSES),
    (f"armada figures -o figures {' '.join(f'--only {name}' for name in DRAWN)}", "", f"mm in d {OWN_WORDS}"),
    ("grid-games draw {grids}/singidunum/who-wins.toml -o singidunum.svg", "", ""),
    *(
        (f"armada check {{armada}}/{file.name}", "", f"{CLAUSES} {KEYS} cm medium height")
        for file in WHERE["armada"].glob("*.toml")
    ),
    ("armada check {armada}/set-up-too-close.toml -o set-up.pdf", "", CLAUSES + " cm"),
    ("armada check {armada}/could-it-have-got-there.toml -o there.png", "", CLAUSES),
    ("armada draw {armada}/shot-past-a-friend.toml -o worked.svg --around R1 --show reach,threat,sight", "", "cm²"),
    ("armada schema game", "", ""),
    ("armada check {armada}/half-out-of-reach.toml --readings", "", f"{CLAUSES} {KEYS}"),
    ("armada schema experiment", "", ""),
    ("armada replay {data}/games/three-flags.json -o game.html", "", KEYS),
    ("grid-games draw {grids}/destin-arc/past-the-enemy.toml -o arc.svg", "", PLACES),
]


def test_every_command_is_called() -> None:
    called = {tuple(typed.split()[:2]) for typed, *_ in CALLS}
    assert called == {(name, command) for name, commands in PROGRAMS.items() for command in commands.commands}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of every picture that is made, and what files say of them to those who cannot see them."""
    found: list[str] = []
    save = Figure.savefig

    def saved(figure: Figure, *args: Any, metadata: dict[str, Any] | None = None, **extra: Any) -> None:
        found.extend(text.get_text() for text in figure.findobj(Text))  # type: ignore[attr-defined]
        found.extend(str(value) for value in (metadata or {}).values() if value)
        save(figure, *args, metadata=metadata, **extra)

    monkeypatch.setattr(Figure, "savefig", saved)
    return found


def said_in(output: str, files: Iterable[Path]) -> str:
    """What is printed, and what pages say; of a schema, what is said to people."""
    if output.startswith('{\n  "additionalProperties"'):
        output = " ".join(re.findall(r'"description": ("(?:[^"\\]|\\.)*")', output))
    pages = (re.sub(r"(?s)<(style|script).*?</\1>|<code>.*?</code>|<[^>]*>", " ", file.read_text()) for file in files)
    exact = re.sub(r"\d+/\d+ \((?=[^()]*%\))([^()]*)\)", r"\1", " ".join((output, *map(html.unescape, pages))))
    return " ".join(exact.split())  # fractions stand beside percents only where they have room


def named_in(words: Iterable[str]) -> str:
    """Texts within the files that are named: titles, names, notation."""
    files = (Path(word) for word in words if word.endswith((".toml", ".txt", ".json")))
    return " ".join(text for file in files for text in re.findall(r'"([^"\n]*)"', file.read_text()))


@pytest.mark.parametrize(("typed", "text", "names"), [*CALLS, *(whole(*call) for call in DEAR)])
def test_a_command_says_all_in_any_language(
    typed: str, text: str, names: str, other: str, drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uvicorn.Server.run", lambda _, sockets: [one.close() for one in sockets])
    monkeypatch.setattr("armada_sim.cli.figures.LANGUAGES", ("en", other))
    Standing(unknown=frozenset({1})).stand_in(monkeypatch)
    program, *words = shlex.split(typed.format(**WHERE))
    said: dict[str, str] = {}
    quiet = words[0] in ("draw", "figure", "figures")  # say little beside a picture
    for lang in (other,) if quiet else ("en", other):
        (tmp_path / lang).mkdir()
        monkeypatch.chdir(tmp_path / lang)
        if words[0] == "photo":
            paint(Path("table.png"), SEVEN)
        drawn.clear()
        done = CliRunner().invoke(PROGRAMS[program], words, input=text, prog_name=program, env={"ARMADA_LANG": lang})
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        said[lang] = said_in(done.output, sorted(Path().glob("*.html")))
    assert "⟦" in said[other] + "".join(drawn)
    known = (typed, text, names, named_in(words))
    assert {word for word in unmarked(said[other], *known) if not word.isupper()} == set(), said[other]
    assert {word for word in unmarked(" ".join(drawn), *known) if not word.isupper()} == set(), drawn
    if "en" in said and "serve" not in words:  # any free port
        assert re.sub("[⟦⟧]", "", said[other]).casefold() == said["en"].casefold()


RECORDED = [
    ("armada play --from three-players-and-a-line", "armada replay", "auto\nauto\nauto\nhint\nquit\n"),
    ("armada play --blue greedy --seed 3", "armada replay", "auto\nfirst red\nauto\nhint\npass\nquit\n"),
    *((f"grid-games play {name}", "grid-games check", "hint\nauto\nauto\nquit\n") for name in catalogue.KINDS),
]


@pytest.mark.parametrize(("play", "judge", "typed"), RECORDED, ids=[play for play, *_ in RECORDED])
def test_a_record_is_the_same_in_any_language_and_read_in_any(
    play: str, judge: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recorded in one, judged in the other, and gone on with."""
    monkeypatch.chdir(tmp_path)
    records, rulings = [], []
    for lang, other in (("en", "fr"), ("fr", "en")):
        program, *words = shlex.split(play.format(**WHERE))
        words += ["--record", f"{lang}.json"]
        done = CliRunner().invoke(PROGRAMS[program], words, input=typed, env={"ARMADA_LANG": lang})
        assert done.exit_code == 0, done.output
        records.append(json.loads(Path(f"{lang}.json").read_text()))
        if records[-1].pop("title", ""):  # of a shipped game, in the language of who plays it; the digests cover it
            del records[-1]["chain"]
        program, command = judge.split()
        told = CliRunner().invoke(PROGRAMS[program], [command, f"{lang}.json"], env={"ARMADA_LANG": other})
        rulings.append(told.output)
        again = CliRunner().invoke(PROGRAMS[program], [command, f"{lang}.json", "--json"], env={"ARMADA_LANG": other})
        assert (told.exit_code, again.exit_code) == (0, 0), told.output
        if program == "grid-games":
            on = CliRunner().invoke(
                grid_games, ["play", "--resume", f"{lang}.json"], input="quit\n", env={"ARMADA_LANG": other}
            )
            assert on.exit_code == 0, on.output
    assert records[0] == records[1]
    assert len(records[0]["moves" if judge.startswith("grid") else "actions"]) > 2
    assert rulings[0] != rulings[1]


def texts(value: Any) -> Iterable[str]:
    """The texts within a document, keys left out."""
    if isinstance(value, dict):
        value = list(value.values())
    return [text for part in value for text in texts(part)] if isinstance(value, list) else [str(value)]


def test_the_page_in_a_browser_says_nothing_in_english(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own words, options, rulings and complaints."""
    monkeypatch.setattr("armada_sim.tabletop.web.answering.LANGUAGES", ("en", other))
    with TestClient(referee_table(Guard(frozenset({"testserver"})))) as client:
        page = client.get("/api/page", params={"lang": other}).json()
        assert [word for word in page["words"].values() if unmarked(re.sub(r"\{\w+\}", "", word), "cm")] == []
        for option in page["options"]:
            assert unmarked(option["question"]) == unmarked(" ".join(option["values"].values())) == set()
        assert len(page["words"]) > 60
        dispute = client.post("/api/example", params={"lang": other}, json={"name": "shot-past-a-friend"}).json()
        assert dispute["title"] == "⟦May R1 fire past its friend R2?⟧"
        asked = {"dispute": dispute, "number": 1, "show_in": "mm"}
        ruling = client.post("/api/rule", params={"lang": other}, json=asked).json()
        reasons = json.dumps(ruling["reasons"], ensure_ascii=False)
        assert "⟦" in reasons
        assert unmarked(" ".join(texts(ruling["reasons"])), CLAUSES) == set()
        wrong = client.post("/api/rule", params={"lang": other}, json={**asked, "number": "x"})
        assert wrong.status_code == 422
        assert "⟦" in wrong.text
        assert unmarked(" ".join(texts(wrong.json())), "number x") == set()
