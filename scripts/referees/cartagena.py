#!/usr/bin/env python3
"""Plays random games of Cartagena, with all stories and modules, and checks every position against the rules.

The referee is written from the rules alone (docs/rules/cartagena.md; comments contain the rule ids). It uses the
layout, the dealt and drawn cards, and the revealed chest tiles, and computes the legal moves and their results
independently. cartagena_rules.py and its modules implement the rules; this file plays and compares games.
"""

import random
from collections import Counter

from cartagena_board import HOME, SLOOP, START, STRIP
from cartagena_cards import SYMBOLS, deck
from cartagena_magician import TILES
from cartagena_rules import Game
from lines import Table, agree, arguments

READINGS = {
    "sail_back_counts_jail": "on",
    "sail_out_needs_own_aboard": "off",
    "morgan_jail": "on",
    "hook_pair": "own",
    "parrot_power": "off",
    "powers": "all",
    "powers_for": "all",
}  # Default hand size, CA-2.3
HAND = 6  # default values
MODULES = ["morgan", "hindrance", "black-magician"]


def random_options(rng):
    """Returns random options: story, length, modules, interpretations of rules, and sometimes a length limit."""
    story = rng.choice(["escape", "tortuga", "full-escape", "full-escape"])
    tunnel = rng.randint(3, 5)
    modules = [module for module in MODULES if rng.random() < 0.6]
    options = {
        "story": story,
        "strips": f"{tunnel}+{rng.randint(3, 8 - tunnel)}" if story == "full-escape" else rng.randint(4, 8),
        "pirates": rng.randint(4, 6),
        "modules": ",".join(modules) or "none",
        "layout": rng.choice(["shuffled-strips", "fixed", "random-symbols"]),
        "turn_cap": rng.choice([5, 20, 60, 60, 60]),
    }
    if story == "full-escape":
        options["sail_back_counts_jail"] = rng.choice(["on", "off"])
        options["sail_out_needs_own_aboard"] = rng.choice(["off", "on"])
    if "morgan" in modules:
        options["morgan_jail"] = rng.choice(["on", "off"])
    if "black-magician" in modules:
        options["hook_pair"] = rng.choice(["own", "mixed"])
        options["parrot_power"] = rng.choice(["off", "on"])
    return options


def random_powers(rng, players):
    """Sometimes disables card powers for all seats or for one seat."""
    if rng.random() < 0.7:
        return {}
    powers = [symbol for symbol in SYMBOLS if rng.random() < 0.5]
    whom = rng.choice(["all", str(rng.randint(1, players))])
    return {"powers": ",".join(powers) or "none", "powers_for": whom}


def random_move(rng, moves, hoards):
    """Returns a random move. In hoarding games, it is usually a move without cards that move pirates, so that the pile
    runs out.
    """
    saving = [move for move in moves if move.split()[0] not in ("play", "parrots", "hook")]
    return rng.choice(saving if hoards and saving and rng.random() < 0.9 else moves)


class Chance:
    """Chance events as portolan reports them: positions after a move, by seat."""

    def __init__(self, where, views):
        self.where, self.views = where, views

    def hand(self, seat):
        return Counter(self.views[seat]["players"][seat]["hand"])

    def drawn(self, seat):
        """Returns the cards drawn for rum or a lantern."""
        return Counter((self.views[seat]["choice"] or {}).get("drawn_cards"))

    def tile(self, closed):
        """Returns the chest tile that was revealed; after the snake, all tiles are closed again."""
        gone = closed - Counter(next(iter(self.views.values()))["supplies"]["closed_chest_tiles"])
        tiles = list(gone.elements()) or ["snake"]
        agree(f"{self.where}, tiles turned up", len(tiles), 1)
        return tiles[0]


