#!/usr/bin/env python3
"""Draws strength against speed: one panel for every game of a CSV file, as SVG on the standard output.

The file has the columns game, player, games_a_second, rating, low, high; ratings are those of a tournament, with 95 %
intervals.
"""

import argparse
import csv
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 110, 34, 44
INK, PALE, MARK = "#222222", "#dddddd", "#1f6fb2"


def read(path):
    """Rows by game, in the order of the file."""
    games = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            numbers = {name: float(row[name]) for name in ("games_a_second", "rating", "low", "high")}
            games.setdefault(row["game"], []).append({"player": row["player"], **numbers})
    return games


def text(x, y, words, anchor="start", size=11, weight="normal"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{INK}">{escape(words)}</text>'
    )


def line(x1, y1, x2, y2, colour, width=1):
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{width}"/>'
    )


def panel(game, rows, x0, y0):
    """One game: speed to the right on a scale of powers of ten, rating upwards."""
    first = math.floor(min(math.log10(row["games_a_second"]) for row in rows))
    last = math.ceil(max(math.log10(row["games_a_second"]) for row in rows))
    step = 200
    low = step * math.floor(min(row["low"] for row in rows) / step)
    high = step * math.ceil(max(row["high"] for row in rows) / step)
    right, bottom = x0 + WIDTH - RIGHT, y0 + HEIGHT - BOTTOM

    def x(speed):
        share = (math.log10(speed) - first) / max(last - first, 1)
        return x0 + LEFT + share * (right - x0 - LEFT)

    def y(rating):
        return bottom - (rating - low) / max(high - low, 1) * (bottom - y0 - TOP)

    parts = [text(x0 + LEFT, y0 + 20, game, size=14, weight="bold")]
    for power in range(first, last + 1):
        at = x(10.0**power)
        parts.append(line(at, y0 + TOP, at, bottom, PALE))
        parts.append(text(at, bottom + 16, f"{10.0 ** power:g}", "middle"))
    for rating in range(low, high + 1, max(step, step * round((high - low) / step / 6))):
        parts.append(line(x0 + LEFT, y(rating), right, y(rating), PALE))
        parts.append(text(x0 + LEFT - 6, y(rating) + 4, str(rating), "end"))
    parts.append(text((x0 + LEFT + right) / 2, bottom + 34, "games a second on one core", "middle"))
    for row in rows:
        at = x(row["games_a_second"])
        parts.append(line(at, y(row["low"]), at, y(row["high"]), MARK, 2))
        parts.append(f'<circle cx="{at:.1f}" cy="{y(row["rating"]):.1f}" r="4" fill="{MARK}"/>')
        parts.append(text(at + 8, y(row["rating"]) + 4, row["player"]))
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: scripts/strength_picture.py docs/findings/strength.csv > docs/findings/strength.svg",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="CSV file with a row for every player of every game")
    path = parser.parse_args().file
    try:
        games = read(path)
    except (OSError, KeyError, ValueError, TypeError) as error:
        sys.exit(f"error: {path}: {error}; expected game,player,games_a_second,rating,low,high")
    if not games:
        sys.exit(f"error: {path}: no rows")
    height = HEIGHT * math.ceil(len(games) / 2)
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {height}" '
        f'font-family="sans-serif"><title>Strength against speed</title>'
    )
    print(f'<rect width="{2 * WIDTH}" height="{height}" fill="white"/>')
    for index, (game, rows) in enumerate(games.items()):
        print(panel(game, rows, index % 2 * WIDTH, index // 2 * HEIGHT))
    print("</svg>")


if __name__ == "__main__":
    main()
