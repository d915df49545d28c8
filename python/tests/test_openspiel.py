"""Runs OpenSpiel's bots, algorithms, environments and tests on the games."""

import copy
import pickle
import sys

import numpy
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

import portolan  # noqa: E402
import portolan.openspiel  # noqa: E402
from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    evaluate_bots,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    random_agent,
    tabular_qlearner,
)
from open_spiel.python.bots import uniform_random  # noqa: E402

from test_games import TABLES  # noqa: E402

SMALL = "portolan_cartagena(players=2,strips=4,pirates=4)"
# The game ends after two turns: small enough for algorithms that visit every action.
TINY = "portolan_cartagena(players=2,strips=4,pirates=4,turn_cap=1)"


def played(state, rng, moves=None):
    """Plays random actions, with chance outcomes by their probabilities, to the end or for `moves` actions."""
    while not state.is_terminal() and moves != 0:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            moves = None if moves is None else moves - 1
    return state


def decision(game, rng, moves=4):
    """Returns a state in which a player decides."""
    state = played(game.new_initial_state(), rng, moves)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def test_games_can_be_loaded_by_name_and_parameters():
    assert {f"portolan_{name}" for name in portolan.games()} <= set(pyspiel.registered_names())
    game = pyspiel.load_game("portolan_cartagena(players=3,pirates=4,story=tortuga)")
    assert game.num_players() == 3 and game.rules.options == {"pirates": "4", "story": "tortuga"}
    for other in [
        portolan.openspiel.load_game("cartagena(players=3,pirates=4,story=tortuga)"),
        portolan.openspiel.load_game("cartagena", 3, options={"pirates": 4, "story": "tortuga"}),
        pyspiel.load_game(str(game)),
    ]:
        assert str(other) == str(game)
    for game in [
        portolan.openspiel.load_game("cartagena(players=2,strips=4+4,story=full-escape)"),
        pyspiel.load_game("portolan_cartagena(players=2,more=strips:4+4,story=full-escape)"),
    ]:
        assert game.rules.options == {"strips": "4+4", "story": "full-escape"}
    game = portolan.openspiel.load_game("cartagena(players=2,modules=morgan,hindrance,morgan_jail=off)")
    assert game.rules.options == {"modules": "morgan,hindrance", "morgan_jail": "off"}
    assert pyspiel.load_game(str(game)).rules.options == game.rules.options
    for name in portolan.games():
        game = portolan.openspiel.load_game(name, 2)
        assert game.rules.options == {} and str(pyspiel.load_game(str(game))) == str(game)
    with pytest.raises(ValueError, match="unknown game \"chess\"; games: cartagena"):
        portolan.openspiel.load_game("chess")
    with pytest.raises(Exception, match="Unknown parameter 'pirate'"):
        portolan.openspiel.load_game("cartagena", 2, options={"pirate": 4})
    with pytest.raises(Exception, match="players"):
        portolan.openspiel.load_game("cartagena(players=9)")
    with pytest.raises(Exception, match="expected explicit, sampled or auto"):
        portolan.openspiel.load_game("cartagena(chance=some)")


def test_game_type_states_the_chance_mode():
    modes = pyspiel.GameType.ChanceMode
    for name, players in [("cartagena", 3), ("puerto_rico", 4)]:
        game = portolan.openspiel.load_game(name, players)
        assert game.get_type().chance_mode == modes.EXPLICIT_STOCHASTIC
        state, most = game.new_initial_state(), 0
        rng = numpy.random.default_rng(1)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                most = max(most, len(outcomes))
                assert sum(chance for _, chance in outcomes) == pytest.approx(1) and len(outcomes) > 1
                assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in outcomes)
            played(state, rng, 1)
        assert 1 < most <= 16
    for name in ("maracaibo", "endeavor"):
        game = portolan.openspiel.load_game(name, 2)
        assert game.get_type().chance_mode == modes.SAMPLED_STOCHASTIC
        outcomes = game.new_initial_state().chance_outcomes()
        assert len(outcomes) == game.max_chance_outcomes() and sum(chance for _, chance in outcomes) == pytest.approx(1)
        explicit = portolan.openspiel.load_game(name, 2, chance="explicit")
        assert explicit.get_type().chance_mode == modes.EXPLICIT_STOCHASTIC


