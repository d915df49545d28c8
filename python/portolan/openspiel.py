"""OpenSpiel versions of the games, for its algorithms, agents and environments. Needs `open_spiel`.

    import portolan.openspiel
    game = portolan.openspiel.load_game("cartagena(players=3)")
    state = game.new_initial_state()

The import registers `portolan_cartagena`, `portolan_endeavor`, `portolan_maracaibo` and `portolan_puerto_rico` with
`pyspiel.load_game()`. Their parameters are

- `players`: number of human players;
- the rule options of `portolan games NAME`. `more` contains lists, and text values of options whose default is a
  number, as in `more=strips:3+3 modules:morgan;hindrance`;
- `data`: a folder with custom data files;
- `chance`: with `explicit`, all draws are chance nodes, whose outcomes are grouped by equivalent objects and have
  probabilities. With `sampled`, one chance node with 1,024 equally likely outcomes selects the deal, which fixes all
  chance events. Outcome 0 is the next deal of the seed. The other outcomes are further deals for this place in the
  sequence, so that the seed of an environment determines the deal.
  `auto` selects `explicit` for games with few outcomes per draw (Cartagena and Puerto Rico) and `sampled` for the
  others;
- `deal`: with `sampled`, every game has this deal of the seed, from 0, and the chance node has a single outcome. It
  changes `auto` to `sampled`;
- `position`: a JSON file with a position, as `State.to_dict()` returns it, at which every game begins. A chance node with
  `worlds` equally likely outcomes (default: 8) samples what the view does not contain, and all later chance events. Such a
  game can be small enough for exact computations. It changes `auto` to `sampled`;
- `seed`: seed of the deals with `sampled`. It changes `auto` to `sampled`. OpenSpiel's integers have 32 bits; larger
  seeds, up to 2**63 - 1, are part of `more`, as in `more=seed:9223372036854775807`. `load_game` of this module moves
  them there.

Players are the seats without an automa, from 0. Returns are shares of the win, from 0 to 1. Without automas, they sum to
1, and a game that reached its length limit is shared equally. With an automa, they are 0 if the automa won or the game
reached its length limit. A clone has the same hidden cards and, with `sampled`, the same future chance
events; `resample_from_infostate()` resamples both.

Information states are available as strings only, because the history of a player has no fixed length. OpenSpiel's
`serialize_game_and_state()` does not support Python games with sampled chance: pickle them instead.
"""

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

import numpy
from numpy.typing import NDArray
import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._portolan import Bot as _Bot
from ._portolan import Game as Rules
from ._portolan import State as Position
from ._portolan import games as names_of_games
from ._portolan import numbers_of_players, rule_options

TERMINAL_PLAYER = int(pyspiel.PlayerId.TERMINAL)

_PREFIX = "portolan_"
_FEW = ("cartagena", "puerto_rico")
_MOST_OUTCOMES = 1024
_WORLDS = 8
_LONGEST = 10_000
_SETTINGS = ("players", "seed", "deal", "position", "worlds", "chance", "data", "more")
_LARGEST_SEED = 2**63 - 1
_NO_TENSOR = (
    "{} has no information_state_tensor: what a player has seen and done has no fixed length; "
    "use observation_tensor or information_state_string"
)


