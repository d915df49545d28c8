//! Builds the state that an entered view describes.
//!
//! This game has no hidden information, so the view contains everything that matters for further play. It does not
//! show the former spaces of tokens that were taken, so any unused token fills an empty space. Fields that follow from
//! others are not read: [`crate::game::View::entered`] compares the view of the state with the entered view.

mod totals;

use super::position::{Board, Owner, PlayerView, Position, Space, Supplies};
use crate::endeavor::components::{
    ABOLITION, AREA_NAMES, AREAS, ASSETS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, BUILDINGS, CARDS,
    CardSet, DECKS, EUROPE_DECK, GOVERNORS, REGIONS, SLAVERY, START_SIDES, TOKEN_KINDS, TOKENS,
    deck_size, deck_start,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{COAST, DISCS, NEUTRAL, NONE, Phase, Player, ROUNDS, State};
use crate::entering::{Kind, named, number_of, within};
use crate::view::Described;

/// Upper limit for the turns of a seat, far above the number in any game.
const MOST_TURNS: u16 = 1000;

/// Components found while a position is parsed.
struct Pieces<'g> {
    cards: Kind<'g, u8>,
    buildings: Kind<'g, u8>,
    tokens: Kind<'g, u8>,
    /// Kind of token on each space, or [`NONE`] for an empty space.
    on_board: [u8; TOKENS],
}

impl<'g> Pieces<'g> {
    fn new(game: &'g Ruleset) -> Pieces<'g> {
        let components = &game.components;
        let cards = components.cards.iter().map(|card| &card.id);
        let buildings = components.buildings.iter().map(|building| &building.id);
        let tokens = (0..TOKEN_KINDS as u8).map(|kind| game.token_name(kind));
        Pieces {
            cards: Kind::new("card", cards, u8::from),
            buildings: Kind::new("building", buildings, u8::from),
            tokens: Kind::new("token", tokens, u8::from),
            on_board: [NONE; TOKENS],
        }
    }

    /// Converts the cards in a place to a set. Returns an error if a card is already in another place.
    fn take_cards(&mut self, place: &str, cards: &[Described]) -> Result<CardSet, String> {
        let cards = self
            .cards
            .take_all(place, cards.iter().map(|card| &card.id))?;
        Ok(cards.iter().fold(0, |set, card| set | 1 << card))
    }

    /// Records the token of an empty space.
    fn lay_token(&mut self, at: &str, space: usize, token: Option<&String>) -> Result<(), String> {
        let place = format!("{at}, token");
        let token = token.ok_or_else(|| format!("{place}: expected the token of the space"))?;
        self.on_board[space] = self.tokens.find(place, token)?;
        Ok(())
    }
}

impl Ruleset {
    /// Returns the state that a view describes: the start of a turn, or the choice of a building.
    /// `state` is a new game.
    ///
    /// # Errors
    /// A message with the path of the first problem.
    pub(crate) fn enter(&self, view: &Position, mut state: State) -> Result<State, String> {
        let seats = self.players as u8;
        let begins = [Phase::StartTile, Phase::Scarce, Phase::Build, Phase::Turn];
        if !begins.contains(&view.phase) {
            return Err(
                "phase: the position is inside a turn, in a phase without turns, or after the end of the game; \
                 expected the start of a turn (phase \"turn\") or the choice of a building (\"start_tile\", \"scarce\" \
                 or \"build\"), from which you can play the moves that follow"
                    .to_string(),
            );
        }
        state.phase = view.phase;
        state.round = within("round", view.round, 1..=ROUNDS)?;
        state.crown = within("crown", view.crown, 1..=seats)? - 1;
        state.active = within("turn_of", view.turn_of, 1..=seats)? - 1;
        let mut pieces = Pieces::new(self);
        number_of("players", view.players.len(), self.players)?;
        for (seat, player) in view.players.iter().enumerate() {
            state.players[seat] = self.entered_player(player, seat, &mut pieces)?;
            state.passed |= u8::from(player.passed && state.in_action_phase()) << seat;
        }
        if let Some(fleets) = view.silent_fleets.as_ref() {
            state.players[NEUTRAL].supply =
                within("silent_fleets, supply", fleets.supply, 0..=DISCS)?;
        }
        self.set_board(&mut state, &view.board, &mut pieces)?;
        self.set_supplies(&mut state, &view.supplies, &mut pieces)?;
        self.count_attributes(&mut state)?;
        self.cards_are_right(&state, &pieces)?;
        self.set_taken_tokens(&mut state, &pieces)?;
        self.tiles_are_right(&state)?;
        self.discs_are_right(&state)?;
        self.coasts_are_right(&state)?;
        self.somebody_decides(&state)?;
        Ok(state)
    }

