//! Test table for Endeavor: sets up positions and plays actions in notation. Seats count from 1 here.

use crate::table;
use portolan_core::game::Seat;
use portolan_core::game::prelude::*;
use portolan_games::endeavor::components::{
    AREA_NAMES, AREAS, ATTRIBUTE_NAMES, CARDS, DECKS, GOVERNORS, deck_of, deck_size, deck_start,
    governor_of,
};
use portolan_games::endeavor::state::{NEUTRAL, NONE, Phase, Player, State};
use portolan_games::endeavor::{ENTRY, Endeavor};
use portolan_games::{GameSetup, SetupError};

pub type Table = table::Table<Endeavor>;

/// Returns the set-up with the options `name=value`.
pub fn setup(players: usize, options: &[&str]) -> GameSetup {
    table::setup(&ENTRY, players, options)
}

/// Returns the rules for this number of players with these options.
pub fn rules(players: usize, options: &[&str]) -> Endeavor {
    Endeavor::new(&setup(players, options)).expect("the options are accepted")
}

/// Returns the error with which these options are rejected.
pub fn refused(players: usize, options: &[&str]) -> String {
    let error: SetupError =
        Endeavor::new(&setup(players, options)).expect_err("they are not accepted");
    error.to_string()
}

pub fn area(name: &str) -> usize {
    AREA_NAMES.iter().position(|area| *area == name).unwrap()
}

pub fn attribute(name: &str) -> usize {
    let place = ATTRIBUTE_NAMES.iter().position(|known| *known == name);
    place.unwrap()
}

/// Raises an attribute to a value by adding tokens; returns their number.
pub fn raise(player: &mut Player, attribute: usize, to: u8) -> usize {
    let more = to - player.attributes[attribute];
    player.attributes[attribute] = to;
    player.tokens[attribute] += more;
    more.into()
}

impl Table {
    /// Deals a new game; the start tiles have not been chosen yet.
    pub fn dealt(players: usize, options: &[&str], seed: u64) -> Table {
        Table::begin(rules(players, options), seed)
    }

    /// Starts a game in which every seat has chosen the Colonial House; seat 1 begins the first Build
    /// phase.
    pub fn building(players: usize, options: &[&str]) -> Table {
        let mut table = Table::dealt(players, options, 1);
        for _ in 0..players {
            table.act("start colonial_house");
        }
        table
    }

    /// Starts a game at the first turn of seat 1 in an Action phase; every seat has five discs in the
    /// harbor.
    pub fn acting(players: usize, options: &[&str]) -> Table {
        let mut table = Table::building(players, options);
        table.state.phase = Phase::Turn;
        table.state.active = 0;
        for seat in 1..=players {
            table.harbor(seat, 5);
        }
        table
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.state.players[seat - 1]
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.state.players[seat - 1]
    }

    /// Sets the number of discs of a seat in the harbor.
    pub fn harbor(&mut self, seat: Seat, discs: u8) -> &mut Table {
        let player = self.player_mut(seat);
        player.supply = player.supply + player.harbor - discs;
        player.harbor = discs;
        self
    }

    pub fn kind(&self, id: &str) -> usize {
        let buildings = &self.game.components().buildings;
        buildings
            .iter()
            .position(|building| building.id == id)
            .unwrap()
    }

    pub fn site(&self, id: &str) -> usize {
        let sites = &self.game.board().sites;
        sites.iter().position(|site| site.id == id).unwrap()
    }

    pub fn card(&self, id: &str) -> usize {
        let cards = &self.game.components().cards;
        cards.iter().position(|card| card.id == id).unwrap()
    }

    pub fn link(&self, a: &str, b: &str) -> usize {
        let ends = [self.site(a) as u8, self.site(b) as u8];
        let joins = |a: u8, b: u8| [a, b] == ends || [b, a] == ends;
        let mut links = self.game.board().links.iter();
        links.position(|link| joins(link.a, link.b)).unwrap()
    }

