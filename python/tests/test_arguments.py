"""Tests of arguments: each argument has an effect, and a wrong argument raises an error that names it."""

import re

import numpy
import portolan
import portolan.gymnasium
import portolan.pettingzoo
import pytest


@pytest.mark.parametrize("make", [portolan.gymnasium.Env, portolan.gymnasium.VectorEnv, portolan.pettingzoo.env])
def test_configured_game_rejects_other_settings(make):
    game = portolan.Game("cartagena", 2, options={"pirates": 5})
    assert make(game).unwrapped.game is game
    for name, value in (("options", {"pirates": 4}), ("data", "no-such-folder")):
        with pytest.raises(ValueError, match=f"{name}=.*the game is configured already as Game.*pass {name} to Game"):
            make(game, **{name: value})
    with pytest.raises(ValueError, match="no-such-folder: no such folder"):
        make("cartagena", data="no-such-folder")
    assert make("cartagena", options={"pirates": 4}).unwrapped.game.options == {"pirates": "4"}


def test_number_of_players_must_agree_with_the_game():
    game = portolan.Game("cartagena", 2)
    assert portolan.pettingzoo.env(game, 2).unwrapped.game is game
    with pytest.raises(ValueError, match="players=4: the game is configured already"):
        portolan.pettingzoo.env(game, 4)


def test_unknown_options_of_reset_are_rejected():
    env = portolan.gymnasium.Env("cartagena")
    many = portolan.gymnasium.VectorEnv("cartagena", num_envs=2)
    for reset, name in ((env.reset, "seat"), (many.reset, "reset_mask")):
        with pytest.raises(ValueError, match=f"expected only '{name}'"):
            reset(options={"saet": 1})


def test_seat_of_a_vector_requires_opponents():
    with pytest.raises(ValueError, match="seat=1: the caller plays all seats, because there are no opponents"):
        portolan.vector(4, "cartagena", 2, seat=1)
    assert len(portolan.vector(4, "maracaibo", 1, seat=0)) == 4


def test_bot_keeps_its_seed_as_an_opponent():
    game = portolan.Game("cartagena", 2)

    def played(bot):
        many = game.vector(4, 1, opponents=[bot], seat=0)
        for _ in range(30):
            # The action depends only on the game.
            many.step([int(of_game[0]) for of_game in numpy.split(*(lambda a, o: (a, o[1:-1]))(*many.legal_actions()))])
        return many.scores().tolist(), many.deal_seeds().tolist()

    seeded = game.bot("random", seed=3)
    assert played(seeded) == played(game.bot(seeded)) != played("random")


def test_representation_of_a_game_shows_its_settings(tmp_path):
    options = {"pirates": "4"}
    game = portolan.Game("cartagena", 2, options=options)
    assert repr(game) == 'Game("cartagena", players=2, options={"pirates": "4"})'
    assert eval(repr(game), {"Game": portolan.Game}).options == options
    assert repr(portolan.Game("cartagena", 2)) == 'Game("cartagena", players=2)'


def test_contradicting_parameters_of_openspiel_are_rejected():
    pytest.importorskip("pyspiel")
    import portolan.openspiel

    assert portolan.openspiel.load_game("cartagena(players=3)", 3).num_players() == 3
    with pytest.raises(ValueError, match=r"players=2: cartagena\(players=3\) sets another value"):
        portolan.openspiel.load_game("cartagena(players=3)", 2)
    with pytest.raises(ValueError, match="pirates=5"):
        portolan.openspiel.load_game("cartagena(pirates=4)", options={"pirates": 5})


GAME = portolan.Game("cartagena", 2)


