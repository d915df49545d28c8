#!/usr/bin/env python3
"""A player for portolan: it takes any legal action. Write your own choice in choose()."""

import json
import os
import random
import sys

rng = random.Random()

# Answers have a way of their own: what libraries and subprocesses print goes to the log.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def choose(message):
    """One of message["legal"]; message["position"] is what the seat knows."""
    return rng.choice(message["legal"])


for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message.get("id")}
    if message["request"] == "new":
        rng.seed(message["seed"])
    elif message["request"] == "choose":
        answer["action"] = choose(message)["action"]
    elif message["request"] == "quit":
        break
    print(json.dumps(answer), file=answers, flush=True)
