//! A position that is entered as data, as [`super::position`] writes it.
//!
//! Everything lies open in this game, so that the data have all that matters from now on. They lack which token was taken
//! from which space long ago: any that is not elsewhere is as good. Attributes, scores, levels and whatever else follows
//! from the pieces is counted anew; it may be left out, and is compared by whoever calls [`Ruleset::placed`].

use serde_json::Value;

use super::components::{
    ABOLITION, AREA_NAMES, AREAS, ASSETS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, BUILDINGS, CARDS,
    CardSet, DECKS, EUROPE_DECK, GOVERNORS, REGIONS, SLAVERY, SLAVERY_DECK, START_SIDES,
    TOKEN_KINDS, deck_name, deck_of, deck_size, deck_start, governor_of,
};
use super::ruleset::Ruleset;
use super::sites::{ATTACKER, VICTIM, governor_winner};
use super::state::{COAST, DISCS, NEUTRAL, NONE, Phase, Player, ROUNDS, State, TOKENS};
use crate::placing::Part;
use crate::position::data;

/// Phases in which a seat decides.
const PHASES: [Phase; 10] = [
    Phase::StartTile,
    Phase::Scarce,
    Phase::Build,
    Phase::Salary,
    Phase::Turn,
    Phase::Act,
    Phase::Casualty,
    Phase::Reaction,
    Phase::Governor,
    Phase::Discard,
];
/// Most turns of a seat: far more than a game has.
const MOST_TURNS: u16 = 1000;
/// What stands for the silent fleets where a seat could stand.
const FLEETS: &str = "silent_fleets";

/// What was found while the data were read.
struct Found {
    /// Cards that were placed.
    cards: CardSet,
    /// Kinds of token that lie on the board, by space; [`NONE`] where none lies.
    tokens: [u8; TOKENS],
    /// Ids, by number.
    names: Names,
}

/// Ids, by number.
struct Names {
    buildings: Vec<String>,
    cards: Vec<String>,
    tokens: Vec<String>,
    action_tokens: Vec<String>,
}

/// The place of an id.
fn numbered(part: &Part, names: &[String]) -> Result<usize, String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    part.place_in(&names)
}

impl Found {
    /// A card that was placed nowhere before.
    fn card(&mut self, id: &Part) -> Result<usize, String> {
        let card = numbered(id, &self.names.cards)?;
        if self.cards >> card & 1 == 1 {
            return Err(id.wrong("another card: this one lies elsewhere in the position, too"));
        }
        self.cards |= 1 << card;
        Ok(card)
    }

    /// Cards that were placed nowhere before.
    fn set(&mut self, cards: &Part) -> Result<CardSet, String> {
        let mut set = 0;
        for card in cards.list()? {
            set |= 1 << self.card(&card.key("id")?)?;
        }
        Ok(set)
    }

    /// A kind of token.
    fn token(&self, part: &Part) -> Result<u8, String> {
        Ok(numbered(part, &self.names.tokens)? as u8)
    }
}

impl Ruleset {
    /// The position of these data, based on a new game.
    ///
    /// # Errors
    /// Where the data are not those of a position.
    pub(super) fn placed(&self, mut state: State, position: &Value) -> Result<State, String> {
        let whole = Part::whole(position);
        let seats = self.players;
        state.round = whole.key("round")?.within(1..=ROUNDS)?;
        state.crown = whole.key("crown")?.seat(seats)?;
        state.active = whole.key("turn_of")?.seat(seats)?;
        state.phase = self.placed_phase(&whole.key("phase")?)?;
        let ids = |count: usize, id: &dyn Fn(usize) -> String| (0..count).map(id).collect();
        let components = &self.components;
        let mut found = Found {
            cards: 0,
            tokens: [NONE; TOKENS],
            names: Names {
                buildings: ids(BUILDINGS, &|kind| components.buildings[kind].id.clone()),
                cards: ids(CARDS, &|card| components.cards[card].id.clone()),
                tokens: ids(TOKEN_KINDS, &|kind| self.token_name(kind as u8).to_string()),
                action_tokens: ids(TOKEN_KINDS - ATTRIBUTE_TOKENS, &|token| {
                    components.action_tokens[token].id.clone()
                }),
            },
        };
        state.passed = 0;
        let views = whole.key("players")?.list_of(seats, "players")?;
        for (seat, view) in views.iter().enumerate() {
            state.players[seat] = self.placed_player(view, &mut found)?;
            if state.in_action_phase() {
                state.passed |= u8::from(view.key("passed")?.flag()?) << seat;
            }
        }
        state.players[NEUTRAL] = Player::fresh();
        if self.options.silent_fleets {
            let supply = whole.key(FLEETS)?.key("supply")?;
            state.players[NEUTRAL].supply = supply.within(0..=DISCS)?;
        }
        self.place_board(&mut state, &whole.key("board")?, &mut found)?;
        self.place_supplies(&mut state, &whole.key("supplies")?, &mut found)?;
        self.count_attributes(&mut state)?;
        self.place_choice(&mut state, &whole)?;
        self.cards_are_right(&state, &found)?;
        self.place_taken_tokens(&mut state, &found)?;
        self.tiles_are_right(&state)?;
        self.discs_are_right(&state)?;
        self.coasts_are_right(&state, &views)?;
        self.somebody_decides(&state, &whole)?;
        Ok(state)
    }

