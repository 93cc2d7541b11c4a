"""The gallery: pages that show every figure in every language and style, and what of the source texts it stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from armada_sim.pictures import STYLES, Words
from armada_sim.tabletop import N_, write_files
from armada_sim.tabletop.rules_pages import name_of_page
from plots.rulebook.build import make_folder
from plots.rulebook.registry import SOURCES, Named, RulebookFigure, stands_for
from plots.save import figure_bytes

GAMES = {
    "armada": "Armada",
    "strategiksa": "Strategiksa",
    "singidunum": "Singidunum",
    "destin-arc": "Le Jeu du destin d’Arc",
}
"""The games that have figures, as the gallery names them."""

REBUILD = "armada figures --page docs/gallery.md --lang en,fr"
"""The command that rebuilds the gallery pages and their previews."""

_DOTS_PER_INCH, _COLOURS = 64, 48
"""Of a preview."""

_THUMB_PX = 150
"""Width of a small preview, beside which the page has the same figure in other styles and languages."""

_STYLES = {"screen": N_("screen"), "print": N_("print"), "greyscale": N_("greyscale")}
"""What the styles are called."""


def preview_name(figure: RulebookFigure, lang: str, style: str) -> str:
    """The file of a preview."""
    return f"{figure.name}.{lang}.{style}.png"


def write_gallery(
    figures: Sequence[RulebookFigure], pages: Mapping[str, Path], advance: Callable[[str], None] = lambda _: None
) -> list[Path]:  # fmt: skip
    """Write the page of each language, and the previews into a folder named like the first page beside it.

    advance: called with the name of every preview made. Raises InputError if a file cannot be written.
    """
    folder = next(iter(pages.values())).with_suffix("")
    make_folder(folder, "--page")
    files: list[tuple[Path, bytes]] = []
    for figure in figures:
        for lang in pages:
            for style in STYLES:
                files.append((folder / preview_name(figure, lang, style), _preview(figure, lang, style)))
                advance(files[-1][0].name)
    for lang, page in pages.items():
        others = {other: file.name for other, file in pages.items() if other != lang}
        files.append((page, gallery_page(figures, Words(lang), folder.name, others).encode()))
    write_files(files)
    return [path for path, _ in files]


def _preview(figure: RulebookFigure, lang: str, style: str) -> bytes:
    made = figure.make(STYLES[style], Words(lang)).figure
    return few_colours(figure_bytes(made, "png", Words(lang).tell(figure.title), "", lang, _DOTS_PER_INCH))


def few_colours(png: bytes) -> bytes:
    """The same picture as a smaller file."""
    buffer = BytesIO()
    flat = Image.open(BytesIO(png)).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    flat.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def gallery_page(figures: Sequence[RulebookFigure], words: Words, folder: str, others: Mapping[str, str]) -> str:
    """A Markdown page that shows the previews of `folder`, as the page sees it.

    others: the same page in other languages, its file by the language.
    """
    made = words.say("Every figure of the rulebooks. The previews here are small; make the figures in any form with")
    links = [f"[{Words(lang).say('In English')}]({file})" for lang, file in others.items()]
    lines = [
        "# " + words.say("Gallery"), "", *([" · ".join(links), ""] if links else []), made, "",
        "```", "armada figures -o figures --format svg,pdf,png --lang en,fr --style print", "```", "",
        words.say("and rebuild these pages and their previews with"), "", "```", REBUILD, "```", "",
        *_sources({figure.name for figure in figures}, words),
    ]  # fmt: skip
    for game, title in GAMES.items():
        own = [figure for figure in figures if figure.game == game]
        lines += ["", f"## {title}"] if own else []
        for figure in own:
            lines += _section(figure, words, folder, others)
    return "\n".join(lines) + "\n"


def _sources(shown: set[str], words: Words) -> list[str]:
    """A table of what the source texts name, and which of the figures shown stands for it."""
    head = (words.say("game"), words.say("what the source text names"), words.say("here"), words.say("why"))
    rows = [
        (GAMES[named.game], words.say(named.what), ", ".join(f"`{name}`" for name in named.figures if name in shown) or
         "–", words.say(named.why) if named.why else "")
        for named in SOURCES
    ]  # fmt: skip
    note = words.say("All figures that are not in this table are our own.")
    table = [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)]
    return ["## " + words.say("What the source texts name"), "", *table, "", note]


def _section(figure: RulebookFigure, words: Words, folder: str, others: Mapping[str, str]) -> list[str]:
    alt = words.tell(figure.title)
    told = words.say("{name}: {text}", name=f"`{figure.name}`", text=words.tell(figure.caption))
    marks = [marked(named, words) for named in stands_for(figure.name)] or [words.say("Added by us.")]
    if figure.clauses:
        page = f"rules/{name_of_page(figure.game, words.lang)}"
        listed = words.listed([f"[`{clause}`]({page})" for clause in figure.clauses])
        marks.append(
            words.say_many("Shows the clause {list}.", "Shows the clauses {list}.", len(figure.clauses), list=listed)
        )
    first = next(iter(STYLES))
    large = f"![{alt}]({folder}/{preview_name(figure, words.lang, first)})"
    small = []
    for lang in (words.lang, *others):
        for style in STYLES:
            if (lang, style) != (words.lang, first):
                file = f"{folder}/{preview_name(figure, lang, style)}"
                name = words.say("{lang}, {style}", lang=lang, style=words.say(_STYLES[style]))
                small.append(f'<a href="{file}"><img src="{file}" width="{_THUMB_PX}" alt="{name}" title="{name}"></a>')
    return ["", f"### {alt}", "", told, "", f"*{' '.join(marks)}*", "", large, "", *small]


def marked(named: Named, words: Words) -> str:
    """What a figure stands for, in a sentence."""
    told = words.say("Stands for: {what}.", what=words.say(named.what))
    return f"{told} {words.say(named.why)}" if named.why else told
