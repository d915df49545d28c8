"""Paths and pirates of Cartagena, and the destinations of cards, moves back, Morgan and the snake."""

MOST_ON_A_SPACE = 3  # CA-2.12
MOST_ABOARD = 3  # CA-5.6
STRIP = 6  # CA-1.1: spaces of a strip
START, SLOOP, HOME = "start", "sloop", "home"  # all other places are numbers of spaces


class Board:
    """Numbered spaces on one or two paths, and the pirates of every seat."""

    def __init__(self, options, symbols, players):
        strips = [int(strips) for strips in str(options["strips"]).split("+")]
        ends = [STRIP * sum(strips[:number]) + 1 for number in range(len(strips) + 1)]
        self.paths = [range(first, stop) for first, stop in zip(ends, ends[1:])]  # CA-5.1
        self.symbols = dict(zip(range(1, ends[-1]), symbols))
        self.story = options["story"]
        self.sails = self.story == "full-escape"
        self.sloop = "cartagena" if self.sails else None  # CA-A24
        self.pirates = [[START] * options["pirates"] for _ in range(players)]  # CA-2.3
        self.tiles = set()
        if "black-magician" in options["modules"]:
            self.lay_tiles()

    def lay_tiles(self):
        """Puts a closed tile on every chest space (CA-8.2)."""
        self.tiles = {space for space, symbol in self.symbols.items() if symbol == "chest"}

    def on(self, space):
        return sum(pirates.count(space) for pirates in self.pirates)

    def aboard(self, seat):
        return self.pirates[seat].count(SLOOP)

    def move(self, seat, start, target):
        pirates = self.pirates[seat]
        pirates[pirates.index(start)] = target

    def path(self, place):
        """Returns the current path of a pirate, or its last path."""
        if place in (START, SLOOP):
            return self.paths[0]
        return self.paths[-1] if place == HOME else next(path for path in self.paths if place in path)

    def ahead(self, start):
        """Returns the spaces ahead of a pirate on its own path; None if it cannot move further."""
        if start == HOME or start == SLOOP and self.sloop != "tortuga":
            return None  # CA-2.9
        if start in (START, SLOOP):
            return self.paths[0 if start == START else 1]  # CA-5.8
        return range(start + 1, self.path(start).stop)

    def behind(self, start):
        """Returns the spaces behind a pirate on its own path, nearest first (CA-2.13, CA-5.11)."""
        if start == START or start == SLOOP and self.sloop == "tortuga":
            return range(0)
        path = self.path(start)
        last = path.stop if start in (SLOOP, HOME) else start
        return range(last - 1, path.start - 1, -1)

    def end(self, start, seats):
        """Returns the destination of pirates with no empty space ahead; None if they cannot move (CA-2.8, CA-5.7)."""
        if not self.sails or start == SLOOP or start in self.paths[1]:
            return HOME
        room = all(self.aboard(seat) + seats.count(seat) <= MOST_ABOARD for seat in seats)
        return SLOOP if room and self.sloop == "cartagena" else None

    def forward(self, symbol, start, seats):
        """Returns the next empty space with the symbol, or the end of the path (CA-2.7)."""
        ahead = self.ahead(start)
        if ahead is None:
            return None
        free = (space for space in ahead if self.symbols[space] == symbol and self.on(space) == 0)
        return next(free, None) or self.end(start, seats)

    def company(self, spaces):
        """Returns the first of these spaces with one or two pirates."""
        return next((space for space in spaces if 0 < self.on(space) < MOST_ON_A_SPACE), None)

    def backward(self, start):
        return self.company(self.behind(start))  # CA-2.10

    def morgan(self, owner, start):
        """Returns the destination of a pirate moved by Morgan, or None, and the cards to draw (CA-6.1, CA-6.2, CA-6.3).
        """
        ahead = self.ahead(start)
        if ahead is None:
            return None, 0
        space = self.company(ahead)
        return (space, self.on(space)) if space else (self.end(start, [owner]), 2)

    def flight(self, start):
        """Returns the destination of the snake's victim (CA-8.5, CA-A14)."""
        behind = self.behind(start)
        rum = (space for space in behind if self.symbols[space] == "rum" and self.on(space) == 0)
        roomy = (space for space in behind if self.on(space) < MOST_ON_A_SPACE)
        on_first_path = start in self.paths[0]
        return next(rum, None) or (START if on_first_path else next(roomy, start))

    def may_sail(self, seat, options):
        own = self.pirates[seat]
        if self.sloop == "cartagena":
            return options["sail_out_needs_own_aboard"] == "off" or SLOOP in own  # CA-5.5, CA-A7
        jailed = START in own and options["sail_back_counts_jail"] == "on"  # CA-A6
        return self.sloop == "tortuga" and (jailed or any(place in self.paths[0] for place in own))  # CA-5.4

    def sail(self):
        self.sloop = "tortuga" if self.sloop == "cartagena" else "cartagena"

    def is_captain(self, seat):
        """Returns True if no other seat has more pirates aboard (CA-5.9, CA-A25)."""
        return 0 < self.aboard(seat) == max(map(self.aboard, range(len(self.pirates))))

    def score(self, seat):
        return self.pirates[seat].count(HOME)

    def complete(self, seat):
        return set(self.pirates[seat]) == {HOME}  # CA-11.4

    def progress(self, seat):
        """CA-A35"""
        worth = {START: 0, SLOOP: self.paths[0].stop - 1, HOME: self.paths[-1].stop}
        return sum(worth.get(place, place) for place in self.pirates[seat])
