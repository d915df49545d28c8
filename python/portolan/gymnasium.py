"""Gymnasium environments for every game, with the agent in one seat and bots in the others. Needs `gymnasium`.

    import gymnasium, portolan.gymnasium
    env = gymnasium.make("portolan/Maracaibo-v0", opponents=["net", "net"])

The import registers `portolan/Cartagena-v0`, `portolan/Endeavor-v0`, `portolan/Maracaibo-v0` and
`portolan/PuertoRico-v0`. The number of players is one more than the number of opponents. The default is one `greedy`
opponent.

An observation is a float32 array of what the agent's seat knows, and the actions are `Discrete`. `info["action_mask"]`
is an int8 array with a 1 for every legal action; `action_masks()` returns it as bool for the maskable PPO of
Stable-Baselines3. The reward is 0 before the end of the game. At the end, it is the share of the win (from 0 to 1), the
score minus the best other score (with `reward="margin"`), or the result of a function `reward(scores, seat)`. A game that
reaches its length limit is truncated and has no winner.

Equal seeds give the deals of `Game.seed()` and of `portolan.vector()`, in this order.
"""

import copy
import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._drawing import drawn, size
from ._portolan import Bot, Game, State

_MOST_SEEDS = 2**62
# Maximum number of consecutive deals that may end before the agent's first decision.
_MOST_SKIPPED = 1000

# A bot, or a function that takes a state and returns an action.
_Opponent: TypeAlias = "str | os.PathLike[str] | Bot | Callable[[State], int | str]"
# "win", "margin", or a function of the final scores by seat and a seat.
_Reward: TypeAlias = "str | Callable[[list[int], int], float]"
_Given = TypeVar("_Given")


def _configured(
    game: Game | str, players: int | None, options: Mapping[str, str | int | bool] | None,
    data: str | os.PathLike[str] | None,
) -> Game:
    """Returns the game. Raises ValueError for an argument that differs from a game configured already."""
    if not isinstance(game, Game):
        return Game(game, players, options=options, data=data)
    for name, value, is_same in [("players", players, players == game.players), ("options", options, not options),
                                 ("data", data, False)]:
        if value is not None and not is_same:
            raise ValueError(f"{name}={value!r}: the game is configured already as {game!r}; pass {name} to Game()")
    return game


def _checked_reward(reward: _Reward) -> Any:
    if isinstance(reward, str) and reward not in ("win", "margin") or not isinstance(reward, str) and not callable(reward):
        raise ValueError(f"reward={reward!r}: expected 'win', 'margin' or a function of scores and seat")
    return reward


def _rewards(reward: Any, returns: Sequence[float], scores: Sequence[int]) -> list[float]:
    """Returns the final reward by seat."""
    seats = range(len(scores))
    if reward == "win":
        return [float(share) for share in returns]
    if reward == "margin":
        return [float(scores[seat] - max((scores[other] for other in seats if other != seat), default=0)) for seat in seats]
    return [float(reward(list(scores), seat)) for seat in seats]


def _game(
    game: Game | str, opponents: Iterable[_Given], options: Mapping[str, str | int | bool] | None,
    data: str | os.PathLike[str] | None,
) -> tuple[Game, list[_Given], list[int]]:
    """Returns the game, the opponents as a list, and the seats that are not played by an automa."""
    if isinstance(opponents, (str, os.PathLike)):
        raise ValueError(f"opponents={opponents!r}: expected a list of bots, such as ['{opponents}']")
    opponents = list(opponents)
    game = _configured(game, None if isinstance(game, Game) else len(opponents) + 1, options, data)
    people = [seat for seat, automa in enumerate(game.automas) if automa is None]
    if len(opponents) != len(people) - 1:
        raise ValueError(f"opponents: expected {len(people) - 1} for {game!r}, not {len(opponents)}")
    return game, opponents, people


def _checked(observation: str, illegal: str) -> tuple[str, str]:
    """Returns the settings if they are valid."""
    if observation not in ("state", "afterstate", "dict"):
        raise ValueError(f"observation={observation!r}: expected 'state', 'afterstate' or 'dict'")
    if illegal not in ("lose", "raise"):
        raise ValueError(f"illegal={illegal!r}: expected 'lose' or 'raise'")
    return observation, illegal