def load_game(
    name: str, players: int | None = None, *, options: Mapping[str, str | int | bool] | None = None,
    data: str | PathLike[str] | None = None, seed: int | None = None, chance: str | None = None,
) -> pyspiel.Game:
    """Returns an OpenSpiel game, given a string such as `cartagena(players=3,pirates=4)`, parameters, or both."""
    short, given = _parsed(str(name))
    named = {"players": players, "data": data, "seed": seed, "chance": chance}
    named = {key: value for key, value in named.items() if value is not None}
    for key, wanted in {**(options or {}), **named}.items():
        if given.setdefault(key, wanted) != wanted:
            raise ValueError(f"{key}={wanted!r}: {name} sets another value; leave out one of them")
    if short not in names_of_games():
        raise ValueError(f'unknown game "{short}"; games: {", ".join(sorted(names_of_games()))}')
    declared = _specification(short)
    parameters: dict[str, str | int] = {}
    more: list[str] = []
    for key, value in given.items():
        value = _plain(key, value)
        text = isinstance(declared.get(key), str)
        if key == "seed" and value != -1:
            value = _checked_seed(value)
        is_large = isinstance(value, int) and not -(2**31) <= value < 2**31
        if key in declared and ("," in str(value) or is_large or not (text or isinstance(value, int))):
            # OpenSpiel's strings or the type of the parameter do not support this value.
            more.append(f"{key}:{str(value).replace(',', ';')}")
        elif text:
            parameters[key] = str(value)
        else:
            parameters[key] = value
    if more:
        parameters["more"] = " ".join([*more, *([str(parameters["more"])] if parameters.get("more") else [])])
    return pyspiel.load_game(_PREFIX + short, parameters)


def micro_game(worlds: int = 3) -> pyspiel.Game:
    """Returns an endgame of Cartagena that is small enough for exact algorithms. Each player has one pirate on its way,
    one card and one turn; then they share the win unless one of them has brought the pirate home. `worlds` is the number of
    samples of the hidden cards. Each adds about 1,300 states.
    """
    options: dict[str, str | int | bool] = {"strips": 4, "pirates": 4, "turn_cap": 7, "worlds": worlds}
    position = str(Path(__file__).with_name("endgame.json"))
    return load_game("cartagena", 2, options={**options, "position": position})


def _parsed(text: str) -> tuple[str, dict[str, Any]]:
    """Returns name and parameters of a string such as `portolan_cartagena(players=3)`; the prefix is optional.

    Unlike OpenSpiel, this function accepts values such as `3+3`.
    """
    name, bracket, inside = text.strip().partition("(")
    if bracket and not inside.endswith(")"):
        raise ValueError(f"{text}: expected a closing bracket at the end")
    parameters: dict[str, Any] = {}
    for part in filter(None, inside.removesuffix(")").split(",")):
        key, equals, value = part.partition("=")
        if equals:
            parameters[key.strip()] = int(value) if value.lstrip("-").isdecimal() else value.strip()
        elif parameters:
            # Part of a list, as in `modules=morgan,hindrance`.
            last = next(reversed(parameters))
            parameters[last] = f"{parameters[last]},{part.strip()}"
        else:
            raise ValueError(f"{text}: expected parameters such as players=3, not {part}")
    return name.removeprefix(_PREFIX), parameters


