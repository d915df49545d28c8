#!/usr/bin/env python3
"""Plays random games of Puerto Rico and checks every position against the rules.

The referee is written from the rules alone (docs/rules/puerto-rico.md; comments contain the rule ids). It uses the
plantations that portolan draws, and computes the seat to move, the legal moves and their results independently. About
half of the games have rule options (docs/reference/options.md), including the profile `tag`.
"""

import random
from collections import namedtuple

from lines import Table, agree, arguments

GOODS = ["corn", "indigo", "sugar", "tobacco", "coffee"]  # PR-1.2: their prices are 0 to 4
TILES = GOODS + ["quarry"]
ROLES = ["settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector", "prospector 2"]
SPACES = 12  # PR-1.1, of an island and of a city
HOUSE = 4  # PR-8.2

# PR-2.1, by number of players; `indigo` players start with indigo, all others with corn.
Setup = namedtuple("Setup", "doubloons indigo vp colonists ships quarries prospectors roles_each")
RULEBOOK = {
    2: Setup(3, 1, 65, 40, [4, 6], 5, 1, 3),
    3: Setup(2, 2, 75, 55, [4, 5, 6], 8, 0, 1),
    4: Setup(3, 2, 100, 75, [5, 6, 7], 8, 1, 1),
    5: Setup(4, 3, 122, 95, [6, 7, 8], 8, 2, 1),
}
PLANTATIONS, BARRELS = [10, 12, 11, 9, 8], [10, 11, 11, 9, 9]  # PR-A1; with two players PR-14.1

# `column` gives the printed VP (PR-13.2) and the maximum saving by quarries (PR-6.2).
Building = namedtuple("Building", "cost column circles good", defaults=(1, None))
BUILDINGS = {
    "small_indigo_plant": Building(1, 1, 1, "indigo"),
    "small_sugar_mill": Building(2, 1, 1, "sugar"),
    "indigo_plant": Building(3, 2, 3, "indigo"),
    "sugar_mill": Building(4, 2, 3, "sugar"),
    "tobacco_storage": Building(5, 3, 3, "tobacco"),
    "coffee_roaster": Building(6, 3, 2, "coffee"),
    "small_market": Building(1, 1),
    "hacienda": Building(2, 1),
    "construction_hut": Building(2, 1),
    "small_warehouse": Building(3, 1),
    "hospice": Building(4, 2),
    "office": Building(5, 2),
    "large_market": Building(5, 2),
    "large_warehouse": Building(6, 2),
    "factory": Building(7, 3),
    "university": Building(8, 3),
    "harbor": Building(8, 3),
    "wharf": Building(9, 3),
    "guild_hall": Building(10, 4),
    "residence": Building(10, 4),
    "fortress": Building(10, 4),
    "customs_house": Building(10, 4),
    "city_hall": Building(10, 4),
}
LARGE = [building for building, data in BUILDINGS.items() if data.column == 4]
PLANTS = {  # circles of buildings for one good count together (PR-7.2)
    "indigo": "indigo_plants",
    "sugar": "sugar_mills",
    "tobacco": "tobacco_storage",
    "coffee": "coffee_roaster",
}
FACTORY = [0, 0, 1, 2, 3, 5]  # PR-7.4

# Switches and their values in the rulebook; the profile `tag` has the opposite values.
SWITCHES = {
    "hospice_on_quarry": True,
    "colonists_from_ship": True,
    "optional_bonuses": True,  # or "all", PR-A31
    "hacienda_reshuffle": True,
    "full_owner_blocks": False,
    "fifth_large_building": True,
    "craftsman_by_seat": False,
    "any_empty_ship": False,
    "wharf_pass": True,
    "tie_break": True,
}