def _space(game: Game, observation: str) -> gymnasium.Space[Any]:
    """Returns the space of observations."""
    box = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (game.num_inputs,), numpy.float32)
    if observation == "afterstate":
        return gymnasium.spaces.Sequence(box, stack=True)
    if observation == "dict":
        mask = gymnasium.spaces.Box(0, 1, (game.num_actions,), numpy.int8)
        return gymnasium.spaces.Dict({"observations": box, "action_mask": mask})
    return box


def _whole(action: Any) -> int:
    """Returns an action as an int."""
    try:
        return operator.index(action)
    except TypeError:
        pass
    array = numpy.asarray(action)
    if array.ndim == 0 and array.dtype.kind in "iu":
        return int(array)
    raise TypeError(f"action {action!r}: expected a whole number")


def _known(options: Mapping[str, Any] | None, name: str) -> None:
    """Raises ValueError if `reset()` has options other than `name`."""
    if set(options or {}) - {name}:
        raise ValueError(f"options={options!r}: expected only {name!r}")


def _place(seat: int | None, people: list[int]) -> int | None:
    if seat is not None and seat not in people:
        raise ValueError(f"seat={seat}: expected one of {people}, or None for any")
    return seat


class Env(gymnasium.Env[Any, Any]):
    """Environment that plays one game at a time from the perspective of one seat.

    `opponents` are names or files of bots, bots of the same game, or functions that take a state and return an action,
    in the order of their seats. A function receives a copy in which everything that its seat does not know is sampled.
    `seat` is the agent's seat, from 0; by default,
    `reset()` draws it at random. `illegal` selects the effect of an illegal action: "lose" ends the game with a reward
    of -1 and sets `info["illegal_action"]`, and "raise" raises ValueError and leaves the game unchanged. An action that
    is not a whole number raises TypeError. At the end of a game, `info` contains
    "score", "rank", "scores" and "ranks".

    With `observation="afterstate"`, an observation has one row for each legal action: what the agent knows after it, as in
    `State.afterstates()`. The action is then the index of a row, and the first values of the mask are 1. At
    the end, the observation is the single row of the final state. With `observation="dict"`, an observation is a
    dictionary with the array "observations" and the "action_mask".

    As the agent's seat knows it, the mode "ansi" returns the position in words, "human" prints it, and "rgb_array" returns a
    picture of the board.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 1}

    def __init__(
        self, game: Game | str, *, opponents: Iterable[_Opponent] = ("greedy",), seat: int | None = None,
        options: Mapping[str, str | int | bool] | None = None, data: str | os.PathLike[str] | None = None,
        observation: str = "state", illegal: str = "lose", reward: _Reward = "win", render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi", "human", "rgb_array"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi', 'human', 'rgb_array' or None")
        self._shown, self._illegal = _checked(observation, illegal)
        self.game, names, self._people = _game(game, opponents, options, data)
        self._bots = [_opponent(self.game, given) for given in names]
        self._has_rows, self._reward = observation == "afterstate", _checked_reward(reward)
        self._deals: Game | None = None
        self._canvas: tuple[int, int] | None = None
        self._wished = _place(seat, self._people)
        self.render_mode = render_mode
        self.observation_space = _space(self.game, observation)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.seat: int | None = None
        self.state: State | None = None
        self._held: dict[int, Callable[[State], int | str]] = {}
        self._lost = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new game: the first deal of the seed, or the next deal. `options={"seat": 1}` chooses the agent's seat
        in this game.
        """
        super().reset(seed=seed)
        _known(options, "seat")
        wished = _place((options or {}).get("seat", self._wished), self._people)
        if seed is not None or self._deals is None:
            self._deals = copy.copy(self.game)
            self._deals.seed(int(self.np_random.integers(_MOST_SEEDS)) if seed is None else seed)
        drawn = self._people[int(self.np_random.integers(len(self._people)))]
        self.seat = drawn if wished is None else wished
        others = (seat for seat in self._people if seat != self.seat)
        self._held = dict(zip(others, self._bots, strict=True))
        self._lost = False
        # An error or interrupt leaves no game behind.
        self.state = None
        for _ in range(_MOST_SKIPPED):
            state = self._deals.new_state()
            self._answer(state)
            if not state.is_over:
                break
        self.state = state
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def _begun(self) -> State:
        if self.state is None:
            raise gymnasium.error.ResetNeeded("no game has begun: reset() first")
        return self.state

    def _observation(self) -> Any:
        state = self._begun()
        if self._has_rows and not self._lost and not state.is_over:
            return state.afterstates().rows
        seen = state.observation(self.seat)
        if self._shown == "dict":
            return {"observations": seen, "action_mask": self.action_mask()}
        return seen[None] if self._has_rows else seen

    def _answer(self, state: State) -> None:
        while state.to_move is not None and state.to_move != self.seat:
            state.apply(self._held[state.to_move](state))

    def _info(self) -> dict[str, Any]:
        state = self._begun()
        info: dict[str, Any] = {"action_mask": self.action_mask(), "seat": self.seat}
        if state.is_over and self.seat is not None:
            scores, ranks = state.scores(), state.ranks()
            info.update(score=scores[self.seat], rank=ranks[self.seat], scores=scores, ranks=ranks)
        return info

    def action_mask(self) -> NDArray[numpy.int8]:
        """Returns an int8 array of length num_actions, with 1 for every legal action and 0 elsewhere; all values are 0
        when the game is over.
        """
        if self._lost or self.state is None or self.state.is_over:
            return numpy.zeros(self.game.num_actions, numpy.int8)
        if self._has_rows:
            return (numpy.arange(self.game.num_actions) < len(self.state.legal_actions())).astype(numpy.int8)
        return self.state.action_mask()

    def action_masks(self) -> NDArray[numpy.bool_]:
        """Returns the action mask as a bool array, for the maskable PPO of Stable-Baselines3."""
        return self.action_mask().astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Applies the agent's action, then the actions of the opponents up to the agent's next decision."""
        state = self._begun()
        if self._lost or state.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: reset() first")
        action, mask = _whole(action), self.action_mask()
        if not 0 <= action < len(mask) or not mask[action]:
            return self._refuse(action)
        before = state.clone()
        try:
            state.apply(int(state.legal_actions()[action]) if self._has_rows else action)
            self._answer(state)
        except BaseException:
            # The agent is to move again.
            self.state = before
            raise
        if self.render_mode == "human":
            self.render()
        over, truncated = state.is_over, state.is_truncated
        reward = 0.0
        if over and self.seat is not None:
            reward = _rewards(self._reward, state.returns(), state.scores())[self.seat]
        return self._observation(), reward, over and not truncated, truncated, self._info()

    def scores(self) -> NDArray[numpy.int32]:
        """Returns the current scores, an int32 array with one value for each seat."""
        return numpy.array(self._begun().scores(), numpy.int32)

    def _refuse(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._illegal == "raise":
            legal = numpy.flatnonzero(self.action_mask()).tolist()
            raise ValueError(f"no legal action has the index {action}; legal: {legal}")
        self._lost = True
        return self._observation(), -1.0, True, False, {**self._info(), "illegal_action": True}

    def render(self) -> Any:
        """Returns the position in words or as a picture, or prints it in the mode "human"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='human', 'ansi' or 'rgb_array'")
            return None
        if self.render_mode == "rgb_array":
            return self._picture()
        text = str(self.state)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _picture(self) -> NDArray[numpy.uint8]:
        """Returns the board as a uint8 array of shape (height, width, 3), of the same size in all environments of a game."""
        if self._canvas is None:
            # Pictures grow during a game.
            height, width = size(self.game.new_state(0).svg(0))
            self._canvas = height * 5 // 4, width
        return drawn(self._begun().svg(self.seat), *self._canvas)


