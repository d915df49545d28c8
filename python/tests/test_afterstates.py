"""Tests of afterstates, policy indices, and states that begin at a position."""

import pickle

import numpy
import portolan
import pytest

GAMES = [("cartagena", 3), ("endeavor", 2), ("maracaibo", 2), ("puerto_rico", 4), ("maracaibo", 1)]


def states(game, n, seed=1):
    """Returns states from random games."""
    rng, found = numpy.random.default_rng(seed), []
    for _ in range(n):
        state = game.new_state()
        for _ in range(int(rng.integers(30))):
            if not state.is_over:
                state.apply(int(rng.choice(state.legal_actions())))
        found.append(state)
    return found


@pytest.mark.parametrize("name, players", GAMES)
def test_afterstates_are_observations_after_each_action_in_a_sampled_world(name, players):
    game = portolan.Game(name, players)
    many = states(game, 6)
    rows, offsets, actions = portolan.afterstates(many, seed=4)
    assert rows.dtype == numpy.float32 and rows.shape == (len(actions), game.num_inputs)
    assert list(numpy.diff(offsets)) == [len(state.legal_actions()) for state in many]
    for at, state in enumerate(many):
        part = slice(offsets[at], offsets[at + 1])
        numpy.testing.assert_array_equal(actions[part], state.legal_actions())
        numpy.testing.assert_array_equal(rows[part], state.afterstates(seed=4).rows)
        # The seat has the same information in a determinization, so the afterstates are equal.
        known = state.clone()
        known.determinize()
        numpy.testing.assert_array_equal(rows[part], known.afterstates(seed=4).rows)


def test_afterstates_without_chance_equal_observations_of_the_mover():
    game = portolan.Game("puerto_rico", 3)
    for state in states(game, 20):
        seat, after = state.to_move, state.afterstates()
        for row, action in zip(after.rows, after.actions):
            if (state.afterstates(seed=8).rows[list(after.actions).index(action)] == row).all():
                following = state.clone()
                following.apply(int(action))
                if not (following.observation(seat) == row).all():
                    # Only chance events may differ.
                    assert (state.afterstates(seed=9).rows != after.rows).any()


def test_sparse_rows_and_means_agree_with_dense_rows():
    scipy_sparse = pytest.importorskip("scipy.sparse")
    game = portolan.Game("cartagena", 2)
    many = states(game, 8)
    for worlds in (1, 3):
        dense, sparse = (portolan.afterstates(many, sparse=sparse, worlds=worlds) for sparse in (False, True))
        array = scipy_sparse.csr_array(sparse.rows, shape=dense.rows.shape)
        numpy.testing.assert_array_equal(array.toarray(), dense.rows)
    # The mean over many worlds is the same for every seed, up to the error of sampling.
    one, other = (portolan.afterstates(many, worlds=200, seed=seed).rows for seed in (1, 2))
    assert abs(one - other).max() < 0.25
    with pytest.raises(ValueError, match="worlds=0: expected a whole number from 1"):
        portolan.afterstates(many, worlds=0)
    with pytest.raises(ValueError, match="states of one game"):
        portolan.afterstates([many[0], portolan.Game("endeavor", 2).new_state()])
    assert len(portolan.afterstates([]).actions) == 0


def test_afterstates_that_end_the_game_have_leads_and_shares():
    game = portolan.Game("cartagena", 2, options={"strips": 4, "pirates": 4})
    state, rng, ended = game.new_state(seed=2), numpy.random.default_rng(1), 0
    while not state.is_over:
        after, seat = state.afterstates(), state.to_move
        last, over = None, ~numpy.isnan(after.shares)
        assert (over == ~numpy.isnan(after.leads)).all()
        for row in numpy.flatnonzero(over):
            last = state.clone()
            last.apply(int(after.actions[row]))
            scores = last.scores()
            assert last.is_over and after.shares[row] == pytest.approx(last.returns()[seat])
            assert after.leads[row] == scores[seat] - scores[1 - seat]
            ended += 1
        state = last or state
        if last is None:
            state.apply(int(rng.choice(state.legal_actions())))
    assert ended and len(state.afterstates().actions) == 0


def test_best_returns_the_best_row_of_each_state():
    game = portolan.Game("cartagena", 2)
    many = states(game, 5)
    after = portolan.afterstates(many)
    values = numpy.random.default_rng(1).normal(size=len(after.actions))
    best = after.best(values)
    for at, row in enumerate(best):
        start = after.offsets[at]
        assert row == start + values[start : after.offsets[at + 1]].argmax()
    assert list(after.best(numpy.zeros(len(values), numpy.float32))) == list(after.offsets[:-1])
    with pytest.raises(ValueError, match="one a row"):
        after.best(values[1:])


