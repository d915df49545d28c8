"""PettingZoo environments for every game: `portolan.pettingzoo.env("cartagena", players=3)`. Needs `pettingzoo`."""

import copy
import operator
import secrets
from collections.abc import Mapping
from os import PathLike
from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
from numpy.typing import NDArray
from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]

from ._portolan import Game, State
from .gymnasium import _checked_reward, _configured, _Reward, _rewards


def env(
    game: Game | str, players: int | None = None, *, options: Mapping[str, str | int | bool] | None = None,
    data: str | PathLike[str] | None = None, reward: _Reward = "win", render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """Returns the environment with PettingZoo's wrappers, which reject actions out of range and calls in a wrong order.
    There is no `parallel_env()`, because players move one after another.
    """
    environment = raw_env(game, players, options=options, data=data, reward=reward, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """Agent-environment cycle of one game. Agents are "seat_0", "seat_1", …, without the seats of automas. `reward` is
    explained in `portolan.gymnasium`.

    Actions are `Discrete(num_actions)`. An observation is a dictionary: "observation" is a float32 array of what the
    seat knows, and "action_mask" an int8 array with a 1 for every legal action, all 0 for agents that are not to move.
    The reward is the share of the win at the end of the game, from 0 to 1, and 0 before. At the end, `infos[agent]`
    contains "score" and "rank". A game that reaches its length limit is truncated and has no winner. An illegal action
    raises ValueError. `render_mode="ansi"` returns the position in words, and "human" prints it.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "name": "portolan_v0", "is_parallelizable": False}

    def __init__(
        self, game: Game | str, players: int | None = None, *, options: Mapping[str, str | int | bool] | None = None,
        data: str | PathLike[str] | None = None, reward: _Reward = "win", render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._reward = _checked_reward(reward)
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'human', 'ansi' or None")
        self.game = _configured(game, players, options, data)
        self.render_mode = render_mode
        people = [seat for seat, automa in enumerate(self.game.automas) if automa is None]
        self._seats = {f"seat_{seat}": seat for seat in people}
        self.possible_agents = list(self._seats)
        box = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (self.game.num_inputs,), numpy.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.game.num_actions,), numpy.int8)
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: gymnasium.spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }
        self.state_of_game: State | None = None
        self._deals: Game | None = None

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game: the first deal of the seed, or the next deal. The deals are those of `Game.seed()`."""
        if seed is not None or self._deals is None:
            self._deals = copy.copy(self.game)
            self._deals.seed(secrets.randbits(62) if seed is None else seed)
        self.state_of_game = self._deals.new_state()
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _begun(self) -> State:
        if self.state_of_game is None:
            raise gymnasium.error.ResetNeeded("no game has begun: reset() first")
        return self.state_of_game

    def _to_move(self) -> str:
        return next(agent for agent, seat in self._seats.items() if seat == self._begun().to_move)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Returns the observation and the action mask of an agent."""
        state, seat = self._begun(), self._seats[agent]
        if state.to_move == seat:
            mask = state.action_mask()
        else:
            mask = numpy.zeros(self.game.num_actions, numpy.int8)
        return {"observation": state.observation(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Applies an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._begun()
        state.apply(operator.index(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if state.is_over:
            returns, scores, ranks = state.returns(), state.scores(), state.ranks()
            rewards = _rewards(self._reward, returns, scores)
            for other, seat in self._seats.items():
                self.rewards[other] = rewards[seat]
                self.terminations[other] = not state.is_truncated
                self.truncations[other] = state.is_truncated
                self.infos[other] = {"score": scores[seat], "rank": ranks[seat]}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the position in words, as the seat to move knows it, or prints it in the mode "human"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='human' or 'ansi'")
            return None
        text = str(self.state_of_game)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Does nothing, because there are no resources to close."""