    fn entered_player(
        &self,
        view: &PlayerView,
        seat: usize,
        pieces: &mut Pieces,
    ) -> Result<Player, String> {
        let at = |key: &str| format!("players, {}, {key}", seat + 1);
        let mut player = Player::fresh();
        player.turns = within(at("turns"), view.turns, 0..=MOST_TURNS)?;
        player.harbor = within(at("harbor"), view.harbor, 0..=DISCS)?;
        player.supply = within(at("supply"), view.supply, 0..=DISCS)?;
        let counts = &self.components.token_counts;
        for (attribute, name) in ATTRIBUTE_NAMES.iter().enumerate() {
            let (discs, tokens) = (&view.monument_discs, &view.attribute_tokens);
            let most = counts[attribute];
            player.monument[attribute] = named(at("monument_discs"), discs, name, 0..=DISCS)?;
            player.tokens[attribute] = named(at("attribute_tokens"), tokens, name, 0..=most)?;
        }
        for (kind, token) in self.components.action_tokens.iter().enumerate() {
            let (tokens, most) = (&view.action_tokens, counts[ATTRIBUTE_TOKENS + kind]);
            player.actions[kind] = named(at("action_tokens"), tokens, &token.id, 0..=most)?;
        }
        for (area, name) in AREA_NAMES.iter().enumerate() {
            let discs = &view.discs.high_seas;
            player.high_seas[area] = named(at("discs, high_seas"), discs, name, 0..=DISCS)?;
            for _ in 0..player.high_seas[area] {
                player.arrive(area);
            }
        }
        self.set_buildings(&mut player, view, &at("buildings"), pieces)?;
        player.cards = pieces.take_cards(&at("cards"), &view.cards)?;
        player.set_aside = pieces.take_cards(&at("set_aside"), &view.set_aside)?;
        if let Some(governor) = &view.governor_space {
            player.governor = pieces.cards.find(at("governor_space"), governor)?;
            if player.cards & GOVERNORS & 1 << player.governor == 0 {
                return Err(at(
                    "governor_space: expected a governor among the cards of this seat, or null",
                ));
            }
        }
        if player.set_aside & !SLAVERY != 0 {
            return Err(at("set_aside: expected slavery cards only"));
        }
        Ok(player)
    }

    /// Sets the coast of a player: a side of the start tile, then other tiles (EN-2.9, EN-4.2).
    fn set_buildings(
        &self,
        player: &mut Player,
        view: &PlayerView,
        at: &str,
        pieces: &Pieces,
    ) -> Result<(), String> {
        within(at, view.buildings.len(), 0..=COAST)?;
        for (slot, own) in view.buildings.iter().enumerate() {
            let at = format!("{at}, {}", slot + 1);
            let kind = pieces.buildings.find(&at, &own.building.id)?;
            if (usize::from(kind) < START_SIDES) != (slot == 0) {
                return Err(format!(
                    "{at}: \"{}\": expected a side of the start tile first, and then other buildings",
                    own.building.id
                ));
            }
            player.buildings[slot] = kind;
            player.built += 1;
            player.kinds |= 1 << kind;
            if own.disc && slot > 0 && self.lookups.deeds[usize::from(kind)] == 0 {
                return Err(format!(
                    "{at}, disc: true: expected false: this building has no space for a disc"
                ));
            }
            player.busy |= u8::from(own.disc) << slot;
        }
        Ok(())
    }

