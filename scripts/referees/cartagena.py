#!/usr/bin/env python3
"""Plays random games of Cartagena and checks every position against the rules of the escape and of Tortuga.

Written from the rules alone (docs/rules/cartagena.md, whose ids stand beside the code): it knows the layout and the
cards that portolan dealt, and works out for itself what is legal and what comes of it.
"""

import random

from lines import Table, agree, arguments

KINDS = ["pistol", "rum", "lantern", "parrot", "hook", "chest"]
CARDS_OF_A_KIND = 17  # CA-1.3
ACTIONS = 3  # CA-2.5
MOST_ON_A_SPACE = 3  # CA-2.12


class Game:
    """A position of the rules: the path from the jail (0) to the goal, and what everybody has."""

    def __init__(self, table, players):
        views = [table.position(seat) for seat in range(1, players + 1)]
        board = views[0]["board"]["spaces"]
        self.symbols = [None] + [space["symbol"] for space in board]
        self.goal = len(self.symbols)
        self.hands = [dict(view["players"][seat]["hand"]) for seat, view in enumerate(views)]
        pirates = views[0]["players"][0]["pirates"]["start"]
        self.pirates = [[0] * pirates for _ in range(players)]
        self.discards = {}
        self.pile = len(KINDS) * CARDS_OF_A_KIND - sum(map(size, self.hands))
        self.turn_of, self.actions, self.acted = 0, ACTIONS, False

    def on(self, space):
        return sum(pirates.count(space) for pirates in self.pirates)

    def forward(self, kind, start):
        """CA-2.7, CA-2.8: the next empty space with the symbol, or else the goal."""
        ahead = range(start + 1, self.goal)
        return next((space for space in ahead if self.symbols[space] == kind and self.on(space) == 0), self.goal)

    def backward(self, start):
        """CA-2.10, CA-2.13: the first space behind with one or two pirates; none in the jail."""
        behind = range(start - 1, 0, -1)
        return next((space for space in behind if 0 < self.on(space) < MOST_ON_A_SPACE), None)

    def legal(self):
        own, hand = self.pirates[self.turn_of], self.hands[self.turn_of]
        moves = set()
        for start in set(own):
            if start < self.goal:
                moves.update(f"play {kind} {name(start, self.goal)}" for kind in hand)
            if start > 0 and self.backward(start) is not None:
                moves.add(f"back {name(start, self.goal)}")
        if not hand and not self.acted:
            moves.add("rest")  # CA-2.15
        if self.acted or not moves:
            moves.add("end")  # fewer than three actions, none only if nothing is legal
        return moves

    def draw(self, number):
        """CA-2.16: cards that come, which ones the program tells; the discards become the pile when it is empty."""
        for _ in range(number):
            if self.pile == 0:
                self.pile, self.discards = size(self.discards), {}
            if self.pile > 0:
                self.pile -= 1
                yield

    def apply(self, move):
        """Carries a move out; the number of cards drawn."""
        words, own, hand = move.split(), self.pirates[self.turn_of], self.hands[self.turn_of]
        drawn = 0
        if words[0] == "play":
            start = place(words[2], self.goal)
            own[own.index(start)] = self.forward(words[1], start)
            take(hand, words[1])
            self.discards[words[1]] = self.discards.get(words[1], 0) + 1
        elif words[0] == "back":
            start = place(words[1], self.goal)
            target = self.backward(start)
            cards = self.on(target)  # CA-2.11
            own[own.index(start)] = target
            drawn = len(list(self.draw(cards)))
        elif words[0] == "rest":
            drawn = len(list(self.draw(1)))
        self.acted = True
        self.actions -= 1
        if words[0] in ("rest", "end"):
            self.actions = 0
        if all(pirate == self.goal for pirate in own):
            return drawn, True  # CA-2.6
        if self.actions == 0:
            self.turn_of = (self.turn_of + 1) % len(self.pirates)
            self.actions, self.acted = ACTIONS, False
        return drawn, False


def size(cards):
    return sum(cards.values())


def take(cards, kind):
    cards[kind] -= 1
    if cards[kind] == 0:
        del cards[kind]


def name(place, goal):
    return "start" if place == 0 else "home" if place == goal else str(place)


def place(word, goal):
    return {"start": 0, "home": goal}.get(word) if not word.isdigit() else int(word)


def compare(where, game, table, seat, drawn, over):
    """Holds what every seat is told to the rules; the cards that `seat` drew are added to its hand."""
    for observer in range(len(game.pirates)):
        told = table.position(observer + 1)
        spaces = [[0] * len(game.pirates)] + [space["pirates"] for space in told["board"]["spaces"]]
        for owner, pirates in enumerate(game.pirates):
            player = told["players"][owner]
            on = [spaces[space][owner] for space in range(1, game.goal)]
            agree(f"{where}, spaces", on, [pirates.count(space) for space in range(1, game.goal)])
            ends = [player["pirates"]["start"], player["pirates"]["home"], player["score"]]
            home = pirates.count(game.goal)
            agree(f"{where}, ends", ends, [pirates.count(0), home, home])
        hand = told["players"][observer]["hand"]
        if observer == seat:
            before = game.hands[seat]
            new = {kind: hand.get(kind, 0) - before.get(kind, 0) for kind in KINDS}
            agree(f"{where}, cards drawn", (min(new.values()) >= 0, sum(new.values())), (True, drawn))
            game.hands[seat] = dict(hand)
        agree(f"{where}, hand", hand, game.hands[observer])
        agree(f"{where}, discards", told["supplies"]["discards"], game.discards)
        agree(f"{where}, pile", told["supplies"]["pile"], game.pile)
        if not over:
            agree(f"{where}, actions", told["choice"]["actions_left"], game.actions)
    for kind in KINDS:
        seen = game.discards.get(kind, 0) + sum(hand.get(kind, 0) for hand in game.hands)
        agree(f"{where}, cards of {kind}", seen <= CARDS_OF_A_KIND, True)
    everything = size(game.discards) + game.pile + sum(map(size, game.hands))
    agree(f"{where}, all cards", everything, len(KINDS) * CARDS_OF_A_KIND)


def main():
    given = arguments(__doc__)
    table = Table(given.portolan, "cartagena")
    positions = 0
    for seed in range(given.seed, given.seed + given.games):
        rng = random.Random(seed)
        players, strips = rng.randint(2, 5), rng.randint(4, 8)
        options = {"strips": strips, "pirates": rng.randint(4, 6), "story": rng.choice(["escape", "tortuga"])}
        status = table.ask("new", seed=seed, players=players, set=options)
        game, plies = Game(table, players), 0
        while not status["over"]:
            where = f"game {seed} {options}, ply {plies}"
            agree(f"{where}, to move", status["to_move"], game.turn_of + 1)
            agree(f"{where}, legal", sorted(table.ask("legal")["legal"]), sorted(game.legal()))
            move = rng.choice(sorted(game.legal()))
            seat = game.turn_of
            drawn, over = game.apply(move)
            status = table.ask("apply", action=move)
            if status["over"] and status["capped"]:
                break
            agree(f"{where}, {move}, over", status["over"], over)
            compare(f"{where}, {move}", game, table, seat, drawn, over)
            plies += 1
        positions += plies
    print(f"Cartagena: {given.games} games, {positions} positions, portolan and the rules agree")


if __name__ == "__main__":
    main()
