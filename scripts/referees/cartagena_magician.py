"""Black Magician module of Cartagena: card powers and chest tiles."""

from collections import Counter
from functools import partial

from cartagena_board import HOME, SLOOP, START
from cartagena_cards import KINDS, SYMBOLS, black_after, is_black, remove, symbol_of

TILES = {"1 card": 2, "2 cards": 2, "3 cards": 2, "empty": 1, "snake": 1}  # CA-8.4
CARDS_IN_A_CHEST = {"1 card": 1, "2 cards": 2, "3 cards": 3, "empty": 0}
MORE_THAN_PLAYERS, KEPT_OF_RUM, LANTERN_CARDS = 1, 2, 4  # CA-8.3
HOOK_ACTIONS = 2


class BlackMagician:
    """The part of a game that the module adds."""

    def has_power(self, symbol):
        """Returns True if a card has its power (CA-8.1). Studies can disable powers for all seats or for one seat."""
        if "black-magician" not in self.options["modules"]:
            return False
        limited = self.options["powers_for"] in ("all", str(self.turn_of + 1))
        powers = self.options["powers"]
        return powers == "all" or symbol in powers.split(",") or not limited

    def pairs_of_parrots(self):
        """Returns pairs of parrots and their notation suffixes for black cards (CA-A33)."""
        hand = self.hands[self.turn_of]
        pairs = [["parrot"] * (2 - black) + ["parrot black"] * black for black in range(3)]
        added = ["", " 1 black", " 2 black"]
        return [(pair, text) for pair, text in zip(pairs, added) if Counter(pair) <= hand]

    def payments(self, symbol):
        """Returns the card sets that pay for a power, and their notation suffixes."""
        if not self.has_power(symbol):
            return []
        kinds = [kind for kind in self.hands[self.turn_of] if symbol_of(kind) == symbol]
        payments = [([kind], black_after("", kind)) for kind in kinds]
        if self.options["parrot_power"] == "on" and self.has_power("parrot"):
            payments += [(pair, f" by parrots{text}") for pair, text in self.pairs_of_parrots()]  # CA-A18
        return payments

    def power_moves(self):
        moves = {**self.parrot_moves(), **self.hook_moves()}
        for cards, text in self.payments("pistol"):
            for victim in self.others():
                if self.hands[victim]:  # CA-A19
                    moves[f"pistol {victim + 1}{text}"] = partial(self.look, cards, victim)
        for cards, text in self.payments("rum"):
            moves[f"rum{text}"] = partial(self.buy_rum, cards)
        for cards, text in self.payments("lantern"):
            moves[f"lantern{text}"] = partial(self.light, cards)
        for cards, text in self.payments("chest"):
            for space in self.board.tiles & set(self.board.pirates[self.turn_of]):  # CA-A22
                moves[f"chest {space}{text}"] = partial(self.open_chest, cards, space)
        return moves

    def parrot_moves(self):
        """Adds the moves of two parrots, which move as a card of another symbol."""
        moves, seat = {}, self.turn_of
        pairs = self.pairs_of_parrots() if self.has_power("parrot") else []
        for pair, text in pairs:
            for symbol in [symbol for symbol in SYMBOLS if symbol != "parrot"]:
                for start in set(self.board.pirates[seat]):
                    target = self.board.forward(symbol, start, [seat])
                    if target:
                        move = partial(self.forward, pair, [seat], start, target)
                        moves[f"parrots {symbol} {start}{text}"] = move
        return moves

    def hook_moves(self):
        """Adds moves of two pirates from one space to the destination of a second card (CA-A16, CA-A27)."""
        moves = {}
        if self.actions < HOOK_ACTIONS:  # CA-A21
            return moves
        for cards, text in self.payments("hook"):
            for second in self.hands[self.turn_of] - Counter(cards):
                symbol, black = symbol_of(second), " +black" if is_black(second) else ""
                for start, seats, whose in self.pairs_of_pirates():
                    target = self.board.forward(symbol, start, seats)
                    if target:
                        move = partial(self.forward, [*cards, second], seats, start, target)
                        moves[f"hook {symbol} {start}{whose}{text}{black}"] = move
        return moves

    def pairs_of_pirates(self):
        """Returns pairs of pirates on one space: space, owners and notation suffix (CA-A15)."""
        own, pairs = self.board.pirates[self.turn_of], []
        for start in set(own) - {START, SLOOP, HOME}:
            if own.count(start) > 1:
                pairs.append((start, [self.turn_of, self.turn_of], ""))
            if self.options["hook_pair"] == "mixed":
                partners = [seat for seat in self.others() if start in self.board.pirates[seat]]
                pairs += [(start, [self.turn_of, seat], f" with {seat + 1}") for seat in partners]
        return pairs

    def look(self, cards, victim):
        self.use(cards)
        self.phase, self.victim = "pistol", victim
        self.knowledge.seen(self.turn_of, victim, self.hands[victim])

    def cards_to_take(self):
        return {f"take {kind}": partial(self.take, kind) for kind in self.hands[self.victim]}

    def take(self, kind):
        victim = self.victim
        self.phase, self.victim = "turn", None
        remove(self.hands[victim], kind)
        self.hands[self.turn_of][kind] += 1
        self.knowledge.taken(self.turn_of, victim, kind)
        self.draw_to_hand(victim, 1)

    def buy_rum(self, cards):
        """Draws one card more than there are players; if too few are left, the player's own cards come first (CA-A20).
        """
        self.use(cards)
        number = min(self.players + MORE_THAN_PLAYERS, self.pile.size() + self.pile.discards.total())
        if number > KEPT_OF_RUM:
            self.phase = "rum_keep"
            self.draw_aside(number, self.chance.drawn(self.turn_of))
        else:
            self.draw_aside(number, self.chance.hand(self.turn_of) - self.hands[self.turn_of])
            self.keep(list(self.drawn.elements()))

    def cards_to_keep_of_rum(self):
        kinds, moves = [kind for kind in KINDS if kind in self.drawn], {}
        for number, first in enumerate(kinds):
            for second in kinds[number:]:
                if Counter([first, second]) <= self.drawn:
                    moves[f"keep {first} and {second}"] = partial(self.keep, [first, second])
        return moves

    def keep(self, kinds):
        self.hands[self.turn_of] += Counter(kinds)
        self.drawn -= Counter(kinds)
        self.to_give = self.others()
        self.go_on_giving()

    def go_on_giving(self):
        """Moves cards automatically if all of them are equal."""
        if len(self.drawn) == 1:
            self.give(*self.drawn)
        else:
            self.phase = "rum_give" if self.drawn else "turn"

    def cards_to_give(self):
        return {f"give {kind}": partial(self.give, kind) for kind in self.drawn}

    def give(self, kind):
        seat = self.to_give.pop(0)
        self.hands[seat][kind] += 1
        remove(self.drawn, kind)
        self.knowledge.learn(self.turn_of, seat, Counter([kind]))
        self.go_on_giving()

    def light(self, cards):
        self.use(cards)
        self.draw_aside(LANTERN_CARDS, self.chance.drawn(self.turn_of))
        self.phase = "lantern_keep" if self.drawn else "turn"

    def cards_to_keep_of_lantern(self):
        return {f"keep {kind}": partial(self.keep_one, kind) for kind in self.drawn}

    def keep_one(self, kind):
        self.hands[self.turn_of][kind] += 1
        remove(self.drawn, kind)
        self.go_on_putting()

    def go_on_putting(self):
        """Moves cards automatically if all of them are equal."""
        if len(self.drawn) == 1:
            self.put(*self.drawn)
        else:
            self.phase = "lantern_put" if self.drawn else "turn"

    def cards_to_put(self):
        return {f"put {kind}": partial(self.put, kind) for kind in self.drawn}

    def put(self, kind):
        remove(self.drawn, kind)
        self.pile.put_back(kind, self.turn_of)
        self.go_on_putting()

    def open_chest(self, cards, space):
        """Opens a chest; portolan reports the tile."""
        self.use(cards)
        tile = self.chance.tile(self.closed_tiles)
        self.board.tiles.remove(space)
        remove(self.closed_tiles, tile)
        if tile == "snake":
            self.board.move(self.turn_of, space, self.board.flight(space))  # CA-8.5, CA-A32
            self.board.lay_tiles()
            self.closed_tiles = Counter(TILES)
        else:
            self.draw_to_hand(self.turn_of, CARDS_IN_A_CHEST[tile])
