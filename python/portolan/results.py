"""Experiments from Python: running them, and their tables."""

import gzip
import subprocess
import sys
from pathlib import Path


class RunFailed(RuntimeError):
    """An experiment that did not run to its end. `code` is the exit code of the program."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def run(experiment, *, out, games=None, seed=None, threads=None, force=False, resume=False,
        allow_programs=False):
    """Runs an experiment, a file or a name of `portolan experiments`; returns its results folder.

    It runs in a process of its own, so that an interrupt ends it and what is written can be resumed. `out` is the
    results folder. `allow_programs` gives leave to start the programs that bot
    files name. Raises RunFailed with what the program said.
    """
    words = [sys.executable, "-m", "portolan", "run", str(experiment), "--quiet"]
    for option, value in [("--out", out), ("--games", games), ("--seed", seed), ("--threads", threads)]:
        if value is not None:
            words += [option, str(value)]
    for option, given in [("--force", force), ("--resume", resume), ("--allow-programs", allow_programs)]:
        if given:
            words.append(option)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailed(done.stderr.strip() or f"exit code {done.returncode}", done.returncode)
    return Path(out)


def report(folder):
    """Writes `report.md` and `report.html` into a results folder; returns the path of the first."""
    words = [sys.executable, "-m", "portolan", "report", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailed(done.stderr.strip(), done.returncode)
    return Path(folder) / "report.md"


def load(folder, table="games", library=None):
    """A table of a results folder, such as "games", "summary" or "events", as a data frame.

    `library` is "polars" or "pandas"; the first of them that is installed if left out. Compressed tables are read, too.
    """
    folder = Path(folder)
    found = [path for path in (folder / f"{table}.csv", folder / f"{table}.csv.gz") if path.is_file()]
    if not found:
        tables = sorted({path.name.split(".csv")[0] for path in folder.glob("*.csv*")})
        raise FileNotFoundError(f"{folder} has no table {table!r}; tables: {', '.join(tables) or 'none'}")
    opened = gzip.open if found[0].suffix == ".gz" else open
    with opened(found[0], "rb") as source:
        if _library(library) == "polars":
            import polars

            return polars.read_csv(source, infer_schema_length=None)
        import pandas

        return pandas.read_csv(source)


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
