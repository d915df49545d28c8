"""PettingZoo environments for every game: `portolan.pettingzoo.env("cartagena", players=3)`. Needs `pettingzoo`."""

import gymnasium
import numpy
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._portolan import Game


def env(game, players=None, *, options=None, data=None, render_mode=None):
    """Returns the environment with PettingZoo's wrappers, which reject actions out of range and calls in a wrong order.
    """
    environment = raw_env(game, players, options=options, data=data, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


class raw_env(AECEnv):
    """Agent-environment cycle of one game. Agents are "seat_1", "seat_2", …, without the seats of automas.

    Actions are `Discrete(num_actions)`. An observation is a dictionary: "observation" is a float32 array of what the
    seat knows, and "action_mask" an int8 array with a 1 for every legal action, all 0 for agents that are not to move.
    The reward is the share of the win at the end of the game, from 0 to 1, and 0 before. At the end, `infos[agent]`
    contains "score" and "rank". A game that reaches its length limit is truncated and has no winner. An illegal action
    raises ValueError. `render_mode="ansi"` returns the position in words, and "human" prints it.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "portolan_v0", "is_parallelizable": False}

    def __init__(self, game, players=None, *, options=None, data=None, render_mode=None):
        super().__init__()
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'human', 'ansi' or None")
        self.game = game if isinstance(game, Game) else Game(game, players, options=options, data=data)
        self.render_mode = render_mode
        people = [seat for seat, automa in enumerate(self.game.automas) if automa is None]
        self._seats = {f"seat_{seat + 1}": seat for seat in people}
        self.possible_agents = list(self._seats)
        box = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (self.game.num_inputs,), numpy.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.game.num_actions,), numpy.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }
        self.state_of_game = None
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent):
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """Returns the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Starts a new game. Equal seeds give equal sequences of deals."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.state_of_game = self.game.new_state(int(self._random.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self):
        return f"seat_{self.state_of_game.to_move + 1}"

    def observe(self, agent):
        """Returns the observation and the action mask of an agent."""
        state, seat = self.state_of_game, self._seats[agent]
        if state.to_move == seat:
            mask = state.action_mask()
        else:
            mask = numpy.zeros(self.game.num_actions, numpy.int8)
        return {"observation": state.observation(seat), "action_mask": mask}

    def step(self, action):
        """Applies an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        state.apply(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if state.is_over:
            returns, scores, ranks = state.returns(), state.scores(), state.ranks()
            for other, seat in self._seats.items():
                self.rewards[other] = returns[seat]
                self.terminations[other] = not state.is_truncated
                self.truncations[other] = state.is_truncated
                self.infos[other] = {"score": scores[seat], "rank": ranks[seat]}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        """Returns the position in words, as the seat to move knows it, or prints it in the mode "human"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='human' or 'ansi'")
            return None
        text = str(self.state_of_game)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        """Does nothing, because there are no resources to close."""
