//! Checks that an entered position contains the correct number of each component.

use super::Pieces;
use crate::endeavor::components::{
    ABOLITION, ASSETS, ATTRIBUTE_TOKENS, BUILDINGS, Bits, CardSet, REGIONS, SLAVERY, SLAVERY_DECK,
    START_SIDES, TOKEN_KINDS, deck_of, deck_size, governor_of,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::governor_winner;
use crate::endeavor::rules::state::{DISCS, NEUTRAL, NONE, Phase, State};
use crate::entering::within;

impl Ruleset {
    /// Checks that every card has a place and every governor is in a possible place (EN-1.7, EN-6.5,
    /// EN-6.19).
    pub(super) fn cards_are_right(&self, state: &State, pieces: &Pieces) -> Result<(), String> {
        let nowhere = pieces.cards.left();
        let nowhere = nowhere.fold(0, |cards: CardSet, card| cards | 1 << card);
        let held = |card: usize| {
            let mut seats = 0..self.players;
            seats.find(|&seat| state.players[seat].cards >> card & 1 == 1)
        };
        for area in REGIONS {
            let card = governor_of(area);
            let name = &self.components.cards[card].id;
            let placed = nowhere >> card & 1 == 0;
            if state.open >> area & 1 == 0 {
                if placed {
                    return Err(format!(
                        "{name}: with a seat or removed in the position; expected next to the deck, \
                         because the region is not open"
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
                    "{name}: with seat {seat} in the position; expected {owner}: the track \
                     determines its owner"
                ));
            }
        }
        let beside = REGIONS.filter(|area| state.open >> area & 1 == 0);
        let beside = beside.fold(0, |cards: CardSet, area| cards | 1 << governor_of(area));
        if let Some(card) = Bits(nowhere & !beside).next() {
            let places = match deck_of_asset(card) {
                Some(SLAVERY_DECK) => "in its deck, with a seat, set aside or removed",
                Some(_) => "in its deck, with a seat or in the discard pile",
                None => "with a seat or removed, as the region is open",
            };
            let name = &self.components.cards[card].id;
            return Err(format!(
                "{name}: nowhere in the position; expected {places}"
            ));
        }
        let in_deck = usize::from(state.drawn[SLAVERY_DECK]) < deck_size(SLAVERY_DECK);
        if state.abolished && (in_deck || Bits(SLAVERY).any(|card| held(card).is_some())) {
            return Err(format!(
                "slavery cards: in their deck or with a seat in the position; expected set aside or removed, as {} was \
                 taken and slavery is abolished",
                self.components.cards[ABOLITION].id
            ));
        }
        Ok(())
    }

    /// Checks the number of tokens (EN-1.7) and assigns the unused tokens to spaces without a
    /// token.
    pub(super) fn set_taken_tokens(
        &self,
        state: &mut State,
        pieces: &Pieces,
    ) -> Result<(), String> {
        let counts = &self.components.token_counts;
        let mut left = *counts;
        let mut gone = pieces.on_board.iter().filter(|&&kind| kind == NONE).count();
        for (kind, left) in left.iter_mut().enumerate() {
            let lying = pieces.on_board.iter();
            let lying = lying.filter(|&&token| usize::from(token) == kind).count();
            let players = state.players[..self.players].iter();
            let held = players.map(|player| match kind.checked_sub(ATTRIBUTE_TOKENS) {
                None => usize::from(player.tokens[kind]),
                Some(action) => usize::from(player.actions[action]),
            });
            let held: usize = held.sum();
            let (here, all) = (lying + held, usize::from(counts[kind]));
            let name = self.token_name(kind as u8);
            let used = self.options.silent_fleets || kind >= ATTRIBUTE_TOKENS;
            if here > all || here < all && !used {
                let expected = if used { "at most " } else { "" };
                return Err(format!(
                    "tokens of {name}: {here} in the position; expected {expected}{all} with these rules"
                ));
            }
            *left -= lying as u8;
            gone = gone.checked_sub(held).ok_or_else(|| {
                "tokens: the seats have more than were taken from the board in the position; \
                 expected one from each space with a disc and each link without a token"
                    .to_string()
            })?;
        }
        state.tokens_gone = gone as u8;
        let mut taken = (0..TOKEN_KINDS).flat_map(|kind| {
            let kind_left = usize::from(left[kind]);
            std::iter::repeat_n(kind as u8, kind_left)
        });
        for (token, &kind) in state.tokens.iter_mut().zip(&pieces.on_board) {
            *token = match kind {
                NONE => taken.next().unwrap_or_default(),
                kind => kind,
            };
        }
        Ok(())
    }

    /// Checks the number of building tiles (EN-2.5, EN-2.6, EN-11.7).
    pub(super) fn tiles_are_right(&self, state: &State) -> Result<(), String> {
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

    /// Checks the number of discs of each owner (EN-1.7).
    pub(super) fn discs_are_right(&self, state: &State) -> Result<(), String> {
        for owner in 0..=NEUTRAL {
            let player = &state.players[owner];
            let beside = player.discs.iter().chain(&player.monument);
            let beside: u32 = beside.map(|&discs| u32::from(discs)).sum();
            let on_buildings = player.busy.count_ones();
            let here = beside + on_buildings + u32::from(player.harbor) + u32::from(player.supply);
            if here != u32::from(DISCS) {
                let owner = match owner {
                    NEUTRAL => "the silent fleets".to_string(),
                    seat => format!("seat {}", seat + 1),
                };
                return Err(format!(
                    "discs of {owner}: {here} in the position; expected {DISCS} with these rules"
                ));
            }
        }
        Ok(())
    }

    /// Checks the number of tiles on each coast against the round and phase (EN-2.9, EN-4.1).
    pub(super) fn coasts_are_right(&self, state: &State) -> Result<(), String> {
        let seats = self.players;
        let order = |seat: usize| (seat + seats - usize::from(state.crown)) % seats;
        let turn = order(usize::from(state.active));
        for seat in 0..seats {
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
            let place = format!("players, {}, buildings", seat + 1);
            within(place, built, fewest..=most)?;
        }
        Ok(())
    }
}

/// Returns the deck of an asset card, or `None` for a governor.
fn deck_of_asset(card: usize) -> Option<usize> {
    (card < ASSETS).then(|| deck_of(card))
}
