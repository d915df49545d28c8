//! The keys of experiment files. Each key is declared once, with its type, kinds of experiment, default and meaning. The file
//! parser, the checks by kind, the manifest and the reference page are generated from these declarations.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{Not, Range, RangeInclusive};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use toml::{Spanned, Value};

use super::audit::FileAudit;
use super::change::FileChange;
use super::design::Ladder;
use super::duel::DuelBounds;
use super::events::EventLevel;
use super::file::{FileCell, FileSweep, OneOrMore};
use super::items::{Constraint, Factorial, PriceFactorial};
use super::kind::Kind;
use super::mixture::Mixture;
use crate::seed::Seed;

/// Description of a key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    /// Kinds of experiment that have the key; empty if all kinds do.
    pub kinds: &'static [Kind],
    /// Description of the default.
    pub default: &'static str,
    pub meaning: &'static str,
}

/// A file with numbers that are checked.
pub trait NumberFile {
    /// Error with the place of a key.
    type Error;

    /// Returns the value of a numeric key, or its default.
    ///
    /// # Errors
    /// [`NumberFile::Error`] if the value is out of range.
    fn number<T: Copy + PartialOrd + Display>(
        &self,
        key: Option<&Spanned<T>>,
        name: &str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, Self::Error>;
}

/// Declares the keys of a file or of a table in it: the struct that parses them and their documentation in `KEYS`. A key
/// with a default and a range is a number, and a method with its name returns the checked value.
#[macro_export]
macro_rules! file_keys {
    ($(#[$on_struct:meta])* pub struct $Keys:ident {$(
        $(#[$on_key:meta])*
        $key:ident: $type:ty $(= $default:expr, $range:expr)?, $shown:literal, $meaning:literal;
    )*}) => {
        #[derive(serde::Deserialize)]
        $(#[$on_struct])*
        #[serde(deny_unknown_fields)]
        pub struct $Keys {$(
            #[doc = concat!($meaning, ".")]
            $(#[$on_key])*
            pub $key: $crate::file_keys!(@type $type $(, $default)?),
        )*}

        impl $Keys {
            /// Documentation of the keys, in the order of the reference page.
            pub const KEYS: &[$crate::settings::keys::Key] = &[$($crate::settings::keys::Key {
                name: stringify!($key),
                kinds: &[],
                default: $shown,
                meaning: $meaning,
            },)*];

            $($(
                #[doc = concat!("Returns the checked value of `", stringify!($key), "`.")]
                pub fn $key<F: $crate::settings::keys::NumberFile>(
                    &self,
                    file: &F,
                ) -> Result<$type, F::Error> {
                    file.number(self.$key.as_ref(), stringify!($key), $default, $range)
                }
            )?)*
        }
    };
    (@type $type:ty) => { $type };
    (@type $type:ty, $default:expr) => { Option<toml::Spanned<$type>> };
}

/// Generates the table of keys, the struct for parsing a file, and the structs for the keys that are used and recorded
/// without conversion.
macro_rules! keys {
    (
        by hand {$(
            $(#[$hand_attribute:meta])*
            $hand:ident: $hand_type:ty, [$($hand_kind:ident),*], $hand_default:literal, $hand_meaning:literal;
        )*}
        as written {$(
            $name:ident: $type:ty, [$($kind:ident),*], $default:literal, $meaning:literal;
        )*}
        plain {$(
            $(#[$attribute:meta])*
            $plain:ident: $plain_type:ty = $value:expr, [$($plain_kind:ident),*], $plain_default:literal,
                $plain_meaning:literal;
        )*}
    ) => {
        /// All keys, in the order of the reference page.
        pub static KEYS: &[Key] = &[
            $(Key {
                name: stringify!($hand),
                kinds: &[$(Kind::$hand_kind),*],
                default: $hand_default,
                meaning: $hand_meaning,
            },)*
            $(Key {
                name: stringify!($plain),
                kinds: &[$(Kind::$plain_kind),*],
                default: $plain_default,
                meaning: $plain_meaning,
            },)*
            $(Key {
                name: stringify!($name),
                kinds: &[$(Kind::$kind),*],
                default: $default,
                meaning: $meaning,
            },)*
        ];

        /// Content of one file.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct FileKeys {
            $(
                #[doc = concat!("`", stringify!($hand), "`: ", $hand_meaning, ".")]
                $(#[$hand_attribute])*
                pub $hand: $hand_type,
            )*
            $($plain: Option<Spanned<$plain_type>>,)*
            $($name: Option<Spanned<$type>>,)*
        }

        /// Keys that need no conversion, merged from a file, its inherited files and the command line.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Keys {
            $(
                #[doc = concat!("`", stringify!($plain), "`: ", $plain_meaning, ".")]
                pub $plain: Option<$plain_type>,
            )*
            $(
                #[doc = concat!("`", stringify!($name), "`: ", $meaning, ".")]
                pub $name: Option<$type>,
            )*
        }

        /// Settings that the manifest records without conversion.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Plain {$(
            #[doc = concat!("`", stringify!($plain), "`: ", $plain_meaning, ".")]
            $(#[$attribute])*
            pub $plain: $plain_type,
        )*}

        impl Default for Plain {
            fn default() -> Plain {
                Plain {$($plain: $value,)*}
            }
        }

        impl FileKeys {
            /// Takes the keys that need no conversion, with the location of each key in the text of the file.
            pub fn take(&mut self) -> (Keys, Vec<(&'static str, Range<usize>)>) {
                let (mut keys, mut places) = (Keys::default(), Vec::new());
                $(take(stringify!($plain), self.$plain.take(), &mut keys.$plain, &mut places);)*
                $(take(stringify!($name), self.$name.take(), &mut keys.$name, &mut places);)*
                (keys, places)
            }
        }

        impl Keys {
            /// Replaces the keys that `above` sets.
            pub fn lay(&mut self, above: Keys) {
                $(self.$plain = above.$plain.or(self.$plain.take());)*
                $(self.$name = above.$name.or(self.$name.take());)*
            }

            /// Returns the names of the keys that are set.
            pub fn given(&self) -> Vec<&'static str> {
                let plain = [$((stringify!($plain), self.$plain.is_some())),*];
                let others = [$((stringify!($name), self.$name.is_some())),*];
                let all = plain.into_iter().chain(others);
                all.filter_map(|(name, given)| given.then_some(name)).collect()
            }

            /// Returns the settings that the manifest records without conversion, with defaults for missing keys.
            pub fn plain(&self) -> Plain {
                let default = Plain::default();
                Plain {$($plain: self.$plain.clone().unwrap_or(default.$plain),)*}
            }
        }
    };
}

/// Takes a key and records its location.
fn take<T>(
    name: &'static str,
    found: Option<Spanned<T>>,
    key: &mut Option<T>,
    places: &mut Vec<(&'static str, Range<usize>)>,
) {
    if let Some(found) = found {
        places.push((name, found.span()));
        *key = Some(found.into_inner());
    }
}

keys! {
    // Keys that need conversion: paths, options and keys that replace each other.
    by hand {
        kind: Option<Spanned<Kind>>, [], "required", "kind of study, see below";
        game: Option<Spanned<String>>, [], "required", "name of the game; `portolan games` lists \
                                                        the games";
        bots: Option<Spanned<Vec<Spanned<String>>>>, [], "required",
            "names (`portolan bots` lists them) or paths of `.toml` files";
        players: Option<Spanned<usize>>, [], "as many as `bots`", "bots in a game";
        games: Option<Spanned<u64>>, [], "1000; 100,000 for a duel", "games to play, rounded up to complete deal groups";
        blocks: Option<Spanned<u64>>, [], "–", "instead of `games`: deals to play, each in every seating";
        seed: Option<Spanned<Seed>>, [], "1",
            "master seed, 0 to 2^63 - 1: it determines every deal and every choice";
        data: Option<Spanned<PathBuf>>, [], "the files that ship with the program",
            "folder of component files to play with, as `portolan data export` writes it, or [file of changes](../guide/balance.md)";
        inherits: Option<Spanned<String>>, [], "–",
            "another experiment to start from: a name (`portolan experiments` lists them) or a file";
        #[serde(default)]
        set: BTreeMap<String, Spanned<Value>>, [], "defaults of the game",
            "table: rule options; `portolan games GAME` lists them";
        challenger: Option<Spanned<String>>, [Gauntlet], "required", "the bot that plays against each of the others";
        opponent: Option<Spanned<String>>, [Ladder, Mixture], "required with two or more players",
            "the bot in the other seats";
        variance: Option<Spanned<String>>, [Simulate, Tournament, Gauntlet, Sweep, Ladder], "none",
            "the bot, by name or path, whose network estimates the luck of every game: `games.csv` contains the luck, and `luck.csv` the adjusted means ([method](statistics.md))";
        sweep: Option<FileSweep>, [Sweep], "–", "table: for each setting a list of values; every combination is a cell";
        #[serde(default)]
        cell: Vec<FileCell>, [Sweep], "–", "tables: the settings of each cell";
        #[serde(default)]
        settings: BTreeMap<String, Spanned<Vec<Value>>>, [Settings], "required",
            "table: for each rule option a list of values, the reference first";
        change: Option<Spanned<FileChange>>, [Change], "required",
            "table: the differences after the change, and the smallest differences that matter";
        audit: Option<Spanned<FileAudit>>, [Audit], "required", "table: the changes, and the smallest gain that matters";
    }
    as written {
        duel: DuelBounds, [Duel], "see below", "table: the hypotheses and error rates";
        ladder: Ladder, [Ladder], "required", "table: the ordered option and its values";
        mixture: Mixture, [Mixture], "required", "table: the option, its items and sets";
        items: OneOrMore, [Factorial, Grant, PriceFactorial, Constraint, Change], "required; none for `change`",
            "a kind of items (`\"cards\"`), or a list of kinds and items (`[\"prestige\", \"A027\", \"careers:K1\"]`)";
        by_strength: bool, [Factorial, Grant, Constraint], "`false`",
            "`true`: the bots are listed from the weakest to the strongest, and the report shows which effects hold for all bots, change with strength, or appear only for some bots";
        factorial: Factorial, [Factorial], "see below", "table: number of withheld items, and further estimates";
        price_factorial: PriceFactorial, [PriceFactorial], "see below", "table: number of withheld items, and range of the price changes";
        constraint: Constraint, [Constraint], "see below", "table: restriction of one seat for an item";
        perturbed: u32, [], "0",
            "number of further data sets with varied placeholder rows, on which a study of items or settings is repeated";
    }
    plain {
        events: EventLevel = EventLevel::All, [], "`\"all\"`",
            "events in `events.csv`: `\"all\"`, `\"none\"` or, in a factorial or price factorial experiment or a change, `\"items\"`, only events by which seats take the studied items";
        #[serde(default, skip_serializing_if = "Not::not")]
        compress: bool = false, [], "`false`",
            "`true`: the tables are written as `games.csv.gz` and `events.csv.gz`";
    }
}

/// Returns the description of a key.
pub fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}