def _plain(key: str, value: Any) -> str | int | float:
    """Converts the value of an option to a type that OpenSpiel supports."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (str, float)):
        return value
    if hasattr(value, "__index__"):
        return int(value)
    if hasattr(value, "__fspath__"):
        return str(value)
    raise ValueError(f"{key}: expected a string, a number, True or False")


def _checked_seed(seed: Any) -> int:
    """Converts a seed to int. Raises ValueError unless it is a whole number from 0 to below 2**63."""
    try:
        number = int(seed)
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number <= _LARGEST_SEED or isinstance(seed, float):
        raise ValueError(f"seed {seed}: expected a whole number from 0 to below 2**63")
    return number


def _seed(params: Mapping[str, Any]) -> int:
    """Returns the seed from the parameter `seed` or from `more`; -1 if there is none."""
    for word in params.get("more", "").split():
        key, _, value = word.partition(":")
        if key == "seed":
            return _checked_seed(value)
    seed: int = params.get("seed", -1)
    return seed if seed == -1 else _checked_seed(seed)


def _specification(name: str) -> dict[str, str | int]:
    """Returns the parameters of a game with their defaults, whose types OpenSpiel requires for all values."""
    options = {option: _default(default) for option, _, default, _ in rule_options(name)}
    settings: dict[str, str | int] = {"players": -1, "seed": -1, "deal": -1, "position": "", "worlds": -1}
    return {**settings, "chance": "auto", "data": "", "more": "", **options}


def _default(text: str) -> str | int:
    """Returns a default in the type of its option, or a placeholder if the default depends on other options."""
    first, depends, _ = text.partition(";")
    if first.isdecimal():
        return -1 if depends else int(first)
    return "" if depends or set(text) & set(",=()") else text


def _options(name: str, given: Mapping[str, Any]) -> dict[str, str]:
    """Returns the rule options that differ from their defaults, as text, by name."""
    known = _specification(name)
    chosen = {key: str(given.get(key, default)) for key, default in known.items() if given.get(key, default) != default}
    options = {key: value for key, value in chosen.items() if key not in _SETTINGS}
    for word in chosen.get("more", "").split():
        key, _, value = word.partition(":")
        if not value:
            raise ValueError(f"more={word}: expected options such as strips:3+3, separated by spaces")
        if key != "seed":
            options[key] = value.replace(";", ",")
    return options


def _of_openspiel(name: str, chance: str, utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    least, most = numbers_of_players(name)
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=_PREFIX + name,
        long_name=name.replace("_", " ").title() + " (portolan)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if chance == "sampled" else modes.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(name),
    )


def _mode(name: str, params: Mapping[str, Any]) -> str:
    chance: str = params.get("chance", "auto")
    seed = max(_seed(params), params.get("deal", -1), 0 if params.get("position") else -1)
    if chance not in ("auto", "explicit", "sampled"):
        raise ValueError(f"chance={chance}: expected explicit, sampled or auto")
    if chance == "explicit" and seed >= 0:
        raise ValueError("seed, deal or position and chance=explicit: the caller draws explicit chance nodes; leave one out")
    if chance == "auto":
        chance = "explicit" if name in _FEW and seed < 0 else "sampled"
    return chance


class Game(pyspiel.Game):  # type: ignore[misc]
    """A configured OpenSpiel game. `rules` is the `portolan.Game`."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        given.pop("name", None)
        players, seed = given.get("players", -1), _seed(given)
        self.chance = _mode(name, given)
        self.rules = Rules(
            name,
            None if players < 0 else players,
            options=_options(name, given),
            data=given.get("data") or None,
            seed=seed if seed >= 0 else 1,
        )
        self._seats = [seat for seat, automa in enumerate(self.rules.automas) if automa is None]
        self._has_automa = len(self._seats) < self.rules.seats
        self._fixed: Position | None = None
        if given.get("deal", -1) >= 0:
            for _ in range(given["deal"] + 1):
                self._fixed = self.rules.new_state()
        self._view, worlds = None, _MOST_OUTCOMES if self._fixed is None else 1
        if given.get("position"):
            self._view = Path(given["position"]).read_text(encoding="utf-8")
            worlds = given["worlds"] if given.get("worlds", -1) > 0 else _WORLDS
            self._first_world = 1024 * max(seed, 0) % 2**62
        # The outcomes of a chance node with a fixed position are always equal.
        declared = "explicit" if self._fixed is not None or self._view is not None else self.chance
        utilities = pyspiel.GameType.Utility
        super().__init__(
            _of_openspiel(name, declared, utilities.GENERAL_SUM if self._has_automa else utilities.CONSTANT_SUM),
            pyspiel.GameInfo(
                num_distinct_actions=self.rules.num_actions,
                max_chance_outcomes=worlds,
                num_players=len(self._seats),
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=None if self._has_automa else 1.0,
                max_game_length=_LONGEST,
            ),
            given,
        )

    def seed(self, seed: int) -> None:
        """Restarts the sequence of deals with a seed. The next deal is the first deal of this seed."""
        self.rules.seed(seed)

    def _position_after(self, outcome: int) -> Position:
        """Returns the position after an outcome of the chance node of sampled chance."""
        if self._fixed is not None:
            return self._fixed.clone()
        if self._view is not None:
            return self.rules.state(self._view, self._first_world + outcome)
        following = self.rules.new_state()
        if outcome == 0:
            return following
        return self.rules.new_state((following.deal_seed * _MOST_OUTCOMES + outcome) % 2**62)

    def new_initial_state(self, seed: int | None = None) -> "State":
        """Returns a state before the deal. With a seed, returns the state after the first deal of this seed."""
        state = State(self)
        if isinstance(seed, (str, dict)):
            raise ValueError("a state begins with the deal: new_initial_state(seed) takes a number")
        if seed is not None:
            state.deal(seed)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "_Observer":
        """Returns an OpenSpiel observer."""
        if params:
            raise ValueError(f"observation parameters are not known here: {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return _Observer(self.rules.num_inputs, recall=recall)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the maximum number of chance nodes in a game."""
        return _LONGEST if self.chance == "explicit" else 1

    def observation_tensor_shape(self) -> list[int]:
        """Returns the shape of the observation tensor: one dimension of length `rules.num_inputs`."""
        return [self.rules.num_inputs]

    def observation_tensor_size(self) -> int:
        """Returns the length of the observation tensor."""
        return self.rules.num_inputs

    def information_state_tensor_shape(self) -> NoReturn:
        """Raises NotImplementedError, because the history of a player has no fixed length."""
        raise NotImplementedError(_NO_TENSOR.format(self.rules.name))

    information_state_tensor_size = information_state_tensor_shape

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (str(self), self.rules)


class State(pyspiel.State):  # type: ignore[misc]
    """A state of a game. `position` is the `portolan.State`, or None before a sampled deal."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position: Position | None = None
        if game.chance == "explicit":
            self.position = game.rules.new_state_before_deal(0)

    def deal(self, seed: int) -> None:
        """Applies the chance events of the first deal of a seed, as in `portolan simulate`."""
        rules = self.get_game().rules
        if self.position is None:
            self._dealt = rules.new_state(seed)
            self.apply_action(0)
            return
        for outcome in rules.outcomes_of_deal(seed):
            self.apply_action(outcome)

    def current_player(self) -> int:
        """Returns the player to move, CHANCE or TERMINAL."""
        if self.position is None or self.position.is_chance:
            player: int = pyspiel.PlayerId.CHANCE
        elif self.position.to_move is None:
            player = pyspiel.PlayerId.TERMINAL
        else:
            player = self._players().index(self.position.to_move)
        return player

    def _players(self) -> list[int]:
        seats: list[int] = self.get_game()._seats
        return seats

    def _dealt_position(self) -> Position:
        if self.position is None:
            raise pyspiel.SpielError("nothing is dealt yet: apply the chance outcome first")
        return self.position

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._dealt_position().legal_actions().tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of a chance node as pairs of outcome number and probability."""
        if self.position is None:
            outcomes = self.get_game().max_chance_outcomes()
            return [(outcome, 1 / outcomes) for outcome in range(outcomes)]
        if not self.position.is_chance:
            raise ValueError("no chance node")
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            dealt = self.__dict__.pop("_dealt", None)
            self.position = dealt or self.get_game()._position_after(action)
        elif self.position.is_chance:
            self.position.draw(action)
        else:
            self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"deal {action}"
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.outcome_name(action)
        return self.position.notation(action)

    def is_terminal(self) -> bool:
        """Returns True if the game is over."""
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        """Returns the share of the win by player, from 0 to 1; 0 for all players before the end of the game."""
        if self.position is None:
            return [0.0] * self.num_players()
        if self.position.is_truncated and not self.get_game()._has_automa:
            return [1 / self.num_players()] * self.num_players()
        shares = self.position.returns()
        return [shares[seat] for seat in self._players()]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns the observation of a player as a list of floats, all 0 before the deal."""
        values: list[float] = self._observation(player).tolist()
        return values

    def _observation(self, player: int | None) -> NDArray[numpy.float32]:
        seat = self._seat(player)
        if self.position is None or not self.position.is_dealt:
            return numpy.zeros(self.get_game().rules.num_inputs, numpy.float32)
        return self.position.observation(seat)

    def observation_string(self, player: int | None = None) -> str:
        """Returns the observation of a player as text. The text is equal for states that the player cannot distinguish.
        """
        seat = self._seat(player)
        return self.position.observation_key(seat) if self.position is not None and self.position.is_dealt else ""

    def information_state_string(self, player: int | None = None) -> str:
        """Returns a key of everything that a player has seen and done since the deal."""
        seat = self._seat(player)
        return self.position.history_key(seat) if self.position is not None and self.position.is_dealt else ""

    def information_state_tensor(self, player: int | None = None) -> NoReturn:
        """Raises NotImplementedError, because the history of a player has no fixed length."""
        raise NotImplementedError(_NO_TENSOR.format(self.get_game().rules.name))

    def _seat(self, player: int | None) -> int:
        if player is None:
            player = max(int(self.current_player()), 0)
        players = self._players()
        if not 0 <= player < len(players):
            raise pyspiel.SpielError(f"player {player}: expected 0 to {len(players) - 1}")
        return players[player]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> "State":
        """Returns a copy in which everything that the player does not know is resampled. `sampler()` returns a random
        number from 0 to 1.
        """
        copy: State = self.clone()
        seed = None if sampler is None else int(sampler() * 2**62)
        copy._dealt_position().determinize(self._seat(player), seed)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_again, (self.get_game(), self.serialize())

    def undo_action(self, player: int, action: int) -> NoReturn:
        """Raises NotImplementedError. Use a clone of an earlier state instead."""
        raise NotImplementedError("undo_action: actions are not undone; keep a clone() from before")

    def __str__(self) -> str:
        return "Before the deal" if self.position is None else str(self.position)


class _Observer:
    """An OpenSpiel observer of the games."""

    def __init__(self, size: int, *, recall: bool) -> None:
        self._recall = recall
        self.tensor = None if recall else numpy.zeros(size, numpy.float32)
        self.dict = {} if recall else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Writes the observation of a player to the tensor."""
        if self.tensor is None:
            raise NotImplementedError(_NO_TENSOR.format(state.get_game().rules.name))
        self.tensor[:] = state._observation(player)

    def string_from(self, state: State, player: int) -> str:
        """Returns the observation or the information state of a player as text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


def _game_again(text: str, rules: Rules) -> Game:
    """Recreates a pickled game, with its position in the sequence of deals."""
    game: Game = pyspiel.load_game(text)
    game.rules = rules
    return game


def _state_again(game: Game, text: str) -> State:
    """Recreates a pickled state."""
    state: State = game.deserialize_state(text)
    return state


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A portolan bot as an OpenSpiel bot: `Bot(game, "greedy")`."""

    def __init__(self, game: Game, name: str | PathLike[str] | _Bot, seed: int | None = None) -> None:
        super().__init__()
        self._bot = game.rules.bot(name, seed)

    def step(self, state: State) -> int:
        """Returns the index of the action that the bot chooses in a state of its game."""
        return self._bot.choose(state._dealt_position())

    def restart(self) -> None:
        """Does nothing, because the bot stores no data between games."""

    def restart_at(self, state: State) -> None:
        """Does nothing, because the bot stores no data between games."""


def _register(name: str) -> None:
    # OpenSpiel releases the object after the interpreter ends, when a class can be released but a function cannot.
    def __init__(self: Game, params: Mapping[str, Any] | None = None) -> None:
        Game.__init__(self, name, params)

    title = name.title().replace("_", "")
    pyspiel.register_game(_of_openspiel(name, _mode(name, {})), type(title, (Game,), {"__init__": __init__}))


for _name in names_of_games():
    if _PREFIX + _name not in pyspiel.registered_names():
        _register(_name)
