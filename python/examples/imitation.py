#!/usr/bin/env python3
"""Learns to imitate `net` from its games, then plays a tournament against shipped bots.

    pip install './python[polars]' scikit-learn
    python python/examples/imitation.py
"""

import argparse
import pickle
from pathlib import Path

import numpy
import portolan

GAME, PLAYERS = "cartagena", 2


def best_legal(policy, observation, numbers):
    """Returns the index of the legal action that the policy considers the most likely choice of the teacher."""
    chances = dict(zip(policy.classes_, policy.predict_proba([observation])[0]))
    return max(numbers, key=lambda number: chances.get(number, 0.0))


def decisions(games, seed):
    """Returns observations, legal actions and choices of `net` in self-play.

    Every tenth move is random on average, so that the data contain more different positions.
    """
    game = portolan.Game(GAME, PLAYERS)
    teacher, rng = game.bot("net"), numpy.random.default_rng(seed)
    seen, legals, chosen = [], [], []
    for number in range(games):
        state = game.new_state(seed=seed + number)
        while not state.is_over:
            legal = state.legal_actions()
            action = int(legal[0]) if len(legal) == 1 else teacher.choose(state)
            if len(legal) > 1:
                seen.append(state.observation())
                legals.append(legal)
                chosen.append(action)
            state.apply(int(rng.choice(legal)) if rng.random() < 0.1 else action)
    return numpy.array(seen), legals, numpy.array(chosen)


def main():
    """Trains a policy, prints its agreement with the teacher on new games, and plays a tournament."""
    from sklearn.neural_network import MLPClassifier

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=400, help="number of training games")
    parser.add_argument("--matches", type=int, default=400, help="number of games for each pairing")
    parser.add_argument("--out", type=Path, default=Path("results/imitation"), help="output folder")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)

    seen, _, chosen = decisions(given.games, seed=1_000_000)
    policy = MLPClassifier((64,), max_iter=200, early_stopping=True, random_state=1).fit(seen, chosen)
    seen, legals, chosen = decisions(max(given.games // 10, 5), seed=2_000_000)
    agreed = numpy.mean([best_legal(policy, *decision) for decision in zip(seen, legals)] == chosen)
    print(f"agrees with net in {agreed:.0%} of {len(chosen)} decisions of other games")

    (given.out / "policy.pickle").write_bytes(pickle.dumps(policy))
    (given.out / "imitation.py").write_text(Path(__file__).read_text())
    portolan.bot_file(given.out / "imitation.toml", given.out / "imitation.py", tell=["observation"])
    experiment = given.out / "imitation-tournament.toml"
    experiment.write_text(
        f'kind = "tournament"\ngame = "{GAME}"\nplayers = {PLAYERS}\nevents = "none"\nseed = 11\n'
        f'bots = ["imitation.toml", "random", "greedy", "net"]\ngames = {given.matches}\n'
    )
    folder = portolan.run(experiment, out=given.out / "tournament", force=True, allow_programs=True)
    summary = portolan.load(folder, "summary").to_dicts()
    print("bot         games  win rate  95% interval")
    for row in summary:
        if row["seat"] is None and row["cell"] is None:
            low, high = row["win_low"], row["win_high"]
            print(f"{row['bot']:<10}  {row['games']:5}  {row['win_rate']:7.1%}   {low:.1%} to {high:.1%}")
    print(f"more in {portolan.report(folder)}")


# If portolan starts this file, the decorator plays and the code below the class does not run.
@portolan.play_program
class Imitation:
    """Plays the legal action that is the most likely choice of the teacher."""

    policy = None

    def begin(self, game):
        # The time limit for the start of a game is longer than that for a move.
        if Imitation.policy is None:
            Imitation.policy = pickle.loads((Path(__file__).parent / "policy.pickle").read_bytes())

    def choose(self, decision):
        return best_legal(Imitation.policy, decision.observation, decision.indices)


if __name__ == "__main__":
    main()
