"""What click says of a command in any language: its help, and what is wrong with what was typed."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop.language import LANGUAGES, N_, Language, Message, Said, known_again

if TYPE_CHECKING:
    from collections.abc import Callable

_SAID_BY_CLICK = (
    N_("No such command {name}."),
    N_("No such option {name}."),
    N_("{message} Did you mean {name}?"),
    N_("{message} (Did you mean one of: {names}?)"),
    N_("Got unexpected extra argument ({words})"),
    N_("Got unexpected extra arguments ({words})"),
    N_("Option {name} requires an argument."),
    N_("Option {name} requires {n} arguments."),
    N_("Option {name} does not take a value."),
    N_("{value} is not one of {choices}."),
)
"""The sentences with which click refuses what was typed, to know them again: it makes them for one language alone."""

_HELP_OF_CLICK = (N_("Show this message and exit."), N_("OPTIONS"), N_("COMMAND"), N_("ARGS"), N_("TEXT"), N_("NUMBER"))
"""What click puts into help by itself, and what stands for a value that has no other name."""


_ENDLESS = 10**9
"""A limit that nobody who counts by hand meets."""

METAVAR = re.compile(r"[A-Z](?:[A-Z:=| ]*[A-Z])?")
"""What stands for something to be typed, within brackets or not: a message."""


def paragraphs(text: str) -> list[str]:
    """Those of a help text, each a message."""
    return [" ".join(paragraph.split()) for paragraph in inspect.cleandoc(text).split("\n\n")]


def complaint(error: click.ClickException, words: Language) -> str:
    """What click says is wrong, in a language."""
    if words.lang == "en":
        return error.format_message()
    if isinstance(error, click.BadParameter) and error.param is not None and error.ctx is not None:
        name = error.param.get_error_hint(error.ctx)
        if not isinstance(error, click.MissingParameter):
            told = error.message if isinstance(error.message, Said) else _known_again(error.message)
            return words.say("Invalid value for {name}: {message}", name=name, message=words.tell(told))
        if isinstance(error.param, click.Argument):
            return words.say("Missing argument {name}.", name=_typed(name, words))
        return words.say("Missing option {name}.", name=name)
    return words.tell(_known_again(error.format_message()))


def _known_again(text: str) -> Message:
    found = known_again(text, _SAID_BY_CLICK)
    if "message" in found.values:  # a sentence within a sentence
        found.values["message"] = _known_again(str(found.values["message"]))
    return found


def _typed(text: str, words: Language) -> str:
    """What stands for something to be typed, such as [FILE] or NAME=SIDE, in a language."""
    return METAVAR.sub(lambda found: words.say(found[0]), text)


class Speaking(click.Command):
    """A command that takes `--lang` and is helped with in that language: the object of its context is a `Language`.

    Its help texts are messages: the paragraphs of its docstring, its short help, what helps with each option.
    """

    def __init__(self, *args: Any, example: str = "", more: str = "", **extra: Any) -> None:
        """example: a call, given under the help; more: others, a line each."""
        super().__init__(*args, **extra)
        self.example, self.more = example, more
        if not any("--lang" in param.opts for param in self.params):
            told = "Language of what is said.  [default: ARMADA_LANG, or the locale]"
            self.params.append(click.Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False, help=told))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """How it is called."""
        words: Language = ctx.obj
        pieces = " ".join(_typed(piece, words) for piece in self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, words.say("Usage:") + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(map(ctx.obj.say, paragraphs(self.help or ""))))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What may be said, and what for."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option) and not param.hidden]
        with formatter.section(ctx.obj.say_as("before a colon", "Options")):
            formatter.write_dl([_row(option, ctx) for option in options])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Calls to begin with."""
        if self.example:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(ctx.obj.say("Example: {command}", command=self.example))
        if self.more:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text("\b\n" + ctx.obj.say("More:") + "\n  " + self.more.replace("\n", "\n  "))


def _row(option: click.Option, ctx: click.Context) -> tuple[str, str]:
    """An option, and what it is for."""
    words: Language = ctx.obj
    record = option.get_help_record(ctx)
    assert record is not None
    extra = option.get_help_extra(ctx)
    facts = []
    if "default" in extra:
        usual, shown = option.default, extra["default"]
        if isinstance(usual, int | float) and not isinstance(usual, bool):
            shown = words.plain(usual)
        facts.append(words.say("default: {value}", value=shown))
    facts += [_limits(option.type, words)] if "range" in extra else []
    facts += [words.say("required")] if "required" in extra else []
    names, metavar, rest = record[0].partition(option.make_metavar(ctx))
    told = words.say(option.help or "")
    return names + _typed(metavar, words) + rest, f"{told}  [{words.in_turn(facts)}]" if facts else told


def _limits(kind: Any, words: Language) -> str:
    """From where to where a number may be."""
    if kind.max > _ENDLESS:
        return words.say("at least {least}", least=words.plain(kind.min))
    return words.say("from {least} to {most}", least=words.plain(kind.min), most=words.plain(kind.max))


class Command(Speaking):
    """A command of a `CommandGroup`."""


def command(name: str | None = None, **extra: object) -> Callable[[Callable[..., Any]], Command]:
    """Makes a function a command, as `click.command` does."""
    return click.command(name, Command, **extra)
