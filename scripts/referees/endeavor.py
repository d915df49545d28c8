#!/usr/bin/env python3
"""Plays random games of Endeavor: Age of Sail and checks every position against the rules.

The referee is written from the rules alone (docs/rules/endeavor.md; comments contain the rule ids). It uses the
components and the dealt tokens and tiles, and computes the seat to move, the legal moves and their results
independently. Silent Fleets and options with alternative interpretations are chosen at random. Study options are not
tested.
"""

import random
from collections import Counter

from lines import Table, agree, arguments

ATTRIBUTES = ["industry", "culture", "wealth", "influence"]
LEVELS = {"build_level": "industry", "growth": "culture", "payments": "wealth", "card_limit": "influence"}
ROUNDS = 7  # EN-1.1
DISCS = 35  # EN-1.7
TOKENS = 95  # EN-1.7
LAST_STEP = 15  # EN-1.10
CARD_SPACES = 5  # EN-7.1
OPEN_TOP_TILES = 3  # EN-2.6
TOP_LEVEL = 5
IN_HARBOR = {"ship": 1, "occupy": 1, "attack": 2, "pay": 0, "draw": 0}  # EN-5.7
MONUMENT, TOWN_HALL = "casualties_become_attributes", "glory_per_draw_icon"  # effects of special buildings
FLEETS = "silent_fleets"  # the owner of neutral discs
SILENT_OPTIONS = {
    "restricted_occupation": ["off", "on"],
    "react_to_tokens": ["on", "off"],
    "scarce_buildings": ["off", "on"],
    "reaction_choice": ["free", "effective"],
}


class Box:
    """Component data; rows by id in the order of the files, with numbers converted to int."""

    def __init__(self, table):
        told = table.ask("components")["components"]
        self.files = {name: [numbers(row) for row in rows] for name, rows in told.items()}
        self.buildings = {row["id"]: row for row in self.files["buildings.csv"]}
        self.cards = {row["id"]: row for row in self.files["asset_cards.csv"]}
        self.tokens = {row["id"]: row for row in self.files["tokens.csv"]}
        self.levels = sorted(self.files["levels.csv"], key=lambda row: row["level"])
        self.glory_steps = [row["step"] for row in self.files["steps.csv"] if row["glory_symbol"]]

    def of_side(self, name, side):
        return [row for row in self.files[name] if row["side"] == side]

    def actions(self, kind):
        return actions(self.buildings[kind].get("actions", ""))

    def icons(self, attribute, buildings, cards):
        rows = [self.buildings[kind] for kind in buildings] + [self.cards[card] for card in cards]
        return sum(row[attribute] for row in rows)

    def has(self, coast, special):
        return any(self.buildings[kind].get("special") == special for kind in coast)

    def is_slavery(self, card):
        return self.cards[card]["kind"] == "slavery"

    def is_governor(self, card):
        return self.cards[card]["kind"] == "governor"


class Player:
    """A player's mat (EN-2.7)."""

    def __init__(self):
        self.supply, self.harbor = DISCS, 0
        self.coast = []  # kinds of building from the left
        self.working = Counter()  # discs on buildings, by kind
        self.attribute_tokens, self.monument_discs, self.action_tokens = Counter(), Counter(), Counter()
        self.cards, self.set_aside, self.governor_space = [], [], None
        self.turns, self.passed = 0, False

    def grow(self, number):
        """Moves discs from the supply to the harbor, as many as are available (EN-4.4, EN-6.18)."""
        number = min(number, self.supply)
        self.supply -= number
        self.harbor += number

    def pay(self, kind):
        self.working[kind] -= 1
        self.harbor += 1

    def resting(self):
        """Returns the kinds of the player's buildings with an empty activation space."""
        return [kind for kind, number in Counter(self.coast).items() if number > self.working[kind]]


