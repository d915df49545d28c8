"""Gymnasium environments for every game, with the agent in one seat and bots in the others. Needs `gymnasium`.

    import gymnasium, portolan.gymnasium
    env = gymnasium.make("portolan/Maracaibo-v0", opponents=["net", "net"])

The import registers `portolan/Cartagena-v0`, `portolan/Endeavor-v0`, `portolan/Maracaibo-v0` and
`portolan/PuertoRico-v0`. The number of players is one more than the number of opponents. The default is one `greedy`
opponent.

An observation is a float32 array of what the agent's seat knows, and the actions are `Discrete`. `info["action_mask"]`
is an int8 array with a 1 for every legal action; `action_masks()` returns it as bool for the maskable PPO of
Stable-Baselines3. The reward is the share of the win at the end of the game, from 0 to 1, and 0 before. A game that
reaches its length limit is truncated and has no winner.
"""

import operator
import os

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ._font import drawn
from ._portolan import Game

_MOST_SEEDS = 2**62


def _game(game, opponents, options, data):
    """Returns the game, the opponents as a list, and the seats that are not played by an automa."""
    if isinstance(opponents, (str, os.PathLike)):
        raise ValueError(f"opponents={opponents!r}: expected a list of bots, such as ['{opponents}']")
    opponents = list(opponents)
    game = game if isinstance(game, Game) else Game(game, len(opponents) + 1, options=options, data=data)
    people = [seat for seat, automa in enumerate(game.automas) if automa is None]
    if len(opponents) != len(people) - 1:
        raise ValueError(f"opponents: expected {len(people) - 1} for {game!r}, not {len(opponents)}")
    return game, opponents, people


def _whole(action):
    """Returns an action as an int."""
    try:
        return operator.index(action)
    except TypeError:
        pass
    array = numpy.asarray(action)
    if array.ndim == 0 and array.dtype.kind in "iu":
        return int(array)
    raise TypeError(f"action {action!r}: expected a whole number")


def _place(seat, people):
    if seat is not None and seat not in people:
        raise ValueError(f"seat={seat}: expected one of {people}, or None for any")
    return seat


