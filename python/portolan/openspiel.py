"""Games and states with the methods that OpenSpiel's algorithms call, without OpenSpiel.

    game = portolan.openspiel.load_game("cartagena", players=2)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

Players are the seats that somebody plays, from 0. Chance is drawn by the game (OpenSpiel's sampled stochastic games):
there are no chance nodes, and a copy goes on with the same chance. Returns are shares of the win, from 0 to 1.
"""

import numpy

from ._portolan import Game as Rules

TERMINAL_PLAYER = -4


def load_game(name, players=None, *, options=None, data=None):
    """The game of this name for so many players."""
    return Game(Rules(name, players, options=options, data=data))


class Game:
    """A game as it is set up."""

    def __init__(self, rules):
        self.rules = rules
        self._seats = [seat for seat, automa in enumerate(rules.automas) if automa is None]

    def new_initial_state(self, seed=1):
        """A deal: the same one for the same seed."""
        return State(self, self.rules.new_state(seed))

    def num_players(self):
        """Players, without seats that the rules play."""
        return len(self._seats)

    def num_distinct_actions(self):
        """The bound of the numbers of actions."""
        return self.rules.num_actions

    def observation_tensor_shape(self):
        """The shape of what a player is told."""
        return [self.rules.num_inputs]

    def observation_tensor_size(self):
        """How many numbers that is."""
        return self.rules.num_inputs

    def min_utility(self):
        """The least return."""
        return 0.0

    def max_utility(self):
        """The greatest return."""
        return 1.0

    def utility_sum(self):
        """What the returns of all players sum to; None if an automa may win, or a game may be cut off."""
        return None

    def __str__(self):
        return f"{self.rules.name}(players={self.num_players()})"


class State:
    """A position."""

    def __init__(self, game, state):
        self._game, self.state = game, state

    def get_game(self):
        """The game."""
        return self._game

    def num_players(self):
        """Players, without seats that the rules play."""
        return self._game.num_players()

    def is_terminal(self):
        """Whether the game is over."""
        return self.state.is_over

    def is_chance_node(self):
        """Never: chance is drawn with the action that asks for it."""
        return False

    def is_simultaneous_node(self):
        """Never."""
        return False

    def current_player(self):
        """The player to move; TERMINAL_PLAYER when the game is over."""
        return TERMINAL_PLAYER if self.state.is_over else self._game._seats.index(self.state.to_move)

    def legal_actions(self, player=None):
        """The numbers of the legal actions, in order; none for whoever is not to move."""
        mine = player is None or player == self.current_player()
        return sorted(map(int, self.state.legal_actions())) if mine else []

    def legal_actions_mask(self, player=None):
        """1 for every legal action by number, else 0."""
        mine = player is None or player == self.current_player()
        return self.state.action_mask() if mine else numpy.zeros(self._game.num_distinct_actions(), numpy.int8)

    def apply_action(self, action):
        """Makes a legal action."""
        self.state.apply(int(action))

    def action_to_string(self, player, action=None):
        """The notation of a legal action; of the player to move, who may be left out."""
        return self.state.notation(int(player if action is None else action))

    def string_to_action(self, text):
        """The number of a legal action in notation."""
        return self.state.number(text)

    def clone(self):
        """A copy; the same chance is to come."""
        return State(self._game, self.state.clone())

    def resample_from_infostate(self, player, sampler=None):
        """A copy with everything drawn anew that the player cannot know; `sampler()` gives a number from 0 to 1."""
        copy = self.clone()
        drawn = numpy.random.random() if sampler is None else sampler()
        copy.state.determinize(self._game._seats[player], int(drawn * 2**62))
        return copy

    def observation_tensor(self, player=None):
        """What a player knows: a float32 array of the game's shape."""
        return self.state.observation(None if player is None else self._game._seats[player])

    def observation_string(self, player=None):
        """The same as text: equal for positions that the player cannot tell apart."""
        return self.observation_tensor(player).tobytes().hex()

    information_state_tensor = observation_tensor
    information_state_string = observation_string

    def returns(self):
        """By player, the share of the win; 0 for all until the game is over."""
        returns = self.state.returns() if self.state.is_over else [0.0] * self._game.rules.seats
        return [returns[seat] for seat in self._game._seats]

    def rewards(self):
        """The same: rewards come at the end."""
        return self.returns()

    def player_return(self, player):
        """That of one player."""
        return self.returns()[player]

    def move_number(self):
        """Actions made."""
        return self.state.moves

    def __str__(self):
        return str(self.state)