class Game:
    """A position of a game. `play` is a generator that yields the legal moves of every decision."""

    def __init__(self, box, options, players, dealt):
        self.box, self.options = box, options
        self.side = options["side"] if options["side"] != "auto" else "AB"[players == 5]  # EN-2.1
        self.silent = options.get("silent_fleets") == "on"
        self.players = {seat: Player() for seat in range(1, players + 1)}
        for seat, player in self.players.items():
            player.grow(options.get(f"seat_{seat}_discs", 0))
        self.fleet_supply = DISCS
        self.lay_out_board(dealt["board"])
        self.lay_out_supplies({row["id"]: row["count"] for row in dealt["supplies"]["buildings"]})
        self.pile, self.removed, self.tokens_gone, self.abolished = [], [], 0, False
        self.round, self.crown, self.turn_of, self.active, self.phase, self.choice = 1, 1, 1, 1, "", {}

    def lay_out_board(self, dealt):
        """Creates places for discs and tokens; the tokens are those that were dealt (EN-2.2)."""
        areas = {area["id"]: area for area in dealt["areas"]}
        self.tracks = {row["area"]: [None] * row["track"] for row in self.box.of_side("areas.csv", self.side)}
        self.track_tokens = {area: [space["token"] for space in areas[area]["track"]] for area in self.tracks}
        self.sites = {row["id"]: row for row in self.box.of_side("sites.csv", self.side)}
        self.disc_of = {site: None for site in self.sites}
        self.seas = {area: [] for area in self.tracks}
        self.links = self.box.of_side("links.csv", self.side)
        tokens = {site["id"]: site["token"] for area in areas.values() for site in area["sites"]}
        self.site_tokens = {site: tokens[site] for site in self.sites}
        self.link_tokens = [link["token"] for link in dealt["links"]]
        spaces = sum(map(len, self.tracks.values())) + len(self.sites)
        round_links = [link["shape"] == "round" for link in self.links]
        agree("round spaces", spaces + sum(round_links), TOKENS)  # EN-A1
        agree("tokens on links", [token is not None for token in self.link_tokens], round_links)
        lying = [*self.link_tokens, *self.site_tokens.values(), *sum(self.track_tokens.values(), [])]
        for token, row in self.box.tokens.items():
            agree(f"tokens {token}", lying.count(token), row["count"])

    def lay_out_supplies(self, dealt):
        """Creates the supplies (EN-2.3 to EN-2.6); the three tiles of the top level are those that were dealt."""
        kinds = [kind for kind, row in self.box.buildings.items() if row["level"] > 0]
        top = [kind for kind in kinds if self.box.buildings[kind]["level"] == TOP_LEVEL]
        self.tiles = {kind: self.box.buildings[kind]["copies"] for kind in kinds}
        self.tiles |= {kind: dealt.get(kind, 0) for kind in top}
        agree("tiles of the top level", sum(self.tiles[kind] for kind in top), OPEN_TOP_TILES)
        cards = sorted(self.box.cards.values(), key=lambda card: card.get("draw_number", 0))
        self.decks, self.governors = {}, {}
        for card in cards:
            if card["kind"] == "governor":
                self.governors[card["deck"]] = card["id"]
            else:
                self.decks.setdefault(card["deck"], []).append(card["id"])

    # Views

    def seats(self):
        """Returns the seats clockwise from the crown (EN-3.2)."""
        order = sorted(self.players)
        return order[self.crown - 1:] + order[:self.crown - 1]

    def attribute(self, seat, name):
        """Returns an attribute of a seat (EN-9.4)."""
        player = self.players[seat]
        beside = player.attribute_tokens[name] + player.monument_discs[name]
        return self.box.icons(name, player.coast, player.cards) + beside

    def level(self, seat, name):
        """Returns the level of a track, such as `growth`."""
        step = self.attribute(seat, LEVELS[name])
        return [row[name] for row in self.box.levels if row["first_step"] <= step][-1]

    def is_open(self, area):
        """Returns True if an area is open (EN-6.4); Europe has no track."""
        return all(self.tracks[area])

    def discs(self, owner, area):
        """Returns the number of a player's discs in an area (EN-A22)."""
        held = [site for site, disc in self.disc_of.items() if disc == owner]
        on_sites = sum(self.sites[site]["area"] == area for site in held)
        return on_sites + self.tracks[area].count(owner) + self.seas[area].count(owner)

    def is_present(self, owner, area):
        return area == "europe" or self.discs(owner, area) > 0  # EN-6.8

    def within_reach(self, kind, owners):
        """Returns cities or fleets of Europe and open regions whose disc belongs to one of the owners."""
        for site, row in self.sites.items():
            if row["kind"] == kind and self.disc_of[site] in owners and self.is_open(row["area"]):
                yield site, row["area"]

    def controls(self, owner, link):
        return owner == self.disc_of[link["a"]] == self.disc_of[link["b"]]  # EN-6.9

    # Set-up and the first three phases

    def play(self):
        for seat in self.seats():
            yield from self.start_tile(seat)
        for self.round in range(1, ROUNDS + 1):
            if self.options.get("scarce_buildings") == "on":
                yield from self.scrap(self.seats()[-1])  # with two seats, the seat without the crown
            for seat in self.seats():
                yield from self.build(seat)
            for seat, player in self.players.items():
                player.grow(self.level(seat, "growth"))
            for seat in self.seats():
                yield from self.salary(seat)
            yield from self.actions()
            for seat in self.seats():
                yield from self.discard(seat)
            if self.round < ROUNDS:
                self.crown = self.crown % len(self.players) + 1  # EN-3.4
        self.active, self.phase, self.choice = None, "over", None
        yield []

    def choose(self, seat, phase, moves, **choice):
        """Yields the legal moves of one decision and returns the words of the chosen move."""
        self.active, self.phase, self.choice = seat, phase, choice
        if phase != "casualty":
            self.turn_of = seat
        move = yield sorted(moves)
        return move.split()

    def start_tile(self, seat):
        """Chooses a start tile (EN-2.9)."""
        tiles = [kind for kind, row in self.box.buildings.items() if row["level"] == 0]
        _, kind = yield from self.choose(seat, "start_tile", [f"start {kind}" for kind in tiles])
        self.players[seat].coast.append(kind)
        self.players[seat].working[kind] += 1
        self.players[seat].supply -= 1

    def tiles_of(self, levels):
        left = [kind for kind, count in self.tiles.items() if count]
        return [kind for kind in left if self.box.buildings[kind]["level"] in levels]

    def scrap(self, seat):
        """Scraps a tile (EN-11.7 (3), EN-A26)."""
        kinds = self.tiles_of(range(1, self.level(seat, "build_level") + 1))
        if kinds:
            _, kind = yield from self.choose(seat, "scarce", [f"scrap {kind}" for kind in kinds])
            self.tiles[kind] -= 1

    def build(self, seat):
        """Builds a building (EN-4.1, EN-A3)."""
        level = self.level(seat, "build_level")
        kinds = self.tiles_of(range(1, level + 1))
        if not kinds and self.options["build_fallback"] == "on":
            kinds = self.tiles_of([level + 1])
        if kinds:
            _, kind = yield from self.choose(seat, "build", [f"build {kind}" for kind in kinds])
            self.tiles[kind] -= 1
            self.players[seat].coast.append(kind)

    def salary(self, seat):
        """Pays salaries (EN-4.5, EN-A5); the view lists the paid discs in the order of the data."""
        player, kinds = self.players[seat], list(self.box.buildings)
        left = min(self.level(seat, "payments"), player.working.total())
        while left:
            later = [sum(player.working[kind] for kind in kinds[at:]) for at in range(len(kinds))]
            payable = [kind for kind, discs in zip(kinds, later) if player.working[kind] and discs >= left]
            if later[0] == left or len(payable) == 1:
                kind = payable[0]
            else:
                told = {"payments_left": left, "pays_from": kinds[0]}
                moves = [f"salary {kind}" for kind in payable]
                _, kind = yield from self.choose(seat, "salary", moves, **told)
            player.pay(kind)
            kinds = kinds[kinds.index(kind):]
            left -= 1

    # The Action phase

    def actions(self):
        """Plays the Action phase (EN-5.1)."""
        while not all(player.passed for player in self.players.values()):
            for seat in self.seats():
                if not self.players[seat].passed:
                    yield from self.turn(seat)
        for player in self.players.values():
            player.passed = False

    def turn(self, seat):
        """Plays one turn (EN-5.2 to EN-5.6)."""
        player = self.players[seat]
        player.turns += 1
        word, *source = yield from self.choose(seat, "turn", self.sources(seat) + ["pass"])
        if word == "pass":
            player.passed = True
            return
        kind, by_token = source[0], word == "token"
        if by_token:
            player.action_tokens[kind] -= 1
            self.tokens_gone += 1
            text = self.box.tokens[kind]["effect"]
        else:
            player.harbor -= 1
            player.working[kind] += 1
            text = self.box.buildings[kind]["actions"]
        done = yield from self.act(seat, text, by_token)
        if self.silent and (not by_token or self.options["react_to_tokens"] == "on"):
            yield from self.react(seat, done)

    def sources(self, seat):
        """Returns the sources of actions. An action must be possible after the activating disc has left the harbor
        (EN-A6).
        """
        player = self.players[seat]
        uses = [kind for kind in player.resting() if self.possible(seat, self.box.actions(kind), 1)]
        held = [kind for kind, number in player.action_tokens.items() if number]
        tokens = [kind for kind in held if self.possible(seat, actions(self.box.tokens[kind]["effect"]), 0)]
        return [f"use {kind}" for kind in uses] + [f"token {kind}" for kind in tokens]

    def possible(self, seat, offers, discs):
        """Returns True if one of the actions is possible after `discs` discs have left the harbor."""
        player = self.players[seat]
        player.harbor -= discs
        moves = player.harbor >= 0 and self.moves(seat, offers)
        player.harbor += discs
        return bool(moves)

    def moves(self, seat, offers):
        """Returns the moves of the offered actions (EN-5.7)."""
        harbor = self.players[seat].harbor
        ways = {
            "ship": self.shipments,
            "occupy": self.occupations,
            "attack": self.attacks,
            "pay": self.payments,
            "draw": self.draws,
        }
        able = [action for action in offers if harbor >= IN_HARBOR[action]]
        return [f"{action} {target}" for action in able for target in ways[action](seat)]

    def act(self, seat, text, by_token):
        """Performs the actions of a source. Returns the performed actions with their targets."""
        offers, done, one_only = actions(text), [], by_token or "/" in text
        while moves := self.moves(seat, offers):
            if done:
                moves.append("stop")  # EN-5.5
            told = {"offers": sorted(offers), "one_action_only": one_only, "by_token": by_token}
            words = yield from self.choose(seat, "act", moves, **told, **self.deeds(done))
            if words[0] == "stop":
                break
            offers = [] if one_only else [action for action in offers if action != words[0]]
            done.append(words)
            yield from self.perform(seat, words, told | {"offers": sorted(offers)} | self.deeds(done))
        return done

    def deeds(self, done):
        """Returns the data that the reaction needs."""
        areas = [self.sites[words[1]]["area"] for words in done if words[0] == "occupy"]
        return {"done": sorted(words[0] for words in done), "occupied": areas[0] if areas else None}

    def perform(self, seat, words, told):
        """Performs an action; `told` is the data about the turn in views of its choices."""
        action, target = words[:2]
        if action == "ship":
            self.ship(seat, *words[1:])
        elif action == "occupy":
            self.settle(seat, target)
        elif action == "attack":
            yield from self.attack(seat, target, told)
        elif action == "pay":
            self.players[seat].pay(target)
        else:
            self.draw(seat, target)

    def shipments(self, _=None):
        """Returns all shipments, regardless of the owner (EN-6.1)."""
        closed = [area for area in self.tracks if not self.is_open(area)]
        seas = [f"{area} seas" for area in self.tracks if self.is_open(area) and area != "europe"]
        return closed + seas + [site for site, _ in self.within_reach("fleet", [None])]

    def ship(self, seat, place, seas=None):
        if place in self.sites:
            self.settle(seat, place)
        elif seas:
            self.players[seat].harbor -= 1
            self.seas[place].append(seat)
        else:
            self.players[seat].harbor -= 1
            self.gain(seat, self.fill_track(seat, place))
            self.open(place)

    def fill_track(self, owner, area):
        """Fills the next space of a track and returns its token (EN-6.2)."""
        space = self.tracks[area].index(None)
        self.tracks[area][space] = owner
        token, self.track_tokens[area][space] = self.track_tokens[area][space], None
        return token

    def open(self, area):
        """Opens an area and gives out its governor if the track is full (EN-6.5)."""
        if not self.is_open(area):
            return
        track, governor = self.tracks[area], self.governors.pop(area)
        nearest = {owner: space for space, owner in enumerate(track)}
        winner = max(nearest, key=lambda owner: (track.count(owner), nearest[owner]))
        if winner == FLEETS:
            self.removed.append(governor)  # EN-11.3
        else:
            self.players[winner].cards.append(governor)

    def gain(self, seat, token):
        """Gives a token to a seat (EN-5.8, EN-5.9)."""
        player = self.players[seat]
        if token is None:
            return
        if self.box.tokens[token]["kind"] == "attribute":
            player.attribute_tokens[self.box.tokens[token]["effect"].removesuffix("+1")] += 1
        else:
            player.action_tokens[token] += 1

    def occupations(self, seat):
        """Returns the sites that a seat can occupy (EN-6.7)."""
        return [site for site, area in self.within_reach("city", [None]) if self.is_present(seat, area)]

    def settle(self, seat, site):
        """Moves a disc from the harbor to a site, and takes the token of the site and then the tokens of links
        (EN-A30).
        """
        self.players[seat].harbor -= 1
        self.disc_of[site] = seat
        self.gain(seat, self.site_tokens[site])
        self.site_tokens[site] = None
        for number, link in enumerate(self.links):
            if self.controls(seat, link):
                self.gain(seat, self.link_tokens[number])  # EN-6.11
                self.link_tokens[number] = None

    def attacks(self, seat):
        """Returns the sites that a seat can attack (EN-6.12)."""
        others = [owner for owner in [*self.players, FLEETS] if owner != seat]
        sites = [*self.within_reach("city", others), *self.within_reach("fleet", others)]
        return [site for site, area in sites if self.is_present(seat, area)]

    def attack(self, seat, site, told):
        """Attacks a site: two casualties, and a second disc that takes the site (EN-6.13). Monument choices come last.
        """
        victim, self.disc_of[site] = self.disc_of[site], None
        self.players[seat].harbor -= 1
        if victim == FLEETS:
            self.fleet_supply += 1  # EN-11.5
        casualties = [owner for owner in (seat, victim) if owner != FLEETS]
        chosen = [owner for owner in casualties if self.box.has(self.players[owner].coast, MONUMENT)]
        for owner in casualties:
            if owner not in chosen:
                self.players[owner].supply += 1
        self.settle(seat, site)
        while chosen:  # EN-A24: the attacker first
            moves = [f"casualty {attribute}" for attribute in ATTRIBUTES]
            told |= {"casualties_of": list(chosen)}
            _, attribute = yield from self.choose(chosen[0], "casualty", moves, **told)
            self.players[chosen.pop(0)].monument_discs[attribute] += 1  # EN-8.1, EN-A17

    def payments(self, seat):
        """Returns the possible payments (EN-6.14, EN-8.4)."""
        working = self.players[seat].working
        return [kind for kind, discs in working.items() if discs and not self.box.buildings[kind]["no_pay"]]

    def draws(self, seat):
        """Returns the cards that a seat can draw (EN-6.15, EN-6.16)."""
        tops = [deck[0] for deck in self.decks.values() if deck]
        tops = [card for card in tops if self.has_discs_for(seat, card)]
        discs = self.discs(seat, "europe")
        return tops + [card for card in self.pile if self.box.cards[card]["draw_number"] <= discs]

    def has_discs_for(self, owner, card):
        row = self.box.cards[card]
        area = "europe" if row["deck"] == "slavery" else row["deck"]
        return row["draw_number"] <= self.discs(owner, area)

    def draw(self, seat, card):
        deck = self.decks[self.box.cards[card]["deck"]]
        (self.pile if card in self.pile else deck).remove(card)
        self.players[seat].cards.append(card)
        if self.box.cards[card]["plus_disc"]:
            self.players[seat].grow(1)  # EN-6.18
        self.taken(card)

    def taken(self, card):
        """Handles the first taking of Europe 5 (EN-6.19, EN-A14)."""
        if self.box.cards[card].get("special") != "abolition" or self.abolished:
            return
        self.abolished = True
        self.removed += self.decks["slavery"]
        self.decks["slavery"] = []
        for player in self.players.values():
            player.set_aside += [card for card in player.cards if self.box.is_slavery(card)]
            player.cards = [card for card in player.cards if not self.box.is_slavery(card)]

    # Silent fleets

    def react(self, seat, done):
        """Reacts to one of the actions, which may have no answer (EN-11.3, EN-11.6, EN-A25)."""
        deeds = self.deeds(done)
        answers = [self.answers(action, deeds["occupied"]) for action in deeds["done"]]
        moves = sum(answers, [])
        if not moves:
            return
        if [] in answers and self.options["reaction_choice"] == "free":
            moves.append("rest")
        moves = [f"fleets {move}" for move in moves]
        _, word, *target = yield from self.choose(seat, "reaction", moves, **deeds)
        if word == "remove":
            self.remove(target[0])
        elif word != "rest":
            self.place_neutral(target[0])

    def answers(self, action, occupied):
        """Returns the possible reactions of the fleets to an action."""
        if action == "draw":
            tops = [deck[0] for deck in self.decks.values() if deck]
            return [f"remove {card}" for card in tops if self.has_discs_for(FLEETS, card)]
        if action == "ship" and self.fleet_supply:
            return [f"ship {place}" for place in self.shipments() if not place.endswith("seas")]
        if action == "occupy" and self.fleet_supply:
            cities = [city for city in self.within_reach("city", [None]) if self.is_present(FLEETS, city[1])]
            if self.options["restricted_occupation"] == "on":
                cities = [city for city in cities if city[1] == occupied]  # EN-11.7 (1)
            return [f"occupy {site}" for site, _ in cities]
        return []

    def place_neutral(self, place):
        self.fleet_supply -= 1
        if place in self.sites:
            self.disc_of[place] = FLEETS
            token, self.site_tokens[place] = self.site_tokens[place], None
        else:
            token = self.fill_track(FLEETS, place)
            self.open(place)
        self.tokens_gone += token is not None

    def remove(self, card):
        self.decks[self.box.cards[card]["deck"]].remove(card)
        self.removed.append(card)
        self.taken(card)

    # The Discard phase

    def discard(self, seat):
        """Plays the Discard phase of a seat (EN-7.1 to EN-7.4, EN-A15)."""
        player = self.players[seat]
        governors = [card for card in player.cards if self.box.is_governor(card)]
        read = self.level(seat, "card_limit")
        player.governor_space, self.turn_of = None, seat  # EN-7.3: rearrange the cards
        if governors:
            moves = [f"governor {card}" for card in governors + ["none"]]
            _, card = yield from self.choose(seat, "governor", moves, card_limit=read)
            player.governor_space = None if card == "none" else card
        while True:
            kept = [card for card in player.cards if card != player.governor_space]
            if self.options["limit_read"] == "again":
                read = self.level(seat, "card_limit")
            limit = min(CARD_SPACES, read + any(map(self.box.is_slavery, kept)))
            if len(kept) <= limit:
                break
            moves = [f"discard {card}" for card in kept]
            _, card = yield from self.choose(seat, "discard", moves, card_limit=read)
            player.cards.remove(card)
            if self.box.is_slavery(card):
                player.set_aside.append(card)
            else:
                (self.removed if self.box.is_governor(card) else self.pile).append(card)  # EN-A16

    # Scoring

    def score(self, seat):
        """Returns the score of a seat by category (EN-10)."""
        player = self.players[seat]
        steps = {name: self.attribute(seat, name) for name in ATTRIBUTES}
        held = [site for site, owner in self.disc_of.items() if owner == seat]
        return {name: self.glory_of_step(step) for name, step in steps.items()} | {
            "cities": sum(self.sites[site].get("glory", 0) for site in held),
            "links": sum(self.controls(seat, link) for link in self.links),
            "buildings": self.glory_of_buildings(player.coast),
            "cards": sum(self.box.cards[card]["glory"] for card in player.cards),
            "governor_space": 0 if player.governor_space else 3,  # EN-7.5
            "population": player.harbor // 3,  # EN-10.4
            "slavery": -len(player.set_aside),  # EN-10.5
        }

    def glory_of_step(self, step):
        """Returns the glory of a step (EN-10.1); beyond the last step, it is the number of the step."""
        reached = [glory for glory in [0, *self.box.glory_steps] if glory <= step]
        return step if step > LAST_STEP else max(reached)

    def glory_of_buildings(self, coast):
        """Returns the glory of buildings (EN-10.3, EN-8.2)."""
        icons = sum("draw" in self.box.actions(kind) for kind in coast)
        halls = icons if self.box.has(coast, TOWN_HALL) else 0
        return halls + sum(self.box.buildings[kind]["glory"] for kind in coast)

    # The position as data

    def position(self):
        fleets = {FLEETS: {"supply": self.fleet_supply, "discs": self.tell_discs(FLEETS)}}
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": self.players[self.turn_of].turns,
            "turn_of": self.turn_of,
            "active": self.active,
            "crown": self.crown,
            "choice": self.choice,
            "players": [self.tell_player(seat) for seat in self.players],
            "board": self.tell_board(),
            "supplies": {
                "buildings": {kind: count for kind, count in self.tiles.items() if count},
                "decks": self.decks,
                "discard_pile": sorted(self.pile),
                "removed_cards": sorted(self.removed),
                "removed_tokens": self.tokens_gone,
            },
        } | (fleets if self.silent else {})

    def tell_player(self, seat):
        player, score = self.players[seat], self.score(seat)
        action_tokens = [kind for kind, row in self.box.tokens.items() if row["kind"] == "action"]
        return {
            "seat": seat,
            "score": sum(score.values()),
            "score_by_category": score,
            "turns": player.turns,
            "passed": player.passed,
            "attributes": {name: self.attribute(seat, name) for name in ATTRIBUTES},
            "attribute_tokens": {name: player.attribute_tokens[name] for name in ATTRIBUTES},
            "monument_discs": {name: player.monument_discs[name] for name in ATTRIBUTES},
            "levels": {name: self.level(seat, name) for name in LEVELS},
            "harbor": player.harbor,
            "supply": player.supply,
            "buildings": player.coast,
            "working": sorted(player.working.elements()),
            "action_tokens": {kind: player.action_tokens[kind] for kind in action_tokens},
            "cards": sorted(player.cards),
            "set_aside": sorted(player.set_aside),
            "governor_space": player.governor_space,
            "discs": self.tell_discs(seat),
        }

    def tell_discs(self, owner):
        return {
            "sites": [site for site in self.sites if self.disc_of[site] == owner],
            "high_seas": {area: self.seas[area].count(owner) for area in self.tracks},
            "areas": {area: self.discs(owner, area) for area in self.tracks},
        }

    def tell_board(self):
        return {
            "side": self.side,
            "slavery_abolished": self.abolished,
            "areas": [self.tell_area(area) for area in self.tracks],
            "links": [
                {"sites": [link["a"], link["b"]], "token": token, "controlled_by": self.controller(link)}
                for link, token in zip(self.links, self.link_tokens)
            ],
        }

    def tell_area(self, area):
        spaces = zip(self.tracks[area], self.track_tokens[area])
        return {
            "id": area,
            "open": self.is_open(area),
            "track": [{"disc_of": owner, "token": token} for owner, token in spaces],
            "governor": self.governors.get(area),
            "sites": [self.tell_site(site) for site, row in self.sites.items() if row["area"] == area],
        }

    def tell_site(self, site):
        row = self.sites[site]
        place = {"id": site, "kind": row["kind"], "glory": row.get("glory", 0)}
        return place | {"disc_of": self.disc_of[site], "token": self.site_tokens[site]}

    def controller(self, link):
        return next((seat for seat in self.players if self.controls(seat, link)), None)  # EN-11.4


