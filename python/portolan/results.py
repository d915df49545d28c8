"""Experiments from Python: running them, and their tables."""

import csv
import gzip
import io
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping
from pathlib import Path

from ._portolan import column_kinds, manifest

# How the program shows where its stderr is no terminal how far it is.
_STANDING = re.compile(r"([\d,]+) of ([\d,]+) \w+s, ")
# Seconds that an interrupted run has to finish the games under way.
_TO_END = 60
# Seconds between two looks at whether there is an interrupt.
_LOOK_EVERY = 0.2


class RunFailed(RuntimeError):
    """A command of the program that did not succeed. `code` is its exit code."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def run(experiment, *, out=None, bots=None, players=None, games=None, seed=None, settings=None, data=None, threads=None,
        force=False, resume=False, compress=False, parquet=False, allow_programs=False, progress=False, callback=None):
    """Runs an experiment, a file or a name of `portolan experiments`; returns its results folder.

    `out` is that folder, `results/NAME` if left out. `bots` (names or bot files), `players`, `games`, `seed`, `settings`
    (rule options, such as `{"legacy": "L1,L4"}`) and `data` (a folder or file of changes) replace what the experiment says.
    `compress` and `parquet` say how tables are written. `allow_programs` gives leave to start the programs that bot files
    name. `force` replaces the run that the folder holds, `resume` continues it.

    `progress=True` shows on stderr how far it is. `callback(done, planned)` is called with numbers of games every few
    seconds and at the end; what it raises stops the run.

    The run is a process of its own. An interrupt stops it after the games under way, and `resume=True` continues it.
    Raises RunFailed with what the program said.
    """
    if out is None:
        out = Path("results") / (Path(experiment).stem if str(experiment).endswith(".toml") else str(experiment))
    words = ["run", str(experiment), *_bots(bots), *_settings("--set", settings)]
    words += _valued({"--players": players, "--games": games, "--seed": seed, "--data": data})
    words += _launch(out, threads, force, resume)
    words += _given({"--compress": compress, "--parquet": parquet, "--allow-programs": allow_programs})
    _play(words, progress, callback)
    if callback is not None:
        record = manifest(out)
        callback(record["games_done"], record["games_planned"])
    return Path(out)


def try_change(game, changes=None, *, out, cards=None, buildings=None, tiles=None, quests=None, rows=None, settings=None,
               before=None, data=None, players=None, bot=None, games=None, seconds=None, seed=None, points=None, wins=None,
               threads=None, force=False, resume=False, allow_programs=False, progress=False, callback=None):
    """Tries a change of a game, as `portolan try` does: before against after on the same deals.

        >>> portolan.try_change("maracaibo", cards={"A055": {"cost": 9}}, out="results/cheaper", games=400)

    `cards`, `buildings`, `tiles`, `quests` and `rows` have by id or name what columns change to. `settings` are rule options
    that change, `before` those that hold before and after. `changes` is a file of changes instead. `bot` plays every seat
    (default: net) for `seconds` at most (default: 90), or for `games` before and after. Differences below `points` and `wins`
    are treated as none. The rest is as in `run()`.

    Returns `out`, with `report.html`, `effects.csv` and, in `games`, the run: `load(out, "effects")`, `load(out)`.
    """
    words = ["try", str(game)] + ([] if changes is None else [str(changes)])
    for option, changed in [("--card", cards), ("--building", buildings), ("--tile", tiles), ("--quest", quests),
                            ("--row", rows)]:
        for row, cells in (changed or {}).items():
            if not isinstance(cells, Mapping) or not cells:
                raise ValueError(f"{option[2:]} {row}: expected columns and values, such as {{'cost': 9}}, not {cells!r}")
            words += [option, str(row), *(f"{column}={_text(value)}" for column, value in cells.items())]
    words += _settings("--set", settings) + _settings("--with", before)
    words += _valued({"--data": data, "--players": players, "--bot": bot, "--games": games, "--seed": seed,
                      "--points": points, "--wins": wins, "--time": None if seconds is None else f"{seconds}s"})
    words += _launch(out, threads, force, resume) + _given({"--allow-programs": allow_programs})
    _play(words, progress, callback)
    return Path(out)


def report(folder, *, force=False, ask=(), out=None):
    """Writes the report of a results folder, or of a folder of shards or of runs; returns the path of its Markdown page.

    Beside it are `report.html`, `report.json` and `effects.csv`. `ask` are questions of `portolan report --help`; `out` is
    another path, without its ending. `force` replaces a report that is there.
    """
    asked = [ask] if isinstance(ask, str) else list(ask)
    words = ["report", str(folder), *_valued({"--ask": ",".join(asked) or None, "--out": out})]
    _output(words + _given({"--force": force}))
    # The report of a folder of runs is an index.
    stems = [Path(out)] if out is not None else [Path(folder) / "report", Path(folder) / "index"]
    pages = [stem.with_name(f"{stem.name}.md") for stem in stems]
    return next((page for page in pages if page.is_file()), pages[0])


def export(folder, out, table="games", *, force=False):
    """Writes a table of a finished run into a file of the form that its name ends with: csv, json, md or parquet."""
    forms = {".csv": "csv", ".json": "json", ".md": "markdown", ".parquet": "parquet"}
    form = forms.get(Path(out).suffix.lower())
    if form is None:
        raise ValueError(f"{out}: expected a name that ends with {', '.join(forms)}")
    _output(["export", str(folder), "--format", form, "--table", table, "--out", str(out), *_given({"--force": force})])
    return Path(out)


def load(folder, table="games", library=None):
    """A table of a results folder, such as "games", "summary" or "events", as a data frame.

    `library` is "polars" or "pandas"; the first of them that is installed if left out. Names stay text, whatever they look
    like (`0100`, `null`); only an empty cell is missing. Compressed tables are read, too.

    Of a folder of shards the rows of all shards follow each other, with their number in the column `shard`; a shard that is
    missing or unfinished is warned of. Of a folder of runs they have the folder of their run in the column `run`.

    "effects", the estimates of the report, are those of the report that is there, if it is newer than the run; otherwise
    they are computed, and nothing is written.
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
    if _file(folder, table):
        return _frame(_file(folder, table), table, library)
    if shards:
        found = [("shard", index, part) for index, part in shards]
    else:
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


