//! Combat (M-7).

use super::action::{Action, ActionKind};
use super::categories::Category;
use super::components::{
    Effect, EffectKind, LocationId, MAX_COMBAT_CARDS, NATIONS, NONE, TokenEffect,
};
use super::events::EventKind;
use super::play::{MAX_CP, Play};
use super::ruleset::Ruleset;
use super::setup::TOKENS;
use super::state::{Player, State};
use super::task::{Task, TaskKind};
use crate::game::{Chance, EventLog};

/// Combat value of every nation when no token is left (M-7.1).
const NO_TOKEN_VALUE: u8 = 3;
/// Modifiers (M-7.3).
const MOST: i8 = -2;
const FEWEST: i8 = 3;
/// Combat value of 1 and of 2 influence (M-7.5).
const INFLUENCE: [u8; 2] = [2, 5];
/// Combat value to annex and to expel on a flag (M-7.6), and in a village with U7 (M-17.1).
const ANNEX: u8 = 4;
const EXPEL: u8 = 6;
const OCCUPY_EMPTY: u8 = 2;
const OCCUPY_EXPEL: u8 = 5;
/// Combat value of the silver fleet's spaces (L6) and of the gold mine (L9).
const SILVER: [u8; 2] = [10, 11];
const GOLD: u8 = 8;

/// Kinds of combat action as bits of [`Task::combat`]; cards follow, one kind each (M-A10).
const USED_INFLUENCE: u32 = 1;
const USED_FLAG: u32 = 1 << 1;
const USED_VILLAGE: u32 = 1 << 2;
const USED_SILVER: u32 = 1 << 3;
const USED_GOLD: u32 = 1 << 4;
const USED_CARDS: u32 = 5;
/// Names of the kinds before those of cards, in the order of their bits.
pub(super) const USED_NAMES: [&str; USED_CARDS as usize] =
    ["influence", "flag", "village", "silver fleet", "gold mine"];

impl Ruleset {
    /// The combat value of a nation on a token, with the modifiers that apply now (M-A9).
    pub(super) fn combat_value(&self, state: &State, token: u8, nation: u8) -> u8 {
        self.printed_value(token, nation)
            .saturating_add_signed(self.modifier(state, token, nation))
    }

    /// The combat value of a nation as a token prints it.
    #[inline]
    pub(super) fn printed_value(&self, token: u8, nation: u8) -> u8 {
        if token == NONE {
            return NO_TOKEN_VALUE;
        }
        self.components.tokens[usize::from(token)].combat_value[usize::from(nation)]
    }

    /// What a token's modifiers do to a nation now (M-7.3).
    #[inline]
    pub(super) fn modifier(&self, state: &State, token: u8, nation: u8) -> i8 {
        if token == NONE {
            return 0;
        }
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

    fn token_effect(&self, token: u8, nation: u8) -> TokenEffect {
        if token == NONE {
            return TokenEffect::None;
        }
        self.components.tokens[usize::from(token)].effect[usize::from(nation)]
    }

    /// M-7.2, M-A8: nations whose cost can be paid.
    pub(super) fn legal_nations(&self, state: &State, task: &Task, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(task.seat)];
        for nation in 0..NATIONS as u8 {
            let payable = match self.token_effect(task.a, nation) {
                TokenEffect::Pay(n) => player.doubloons >= u16::from(n),
                _ => true,
            };
            if payable {
                actions.push(Action::with(ActionKind::Fight, nation));
            }
        }
        if actions.is_empty() {
            actions.push(Action::new(ActionKind::FightNone));
        }
        self.legal_tasks_and_figures(state, player, actions);
    }