def actions(text):
    """Returns the actions of `ship + occupy` or `pay / draw`."""
    return text.replace("+", " ").replace("/", " ").split()


def numbers(row):
    return {key: int(cell) if cell.isdigit() else cell for key, cell in row.items()}


def ids(things):
    return [thing["id"] for thing in things]


def in_order(told):
    """Returns a view without names and texts, with sorted sets; equal buildings are not distinguished."""
    for player in told["players"]:
        coast = player["buildings"]
        player["buildings"] = ids(coast)
        player["working"] = sorted(ids(building for building in coast if building["disc"]))
        player["cards"] = sorted(ids(player["cards"]))
        player["set_aside"] = sorted(ids(player["set_aside"]))
    for area in told["board"]["areas"]:
        area["governor"] = area["governor"] and area["governor"]["id"]
        for site in area["sites"]:
            del site["name"]
    supplies = told["supplies"]
    supplies["buildings"] = {kind["id"]: kind["count"] for kind in supplies["buildings"]}
    supplies["decks"] = {deck["id"]: ids(deck["cards"]) for deck in supplies["decks"]}
    for key in ("discard_pile", "removed_cards"):
        supplies[key] = sorted(ids(supplies[key]))
    for key in ("offers", "done"):
        if key in (told["choice"] or {}):
            told["choice"][key].sort()
    return told


