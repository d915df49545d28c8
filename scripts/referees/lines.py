"""Client of `portolan serve`, shared by all referees."""

import argparse
import json
import subprocess


class Table:
    """Games dealt and stored by `portolan serve`, which is queried with lines of JSON (docs/reference/protocol.md)."""

    def __init__(self, portolan, game):
        command = [portolan, "serve", "--game", game]
        self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request, **keys):
        print(json.dumps({"request": request, **keys}), file=self.engine.stdin, flush=True)
        answer = json.loads(self.engine.stdout.readline())
        if not answer["ok"]:
            raise SystemExit(f"{request}: {answer['error']}")
        return answer

    def batch(self, requests):
        """Sends several requests, each a name and its keys, in one line, and returns the answers."""
        lines = [{"request": request, **keys} for request, keys in requests]
        return self.ask("batch", requests=lines)["answers"]

    def position(self, seat):
        """Returns the view of a seat; seats are numbered from 1."""
        return self.ask("state", seat=seat)["position"]


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--portolan", default="portolan", help="path of portolan")
    parser.add_argument("--games", type=int, default=100, help="number of random games")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    return parser.parse_args()


def agree(where, told, wanted):
    """Exits with a message if the program and the rules differ."""
    if told != wanted:
        raise SystemExit(f"{where}: portolan says {told}, the rules say {wanted}")
