#!/usr/bin/env python3
"""Plays random games of Maracaibo and checks the score of every player by category.

The referee is written from the rules (docs/rules/maracaibo.md; comments contain the rule ids) and the component data
alone. It adds up points move by move and compares them with portolan's points at the end of every turn, in every
interim scoring and in the final scoring.
"""

import random
import re

from lines import Table, agree, arguments

NATIONS = ["france", "spain", "england"]
NO_PURCHASE = 2  # M-14.1
NOT_USED = 2  # M-12.4
MOST_INFLUENCE = 3  # M-15.4
UPGRADES = {"U3": 3, "U5": 3, "U6": 6, "U12": 10}  # M-17
HOMEWARD = {"21a": 3, "21b": 3, "22": 5}  # M-13.1
ARRIVALS = [10, 8, 6, 4]  # M-9.7
CA7, CA8, VISITOR, L4 = 1, 2, 1, 5  # M-6.3, M-21.2, M-22.8
U9, U11 = 2, 4  # M-17
ALL_TASKS = 2  # M-16.2
FIRST_INVESTOR = 2  # M-20.1
BEYOND_TWENTY = 20  # M-19.4
BOUNDARIES = ["interim", "final", "over"]


def terms(text):
    """Returns the VP parts of an effect: the number, and the item that each part counts."""
    found = (re.fullmatch(r"vp(\d+)(?:_per_(\w+))?", part) for part in text.split(">")[-1].split("+"))
    return [(int(term[1]), term[2]) for term in found if term]


def vp(text, player=None):
    """Returns the VP of an effect for a player with the counted items (M-21.6)."""
    counts = {None: lambda: 1, "assistant": lambda: len(player["assistants"]),
              "combat_token": lambda: len(player["combat_tokens"])}
    return sum(number * counts[of]() for number, of in terms(text))


def place(number):
    """Returns a sort key for locations: 9, 9a, 10; 21a and 21b are equal (M-A4)."""
    digits, letter = re.fullmatch(r"(\d+)([a-z]?)", number).groups()
    return int(digits), letter if digits != "21" else ""


class Box:
    """The components of a game, by id."""

    def __init__(self, components):
        def by_id(file, key="id"):
            return {row[key]: row for row in components[file]}

        self.cards, self.quests = by_id("project_cards.csv"), by_id("quest_tiles.csv")
        self.tokens, self.tiles = by_id("combat_tokens.csv"), by_id("city_tiles.csv")
        self.careers, self.legacy = by_id("careers.csv"), by_id("legacy_tiles.csv")
        self.locations, self.spaces = by_id("map_locations.csv", "no"), by_id("explorer_track.csv", "space")
        self.placements = components["scenarios.csv"]
        rows = components["tracks.csv"]

        def track(name, of="value"):
            return [(int(row["position"]), int(row[of])) for row in rows if row["track"] == name]

        self.ranks, self.printed = track("noble_rank"), track("doubloon_vp")
        self.supply = list(zip(track("supply", "markers"), track("supply")))
        self.gaps, self.yellow = track("jean_gap"), track("jean_upgrade")
        self.end = next(int(row["position"]) for row in rows if row["track"] == "influence_end")
        self.last = next(space for space, row in self.spaces.items() if row.get("reward") == "end")

    def after(self, space):
        return [following for following in self.spaces[space].get("next", "").split(";") if following]

    def way(self, start, wanted):
        """Returns the minimum number of steps to a wanted space; None if it cannot be reached (M-A34)."""
        ring, steps = {start}, 0
        while ring:
            if steps > 0 and any(map(wanted, ring)) or start in ring and wanted(start):
                return steps
            ring, steps = {following for space in ring for following in self.after(space)}, steps + 1
        return None

    def borders(self, space):
        """Returns the borders crossed on the way to a space, which do not depend on the path."""
        crossed, here = set(), "0"
        while here != space:
            here = next(way for way in self.after(here) if self.way(way, space.__eq__) is not None)
            crossed |= {self.spaces[here]["border_before"]} if "border_before" in self.spaces[here] else set()
        return crossed

    def reached(self, track, position):
        """Returns the number on the last space of a track that a marker has reached."""
        return max([value for at, value in track if at <= position], default=0)