def compare(where, told, wanted):
    """Compares data with expected data, and exits with the name of the first difference."""
    if told == wanted:
        return
    if isinstance(told, dict) and isinstance(wanted, dict):
        agree(f"{where}, keys", sorted(told), sorted(wanted))
        for key in wanted:
            compare(f"{where}, {key}", told[key], wanted[key])
    elif isinstance(told, list) and isinstance(wanted, list) and len(told) == len(wanted):
        for number, parts in enumerate(zip(told, wanted), 1):
            compare(f"{where} {number}", *parts)
    else:
        agree(where, told, wanted)


def random_options(rng, players):
    options = {
        "side": rng.choice(["auto", "A", "B"]),
        "build_fallback": rng.choice(["on", "off"]),
        "limit_read": rng.choice(["again", "once"]),
    }
    if players == 2 and rng.random() < 0.7:
        options["silent_fleets"] = "on"
        options |= {key: rng.choice(values) for key, values in SILENT_OPTIONS.items()}
    options |= {f"seat_{seat}_discs": rng.randint(0, 10) for seat in range(1, players + 1) if rng.random() < 0.2}
    return options


def pick(rng, game, goal, eyes, moves):
    """Returns the most promising of several random moves, so that games reach the best buildings."""
    return max(rng.choices(moves, k=eyes), key=lambda move: promise(game, goal, move))


