"""Runs Gymnasium's environment checks and tests its conventions for vector environments."""

import copy
import pickle
import warnings

import gymnasium
import numpy
import portolan
import portolan.gymnasium
import portolan.pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

IDS = ["portolan/Cartagena-v0", "portolan/Endeavor-v0", "portolan/Maracaibo-v0", "portolan/PuertoRico-v0"]
CAPPED = {"turn_cap": 4}


@pytest.mark.parametrize("name", IDS)
def test_environments_pass_the_gymnasium_check(name):
    with warnings.catch_warnings():
        # Gymnasium warns about unbounded observations.
        warnings.simplefilter("ignore")
        env = gymnasium.make(name, opponents=["greedy", "random"])
        check_env(env.unwrapped)
        assert env.unwrapped.game.players == 3
        env.close()


def play(env, seed, rng):
    """Plays a random game. Returns the total reward and the last `terminated`, `truncated` and `info`."""
    _, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        action = rng.choice(numpy.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        total, over = total + reward, terminated or truncated
    return total, terminated, truncated, info


def test_games_end_with_score_and_rank():
    env = gymnasium.make("portolan/Maracaibo-v0", opponents=["random", "random"], seat=1)
    assert env.unwrapped.action_masks().dtype == bool and not env.unwrapped.action_masks().any()
    total, terminated, truncated, info = play(env, 3, numpy.random.default_rng(3))
    assert terminated and not truncated and not info["action_mask"].any()
    assert info["rank"] == info["ranks"][1] and info["score"] == info["scores"][1] and info["seat"] == 1
    assert total > 0 if info["rank"] == 1 else total == 0


def test_game_at_the_turn_limit_is_truncated_without_a_winner():
    env = gymnasium.make("portolan/Cartagena-v0", opponents=["random"], options=CAPPED)
    total, terminated, truncated, info = play(env, 1, numpy.random.default_rng(1))
    assert (total, terminated, truncated) == (0.0, False, True) and info["rank"] in (1, 2)


def test_seat_is_random_unless_it_is_given():
    env = portolan.gymnasium.Env("cartagena", opponents=["random", "random"])
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2}
    assert env.reset(seed=1, options={"seat": 2})[1]["seat"] == 2
    first, second = env.reset(seed=5)[0], env.reset()[0]
    assert (first != second).any() and (env.reset(seed=5)[0] == first).all() and (env.reset()[0] == second).all()


def test_solo_games_have_no_opponents():
    env = gymnasium.make("portolan/Maracaibo-v0", opponents=[])
    total, terminated, _, info = play(env, 2, numpy.random.default_rng(2))
    assert terminated and len(info["ranks"]) == 2 and total in (0.0, 0.5, 1.0)


def test_illegal_actions_lose_or_raise_and_wrong_arguments_are_rejected():
    env = portolan.gymnasium.Env("cartagena", opponents=["greedy"])
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, True) and not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(illegal)
    strict = portolan.gymnasium.Env("cartagena", opponents=["greedy"], illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="no legal action has the index"):
        strict.step(illegal)
    for wrong, words in [
        ({"opponents": "net"}, r"expected a list of bots, such as \['net'\]"),
        ({"opponents": ["gredy"]}, "greedy"),
        ({"opponents": ["greedy"] * 8}, "players"),
        ({"seat": 7}, r"expected one of \[0, 1\]"),
        ({"illegal": "skip"}, "expected 'lose' or 'raise'"),
        ({"render_mode": "film"}, "render_mode='film'"),
        ({"options": {"pirate": 1}}, "pirate"),
        ({"observation": "history"}, "expected 'state', 'afterstate' or 'dict'"),
        ({"opponents": [7]}, "expected the name or file of a bot, a bot or a function"),
    ]:
        with pytest.raises(ValueError, match=words):
            portolan.gymnasium.Env("cartagena", **wrong)
    with pytest.raises(ValueError, match="opponents: expected 2"):
        portolan.gymnasium.Env(portolan.Game("cartagena", 3), opponents=["greedy"])


