"""Catalogues of messages: `python -m tests.catalogues` brings those there are up to date with the sources, and
`python -m tests.catalogues de` begins one. What is new is left empty in them, what nothing says any more is dropped."""

from __future__ import annotations

import ast
import json
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, BinaryIO

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from armada_sim.cli.commands import cli as armada
from armada_sim.cli.explain import SCHEMAS, described
from armada_sim.table import GAME_OPTIONS, GONE, OPTIONS, TEXT
from armada_sim.tabletop import Gone, Option
from armada_sim.tabletop.language import LANGUAGES, LOCALE
from armada_sim.tabletop.pocket import shell_words
from armada_sim.tabletop.shipped import title_of, translated
from armada_sim.tabletop.terminal.speaking import METAVAR, paragraphs
from armada_sim.web.questions import page_words
from grid_games.cli.commands import cli as grid_games
from grid_games.destin_arc import options as destin_arc
from grid_games.singidunum import options as singidunum
from grid_games.strategiksa import options as strategiksa

ROOT = Path(__file__).parent.parent

KEYWORDS = {
    "say": None,
    "say_many": (1, 2),
    "say_as": ((1, "c"), 2),
    "N_": None,
    "Message": None,
    "Message.counted": (1, 2),
    "Message.meaning": ((1, "c"), 2),
    "NotationError": None,
    "Violation": None,
}
"""What says messages, and which of its texts they are."""

OPTIONS_OF: dict[str, Sequence[Option]] = {
    "armada_sim/table/options.py": OPTIONS,
    "armada_sim/table/game_options.py": GAME_OPTIONS,
    "grid_games/singidunum/options.py": singidunum.OPTIONS,
    "grid_games/strategiksa/options.py": strategiksa.OPTIONS,
    "grid_games/destin_arc/options.py": (*destin_arc.OPTIONS, destin_arc.COUNTS, destin_arc.MAP),
}
"""The options of each game, by the file that has them."""

GONE_OF: dict[str, Mapping[str, Gone]] = {
    "armada_sim/table/gone.py": GONE,
    "grid_games/singidunum/options.py": singidunum.GONE,
    "grid_games/strategiksa/options.py": strategiksa.GONE,
    "grid_games/destin_arc/options.py": destin_arc.GONE,
}
"""The options that went of each game, by the file that has them."""

UNKEPT = (b'"Project-Id', b'"Report-Msgid', b'"POT-', b'"PO-', b'"Last-', b'"Language-Team', b'"Generated-')
"""Lines of a file's head that say nothing, or something else each day."""

Found = tuple[int, str, str | tuple[str, ...], list[str]]


def said(file: BinaryIO, keywords: Collection[str], comment_tags: object, options: object) -> Iterator[Found]:
    """Calls with literal messages, for Babel: its own reader of Python does not see those inside other calls."""
    for call in ast.walk(ast.parse(file.read())):
        if isinstance(call, ast.Call) and (name := name_of(call)) in keywords:
            texts = texts_of(call)
            if len(texts) == (2 if KEYWORDS[name] else 1):
                yield call.lineno, name, texts[0] if len(texts) == 1 else texts, []


