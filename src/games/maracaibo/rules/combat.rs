//! Combat (M-7).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money, NO_ITEM};
use super::pending::{Combat, Pending, PendingStep, UsedActions};
use super::play::Play;
use super::ruleset::Ruleset;
use super::setup::TOKENS;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{
    CardId, EffectKind, LocationId, MAX_COMBAT_CARDS, MAX_CP, NATIONS, Nation, TokenEffect, TokenId,
};

/// Combat value of every nation when no token is left (M-7.1).
pub(crate) const NO_TOKEN_VALUE: u8 = 3;
/// Modifiers for the nation with the most and with the fewest markers (M-7.3).
pub(crate) const MOST: i8 = -2;
pub(crate) const FEWEST: i8 = 3;
/// Combat value that 1 and 2 influence cost (M-7.5).
pub(crate) const INFLUENCE: [u8; 2] = [2, 5];
/// Combat value that annexing and expelling cost on a flag (M-7.6), and in a village with U7 (M-17.1).
pub(crate) const ANNEX: u8 = 4;
pub(crate) const EXPEL: u8 = 6;
pub(crate) const OCCUPY_EMPTY: u8 = 2;
pub(crate) const OCCUPY_EXPEL: u8 = 5;
/// Combat value that the silver fleet's spaces (L6) and the gold mine (L9) cost.
pub(crate) const SILVER: [u8; 2] = [10, 11];
pub(crate) const GOLD: u8 = 8;
/// Doubloons for a marker with the silver fleet (M-22.10) and in the gold mine (M-22.12).
pub(crate) const SILVER_DOUBLOONS: u8 = 8;
pub(crate) const GOLD_DOUBLOONS: u8 = 12;
/// Doubloons for each assistant in an occupied village: of the occupying player, and of other players (M-17.1).
pub(crate) const OCCUPATION: [u8; 2] = [3, 1];

/// Bits of [`UsedActions`] for the kinds of combat action. Each card with a combat action has a
/// separate bit after these bits (M-A10).
pub(crate) const USED_INFLUENCE: u32 = 1;
pub(crate) const USED_FLAG: u32 = 1 << 1;
pub(crate) const USED_VILLAGE: u32 = 1 << 2;
pub(crate) const USED_SILVER: u32 = 1 << 3;
pub(crate) const USED_GOLD: u32 = 1 << 4;
pub(crate) const USED_CARDS: u32 = 5;
/// Names of the kinds of combat action except the actions of cards, in the order of their bits.
pub(crate) const USED_NAMES: [&str; USED_CARDS as usize] =
    ["influence", "flag", "village", "silver fleet", "gold mine"];

/// Returns the kinds of action that can no longer be used in a combat. With the option of M-A44
/// these include the kinds used in earlier combats of the turn.
pub(crate) fn used_actions(state: &State, combat: Combat) -> UsedActions {
    combat.used.with(state.combat_actions_used.bits())
}

impl Ruleset {
    /// Returns the combat value of a nation on a token, with the modifiers that apply now (M-A9).
    pub(crate) fn combat_value(&self, state: &State, token: Option<TokenId>, nation: Nation) -> u8 {
        self.printed_value(token, nation)
            .saturating_add_signed(self.modifier(state, token, nation))
    }

    /// Returns the combat value printed on a token for a nation.
    #[inline]
    pub(crate) fn printed_value(&self, token: Option<TokenId>, nation: Nation) -> u8 {
        let Some(token) = token else {
            return NO_TOKEN_VALUE;
        };
        self.components.tokens[usize::from(token)].combat_value[usize::from(nation)]
    }

    /// Returns the sum of the token's modifiers that apply to a nation now (M-7.3).
    #[inline]
    pub(crate) fn modifier(&self, state: &State, token: Option<TokenId>, nation: Nation) -> i8 {
        let Some(token) = token else {
            return 0;
        };
        let token = &self.components.tokens[usize::from(token)];
        let markers = &state.marker_count;
        let own = markers[usize::from(nation)];
        let others = || (0..NATIONS).filter(|&other| other != usize::from(nation));
        let mut modifier = 0;
        if token.most && others().all(|other| markers[other] < own) {
            modifier += MOST;
        }
        if token.fewest && others().all(|other| markers[other] > own) {
            modifier += FEWEST;
        }
        modifier
    }

