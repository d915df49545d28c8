#!/usr/bin/env python3
"""Prints the frequency of an event of events.csv by item as Markdown.

The table shows the share of games with the event, and compares seats with and without it that have equal bots.
Intervals are 95 % intervals of deal-group means, because the games of a deal group share a deal. A higher win rate of
seats with an item does not show that the item causes wins: leading players can also afford more items.
"""

import argparse
import math
import sys
from collections import defaultdict
from pathlib import Path

from run_folder import rows


def interval(values):
    """Returns the mean and the half-width of its 95 % interval (normal approximation for many deal groups)."""
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, math.nan
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def share(values):
    """Formats a share with its interval in percent."""
    if not values:
        return ""
    mean, half = interval(values)
    return f"{100 * mean:.1f} ± {100 * half:.1f}"


def read_seats(run, cell):
    """Returns the deal of each game, and the bot, win share and score by game and seat."""
    deals, seats = {}, {}
    for row in rows(run, "games"):
        if cell is not None and int(row.get("cell", 1)) != cell:
            continue
        deals[row["game_id"]] = row["seed"]
        seats[row["game_id"], row["seat"]] = (row["bot"], float(row["win"]), float(row["score"]))
    return deals, seats


def read_events(run, event, games):
    """Returns the set of seats with the event, by item."""
    having = defaultdict(set)
    for row in rows(run, "events"):
        if row["event"] == event and row["game_id"] in games:
            having[row["item"]].add((row["game_id"], row["seat"]))
    return having


def by_deal(deals, values):
    """Returns the mean of the values by deal, as a list."""
    sums = defaultdict(list)
    for game, value in values:
        sums[deals[game]].append(value)
    return [math.fsum(values) / len(values) for values in sums.values()]


def difference(deals, seats, having, column):
    """Returns the mean difference between seats with and without the item, compared by bot and deal."""
    values = defaultdict(lambda: ([], []))
    for (game, seat), result in seats.items():
        values[deals[game], result[0]][(game, seat) in having].append(result[column])
    return [
        math.fsum(have) / len(have) - math.fsum(lack) / len(lack)
        for lack, have in values.values()
        if have and lack
    ]


def print_by_bot(deals, seats, having):
    """Prints the share of seats with the item by bot."""
    bots = sorted({bot for bot, _, _ in seats.values()})
    print(f"| item | {' | '.join(bots)} |")
    print(f"| --- |{' ---: |' * len(bots)}")
    for item, owners in sorted(having.items(), key=lambda pair: -len(pair[1])):
        shares = []
        for bot in bots:
            own = (key for key, result in seats.items() if result[0] == bot)
            shares.append(share(by_deal(deals, ((key[0], float(key in owners)) for key in own))))
        print(f"| {item} | {' | '.join(shares)} |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="results folder with events, or a folder of its shards")
    parser.add_argument("event", help="kind of event, such as built")
    parser.add_argument("--cell", type=int, help="only this condition of a study")
    parser.add_argument(
        "--by-bot", action="store_true", help="also print the share of seats with the item by bot"
    )
    arguments = parser.parse_args()
    deals, seats = read_seats(arguments.run, arguments.cell)
    if not deals:
        sys.exit(f"error: {arguments.run}: no games of cell {arguments.cell}")
    having = read_events(arguments.run, arguments.event, deals)
    if not having:
        sys.exit(f"error: {arguments.run}: no event \"{arguments.event}\"")
    if arguments.by_bot:
        print_by_bot(deals, seats, having)
        return
    print("| item | % of games | % of seats | wins, with less without (points) | score, with less without |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for item, owners in sorted(having.items(), key=lambda pair: -len(pair[1])):
        games = {game for game, _ in owners}
        in_games = by_deal(deals, ((game, float(game in games)) for game in deals))
        of_seats = by_deal(deals, ((key[0], float(key in owners)) for key in seats))
        wins = share(difference(deals, seats, owners, 1))
        score = difference(deals, seats, owners, 2)
        score = "{:+.1f} ± {:.1f}".format(*interval(score)) if score else ""
        print(f"| {item} | {share(in_games)} | {share(of_seats)} | {wins} | {score} |")


if __name__ == "__main__":
    main()
