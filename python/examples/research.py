#!/usr/bin/env python3
"""Trains a network on random games of Puerto Rico, exports it as a bot, and plays a tournament against shipped bots."""

import sys

import numpy
import portolan
import torch
from torch import nn

STEPS, GAMES = (int(word) for word in sys.argv[1:] or ("3000", "1200"))
game = portolan.Game("puerto_rico", players=3)
many = game.vector(64, seed=1)
observations = numpy.empty((len(many), game.num_inputs), numpy.float32)
seen, keys, leads = [], [], {}
for _ in range(STEPS):
    many.write(observations)
    seen.append(observations.copy())
    keys += zip(many.deal_seeds().tolist(), many.to_move().tolist())
    many.step(many.sample())
    for deal, scores in zip(many.ends()["deal_seed"].tolist(), many.ends()["scores"]):
        leads |= {(deal, seat): score - numpy.delete(scores, seat).max() for seat, score in enumerate(scores)}
ended = [place for place, key in enumerate(keys) if key in leads]
rows, goals = numpy.concatenate(seen)[ended], numpy.array([leads[keys[place]] for place in ended], numpy.float32) / 10

bends = nn.LeakyReLU(0.01), nn.LeakyReLU(0.01)
model = nn.Sequential(nn.Linear(game.num_inputs, 64), bends[0], nn.Linear(64, 32), bends[1], nn.Linear(32, 2))
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
for batch in torch.randint(len(rows), (len(rows) // 64, 256)):
    goal, (lead, win) = torch.from_numpy(goals[batch]), model(torch.from_numpy(rows[batch])).T
    loss = nn.functional.mse_loss(lead, goal) + nn.functional.binary_cross_entropy_with_logits(win, (goal > 0).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
bot = portolan.export_network(model, game, "mine.toml", scale=10, win_points=10)
results = portolan.run(kind="tournament", game="puerto_rico", players=3, bots=[bot, "random", "greedy"], games=GAMES, force=True)
print({name: str(score) for name, score in results.estimate("score").items()}, portolan.report(results, force=True))
results.plot("score").figure.savefig("scores.png")