class Env(gymnasium.Env):
    """Environment that plays one game at a time from the perspective of one seat.

    `opponents` are names or files of bots, bots of the same game, or functions that take a state and return an action,
    in the order of their seats. A function receives a copy in which everything that its seat does not know is sampled.
    `seat` is the agent's seat, from 0; by default,
    `reset()` draws it at random. `illegal` selects the effect of an illegal action: "lose" ends the game with a reward
    of -1 and sets `info["illegal_action"]`, and "raise" raises ValueError. At the end of a game, `info` contains
    "score", "rank", "scores" and "ranks".

    With `observation="afterstate"`, an observation has one row for each legal action: what the agent knows after it, as
    `State.afterstates()` returns it. The action is then the index of a row, and the first values of the mask are 1. At
    the end, the observation is the single row of the final state.

    The modes "ansi" and "rgb_array" return the position in words, as text and as a picture, and "human" prints it.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 1}

    def __init__(
        self, game, *, opponents=("greedy",), seat=None, options=None, data=None, observation="state", illegal="lose",
        render_mode=None
    ):
        if render_mode not in (None, "ansi", "human", "rgb_array"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi', 'human', 'rgb_array' or None")
        if observation not in ("state", "afterstate"):
            raise ValueError(f"observation={observation!r}: expected 'state' or 'afterstate'")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal={illegal!r}: expected 'lose' or 'raise'")
        self.game, names, self._people = _game(game, opponents, options, data)
        self._bots = [_opponent(self.game, given) for given in names]
        self._has_rows = observation == "afterstate"
        self._canvas = None
        self._wished = _place(seat, self._people)
        self._illegal = illegal
        self.render_mode = render_mode
        box = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (self.game.num_inputs,), numpy.float32)
        self.observation_space = gymnasium.spaces.Sequence(box, stack=True) if self._has_rows else box
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.seat = self.state = None
        self._lost = False

    def reset(self, *, seed=None, options=None):
        """Starts a new game. Equal seeds give equal sequences of deals. `options={"seat": 1}` chooses the agent's seat
        in this game.
        """
        super().reset(seed=seed)
        wished = _place((options or {}).get("seat", self._wished), self._people)
        drawn = self._people[int(self.np_random.integers(len(self._people)))]
        self.seat = drawn if wished is None else wished
        others = (seat for seat in self._people if seat != self.seat)
        self._held = dict(zip(others, self._bots, strict=True))
        self.state = self.game.new_state(int(self.np_random.integers(_MOST_SEEDS)))
        self._lost = False
        self._answer()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def _observation(self):
        if self._has_rows and not self._lost and not self.state.is_over:
            return self.state.afterstates().rows
        seen = self.state.observation(self.seat)
        return seen[None] if self._has_rows else seen

    def _answer(self):
        while not self.state.is_over and self.state.to_move != self.seat:
            self.state.apply(self._held[self.state.to_move](self.state))

    def _info(self):
        info = {"action_mask": self.action_mask(), "seat": self.seat}
        if self.state.is_over:
            scores, ranks = self.state.scores(), self.state.ranks()
            info.update(score=scores[self.seat], rank=ranks[self.seat], scores=scores, ranks=ranks)
        return info

    def action_mask(self):
        """Returns an int8 array of length num_actions, with 1 for every legal action and 0 elsewhere; all values are 0
        when the game is over.
        """
        if self._lost or self.state is None or self.state.is_over:
            return numpy.zeros(self.game.num_actions, numpy.int8)
        if self._has_rows:
            return (numpy.arange(self.game.num_actions) < len(self.state.legal_actions())).astype(numpy.int8)
        return self.state.action_mask()

    def action_masks(self):
        """Returns the action mask as a bool array, for the maskable PPO of Stable-Baselines3."""
        return self.action_mask().astype(bool)

    def step(self, action):
        """Applies the agent's action, then the actions of the opponents up to the agent's next decision."""
        if self.state is None or self._lost or self.state.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: reset() first")
        action, mask = _whole(action), self.action_mask()
        if not 0 <= action < len(mask) or not mask[action]:
            return self._refuse(action)
        self.state.apply(int(self.state.legal_actions()[action]) if self._has_rows else action)
        self._answer()
        if self.render_mode == "human":
            self.render()
        over, truncated = self.state.is_over, self.state.is_truncated
        reward = float(self.state.returns()[self.seat]) if over else 0.0
        return self._observation(), reward, over and not truncated, truncated, self._info()

    def _refuse(self, action):
        if self._illegal == "raise":
            legal = numpy.flatnonzero(self.action_mask()).tolist()
            raise ValueError(f"no legal action has the number {action}; legal: {legal}")
        self._lost = True
        return self._observation(), -1.0, True, False, {**self._info(), "illegal_action": True}

    def render(self):
        """Returns the position in words, as the agent's seat knows it, as text or picture, or prints it in the mode
        "human".
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='human', 'ansi' or 'rgb_array'")
            return None
        text = str(self.state)
        if self.render_mode == "rgb_array":
            return self._picture(text)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


    def _picture(self, text):
        """Returns the text as a picture, a uint8 array of shape (height, width, 3). All pictures have the same size."""
        if self._canvas is None:
            # Later positions have more lines than the first one.
            self._canvas = len(text.splitlines()) + 16
        return drawn(text, self._canvas, 80)


def _opponent(game, given):
    """Returns a function that chooses an action in a state, for the name or file of a bot, a bot, or a function."""
    if isinstance(given, (str, os.PathLike)):
        return game.bot(str(given)).choose
    if hasattr(given, "choose"):
        return given.choose
    if not callable(given):
        raise ValueError(f"opponent {given!r}: expected the name or file of a bot, a bot or a function")

    return _Function(given)


class _Function:
    """A function as an opponent."""

    def __init__(self, function):
        self._function = function

    def __call__(self, state):
        known = state.clone()
        known.determinize()
        return self._function(known)


