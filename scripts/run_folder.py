"""Access to results folders, for the scripts in this folder: the manifest and the rows of its tables.

Tables can be plain or compressed. A folder of shards (DIR/shard=1, DIR/shard=2 …) is read like a merged folder.
"""

import csv
import gzip
import sys
import tomllib


def manifests(run):
    """Returns the manifest of each folder by path, in the order of their games."""
    paths = [run / "manifest.toml"]
    if not paths[0].is_file():
        paths = list(run.glob("*/manifest.toml"))
    found = {path.parent: tomllib.loads(path.read_text()) for path in paths}
    if not found:
        sys.exit(f"error: {run} holds neither manifest.toml nor shards; give the folder of a run")
    for folder, manifest in found.items():
        if manifest["status"] == "running":
            sys.exit(f"error: {folder} is unfinished: its tables are incomplete; continue it with --resume")
    return dict(sorted(found.items(), key=lambda pair: pair[1].get("shard", {}).get("index", 0)))


def rows(run, table):
    """Yields the rows of a table, such as games, as dictionaries of strings."""
    for folder, manifest in manifests(run).items():
        names = {file["name"] for file in manifest["file"]}
        name = next((name for name in [f"{table}.csv", f"{table}.csv.gz"] if name in names), None)
        if name is None:
            sys.exit(f"error: the manifest in {folder} tells of no table {table}")
        read = gzip.open if name.endswith(".gz") else open
        with read(folder / name, "rt", newline="") as file:
            yield from csv.DictReader(file)


def score_categories(run):
    """Returns the names of the score categories."""
    return next(iter(manifests(run).values()))["score_categories"]


def cell_names(run):
    """Returns the name of each condition by number; an empty dictionary for a run without conditions."""
    path = next(iter(manifests(run))) / "cells.csv"
    if not path.is_file():
        return {}
    with path.open(newline="") as file:
        return {int(row["cell"]): row["name"] for row in csv.DictReader(file)}