def promise(game, goal, move):
    """Returns the value of a move for an attribute, or for buildings of a high level or with special rules."""
    word, thing = move.split()[0], move.split()[-1]
    if word == "build":
        row = game.box.buildings[thing]
        return row[goal] + row["level"] + ("special" in row)
    if word in ("draw", "discard"):
        icons = game.box.cards[thing][goal]
        return icons if word == "draw" else -icons
    return -1 if word == "pass" else game.site_tokens.get(thing) == goal


def ranks(scores):
    """Returns the ranks; equal scores share a rank (EN-10.6)."""
    return [1 + sum(other > score for other in scores) for score in scores]


def conserve(where, told):
    """Checks EN-9.1 and EN-9.2 with portolan's data only."""
    spaces = sum((area["track"] + area["sites"] for area in told["board"]["areas"]), told["board"]["links"])
    tokens = told["supplies"]["removed_tokens"] + sum(space["token"] is not None for space in spaces)
    undecided = (told["choice"] or {}).get("casualties_of", [])
    for player in told["players"]:
        tokens += sum(player["attribute_tokens"].values()) + sum(player["action_tokens"].values())
        discs = player["supply"] + player["harbor"] + len(player["working"]) + undecided.count(player["seat"])
        discs += sum(player["discs"]["areas"].values()) + sum(player["monument_discs"].values())
        agree(f"{where}, discs of seat {player['seat']}", discs, DISCS)
    agree(f"{where}, all tokens", tokens, TOKENS)


