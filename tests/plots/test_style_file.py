"""Styles as files, and the options of every command that draws."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from armada_sim.cli.commands import cli
from armada_sim.tabletop import LANGUAGES, InputError, Language
from armada_sim.tabletop.shipped import shipped
from grid_games.cli.commands import cli as grid_cli
from plots import STYLES, Style, parse_style, style_of, style_schema
from plots.rulebook import FIGURES
from tests.whole import few, whole

ROOT = Path(__file__).parents[2]
EXAMPLE = shipped("armada_sim", ".toml", "styles")["style"].read_text(encoding="utf-8")
DISPUTE = shipped("armada_sim", ".toml")["four-steps"]
MM_PER_POINT = 25.4 / 72


def drawn(tmp_path: Path, *options: str, command: Any = cli, first: tuple[str, ...] = ()) -> str:
    """The SVG that a command draws."""
    path = tmp_path / "drawn.svg"
    arguments = first or ("draw", str(DISPUTE))
    found = CliRunner().invoke(command, [*arguments, "-o", str(path), *options])
    assert found.exit_code == 0, found.output
    return path.read_text(encoding="utf-8")


def style_file(folder: Path, text: str) -> str:
    (folder / "mine.toml").write_text(text)
    return str(folder / "mine.toml")


def width_of(svg: str) -> float:
    """mm"""
    found = re.search(r'<svg [^>]*width="([\d.]+)pt"', svg)
    assert found
    return float(found[1]) * MM_PER_POINT


def test_a_style_file_has_a_key_for_everything_a_style_is_made_of() -> None:
    assert set(style_schema()["properties"]) == {field.name for field in dataclasses.fields(Style)} - {
        "name",
        "spare",
    } | {"base"}


def test_the_shipped_style_is_read_and_fits_its_schema(tmp_path: Path) -> None:
    import tomllib

    jsonschema.validate(tomllib.loads(EXAMPLE), style_schema())
    style = parse_style(EXAMPLE)
    assert (style.font, style.title, style.legend, style.players[1].hatch) == ("DejaVu Serif", 11.0, "below", "////")
    assert (style.grid, style.caption) == (STYLES["print"].grid, True)
    file = style_file(tmp_path, EXAMPLE)
    assert style_of(file) == dataclasses.replace(style, name=file)
    svg = drawn(tmp_path, "--style", file)
    assert "#b5432e" in svg
    assert "DejaVu Serif" in svg


def test_every_mistake_of_a_style_file_is_said_with_its_key(tmp_path: Path) -> None:
    text = 'base = "prin"\ntext = -1\nink = "blu"\nfont = "No Such Letters"\nheding = true\n[[players]]\nhatch = "/"\n'
    with pytest.raises(InputError) as refused:
        parse_style(text, name="mine.toml")
    told = [str(error) for error in (refused.value, *refused.value.others)]
    for key in ("heding", "base", "text", "ink", "font", "players[1].fill"):
        assert any(f"mine.toml: {key}: " in line for line in told), (key, told)
    options = ["-o", str(tmp_path / "x.svg"), "--style", style_file(tmp_path, text)]
    found = CliRunner().invoke(cli, ["draw", str(DISPUTE), *options])
    assert found.exit_code == 2
    assert "did you mean heading?" in found.output
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(
    ("command", "first"),
    [(cli, ("draw", str(DISPUTE))), (grid_cli, ("draw", "strategiksa")), whole(grid_cli, ("draw", "singidunum"))],
)
@pytest.mark.parametrize("width", few([60.0, 80.0, 250.0], 1))
def test_a_picture_is_as_wide_as_asked_for_and_its_letters_keep_their_size(
    tmp_path: Path, command: Any, first: tuple[str, ...], width: float
) -> None:
    svg = drawn(tmp_path, "--size", f"{width:g}mm", "--crop", command=command, first=first)
    assert width_of(svg) == pytest.approx(width, abs=0.1)
    screen = STYLES["screen"]
    assert {f"{screen.text:g}px", f"{screen.title:g}px"} <= set(re.findall(r"font-size:([\d.]+px)", svg))


def test_title_legend_and_margin_are_as_asked_for(tmp_path: Path) -> None:
    plain = drawn(tmp_path)
    assert "Mine" in drawn(tmp_path, "--title", "Mine")
    bare = drawn(tmp_path, "--no-title", "--no-legend")
    for word in ("red (R1)", "blue (B1)"):
        assert word in re.sub("<desc.*?</desc>|<metadata>.*?</metadata>", "", plain, flags=re.DOTALL)
        assert word not in bare
    assert width_of(drawn(tmp_path, "--crop")) == pytest.approx(
        width_of(plain) - 2 * STYLES["screen"].margin_mm, abs=0.1
    )


def test_a_style_has_a_language_and_letters_of_its_own(tmp_path: Path) -> None:
    assert "<text" in drawn(tmp_path)
    svg = drawn(tmp_path, "--style", style_file(tmp_path, 'lang = "fr"\noutlines = true\n'))
    assert 'xml:lang="fr"' in svg
    assert "<text" not in svg


@pytest.mark.parametrize(
    "option", [("--size", "80mm"), ("--crop",), ("--no-legend",), ("--title", "x"), ("--style", "print")]
)
def test_how_a_picture_looks_is_not_said_of_no_picture(option: tuple[str, ...]) -> None:
    found = CliRunner().invoke(cli, ["check", str(DISPUTE), *option])
    assert found.exit_code == 2
    assert f"{option[0]}: says how a picture looks" in found.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_styles_has_every_key_and_its_example_runs(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, schema = Language(lang), style_schema()
    page = (ROOT / "docs" / ("styles.md" if lang == "en" else f"styles.{lang}.md")).read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| [^|]*\|$", page.replace(r"\|", "¦"), re.M))
    keys = schema["properties"] | schema["properties"]["players"]["items"]["properties"]
    assert told == {key: words.say(one["description"]).replace("|", "¦") for key, one in keys.items()}
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    for name in ("mine", "column"):
        assert width_of((tmp_path / f"{name}.svg").read_text(encoding="utf-8")) == pytest.approx(80, abs=0.1)


DRAWING = {"armada draw", "armada check", "armada reach", "armada figures", "armada replay", "armada balance"}
DRAWING |= {"armada figure", "grid-games draw", "grid-games balance"}


def test_every_command_that_draws_takes_all_the_options() -> None:
    wanted, found = {"--style", "--title", "--no-title", "--no-legend", "--size", "--crop"}, set()
    for program, commands in (("armada", cli), ("grid-games", grid_cli)):
        for name, command in commands.commands.items():
            options = {option for parameter in command.params for option in parameter.opts}
            if options & wanted and name != "print":  # what a kit has is made to be played with
                assert wanted <= options, name
                found.add(f"{program} {name}")
    assert found == DRAWING


@pytest.mark.parametrize(
    ("wish", "said"),
    [(("--crop",), "name one with -o"), (("--size", "60mm", "-o", "x.html"), "a width of 70 mm at least"),
     (("--style", "none.toml", "-o", "x.html"), "none.toml: there is no such file")],
)  # fmt: skip
def test_how_a_report_cannot_look_is_said_before_a_game_is_played(
    wish: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, experiment in ((cli, "basic"), (grid_cli, "strategiksa/levels")):
        found = CliRunner().invoke(command, ["balance", experiment, *wish])
        assert found.exit_code == 2
        assert said in found.output
        assert not list(tmp_path.iterdir())


def test_an_animation_looks_as_asked_for(tmp_path: Path) -> None:
    game = str(Path(__file__).parents[1] / "data" / "games" / "line-crossed.json")
    said = ["replay", game, "--lang", "fr", "--size", "80mm"]
    for options, kind in ((["--title", "Mine"], "page.html"), (["--no-title", "--no-legend", "--crop"], "bare.html")):
        found = CliRunner().invoke(cli, [*said, *options, "-o", str(tmp_path / kind)])
        assert found.exit_code == 0, found.output
    page, bare = ((tmp_path / name).read_text(encoding="utf-8") for name in ("page.html", "bare.html"))
    assert "<h1>Mine</h1>" in page
    assert 'class="legend"' in page
    assert "#table svg{width:80mm}" in page
    assert "body{padding:0}" in bare
    assert "<h1>" not in bare
    assert 'class="legend"' not in bare


@pytest.mark.parametrize("size", ["8", "19mm", "1e3mm", "80 km", "-80mm"])
def test_a_width_that_is_none_is_refused(size: str) -> None:
    found = CliRunner().invoke(cli, ["draw", str(DISPUTE), "-o", "x.svg", f"--size={size}"])
    assert found.exit_code == 2
    assert "expected a width" in found.output


ONE_LOOK = '[[players]]\nfill = "teal"\nhatch_ink = "white"\n'
NO_LOOK = "players = []\n"
MANY_LOOKS = "".join(f'[[players]]\nfill = "#{10 * i:02x}80ff"\nhatch_ink = "white"\n' for i in range(25))
THREE = ("blocked-headings", "fleets", "step")
NUMBERS = pytest.mark.parametrize("looks", few([ONE_LOOK, NO_LOOK, MANY_LOOKS], 1), ids=["one", "none", "many"])


@NUMBERS
@pytest.mark.parametrize(
    ("command", "first"),
    [
        (cli, ("draw", str(DISPUTE))),
        (grid_cli, ("draw", "strategiksa")),
        *(whole(grid_cli, ("draw", name)) for name in ("singidunum", "destin-arc")),
    ],
    ids=["armada", "strategiksa", "singidunum", "destin-arc"],
)
def test_any_number_of_players_has_looks_and_two_never_look_alike(
    looks: str, command: Any, first: tuple[str, ...], tmp_path: Path
) -> None:
    """With fewer looks than players, the others are as in the style the file starts from."""
    file = style_file(tmp_path, looks)
    assert "<svg " in drawn(tmp_path, "--style", file, command=command, first=first)
    chosen = parse_style(looks).looks(("red", "blue", "Ann"))
    assert len({(look.fill, look.hatch) for look in chosen.values()}) == 3
    own = re.findall('fill = "(.*)"', looks)
    assert [chosen[player].fill for player in ("red", "blue", "Ann")][: len(own)] == own[:3]


def test_looks_of_the_base_go_to_their_names_first() -> None:
    """A style's own look is given out before them, also to a player of another name."""
    one, print_ = (
        parse_style(ONE_LOOK),
        {name: look.fill for name, look in STYLES["print"].looks(("red", "blue")).items()},
    )
    assert {name: look.fill for name, look in one.looks(("red", "blue")).items()} == {
        "red": "teal",
        "blue": print_["blue"],
    }
    named = parse_style(ONE_LOOK + 'words = ["blue"]\n')
    assert {name: look.fill for name, look in named.looks(("red", "blue")).items()} == {
        "red": print_["red"],
        "blue": "teal",
    }
    grey = parse_style('base = "greyscale"\n' + ONE_LOOK)
    assert grey.looks(("Ann", "Bob"))["Bob"] in STYLES["greyscale"].players
    assert len(Style("mine", ()).looks(tuple(f"p{i}" for i in range(30)))) == 30


@pytest.mark.parametrize(
    ("looks", "wanted"),
    [(ONE_LOOK, THREE), whole(NO_LOOK, THREE), whole(MANY_LOOKS, ())],
    ids=["one-three", "none-three", "many-all"],
)
def test_figures_of_the_rulebooks_take_any_number_of_players(
    wanted: tuple[str, ...], looks: str, tmp_path: Path
) -> None:
    options = [option for name in wanted for option in ("--only", name)]
    made = ["figures", *options, "-o", str(tmp_path / "made"), "--style", style_file(tmp_path, looks)]
    found = CliRunner().invoke(cli, made)
    assert found.exit_code == 0, found.output
    assert len(list((tmp_path / "made").iterdir())) == (len(wanted) or len(FIGURES))


@NUMBERS
def test_an_animation_and_a_report_take_any_number_of_players(looks: str, tmp_path: Path) -> None:
    file = style_file(tmp_path, looks)
    game = str(Path(__file__).parents[1] / "data" / "games" / "line-crossed.json")
    found = CliRunner().invoke(cli, ["replay", game, "-o", str(tmp_path / "page.html"), "--style", file])
    assert found.exit_code == 0, found.output
