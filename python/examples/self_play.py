#!/usr/bin/env python3
"""Trains a policy in self-play with PyTorch, exports it as a bot, and plays a tournament.

    pip install './python[polars]' torch
    python python/examples/self_play.py --minutes 12

The policy returns a logit for each of the policy's action indices, which describe what an action does
(`Vector.policy_indices()`). It learns by proximal policy optimization (PPO), and the exported bot plays the action with
the greatest logit.
"""

import argparse
import time
from pathlib import Path

import numpy
import portolan
import torch
from torch import nn


class Policy(nn.Module):
    """Network with the layers of `portolan.Network`: logits of actions, and the logit of the share of the win."""

    def __init__(self, inputs, actions, units=128):
        super().__init__()
        self.first, self.second, self.win = nn.Linear(inputs, units), nn.Linear(units, 32), nn.Linear(32, 1)
        self.policy, self.logits = nn.Linear(units, 64), nn.Linear(64, actions)
        # All actions are equally likely at first.
        nn.init.zeros_(self.logits.weight)
        nn.init.zeros_(self.logits.bias)
        self.bend = nn.LeakyReLU(0.01)

    def forward(self, seen, slots):
        """Returns the distribution of the legal actions, whose indices are rows of `slots` that end with -1, and the
        share of the win.
        """
        hidden = self.bend(self.first(seen))
        rows, known = self.bend(self.policy(hidden)), slots.clamp(min=0)
        logits = (self.logits.weight[known] @ rows[:, :, None]).squeeze(-1) + self.logits.bias[known]
        chances = torch.distributions.Categorical(logits=logits.masked_fill(slots < 0, -1e9))
        return chances, self.win(self.bend(self.second(hidden))).squeeze(-1)


def legal(many):
    """Returns the legal actions of all games as rows that end with -1: indices for the policy, and action indices."""
    slots, offsets = many.policy_indices()
    actions, _ = many.legal_actions()
    counts = numpy.diff(offsets)
    there = numpy.arange(counts.max()) < counts[:, None]
    rows = [numpy.full(there.shape, -1) for _ in range(2)]
    rows[0][there], rows[1][there] = slots, actions
    return torch.from_numpy(rows[0]), rows[1]


def play(many, policy, seen, steps):
    """Plays `steps` decisions in every game and returns those whose later result is known, with target and advantage.
    """
    games, kept = numpy.arange(len(many)), []
    for _ in range(steps):
        slots, actions = legal(many)
        with torch.no_grad():
            chances, win = policy(seen, slots)
        choice, seat, before = chances.sample(), many.to_move(), seen.clone()
        done, returns = many.step(actions[games, choice.numpy()], seen.numpy())
        kept.append(((before, slots, choice, chances.log_prob(choice)), win.sigmoid().numpy(), seat, done, returns))
    # Value of the next decision by game and seat, computed backwards; NaN if it is unknown.
    worth, rows = numpy.full(kept[0][-1].shape, numpy.nan, numpy.float32), []
    for row, share, seat, done, returns in reversed(kept):
        worth[done] = returns[done]
        target = worth[games, seat].copy()
        worth[games, seat] = numpy.where(numpy.isnan(target), share, 0.95 * target + 0.05 * share)
        known = torch.from_numpy(~numpy.isnan(target))
        rows.append([part[known] for part in (*row, torch.from_numpy(target), torch.from_numpy(target - share))])
    width = max(row[1].shape[1] for row in rows)
    for row in rows:
        row[1] = nn.functional.pad(row[1], (0, width - row[1].shape[1]), value=-1)
    return [torch.cat(column) for column in zip(*rows, strict=True)]


def learn(policy, optimizer, rows, entropy, epochs=2, batch=512):
    """Updates the policy with proximal policy optimization."""
    for _ in range(epochs):
        for chosen in torch.randperm(len(rows[0])).split(batch):
            seen, slots, choice, before, target, gain = (column[chosen] for column in rows)
            chances, win = policy(seen, slots)
            ratio = (chances.log_prob(choice) - before).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean() - entropy * chances.entropy().mean()
            loss = loss + 0.5 * nn.functional.binary_cross_entropy_with_logits(win, target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def train(game, *, minutes=None, updates=None, games=128, steps=64, seed=1):
    """Returns a policy trained for a number of updates or of minutes of computing time, its inputs, and the number of
    decisions played.
    """
    torch.manual_seed(seed)
    many = game.vector(games, seed, inputs="used")
    policy, seen = Policy(len(many.inputs), game.num_policy_actions), torch.zeros(games, len(many.inputs))
    optimizer, done, began = torch.optim.Adam(policy.parameters(), 1e-3), 0, time.process_time()
    many.write(seen.numpy())
    while done != updates and (minutes is None or time.process_time() - began < 60 * minutes):
        spent = (time.process_time() - began) / 60 / minutes if minutes else done / max(updates, 1)
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - 0.9 * spent)
        learn(policy, optimizer, play(many, policy, seen, steps), 0.02 * (1 - 0.9 * spent))
        done += 1
    return policy, many.inputs, done * games * steps


def matches(bot, game, others, games, out):
    """Plays matches against other bots, and prints the win rates with their 95 % intervals."""
    for other in others:
        experiment = out / f"against-{other}.toml"
        experiment.write_text(f'kind = "simulate"\ngame = "{game.name}"\nplayers = 2\nbots = ["{bot.name}", "{other}"]\n'
                              f'events = "none"\nseed = 7\ngames = {games}\n')
        summary = portolan.load(portolan.run(experiment, out=out / other, force=True), "summary")
        row = next(row for row in summary.to_dicts() if row["bot"] == bot.stem and row["seat"] is None)
        rate, low, high = (100 * row[column] for column in ("win_rate", "win_low", "win_high"))
        print(f"{rate:.1f} % ({low:.1f}–{high:.1f}) of {row['games']} games won against {other}", flush=True)


def main():
    """Trains and exports a policy, and prints its results in matches."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="cartagena")
    parser.add_argument("--minutes", type=float, default=12, help="minutes of computing time for training")
    parser.add_argument("--updates", type=int, help="number of updates, instead of a time")
    parser.add_argument("--matches", type=int, default=1000, help="number of games for each pairing")
    parser.add_argument("--out", type=Path, default=Path("results/self-play"), help="output folder")
    given = parser.parse_args()
    # A second thread makes layers of this size slower.
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    game, began = portolan.Game(given.game, 2), time.process_time()
    policy, inputs, decisions = train(game, minutes=None if given.updates else given.minutes, updates=given.updates)
    print(f"{decisions:,} decisions in {(time.process_time() - began) / 60:.1f} minutes", flush=True)
    bot = portolan.export_network(policy, game, given.out / "learned.toml", kind="policy", inputs=inputs)
    matches(bot, game, ("random", "greedy", "net"), given.matches, given.out)


if __name__ == "__main__":
    main()