@pytest.mark.parametrize(
    "name, players, chance",
    [(*table, "explicit") for table in TABLES]
    + [("maracaibo", 1, "sampled"), ("puerto_rico", 3, "sampled"), ("endeavor", 2, "sampled"), ("cartagena", 4, "sampled")],
)
def test_random_game_conforms_to_the_openspiel_api(name, players, chance):
    game = portolan.openspiel.load_game(name, players, chance=chance)
    assert game.num_players() == players
    rng = numpy.random.default_rng(2)
    state, moves = game.new_initial_state(), 0
    assert state.is_chance_node() and state.observation_tensor(0) == [0.0] * game.observation_tensor_size()
    while not state.is_terminal():
        player, actions = state.current_player(), state.legal_actions()
        if state.is_chance_node():
            outcome = actions[0]
            assert state.action_to_string(outcome) and max(actions) < game.max_chance_outcomes()
            played(state, rng, 0)
            state.apply_action(int(rng.choice(actions)))
            continue
        assert 0 <= player < players and actions == sorted(actions)
        if moves % 40 == 0:
            assert list(numpy.flatnonzero(state.legal_actions_mask())) == actions == state.legal_actions(player)
            other = (player + 1) % players
            if other != player:
                assert state.legal_actions(other) == []
            tensor = state.observation_tensor(player)
            assert len(tensor) == game.observation_tensor_size() == game.observation_tensor_shape()[0]
            imagined = state.resample_from_infostate(player, lambda: 0.25)
            assert imagined.observation_tensor(player) == tensor
            assert imagined.observation_string(player) == state.observation_string(player)
            assert imagined.information_state_string(player) == state.information_state_string(player)
            assert imagined.legal_actions() == actions
            text = state.action_to_string(player, actions[0])
            assert state.string_to_action(player, text) == actions[0]
            assert state.returns() == [0.0] * players
            child = state.child(actions[-1])
            assert child.history() == [*state.history(), actions[-1]]
            again = game.deserialize_state(state.serialize())
            assert again.history() == state.history() and again.observation_tensor(player) == tensor
            assert again.information_state_string(player) == state.information_state_string(player)
            assert str(again.child(actions[-1])) == str(child)
        state.apply_action(int(rng.choice(actions)))
        moves += 1
    assert state.current_player() == portolan.openspiel.TERMINAL_PLAYER
    constant = game.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    assert constant == (not any(game.rules.automas))
    assert sum(state.returns()) == pytest.approx(1) if constant else sum(state.returns()) <= 1.0
    assert state.legal_actions() == []
    # The strings and tensors are also available at the end.
    assert state.information_state_string(0) and state.observation_string(0) and len(state.observation_tensor(0))
    if chance == "explicit":
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert again.returns() == state.returns() and str(again) == str(state)


@pytest.mark.parametrize("name, players", [("cartagena", 3), ("puerto_rico", 4), ("maracaibo", 2), ("endeavor", 3)])
def test_deal_of_a_seed_equals_the_deal_of_portolan(name, players):
    real = portolan.Game(name, players).new_state(seed=5)
    for chance in ("explicit", "sampled"):
        game = portolan.openspiel.load_game(name, players, chance=chance)
        state = game.new_initial_state(seed=5)
        assert not state.is_chance_node()
        for player, seat in enumerate(game._seats):
            numpy.testing.assert_array_equal(state.observation_tensor(player), real.observation(seat))


@pytest.mark.parametrize("seed", [2**31 - 1, 2**31, 2**53 + 1, 2**63 - 1])
def test_seeds_up_to_63_bits_are_accepted(seed):
    game = portolan.openspiel.load_game("cartagena", 2, seed=seed)
    real = portolan.Game("cartagena", 2, seed=seed)
    assert game.rules.new_state().deal_seed == real.new_state().deal_seed
    expected = portolan.Game("cartagena", 2, seed=seed).new_state().deal_seed
    for text in (str(game), f"portolan_cartagena(players=2,more=seed:{seed})"):
        assert pyspiel.load_game(text).rules.new_state().deal_seed == expected


