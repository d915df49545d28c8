#!/usr/bin/env python3
"""Trains a policy on the visit counts of a tree search with PyTorch, exports it, and plays a tournament.

    pip install './python[polars]' torch
    python python/examples/search_teacher.py --minutes 12

In every position, the search `mcts` distributes its iterations over the legal actions. The policy learns these shares.
It has the layers of the policy in `self_play.py`, and it chooses a share of the moves during training, so that it also
learns what to do after its own mistakes.
"""

import argparse
import time
from pathlib import Path

import numpy
import portolan
import torch

from self_play import Policy, matches


def teacher(game, iterations, out):
    """Returns the bot that searches."""
    file = out / "teacher.toml"
    file.write_text(f'inherits = "mcts"\ngame = "{game.name}"\niterations = {iterations}\n')
    return game.bot(file)


def padded(rows, value):
    """Returns an array whose rows begin with the given arrays and end with `value`."""
    padded = numpy.full((len(rows), max(map(len, rows))), value, rows[0].dtype)
    for row, values in zip(padded, rows, strict=True):
        row[: len(values)] = values
    return torch.from_numpy(padded)


def play(game, search, policy, inputs, decisions, share, rng):
    """Plays games of self-play and returns a list of observations, policy indices and visit shares. The policy chooses
    the given share of the moves, and the search the others.
    """
    rows, state = [], game.new_state()
    while len(rows) < decisions:
        if state.is_over:
            state = game.new_state()
        legal, slots = state.legal_actions(), state.policy_indices()
        choice = 0
        if len(legal) > 1:
            visits, _ = search.analyze(state)
            shares = (visits / visits.sum()).astype(numpy.float32)
            rows.append((state.observation()[inputs], slots, shares))
            if rng.random() < share:
                with torch.no_grad():
                    chances, _ = policy(torch.from_numpy(rows[-1][0])[None], torch.from_numpy(slots)[None])
                choice = int(chances.sample())
            else:
                choice = int(rng.choice(len(legal), p=visits / visits.sum()))
        state.apply(int(legal[choice]))
    return rows


def learn(policy, optimizer, rows, rng, batch=256):
    """Fits the policy to the visit shares, in one pass over the rows."""
    for chosen in numpy.array_split(rng.permutation(len(rows)), max(len(rows) // batch, 1)):
        seen, slots, shares = zip(*(rows[place] for place in chosen), strict=True)
        slots, shares = padded(slots, -1), padded(shares, 0.0)
        chances, _ = policy(torch.from_numpy(numpy.stack(seen)), slots)
        loss = -(shares * chances.logits.clamp(min=-50)).sum(-1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train(game, search, *, minutes=None, rounds=None, decisions=1000, seed=1):
    """Returns a policy trained for a number of rounds or of minutes of computing time, its inputs, and the number of
    searches.
    """
    torch.manual_seed(seed)
    rng, inputs, rows = numpy.random.default_rng(seed), game.used_inputs(), []
    policy = Policy(len(inputs), game.num_policy_actions)
    optimizer, done, began = torch.optim.Adam(policy.parameters(), 1e-3), 0, time.process_time()
    while done != rounds and (minutes is None or time.process_time() - began < 60 * minutes):
        spent = (time.process_time() - began) / 60 / minutes if minutes else done / max(rounds, 1)
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - 0.9 * spent)
        rows += play(game, search, policy, inputs, decisions, spent / 2, rng)
        for _ in range(2):
            learn(policy, optimizer, rows[-50_000:], rng)
        done += 1
    return policy, inputs, len(rows)


def main():
    """Trains and exports a policy, and prints its results in matches."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="cartagena")
    parser.add_argument("--minutes", type=float, default=12, help="minutes of computing time for training")
    parser.add_argument("--rounds", type=int, help="number of rounds of training, instead of a time")
    parser.add_argument("--iterations", type=int, default=32, help="number of iterations of a search")
    parser.add_argument("--matches", type=int, default=1000, help="number of games for each pairing")
    parser.add_argument("--out", type=Path, default=Path("results/search-teacher"), help="output folder")
    given = parser.parse_args()
    # A second thread makes layers of this size slower.
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    game, began = portolan.Game(given.game, 2), time.process_time()
    search = teacher(game, given.iterations, given.out)
    policy, inputs, searches = train(game, search, minutes=None if given.rounds else given.minutes, rounds=given.rounds)
    print(f"{searches:,} searches in {(time.process_time() - began) / 60:.1f} minutes", flush=True)
    bot = portolan.export_network(policy, game, given.out / "learned.toml", kind="policy", inputs=inputs)
    matches(bot, game, ("random", "greedy", "net"), given.matches, given.out)


if __name__ == "__main__":
    main()