class Player:
    """The possessions of a player; colonists are stored by kind of circle."""

    def __init__(self, doubloons, plantation):
        self.doubloons = doubloons
        self.goods = dict.fromkeys(GOODS, 0)
        self.island = dict.fromkeys(TILES, 0) | {plantation: 1}
        self.city = []
        self.staff, self.san_juan = {}, 0
        self.chips = {"goods": 0, "harbor": 0, "captain": 0}

    def circles(self):
        """Returns the kinds of circles in staffing order, and the number of each."""
        own = {tile: self.island[tile] for tile in TILES}
        own |= {plant: self.plant_circles(good) for good, plant in PLANTS.items()}
        violet = [building for building, data in BUILDINGS.items() if data.good is None]
        own |= {building: 1 for building in violet if building in self.city}
        return {kind: number for kind, number in own.items() if number > 0}

    def plant_circles(self, good):
        return sum(BUILDINGS[building].circles for building in self.city if BUILDINGS[building].good == good)

    def on(self, kind):
        return self.staff.get(kind, 0)

    def works(self, building):
        """Returns True if a building is staffed (PR-1.3)."""
        return self.on(building) > 0

    def settle(self, kind):
        self.staff[kind] = self.on(kind) + 1

    def island_room(self):
        return SPACES - sum(self.island.values())

    def city_room(self):
        return SPACES - sum(spaces(building) for building in self.city)

    def empty_circles_on_buildings(self):
        circles = self.circles().items()
        return sum(number - self.on(kind) for kind, number in circles if kind not in TILES)

    def colonists(self):
        return self.san_juan + sum(self.staff.values())

    def capacity(self, good):
        """Returns the production capacity for a good (PR-7.1, PR-7.2)."""
        return self.on(good) if good == "corn" else min(self.on(good), self.on(PLANTS[good]))

    def kinds(self):
        return [good for good in GOODS if self.goods[good] > 0]

    def printed(self):
        return sum(BUILDINGS[building].column for building in self.city)  # PR-13.2

    def categories(self):
        """Returns the VP by category (PR-13)."""
        city = [BUILDINGS[building] for building in self.city]
        bonus = {
            "guild_hall": sum(min(building.column, 2) for building in city if building.good),
            "residence": max(4, SPACES - self.island_room() - 5),
            "fortress": self.colonists() // 3,
            "customs_house": sum(self.chips.values()) // 4,
            "city_hall": sum(building.good is None for building in city),
        }
        bonus = {building: vp if self.works(building) else 0 for building, vp in bonus.items()}  # PR-11.3
        return self.chips | {"buildings": self.printed()} | bonus

    def score(self):
        return sum(self.categories().values())