    /// A phase that these rules have.
    fn placed_phase(&self, part: &Part) -> Result<Phase, String> {
        let options = &self.options;
        let there = |phase: &&Phase| match phase {
            Phase::Scarce => options.scarce_buildings,
            Phase::Reaction => options.silent_fleets,
            _ => true,
        };
        let phases: Vec<Phase> = PHASES.iter().filter(there).copied().collect();
        let names: Vec<Value> = phases.iter().map(data).collect();
        let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
        Ok(phases[part.place_in(&names)?])
    }

    fn placed_player(&self, view: &Part, found: &mut Found) -> Result<Player, String> {
        let mut player = Player::fresh();
        player.turns = view.key("turns")?.within(0..=MOST_TURNS)?;
        player.harbor = view.key("harbor")?.within(0..=DISCS)?;
        player.supply = view.key("supply")?.within(0..=DISCS)?;
        for (attribute, part) in view.key("monument_discs")?.by_name(&ATTRIBUTE_NAMES)? {
            player.monument[attribute] = part.within(0..=DISCS)?;
        }
        let counts = &self.components.token_counts;
        for (kind, part) in view.key("attribute_tokens")?.by_name(&ATTRIBUTE_NAMES)? {
            player.tokens[kind] = part.within(0..=counts[kind])?;
        }
        let names: Vec<&str> = found
            .names
            .action_tokens
            .iter()
            .map(String::as_str)
            .collect();
        for (kind, part) in view.key("action_tokens")?.by_name(&names)? {
            player.actions[kind] = part.within(0..=counts[ATTRIBUTE_TOKENS + kind])?;
        }
        let seas = view.key("discs")?.key("high_seas")?;
        for (area, part) in seas.by_name(&AREA_NAMES)? {
            player.high_seas[area] = part.within(0..=DISCS)?;
            for _ in 0..player.high_seas[area] {
                player.arrive(area);
            }
        }
        self.place_buildings(&mut player, &view.key("buildings")?, found)?;
        player.cards = found.set(&view.key("cards")?)?;
        player.set_aside = found.set(&view.key("set_aside")?)?;
        if let Some(governor) = view.optional("governor_space") {
            let card = numbered(&governor, &found.names.cards)?;
            if player.cards & GOVERNORS & 1 << card == 0 {
                return Err(governor.wrong("a governor among the cards of this seat, or null"));
            }
            player.governor = card as u8;
        }
        if player.set_aside & !SLAVERY != 0 {
            return Err(view.key("set_aside")?.wrong("slavery cards only"));
        }
        Ok(player)
    }

    /// EN-2.9, EN-4.2: a side of the start tile, then other tiles.
    fn place_buildings(
        &self,
        player: &mut Player,
        buildings: &Part,
        found: &Found,
    ) -> Result<(), String> {
        let list = buildings.list()?;
        if list.len() > COAST {
            let here = list.len();
            return Err(buildings.wrong(&format!("at most {COAST} buildings, not {here}")));
        }
        for (slot, building) in list.iter().enumerate() {
            let id = building.key("id")?;
            let kind = numbered(&id, &found.names.buildings)?;
            if (kind < START_SIDES) != (slot == 0) {
                return Err(id.wrong(match slot {
                    0 => "a side of the start tile, which lies first",
                    _ => "a building, of which none is a start tile",
                }));
            }
            player.buildings[slot] = kind as u8;
            player.built += 1;
            player.kinds |= 1 << kind;
            let disc = building.key("disc")?;
            if disc.flag()? {
                if slot > 0 && self.lookups.deeds[kind] == 0 {
                    return Err(disc.wrong("false: this building has no space for a disc"));
                }
                player.busy |= 1 << slot;
            }
        }
        Ok(())
    }