def progress(player, box):
    """Returns a player's progress in the criteria of career tasks; for the explorer, the borders crossed (M-16.3)."""
    influence = sorted(player["influence"].values())
    return {
        "combat_tokens": len(player["combat_tokens"]), "quests": len(player["quest_tiles"]),
        "one_nation": influence[-1], "two_nations": influence[-2], "upgrades": len(player["upgrades"]),
        "synergy": len(player["synergy_tokens"]), "assistants": len(player["assistants"]),
        "explorer": box.borders(player["explorer"]),
    }


def upper_is_met(task, player, box):
    """Returns True if a task gives its VP (M-16.1)."""
    kind, levels = task.split()
    upper = levels.split("/")[1]
    has = progress(player, box)[kind]
    return upper in has if kind == "explorer" else has >= int(upper)


def building_vp(name, player, box):
    """Returns the final VP of a prestige building (M-20.2)."""
    return {
        "Monastery": lambda: 4 * len(box.borders(player["explorer"])),
        "Palace": lambda: 2 * len(player["quest_tiles"]),
        "Basilica": lambda: min(16, 4 * len(player["assistants"])),
        "Fortress": lambda: 2 * (player["figures"] + player["cp"]),
        "Minster": lambda: 3 * len(player["synergy_tokens"]),
        "Military Base": lambda: 2 * len(player["combat_tokens"]),
        "Academy": lambda: 2 * len(player["upgrades"]),
        "Cathedral": lambda: 2 * box.reached(box.printed, player["doubloon_income"]),
    }[name]()


def purchase_vp(immediate, player):
    """Returns the VP of a purchase after the card's token, compass and assistant are added (M-21.5, M-A47)."""
    code, _, number = immediate.partition(":")
    counts = {
        "vp_per_combat_token": len(player["combat_tokens"]), "vp_per_assistant": len(player["assistants"]),
        "vp_per_quest": len(player["quest_tiles"]), "vp_per_compass": player["compasses"],
        "vp_per_synergy": len(player["synergy_tokens"]),
        "vp_per_nation_inf3": sum(steps >= 3 for steps in player["influence"].values()),
    }
    return int(number) * counts[code] if code in counts else 0


def markers(board):
    """Returns the markers in the Caribbean by nation: cities, villages and legacy tiles (M-7.3)."""
    on = [location["marker"] for location in board["locations"]] + [board["gold_mine"]]
    on += (board["silver_fleet"] or {}).values()
    return {nation: on.count(nation) for nation in NATIONS}


def weighting(nation, board, box):
    """Returns the value of a nation: emptied supply spaces and the majority bonus (M-15.5, M-A1, M-A59)."""
    supply = {one["id"]: one["markers_in_supply"] for one in board["nations"]}
    taken = sum(number for (_, number), _ in box.supply) - supply[nation]
    value = 0
    for (_, number), (_, worth) in box.supply:
        taken -= number
        value += worth if taken >= 0 else 0
    count = markers(board)
    ahead = sum(count[other] > count[nation] for other in NATIONS)
    return value + (2, 1, 0)[ahead]


def turn_of(position):
    """Returns the active seat, the number of its turn, and the state of scoring."""
    return position["turn_of"], position["turn"], "turn" in (position["choice"] or {})