    fn set_board(
        &self,
        state: &mut State,
        board: &Board,
        pieces: &mut Pieces,
    ) -> Result<(), String> {
        number_of("board, areas", board.areas.len(), AREAS)?;
        for (area, view) in board.areas.iter().enumerate() {
            let at = |key: &str| format!("board, areas, {}, {key}", area + 1);
            self.set_track(state, area, &view.track, pieces)?;
            let all = (0..).zip(&self.board.sites);
            let numbers: Vec<usize> = all
                .filter(|(_, site)| usize::from(site.area) == area)
                .map(|(number, _)| number)
                .collect();
            number_of(at("sites"), view.sites.len(), numbers.len())?;
            for (index, (site, &number)) in view.sites.iter().zip(&numbers).enumerate() {
                let at = at(&format!("sites, {}", index + 1));
                let Some(owner) = &site.disc_of else {
                    let space = usize::from(self.board.site_token) + number;
                    pieces.lay_token(&at, space, site.token.as_ref())?;
                    continue;
                };
                let owner = self.owner(&at, owner)?;
                if state.open >> area & 1 == 0 {
                    return Err(format!(
                        "{at}, disc_of: expected null: this region is not open yet"
                    ));
                }
                state.taken |= 1 << number;
                state.players[owner].sites |= 1 << number;
                state.players[owner].arrive(area);
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
        self.set_links(state, board, pieces)
    }

    /// Sets a track: discs fill it from the first space on, and a full track opens its region (EN-6.2, EN-6.4).
    fn set_track(
        &self,
        state: &mut State,
        area: usize,
        track: &[Space],
        pieces: &mut Pieces,
    ) -> Result<(), String> {
        let at = format!("board, areas, {}, track", area + 1);
        let spaces = self.board.track[area];
        number_of(&at, track.len(), spaces.into())?;
        for (space, view) in track.iter().enumerate() {
            let at = format!("{at}, {}", space + 1);
            let Some(owner) = &view.disc_of else {
                let place = usize::from(self.board.track_token[area]) + space;
                pieces.lay_token(&at, place, view.token.as_ref())?;
                continue;
            };
            let owner = self.owner(&at, owner)?;
            if usize::from(state.shipped[area]) < space {
                return Err(format!(
                    "{at}, disc_of: expected null: discs fill a track from its first space on"
                ));
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

    /// Returns the owner of a disc.
    fn owner(&self, at: &str, owner: &Owner) -> Result<usize, String> {
        match owner {
            Owner::Seat(seat) => Ok(within(format!("{at}, disc_of"), *seat, 1..=self.players)? - 1),
            Owner::SilentFleets(_) if self.options.silent_fleets => Ok(NEUTRAL),
            Owner::SilentFleets(name) => Err(format!(
                "{at}, disc_of: \"{name}\": expected a seat from 1 to {}",
                self.players
            )),
        }
    }

    /// Sets the tokens on links. The first player with both ends takes the token (EN-6.11).
    fn set_links(
        &self,
        state: &mut State,
        board: &Board,
        pieces: &mut Pieces,
    ) -> Result<(), String> {
        number_of("board, links", board.links.len(), self.board.links.len())?;
        state.link_tokens = 0;
        for (number, (link, view)) in self.board.links.iter().zip(&board.links).enumerate() {
            let at = format!("board, links, {}", number + 1);
            let Some(token) = &view.token else {
                continue;
            };
            let controls =
                |player: &Player| player.sites >> link.a & player.sites >> link.b & 1 == 1;
            if !link.round || state.players[..self.players].iter().any(controls) {
                return Err(format!(
                    "{at}, token: \"{token}\": expected null: the link has no token, or a seat with both ends took it"
                ));
            }
            state.link_tokens |= 1 << number;
            pieces.lay_token(&at, self.board.link_token[number].into(), Some(token))?;
        }
        Ok(())
    }

    fn set_supplies(
        &self,
        state: &mut State,
        supplies: &Supplies,
        pieces: &mut Pieces,
    ) -> Result<(), String> {
        (state.in_supply, state.supply) = (0, [0; BUILDINGS]);
        for (index, view) in supplies.buildings.iter().enumerate() {
            let at = format!("supplies, buildings, {}", index + 1);
            let kind = usize::from(pieces.buildings.take(&at, &view.building.id)?);
            if kind < START_SIDES {
                return Err(format!("{at}: expected buildings other than start tiles"));
            }
            let copies = self.components.buildings[kind].copies;
            state.supply[kind] = within(format!("{at}, count"), view.count, 1..=copies)?;
            state.in_supply |= 1 << kind;
        }
        number_of("supplies, decks", supplies.decks.len(), DECKS)?;
        for (deck, view) in supplies.decks.iter().enumerate() {
            // Cards are drawn from the top in a fixed order, so their number is sufficient.
            let at = format!("supplies, decks, {}, cards", deck + 1);
            let size = deck_size(deck);
            let left = within(&at, view.cards.len(), 0..=size)?;
            state.drawn[deck] = (size - left) as u8;
            pieces.take_cards(&at, &view.cards)?;
        }
        state.abolished = self.options.abolition
            && usize::from(state.drawn[EUROPE_DECK]) > ABOLITION - deck_start(EUROPE_DECK);
        state.pile = pieces.take_cards("supplies, discard_pile", &supplies.discard_pile)?;
        let no_assets = !((1 << ASSETS) - 1);
        if state.pile & (SLAVERY | no_assets) != 0 {
            return Err(
                "supplies, discard_pile: expected asset cards other than those of slavery"
                    .to_string(),
            );
        }
        state.removed = pieces.take_cards("supplies, removed_cards", &supplies.removed_cards)?;
        let may_be_removed = match (self.options.silent_fleets, state.abolished) {
            (true, _) => !0,
            (false, true) => GOVERNORS | SLAVERY,
            (false, false) => GOVERNORS,
        };
        if state.removed & !may_be_removed != 0 {
            return Err(format!(
                "supplies, removed_cards: expected {}",
                match state.abolished {
                    true => "governors and slavery cards only",
                    false => "governors only",
                }
            ));
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

    /// Checks that the active seat has a decision in this phase.
    fn somebody_decides(&self, state: &State) -> Result<(), String> {
        let has_passed = state.passed >> state.active & 1 == 1;
        let right = match state.phase {
            Phase::StartTile => state.round == 1,
            Phase::Scarce => {
                self.options.scarce_buildings && state.active == state.next_seat(state.crown)
            }
            _ => !has_passed,
        };
        let mut actions = Vec::new();
        self.list(state, &mut actions);
        match right && !actions.is_empty() {
            true => Ok(()),
            false => Err(
                "phase: expected another phase or seat: this seat has no decision in this phase of this round"
                    .to_string(),
            ),
        }
    }
}
