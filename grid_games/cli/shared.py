"""What the commands share: which game is meant, and how games, players and settings are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grid_games.core.protocol import Game, Kind, Outcome

SEATS = click.option("--players", type=int, metavar="N", help="How many play; the game's least number if nothing is said.")
SETTINGS = click.option(
    "--set", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the game (`grid-games list GAME`); may be given again."
)


def settings_of(pairs: Iterable[str]) -> dict[str, str]:
    """Options as typed. Raises InputError for one that is no KEY=VALUE, or given twice."""
    from armada_sim.errors import InputError

    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not (key and equals and value):
            raise InputError(f"expected KEY=VALUE, not {pair!r}", key="--set")
        if key in found:
            raise InputError(f"{key} is set twice", key="--set")
        found[key] = value
    return found


def loaded(name: str, players: int | None, pairs: Iterable[str]) -> Game[Any, Any]:
    """The game that the options of a command ask for. Raises InputError."""
    from armada_sim.errors import InputError
    from grid_games import catalogue

    given = settings_of(pairs)
    catalogue.kind(name)
    try:
        return catalogue.load(name, players, given)
    except InputError as error:
        told = "--players" if error.key == "players" else f"--set {error.key}" if error.key else ""
        raise type(error)(error.message, key=told, file=error.file) from None


def not_default(kind: Kind, settings: Mapping[str, str | int]) -> dict[str, str | int]:
    """Settings that are not at their default."""
    usual = {option.key: option.default for option in kind.options}
    return {key: value for key, value in settings.items() if str(value) != usual.get(key)}


def rules_words(kind: Kind, settings: Mapping[str, str | int]) -> str:
    """The rules in force in one sentence."""
    changed = not_default(kind, settings)
    if not changed:
        return "Rules: the defaults."
    return f"Rules: {', '.join(f'{key} = {value}' for key, value in changed.items())}; else the defaults."


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c"""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def outcome_words(outcome: Outcome | None) -> str:
    """How a game ended, in a few words."""
    if outcome is None:
        return "the game is not over"
    why = outcome.reason.replace("_", " ")
    if outcome.drawn:
        return f"nobody wins ({why})"
    return f"{listed(outcome.winners)} {'wins' if len(outcome.winners) == 1 else 'win'} ({why})"


def kind_of(name: str) -> Callable[[Any], str]:
    """What names the kind of a move of a game, to list moves by."""
    from grid_games import catalogue

    return catalogue.extras(name).kind_of or (lambda move: type(move).__name__.lower())