    /// Gives a seat a building from the supply. A building of level 5 that is not in the supply replaces
    /// another one of level 5.
    pub fn house(&mut self, seat: Seat, id: &str) -> &mut Table {
        let kind = self.kind(id);
        if self.state.supply[kind] == 0 {
            let five = |kind: &usize| {
                self.game.components().buildings[*kind].level == 5 && self.state.supply[*kind] > 0
            };
            let other = (0..self.state.supply.len()).find(five).unwrap();
            self.state.supply[other] = 0;
            self.state.in_supply &= !(1 << other);
            self.state.supply[kind] = 1;
        }
        self.state.supply[kind] -= 1;
        if self.state.supply[kind] == 0 {
            self.state.in_supply &= !(1 << kind);
        }
        let icons = self.game.components().buildings[kind].icons;
        let player = self.player_mut(seat);
        player.buildings[usize::from(player.built)] = kind as u8;
        player.built += 1;
        player.kinds |= 1 << kind;
        player.gain(&icons);
        self
    }

    /// Moves a disc from the supply to a building.
    pub fn busy(&mut self, seat: Seat, id: &str) -> &mut Table {
        let kind = self.kind(id) as u8;
        let player = self.player_mut(seat);
        let slot = (0..usize::from(player.built))
            .find(|&slot| player.buildings[slot] == kind && player.busy >> slot & 1 == 0)
            .unwrap();
        player.busy |= 1 << slot;
        player.supply -= 1;
        self
    }

    /// Removes the disc from the start tile.
    pub fn rested(&mut self, seat: Seat) -> &mut Table {
        let player = self.player_mut(seat);
        assert_eq!(player.busy & 1, 1);
        player.busy &= !1;
        player.supply += 1;
        self
    }

    /// Places a disc of a seat, or of the silent fleets, on a site; its token leaves the game.
    pub fn disc(&mut self, seat: Seat, id: &str) -> &mut Table {
        let site = self.site(id);
        let there = usize::from(self.game.board().sites[site].area);
        let player = self.player_mut(seat);
        player.supply -= 1;
        player.sites |= 1 << site;
        player.arrive(there);
        self.state.taken |= 1 << site;
        self.state.tokens_gone += 1;
        self
    }

    /// Places discs of these seats on a track in this order; their tokens leave the game.
    pub fn track(&mut self, name: &str, seats: &[Seat]) -> &mut Table {
        let there = area(name);
        for &seat in seats {
            let space = usize::from(self.state.shipped[there]);
            self.state.track[there][space] = seat as u8 - 1;
            self.state.shipped[there] += 1;
            self.state.tokens_gone += 1;
            let player = self.player_mut(seat);
            player.supply -= 1;
            player.arrive(there);
        }
        self
    }

    /// Opens a region whose track is full of one seat's discs; the governor leaves the game.
    pub fn open(&mut self, name: &str, seat: Seat) -> &mut Table {
        let there = area(name);
        let spaces = self.game.board().track[there] - self.state.shipped[there];
        self.track(name, &vec![seat; spaces.into()]);
        self.state.open |= 1 << there;
        self.state.removed |= 1 << governor_of(there);
        self
    }

    /// Gives a seat a card; the cards above it in the deck leave the game.
    pub fn holds(&mut self, seat: Seat, id: &str) -> &mut Table {
        let card = self.card(id);
        if GOVERNORS >> card & 1 == 0 {
            self.top(id);
            self.state.drawn[deck_of(card)] += 1;
        } else {
            assert_eq!(self.state.removed >> card & 1, 1, "open the region first");
            self.state.removed &= !(1 << card);
        }
        let icons = self.game.components().cards[card].icons;
        let player = self.player_mut(seat);
        player.cards |= 1 << card;
        player.gain(&icons);
        self
    }

    /// Moves a card to the top of its deck.
    pub fn top(&mut self, id: &str) -> &mut Table {
        let card = self.card(id);
        let deck = deck_of(card);
        let drawn = usize::from(self.state.drawn[deck]);
        for above in deck_start(deck) + drawn..card {
            self.state.removed |= 1 << above;
            self.state.drawn[deck] += 1;
        }
        assert_eq!(deck_start(deck) + usize::from(self.state.drawn[deck]), card);
        self
    }

    /// Raises an attribute of a seat to a value by adding tokens.
    pub fn raise(&mut self, seat: Seat, name: &str, to: u8) -> &mut Table {
        let tokens = raise(self.player_mut(seat), attribute(name), to);
        self.add(tokens)
    }

    fn add(&mut self, tokens: usize) -> &mut Table {
        self.extra = self.extra.map(|extra| extra + tokens);
        self
    }

