"""Tests of games, states and bots."""

import copy
import json
import subprocess
import sys

import numpy
import portolan
import pytest

TABLES = [
    ("maracaibo", 1), ("maracaibo", 2), ("maracaibo", 3), ("maracaibo", 4),
    ("puerto_rico", 2), ("puerto_rico", 3), ("puerto_rico", 4), ("puerto_rico", 5),
    ("endeavor", 2), ("endeavor", 3), ("endeavor", 4), ("endeavor", 5),
    ("cartagena", 2), ("cartagena", 3), ("cartagena", 4), ("cartagena", 5),
]


def test_all_games_are_listed():
    assert sorted(portolan.games()) == ["cartagena", "endeavor", "maracaibo", "puerto_rico"]


@pytest.mark.parametrize("name, players", TABLES)
def test_random_game_conforms_to_the_docstrings(name, players):
    game = portolan.Game(name, players)
    rng = numpy.random.default_rng(players)
    state = game.new_state(seed=3)
    decisions = 0
    while not state.is_over:
        numbers, mask = state.legal_actions(), state.action_mask()
        assert numbers.dtype == numpy.int64 and mask.dtype == numpy.int8
        assert mask.shape == (game.num_actions,)
        assert sorted(numbers) == list(numpy.flatnonzero(mask))
        if decisions % 17 == 0:
            observation = state.observation()
            assert observation.dtype == numpy.float32
            assert observation.shape == (game.num_inputs,)
            assert numpy.isfinite(observation).all()
            notations = state.legal_notations()
            assert len(set(notations)) == len(numbers)
            assert [state.index(text) for text in notations] == list(numbers)
            assert [state.notation(int(number)) for number in numbers] == notations
            json.dumps(state.to_dict())
            for seat, score in enumerate(state.scores()):
                assert sum(state.score_categories(seat).values()) == score
        state.apply(int(rng.choice(numbers)))
        decisions += 1
    assert state.moves == decisions
    assert sum(state.returns()) == pytest.approx(1.0)
    assert min(state.ranks()) == 1
    assert len(state.legal_actions()) == 0


def test_copies_of_a_state_are_independent():
    state = portolan.Game("puerto_rico", 3).new_state(seed=5)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        other.apply("settler")
        assert (state.moves, other.moves) == (0, 1)
    # Copies have the same future chance events.
    ways = [state.clone() for _ in range(2)]
    for way in ways:
        for _ in range(60):
            way.apply(int(way.legal_actions()[0]))
    assert str(ways[0]) == str(ways[1])


def test_determinize_preserves_information_known_to_the_seat():
    state = portolan.Game("cartagena", 3).new_state(seed=2)
    before = state.to_dict(1)
    hands = set()
    for seed in range(5):
        imagined = state.clone()
        imagined.determinize(1, seed=seed)
        assert imagined.to_dict(1) == before
        hands.add(str(imagined.to_dict(0)))
    assert len(hands) > 1


def test_deal_of_a_seed_equals_the_deal_of_the_program():
    asked = '{"request": "state"}\n{"request": "observe"}\n'
    words = [sys.executable, "-m", "portolan", "serve", "--game", "endeavor", "--players", "3", "--seed", "9"]
    told = subprocess.run(words, input=asked, capture_output=True, text=True, check=True).stdout
    position, observed = [json.loads(line) for line in told.splitlines()]
    state = portolan.Game("endeavor", 3).new_state(seed=9)
    assert str(state.deal_seed) == position["deal_seed"]
    assert state.to_dict() == position["position"]
    sparse = {number: value for number, value in observed["observation"]["inputs"]}
    dense = state.observation()
    assert {int(number): pytest.approx(dense[number]) for number in numpy.flatnonzero(dense)} == sparse


def test_options_are_applied_and_wrong_arguments_are_rejected():
    game = portolan.Game("cartagena", 2, options={"pirates": 4, "story": "tortuga"})
    assert "tortuga" in str(game.new_state()).lower() or game.num_actions > 0
    for wrong, told in [
        (lambda: portolan.Game("chess"), "chess"),
        (lambda: portolan.Game("cartagena", 9), "players"),
        (lambda: portolan.Game("cartagena", 2, options={"pirate": 4}), "pirate"),
        (lambda: portolan.Game("cartagena", 2, options={"pirates": [4]}), "expected a string"),
        (lambda: portolan.Game("cartagena", 2, data="nowhere"), "nowhere"),
        (lambda: game.new_state().apply(10**9), "no legal action has the index"),
        (lambda: game.new_state().apply("fly"), "fly"),
        (lambda: game.new_state(seed=2**63), "below 2**63"),
        (lambda: game.bot("gredy"), "greedy"),
        (lambda: game.vector(0), "from 1 to"),
    ]:
        with pytest.raises(ValueError, match=told.replace("*", r"\*")):
            wrong()
    with pytest.raises(IndexError, match="expected 0 to 1"):
        game.new_state().observation(2)


