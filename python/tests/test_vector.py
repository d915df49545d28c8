"""Many games in step."""

import numpy
import portolan
import pytest


@pytest.mark.parametrize("name, players", [("puerto_rico", 4), ("cartagena", 3), ("endeavor", 2), ("maracaibo", 1)])
def test_games_in_step_are_the_games_one_by_one(name, players):
    game, n = portolan.Game(name, players), 3
    many = game.vector(n, seed=6)
    observations = numpy.empty((n, game.num_inputs), numpy.float32)
    masks = numpy.empty((n, game.num_actions), numpy.int8)
    many.write(observations, masks)
    # The first game of a seed is the deal that new_state() has.
    state = game.new_state(seed=6)
    ended = 0
    for _ in range(5000):
        assert many.to_move()[0] == state.to_move
        numpy.testing.assert_array_equal(observations[0], state.observation())
        numpy.testing.assert_array_equal(masks[0], state.action_mask())
        actions = many.sample()
        assert all(masks[index, action] == 1 for index, action in enumerate(actions))
        done, returns = many.step(actions, observations, masks)
        state.apply(int(actions[0]))
        assert returns.shape == (n, game.seats)
        assert done[0] == state.is_over
        for index in range(n):
            assert returns[index].sum() == pytest.approx(float(done[index]))
        ended += done.sum()
        if done[0]:
            assert list(returns[0]) == pytest.approx(state.returns())
            break
    assert ended > 0
    assert masks.any(axis=1).all()


def test_a_mistake_moves_no_game():
    many = portolan.vector(4, "cartagena", 2, seed=1)
    game = portolan.Game("cartagena", 2)
    before = numpy.empty((4, game.num_inputs), numpy.float32)
    many.write(before)
    actions = many.sample()
    actions[2] = -1
    with pytest.raises(ValueError, match="game 2: -1 is not the number of a legal action"):
        many.step(actions)
    after = numpy.empty_like(before)
    many.write(after)
    numpy.testing.assert_array_equal(before, after)
    with pytest.raises(ValueError, match="expected 4, one a game"):
        many.step(actions[:2])
    with pytest.raises(ValueError, match="contiguous array of shape"):
        many.write(before[:, :-1])
    with pytest.raises(TypeError):
        many.write(before.astype(numpy.float64))


def test_the_same_seed_plays_the_same_games():
    def play(seed):
        many = portolan.vector(8, "puerto_rico", 3, seed=seed)
        taken = []
        for _ in range(300):
            actions = many.sample()
            many.step(actions)
            taken.append(actions)
        return numpy.concatenate(taken)

    numpy.testing.assert_array_equal(play(3), play(3))
    assert (play(3) != play(4)).any()
