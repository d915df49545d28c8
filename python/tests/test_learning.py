"""Tests that learners from the package index improve at Cartagena against a bot."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch sb3-contrib")

import numpy  # noqa: E402
import portolan  # noqa: E402


@pytest.mark.parametrize("example, words", [
    ("afterstates.py", ["--rounds", "10"]),
    ("self_play.py", ["--updates", "20"]),
    ("search_teacher.py", ["--rounds", "2", "--iterations", "16"]),
])
def test_example_learns_and_plays_matches(tmp_path, example, words):
    script = Path(__file__).parent.parent / "examples" / example
    words = [sys.executable, script, *words, "--matches", "40", "--out", tmp_path / "out"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    matches = [line.split() for line in told.splitlines() if "games won against" in line]
    rates = {words[-1]: float(words[0]) for words in matches}
    assert list(rates) == ["random", "greedy", "net"] and rates["random"] > 60, told
    assert portolan.Game("cartagena", 2).bot(tmp_path / "out" / "learned.toml").name == "learned"


def test_research_example_is_short_and_writes_its_results(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install matplotlib")
    script = Path(__file__).parent.parent / "examples" / "research.py"
    code = [line for line in script.read_text().splitlines() if line.strip()]
    assert len(code) <= 35
    told = subprocess.run([sys.executable, script, "1000", "120"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    scores = {name: float(text.split(" ")[0]) for name, text in eval(told.split("} ")[0] + "}").items()}
    assert scores["mine"] > scores["random"] and (tmp_path / "scores.png").stat().st_size > 5000
    assert (tmp_path / "results" / "tournament-puerto_rico" / "report.md").is_file()


def test_environment_works_with_stable_baselines():
    pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed: pip install sb3-contrib")
    import portolan.gymnasium
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    check_env(portolan.gymnasium.Env("maracaibo", opponents=["random"]), warn=False)
    # These functions make the environment with render_mode="rgb_array".
    named = make_vec_env("portolan/Cartagena-v0", n_envs=2, env_kwargs={"opponents": ["random"]})
    named.reset()
    assert named.render().ndim == 3
    PPO("MlpPolicy", "portolan/Cartagena-v0", n_steps=4, batch_size=4)
    envs = SubprocVecEnv([lambda: portolan.gymnasium.Env("cartagena", opponents=["random"])] * 2)
    try:
        envs.seed(1)
        envs.reset()
        assert is_masking_supported(envs)
        masks = get_action_masks(envs)
        _, rewards, _, _ = envs.step(masks.argmax(axis=1))
        assert rewards.shape == (2,) and numpy.isfinite(rewards).all()
    finally:
        envs.close()
