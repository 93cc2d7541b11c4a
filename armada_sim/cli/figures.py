"""`armada figures`: every figure of the rulebooks as files; `armada figure`: one of an author's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop import LANGUAGES, N_
from armada_sim.tabletop.terminal import (
    JSON,
    PAPER,
    UNIT,
    Look,
    Number,
    command,
    in_json,
    looks,
    one_of,
    picture_path,
    several,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armada_sim.tabletop import Language
    from plots.rulebook import RulebookFigure


@command(
    short_help="Make every figure of the rulebooks.",
    example="armada figures -o figures --format svg,pdf --lang fr",
)
@click.option("-o", "--output", metavar="DIR", help="Where the files go; made if there is none.")
@click.option("--format", "formats", default="svg", show_default=True, help="Any of svg, pdf, png, with commas.")
@click.option(
    "--lang",
    "languages",
    metavar="LANGUAGES",
    help="One or more, such as en,fr.  [default: ARMADA_LANG, or the locale]",
)
@click.option("--only", metavar="NAME", multiple=True, help="Only this figure; may be given again.")
@click.option("--list", "list_them", is_flag=True, help="Name the figures and write nothing.")
@click.option("--dpi", type=Number(20, 1200), default=200, show_default=True, help="Of PNG files.")
@click.option(
    "--page",
    metavar="FILE",
    help="Write a Markdown page for each language, with small pictures in every language and style beside it.",
)
@JSON
@PAPER
@looks
@click.pass_obj
def figures(
    words: Language,
    output: str | None, formats: str, languages: str | None, only: tuple[str, ...], list_them: bool, dpi: float,
    page: str | None, as_json: bool, look: Look,
) -> None:  # fmt: skip
    """Make every figure of the rulebooks, as NAME.LANGUAGE.FORMAT; each file is written whole or not at all.

    Two are worked out by search: the first search on a machine compiles for some seconds.
    """
    from itertools import count

    from armada_sim.tabletop import InputError, Message
    from armada_sim.tabletop.terminal import bar
    from plots.rulebook import FIGURES, write_figures
    from plots.save import FORMATS
    from plots.style_file import styled

    kinds = several(formats, FORMATS, "--format", N_("there is no format called {name}{guess}"))
    spoken = several(languages or words.lang, LANGUAGES, "--lang", N_("there is no language called {name}{guess}"))
    names = [
        one_of(name, [f.name for f in FIGURES], "--only", N_("there is no figure called {name}{guess}"))
        for name in only
    ]
    chosen = [figure for figure in FIGURES if not names or figure.name in names]
    if list_them:
        _list_figures(chosen, spoken, as_json)
        return
    if look.paper is not None and kinds != ["pdf"]:
        raise InputError(Message("only PDF files have sheets of paper: ask for --format pdf"), key="--paper")
    if page is not None:
        if Path(page).suffix != ".md":
            raise InputError(Message("the name of the page ends in .md"), key="--page")
        _gallery(chosen, _pages(Path(page), spoken), words)
        if output is None:
            return
    if output is None:
        raise InputError(Message("say where the figures go, or ask for --list"), key="--output")
    total, done = len(chosen) * len(spoken) * len(kinds), count(1)
    with bar(words.say_as("counted", "files"), "") as progress:
        written = write_figures(
            chosen, Path(output), formats=kinds, languages=spoken, style=styled(look), dpi=dpi, paper=look.paper,
            advance=lambda name: progress(next(done), total, name),
        )  # fmt: skip
    if as_json:
        click.echo(in_json({"figures": [file.as_json() for file in written]}))
    else:
        click.echo(words.say_many("{n} file in {folder}", "{n} files in {folder}", len(written), folder=output))


@command(
    short_help="Draw a figure of your own from a figure file.",
    example="armada example figure > mine.toml && armada figure mine.toml -o mine.svg",
)
@click.argument("file")
@click.option("-o", "--output", metavar="PICTURE", required=True, help="The picture (.svg, .pdf or .png).")
@UNIT
@PAPER
@looks
@click.pass_obj
def figure(words: Language, file: str, output: str, unit: str | None, look: Look) -> None:
    """Draw the figure of a figure FILE (- reads standard input): a table or a board, and what to show on it.

    armada example figure shows one to start from, armada schema figure every key.
    """
    from armada_sim.pictures import Words
    from armada_sim.table import Unit
    from plots import save_figure, styled
    from plots.figure_file import load_figure

    picture = picture_path(output, reads=[file])
    assert picture is not None
    look.suits(picture)
    found, style = load_figure(file), styled(look)
    lang = style.lang or words.lang
    made = found.drawn(style, Words(lang, Unit(unit or found.unit))).figure
    title = Words(lang).tell(found.said.title)
    save_figure(made, picture, title=title, lang=lang, outlines=style.outlines, paper=look.paper)


def _list_figures(chosen: Sequence[RulebookFigure], languages: Sequence[str], as_json: bool) -> None:
    from armada_sim.pictures import Words
    from plots.rulebook import SOURCES, marked, stands_for

    spoken = [Words(lang) for lang in languages]
    if as_json:
        listed = [
            {
                "name": f.name,
                "game": f.game,
                "title": {words.lang: words.tell(f.title) for words in spoken},
                "stands_for": [{words.lang: words.say(named.what) for words in spoken} for named in stands_for(f.name)],
            }
            for f in chosen
        ]
        undrawn = [
            {"game": named.game, "what": {words.lang: words.say(named.what) for words in spoken},
             "why": {words.lang: words.say(named.why) for words in spoken}}
            for named in SOURCES if not named.figures
        ]  # fmt: skip
        click.echo(in_json({"figures": listed, "not_drawn": undrawn}))
        return
    width = max(len(figure.name) for figure in chosen)
    for figure in chosen:
        click.echo(f"{figure.name:{width}}  {' / '.join(words.tell(figure.title) for words in spoken)}")
        for named in stands_for(figure.name):
            for words in spoken:
                click.echo("\n".join(wrapped(marked(named, words), " " * (width + 4), " " * (width + 4), dim=True)))


def _pages(page: Path, languages: Sequence[str]) -> dict[str, Path]:
    """The pages of the languages: `page` of the first, such as gallery.fr.md beside it of the others."""
    return {lang: page.with_suffix(f".{lang}{page.suffix}") if i else page for i, lang in enumerate(languages)}


def _gallery(chosen: Sequence[RulebookFigure], pages: dict[str, Path], words: Language) -> None:
    from itertools import count

    from armada_sim.pictures import STYLES
    from armada_sim.tabletop.terminal import bar
    from plots.rulebook import write_gallery

    total, done = len(chosen) * len(pages) * len(STYLES), count(1)
    with bar(words.say_as("counted", "files"), "") as progress:
        written = write_gallery(chosen, pages, lambda name: progress(next(done), total, name))
    folder = str(next(iter(pages.values())).parent)
    click.echo(words.say_many("{n} file in {folder}", "{n} files in {folder}", len(written), folder=folder), err=True)
