//! Lasting effects of a player's cards, as numbers.

use crate::maracaibo::rules::state::Player;

/// Names of the lasting effects encoded as numbers, in the order of [`effects`].
pub const EFFECT_NAMES: [&str; 10] = [
    "discount",
    "compasses",
    "explorer steps",
    "cp before combat",
    "vp stolen",
    "visitor",
    "cp for a figure",
    "vp for expelling",
    "village actions",
    "combat actions",
];

/// Returns the lasting effects of a player.
pub fn effects(player: &Player) -> [u8; EFFECT_NAMES.len()] {
    [
        player.discount,
        // Every player has the printed compass.
        player.compasses.saturating_sub(1),
        player.explore_plus,
        player.cp_before_combat,
        player.jump_steal,
        player.visitor,
        player.figure_to_cp,
        player.expel_vp,
        player.village_actions.count_ones() as u8,
        player.combat_actions.count_ones() as u8,
    ]
}
