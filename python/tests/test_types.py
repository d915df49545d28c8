"""Checks the types of the package with mypy and pyright."""

import json
import subprocess
import sys

import pytest

SCRIPT = '''
import numpy
import portolan
import portolan.gymnasium

game = portolan.Game("cartagena", players=3, options={"pirates": 4})
state = game.new_state(seed=7)
bot: portolan.Bot = game.bot("greedy")
while not state.is_over:
    state.apply(bot.choose(state))
wins: list[float] = state.returns()

many = portolan.vector(8, "cartagena", 2, opponents=[bot, "net"], inputs="used")
over, returns = many.step(many.sample())
rows, offsets, actions = many.afterstates()
best = many.afterstates().best(numpy.zeros(len(actions)))
network = portolan.import_network("net", game)
path = portolan.export_network(network, game, "mine.toml")
folder = portolan.run("best-plan", bots=["greedy", path], games=600, settings={"legacy": "L1"})
summary = portolan.load(folder, "summary")
env = portolan.gymnasium.Env(game, opponents=["greedy", lambda state: state.legal_actions()[0]])
observation, info = env.reset(seed=1)


@portolan.play_program
class First:
    def choose(self, decision: portolan.Decision) -> str:
        return decision.legal[0]
'''


def checked(*words):
    pytest.importorskip("mypy", reason="mypy is not installed: pip install mypy")
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_package_passes_mypy_in_strict_mode():
    checked("mypy", "--strict", "--package", "portolan")


def test_mypy_accepts_a_script_and_detects_a_type_error(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    checked("mypy", "--strict", str(script))
    script.write_text(SCRIPT + "\nnumber: int = bot.name\n")
    with pytest.raises(AssertionError, match='expression has type "str", variable has type "int"'):
        checked("mypy", "--strict", str(script))


def test_stubs_match_the_extension():
    checked("mypy.stubtest", "portolan._portolan", "--concise", "--ignore-missing-stub")


def test_pyright_accepts_a_script_and_detects_a_type_error(tmp_path):
    pytest.importorskip("pyright", reason="pyright is not installed: pip install pyright")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "include": ["script.py"]}))
    for text, code in [(SCRIPT, 0), (SCRIPT + "\nnumber: int = bot.name\n", 1)]:
        (tmp_path / "script.py").write_text(text)
        words = ["-m", "pyright", "--project", str(tmp_path), "--pythonpath", sys.executable]
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1) or " error" not in done.stdout:
            pytest.skip(f"pyright does not start: {done.stderr[-200:]}")
        assert done.returncode == code, done.stdout
