//! Text for a combat in progress: the token, the remaining resources, and the costs of its actions.

use super::super::texts::terms::count;
use super::Text;
use super::lists::{bits, listed};
use crate::maracaibo::components::TokenId;
use crate::maracaibo::rules::combat::{
    ANNEX, EXPEL, GOLD, INFLUENCE, NO_TOKEN_VALUE, OCCUPY_EMPTY, OCCUPY_EXPEL, SILVER, USED_CARDS,
    USED_FLAG, USED_GOLD, USED_INFLUENCE, USED_NAMES, USED_SILVER, USED_VILLAGE, used_actions,
};
use crate::maracaibo::rules::pending::{Combat, Pending, UsedActions};

impl Text<'_> {
    pub(super) fn token(&self, token: &Option<TokenId>) -> String {
        match token {
            None => format!("no token is left: every nation has {NO_TOKEN_VALUE}"),
            Some(token) => {
                let id = &self.game.components.labels.tokens[usize::from(*token)];
                format!("token {id}: {}", self.game.token_words(*token))
            }
        }
    }

    /// Formats the CP and figures that the seat of a task can spend in addition to its combat value.
    pub(super) fn reserve(&self, task: &Pending) -> String {
        let player = &self.state.players[usize::from(task.seat)];
        format!("{} CP and {}", player.cp, count(player.figures, "figure"))
    }

    /// Lists the unused combat actions, each with its cost in combat value.
    pub(super) fn combat_prices(&self, task: &Pending, combat: &Combat) -> String {
        let (game, state) = (self.game, self.state);
        let player = &state.players[usize::from(task.seat)];
        let used = used_actions(state, *combat).bits();
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
        listed(prices)
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
