#!/usr/bin/env python3
"""Loads a results folder into polars or duckdb and prints win rates, points and items associated with winning.

Win rates and points are listed by condition if the run has conditions.

Reads games and events as CSV or CSV.gz, from one folder or from a folder of shards (DIR/shard=1, DIR/shard=2
…), like a merged folder. The `# %%` cells work in notebook editors; run as a program, the script prints Markdown
tables. Both libraries give equal tables except for the rounding of the last digit.

Intervals (±) are 95 % intervals of deal-group means, because the games of a deal group share a deal.
"""

# %% Choose a run
import argparse
import importlib.util
import sys
import tomllib
from pathlib import Path

LIBRARIES = ["polars", "duckdb"]
INSTALLED = [name for name in LIBRARIES if importlib.util.find_spec(name)]

parser = argparse.ArgumentParser(
    description=__doc__,
    epilog="example: scripts/load_results.py results/first --library duckdb --event prestige",
    formatter_class=argparse.RawDescriptionHelpFormatter,
)
parser.add_argument("run", type=Path, nargs="?", default=Path("results/first"),
                    help="results folder of a run, or a folder of its shards (default: %(default)s)")
parser.add_argument("--library", choices=LIBRARIES, help="(default: the first that is installed)")
parser.add_argument("--event", default="bought",
                    help="event whose items are compared by win rate (default: %(default)s)")
parser.add_argument("--rows", type=int, default=15,
                    help="maximum number of items to print (default: %(default)s)")
# Notebooks have their own arguments. Change the defaults above instead.
options = parser.parse_args([] if "ipykernel" in sys.modules else None)
library = options.library or next(iter(INSTALLED), None)
if library not in INSTALLED:
    wanted = options.library or " or ".join(LIBRARIES)
    sys.exit(f"error: {wanted} is not installed; pip install -r scripts/requirements.txt, or "
             "pip install one of them: " + ", ".join(LIBRARIES))

# %% List the files of the folder
def number_of(manifest_path):
    """Returns a key that sorts shards by number: shard=10 after shard=2."""
    return tomllib.loads(manifest_path.read_text()).get("shard", {}).get("index", 0)


paths = [options.run / "manifest.toml"]
if not paths[0].is_file():
    paths = sorted(options.run.glob("*/manifest.toml"), key=number_of)
if not paths:
    sys.exit(f"error: {options.run} holds neither manifest.toml nor shards; give the folder of a run")
manifests = {path.parent: tomllib.loads(path.read_text()) for path in paths}
manifest = next(iter(manifests.values()))
for folder, part in manifests.items():
    if part["status"] == "running":
        sys.exit(f"error: {folder} is unfinished: its tables are incomplete; continue it with --resume")
    if part["status"] == "stopped":
        print(f"{folder} was stopped after {part['games_done']} games.", file=sys.stderr)
    if part["experiment"] != manifest["experiment"]:
        sys.exit(f"error: {folder} belongs to a different run than {next(iter(manifests))}")
count = manifest.get("shard", {}).get("count", 1)
if len(manifests) < count:
    print(f"{len(manifests)} of {count} shards are there.", file=sys.stderr)
games_done = sum(part["games_done"] for part in manifests.values())


def tables(name):
    """Returns the files of a table, plain or compressed."""
    for ending in [".csv", ".csv.gz"]:
        found = [[folder / file["name"], file["rows"]] for folder, part in manifests.items()
                 for file in part.get("file", []) if file["name"] == name + ending]
        if len(found) == len(manifests):
            # A table without rows has no types. It is read only if there is no other table.
            return [path for path, rows in found if rows] or [found[0][0]]
    sys.exit(f"error: the manifests in {options.run} tell of no table {name}")


def score_categories(columns):
    """Returns the names of the score categories among the columns of games."""
    after = columns[columns.index("decisions") + 1:]
    return manifest.get("score_categories") or [name for name in after if name not in ["cell", "shard"]]


# CSV readers may guess wrong types from the first rows or from an empty table. Set them for names that look like
# numbers, shares of a win that first appear in later rows, and numbers used in joins.
TEXTS = ["game", "bot", "event", "item"]
NUMBERS = ["game_id", "seed", "players", "seat", "score", "rank", "turns", "decisions", "round", "turn",
           "value", "cell"]
cells_path = next(iter(manifests)) / "cells.csv"
# Results are grouped by condition if the run has conditions; cells.csv describes them.
BY = ["cell", "name", "bot"] if cells_path.is_file() else ["bot"]


# %% Printing
def share(mean, half):
    """Formats a share and the half-width of its interval; a single deal group has no interval."""
    return f"{100 * mean:.1f} %" if half is None else f"{100 * mean:.1f} ± {100 * half:.1f} %"


def points(mean, half):
    return f"{mean:.1f}" if half is None else f"{mean:.1f} ± {half:.1f}"


def show(title, header, rows):
    """Prints a Markdown table."""
    print(f"\n{title}\n\n| {' | '.join(header)} |\n|{' --- |' * len(header)}")
    for row in rows:
        print("| " + " | ".join(str(value).replace("|", "\\|") for value in row) + " |")


