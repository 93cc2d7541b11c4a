"""Styles as files: TOML or JSON with the keys of `Style`, each of them left out as the style it starts from has it."""

# annotations are not postponed: a TypedDict does not find NotRequired in postponed ones

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic_core import SchemaValidator, ValidationError, core_schema as core

from armada_sim.files import complaints, default_of, list_of, plain_schema, table_schema, within, wrong
from armada_sim.pictures import STYLES, PlayerLook, Style
from armada_sim.tabletop import LANGUAGES, InputError, Message, Mistakes, either, inside, plain_data, read_text
from armada_sim.tabletop.terminal import Look
from plots.settings import plain

_MOST_PLAYERS = 25


def _colour(value: str) -> str:
    from matplotlib.colors import is_color_like

    if not is_color_like(value):
        raise wrong(Message('expected a colour such as "navy" or "#2451a4", not {given}', given=repr(value)))
    return value


def _font(value: str) -> str:
    from matplotlib.font_manager import findfont

    try:
        findfont(value, fallback_to_default=False)
    except ValueError:
        raise wrong(Message("no letters of the family {given} are installed", given=repr(value))) from None
    return value


_COLOUR = core.no_info_after_validator_function(_colour, core.str_schema(max_length=40))
_FONT = core.no_info_after_validator_function(_font, core.str_schema(min_length=1, max_length=100))
_POINTS = within(0, 200)
_SHARE = within(0, 1)
_WIDTH = within(20, 5000)
_MARGIN = within(0, 100)
_BASE = core.literal_schema([*STYLES])
_LEGEND = core.literal_schema(["as_made", "beside", "below", "none"])
_WORDS = core.str_schema(max_length=300)
_LANG = core.literal_schema([*LANGUAGES])
_FLAG = core.bool_schema()

_Colour = Annotated[str, _COLOUR]
_Points = Annotated[float, _POINTS]
_Share = Annotated[float, _SHARE]


class LookTable(TypedDict):
    """How the pieces of one player look."""

    fill: Annotated[str, _COLOUR, "colour of the pieces"]
    hatch: Annotated[str, default_of(_WORDS, ""), "of the signs /, \\, |, -, +, x, o, O, ., *: more of one is denser"]
    hatch_ink: Annotated[str, default_of(_COLOUR, "#1a1a1a"), "colour of the hatch and of numbers on pieces"]
    words: Annotated[
        list[str], default_of(list_of(_WORDS, None, 50), []), "names of players this look belongs to, in small letters"
    ]