class Game:
    """A game. The generator `play` stops at every decision and receives the chosen move."""

    def __init__(self, players, chosen):
        tag = chosen["profile"] == "tag"
        self.rules = {name: chosen.get(name, "off" if rulebook == tag else "on") != "off"
                      for name, rulebook in SWITCHES.items()}
        self.all_optional = chosen.get("optional_bonuses") == "all"
        self.cap, self.hidden = chosen["round_cap"], chosen["vp_visibility"] == "hidden"
        setup = RULEBOOK[players]
        if tag:
            setup = setup._replace(doubloons=2, indigo=2, colonists=setup.colonists - players, prospectors=1)
        firsts = ["indigo" if seat < setup.indigo else "corn" for seat in range(players)]
        extra = {"indigo": 0, "corn": chosen.get("corn_doubloons", 0)}
        self.players = [Player(setup.doubloons + extra[first] + chosen.get(seat_option(seat), 0), first)
                        for seat, first in enumerate(firsts)]
        self.stack = {good: number - 3 * (players == 2) - firsts.count(good)
                      for good, number in zip(GOODS, PLANTATIONS)}
        self.goods = {good: number - 2 * (players == 2) for good, number in zip(GOODS, BARRELS)}
        self.row, self.discards = {}, dict.fromkeys(GOODS, 0)
        self.quarries, self.vp, self.colonists, self.ship = setup.quarries, setup.vp, setup.colonists, players
        self.cargo = [{"capacity": size, "good": None, "barrels": 0} for size in setup.ships]
        self.house = []
        self.roles = {role: 0 for role in ROLES[:6 + setup.prospectors]}
        self.costs = {building: data.cost for building, data in BUILDINGS.items()} | costs(chosen)
        self.stock = {building: copies(building, players) for building in BUILDINGS}
        self.roles_each = setup.roles_each
        self.round, self.turns, self.governor = 0, [0] * players, 0
        self.role = self.role_of = None
        self.taken, self.ends = set(), set()
        self.everything = self.totals()

    # Draws: `told` is portolan's position after the last move

    def turn_up(self):
        """Reveals the new plantations and updates stack and discards (PR-4.2, PR-4.3)."""
        wanted = min(len(self.players) + 1, size(self.stack) + size(self.discards))
        row = self.told["board"]["plantations"]
        self.row = {good: row.get(good, 0) for good in GOODS}
        agree(f"{self.where}, plantations turned up", size(row), wanted)
        due = dict(self.row)
        if size(self.stack) < wanted:  # PR-A26
            due = {good: due[good] - self.stack[good] for good in GOODS}
            agree(f"{self.where}, the last of the stack turned up", min(due.values()) >= 0, True)
            self.shuffle()
        self.stack = {good: self.stack[good] - due[good] for good in GOODS}
        agree(f"{self.where}, plantations turned up of the stack", min(self.stack.values()) >= 0, True)

    def draw(self, seat):
        """Returns the plantation drawn by a hacienda."""
        if size(self.stack) == 0:
            self.shuffle()  # PR-A4
        own, island = self.players[seat].island, self.told["players"][seat]["island"]
        drawn = [good for good in GOODS if island.get(good, 0) > own[good]]
        agree(f"{self.where}, plantation of the stack", [self.stack[good] > 0 for good in drawn], [True])
        self.stack[drawn[0]] -= 1
        own[drawn[0]] += 1

    def shuffle(self):
        self.stack, self.discards = self.discards, dict.fromkeys(GOODS, 0)

    # Rounds and roles

    def ask(self, seat, phase, moves, **choice):
        """Yields a decision of a seat and returns the chosen move."""
        self.active, self.phase, self.moves, self.choice = seat, phase, moves, choice or None
        return (yield)

    def order(self, first):
        """Returns the seats in order of play (PR-3.4)."""
        return [(first + step) % len(self.players) for step in range(len(self.players))]

    def play(self):
        self.turn_up()  # PR-2.3
        while True:
            self.round += 1
            self.to_take = [self.roles_each] * len(self.players)
            for seat in self.order(self.governor) * self.roles_each:  # PR-3.1, PR-14.2
                yield from self.take_role(seat)
            for role in self.roles.keys() - self.taken:
                self.roles[role] += 1  # PR-3.6
            self.taken = set()
            if self.ends or self.round == self.cap:  # PR-3.7, PR-12.1
                break
            self.governor = (self.governor + 1) % len(self.players)
        self.active, self.moves, self.choice = None, [], None
        self.phase = "over" if self.ends else "capped"
        yield  # to be compared

    def take_role(self, seat):
        free = [role for role in self.roles if role not in self.taken]  # PR-3.5
        both = [self.roles[role] for role in free if role.startswith("prospector")]
        if len(both) == 2 and both[0] == both[1]:
            free.remove("prospector 2")  # PR-A21: equal cards are one choice
        self.turns[seat] += 1
        role = yield from self.ask(seat, "role", free)
        self.role, self.role_of = role, seat
        self.taken.add(role)
        self.to_take[seat] -= 1
        self.players[seat].doubloons += self.roles[role]  # PR-3.2
        self.roles[role] = 0
        yield from getattr(self, role.split()[0])(seat)
        self.role = self.role_of = None

    def prospector(self, owner):
        self.players[owner].doubloons += 1  # PR-10.1
        yield from ()

    # Settler

    def settler(self, owner):
        blocked = self.rules["full_owner_blocks"] and self.players[owner].island_room() == 0
        for seat in self.order(owner):
            if not blocked:
                yield from self.hacienda(seat)
                yield from self.plantation(seat, owner)
        self.discards = {good: self.discards[good] + self.row[good] for good in GOODS}
        self.turn_up()

    def hacienda(self, seat):
        """Uses a hacienda (PR-4.6, PR-A29)."""
        player = self.players[seat]
        left = size(self.stack) + (size(self.discards) if self.rules["hacienda_reshuffle"] else 0)  # PR-A4
        if player.works("hacienda") and player.island_room() > 0 and left > 0:
            move = yield from self.ask(seat, "hacienda", ["hacienda", "no hacienda"])
            if move == "hacienda":
                self.draw(seat)

    def plantation(self, seat, owner):
        player = self.players[seat]
        tiles = [good for good in GOODS if self.row[good] > 0]
        if self.quarries > 0 and (seat == owner or player.works("construction_hut")):
            tiles.append("quarry")  # PR-4.1, PR-4.5, PR-4.7
        if not tiles or player.island_room() == 0:  # PR-4.4, PR-A5
            return
        move = yield from self.ask(seat, "plantation", [f"plant {tile}" for tile in tiles] + ["pass"])
        if move == "pass":
            return
        tile = move.split()[1]
        player.island[tile] += 1
        if tile == "quarry":
            self.quarries -= 1
        else:
            self.row[tile] -= 1
        if tile != "quarry" or self.rules["hospice_on_quarry"]:
            yield from self.newcomer(seat, "hospice", tile)  # PR-4.8

    def newcomer(self, seat, building, placed):
        """Takes a colonist from the supply or the ship if the building works (PR-4.8, PR-6.6)."""
        there = self.colonists + (self.ship if self.rules["colonists_from_ship"] else 0)
        if not self.players[seat].works(building) or there == 0:
            return
        if (yield from self.wanted(seat, building, building, placed=placed)):
            if self.colonists > 0:
                self.colonists -= 1
            else:
                self.ship -= 1
            self.players[seat].settle(circles_of(placed))

    def wanted(self, seat, phase, name, **choice):
        """Decides if an optional colonist is taken (PR-A16, PR-A25)."""
        if not self.rules["optional_bonuses"]:
            return True
        return (yield from self.ask(seat, phase, [name, f"no {name}"], **choice)) == name

    # Mayor

    def mayor(self, owner):
        """Plays the mayor (PR-A28)."""
        if self.colonists > 0 and (yield from self.wanted(owner, "privilege", "colonist")):
            self.colonists -= 1  # PR-5.1
            self.players[owner].san_juan += 1
        for number in range(self.ship):
            self.players[(owner + number) % len(self.players)].san_juan += 1  # PR-5.2
        self.ship = 0
        for seat in self.order(owner):  # PR-A6
            yield from self.place(seat)
        empty = sum(player.empty_circles_on_buildings() for player in self.players)
        due = max(len(self.players), empty)  # PR-5.5
        if self.colonists < due:
            self.ends.add("colonists")  # PR-5.6
        self.ship = min(self.colonists, due)
        self.colonists -= self.ship

    def place(self, seat):
        """Places colonists kind by kind; no circle may be empty while a colonist waits (PR-5.3)."""
        player = self.players[seat]
        player.san_juan, player.staff = player.colonists(), {}
        circles = player.circles()
        later = sum(circles.values())
        for kind, number in circles.items():
            later -= number
            least, most = min(max(player.san_juan - later, 0), number), min(player.san_juan, number)
            placed = least
            if least < most:
                choice = {"circles": kind, "circles_later": later, "colonists_left": player.san_juan}
                moves = [f"staff {kind} {placed}" for placed in range(least, most + 1)]
                move = yield from self.ask(seat, "staff", moves, **choice)
                placed = int(move.split()[2])
            player.staff[kind] = placed
            player.san_juan -= placed

    # Builder

    def price(self, seat, owner, building):
        """Returns the price of a building (PR-6.1, PR-6.2)."""
        saved = min(self.players[seat].on("quarry"), BUILDINGS[building].column) + (seat == owner)
        return max(self.costs[building] - saved, 0)

    def can_build(self, seat, owner, building):
        """Returns True if a seat can build a building (PR-6.3)."""
        player = self.players[seat]
        if building in player.city or self.stock[building] == 0 or player.city_room() < spaces(building):
            return False
        large = sum(other in LARGE for other in player.city)
        if building in LARGE and large == 4 and not self.rules["fifth_large_building"]:
            return False  # PR-A18
        return self.price(seat, owner, building) <= player.doubloons

    def builder(self, owner):
        for seat in self.order(owner):
            moves = [f"build {building}" for building in BUILDINGS if self.can_build(seat, owner, building)]
            move = (yield from self.ask(seat, "build", moves + ["pass"])) if moves else "pass"
            if move != "pass":
                yield from self.build(seat, owner, move.split()[1])

    def build(self, seat, owner, building):
        player = self.players[seat]
        player.doubloons -= self.price(seat, owner, building)
        player.city.append(building)
        self.stock[building] -= 1
        if player.city_room() == 0:
            self.ends.add("city")  # PR-6.8
        yield from self.newcomer(seat, "university", building)  # PR-6.6

    # Craftsman

    def craftsman(self, owner):
        produced = []
        for seat in self.order(0 if self.rules["craftsman_by_seat"] else owner):  # PR-7.3
            coming = some({good: min(self.players[seat].capacity(good), self.goods[good]) for good in GOODS})
            if coming and self.all_optional:  # PR-A31
                choice = {"produced": list(produced), "would_produce": coming}
                moves = ["production", "no production"]
                if (yield from self.ask(seat, "produce", moves, **choice)) == "no production":
                    continue
            made = self.produce(seat)
            if seat == owner:
                produced = made
        moves = [f"take {good}" for good in produced if self.goods[good] > 0]  # PR-7.5, PR-A9
        if moves:
            passing = ["pass"] if self.rules["optional_bonuses"] else []
            move = yield from self.ask(owner, "bonus", moves + passing, produced=produced)
            if move != "pass":
                self.give(owner, move.split()[1], 1)

    def produce(self, seat):
        """Produces goods and returns their kinds (PR-7.1, PR-7.3, PR-7.4)."""
        player, made = self.players[seat], []
        for good in GOODS:
            number = min(player.capacity(good), self.goods[good])
            if number > 0:
                made.append(good)
                self.give(seat, good, number)
        if player.works("factory"):
            player.doubloons += FACTORY[len(made)]
        return made

    def give(self, seat, good, number):
        """Gives barrels from the supply to a seat; a negative number returns barrels."""
        self.players[seat].goods[good] += number
        self.goods[good] -= number

    # Trader

    def trader(self, owner):
        for seat in self.order(owner):
            player = self.players[seat]
            goods = [good for good in player.kinds() if player.works("office") or good not in self.house]
            if goods and len(self.house) < HOUSE:  # PR-8.2
                move = yield from self.ask(seat, "sell", [f"sell {good}" for good in goods] + ["pass"])
                if move != "pass":
                    self.sell(seat, owner, move.split()[1])
        if len(self.house) == HOUSE:  # PR-8.5
            for good in self.house:
                self.goods[good] += 1
            self.house = []

    def sell(self, seat, owner, good):
        player = self.players[seat]
        player.goods[good] -= 1
        self.house.append(good)
        markets = player.works("small_market") + 2 * player.works("large_market")  # PR-8.3
        player.doubloons += GOODS.index(good) + (seat == owner) + markets  # PR-8.1

    # Captain

    def captain(self, owner):
        self.privilege, self.wharves, self.idle = True, [], 0
        seat = owner
        while self.idle < len(self.players):  # PR-9.1, PR-A11
            yield from self.load(seat, owner)
            seat = (seat + 1) % len(self.players)
        if self.vp <= 0:
            self.ends.add("vp")  # PR-A12
        for seat in self.order(owner):
            yield from self.store(seat)
        for ship in self.cargo:
            if ship["barrels"] == ship["capacity"]:  # PR-9.13
                self.goods[ship["good"]] += ship["barrels"]
                ship.update(good=None, barrels=0)

    def ships_for(self, good, number):
        """Returns the ships that a player with `number` barrels may load (PR-9.2, PR-9.4)."""
        taken = [ship for ship in self.cargo if ship["good"] == good]
        if taken:
            return [ship for ship in taken if ship["barrels"] < ship["capacity"]]
        empty = [ship for ship in self.cargo if ship["good"] is None]
        if self.rules["any_empty_ship"]:
            return empty
        most = max((min(number, ship["capacity"]) for ship in empty), default=0)
        return [ship for ship in empty if min(number, ship["capacity"]) == most]

    def load(self, seat, owner):
        """Plays a turn of loading (PR-9.3 to PR-9.10)."""
        player = self.players[seat]
        waivers = [""]
        for name, brings in (("harbor", player.works("harbor")), ("privilege", seat == owner and self.privilege)):
            if self.all_optional and brings:  # PR-A31
                waivers += [f"{waiver} no {name}" for waiver in waivers]
        moves = [f"load {good} {ship['capacity']}"
                 for good in player.kinds() for ship in self.ships_for(good, player.goods[good])]
        declines = not moves and self.rules["wharf_pass"]  # PR-9.10
        if player.works("wharf") and seat + 1 not in self.wharves:
            moves += [f"wharf {good}" for good in player.kinds()]  # PR-9.9
        moves = [move + waiver for move in moves for waiver in waivers]
        self.idle += 1
        if not moves:
            return
        turns, wharves = self.idle - 1, sorted(self.wharves)
        choice = {"turns_without_load": turns, "wharves_used": wharves, "privilege_left": self.privilege}
        move = yield from self.ask(seat, "load", moves + ["pass"] * declines, **choice)
        if move == "pass":
            return
        self.idle = 0
        load, *without = move.split(" no ")
        self.score(seat, "goods", self.barrels_loaded(seat, *load.split()))  # PR-9.6
        self.score(seat, "harbor", int(player.works("harbor") and "harbor" not in without))  # PR-9.8
        if seat == owner and self.privilege:
            self.privilege = False
            self.score(seat, "captain", int("privilege" not in without))  # PR-9.7

    def barrels_loaded(self, seat, way, good, capacity=None):
        player = self.players[seat]
        number = player.goods[good]
        if way == "wharf":
            self.wharves.append(seat + 1)
            self.give(seat, good, -number)
            return number
        ship = next(ship for ship in self.cargo if str(ship["capacity"]) == capacity)
        number = min(number, ship["capacity"] - ship["barrels"])
        ship.update(good=good, barrels=ship["barrels"] + number)
        player.goods[good] -= number
        return number

    def score(self, seat, category, vp):
        """Adds VP of a category; a negative supply is the number of VP noted on paper (PR-9.11)."""
        self.players[seat].chips[category] += vp
        self.vp -= vp

    def store(self, seat):
        """Stores goods: first warehouse kinds in the order of goods, then the single barrel (PR-9.12, PR-A24)."""
        player = self.players[seat]
        left, stored = player.kinds(), []
        room = player.works("small_warehouse") + 2 * player.works("large_warehouse")
        if room > 0 and self.all_optional:
            yield from self.store_at_will(seat, room)
            return
        if len(left) <= room or (len(left) == room + 1 and min(player.goods[good] for good in left) == 1):
            return  # everything fits
        for more in range(room, 0, -1):
            fitting = left[:len(left) - more + 1]
            stored.append((yield from self.keep(seat, "store", fitting, stored)))
            left = left[left.index(stored[-1]) + 1:]
        left = [good for good in player.kinds() if good not in stored]
        single = yield from self.keep(seat, "keep", left, stored)
        for good in left:
            self.give(seat, good, (good == single) - player.goods[good])

    def store_at_will(self, seat, room):
        """Stores goods with the option to leave warehouses unused (PR-A31)."""
        player, stored = self.players[seat], []
        left = player.kinds()
        while len(stored) < room and left:
            unstored = [good for good in player.kinds() if good not in stored]
            if sum(player.goods[good] for good in unstored) < 2:
                break
            moves = [f"store {good}" for good in left] + ["pass"]
            move = yield from self.ask(seat, "store", moves, stored=list(stored))
            if move == "pass":
                break
            stored.append(move.split()[1])
            left = left[left.index(stored[-1]) + 1:]
        unstored = [good for good in player.kinds() if good not in stored]
        if unstored:
            single = yield from self.keep(seat, "keep", unstored, stored)
            for good in unstored:
                self.give(seat, good, (good == single) - player.goods[good])

    def keep(self, seat, phase, goods, stored):
        if len(goods) == 1:
            return goods[0]
        move = yield from self.ask(seat, phase, [f"{phase} {good}" for good in goods], stored=list(stored))
        return move.split()[1]

    # Comparison

    def totals(self):
        """Returns the total barrels by good, and the total colonists (PR-2.5)."""
        shipped = [{ship["good"]: ship["barrels"]} for ship in self.cargo]
        sold = {good: self.house.count(good) for good in GOODS}
        holders = [self.goods, sold] + shipped + [player.goods for player in self.players]
        goods = {good: sum(holder.get(good, 0) for holder in holders) for good in GOODS}
        return goods, self.colonists + self.ship + sum(player.colonists() for player in self.players)

    def ranks(self):
        """Returns the ranks (PR-13.4)."""
        worth = [(player.score(), (player.doubloons + size(player.goods)) * self.rules["tie_break"])
                 for player in self.players]
        return [1 + sum(other > own for other in worth) for own in worth]

    def position(self, observer):
        """Returns the view of a seat (docs/reference/positions.md)."""
        over = self.active is None
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": max(self.turns) if over else self.turns[self.active],
            "active": None if over else self.active + 1,
            "governor": self.governor + 1,
            "role": self.role,
            "role_of": None if self.role is None else self.role_of + 1,
            "last_round": [why for why in ("colonists", "city", "vp") if why in self.ends],
            "choice": self.choice,
            "players": [self.seat(seat, observer, over) for seat in range(len(self.players))],
            "board": {
                "roles": [{"id": role, "doubloons": doubloons, "taken": role in self.taken}
                          for role, doubloons in self.roles.items()],
                "plantations": some(self.row),
                "quarries": self.quarries,
                "ships": self.cargo,
                "trading_house": some({good: self.house.count(good) for good in GOODS}),
                "trading_house_spaces_left": HOUSE - len(self.house),
                "prices": some({good: price for price, good in enumerate(GOODS)}),
                "colonist_ship": self.ship,
            },
            "supplies": {
                "buildings": [self.printed(building) | {"count": count}
                              for building, count in self.stock.items() if count > 0],
                "goods": some(self.goods),
                "colonists": self.colonists,
                "vp": self.vp,
                "plantations_face_down": some(self.stack),
                "plantations_discarded": some(self.discards),
            },
        }

    def seat(self, seat, observer, over):
        player, secret = self.players[seat], self.hidden and seat != observer
        return {
            "seat": seat + 1,
            "score": None if secret else player.score(),
            "doubloons": player.doubloons,
            "vp_buildings": player.printed(),
            "vp_chips": None if secret else player.chips,
            "goods": some(player.goods),
            "island": some(player.island),
            "workers": some({tile: player.on(tile) for tile in TILES}),
            "production": {good: {"colonists": player.on(plant), "circles": player.plant_circles(good)}
                           for good, plant in PLANTS.items() if player.plant_circles(good) > 0},
            "buildings": [self.built(player, building) for building in BUILDINGS if building in player.city],
            "island_spaces_left": player.island_room(),
            "city_spaces_left": player.city_room(),
            "san_juan": player.san_juan,
            "roles_to_take": None if over else self.to_take[seat],
        }

    def built(self, player, building):
        violet = {} if BUILDINGS[building].good else {"staffed": player.works(building)}
        return self.printed(building) | violet

    def printed(self, building):
        return {"id": building, "cost": self.costs[building], "vp": BUILDINGS[building].column}