class Game:
    """The points of a game according to the rules."""

    def __init__(self, box, position):
        seats = position["players"]
        self.box = box
        self.points = [dict.fromkeys(seat["score_by_category"], 0) for seat in seats]
        self.quests = [0] * len(seats)
        self.here = set()  # unused assistants of the player at the ship's location

    def add(self, seat, category, points):
        self.points[seat][category] += points

    def move(self, before, action, after):
        """Adds the points of a move and its consequences. Returns True if the move ended a turn."""
        seat, words = before["active"] - 1, action.split()
        self.act(seat, before, words, after)
        for other, (was, now) in enumerate(zip(before["players"], after["players"])):
            if now["vp_income"] < was["vp_income"] and "automa" not in now:
                self.add(other, "vp_track", BEYOND_TWENTY * (5 - before["round"]))  # M-19.4, M-A21
        ended = turn_of(before) != turn_of(after)
        if ended and "turn" in before["choice"]:
            self.add(before["turn_of"] - 1, "assistants", NOT_USED * len(self.here))  # M-12.4 (b)
            self.here = set()
        if after["round"] > before["round"]:
            self.interim(before, after)
        if after["phase"] == "over":
            self.final(after)
        return ended

    def act(self, seat, before, words, after):
        """Adds the points of the move itself."""
        player, phase, box = before["players"][seat], before["phase"], self.box
        known = {
            "sail": self.sail, "assistant": self.assistant, "city": self.city, "quest": self.quest,
            "accept": self.accept, "buy": self.buy, "invest": self.invest, "task": self.task,
            "advance": self.advance, "annex": self.flag, "expel": self.flag, "occupy": self.occupy,
            "strike": self.strike,
        }
        if words[0] in known and phase not in ("career", "plan", "set_aside"):
            known[words[0]](seat, player, words, before, after)
        elif words == ["take", "vp"]:
            category, points = {
                "interim": ("interim", NO_PURCHASE), "final": ("interim", NO_PURCHASE),
                "visitor": ("cards", VISITOR),
                "doubloons_or_assistants": ("other", CA8 * len(player["assistants"])),
            }[phase]
            self.add(seat, category, points)
        elif words[0] == "use":
            self.add(seat, "cards", vp(box.cards[words[1]]["village_action"].removeprefix("last:")))  # M-21.3
        elif words == ["upgrade", "9"]:
            self.add(seat, "upgrades", U9)
        elif words == ["reward", "doubloons"]:
            self.add(seat, "upgrades", U11)
        elif words[0] == "disc" and player["discs"][words[1]] == 1:
            self.add(seat, "upgrades", UPGRADES.get(words[1], 0))  # M-17.3
        elif words[0] == "fight" and before["choice"]["token"]:
            effect = box.tokens[before["choice"]["token"]].get(f"{words[1]}_effect", "")
            reward = re.fullmatch(r"\+(\d+)vp", effect)
            self.add(seat, "combat", int(reward[1]) if reward else 0)  # M-7.2

    def sail(self, seat, player, words, before, after):
        """Passes assistants (M-3, M-12.4 (a)); an extra sail loses unused assistants (M-A56)."""
        self.add(seat, "assistants", NOT_USED * len(self.here))
        start, stop = place(player["ship"]), place(words[1])
        passed = [one for one in player["assistants"] if start < place(one["location"]) < stop]
        self.add(seat, "assistants", NOT_USED * len(passed))
        self.here = {one["card"] for one in player["assistants"] if one["location"] == words[1]}
        gift = self.box.legacy["L25"]  # M-22.15
        in_play = [one["id"] for one in before["board"]["legacy_tiles"]]
        if "L25" in in_play and gift["location"] == words[1]:
            self.add(seat, "other", vp(gift["reward"]))

    def assistant(self, seat, player, words, before, after):
        """Scores an assistant (M-12.2, M-21.6)."""
        self.here -= {words[1]}
        self.add(seat, "cards", vp(self.box.cards[words[1]]["assistant_action"], player))

    def city(self, seat, player, words, before, after):
        """Scores a city (M-6.3, M-13.1)."""
        self.add(seat, "homeward", HOMEWARD.get(player["ship"], 0))
        here = next(one for one in before["board"]["locations"] if one["id"] == player["ship"])
        if here["city_tile"] and self.box.tiles[here["city_tile"]]["action"].startswith("CA7"):
            self.add(seat, "other", CA7 * len(player["combat_tokens"]))

    def quest(self, seat, player, words, before, after):
        """Scores a quest (M-11.3, M-11.5)."""
        quest = self.box.quests[words[1]]
        self.add(seat, "quests", vp(quest.get("reward_per_compass", "")) * player["compasses"])
        self.add(seat, "quests", vp(quest.get("reward_flat", "")))
        self.quests[seat] += 1
        self.add(seat, "quests", (0, 0, 0, 0, 3, 2)[min(5, self.quests[seat])])

    def accept(self, seat, player, words, before, after):
        """Scores an accepted reward (M-9.5, M-22.8, M-22.13)."""
        if before["phase"] == "track_quest":
            space = next(one for one in before["board"]["explorer_track"] if one["id"] == player["explorer"])
            self.quest(seat, player, ["quest", space["quest"]["id"]], before, after)
        elif before["phase"] == "disc_tile":
            self.add(seat, "other", vp(self.box.legacy[before["choice"]["legacy_tile"]]["reward"]))
        elif before["phase"] == "figure_for_vp":
            self.add(seat, "other", L4)

    def buy(self, seat, player, words, before, after):
        """Scores a purchase (M-21.5)."""
        for immediate in self.box.cards[words[1]].get("immediate", "").split("+"):
            self.add(seat, "cards", purchase_vp(immediate, after["players"][seat]))

    def invest(self, seat, player, words, before, after):
        """Scores an investment (M-20.1)."""
        building = next(one for one in before["board"]["prestige"] if one["id"] == words[1])
        self.add(seat, "prestige", 0 if building["investors"] else FIRST_INVESTOR)

    def task(self, seat, player, words, before, after):
        """Scores a career task (M-16.1, M-16.2)."""
        career = self.box.careers[player["career"]["id"]]
        points = int(re.fullmatch(r"\d+d\+(\d+)vp", career[f"reward{words[1]}"])[1])
        if upper_is_met(career[f"task{words[1]}"], player, self.box):
            self.add(seat, "careers", points)
        if len(player["tasks_done"]) == 2:
            self.add(seat, "careers", ALL_TASKS)

    def advance(self, seat, player, words, before, after):
        """Scores an advance of the explorer (M-9.4, M-9.6, M-9.7, M-A50)."""
        space, box = words[1], self.box
        for other in map(int, words[3:]):
            theirs = before["players"][other - 1]["score"]
            stolen = min(player["effects"]["vp_stolen"], max(0, theirs))  # M-A29
            self.add(other - 1, "explorer", -stolen)
            self.add(seat, "explorer", stolen)
        for border in box.borders(space) - box.borders(player["explorer"]) - {"red"}:
            self.add(seat, "explorer", 2 if border in before["board"]["borders_crossed"] else 4)
        self.add(seat, "explorer", vp(box.spaces[space].get("reward", "")))
        if space == box.last:
            there = sum(one["explorer"] == space for one in before["players"])
            self.add(seat, "explorer", ARRIVALS[there])

    def flag(self, seat, player, words, before, after):
        """Scores a flag (M-7.6, M-21.2)."""
        tiles = (tile for tile in self.box.legacy.values() if "market" in tile)
        added = {tile["location"]: tile["reward"] for tile in tiles}  # L1, L4, L7
        flag = self.box.locations.get(words[1], {}).get("flag_reward")
        self.add(seat, "combat", vp(flag or added[words[1]]))
        if words[0] == "expel":
            self.add(seat, "combat", player["effects"]["vp_for_expelling"])

    def occupy(self, seat, player, words, before, after):
        """Scores an occupied village (M-17.1, M-A73)."""
        village = next(one for one in before["board"]["locations"] if one["id"] == words[1])
        self.add(seat, "combat", player["effects"]["vp_for_expelling"] if village["marker"] else 0)

    def strike(self, seat, player, words, before, after):
        """Scores a strike (M-21.4)."""
        code = self.box.cards[words[1]]["combat_action"]
        gains, kind, more = re.fullmatch(r"([^\[]*)(?:\[(\w+):(.*)\])?", code).groups()
        self.add(seat, "combat", vp(gains) + (vp(more) if kind in player["synergy_tokens"] else 0))

    def interim(self, before, after):
        """Scores steps 2 to 7 of the interim scoring (M-14)."""
        for seat, (was, now) in enumerate(zip(before["players"], after["players"])):
            if "automa" in now:
                self.jean_income(seat, was)  # Jean may begin the next round
                continue
            self.add(seat, "vp_track", now["vp_income"])  # M-14.2
            ship = place(was["ship"])
            ahead = [one for one in now["assistants"] if place(one["location"]) > ship]
            self.add(seat, "assistants", NOT_USED * len(ahead))  # M-12.4 (c), M-A57

    def final(self, position):
        """Scores steps 2 to 5 of the final scoring (M-15)."""
        box, players = self.box, position["players"]
        for seat, player in enumerate(players):
            if "automa" in player:
                self.jean_income(seat, player)
                self.jean_bonuses(seat, player, players[0])
                continue
            self.add(seat, "vp_track", player["vp_income"])  # M-15.2
            self.add(seat, "doubloon_track", box.reached(box.printed, player["doubloon_income"]))
            for card in player["bought"]:
                self.add(seat, "cards", int(box.cards[card["id"]]["vp"]))  # M-15.3
            for building in player["prestige"]:
                self.add(seat, "prestige", building_vp(building["name"], player, box))
        for nation in NATIONS:
            steps = [player["influence"][nation] for player in players]
            worth = weighting(nation, position["board"], box)
            for seat, own in enumerate(steps):
                self.add(seat, "majorities", MOST_INFLUENCE if own == max(steps) > 0 else 0)  # M-15.4
                self.add(seat, "nations", box.reached(box.ranks, own) * worth)  # M-15.5

    def jean_income(self, seat, jean):
        """Adds Jean's income (M-24.8)."""
        gone = len(self.box.gaps) + len(self.box.yellow) - jean["discs"]
        self.add(seat, "jean_income", self.box.reached(self.box.gaps + self.box.yellow, gone))
        self.add(seat, "jean_cards", len(jean["taken_cards"]))

    def jean_bonuses(self, seat, jean, own):
        """Adds Jean's bonuses (M-24.9, M-A34)."""
        gone = len(self.box.gaps) + len(self.box.yellow) - jean["discs"]
        yellow = sum(position <= gone for position, _ in self.box.yellow)
        self.add(seat, "jean_quests", 5 * len(jean["quest_tiles"]))
        self.add(seat, "jean_quest_lead", bonus(len(jean["quest_tiles"]) - len(own["quest_tiles"]), 3, 4))
        self.add(seat, "jean_upgrade_lead", bonus(yellow - len(own["upgrades"]), 3, 4))
        ahead = self.explorer_lead(jean["explorer"], own["explorer"])
        self.add(seat, "jean_explorer_lead", bonus(ahead, 8, 11))

    def explorer_lead(self, hers, own):
        """Returns the number of spaces by which Jean's explorer leads (M-A34)."""
        way = self.box.way(own, hers.__eq__)
        if way is not None:
            return way
        if self.box.way(hers, own.__eq__) is not None:
            return 0

        def to_border(start):
            crossed, box = self.box.borders(start), self.box
            return box.way(start, lambda space: space == box.last or box.borders(space) > crossed)

        return to_border(own) - to_border(hers)


