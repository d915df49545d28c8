#!/usr/bin/env python3
"""Prints the mean of a column of games.csv by condition, and differences from the first condition, as Markdown.

`--column lead` is the score minus the best other score. To compare seats with one bot in every seat, use
`portolan report`. All conditions of a study play the same deals, and the differences are paired by deal. All intervals
are 95 % intervals of deal-group means, because the games of a deal group share a deal.
"""

import argparse
import math
import sys
from collections import defaultdict
from functools import cache
from itertools import groupby
from pathlib import Path

from run_folder import cell_names, rows


def block_means(run, column, bot):
    """Returns the mean of the column by condition and deal, over the rows of the selected bot."""
    values = defaultdict(lambda: defaultdict(list))
    # The rows of a game are consecutive.
    for _, game in groupby(rows(run, "games"), key=lambda row: row["game_id"]):
        game = list(game)
        for row in game:
            # The name of a bot with changed parameters is `name(parameter=value)`.
            if bot is not None and bot not in (row["bot"], row["bot"].partition("(")[0]):
                continue
            if column == "lead":
                others = [float(other["score"]) for other in game if other is not row]
                if not others:
                    sys.exit(f"error: {run}: nobody else plays, so there is no lead")
                value = float(row["score"]) - max(others)
            else:
                value = float(row[column])
            values[int(row["cell"])][row["seed"]].append(value)
    return {
        cell: {deal: math.fsum(games) / len(games) for deal, games in deals.items()}
        for cell, deals in values.items()
    }


@cache
def student(freedom):
    """Returns the half-width of a 95 % interval in standard errors: the 97.5 % quantile of Student's t distribution."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    scale /= math.sqrt(freedom * math.pi)
    step, quantile, area = 1e-3, 0.0, 0.0
    while area < 0.475:
        # Integrate with the midpoint rule.
        middle = quantile + step / 2
        area += step * scale * (1 + middle * middle / freedom) ** (-(freedom + 1) / 2)
        quantile += step
    return quantile


def interval(values):
    """Returns the mean and the half-width of its 95 % interval."""
    values = list(values)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, math.nan
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, student(len(values) - 1) * math.sqrt(variance / len(values))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="results folder of a study with conditions")
    parser.add_argument("--column", default="win", help="column of games.csv (default: win)")
    parser.add_argument("--bot", help="only this bot, with any parameters")
    parser.add_argument(
        "--before", action="store_true", help="compare each condition with the previous one"
    )
    arguments = parser.parse_args()
    names = cell_names(arguments.run)
    if not names:
        sys.exit(f"error: {arguments.run}: a run of one line-up has no cells to compare")
    try:
        cells = block_means(arguments.run, arguments.column, arguments.bot)
    except KeyError as error:
        sys.exit(f"error: {arguments.run}: games.csv has no column {error}")
    except ValueError as error:
        sys.exit(f"error: {arguments.run}: {arguments.column} is no column of numbers: {error}")
    if 1 not in cells:
        sys.exit(f"error: {arguments.run}: no row of that bot in the first cell")
    other = "one before" if arguments.before else "first"
    print(f"| cell | {arguments.column} | difference to the {other} |")
    print("| --- | ---: | ---: |")
    for cell, deals in sorted(cells.items()):
        mean, half = interval(deals.values())
        line = f"| {names[cell]} | {mean:.3f} ± {half:.3f} |"
        if cell > 1:
            reference = cells.get(cell - 1, {}) if arguments.before else cells[1]
            shared = [deal for deal in deals if deal in reference]
            if not shared:
                sys.exit(f"error: {arguments.run}: cell {cell} has no deal to compare")
            mean, half = interval(deals[deal] - reference[deal] for deal in shared)
            line += f" {mean:+.3f} ± {half:.3f} |"
        else:
            line += " |"
        print(line)


if __name__ == "__main__":
    main()