def _run_of(folder):
    """The folder of the run: this one, or that of a trial; None if there is none."""
    for run_folder in (folder, folder / "games"):
        if (run_folder / "manifest.toml").is_file() and (run_folder == folder or (folder / "experiment.toml").is_file()):
            return run_folder
    return None


def _shards(folder):
    """By number, the shards in the folder that can be read; nothing if its folders are no shards of one run."""
    parts = [path.parent for path in folder.glob("*/manifest.toml")]
    try:
        found = [(manifest(part), part) for part in parts]
    except ValueError:
        # A manifest of another kind, or one that was changed: that is said where it is read.
        return []
    if not found or any(one is None or one["shard"] is None for one, _ in found):
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


def _warn_of_the_rest(folder):
    """Says of a run that was stopped that its tables do not have all of it."""
    try:
        record = manifest(folder)
    except ValueError:
        # Of a training, or changed: what is read of it says so.
        return
    if record is not None and record["status"] == "stopped":
        done, planned = record["games_done"], record["games_planned"]
        warnings.warn(f"{folder} was stopped after {done} of {planned} games; resume=True continues it", stacklevel=3)


def _file(folder, table):
    """The file of a table; None if there is none."""
    found = (folder / f"{table}.csv", folder / f"{table}.csv.gz")
    return next((path for path in found if path.is_file()), None)


def _table(folder, of_run, table):
    """The file of a table of a run, which may be that of a trial, or its bytes."""
    if table == "effects":
        return _effects(of_run, [folder, of_run])
    path = _file(of_run, table) or _file(folder, table)
    if path is None:
        raise _no_table(folder, table, [of_run])
    return path


def _effects(of_run, places):
    """The estimates of a report that is there, or else computed."""
    manifests = [of_run / "manifest.toml", *of_run.glob("*/manifest.toml")]
    ended = max((path.stat().st_mtime for path in manifests if path.is_file()), default=0)
    for place in places:
        there = place / "effects.csv"
        if there.is_file() and there.stat().st_mtime >= ended:
            return there
    return _output(["export", str(of_run), "--table", "effects", "--format", "csv"])


