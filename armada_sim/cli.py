"""The command `armada`. Everything but click is imported when a command needs it."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from armada_sim.console import CommandGroup, run
from armada_sim.play_command import play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from importlib.resources.abc import Traversable

    from armada_sim.game_records import Replay
    from armada_sim.layout import Layout
    from armada_sim.reach import Reach
    from armada_sim.records import Dispute
    from armada_sim.rules import Rules
    from armada_sim.ruling import Ruling
    from plots.rulebook import RulebookFigure

PICTURES = (".svg", ".pdf", ".png")
ANIMATIONS = (".html", ".gif")
STYLES = ("screen", "print", "greyscale")
"""The looks `plots` knows, named here so that no help text loads Matplotlib."""

LANGUAGES = ("en", "fr")
"""The languages `plots` writes, named here for the same reason."""

SHOWN = ("labels", "damage", "scale", "grid", "broadsides", "headings", "reach")
SCHEMAS = ("layout", "dispute", "game", "experiment")
_WIDEST_GAP_MM = 100.0
"""mm. A region known to no more than this says nothing."""

WIDTH = 96
"""Characters of a line of output."""


_UNIT = click.option("--unit", type=click.Choice(["mm", "in"]), help="Unit of lengths in sentences and figures.")
_STYLE = click.option("--style", type=click.Choice(STYLES), help="Look of the picture; screen if nothing is said.")
_LANG = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the words on it."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"armada {version('armada-sim')}")
    except PackageNotFoundError:
        click.echo("armada (not installed: run from its source)")
    context.exit()


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: armada example grazed-base-corner > dispute.toml && armada check dispute.toml",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
def cli() -> None:
    """Exact referee for Armada, the pyramid ship game without a board.

    Exit status: 0 if everything asked is allowed, 1 if something is not, 2 if the input cannot be
    understood.
    """


# ---------------------------------------------------------------------------------------------- check


@cli.command(
    short_help="Rule on every question of a dispute file.", epilog="Example: armada check dispute.toml -o ruling.svg"
)
@click.argument("file")
@_JSON
@click.option("-o", "--output", metavar="PICTURE", help="Draw the rulings too (.svg, .pdf or .png).")
@_UNIT
@_STYLE
@_LANG
@click.pass_context
def check(
    context: click.Context, file: str, as_json: bool, output: str | None, unit: str | None, style: str | None, lang: str
) -> None:
    """Rule on every question of a dispute FILE (TOML or JSON; - reads standard input).

    Lengths in JSON are mm.
    """
    from armada_sim.errors import InputError
    from armada_sim.records import load_dispute

    picture = _picture(output)
    if picture is None and style is not None:
        raise InputError("says how a picture looks; name one with --output", key="--style")
    dispute = load_dispute(file)
    if not dispute.questions:
        raise InputError("asks nothing: add a [[questions]] table", key="questions", file=dispute.file)
    rulings = _rulings(dispute, unit)
    text = _document(dispute, rulings) if as_json else _report(dispute, rulings, unit or dispute.unit)
    if picture is not None:
        _draw_rulings(dispute, rulings, picture, unit or dispute.unit, style or STYLES[0], lang)
    click.echo(text)
    context.exit(0 if all(ruling.allowed for ruling in rulings) else 1)


def _rulings(dispute: Dispute, unit: str | None) -> list[Ruling]:
    """The rulings on all questions, in order."""
    from armada_sim.progress import Progress

    rulings = []
    total = len(dispute.questions)
    with Progress(f"question 1 of {total}") as progress:
        for number in range(1, total + 1):
            progress.tell(f"question {number} of {total}")
            rulings.append(dispute.ask(number, unit))
    return rulings


def _picture(name: str | None, kinds: Sequence[str] = PICTURES) -> Path | None:
    """Where a picture goes. Raises InputError unless it can be written there."""
    from armada_sim.errors import InputError

    if name is None:
        return None
    path = Path(name)
    if path.suffix.lower() not in kinds:
        allowed = f"{', '.join(kinds[:-1])} or {kinds[-1]}"
        what = "a picture" if kinds is PICTURES else "an animation"
        raise InputError(f"the name of {what} ends in {allowed}, not as {name!r} does", key="--output")
    if not path.parent.is_dir():
        raise InputError(f"there is no directory {str(path.parent)!r}", key="--output")
    return path


def _document(dispute: Dispute, rulings: Sequence[Ruling]) -> str:
    import json

    document = {
        "title": dispute.title,
        "rules": dispute.rules.not_default(),
        "tolerance": float(dispute.layout.tolerance),
        "notes": [*dispute.notes, *dispute.rules.remarks],
        "rulings": [ruling.as_json() for ruling in rulings],
    }
    return json.dumps(document, indent=2, allow_nan=False)


def _report(dispute: Dispute, rulings: Sequence[Ruling], unit: str) -> str:
    from armada_sim.telling import preamble
    from armada_sim.units import Unit

    words = Unit(unit)
    lines = [click.style(dispute.title, bold=True)] if dispute.title else []
    for line in preamble(dispute, words):
        lines += _wrapped(line)
    for i, ruling in enumerate(rulings, 1):
        lines += ["", *_told(dispute, i, ruling, unit)]
    return "\n".join(lines)


def _told(dispute: Dispute, number: int, ruling: Ruling, unit: str) -> list[str]:
    """One question and its ruling."""
    from armada_sim import telling
    from armada_sim.units import Unit

    words = Unit(unit)
    colour = "yellow" if ruling.answer == "in_doubt" else "green" if ruling.allowed else "red"
    question = telling.question_words(dispute.questions[number - 1], dispute.layout, words)
    lines = _wrapped(question, f"{number}. ", "   ")
    lines.append("   " + click.style(telling.answer_words(ruling), fg=colour, bold=True))
    for reason in ruling.reasons:
        lines += _wrapped(f"{reason.text} [{reason.clause}]", "   - ", "     ")
    margin = telling.margin_words(ruling, words)
    if margin:
        lines += _wrapped(margin, "   ", "   ")
    for line in telling.evidence(ruling, words):
        lines += _wrapped(line.strip(), "   · " if line == line.lstrip() else "       ", "     ")
    for note in ruling.notes:
        lines += _wrapped(f"Note: {note}.", "   ", "   ")
    for clause, text, source in telling.clause_lines(ruling):
        lines += _wrapped(f"[{clause}] {text} ({source})", "   ", "     ", dim=True)
    return lines


def _wrapped(text: str, first: str = "", rest: str = "", *, dim: bool = False) -> list[str]:
    import textwrap

    lines = textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [click.style(line, dim=True) for line in lines] if dim else lines


def _draw_rulings(
    dispute: Dispute, rulings: Sequence[Ruling], picture: Path, unit: str, style: str, lang: str
) -> None:
    import plots
    from armada_sim.errors import InputError
    from armada_sim.telling import answer_words, question_words
    from armada_sim.units import Unit

    many = [picture.with_name(f"{picture.stem}-{i}{picture.suffix}") for i in range(1, len(rulings) + 1)]
    paths = [picture] if len(rulings) == 1 else many
    for path in paths:
        if os.path.isdir(path):  # False, not an error, for a name no file can have
            raise InputError(f"{path} is a directory", key="--output")
    plots.save_figures(
        plots.Picture(
            plots.figure_of_ruling(dispute.layout, ruling, dispute.rules, unit=unit, style=style, lang=lang),
            path,
            dispute.title,
            f"{question_words(question, dispute.layout, Unit(unit))} {answer_words(ruling)}" if lang == "en" else "",
            lang,
        )
        for path, ruling, question in zip(paths, rulings, dispute.questions, strict=True)
    )


# ----------------------------------------------------------------------------------------------- draw


@cli.command(
    short_help="Draw the position of a dispute or layout file.",
    epilog="Example: armada draw dispute.toml -o position.svg --show labels,grid,broadsides",
)
@click.argument("file")
@click.option("-o", "--output", metavar="PICTURE", required=True, help="The picture (.svg, .pdf or .png).")
@click.option(
    "--show", default="labels,damage,scale", show_default=True, help=f"Any of {', '.join(SHOWN)}, with commas."
)
@click.option("--scale", type=float, help="Paper per table in SVG and PDF: 1 is real size.  [default: fits a page]")
@_UNIT
@_STYLE
@_LANG
def draw(
    file: str, output: str, show: str, scale: float | None, unit: str | None, style: str | None, lang: str
) -> None:
    """Draw the position of a dispute or layout FILE (- reads standard input)."""
    from armada_sim.records import load_dispute

    picture = _picture(output)
    assert picture is not None
    shown = [word.strip() for word in show.split(",") if word.strip()]
    for word in shown:
        _one_of(word, SHOWN, "--show", "nothing to show is called")
    dispute = load_dispute(file)
    import plots

    regions = {}
    if "reach" in shown:
        afloat = [ship for ship in dispute.layout.ships if not ship.sunk]
        regions = {s.name: plots.reach_shapes(_reach(dispute, s.name, s.size.steps, 2.0, "final")) for s in afloat}
    figure = plots.figure_of_position(
        dispute.layout,
        dispute.rules,
        show=[word for word in shown if word != "reach"],
        reach=regions,
        unit=unit or dispute.unit,
        style=style or STYLES[0],
        lang=lang,
        title=dispute.title,
        scale=scale,
    )
    plots.save_figure(figure, picture, title=dispute.title, lang=lang)


# ---------------------------------------------------------------------------------------------- reach


@cli.command(
    short_help="Tell and draw what a ship can reach.",
    epilog="Example: armada reach dispute.toml B2 --steps 3 -o reach.svg",
)
@click.argument("file")
@click.argument("ship")
@click.option("--steps", type=int, help="At most so many steps, 1 to 4.  [default: what the ship's size may take]")
@click.option("--gap", type=float, default=1.0, show_default=True, help="mm between what is proved reachable and what not.")
@click.option(
    "--when", type=click.Choice(["final", "any"]), default="final", show_default=True, help="Covered at the end, or on the way too."
)
@click.option("-o", "--output", metavar="PICTURE", help="Draw it too (.svg, .pdf or .png).")
@_JSON
@_UNIT
@_STYLE
@_LANG
def reach(
    file: str, ship: str, steps: int | None, gap: float, when: Literal["final", "any"], output: str | None, as_json: bool,
    unit: str | None, style: str | None, lang: str,
) -> None:  # fmt: skip
    """Tell the legal first headings of SHIP and the table it can cover, under the rules of FILE (- reads standard input).

    Regions in JSON are GeoJSON geometries in mm. The first search on a machine compiles for about a minute.
    """
    from armada_sim.errors import InputError
    from armada_sim.records import load_dispute

    picture = _picture(output)
    if picture is None and style is not None:
        raise InputError("says how a picture looks; name one with --output", key="--style")
    dispute = load_dispute(file)
    _one_of(ship, [one.name for one in dispute.layout.ships], "SHIP", "no ship is called")
    from armada_sim.reach_report import FirstStep, document, report
    from armada_sim.units import Unit

    words = Unit(unit or dispute.unit)
    first = FirstStep.of(dispute.layout, ship, dispute.rules)
    found = _reach(dispute, ship, steps if steps is not None else dispute.layout.ship(ship).size.steps, gap, when)
    if picture is not None:
        import plots

        figure = plots.figure_of_reach(
            dispute.layout, found, dispute.rules, unit=words.name, style=style or STYLES[0], lang=lang
        )
        plots.save_figure(figure, picture, title=dispute.title, lang=lang)
    if as_json:
        import json

        click.echo(json.dumps(document(found, first, when, dispute.rules), allow_nan=False))
        return
    lines = [click.style(dispute.title, bold=True)] if dispute.title else []
    for line in report(found, first, when, words):
        lines += _wrapped(line, rest="  ")
    click.echo("\n".join(lines))


def _reach(dispute: Dispute, ship: str, steps: int, gap: float, when: Literal["final", "any"]) -> Reach:
    """What a ship can reach, with progress on terminals. Raises InputError."""
    from armada_sim.errors import InputError
    from armada_sim.progress import Progress
    from armada_sim.reach import reachable

    if not gap < _WIDEST_GAP_MM:
        raise InputError(f"the gap must be below {_WIDEST_GAP_MM:g} mm, not {gap!r}", key="--gap")
    with Progress(f"{ship}: compiling the search (once)") as progress:
        return reachable(
            dispute.layout, ship, steps, gap, when=when, rules=dispute.rules,
            progress=lambda level, cells: progress.tell(f"{ship}: to within {level:.3g} mm, {cells} places open"),
        )  # fmt: skip


# --------------------------------------------------------------------------------------------- replay


@cli.command(
    short_help="Check a recorded game action by action, and animate it.",
    epilog="Example: armada example larges-against-mediums > game.json && armada replay game.json -o game.html",
)
@click.argument("game")
@click.option("-o", "--output", metavar="ANIMATION", help="Animate it too (.html: a page with a slider, or .gif).")
@_JSON
@_STYLE
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the account.")
@click.pass_context
def replay(
    context: click.Context, game: str, output: str | None, as_json: bool, style: str | None, lang: str
) -> None:
    """Check the record GAME action by action (JSON; - reads standard input), and tell who did what.

    Status 1 if an action is not allowed, or the game ends otherwise than recorded. What is allowed before is animated.
    """
    from armada_sim.errors import InputError
    from armada_sim.game_reading import load_game
    from armada_sim.game_records import replay as played_again
    from armada_sim.progress import Progress

    picture = _picture(output, ANIMATIONS)
    if picture is None and style is not None:
        raise InputError("says how a picture looks; name one with --output", key="--style")
    record = load_game(game)
    total = len(record.actions)
    with Progress(f"action 1 of {total}") as progress:
        found = played_again(record, lambda number: progress.tell(f"action {number} of {total}"))
        if picture is not None:
            import plots

            plots.save_animation(
                found, picture, style=style or STYLES[0], lang=lang,
                progress=lambda number: progress.tell(f"picture {number} of {len(found.games)}"),
            )  # fmt: skip
    click.echo(_replay_document(found, lang) if as_json else "\n".join(_replay_told(found, lang)))
    context.exit(0 if found.good else 1)


def _replay_document(found: Replay, lang: str) -> str:
    import json

    from armada_sim.replay_report import document

    return json.dumps(document(found, lang), indent=2, ensure_ascii=False, allow_nan=False)


def _replay_told(found: Replay, lang: str) -> list[str]:
    from armada_sim import replay_report

    title = found.record.title
    lines = [click.style(title, bold=True)] if title else []
    for line in replay_report.heading_lines(found, lang):
        lines += _wrapped(line)
    for heading, rows in replay_report.account(found, lang):
        lines += ["", click.style(heading, bold=True)]
        for line, words in rows:
            lines += _wrapped(line, "  ", "      ")
            lines += _wrapped(words, "      ", "      ", dim=True)
    lines += ["", *_wrapped(replay_report.ending(found, lang))]
    if found.fault is not None:
        first, *reasons = replay_report.fault_lines(found.fault)
        lines += ["", *(click.style(line, fg="red", bold=True) for line in _wrapped(first, rest="  "))]
        for reason in reasons:
            lines += _wrapped(reason, "  - ", "    ")
    if found.differs:
        lines += ["", *(click.style(line, fg="red") for line in _wrapped(replay_report.difference(found)))]
    return lines


# -------------------------------------------------------------------------------------------- figures


@cli.command(
    short_help="Make every figure of the rulebooks.", epilog="Example: armada figures -o figures --format svg,pdf --lang fr"
)
@click.option("-o", "--output", metavar="DIR", help="Where the files go; made if there is none.")
@click.option("--format", "formats", default="svg", show_default=True, help="Any of svg, pdf, png, with commas.")
@click.option("--lang", "languages", default="en", show_default=True, help="Any of en, fr, with commas.")
@click.option("--only", metavar="NAME", multiple=True, help="Only this figure; may be given again.")
@click.option("--list", "list_them", is_flag=True, help="Name the figures and write nothing.")
@click.option("--dpi", type=click.FloatRange(20, 1200), default=200, show_default=True, help="Of PNG files.")
@click.option("--page", metavar="FILE", help="Also write a Markdown page that shows the PNG files.")
@_JSON
@_STYLE
def figures(
    output: str | None, formats: str, languages: str, only: tuple[str, ...], list_them: bool, dpi: float,
    page: str | None, as_json: bool, style: str | None,
) -> None:  # fmt: skip
    """Make every figure of the rulebooks, as NAME.LANGUAGE.FORMAT; each file is written whole or not at all.

    Two are worked out by search: the first search on a machine compiles for about a minute.
    """
    from armada_sim.errors import InputError
    from plots.rulebook import FIGURES, write_figures
    from plots.save import FORMATS
    from plots.style import style_of

    kinds = _several(formats, FORMATS, "--format", "there is no format called")
    spoken = _several(languages, LANGUAGES, "--lang", "there is no language called")
    names = [_one_of(name, [f.name for f in FIGURES], "--only", "there is no figure called") for name in only]
    chosen = [figure for figure in FIGURES if not names or figure.name in names]
    if list_them:
        _list_figures(chosen, spoken, as_json)
        return
    if output is None:
        raise InputError("say where the figures go, or ask for --list", key="--output")
    if page is not None and ("png" not in kinds or len(chosen) < len(FIGURES)):
        raise InputError("the page shows the png files of every figure", key="--page")
    with _progress(len(chosen) * len(spoken) * len(kinds)) as advance:
        written = write_figures(
            chosen, Path(output), formats=kinds, languages=spoken, style=style_of(style or STYLES[0]), dpi=dpi, advance=advance
        )
    if page is not None:
        _write_page(Path(page), Path(output), spoken[0])
    if as_json:
        import json

        click.echo(json.dumps({"figures": [file.as_json() for file in written]}, indent=2, ensure_ascii=False))
    else:
        click.echo(f"{len(written)} files in {output}")


def _several(words: str, known: Sequence[str], key: str, none: str) -> list[str]:
    """Words with commas between them, each known, each once. Raises InputError."""
    found = dict.fromkeys(_one_of(word.strip(), known, key, none) for word in words.split(",") if word.strip())
    if not found:
        from armada_sim.errors import InputError

        raise InputError(f"give at least one of {', '.join(known)}", key=key)
    return list(found)


def _list_figures(chosen: Sequence[RulebookFigure], languages: Sequence[str], as_json: bool) -> None:
    import json

    from plots.messages import Words

    if as_json:
        listed = [
            {"name": f.name, "game": f.game, "title": {lang: f.title(Words(lang)) for lang in languages}} for f in chosen
        ]
        click.echo(json.dumps({"figures": listed}, indent=2, ensure_ascii=False))
        return
    width = max(len(figure.name) for figure in chosen)
    for figure in chosen:
        click.echo(f"{figure.name:{width}}  {' / '.join(figure.title(Words(lang)) for lang in languages)}")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """What to call with the name of every file done; a bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda name: bar.update(task, advance=1, description=name)