def test_new_states_have_different_deals_and_runs_are_reproducible():
    def results():
        game = portolan.Game("cartagena", 2)
        bots, played = [game.bot("net"), game.bot("greedy")], []
        for _ in range(20):
            state = game.new_state()
            while not state.is_over:
                state.apply(bots[state.to_move].choose(state))
            played.append((state.deal_seed, tuple(state.scores()), state.moves))
        return played

    first = results()
    assert first == results() and len(set(first)) == 20
    # Deals of a seed follow the order of `portolan simulate`.
    game = portolan.Game("cartagena", 2, seed=5)
    deals = [game.new_state().deal_seed for _ in range(3)]
    assert deals[0] == game.new_state(seed=5).deal_seed and len(set(deals)) == 3
    assert list(game.vector(3, seed=5).deal_seeds()) == deals
    # Two vectors of a game do not share deals with each other or with new_state().
    more = [*game.vector(3).deal_seeds(), *game.vector(3).deal_seeds(), *deals]
    assert len(set(more)) == 9
    game.seed(5)
    assert [game.new_state().deal_seed for _ in range(3)] == deals


def test_seed_determines_the_choices_of_a_bot():
    game = portolan.Game("cartagena", 2)
    states = [game.new_state() for _ in range(30)]
    plain, one, same, other = (game.bot("random", seed=seed) for seed in (None, 1, 1, 2))
    chosen = [[bot.choose(state) for state in states] for bot in (plain, one, same, other)]
    assert chosen[1] == chosen[2] and len({tuple(of_bot) for of_bot in chosen}) == 3


def test_determinizations_without_a_seed_differ():
    state = portolan.Game("cartagena", 3).new_state(seed=2)

    def worlds():
        drawn = []
        for _ in range(5):
            imagined = state.clone()
            imagined.determinize(1)
            drawn.append(str(imagined.to_dict(0)))
        return drawn

    assert len(set(worlds() + worlds())) > 5


def test_caller_can_draw_chance_outcomes():
    game, rng = portolan.Game("puerto_rico", 4), numpy.random.default_rng(1)
    state, draws = game.new_state_before_deal(), 0
    assert state.is_chance and not state.is_dealt and state.to_move is None and not state.is_over
    for refused in (state.observation, state.scores, lambda: state.apply(0), lambda: state.draw(10**6)):
        with pytest.raises(ValueError):
            refused()
    while not state.is_over:
        if state.is_chance:
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            state.draw(int(rng.choice([outcome for outcome, _ in outcomes])))
            draws += 1
        else:
            state.apply(int(rng.choice(state.legal_actions())))
    assert draws > 5 and sum(state.returns()) == pytest.approx(1.0)


def test_game_at_the_turn_limit_has_no_winner():
    state = portolan.Game("cartagena", 2, options={"turn_cap": 1}).new_state()
    while not state.is_over:
        assert not state.is_truncated
        state.apply(int(state.legal_actions()[0]))
    assert state.is_truncated and state.returns() == [0.0, 0.0]


def test_numpy_numbers_are_accepted_as_arguments():
    game = portolan.Game("cartagena", numpy.int64(2), options={"pirates": numpy.int32(4)}, seed=numpy.int64(3))
    state = game.new_state(numpy.uint32(4))
    action = state.legal_actions()[0]
    for number in (numpy.int64, numpy.int32, numpy.int16, numpy.uint16):
        state.clone().apply(number(action))
    assert state.observation(numpy.int64(1)).shape == (game.num_inputs,)
    state.determinize(numpy.int32(1), numpy.int32(3))
    for wrong in (-1, 1.5, "one"):
        with pytest.raises(ValueError, match="expected a whole number from 0"):
            game.new_state(wrong)


@pytest.mark.parametrize("name", ["random", "greedy", "net"])
def test_bots_choose_legal_actions_reproducibly(name):
    game = portolan.Game("cartagena", 2)
    bot, state = game.bot(name), game.new_state(seed=4)
    for _ in range(20):
        chosen = bot.choose(state)
        assert chosen in state.legal_actions()
        assert chosen == bot.choose(state) == bot.choose(state.clone())
        state.apply(chosen)
    with pytest.raises(ValueError, match="another Game"):
        bot.choose(portolan.Game("cartagena", 3).new_state())


def test_bot_from_a_file_chooses_a_legal_action(tmp_path):
    file = tmp_path / "careful.toml"
    file.write_text('kind = "mcts"\niterations = 50\n')
    game = portolan.Game("puerto_rico", 3)
    state = game.new_state()
    assert game.bot(str(file)).choose(state) in state.legal_actions()


def test_error_for_action_of_wrong_type_names_the_type():
    state = portolan.Game("cartagena", 2).new_state(seed=1)
    with pytest.raises(TypeError, match=r"expected an action as its index \(int\) or its notation \(str\), found float"):
        state.apply(1.5)
