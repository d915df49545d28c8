#!/usr/bin/env python3
"""Trains a policy in self-play with PyTorch and measures its win rate against shipped bots.

    pip install ./python torch
    python python/examples/self_play.py --minutes 10
"""

import argparse
import time

import numpy
import portolan
import torch
from torch import nn


class Policy(nn.Module):
    """Network that maps observations to a distribution of legal actions and the expected share of the win."""

    def __init__(self, game, width=128):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(game.num_inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.action, self.share = nn.Linear(width, game.num_actions), nn.Linear(width, 1)

    def forward(self, seen, masks):
        hidden = self.body(seen)
        logits = self.action(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.share(hidden).squeeze(-1)


def arrays(game, n):
    """Returns arrays for the observations, float32 of shape (n, num_inputs), and masks, int8 of shape (n, num_actions).
    """
    return torch.zeros(n, game.num_inputs), torch.zeros(n, game.num_actions, dtype=torch.int8)


def play(many, policy, seen, masks, steps):
    """Plays `steps` decisions in every game and returns those whose later result is known, with target and advantage.
    """
    kept = []
    for _ in range(steps):
        with torch.no_grad():
            chances, share = policy(seen, masks)
        action, seat, before = chances.sample(), many.to_move(), (seen.clone(), masks.clone())
        done, returns = many.step(action.numpy(), seen.numpy(), masks.numpy())
        kept.append((*before, action, chances.log_prob(action), share, seat, done, returns))
    games = numpy.arange(len(many))
    # Value of the next decision by game and seat, computed backwards; NaN if it is unknown.
    worth, rows = numpy.full(kept[0][-1].shape, numpy.nan, numpy.float32), []
    for *row, share, seat, done, returns in reversed(kept):
        worth[done] = returns[done]
        target, share = worth[games, seat].copy(), share.numpy()
        worth[games, seat] = numpy.where(numpy.isnan(target), share, 0.95 * target + 0.05 * share)
        known = torch.from_numpy(~numpy.isnan(target))
        rows.append([part[known] for part in (*row, torch.from_numpy(target), torch.from_numpy(target - share))])
    return [torch.cat(column) for column in zip(*rows)]


def learn(policy, optimizer, rows, epochs=3, batch=512, entropy=0.01):
    """Updates the policy with proximal policy optimization."""
    for _ in range(epochs):
        for chosen in torch.randperm(len(rows[0])).split(batch):
            seen, masks, action, before, target, gain = (column[chosen] for column in rows)
            chances, share = policy(seen, masks)
            ratio = (chances.log_prob(action) - before).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            loss = loss + (share - target).square().mean() - entropy * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def fares(game, policy, bot, games, seed=2):
    """Plays `games` games against a bot, in each seat in turn, and returns the win rate, from 0 to 1, and the mean
    score.
    """
    many = game.vector(games, seed, opponents=[bot] * (game.players - 1), autoreset=False)
    seen, masks = arrays(game, games)
    shares, scores, over = numpy.zeros(games), numpy.zeros(games), many.over()
    while not over.all():
        many.write(seen.numpy(), masks.numpy())
        with torch.no_grad():
            best = policy(seen, masks)[0].logits.argmax(-1)
        many.step(best.numpy())
        ends, over = many.ends(), many.over()
        mine = range(len(ends["game"])), ends["seat"]
        shares[ends["game"]], scores[ends["game"]] = ends["returns"][mine], ends["scores"][mine]
    return shares.mean(), scores.mean()


def train(game, *, minutes=None, updates=None, games=64, steps=64, seed=1):
    """Returns a policy trained for a number of minutes or updates, and the number of decisions played."""
    torch.manual_seed(seed)
    policy, many = Policy(game), game.vector(games, seed)
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    seen, masks = arrays(game, games)
    many.write(seen.numpy(), masks.numpy())
    began, done = time.monotonic(), 0
    while done != updates and (minutes is None or time.monotonic() - began < 60 * minutes):
        learn(policy, optimizer, play(many, policy, seen, masks, steps))
        done += 1
    return policy, done * games * steps


def main():
    """Trains a policy and prints its results against several bots."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="cartagena")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--against", nargs="*", default=["random", "greedy", "net"])
    given = parser.parse_args()
    # A second thread makes layers of this size slower.
    torch.set_num_threads(1)
    game = portolan.Game(given.game, given.players)
    policy, decisions = train(game, minutes=given.minutes)
    print(f"{decisions:,} decisions in {given.minutes:g} minutes", flush=True)
    for bot in given.against:
        wins, score = fares(game, policy, bot, 400)
        print(f"wins {wins:.1%} of 400 games against {bot}, with a mean score of {score:.1f}", flush=True)


if __name__ == "__main__":
    main()
