"""Tests of vectors, which play several games in parallel."""

import pickle

import numpy
import portolan
import pytest


@pytest.mark.parametrize("name, players", [("puerto_rico", 4), ("cartagena", 3), ("endeavor", 2), ("maracaibo", 1)])
def test_vector_matches_games_played_separately(name, players):
    game, n = portolan.Game(name, players), 3
    many = game.vector(n, seed=6)
    observations = numpy.empty((n, game.num_inputs), numpy.float32)
    masks = numpy.empty((n, game.num_actions), numpy.int8)
    many.write(observations, masks)
    # The first game of a seed is the deal that new_state() returns.
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


def test_wrong_arguments_leave_all_games_unchanged():
    many = portolan.vector(4, "cartagena", 2, seed=1)
    game = portolan.Game("cartagena", 2)
    before = numpy.empty((4, game.num_inputs), numpy.float32)
    many.write(before)
    actions = many.sample()
    actions[2] = -1
    with pytest.raises(ValueError, match="game 2: -1 is not the index of a legal action"):
        many.step(actions)
    after = numpy.empty_like(before)
    many.write(after)
    numpy.testing.assert_array_equal(before, after)
    with pytest.raises(ValueError, match="expected 4, one a game"):
        many.step(actions[:2])
    with pytest.raises(ValueError, match=r"contiguous float32 array of shape \(4, \d+\), not \[4, "):
        many.write(before[:, :-1])
    with pytest.raises(TypeError):
        many.write(before.astype(numpy.float64))


def test_actions_can_have_any_integer_type():
    many = portolan.vector(4, "cartagena", 2, seed=1)
    for kind in (numpy.int32, numpy.uint16, list, tuple):
        actions = many.sample()
        many.step(kind(actions) if isinstance(kind, type) and kind in (list, tuple) else actions.astype(kind))
    for wrong in (many.sample().astype(float), "1234", [[1, 2], [3, 4]], None):
        with pytest.raises(TypeError, match="expected whole numbers"):
            many.step(wrong)


@pytest.mark.parametrize("name, players, options", [
    ("cartagena", 3, {}), ("cartagena", 2, {"turn_cap": 3}), ("maracaibo", 1, {}), ("puerto_rico", 4, {}),
])
def test_ends_returns_the_results_of_finished_games(name, players, options):
    game = portolan.Game(name, players, options=options)
    many, n = game.vector(4, seed=6), 4
    game.seed(6)
    states = [game.new_state() for _ in range(n)]
    assert [state.deal_seed for state in states] == list(many.deal_seeds())
    ended = 0
    while ended < 6:
        actions = many.sample()
        movers = many.to_move()
        done, returns = many.step(actions)
        ends = many.ends()
        numpy.testing.assert_array_equal(numpy.flatnonzero(done), ends["game"])
        for place, state in enumerate(states):
            state.apply(int(actions[place]))
        for row, place in enumerate(ends["game"]):
            state = states[place]
            assert state.is_over and state.is_truncated == ends["truncated"][row] == (options != {})
            assert ends["deal_seed"][row] == state.deal_seed and ends["seat"][row] == movers[place]
            assert list(ends["scores"][row]) == state.scores() and list(ends["ranks"][row]) == state.ranks()
            numpy.testing.assert_array_equal(ends["returns"][row], returns[place])
            assert list(returns[place]) == pytest.approx(state.returns())
            for seat in range(game.seats):
                numpy.testing.assert_array_equal(ends["observations"][row, seat], state.observation(seat))
            states[place] = game.new_state()
            ended += 1


def test_opponents_move_as_in_games_played_separately():
    game = portolan.Game("cartagena", 3)
    many = game.vector(3, seed=6, opponents=["greedy", "random"], autoreset=False)
    assert list(many.to_move()) == [0, 1, 2]
    bots = [game.bot("greedy"), game.bot("random")]
    game.seed(6)
    states = [game.new_state() for _ in range(3)]
    while not many.over().all():
        actions = many.sample()
        for seat, state in enumerate(states):
            held = iter(bots)
            at = [None if other == seat else next(held) for other in range(3)]
            while not state.is_over and state.to_move != seat:
                state.apply(at[state.to_move].choose(state))
            if not state.is_over:
                state.apply(int(actions[seat]))
            while not state.is_over and state.to_move != seat:
                state.apply(at[state.to_move].choose(state))
        many.step(actions)
        assert [state.is_over for state in states] == list(many.over())
    assert list(many.sample()) == [-1] * 3
    before = many.deal_seeds()
    many.renew([True, False, True])
    assert list(before == many.deal_seeds()) == [False, True, False] and list(many.over()) == [False, True, False]
    many.restart(6)
    assert list(many.deal_seeds()) == [state.deal_seed for state in states]
    with pytest.raises(ValueError, match="opponents: expected 2"):
        game.vector(3, opponents=["greedy"])
    with pytest.raises(ValueError, match="seat=3: expected one of"):
        game.vector(3, opponents=["greedy"] * 2, seat=3)


def test_equal_seeds_give_equal_games():
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