def _opponent(game: Game, given: _Opponent) -> Callable[[State], int | str]:
    """Returns a function that chooses an action in a state, for the name or file of a bot, a bot, or a function."""
    if isinstance(given, (str, os.PathLike)):
        return game.bot(str(given)).choose
    if isinstance(given, Bot):
        return given.choose
    if not callable(given):
        raise ValueError(f"opponent {given!r}: expected the name or file of a bot, a bot or a function")
    return _Function(given)


class _Function:
    """An opponent that is a function."""

    def __init__(self, function: Callable[[State], int | str]) -> None:
        self._function = function

    def __call__(self, state: State) -> int | str:
        known = state.clone()
        known.determinize()
        return self._function(known)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games in lockstep, as `portolan.vector` plays them. Opponents move without running Python code.

    The parameters are those of `Env`, but opponents cannot be functions. `autoreset_mode` is one of Gymnasium's
    `AutoresetMode`. `infos["action_mask"]` is an int8 array with one row for each game, and `infos["seat"]`, after
    `reset()`, the agent's seats. With `observation="afterstate"`, observations are a tuple with an array for each game.

    With SAME_STEP, `infos["final_obs"]` contains the last observations of ended games and `infos["final_info"]` the
    other results. With NEXT_STEP and DISABLED, the step returns the last observations, and `infos` contains the
    results. With NEXT_STEP, every action is then allowed in the mask of a game that has ended, because the next step
    ignores the action. With `illegal="lose"`, `infos["illegal_action"]` marks games that end with an illegal action;
    with "raise", no game changes.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, game: Game | str, *, num_envs: int = 1, opponents: Sequence[str | os.PathLike[str] | Bot] = ("greedy",),
        seat: int | None = None, options: Mapping[str, str | int | bool] | None = None,
        data: str | os.PathLike[str] | None = None, observation: str = "state", illegal: str = "lose",
        reward: _Reward = "win", autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, render_mode: None = None,
        threads: int = 1,
    ) -> None:
        super().__init__()
        self._reward = _checked_reward(reward)
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: many games are not rendered")
        self.game, names, people = _game(game, opponents, options, data)
        self._observation, self._illegal = _checked(observation, illegal)
        self.num_envs, self.render_mode = num_envs, None
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._games = self.game.vector(
            num_envs, 1, opponents=names, seat=_place(seat, people), autoreset=False, threads=threads
        )
        self._lost = numpy.zeros(num_envs, bool)
        self.single_observation_space = _space(self.game, observation)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seed_wanted = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts new games: all of them, or the games selected by `options={"reset_mask": …}`. With a seed, they are the
        first deals of the seed.
        """
        super().reset(seed=seed)
        _known(options, "reset_mask")
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            self._renew(numpy.asarray(mask, bool))
        elif seed is not None or self._seed_wanted:
            self._games.restart(int(self.np_random.integers(_MOST_SEEDS)) if seed is None else seed)
            self._seed_wanted = False
            self._lost[:] = False
        else:
            self._renew(numpy.ones(self.num_envs, bool))
        observations, masks = self._seen(self._games.over())
        return observations, {"action_mask": masks, "seat": self._games.to_move()}

    def scores(self) -> NDArray[numpy.int32]:
        """Returns the current scores, an int32 array of shape (games, seats)."""
        return self._games.scores()

    def _renew(self, games: NDArray[numpy.bool_]) -> None:
        self._games.renew(games.tolist())
        self._lost[games] = False

    def _seen(self, over: NDArray[numpy.bool_]) -> tuple[Any, NDArray[numpy.int8]]:
        """Returns observations and masks; a game that is over has an empty mask."""
        has_rows = self._observation == "afterstate"
        states = None
        if not has_rows or over.any():
            states = numpy.empty((self.num_envs, self.game.num_inputs), numpy.float32)
        masks = numpy.empty((self.num_envs, self.game.num_actions), numpy.int8)
        self._games.write(states, None if has_rows else masks)
        observations: Any = states
        if has_rows:
            after = self._games.afterstates()
            masks = (numpy.arange(self.game.num_actions) < numpy.diff(after.offsets)[:, None]).astype(numpy.int8)
            rows = numpy.split(after.rows, after.offsets[1:-1])
            observations = tuple(
                row if states is None or not is_over else states[place][None]
                for place, (row, is_over) in enumerate(zip(rows, over))
            )
        masks[over] = 0
        if self._observation == "dict":
            observations = {"observations": states, "action_mask": masks}
        return observations, masks

    def _chosen(self, actions: Any, over: NDArray[numpy.bool_]) -> tuple[Any, NDArray[numpy.bool_]]:
        """Returns the action indices, and a bool array that marks illegal actions."""
        illegal = numpy.zeros(self.num_envs, bool)
        given = numpy.asarray(actions)
        has_rows = self._observation == "afterstate"
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu" or not (has_rows or self._illegal == "lose"):
            return actions, illegal
        numbers, offsets = self._games.legal_actions()
        counts = numpy.diff(offsets)
        if has_rows:
            illegal = ~over & ~((0 <= given) & (given < counts))
            if illegal.any() and self._illegal == "raise":
                place = int(illegal.argmax())
                raise ValueError(
                    f"game {place}: no legal action has the row {given[place]}; expected 0 to {counts[place] - 1}; "
                    "no game has moved"
                )
            skipped = over | illegal
            given = numpy.where(skipped, -1, given)
            given[~skipped] = numbers[(offsets[:-1] + given)[~skipped]]
            return given, illegal
        places = numpy.repeat(numpy.arange(self.num_envs), counts)
        legal = numpy.zeros(self.num_envs, bool)
        legal[places[numbers == given[places]]] = True
        return given, ~over & ~legal

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], dict[str, Any]]:
        """Applies one action in every game, then the actions of the opponents."""
        over = self._games.over() | self._lost
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            places = numpy.flatnonzero(over).tolist()
            raise gymnasium.error.ResetNeeded(f"games {places} are over: reset(options={{'reset_mask': …}}) first")
        chosen, illegal = self._chosen(actions, over)
        self._games.step(chosen, skip=(self._lost | illegal).tolist())
        self._lost |= illegal
        ends = self._games.ends()
        game, seat = ends["game"], ends["seat"]
        rewards = numpy.zeros(self.num_envs)
        for row, (place, own) in enumerate(zip(game, seat)):
            scores = ends["scores"][row].tolist()
            rewards[place] = _rewards(self._reward, ends["returns"][row].tolist(), scores)[own]
        rewards[illegal] = -1.0
        truncated = numpy.zeros(self.num_envs, bool)
        truncated[game] = ends["truncated"]
        terminated = illegal.copy()
        terminated[game] = ~ends["truncated"]
        ended = terminated | truncated
        infos: dict[str, Any] = {}
        results = self._results(game, seat, ends) if len(game) else {}
        if illegal.any():
            results |= {"illegal_action": illegal, "_illegal_action": illegal.copy()}
        same_step, next_step = (self.autoreset_mode == mode for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP))
        if same_step and ended.any():
            seen, _ = self._seen(self._games.over() | self._lost)
            final = numpy.full(self.num_envs, None, dtype=object)
            for place in numpy.flatnonzero(ended):
                is_dict = self._observation == "dict"
                final[place] = {name: part[place] for name, part in seen.items()} if is_dict else seen[place]
            infos |= {"final_obs": final, "_final_obs": ended, "final_info": results, "_final_info": ended.copy()}
        else:
            infos |= results
        renewed = over if next_step else ended
        if self.autoreset_mode != AutoresetMode.DISABLED and renewed.any():
            self._renew(renewed)
        observations, masks = self._seen(self._games.over() | self._lost)
        if next_step and ended.any():
            masks[ended] = 1
            if self._observation == "afterstate":
                # The observation has a single row.
                masks[ended, 1:] = 0
        infos["action_mask"] = masks
        return observations, rewards, terminated, truncated, infos

    def _results(
        self, game: NDArray[numpy.int64], seat: NDArray[numpy.int64], ends: dict[str, NDArray[Any]]
    ) -> dict[str, Any]:
        """Returns score, rank and seat of the agent by game, with the boolean arrays that mark valid entries in
        Gymnasium.
        """
        there = numpy.zeros(self.num_envs, bool)
        there[game] = True
        rows, infos = range(len(game)), {}
        for name, values in (("score", ends["scores"][rows, seat]), ("rank", ends["ranks"][rows, seat]), ("seat", seat)):
            column = numpy.zeros(self.num_envs, numpy.int64)
            column[game] = values
            infos[name], infos[f"_{name}"] = column, there.copy()
        return infos

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing, because there are no resources to close."""


def _register() -> None:
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