def name_of(call: ast.Call) -> str:
    """Of the method `say…`, of the function N_, or of what makes a Message, alone or within."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="Message"), attr=name):
            return f"Message.{name}"
        case ast.Attribute(attr=name) if name.startswith("say"):
            return name
        case ast.Name(id="N_" | "Message" | "NotationError" | "Violation" as name):
            return name
    return ""


def texts_of(call: ast.Call) -> tuple[str, ...]:
    """The literal texts that such a call says: of a violation without its clause."""
    args = call.args[1:] if name_of(call) == "Violation" else call.args
    return tuple(arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def of_options() -> Iterator[tuple[str, str]]:
    """The questions and values of options, and what is played in place of those that went, which no call says as they
    stand there; each with the file that has it."""
    for file, options in OPTIONS_OF.items():
        for option in options:
            for message in (option.question, *option.values.values(), *option.refused.values()):
                yield file, message
    for file, gone in GONE_OF.items():
        yield from ((file, one.now) for one in gone.values())


def of_words() -> Iterator[tuple[str, str, str | None]]:
    """The tables of words beside the modules that say them: titles and texts."""
    for file in sorted((ROOT / "grid_games").rglob("words.toml")):
        for entry in _entries(tomllib.loads(file.read_text(encoding="utf-8"))):
            context = entry.get("context")
            if "title" in entry:
                yield str(file.relative_to(ROOT)), entry["title"], context
            yield str(file.relative_to(ROOT)), entry["text"], None if "title" in entry else context


def _entries(part: Any) -> Iterator[dict[str, str]]:
    """All that have a text, however deep."""
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        yield part
    elif isinstance(part, (dict, list)):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _entries(inner)


def of_clauses() -> Iterator[tuple[str, str]]:
    """The words and sources of the clauses of Armada."""
    return (("armada_sim/table/clauses.py", message) for said in TEXT.values() for message in said)


def of_page() -> Iterator[tuple[str, str]]:
    """What the page in a browser says itself, and its shell where there is no server."""
    yield from (("armada_sim/web/words.json", message) for message in page_words().values())
    yield from (("armada_sim/tabletop/pocket/words.json", message) for message in shell_words().values())


def of_commands() -> Iterator[tuple[str, str]]:
    """What commands are helped with: their docstrings by paragraphs, options, what stands for things to be typed."""
    for commands in (armada, grid_games):
        for command in (commands, *commands.commands.values()):
            assert command.callback is not None
            file = command.callback.__module__.replace(".", "/") + ".py"
            texts = [*paragraphs(command.help or ""), command.short_help]
            for param in command.params:
                metavar = (param.name or "").upper() if isinstance(param, click.Argument) else ""
                texts += (getattr(param, "help", ""), *METAVAR.findall(param.metavar or metavar))
            yield from ((file, text) for text in texts if text)


def of_examples() -> Iterator[tuple[str, str]]:
    """The titles and comments of shipped examples and of numbers, and what an example says of its players."""
    files = (sorted((ROOT / folder).rglob(names)) for folder, names in (
        ("examples", "*.*"), ("grid_games/examples", "*.*"), ("grid_games", "numbers.toml"),
    ))  # fmt: skip
    for file in chain.from_iterable(files):
        text = file.read_text(encoding="utf-8")
        said = [title] if (title := title_of(text)) else []
        translated(partial(_noted, said), text)
        said += json.loads(text).get("notes", {}).values() if file.suffix == ".json" else ()
        yield from ((str(file.relative_to(ROOT)), message) for message in said)


def of_schemas() -> Iterator[tuple[str, str]]:
    """What the schemas of files say of their keys."""
    for place in SCHEMAS.values():
        said: list[str] = []
        described(resolve_name(place)(), partial(_noted, said))
        yield from ((place.rpartition(".")[0].replace(".", "/") + ".py", text) for text in said)


def _noted(said: list[str], text: str) -> str:
    said.append(text)
    return text


@cache
def messages() -> tuple[tuple[str, str | tuple[str, ...], str | None], ...]:
    """Every message of the sources, with the file that says it and its context."""
    calls = (
        (f"{folder}/{file}", message, context)
        for folder in ("armada_sim", "grid_games", "plots")
        for file, _, message, _, context in extract_from_dir(ROOT / folder, [("**.py", said)], keywords=KEYWORDS)
    )
    return (
        *calls,
        *of_words(),
        *(
            (file, message, None)
            for file, message in (
                *of_options(),
                *of_clauses(),
                *of_page(),
                *of_commands(),
                *of_examples(),
                *of_schemas(),
            )
        ),
    )


def template() -> Catalog:
    """A catalogue of every message, untranslated."""
    found = Catalog(fuzzy=False)
    for file, message, context in messages():
        found.add(message, locations=[(file, 1)], context=context)
    return found


def path_of(lang: str) -> Path:
    """The file of a language."""
    return LOCALE / lang / "LC_MESSAGES" / "armada.po"


def catalogue(lang: str) -> Catalog:
    """The messages of a language as its file has them; one of none for a language without a file."""
    path = path_of(lang)
    return read_po(BytesIO(path.read_bytes()), locale=lang) if path.exists() else Catalog(lang, fuzzy=False)


def updated(lang: str) -> bytes:
    """The file of a language as it should be: what the sources say, in order of the files that say it."""
    made, file = catalogue(lang), BytesIO()
    made.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    write_po(file, made, width=120, ignore_obsolete=True, sort_by_file=True, include_lineno=False)
    return b"".join(line for line in file.getvalue().splitlines(keepends=True) if not line.startswith(UNKEPT))


if __name__ == "__main__":
    for lang in dict.fromkeys((*LANGUAGES[1:], *sys.argv[1:])):
        path_of(lang).parent.mkdir(parents=True, exist_ok=True)
        path_of(lang).write_bytes(updated(lang))
