#!/usr/bin/env python3
"""Plays a random game of Puerto Rico with the referee's rules and draws, and prints it for `portolan follow`.

The script does not use portolan. Each line is a seat and its move, or the draw of the previous move. The last lines are
comments with the scores and ranks by seat.
"""

import argparse
import random

from puerto_rico import GOODS, Game, dislike, size


class Dealt(Game):
    """A game with its own plantation stack and a list of the tiles drawn since the last move."""

    def __init__(self, players, options, rng):
        self.rng, self.fallen = rng, []
        super().__init__(players, options)

    def take(self):
        """Draws a plantation from the stack, which is refilled from the discards if it is empty."""
        if size(self.stack) == 0:
            self.shuffle()
        good = self.rng.choices(GOODS, [self.stack[good] for good in GOODS])[0]
        self.stack[good] -= 1
        self.fallen.append(good)
        return good

    def turn_up(self):
        wanted = min(len(self.players) + 1, size(self.stack) + size(self.discards))
        self.row = dict.fromkeys(GOODS, 0)
        for _ in range(wanted):
            self.row[self.take()] += 1

    def draw(self, seat):
        self.players[seat].island[self.take()] += 1


def record(game, rng):
    """Returns the lines of a game in which every seat prefers some moves."""
    turns, likes, move, lines = game.play(), {}, None, []
    while True:
        turns.send(move)
        if game.fallen:
            lines.append(f"drawn {', '.join(game.fallen)}")
            game.fallen = []
        if game.active is None:
            return lines
        weights = [likes.setdefault((game.active, one), rng.random() ** dislike(one)) for one in game.moves]
        move = rng.choices(game.moves, weights)[0]
        lines.append(f"{game.active + 1} {move}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    game = Dealt(given.players, {"profile": "rulebook", "round_cap": 100, "vp_visibility": "tracked"}, rng)
    print("\n".join(record(game, rng)))
    print("# scores", *[player.score() for player in game.players])
    print("# ranks", *game.ranks())


if __name__ == "__main__":
    main()
