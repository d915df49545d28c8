#!/usr/bin/env python3
"""Measures random decisions per second on one core, for games in lockstep and for one game at a time from Python."""

import argparse
import time

import numpy
import portolan


def in_step(game, games, seconds, *, masks=False, observations=False, inputs=None):
    """Returns decisions per second of `games` games in lockstep, optionally with masks and observations, or with selected
    inputs of the observations.
    """
    many = game.vector(games, seed=1, inputs=inputs)
    mask = numpy.empty((games, game.num_actions), numpy.int8) if masks else None
    seen = numpy.empty((games, len(many.inputs)), numpy.float32) if observations else None
    began, decisions = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        many.step(many.sample(), seen, mask)
        decisions += games
    return decisions / (time.perf_counter() - began)


def one_by_one(game, seconds):
    """Returns decisions per second of one game at a time."""
    rng = numpy.random.default_rng(1)
    state, deals = game.new_state(seed=1), 1
    began, decisions = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        legal = state.legal_actions()
        state.apply(int(legal[rng.integers(len(legal))]))
        decisions += 1
        if state.is_over:
            deals += 1
            state = game.new_state(seed=deals)
    return decisions / (time.perf_counter() - began)


def main():
    """Prints a table of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="puerto_rico")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--vector", type=int, default=256, help="number of games in lockstep")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds for each measurement")
    given = parser.parse_args()
    game = portolan.Game(given.game, given.players)
    alone = one_by_one(game, given.seconds)
    print(f"{'random decisions a second':34}{given.game}, {given.players} players")
    for name, rate in [
        ("one game at a time", alone),
        ("in step", in_step(game, given.vector, given.seconds)),
        ("in step, masks", in_step(game, given.vector, given.seconds, masks=True)),
        ("in step, masks and observations",
         in_step(game, given.vector, given.seconds, masks=True, observations=True)),
        ("in step, masks and used inputs",
         in_step(game, given.vector, given.seconds, masks=True, observations=True, inputs="used")),
    ]:
        print(f"{name:34}{rate:>10,.0f}  {rate / alone:4.1f} times")


if __name__ == "__main__":
    main()
