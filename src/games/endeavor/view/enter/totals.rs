//! Checks that an entered position contains the correct number of each component.

use super::found::Found;
use crate::endeavor::components::{
    ABOLITION, ASSETS, ATTRIBUTE_TOKENS, BUILDINGS, CARDS, CardSet, REGIONS, SLAVERY, SLAVERY_DECK,
    START_SIDES, TOKEN_KINDS, deck_of, deck_size, governor_of,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::{ATTACKER, VICTIM, governor_winner};
use crate::endeavor::rules::state::{DISCS, NEUTRAL, NONE, Phase, State};
use crate::entering::Part;

impl Ruleset {
    /// Checks that every card is accounted for and every governor is in a possible place (EN-1.7,
    /// EN-6.5, EN-6.19).
    pub(crate) fn cards_are_right(&self, state: &State, found: &Found) -> Result<(), String> {
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

    /// Checks the number of tokens (EN-1.7) and assigns the unused tokens to spaces without a
    /// token.
    pub(crate) fn place_taken_tokens(
        &self,
        state: &mut State,
        found: &Found,
    ) -> Result<(), String> {
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
        for (token, &kind) in state.tokens.iter_mut().zip(&found.tokens) {
            *token = match kind {
                NONE => taken.next().unwrap_or_default(),
                kind => kind,
            };
        }
        Ok(())
    }

    /// Checks the number of building tiles (EN-2.5, EN-2.6, EN-11.7).
    pub(crate) fn tiles_are_right(&self, state: &State) -> Result<(), String> {
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

    /// Checks the number of discs of each owner (EN-1.7). Pending casualties are counted
    /// separately.
    pub(crate) fn discs_are_right(&self, state: &State) -> Result<(), String> {
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

    /// Checks the number of tiles on each coast against the round and phase (EN-2.9, EN-4.1).
    pub(crate) fn coasts_are_right(&self, state: &State, views: &[Part]) -> Result<(), String> {
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

/// Returns the deck of an asset card, or `None` for a governor.
fn deck_of_asset(card: usize) -> Option<usize> {
    (card < ASSETS).then(|| deck_of(card))
}

/// Returns the seats with a casualty that becomes an attribute.
fn casualties(state: &State) -> Vec<usize> {
    let seats = [(ATTACKER, state.active), (VICTIM, state.victim)].into_iter();
    let open = seats.filter(|(part, _)| state.casualties & part != 0);
    open.map(|(_, seat)| usize::from(seat)).collect()
}