def bonus(lead, far, farthest):
    return 0 if lead <= 0 else 10 if lead < far else 20 if lead < farthest else 30


def compare(where, game, position):
    """Compares the points of every seat with the rules. The comparison excludes points printed on Jean's cards, and
    steps beyond the end of an influence track, which are not visible in views (2 VP each, M-8.1).
    """
    for seat, player in enumerate(position["players"]):
        for category, points in player["score_by_category"].items():
            wanted = game.points[seat][category]
            at_end = max(player["influence"].values()) == game.box.end
            if category == "jean_actions" or category == "other" and "automa" in player:
                game.points[seat][category] = points
            elif category == "other" and at_end and points > wanted and (points - wanted) % 2 == 0:
                game.points[seat][category] = points
            else:
                agree(f"{where}, seat {seat + 1}, {category}", points, wanted)
        agree(f"{where}, seat {seat + 1}, score", player["score"], sum(game.points[seat].values()))


def compare_interim(where, before, after, box, placed):
    """Checks other changes of the interim scoring in games without Jean (M-14.2 to M-14.7, M-2.3)."""
    players = len(after["players"])
    for seat in range(players):
        was, now = before["players"][seat], after["players"][seat]
        if seat + 1 != before["active"]:
            agree(f"{where}, income", now["doubloons"] - was["doubloons"], now["doubloon_income"])
    board = after["board"]
    agree(f"{where}, ships", [player["ship"] for player in after["players"]], ["0"] * players)
    agree(f"{where}, markets", sum(one["market"]["discs"] for one in board["locations"] if one["market"]), 0)
    shown = len(before["board"]["prestige"])
    agree(f"{where}, prestige", len(board["prestige"]), min(4, shown + 1))
    for number in {row["location"] for row in placed}:
        quests = [len(quests_at(position, number)) for position in (before, after)]
        new = sum(row["location"] == number for row in placed)
        agree(f"{where}, quests on {number}", quests[1] - quests[0], new)


