//! Parses an entered position in the format that [`super::position`] writes.
//!
//! This game has no hidden information, so the data contains everything that matters for further play. It lacks the
//! original spaces of tokens that were taken earlier, so any unused token fills these spaces. Attributes, scores, levels
//! and all other derived values are computed from the components. The data may omit them; the caller of
//! [`Ruleset::placed`] compares them.

mod choice;
mod found;
mod totals;

use serde_json::Value;

use crate::endeavor::components::{
    ABOLITION, AREA_NAMES, AREAS, ASSETS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, BUILDINGS, CARDS,
    DECKS, EUROPE_DECK, GOVERNORS, REGIONS, SLAVERY, START_SIDES, TOKEN_KINDS, TOKENS, deck_name,
    deck_size, deck_start,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{COAST, DISCS, NEUTRAL, NONE, Phase, Player, ROUNDS, State};
use crate::entering::Part;
use crate::view::data;
use found::{Found, Names, numbered};

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
/// Upper limit for the turns of a seat, far above the number in any game.
const MOST_TURNS: u16 = 1000;
/// Name of the silent fleets where the data may contain a seat.
const FLEETS: &str = "silent_fleets";

impl Ruleset {
    /// Parses a position. `state` is a new game, which supplies values that the data does not contain.
    ///
    /// # Errors
    /// A description of the first problem in the data.
    pub(crate) fn placed(&self, mut state: State, position: &Value) -> Result<State, String> {
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

    /// Parses a phase that exists under these rules.
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

    /// Parses the coast of a player: a side of the start tile, then other tiles (EN-2.9, EN-4.2).
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
                    0 => "a side of the start tile, which comes first",
                    _ => "a building that is not a start tile",
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

    /// Parses a track: discs fill it from the first space on, and a full track opens its region (EN-6.2, EN-6.4).
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

    /// Parses the owner of the disc on a space of a track or on a site. Records the token of an empty space.
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
            return Err(token.wrong("null: the owner of the disc has taken it"));
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

    /// Parses a link. The first player with both ends takes its token (EN-6.11).
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
                "null: seat {seat} occupies both ends and has taken it"
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
                return Err(id.wrong("buildings other than start tiles, each once"));
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
                // Cards are drawn from the top in a fixed order.
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

    /// Computes the attributes from buildings, cards, tokens and the discs of a Monument (EN-1.9, EN-4.2, EN-5.8,
    /// EN-8.1).
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
}