    /// Returns the combat value that an action costs and the bit of its kind.
    pub(crate) fn combat_cost(&self, state: &State, action: Action) -> (u8, u32) {
        match action {
            Action::GainInfluence(steps) => (INFLUENCE[usize::from(steps) - 1], USED_INFLUENCE),
            Action::Annex(_) => (ANNEX, USED_FLAG),
            Action::Expel(_) => (EXPEL, USED_FLAG),
            Action::Occupy(village) if state.markers[usize::from(village)].is_none() => {
                (OCCUPY_EMPTY, USED_VILLAGE)
            }
            Action::Occupy(_) => (OCCUPY_EXPEL, USED_VILLAGE),
            Action::SilverFleet(space) => (SILVER[usize::from(space)], USED_SILVER),
            Action::GoldMine => (GOLD, USED_GOLD),
            Action::Strike(card) => {
                let index = self.components[card].combat_action;
                let index = index.expect("the card adds one");
                let strike = &self.components.combat_actions[usize::from(index)];
                (strike.combat_value, 1 << (USED_CARDS + u32::from(index)))
            }
            _ => unreachable!("{action:?} is no combat action"),
        }
    }

    pub(crate) fn token_effect(&self, token: Option<TokenId>, nation: Nation) -> TokenEffect {
        let Some(token) = token else {
            return TokenEffect::None;
        };
        self.components.tokens[usize::from(token)].effect[usize::from(nation)]
    }

