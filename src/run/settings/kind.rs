//! Kinds of experiments, with their names in experiment files and their properties.

use serde::{Deserialize, Serialize};

/// Properties in which kinds of experiment differ.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// True if the results have numbered conditions.
    pub has_cells: bool,
    /// True if every bot plays against copies of itself, so that only the treatment differs.
    pub is_self_play: bool,
    /// True if the results determine when the experiment ends.
    pub is_sequential: bool,
    /// True if a bot's results over all conditions together are meaningful, because the conditions differ
    /// only in their line-ups.
    pub has_totals: bool,
}

/// Properties of a kind with one line-up and without conditions.
const PLAIN: Traits = Traits {
    has_cells: false,
    is_self_play: false,
    is_sequential: false,
    has_totals: false,
};

const CELLS: Traits = Traits {
    has_cells: true,
    ..PLAIN
};

const LINE_UPS: Traits = Traits {
    has_totals: true,
    ..CELLS
};

const SELF_PLAY: Traits = Traits {
    is_self_play: true,
    ..CELLS
};

/// Generates the kinds with their names and traits.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $traits:expr;)*) => {
        /// Kind of experiment, which combines a design and its main question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// Returns the name of the kind in experiment files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }

            /// Returns the properties of the kind.
            pub const fn traits(self) -> Traits {
                match self {
                    $(Kind::$kind => $traits,)*
                }
            }
        }
    };
}

kinds! {
    /// One line-up in one game.
    #[default]
    Simulate = "simulate", PLAIN;
    /// Every line-up that the bots can form.
    Tournament = "tournament", LINE_UPS;
    /// One bot against each of the others.
    Gauntlet = "gauntlet", LINE_UPS;
    /// Sequential test of one bot against another.
    Duel = "duel", Traits { is_sequential: true, ..PLAIN };
    /// Different settings on the same deals.
    Sweep = "sweep", CELLS;
    /// Several bots at every level of an ordered rule option, on the same deals.
    Ladder = "ladder", CELLS;
    /// Several bots on random mixtures of items, on the same deals.
    Mixture = "mixture", CELLS;
    /// Items are withheld at random, separately from every place, to measure the effect of access to each item.
    Factorial = "factorial", SELF_PLAY;
    /// One place begins with an item, to measure the effect of having the item.
    Grant = "grant", SELF_PLAY;
    /// Items are withheld at random at several random prices, to measure the effect of access to each item and its
    /// change with the price.
    PriceFactorial = "price_factorial", SELF_PLAY;
    /// One place never takes an item, or always does, to find out how well a bot uses it.
    Constraint = "constraint", SELF_PLAY;
    /// One rule option at a time is varied, with all other options at their reference values.
    Settings = "settings", SELF_PLAY;
    /// The game before and after a change on the same deals, until the effects are settled.
    Change = "change", Traits { is_sequential: true, ..SELF_PLAY };
    /// After each of several changes, challengers play against each bot, to find out whether the bot uses the change.
    Audit = "audit", CELLS;
}
