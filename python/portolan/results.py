"""Functions that run experiments and load their tables."""

import csv
import gzip
import html
import io
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ._portolan import column_kinds, manifest
from .program import _toml

_Path: TypeAlias = str | os.PathLike[str]
_Settings: TypeAlias = Mapping[str, str | int | float | bool]
# Changed columns by row.
_Rows: TypeAlias = Mapping[str, _Settings]

# Seconds that an interrupted run may take to finish its current games.
_TO_END = 60
# Seconds between checks for an interrupt.
_LOOK_EVERY = 0.2
# Arguments whose names differ from the options of the program.
_RENAMED = {"set": "settings", "with": "before", "time": "seconds", "card": "cards", "building": "buildings", "tile": "tiles",
            "quest": "quests", "row": "rows", "knob": "knobs", "option": "options"}
_FLAGS = ("force", "resume", "compress", "allow_programs")
# Columns of the table "summary" with a mean and the ends of its interval.
_MEASURES = {"wins": ("win_rate", "win"), "score": ("score_mean", "score"), "rating": ("rating", "rating")}


class RunFailed(RuntimeError):
    """Raised if a command of the program fails. `code` is its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


if TYPE_CHECKING:
    _SomePath = Path
else:
    # Before Python 3.12, only the class of the platform (`PosixPath`, `WindowsPath`) can be subclassed.
    _SomePath = type(Path())


class Estimate(NamedTuple):
    """A value with the ends of its 95 % interval, which are None if there is no interval. Shares are from 0 to 1."""

    value: float
    low: float | None = None
    high: float | None = None
    unit: str = ""

    def __str__(self) -> str:
        is_share = self.unit.startswith("share")
        value, low, high = (f"{(100 if is_share else 1) * number:.1f}" for number in
                            (self.value, self.low or 0.0, self.high or 0.0))
        interval = "" if self.low is None or self.high is None else f" ({low}–{high})"
        return f"{value}{' %' if is_share else ''}{interval}"


class Results(_SomePath):
    """A results folder: the path, with methods that read its tables. Notebooks display its estimates."""

    def __repr__(self) -> str:
        return f"{_SomePath.__name__}({self.as_posix()!r})"

    def frame(self, table: str = "totals", library: str | None = None) -> Any:
        """Returns a table as a data frame, as `load()` does."""
        return load(self, table, library)

    def estimate(self, measure: str = "wins") -> dict[str, Estimate]:
        """Returns estimates by name: "wins", "score" or "rating" of each bot of a run, or another measure in the table
        "effects", such as "change" after `try_change()` and "after" or, without changes, "measured" after `balance()`.
        """
        folder = _run_of(self)
        if measure in _MEASURES and folder == self:
            mean, ends = _MEASURES[measure]
            unit = "share" if measure == "wins" else ""
            rows = [row for row in _records(_table(self, folder, "summary")) if not row["seat"] and not row["cell"]]
            found = {row["bot"]: _estimate(row, mean, f"{ends}_low", f"{ends}_high", unit) for row in rows}
        else:
            source = _effects(folder or self, [self, folder or self])
            effects = _records(source)
            found = {" against ".join(filter(None, [row["of"], row["against"]])):
                     _estimate(row, "value", "low", "high", row["unit"]) for row in effects if row["measure"] == measure}
            if not found:
                raise ValueError(f"{self} has no estimate {measure!r}; measures: {sorted({row['measure'] for row in effects})}")
        return {name: one for name, one in found.items() if one is not None}

    def plot(self, measure: str = "wins", ax: Any = None) -> Any:
        """Draws estimates with their 95 % intervals. Returns the axes of matplotlib, which must be installed."""
        import matplotlib.pyplot  # type: ignore[import-not-found, unused-ignore]

        found = self.estimate(measure)
        axes = matplotlib.pyplot.subplots()[1] if ax is None else ax
        for place, one in enumerate(found.values()):
            ends = [[0.0 if end is None else abs(one.value - end)] for end in (one.low, one.high)]
            axes.errorbar(one.value, place, xerr=ends, fmt="o", color="C0", capsize=3)
        axes.set_yticks(range(len(found)), list(found))
        axes.invert_yaxis()
        axes.set_xlabel(measure)
        return axes

    def _repr_html_(self) -> str | None:
        folder = _run_of(self)
        if folder != self:
            if not (self / "effects.csv").is_file():
                return None
            rows = [[row["of"] or row["against"], row["measure"], _estimate(row, "value", "low", "high", row["unit"])]
                    for row in _records(self / "effects.csv")]
            return _html(str(self), ["estimate", "measure", "value"], rows)
        path = _file(folder, "summary")
        found = [] if path is None else [row for row in _records(path) if not row["seat"]]
        cells = {row["cell"] for row in found if row["cell"]}
        parts = []
        for caption, some in [(str(self), [row for row in found if not row["cell"]]),
                              ("by condition", [row for row in found if row["cell"]])]:
            if some and (caption == str(self) or len(cells) > 1 or len(some) == len(found)):
                rows = [[row["cell"], row["bot"], row["games"],
                         *(_estimate(row, mean, f"{ends}_low", f"{ends}_high", "share" if name == "wins" else "")
                           for name, (mean, ends) in _MEASURES.items())] for row in some]
                parts.append(_html(caption, ["condition", "bot", "games", *_MEASURES], rows))
        return "".join(parts) or None


class _Page(_SomePath):
    """The Markdown page of a report, displayed as text with tables."""

    def __repr__(self) -> str:
        return f"{_SomePath.__name__}({self.as_posix()!r})"

    def _repr_markdown_(self) -> str | None:
        return self.read_text(encoding="utf-8") if self.suffix == ".md" and self.is_file() else None


def _records(source: Path | bytes) -> list[dict[str, str]]:
    """Returns the rows of a table as text."""
    if isinstance(source, bytes):
        return list(csv.DictReader(io.StringIO(source.decode())))
    with _opened(source) as opened:
        return list(csv.DictReader(opened))


def _estimate(row: Mapping[str, str], value: str, low: str, high: str, unit: str) -> Estimate | None:
    """Returns an estimate from columns of a table; None if the row has no value."""
    number, *ends = (float(row[column]) if row.get(column) else None for column in (value, low, high))
    return None if number is None else Estimate(number, ends[0], ends[1], unit)


def _html(caption: str, names: list[str], rows: list[list[Any]]) -> str:
    """Returns a table without its empty columns."""
    shown = [column for column in range(len(names)) if any(row[column] for row in rows)]
    lines = ["".join(f"<th>{names[column]}</th>" for column in shown)]
    lines += ["".join(f"<td>{html.escape(str(row[column] or ''))}</td>" for column in shown) for row in rows]
    return f"<table><caption>{html.escape(caption)}</caption>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def run(
    experiment: _Path | None = None, *, kind: str | None = None, game: str | None = None, out: _Path | None = None,
    bots: _Path | Iterable[_Path] | None = None, players: int | None = None, games: int | None = None,
    seed: int | None = None, settings: _Settings | None = None, data: _Path | None = None, threads: int | None = None,
    force: bool = False, resume: bool = False, compress: bool = False, allow_programs: bool = False,
    on_failure: str = "warn", progress: bool = False, callback: Callable[[int, int], object] | None = None, **keys: Any,
) -> Results:
    """Runs an experiment and returns its results folder.

    `experiment` is a file or a name that `portolan experiments` lists. Without it, `kind`, `game` and `keys` are keys of an
    experiment file, as in `run(kind="tournament", game="cartagena", bots=["greedy", "net"])`; the file is written next to
    the results folder.

    `out` is the results folder (default: `results/NAME` or `results/KIND-GAME`). `bots` (names or bot files), `players`,
    `games`, `seed`, `settings` (rule options, such as `{"legacy": "L1,L4"}`) and `data` (a folder or file of changes)
    override the experiment. `compress` compresses the tables. `allow_programs` allows bot files to start programs. `force`
    replaces an existing run in the folder, and `resume` continues it. If a program fails in a game, `on_failure` selects a
    warning with the first failure ("warn"), RunFailed ("raise") or neither ("ignore"). The bot file defines what happens
    to the game after a failure.

    `progress=True` shows a progress bar. `callback(done, planned)` is called with numbers of games twice a second and at the
    end; an exception that it raises stops the run.

    The run is a separate process. An interrupt stops it after the current games, and `resume=True` continues it; a second
    interrupt stops it at once. Raises RunFailed with the error message of the program.
    """
    if on_failure not in ("warn", "raise", "ignore"):
        raise ValueError(f"on_failure={on_failure!r}: expected 'warn', 'raise' or 'ignore'")
    if experiment is None:
        if kind is None or game is None:
            raise ValueError("expected an experiment, or the keys of one: kind='tournament', game='cartagena', …")
        out = Path("results") / f"{kind}-{game}" if out is None else Path(out)
        keys = {"kind": kind, "game": game, "bots": bots and _names(bots), "players": players, "games": games, "seed": seed,
                "set": settings, "data": data and str(Path(data).resolve()), **keys}
        experiment = _experiment(out.with_name(f"{out.name}.toml"), keys, replaces=force or resume or not out.exists())
        bots = players = games = seed = settings = data = None
    elif kind is not None or game is not None or keys:
        given = [name for name, value in {"kind": kind, "game": game, **keys}.items() if value is not None]
        raise ValueError(f"{', '.join(given)}: the experiment {experiment} sets this; leave out one of them")
    if out is None:
        out = Path("results") / (Path(experiment).stem if str(experiment).endswith(".toml") else str(experiment))
    words = ["run", str(experiment), *_bots(bots), *_settings("--set", settings)]
    words += _valued({"--players": players, "--games": games, "--seed": seed, "--data": data})
    words += _launch(out, threads, force, resume)
    words += _given({"--compress": compress, "--allow-programs": allow_programs})
    try:
        _play(words, out, progress, callback)
    except RunFailed as error:
        # The program counts the moves, and this function adds the reason.
        failures = _failures(Path(out)) if "did not return any move" in str(error) else ""
        if not failures:
            raise
        raise RunFailed(f"{error}\n{failures}", error.code) from None
    failures = "" if on_failure == "ignore" else _failures(Path(out))
    if failures and on_failure == "raise":
        raise RunFailed(failures, 1)
    if failures:
        warnings.warn(failures, stacklevel=2)
    return Results(out)


def _experiment(path: Path, keys: Mapping[str, Any], *, replaces: bool) -> Path:
    """Writes an experiment file and returns its path."""
    text = "".join(f"{key} = {_toml(value)}\n" for key, value in keys.items() if value is not None)
    if path.exists() and path.read_text(encoding="utf-8") != text and not replaces:
        raise FileExistsError(f"{path} exists; force=True replaces it, or choose another out")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _failures(folder: Path) -> str:
    """Describes the failures of programs in a run; an empty string if there are none."""
    path = _file(folder, "programs")
    if path is None:
        return ""
    with _opened(path) as opened:
        failed = [row for row in csv.DictReader(opened) if row["first_failure"]]
    parts = []
    for bot in sorted({row["bot"] for row in failed}):
        first = [row["first_failure"] for row in failed if row["bot"] == bot]
        parts.append(f"{bot} failed in {len(first)} of its games; the first failure: {first[0]}{_last_words(folder, bot)}")
    return "; ".join(parts) and f"{'; '.join(parts)} (more in {path} and {folder / 'programs'})"


def _last_words(folder: Path, bot: str) -> str:
    """Returns the last line of a Python traceback in the log of a program, with its place."""
    for path in sorted((folder / "programs").glob(f"{bot}-*.log")):
        lines = [line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()]
        ends = [at for at, line in enumerate(lines) if re.match(r"[\w.]*(Error|Exception|Interrupt|Exit)\b", line)]
        places = [line for line in lines[: ends[0]] if line.startswith("File ")] if ends else []
        if places:
            return f": {lines[ends[0]]} ({places[-1]})"
    return ""


def try_change(
    game: str, changes: _Path | None = None, *, out: _Path, cards: _Rows | None = None, buildings: _Rows | None = None,
    tiles: _Rows | None = None, quests: _Rows | None = None, rows: _Rows | None = None, settings: _Settings | None = None,
    before: _Settings | None = None, data: _Path | None = None, players: int | None = None, bot: _Path | None = None,
    second: _Path | None = None, adapt: int | None = None, games: int | None = None, seconds: float | None = None,
    seed: int | None = None, points: float | None = None, wins: float | None = None, threads: int | None = None,
    force: bool = False, resume: bool = False, allow_programs: bool = False, progress: bool = False,
    callback: Callable[[int, int], object] | None = None,
) -> Results:
    """Compares a changed game with the original on equal deals, as `portolan try` does. Returns `out`.

        >>> portolan.try_change("maracaibo", cards={"A055": {"cost": 9}}, out="results/cheaper", games=400)

    `cards`, `buildings`, `tiles`, `quests` and `rows` map ids or names to the columns that change and their new values.
    `settings` are rule options that change, and `before` are rule options with equal values before and after. `changes`
    is a file of changes. `bot` plays every seat (default: net), and `second`, unless it is "none", half of the deals for
    comparison. `adapt` is the number of rounds in which the bot is first trained on the change. The comparison takes at
    most `seconds` (default: 90) or plays `games` games before and after the change. Differences below `points` and `wins`
    count as negligible. The other parameters are those of `run()`.

    The folder contains `report.html`, `effects.csv` and, in `games`, the run. `estimate("change")` of the result returns
    the differences, and `load(out)` the games.
    """
    words = ["try", str(game)] + ([] if changes is None else [str(changes)])
    for option, changed in [("--card", cards), ("--building", buildings), ("--tile", tiles), ("--quest", quests),
                            ("--row", rows)]:
        for row, cells in (changed or {}).items():
            if not isinstance(cells, Mapping) or not cells:
                raise ValueError(f"{option[2:]} {row}: expected columns and values, such as {{'cost': 9}}, not {cells!r}")
            words += [option, str(row), *(f"{column}={_text(value)}" for column, value in cells.items())]
    words += _settings("--set", settings) + _settings("--with", before)
    words += _valued({"--data": data, "--players": players, "--bot": bot, "--second": second, "--adapt": adapt,
                      "--games": games, "--seed": seed, "--points": points, "--wins": wins,
                      "--time": None if seconds is None else f"{seconds}s"})
    words += _launch(out, threads, force, resume) + _given({"--allow-programs": allow_programs})
    _play(words, out, progress, callback)
    return Results(out)


def balance(
    target: _Path, *, out: _Path, players: int | None = None, items: str | None = None, seats: float | None = None,
    turns: str | None = None, strategies: float | None = None, knobs: str | Iterable[str] = (),
    options: Mapping[str, Iterable[str | int]] | None = None, settings: _Settings | None = None, data: _Path | None = None,
    max_changes: int | None = None, measure: _Path | None = None, confirm: _Path | Iterable[_Path] | None = None,
    adapt: int | None = None, games: int | None = None, seconds: float | None = None, seed: int | None = None,
    threads: int | None = None, force: bool = False, resume: bool = False, progress: bool = False,
    callback: Callable[[int, int], object] | None = None,
) -> Results:
    """Searches for few changes that bring a game within targets, and confirms them, as `portolan balance` does. Returns
    `out`.

        >>> portolan.balance("puerto_rico", players=3, items="within=1", knobs="cost", games=20000, out="results/fair")

    `target` is a game or a balance file. The targets are `items` ("within=POINTS"), `seats`, `turns` ("FROM-TO") and
    `strategies`. `knobs` and `options` (values by rule option) may change. `measure` is the bot that plays the rounds, and
    `confirm` the bots that play the confirmation. The other parameters are those of `try_change()`.

    The folder contains `report.html`, `effects.csv` and, if there are changes, `changes.toml`. `estimate("after")` of the
    result returns the confirmed values, or `estimate("measured")` if there are no changes.
    """
    words = ["balance", str(target)]
    for knob in [knobs] if isinstance(knobs, str) else knobs:
        words += ["--knob", knob]
    for option, values in (options or {}).items():
        words += ["--option", f"{option}={','.join(map(_text, values))}"]
    words += _settings("--set", settings)
    words += _valued({"--players": players, "--items": items, "--seats": seats, "--turns": turns, "--strategies": strategies,
                      "--data": data, "--max-changes": max_changes, "--measure": measure,
                      "--confirm": None if confirm is None else ",".join(_names(confirm)), "--adapt": adapt,
                      "--games": games, "--seed": seed, "--time": None if seconds is None else f"{seconds}s"})
    _play(words + _launch(out, threads, force, resume), out, progress, callback)
    return Results(out)


def report(folder: _Path, *, force: bool = False, ask: str | Iterable[str] = (), out: _Path | None = None) -> Path:
    """Writes the report of a results folder, or of a folder of shards or runs. Returns the path of its Markdown page,
    which notebooks display.

    The function also writes `report.html`, `report.json` and `effects.csv` to the same folder. `ask` lists questions of
    `portolan report --help`. `out` sets another path, without extension. `force` replaces an existing report.
    """
    asked = [ask] if isinstance(ask, str) else list(ask)
    words = ["report", str(folder), *_valued({"--ask": ",".join(asked) or None, "--out": out})]
    _output(words + _given({"--force": force}))
    # The report of a folder of runs is an index.
    stems = [Path(out)] if out is not None else [Path(folder) / "report", Path(folder) / "index"]
    pages = [stem.with_name(f"{stem.name}.md") for stem in stems]
    return _Page(next((page for page in pages if page.is_file()), pages[0]))


def export(folder: _Path, out: _Path, table: str = "games", *, force: bool = False) -> Path:
    """Writes a table of a finished run to a file and returns its path. The extension sets the format: csv, json or md."""
    forms = {".csv": "csv", ".json": "json", ".md": "markdown"}
    form = forms.get(Path(out).suffix.lower())
    if form is None:
        raise ValueError(f"{out}: expected a name that ends with {', '.join(forms)}")
    _output(["export", str(folder), "--format", form, "--table", table, "--out", str(out), *_given({"--force": force})])
    return Path(out)


def load(folder: _Path, table: str = "games", library: str | None = None) -> Any:
    """Returns a table of a results folder, such as "games", "summary" or "events", as a data frame. "totals" and
    "conditions" are the rows of "summary" for all seats: of the whole run, and of each condition.

    `library` is "polars" or "pandas" (default: the first that is installed). Names remain text, even if they look like
    numbers or missing values (`0100`, `null`); only empty cells are missing. The function also reads compressed tables.

    For a folder of shards, the table contains the rows of all shards and the column `shard` with their index. A warning
    lists missing and unfinished shards. For a folder of runs, the column `run` contains the folder of each run.

    The table "effects" contains the estimates of the report. If there is no report newer than the run, they are
    computed, and no file is written.
    """
    if table in ("totals", "conditions"):
        return _part(load(folder, "summary", library), table)
    folder = Path(folder)
    library = _library(library)
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder")
    of_run = _run_of(folder)
    if of_run is not None:
        _warn_of_the_rest(of_run)
        return _frame(_table(folder, of_run, table), table, library)
    shards = _shards(folder)
    if shards and table == "effects":
        return _frame(_effects(folder, [folder]), table, library)
    own = _file(folder, table)
    if own is not None:
        return _frame(own, table, library)
    found: list[tuple[str, int | str, Path]] = [("shard", index, part) for index, part in shards]
    if not shards:
        parts = sorted({path.parent for path in folder.rglob("manifest.toml")})
        found = [("run", part.relative_to(folder).as_posix(), part) for part in parts]
    frames = []
    for column, name, part in found:
        if table != "effects" and not _file(part, table):
            continue
        frames.append(_named(_frame(_table(part, part, table), table, library), column, name, library))
    if not frames:
        raise _no_table(folder, table, [part for _, _, part in found] or [folder])
    return _together(frames, library)


def _part(summary: Any, part: str) -> Any:
    """Returns the rows of a summary for all seats that belong to the whole run or to conditions."""
    is_pandas = hasattr(summary, "iloc")
    missing = {name: summary[name].isna() if is_pandas else summary[name].is_null() for name in ("seat", "cell")}
    wanted = missing["seat"] & (missing["cell"] if part == "totals" else ~missing["cell"])
    return summary[wanted].reset_index(drop=True) if is_pandas else summary.filter(wanted)


def _opened(path: Path) -> IO[str]:
    """Opens a table, which may be compressed."""
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="")
    return open(path, encoding="utf-8", newline="")


def _run_of(folder: Path) -> Path | None:
    """Returns the folder of the run: `folder` itself, or `games` in the folder of a trial; None if there is no run."""
    for run_folder in (folder, folder / "games"):
        if (run_folder / "manifest.toml").is_file() and (run_folder == folder or (folder / "experiment.toml").is_file()):
            return run_folder
    return None


def _shards(folder: Path) -> list[tuple[int, Path]]:
    """Returns pairs of index and folder for all complete shards; an empty list if the folders are not shards of one
    run.
    """
    parts = [path.parent for path in folder.glob("*/manifest.toml")]
    try:
        records = [(manifest(part), part) for part in parts]
    except ValueError:
        # The function that reads this manifest reports the error.
        return []
    found = [(one, part) for one, part in records if one is not None and one["shard"] is not None]
    if not found or len(found) < len(records):
        return []
    found.sort(key=lambda one: one[0]["shard"])
    count = found[0][0]["shard"][1]
    for one, part in found:
        if one["experiment"] != found[0][0]["experiment"] or one["shard"][1] != count:
            raise ValueError(f"{part} is a shard of another run than {found[0][1]}")
    numbers = [one["shard"][0] for one, _ in found]
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise ValueError(f"{folder} holds shard {twice} more than once")
    ready = [(one["shard"][0], part) for one, part in found if one["status"] == "complete"]
    if len(ready) < count:
        warnings.warn(f"{folder}: {len(ready)} of {count} shards are complete; the others are left out", stacklevel=3)
    return ready


def _warn_of_the_rest(folder: Path) -> None:
    """Warns if a run was stopped, because its tables are incomplete."""
    try:
        record = manifest(folder)
    except ValueError:
        # The manifest belongs to a training or was edited. The function that reads the folder reports it.
        return
    if record is not None and record["status"] == "stopped":
        done, planned = record["games_done"], record["games_planned"]
        warnings.warn(f"{folder} was stopped after {done} of {planned} games; resume=True continues it", stacklevel=3)


def _file(folder: Path, table: str) -> Path | None:
    """Returns the file of a table, or None if there is none."""
    found = (folder / f"{table}.csv", folder / f"{table}.csv.gz")
    return next((path for path in found if path.is_file()), None)


def _table(folder: Path, of_run: Path, table: str) -> Path | bytes:
    """Returns the file of a table of a run or trial, or its content as bytes."""
    if table == "effects":
        return _effects(of_run, [folder, of_run])
    path = _file(of_run, table) or _file(folder, table)
    if path is None:
        raise _no_table(folder, table, [of_run])
    return path


def _effects(of_run: Path, places: Iterable[Path]) -> Path | bytes:
    """Returns the file of current estimates, or newly computed estimates as bytes."""
    manifests = [of_run / "manifest.toml", *of_run.glob("*/manifest.toml")]
    ended = max((path.stat().st_mtime for path in manifests if path.is_file()), default=0)
    for place in places:
        there = place / "effects.csv"
        if there.is_file() and there.stat().st_mtime >= ended:
            return there
    return _output(["export", str(of_run), "--table", "effects", "--format", "csv"])


def _no_table(folder: Path, table: str, parts: Iterable[Path]) -> FileNotFoundError:
    files = [path.name.removesuffix(".gz") for part in parts for path in part.glob("*.csv*")]
    tables = sorted({name.removesuffix(".csv") for name in files if name.endswith(".csv")})
    unfinished = any((part / f"{table}.csv.partial").is_file() for part in parts)
    why = "the run is unfinished: resume=True continues it; " if unfinished else ""
    return FileNotFoundError(f"{folder} has no table {table!r}; {why}tables: {', '.join(tables) or 'none'}")


def _frame(source: Path | bytes, table: str, library: str) -> Any:
    """Returns a table from a file or bytes as a data frame with the types of its columns."""
    if isinstance(source, bytes):
        readable: Path | io.BytesIO = io.BytesIO(source)
        first = source.partition(b"\n")[0].decode()
    else:
        readable = source
        with _opened(source) as opened:
            first = opened.readline()
    header: list[str] = next(csv.reader(io.StringIO(first)), [])
    kinds = dict(zip(header, column_kinds(table, header)))
    if library == "polars":
        import polars

        classes = {"text": polars.String, "whole": polars.Int64, "fraction": polars.Float64}
        types = {name: classes[kind] for name, kind in kinds.items() if kind}
        return polars.read_csv(readable, schema_overrides=types, infer_schema_length=None)
    import pandas  # type: ignore[import-untyped, unused-ignore]

    # Integers of a summary can be missing, which needs the nullable type; tables of games have no missing integers.
    whole = "int64" if table in ("games", "events", "programs", "crashes") else "Int64"
    words = {"text": "str", "whole": whole, "fraction": "float64"}
    dtypes = {name: words[kind] for name, kind in kinds.items() if kind}
    return pandas.read_csv(readable, dtype=dtypes, keep_default_na=False, na_values=[""])


def _named(frame: Any, column: str, name: int | str, library: str) -> Any:
    if library == "polars":
        import polars

        return frame.with_columns(polars.lit(name).alias(column))
    return frame.assign(**{column: name})


def _together(frames: list[Any], library: str) -> Any:
    if library == "polars":
        import polars

        return polars.concat(frames, how="diagonal_relaxed")
    import pandas

    return pandas.concat(frames, ignore_index=True)


def _library(wanted: str | None) -> str:
    if wanted not in (None, "polars", "pandas"):
        raise ValueError(f"library={wanted!r}: expected 'polars' or 'pandas'")
    for name in [wanted] if wanted else ["polars", "pandas"]:
        try:
            __import__(name)
            return name
        except ImportError:
            pass
    raise ImportError(f"load() needs {wanted or 'polars or pandas'}: pip install 'portolan[polars]'")


def _text(value: object) -> str:
    """Formats a value for the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _valued(options: Mapping[str, object]) -> list[str]:
    return [word for option, value in options.items() if value is not None for word in (option, str(value))]