def size(things):
    return sum(things.values())


def some(things):
    """Removes entries with count 0."""
    return {thing: number for thing, number in things.items() if number != 0}


def spaces(building):
    return 2 if building in LARGE else 1  # PR-1.6


def circles_of(placed):
    """Returns the kind of the circles of a tile or building."""
    good = BUILDINGS[placed].good if placed in BUILDINGS else None
    return PLANTS[good] if good else placed


def copies(building, players):
    """Returns the number of copies of a building (PR-2.1, PR-11.1, PR-14.1)."""
    data = BUILDINGS[building]
    if players == 2:
        return 2 if data.good else 1
    if data.good:
        return 4 if data.column == 1 else 3
    return 1 if building in LARGE else 2


def costs(chosen):
    """Returns the costs changed by options."""
    if "costs" in chosen:
        changed = [cost.split(":") for cost in chosen["costs"].split("+")]
        return {building: int(cost) for building, cost in changed}
    return {"small_market": 2, "small_warehouse": 2} if chosen["profile"] == "tag" else {}


def without_texts(told):
    """Returns a view without names and texts of buildings."""
    if isinstance(told, dict):
        return {key: without_texts(value) for key, value in told.items() if key not in ("name", "text")}
    return [without_texts(value) for value in told] if isinstance(told, list) else told


