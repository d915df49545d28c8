#!/usr/bin/env python3
"""An example agent for portolan that plays a random legal action. Replace choose() with your own strategy."""

import json
import os
import random
import sys

rng = random.Random()

# Answers use a copy of descriptor 1. Output of libraries and subprocesses goes to the log.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def choose(message):
    """Returns one of message["legal"]; message["position"] is the view of the seat."""
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