def test_afterstates_and_scores_of_a_vector_equal_those_of_its_states():
    game = portolan.Game("cartagena", 2, options={"turn_cap": 3})
    many = game.vector(5, 6, autoreset=False)
    game.seed(6)
    alone = [game.new_state() for _ in range(5)]
    while not many.over().all():
        after, single = many.afterstates(), portolan.afterstates(alone)
        for one, other in zip(after, single):
            numpy.testing.assert_array_equal(one, other)
        numpy.testing.assert_array_equal(many.legal_actions()[0], after.actions)
        slots, offsets = many.policy_indices()
        numpy.testing.assert_array_equal(slots, numpy.concatenate([state.policy_indices() for state in alone]))
        numpy.testing.assert_array_equal(offsets, after.offsets)
        assert many.scores().tolist() == [state.scores() for state in alone]
        best = after.best(numpy.arange(len(after.actions)))
        assert ((best < 0) == many.over()).all()
        chosen = after.actions[best]
        many.step(chosen)
        for state, action in zip(alone, chosen):
            if not state.is_over:
                state.apply(int(action))


@pytest.mark.parametrize("name, players", GAMES)
def test_policy_indices_are_below_their_bound(name, players):
    game = portolan.Game(name, players)
    for state in states(game, 6):
        numbers = state.policy_indices()
        assert numbers.dtype == numpy.int64 and len(numbers) == len(state.legal_actions())
        assert (numbers < game.num_policy_actions).all() and (numbers >= 0).all()


def test_state_can_start_from_a_position():
    game = portolan.Game("cartagena", 2)
    origin, rng = game.new_state(seed=3), numpy.random.default_rng(2)
    for _ in range(3):
        origin.apply(int(rng.choice(origin.legal_actions())))
    position = origin.to_dict()
    state = game.state(position, seed=5)
    assert state.to_dict() == position and state.observation_key() == origin.observation_key()
    assert list(state.legal_actions()) == list(origin.legal_actions())
    state.apply(int(state.legal_actions()[0]))
    for copied in (pickle.loads(pickle.dumps(state)), state.clone()):
        assert copied.to_dict(0) == state.to_dict(0) and copied.history_key() == state.history_key()
    other = 1 - origin.to_move
    hands = {str(game.state(position, seed=seed).to_dict(other)) for seed in range(8)}
    assert len(hands) > 1, "hidden cards are sampled"
    with pytest.raises(ValueError, match="inside a turn"):
        game.state(state.to_dict())
    with pytest.raises(ValueError, match="phase|players|seats|expected"):
        game.state({"round": 1})


SEARCHER = '''
import pickle
import portolan

GAME = portolan.Game("NAME", PLAYERS, options=OPTIONS)

@portolan.play_program
class Searcher:
    """Plays the afterstate with the largest sum of inputs, and checks the states."""

    def choose(self, decision):
        state, other = decision.state(GAME), decision.state(GAME, seed=2)
        assert state.to_move == decision.seat and state.legal_notations() == decision.legal
        assert state.to_dict() == other.to_dict() == decision.position
        assert pickle.loads(pickle.dumps(state)).history_key() == state.clone().history_key()
        after = state.afterstates()
        return int(after.actions[after.best(after.rows.sum(axis=1))[0]])
'''


@pytest.mark.parametrize("name, players, options", [
    ("cartagena", 2, {}), ("cartagena", 3, {"modules": "morgan,hindrance,black-magician"}), ("puerto_rico", 3, {}),
    ("endeavor", 2, {}), ("maracaibo", 2, {}), ("maracaibo", 1, {}),
])
def test_class_bots_search_from_the_state_of_every_decision(tmp_path, name, players, options):
    text = SEARCHER.replace("NAME", name).replace("PLAYERS", str(players)).replace("OPTIONS", repr(options))
    (tmp_path / "searcher.py").write_text(text)
    bot = portolan.bot_file(tmp_path / "searcher.toml", tmp_path / "searcher.py", tell=["position", "state"])
    game = portolan.Game(name, players, options=options)
    searcher, state, decisions = game.bot(bot, allow_programs=True), game.new_state(seed=2), 0
    rng = numpy.random.default_rng(1)
    while not state.is_over and decisions < 150:
        actions = state.legal_actions()
        if len(actions) > 1:
            searcher.choose(state)
            decisions += 1
        state.apply(int(rng.choice(actions)))
    assert decisions > 30


def test_decision_state_rejects_missing_and_malformed_states():
    game = portolan.Game("cartagena", 2)
    new = {"game": "cartagena", "automas": [None, None], "actions": game.num_actions}
    choose = {"seat": 1, "legal": [{"action": "skip", "number": 0}]}
    with pytest.raises(ValueError, match=r"tell=\['state'\]"):
        portolan.Decision(new, choose).state()
    with pytest.raises(ValueError, match="state: .*expected the `state` of a decision"):
        portolan.Decision(new, {**choose, "state": "{}"}).state()
