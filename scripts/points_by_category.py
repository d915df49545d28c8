#!/usr/bin/env python3
"""Prints mean points by category for every bot of a run, as a Markdown table.

Two bots differ significantly if their means differ by more than the sum of both half-widths. These are half-widths of
95 % intervals of deal-group means, because the games of a deal group share a deal.
"""

import argparse
import math
from collections import defaultdict
from pathlib import Path

from run_folder import rows, score_categories


def block_means(run):
    """Returns the means by category over the games of each deal, for every bot."""
    sums = defaultdict(lambda: defaultdict(float))
    games = defaultdict(int)
    categories = ["score", *score_categories(run)]
    for row in rows(run, "games"):
        block = (row["bot"], row["seed"])
        games[block] += 1
        for category in categories:
            sums[block][category] += float(row[category])
    means = defaultdict(lambda: defaultdict(list))
    for (bot, seed), total in sums.items():
        for category in categories:
            means[bot][category].append(total[category] / games[bot, seed])
    return categories, means


def interval(values):
    """Returns the mean and the half-width of its 95 % interval (normal approximation for many deal groups)."""
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return mean, math.nan
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, 1.96 * math.sqrt(variance / count)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: scripts/points_by_category.py results/best-plan",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, help="results folder of a run, or a folder of its shards")
    categories, means = block_means(parser.parse_args().run)
    bots = list(means)
    print("| category | " + " | ".join(bots) + " |")
    print("| --- |" + " ---: |" * len(bots))
    for category in categories:
        cells = ["{:.1f} ± {:.1f}".format(*interval(means[bot][category])) for bot in bots]
        print(f"| {category} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
