"""Functions that run experiments and load their tables."""

import csv
import gzip
import html
import io
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
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from ._portolan import column_kinds, manifest

_Path: TypeAlias = str | os.PathLike[str]
_Settings: TypeAlias = Mapping[str, str | int | float | bool]
# Changed columns by row.
_Rows: TypeAlias = Mapping[str, _Settings]

# Format of the progress lines on stderr if it is not a terminal.
_STANDING = re.compile(r"([\d,]+) of ([\d,]+) \w+s, ")
# Seconds that an interrupted run may take to finish its current games.
_TO_END = 60
# Seconds between checks for an interrupt.
_LOOK_EVERY = 0.2


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


class _Shown(_SomePath):
    """A path whose content notebooks display."""

    def __repr__(self) -> str:
        return f"{_SomePath.__name__}({self.as_posix()!r})"


class _Folder(_Shown):
    """A results folder, displayed as its summary."""

    def _repr_html_(self) -> str | None:
        folder = _run_of(self)
        path = None if folder is None else _file(folder, "summary")
        if path is None:
            return None
        with _opened(path) as opened:
            rows = [row for row in csv.DictReader(opened) if not row["seat"]]
        columns = {"condition": [row["cell"] or "all" for row in rows] if any(row["cell"] for row in rows) else [],
                   "bot": [row["bot"] for row in rows], "games": [row["games"] for row in rows],
                   "mean score": [_interval(row, "score_mean", "score", 1) for row in rows],
                   "wins": [_interval(row, "win_rate", "win", 100) for row in rows],
                   "rating": [_interval(row, "rating", "rating", 1) for row in rows]}
        shown = {name: cells for name, cells in columns.items() if any(cells)}
        lines = [f"<tr>{''.join(f'<th>{name}</th>' for name in shown)}</tr>"]
        for cells in zip(*shown.values()):
            lines.append(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in cells)}</tr>")
        return f"<table><caption>{html.escape(str(self))}</caption>{''.join(lines)}</table>"


class _Page(_Shown):
    """The Markdown page of a report, displayed as text with tables."""

    def _repr_markdown_(self) -> str | None:
        return self.read_text(encoding="utf-8") if self.suffix == ".md" and self.is_file() else None


def _interval(row: Mapping[str, str], mean: str, ends: str, factor: int) -> str:
    """Formats a mean and its 95 % interval, such as `40.8 % (37.5–44.1)`; an empty string if there is no mean."""
    found = [row.get(key) for key in (mean, f"{ends}_low", f"{ends}_high")]
    value, low, high = (f"{factor * float(number):.1f}" if number else "" for number in found)
    unit = " %" if factor == 100 else ""
    return value and f"{value}{unit}{f' ({low}–{high})' if low and high else ''}"


class _Bar:
    """A progress bar in a notebook."""

    def __init__(self) -> None:
        from IPython import display as notebook  # type: ignore[import-not-found, import-untyped, unused-ignore]

        display: Any = notebook.display
        self._shown = display({"text/html": ""}, raw=True, display_id=True)

    def show(self, done: str, planned: str, line: str) -> None:
        """Displays a number of games and a line of text."""
        bar = f"<progress value='{done.replace(',', '')}' max='{planned.replace(',', '')}'></progress>"
        text = {"text/html": f"{bar} {html.escape(line.strip())}", "text/plain": line.strip()}
        self._shown.update(text, raw=True)

    def end(self, out: _Path) -> None:
        """Displays the number of games of a complete run."""
        folder = _run_of(Path(out))
        record = None if folder is None else manifest(folder)
        done = 1 if record is None else record["games_done"]
        self.show(str(done), str(done), f"{done:,} games")


def _is_notebook() -> bool:
    """Returns True in a Jupyter kernel."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def run(
    experiment: _Path, *, out: _Path | None = None, bots: _Path | Iterable[_Path] | None = None, players: int | None = None,
    games: int | None = None, seed: int | None = None, settings: _Settings | None = None, data: _Path | None = None,
    threads: int | None = None, force: bool = False, resume: bool = False, compress: bool = False,
    allow_programs: bool = False, on_failure: str = "warn", progress: bool = False,
    callback: Callable[[int, int], object] | None = None,
) -> Path:
    """Runs an experiment, given its file or a name that `portolan experiments` lists. Returns the results folder,
    which notebooks display as its summary.

    `out` is the results folder (default: `results/NAME`). `bots` (names or bot files), `players`, `games`, `seed`,
    `settings` (rule options, such as `{"legacy": "L1,L4"}`) and `data` (a folder or file of changes) override the
    experiment. `compress` compresses the tables. `allow_programs` allows bot files to start programs. `force` replaces an
    existing run in the folder, and `resume` continues it. If a program fails in a game, `on_failure` selects a warning with
    the first failure ("warn"), RunFailed ("raise") or neither ("ignore"). The bot file sets what then happens to the game.

    `progress=True` shows the progress on stderr, or as a bar in a notebook. `callback(done, planned)` is called with
    numbers of games every few seconds and at the end; an exception that it raises stops the run.

    The run is a separate process. An interrupt stops it after the current games, and `resume=True` continues it. Raises
    RunFailed with the error message of the program.
    """
    if on_failure not in ("warn", "raise", "ignore"):
        raise ValueError(f"on_failure={on_failure!r}: expected 'warn', 'raise' or 'ignore'")
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
    if callback is not None:
        record = manifest(out) or {}
        callback(record["games_done"], record["games_planned"])
    failures = "" if on_failure == "ignore" else _failures(Path(out))
    if failures and on_failure == "raise":
        raise RunFailed(failures, 1)
    if failures:
        warnings.warn(failures, stacklevel=2)
    return _Folder(out)


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
) -> Path:
    """Compares a changed game with the original on equal deals, as `portolan try` does. Returns `out`.

        >>> portolan.try_change("maracaibo", cards={"A055": {"cost": 9}}, out="results/cheaper", games=400)

    `cards`, `buildings`, `tiles`, `quests` and `rows` map ids or names to the columns that change and their new values.
    `settings` are rule options that change, and `before` are rule options with equal values before and after. `changes`
    is a file of changes. `bot` plays every seat (default: net), and `second`, unless it is "none", half of the deals for
    comparison. `adapt` is the number of rounds in which the bot is first trained on the change. The comparison takes at
    most `seconds` (default: 90) or plays `games` games before and after the change. Differences below `points` and `wins`
    count as negligible. The other parameters are those of `run()`.

    The folder contains `report.html`, `effects.csv` and, in `games`, the run. Load them with `load(out, "effects")` and
    `load(out)`.
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
    return _Folder(out)