@pytest.mark.parametrize("call, error, words", [
    (lambda: GAME.new_state().apply(2**70), ValueError, f"no legal action has the index {2**70}; legal: ["),
    (lambda: GAME.new_state().apply(-(2**70)), ValueError, f"no legal action has the index -{2**70}"),
    (lambda: GAME.new_state().apply(True), TypeError, "expected an action as its index (int) or its notation (str), found bool"),
    (lambda: portolan.Game("cartagena", -1), ValueError, "players=-1: expected a whole number from 1"),
    (lambda: portolan.Game("cartagena", 2**70), ValueError, f"players={2**70}: expected a whole number"),
    (lambda: portolan.Game("cartagena", True), TypeError, "expected a whole number, not True"),
    (lambda: GAME.vector(-1), ValueError, "games=-1: expected a whole number from 1"),
    (lambda: GAME.vector(2, seat=-1, opponents=["greedy"]), ValueError, "seat=-1: expected a whole number from 0"),
    (lambda: GAME.vector(2, threads=0), ValueError, "threads=0: expected a whole number from 1"),
    (lambda: GAME.vector(2, opponents="greedy"), ValueError, "opponents='greedy': expected a list of bots, such as ['greedy']"),
    (lambda: GAME.vector(2).afterstates(worlds=0), ValueError, "worlds=0: expected a whole number from 1"),
    (lambda: GAME.new_state().afterstates(worlds=-1), ValueError, "worlds=-1: expected a whole number from 1"),
    (lambda: portolan.afterstates([], worlds=True), TypeError, "expected a whole number, not True"),
    (lambda: GAME.new_state().observation(-1), IndexError, "seat -1: expected 0 to 1"),
    (lambda: GAME.new_state().determinize(2**70), IndexError, f"seat {2**70}: expected 0 to 1"),
    (lambda: GAME.new_state_before_deal().draw(-1), ValueError, "outcome=-1: expected a whole number from 0"),
    (lambda: GAME.new_state_before_deal().draw(2**40), ValueError, f"{2**40} is no outcome here"),
    (lambda: GAME.used_inputs(0), ValueError, "games=0: expected a whole number from 1"),
    (lambda: GAME.used_inputs(10, -1), ValueError, "seed -1: expected a whole number from 0 to below 2**63"),
    (lambda: GAME.new_state(seed=True), ValueError, "seed True: expected a whole number from 0 to below 2**63"),
    (lambda: portolan.vector(2, "cartagena", seed=False), ValueError, "seed False: expected a whole number"),
    (lambda: GAME.vector(2).renew("ab"), TypeError, "games: expected an array or a list of bool"),
    (lambda: GAME.vector(2).step([0, 0], skip=[0.5, 1]), TypeError, "skip: expected an array or a list of bool"),
    (lambda: GAME.state({}), ValueError, "position: missing field `phase`; State.to_dict() returns the expected form"),
    (lambda: GAME.state("nonsense"), ValueError, "position: expected ident at line 1 column 2"),
    (lambda: GAME.vector(2, opponents=5), ValueError, "opponents=5: expected a list of bots"),
])
def test_error_names_the_wrong_argument(call, error, words):
    with pytest.raises(error, match=re.escape(words)):
        call()


def test_arrays_of_wrong_type_or_shape_are_rejected():
    many = GAME.vector(2)
    observations = numpy.empty((2, GAME.num_inputs), numpy.float32)
    masks = numpy.empty((2, GAME.num_actions), numpy.int8)
    flags = masks.astype(bool)
    many.write(observations, masks)
    many.write(masks=flags)
    assert (flags == masks.astype(bool)).all() and flags.any()
    with pytest.raises(TypeError, match=r"observations: expected a contiguous float32 array of shape \(2, \d+\), not float64"):
        many.write(observations.astype(float))
    with pytest.raises(TypeError, match="masks: expected a contiguous int8 array of .*, not int32"):
        many.write(masks=masks.astype(numpy.int32))
    with pytest.raises(TypeError, match="observations: expected a contiguous float32 array of .*, not .*list"):
        many.step(many.sample(), observations.tolist())
    observations.flags.writeable = False
    with pytest.raises(ValueError, match="observations: .*writeable"):
        many.write(observations)


def test_best_row_rejects_nan():
    after = GAME.vector(2, 1).afterstates()
    values = numpy.zeros(len(after.actions))
    values[1] = 2.0
    assert after.best(values)[0] == 1
    values[2] = numpy.nan
    with pytest.raises(ValueError, match="values: the value of row 2 is NaN"):
        after.best(values)
