"""Support for Python classes that play as bots in experiments.

    import portolan

    @portolan.play_program
    class First:
        def choose(self, decision):
            return decision.legal[0]

When portolan starts the file, the class plays, and Python does not run the code below the class: put the class last.
When the file is imported or run by hand, the decorator has no effect. `bot_file()` writes a bot file for use in
experiments.

The protocol uses copies of the standard input and output. All other output of the player, its libraries and its
subprocesses to descriptor 1 goes to the log, and descriptor 0 is empty. This applies from the first line of a file that
`bot_file()` or `python -m portolan.run_program FILE` starts, and from the decorated class on in files that are started
in another way.
"""

import functools
import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TextIO, TypeVar

import numpy
from numpy.typing import NDArray

from ._portolan import Game, State

_Player = TypeVar("_Player", bound=type)


class Decision:
    """A decision of a player.

    `game` is the message that began the game (`game`, `seats`, `automas`, `actions`, `inputs`, `seed`, …), and `seat`
    is the seat to move, from 0. `legal` is a list of the legal actions in notation, and `indices` an int64 array of
    their indices. `position` is the view of the seat, and `prose` describes it in words. Data that the bot file does
    not request with `tell` is None.
    """

    def __init__(self, game: dict[str, Any], message: dict[str, Any]) -> None:
        self.game = game
        self.seat: int = message["seat"] - 1
        self.actions: list[dict[str, Any]] = message["legal"]
        self.legal: list[str] = [action["action"] for action in self.actions]
        self.indices: NDArray[numpy.int64] = numpy.array([action["number"] for action in self.actions], dtype=numpy.int64)
        self.position: dict[str, Any] | None = message.get("position")
        self.prose: str | None = message.get("prose")
        self._observation = message.get("observation")
        self._state: str | None = message.get("state")

    @property
    def observation(self) -> NDArray[numpy.float32] | None:
        """Observation of the seat, a float32 array with one value for each input; None if the bot file does not request
        it.
        """
        if self._observation is None:
            return None
        values = numpy.zeros(self._observation["size"], dtype=numpy.float32)
        for number, value in self._observation["inputs"]:
            values[number] = value
        return values

    @property
    def action_mask(self) -> NDArray[numpy.int8]:
        """An int8 array of length `game["actions"]`, with 1 for every legal action and 0 elsewhere."""
        mask = numpy.zeros(self.game["actions"], dtype=numpy.int8)
        mask[self.indices] = 1
        return mask

    def state(self, game: Game | None = None, seed: int = 1) -> State:
        """Returns the state of this decision, from which the player can search. The bot file must request it with
        `tell=["state"]`. The information that the seat does not have is sampled with the seed.

        `game` is the game that is played (default: the game with default options). Raises ValueError if the request
        contains no state, or if the state is not valid in `game`.
        """
        if self._state is None:
            raise ValueError("the decision has no state: write the bot file with tell=['state']")
        game = game or _game(self.game["game"], sum(automa is None for automa in self.game["automas"]))
        state = game.state({"state": self._state}, seed)
        if state.to_move != self.seat or state.legal_notations() != self.legal:
            raise ValueError("the legal actions of the state and the decision differ: call state(game) with the game that is played")
        return state


@functools.lru_cache(maxsize=8)
def _game(name: str, players: int) -> Game:
    return Game(name, players)


def play_program(player: _Player) -> _Player:
    """Plays with a class if its file is run by portolan. Returns the class.

    The class needs a method `choose(self, decision)`, which returns the notation or the index of a legal action.
    Optional methods are `begin(self, game)`, called with the message that begins a game, and `over(self, result)`,
    called with `scores`, `ranks` and `capped`. Every game uses its own instance of the class.
    """
    if player.__module__ == "__main__" and "PORTOLAN_PROTOCOL" in os.environ:
        # The class statement has not bound the name yet, but the methods may use it.
        setattr(sys.modules["__main__"], player.__name__, player)
        _answer(player, *_protocol())
        sys.exit(0)
    return player


_streams: tuple[TextIO, TextIO] | None = None


def _protocol() -> tuple[TextIO, TextIO]:
    """Returns the streams of requests and answers. The first call redirects all other input and output."""
    global _streams
    if _streams is None:
        # Subprocesses do not inherit copies of descriptors.
        _streams = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        # Text that was printed before is still in the buffer; it goes to the log, too.
        sys.stdout.flush()
    return _streams


def _answer(player: type[Any], requests: TextIO, answers: TextIO) -> None:
    """Answers requests line by line. Output of the player goes to the log."""
    sys.stdout = sys.stderr
    games: dict[int, tuple[dict[str, Any], Any]] = {}
    try:
        for line in requests:
            message = json.loads(line)
            answer: dict[str, Any] = {"id": message.get("id")}
            request, handle = message["request"], message.get("handle")
            if request == "quit":
                return
            if request == "new":
                games[handle] = (message, player())
                if hasattr(player, "begin"):
                    games[handle][1].begin(message)
            elif request == "choose":
                game, playing = games[handle]
                chosen = playing.choose(Decision(game, message))
                if not isinstance(chosen, str):
                    chosen = int(chosen)
                answer["action" if isinstance(chosen, str) else "number"] = chosen
            elif request == "over":
                _, playing = games.pop(handle)
                if hasattr(player, "over"):
                    playing.over(message)
            print(json.dumps(answer), file=answers, flush=True)
    finally:
        sys.stdout = answers


def _toml(value: object) -> str:
    """Formats a string, boolean, number, list or mapping as TOML."""
    if isinstance(value, numpy.generic):
        value = value.item()
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_toml(str(key))} = {_toml(one)}' for key, one in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    text = str(value)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{text!r} is no text in Unicode, which a bot file has to be: give the file another name") from None
    # Only control characters, quotes and backslashes are escaped.
    escaped = re.sub(
        r'[\x00-\x1f\x7f"\\]',
        lambda found: f"\\{found[0]}" if found[0] in '"\\' else f"\\u{ord(found[0]):04x}",
        text,
    )
    return f'"{escaped}"'


def bot_file(
    path: str | PathLike[str], script: str | PathLike[str], *, tell: Sequence[str] = (), seconds_a_move: float | None = None,
    reproducible: bool = False, on_failure: str | None = None, python: str | PathLike[str] | None = None,
) -> Path:
    """Writes a bot file for the player in `script` and returns the path of the bot file.

    `tell` lists what decisions contain in addition to the legal actions: "position", "state", "observation", "prose".
    `python` is the interpreter (default: the current one). Paths must be valid Unicode; other names raise ValueError.
    Experiments with this bot need `allow_programs=True`.
    """
    python = python or sys.executable or shutil.which("python3")
    settings = {
        "kind": "program",
        "command": [str(python), "-m", "portolan.run_program", str(Path(script).resolve())],
        "tell": list(tell),
        "seconds_a_move": seconds_a_move,
        "reproducible": reproducible,
        "on_failure": on_failure,
    }
    lines = [f"{key} = {_toml(value)}" for key, value in settings.items() if value is not None]
    path = Path(path)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
