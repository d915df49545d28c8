"""Rules of Cartagena: turns, actions, cards, Morgan and hindrance.

A position lists its legal moves with their effects. The drawn cards and the revealed chest tile are inputs.
"""

from collections import Counter
from functools import partial

from cartagena_board import START, Board
from cartagena_cards import KINDS, Knowledge, Pile, black_after, deck, is_black, remove, symbol_of
from cartagena_magician import TILES, BlackMagician

ACTIONS = 3  # CA-2.5
MOST_CARDS_UNDER_HINDRANCE = 7  # CA-7.1


class Game(BlackMagician):
    """A position of a game."""

    def __init__(self, options, symbols, hands):
        self.options, self.players, self.hands = options, len(hands), hands
        self.board = Board(options, symbols, self.players)
        self.pile = Pile(deck("hindrance" in options["modules"]) - sum(hands, Counter()))
        self.drawn = Counter()  # drawn for rum or a lantern, not yet in a hand
        self.knowledge = Knowledge(self.players)
        self.closed_tiles = Counter(TILES)
        self.phase, self.winner, self.victim = "turn", None, None
        self.hindrance_due, self.discarding = False, []
        self.turns = [0] * self.players
        self.begin_turn(0)  # CA-2.4

    def begin_turn(self, seat):
        self.turn_of, self.actions, self.acted, self.turn_begins = seat, ACTIONS, False, True
        if min(self.turns) == self.options["turn_cap"]:
            self.phase = "capped"  # CA-A35
            return
        self.turns[seat] += 1
        self.captain = self.board.is_captain(seat)

    def active(self):
        """Returns the seat that decides; None when the game is over."""
        if self.phase in ("won", "capped"):
            return None
        return self.discarding[0] if self.phase == "hindrance" else self.turn_of

    def others(self):
        """Returns the other seats, clockwise from the active seat."""
        return [(self.turn_of + steps) % self.players for steps in range(1, self.players)]

    def legal(self):
        """Returns every legal move with its effect."""
        return {
            "turn": self.turn_moves,
            "pistol": self.cards_to_take,
            "rum_keep": self.cards_to_keep_of_rum,
            "rum_give": self.cards_to_give,
            "lantern_keep": self.cards_to_keep_of_lantern,
            "lantern_put": self.cards_to_put,
            "hindrance": self.cards_to_discard,
            "won": dict,
            "capped": dict,
        }[self.phase]()

    def apply(self, move, chance):
        """Applies a legal move. `chance` provides the draws."""
        self.chance = chance
        self.legal()[move]()
        self.settle()

    def turn_moves(self):
        moves = {**self.forward_moves(), **self.back_moves(), **self.morgan_moves(), **self.power_moves()}
        if self.board.may_sail(self.turn_of, self.options):
            moves["sail"] = self.sail  # CA-5.3, CA-5.10
            if self.captain and self.turn_begins:
                moves["captain"] = self.sail_as_captain
        if not self.hands[self.turn_of] and self.turn_begins:
            moves["rest"] = self.rest  # CA-2.15, CA-A28
        if self.acted or not moves:
            moves["end"] = self.end_turn  # CA-A2: fewer than three actions are allowed, zero actions only if there is no legal move
        return moves

    def spend(self, actions):
        self.actions -= actions
        self.acted, self.turn_begins = True, False

    def use(self, cards, actions=1):
        """Discards cards before their effect (CA-A26); a black card hinders (CA-7.1, CA-11.1)."""
        self.spend(actions)
        for kind in cards:
            self.lay_down(self.turn_of, kind)
        self.hindrance_due = any(map(is_black, cards))

    def lay_down(self, seat, kind):
        remove(self.hands[seat], kind)
        self.pile.discards[kind] += 1
        self.knowledge.left_openly(seat, kind)

    def forward_moves(self):
        moves, seat = {}, self.turn_of
        for start in set(self.board.pirates[seat]):
            for kind in self.hands[seat]:
                target = self.board.forward(symbol_of(kind), start, [seat])
                if target:
                    move = partial(self.forward, [kind], [seat], start, target)
                    moves[black_after(f"play {symbol_of(kind)} {start}", kind)] = move
        return moves

    def forward(self, cards, seats, start, target):
        """Moves one pirate (CA-2.7), or two pirates for two actions (CA-8.3)."""
        self.use(cards, actions=len(seats))
        for seat in seats:
            self.board.move(seat, start, target)

    def back_moves(self):
        own = set(self.board.pirates[self.turn_of])
        targets = {start: self.board.backward(start) for start in own}
        return {f"back {start}": partial(self.back, start, to) for start, to in targets.items() if to}

    def back(self, start, target):
        self.spend(1)
        cards = self.board.on(target)  # CA-2.11
        self.board.move(self.turn_of, start, target)
        self.draw_to_hand(self.turn_of, cards)

    def sail(self):
        self.spend(1)
        self.board.sail()

    def sail_as_captain(self):
        self.turn_begins = False  # CA-5.9: once per turn, without using an action
        self.board.sail()

    def rest(self):
        self.spend(self.actions)
        self.draw_to_hand(self.turn_of, 1)

    def end_turn(self):
        self.actions = 0

    def settle(self):
        """Checks after an effect for a winner, for discards and for the end of the turn."""
        complete = list(filter(self.board.complete, range(self.players)))
        if complete:
            # CA-2.6, CA-A12: the active seat wins if two seats finish at once
            self.phase, self.winner = "won", self.turn_of if self.turn_of in complete else complete[0]
        if self.phase != "turn":
            return
        if self.hindrance_due:
            self.hindrance_due = False
            self.discarding = [seat for seat in self.others() if self.surplus(seat) > 0]  # CA-7.3
        if self.discarding:
            self.phase = "hindrance"
            self.excess, self.discards_from = self.surplus(self.discarding[0]), KINDS[0]
        elif self.actions == 0:
            self.begin_turn((self.turn_of + 1) % self.players)

    def ranks(self):
        """CA-A35"""
        board, seats = self.board, range(self.players)
        merits = [(seat == self.winner, board.score(seat), board.progress(seat)) for seat in seats]
        return [1 + sum(other > merit for other in merits) for merit in merits]

    def draw_to_hand(self, seat, number):
        """Draws cards; the seat that put cards back on the pile knows where they go."""
        came = self.chance.hand(seat) - self.hands[seat]
        if self.pile.top and seat != self.pile.put_by:
            self.knowledge.learn(self.pile.put_by, seat, Counter(self.pile.top[:number]))

        def reshuffled(sure):
            hands = [hand + sure if owner == seat else hand for owner, hand in enumerate(self.hands)]
            self.knowledge.reshuffled(hands, seat, 0)

        self.pile.draw(self.chance.where, number, came, reshuffled)
        self.hands[seat] += came

    def draw_aside(self, number, came):
        """Draws cards that are in neither hand nor pile until they get their places (CA-A26)."""
        self.drawn = came

        def reshuffled(_):
            self.knowledge.reshuffled(self.hands, self.turn_of, number)

        self.pile.draw(self.chance.where, number, self.drawn, reshuffled)

    # Morgan

    def morgan_moves(self):
        moves = {}
        for owner in self.others() if "morgan" in self.options["modules"] else []:
            for start in set(self.board.pirates[owner]):
                target, cards = self.board.morgan(owner, start)
                jailed = start == START and self.options["morgan_jail"] == "off"  # CA-A11
                if target and not jailed:
                    moves[f"morgan {owner + 1} {start}"] = partial(self.morgan, owner, start, target, cards)
        return moves

    def morgan(self, owner, start, target, cards):
        self.spend(1)
        self.board.move(owner, start, target)
        if not self.board.complete(owner):  # CA-A12: the game is over at once (CA-2.6)
            self.draw_to_hand(self.turn_of, cards)

    # Hindrance

    def surplus(self, seat):
        return self.hands[seat].total() - MOST_CARDS_UNDER_HINDRANCE

    def cards_to_discard(self):
        """Returns the kinds in order, if enough cards remain: each set has only one order."""
        hand, moves = self.hands[self.active()], {}
        for number in range(KINDS.index(self.discards_from), len(KINDS)):
            kind, left = KINDS[number], sum(hand[later] for later in KINDS[number:])
            if hand[kind] > 0 and left >= self.excess:
                moves[f"discard {kind}"] = partial(self.discard, kind)
        return moves

    def discard(self, kind):
        self.lay_down(self.active(), kind)
        self.excess, self.discards_from = self.excess - 1, kind
        if self.excess == 0:
            self.discarding.pop(0)
            self.phase = "turn"