def _write_page(page: Path, folder: Path, language: str) -> None:
    from armada_sim.writing import write_files
    from plots.messages import Words
    from plots.rulebook import FIGURES, gallery_page

    folder_there = Path(os.path.relpath(folder, page.parent)).as_posix()
    write_files([(page, gallery_page(FIGURES, Words(language), folder_there).encode())])


def _one_of(word: str, known: Sequence[str], key: str, none: str) -> str:
    """`word` if it is known. Raises InputError with a guess."""
    from difflib import get_close_matches

    from armada_sim.errors import InputError

    if word in known:
        return word
    near = get_close_matches(word.lower(), known, 1)
    hint = f"; did you mean {near[0]}?" if near else f" (known: {', '.join(known)})" if len(known) < 20 else ""
    raise InputError(f"{none} {word!r}{hint}", key=key)


# ------------------------------------------------------------------------------------------- examples


def examples() -> dict[str, Traversable]:
    """The shipped disputes by name."""
    return _shipped(".toml")


def example_games() -> dict[str, Traversable]:
    """The shipped records of games by name."""
    return _shipped(".json", "games")


def _shipped(suffix: str, *folders: str) -> dict[str, Traversable]:
    from importlib.resources import files

    installed = files("armada_sim") / "examples"
    folder = installed if installed.is_dir() else Path(__file__).parents[1] / "examples"
    found = {item.name: item for item in folder.joinpath(*folders).iterdir() if item.name.endswith(suffix)}
    return {name.removesuffix(suffix): found[name] for name in sorted(found)}