def test_actions_can_be_numpy_numbers_or_lists():
    env = portolan.gymnasium.Env("cartagena", opponents=["greedy"])
    _, info = env.reset(seed=1)
    action = info["action_mask"].argmax()
    for number in (numpy.int64, numpy.int32, numpy.uint8, int):
        copy.deepcopy(env).step(number(action))
    many = portolan.gymnasium.VectorEnv("cartagena", num_envs=2, opponents=["greedy"])
    _, infos = many.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    for given in (actions, actions.astype(numpy.int32), actions.tolist(), tuple(actions)):
        copy.deepcopy(many).step(given)
    with pytest.raises(TypeError, match="expected whole numbers"):
        many.step(actions.astype(float))


def test_copied_and_pickled_environments_continue_alike():
    env = gymnasium.make("portolan/PuertoRico-v0", opponents=["greedy", "random"])
    _, info = env.reset(seed=4)
    env.step(info["action_mask"].argmax())
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        mine, its = copy.deepcopy(env), other
        for _ in range(20):
            action = mine.unwrapped.action_mask().argmax()
            one, two = mine.step(action), its.step(action)
            numpy.testing.assert_array_equal(one[0], two[0])
            assert one[1:4] == two[1:4]
            if one[2]:
                break


def vector(mode, n=4, **settings):
    """Returns 2-player games of Cartagena with a low turn limit, so that games end often."""
    return portolan.gymnasium.VectorEnv(
        "cartagena", num_envs=n, opponents=["random"], options=CAPPED, autoreset_mode=mode, **settings
    )


def random_actions(infos, rng):
    """Returns a random legal action for each game; 0 if there is no legal action."""
    return [int(rng.choice(numpy.flatnonzero(mask))) if mask.any() else 0 for mask in infos["action_mask"]]


def test_same_step_mode_returns_final_observations_and_infos():
    env, rng = vector(AutoresetMode.SAME_STEP), numpy.random.default_rng(1)
    other = vector(AutoresetMode.DISABLED)
    _, infos = env.reset(seed=7)
    other.reset(seed=7)
    for _ in range(100):
        actions = random_actions(infos, rng)
        seen, rewards, terminated, truncated, infos = env.step(actions)
        last, same_rewards, _, same_truncated, its = other.step(actions)
        over = terminated | truncated
        numpy.testing.assert_array_equal(rewards, same_rewards)
        numpy.testing.assert_array_equal(truncated, same_truncated)
        assert infos["action_mask"].any(axis=1).all()
        if not over.any():
            assert "final_obs" not in infos
            numpy.testing.assert_array_equal(seen, last)
            continue
        assert truncated[over].all() and (rewards == 0).all()
        numpy.testing.assert_array_equal(infos["_final_obs"], over)
        for place in numpy.flatnonzero(over):
            numpy.testing.assert_array_equal(infos["final_obs"][place], last[place])
        for name in ("score", "rank", "seat"):
            numpy.testing.assert_array_equal(infos["final_info"][name], its[name])
        assert set(infos["final_info"]["rank"][over]) <= {1, 2}
        other_seen, _ = other.reset(options={"reset_mask": over})
        numpy.testing.assert_array_equal(other_seen, seen)
        return
    raise AssertionError("no game ended")


def test_next_step_mode_deals_a_new_game_in_the_next_step():
    env, rng = vector(AutoresetMode.NEXT_STEP), numpy.random.default_rng(2)
    _, infos = env.reset(seed=7)
    before, ended = numpy.zeros(4, bool), 0
    for _ in range(100):
        seen, rewards, terminated, truncated, infos = env.step(random_actions(infos, rng))
        assert (rewards[before] == 0).all() and not (terminated | truncated)[before].any()
        assert infos["action_mask"][before].any(axis=1).all()
        before = terminated | truncated
        # The next action is ignored, so every action is accepted and a masked distribution has no empty row.
        assert (infos["action_mask"][before] == 1).all()
        ended += before.sum()
    assert ended > 8


def test_finished_games_need_a_reset_without_autoreset():
    env, rng = vector(AutoresetMode.DISABLED), numpy.random.default_rng(2)
    _, infos = env.reset(seed=7)
    over = numpy.zeros(4, bool)
    while not over.any():
        _, _, terminated, truncated, infos = env.step(random_actions(infos, rng))
        over = terminated | truncated
    with pytest.raises(gymnasium.error.ResetNeeded, match="are over"):
        env.step([0] * 4)


