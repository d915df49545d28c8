#!/usr/bin/env python3
"""Trains a network in self-play on afterstates with PyTorch, exports it as a bot, and plays a tournament.

    pip install './python[polars]' torch
    python python/examples/afterstates.py --minutes 12

An afterstate is what a player knows after an action. The network learns its value with TD(0.7): the target of an
afterstate is a mean of the values of the later afterstates of this player and of the result of the game.
"""

import argparse
import time
from pathlib import Path

import numpy
import portolan
import torch
from torch import nn

SCALE, WIN_POINTS, TRACE = 2.0, 10.0, 0.7  # points of lead, value of a win in points, lambda


class Values(nn.Module):
    """Network that maps afterstates to the lead at the end, divided by SCALE, and the logit of the share of the win."""

    def __init__(self, game, units=64):
        super().__init__()
        # A sum over the columns of nonzero inputs equals a linear layer and is many times as fast.
        self.first = nn.EmbeddingBag(game.num_inputs, units, mode="sum")
        nn.init.normal_(self.first.weight, std=0.05)
        self.first_bias = nn.Parameter(torch.zeros(units))
        self.second, self.heads = nn.Linear(units, 32), nn.Linear(32, 2)
        self.bend = nn.LeakyReLU(0.01)

    def forward(self, values, columns, starts):
        sums = self.first(columns, starts[:-1], values) + self.first_bias
        return self.heads(self.bend(self.second(self.bend(sums))))


def tensors(rows):
    return [torch.from_numpy(part) for part in rows]


def take(rows, chosen):
    """Returns some of the sparse rows."""
    values, columns, starts = rows
    counts = starts[chosen + 1] - starts[chosen]
    ends = numpy.concatenate([[0], counts.cumsum()])
    places = numpy.arange(ends[-1]) + numpy.repeat(starts[chosen] - ends[:-1], counts)
    return values[places], columns[places], ends


def together(parts):
    """Concatenates lists of sparse rows."""
    ends = numpy.concatenate([[0], numpy.concatenate([numpy.diff(starts) for _, _, starts in parts]).cumsum()])
    return numpy.concatenate([part[0] for part in parts]), numpy.concatenate([part[1] for part in parts]), ends


def play(many, model, steps, noise, rng):
    """Plays `steps` decisions in every game. Returns the afterstates and the targets of those whose next value is known.
    """
    games, kept = numpy.arange(len(many)), []
    for _ in range(steps):
        after, seat = many.afterstates(sparse=True), many.to_move()
        with torch.no_grad():
            said = model(*tensors(after.rows)).numpy()
        lead, win = said[:, 0] * SCALE, 1 / (1 + numpy.exp(-said[:, 1]))
        over = ~numpy.isnan(after.shares)
        lead[over], win[over] = after.leads[over], after.shares[over]
        # The action with the greatest sum of value and Gumbel noise is a sample of the softmax of the values.
        best = after.best(lead + WIN_POINTS * win + noise * rng.gumbel(size=len(win)))
        done, returns = many.step(after.actions[best])
        ends, leads = many.ends(), numpy.zeros_like(returns)
        for own in range(leads.shape[1]):
            others = numpy.delete(ends["scores"], own, axis=1)
            leads[ends["game"], own] = ends["scores"][:, own] - others.max(axis=1)
        value = numpy.stack([lead / SCALE, win], axis=1)[best]
        kept.append((take(after.rows, best), value, seat, done, numpy.stack([leads / SCALE, returns], axis=2)))
    # Next value and next target by game and seat, computed backwards; NaN if there is none yet.
    value_after = numpy.full((*kept[0][4].shape,), numpy.nan, numpy.float32)
    target_after, rows, targets = value_after.copy(), [], []
    for seen, value, seat, done, results in reversed(kept):
        value_after[done] = target_after[done] = results[done]
        target = (1 - TRACE) * value_after[games, seat] + TRACE * target_after[games, seat]
        known = ~numpy.isnan(target[:, 0])
        rows.append(take(seen, numpy.flatnonzero(known)))
        targets.append(target[known])
        value_after[games, seat], target_after[games, seat] = value, numpy.where(known[:, None], target, value)
    return together(rows), numpy.concatenate(targets)


def learn(model, optimizer, rows, targets, rng, batch=512):
    """Fits the network to the targets, in one pass over the rows."""
    for chosen in numpy.array_split(rng.permutation(len(targets)), max(len(targets) // batch, 1)):
        said, target = model(*tensors(take(rows, chosen))), torch.from_numpy(targets[chosen])
        loss = (said[:, 0] - target[:, 0]).square().mean()
        loss = loss + nn.functional.binary_cross_entropy_with_logits(said[:, 1], target[:, 1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train(game, *, minutes=None, rounds=None, games=64, steps=64, noise=0.5, seed=1, progress=None):
    """Returns a network trained for a number of rounds or of minutes of computing time."""
    torch.manual_seed(seed)
    rng, model, many = numpy.random.default_rng(seed), Values(game), game.vector(games, seed)
    optimizer, done, began = torch.optim.Adam(model.parameters(), 1e-3), 0, time.process_time()
    while done != rounds and (minutes is None or time.process_time() - began < 60 * minutes):
        spent = (time.process_time() - began) / 60 / minutes if minutes else done / max(rounds, 1)
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - 0.9 * spent)
        learn(model, optimizer, *play(many, model, steps, noise * (1 - 0.8 * spent), rng), rng)
        done += 1
        if progress:
            progress(done, model)
    return model, done * games * steps


def main():
    """Trains and exports a network, and prints its results in a tournament."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="cartagena")
    parser.add_argument("--minutes", type=float, default=12, help="minutes of computing time for training")
    parser.add_argument("--rounds", type=int, help="number of rounds of training, instead of a time")
    parser.add_argument("--matches", type=int, default=1000, help="number of games for each pairing")
    parser.add_argument("--out", type=Path, default=Path("results/afterstates"), help="output folder")
    given = parser.parse_args()
    # A second thread makes layers of this size slower.
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    game = portolan.Game(given.game, 2)
    began = time.process_time()
    model, decisions = train(game, minutes=None if given.rounds else given.minutes, rounds=given.rounds)
    print(f"{decisions:,} decisions in {(time.process_time() - began) / 60:.1f} minutes", flush=True)
    bot = portolan.export_network(model, game, given.out / "learned.toml", scale=SCALE, win_points=WIN_POINTS)
    for other in ("random", "greedy", "net"):
        experiment = given.out / f"against-{other}.toml"
        experiment.write_text(f'kind = "simulate"\ngame = "{given.game}"\nplayers = 2\nbots = ["{bot.name}", "{other}"]\n'
                              f'events = "none"\nseed = 7\ngames = {given.matches}\n')
        summary = portolan.load(portolan.run(experiment, out=given.out / other, force=True), "summary")
        row = next(row for row in summary.to_dicts() if row["bot"] == "learned" and row["seat"] is None)
        rate, low, high = (100 * row[column] for column in ("win_rate", "win_low", "win_high"))
        print(f"{rate:.1f} % ({low:.1f}–{high:.1f}) of {row['games']} games won against {other}", flush=True)


if __name__ == "__main__":
    main()