def test_openspiel_rejects_seeds_above_the_int32_range():
    for load in (lambda: pyspiel.load_game(f"portolan_cartagena(seed={2**31})"),
                 lambda: pyspiel.load_game("portolan_cartagena", {"seed": 2**31})):
        with pytest.raises((pyspiel.SpielError, RuntimeError)):
            load()


@pytest.mark.parametrize("seed", [2**63, -2, "seven", 1.5])
def test_invalid_seeds_are_rejected(seed):
    with pytest.raises(ValueError, match="whole number from 0 to below 2"):
        portolan.openspiel.load_game("cartagena", 2, seed=seed)


def test_seed_of_a_game_determines_the_sequence_of_deals():
    def deals(game):
        dealt = []
        for _ in range(5):
            state = game.new_initial_state()
            state.apply_action(0)
            # Copies and searches do not advance the sequence of deals.
            state.clone(), game.new_initial_state().clone()
            dealt.append(state.observation_string(0) + state.observation_string(1))
        return dealt

    game = portolan.openspiel.load_game("cartagena", 2, seed=7)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    first = deals(game)
    assert len(set(first)) == 5 and deals(game) != first
    game.seed(7)
    assert deals(game) == first == deals(pyspiel.load_game("portolan_cartagena(players=2,seed=7)"))
    assert deals(portolan.openspiel.load_game("cartagena", 2, seed=8)) != first
    with pytest.raises(Exception, match="leave one out"):
        portolan.openspiel.load_game("cartagena", 2, seed=7, chance="explicit")


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_games_pass_the_random_simulations_of_openspiel(chance, capfd):
    for name in ("cartagena", "puerto_rico"):
        game = portolan.openspiel.load_game(name, 2, chance=chance)
        pyspiel.random_sim_test(game, num_sims=1, serialize=chance == "explicit", verbose=False)


def test_openspiel_can_write_a_playthrough():
    text = generate_playthrough.playthrough(TINY, [], alsologtostdout=False)
    assert "EXPLICIT_STOCHASTIC" in text and "IsTerminal() = True" in text and "card" in text


def test_mcts_chooses_a_legal_action():
    game = pyspiel.load_game(SMALL)
    rng = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=20, evaluator=mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = decision(game, numpy.random.default_rng(1))
    before = str(state)
    assert bot.step(state) in state.legal_actions() and str(state) == before


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_ismcts_searches_resampled_states(chance):
    game = portolan.openspiel.load_game("cartagena", 3, options={"strips": 4, "pirates": 4}, chance=chance)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=20,
        evaluator=mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(2)),
        random_state=numpy.random.RandomState(2),
    )
    state = decision(game, numpy.random.default_rng(2))
    assert bot.step(state) in state.legal_actions()
    hands = {str(state.resample_from_infostate(0, rng).observation_string(1)) for rng in [lambda: 0.1, lambda: 0.2]}
    assert len(hands) == 2


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_mccfr_solvers_run_on_small_games(chance):
    tiny = pyspiel.load_game(TINY.replace(")", f",chance={chance})"))
    numpy.random.seed(3)
    external = external_sampling_mccfr.ExternalSamplingSolver(tiny)
    external.iteration()
    state = decision(tiny, numpy.random.default_rng(3), 0)
    probabilities = external.average_policy().action_probabilities(state)
    assert sum(probabilities.values()) == pytest.approx(1) and set(probabilities) == set(state.legal_actions())
    short = SMALL.replace(")", f",turn_cap=10,chance={chance})")
    outcome = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(short))
    for _ in range(2):
        outcome.iteration()
    assert len(outcome._infostates) > 20 and not not_finite(outcome)


