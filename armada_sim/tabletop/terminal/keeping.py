"""A record that cannot be written where it was asked for is kept elsewhere, and as a last resort printed."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import Language
from armada_sim.tabletop.terminal.console import ask, say
from armada_sim.tabletop.writing import check_targets, write_files

if TYPE_CHECKING:
    from collections.abc import Callable


def keep(text: Callable[[], str], file: str, words: Language) -> bool:
    """Write a record and say where it is. Whether it is where it was asked for, or where a person then said.

    If it cannot be, a person at a terminal is asked for another file until one can be written or none is named; else it
    goes to the user's folder, or the one for temporary files, or is printed. A signal that ended the game waits for
    nobody, and one that comes meanwhile is raised once the record is kept.
    """
    person = sys.stdin is not None and sys.stdin.isatty() and not isinstance(sys.exc_info()[1], SystemExit)
    try:
        return _kept(text(), file, words, person=person)
    except (KeyboardInterrupt, SystemExit):
        _kept(text(), file, words, person=False)
        raise


def _kept(text: str, file: str, words: Language, *, person: bool) -> bool:
    try:
        write_files([(Path(file), text.encode())])
    except InputError as error:
        say(words.say("Error: {message}", message=words.complaint(error)))
    else:
        say(words.say("The record is in {file}.", file=file))
        return True
    if person and (other := _named(words)):
        return _kept(text, other, words, person=True)
    kept = _elsewhere(text, Path(file).stem)
    if kept:
        say(words.say("The record is in {file}.", file=kept))
    else:
        say(words.say("The record can be written nowhere; this is all of it:"))
        try:
            click.echo(text, nl=False)
        except OSError:
            say(text)
    return False


def _named(words: Language) -> str:
    """Another file for a record that a person names; empty if none is."""
    while True:
        try:
            typed = (ask(words.say("Another file for the record, or nothing> ")) or "").strip()
            if typed:
                check_targets([("", typed, (".json",))])
        except InputError as error:
            say(words.say("Error: {message}", message=words.complaint(error)))
        except OSError:  # nobody can be asked
            return ""
        else:
            return typed


def _elsewhere(text: str, stem: str) -> str:
    """A record in a new file, in the user's folder or the one for temporary files; empty if neither takes it."""
    for folder in (Path.home, tempfile.gettempdir):
        try:
            handle, name = tempfile.mkstemp(dir=folder(), prefix=f"{stem}-", suffix=".json")
        except (OSError, RuntimeError):  # RuntimeError: there is no home
            continue
        os.close(handle)
        try:
            write_files([(Path(name), text.encode())])
        except InputError:
            os.unlink(name)
        else:
            return name
    return ""