    /// Gives a seat an action token.
    pub fn token(&mut self, seat: Seat, id: &str) -> &mut Table {
        let tokens = &self.game.components().action_tokens;
        let token = tokens.iter().position(|token| token.id == id).unwrap();
        self.player_mut(seat).actions[token] += 1;
        self.add(1)
    }

    /// Places this kind of token on a site.
    pub fn lay(&mut self, id: &str, token: &str) -> &mut Table {
        let place = usize::from(self.game.board().site_token) + self.site(id);
        self.lay_at(place, token)
    }

    /// Places this kind of token on a link.
    pub fn lay_link(&mut self, a: &str, b: &str, token: &str) -> &mut Table {
        let link = self.link(a, b);
        assert_eq!(self.state.link_tokens >> link & 1, 1);
        self.lay_at(self.game.board().link_token[link].into(), token)
    }

    /// Places this kind of token on a space of a track, counted from 1.
    pub fn lay_track(&mut self, name: &str, space: u8, token: &str) -> &mut Table {
        let place = self.game.board().track_token[area(name)] + space - 1;
        self.lay_at(place.into(), token)
    }

    fn lay_at(&mut self, place: usize, token: &str) -> &mut Table {
        let tokens = &self.game.components().action_tokens;
        let action = tokens.iter().position(|kind| kind.id == token);
        let kind = action.map_or_else(|| attribute(token), |action| 4 + action) as u8;
        // The token that was here moves to another space.
        let mut places = (0..self.state.tokens.len()).rev();
        let other = places
            .find(|&other| self.state.tokens[other] == kind)
            .unwrap();
        self.state.tokens.swap(place, other);
        self
    }

    /// Returns the targets of legal actions with this verb.
    pub fn targets(&self, verb: &str) -> Vec<String> {
        let verb = format!("{verb} ");
        let legal = self.legal();
        let targets = legal.iter().filter_map(|text| text.strip_prefix(&verb));
        targets.map(str::to_string).collect()
    }

    /// Applies an action and checks the conservation laws.
    pub fn act(&mut self, text: &str) -> &mut Table {
        self.carry_out(text);
        self.check();
        self
    }

    /// Removes all tiles of these kinds from the supply; the conservation laws are no longer checked afterwards.
    pub fn sold_out(&mut self, ids: &[&str]) -> &mut Table {
        for id in ids {
            let kind = self.kind(id);
            self.state.supply[kind] = 0;
            self.state.in_supply &= !(1 << kind);
        }
        self.extra = None;
        self
    }

    /// Passes for every seat until the Action phase is over.
    pub fn all_pass(&mut self) -> &mut Table {
        while self.state.phase == Phase::Turn && self.can("pass") {
            self.act("pass");
        }
        self
    }

    pub fn has(&self, seat: Seat, name: &str) -> u8 {
        self.player(seat).attributes[attribute(name)]
    }

    pub fn is_open(&self, name: &str) -> bool {
        self.state.open >> area(name) & 1 == 1
    }

    /// Returns true if a seat has a card.
    pub fn held(&self, seat: Seat, id: &str) -> bool {
        self.player(seat).cards >> self.card(id) & 1 == 1
    }

    /// Returns true if a seat (6 for the silent fleets) has a disc on a site.
    pub fn at(&self, seat: Seat, id: &str) -> bool {
        self.player(seat).sites >> self.site(id) & 1 == 1
    }

    /// Returns the glory of a seat in a category.
    pub fn glory(&self, seat: Seat, category: &str) -> i32 {
        self.points(seat - 1, category)
    }

    /// Checks the conservation laws.
    pub fn check(&self) {
        if let Some(extra) = self.extra {
            let scrapped = self.events_of("scrapped");
            check(&self.game, &self.state, scrapped, extra);
        }
    }
}