    fn place_board(
        &self,
        state: &mut State,
        board: &Part,
        found: &mut Found,
    ) -> Result<(), String> {
        (state.taken, state.open) = (0, 1);
        let areas = board.key("areas")?.list_of(AREAS, "areas")?;
        for (area, view) in areas.iter().enumerate() {
            let id = view.key("id")?;
            if id.place_in(&AREA_NAMES)? != area {
                return Err(id.wrong(AREA_NAMES[area]));
            }
            self.place_track(state, area, &view.key("track")?, found)?;
            let numbers: Vec<usize> = (0..self.board.sites.len())
                .filter(|&site| usize::from(self.board.sites[site].area) == area)
                .collect();
            let sites = view.key("sites")?.list_of(numbers.len(), "sites")?;
            for (site, &number) in sites.iter().zip(&numbers) {
                self.place_site(state, number, site, found)?;
            }
            let seas = |seat: &usize| state.players[*seat].high_seas[area] > 0;
            if let Some(seat) = (0..self.players).find(seas)
                && (state.open >> area & 1 == 0 || area == 0)
            {
                return Err(format!(
                    "players, {}, discs, high_seas, {}: {}: expected 0: there are no high seas before the region opens, \
                     and none in Europe",
                    seat + 1,
                    AREA_NAMES[area],
                    state.players[seat].high_seas[area]
                ));
            }
        }
        let links = board
            .key("links")?
            .list_of(self.board.links.len(), "links")?;
        state.link_tokens = 0;
        for (number, view) in links.iter().enumerate() {
            self.place_link(state, number, view, found)?;
        }
        Ok(())
    }

    /// EN-6.2, EN-6.4: discs from the first space on; a full track opens its region.
    fn place_track(
        &self,
        state: &mut State,
        area: usize,
        track: &Part,
        found: &mut Found,
    ) -> Result<(), String> {
        let spaces = self.board.track[area];
        state.track[area].fill(NONE);
        state.shipped[area] = 0;
        for (space, view) in track.list_of(spaces.into(), "spaces")?.iter().enumerate() {
            let place = usize::from(self.board.track_token[area]) + space;
            let Some(owner) = self.placed_disc(view, place, found)? else {
                continue;
            };
            if usize::from(state.shipped[area]) < space {
                let disc = view.key("disc_of")?;
                return Err(disc.wrong("null: discs fill a track from its first space on"));
            }
            state.track[area][space] = owner as u8;
            state.shipped[area] += 1;
            state.players[owner].arrive(area);
        }
        if REGIONS.contains(&area) && state.shipped[area] == spaces {
            state.open |= 1 << area;
        }
        Ok(())
    }

    fn place_site(
        &self,
        state: &mut State,
        number: usize,
        view: &Part,
        found: &mut Found,
    ) -> Result<(), String> {
        let site = &self.board.sites[number];
        let id = view.key("id")?;
        id.place_in(&[&site.id])?;
        let place = usize::from(self.board.site_token) + number;
        if let Some(owner) = self.placed_disc(view, place, found)? {
            let area = usize::from(site.area);
            if state.open >> area & 1 == 0 {
                let disc = view.key("disc_of")?;
                return Err(disc.wrong("null: this region is not open yet"));
            }
            state.taken |= 1 << number;
            state.players[owner].sites |= 1 << number;
            state.players[owner].arrive(area);
        }
        Ok(())
    }

    /// The owner of the disc on a space of a track or a site; otherwise its token is noted.
    fn placed_disc(
        &self,
        view: &Part,
        place: usize,
        found: &mut Found,
    ) -> Result<Option<usize>, String> {
        let Some(disc) = view.optional("disc_of") else {
            found.tokens[place] = found.token(&view.key("token")?)?;
            return Ok(None);
        };
        if let Some(token) = view.optional("token") {
            return Err(token.wrong("null: whose disc is there has taken it"));
        }
        if !self.options.silent_fleets {
            return Ok(Some(disc.seat(self.players)?.into()));
        }
        if disc.place_in(&[FLEETS]).is_ok() {
            return Ok(Some(NEUTRAL));
        }
        let seat = disc.seat(self.players);
        let seat = seat.map_err(|problem| format!("{problem}, or \"{FLEETS}\""));
        Ok(Some(seat?.into()))
    }

