"""Tests of experiments, their tables, and bots written in Python."""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import portolan
import pytest

EXPERIMENT = """kind = "tournament"
game = "cartagena"
players = 2
bots = [{bots}]
games = 20
seed = 3
events = "none"
"""

PLAYER = '''
import portolan

@portolan.play_program
class First:
    """Plays the first legal action, and checks the data of every decision."""

    begun = 0

    def begin(self, game):
        First.begun += 1
        self.decisions = 0
        print("begins in seat", game["seat"])

    def choose(self, decision):
        self.decisions += 1
        assert decision.observation.shape == (decision.game["inputs"],)
        assert decision.action_mask.sum() == len(decision.legal)
        assert decision.position["players"] and decision.prose is None
        return decision.legal[0] if self.decisions % 2 else decision.indices[0]

    def over(self, result):
        assert len(result["scores"]) == 2
'''


NOISY = '''
import os
import subprocess
import sys

os.write(1, b"written at import\\n")
subprocess.run(["echo", "echoed at import"])
print("printed at import")

import portolan

@portolan.play_program
class Noisy:
    """Writes to every output, and tries to read the messages of the protocol."""

    def __init__(self):
        os.write(1, b"written by hand\\n")

    def choose(self, decision):
        subprocess.run(["echo", "echoed"])
        assert subprocess.run(["cat"], stdout=subprocess.PIPE).stdout == b""
        sys.__stdout__.write("written beside\\n")
        return decision.legal[0]
'''


def experiment(folder, *bots):
    file = folder / "experiment.toml"
    file.write_text(EXPERIMENT.format(bots=", ".join(f'"{bot}"' for bot in bots)))
    return file


def test_experiment_can_be_run_and_its_tables_loaded(tmp_path):
    folder = portolan.run(experiment(tmp_path, "random", "greedy"), out=tmp_path / "out", games=8)
    games = portolan.load(folder)
    assert games.height == 8 * 2 and "score" in games.columns
    with pytest.raises(FileNotFoundError, match="no table 'gmaes'; tables: .*games"):
        portolan.load(folder, "gmaes")
    with pytest.raises(ValueError, match="expected 'polars' or 'pandas'"):
        portolan.load(folder, library="excel")
    with pytest.raises(portolan.RunFailed, match="out") as failed:
        portolan.run(experiment(tmp_path, "random", "greedy"), out=tmp_path / "out", games=9)
    assert failed.value.code == 2


def test_class_can_play_in_an_experiment(tmp_path):
    script = tmp_path / "first.py"
    script.write_text(PLAYER)
    bot = portolan.bot_file(tmp_path / "first.toml", script, tell=["position", "observation"], reproducible=True)
    file = experiment(tmp_path, bot.name, "random")
    with pytest.raises(portolan.RunFailed, match="allow_programs=True"):
        portolan.run(file, out=tmp_path / "refused")
    folder = portolan.run(file, out=tmp_path / "out", allow_programs=True)
    programs = portolan.load(folder, "programs")
    failures = [name for name in ("late", "illegal", "garbled", "crashed", "flooded") if name in programs.columns]
    assert len(failures) == 5
    assert all(programs[name].sum() == 0 for name in failures), programs
    # Output of the player goes to its log.
    logs = "".join(path.read_text() for path in folder.rglob("*.log"))
    assert "begins in seat" in logs


def test_importing_a_bot_class_does_not_start_it(tmp_path):
    (tmp_path / "first.py").write_text(PLAYER)
    words = [sys.executable, "-c", "import first; print(first.First.__name__)"]
    told = subprocess.run(words, cwd=tmp_path, input="", capture_output=True, text=True, check=True)
    assert told.stdout == "First\n"