def quests_at(position, number):
    return next(one["quests"] for one in position["board"]["locations"] if one["id"] == number)


def placements(box, scenario, when, players):
    """Returns rows of the scenario card (M-1.13, M-14.6)."""
    rows = [row for row in box.placements if row["card"] == scenario and row["when"] == when]
    return [row for row in rows if "location" in row and int(row["min_players"]) <= max(2, players)]


def compare_end(where, game, position, status):
    """Compares ranks (M-15.7) and values of the nations."""
    scores = [sum(points.values()) for points in game.points]
    agree(f"{where}, scores", status["scores"], scores)
    agree(f"{where}, ranks", status["ranks"], [1 + sum(other > own for other in scores) for own in scores])
    board = position["board"]
    told = [nation["weighting"] for nation in board["nations"]]
    agree(f"{where}, weightings", told, [weighting(nation, board, game.box) for nation in NATIONS])


def choose(rng, legal):
    """Returns a random move, with a preference for short sails and for actions over passing."""
    moves = [rng.choice(legal) for _ in range(3)]
    if moves[0].startswith("sail"):
        return min(moves, key=lambda move: place(move.split()[1]) if move != "stay" else (99, ""))
    return next((move for move in moves if move not in ("pass", "end", "skip", "take vp")), moves[0])


