"""The figures as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from matplotlib.figure import Figure

from armada_sim.pictures import Style, Words
from armada_sim.tabletop import InputError, Message, cause
from plots.rulebook.registry import RulebookFigure
from plots.save import DOTS_PER_INCH, Picture, save_figures


@dataclass(frozen=True, slots=True)
class Written:
    """One file that was written."""

    name: str
    game: str
    title: str
    lang: str
    style: str
    format: str
    file: str

    def as_json(self) -> dict[str, str]:
        """Plain data."""
        return asdict(self)


def _paths_of(figure: RulebookFigure, folder: Path, formats: Sequence[str], lang: str) -> list[Path]:
    """The files of a figure in one language, a format each."""
    return [folder / f"{figure.name}.{lang}.{kind}" for kind in formats]


def make_folder(folder: Path, key: str) -> None:
    """The folder, if there is none. Raises InputError, with a key, if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Message("cannot make {folder}: {why}", folder=str(folder), why=cause(error)), key=key
        ) from None


def write_figures(
    figures: Sequence[RulebookFigure], folder: Path, *, formats: Sequence[str], languages: Sequence[str], style: Style,
    dpi: float = DOTS_PER_INCH, paper: str | None = None, advance: Callable[[str], None] = lambda _: None,
) -> list[Written]:  # fmt: skip
    """Write NAME.LANGUAGE.FORMAT for every figure into `folder`, which is made if there is none.

    paper: PDF files as sheets to print, a key of `PAPERS`.
    advance: called with the name of every file written. Raises InputError if a file cannot be written.
    """
    make_folder(folder, "--output")
    written = []
    for figure in figures:
        for lang in languages:
            words = Words(lang)
            made = figure.make(style, words).figure
            texts = (words.tell(figure.title), described(figure, words, made))
            paths = _paths_of(figure, folder, formats, lang)
            save_figures((Picture(made, path, *texts, lang, style.outlines, paper) for path in paths), dpi=dpi)
            for kind, path in zip(formats, paths, strict=True):
                written.append(
                    Written(figure.name, figure.game, words.tell(figure.title), lang, style.name, kind, str(path))
                )
                advance(path.name)
    return written


def described(figure: RulebookFigure, words: Words, made: Figure) -> str:
    """What a figure shows, for readers who cannot see it: its caption and its legend."""
    legends = [legend for ax in made.axes if (legend := ax.get_legend()) is not None]
    listed = words.in_turn(text.get_text().replace("\n", " ") for legend in legends for text in legend.get_texts())
    caption = words.tell(figure.caption)
    return " ".join((caption, words.say("Legend: {list}", list=listed))) if legends else caption
