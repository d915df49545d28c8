#!/usr/bin/env python3
"""Trains an agent against a shipped bot with the maskable PPO of Stable-Baselines3 and measures its win rates.

    pip install './python[gymnasium]' sb3-contrib
    python python/examples/maskable_ppo.py --minutes 10
"""

import argparse
import time

import gymnasium
import numpy
import portolan.gymnasium  # The import registers the environments.
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback


class Until(BaseCallback):
    """Stops training after a number of minutes."""

    def __init__(self, minutes):
        super().__init__()
        self.end = time.monotonic() + 60 * minutes

    def _on_step(self):
        return time.monotonic() < self.end


class Lead(gymnasium.Wrapper):
    """Rewards each point of lead immediately, so that the agent learns before it wins its first game."""

    def _lead(self):
        scores, seat = self.unwrapped.state.scores(), self.unwrapped.seat
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)

    def reset(self, **given):
        started = super().reset(**given)
        self.lead = self._lead()
        return started

    def step(self, action):
        """Applies an action. The reward is a quarter of the change in lead, plus the share of the win."""
        seen, reward, terminated, truncated, info = super().step(action)
        before, self.lead = self.lead, self._lead()
        return seen, reward + (self.lead - before) / 4, terminated, truncated, info


def fares(name, model, bot, games, seed=1_000_000, **settings):
    """Plays `games` games against a bot in alternating seats and returns the win rate, from 0 to 1, and the mean score.
    """
    env, ended = gymnasium.make(name, opponents=[bot], **settings), []
    for number in range(games):
        seen, info = env.reset(seed=seed + number, options={"seat": number % 2})
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        ended.append((reward, info["score"]))
    return numpy.mean(ended, axis=0)


def train(name, *, opponent="greedy", minutes=None, decisions=10**9, seed=1, **settings):
    """Returns a model trained for a number of minutes or decisions."""
    env = Lead(gymnasium.make(name, opponents=[opponent], **settings))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=1024, batch_size=128, n_epochs=6, gamma=0.99, ent_coef=0.01, learning_rate=1e-3,
        policy_kwargs={"net_arch": [128, 128]}, seed=seed, device="cpu",
    )
    model.learn(decisions, callback=None if minutes is None else Until(minutes))
    return model


def main():
    """Trains a model and prints its results against several bots."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--env", default="portolan/Cartagena-v0")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--against", nargs="*", default=["random", "greedy", "net"])
    given = parser.parse_args()
    model = train(given.env, opponent=given.opponent, minutes=given.minutes)
    print(f"{model.num_timesteps:,} decisions in {given.minutes:g} minutes", flush=True)
    for bot in given.against:
        wins, score = fares(given.env, model, bot, 400)
        print(f"wins {wins:.1%} of 400 games against {bot}, with a mean score of {score:.1f}", flush=True)


if __name__ == "__main__":
    main()
