"""Gymnasium's environments for every game: one seat is the agent's, bots by name hold the others. Needs `gymnasium`.

    import gymnasium, portolan.gymnasium
    env = gymnasium.make("portolan/Maracaibo-v0", opponents=["net", "net"])

Importing it registers `portolan/Cartagena-v0`, `portolan/Endeavor-v0`, `portolan/Maracaibo-v0` and
`portolan/PuertoRico-v0`. There is one player more than there are opponents; one opponent if none are named.

Observations are float32 arrays of what the seat knows, actions `Discrete`. `info["action_mask"]` is an int8 array with
a 1 for every legal action, and `action_masks()` the same for Stable-Baselines3's maskable PPO. The reward comes at the
end: the share of the win. A game that is cut off is truncated, without a winner.
"""

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ._portolan import Game

_MOST_SEEDS = 2**62


def _game(game, opponents, options, data):
    """A game for the agent and its opponents."""
    if isinstance(opponents, str):
        raise ValueError(f"opponents={opponents!r}: expected a list of bots, such as ['{opponents}']")
    opponents = list(opponents)
    game = game if isinstance(game, Game) else Game(game, len(opponents) + 1, options=options, data=data)
    people = [seat for seat, automa in enumerate(game.automas) if automa is None]
    if len(opponents) != len(people) - 1:
        raise ValueError(f"opponents: expected {len(people) - 1} for {game!r}, not {len(opponents)}")
    return game, opponents, people


def _place(seat, people):
    if seat is not None and seat not in people:
        raise ValueError(f"seat={seat}: expected one of {people}, or None for any")
    return seat


class Env(gymnasium.Env):
    """One game after the other, as one seat plays it.

    `opponents` are names or files of bots, in the order of their seats. `seat` is the agent's, from 0; None for one
    that `reset()` draws. `illegal` is what an illegal action does: "lose" ends the game with a reward of -1 and
    `info["illegal_action"]`, "raise" raises ValueError. At the end `info` has "score", "rank", "scores" and "ranks".
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self, game, *, opponents=("greedy",), seat=None, options=None, data=None, illegal="lose", render_mode=None
    ):
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi', 'human' or None")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal={illegal!r}: expected 'lose' or 'raise'")
        self.game, names, self._people = _game(game, opponents, options, data)
        self._bots = [self.game.bot(name) for name in names]
        self._wished = _place(seat, self._people)
        self._illegal = illegal
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (self.game.num_inputs,), numpy.float32)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.seat = self.state = None
        self._lost = False

    def reset(self, *, seed=None, options=None):
        """Deals again: the same deals for the same seed. `options={"seat": 1}` chooses the seat of this game."""
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
        return self.state.observation(self.seat), self._info()

    def _answer(self):
        while not self.state.is_over and self.state.to_move != self.seat:
            self.state.apply(self._held[self.state.to_move].choose(self.state))

    def _info(self):
        info = {"action_mask": self.action_mask(), "seat": self.seat}
        if self.state.is_over:
            scores, ranks = self.state.scores(), self.state.ranks()
            info.update(score=scores[self.seat], rank=ranks[self.seat], scores=scores, ranks=ranks)
        return info

    def action_mask(self):
        """1 for every legal action by number, else 0: an int8 array; all 0 when the game is over."""
        if self._lost or self.state is None or self.state.is_over:
            return numpy.zeros(self.game.num_actions, numpy.int8)
        return self.state.action_mask()

    def action_masks(self):
        """The same as bool, which Stable-Baselines3's maskable PPO asks for."""
        return self.action_mask().astype(bool)

    def step(self, action):
        """Makes a move; the opponents answer."""
        if self.state is None or self._lost or self.state.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: reset() first")
        if not self.action_mask()[int(action)]:
            return self._refuse(int(action))
        self.state.apply(int(action))
        self._answer()
        if self.render_mode == "human":
            self.render()
        over, truncated = self.state.is_over, self.state.is_truncated
        reward = float(self.state.returns()[self.seat]) if over else 0.0
        return self.state.observation(self.seat), reward, over and not truncated, truncated, self._info()

    def _refuse(self, action):
        if self._illegal == "raise":
            legal = self.state.legal_actions().tolist()
            raise ValueError(f"no legal action has the number {action}; legal: {legal}")
        self._lost = True
        return self.state.observation(self.seat), -1.0, True, False, {**self._info(), "illegal_action": True}

    def render(self):
        """The position as the agent's seat knows it, in words."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='human' or 'ansi'")
            return None
        text = str(self.state)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games in step, as `portolan.vector` plays them: opponents move without the interpreter in between.

    `infos["action_mask"]` is an int8 array with a row for every game. `autoreset_mode` is one of Gymnasium's
    `AutoresetMode`: with SAME_STEP the last observations are `infos["final_obs"]`, with what else is known of the end
    in `infos["final_info"]`; with NEXT_STEP and DISABLED they are the observations of the step. Illegal actions raise
    ValueError, and no game has moved then.
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
        """Deals again, everywhere or in the games of `options={"reset_mask": …}`: the same deals for the same seed."""
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
        return observations, {"action_mask": masks}

    def _arrays(self):
        return (
            numpy.empty((self.num_envs, self.game.num_inputs), numpy.float32),
            numpy.empty((self.num_envs, self.game.num_actions), numpy.int8),
        )

    def step(self, actions):
        """Makes a move in every game; the opponents answer."""
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
        infos["action_mask"] = masks
        return observations, rewards, terminated, truncated, infos

    def _ended(self, game, seat, ends):
        """Score and rank of the agent by game, with the flags where they are that Gymnasium keeps beside them."""
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
        """There is nothing to close."""


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
