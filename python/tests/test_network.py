"""Tests of networks that are imported and exported."""

import numpy
import portolan
import pytest

UNITS = 40


def arrays(game, seed=1, policy=False):
    """Returns a network with random weights."""
    rng = numpy.random.default_rng(seed)
    shapes = {"first": (game.num_inputs, UNITS), "first_bias": (UNITS,), "second": (UNITS, 16), "second_bias": (16,),
              "lead": (16,), "lead_bias": (1,), "win": (16,), "win_bias": (1,)}
    if policy:
        shapes |= {"policy": (UNITS, 20), "policy_bias": (20,), "logits": (game.num_policy_actions, 20),
                   "logit_bias": (game.num_policy_actions,)}
    return {name: rng.normal(scale=0.3, size=shape).astype(numpy.float32) for name, shape in shapes.items()}


@pytest.mark.parametrize("name, players", [("cartagena", 2), ("endeavor", 3), ("maracaibo", 2), ("maracaibo", 1)])
def test_shipped_networks_round_trip_through_import_and_export(tmp_path, name, players):
    game = portolan.Game(name, players)
    net = game.bot("net")
    for plain in (True, False):
        network = portolan.import_network("net", game, plain=plain)
        assert network.game == name and network.win_points >= 0
        bot = portolan.export_network(network, game, tmp_path / f"copy-{plain}.toml")
        again = portolan.import_network(bot, game, plain=plain)
        assert again.inputs == network.inputs and again.scale == network.scale and again.traits == network.traits
        assert set(again.arrays) == set(network.arrays)
        for array in network.arrays:
            numpy.testing.assert_array_equal(again.arrays[array], network.arrays[array])
        if plain:
            assert network.inputs == game.input_names
            assert len(network.arrays["logits"]) == game.num_policy_actions
        # The copy plays as the shipped bot does with the same settings.
        keys = ("candidates", "policy_points")
        text = bot.read_text() + "".join(f"{line}\n" for line in portolan_bot(name).splitlines() if line.startswith(keys))
        bot.write_text(text)
        copy, state = game.bot(bot), game.new_state(seed=3)
        for _ in range(40):
            assert copy.choose(state) == net.choose(state)
            state.apply(net.choose(state))


def portolan_bot(game):
    """Returns the files of the shipped bot `net` and of `policy`, from which it inherits."""
    from pathlib import Path

    bots = Path(__file__).parents[2] / "bots" / game
    return (bots / "policy.toml").read_text() + (bots / "net.toml").read_text()


def test_exported_network_plays_the_afterstate_with_the_highest_value(tmp_path):
    game = portolan.Game("puerto_rico", 2)
    bot = portolan.export_network(arrays(game), game, tmp_path / "mine", scale=3, win_points=5)
    assert bot == tmp_path / "mine.toml" and (tmp_path / "mine.safetensors").is_file()
    network, player = portolan.import_network(bot, game), game.bot(bot)
    assert (network.scale, network.win_points) == (3, 5)
    state, compared = game.new_state(seed=1), 0
    while not state.is_over:
        after = state.afterstates()
        choice = player.choose(state)
        # The bot samples chance events of its own, so only decisions without such events are compared.
        is_certain = all((after.rows == state.afterstates(seed=seed).rows).all() for seed in range(5))
        if is_certain and numpy.isnan(after.leads).all():
            lead, win = network.values(after.rows)
            worth = lead + 5 * win
            # Equal values are possible, for example after actions with equal effects.
            assert worth[list(after.actions).index(choice)] == pytest.approx(worth.max(), abs=1e-3)
            compared += 1
        state.apply(choice)
    assert compared > 50


def test_exported_policy_plays_the_action_with_the_highest_logit(tmp_path):
    game = portolan.Game("cartagena", 3)
    given = arrays(game, policy=True)
    policy_only = {name: array for name, array in given.items() if name not in ("lead", "lead_bias", "win", "win_bias")}
    for number, some in enumerate((given, policy_only)):
        bot = portolan.export_network(some, game, tmp_path / f"policy-{number}", win_points=0, kind="policy")
        network, player, state = portolan.import_network(bot, game), game.bot(bot), game.new_state(seed=4)
        for _ in range(60):
            logits = network.logits(state.observation()[None])[0][state.policy_indices()]
            assert state.legal_actions()[logits.argmax()] == player.choose(state)
            state.apply(player.choose(state))


