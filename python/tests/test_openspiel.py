"""The methods that OpenSpiel's algorithms call."""

import math

import numpy
import portolan.openspiel
import pytest

from test_games import TABLES


@pytest.mark.parametrize("name, players", TABLES)
def test_a_random_game_is_played_as_openspiel_plays_it(name, players):
    game = portolan.openspiel.load_game(name, players)
    assert game.num_players() == players
    rng = numpy.random.default_rng(2)
    state, moves = game.new_initial_state(seed=4), 0
    while not state.is_terminal():
        player = state.current_player()
        assert 0 <= player < players and not state.is_chance_node()
        actions = state.legal_actions()
        if moves % 20 == 0:
            assert list(numpy.flatnonzero(state.legal_actions_mask())) == actions == state.legal_actions(player)
            other = (player + 1) % players
            if other != player:
                assert state.legal_actions(other) == [] and not state.legal_actions_mask(other).any()
            assert state.observation_tensor(player).shape == tuple(game.observation_tensor_shape())
            imagined = state.resample_from_infostate(player, lambda: 0.25)
            assert imagined.observation_string(player) == state.observation_string(player)
            assert imagined.legal_actions() == actions
            text = state.action_to_string(player, actions[0])
            assert state.string_to_action(text) == actions[0]
            assert state.returns() == [0.0] * players
        state.apply_action(int(rng.choice(actions)))
        moves += 1
        assert state.move_number() == moves
    assert state.current_player() == portolan.openspiel.TERMINAL_PLAYER
    assert sum(state.returns()) <= 1.0 + 1e-6 and state.legal_actions() == []


def uct(state, iterations, rng):
    """Plain UCT over one determinization after the other, with what any OpenSpiel state has."""
    player, visits, worth = state.current_player(), {}, {}
    for number in range(iterations):
        world = state.resample_from_infostate(player, rng.random)
        actions = world.legal_actions()
        known = [action for action in actions if action in visits]
        untried = [action for action in actions if action not in visits]
        total = sum(visits[action] for action in known)
        action = untried[0] if untried else max(
            known, key=lambda one: worth[one] / visits[one] + math.sqrt(2 * math.log(total) / visits[one])
        )
        world.apply_action(action)
        while not world.is_terminal():
            world.apply_action(int(rng.choice(world.legal_actions())))
        visits[action] = visits.get(action, 0) + 1
        worth[action] = worth.get(action, 0.0) + world.player_return(player)
    return max(visits, key=visits.get)


def test_a_search_written_for_openspiel_searches():
    game = portolan.openspiel.load_game("cartagena", 2, options={"strips": 4, "pirates": 4})
    rng = numpy.random.default_rng(1)
    state = game.new_initial_state(seed=2)
    before = state.observation_string()
    action = uct(state, 30, rng)
    assert action in state.legal_actions() and state.observation_string() == before