    /// EN-6.11: who holds both ends of a link first takes its token.
    fn place_link(
        &self,
        state: &mut State,
        number: usize,
        view: &Part,
        found: &mut Found,
    ) -> Result<(), String> {
        let Some(token) = view.optional("token") else {
            return Ok(());
        };
        let link = self.board.links[number];
        if !link.round {
            return Err(token.wrong("null: no token is laid on this link"));
        }
        let controls = |seat: &usize| {
            let own = state.players[*seat].sites;
            own >> link.a & own >> link.b & 1 == 1
        };
        if let Some(seat) = (0..self.players).find(controls) {
            let seat = seat + 1;
            return Err(token.wrong(&format!(
                "null: seat {seat} holds both ends and has taken it"
            )));
        }
        state.link_tokens |= 1 << number;
        found.tokens[usize::from(self.board.link_token[number])] = found.token(&token)?;
        Ok(())
    }

    fn place_supplies(
        &self,
        state: &mut State,
        supplies: &Part,
        found: &mut Found,
    ) -> Result<(), String> {
        (state.in_supply, state.supply) = (0, [0; BUILDINGS]);
        for building in supplies.key("buildings")?.list()? {
            let id = building.key("id")?;
            let kind = numbered(&id, &found.names.buildings)?;
            if kind < START_SIDES || state.in_supply >> kind & 1 == 1 {
                return Err(id.wrong("a building that is no start tile, each once"));
            }
            let copies = self.components.buildings[kind].copies;
            state.supply[kind] = building.key("count")?.within(1..=copies)?;
            state.in_supply |= 1 << kind;
        }
        let decks = supplies.key("decks")?.list_of(DECKS, "decks")?;
        for (deck, view) in decks.iter().enumerate() {
            let id = view.key("id")?;
            if id.place_in(&(0..DECKS).map(deck_name).collect::<Vec<_>>())? != deck {
                return Err(id.wrong(deck_name(deck)));
            }
            let cards = view.key("cards")?;
            let list = cards.list()?;
            let size = deck_size(deck);
            let Some(drawn) = size.checked_sub(list.len()) else {
                return Err(cards.wrong(&format!("at most {size} cards")));
            };
            state.drawn[deck] = drawn as u8;
            for (place, card) in (drawn..).zip(&list) {
                let id = card.key("id")?;
                // Cards are drawn from the top, in their order.
                id.place_in(&[&found.names.cards[deck_start(deck) + place]])?;
                found.card(&id)?;
            }
        }
        state.abolished = self.options.abolition
            && usize::from(state.drawn[EUROPE_DECK]) > ABOLITION - deck_start(EUROPE_DECK);
        let discarded = supplies.key("discard_pile")?;
        state.pile = found.set(&discarded)?;
        let no_assets = !((1 << ASSETS) - 1);
        if state.pile & (SLAVERY | no_assets) != 0 {
            return Err(discarded.wrong("asset cards other than those of slavery"));
        }
        let removed = supplies.key("removed_cards")?;
        state.removed = found.set(&removed)?;
        let may_be_removed = match (self.options.silent_fleets, state.abolished) {
            (true, _) => !0,
            (false, true) => GOVERNORS | SLAVERY,
            (false, false) => GOVERNORS,
        };
        if state.removed & !may_be_removed != 0 {
            return Err(removed.wrong(match state.abolished {
                true => "governors and slavery cards only",
                false => "governors only",
            }));
        }
        Ok(())
    }

    /// EN-1.9, EN-4.2, EN-5.8, EN-8.1: what buildings, cards, tokens and the discs of a Monument add up to.
    fn count_attributes(&self, state: &mut State) -> Result<(), String> {
        let components = &self.components;
        for (seat, player) in state.players[..self.players].iter_mut().enumerate() {
            let buildings = player.coast().iter();
            let buildings = buildings.map(|&kind| &components.buildings[usize::from(kind)].icons);
            let cards = (0..CARDS).filter(|card| player.cards >> card & 1 == 1);
            let cards = cards.map(|card| &components.cards[card].icons);
            let icons: Vec<&[u8; 4]> = buildings
                .chain(cards)
                .chain([&player.tokens, &player.monument])
                .collect();
            for (attribute, name) in ATTRIBUTE_NAMES.iter().enumerate() {
                let sum: u32 = icons.iter().map(|icons| u32::from(icons[attribute])).sum();
                player.attributes[attribute] = u8::try_from(sum).map_err(|_| {
                    let seat = seat + 1;
                    format!("players, {seat}: {sum} icons of {name}; expected at most 255")
                })?;
            }
        }
        Ok(())
    }