def test_make_vec_creates_a_vector_environment():
    env = gymnasium.make_vec(
        "portolan/PuertoRico-v0", num_envs=3, vectorization_mode="vector_entry_point", opponents=["greedy", "random"]
    )
    assert isinstance(env, portolan.gymnasium.VectorEnv) and env.game.players == 3
    seen, infos = env.reset(seed=1)
    assert seen in env.observation_space and infos["action_mask"].shape == (3, env.game.num_actions)
    again, _ = env.reset(seed=1)
    on, _ = env.reset()
    numpy.testing.assert_array_equal(seen, again)
    assert (on != again).any()
    rng = numpy.random.default_rng(1)
    wins = 0.0
    for _ in range(400):
        seen, rewards, _, _, infos = env.step(random_actions(infos, rng))
        wins += rewards.sum()
    assert seen.dtype == numpy.float32 and wins >= 0


def test_vector_of_one_game_matches_the_single_environment():
    many = portolan.gymnasium.VectorEnv("endeavor", num_envs=1, opponents=["greedy"], seat=1)
    seen, infos = many.reset(seed=3)
    env = portolan.gymnasium.Env("endeavor", opponents=["greedy"], seat=1)
    env.reset(seed=3)
    for _ in range(1000):
        numpy.testing.assert_array_equal(seen[0], env.state.observation(1))
        numpy.testing.assert_array_equal(infos["action_mask"][0], env.action_mask())
        action = int(infos["action_mask"][0].argmax())
        seen, rewards, terminated, _, infos = many.step([action])
        _, reward, over, _, info = env.step(action)
        assert (rewards[0], terminated[0]) == (reward, over)
        if over:
            assert (infos["score"][0], infos["rank"][0]) == (info["score"], info["rank"])
            return
    raise AssertionError("the game did not end")


def test_actions_out_of_range_are_illegal_and_other_types_are_rejected():
    lenient = portolan.gymnasium.Env("cartagena", opponents=["greedy"])
    strict = portolan.gymnasium.Env("cartagena", opponents=["greedy"], illegal="raise")
    for action in (-1, lenient.action_space.n, 10**9):
        lenient.reset(seed=1)
        assert lenient.step(action)[1] == -1.0
        strict.reset(seed=1)
        with pytest.raises(ValueError, match=f"no legal action has the index {action}"):
            strict.step(action)
    for action in (3.7, "3", None, [3]):
        lenient.reset(seed=1)
        with pytest.raises(TypeError, match="expected a whole number"):
            lenient.step(action)


def test_afterstates_can_be_observations():
    env = gymnasium.make("portolan/Cartagena-v0", opponents=["greedy"], observation="afterstate", options=CAPPED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)
    seen, info = env.reset(seed=2)
    state, over = env.unwrapped.state, False
    while not over:
        legal = state.legal_actions()
        assert seen.shape == (len(legal), env.unwrapped.game.num_inputs) and seen in env.observation_space
        assert info["action_mask"].tolist() == [1] * len(legal) + [0] * (env.action_space.n - len(legal))
        numpy.testing.assert_array_equal(seen, state.afterstates().rows)
        wished, before = int(legal[-1]), state.clone()
        seen, _, terminated, truncated, info = env.step(len(legal) - 1)
        before.apply(wished)
        assert state.moves >= before.moves
        over = terminated or truncated
    assert seen.shape == (1, env.unwrapped.game.num_inputs) and not info["action_mask"].any()


