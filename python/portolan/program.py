"""A Python class as a bot in experiments.

    import portolan

    @portolan.play_program
    class First:
        def choose(self, decision):
            return decision.legal[0]

When portolan starts the file, the class plays, and what stands below it is not reached: put it last. When the file is
imported or run by hand, nothing happens. `bot_file()` writes the file that names it to an experiment.

Nothing else reads or writes where the lines of the protocol come and go. What the player, its
libraries and its subprocesses write to descriptor 1 goes to the log, and descriptor 0 is empty for them. A file that
`bot_file()` names, or that `python -m portolan.run_program FILE` starts, has this from its first line on, another one
from its class on.
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import numpy


class Decision:
    """What a player is asked.

    `game`: the message that began the game (`game`, `seats`, `automas`, `actions`, `inputs`, `seed`, …);
    `seat`: whose decision it is, from 0; `legal`: the actions in notation, `numbers`: the same by number, an int64
    array; `position`: what the seat knows, as data; `prose`: the same in words. What the bot file does not ask
    for (`tell`) is None.
    """

    def __init__(self, game, message):
        self.game = game
        self.seat = message["seat"] - 1
        self.actions = message["legal"]
        self.legal = [action["action"] for action in self.actions]
        self.numbers = numpy.array([action["number"] for action in self.actions], dtype=numpy.int64)
        self.position = message.get("position")
        self.prose = message.get("prose")
        self._observation = message.get("observation")

    @property
    def observation(self):
        """What the seat knows as a float32 array of the length of the inputs; None if the bot file does not ask for it."""
        if self._observation is None:
            return None
        values = numpy.zeros(self._observation["size"], dtype=numpy.float32)
        for number, value in self._observation["inputs"]:
            values[number] = value
        return values

    @property
    def action_mask(self):
        """1 for every legal action by number, else 0: an int8 array."""
        mask = numpy.zeros(self.game["actions"], dtype=numpy.int8)
        mask[self.numbers] = 1
        return mask


def play_program(player):
    """Makes a class a program that plays, if its file is the one that is run. Returns the class.

    It has `choose(self, decision)`, which returns a legal action: its notation or its number. It may have
    `begin(self, game)`, called with the message that begins a game, and `over(self, result)`, called with `scores`,
    `ranks` and `capped`. There is one object of the class for every game.
    """
    if player.__module__ == "__main__" and "PORTOLAN_PROTOCOL" in os.environ:
        # The class statement has not bound the name yet, but the methods may use it.
        setattr(sys.modules["__main__"], player.__name__, player)
        _answer(player, *_protocol())
        sys.exit(0)
    return player


_streams = None


def _protocol():
    """Where requests come from and answers go to. From the first call on nothing else reads or writes there."""
    global _streams
    if _streams is None:
        # Copies of descriptors are not handed on to subprocesses.
        _streams = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        # What was printed before is still on its way: to the log, too.
        sys.stdout.flush()
    return _streams


def _answer(player, requests, answers):
    """Answers requests line by line. What the player prints goes to the log, not among the answers."""
    sys.stdout = sys.stderr
    games = {}
    try:
        for line in requests:
            message = json.loads(line)
            answer = {"id": message.get("id")}
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
                answer["action" if isinstance(chosen, str) else "number"] = (
                    chosen if isinstance(chosen, str) else int(chosen)
                )
            elif request == "over":
                _, playing = games.pop(handle)
                if hasattr(player, "over"):
                    playing.over(message)
            print(json.dumps(answer), file=answers, flush=True)
    finally:
        sys.stdout = answers


def _toml(value):
    """A text, a truth, a number or a list of texts as TOML has it."""
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
    # Control characters are written as their numbers, all other letters as they are.
    escaped = re.sub(
        r'[\x00-\x1f\x7f"\\]',
        lambda found: f"\\{found[0]}" if found[0] in '"\\' else f"\\u{ord(found[0]):04x}",
        text,
    )
    return f'"{escaped}"'


def bot_file(path, script, *, tell=(), seconds_a_move=None, reproducible=False, on_failure=None, python=None):
    """Writes a bot file that has `script` play, as experiments name it; returns its path.

    `tell` is what decisions say beside the legal actions: "position", "observation", "prose". `python` is the
    interpreter, this one if left out. Paths may have any letters of Unicode; ValueError for a name that has others. An experiment with the bot needs `allow_programs=True`.
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
