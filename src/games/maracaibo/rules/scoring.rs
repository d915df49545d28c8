//! Interim and final scoring (M-14, M-15).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{Pending, PendingStep, UsedActions};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{DISPLAY, LocationId, MAX_LOCATIONS, NATIONS, SUPPLY_SPACES};

/// VP for not buying a card in step 1.
pub(crate) const NO_PURCHASE: i32 = 2;
/// VP for the most influence with a nation (M-15, step 4).
pub(crate) const MOST_INFLUENCE: i32 = 3;
/// Weighting of the nations with the most and second-most markers (M-15, step 5).
pub(crate) const MAJORITY: [i32; 2] = [2, 1];
/// Number of rounds.
pub(crate) const ROUNDS: u8 = 4;

impl Ruleset {
    /// Returns a nation's weighting: the value of its empty supply spaces plus its majority bonus
    /// (M-15 step 5, M-A1).
    pub(crate) fn weighting(&self, state: &State, nation: usize) -> i32 {
        self.emptied_value(state.supply[nation]) + self.majority_bonus(&state.marker_count, nation)
    }

    /// Returns the value of the completely empty supply spaces when this many markers are left.
    pub(crate) fn emptied_value(&self, left: u8) -> i32 {
        let tracks = &self.components.tracks;
        let all: u8 = tracks.supply.iter().sum();
        let mut taken = all - left;
        let mut value = 0;
        for space in 0..SUPPLY_SPACES {
            if taken < tracks.supply[space] {
                break;
            }
            taken -= tracks.supply[space];
            value += if self.options.weighting_spaces {
                1
            } else {
                i32::from(tracks.supply_value[space])
            };
        }
        value
    }

    /// Returns the majority bonus of a nation by its number of markers in the Caribbean. Each of the
    /// tied nations gets the higher bonus. M-A59 concerns nations without markers.
    pub(crate) fn majority_bonus(&self, markers: &[u8; NATIONS], nation: usize) -> i32 {
        if self.options.majority_zero_none && markers[nation] == 0 {
            return 0;
        }
        let ahead = markers
            .iter()
            .filter(|&&other| other > markers[nation])
            .count();
        MAJORITY.get(ahead).copied().unwrap_or(0)
    }

