"""What the commands share: which game is meant, and how games, players and settings are described."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armada_sim.tabletop import Listing, Message
from armada_sim.tabletop.terminal import Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grid_games.core.protocol import Game, Outcome

MOST_PLAYERS = 100
"""More than any game seats."""

SEATS = click.option(
    "--players",
    type=Whole(1, MOST_PLAYERS),
    metavar="N",
    help="How many play; by default the game's least number.",
)
SETTINGS = click.option(
    "--set",
    "pairs",
    metavar="KEY=VALUE",
    multiple=True,
    help="An option of the game (`grid-games list GAME`); may be given again.",
)
MAP = click.option("--map", "map_", metavar="NAME|FILE", help="A map of the game by name, or a file of one.")
NUMBERS = click.option(
    "--numbers", metavar="NAME|FILE", help="Units, prices and the like: a shipped file by name, or a file of one's own."
)


def settings_of(pairs: Iterable[str]) -> dict[str, str]:
    """Options as typed. Raises InputError for one that is no KEY=VALUE, or given twice."""
    from armada_sim.tabletop import InputError

    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not (key and equals and value):
            raise InputError(Message("expected KEY=VALUE, not {given}", given=repr(pair)), key="--set")
        if key in found:
            raise InputError(Message("{option} is set twice", option=key), key="--set")
        found[key] = value
    return found


def files_of(pairs: Iterable[str], *named: str | None) -> list[str]:
    """What may be files that a command reads: what options of the game and of the command name."""
    return [*filter(None, named), *(pair.partition("=")[2].strip() for pair in pairs)]


def map_value(name: str, wanted: str) -> str:
    """The value of a game's option `map` for a map's name or file. Raises InputError."""
    from armada_sim.tabletop import InputError, guess
    from grid_games import catalogue

    extras = catalogue.extras(name)
    if wanted in extras.maps:
        return wanted
    if extras.read_map is None or not ("." in wanted or "/" in wanted):
        told = Message("there is no map {name}{guess}", name=repr(wanted), guess=guess(wanted, list(extras.maps)))
        raise InputError(told, key="--map")
    return extras.read_map(wanted)


def loaded(
    name: str, players: int | None, pairs: Iterable[str], map_: str | None, numbers: str | None, ends: bool = False
) -> Game[Any, Any]:
    """The game that the options of a command ask for; `ends`: one that ends whatever is played. Raises InputError."""
    from armada_sim.tabletop import InputError
    from grid_games import catalogue
    from grid_games.core.numbers import KEY

    given = settings_of(pairs)
    catalogue.kind(name)
    if map_ is not None:
        if "map" in given:
            raise InputError(Message("is set by --set too"), key="--map")
        given["map"] = map_value(name, map_)
    if numbers is not None:
        if KEY in given:
            raise InputError(Message("is set by --set too"), key="--numbers")
        given[KEY] = numbers
    try:
        return (catalogue.finite if ends else catalogue.load)(name, players, given)
    except InputError as error:
        if error.file:
            raise
        told = "--players" if error.key == "players" else f"--set {error.key}" if error.key else ""
        raise type(error)(error.message, key=told, file=error.file) from None


def not_default(game: Game[Any, Any]) -> dict[str, str | int]:
    """Settings of a game that are not what they are if nothing is said."""
    from grid_games import catalogue

    kind = catalogue.kind(game.name)
    usual: Mapping[str, str | int] = {option.key: option.default for option in kind.options}
    if len(game.players) in kind.seats:
        usual = catalogue.load(game.name, len(game.players)).settings
    return {key: value for key, value in game.settings.items() if str(value) != str(usual.get(key))}


def rules_words(game: Game[Any, Any]) -> Message:
    """The rules in force in one sentence."""
    return changed_words(not_default(game)) or Message("Rules: the defaults.")


def changed_words(settings: Mapping[str, str | int]) -> Message | None:
    """What is not the default, in one sentence; None where everything is."""
    changed = ", ".join(f"{key} = {value}" for key, value in settings.items())
    return Message("Rules: {list}; otherwise the defaults.", list=changed) if changed else None


def outcome_words(game: Game[Any, Any], outcome: Outcome | None) -> Message:
    """How a game ended, in a few words."""
    from grid_games import catalogue

    if outcome is None:
        return Message("the game is not over")
    extras = catalogue.extras(game.name)
    why = Message(extras.endings.get(outcome.reason, outcome.reason.replace("_", " ")))
    if outcome.drawn:
        return Message("nobody wins ({reason})", reason=why)
    winners = Listing(called(game.name, winner) for winner in outcome.winners)
    if extras.crowds:
        return Message.meaning("in the plural", "{winners} win ({reason})", winners=winners, reason=why)
    return Message.counted(
        "{winners} wins ({reason})", "{winners} win ({reason})", len(outcome.winners), winners=winners, reason=why
    )


def called(name: str, player: str | None) -> Message:
    """What a player of a game is called in sentences."""
    from grid_games import catalogue

    return Message(catalogue.extras(name).called.get(player or "", player or ""))


def kind_of(name: str) -> Callable[[Any], str]:
    """What names the kind of a move of a game, to list moves by."""
    from grid_games import catalogue

    return catalogue.extras(name).kind_of or (lambda move: type(move).__name__.lower())
