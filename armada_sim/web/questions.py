"""What the page may ask: each question takes the page's document and is answered with plain data, or a file."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from armada_sim.files.building import build_dispute
from armada_sim.geometry import Place
from armada_sim.table import BY_KEY, PRESETS, UNITS, Rules, Size
from armada_sim.tabletop import LANGUAGES, InputError, Language, Message
from armada_sim.tabletop.shipped import shipped, text_of
from armada_sim.tabletop.web import SLOW
from armada_sim.web.answers import Document, Look, OtherReadings, Outline, Page, Pieces, RecordText, Ruled, Snap
from armada_sim.web.bodies import (
    ExampleBody,
    LookBody,
    PictureBody,
    ReadBody,
    ReadingsBody,
    RuleBody,
    SnapBody,
    TableBody,
)
from armada_sim.web.codes import CODE
from armada_sim.web.documents import read
from armada_sim.web.endpoints import Endpoint
from armada_sim.web.game_bodies import SEATED
from armada_sim.web.looking import look, snap
from armada_sim.web.photo import PHOTO, photo_missing, reading_missing
from armada_sim.web.picturing import formats, picture
from armada_sim.web.rulings import readings, rule

_WORDS = Path(__file__).with_name("words.json")


def page_words() -> dict[str, str]:
    """What the page itself says, messages by the keys its modules use: whole labels and sentences into which it puts
    `{name}` and the like."""
    found: dict[str, str] = json.loads(_WORDS.read_text(encoding="utf-8"))
    return found


def page(_: bytes, words: Language) -> Page:
    """What the page needs once: words, options, presets, examples."""
    return {
        "lang": words.lang,
        "languages": [*LANGUAGES],
        "words": {key: words.say(message) for key, message in page_words().items()},
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
        "presets": {name: {key: str(value) for key, value in changes.items()} for name, changes in PRESETS.items()},
        "examples": [*shipped("armada_sim", ".toml"), *_games()],
        "units": [*UNITS],
        "photo": photo_missing(words),
        "reading": reading_missing(words),
        "players": [*SEATED],
        "players_missing": "",
        "pictures": formats(),
    }


def _games() -> dict[str, Traversable]:
    """Shipped games, played and to play."""
    return shipped("armada_sim", ".json", "games") | shipped("armada_sim", ".toml", "games")


def _example(given: ExampleBody, words: Language) -> Document | RecordText:
    """A shipped dispute as the page's document; a game as the text of its file."""
    examples, games = shipped("armada_sim", ".toml"), _games()
    if given["name"] in games:
        return {"record": text_of(games[given["name"]], words)}
    if given["name"] not in examples:
        raise InputError(Message("there is no example of that name"), key="name")
    return read(text_of(examples[given["name"]], words), words)


def _read(given: ReadBody, words: Language) -> Document:
    return read(given["text"], words)


def _pieces(given: TableBody, _: Language) -> Pieces:
    rules = build_dispute(given["dispute"]).rules
    return {size.name: _outline(rules, size) for size in rules.sizes}


def _outline(rules: Rules, size: Size) -> Outline:
    flat = rules.outline(size).flat(Place(Fraction(0), Fraction(0), Fraction(0)))
    return {"corners": [*flat.corners], "length": float(rules.outline(size).step)}


def _look(given: LookBody, words: Language) -> Look:
    dispute = build_dispute(given["dispute"])
    return look(dispute.layout, dispute.rules, given.get("ship"), dispute.measure(given["show_in"]), words)


def _snap(given: SnapBody, words: Language) -> Snap:
    dispute = build_dispute(given["dispute"])
    return snap(dispute.layout, dispute.rules, given["ship"], given["most"], words)


def _rule(given: RuleBody, words: Language) -> Ruled:
    return rule(build_dispute(given["dispute"]), given["number"], given["show_in"], words)


def _readings(given: ReadingsBody, words: Language) -> OtherReadings:
    return readings(build_dispute(given["dispute"]), given["number"], given["show_in"], words)


ENDPOINTS: tuple[Endpoint[Any], ...] = (
    Endpoint("/api/example", ExampleBody, _example, Document | RecordText),
    Endpoint("/api/read", ReadBody, _read, Document),
    Endpoint("/api/pieces", TableBody, _pieces, Pieces),
    Endpoint("/api/look", LookBody, _look, Look),
    Endpoint("/api/snap", SnapBody, _snap, Snap),
    Endpoint("/api/rule", RuleBody, _rule, Ruled),
    Endpoint("/api/readings", ReadingsBody, _readings, OtherReadings, lane=SLOW),
    Endpoint("/api/picture", PictureBody, picture, None, "application/octet-stream", SLOW),
    PHOTO,
    CODE,
)
"""About a table and its questions."""
