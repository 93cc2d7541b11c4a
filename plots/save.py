"""Figures to files: the same figure gives the same bytes, and a file, or a set of files, is whole or not there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from matplotlib.text import Text

from armada_sim.pictures import LAYERS, Words, clean, described as described_as, layer_start, legend_words, read_aloud
from armada_sim.tabletop import UNFIT, InputError, Message, either, write_files
from plots.paper import Leaf, Printed, sheets_bytes
from plots.settings import plain, settings

FORMATS = ("svg", "pdf", "png")

DOTS_PER_INCH = 200
"""Of PNG files."""

_SETTINGS = {"svg.hashsalt": "armada", "pdf.fonttype": 42}


@dataclass(frozen=True)
class Picture:
    """A figure and the file it goes to; title and description are for readers who cannot see it."""

    figure: Printed
    path: str | Path
    title: str = ""
    """Made from the figure's own words if empty; so is the description."""

    description: str = ""
    lang: str = "en"
    """Of the words."""

    outlines: bool = False
    """Whether letters in SVG are outlines, and not text."""

    paper: str | None = None
    """A PDF as sheets to print: a key of `PAPERS`."""


def save_figure(
    figure: Printed, path: str | Path, *, title: str = "", description: str = "", lang: str = "en",
    dpi: float = DOTS_PER_INCH, outlines: bool = False, paper: str | None = None,
) -> None:  # fmt: skip
    """Write a figure as SVG, PDF or PNG, by the suffix of `path`; see `Picture` for the rest.

    Raises InputError for another suffix, or if the file cannot be written.
    """
    save_figures([Picture(figure, path, title, description, lang, outlines, paper)], dpi=dpi)


def save_figures(pictures: Iterable[Picture], *, dpi: float = DOTS_PER_INCH) -> None:
    """Write a set of figures, all of them or none; they are asked for one after the other.

    Raises InputError for an unknown suffix, or if a file cannot be written.
    """
    write_files((Path(picture.path), _content(picture, dpi)) for picture in pictures)


@plain
def _content(picture: Picture, dpi: float) -> bytes:
    name = Path(picture.path).name
    kind = Path(name).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        known = either([f".{known}" for known in FORMATS])
        raise InputError(
            Message("the name of a picture ends in {known}, not as {name} does", known=known, name=repr(name))
        )
    leaves = [Leaf(picture.figure)] if isinstance(picture.figure, Figure) else picture.figure
    figure = leaves[0].front
    own_title, own_description = described(figure, picture.lang)
    words = (picture.title or own_title, picture.description or own_description)
    if picture.paper is None:
        return figure_bytes(figure, kind, *words, picture.lang, dpi, picture.outlines)
    if kind != "pdf":
        raise InputError(Message("only a PDF has sheets of paper: name a picture that ends in .pdf"), key="paper")
    for leaf in leaves:
        _fit_letters(leaf.front)
    with settings(_SETTINGS):
        return sheets_bytes(leaves, picture.paper, Words(picture.lang), _about("pdf", *map(clean, words)))


@plain
def figure_bytes(
    figure: Figure, kind: str, title: str, description: str, lang: str = "en", dpi: float = DOTS_PER_INCH,
    outlines: bool = False,
) -> bytes:  # fmt: skip
    """The content of a file of this kind (svg, pdf or png); equal figures give equal bytes."""
    title, description = clean(title), clean(description)
    _fit_letters(figure)
    buffer = BytesIO()
    with settings({**_SETTINGS, "svg.fonttype": "path" if outlines else "none"}):
        figure.savefig(
            buffer, format=kind, dpi=dpi, metadata=_about(kind, title, description), facecolor=figure.get_facecolor()
        )
    content = buffer.getvalue()
    return _read_aloud(_shortened(content), title, description, lang) if kind == "svg" else content


def _about(kind: str, title: str, description: str) -> dict[str, Any]:
    """What is said in a file of this kind for readers who cannot see it."""
    by_kind: dict[str, dict[str, Any]] = {
        "svg": {"Title": title, "Description": description, "Date": None},
        "pdf": {"Title": title, "Subject": description, "CreationDate": None},
        "png": {"Title": title, "Description": description},
    }
    return by_kind[kind]


def _shortened(svg: bytes) -> bytes:
    """The SVG with paths to 0.01 points (4 micrometres), without needless spaces, and no turn by nothing."""
    text = re.sub(rb' transform="rotate\(-0 [^"]*\)"', b"", svg)
    text = re.sub(rb'\s*<g id="text_\d+">\s*(<text[^>]*>[^<]*</text>)\s*</g>', rb"\n\1", text)
    text = re.sub(rb' style="[^"]*"', lambda style: re.sub(rb"([;:]) ", rb"\1", style[0]), text)
    return re.sub(rb' d="[^"]*"', _shortened_path, text)


def _shortened_path(path: re.Match[bytes]) -> bytes:
    numbers = re.sub(rb"-?\d+\.\d{3,}", lambda number: b"%.2f" % float(number[0]), path[0])
    return re.sub(rb" ?\n|(?<=[A-Za-z]) (?=[-\d])", b"", numbers).replace(b'd="\n', b'd="')


def _fit_letters(figure: Figure) -> None:
    """No word on the figure holds what no file can hold."""
    for words in figure.findobj(Text):
        if UNFIT.search(words.get_text()):
            words.set_text(clean(words.get_text()))


def _read_aloud(svg: bytes, title: str, description: str, lang: str) -> bytes:
    """The SVG with the title and the description where screen readers look for them."""
    labelled, told = read_aloud(title, description, lang)
    for layer in LAYERS:
        svg = svg.replace(f'<g id="layer-{layer}"'.encode(), layer_start(layer, Words(lang)).encode(), 1)
    head, metadata, rest = svg.decode().partition(" <metadata>")
    head = re.sub(r" <title>.*</title>\n", "", head, flags=re.DOTALL)  # Matplotlib's own, without a name
    return (head.replace("<svg ", f"<svg {labelled}", 1) + told + metadata + rest).encode()


def described(figure: Figure, lang: str = "en") -> tuple[str, str]:
    """Title and description of a figure from the words on it: titles, sentences, legends."""
    titles, sentences = [], []
    for ax in figure.axes:
        titles += [text for place in ("left", "center", "right") if (text := ax.get_title(place))]
        sentences += [text.get_text() for text in ax.texts if text.get_text()]
        legend = ax.get_legend()
        if legend is not None:
            sentences.append(legend_words((text.get_text() for text in legend.get_texts()), Words(lang)))
    return described_as(titles, sentences, Words(lang))