/// Checks the conservation of discs, tokens, cards, tiles and attributes, given the number of scrapped
/// tiles and of tokens added to the 95.
pub fn check(game: &Endeavor, state: &State, scrapped: usize, conjured: usize) {
    let seats = game.seats();
    let on_track = |owner: usize, area: usize| {
        let spaces = &state.track[area][..usize::from(state.shipped[area])];
        spaces
            .iter()
            .filter(|&&disc| usize::from(disc) == owner)
            .count()
    };
    for owner in (0..seats).chain([NEUTRAL]) {
        let player = &state.players[owner];
        let mut discs = usize::from(player.supply)
            + usize::from(player.harbor)
            + player.busy.count_ones() as usize
            + player
                .monument
                .iter()
                .map(|&discs| usize::from(discs))
                .sum::<usize>();
        for area in 0..AREAS {
            let sites = (player.sites & game.board().area(area)).count_ones() as usize;
            let here = sites + on_track(owner, area) + usize::from(player.high_seas[area]);
            assert_eq!(here, usize::from(player.discs[area]));
            let present = player.present >> area & 1 == 1;
            assert_eq!(present, area == 0 || here > 0);
            discs += here;
        }
        // Casualties that have not been placed yet.
        let attacker = state.casualties & 1 == 1 && owner == usize::from(state.active);
        let victim = state.casualties & 2 == 2 && owner == usize::from(state.victim);
        discs += usize::from(attacker) + usize::from(victim);
        assert_eq!(discs, 35, "discs of {owner}");
    }
    let all = state.players.iter().fold(0, |all, player| {
        assert_eq!(all & player.sites, 0, "one disc on a site");
        all | player.sites
    });
    assert_eq!(all, state.taken);
    check_tokens(game, state, conjured);
    check_cards(state);
    check_tiles(game, state, scrapped);
    for player in &state.players[..seats] {
        check_attributes(game, player);
    }
}

fn check_tokens(game: &Endeavor, state: &State, conjured: usize) {
    let board = game.board();
    let free: u8 = (0..AREAS)
        .map(|area| board.track[area] - state.shipped[area])
        .sum();
    let empty = board.sites.len() - state.taken.count_ones() as usize;
    assert_eq!(state.link_tokens & !board.round, 0);
    let mut tokens = usize::from(free)
        + empty
        + state.link_tokens.count_ones() as usize
        + usize::from(state.tokens_gone);
    for player in &state.players {
        let held = player.tokens.iter().chain(&player.actions);
        tokens += held.map(|&held| usize::from(held)).sum::<usize>();
    }
    assert_eq!(tokens, 95 + conjured);
}

fn check_cards(state: &State) {
    let mut places = vec![state.pile, state.removed];
    for player in &state.players {
        places.extend([player.cards, player.set_aside]);
        if player.governor != NONE {
            assert_eq!(player.cards >> player.governor & 1, 1);
        }
    }
    for deck in 0..DECKS {
        let (start, drawn) = (deck_start(deck), usize::from(state.drawn[deck]));
        let left = (start + drawn..start + deck_size(deck)).fold(0, |set, card| set | 1 << card);
        places.push(left);
    }
    for area in 1..AREAS {
        let closed = state.open >> area & 1 == 0;
        places.push(u64::from(closed) << governor_of(area));
    }
    let mut all = 0u64;
    for place in places {
        assert_eq!(all & place, 0, "a card is in two places");
        all |= place;
    }
    assert_eq!(all, (1 << CARDS) - 1, "a card is lost");
    assert_eq!(state.pile & GOVERNORS, 0);
}

fn check_tiles(game: &Endeavor, state: &State, scrapped: usize) {
    let mut all = scrapped;
    for (kind, building) in game.components().buildings.iter().enumerate() {
        let coasts = state.players.iter().flat_map(|player| player.coast());
        let owned = coasts.filter(|&&own| usize::from(own) == kind).count();
        let there = owned + usize::from(state.supply[kind]);
        let in_supply = state.in_supply >> kind & 1 == 1;
        assert_eq!(in_supply, state.supply[kind] > 0);
        if building.level > 0 {
            assert!(there <= usize::from(building.copies));
            all += there;
        }
    }
    assert_eq!(all, 49 - 4, "tiles");
}

/// EN-9.4: attributes equal the icons of buildings and cards, plus tokens and Monument discs.
fn check_attributes(game: &Endeavor, player: &Player) {
    let components = game.components();
    for attribute in 0..4 {
        let coast = player.coast().iter();
        let icons = coast.map(|&kind| &components.buildings[usize::from(kind)].icons);
        let cards = (0..CARDS).filter(|card| player.cards >> card & 1 == 1);
        let icons = icons.chain(cards.map(|card| &components.cards[card].icons));
        let icons: u8 = icons.map(|icons| icons[attribute]).sum();
        let others = player.tokens[attribute] + player.monument[attribute];
        assert_eq!(player.attributes[attribute], icons + others);
    }
}
