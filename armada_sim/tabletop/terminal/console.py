"""How a command of this project behaves, `armada` and `grid-games` alike: bad input is one sentence and status 2."""

from __future__ import annotations

import math
import os
import sys
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TextIO

import click

from armada_sim.tabletop.errors import ArmadaError, CostWarning, InputError
from armada_sim.tabletop.language import N_, Amount, Language, Message, cause
from armada_sim.tabletop.terminal.speaking import Speaking, complaint
from armada_sim.tabletop.terminal.spoken import spoken
from armada_sim.tabletop.words import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


_UNREAD = 141
"""Exit status where nobody reads standard output any more, as shells have it (SIGPIPE)."""

_LONGEST = 1500
"""Characters of a complaint that are shown; one that quotes a whole file is cut in its middle."""


class Number(click.FloatRange):
    """A number within limits, for options; what is none, or beyond them, is refused with a sentence that names both."""

    name = "number"
    read: ClassVar[Callable[[Any], float]] = float
    said = N_("expected a number from {low} to {high}, not {given}.")

    def __init__(self, low: float, high: float) -> None:
        super().__init__(low, high)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that was typed."""
        low, high = self.min or 0, self.max or 0
        try:
            number = type(self).read(value)
        except ValueError:
            number = math.nan
        if not low <= number <= high:  # nan is not either
            least, most = (Amount(f"{Decimal(str(limit)).normalize():f}") for limit in (low, high))
            self.fail(Message(self.said, low=least, high=most, given=quoted(str(value))), param, ctx)
        return number


class Whole(Number):
    """A whole number within limits; refused like a `Number`."""

    read = int
    said = N_("expected a whole number from {low} to {high}, not {given}.")


class CommandGroup(Speaking, click.Group):
    """A group of commands whose bad input is one sentence and exit status 2, never a traceback.

    `--lang` may be given to the group as well as to its commands.
    """

    def main(  # type: ignore[override]  # always standalone: it ends the process
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run and exit: the command's status, 2 for bad input, 130 for Ctrl-C, 141 if nobody reads the output any
        more."""
        extra.pop("standalone_mode", None)
        if os.environ.get("NO_COLOR"):
            extra["color"] = False
        status: object = 2
        words = Language()
        try:
            words = spoken(sys.argv[1:] if args is None else args)
            status = super().main(args, prog_name, standalone_mode=False, obj=words, **extra)
            if sys.stdout is not None:
                sys.stdout.flush()
        except ArmadaError as error:
            for one in (error, *(error.others if isinstance(error, InputError) else ())):
                say(words.say("Error: {message}", message=_cut(words.complaint(one))))
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
        except click.ClickException as error:
            say(words.say("Error: {message}", message=_cut(complaint(error, words)) + _see_help(error, words)))
        except (click.Abort, KeyboardInterrupt):  # click has already ended the line the terminal shows ^C on
            say(words.say("Interrupted."))
            status = 130
        except OSError as error:
            status = _output_lost(error, words)
        sys.exit(status if isinstance(status, int) else 0)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, and the commands after them."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, and what each is for."""
        with formatter.section(ctx.obj.say_as("before a colon", "Commands")):
            formatter.write_dl(
                [(name, ctx.obj.say(self.commands[name].short_help)) for name in self.list_commands(ctx)]
            )

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click, but a closed pipe is no fault: help texts are written here."""
        with _unread():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """As click, but a closed pipe is no fault."""
        with _unread():
            return super().invoke(ctx)


@contextmanager
def _unread() -> Iterator[None]:
    """A closed pipe ends the command by a status of its own; click's 1 would say that something is not allowed."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(_UNREAD) from None


def say(text: str) -> None:
    """Say it on standard error; where nobody can read that, the exit status says it alone."""
    try:
        click.echo(text, err=True)
    except OSError:
        # what is left in the buffer goes nowhere, so that the interpreter does not end with a status of its own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def ask(prompt: str) -> str | None:
    """The next line a person types; None at the end of the input."""
    click.echo(prompt, nl=False)
    try:
        line = "" if sys.stdin is None else sys.stdin.readline()
    except OSError:  # the terminal is gone
        line = ""
    if not line or not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line if line else None


def _cut(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]} … {text[-half:]}"


def _see_help(error: click.ClickException, words: Language) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return "" if context is None else " " + words.say("See {command} --help.", command=context.command_path)


def _output_lost(error: OSError, words: Language) -> int:
    """The status once standard output could not be written; a reader who has seen enough is no fault."""
    if sys.stdout is not None:  # what is left in the buffer goes nowhere, so that the interpreter ends quietly
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return _UNREAD
    lost = InputError(
        Message("cannot be written: {why}", why=cause(error)),
        file=error.filename or Message("standard output"),
    )
    say(words.say("Error: {message}", message=words.complaint(lost)))
    return 2


def run(commands: CommandGroup, name: str) -> NoReturn:
    """Entry point of an installed command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):  # what is typed may be no text, and is refused like other words
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    _say_costs_once()
    commands.main(prog_name=name)


def _say_costs_once() -> None:
    """A CostWarning is one sentence on standard error, the first time; other warnings look as Python has them."""
    import warnings

    usual, said = warnings.showwarning, set[type[Warning]]()

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not issubclass(category, CostWarning):
            usual(message, category, filename, lineno, file, line)
        elif category not in said:
            said.add(category)
            context = click.get_current_context(silent=True)
            words = Language() if context is None else context.obj
            told = message.args[0] if isinstance(message, Warning) else message
            say(words.say("Note: {text}.", text=words.tell(told)))

    warnings.showwarning = show
