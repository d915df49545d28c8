#!/usr/bin/env python3
"""Plays a random game of Puerto Rico by the referee's own rules and draws, and prints it for `portolan follow`.

portolan takes no part: a line is a seat and its move, or what the move before it drew. The last lines are remarks with
the scores and ranks by seat.
"""

import argparse
import random

from puerto_rico import GOODS, Game, dislike, size


class Dealt(Game):
    """The game with plantations of its own, and a list of those drawn since the last move."""

    def __init__(self, players, options, rng):
        self.rng, self.fallen = rng, []
        super().__init__(players, options)

    def take(self):
        """A plantation of the stack, which is made of the discards if it is empty."""
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
    """The lines of a game in which every seat likes some moves better than others."""
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