# Each result is a list of rows: the grouping columns, then numbers.

# %% Compute the tables with polars
if library == "polars":
    import polars as pl

    def scan(name):
        files = tables(name)
        columns = pl.scan_csv(files[0], infer_schema=False).collect_schema().names()
        types = {text: pl.String for text in TEXTS} | {number: pl.Int64 for number in NUMBERS}
        types = {name: kind for name, kind in (types | {"win": pl.Float64}).items() if name in columns}
        return pl.scan_csv(files, schema_overrides=types)

    games, events = scan("games"), scan("events")
    categories = score_categories(games.collect_schema().names())
    if cells_path.is_file():
        cells = pl.scan_csv(cells_path, schema_overrides={"name": pl.String})
        games = games.join(cells.select("cell", "name"), on="cell")

    def of_blocks(frame, by, columns):
        """Returns the number of deal groups by group, then the mean and half-width of the deal-group means of each
        column.
        """
        blocks = frame.group_by([*by, "seed"]).agg(pl.col(columns).mean())
        figures = [pl.len().alias("blocks")]
        for column in columns:
            half = 1.96 * pl.col(column).std() / pl.len().sqrt()
            figures += [pl.col(column).mean(), half.alias(column + " half")]
        return blocks.group_by(by).agg(figures).sort(by).collect().rows()

    wins = of_blocks(games, BY, ["win"])
    sources = of_blocks(games, BY, ["score", *categories])
    # Count each item once per seat and game, even if the event occurred several times.
    happened = (
        events.filter(pl.col("event") == options.event).select("game_id", "seat", "item").unique()
    )
    items = of_blocks(happened.join(games, on=["game_id", "seat"]), ["item"], ["win"])
    seats = dict(
        happened.group_by("item").agg(pl.len().alias("seats")).collect().rows()
    )

# %% Compute the tables with duckdb
if library == "duckdb":
    import duckdb

    database = duckdb.connect()

    def quoted(name):
        return '"' + name.replace('"', '""') + '"'

    def scan(name):
        files = [str(path) for path in tables(name)]
        # Without union_by_name, duckdb would silently drop columns that are missing in some files.
        columns = database.read_csv(files[0], all_varchar=True).columns
        types = {text: "VARCHAR" for text in TEXTS} | {number: "BIGINT" for number in NUMBERS}
        types = {name: kind for name, kind in (types | {"win": "DOUBLE"}).items() if name in columns}
        return database.read_csv(files, header=True, dtype=types, union_by_name=True,
                                 hive_partitioning=False)

    games, events = scan("games"), scan("events")
    categories = score_categories(games.columns)
    if cells_path.is_file():
        cells = database.read_csv(str(cells_path), header=True, dtype={"name": "VARCHAR"})
        games = games.join(cells.select("cell", "name"), "cell")
    games.create_view("games")
    events.create_view("events")

    def of_blocks(frame, by, columns):
        """Returns the number of deal groups by group, then the mean and half-width of the deal-group means of each
        column.
        """
        keys = ", ".join(map(quoted, by))
        means = ", ".join(f"avg({quoted(column)}) AS {quoted(column)}" for column in columns)
        figures = ", ".join(
            f"avg({quoted(column)}), 1.96 * stddev_samp({quoted(column)}) / sqrt(count(*))"
            for column in columns
        )
        return database.sql(
            f"WITH blocks AS (SELECT {keys}, seed, {means} FROM {frame} GROUP BY {keys}, seed) "
            f"SELECT {keys}, count(*), {figures} FROM blocks GROUP BY {keys} ORDER BY {keys}"
        ).fetchall()

    wins = of_blocks("games", BY, ["win"])
    sources = of_blocks("games", BY, ["score", *categories])
    # Count each item once per seat and game, even if the event occurred several times.
    database.execute(
        "CREATE TEMP TABLE happened AS SELECT DISTINCT game_id, seat, item FROM events "
        "WHERE event = ?",
        [options.event],
    )
    items = of_blocks("happened JOIN games USING (game_id, seat)", ["item"], ["win"])
    seats = dict(database.sql("SELECT item, count(*) FROM happened GROUP BY item").fetchall())

# %% Win rates
width = len(BY)
show(
    f"Win rate in {games_done} games of {manifest['experiment']['game']}",
    [*BY, "blocks", "wins"],
    [[*row[:width + 1], share(*row[width + 1:])] for row in wins],
)

# %% Points by category
names = ["score", *categories]
show(
    "Mean points by category",
    [*BY, *names],
    [
        [*row[:width], *(points(*row[width + 1 + 2 * at:][:2]) for at in range(len(names)))]
        for row in sources
    ],
)

# %% Items associated with winning
# These differences are associations, not effects: leading players can afford more items.
most = sorted(items, key=lambda row: (-seats[row[0]], row[0]))[:options.rows]
if most:
    show(
        f"Items most often {options.event}: who had one won",
        ["item", "seats", "blocks", "wins"],
        [[row[0], seats[row[0]], row[1], share(*row[2:])] for row in most],
    )
else:
    print(f"\nNo event \"{options.event}\" in {options.run}; --event names another.")
