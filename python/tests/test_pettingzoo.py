"""Runs PettingZoo's tests for every game and number of players."""

import copy
import pickle
import warnings

import portolan.pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from test_games import TABLES


@pytest.mark.parametrize("name, players", TABLES)
def test_environments_pass_the_pettingzoo_tests(name, players, capsys):
    with warnings.catch_warnings():
        # PettingZoo warns about unbounded observations.
        warnings.simplefilter("ignore")
        api_test(portolan.pettingzoo.env(name, players), num_cycles=200)
        seed_test(lambda: portolan.pettingzoo.env(name, players), num_cycles=100)


def test_pettingzoo_benchmark_runs(capsys):
    performance_benchmark(portolan.pettingzoo.env("puerto_rico", 4))
    told = capsys.readouterr().out
    assert float(told.split(" turns per second")[0].split()[-1]) > 0


def test_last_step_returns_score_rank_and_reward():
    env = portolan.pettingzoo.env("maracaibo", 1)
    env.reset(seed=2)
    assert env.possible_agents == ["seat_0"]
    total = 0
    for agent in env.agent_iter():
        observation, reward, ended, _, info = env.last()
        total += reward
        if ended:
            assert set(info) == {"score", "rank"} and reward in (0, 0.5, 1)
        env.step(None if ended else int(observation["action_mask"].argmax()))
    assert env.agents == [] and total in (0, 0.5, 1)


def test_game_at_the_turn_limit_is_truncated_without_reward():
    env = portolan.pettingzoo.env("cartagena", 2, options={"turn_cap": 1})
    env.reset(seed=2)
    ends = 0
    for _ in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert not terminated and reward == 0
        ends += truncated
        env.step(None if truncated else int(observation["action_mask"].argmax()))
    assert ends == 2


def test_copied_and_pickled_environments_continue_alike():
    env = portolan.pettingzoo.env("cartagena", 2)
    env.reset(seed=2)
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        mine = copy.deepcopy(env)
        for _ in range(30):
            observation, _, ended, _, _ = mine.last()
            same, _, _, _, _ = other.last()
            assert (observation["observation"] == same["observation"]).all()
            action = None if ended else int(observation["action_mask"].argmax())
            mine.step(action)
            other.step(action)


def test_render_returns_text_and_wrong_arguments_are_rejected():
    env = portolan.pettingzoo.env("cartagena", 2, render_mode="ansi")
    env.reset(seed=1)
    assert "seat 2" in env.render()
    illegal = int(env.observe(env.agent_selection)["action_mask"].argmin())
    with pytest.raises(ValueError, match="no legal action has the index"):
        env.step(illegal)
    with pytest.raises(ValueError, match="render_mode='film'"):
        portolan.pettingzoo.env("cartagena", 2, render_mode="film")