    /// M-7.4 to M-7.8: combat actions that combat value, CP and figures can pay.
    pub(super) fn legal_combat(&self, state: &State, task: &Task, actions: &mut Vec<Action>) {
        let player = &state.players[usize::from(task.seat)];
        let nation = task.a;
        let power = task.b + player.cp + player.figures;
        let used = task.c;
        if used & USED_INFLUENCE == 0 {
            for (index, cost) in INFLUENCE.into_iter().enumerate() {
                if power >= cost {
                    let amount = index as u8 + 1;
                    actions.push(Action::with(ActionKind::GainInfluence, amount));
                }
            }
        }
        if state.supply[usize::from(nation)] > 0 {
            self.legal_marker_actions(state, player, task, power, actions);
        }
        if player.combat_actions != 0 {
            let mut open =
                player.combat_actions & !(used >> USED_CARDS & ((1 << MAX_COMBAT_CARDS) - 1));
            while open != 0 {
                let index = open.trailing_zeros() as usize;
                open &= open - 1;
                let action = &self.components.combat_actions[index];
                if power >= action.combat_value {
                    actions.push(Action::with(ActionKind::Strike, action.card));
                }
            }
        }
        let more_to_pay_for =
            !actions.is_empty() || player.figure_to_cp > 0 && used & (USED_SILVER | USED_GOLD) == 0;
        actions.push(Action::new(ActionKind::End));
        self.legal_tasks_and_figures(state, player, actions);
        if more_to_pay_for {
            self.legal_payments_ahead(player, actions);
        }
    }

    /// M-A11: CP and figures may be paid at any time of the combat. Ahead of need this is offered
    /// only while the largest gain of CP, or of figures, would not find room: nothing else can make
    /// it useful.
    fn legal_payments_ahead(&self, player: &Player, actions: &mut Vec<Action>) {
        let conversion = if player.figures > 0 {
            player.figure_to_cp
        } else {
            0
        };
        let gain = self.board.largest_cp_gain.max(conversion);
        if player.cp > 0 && player.cp + gain > MAX_CP {
            actions.push(Action::new(ActionKind::SpendCp));
        }
        if player.figures > 0 && player.general < self.board.largest_figure_gain {
            actions.push(Action::new(ActionKind::SpendFigure));
        }
    }

