//! Buying project cards and applying their effects (M-18 to M-21).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{
    Card, CardId, DOUBLOON_INCOME_END, HERB, Immediate, Ongoing, Requirement, VP_INCOME_END,
};

/// Number of herbs that the requirement `herbs3` costs.
const HERBS: u8 = 3;
/// VP per remaining income payout for each wrap of the VP income track (M-19.4).
const WRAP_VP: i32 = 20;

impl Ruleset {
    /// Returns true if the player can buy this hand or planned card now (M-18.2).
    #[inline]
    pub(crate) fn can_buy(&self, state: &State, player: &Player, card: CardId) -> bool {
        let shown = &self.components[card];
        if player.price(shown.cost) > player.doubloons || shown.figures > player.figures {
            return false;
        }
        match shown.requirement {
            Requirement::None | Requirement::FiguresOnCard(_) => true,
            Requirement::Herbs3 => {
                // M-A48: a card cannot pay for its own purchase.
                let own = u8::from(shown.object == HERB && player.hand.contains(card));
                player.objects(HERB) >= HERBS + own
            }
            Requirement::NationMarkers(nation, n) => state.marker_count[usize::from(nation)] >= n,
            Requirement::Cp(n) => player.cp >= n,
        }
    }

    /// Adds the cards that the player can buy and the buildings that the player can invest in.
    #[inline]
    pub(crate) fn legal_purchases(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        if !state.has_room() {
            return;
        }
        self.each_hand_card(player, |card| {
            if self.can_buy(state, player, card) {
                actions.push(Action::Buy(card));
            }
        });
        for (space, card) in player.planned.into_iter().flatten().enumerate() {
            let twin = !self.terms.is_active()
                && self.components[card].has_twin
                && player.planned[..space]
                    .iter()
                    .flatten()
                    .any(|&other| self.are_twins(card, other));
            if !twin && self.can_buy(state, player, card) {
                actions.push(Action::Buy(card));
            }
        }
        if player.figures > 0 {
            self.legal_investments(state, player, actions);
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-A47: removes the card from the hand or planning area, pays its full cost and places its
    /// assistant. The card takes effect once the payment is complete.
    pub fn buy(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        let shown = &game.components[card];
        let player = self.player(seat);
        if player.hand.contains(card) {
            player.lose(card, &game.components, game.board.a_cards);
        } else {
            remove_planned(player, card);
        }
        let price = player.price(shown.cost);
        player.bought.insert(card);
        self.spend(seat, Money::Cards, price);
        self.event(seat, EventKind::Bought, card, i32::from(price));
        self.return_figures(seat, shown.figure_cost);
        let mut herbs = 0;
        match shown.requirement {
            Requirement::None | Requirement::NationMarkers(..) => {}
            Requirement::Herbs3 => herbs = HERBS,
            Requirement::FiguresOnCard(n) => {
                let player = self.player(seat);
                player.figures -= n;
                player.figures_on_cards += n;
            }
            Requirement::Cp(n) => self.player(seat).cp -= n,
        }
        if shown.assistant_location.is_some() {
            self.player(seat).figures -= 1;
            self.place_assistant(seat, card);
        }
        self.push(Pending::new(seat, PendingStep::CardResolve { card }));
        self.pay_objects(seat, HERB, herbs);
    }

    /// M-A47: gains the synergy token, then starts the card's lasting effects and income, then
    /// queues its immediate effects in order.
    pub fn resolve_card(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        let shown = &game.components[card];
        if let Some(synergy) = shown.synergy {
            self.gain_synergy(seat, synergy);
        }
        let (doubloons, vp) = start_lasting(self.player(seat), shown);
        self.income(seat, doubloons, vp);
        for number in (0..shown.immediates().count() as u8).rev() {
            self.push(Pending::new(seat, PendingStep::Immediate { card, number }));
        }
    }

    /// M-19.1: takes a synergy token unless the player owns it, with the income that it unlocks
    /// (M-19.2).
    pub fn gain_synergy(&mut self, seat: u8, kind: u8) {
        let player = self.player(seat);
        if player.has_synergy(kind) {
            return;
        }
        player.synergies |= 1 << kind;
        let doubloons = std::mem::take(&mut player.waiting_doubloons[usize::from(kind)]);
        let vp = std::mem::take(&mut player.waiting_vp[usize::from(kind)]);
        self.income(seat, doubloons, vp);
    }

    /// M-19.2 to M-19.4, M-A22: moves the income markers. Doubloon income above 34 becomes VP
    /// income, which wraps at 20. Each wrap gives 20 VP for every remaining income payout.
    pub fn income(&mut self, seat: u8, doubloons: u8, vp: u8) {
        // M-A21: in round r, 5 − r payouts remain, including a payout in progress.
        let payouts = 5 - i32::from(self.state.round);
        let player = self.player(seat);
        let doubloons = u16::from(player.income_doubloons) + u16::from(doubloons);
        let beyond = doubloons.saturating_sub(u16::from(DOUBLOON_INCOME_END));
        player.income_doubloons = (doubloons - beyond) as u8;
        let vp = u16::from(player.income_vp) + u16::from(vp) + beyond;
        let end = u16::from(VP_INCOME_END);
        player.income_vp = (vp % end) as u8;
        let wraps = i32::from(vp / end);
        self.vp(seat, Category::VpTrack, wraps * WRAP_VP * payouts);
    }

    /// M-21.5: carries out the immediate effect with this index on the card.
    pub fn immediate_effect(&mut self, seat: u8, card: CardId, number: u8) {
        let game = self.game;
        match game.components[card].immediate[usize::from(number)] {
            Immediate::None => {}
            Immediate::VpPer(thing, each) => {
                let count = self.player(seat).number_of(thing);
                self.vp(seat, Category::Cards, i32::from(each) * i32::from(count));
            }
            Immediate::Influence(nation, n) => self.influence(seat, nation, n),
            Immediate::InfluenceAny(n) => {
                self.push(Pending::new(seat, PendingStep::Influence { steps: n }));
            }
            Immediate::MarkerEmptyVillage => self.marker_on_village(seat, false),
            Immediate::MarkerVillageNextRank => self.marker_on_village(seat, true),
            Immediate::Discs(n) => self.discs(seat, n),
            Immediate::QuestOnCard => {
                let quest = self.draw_quest();
                let places = &mut self.player(seat).card_quests;
                if let Some(place) = places.iter_mut().find(|place| place.is_none()) {
                    *place = quest;
                }
            }
            Immediate::Figures(n) => self.figures(seat, n),
            Immediate::SynergyChoice => self.push(Pending::new(seat, PendingStep::SynergyChoice)),
            Immediate::FiguresOnCardIncome(n) => {
                self.push(Pending::new(
                    seat,
                    PendingStep::FiguresOnCard { income_each: n },
                ));
            }
            Immediate::Cp(n) => self.cp(seat, n),
            Immediate::Gain(effect) => self.effect(seat, effect, Category::Cards),
        }
    }

    /// `figures_on_card_income`: moves figures to the card permanently.
    pub fn figures_onto_card(&mut self, seat: u8, figures: u8, income_each: u8) {
        let player = self.player(seat);
        player.figures -= figures;
        player.figures_on_cards += figures;
        self.income(seat, figures * income_each, 0);
    }
}

/// Starts the lasting effects of a card and returns the income that starts immediately, in
/// doubloons and VP. Income that needs a synergy token waits for this token (M-19.2).
pub(crate) fn start_lasting(player: &mut Player, card: &Card) -> (u8, u8) {
    start_ongoing(player, card.ongoing);
    if let Some(action) = card.village_action {
        player.village_actions |= 1 << action;
    }
    if let Some(action) = card.combat_action {
        player.combat_actions |= 1 << action;
    }
    let (mut doubloons, mut vp) = (card.income_doubloons, card.income_vp);
    for income in &card.conditional {
        let Some(synergy) = income.synergy else {
            continue;
        };
        if player.has_synergy(synergy) {
            doubloons += income.doubloons;
            vp += income.vp;
        } else {
            let waiting = &mut player.waiting_doubloons[usize::from(synergy)];
            *waiting = waiting.saturating_add(income.doubloons);
            let waiting = &mut player.waiting_vp[usize::from(synergy)];
            *waiting = waiting.saturating_add(income.vp);
        }
    }
    (doubloons, vp)
}

fn start_ongoing(player: &mut Player, ongoing: Ongoing) {
    match ongoing {
        Ongoing::None => {}
        Ongoing::Object(object) => player.permanent_objects[usize::from(object)] += 1,
        Ongoing::Discount(n) => more(&mut player.discount, n),
        Ongoing::CpBeforeCombat(n) => more(&mut player.cp_before_combat, n),
        Ongoing::Compass(n) => more(&mut player.compasses, n),
        Ongoing::ExplorePlus(n) => more(&mut player.explore_plus, n),
        Ongoing::JumpSteal(n) => more(&mut player.jump_steal, n),
        Ongoing::Visitor => player.visitor += 1,
        Ongoing::FigureToCp(n) => player.figure_to_cp = player.figure_to_cp.max(n),
        Ongoing::AllyCp(nation, n) => more(&mut player.ally_cp[usize::from(nation)], n),
        Ongoing::ExpelVp(n) => more(&mut player.expel_vp, n),
    }
}

/// Adds `n` to a lasting effect. The sum saturates at 255.
fn more(sum: &mut u8, n: u8) {
    *sum = sum.saturating_add(n);
}

/// Removes a card from the planning area and closes the gap.
fn remove_planned(player: &mut Player, card: CardId) {
    if let Some(space) = player.planned.iter().position(|&other| other == Some(card)) {
        player.planned.copy_within(space + 1.., space);
        player.planned[2] = None;
    }
}