    /// M-7.2, M-A8: adds the nations whose cost the player can pay.
    pub(crate) fn legal_nations(
        &self,
        state: &State,
        seat: u8,
        token: Option<TokenId>,
        actions: &mut Vec<Action>,
    ) {
        let player = &state.players[usize::from(seat)];
        for nation in Nation::ALL {
            let payable = match self.token_effect(token, nation) {
                TokenEffect::Pay(n) => player.doubloons >= u16::from(n),
                _ => true,
            };
            if payable {
                actions.push(Action::Fight(nation));
            }
        }
        if actions.is_empty() {
            actions.push(Action::FightNone);
        }
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// M-7.4 to M-7.8: adds the combat actions that the player can pay for with combat value, CP
    /// and figures.
    pub(crate) fn legal_combat(
        &self,
        state: &State,
        seat: u8,
        combat: Combat,
        actions: &mut Vec<Action>,
    ) {
        let player = &state.players[usize::from(seat)];
        let power = combat.value + player.cp + player.figures;
        let used = used_actions(state, combat).bits();
        if used & USED_INFLUENCE == 0 {
            for (index, cost) in INFLUENCE.into_iter().enumerate() {
                if power >= cost {
                    let amount = index as u8 + 1;
                    actions.push(Action::GainInfluence(amount));
                }
            }
        }
        if state.supply[usize::from(combat.nation)] > 0 {
            self.legal_marker_actions(state, player, combat.nation, used, power, actions);
        }
        if player.combat_actions != 0 && state.has_room() {
            let mut open =
                player.combat_actions & !(used >> USED_CARDS & ((1 << MAX_COMBAT_CARDS) - 1));
            while open != 0 {
                let index = open.trailing_zeros() as usize;
                open &= open - 1;
                let action = &self.components.combat_actions[index];
                if power >= action.combat_value {
                    actions.push(Action::Strike(action.card));
                }
            }
        }
        let more_to_pay_for =
            !actions.is_empty() || player.figure_to_cp > 0 && used & (USED_SILVER | USED_GOLD) == 0;
        actions.push(Action::End);
        self.legal_tasks_and_figures(state, player, actions);
        if more_to_pay_for {
            self.legal_payments_ahead(player, actions);
        }
    }

    /// M-A11: a player may pay CP and figures at any time during a combat. Paying before it is
    /// necessary is offered only if the largest possible gain of CP or figures would exceed the
    /// limit; otherwise early payment has no advantage.
    fn legal_payments_ahead(&self, player: &Player, actions: &mut Vec<Action>) {
        let conversion = if player.figures > 0 {
            player.figure_to_cp
        } else {
            0
        };
        let gain = self.board.largest_cp_gain.max(conversion);
        if player.cp > 0 && player.cp + gain > MAX_CP {
            actions.push(Action::SpendCp);
        }
        if player.figures > 0 && player.general < self.board.largest_figure_gain {
            actions.push(Action::SpendFigure);
        }
    }

    fn legal_marker_actions(
        &self,
        state: &State,
        player: &Player,
        nation: Nation,
        used: u32,
        power: u8,
        actions: &mut Vec<Action>,
    ) {
        if used & USED_FLAG == 0 && power >= ANNEX {
            for &city in &self.chart(state).flags {
                let marker = state.markers[usize::from(city)];
                let action = if marker.is_none() {
                    Action::Annex(city)
                } else if marker != Some(nation) && power >= EXPEL {
                    Action::Expel(city)
                } else {
                    continue;
                };
                if self.city_is_open(city, state, player.explorer) {
                    actions.push(action);
                }
            }
        }
        if used & USED_VILLAGE == 0 && player.has_upgrade(7) && power >= OCCUPY_EMPTY {
            for &village in &self.chart(state).villages {
                let marker = state.markers[usize::from(village)];
                if marker.is_none() || marker != Some(nation) && power >= OCCUPY_EXPEL {
                    actions.push(Action::Occupy(village));
                }
            }
        }
        if used & USED_SILVER == 0 && state.has_legacy(6) {
            for (space, cost) in SILVER.into_iter().enumerate() {
                if state.silver_fleet[space].is_none() && power >= cost {
                    actions.push(Action::SilverFleet(space as u8));
                }
            }
        }
        if used & USED_GOLD == 0
            && state.has_legacy(9)
            && state.gold_mine.is_none()
            && power >= GOLD
            && self.explorer_reached(player.explorer, self.components.places.explorer_5)
        {
            actions.push(Action::GoldMine);
        }
    }
}

impl Ruleset {
    /// M-17.1: returns the doubloons for an owner's assistants in a village that a seat occupies: 3
    /// for each assistant of this seat, 1 for each assistant of other players.
    pub(crate) fn occupation_money(
        &self,
        state: &State,
        seat: u8,
        owner: u8,
        village: LocationId,
    ) -> u8 {
        let each = OCCUPATION[usize::from(owner != seat)];
        let player = &state.players[usize::from(owner)];
        each * self.assistants_at(player, village).count_ones() as u8
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-7.1: gains the CP of `cp_before_combat` cards (M-A45), then reveals a token.
    pub fn start_combat(&mut self, seat: u8) {
        let of_cards = self.player(seat).cp_before_combat;
        let paid = if self.game.options.cp_every_combat {
            0
        } else {
            std::mem::replace(&mut self.state.cp_before_combat_paid, of_cards)
        };
        self.cp(seat, of_cards.saturating_sub(paid));
        let token = self.reveal_token();
        self.push(Pending::new(seat, PendingStep::Nation { token }));
    }

    /// Draws a token from the piles. Returns `None` if both piles are empty (M-7.1).
    pub fn reveal_token(&mut self) -> Option<TokenId> {
        let state = &mut *self.state;
        if state.tokens_len == 0 {
            return None;
        }
        let tokens = &state.tokens;
        let number = |index| usize::from(tokens[index as usize]) as u16;
        let index = self
            .chance
            .pick(TOKENS, u32::from(state.tokens_len), number) as usize;
        let token = state.tokens[index];
        state.tokens_len -= 1;
        state.tokens[index] = state.tokens[usize::from(state.tokens_len)];
        Some(token)
    }

    /// M-7.2: applies the nation's cost or reward and the CP of `ally_cp` cards.
    pub fn fight(&mut self, seat: u8, token: Option<TokenId>, nation: Nation) {
        let value = self.game.combat_value(self.state, token, nation);
        match self.game.token_effect(token, nation) {
            TokenEffect::None => {}
            TokenEffect::Pay(n) => self.spend(seat, Money::Combat, u16::from(n)),
            TokenEffect::Doubloons(n) => self.earn(seat, Money::Combat, n),
            TokenEffect::Vp(n) => self.vp(seat, Category::Combat, i32::from(n)),
            TokenEffect::Figures(n) => self.figures(seat, n),
            TokenEffect::Influence(n) => self.influence(seat, nation, n),
        }
        let ally = self.player(seat).ally_cp[usize::from(nation)];
        self.cp(seat, ally);
        let combat = Combat {
            nation,
            value,
            token,
            used: UsedActions::default(),
        };
        self.push(Pending::new(seat, PendingStep::Combat(combat)));
    }

    pub fn decide_combat(&mut self, seat: u8, combat: Combat, action: Action) {
        match action {
            Action::End => self.end_combat(seat, combat.token, Some(combat.nation)),
            Action::SpendCp => {
                self.player(seat).cp -= 1;
                self.add_value(seat, combat);
            }
            Action::SpendFigure => {
                self.return_figures(seat, 1);
                self.add_value(seat, combat);
            }
            _ => self.combat_action(seat, combat, action),
        }
    }

    /// Adds 1 to the remaining combat value.
    fn add_value(&mut self, seat: u8, combat: Combat) {
        let value = combat.value + 1;
        self.push(Pending::new(
            seat,
            PendingStep::Combat(Combat { value, ..combat }),
        ));
    }

    /// Starts a combat action; it takes effect once it is paid for.
    fn combat_action(&mut self, seat: u8, combat: Combat, action: Action) {
        let (cost, used) = self.game.combat_cost(self.state, action);
        // M-A44: with this option, later combats of the turn cannot use this kind of action either.
        if self.game.options.combat_actions_per_turn {
            self.state.combat_actions_used = self.state.combat_actions_used.with(used);
        }
        let rest = Combat {
            value: combat.value.saturating_sub(cost),
            used: combat.used.with(used),
            ..combat
        };
        self.push(Pending::new(seat, PendingStep::Combat(rest)));
        let nation = combat.nation;
        self.push(Pending::new(
            seat,
            PendingStep::CombatResolve { action, nation },
        ));
        let missing = cost.saturating_sub(combat.value);
        if missing > 0 {
            let player = self.player(seat);
            let fewest = missing.saturating_sub(player.cp);
            let most = missing.min(player.figures);
            if fewest == most {
                self.pay_combat(seat, missing, fewest);
            } else {
                let pay = PendingStep::PayCombat {
                    fewest,
                    most,
                    missing,
                };
                self.push(Pending::new(seat, pay));
            }
        }
    }

    /// M-7.4: pays the missing combat value with figures and CP.
    pub fn pay_combat(&mut self, seat: u8, missing: u8, figures: u8) {
        self.return_figures(seat, figures);
        self.player(seat).cp -= missing - figures;
    }

    /// Carries out a combat action after payment.
    pub fn resolve_combat_action(&mut self, seat: u8, action: Action, nation: Nation) {
        match action {
            Action::GainInfluence(steps) => self.influence(seat, nation, steps),
            Action::Annex(city) | Action::Expel(city) => {
                self.conquer(seat, nation, city);
                let reward = self.game.location(self.state, city).flag_reward;
                self.effects(seat, &reward, Category::Combat);
            }
            Action::Occupy(village) => {
                self.conquer(seat, nation, village);
                self.occupation_reward(seat, village);
            }
            Action::SilverFleet(space) => {
                // M-22.10
                self.state.silver_fleet[usize::from(space)] = Some(nation);
                self.take_marker(nation);
                let influence = self.game.options.silver_fleet_influence;
                self.influence(seat, nation, influence);
                self.earn(seat, Money::Combat, SILVER_DOUBLOONS);
            }
            Action::GoldMine => {
                // M-22.12
                self.state.gold_mine = Some(nation);
                self.take_marker(nation);
                self.earn(seat, Money::Combat, GOLD_DOUBLOONS);
            }
            Action::Strike(card) => self.strike(seat, nation, card),
            _ => unreachable!("{action:?} is no combat action"),
        }
    }

    /// Places the marker, expels another nation's marker if there is one, and gains 1 influence.
    fn conquer(&mut self, seat: u8, nation: Nation, location: LocationId) {
        if self.place_marker(nation, location) {
            let points = self.player(seat).expel_vp;
            self.vp(seat, Category::Combat, i32::from(points));
        }
        self.influence(seat, nation, 1);
    }

    /// M-17.1: gains doubloons for the assistants in the village.
    fn occupation_reward(&mut self, seat: u8, village: LocationId) {
        for owner in 0..self.state.seats {
            let money = self.game.occupation_money(self.state, seat, owner, village);
            self.earn(seat, Money::Combat, money);
        }
    }

    /// M-21.4: carries out the combat action of a card.
    fn strike(&mut self, seat: u8, nation: Nation, card: CardId) {
        let game = self.game;
        let index = game.components[card].combat_action;
        let index = index.expect("the card adds one");
        let action = &game.components.combat_actions[usize::from(index)];
        let bonus = (action.bonus_synergy)
            .filter(|&synergy| self.player(seat).has_synergy(synergy))
            .map(|_| &action.bonus);
        for effects in [Some(&action.effects), bonus].into_iter().flatten() {
            for &effect in effects.iter() {
                if effect.kind == EffectKind::Influence {
                    self.influence(seat, nation, effect.amount);
                } else {
                    self.effect(seat, effect, Category::Combat);
                }
            }
        }
    }

    /// M-7.9: moves the token to the player's ship board.
    pub fn end_combat(&mut self, seat: u8, token: Option<TokenId>, nation: Option<Nation>) {
        if let Some(token) = token {
            let player = self.player(seat);
            player.tokens |= token.bit();
            player.token_count += 1;
        }
        let ally = nation.map_or(0, |nation| nation as i32 + 1);
        let item = token.map_or(NO_ITEM, u16::from);
        self.event(seat, EventKind::Combat, item, ally);
    }
}