@cli.command(
    short_help="Print a shipped dispute or game, to start from.",
    epilog="Example: armada example shot-past-a-friend > dispute.toml",
)
@click.argument("name", required=False)
@_JSON
def example(name: str | None, as_json: bool) -> None:
    """Print the shipped dispute or game NAME, to start from; without a name, list them."""
    import json
    import tomllib

    games = {known: file.read_text(encoding="utf-8") for known, file in example_games().items()}
    texts = {known: file.read_text(encoding="utf-8") for known, file in examples().items()} | games
    if name is not None:
        plain = name.removesuffix(".toml").removesuffix(".json")
        wanted = _one_of(plain, list(texts), "NAME", "there is no example called")
        text = texts[wanted]
        click.echo(json.dumps({"name": wanted, "text": text}, indent=2) + "\n" if as_json else text, nl=False)
        return
    titles = {
        known: (json.loads(text) if known in games else tomllib.loads(text))["title"] for known, text in texts.items()
    }
    if as_json:
        click.echo(json.dumps([{"name": known, "title": title} for known, title in titles.items()], indent=2))
        return
    width = max(map(len, titles), default=0)
    for known, title in titles.items():
        click.echo(f"{known:{width}}  {title}")


# ---------------------------------------------------------------------------------------------- rules


@cli.command(short_help="Explain options, presets and clauses.", epilog="Example: armada rules obstruction")
@click.argument("key", required=False)
@_JSON
def rules(key: str | None, as_json: bool) -> None:
    """Explain an option, a preset or a clause; without KEY, list them all."""
    from armada_sim.clauses import TEXT, Clause
    from armada_sim.game_options import BY_KEY
    from armada_sim.options import PRESETS

    if as_json:
        _rules_document(key)
        return
    if key is None:
        _list_rules()
        return
    known = [*BY_KEY, *PRESETS, *Clause]
    _one_of(key, known, "KEY", "there is no option, preset or clause called")
    if key in BY_KEY:
        _explain_option(key)
    if key in PRESETS:
        _explain_preset(key)
    if key in tuple(Clause):
        text, source = TEXT[Clause(key)]
        _tell(f"clause {key}: {text}")
        _tell(f"source: {source}", "  ")


