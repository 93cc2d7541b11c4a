"""Commands of both programs as a user types them, in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from armada_sim.cli.commands import cli as armada
from grid_games.cli.commands import cli as grid_games

PROGRAMS = {"armada": armada, "grid-games": grid_games}


def run(program: str, *words: object, typed: str | None = None, **more: str) -> Result:
    """What a call ends with; more: its environment."""
    return CliRunner().invoke(PROGRAMS[program], list(map(str, words)), input=typed, env=more, prog_name=program)


def refused(program: str, *words: object, typed: str | None = None, **more: str) -> str:
    """The one sentence that a call is refused with, by status 2, when nothing else was said."""
    done = run(program, *words, typed=typed, **more)
    assert isinstance(done.exception, SystemExit), done.exception
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.output
    assert done.stderr.startswith("Error: ")
    return done.stderr
