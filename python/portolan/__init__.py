"""Python package of portolan: board games as fast environments, bots, experiments and their tables.

    >>> import portolan
    >>> game = portolan.Game("cartagena", players=3)
    >>> state = game.new_state(seed=7)
    >>> greedy = game.bot("greedy")
    >>> while not state.is_over:
    ...     state.apply(greedy.choose(state))
    >>> sum(state.returns())
    1.0
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from numpy.typing import NDArray

from ._portolan import (
    Afterstates, Bot, Game, State, Vector, __version__, afterstates, bots, experiments, games, numbers_of_players,
    rule_options
)
from .network import Network, export_network, import_network
from .program import Decision, bot_file, play_program
from .results import Estimate, Results, RunFailed, balance, export, load, report, run, try_change


def vector(
    n: int, game: str, players: int | None = None, *, seed: int | None = None,
    options: Mapping[str, str | int | bool] | None = None, data: str | PathLike[str] | None = None,
    opponents: Sequence[str | PathLike[str] | Bot] | None = None, seat: int | None = None, autoreset: bool = True,
    inputs: str | NDArray[Any] | Sequence[int] | None = None, threads: int = 1,
) -> Vector:
    """Returns `n` games in lockstep: `Game(game, players, …).vector(n, seed, opponents=…, seat=…, …)`.

    `step()` applies one action in every game without running Python code in between. It writes the observations and
    action masks into arrays of the caller: float32 of shape (n, num_inputs) and int8 of shape (n, num_actions).
    """
    rules = Game(game, players, options=options, data=data)
    return rules.vector(
        n, seed, opponents=opponents, seat=seat, autoreset=autoreset, inputs=inputs, threads=threads
    )


__all__ = [
    "Afterstates",
    "Bot",
    "Decision",
    "Estimate",
    "Game",
    "Network",
    "Results",
    "RunFailed",
    "State",
    "Vector",
    "__version__",
    "afterstates",
    "balance",
    "bot_file",
    "bots",
    "experiments",
    "export",
    "export_network",
    "games",
    "import_network",
    "load",
    "numbers_of_players",
    "play_program",
    "report",
    "rule_options",
    "run",
    "try_change",
    "vector",
]
