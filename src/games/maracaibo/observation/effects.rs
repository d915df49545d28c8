//! Lasting effects of own cards, as numbers.

use super::super::state::Player;

/// Lasting effects that are told as numbers, in the order of [`effects`].
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

/// The lasting effects of a player.
pub fn effects(player: &Player) -> [u8; EFFECT_NAMES.len()] {
    [
        player.discount,
        // The printed compass is the same for all.
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