@pytest.mark.parametrize("game", [SMALL, "portolan_cartagena(players=3,seed=4)", "portolan_maracaibo(players=2)"])
def test_agents_play_a_game_in_the_rl_environment(game):
    env = rl_environment.Environment(game)
    env.seed(1)
    assert env.use_observation
    actions, players = env.action_spec()["num_actions"], env.num_players
    learner = tabular_qlearner.QLearner(0, actions)
    agents = [learner, *(random_agent.RandomAgent(player, actions) for player in range(1, players))]
    step = env.reset()
    while not step.last():
        chosen = agents[step.observations["current_player"]].step(step)
        step = env.step([chosen.action])
    for agent in agents:
        agent.step(step)
    assert len(step.rewards) == players and sum(step.rewards) == pytest.approx(1)
    assert len(step.observations["info_state"][0]) == env.observation_spec()["info_state"][0]


@pytest.mark.parametrize("game", ["portolan_maracaibo(players=2)", "portolan_cartagena(players=2,seed=4)", SMALL])
def test_seed_of_an_environment_selects_the_deals(game):
    def deals(seed):
        env = rl_environment.Environment(pyspiel.load_game(game))
        env.seed(seed)
        return [str(env.reset().observations["info_state"]) for _ in range(2)]

    found = [deals(seed) for seed in (100, 101, 102, 103)]
    assert len({tuple(one) for one in found}) == 4 and all(first != second for first, second in found)
    assert deals(100) == found[0]


def test_game_with_a_fixed_deal_always_starts_from_this_deal():
    game = pyspiel.load_game("portolan_cartagena(players=2,strips=4,pirates=4,turn_cap=1,seed=5,deal=3)")
    rules = portolan.Game("cartagena", 2, options={"strips": 4, "pirates": 4, "turn_cap": 1}, seed=5)
    real = [rules.new_state() for _ in range(4)][3]
    for one in (game, pickle.loads(pickle.dumps(game))):
        for _ in range(2):
            state = one.new_initial_state()
            assert state.chance_outcomes() == [(0, 1.0)]
            state.apply_action(0)
            assert state.position.deal_seed == real.deal_seed
    # The game reaches its length limit, so that the players share the win.
    assert played(state, numpy.random.default_rng(1)).returns() == [0.5, 0.5]
    assert game.utility_sum() == 1.0


def not_finite(solver):
    """Returns the information states with a regret or a policy that is not finite."""
    return {key for key, arrays in solver._infostates.items() if not all(numpy.isfinite(array).all() for array in arrays)}


class Watched(outcome_sampling_mccfr.OutcomeSamplingSolver):
    """Stores the decisions that the sampling policy reaches with a probability below the range of normal floats."""

    def __init__(self, game):
        super().__init__(game)
        self.underflowed = set()

    def _episode(self, state, update_player, my_reach, opp_reach, sample_reach):
        if sample_reach < numpy.finfo(float).tiny and state.current_player() >= 0:
            self.underflowed.add(state.information_state_string(state.current_player()))
        return super()._episode(state, update_player, my_reach, opp_reach, sample_reach)