def _rules_document(key: str | None) -> None:
    """The same as one JSON document: `options`, `presets` and `clauses`, all of them or the one asked for."""
    import json

    from armada_sim.clauses import TEXT
    from armada_sim.game_options import BY_KEY
    from armada_sim.options import PRESETS

    options: dict[str, object] = {
        o.key: {"question": o.question, "default": o.default, "values": o.values, "refused": o.refused}
        for o in BY_KEY.values()
    }
    clauses = {str(clause): {"text": text, "source": source} for clause, (text, source) in TEXT.items()}
    document: dict[str, dict[str, object]] = {"options": options, "presets": {**PRESETS}, "clauses": {**clauses}}
    if key is not None:
        known = [name for kind in document.values() for name in kind]
        _one_of(key, known, "KEY", "there is no option, preset or clause called")
        document = {kind: {key: found[key]} for kind, found in document.items() if key in found}
    click.echo(json.dumps(document, indent=2))


def _tell(text: str, indent: str = "") -> None:
    click.echo("\n".join(_wrapped(text, indent, indent + "  ")))


def _explain_option(key: str) -> None:
    from armada_sim.game_options import BY_KEY

    option = BY_KEY[key]
    _tell(f"{key}: {option.question}")
    for value, meaning in option.values.items():
        default = " (default)" if value == option.default else ""
        _tell(f"{value}{default}: {meaning}", "  ")
    for value, why in option.refused.items():
        _tell(f"{value}: {why}; refused", "  ")
    _tell(f"in a file: {in_a_file(key)}")


