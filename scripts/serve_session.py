#!/usr/bin/env python3
"""Plays a game with random moves against a bot through `portolan serve`, and prints the result."""

import argparse, json, random, subprocess

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--portolan", default="portolan", help="path of portolan")
parser.add_argument("--game", default="cartagena")
parser.add_argument("--bot", default="greedy", help="bot in seat 1")
parser.add_argument("--seed", type=int, default=7)
given = parser.parse_args()
command = [given.portolan, "serve", "--game", given.game, "--bot", given.bot]
with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
    def ask(request, **more):
        print(json.dumps({"request": request, **more}), file=engine.stdin, flush=True)
        answer = json.loads(engine.stdout.readline())
        return answer if answer["ok"] else parser.error(answer["error"])

    rng = random.Random(given.seed)
    status = ask("new", players=2, seed=given.seed)
    while not status["over"]:
        if status["to_move"] == 1:
            action = ask("choose")["action"]
        else:
            action = rng.choice(ask("legal")["legal"])
        status = ask("apply", action=action)
    print(f"scores {status['scores']}, ranks {status['ranks']}, {status['moves']} moves")