def test_errors_name_the_invalid_array_or_argument(tmp_path):
    game, good = portolan.Game("cartagena", 2), None
    good = arrays(game)
    for change, settings, words in [
        ({"frist": good["first"]}, {}, "unknown arrays frist"),
        ({"second": None}, {}, "missing arrays: second"),
        ({"first": good["first"].T.copy(), "first_bias": numpy.zeros(game.num_inputs)}, {}, "transpose"),
        ({"first": good["first"][1:]}, {}, f"first: expected {game.num_inputs} rows"),
        ({"first_bias": good["first_bias"][1:]}, {}, "does not fit first_bias with 39 units"),
        ({"second": numpy.zeros((UNITS, 33))}, {}, "expected at most"),
        ({"win": numpy.full(16, numpy.nan)}, {}, "number 0 of win is not finite"),
        ({"win": numpy.array(["a"] * 16)}, {}, "win: expected numbers"),
        ({}, {"scale": 0}, "scale = 0; expected more than 0"),
        ({}, {"win_points": None}, "win_points: expected a number of points"),
        ({}, {"kind": "policy"}, "the network has no policy"),
        ({}, {"kind": "mcts"}, "expected 'net' or 'policy'"),
        ({"lead": None, "lead_bias": None, "win": None, "win_bias": None}, {}, "the network has no values"),
    ]:
        given = {name: array for name, array in (good | change).items() if array is not None}
        with pytest.raises(ValueError, match=words):
            portolan.export_network(given, game, tmp_path / "x", **{"win_points": 1, **settings})
    assert not (tmp_path / "x.toml").exists()
    with pytest.raises(ValueError, match="expected a Network, a mapping of arrays or a PyTorch module"):
        portolan.export_network(7, game, tmp_path / "x")
    with pytest.raises(ValueError, match="the bot greedy has no network"):
        portolan.import_network("greedy", game)
    bot = portolan.export_network(good, game, tmp_path / "good", win_points=1)
    with pytest.raises(ValueError, match="trained for cartagena"):
        portolan.import_network(bot.with_suffix(".safetensors"), "endeavor")


def test_exported_pytorch_modules_return_the_same_values(tmp_path):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    from torch import nn

    game = portolan.Game("puerto_rico", 2)
    rows = torch.from_numpy(game.new_state(seed=2).afterstates().rows)

    def sequential(outputs, slope=0.01):
        return nn.Sequential(nn.Linear(game.num_inputs, 64), nn.LeakyReLU(slope), nn.Linear(64, 32), nn.LeakyReLU(slope),
                             nn.Linear(32, outputs))

    class Named(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.EmbeddingBag(game.num_inputs, 48, mode="sum")
            self.first_bias = nn.Parameter(torch.randn(48))
            self.second, self.lead, self.win = nn.Linear(48, 32), nn.Linear(32, 1), nn.Linear(32, 1)
            self.policy, self.logits = nn.Linear(48, 30), nn.Linear(30, game.num_policy_actions)
            self.bend = nn.LeakyReLU(0.01)

        def forward(self, rows):
            hidden = self.bend(rows @ self.first.weight + self.first_bias)
            second = self.bend(self.second(hidden))
            return self.lead(second)[:, 0], self.win(second)[:, 0], self.logits(self.bend(self.policy(hidden)))

    with torch.no_grad():
        module = sequential(2)
        bot = portolan.export_network(module, game, tmp_path / "both", scale=10, win_points=4)
        lead, win = portolan.import_network(bot, game).values(rows.numpy())
        said = module(rows)
        numpy.testing.assert_allclose(lead, said[:, 0] * 10, rtol=1e-4, atol=1e-4)
        numpy.testing.assert_allclose(win, said[:, 1].sigmoid(), rtol=1e-4, atol=1e-5)
        module = sequential(1)
        network = portolan.import_network(portolan.export_network(module, game, tmp_path / "win"), game)
        numpy.testing.assert_allclose(network.values(rows.numpy())[1], module(rows)[:, 0].sigmoid(), rtol=1e-4)
        assert network.win_points == 1
        module = Named()
        network = portolan.import_network(portolan.export_network(module, game, tmp_path / "named", win_points=2), game)
        lead, win, logits = module(rows)
        numpy.testing.assert_allclose(network.values(rows.numpy())[0], lead, rtol=1e-4, atol=1e-4)
        numpy.testing.assert_allclose(network.values(rows.numpy())[1], win.sigmoid(), rtol=1e-4, atol=1e-5)
        numpy.testing.assert_allclose(network.logits(rows.numpy()), logits, rtol=1e-3, atol=1e-4)
    with pytest.raises(ValueError, match="slope 0.2; expected 0.01"):
        portolan.export_network(sequential(2, slope=0.2), game, tmp_path / "x", win_points=1)
    with pytest.raises(ValueError, match="a module of Linear, ReLU, Linear; expected Linear, LeakyReLU"):
        portolan.export_network(nn.Sequential(nn.Linear(game.num_inputs, 64), nn.ReLU(), nn.Linear(64, 2)), game, "x")
    with pytest.raises(ValueError, match="3 outputs; expected 2"):
        portolan.export_network(sequential(3), game, tmp_path / "x", win_points=1)


def test_network_of_selected_inputs_is_exported_with_all_inputs(tmp_path):
    game = portolan.Game("cartagena", 2)
    used = game.used_inputs(20)
    small = arrays(game)
    small["first"] = small["first"][used]
    bot = portolan.export_network(small, game, tmp_path / "used", win_points=5, inputs=used)
    network = portolan.import_network(bot, game)
    row = game.new_state(seed=1).observation()
    without = row.copy()
    without[numpy.setdiff1d(numpy.arange(game.num_inputs), used)] = 0
    numpy.testing.assert_allclose(network.values(row[None]), network.values(without[None]))
    assert (network.arrays["first"][used, :UNITS] == small["first"]).all()
    with pytest.raises(ValueError, match="one for each element of inputs"):
        portolan.export_network(arrays(game), game, tmp_path / "used", win_points=5, inputs=used)
