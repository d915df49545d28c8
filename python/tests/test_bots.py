"""Tests of bots that search for a long time, and of programs as opponents."""

import copy
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time

import portolan
import portolan.gymnasium
import pytest

COUNTING = '''
import portolan

@portolan.play_program
class Counting:
    """Plays the last legal action, and fails at the third decision of a game that it enters in seat 1."""

    def begin(self, game):
        self.decisions = 0
        self.fails = game["seat"] == FAILING

    def choose(self, decision):
        self.decisions += 1
        if self.fails and self.decisions == 3:
            raise LookupError("no third decision")
        return decision.legal[-1]
'''


@pytest.fixture
def program(tmp_path):
    """Returns a function that writes a bot file. The class fails in games that it plays in `failing`, a seat from 1."""
    def write(failing=0, text=None):
        script = tmp_path / f"counting{failing}.py"
        script.write_text((text or COUNTING).replace("FAILING", str(failing)))
        return portolan.bot_file(script.with_suffix(".toml"), script, tell=["position"])

    return write


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("settings", [
    'kind = "mcts"\nmilliseconds = 30_000\n',
    'kind = "mcts"\nmilliseconds = 30_000\nthreads = 2\n',
    'kind = "flat"\niterations = 10_000_000\n',
    "program",
])
def test_long_choice_can_be_interrupted(tmp_path, program, settings):
    # A shell without job control starts background processes with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    game = portolan.Game("cartagena", 2)
    if settings == "program":
        file = program(text="import time\n" + COUNTING.replace("self.decisions += 1", "time.sleep(30)"))
    else:
        file = tmp_path / "slow.toml"
        file.write_text(settings)
    bot, state = game.bot(file, allow_programs=True), game.new_state(seed=1)
    many = game.vector(1, 1, opponents=[bot], seat=0)
    try:
        waits = [lambda: bot.choose(state), lambda: [many.step(many.sample()) for _ in range(9)]]
        if "mcts" in settings:
            waits.insert(0, lambda: bot.analyze(state))
        for wait in waits:
            sent = []

            def interrupt(sent=sent):
                time.sleep(2.0)
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)

            threading.Thread(target=interrupt, daemon=True).start()
            with pytest.raises(KeyboardInterrupt):
                wait()
            # An interrupted program also has half a second to exit.
            assert time.monotonic() - sent[0] < (3.0 if settings == "program" else 1.0)
        # The games are as they were before the interrupted step.
        assert many.to_move().tolist() == [0]
    finally:
        signal.signal(signal.SIGINT, before)
    if settings != "program":
        file.write_text('kind = "mcts"\niterations = 20\n')
        assert game.bot(file).choose(state) in state.legal_actions()


def test_programs_can_be_opponents(program):
    game = portolan.Game("cartagena", 2)
    file = program()
    for refused in (lambda: game.bot(file), lambda: game.vector(2, opponents=[file])):
        with pytest.raises(ValueError, match=r"starts the program .*run_program.*Game.bot\(…, allow_programs=True\)"):
            refused()
    bot = game.bot(file, allow_programs=True)
    state = game.new_state(seed=1)
    assert bot.choose(state) == state.legal_actions()[-1]
    for again in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert again.choose(state) == state.legal_actions()[-1]
    many, plain = game.vector(3, 5, opponents=[bot]), game.vector(3, 5)
    for _ in range(60):
        many.step(many.sample())
    # The opponent has moved, so the caller is to move in each game, in its seat.
    assert many.to_move().tolist() == [0, 1, 0] and len(plain) == 3
    copied = pickle.loads(pickle.dumps(many))
    copied.step(copied.sample())
    env = portolan.gymnasium.Env(game, opponents=[bot], seat=0)
    env.reset(seed=1)
    for _ in range(10):
        env.step(env.action_mask().argmax())
    envs = portolan.gymnasium.VectorEnv(game, num_envs=2, opponents=[bot])
    _, infos = envs.reset(seed=1)
    envs.step(infos["action_mask"].argmax(axis=1))


def test_each_game_of_a_vector_has_its_own_instance_of_the_bot_class(program):
    # With one object for all games, the third decision would come early.
    game = portolan.Game("cartagena", 2)
    many = game.vector(4, 5, opponents=[game.bot(program(failing=2), allow_programs=True)], seat=0)
    steps = 0
    with pytest.raises(ValueError, match=r"(?s)counting2: crashed at its move 3.*counting2\.py.*LookupError: no third decision"):
        for steps in range(1, 50):
            many.step(many.sample())
    assert steps > 3
    many.restart(5)
    many.step(many.sample())


def test_one_process_plays_all_games_of_a_vector(program, tmp_path):
    started = tmp_path / "started"
    file = program(text=f"open({str(started)!r}, 'a').write('started ')\n{COUNTING}")
    game = portolan.Game("cartagena", 2)
    many = game.vector(4, 5, opponents=[game.bot(file, allow_programs=True)], threads=2)
    for _ in range(60):
        many.step(many.sample())
    assert started.read_text() == "started "


@pytest.mark.parametrize("text, words", [
    ("import portolan\n\nclass First\n    pass\n", r'wrong0?\.py", line 3.*SyntaxError'),
    ("import portolan\n\nclass First:\n    pass\n", "no class with the decorator @portolan.play_program"),
])
def test_error_for_program_that_does_not_start_contains_the_python_message(tmp_path, text, words):
    script = tmp_path / "wrong.py"
    script.write_text(text)
    game = portolan.Game("cartagena", 2)
    bot = game.bot(portolan.bot_file(tmp_path / "wrong.toml", script), allow_programs=True)
    for _ in range(2):
        with pytest.raises(ValueError, match=f"(?s)crashed at its move 1.*{words}"):
            bot.choose(game.new_state(seed=1))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_process_restarts_the_program(program):
    game = portolan.Game("cartagena", 2)
    bot, state = game.bot(program(), allow_programs=True), game.new_state(seed=1)
    expected = bot.choose(state)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(bot.choose, (state,)) == expected
    # The process of the parent still answers.
    assert bot.choose(state) == expected


def test_analyze_returns_visits_and_values(tmp_path):
    file = tmp_path / "thinker.toml"
    file.write_text('kind = "mcts"\niterations = 200\nobjective = "win"\n')
    game = portolan.Game("cartagena", 2)
    bot, state = game.bot(file), game.new_state(seed=4)
    visits, values = bot.analyze(state)
    assert len(visits) == len(values) == len(state.legal_actions()) and visits.sum() == 200
    assert ((values >= 0) & (values <= 1))[visits > 0].all()
    again, other = bot.analyze(state.clone()), bot.analyze(state, seed=2)
    assert (again[0] == visits).all() and (other[0] != visits).any()
    with pytest.raises(ValueError, match='greedy: analyze needs a bot of kind "mcts"'):
        game.bot("greedy").analyze(state)
