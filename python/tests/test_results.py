"""Tests of results tables as data frames, and of `run()`, `try_change()`, `report()` and `export()`."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import polars
import portolan
import pytest

EXPERIMENT = """kind = "{kind}"
game = "cartagena"
players = 2
bots = [{bots}]
games = 20
seed = 3
"""
LIBRARIES = ["polars", "pandas"]
# Names that CSV readers interpret as numbers or missing values.
NAMES = ["0100", "null", "NA"]


def experiment(folder, *bots, kind="tournament"):
    file = folder / "experiment.toml"
    file.write_text(EXPERIMENT.format(kind=kind, bots=", ".join(f'"{bot}"' for bot in bots)))
    return file


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory):
    """Runs a tournament of bots with the names in NAMES."""
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in NAMES:
        (folder / f"{name}.toml").write_text('inherits = "greedy"\n')
    return portolan.run(experiment(folder, *(f"{name}.toml" for name in NAMES)), out=folder / "out")


def rows(frame):
    return frame.to_dicts() if isinstance(frame, polars.DataFrame) else frame.to_dict("records")


@pytest.mark.parametrize("library", LIBRARIES)
def test_names_that_look_like_numbers_are_loaded_as_text(checkpoints, library):
    pytest.importorskip(library)
    games = rows(portolan.load(checkpoints, library=library))
    assert {row["bot"] for row in games} == set(NAMES)
    assert {row["game"] for row in games} == {"cartagena"}
    assert all(isinstance(row["score"], int) and isinstance(row["win"], float) for row in games)
    summary = rows(portolan.load(checkpoints, "summary", library))
    assert {row["bot"] for row in summary} == set(NAMES)
    whole = [row for row in summary if str(row["seat"]) in ("None", "<NA>")]
    assert whole and all(isinstance(row["games"], int) for row in summary)
    cells = rows(portolan.load(checkpoints, "cells", library))
    assert cells[0]["bots"] == "0100+null" and cells[0]["cell"] == 1


@pytest.mark.parametrize("library", LIBRARIES)
def test_estimates_are_computed_if_the_report_is_missing(checkpoints, library):
    pytest.importorskip(library)
    effects = rows(portolan.load(checkpoints, "effects", library))
    assert {row["of"] for row in effects} >= set(NAMES)
    assert not (checkpoints / "effects.csv").exists()
    assert all(isinstance(row["value"], float) for row in effects)


def test_estimates_come_from_the_report_if_it_is_newer_than_the_run(tmp_path):
    folder = portolan.run(experiment(tmp_path, "random", "greedy"), out=tmp_path / "out")
    page = portolan.report(folder)
    assert page == folder / "report.md" and page.is_file()
    table = folder / "effects.csv"
    header, *lines = table.read_text().splitlines(keepends=True)
    table.write_text(header + lines[0])
    assert portolan.load(folder, "effects").height == 1
    # After a run has continued, the estimates of an earlier report are outdated.
    old = (folder / "manifest.toml").stat().st_mtime - 10
    os.utime(table, (old, old))
    assert portolan.load(folder, "effects").height == len(lines)
    with pytest.raises(portolan.RunFailed, match="exists; force=True replaces it"):
        portolan.report(folder)
    assert portolan.report(folder, force=True) == page
    asked = portolan.report(folder, ask="luck", out=tmp_path / "asked.v1")
    assert asked == tmp_path / "asked.v1.md" and asked.is_file()


def test_shards_load_like_the_undivided_run(tmp_path):
    file = experiment(tmp_path, "random", "greedy", kind="simulate")
    whole = portolan.load(portolan.run(file, out=tmp_path / "whole"))
    for index in (1, 2, 3):
        words = ["run", file, "--shard", f"{index}/3", "--out", tmp_path / "shards" / f"shard={index}", "--quiet"]
        subprocess.run([sys.executable, "-m", "portolan", *words], check=True, stdout=subprocess.DEVNULL)
    shards = portolan.load(tmp_path / "shards")
    assert shards.drop("shard").equals(whole)
    assert shards["shard"].unique().sort().to_list() == [1, 2, 3]
    # The estimates cover all shards together.
    both = [portolan.load(tmp_path / name, "effects") for name in ("shards", "whole")]
    assert both[0].equals(both[1]) and both[0].height > 0
    other = tmp_path / "shards" / "other"
    os.rename(tmp_path / "shards" / "shard=2", tmp_path / "aside")
    with pytest.warns(UserWarning, match="2 of 3 shards are complete"):
        assert portolan.load(tmp_path / "shards")["shard"].unique().sort().to_list() == [1, 3]
    words = ["run", file, "--shard", "2/3", "--out", other, "--quiet", "--seed", "9"]
    subprocess.run([sys.executable, "-m", "portolan", *words], check=True, stdout=subprocess.DEVNULL)
    with pytest.raises(ValueError, match="is a shard of another run than"):
        portolan.load(tmp_path / "shards")


@pytest.mark.parametrize("library", LIBRARIES)
def test_folder_of_runs_loads_with_a_column_of_run_names(tmp_path, library):
    pytest.importorskip(library)
    runs = tmp_path / "runs"
    portolan.run(experiment(tmp_path, "random", "greedy"), out=runs / "null", games=4)
    portolan.run(experiment(tmp_path, "random", "greedy", kind="simulate"), out=runs / "deep" / "two", games=8)
    games = rows(portolan.load(runs, library=library))
    assert sum(row["run"] == "null" for row in games) == 4 * 2
    assert sum(row["run"] == "deep/two" for row in games) == 8 * 2
    # Only one of the runs has conditions.
    assert {row["run"] for row in rows(portolan.load(runs, "cells", library))} == {"null"}
    assert {row["run"] for row in rows(portolan.load(runs, "effects", library))} == {"null", "deep/two"}
    assert portolan.report(runs).name == "index.md"
    with pytest.raises(FileNotFoundError, match="no table 'gmaes'; tables: .*games"):
        portolan.load(runs, "gmaes")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        portolan.load(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="tables: none"):
        portolan.load(tmp_path / "empty")


def test_arguments_of_run_override_the_experiment_file(tmp_path):
    file = experiment(tmp_path, "random", "greedy", kind="simulate")
    mine = tmp_path / "mine.toml"
    mine.write_text('inherits = "greedy"\n')
    subprocess.run([sys.executable, "-m", "portolan", "data", "export", "cartagena", tmp_path / "data"], check=True)
    folder = portolan.run(
        file, out=tmp_path / "out", bots=["random", mine, "greedy"], players=3, games=12, seed=5, threads=1,
        settings={"modules": "morgan"}, data=tmp_path / "data", compress=True,
    )
    games = portolan.load(folder)
    assert set(games["bot"]) == {"random", "mine", "greedy"} and set(games["players"]) == {3}
    text = (folder / "manifest.toml").read_text()
    assert 'modules = "morgan"' in text and "seed = 5\n" in text
    with pytest.raises(portolan.RunFailed, match="flag") as failed:
        portolan.run(file, out=tmp_path / "wrong", settings={"flag": 1})
    assert failed.value.code == 2 and str(failed.value).startswith("error: ")
    with pytest.raises(ValueError, match="comma"):
        portolan.run(file, out=tmp_path / "wrong", bots=["a,b.toml", "greedy"])


def test_file_name_determines_the_export_format(checkpoints, tmp_path):
    portolan.export(checkpoints, tmp_path / "summary.json", "summary")
    found = json.loads((tmp_path / "summary.json").read_text())
    assert found[0]["bot"] == "0100" and found[0]["seat"] is None and found[0]["games"] > 0
    portolan.export(checkpoints, tmp_path / "cells.json", "cells")
    assert json.loads((tmp_path / "cells.json").read_text())[0]["cell"] == 1
    with pytest.raises(portolan.RunFailed, match="exists; force=True"):
        portolan.export(checkpoints, tmp_path / "summary.json", "summary")
    portolan.export(checkpoints, tmp_path / "summary.json", "summary", force=True)
    with pytest.raises(ValueError, match="expected a name that ends with .csv"):
        portolan.export(checkpoints, tmp_path / "summary.xls")


def code_in(page, heading):
    """Returns the Python block below a heading of a guide."""
    guide = (Path(__file__).parents[2] / "docs" / "guide" / page).read_text(encoding="utf-8")
    return guide.split(f"\n## {heading}\n")[1].split("```python\n")[1].split("```")[0]


def test_library_code_in_the_guides_reads_the_tables(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    file = experiment(tmp_path, "random", "greedy", kind="simulate")
    games = portolan.load(portolan.run(file, out="results/tables"))
    portolan.run(file, out="results/packed", compress=True)
    code = code_in("simulate.md", "Use the tables in other programs")
    for name in ("tables/games.csv", "packed/games.csv.gz"):
        exec(code.replace("tables/games.csv", name), {})
        assert polars.read_parquet("games.parquet").cast(games.schema).equals(games)
    for index in (1, 2):
        words = ["run", file, "--shard", f"{index}/2", "--out", f"shards/shard={index}", "--quiet"]
        subprocess.run([sys.executable, "-m", "portolan", *words], check=True, stdout=subprocess.DEVNULL)
    rows = eval(code_in("cluster.md", "Read shards in place"), {"duckdb": duckdb}).fetchall()
    assert {(shard, bot) for shard, bot, _ in rows} == {(shard, bot) for shard in (1, 2) for bot in ("random", "greedy")}


def test_code_in_the_guide_compares_item_values(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    Path("changes.toml").write_text("[buildings.harbor]\ncost = 10\n")
    Path("items.toml").write_text("""kind = "factorial"