def test_opponents_can_be_names_bots_files_or_functions(tmp_path):
    game = portolan.Game("cartagena", 2)
    file = tmp_path / "mine.toml"
    file.write_text('inherits = "greedy"\n')

    def first(state):
        return state.legal_actions()[0]

    results = []
    for opponent in ("greedy", game.bot("greedy"), file, game.bot("greedy").choose, first):
        env = portolan.gymnasium.Env(game, opponents=[opponent], seat=0)
        total, *_, info = play(env, 3, numpy.random.default_rng(3))
        results.append((total, info["scores"]))
    assert results[0] == results[1] == results[2]
    assert len(pickle.dumps(portolan.gymnasium.Env(game, opponents=[game.bot("greedy")])))
    many = [game.vector(4, 1, opponents=[opponent]) for opponent in ("greedy", game.bot("greedy"), file)]
    for _ in range(100):
        actions = many[0].sample()
        for one in many:
            one.step(actions)
    assert many[0].scores().tolist() == many[1].scores().tolist() == many[2].scores().tolist()
    with pytest.raises(ValueError, match="functions can be opponents of portolan.gymnasium.Env"):
        game.vector(4, 1, opponents=[first])


def test_all_pictures_of_a_game_have_the_same_size():
    env = gymnasium.make("portolan/Maracaibo-v0", opponents=["random"], render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == numpy.uint8 and first.shape[2] == 3
    # The spaces of the board have background colours, and most of the picture is not text.
    colours, counts = numpy.unique(first.reshape(-1, 3), axis=0, return_counts=True)
    ink = counts[(colours == 0x22).all(axis=1)].sum() / counts.sum()
    assert len(colours) > 6 and 0.005 < ink < 0.2
    for _ in range(5):
        env.step(env.unwrapped.action_mask().argmax())
    assert env.render().shape == first.shape
    # Libraries put the pictures of several environments side by side.
    for seed in range(5):
        other = gymnasium.make("portolan/Maracaibo-v0", opponents=["random"], render_mode="rgb_array")
        other.reset(seed=seed)
        assert other.render().shape == first.shape


@pytest.mark.parametrize("observation", ["state", "afterstate", "dict"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_illegal_action_ends_only_its_game_of_the_vector(mode, observation):
    env = vector(mode, observation=observation)
    _, infos = env.reset(seed=7)
    actions = numpy.array(random_actions(infos, numpy.random.default_rng(1)))
    actions[1], actions[2] = -1, env.game.num_actions
    seen, rewards, terminated, truncated, infos = env.step(actions)
    assert seen in env.observation_space
    assert rewards.tolist() == [0, -1, -1, 0] and not truncated.any()
    assert terminated.tolist() == [False, True, True, False]
    results = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
    assert results["illegal_action"].tolist() == results["_illegal_action"].tolist() == terminated.tolist()
    if mode == AutoresetMode.DISABLED:
        assert infos["action_mask"].any(axis=1).tolist() == [True, False, False, True]
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(actions)
        _, infos = env.reset(options={"reset_mask": terminated})
    assert infos["action_mask"].any(axis=1).all()
    _, rewards, terminated, _, infos = env.step(random_actions(infos, numpy.random.default_rng(1)))
    assert (rewards == 0).all() and not terminated.any() and "illegal_action" not in infos
    assert infos["action_mask"].any(axis=1).all() and env.scores().shape == (4, 2)
    strict = vector(mode, observation=observation, illegal="raise")
    seen, _ = strict.reset(seed=7)
    with pytest.raises(ValueError, match="game 1: .*no game has moved"):
        strict.step(actions)
    for wrong in (actions.astype(float), actions.astype(str)):
        with pytest.raises(TypeError, match="expected whole numbers"):
            strict.step(wrong)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_with_afterstates_plays_the_same_games(mode):
    env, rng = vector(mode, observation="afterstate"), numpy.random.default_rng(2)
    plain = vector(mode)
    seen, infos = env.reset(seed=7)
    plain.reset(seed=7)
    ended = 0
    for _ in range(60):
        assert seen in env.observation_space
        counts = [len(rows) for rows in seen]
        assert infos["action_mask"].sum(axis=1).tolist() == counts
        rows = rng.integers(counts)
        numbers, offsets = env._games.legal_actions()
        over = numpy.diff(offsets) == 0
        actions = numpy.where(over, 0, numbers[numpy.minimum(offsets[:-1] + rows, len(numbers) - 1)])
        seen, rewards, terminated, truncated, infos = env.step(rows)
        _, same_rewards, same_terminated, same_truncated, _ = plain.step(actions)
        numpy.testing.assert_array_equal(rewards, same_rewards)
        numpy.testing.assert_array_equal(terminated | truncated, same_terminated | same_truncated)
        if (terminated | truncated).any():
            ended += 1
            if mode == AutoresetMode.SAME_STEP:
                final = infos["final_obs"][int((terminated | truncated).argmax())]
                assert final.shape == (1, env.game.num_inputs)
            if mode == AutoresetMode.DISABLED:
                seen, infos = env.reset(options={"reset_mask": terminated | truncated})
                plain.reset(options={"reset_mask": terminated | truncated})
    assert ended > 3


def test_dict_observations_contain_the_action_mask():
    env = gymnasium.make("portolan/Endeavor-v0", opponents=["greedy"], observation="dict")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)
    seen, info = env.reset(seed=1)
    numpy.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
    numpy.testing.assert_array_equal(seen["observations"], env.unwrapped.state.observation())
    many = portolan.gymnasium.VectorEnv("endeavor", num_envs=3, observation="dict")
    seen, infos = many.reset(seed=1)
    assert seen in many.observation_space
    numpy.testing.assert_array_equal(seen["action_mask"], infos["action_mask"])


def test_one_seed_gives_the_same_deals_in_all_environments():
    game = portolan.Game("cartagena", 2)
    env = portolan.gymnasium.Env(game, seat=0)
    many = portolan.gymnasium.VectorEnv(game, num_envs=3, seat=0)
    cycle = portolan.pettingzoo.env(game)
    many.reset(seed=7)
    deals = many._games.deal_seeds().tolist()
    assert deals == portolan.vector(3, "cartagena", 2, seed=7).deal_seeds().tolist()
    for number, deal in enumerate(deals):
        env.reset(seed=None if number else 7)
        cycle.reset(seed=None if number else 7)
        assert env.unwrapped.state.deal_seed == cycle.unwrapped.state_of_game.deal_seed == deal
    # The environments do not advance the sequence of deals of the caller's game.
    assert game.new_state().deal_seed == portolan.Game("cartagena", 2).new_state().deal_seed
    assert env.scores().dtype == many.scores().dtype == numpy.int32
    assert env.scores().tolist() == env.state.scores() and env.scores().shape == (2,)


@pytest.mark.parametrize("reward, expected", [
    ("win", lambda scores, ranks: [float(rank == 1) / list(ranks).count(1) for rank in ranks]),
    ("margin", lambda scores, ranks: [scores[0] - scores[1], scores[1] - scores[0]]),
    (lambda scores, seat: scores[seat] / 2, lambda scores, ranks: [score / 2 for score in scores]),
])
def test_reward_argument_selects_the_reward(reward, expected):
    env = portolan.gymnasium.Env("puerto_rico", opponents=["random", "random"][:1], seat=1, reward=reward)
    _, info = env.reset(seed=3)
    total, ended = 0.0, False
    while not ended:
        _, one, ended, _, info = env.step(int(info["action_mask"].argmax()))
        assert ended or one == 0
        total += one
    assert total == pytest.approx(expected(info["scores"], info["ranks"])[1])
    many = portolan.gymnasium.VectorEnv("puerto_rico", num_envs=2, opponents=["random"], seat=1, reward=reward)
    _, infos = many.reset(seed=3)
    ended = numpy.zeros(2, bool)
    while not ended.any():
        _, rewards, ended, _, infos = many.step(infos["action_mask"].argmax(axis=1))
    place = int(ended.argmax())
    ends = many._games.ends()
    scores, ranks = ends["scores"][0].tolist(), ends["ranks"][0].tolist()
    assert rewards[place] == pytest.approx(expected(scores, ranks)[1])
    cycle = portolan.pettingzoo.env("puerto_rico", 2, reward=reward)
    cycle.reset(seed=3)
    while not any(cycle.terminations.values()):
        cycle.step(int(cycle.last()[0]["action_mask"].argmax()))
    state = cycle.unwrapped.state_of_game
    assert list(cycle.rewards.values()) == pytest.approx(expected(state.scores(), state.ranks()))
    for make in (portolan.gymnasium.Env, portolan.gymnasium.VectorEnv, portolan.pettingzoo.env):
        with pytest.raises(ValueError, match="reward='points': expected 'win', 'margin' or a function"):
            make("cartagena", reward="points")