def compare(where, told, wanted):
    """Exits with the location of the first difference between two views."""
    if isinstance(told, dict) and isinstance(wanted, dict):
        agree(f"{where}, keys", sorted(told), sorted(wanted))
        for key in wanted:
            compare(f"{where}, {key}", told[key], wanted[key])
    elif isinstance(told, list) and isinstance(wanted, list) and len(told) == len(wanted):
        for index, (one, other) in enumerate(zip(told, wanted), 1):
            compare(f"{where} {index}", one, other)
    else:
        agree(where, told, wanted)


def seat_option(seat):
    return f"seat_{seat + 1}_doubloons"


def choose_options(rng, players):
    """Returns the default rules for half of the games, and random profiles, interpretations and costs for the others.
    """
    options = {"profile": "rulebook", "vp_visibility": rng.choice(["tracked", "hidden"]), "round_cap": 100}
    if rng.random() < 0.5:
        return options
    if players > 2 and rng.random() < 0.5:
        options["profile"] = "tag"
    options |= {name: rng.choice(["on", "off"]) for name in SWITCHES if rng.random() < 0.3}
    if rng.random() < 0.5:
        options["optional_bonuses"] = "all"
    options["corn_doubloons"] = rng.randint(-2, 2)
    options["round_cap"] = rng.choice([5, 15, 100, 100])
    if rng.random() < 0.5:
        others = rng.sample(list(BUILDINGS), rng.choice([5, len(BUILDINGS)]))
        options["costs"] = "+".join(f"{building}:{rng.randint(0, 5)}" for building in others)
    least = -2 - min(0, options["corn_doubloons"])
    options |= {seat_option(seat): rng.randint(least, 4) for seat in range(players) if rng.random() < 0.3}
    return options