def in_a_file(key: str) -> str:
    """How a file chooses a value of an option that is not the default."""
    from armada_sim.game_options import BY_KEY

    samples = {
        "draw": '"quiet_turns(100)"',
        "ffa_end": '"most_enemy_pips_sunk(10)"',
        "flag_contact": '"land_adjacent(0.5 in)"',
        "infiltration_defender": '"after_turns(20)"',
        "mutual_loss": '"cannot_occur"',
        "deploy_zone": '"own_edge_band(6 in)"',
        "heading_set": '"grid(72)"',
        "max_per_size": "5",
        "min_gap": '"12 in"',
        "piece_profile": '"same_shape_law"',
        "players": '"between(2, 10)"',
        "template_base": '"partial_base(0.5)"',
    }
    value = samples.get(key) or f'"{list(BY_KEY[key].values)[1]}"'
    return f"rules = {{ {key} = {value} }}"


def _explain_preset(name: str) -> None:
    from armada_sim.options import PRESETS, REAL_TABLE_PRESETS

    changes = PRESETS[name]
    _tell(f"preset {name}: " + ("differs from the defaults in" if changes else "all defaults"))
    for key, value in changes.items():
        _tell(f"{key} = {value}", "  ")
    if name in REAL_TABLE_PRESETS:
        _tell("and a tolerance of 0.5 mm unless the file states one", "  ")
    _tell(f'in a file: rules = "{name}"')


