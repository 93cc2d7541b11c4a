"""The routes of Armada's table: each takes the page's document and answers with plain data."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from armada_sim.geometry import Place
from armada_sim.table import BY_KEY, PRESETS, UNITS, Rules, Size, Unit
from armada_sim.tabletop import LANGUAGES, InputError, Language, Message
from armada_sim.tabletop.terminal import shipped
from armada_sim.tabletop.web import Guard, answered, table
from armada_sim.web.documents import asked, dispute_in, read
from armada_sim.web.looking import asked_of, look
from armada_sim.web.page_words import PAGE_WORDS
from armada_sim.web.rulings import rule
from armada_sim.web.sharpening import sharpen

_STATIC = Path(__file__).with_name("static")

_FORMATS = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}


def referee_table(guard: Guard) -> Starlette:
    """The application that `armada serve` runs."""
    routes = [
        answered("/api/page", _page, "GET"),
        answered("/api/example", _example),
        answered("/api/read", _read),
        answered("/api/pieces", _pieces),
        answered("/api/look", _look),
        answered("/api/rule", _rule),
        answered("/api/picture", _picture),
        WebSocketRoute("/api/sharpen", sharpen),
    ]
    return table(routes, {"/": _STATIC}, guard)


def _page(_: bytes, words: Language) -> dict[str, Any]:
    """What the page needs once: words, options, presets, examples."""
    return {
        "lang": words.lang,
        "languages": [*LANGUAGES],
        "words": {key: words.say(message) for key, message in PAGE_WORDS.items()},
        "options": [
            {
                "key": option.key,
                "question": words.say(option.question),
                "default": option.default,
                "values": {value: words.say(meaning) for value, meaning in option.values.items()},
                "free": bool(option.takes or option.other or option.numbers),
            }
            for option in BY_KEY.values()
        ],
        "presets": {name: {**changes} for name, changes in PRESETS.items()},
        "examples": [*shipped("armada_sim", ".toml")],
        "units": [*UNITS],
    }


def _example(body: bytes, _: Language) -> dict[str, Any]:
    """A shipped dispute as the page's document."""
    examples, name = shipped("armada_sim", ".toml"), asked(body).get("name")
    if not isinstance(name, str) or name not in examples:
        raise InputError(Message("there is no example of that name"), key="name")
    return read(examples[name].read_text(encoding="utf-8"))


def _read(body: bytes, _: Language) -> dict[str, Any]:
    """The page's document of a file that was opened."""
    text = asked(body).get("text")
    if not isinstance(text, str):
        raise InputError(Message("expected the text of a file"), key="text")
    return read(text)


def _pieces(body: bytes, _: Language) -> dict[str, Any]:
    """Outlines of the sizes under the rules, base midpoint at the origin, tip along +x: (x, y) in mm."""
    rules = dispute_in(asked(body)).rules
    return {size.value: _outline(rules, size) for size in Size}


def _outline(rules: Rules, size: Size) -> dict[str, Any]:
    flat = rules.outline(size).flat(Place(Fraction(0), Fraction(0), Fraction(0)))
    return {"corners": [[*corner] for corner in flat.corners], "length": float(rules.outline(size).step)}


def _look(body: bytes, words: Language) -> dict[str, Any]:
    given = asked(body)
    dispute = dispute_in(given)
    return look(dispute.layout, dispute.rules, asked_of(given.get("ship")), _unit(given), words)


def _rule(body: bytes, words: Language) -> dict[str, Any]:
    given = asked(body)
    return rule(dispute_in(given), _number(given), _unit(given), words, tight=given.get("tight") is True)


def _picture(body: bytes, words: Language) -> Response:
    """The picture of a ruling, or of the table if there is no question: as the command line draws it."""
    import plots

    given = asked(body)
    dispute, kind = dispute_in(given), given.get("format", "svg")
    if kind not in _FORMATS:
        raise InputError(Message("expected svg, pdf or png"), key="format")
    unit, style = _unit(given).name, given.get("style", "screen")
    if given.get("number") is None:
        figure = plots.figure_of_position(
            dispute.layout, dispute.rules, show=["labels", "damage", "scale"], unit=unit, style=style, lang=words.lang,
            title=dispute.title,
        )  # fmt: skip
    else:
        ruling = dispute.ask(_number(given), unit)
        figure = plots.figure_of_ruling(dispute.layout, ruling, dispute.rules, unit=unit, style=style, lang=words.lang)
    title, description = plots.described(figure, words.lang)
    content = plots.figure_bytes(figure, kind, dispute.title or title, description, words.lang)
    return Response(content, media_type=_FORMATS[kind])


def _unit(given: dict[str, Any]) -> Unit:
    return Unit(str(given.get("show_in", "mm")))


def _number(given: dict[str, Any]) -> int:
    number = given.get("number", 1)
    if not isinstance(number, int) or isinstance(number, bool):
        raise InputError(Message("expected the number of a question"), key="number")
    return number