    /// EN-1.7, EN-6.5, EN-6.19: every card is somewhere, and a governor where it can be.
    fn cards_are_right(&self, state: &State, found: &Found) -> Result<(), String> {
        let names = &found.names.cards;
        let held = |card: usize| {
            let mut seats = 0..self.players;
            seats.find(|&seat| state.players[seat].cards >> card & 1 == 1)
        };
        for area in REGIONS {
            let card = governor_of(area);
            let name = &names[card];
            let placed = found.cards >> card & 1 == 1;
            if state.open >> area & 1 == 0 {
                if placed {
                    return Err(format!(
                        "{name}: with a seat or removed in the position; expected beside the deck, as the region is \
                         not open"
                    ));
                }
                continue;
            }
            let winner = governor_winner(state, area);
            if let Some(seat) = held(card).filter(|&seat| seat != winner) {
                let owner = match winner {
                    NEUTRAL => "removed".to_string(),
                    winner => format!("with seat {}, or removed", winner + 1),
                };
                let seat = seat + 1;
                return Err(format!(
                    "{name}: with seat {seat} in the position; expected {owner}: the track says whose it became"
                ));
            }
        }
        let beside = REGIONS.filter(|area| state.open >> area & 1 == 0);
        let beside = beside.fold(0, |cards: CardSet, area| cards | 1 << governor_of(area));
        if let Some(card) = (0..CARDS).find(|&card| (found.cards | beside) >> card & 1 == 0) {
            let places = match deck_of_asset(card) {
                Some(SLAVERY_DECK) => "in its deck, with a seat, set aside or removed",
                Some(_) => "in its deck, with a seat or in the discard pile",
                None => "with a seat or removed, as the region is open",
            };
            let name = &names[card];
            return Err(format!(
                "{name}: nowhere in the position; expected {places}"
            ));
        }
        let in_deck = usize::from(state.drawn[SLAVERY_DECK]) < deck_size(SLAVERY_DECK);
        let mut slaves = (0..CARDS).filter(|card| SLAVERY >> card & 1 == 1);
        if state.abolished && (in_deck || slaves.any(|card| held(card).is_some())) {
            return Err(format!(
                "slavery cards: in their deck or with a seat in the position; expected set aside or removed, as {} was \
                 taken and slavery is abolished",
                names[ABOLITION]
            ));
        }
        Ok(())
    }

    /// EN-1.7: no token was lost or added. Spaces without a token get any of those that nobody has.
    fn place_taken_tokens(&self, state: &mut State, found: &Found) -> Result<(), String> {
        let counts = &self.components.token_counts;
        let mut left = *counts;
        let mut gone = found.tokens.iter().filter(|&&kind| kind == NONE).count();
        for (kind, left) in left.iter_mut().enumerate() {
            let lying = found.tokens.iter();
            let lying = lying.filter(|&&token| usize::from(token) == kind).count();
            let players = state.players[..self.players].iter();
            let held = players.map(|player| match kind.checked_sub(ATTRIBUTE_TOKENS) {
                None => usize::from(player.tokens[kind]),
                Some(action) => usize::from(player.actions[action]),
            });
            let held: usize = held.sum();
            let (here, all) = (lying + held, usize::from(counts[kind]));
            let name = &found.names.tokens[kind];
            let used = self.options.silent_fleets || kind >= ATTRIBUTE_TOKENS;
            if here > all || here < all && !used {
                let expected = if used { "at most " } else { "" };
                return Err(format!(
                    "tokens of {name}: {here} in the position; expected {expected}{all} with these rules"
                ));
            }
            *left -= lying as u8;
            gone = gone.checked_sub(held).ok_or_else(|| {
                "tokens: more with the seats than were taken from the board in the position; expected one from each \
                 space with a disc and each link without a token"
                    .to_string()
            })?;
        }
        state.tokens_gone = gone as u8;
        let mut taken = (0..TOKEN_KINDS).flat_map(|kind| {
            let kind_left = usize::from(left[kind]);
            std::iter::repeat_n(kind as u8, kind_left)
        });
        for (token, &kind) in state.tokens.iter_mut().zip(&found.tokens) {
            *token = match kind {
                NONE => taken.next().unwrap_or_default(),
                kind => kind,
            };
        }
        Ok(())
    }