def test_package_contains_the_program():
    told = subprocess.run([sys.executable, "-m", "portolan", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == f"portolan {portolan.__version__}"
    wrong = subprocess.run([sys.executable, "-m", "portolan", "fly"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2


def test_imitation_example_learns_and_plays(tmp_path):
    script = Path(__file__).parent.parent / "examples" / "imitation.py"
    words = [sys.executable, script, "--games", "40", "--matches", "20", "--out", tmp_path / "out"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "agrees with net in" in told
    rows = [line.split() for line in told.splitlines() if " to " in line]
    assert [row[0] for row in rows] == ["imitation", "random", "greedy", "net"]
    programs = portolan.load(tmp_path / "out" / "tournament", "programs")
    failures = [programs[name].sum() for name in ("late", "illegal", "garbled", "crashed", "flooded")]
    assert failures == [0] * 5, told


def test_output_of_a_class_is_logged_and_not_read_as_an_answer(tmp_path):
    script = tmp_path / "noisy.py"
    script.write_text(NOISY)
    portolan.bot_file(tmp_path / "noisy.toml", script)
    folder = portolan.run(
        experiment(tmp_path, "noisy.toml", "random"), out=tmp_path / "out", games=2, allow_programs=True
    )
    programs = portolan.load(folder, "programs")
    assert programs["forfeited"].sum() == 0 and programs["moves"].sum() > 2
    log = (folder / "programs" / "noisy-1.log").read_text()
    for said in ["written at import", "echoed at import", "printed at import", "written by hand", "echoed"]:
        assert said in log


def test_output_of_a_directly_started_class_is_not_read_as_an_answer(tmp_path):
    script = tmp_path / "noisy.py"
    script.write_text("import os, subprocess, sys\n" + NOISY[NOISY.index("import portolan") :])
    (tmp_path / "noisy.toml").write_text(
        f'kind = "program"\ncommand = [{json.dumps(sys.executable)}, "noisy.py"]\ntell = []\n'
    )
    folder = portolan.run(
        experiment(tmp_path, "noisy.toml", "random"), out=tmp_path / "out", games=2, allow_programs=True
    )
    assert portolan.load(folder, "programs")["forfeited"].sum() == 0


BROKEN = '''
import portolan

WORKING = 3

@portolan.play_program
class Broken:
    decisions = 0

    def choose(self, decision):
        self.decisions += 1
        return decision.legal[0 // (WORKING > self.decisions)]
'''


def test_failures_of_programs_are_reported(tmp_path):
    script = tmp_path / "broken.py"
    script.write_text(BROKEN)
    file = experiment(tmp_path, portolan.bot_file(tmp_path / "broken.toml", script).name, "random")
    settings = {"games": 2, "allow_programs": True, "force": True}
    with pytest.warns(UserWarning, match=r"(?s)broken failed in 2 of its games.*ZeroDivisionError.*broken\.py"):
        portolan.run(file, out=tmp_path / "out", **settings)
    with pytest.raises(portolan.RunFailed, match="broken failed in 2 of its games"):
        portolan.run(file, out=tmp_path / "out", on_failure="raise", **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        portolan.run(file, out=tmp_path / "out", on_failure="ignore", **settings)
    script.write_text(BROKEN.replace("WORKING = 3", "WORKING = 0"))
    with pytest.raises(portolan.RunFailed, match=r"(?s)did not return any move.*ZeroDivisionError.*broken\.py"):
        portolan.run(file, out=tmp_path / "out", **settings)
    with pytest.raises(ValueError, match="expected 'warn', 'raise' or 'ignore'"):
        portolan.run(file, out=tmp_path / "out", on_failure="stop", **settings)


@pytest.mark.parametrize("text, words", [
    ("import portolan\n\nclass First\n    pass\n", r"(?s)line 3.*SyntaxError"),
    ("import portolan\n\nclass First:\n    pass\n", "no class with the decorator @portolan.play_program"),
    ("import nowhere_at_all\n", r"ModuleNotFoundError: No module named 'nowhere_at_all'"),
])
def test_error_for_file_that_cannot_play_contains_the_python_message(tmp_path, text, words):
    (tmp_path / "wrong.py").write_text(text)
    file = experiment(tmp_path, portolan.bot_file(tmp_path / "wrong.toml", tmp_path / "wrong.py").name, "random")
    with pytest.raises(portolan.RunFailed, match=words):
        portolan.run(file, out=tmp_path / "out", games=2, allow_programs=True)


def test_manifest_contains_the_command_line_of_the_program(tmp_path):
    folder = portolan.run(experiment(tmp_path, "random", "greedy"), out=tmp_path / "out", games=2)
    command = next(line for line in (folder / "manifest.toml").read_text().splitlines() if line.startswith("command"))
    assert "portolan run " in command and "-m portolan" not in command


def test_bots_and_experiments_are_listed():
    assert {"random", "greedy", "net", "strong", "racer"} <= set(portolan.bots("cartagena"))
    assert "racer" not in portolan.bots("endeavor") and "racer" in portolan.bots()
    found = {name: (game, question) for name, game, question in portolan.experiments()}
    assert found["best-plan"][0] == "maracaibo" and found["best-plan"][1]
    assert all(game == "cartagena" for _, game, _ in portolan.experiments("cartagena"))
    with pytest.raises(ValueError, match="chess"):
        portolan.bots("chess")


def test_messages_have_no_escape_codes_in_jupyter(tmp_path, monkeypatch):
    for name in ("CLICOLOR_FORCE", "FORCE_COLOR"):
        monkeypatch.setenv(name, "1")
    with pytest.raises(portolan.RunFailed) as failed:
        portolan.run(tmp_path / "nowhere.toml", games="many")
    assert "many" in str(failed.value) and "\x1b" not in str(failed.value)


def test_class_in_the_guide_beats_random(tmp_path):
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "write-a-bot.md").read_text(encoding="utf-8")
    script = tmp_path / "ahead.py"
    script.write_text(guide.split("`ahead.py`")[1].split("```python\n")[1].split("```")[0])
    file = experiment(tmp_path, portolan.bot_file(tmp_path / "ahead.toml", script, tell=["state"]).name, "random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        folder = portolan.run(file, out=tmp_path / "out", games=8, allow_programs=True)
    summary = portolan.load(folder, "summary").to_dicts()
    assert next(row for row in summary if row["bot"] == "ahead" and row["seat"] is None)["win_rate"] > 0.6