def dealt(options, views):
    """Returns the start position for the cards and tiles that were dealt (CA-1.1, CA-2.3)."""
    symbols = [space["symbol"] for space in views[0]["board"]["spaces"]]
    for first in range(0, len(symbols), STRIP):
        agree(f"strip from space {first + 1}", sorted(symbols[first : first + STRIP]), sorted(SYMBOLS))
    hands = [Counter(view["players"][seat]["hand"]) for seat, view in views.items()]
    sizes = [HAND + options.get(f"seat_{seat + 1}_cards", 0) for seat in views]
    agree("cards dealt", [hand.total() for hand in hands], sizes)
    cards = sum(hands, Counter())
    agree("cards dealt, by kind", cards, cards & deck("hindrance" in options["modules"]))
    game = Game(options, symbols, hands)
    agree("spaces", len(symbols), len(game.board.symbols))
    return game


def expected(game, board, observer):
    """Returns the expected view of a seat, or the complete position when the game is over."""
    return {
        "phase": game.phase,
        "round": game.turns[0],
        "turn": game.turns[game.turn_of],
        "turn_of": game.turn_of + 1,
        "active": seat_number(game.active()),
        "winner": seat_number(game.winner),
        "choice": expected_choice(game, observer),
        "board": board,
        "supplies": expected_supplies(game, observer),
    }


def seat_number(seat):
    return None if seat is None else seat + 1


def expected_choice(game, observer):
    if game.active() is None:
        return None
    choice = {
        "actions_left": game.actions,
        "turn_begins": game.turn_begins,
        "has_acted": game.acted,
        "hindrance_due": game.hindrance_due,
    }
    if game.phase == "pistol":
        choice["hand_of"] = game.victim + 1
    if game.phase == "rum_give":
        choice["gives_to"] = game.to_give[0] + 1
    if game.phase == "hindrance":
        choice.update(cards_to_discard=game.excess, discards_from=game.discards_from)
    if game.drawn:
        choice["drawn"] = game.drawn.total()
        if observer == game.turn_of:
            choice["drawn_cards"] = dict(game.drawn)  # CA-A34
    return choice


def expected_board(board):
    spaces = [
        {
            "space": space,
            "path": "island" if board.story == "tortuga" or space not in board.paths[0] else "tunnel",
            "symbol": symbol,
            "pirates": [pirates.count(space) for pirates in board.pirates],
            "chest_tile": space in board.tiles,
        }
        for space, symbol in board.symbols.items()
    ]
    return {"sloop": board.sloop, "spaces": spaces}


def expected_supplies(game, observer):
    supplies = {"pile": game.pile.size(), "discards": dict(game.pile.discards)}
    if game.pile.top:
        supplies["put_back"] = {"number": len(game.pile.top), "put_there_by": game.pile.put_by + 1}
        if observer in (game.pile.put_by, None):
            supplies["put_back"]["cards"] = game.pile.top
    if "black-magician" in game.options["modules"]:
        supplies["closed_chest_tiles"] = {tile: game.closed_tiles[tile] for tile in TILES}
    if observer is None:
        supplies["pile_cards"] = dict(game.pile.rest)
    return supplies


def expected_player(game, seat, observer):
    pirates = game.board.pirates[seat]
    player = {
        "seat": seat + 1,
        "score": game.board.score(seat),
        "turns": game.turns[seat],
        "progress": game.board.progress(seat),
        "pirates": {
            "start": pirates.count(START),
            "aboard": pirates.count(SLOOP),
            "home": pirates.count(HOME),
            "spaces": sorted(place for place in pirates if isinstance(place, int)),
        },
        "hand_size": game.hands[seat].total(),
    }
    if observer in (seat, None):
        player["hand"] = dict(game.hands[seat])  # CA-1.6
    return player


def compare(where, game, board, observer, told):
    """Compares the view of a seat with the rules."""
    where = f"{where}, told to {seat_number(observer) or 'all'}"
    told = dict(told)
    players = told.pop("players")
    compare_objects(where, told, expected(game, board, observer))
    if observer is not None:
        compare_knowledge(where, game, observer, players)
    for seat, player in enumerate(players):
        seen = {key: value for key, value in player.items() if not key.startswith("known")}
        compare_objects(f"{where}, seat {seat + 1}", seen, expected_player(game, seat, observer))


