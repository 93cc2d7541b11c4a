"""Any game here as an environment of PettingZoo, one agent to act after the other (AEC). Needs the extra `rl`.

    from grid_games import catalogue
    from grid_games.adapters.pettingzoo import env
    environment = env(catalogue.finite("strategiksa", 4))
    environment.reset(seed=1)

An agent is a player by name and seat, such as "red_0"; an action is the number of a move (`Game.number`). An
observation is a dictionary: `observation` is `adapters.features`, `action_mask` has 1 for each legal action, and none
for those who are not to move. Dice are rolled inside `step`, from the seed of `reset`. Rewards are 0 until the end, and
then the returns of the game. Agents act until the game is over, also those who have nothing left to move: they are
asked again if that changes, so nobody is terminated early. An action that is not legal raises the game's own
IllegalMoveError, with the clause.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from armada_sim.tabletop import InputError, Message
from grid_games.adapters.features import features
from grid_games.core.protocol import CHANCE, Game, State
from grid_games.players import Dice


def env(game: Game[Any, Any], render_mode: str | None = None) -> Any:
    """The environment, which minds the order of calls; `render_mode` is None or "ansi", the board in characters."""
    return wrappers.OrderEnforcingWrapper(GameEnv(game, render_mode))


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game as it goes."""

    def __init__(self, game: Game[Any, Any], render_mode: str | None = None) -> None:
        super().__init__()
        if game.max_plies is None:
            raise InputError(Message("expected a game that ends: load it with catalogue.finite"), key="game")
        self.game = game
        self.metadata = {"name": f"{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.named = {f"{player}_{seat}": player for seat, player in enumerate(game.players)}
        self.agent_of = {player: agent for agent, player in self.named.items()}
        self.possible_agents = list(self.named)
        shape = features(game.new(), game.players[0]).shape
        self.action_spaces = {agent: gymnasium.spaces.Discrete(game.move_count) for agent in self.named}
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-1.0, 1.0, shape, np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (game.move_count,), np.int8),
                }
            )
            for agent in self.named
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent may do at some time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; dice fall by `seed`."""
        self.rng, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.arrive(self.game.new())

    def arrive(self, state: State[Any]) -> None:
        """Go on from a state: roll what is to be rolled, and ask the next agent; or end the game."""
        while state.current_player() == CHANCE:
            state = state.after(Dice().choose(state, self.rng))
        self.state_of_play = state
        mover = state.current_player()
        if mover is not None:
            self.agent_selection = self.agent_of[mover]
            return
        self.rewards = {self.agent_of[player]: float(share) for player, share in state.returns().items()}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and may do now."""
        state, mask = self.state_of_play, np.zeros(self.game.move_count, np.int8)
        if state.current_player() == self.named[agent]:
            mask[[self.game.number(move) for move in state.legal_moves()]] = 1
        return {"observation": features(state, self.named[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move of the agent whose turn it is. Raises IllegalMoveError or NotationError."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.arrive(self.state_of_play.play(self.game.numbered(int(action))))
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in characters; None without a mode."""
        return None if self.render_mode is None else self.game.board(self.state_of_play)

    def close(self) -> None:
        """Nothing is held open."""
