"""Networks from Python: exports weights as a bot, and imports the weights of a bot."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from ._portolan import Game, _network_bytes, _network_of_bot, _network_of_file
from .program import _toml

_Arrays: TypeAlias = dict[str, NDArray[numpy.float32]]

_SECOND, _POLICY, _STEP, _MOST = 32, 64, 64, 512
_SLOPE = 0.01
_VALUES = ("first", "second", "lead", "win")
_POLICIES = ("policy", "logits")


@dataclass
class Network:
    """Weights of a network.

    `arrays` contains float32 arrays by name:

        first       (inputs, units)    observation -> up to 512 units, LeakyReLU with slope 0.01
        second      (units, 32)        -> up to 32 units, LeakyReLU with slope 0.01
        lead, win   (32,)              -> final lead divided by `scale`; logit of the share of the win
        policy      (units, 64)        first layer -> up to 64 units, LeakyReLU with slope 0.01
        logits      (rows, 64)         -> logit of each action, by `State.policy_indices()`

    Each array has a bias: `first_bias`, `second_bias`, `lead_bias` and `win_bias` (one number each), `policy_bias`, and
    `logit_bias`. The policy is optional. Any other architecture can play as a program; see `play_program`.

    An output of 1 of the head `lead` means `scale` points. `win_points` is the value of a certain win in points,
    in addition to the lead. `inputs` names the rows of `first`, and `traits` the last rows of `logits`. `record` is the
    training record, whose values are strings.
    """

    arrays: dict[str, NDArray[numpy.float32]]
    game: str
    data: str
    inputs: list[str]
    scale: float
    traits: list[str] = field(default_factory=list)
    record: dict[str, str] = field(default_factory=dict)
    plain: bool = True

    @property
    def win_points(self) -> float:
        """Value of a certain win in points, in addition to the lead."""
        return float(self.record.get("win_points", 0))

    def values(self, rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Returns the expected final lead in points and the expected share of the win for each row of observations: two
        arrays.
        """
        a = self.arrays
        second = _leaky(_leaky(rows @ a["first"] + a["first_bias"]) @ a["second"] + a["second_bias"])
        lead: NDArray[Any] = (second @ a["lead"] + a["lead_bias"]) * self.scale
        return lead, 1 / (1 + numpy.exp(-(second @ a["win"] + a["win_bias"])))

    def logits(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Returns the logit of each policy index for each row of observations, an array of shape (rows, indices)."""
        a = self.arrays
        if "logits" not in a:
            raise ValueError("the network has no policy")
        hidden = _leaky(_leaky(rows @ a["first"] + a["first_bias"]) @ a["policy"] + a["policy_bias"])
        logits: NDArray[Any] = hidden @ a["logits"].T + a["logit_bias"]
        return logits


def _leaky(sums: NDArray[Any]) -> NDArray[Any]:
    bent: NDArray[Any] = numpy.maximum(sums, numpy.float32(_SLOPE) * sums)
    return bent


def import_network(bot: str | PathLike[str], game: Game | str, *, plain: bool = True) -> Network:
    """Returns the network of a bot as a `Network`. `bot` is the name or file of a bot, or a network file.

    By default, the arrays have the layout of the game: one row of `first` for each input of an observation, and one row
    of `logits` for each policy index. With `plain=False`, they are the arrays of the file, which may also have weights
    for the traits of components. Both forms play identically in this game.
    """
    game = game if isinstance(game, Game) else Game(game)
    if str(bot).endswith(".safetensors"):
        read = _network_of_file(game, Path(bot), plain)
    else:
        read = _network_of_bot(game, str(bot), plain)
    return Network(**read, plain=plain)


def export_network(
    network: Any, game: Game | str, path: str | PathLike[str], *, scale: float | None = None,
    win_points: float | None = None, kind: str = "net", about: str | None = None, record: Mapping[str, Any] | None = None,
    inputs: Any = None,
) -> Path:
    """Writes a network as a bot and returns the path of the bot file, which plays in every command and experiment.

    `network` is a `Network`, a mapping of arrays with the names and shapes of `Network.arrays`, or a PyTorch
    module. A module is a `Sequential` of three `Linear` layers with `LeakyReLU(0.01)` between them, whose last layer
    returns lead and win, or the win alone; or it has its layers as attributes with the names above (`heads` may replace
    `lead` and `win`). Its first layer may be an `EmbeddingBag` with a parameter `first_bias`. Smaller layers are filled
    with zeros.

    `game` is the game of the training, which determines inputs and actions. For the path `results/mine.toml`, the
    weights are written to `results/mine.safetensors`. `scale` is the number of points that an output of 1 of the head
    `lead` stands for (default: 1). `win_points` is the value of a certain win in points, in addition to the lead; it may
    be omitted if the network has only one of the heads. With the kind "net", the bot plays the action with the greatest
    value one step ahead, and with "policy", the action with the greatest logit. `about` describes the bot, and `record`
    contains further entries of the training record. `inputs` contains the input of each row of `first` if the network was
    trained with a selection, such as `Vector.inputs`.
    """
    game = game if isinstance(game, Game) else Game(game)
    if kind not in ("net", "policy"):
        raise ValueError(f"kind={kind!r}: expected 'net' or 'policy'")
    names = data = None
    texts: dict[str, str] = {}
    if isinstance(network, Network):
        given, texts = dict(network.arrays), dict(network.record)
        scale = network.scale if scale is None else scale
        win_points = network.win_points if win_points is None else win_points
        if not network.plain:
            names, data = (network.inputs, network.traits), network.data
    elif isinstance(network, Mapping):
        given = dict(network)
    else:
        given = _of_module(network)
    arrays = {name: _float32(name, array) for name, array in given.items()}
    arrays, heads = _completed(arrays, kind)
    if inputs is not None:
        arrays["first"] = _with_all_inputs(arrays["first"], numpy.asarray(inputs), game.num_inputs)
    if win_points is None:
        if len(heads) == 2:
            raise ValueError("win_points: expected a number of points, because the network has the heads lead and win")
        win_points = 1.0 if heads == ["win"] else 0.0
    if names is None and arrays["first"].shape[0] != game.num_inputs:
        found, transposed = arrays["first"].shape, arrays["first"].shape[1] == game.num_inputs
        hint = ": transpose the weights of a Linear layer" if transposed else ""
        raise ValueError(f"first: expected {game.num_inputs} rows, one for each input of {game!r}, not shape {found}{hint}")
    arrays = _filled(arrays)
    texts |= {"win_points": f"{win_points:g}"} | {str(key): str(text) for key, text in (record or {}).items()}
    written = _network_bytes(game, arrays, names, 1.0 if scale is None else float(scale), texts, data)
    path = Path(path)
    stem = path.name[: -len(path.suffix)] if path.suffix in (".toml", ".safetensors") else path.name
    weights, bot = path.with_name(f"{stem}.safetensors"), path.with_name(f"{stem}.toml")
    weights.write_bytes(written)
    settings = {"kind": kind, "game": game.name, "about": about or "network exported from Python", "network": weights.name}
    bot.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in settings.items()), encoding="utf-8")
    return bot


def _with_all_inputs(first: NDArray[numpy.float32], inputs: NDArray[Any], all_inputs: int) -> NDArray[numpy.float32]:
    """Adds rows of zeros for the inputs that a network was not trained with."""
    if first.shape[0] != len(inputs):
        raise ValueError(f"first: expected {len(inputs)} rows, one for each element of inputs, not shape {first.shape}")
    full = numpy.zeros((all_inputs, first.shape[1]), numpy.float32)
    full[inputs] = first
    return full


def _float32(name: str, array: Any) -> NDArray[numpy.float32]:
    """Converts an array or a tensor."""
    for step in ("detach", "cpu", "numpy"):
        array = getattr(array, step)() if hasattr(array, step) else array
    array = numpy.asarray(array)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name}: expected numbers, not {array.dtype}")
    return numpy.ascontiguousarray(array, numpy.float32)


def _bias(name: str) -> str:
    return "logit_bias" if name == "logits" else f"{name}_bias"


def _completed(arrays: _Arrays, kind: str) -> tuple[_Arrays, list[str]]:
    """Adds arrays of zeros for a missing head, and checks names. Returns the arrays and the heads that were there."""
    known = {name for array in _VALUES + _POLICIES for name in (array, _bias(array))}
    unknown = sorted(set(arrays) - known)
    if unknown:
        raise ValueError(f"unknown arrays {', '.join(unknown)}; expected {', '.join(sorted(known))}")
    heads: list[str] = [head for head in ("lead", "win") if head in arrays]
    has_policy = any(name in arrays for name in ("policy", "logits"))
    if kind == "policy" and not has_policy:
        raise ValueError("kind='policy': the network has no policy; expected the arrays policy and logits")
    if kind == "net" and not heads:
        raise ValueError("the network has no values; expected the array lead or win")
    if not heads and "second" not in arrays:
        arrays["second"] = numpy.zeros((arrays["first"].shape[1], _SECOND), numpy.float32)
        arrays["second_bias"] = numpy.zeros(_SECOND, numpy.float32)
    for head in ("lead", "win"):
        arrays.setdefault(head, numpy.zeros(arrays["second"].shape[-1] if "second" in arrays else _SECOND, numpy.float32))
        arrays[head] = arrays[head].reshape(-1)
        arrays.setdefault(f"{head}_bias", numpy.zeros(1, numpy.float32))
        arrays[f"{head}_bias"] = arrays[f"{head}_bias"].reshape(-1)
    needed = [name for array in _VALUES + (_POLICIES if has_policy else ()) for name in (array, _bias(array))]
    missing = [name for name in needed if name not in arrays]
    if missing:
        raise ValueError(f"missing arrays: {', '.join(missing)}")
    for name, array in arrays.items():
        wanted = 2 if name in ("first", "second", "policy", "logits") else 1
        if array.ndim != wanted:
            raise ValueError(f"{name}: expected an array of {wanted} dimensions, not of shape {array.shape}")
    return arrays, heads


def _filled(arrays: _Arrays) -> _Arrays:
    """Fills smaller layers with zeros, which do not change the outputs."""
    units = len(arrays["first_bias"])
    if not 1 <= units <= _MOST:
        raise ValueError(f"first_bias: {units} units; expected 1 to {_MOST}")
    width = -(-units // _STEP) * _STEP
    shapes: dict[str, tuple[int | None, ...]] = {"first": (None, width), "first_bias": (width,), "second": (width, _SECOND), "second_bias": (_SECOND,),
              "lead": (_SECOND,), "win": (_SECOND,), "policy": (width, _POLICY), "policy_bias": (_POLICY,),
              "logits": (None, _POLICY)}
    filled: _Arrays = {}
    for name, array in arrays.items():
        shape = [have if most is None else most for have, most in zip(array.shape, shapes.get(name, array.shape))]
        if any(have > most for have, most in zip(array.shape, shape)):
            raise ValueError(f"{name}: shape {array.shape}; expected at most {tuple(shape)}")
        filled[name] = numpy.zeros(shape, numpy.float32)
        filled[name][tuple(map(slice, array.shape))] = array
    of: dict[str, tuple[int | None, int | None]] = {"first": (None, units), "second": (units, None), "policy": (units, None)}
    for name, wanted in of.items():
        if name in arrays and any(most not in (None, have) for have, most in zip(arrays[name].shape, wanted)):
            raise ValueError(f"{name}: shape {arrays[name].shape} does not fit first_bias with {units} units")
    return filled


def _of_module(module: Any) -> dict[str, Any]:
    """Returns the arrays of a PyTorch module."""
    if not hasattr(module, "state_dict"):
        raise ValueError(f"expected a Network, a mapping of arrays or a PyTorch module, not {type(module).__name__}")
    if hasattr(module, "first"):
        arrays: dict[str, Any] = {}
        for name in ("first", "second", "heads", "lead", "win", "policy", "logits"):
            layer = getattr(module, name, None)
            if layer is None:
                continue
            weight = _float32(name, layer.weight)
            # `EmbeddingBag` and the file have a row for each input; `Linear` has a column.
            turned = hasattr(layer, "in_features") and name not in ("logits", "heads", "lead", "win")
            arrays[name] = weight.T if turned else weight
            bias = getattr(module, _bias(name), None) if getattr(layer, "bias", None) is None else layer.bias
            outputs = weight.shape[0] if hasattr(layer, "in_features") else weight.shape[1]
            arrays[_bias(name)] = numpy.zeros(outputs) if bias is None else bias
    else:
        arrays = _of_sequential(module)
    if "heads" in arrays:
        weight, bias = arrays.pop("heads"), _float32("heads", arrays.pop("heads_bias"))
        heads = {1: ("win",), 2: ("lead", "win")}.get(len(weight))
        if heads is None:
            raise ValueError(f"the last layer has {len(weight)} outputs; expected 2 (lead and win) or 1 (win)")
        for at, head in enumerate(heads):
            arrays[head], arrays[f"{head}_bias"] = weight[at], bias[at : at + 1]
    return arrays


def _of_sequential(module: Any) -> dict[str, Any]:
    layers = [layer for layer in module.modules() if not list(layer.children())]
    kinds = [type(layer).__name__ for layer in layers]
    if kinds != ["Linear", "LeakyReLU", "Linear", "LeakyReLU", "Linear"]:
        raise ValueError(
            f"a module of {', '.join(kinds) or 'no layers'}; expected Linear, LeakyReLU, Linear, LeakyReLU, Linear, or a "
            "module with the attributes first, second, and lead, win or heads"
        )
    slopes = {layers[1].negative_slope, layers[3].negative_slope}
    if slopes != {_SLOPE}:
        raise ValueError(f"LeakyReLU with slope {max(slopes, key=lambda slope: slope != _SLOPE)}; expected {_SLOPE}")
    arrays: dict[str, Any] = {}
    for name, layer in zip(("first", "second", "heads"), layers[::2]):
        weight = _float32(name, layer.weight)
        arrays[name] = weight if name == "heads" else weight.T
        arrays[f"{name}_bias"] = numpy.zeros(len(weight)) if layer.bias is None else layer.bias
    return arrays