game = "puerto_rico"
players = 3
bots = ["greedy"]
items = ["harbor", "wharf", "office", "hospice"]
games = 240
seed = 52
events = "none"
""")
    for name, data in (("before", None), ("after", "changes.toml")):
        portolan.export(portolan.run("items.toml", out=name, data=data), f"{name}.csv", "effects")
    names = {}
    exec(code_in("balance.md", "Compare two data sets"), names)
    items = {row["of"]: row for row in names["items"].to_dict("records")}
    assert set(items) == {"harbor", "wharf", "office", "hospice"}
    changed = {name for name, row in items.items() if abs(row["change"]) > row["half_width"]}
    assert changed == {"harbor"} and items["harbor"]["change"] < 0


# More games than the program plays before it first shows its progress.
MANY = 20_000_000


def long(folder):
    """Returns an experiment that runs for minutes, with short deal groups."""
    file = experiment(folder, "random", "random", kind="simulate")
    file.write_text(file.read_text().replace("games = 20", f"games = {MANY}") + 'events = "none"\n')
    return file


def test_run_shows_progress_and_stops_if_the_callback_raises(tmp_path, capfd):
    class Enough(Exception):
        pass

    heard = []

    def callback(done, planned):
        heard.append((done, planned))
        raise Enough

    with pytest.raises(Enough):
        portolan.run(long(tmp_path), out=tmp_path / "out", progress=True, callback=callback)
    assert len(heard) == 1 and heard[0][1] == MANY and heard[0][0] < MANY
    told = capfd.readouterr().err
    assert f"/{MANY}" in told and "game" in told and '"done"' not in told
    # The run has finished its current games and can be continued.
    told = portolan._portolan.manifest(tmp_path / "out")
    assert told["status"] == "stopped" and told["games_done"] < MANY
    with pytest.warns(UserWarning, match="was stopped after"):
        assert portolan.load(tmp_path / "out").height == 2 * told["games_done"]


def test_partial_tables_are_not_listed_after_an_interrupt(tmp_path):
    (tmp_path / "manifest.toml").write_text("")
    for name in ("games.csv.partial", "events.csv.gz.partial", "cells.csv"):
        (tmp_path / name).write_text("")
    with pytest.raises(FileNotFoundError, match=r"has no table 'games'; the run is unfinished: .*; tables: cells$"):
        portolan.load(tmp_path)


def test_messages_name_arguments_instead_of_options(tmp_path):
    file = experiment(tmp_path, "random", "greedy", kind="simulate")
    portolan.run(file, out=tmp_path / "out")
    with pytest.raises(portolan.RunFailed) as failed:
        portolan.run(file, out=tmp_path / "out")
    assert "force=True" in str(failed.value) and "--" not in str(failed.value)
    with pytest.raises(portolan.RunFailed, match="no change given: name a row .cards ID.*an option .settings.") as failed:
        portolan.try_change("maracaibo", out=tmp_path / "wrong")
    assert "--" not in str(failed.value)


def test_experiment_from_keys_matches_experiment_from_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('inherits = "greedy"\n')
    results = portolan.run(
        kind="tournament", game="cartagena", bots=["random", "mine.toml"], players=2, games=20, seed=3,
        settings={"modules": "morgan"}, events="none",
    )
    assert results == Path("results/tournament-cartagena") and (tmp_path / "results" / "tournament-cartagena.toml").is_file()
    again = portolan.run("results/tournament-cartagena.toml", out="again")
    assert (again / "games.csv").read_bytes() == (results / "games.csv").read_bytes()
    assert portolan.run(kind="tournament", game="cartagena", bots=["random", "mine.toml"], players=2, games=20, seed=3,
                        settings={"modules": "morgan"}, events="none", resume=True) == results
    with pytest.raises(FileExistsError, match="force=True replaces it"):
        portolan.run(kind="tournament", game="cartagena", bots=["random", "greedy"])
    ladder = portolan.run(kind="ladder", game="maracaibo", players=1, bots=["random"], games=4, out="ladder",
                          ladder={"option": "level", "values": ["easy", "hard"]})
    assert ladder.frame("conditions")["cell"].to_list() == [1, 1, 2, 2]
    with pytest.raises(ValueError, match="expected an experiment, or the keys of one"):
        portolan.run(kind="tournament")
    with pytest.raises(ValueError, match="game, challenger: the experiment best-plan sets this"):
        portolan.run("best-plan", game="cartagena", challenger="net")
    with pytest.raises(portolan.RunFailed, match="chalenger"):
        portolan.run(kind="gauntlet", game="cartagena", bots=["random"], chalenger="net", out="wrong")


@pytest.mark.parametrize("library", LIBRARIES)
def test_results_have_totals_conditions_and_estimates(checkpoints, library):
    pytest.importorskip(library)
    totals, conditions = (rows(checkpoints.frame(table, library)) for table in ("totals", "conditions"))
    assert [row["bot"] for row in totals] == NAMES
    assert len(conditions) == 6 and all(str(row["cell"]) in "123" for row in conditions)
    wins = checkpoints.estimate("wins")
    assert list(wins) == NAMES
    assert all(wins[row["bot"]].value == pytest.approx(row["win_rate"]) for row in totals)
    assert all(0 <= one.low < one.value < one.high <= 1 and str(one).count(" % (") == 1 for one in wins.values())
    assert set(checkpoints.estimate("score")) == set(NAMES)
    with pytest.raises(ValueError, match="has no estimate 'luck'; measures: "):
        checkpoints.estimate("luck")


def test_results_can_be_plotted(checkpoints):
    pytest.importorskip("matplotlib").use("Agg")
    axes = checkpoints.plot("wins")
    assert [label.get_text() for label in axes.get_yticklabels()] == NAMES and axes.get_xlabel() == "wins"
    assert len(axes.containers) == 3 and checkpoints.plot("score", axes) is axes


def test_callback_is_called_at_the_end_of_a_run(tmp_path):
    heard = []
    file = experiment(tmp_path, "random", "greedy", kind="simulate")
    portolan.run(file, out=tmp_path / "out", callback=lambda done, planned: heard.append((done, planned)))
    assert heard == [(20, 20)]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to the process alone on Unix")
def test_interrupted_run_is_stored_as_stopped(tmp_path):
    # A shell without job control starts background processes with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt():
        while not (tmp_path / "out" / "checkpoint.toml").exists():
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            portolan.run(long(tmp_path), out=tmp_path / "out")
    finally:
        signal.signal(signal.SIGINT, before)
    assert portolan._portolan.manifest(tmp_path / "out")["status"] == "stopped"


def test_try_change_reports_the_effect_of_a_change(tmp_path):
    folder = portolan.try_change(
        "cartagena", settings={"modules": "morgan"}, bot="greedy", games=40, out=tmp_path / "out", seed=4
    )
    assert (folder / "report.html").is_file()
    assert portolan.load(folder).height == portolan.load(folder / "games").height > 0
    assert portolan.load(folder, "effects").equals(portolan.load(folder / "games", "effects"))
    change = folder.estimate("change")["turns per seat"]
    assert change.low < change.value < change.high and change.value < 0
    assert "<td>turns per seat</td><td>change</td>" in folder._repr_html_()
    cheaper = portolan.try_change(
        "maracaibo", cards={"A055": {"cost": 9}}, bot="random", games=20, players=2, out=tmp_path / "cheaper", seconds=None
    )
    assert "cost = " in (cheaper / "changes.toml").read_text()
    with pytest.raises(ValueError, match="card A055: expected columns and values"):
        portolan.try_change("maracaibo", cards={"A055": 9}, out=tmp_path / "wrong")
    with pytest.raises(portolan.RunFailed, match="no change given"):
        portolan.try_change("maracaibo", out=tmp_path / "wrong")


def test_balance_measures_and_confirms_settings(tmp_path):
    results = portolan.balance(
        "cartagena", seats=0.5, options={"pirates": [4, 5]}, measure="greedy", confirm=["greedy", "random"], games=400,
        out=tmp_path / "out",
    )
    measured = results.estimate("measured")
    assert set(measured) >= {"wins of seat 1, greedy", "wins of seat 2, random"}
    assert 0 < measured["wins of seat 1, greedy"].value < 1 and "<table>" in results._repr_html_()
    with pytest.raises(portolan.RunFailed):
        portolan.balance("cartagena", out=tmp_path / "wrong")


@pytest.mark.parametrize("name", ["plain", "two words", "Überraschung", "\U0001f3b2", "it's \"quoted\"", "back\\slash", "a\x7fb"])
def test_bot_files_work_in_folders_with_any_characters(tmp_path, name):
    if os.name == "nt" and set(name) & set('"\\\x7f'):
        pytest.skip("Windows has no such names")
    folder = tmp_path / name
    folder.mkdir()
    script = folder / "first.py"
    script.write_text(
        "import portolan\n\n@portolan.play_program\nclass First:\n"
        "    def choose(self, decision):\n        return decision.legal[0]\n"
    )
    bot = portolan.bot_file(folder / "first.toml", script)
    assert len(bot.read_text(encoding="utf-8").splitlines()) == 4
    played = portolan.run(
        experiment(folder, "first.toml", "random"), out=folder / "out", games=2, allow_programs=True
    )
    assert portolan.load(played, "programs")["forfeited"].sum() == 0


def test_path_that_is_not_unicode_is_rejected(tmp_path):
    with pytest.raises(ValueError, match="no text in Unicode"):
        portolan.bot_file(tmp_path / "x.toml", "/tmp/\udcff.py")
    assert not (tmp_path / "x.toml").exists()


def test_determinize_changes_the_state_in_place():
    state = portolan.Game("cartagena", 3).new_state(seed=7)
    kept = state.clone()
    assert state.determinize(seed=5) is None
    assert state.to_dict(0) != kept.to_dict(0) or state.deal_seed != kept.deal_seed
    assert "in place" in portolan.State.determinize.__doc__


def test_api_page_is_current():
    words = [sys.executable, Path(__file__).parent.parent / "tools" / "api_page.py", "--check"]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_code_in_the_python_guide_runs(tmp_path, monkeypatch):
    pytest.importorskip("pyspiel")
    monkeypatch.chdir(tmp_path)
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in guide.split("```python\n")[1:]]
    names = {"display": lambda shown: shown._repr_html_()}
    for block in blocks:
        exec(block.replace("games=600", "games=36"), names)
    assert len(blocks) >= 9 and (tmp_path / "mine.toml").is_file()
    assert len(list((tmp_path / "results").glob("*/report.md"))) == 2