def report(folder: _Path, *, force: bool = False, ask: str | Iterable[str] = (), out: _Path | None = None) -> Path:
    """Writes the report of a results folder, or of a folder of shards or runs. Returns the path of its Markdown page,
    which notebooks display.

    The function also writes `report.html`, `report.json` and `effects.csv` to the same folder. `ask` lists questions of
    `portolan report --help`. `out` is another path, without extension. `force` replaces an existing report.
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
    """Returns a table of a results folder, such as "games", "summary" or "events", as a data frame.

    `library` is "polars" or "pandas" (default: the first that is installed). Names remain text, even if they look like
    numbers or missing values (`0100`, `null`); only empty cells are missing. The function also reads compressed tables.

    For a folder of shards, the table contains the rows of all shards and the column `shard` with their index. A warning
    lists missing and unfinished shards. For a folder of runs, the column `run` contains the folder of each run.

    The table "effects" contains the estimates of the report. If there is no report newer than the run, they are
    computed, and no file is written.
    """
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
    tables = sorted({path.name.split(".csv")[0] for part in parts for path in part.glob("*.csv*")})
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


def _launch(out: _Path, threads: int | None, force: bool, resume: bool) -> list[str]:
    return _valued({"--out": out, "--threads": threads}) + _given({"--force": force, "--resume": resume})


def _command(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "portolan", *words]


def _environment() -> dict[str, str]:
    """Returns the environment for the program. Jupyter forces colours, which would put escape codes into messages."""
    forced = ("CLICOLOR_FORCE", "FORCE_COLOR")
    return {name: value for name, value in os.environ.items() if name not in forced} | {"NO_COLOR": "1"}


def _failed(said: str, code: int) -> RunFailed:
    """Returns the error for a failed command. Its message is the output from "error: " on."""
    at = said.find("error: ")
    return RunFailed(said[max(at, 0):].strip() or f"exit code {code}", code)


def _output(words: list[str]) -> bytes:
    """Returns the standard output of a command."""
    done = subprocess.run(
        _command(words), capture_output=True, check=False, stdin=subprocess.DEVNULL, env=_environment()
    )
    if done.returncode != 0:
        raise _failed(done.stderr.decode(errors="replace"), done.returncode)
    return done.stdout


def _play(words: list[str], out: _Path, progress: bool, callback: Callable[[int, int], object] | None) -> None:
    """Runs a command that plays and writes to `out`, and reports its progress."""
    quiet = [] if progress or callback else ["--quiet"]
    process = subprocess.Popen(
        _command(words + quiet), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace", env=_environment(),
    )
    # Polars restarts system calls after an interrupt. Python notices an interrupt only after a wait with a timeout.
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process.stderr, lines), daemon=True)
    reader.start()
    said: list[str] = []
    bar = _Bar() if progress and _is_notebook() else None
    try:
        while True:
            try:
                line = lines.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                continue
            if line is None:
                break
            said.append(line)
            standing = _STANDING.match(line)
            if bar is not None and standing:
                bar.show(standing[1], standing[2], line)
            elif progress:
                print(line, end="", file=sys.stderr, flush=True)
            if standing and callback is not None:
                callback(*(int(number.replace(",", "")) for number in standing.groups()))
        code = process.wait()
    except BaseException as error:
        _stop(process, isinstance(error, KeyboardInterrupt) and sys.stdin is not None and sys.stdin.isatty())
        raise
    finally:
        reader.join(timeout=1)
    if code != 0:
        raise _failed("".join(said), code)
    if bar is not None:
        bar.end(out)


def _read(stream: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Puts the lines of a stream into a queue, and None at its end."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _stop(process: subprocess.Popen[str], has_signal: bool) -> None:
    """Stops a run after its current games. A second signal would stop it immediately, so that a run that has already
    received the signal from the terminal gets no other.
    """
    if not has_signal and process.poll() is None:
        process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
    try:
        process.wait(timeout=_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