    /// Returns the noble rank at a step of an influence track.
    #[inline]
    pub(crate) fn noble_rank(&self, step: u8) -> u8 {
        self.components.tracks.rank[usize::from(step)]
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Starts step 1, beginning with the player who ended the round.
    pub fn begin_scoring(&mut self, ender: u8) {
        let seats = self.state.seats;
        let last = self.state.round == ROUNDS;
        self.state.phase = Phase::Scoring;
        self.state.active = ender;
        self.state.points_spent = 0;
        for seat in 0..seats {
            self.player(seat).assistants_new = 0;
        }
        let rest = if last {
            PendingStep::FinalRest
        } else {
            PendingStep::InterimRest
        };
        self.push(Pending::new(ender, rest));
        for step in (0..seats).rev() {
            let seat = (ender + step) % seats;
            if self.game.is_jean(seat) {
                // M-24.8: Jean neither buys a card nor gets the 2 VP.
                continue;
            }
            if last {
                self.push(Pending::new(seat, PendingStep::FinalAfter));
                self.push(Pending::new(seat, PendingStep::Final));
            } else {
                self.push(Pending::new(seat, PendingStep::Interim));
            }
        }
    }

    /// Adds VP from a scoring and logs them as an event.
    fn scored(&mut self, seat: u8, category: Category, points: i32) {
        self.vp(seat, category, points);
        if points != 0 {
            self.event(seat, EventKind::Scored, category, points);
        }
    }

    /// Carries out step 1 of interim scoring: buys and draws back to the hand limit, or gains 2 VP.
    pub fn decide_interim(&mut self, seat: u8, action: Action) {
        if action != Action::TakeVp {
            self.push(Pending::new(seat, PendingStep::DrawCards));
        }
        self.purchase_in_scoring(seat, action);
    }

    /// Carries out step 1 of interim or final scoring: buys or invests, or gains 2 VP.
    pub fn purchase_in_scoring(&mut self, seat: u8, action: Action) {
        // M-A44, M-A45: combats caused by the purchase count as a separate turn.
        self.state.combat_actions_used = UsedActions::default();
        self.state.cp_before_combat_paid = 0;
        match action {
            Action::Buy(card) => self.buy(seat, card),
            Action::Invest(building) => self.invest(seat, building),
            _ => self.vp(seat, Category::Interim, NO_PURCHASE),
        }
    }

    /// Carries out steps 2 to 6 of M-14 and queues the start of the next round.
    pub fn rest_of_interim_scoring(&mut self) {
        for seat in 0..self.game.players as u8 {
            let player = self.player(seat);
            let (doubloons, points) = (player.income_doubloons, i32::from(player.income_vp));
            self.earn(seat, Money::Income, doubloons);
            self.scored(seat, Category::VpTrack, points);
        }
        if self.game.opponent.is_some() {
            self.jean_income();
        }
        for location in 0..MAX_LOCATIONS {
            let full = std::mem::take(&mut self.state.market[location]);
            self.state.discs_gone += full.count_ones() as u8;
        }
        for space in 0..DISPLAY {
            if let Some(card) = self.state.display[space].take() {
                self.state.discards.insert(card);
            }
        }
        self.refill_display();
        let buildings = self.state.prestige.len() as u8;
        if self.state.prestige_shown < buildings {
            let building = self.state.prestige[usize::from(self.state.prestige_shown)];
            self.state.prestige_shown += 1;
            self.event(self.state.active, EventKind::Revealed, building, 0);
        }
        self.push(Pending::new(self.state.active, PendingStep::NextRound));
        if self.game.story.is_some() {
            self.check_story();
        } else {
            self.scenario_quests(self.state.round);
        }
    }

    /// Carries out step 7 of M-14 and starts the next round.
    pub fn next_round(&mut self) {
        self.return_to_havana();
        self.state.round += 1;
        let next = (self.state.active + 1) % self.state.seats;
        self.begin_turn(next);
    }

    /// M-14 step 7: returns the ships to Havana, and scores the assistants ahead of each ship (M-12.4
    /// (c)).
    fn return_to_havana(&mut self) {
        let havana = self.game.components.places.havana;
        let interim = self.game.options.interim_assistants;
        for seat in 0..self.state.seats {
            self.pay_assistants_ahead(seat, interim);
            self.player(seat).ship = havana;
        }
    }

    /// Scores 2 VP for every assistant of the player at a higher number than the ship. Assistants
    /// bought in this scoring count only if `with_new` is true (M-A57).
    fn pay_assistants_ahead(&mut self, seat: u8, with_new: bool) {
        let game = self.game;
        let rank = |location: LocationId| game.components.locations[usize::from(location)].rank;
        let player = self.player(seat);
        let ship = rank(player.ship);
        let ahead = player
            .assistants()
            .iter()
            .enumerate()
            .filter(|&(index, &card)| {
                (with_new || player.assistants_new >> index & 1 == 0)
                    && game.components[card].assistant_location.map(rank) > Some(ship)
            })
            .count();
        self.scored(seat, Category::Assistants, 2 * ahead as i32);
    }

    /// Carries out steps 2 to 6 of M-15 and queues the end of the game.
    pub fn rest_of_final_scoring(&mut self) {
        let game = self.game;
        if game.options.assistant_vp_round4 {
            for seat in 0..self.state.seats {
                self.pay_assistants_ahead(seat, game.options.interim_assistants);
            }
        }
        for seat in 0..game.players as u8 {
            let player = *self.player(seat);
            self.scored(seat, Category::VpTrack, i32::from(player.income_vp));
            let points = i32::from(game.doubloon_track_points(&player));
            self.scored(seat, Category::DoubloonTrack, points);
            let cards: i32 = player
                .bought
                .iter()
                .map(|card| i32::from(game.components[card].vp))
                .sum();
            self.scored(seat, Category::Cards, cards);
            for (index, building) in game.components.prestige.iter().enumerate() {
                if player.prestige >> index & 1 == 1 {
                    let points = game.prestige_points(&player, building.kind);
                    self.scored(seat, Category::Prestige, points);
                }
            }
        }
        for nation in 0..NATIONS {
            self.score_nation(nation);
        }
        if game.opponent.is_some() {
            self.jean_income();
            self.jean_bonuses();
        }
        self.push(Pending::new(self.state.active, PendingStep::EndGame));
        if game.story.is_some() {
            self.check_story();
        }
    }

    /// Scores one nation in steps 4 and 5 of M-15.
    fn score_nation(&mut self, nation: usize) {
        let game = self.game;
        let seated = self.state.seated();
        let most = seated
            .iter()
            .map(|player| player.influence[nation])
            .max()
            .unwrap_or(0);
        let weighting = game.weighting(self.state, nation);
        for seat in 0..self.state.seats {
            let step = self.player(seat).influence[nation];
            if step == most && step > 0 {
                self.scored(seat, Category::Majorities, MOST_INFLUENCE);
            }
            let rank = i32::from(game.noble_rank(step));
            self.scored(seat, Category::Nations, rank * weighting);
        }
    }
}
