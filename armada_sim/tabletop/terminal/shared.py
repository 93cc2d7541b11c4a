"""What the commands share: options, checks of what is typed, and lines of output."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.language import N_, either
from armada_sim.tabletop.shipped import text_of, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from armada_sim.tabletop.language import Language

PICTURES = (".svg", ".pdf", ".png")
WIDTH = 96
"""Characters of a line of output."""

UNIT = click.option("--unit", type=click.Choice(["mm", "cm", "in"]), help="Unit of lengths in sentences and figures.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def wrapped(text: str, first: str = "", rest: str = "", *, dim: bool = False, width: int = WIDTH) -> list[str]:
    """Words as lines of output, with what comes before the first and the others."""

    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [click.style(line, dim=True) for line in lines] if dim else lines


def in_json(document: object) -> str:
    """A document as a command prints it."""
    import json

    return json.dumps(document, indent=2, ensure_ascii=False)


def picture_path(name: str | None, kinds: Sequence[str] = PICTURES, *, reads: Sequence[str]) -> Path | None:
    """Where a picture goes. Raises InputError unless it can be written there and is none of `reads`, its sources."""
    from armada_sim.tabletop.errors import InputError
    from armada_sim.tabletop.language import Message
    from armada_sim.tabletop.writing import keep_apart

    if name is None:
        return None
    path = Path(name)
    if path.suffix.lower() not in kinds:
        picture = N_("the name of a picture ends in {known}, not as {name} does")
        said = picture if kinds is PICTURES else N_("the name of an animation ends in {known}, not as {name} does")
        raise InputError(Message(said, known=either(kinds), name=repr(name)), key="--output")
    if not path.parent.is_dir():
        raise InputError(Message("there is no directory {name}", name=repr(str(path.parent))), key="--output")
    keep_apart([("--output", name)], reads)
    return path


def several(words: str, known: Sequence[str], key: str, none: str) -> list[str]:
    """Words with commas between them, each known, each once. Raises InputError."""
    found = dict.fromkeys(one_of(word.strip(), known, key, none) for word in words.split(",") if word.strip())
    if not found:
        from armada_sim.tabletop.errors import InputError
        from armada_sim.tabletop.language import Message

        raise InputError(Message("give at least one of {known}", known=", ".join(known)), key=key)
    return list(found)


def one_of(word: str, known: Sequence[str], key: str, none: str) -> str:
    """`word` if it is known. Raises InputError with a guess; none: "no … is called {name}{guess}", marked by N_."""
    from difflib import get_close_matches

    from armada_sim.tabletop.errors import InputError
    from armada_sim.tabletop.language import Message

    if word in known:
        return word
    near = get_close_matches(word.lower(), known, 1)
    hint = Message("; did you mean {name}?", name=near[0]) if near else ""
    if not near and len(known) < 20:
        hint = Message(" (known: {names})", names=", ".join(known))
    raise InputError(Message(none, name=repr(word), guess=hint), key=key)


def shipped_text(name: str, there: Mapping[str, Traversable], words: Language) -> str | None:
    """The text of a shipped file by its name; None for the name of a file. Raises InputError for a name nearly
    right."""
    from difflib import get_close_matches

    from armada_sim.tabletop.errors import InputError
    from armada_sim.tabletop.language import Message

    if name in there:
        return text_of(there[name], words)
    near = get_close_matches(name.lower(), there, 1)
    if near and not Path(name).exists() and not Path(name).suffix:
        raise InputError(Message("there is no such file; did you mean {name}?", name=near[0]), file=name)
    return None


def show_example(
    name: str | None, there: Mapping[str, Traversable], words: Language, *, as_json: bool,
    titles: Mapping[str, str], after: Sequence[str] = (),
) -> None:  # fmt: skip
    """Print a shipped file by its name, or list all of them and say more after it. Raises InputError.

    titles: messages for files that do not say what they are about.
    """
    from armada_sim.tabletop.language import Message

    if name is not None:
        plain = name if name in there else re.sub(r"\.(toml|json|tex|txt)$", "", name)
        wanted = one_of(plain, list(there), Message("NAME"), N_("there is no example called {name}{guess}"))
        text = text_of(there[wanted], words)
        click.echo(in_json({"name": wanted, "text": text}) if as_json else text, nl=as_json)
        return
    listed = {
        known: words.say(title_of(file.read_text("utf-8")) or titles.get(known, N_("a recorded game")))
        for known, file in there.items()
    }
    if as_json:
        click.echo(in_json([{"name": known, "title": title} for known, title in listed.items()]))
        return
    width = max(map(len, listed), default=0)
    lines = [f"{known:{width}}  {title}" for known, title in listed.items()]
    click.echo("\n".join([*lines, *([""] if after else []), *map(words.say, after)]))