def _no_table(folder, table, parts):
    tables = sorted({path.name.split(".csv")[0] for part in parts for path in part.glob("*.csv*")})
    unfinished = any((part / f"{table}.csv.partial").is_file() for part in parts)
    why = "the run is unfinished: resume=True continues it; " if unfinished else ""
    return FileNotFoundError(f"{folder} has no table {table!r}; {why}tables: {', '.join(tables) or 'none'}")


def _frame(source, table, library):
    """A table, a file or bytes, as a data frame with the types that its columns have."""
    if isinstance(source, bytes):
        first, source = source.partition(b"\n")[0], io.BytesIO(source)
    else:
        with (gzip.open if source.suffix == ".gz" else open)(source, "rb") as opened:
            first = opened.readline()
    header = next(csv.reader(io.StringIO(first.decode())), [])
    kinds = dict(zip(header, column_kinds(table, header)))
    if library == "polars":
        import polars

        types = {"text": polars.String, "whole": polars.Int64, "fraction": polars.Float64}
        types = {name: types[kind] for name, kind in kinds.items() if kind}
        return polars.read_csv(source, schema_overrides=types, infer_schema_length=None)
    import pandas

    # A whole number may be missing in a summary; a column of games that may have none has its own type.
    whole = "int64" if table in ("games", "events", "programs", "crashes") else "Int64"
    types = {"text": "str", "whole": whole, "fraction": "float64"}
    types = {name: types[kind] for name, kind in kinds.items() if kind}
    return pandas.read_csv(source, dtype=types, keep_default_na=False, na_values=[""])


def _named(frame, column, name, library):
    if library == "polars":
        import polars

        return frame.with_columns(polars.lit(name).alias(column))
    return frame.assign(**{column: name})


def _together(frames, library):
    if library == "polars":
        import polars

        return polars.concat(frames, how="diagonal_relaxed")
    import pandas

    return pandas.concat(frames, ignore_index=True)


def _library(wanted):
    if wanted not in (None, "polars", "pandas"):
        raise ValueError(f"library={wanted!r}: expected 'polars' or 'pandas'")
    for name in [wanted] if wanted else ["polars", "pandas"]:
        try:
            __import__(name)
            return name
        except ImportError:
            pass
    raise ImportError(f"load() needs {wanted or 'polars or pandas'}: pip install 'portolan[polars]'")


def _text(value):
    """A value as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _valued(options):
    return [word for option, value in options.items() if value is not None for word in (option, str(value))]


def _given(options):
    return [option for option, given in options.items() if given]


def _settings(option, settings):
    return [word for name, value in (settings or {}).items() for word in (option, f"{name}={_text(value)}")]


def _bots(bots):
    if bots is None:
        return []
    names = [str(bot) for bot in ([bots] if isinstance(bots, (str, os.PathLike)) else bots)]
    if not isinstance(bots, str) and any("," in name for name in names):
        raise ValueError(f"bots={names}: a name or path with a comma cannot be passed on; rename the file")
    return ["--bots", ",".join(names)]


def _launch(out, threads, force, resume):
    return _valued({"--out": out, "--threads": threads}) + _given({"--force": force, "--resume": resume})


def _command(words):
    return [sys.executable, "-m", "portolan", *words]


def _failed(said, code):
    """What went wrong: from the line that says so on, without what was said before."""
    at = said.find("error: ")
    return RunFailed(said[max(at, 0):].strip() or f"exit code {code}", code)


def _output(words):
    """What a command prints."""
    done = subprocess.run(_command(words), capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise _failed(done.stderr.decode(errors="replace"), done.returncode)
    return done.stdout


def _play(words, progress, callback):
    """Carries out a command that plays, and shows how far it is."""
    quiet = [] if progress or callback else ["--quiet"]
    process = subprocess.Popen(
        _command(words + quiet), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace",
    )
    # Polars has system calls go on after an interrupt: only a wait that ends by itself lets Python notice one.
    lines = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process.stderr, lines), daemon=True)
    reader.start()
    said = []
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
            if progress:
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


def _read(stream, lines):
    """Hands on the lines of a stream, and None at its end."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _stop(process, has_signal):
    """Ends a run after the games under way. It has the signal of a terminal already; a second one would end it at once."""
    if not has_signal and process.poll() is None:
        process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
    try:
        process.wait(timeout=_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