class StyleTable(TypedDict):
    """How pictures look. Colours are names such as "navy", or "#rrggbb"; letters and lines are measured in points."""

    base: Annotated[Literal["screen", "print", "greyscale"], default_of(_BASE, "print"), "the style it starts from"]
    players: NotRequired[
        Annotated[
            list[LookTable],
            list_of(table_schema(LookTable), None, _MOST_PLAYERS),
            "looks, given out in this order, then those of `base`",
        ]
    ]
    page: NotRequired[Annotated[_Colour, _COLOUR, "paper; none leaves it open"]]
    surface: NotRequired[Annotated[_Colour, _COLOUR, "the table"]]
    surface_edge: NotRequired[Annotated[_Colour, _COLOUR, "its border"]]
    grid: NotRequired[Annotated[_Colour, _COLOUR, "lines of the grid"]]
    ink: NotRequired[Annotated[_Colour, _COLOUR, "outlines and letters"]]
    quiet: NotRequired[Annotated[_Colour, _COLOUR, "leaders, small print, frames"]]
    halo: NotRequired[Annotated[_Colour, _COLOUR, "around letters and heavy outlines"]]
    thing: NotRequired[Annotated[_Colour, _COLOUR, "objects"]]
    thing_hatch: NotRequired[Annotated[str, _WORDS, "their hatch"]]
    thing_ink: NotRequired[Annotated[_Colour, _COLOUR, "colour of it"]]
    reach: NotRequired[Annotated[_Colour, _COLOUR, "regions of reach"]]
    reach_alpha: NotRequired[Annotated[_Share, _SHARE, "how much they cover, from 0 to 1"]]
    ghost_alpha: NotRequired[Annotated[_Share, _SHARE, "how much the steps of a move cover"]]
    blocker: NotRequired[Annotated[_Colour, _COLOUR, "what is in the way"]]
    good: NotRequired[Annotated[_Colour, _COLOUR, "clear lines and legal headings"]]
    thin: NotRequired[Annotated[_Points, _POINTS, "the finest lines"]]
    line: NotRequired[Annotated[_Points, _POINTS, "outlines"]]
    bold: NotRequired[Annotated[_Points, _POINTS, "lines that matter"]]
    heavy: NotRequired[Annotated[_Points, _POINTS, "outlines of what is in the way"]]
    hatch_width: NotRequired[Annotated[_Points, _POINTS, "lines of hatches"]]
    small_text: NotRequired[Annotated[_Points, _POINTS, "letters of small print and numbers"]]
    text: NotRequired[Annotated[_Points, _POINTS, "letters of labels, sentence and legend"]]
    title: NotRequired[Annotated[_Points, _POINTS, "letters of the title"]]
    font: NotRequired[Annotated[str, _FONT, "a family of letters that is installed"]]
    outlines: NotRequired[Annotated[bool, _FLAG, "letters in SVG as outlines; false keeps them text"]]
    legend: NotRequired[
        Annotated[Literal["as_made", "beside", "below", "none"], _LEGEND, "where it stands; as_made: each figure's own"]
    ]
    heading: NotRequired[Annotated[bool, _FLAG, "whether title and sentence stand above"]]
    heading_words: NotRequired[Annotated[str, _WORDS, "the title, instead of the figure's own"]]
    caption: NotRequired[Annotated[bool, _FLAG, "whether small print and scale bar stand below"]]
    width_mm: NotRequired[Annotated[float, _WIDTH, "mm, of the whole picture; letters keep their size"]]
    margin_mm: NotRequired[Annotated[float, _MARGIN, "mm left free at each border"]]
    lang: NotRequired[Annotated[Literal["en", "fr"], _LANG, "language of the words; that of the command if left out"]]


@cache
def _validator() -> SchemaValidator:
    return SchemaValidator(table_schema(StyleTable))


@plain
def parse_style(text: str, form: Literal["toml", "json"] = "toml", name: str = "") -> Style:
    """The style in a text, called `name`. Raises InputError for all the mistakes found."""
    with inside(file=name):
        try:
            table = _validator().validate_python(plain_data(text, form))
        except ValidationError as error:
            mistakes = Mistakes()
            mistakes.found += complaints(error, {(): StyleTable, ("players",): LookTable})
            mistakes.stop_if_any()
            raise
    base = STYLES[table.pop("base")]
    if "players" in table:
        table["players"] = tuple(PlayerLook(**look | {"words": tuple(look["words"])}) for look in table["players"])
    return replace(base, name=name or base.name, **table)


def style_of(style: str | Style) -> Style:
    """The style itself, the one with this name, or the one in the file of this name. Raises InputError."""
    if isinstance(style, Style) or style in STYLES:
        return style if isinstance(style, Style) else STYLES[style]
    if not Path(style).suffix and not Path(style).exists():
        known = either([*STYLES])
        told = Message("must be {known}, or the name of a file, not {given}", known=known, given=repr(style))
        raise InputError(told, key="style")
    with inside(file=style):
        text = read_text(style)
    return parse_style(text, "json" if text.lstrip()[:1] == "{" else "toml", style)


def styled(look: Look, *, sized: bool = False) -> Style:
    """The style that was asked for on a command line; sized: something else says how large pictures are.

    Raises InputError for one there is none of.
    """
    style = style_of(look.style or "screen")
    return replace(
        style,
        heading=style.heading and not look.no_title,
        heading_words=look.heading or style.heading_words,
        legend="none" if look.no_legend else style.legend,
        width_mm=None if sized else look.width or style.width_mm,
        margin_mm=0.0 if look.crop else style.margin_mm,
    )


def style_schema() -> dict[str, Any]:
    """JSON Schema of a style file, as plain data."""
    return plain_schema(StyleTable)
