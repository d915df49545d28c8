"""Cards of Cartagena: kinds, pile, discards, and the opponents' cards that a player knows."""

from collections import Counter

from lines import agree

SYMBOLS = ["pistol", "rum", "lantern", "parrot", "hook", "chest"]
KINDS = SYMBOLS + [f"{symbol} black" for symbol in SYMBOLS]
CARDS_OF_A_SYMBOL, BLACK_CARDS_OF_A_SYMBOL = 17, 2  # CA-1.3


def deck(hindrance):
    """Returns all cards by kind; without hindrance, black cards are not distinguished (CA-1.3)."""
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
    """Draw pile and discards. The pile stores only the order of cards that were put back."""

    def __init__(self, cards):
        self.rest, self.discards = cards, Counter()
        self.top, self.put_by = [], None  # cards put there by a lantern, topmost first, and the seat

    def size(self):
        return len(self.top) + self.rest.total()

    def put_back(self, kind, seat):
        self.top.insert(0, kind)
        self.put_by = seat

    def draw(self, where, number, came, reshuffled):
        """Checks that the drawn cards are possible; reshuffles the discards when the pile is empty (CA-2.16)."""
        sure = Counter()
        while number > 0:
            if self.top:
                sure[self.top.pop(0)] += 1
                number -= 1
            elif not self.rest and not self.discards:
                number = 0  # CA-A30: draw the available cards
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
    """Cards that each observer knows to be in another hand, and cards known to be in several hands together (CA-A34 and
    the reference).
    """

    def __init__(self, players):
        self.seats = range(players)
        self.known = [[Counter() for _ in self.seats] for _ in self.seats]
        self.among = [Counter() for _ in self.seats]

    def others(self, *seats):
        return [seat for seat in self.seats if seat not in seats]

    def learn(self, observer, owner, cards):
        """Adds cards to the known cards of a hand."""
        self.known[observer][owner] += cards
        self.among[observer] += cards

    def left(self, observer, owner, kind):
        self.known[observer][owner] -= Counter([kind])
        self.among[observer] -= Counter([kind])

    def left_openly(self, owner, kind):
        for observer in self.others(owner):
            self.left(observer, owner, kind)

    def seen(self, observer, owner, hand):
        """Records the whole hand, which the pistol reveals."""
        self.known[observer][owner] = +hand

    def taken(self, taker, owner, kind):
        """Records a taken card. Taker and owner see it; a third player must assume that it can be of any kind."""
        self.left(taker, owner, kind)
        self.learn(owner, taker, Counter([kind]))
        for observer in self.others(taker, owner):
            known = self.known[observer][owner]
            known -= Counter(list(known))

    def reshuffled(self, hands, drawer, aside):
        """Records that all cards are known except other hands and the cards that another player is drawing aside."""
        for observer in self.seats:
            cards = sum((hands[other] for other in self.others(observer)), Counter())
            hidden = 0 if observer == drawer else aside
            self.among[observer] = +Counter({kind: cards[kind] - hidden for kind in cards})
