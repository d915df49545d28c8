//! Kinds of experiments by their names in experiment files.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};

use crate::retired::advice;

/// Properties in which kinds of experiment differ.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// True if the results have numbered conditions.
    pub has_cells: bool,
    /// True if the kind studies items.
    pub has_items: bool,
    /// True if every bot plays against copies of itself, so that only the treatment differs.
    pub is_self_play: bool,
    /// True if the results determine when the experiment ends.
    pub is_sequential: bool,
    /// True if a bot's results over all conditions together are meaningful, because the conditions differ
    /// only in their line-ups.
    pub has_totals: bool,
    /// Keys that a manifest of the kind contains.
    pub needed: &'static [&'static str],
    /// Keys that a manifest of the kind may contain.
    pub optional: &'static [&'static str],
}

/// One line-up, without settings of its own.
const PLAIN: Traits = Traits {
    has_cells: false,
    has_items: false,
    is_self_play: false,
    is_sequential: false,
    has_totals: false,
    needed: &[],
    optional: &[],
};

const LINE_UPS: Traits = Traits {
    has_cells: true,
    has_totals: true,
    ..PLAIN
};

const ITEMS: Traits = Traits {
    has_cells: true,
    has_items: true,
    is_self_play: true,
    needed: &["items"],
    optional: &["perturbed"],
    ..PLAIN
};

/// Generates the kinds with their names and traits.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $traits:expr;)*) => {
        /// Kind of experiment, which combines a design and its main question.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// Returns the name of the kind in experiment files.
            pub const fn name(self) -> &'static str {
                NAMES[self as usize]
            }

            /// Returns the properties of the kind.
            pub const fn traits(self) -> Traits {
                match self {
                    $(Kind::$kind => $traits,)*
                }
            }
        }

        const NAMES: &[&str] = &[$($name),*];
    };
}

kinds! {
    /// One line-up in one game.
    Simulate = "simulate", PLAIN;
    /// Every line-up that the bots can form.
    Tournament = "tournament", LINE_UPS;
    /// One bot against each of the others.
    Gauntlet = "gauntlet", LINE_UPS;
    /// Sequential test of one bot against another.
    Duel = "duel", Traits { is_sequential: true, needed: &["duel"], ..PLAIN };
    /// Different settings on the same deals.
    Sweep = "sweep", Traits { has_cells: true, ..PLAIN };
    /// Several bots at every level of an ordered rule option, on the same deals.
    Ladder = "ladder", Traits { has_cells: true, needed: &["ladder"], ..PLAIN };
    /// Several bots on random mixtures of items, on the same deals.
    Mixture = "mixture", Traits { has_cells: true, needed: &["mixture"], ..PLAIN };
    /// Items are withheld at random, separately from every place, to measure the effect of access to each.
    Factorial = "factorial", ITEMS;
    /// One place begins with an item, to measure the effect of having it.
    Grant = "grant", ITEMS;
    /// Items are withheld at random at several random prices, to measure the effect of access to each and its change
    /// with the price.
    #[serde(rename = "price_factorial")]
    PriceFactorial = "price_factorial", Traits { optional: &[], ..ITEMS };
    /// One place never takes an item, or always does, to find out how well a bot uses it.
    Constraint = "constraint", ITEMS;
    /// One rule option at a time has other values.
    Settings = "settings", Traits {
        has_cells: true,
        is_self_play: true,
        needed: &["settings"],
        optional: &["perturbed"],
        ..PLAIN
    };
    /// The game before and after a change on the same deals, until the effects are settled.
    Change = "change", Traits {
        has_cells: true,
        is_self_play: true,
        is_sequential: true,
        needed: &["change"],
        optional: &["items"],
        ..PLAIN
    };
    /// After each of several changes, challengers play against each bot, to find out whether the bot uses the change.
    Audit = "audit", Traits { has_cells: true, needed: &["audit"], ..PLAIN };
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        struct Word;

        impl Visitor<'_> for Word {
            type Value = Kind;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("the name of a kind of experiment")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Kind, E> {
                let kind = Kind::ALL.iter().copied().find(|kind| kind.name() == word);
                kind.ok_or_else(|| match advice("kind", word) {
                    Some(advice) => E::custom(format!("unknown kind \"{word}\"; {advice}")),
                    None => E::unknown_variant(word, NAMES),
                })
            }
        }

        deserializer.deserialize_str(Word)
    }
}