    /// EN-2.5, EN-2.6, EN-11.7: no tile was lost or added.
    fn tiles_are_right(&self, state: &State) -> Result<(), String> {
        let mut missing = 0;
        let mut highest = 0;
        for kind in START_SIDES..BUILDINGS {
            let building = &self.components.buildings[kind];
            let players = state.players[..self.players].iter();
            let built = players.flat_map(|player| player.coast());
            let built = built.filter(|&&own| usize::from(own) == kind).count();
            let here = built + usize::from(state.supply[kind]);
            let all = usize::from(building.copies);
            let may_lack = self.options.scarce_buildings || building.level == 5;
            if here > all || here < all && !may_lack {
                let expected = if may_lack { "at most " } else { "" };
                return Err(format!(
                    "{}: {here} in the position; expected {expected}{all} with these rules",
                    building.id
                ));
            }
            match building.level {
                5 => highest += here,
                _ => missing += all - here,
            }
        }
        let most = usize::from(state.round) * usize::from(self.options.scarce_buildings);
        let fewest = 3_usize.saturating_sub(most);
        if !(fewest..=3).contains(&highest) || missing + 3 - highest > most {
            return Err(match most {
                0 => format!(
                    "buildings of level 5: {highest} in the position; expected 3 with these rules"
                ),
                _ => format!(
                    "buildings: {missing} missing of levels 1 to 4 and {highest} here of level 5; expected at most \
                     {most} missing, with 3 of level 5 at first"
                ),
            });
        }
        Ok(())
    }

    /// EN-1.7: no disc was lost or added. Casualties that become attributes lie nowhere meanwhile.
    fn discs_are_right(&self, state: &State) -> Result<(), String> {
        let casualties = casualties(state);
        for owner in 0..=NEUTRAL {
            let player = &state.players[owner];
            let beside = player.discs.iter().chain(&player.monument);
            let beside: u32 = beside.map(|&discs| u32::from(discs)).sum();
            let on_buildings = player.busy.count_ones();
            let here = beside + on_buildings + u32::from(player.harbor) + u32::from(player.supply);
            let waiting = casualties.iter().filter(|&&seat| seat == owner).count() as u32;
            let all = u32::from(DISCS) - waiting;
            if here != all {
                let owner = match owner {
                    NEUTRAL => "the silent fleets".to_string(),
                    seat => format!("seat {}", seat + 1),
                };
                return Err(format!(
                    "discs of {owner}: {here} in the position; expected {all} with these rules"
                ));
            }
        }
        Ok(())
    }

    /// EN-2.9, EN-4.1: how many tiles a coast can have by now.
    fn coasts_are_right(&self, state: &State, views: &[Part]) -> Result<(), String> {
        let seats = self.players;
        let order = |seat: usize| (seat + seats - usize::from(state.crown)) % seats;
        let turn = order(usize::from(state.active));
        for (seat, view) in views.iter().enumerate() {
            let built = usize::from(state.players[seat].built);
            let round = usize::from(state.round);
            let (fewest, most) = match state.phase {
                Phase::StartTile => {
                    let chosen = usize::from(order(seat) < turn);
                    (chosen, chosen)
                }
                Phase::Scarce => (1, round),
                Phase::Build => (1, round + usize::from(order(seat) < turn)),
                _ => (1, round + 1),
            };
            if !(fewest..=most).contains(&built) {
                let expected = match fewest == most {
                    true => most.to_string(),
                    false => format!("{fewest} to {most}"),
                };
                let buildings = view.key("buildings")?;
                return Err(buildings.wrong(&format!(
                    "{expected} buildings of this seat in this phase of this round, not {built}"
                )));
            }
        }
        Ok(())
    }
}

/// The deck of a card that lies in one.
fn deck_of_asset(card: usize) -> Option<usize> {
    (card < ASSETS).then(|| deck_of(card))
}

/// Seats whose casualty becomes an attribute.
fn casualties(state: &State) -> Vec<usize> {
    let seats = [(ATTACKER, state.active), (VICTIM, state.victim)].into_iter();
    let open = seats.filter(|(part, _)| state.casualties & part != 0);
    open.map(|(_, seat)| usize::from(seat)).collect()
}