class VectorEnv(gymnasium.vector.VectorEnv):
    """Games in lockstep, as `portolan.vector` plays them. Opponents move without running Python code.

    `infos["action_mask"]` is an int8 array with one row for each game, and `infos["seat"]`, after `reset()`, the agent's
    seats. `opponents` are names or files of bots, or bots. `autoreset_mode` is one of Gymnasium's `AutoresetMode`. With
    NEXT_STEP, the row of a game that has ended is 1 everywhere, because the next action is ignored. With SAME_STEP, `infos["final_obs"]` contains the last observations of ended games and
    `infos["final_info"]` the other results. With NEXT_STEP and DISABLED, the step returns the last observations, and
    `infos` contains the results. An illegal action raises ValueError and changes no game.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game,
        *,
        num_envs=1,
        opponents=("greedy",),
        seat=None,
        options=None,
        data=None,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        render_mode=None,
    ):
        super().__init__()
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: many games are not rendered")
        self.game, names, people = _game(game, opponents, options, data)
        self.num_envs, self.render_mode = num_envs, None
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._games = self.game.vector(
            num_envs, 1, opponents=names, seat=_place(seat, people), autoreset=False
        )
        self.single_observation_space = gymnasium.spaces.Box(
            -numpy.inf, numpy.inf, (self.game.num_inputs,), numpy.float32
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seed_wanted = True

    def reset(self, *, seed=None, options=None):
        """Starts new games: all of them, or the games selected by `options={"reset_mask": …}`. Equal seeds give equal
        deals.
        """
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            self._games.renew(numpy.asarray(mask, bool).tolist())
        elif seed is not None or self._seed_wanted:
            self._games.restart(int(self.np_random.integers(_MOST_SEEDS)))
            self._seed_wanted = False
        else:
            self._games.renew([True] * self.num_envs)
        observations, masks = self._arrays()
        self._games.write(observations, masks)
        return observations, {"action_mask": masks, "seat": self._games.to_move()}

    def _arrays(self):
        return (
            numpy.empty((self.num_envs, self.game.num_inputs), numpy.float32),
            numpy.empty((self.num_envs, self.game.num_actions), numpy.int8),
        )

    def step(self, actions):
        """Applies one action in every game, then the actions of the opponents."""
        over = self._games.over()
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            places = numpy.flatnonzero(over).tolist()
            raise gymnasium.error.ResetNeeded(f"games {places} are over: reset(options={{'reset_mask': …}}) first")
        observations, masks = self._arrays()
        self._games.step(actions, observations, masks)
        ends = self._games.ends()
        game, seat = ends["game"], ends["seat"]
        rewards = numpy.zeros(self.num_envs)
        rewards[game] = ends["returns"][range(len(game)), seat]
        truncated = numpy.zeros(self.num_envs, bool)
        truncated[game] = ends["truncated"]
        terminated = numpy.zeros(self.num_envs, bool)
        terminated[game] = ~ends["truncated"]
        infos = {}
        if len(game):
            ended = self._ended(game, seat, ends)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                there = numpy.zeros(self.num_envs, bool)
                there[game] = True
                final = numpy.full(self.num_envs, None, dtype=object)
                for row, place in enumerate(game):
                    final[place] = ends["observations"][row, seat[row]]
                infos.update(final_obs=final, _final_obs=there, final_info=ended, _final_info=there.copy())
            else:
                infos.update(ended)
        renewed = over if self.autoreset_mode == AutoresetMode.NEXT_STEP else terminated | truncated
        if self.autoreset_mode != AutoresetMode.DISABLED and renewed.any():
            self._games.renew(renewed.tolist())
            self._games.write(observations, masks)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            masks[terminated | truncated] = 1
        infos["action_mask"] = masks
        return observations, rewards, terminated, truncated, infos

    def _ended(self, game, seat, ends):
        """Returns score, rank and seat of the agent by game, with the boolean arrays that mark valid entries in
        Gymnasium.
        """
        there = numpy.zeros(self.num_envs, bool)
        there[game] = True
        rows, infos = range(len(game)), {}
        for name, values in (("score", ends["scores"]), ("rank", ends["ranks"])):
            column = numpy.zeros(self.num_envs, numpy.int64)
            column[game] = values[rows, seat]
            infos[name], infos[f"_{name}"] = column, there.copy()
        column = numpy.zeros(self.num_envs, numpy.int64)
        column[game] = seat
        infos["seat"], infos["_seat"] = column, there.copy()
        return infos

    def close_extras(self, **kwargs):
        """Does nothing, because there are no resources to close."""


def _register():
    for name, game in [
        ("Cartagena", "cartagena"),
        ("Endeavor", "endeavor"),
        ("Maracaibo", "maracaibo"),
        ("PuertoRico", "puerto_rico"),
    ]:
        gymnasium.register(
            f"portolan/{name}-v0",
            entry_point="portolan.gymnasium:Env",
            vector_entry_point="portolan.gymnasium:VectorEnv",
            kwargs={"game": game},
        )


_register()