def test_skipped_games_do_not_change():
    many = portolan.vector(3, "cartagena", 2, seed=1)
    before = numpy.empty((3, portolan.Game("cartagena", 2).num_inputs), numpy.float32)
    after = before.copy()
    many.write(before)
    actions = many.sample()
    actions[1] = -1
    many.step(actions, after, skip=[False, True, False])
    assert [(row != other).any() for row, other in zip(before, after, strict=True)] == [True, False, True]
    with pytest.raises(ValueError, match="skip: expected 3, one a game"):
        many.step(actions, skip=[True])


@pytest.mark.parametrize("name, players", [("cartagena", 2), ("maracaibo", 1), ("endeavor", 3)])
def test_selected_inputs_are_columns_of_the_full_observation(name, players):
    game = portolan.Game(name, players)
    used = game.used_inputs(20)
    assert used.dtype == numpy.int64 and 0 < len(used) < game.num_inputs
    for inputs in ("used", used, used.tolist()):
        many, full = game.vector(4, 5, inputs=inputs), game.vector(4, 5)
        assert set(used) <= set(many.inputs.tolist()) and (full.inputs == numpy.arange(game.num_inputs)).all()
        rows = numpy.empty((4, len(many.inputs)), numpy.float32)
        all_rows = numpy.empty((4, game.num_inputs), numpy.float32)
        for _ in range(30):
            many.write(rows)
            full.write(all_rows)
            numpy.testing.assert_array_equal(rows, all_rows[:, many.inputs])
            actions = full.sample()
            numpy.testing.assert_array_equal(
                many.afterstates(worlds=2).rows, full.afterstates(worlds=2).rows[:, many.inputs]
            )
            values, columns, _ = many.afterstates(sparse=True).rows
            assert columns.max() < len(many.inputs) and (values != 0).all()
            many.step(actions)
            full.step(actions)
            ends, all_ends = many.ends(), full.ends()
            numpy.testing.assert_array_equal(ends["observations"], all_ends["observations"][:, :, many.inputs])
        again = pickle.loads(pickle.dumps(many))
        numpy.testing.assert_array_equal(again.inputs, many.inputs)
    # Almost all inputs that are left out are constant during random play.
    left_out = numpy.setdiff1d(numpy.arange(game.num_inputs), game.used_inputs())
    seen = []
    for _ in range(100):
        full.step(full.sample())
        full.write(all_rows)
        seen.append(all_rows[:, left_out].copy())
    varies = (numpy.concatenate(seen) != seen[0][0]).any(axis=0)
    assert varies.mean() < 0.001
    for wrong in ([3, 2], [-1], [game.num_inputs], []):
        with pytest.raises(ValueError, match='expected "used" or indices from 0 to'):
            game.vector(4, inputs=numpy.array(wrong, int))
    with pytest.raises(TypeError, match='inputs: expected "used" or whole numbers'):
        game.vector(4, inputs="few")


@pytest.mark.parametrize("name, players, opponents", [
    ("puerto_rico", 3, None), ("cartagena", 3, ["greedy", "random"]), ("maracaibo", 2, ["greedy"]),
])
def test_results_do_not_depend_on_the_number_of_threads(name, players, opponents):
    game = portolan.Game(name, players)

    def play(threads):
        many = game.vector(7, 5, opponents=opponents, threads=threads)
        rows = numpy.empty((7, game.num_inputs), numpy.float32)
        taken = []
        for _ in range(60):
            actions = many.sample()
            done, returns = many.step(actions, rows)
            after = many.afterstates()
            sparse = many.afterstates(sparse=True, worlds=2)
            taken += [actions, done, returns, rows.copy(), many.scores(), after.rows, after.offsets, after.actions,
                      *sparse.rows, *many.ends().values()]
        return [array.tobytes() for array in taken], many.__reduce__()[1][2:]

    assert play(1) == play(2) == play(3)
    again = pickle.loads(pickle.dumps(game.vector(7, 5, opponents=opponents, threads=2)))
    assert again.step(again.sample())[0].shape == (7,)


@pytest.mark.parametrize("inputs", [None, "used"])
def test_sparse_observations_equal_dense_observations(inputs):
    many = portolan.Game("puerto_rico", 4).vector(5, 2, inputs=inputs)
    width = len(many.inputs)
    rows = numpy.empty((5, width), numpy.float32)
    values, columns = numpy.empty(5 * width, numpy.float32), numpy.empty(5 * width, numpy.int64)
    starts = numpy.empty(6, numpy.int64)
    for _ in range(30):
        many.step(many.sample())
        many.write(rows, sparse=(values, columns, starts))
        found = numpy.zeros_like(rows)
        for place in range(5):
            part = slice(starts[place], starts[place + 1])
            found[place, columns[part]] = values[part]
        numpy.testing.assert_array_equal(found, rows)
        assert starts[0] == 0 and (values[: starts[-1]] != 0).all()
    with pytest.raises(ValueError, match="more nonzero inputs than the 9 places"):
        many.write(sparse=(values[:9], columns, starts))
    with pytest.raises(ValueError, match=r"starts: expected a contiguous int64 array of shape \(6\)"):
        many.write(sparse=(values, columns, starts[:5]))


def test_module_and_game_have_the_same_default_seed():
    assert list(portolan.vector(4, "cartagena", 2).deal_seeds()) == list(portolan.Game("cartagena", 2).vector(4).deal_seeds())