def compare_objects(where, told, wanted):
    agree(f"{where}, keys", sorted(told), sorted(wanted))
    for key, value in told.items():
        agree(f"{where}, {key}", value, wanted[key])


def compare_knowledge(where, game, observer, told):
    """Checks that the cards known to the observer are correct, and that they include all cards known by the rules."""
    others = game.knowledge.others(observer)
    known = {owner: Counter(told[owner]["known_cards"]) for owner in others}
    for owner, cards in known.items():
        agree(f"{where}, known cards of seat {owner + 1}", cards, game.knowledge.known[observer][owner])
        agree(f"{where}, known cards of seat {owner + 1}, in the hand", cards, cards & game.hands[owner])
    among = Counter(told[observer]["known_among_others"]) | sum(known.values(), Counter())
    hands = sum((game.hands[other] for other in others), Counter())
    agree(f"{where}, known among others, in the hands", among, among & hands)
    agree(f"{where}, known among others", among, among | game.knowledge.among[observer])


def compare_status(where, game, status):
    agree(f"{where}, to move", status["to_move"], seat_number(game.active()))
    agree(f"{where}, over", status["over"], game.active() is None)
    if status["over"]:
        scores = [game.board.score(seat) for seat in range(game.players)]
        agree(f"{where}, scores", status["scores"], scores)
        agree(f"{where}, ranks", status["ranks"], game.ranks())
        agree(f"{where}, capped", status["capped"], game.phase == "capped")


def look(table, seats, moves=()):
    """Applies moves and returns the status with the legal moves, and the view of each seat."""
    requests = [{"request": "apply", "action": move} for move in moves] + [{"request": "legal"}]
    requests += [{"request": "state", "seat": seat + 1} for seat in seats]
    answers = table.ask("batch", requests=requests)["answers"]
    for request, answer in zip(requests, answers):
        if not answer["ok"]:
            raise SystemExit(f"{request}: {answer['error']}")
    views = answers[-len(seats) :]
    return answers[len(moves)], {seat: view["position"] for seat, view in zip(seats, views)}


def play(table, seed):
    """Plays a random game and returns the number of positions."""
    rng = random.Random(seed)
    players, options = rng.randint(2, 5), random_options(rng)
    if "black-magician" in options["modules"]:
        options |= random_powers(rng, players)
    options |= {f"seat_{seat}_cards": rng.randint(-6, 6) for seat in range(1, players + 1) if rng.random() < 0.2}
    hoards = rng.random() < 0.3
    table.ask("new", seed=seed, players=players, set=options)
    legal, views = look(table, range(players))
    game, plies, where = dealt({**READINGS, **options}, views), 0, f"game {seed} {options}, deal"
    while True:
        board = expected_board(game.board)
        for seat, view in views.items():
            compare(where, game, board, seat, view)
        agree(f"{where}, legal", sorted(legal["legal"]), sorted(game.legal()))
        compare_status(where, game, legal)
        if legal["over"]:
            compare(where, game, board, None, table.position(None))
            return plies
        move = random_move(rng, sorted(game.legal()), hoards)
        plies += 1
        where = f"game {seed} {options}, ply {plies}, {move}"
        seats = {game.turn_of, game.victim, rng.randrange(players)} - {None}  # seats that may draw, and a random one
        legal, views = look(table, sorted(seats), [move])
        game.apply(move, Chance(where, views))


def main():
    given = arguments(__doc__)
    table = Table(given.portolan, "cartagena")
    positions = sum(play(table, seed) for seed in range(given.seed, given.seed + given.games))
    print(f"Cartagena: {given.games} games, {positions} positions, portolan and the rules agree")


if __name__ == "__main__":
    main()
