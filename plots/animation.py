"""A recorded game as moving pictures: a GIF, or a page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from PIL import Image

from armada_sim.files import Replay
from armada_sim.tabletop import InputError, Message, either, write_files
from plots import shapes
from plots.animation_page import page
from plots.figures import MM_PER_INCH
from plots.frames import Frame, closing, common_view, frames, name_spots
from plots.labels import Spot, text_size, wrapped
from plots.messages import Words
from plots.position import draw_pieces, flag_sample
from plots.settings import plain
from plots.shapes import View
from plots.sheet import DASHED, Sheet
from plots.style import Look, PlayerLook, Style, Z
from plots.style_file import style_of

KINDS = (".html", ".gif")

_GIF_DOTS_PER_INCH = 100
_GIF_INCHES = 6.4
"""Of the longer side of the table in a GIF."""

ACTION_MS, LAST_MS = 1000, 4000
"""Milliseconds that an action, and the end, are shown in a GIF."""

BETWEEN = (0.0, 1.0, 0.5, 0.7, 0.25)
"""Shares at which two colours that meet are mixed in a GIF's palette; 0.7 is the surface under a ghost."""

_MOST_COLOURS = 256
"""Of a GIF."""

_HEADING_INCHES, _BELOW_INCHES, _LEGEND_INCHES, _SAMPLE_INCHES = 0.42, 0.1, 0.24, 0.62
"""For the line above the table, between table and words, for a line of the legend, for a sample beside its name."""

_LINE = 1.35
"""Height of a line, as a multiple of the letters' size."""


@dataclass(frozen=True)
class Stage:
    """What all pictures of a GIF share. Lengths are inches."""

    view: View
    width: float
    """Of the table and of the words."""

    height: float
    above: float
    below: float
    around: float
    flag: str
    """What a pennant means; empty if none is flown."""

    abreast: int
    """Names beside each other in the legend; 0 without a legend."""

    names: tuple[Mapping[str, Spot], ...]
    """Where names stand in every picture."""

    @property
    def size(self) -> tuple[float, float]:
        """Of a picture."""
        return self.width + 2 * self.around, self.height + self.above + self.below


def stage(found: Replay, shown: list[Frame], style: Style, words: Words) -> Stage:
    """Room for the words of every picture."""
    view, around = common_view(shown, found), style.margin_mm / MM_PER_INCH
    if style.width_mm is None:
        scale = _GIF_INCHES / max(view.width, view.height)
        width = max(view.width * scale, _GIF_INCHES * 0.75)
    else:
        width = style.width_mm / MM_PER_INCH - 2 * around
        scale = width / view.width
    flag = words.say("flagship: carries the flag") if any(f.flagships for f in shown) else ""
    names = [*found.record.agreement.players, *([flag] if flag else [])]
    widths = [text_size(name, style.text, style.font)[0] / 72 + _SAMPLE_INCHES for name in names]
    abreast = len(names) if sum(widths) < width else max(1, int(width / max(widths)))
    abreast = 0 if style.legend == "none" else abreast
    line = _LINE * (style.text + 1) / 72
    lines = max(_said(found, shown, number, words, style, width).count("\n") + 1 for number in range(len(shown)))
    below = _BELOW_INCHES + lines * line + (ceil(len(names) / abreast) * _LEGEND_INCHES + 0.06 if abreast else around)
    above = (_HEADING_INCHES + (line if style.heading_words else 0.0)) if style.heading else around
    rules = found.record.agreement.rules
    spots = tuple(name_spots(shown, rules, view, 72 * scale, style.small_text, style.font))
    return Stage(view, width, view.height * scale, above, below, around, flag, abreast, spots)


def _said(found: Replay, shown: list[Frame], number: int, words: Words, style: Style, width: float) -> str:
    """What stands under a picture, in lines."""
    said = shown[number].words
    if number == len(shown) - 1:
        said = f"{said}. {closing(found, words.lang)}"
    return wrapped(said, width * 72, style.text + 1, style.font)


@plain
def save_animation(
    found: Replay, path: str | Path, *, style: str | Style = "screen", lang: str = "en",
    progress: Callable[[int], None] = lambda _: None,
) -> None:  # fmt: skip
    """Write a replay as a page (.html) or a GIF, whole or not at all; `progress` is called with every picture's number.

    Raises InputError for another suffix, an unknown style or language, or if the file cannot be written.
    """
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in KINDS:
        said = Message(
            "the name of an animation ends in {known}, not as {name} does", known=either(KINDS), name=repr(target.name)
        )
        raise InputError(said)
    look, words = style_of(style), Words(lang)
    shown = frames(found, lang, progress)
    content = page(found, shown, look, words).encode() if kind == ".html" else gif(found, shown, look, words, progress)
    write_files([(target, content)])