def _list_rules() -> None:
    from armada_sim.clauses import TEXT
    from armada_sim.game_options import GAME_OPTIONS
    from armada_sim.options import OPTIONS, PRESETS

    click.echo("Options (default in brackets):")
    for option in OPTIONS:
        _tell(f"{option.key} [{option.default}]: {option.question}", "  ")
    click.echo("\nOptions of a whole game (no single ruling depends on them):")
    for option in GAME_OPTIONS:
        _tell(f"{option.key} [{option.default}]: {option.question}", "  ")
    click.echo("\nPresets:")
    for name, changes in PRESETS.items():
        told = ", ".join(f"{key} = {value}" for key, value in changes.items()) or "all defaults"
        _tell(f"{name}: {told}", "  ")
    click.echo("\nClauses:")
    for clause, (text, _) in TEXT.items():
        _tell(f"{clause}: {text}", "  ")


# --------------------------------------------------------------------------------------------- schema


@cli.command(
    short_help="Print the JSON Schema of a kind of file.", epilog="Example: armada schema dispute > dispute.schema.json"
)
@click.argument("kind", metavar="layout|dispute|game|experiment")
def schema(kind: str) -> None:
    """Print the JSON Schema of a kind of file."""
    import json

    from armada_sim.errors import NotBuiltError

    _one_of(kind, SCHEMAS, "KIND", "there is no file called")
    if kind == "experiment":
        raise NotBuiltError("files of an experiment are not built yet", key=kind)
    from armada_sim.game_reading import game_schema
    from armada_sim.records import dispute_schema, layout_schema

    schemas = {"layout": layout_schema, "dispute": dispute_schema, "game": game_schema}
    click.echo(json.dumps(schemas[kind](), indent=2))


def save_table(layout: Layout, rules: Rules, picture: Path) -> None:
    """A picture of a game's table. (Nothing of this package but this module may reach up to `plots`.)"""
    import plots

    figure = plots.figure_of_position(layout, rules, show=["labels", "damage", "scale"], title="Armada")
    plots.save_figure(figure, picture, title="Armada")


cli.add_command(play)


def main() -> None:
    """Entry point of the command `armada`."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start a thread a core; nothing here uses them
    run(cli, "armada")


if __name__ == "__main__":
    main()