# Long games of OpenSpiel produce NaN as well.
@pytest.mark.parametrize("text", ["hex(board_size=15)", "portolan_cartagena(players=2)"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_outcome_sampling_underflows_in_long_games(text):
    numpy.random.seed(3)
    solver = Watched(pyspiel.load_game(text))
    # The solver recurses once for each move.
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        solver.iteration()
    finally:
        sys.setrecursionlimit(limit)
    assert not_finite(solver) and not_finite(solver) <= solver.underflowed


@pytest.mark.parametrize("text", [
    "hex(board_size=11)", "portolan_puerto_rico(players=2)", "portolan_endeavor(players=2)", "portolan_maracaibo(players=2)",
    SMALL.replace(")", ",turn_cap=10)"),
])
def test_outcome_sampling_is_finite_in_short_games(text):
    numpy.random.seed(3)
    solver = Watched(pyspiel.load_game(text))
    for _ in range(3):
        solver.iteration()
    assert not not_finite(solver) and not solver.underflowed


def test_exploitability_is_exact_in_the_micro_game():
    game = portolan.openspiel.micro_game(2)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    for one in (game, pickle.loads(pickle.dumps(game))):
        first = [one.new_initial_state().child(world) for world in range(2)]
        assert len({state.position.to_dict(1)["players"][1]["hand"].__str__() for state in first}) == 2
        assert first[0].information_state_string(0) == first[1].information_state_string(0)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    numpy.random.seed(3)
    for _ in range(100):
        solver.iteration()
    assert not not_finite(solver)
    assert sum(solver.average_policy().action_probabilities(first[0]).values()) == pytest.approx(1)
    # The best responses to random play win more than their share.
    assert 0.05 < exploitability.exploitability(game, policy.UniformRandomPolicy(game)) < 0.5
    with pytest.raises(Exception, match="position and chance=explicit"):
        pyspiel.load_game(str(game).replace("chance=auto", "chance=explicit").replace("(", "(chance=explicit,"))


def test_dqn_agent_learns():
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch dm-tree")
    pytest.importorskip("tree", reason="dm-tree is not installed: pip install dm-tree")
    from open_spiel.python.pytorch import dqn

    env = rl_environment.Environment(TINY)
    env.seed(1)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    learner = dqn.DQN(
        0, size, actions, hidden_layers_sizes=[16], replay_buffer_capacity=100, batch_size=4, min_buffer_size_to_learn=8
    )
    agents = [learner, random_agent.RandomAgent(1, actions)]
    for _ in range(8):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert learner.loss is not None


def test_bots_of_portolan_play_against_bots_of_openspiel():
    game = pyspiel.load_game(SMALL)
    greedy = portolan.openspiel.Bot(game, "greedy")
    rng = numpy.random.RandomState(1)
    uniform = uniform_random.UniformRandomBot(1, rng)
    results = [evaluate_bots.evaluate_bots(game.new_initial_state(), [greedy, uniform], rng) for _ in range(10)]
    assert numpy.mean(results, axis=0)[0] > 0.8


def test_openspiel_policies_return_legal_actions():
    game = pyspiel.load_game(SMALL)
    state = decision(game, numpy.random.default_rng(5))
    probabilities = policy.UniformRandomPolicy(game).action_probabilities(state)
    assert set(probabilities) == set(state.legal_actions())


def test_unsupported_calls_raise_errors_that_name_an_alternative():
    game = pyspiel.load_game(SMALL)
    state = decision(game, numpy.random.default_rng(5))
    assert not game.get_type().provides_information_state_tensor
    for refused in (
        lambda: state.information_state_tensor(0),
        lambda: game.information_state_tensor_shape(),
        lambda: game.information_state_tensor_size(),
    ):
        with pytest.raises(NotImplementedError, match="use observation_tensor"):
            refused()
    sampled = portolan.openspiel.load_game("cartagena", 2, seed=4)
    with pytest.raises(pyspiel.SpielError, match="GetRNGState"):
        pyspiel.serialize_game_and_state(sampled, sampled.new_initial_state())
    with pytest.raises(NotImplementedError, match="keep a clone"):
        state.undo_action(0, 0)
    with pytest.raises(ValueError, match="takes a number"):
        game.new_initial_state("a text")


def test_information_states_include_the_past_of_a_player():
    game = pyspiel.load_game(SMALL)
    state = game.new_initial_state(seed=3)
    one, other = (state.child(action) for action in state.legal_actions()[:2])
    assert one.information_state_string(0) != other.information_state_string(0)
    # The string is the same if it is updated after each move or computed afterwards.
    late = game.new_initial_state(seed=3)
    for action in one.history()[len(state.history()):]:
        late.apply_action(action)
    assert late.information_state_string(1) == one.information_state_string(1)


def test_games_and_states_can_be_copied_pickled_and_serialized():
    sampled = portolan.openspiel.load_game("cartagena", 2, seed=4)
    state = sampled.new_initial_state()
    state.apply_action(0)
    for one in (pickle.loads(pickle.dumps(sampled)), copy.deepcopy(sampled)):
        state = one.new_initial_state()
        again = pickle.loads(pickle.dumps(state))
        for dealt in (state, again):
            dealt.apply_action(0)
        assert str(again) == str(state) == str(copy.deepcopy(state))
    game = pyspiel.load_game(SMALL)
    state = decision(game, numpy.random.default_rng(5))
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == state.history() and str(again) == str(state)
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.history() == state.history() and str(again) == str(state)