def play(table, box, seed):
    """Plays a game and returns the number of scorings."""
    rng = random.Random(seed)
    players = 1 + seed % 4
    options = {"scenario": rng.choice(["75", "76", "77"])}
    if rng.random() < 0.5:
        options["legacy"] = ",".join(rng.sample(["L10", "L11", "L13", "L15", "L17", "L25"], 2))
    if players == 1:
        options["level"] = rng.choice(["very-easy", "easy", "normal", "hard", "very-hard"])
    status = table.ask("new", seed=seed, players=players, set=options)
    position, legal = table.position(1), table.ask("legal")["legal"]
    game, scorings = Game(box, position), 0
    ender = None
    while not status["over"]:
        where = f"game {seed} {options}, move {status['moves'] + 1}"
        action, before = choose(rng, legal), position
        asked = [("apply", {"action": action}), ("state", {"seat": 1}), ("legal", {})]
        status, told, moves = table.batch(asked)
        position, legal = told["position"], moves.get("legal")
        boundary = game.move(before, action, position)
        where += f", {action}"
        if position["phase"] in BOUNDARIES and "turn" in before["choice"]:
            ender = before["turn_of"]
        if boundary or status["over"]:
            compare(where, game, position)
        if position["round"] > before["round"]:
            scorings += 1
            if players > 1:
                agree(f"{where}, who begins", position["turn_of"], ender % players + 1)  # M-2.3
                placed = placements(box, options["scenario"], str(before["round"]), players)
                left = len(before["supplies"]["quest_pile"]) + 1
                compare_interim(where, before, position, box, placed if len(placed) <= left else [])
    compare_end(f"game {seed} {options}", game, position, status)
    return scorings + 1


def main():
    given = arguments(__doc__)
    table = Table(given.portolan, "maracaibo")
    box = Box(table.ask("components")["components"])
    scorings = sum(play(table, box, seed) for seed in range(given.seed, given.seed + given.games))
    print(f"Maracaibo: {given.games} games, {scorings} scorings, portolan and the rules agree")


if __name__ == "__main__":
    main()
