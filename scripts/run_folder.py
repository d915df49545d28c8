"""What a results folder holds, for the scripts beside this file: its manifest and the rows of its tables,
plain or compressed, of one folder or of a folder of shards (DIR/shard=1, DIR/shard=2 …) as if they had
been merged."""

import csv
import gzip
import sys
import tomllib


def manifests(run):
    """By folder, in the order of their games: what each says of itself."""
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
    """The rows of a table, such as games, as dictionaries of texts."""
    for folder, manifest in manifests(run).items():
        names = {file["name"] for file in manifest["file"]}
        name = next((name for name in [f"{table}.csv", f"{table}.csv.gz"] if name in names), None)
        if name is None:
            sys.exit(f"error: the manifest in {folder} tells of no table {table}")
        read = gzip.open if name.endswith(".gz") else open
        with read(folder / name, "rt", newline="") as file:
            yield from csv.DictReader(file)


def score_categories(run):
    """Names of the score categories."""
    return next(iter(manifests(run).values()))["score_categories"]


def cell_names(run):
    """By number: what sets a cell apart; nothing for a run without cells."""
    path = next(iter(manifests(run))) / "cells.csv"
    if not path.is_file():
        return {}
    with path.open(newline="") as file:
        return {int(row["cell"]): row["name"] for row in csv.DictReader(file)}