    fn legal_marker_actions(
        &self,
        state: &State,
        player: &Player,
        task: &Task,
        power: u8,
        actions: &mut Vec<Action>,
    ) {
        let nation = task.a;
        let used = task.c;
        if used & USED_FLAG == 0 && power >= ANNEX {
            for &city in &self.board.flags {
                let marker = state.markers[usize::from(city)];
                let kind = if marker == NONE {
                    ActionKind::Annex
                } else if marker != nation && power >= EXPEL {
                    ActionKind::Expel
                } else {
                    continue;
                };
                if self.city_is_open(city, player.explorer) {
                    actions.push(Action::with(kind, city));
                }
            }
        }
        if used & USED_VILLAGE == 0 && player.has_upgrade(7) && power >= OCCUPY_EMPTY {
            for &village in &self.board.villages {
                let marker = state.markers[usize::from(village)];
                if marker == NONE || marker != nation && power >= OCCUPY_EXPEL {
                    actions.push(Action::with(ActionKind::Occupy, village));
                }
            }
        }
        if used & USED_SILVER == 0 && self.board.has_legacy(6) {
            for (space, cost) in SILVER.into_iter().enumerate() {
                if state.silver_fleet[space] == NONE && power >= cost {
                    actions.push(Action::with(ActionKind::SilverFleet, space as u8));
                }
            }
        }
        if used & USED_GOLD == 0
            && self.board.has_legacy(9)
            && state.gold_mine == NONE
            && power >= GOLD
            && self.explorer_reached(player.explorer, self.components.places.explorer_5)
        {
            actions.push(Action::new(ActionKind::GoldMine));
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-7.1: CP of `cp_before_combat` cards (M-A45), then a token is revealed.
    pub fn start_combat(&mut self, seat: u8) {
        let of_cards = self.player(seat).cp_before_combat;
        let paid = if self.game.options.cp_every_combat {
            0
        } else {
            std::mem::replace(&mut self.state.cp_before_combat_paid, of_cards)
        };
        self.cp(seat, of_cards.saturating_sub(paid));
        let token = self.reveal_token();
        self.push(Task::with(TaskKind::Nation, seat, token, 0, 0));
    }

    /// A token of either pile; [`NONE`] if there is none left (M-7.1).
    pub fn reveal_token(&mut self) -> u8 {
        let state = &mut *self.state;
        if state.tokens_len == 0 {
            return NONE;
        }
        let index = self.chance.below(TOKENS, u32::from(state.tokens_len)) as usize;
        let token = state.tokens[index];
        state.tokens_len -= 1;
        state.tokens[index] = state.tokens[usize::from(state.tokens_len)];
        token
    }

    /// M-7.2: the nation's cost or reward, and CP of `ally_cp` cards.
    pub fn decide_nation(&mut self, task: Task, action: Action) {
        let seat = task.seat;
        let token = task.a;
        if action.kind == ActionKind::FightNone {
            self.end_combat(seat, token, NONE);
            return;
        }
        let nation = action.a;
        let value = self.game.combat_value(self.state, token, nation);
        match self.game.token_effect(token, nation) {
            TokenEffect::None => {}
            TokenEffect::Pay(n) => self.player(seat).doubloons -= u16::from(n),
            TokenEffect::Doubloons(n) => self.doubloons(seat, n),
            TokenEffect::Vp(n) => self.vp(seat, Category::Combat, i32::from(n)),
            TokenEffect::Figures(n) => self.figures(seat, n),
            TokenEffect::Influence(n) => self.influence(seat, nation, n),
        }
        let ally = self.player(seat).ally_cp[usize::from(nation)];
        self.cp(seat, ally);
        self.push(Task::combat(seat, nation, value, token));
    }

    pub fn decide_combat(&mut self, task: Task, action: Action) {
        if action.kind == ActionKind::End {
            self.end_combat(task.seat, task.token(), task.a);
            return;
        }
        if matches!(action.kind, ActionKind::SpendCp | ActionKind::SpendFigure) {
            if action.kind == ActionKind::SpendCp {
                self.player(task.seat).cp -= 1;
            } else {
                self.return_figures(task.seat, 1);
            }
            self.push(Task {
                b: task.b + 1,
                ..task
            });
            return;
        }
        let (cost, used) = self.combat_cost(action);
        let missing = cost.saturating_sub(task.b);
        let mut rest = task;
        rest.b = task.b.saturating_sub(cost);
        rest.c |= used;
        self.push(rest);
        self.push(Task::with(
            TaskKind::CombatResolve,
            task.seat,
            action.kind as u8,
            action.a,
            u32::from(task.a),
        ));
        if missing > 0 {
            let player = self.player(task.seat);
            let fewest = missing.saturating_sub(player.cp);
            let most = missing.min(player.figures);
            let pay = Task::with(
                TaskKind::PayCombat,
                task.seat,
                fewest,
                most,
                u32::from(missing),
            );
            if fewest == most {
                self.pay_combat(pay, fewest);
            } else {
                self.push(pay);
            }
        }
    }

    /// Combat value of an action, and the bit of its kind.
    fn combat_cost(&self, action: Action) -> (u8, u32) {
        let empty = || self.state.markers[usize::from(action.a)] == NONE;
        match action.kind {
            ActionKind::GainInfluence => (INFLUENCE[usize::from(action.a) - 1], USED_INFLUENCE),
            ActionKind::Annex => (ANNEX, USED_FLAG),
            ActionKind::Expel => (EXPEL, USED_FLAG),
            ActionKind::Occupy if empty() => (OCCUPY_EMPTY, USED_VILLAGE),
            ActionKind::Occupy => (OCCUPY_EXPEL, USED_VILLAGE),
            ActionKind::SilverFleet => (SILVER[usize::from(action.a)], USED_SILVER),
            ActionKind::GoldMine => (GOLD, USED_GOLD),
            ActionKind::Strike => {
                let index = self.game.components[action.a].combat_action;
                let strike = &self.game.components.combat_actions[usize::from(index)];
                (strike.combat_value, 1 << (USED_CARDS + u32::from(index)))
            }
            _ => unreachable!("{action:?} is no combat action"),
        }
    }

    /// M-7.4: what an action lacks, with figures and CP.
    pub fn pay_combat(&mut self, task: Task, figures: u8) {
        self.return_figures(task.seat, figures);
        self.player(task.seat).cp -= task.c as u8 - figures;
    }

    /// Carries out a combat action once it is paid: `a` kind, `b` argument, `c` nation.
    pub fn resolve_combat_action(&mut self, task: Task) {
        let seat = task.seat;
        let nation = task.c as u8;
        let argument = usize::from(task.b);
        if task.a == ActionKind::GainInfluence as u8 {
            self.influence(seat, nation, task.b);
        } else if task.a == ActionKind::Annex as u8 || task.a == ActionKind::Expel as u8 {
            self.conquer(seat, nation, task.b);
            let reward = self.game.components.locations[argument].flag_reward;
            self.effects(seat, &reward, Category::Combat);
        } else if task.a == ActionKind::Occupy as u8 {
            self.conquer(seat, nation, task.b);
            self.occupation_reward(seat, task.b);
        } else if task.a == ActionKind::SilverFleet as u8 {
            // M-22.10.
            self.state.silver_fleet[argument] = nation;
            self.take_marker(nation);
            self.influence(seat, nation, 3);
            self.doubloons(seat, 8);
        } else if task.a == ActionKind::GoldMine as u8 {
            // M-22.12.
            self.state.gold_mine = nation;
            self.take_marker(nation);
            self.doubloons(seat, 12);
        } else {
            self.strike(seat, nation, task.b);
        }
    }

    /// Places the marker, expelling another nation's, and gains 1 influence.
    fn conquer(&mut self, seat: u8, nation: u8, location: LocationId) {
        if self.place_marker(nation, location) {
            let points = self.player(seat).expel_vp;
            self.vp(seat, Category::Combat, i32::from(points));
        }
        self.influence(seat, nation, 1);
    }

    /// M-17.1: 3 doubloons per own assistant there, 1 per other player's.
    fn occupation_reward(&mut self, seat: u8, village: LocationId) {
        for owner in 0..self.state.seats {
            let each = if owner == seat { 3 } else { 1 };
            let count = self.assistants_at(owner, village).count_ones() as u8;
            self.doubloons(seat, each * count);
        }
    }

    /// M-21.4: the combat action of a card.
    fn strike(&mut self, seat: u8, nation: u8, card: u8) {
        let game = self.game;
        let index = game.components[card].combat_action;
        let action = &game.components.combat_actions[usize::from(index)];
        let bonus =
            action.bonus_synergy != NONE && self.player(seat).has_synergy(action.bonus_synergy);
        let bonus = bonus.then_some(&action.bonus);
        for effects in [Some(&action.effects), bonus].into_iter().flatten() {
            for &Effect { kind, amount } in effects.iter() {
                if kind == EffectKind::Influence {
                    self.influence(seat, nation, amount);
                } else {
                    self.effect(seat, kind, amount, Category::Combat);
                }
            }
        }
    }

    /// M-7.9: the token goes onto the ship board.
    pub fn end_combat(&mut self, seat: u8, token: u8, nation: u8) {
        if token != NONE {
            let player = self.player(seat);
            player.tokens |= 1 << token;
            player.token_count += 1;
        }
        let ally = if nation == NONE {
            0
        } else {
            i32::from(nation) + 1
        };
        self.event(seat, EventKind::Combat, token, ally);
    }
}
