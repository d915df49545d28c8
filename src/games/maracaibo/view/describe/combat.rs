//! Text for a combat in progress: the token, the remaining resources, and the costs of its actions.

use super::super::texts::terms::count;
use super::page::Page;
use super::{TABLE, View, bits, listed, nation_name};
use crate::maracaibo::components::{Nation, TokenId};
use crate::maracaibo::rules::combat::{
    ANNEX, EXPEL, GOLD, INFLUENCE, NO_TOKEN_VALUE, OCCUPY_EMPTY, OCCUPY_EXPEL, SILVER, USED_CARDS,
    USED_FLAG, USED_GOLD, USED_INFLUENCE, USED_NAMES, USED_SILVER, USED_VILLAGE, used_actions,
};
use crate::maracaibo::rules::pending::{Combat, PendingStep, UsedActions};
use crate::maracaibo::rules::state::Player;

impl View<'_> {
    /// Adds every combat in progress, the innermost first.
    pub(super) fn combats(&self, page: &mut Page) {
        let open = &self.state.stack[..usize::from(self.state.stack_len)];
        for task in open.iter().rev() {
            match task.work {
                PendingStep::Nation { token } => {
                    page.entry(TABLE, "combat", &self.token(token));
                    page.entry(TABLE, "", &self.values(token));
                    let player = &self.state.players[usize::from(task.seat)];
                    page.entry(TABLE, "", &format!("beside it {}", reserve(player)));
                }
                PendingStep::Combat(combat) => {
                    let player = &self.state.players[usize::from(task.seat)];
                    page.entry(TABLE, "combat", &self.token(combat.token));
                    let words = format!(
                        "for {}: {} combat value left, beside it {}",
                        nation_name(combat.nation),
                        combat.value,
                        reserve(player)
                    );
                    page.entry(TABLE, "", &words);
                    let costs = listed(self.combat_prices(player, combat));
                    page.entry(TABLE, "", &format!("combat value of actions: {costs}"));
                    let used = self.used(used_actions(self.state, combat));
                    if !used.is_empty() {
                        page.entry(TABLE, "", &format!("used: {}", listed(used)));
                    }
                }
                _ => {}
            }
        }
    }

    fn token(&self, token: Option<TokenId>) -> String {
        match token {
            None => format!("no token is left: every nation has {NO_TOKEN_VALUE}"),
            Some(token) => {
                let id = &self.game.components.labels.tokens[usize::from(token)];
                format!("token {id}: {}", self.game.token_words(token))
            }
        }
    }

    /// Formats the combat values of all nations with the modifiers that apply now.
    fn values(&self, token: Option<TokenId>) -> String {
        let values = Nation::ALL.map(|nation| {
            let value = self.game.combat_value(self.state, token, nation);
            format!("{} {value}", nation_name(nation))
        });
        format!("combat value now: {}", listed(values))
    }

    /// Formats the unused combat actions, each with its cost in combat value.
    fn combat_prices(&self, player: &Player, combat: Combat) -> Vec<String> {
        let (game, state) = (self.game, self.state);
        let used = used_actions(state, combat).bits();
        let unused = |kind: u32| used & kind == 0;
        let markers = state.supply[usize::from(combat.nation)] > 0;
        let mut prices = Vec::new();
        if unused(USED_INFLUENCE) {
            let [one, two] = INFLUENCE;
            prices.push(format!("1 influence {one}, 2 influence {two}"));
        }
        if markers && unused(USED_FLAG) {
            prices.push(format!("annex {ANNEX}, expel {EXPEL}"));
        }
        if markers && unused(USED_VILLAGE) && player.has_upgrade(7) {
            prices.push(format!(
                "occupy an empty village {OCCUPY_EMPTY}, another {OCCUPY_EXPEL}"
            ));
        }
        if markers && unused(USED_SILVER) && state.has_legacy(6) {
            let spaces = SILVER.iter().zip(state.silver_fleet);
            let free = spaces.filter(|(_, nation)| nation.is_none());
            prices.extend(free.map(|(cost, _)| format!("silver fleet {cost}")));
        }
        let reached = game.explorer_reached(player.explorer, game.components.places.explorer_5);
        let open = state.gold_mine.is_none() && reached;
        if markers && unused(USED_GOLD) && state.has_legacy(9) && open {
            prices.push(format!("gold mine {GOLD}"));
        }
        for index in bits(player.combat_actions) {
            let action = game.components.combat_actions.get(index);
            let action = action.filter(|_| unused(1 << (USED_CARDS + index as u32)));
            prices.extend(
                action.map(|action| {
                    format!("{} {}", game.card_name(action.card), action.combat_value)
                }),
            );
        }
        prices
    }

    /// Returns the names of the used kinds of combat action.
    pub(super) fn used(&self, used: UsedActions) -> Vec<String> {
        let name = |bit: usize| match bit.checked_sub(USED_NAMES.len()) {
            None => USED_NAMES[bit].to_string(),
            Some(card) => match self.game.components.combat_actions.get(card) {
                Some(action) => self.game.card_name(action.card),
                None => format!("action {card}"),
            },
        };
        bits(used.bits()).map(name).collect()
    }
}

/// Formats the CP and figures that a player can spend in addition to the combat value.
fn reserve(player: &Player) -> String {
    format!("{} CP and {}", player.cp, count(player.figures, "figure"))
}
