"""Which language a command speaks: `--lang`, else ARMADA_LANG, else the locale, else English."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from armada_sim.tabletop import language
from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def spoken(args: Sequence[str]) -> Language:
    """The language of a command line, before anything else of it is read. Raises InputError for a wrong ARMADA_LANG.

    A wrong `--lang` is passed over: the command complains of it as of other options.
    """
    for lang in _typed(args):
        if lang in language.LANGUAGES:
            return Language(lang)
    wanted = os.environ.get("ARMADA_LANG")
    if not wanted:
        return Language(_of_the_locale())
    try:
        return Language(wanted)
    except InputError as error:
        raise InputError(error.message, key="ARMADA_LANG") from None


def _typed(args: Sequence[str]) -> Iterator[str]:
    """What follows `--lang`, the last first; of several with commas the first."""
    words = list(args)[: args.index("--")] if "--" in args else list(args)
    for i in reversed(range(len(words))):
        option, equals, value = words[i].partition("=")
        if option == "--lang" and (equals or i + 1 < len(words)):
            yield (value if equals else words[i + 1]).partition(",")[0]


def _of_the_locale() -> str:
    """As gettext reads it: LC_ALL before LC_MESSAGES before LANG; LANGUAGE, a list, before it unless that is C."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    if re.match(r"(C|POSIX)\b", locale):
        return "en"
    for name in [*os.environ.get("LANGUAGE", "").split(":"), locale]:
        territory = re.split(r"[.@]", name)[0]
        for lang in (territory, territory.partition("_")[0]):
            if lang in language.LANGUAGES:
                return lang
    return "en"
