"""The cards of Cartagena: kinds, pile and discards, and which cards of the others a player is sure of."""

from collections import Counter

from lines import agree

SYMBOLS = ["pistol", "rum", "lantern", "parrot", "hook", "chest"]
KINDS = SYMBOLS + [f"{symbol} black" for symbol in SYMBOLS]
CARDS_OF_A_SYMBOL, BLACK_CARDS_OF_A_SYMBOL = 17, 2  # CA-1.3


def deck(hindrance):
    """CA-1.3: all cards by kind; without hindrance nobody tells the black ones apart."""
    black = BLACK_CARDS_OF_A_SYMBOL if hindrance else 0
    return +Counter({kind: black if is_black(kind) else CARDS_OF_A_SYMBOL - black for kind in KINDS})


def symbol_of(kind):
    return kind.split()[0]


def is_black(kind):
    return kind.endswith("black")


def black_after(text, kind):
    return f"{text} black" if is_black(kind) else text


def remove(cards, kind):
    cards.subtract([kind])
    if cards[kind] == 0:
        del cards[kind]


class Pile:
    """The draw pile, of which only cards put back are known in their order, and the discards."""

    def __init__(self, cards):
        self.rest, self.discards = cards, Counter()
        self.top, self.put_by = [], None  # cards that a lantern put there, the topmost first, and the seat

    def size(self):
        return len(self.top) + self.rest.total()

    def put_back(self, kind, seat):
        self.top.insert(0, kind)
        self.put_by = seat

    def draw(self, where, number, came, reshuffled):
        """CA-2.16: holds the cards that came to those that can; discards become the pile when it is empty."""
        sure = Counter()
        while number > 0:
            if self.top:
                sure[self.top.pop(0)] += 1
                number -= 1
            elif not self.rest and not self.discards:
                number = 0  # CA-A30: what there is is drawn
            elif not self.rest:
                self.rest, self.discards = self.discards, Counter()
                reshuffled(sure)
            elif number >= self.rest.total():
                number -= self.rest.total()
                sure += self.rest
                self.rest = Counter()
            else:
                break
        agree(f"{where}, number of cards drawn", came.total(), sure.total() + number)
        agree(f"{where}, cards drawn that had to come", dict(came & sure), dict(sure))
        unsure = came - sure
        agree(f"{where}, cards drawn that can come", dict(unsure), dict(unsure & self.rest))
        self.rest -= unsure


class Knowledge:
    """CA-A34, and what players know by the reference: for every observer, the cards sure to be in each other
    hand, and some that are sure to be in all of them together."""

    def __init__(self, players):
        self.seats = range(players)
        self.known = [[Counter() for _ in self.seats] for _ in self.seats]
        self.among = [Counter() for _ in self.seats]

    def others(self, *seats):
        return [seat for seat in self.seats if seat not in seats]

    def learn(self, observer, owner, cards):
        """These cards are in that hand, beside those known there before."""
        self.known[observer][owner] += cards
        self.among[observer] += cards

    def left(self, observer, owner, kind):
        self.known[observer][owner] -= Counter([kind])
        self.among[observer] -= Counter([kind])

    def left_openly(self, owner, kind):
        for observer in self.others(owner):
            self.left(observer, owner, kind)

    def seen(self, observer, owner, hand):
        """The pistol shows the hand."""
        self.known[observer][owner] = +hand

    def taken(self, taker, owner, kind):
        """The two of them see it; for a third player any kind may be the one that went."""
        self.left(taker, owner, kind)
        self.learn(owner, taker, Counter([kind]))
        for observer in self.others(taker, owner):
            known = self.known[observer][owner]
            known -= Counter(list(known))

    def reshuffled(self, hands, drawer, aside):
        """All cards have been seen but the others' hands, and as many as somebody else is drawing aside."""
        for observer in self.seats:
            cards = sum((hands[other] for other in self.others(observer)), Counter())
            hidden = 0 if observer == drawer else aside
            self.among[observer] = +Counter({kind: cards[kind] - hidden for kind in cards})
