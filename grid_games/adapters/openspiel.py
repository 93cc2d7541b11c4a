"""Any game here as a game of OpenSpiel. Needs the extra `openspiel`.

    import pyspiel
    import grid_games.adapters.openspiel
    game = pyspiel.load_game("grid_strategiksa", {"players": 4, "settings": "map:pinwheel;offers:off"})

Importing this module registers all games of the catalogue, with `grid_` before their names and _ for -. An action is
the number of a move (`Game.number`); at a roll it is the place of the result among the chance outcomes. The information
state is what the player may know and remembers; the tensor of an observation is `adapters.features`.

Never hand these games to OpenSpiel's C++ MCTSBot: it ends the process on any game written in Python (2.0.2, also its
own). Its Python search, `open_spiel.python.algorithms.mcts`, plays them.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

import pyspiel

from armada_sim.tabletop import InputError, Message
from grid_games import catalogue
from grid_games.adapters.features import features
from grid_games.core.protocol import CHANCE, Game, Kind, State, finite

PREFIX = "grid_"
"""What OpenSpiel's name of a game begins with."""


def register(kind: Kind) -> str:
    """Make a kind of game known to OpenSpiel; returns the name it has there."""
    name = PREFIX + kind.name.replace("-", "_")
    about = _about(kind, name)

    class Loaded(SpielGame):
        """The games of one kind."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, about, params)

    pyspiel.register_game(about, Loaded)
    return name


def _about(kind: Kind, name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    game, seats = kind.load(), kind.seats
    rolls = any(kind.load(number).max_chance_outcomes for number in seats)
    hides = any(kind.load(number).hides for number in seats)
    words = pyspiel.GameType
    return pyspiel.GameType(
        short_name=name,
        long_name=kind.title,
        dynamics=words.Dynamics.SEQUENTIAL,
        chance_mode=words.ChanceMode.EXPLICIT_STOCHASTIC if rolls else words.ChanceMode.DETERMINISTIC,
        information=words.Information.IMPERFECT_INFORMATION if hides else words.Information.PERFECT_INFORMATION,
        utility=words.Utility.GENERAL_SUM,
        reward_model=words.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": len(game.players), "settings": ""},
    )


def settings_of(text: str) -> dict[str, object]:
    """Settings written as "key:value;key:value". Raises InputError."""
    settings: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, colon, value = part.partition(":")
        if not colon:
            raise InputError(Message("expected key:value, not {given}", given=repr(part)), key="settings")
        settings[key.strip()] = value.strip()
    return settings


def text_of(value: object, game: Game[Any, Any]) -> str:
    """What a player knows as text: the same for equal things, in every process."""
    if value == game:
        return game.name
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(text_of(one, game) for one in value)) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(text_of(one, game) for one in value) + ")"
    if is_dataclass(value) and not isinstance(value, type):
        parts = (f"{one.name}={text_of(getattr(value, one.name), game)}" for one in fields(value) if one.compare)
        return f"{type(value).__name__}({', '.join(parts)})"
    return repr(value)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and settings."""

    def __init__(self, kind: Kind, about: object, params: dict[str, Any] | None) -> None:
        given = params or {}
        self.ours: Game[Any, Any] = finite(
            kind, int(given.get("players", kind.seats[0])), settings_of(str(given.get("settings", "")))
        )
        low, high = self.ours.utility
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.ours.move_count,
            max_chance_outcomes=self.ours.max_chance_outcomes,
            num_players=len(self.ours.players),
            min_utility=float(low),
            max_utility=float(high),
            max_game_length=self.ours.max_plies,
        )
        super().__init__(about, facts, given)

    def new_initial_state(self) -> SpielState:
        """The state before the first move."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:
        """What players see. There are no parameters."""
        if params:
            raise ValueError(Message("observers take no parameters, but {given} were given", given=str(params)))
        return SpielObserver(self.ours)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. OpenSpiel changes it in place; the state of ours in it is replaced."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.ours = Held(game.ours.new(), str(game))

    def current_player(self) -> int:
        """The seat to move, from 0."""
        mover = self.ours.state.current_player()
        if mover is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else self.ours.game.players.index(mover)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(self.ours.game.number, self.ours.state.legal_moves()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Places of the results with their probabilities."""
        return [(place, float(share)) for place, (_, share) in enumerate(self.ours.state.chance_outcomes())]

    def move_of(self, player: int, action: int) -> Any:
        """The move that an action stands for."""
        if player == pyspiel.PlayerId.CHANCE:
            return self.ours.state.chance_outcomes()[action][0]
        return self.ours.game.numbered(action)

    def _apply_action(self, action: int) -> None:
        self.ours = Held(self.ours.state.play(self.move_of(self.current_player(), action)), self.ours.spiel)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.move_of(player, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.ours.state.current_player() is None

    def returns(self) -> list[float]:
        """What each seat has; all 0 while the game goes on."""
        return [float(share) for share in self.ours.state.returns().values()]

    def __str__(self) -> str:
        return self.ours.game.board(self.ours.state)


class Held:
    """A state of ours: it never changes, so its copies are itself; pickled, it is the name of its game and its
    document."""

    def __init__(self, state: State[Any], spiel: str) -> None:
        self.state = state
        self.game = state.game
        self.spiel = spiel
        """The game as OpenSpiel writes it."""

    def __deepcopy__(self, memo: object) -> Held:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return held_again, (self.spiel, json.dumps(self.game.state_to_json(self.state)))


def held_again(spiel: str, document: str) -> Held:
    """What was pickled."""
    game: Game[Any, Any] = pyspiel.load_game(spiel).ours
    return Held(game.state_from_json(json.loads(document)), spiel)


class SpielObserver:
    """Observations of a game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.tensor = features(game.new(), game.players[0]).copy()
        self.dict = {"features": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what `player` may know."""
        self.tensor[:] = features(state.ours.state, self.game.players[player])

    def string_from(self, state: SpielState, player: int) -> str:
        """What `player` may know, as text."""
        if self.game.hides:
            return text_of(state.ours.state.observation(self.game.players[player]), self.game)
        return json.dumps(self.game.state_to_json(state.ours.state), sort_keys=True)


NAMES = tuple(register(catalogue.kind(name)) for name in catalogue.KINDS)
"""What OpenSpiel calls the games of the catalogue."""