@plain
def gif(
    found: Replay, shown: list[Frame], style: Style, words: Words, progress: Callable[[int], None] = lambda _: None
) -> bytes:
    """The pictures as a GIF that runs for ever."""
    palette = _palette(style, found.record.agreement.players)
    flat = [
        image.quantize(palette=palette, dither=Image.Dither.NONE)
        for image in _images(found, shown, style, words, progress)
    ]
    times = [ACTION_MS] * (len(flat) - 1) + [LAST_MS]
    buffer = BytesIO()
    flat[0].save(buffer, "GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, optimize=False)
    return buffer.getvalue()


def _palette(style: Style, players: tuple[str, ...]) -> Image.Image:
    """The style's colours and what lies between those that meet: the same for every picture."""
    looks = style.looks(players).values()
    meeting = [(style.page, style.ink), (style.page, style.quiet), (style.surface, style.surface_edge)]
    meeting += [(style.surface, colour) for colour in (style.ink, style.quiet, style.good, style.halo, style.thing)]
    meeting += [(style.thing, style.thing_ink), (style.halo, style.ink), (style.halo, style.good)]
    for look in looks:
        meeting += [(look.fill, other) for other in (style.ink, style.halo, look.hatch_ink, style.surface)]
    found: dict[tuple[int, ...], None] = {}
    for pair in meeting:
        a, b = (to_rgb(colour) for colour in pair)
        for share in BETWEEN:
            found.setdefault(tuple(round(255 * (x + (y - x) * share)) for x, y in zip(a, b, strict=True)))
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in list(found)[:_MOST_COLOURS] for value in colour])
    return image


def _images(
    found: Replay, shown: list[Frame], style: Style, words: Words, progress: Callable[[int], None]
) -> Iterator[Image.Image]:
    at = stage(found, shown, style, words)
    for number in range(len(shown)):
        progress(number + 1)
        canvas = FigureCanvasAgg(figure_of_frame(found, shown, number, style, words, at))
        canvas.draw()  # type: ignore[no-untyped-call]
        pixels = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
        yield Image.frombuffer("RGBA", canvas.get_width_height(), pixels).convert("RGB")


def figure_of_frame(
    found: Replay, shown: list[Frame], number: int, style: Style, words: Words, at: Stage | None = None
) -> Figure:
    """One picture of a game, as it stands in a GIF."""
    frame, at = shown[number], at or stage(found, shown, style, words)
    wide, high = at.size
    figure = Figure(figsize=at.size, dpi=_GIF_DOTS_PER_INCH, facecolor=style.page)
    left, inch = at.around / wide, 1 / high
    ax = figure.add_axes((left, at.below * inch, at.width / wide, at.height * inch))
    players = found.record.agreement.players
    sheet = Sheet(ax, frame.layout, found.record.agreement.rules, style, words, at.view, players, frame.flagships)
    draw_pieces(sheet, ("damage",))
    _marks(sheet, frame, style.looks(players))
    for name, spot in at.names[number].items():
        sheet.labels[name] = sheet.write_at(spot, name, style.small_text)
    text: Look = {"family": style.font, "color": style.ink, "parse_math": False}
    if style.heading:
        top = 1 - (at.above - 0.26) * inch
        big: Look = {"fontsize": style.text + 1, "fontweight": "bold", **text}
        figure.text(left, top, frame.heading, va="center", **big)
        figure.text(1 - left, top, f"{number} / {len(shown) - 1}", va="center", ha="right", fontsize=style.text, **text)
        if style.heading_words:
            figure.text(left, 1 - 0.16 * inch, style.heading_words, va="center", **big)
    lines = _said(found, shown, number, words, style, at.width)
    figure.text(left, (at.below - _BELOW_INCHES) * inch, lines, va="top", fontsize=style.text + 1, **text)
    if at.abreast:
        _legend(figure, style.looks(players), style, at)
    return figure


def _marks(sheet: Sheet, frame: Frame, looks: dict[str, PlayerLook]) -> None:
    """What the action did: the place a ship left, the line of a shot."""
    style = sheet.style
    if frame.ghost is not None:
        corners = shapes.corners_of(frame.ghost, sheet.rules)
        fill = looks[frame.ghost.player].fill
        sheet.polygon(corners, Z.GHOST - 1.5, facecolor=fill, alpha=style.ghost_alpha, linewidth=0)
        ghost = sheet.polygon(
            corners, Z.GHOST - 1.4, fill=False, edgecolor=style.quiet, linestyle=DASHED, linewidth=style.line
        )
        sheet.mark("ghost", ghost, frame.ghost.name)
    if frame.shot is not None:
        look = {"color": style.good, "linewidth": style.heavy, "solid_capstyle": "round"}
        sheet.mark("line of fire", sheet.line(frame.shot, Z.LINE, 1.6, **look))


def _legend(figure: Figure, looks: dict[str, PlayerLook], style: Style, at: Stage) -> None:
    """The players, and what a pennant means where one is flown."""
    handles: list[Patch | Line2D] = [
        Patch(facecolor=look.fill, edgecolor=look.hatch_ink, hatch=look.hatch, linewidth=0) for look in looks.values()
    ]
    names = [*looks, at.flag] if at.flag else list(looks)
    handles += [flag_sample(style)] if at.flag else []
    drawn = figure.legend(
        handles, names, loc="lower left", bbox_to_anchor=(at.around / at.size[0], 0.04 / at.size[1]), ncols=at.abreast,
        frameon=False, borderaxespad=0.0, prop={"family": style.font, "size": style.text},
    )  # fmt: skip
    for text in drawn.get_texts():
        text.set_parse_math(False)
