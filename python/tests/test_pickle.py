"""Tests copies and pickles of all classes, process pools, and threads that share an object."""

import copy
import multiprocessing
import pickle
import threading

import numpy
import portolan
import pytest

from test_games import TABLES


def after(state, moves=30):
    """Plays the last legal action up to `moves` times and returns scores, number of moves and text of the state."""
    state = state.clone()
    for _ in range(moves):
        if not state.is_over:
            state.apply(int(state.legal_actions()[-1]))
    return state.scores(), state.moves, str(state)


def pickled(value):
    """Pickles and unpickles a value."""
    return pickle.loads(pickle.dumps(value))


def best(bot_and_state):
    """Returns the choice of a bot in a state; runs in a worker process."""
    bot, state = bot_and_state
    return bot.choose(state)


@pytest.mark.parametrize("name, players", TABLES)
def test_copied_and_pickled_states_continue_alike(name, players):
    game = portolan.Game(name, players)
    for state in (game.new_state(3), game.new_state(4)):
        for _ in range(40):
            state.apply(int(state.legal_actions()[0]))
        for other in (pickled(state), copy.deepcopy(state)):
            assert other.deal_seed == state.deal_seed and after(other) == after(state)
        imagined = state.clone()
        imagined.determinize(seed=9)
        imagined.apply(int(imagined.legal_actions()[0]))
        assert after(pickled(imagined)) == after(imagined)
        assert pickled(imagined).history_key(0) == imagined.history_key(0)


def test_copied_and_pickled_games_and_bots_have_the_same_settings(tmp_path):
    game = portolan.Game("cartagena", 3, options={"pirates": 4}, seed=6)
    game.new_state()
    for other in (pickled(game), copy.deepcopy(game)):
        assert (other.players, other.options) == (3, {"pirates": "4"})
        # A copy continues the sequence of deals of its original.
        assert other.new_state().deal_seed == copy.copy(game).new_state().deal_seed
    file = tmp_path / "careful.toml"
    file.write_text('kind = "mcts"\niterations = 20\n')
    state = game.new_state(2)
    for bot in (game.bot("greedy"), game.bot("random", seed=3), game.bot(str(file))):
        for other in (pickled(bot), copy.copy(bot), copy.deepcopy(bot)):
            assert other.name == bot.name and other.choose(state) == bot.choose(pickled(state)) == bot.choose(state)


@pytest.mark.parametrize("opponents", [None, ["greedy", "random"]])
def test_copied_and_pickled_vectors_continue_alike(opponents):
    many = portolan.vector(5, "cartagena", 3, seed=2, opponents=opponents)
    for _ in range(150):
        many.step(many.sample())
    others = [pickled(many), copy.deepcopy(many)]
    for _ in range(150):
        actions = many.sample()
        done, returns = many.step(actions)
        for other in others:
            numpy.testing.assert_array_equal(actions, other.sample())
            same_done, same_returns = other.step(actions)
            numpy.testing.assert_array_equal(done, same_done)
            numpy.testing.assert_array_equal(returns, same_returns)
            numpy.testing.assert_array_equal(many.deal_seeds(), other.deal_seeds())


@pytest.mark.parametrize("way", ["spawn", "fork", "forkserver"])
def test_bots_and_states_work_in_process_pools(way):
    game = portolan.Game("cartagena", 2)
    bot, states = game.bot("greedy"), [game.new_state() for _ in range(4)]
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(best, [(bot, state) for state in states]) == [bot.choose(state) for state in states]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the system does not fork processes")
def test_bot_with_threads_plays_after_a_fork(tmp_path):
    file = tmp_path / "threaded.toml"
    file.write_text('kind = "mcts"\nthreads = 2\niterations = 20\n')
    game = portolan.Game("cartagena", 2)
    bot, state = game.bot(file), game.new_state(1)
    # The first search starts the threads, which a forked process does not have.
    chosen = bot.choose(state)
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=lambda: results.put(bot.choose(state)))
    child.start()
    try:
        assert results.get(timeout=60) == chosen
    finally:
        child.kill()
        child.join()


def test_bots_and_states_work_with_joblib():
    joblib = pytest.importorskip("joblib")
    game = portolan.Game("cartagena", 2)
    bot, states = game.bot("greedy"), [game.new_state() for _ in range(4)]
    chosen = joblib.Parallel(n_jobs=2)(joblib.delayed(best)((bot, state)) for state in states)
    assert chosen == [bot.choose(state) for state in states]


def test_pickle_of_another_version_is_rejected():
    make, (arguments, seed, outside, steps, worlds, _) = portolan.Game("cartagena", 2).new_state(1).__reduce__()
    with pytest.raises(ValueError, match="not legal: it comes from another version"):
        make(arguments, seed, outside, [*steps, (0, 10**6, 0)], worlds)


@pytest.mark.parametrize("seed", [2**63, 2**64 - 1, 2**64, -1])
def test_pickle_with_an_invalid_seed_is_rejected(seed):
    game = portolan.Game("cartagena", 2)
    state, many = game.new_state(1), game.vector(2, 1)
    again, (arguments, _, *rest) = game.__reduce__()
    with pytest.raises(ValueError, match="seed"):
        again(arguments, seed, *rest)
    again, (arguments, _, *rest) = state.__reduce__()
    with pytest.raises(ValueError, match="seed"):
        again(arguments, seed, *rest)
    again, (arguments, held, _, *rest) = many.__reduce__()
    with pytest.raises(ValueError, match="seed"):
        again(arguments, held, seed, *rest)


def test_pickle_with_an_invalid_determinization_seed_is_rejected():
    state = portolan.Game("cartagena", 2).new_state(1)
    state.determinize(0, 2**63 - 1)
    again, (arguments, first_seed, outside, steps, worlds, _) = state.__reduce__()
    again(arguments, first_seed, outside, steps, worlds)
    with pytest.raises(ValueError, match="expected a seed"):
        again(arguments, first_seed, outside, [(2, 0, 2**63)], worlds)


def test_threads_can_share_a_bot():
    game = portolan.Game("cartagena", 2)
    bot, state = game.bot("net"), game.new_state(1)
    expected, found, wrong = bot.choose(state), [], []

    def ask():
        try:
            found.extend(bot.choose(state) for _ in range(20))
        except Exception as error:  # noqa: BLE001
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and found == [expected] * 80


def test_concurrent_use_of_a_vector_raises_an_error():
    many = portolan.vector(200, "cartagena", 2, seed=1, opponents=["net"])
    said, stop = [], threading.Event()

    def step():
        while not stop.is_set():
            try:
                many.step(many.sample())
            except RuntimeError as error:
                said.append(str(error))
                stop.set()
            except ValueError:
                # Another thread has moved in the meantime.
                pass

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    stop.wait(60)
    stop.set()
    for thread in threads:
        thread.join()
    assert said and all("give every thread one of its own" in words for words in said)