def check(where, game, answers, observer):
    """Compares the seat to move, legal moves, view and scores with the rules."""
    status, legal, state, scores = answers
    over = game.active is None
    agree(f"{where}, over", status["over"], over)
    agree(f"{where}, to move", status["to_move"], None if over else game.active + 1)
    agree(f"{where}, legal", sorted(legal["legal"]), sorted(game.moves))
    compare(where, without_texts(state["position"]), game.position(observer))
    agree(f"{where}, categories", scores["categories"], [player.categories() for player in game.players])
    agree(f"{where}, scores", scores["scores"], [player.score() for player in game.players])
    agree(f"{where}, ranks", scores["ranks"], game.ranks())
    if over:
        agree(f"{where}, capped", status["capped"], not game.ends)


def step(table, request, observer):
    """Returns the answer to a request, and the legal moves, a view and the scores after it."""
    views = [{"request": "legal"}, {"request": "state", "seat": observer + 1}, {"request": "scores"}]
    answers = table.ask("batch", requests=[request] + views)["answers"]
    for answer in answers:
        if not answer["ok"]:
            raise SystemExit(answer["error"])
    return answers


def dislike(move):
    """Returns the weight against a move, so that games have many buildings and goods to check."""
    return {"pass": 8, "craftsman": 1, "build": 1, "settler": 1}.get(move.split()[0], 3)


def play(table, seed):
    """Plays a game in which every seat prefers some moves. Returns the number of positions."""
    rng = random.Random(seed)
    players = 2 + seed % 4
    options = choose_options(rng, players)
    game, likes = Game(players, options), {}
    turns = game.play()
    request, move, plies = {"request": "new", "seed": seed, "players": players, "set": options}, None, 0
    while True:
        where = f"game {seed}, {players} players {options}, ply {plies}, {move}"
        observer = rng.randrange(players)
        answers = step(table, request, observer)
        game.where, game.told = where, answers[2]["position"]
        turns.send(move)
        check(where, game, answers, observer)
        if game.active is None:
            agree(f"{where}, all goods and colonists", game.totals(), game.everything)
            return plies
        weights = [likes.setdefault((game.active, one), rng.random() ** dislike(one)) for one in game.moves]
        move = rng.choices(game.moves, weights)[0]
        request = {"request": "apply", "action": move}
        plies += 1


def main():
    given = arguments(__doc__)
    table = Table(given.portolan, "puerto_rico")
    positions = sum(play(table, seed) for seed in range(given.seed, given.seed + given.games))
    print(f"Puerto Rico: {given.games} games, {positions} positions, portolan and the rules agree")


if __name__ == "__main__":
    main()