def referee(table, box, seed):
    """Plays a game and returns the number of moves."""
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    options = random_options(rng, players)
    goal, eyes = rng.choice(ATTRIBUTES + ["industry"]), rng.choice([4, 8])
    table.ask("new", seed=seed, players=players, set=options)
    game = Game(box, options, players, table.position(1))
    flow, requests, plies = game.play(), [], 0
    moves = next(flow)
    where = f"game {seed} of {players} {options}, the deal"
    while True:
        look = {"request": "state", "seat": plies % players + 1}
        requests += [{"request": "legal"}, look, {"request": "scores"}]
        *_, status, state, scores = table.ask("batch", requests=requests)["answers"]
        agree(f"{where}, to move", status["to_move"], game.active)
        agree(f"{where}, legal", sorted(status["legal"]), moves)
        told = in_order(state["position"])
        compare(where, told, game.position())
        conserve(where, told)
        points = [player["score"] for player in told["players"]]
        agree(f"{where}, scores", (scores["scores"], scores["ranks"]), (points, ranks(points)))
        categories = [player["score_by_category"] for player in told["players"]]
        agree(f"{where}, categories", scores["categories"], categories)
        if not moves:
            return plies
        move = pick(rng, game, goal, eyes, moves)
        requests, moves = [{"request": "apply", "action": move}], flow.send(move)
        plies += 1
        where = f"game {seed} of {players} {options}, ply {plies}, {move}"


def main():
    given = arguments(__doc__)
    table = Table(given.portolan, "endeavor")
    box = Box(table)
    positions = sum(referee(table, box, seed) for seed in range(given.seed, given.seed + given.games))
    print(f"Endeavor: {given.games} games, {positions} positions, portolan and the rules agree")


if __name__ == "__main__":
    main()