def _given(options: Mapping[str, bool]) -> list[str]:
    return [option for option, given in options.items() if given]


def _settings(option: str, settings: _Settings | None) -> list[str]:
    return [word for name, value in (settings or {}).items() for word in (option, f"{name}={_text(value)}")]


def _bots(bots: _Path | Iterable[_Path] | None) -> list[str]:
    if bots is None:
        return []
    names = [str(bot) for bot in ([bots] if isinstance(bots, (str, os.PathLike)) else bots)]
    if not isinstance(bots, str) and any("," in name for name in names):
        raise ValueError(f"bots={names}: a name or path with a comma cannot be passed on; rename the file")
    return ["--bots", ",".join(names)]


def _names(bots: _Path | Iterable[_Path]) -> list[str]:
    """Returns bots as a list of names and absolute paths."""
    several = bots.split(",") if isinstance(bots, str) else [bots] if isinstance(bots, os.PathLike) else bots
    return [str(Path(bot).resolve()) if Path(bot).is_file() else str(bot) for bot in several]


def _launch(out: _Path, threads: int | None, force: bool, resume: bool) -> list[str]:
    return _valued({"--out": out, "--threads": threads}) + _given({"--force": force, "--resume": resume})


def _command(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "portolan", *words]


def _environment() -> dict[str, str]:
    """Returns the environment for the program. Jupyter forces colours, which would put escape codes into messages."""
    forced = ("CLICOLOR_FORCE", "FORCE_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in forced}
    return kept | {"NO_COLOR": "1", "PORTOLAN_PROGRESS": "json"}


def _failed(said: str, code: int) -> RunFailed:
    """Returns the error for a failed command. Its message is the output from "error: " on, with the names of arguments in
    place of options.
    """
    def argument(found: re.Match[str]) -> str:
        name = found[1].replace("-", "_")
        return f"{name}=True" if name in _FLAGS else _RENAMED.get(name, name)

    message = re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", argument, said[max(said.find("error: "), 0):].strip())
    return RunFailed(message or f"exit code {code}", code)


def _output(words: list[str]) -> bytes:
    """Returns the standard output of a command."""
    done = subprocess.run(
        _command(words), capture_output=True, check=False, stdin=subprocess.DEVNULL, env=_environment()
    )
    if done.returncode != 0:
        raise _failed(done.stderr.decode(errors="replace"), done.returncode)
    return done.stdout


def _play(words: list[str], out: _Path, progress: bool, callback: Callable[[int, int], object] | None) -> None:
    """Runs a command that plays, and reports its progress."""
    # The terminal and Jupyter send an interrupt to the whole process group. In a group of its own, the program receives only
    # the signal of `_stop`.
    alone: dict[str, Any] = {"start_new_session": True}
    if os.name == "nt":
        alone = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    process = subprocess.Popen(
        _command(words), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace", env=_environment(), **alone,
    )
    # Polars restarts system calls after an interrupt. Python notices an interrupt only after a wait with a timeout.
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process.stderr, lines), daemon=True)
    said: list[str] = []
    bar: Any = None
    try:
        reader.start()
        if progress:
            from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]

            bar = tqdm(unit="game", leave=True)
        while True:
            try:
                line = lines.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                continue
            if line is None:
                break
            if not line.startswith('{"done":'):
                said.append(line)
                if bar is not None:
                    bar.write(line, file=sys.stderr, end="")
                continue
            at = json.loads(line)
            if bar is not None:
                bar.total, bar.unit = at["planned"], at["unit"]
                bar.set_postfix_str(at["interim"], refresh=False)
                bar.update(at["done"] - bar.n)
            if callback is not None:
                callback(at["done"], at["planned"])
        code = process.wait()
        folder = _run_of(Path(out)) if code == 0 else None
        # A short run ends before it reports its progress.
        if folder is not None:
            record = manifest(folder) or {}
            if bar is not None:
                bar.total = record["games_done"]
                bar.update(bar.total - bar.n)
            if callback is not None:
                callback(record["games_done"], record["games_planned"])
    except BaseException:
        _stop(process)
        raise
    finally:
        reader.join(timeout=1)
        if bar is not None:
            bar.close()
    if code != 0:
        raise _failed("".join(said), code)


def _read(stream: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Puts the lines of a stream into a queue, and None at its end."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _stop(process: subprocess.Popen[str]) -> None:
    """Stops a run after its current games. A further interrupt stops it at once."""
    # The second signal ends the program without its current games.
    for seconds in (_TO_END, 5):
        try:
            if process.poll() is None:
                # Windows has this signal for process groups.
                process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
            process.wait(timeout=seconds)
            return
        except (KeyboardInterrupt, subprocess.TimeoutExpired):
            continue
    process.kill()
    process.wait()
