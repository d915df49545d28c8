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

from ._portolan import (
    Afterstates, Bot, Game, State, Vector, __version__, afterstates, bots, experiments, games, numbers_of_players,
    rule_options
)
from .network import Network, export_network, import_network
from .program import Decision, bot_file, play_program
from .results import RunFailed, export, load, report, run, try_change


def vector(
    n, game, players=None, *, seed=1, options=None, data=None, opponents=None, seat=None, autoreset=True
):
    """Returns `n` games in lockstep: `Game(game, players, …).vector(n, seed, opponents=…, seat=…, autoreset=…)`.

    `step()` applies one action in every game without running Python code in between. It writes the observations and
    action masks into arrays of the caller: float32 of shape (n, num_inputs) and int8 of shape (n, num_actions).
    """
    game = Game(game, players, options=options, data=data)
    return game.vector(n, seed, opponents=opponents, seat=seat, autoreset=autoreset)


__all__ = [
    "Afterstates",
    "Bot",
    "Decision",
    "Game",
    "Network",
    "RunFailed",
    "State",
    "Vector",
    "__version__",
    "afterstates",
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
