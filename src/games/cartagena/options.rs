//! Rule options: which part of the story is played, its length, the modules, and the readings of
//! rules that no text settles.

use std::collections::BTreeMap;

use super::components::{SYMBOL_NAMES, SYMBOLS};
use crate::game::{MAX_SEATS, Seat};
use crate::setup::{OptionSpec, SetupError};
use crate::suggestion::did_you_mean;

/// Strips in the box (CA-1.1); as each shows one side only, no game has more (CA-3.3).
pub const STRIPS: usize = 8;
/// Fewest strips of a single path (CA-3.1).
const SHORTEST_PATH: usize = 4;
/// Fewest strips of either path of the full escape (CA-5.1).
const SHORTEST_HALF: usize = 3;
/// Most turns per player that `turn_cap` takes.
const MOST_TURNS: u16 = 1000;

/// The options as the command line lists them.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "story",
        accepts: "escape, tortuga or full-escape",
        default: "escape",
        meaning: "tunnel to the sloop; island path to the cove; or both with the sloop between (CA-2, CA-4, CA-5)",
    },
    OptionSpec {
        name: "strips",
        accepts: "4 to 8; in the full escape tunnel+island, each at least 3, together at most 8",
        default: "6, or 3+3",
        meaning: "length of the path in strips of six spaces (CA-3.1, CA-3.3)",
    },
    OptionSpec {
        name: "pirates",
        accepts: "4, 5 or 6",
        default: "6",
        meaning: "pirates per player (CA-3.2)",
    },
    OptionSpec {
        name: "modules",
        accepts: "morgan, hindrance, black-magician, separated by commas; or none",
        default: "none",
        meaning: "modules in play; all combine (CA-6, CA-7, CA-8)",
    },
    OptionSpec {
        name: "layout",
        accepts: "shuffled-strips, fixed or random-symbols",
        default: "shuffled-strips",
        meaning: "strips in random order and direction; in the order of boards.toml; or with symbols in random order (CA-A1)",
    },
    OptionSpec {
        name: "turn_cap",
        accepts: "1 to 1000",
        default: "200",
        meaning: "turns per player after which a game without a winner is stopped and reported as capped (CA-A35)",
    },
    OptionSpec {
        name: "sail_back_counts_jail",
        accepts: "on or off",
        default: "on",
        meaning: "a pirate in jail allows sailing back to Cartagena as one in the tunnel does (CA-A6)",
    },
    OptionSpec {
        name: "sail_out_needs_own_aboard",
        accepts: "off or on",
        default: "off",
        meaning: "sailing to Tortuga needs an own pirate aboard (CA-A7)",
    },
    OptionSpec {
        name: "morgan_jail",
        accepts: "on or off",
        default: "on",
        meaning: "Morgan may move a pirate out of the jail or the sunken sloop (CA-A11)",
    },
    OptionSpec {
        name: "hook_pair",
        accepts: "own or mixed",
        default: "own",
        meaning: "the hook's power moves two own pirates, or one of them may be another player's (CA-A15)",
    },
    OptionSpec {
        name: "parrot_power",
        accepts: "off or on",
        default: "off",
        meaning: "two parrots also stand for another card's power, not only for its move (CA-A18)",
    },
    OptionSpec {
        name: "powers",
        accepts: "powers of pistol, rum, lantern, parrot, hook, chest, separated by commas; all or none",
        default: "all",
        meaning: "powers that the Black Magician gives; fewer than all is a device for studies, not a rule (CA-8.3)",
    },
    OptionSpec {
        name: "powers_for",
        accepts: "all, or a seat from 1 on",
        default: "all",
        meaning: "whom powers limits: everybody, or one seat, while the others have all powers; for studies",
    },
];

/// The part of the story that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Story {
    /// Jail to sloop.
    Escape,
    /// Sunken sloop to cove.
    Tortuga,
    /// Jail to cove by way of the sloop.
    FullEscape,
}

/// Where the strips come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Strips as in the data, in the order of the data.
    Fixed,
    /// Strips as in the data, in random order and direction.
    ShuffledStrips,
    /// Every strip has the six symbols in random order.
    RandomSymbols,
}

/// The options of one game, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Part of the story.
    pub story: Story,
    /// Strips of the first path: tunnel, or the island in Tortuga.
    pub strips: usize,
    /// Strips of the island in the full escape, otherwise 0.
    pub island_strips: usize,
    /// Pirates per player.
    pub pirates: u8,
    /// CA-6.
    pub morgan: bool,
    /// CA-7.
    pub hindrance: bool,
    /// CA-8.
    pub magician: bool,
    /// Strips.
    pub layout: Layout,
    /// Turns per player.
    pub turn_cap: u16,
    /// CA-A6.
    pub sail_back_counts_jail: bool,
    /// CA-A7.
    pub sail_out_needs_own_aboard: bool,
    /// CA-A11.
    pub morgan_jail: bool,
    /// CA-A15: one of the two pirates may be another player's.
    pub hook_pair_mixed: bool,
    /// CA-A18.
    pub parrot_power: bool,
    /// Powers in play, by symbol.
    pub powers: [bool; SYMBOLS],
    /// The only seat that is limited to them, if it is not everybody.
    pub powers_for: Option<Seat>,
}

impl Options {
    /// Reads options by name; missing ones have their default.
    ///
    /// # Errors
    /// [`SetupError::OptionValue`] for the first value, or combination of values, that is not
    /// accepted.
    pub fn read(given: &BTreeMap<String, String>, players: usize) -> Result<Options, SetupError> {
        let value = |name: &str| -> &str {
            let spec = OPTIONS
                .iter()
                .find(|option| option.name == name)
                .expect("every option is in the table");
            given.get(name).map_or(spec.default, String::as_str).trim()
        };
        let flag = |name: &str, yes: &str, no: &str| match value(name) {
            found if found == yes => Ok(true),
            found if found == no => Ok(false),
            found => Err(refused(name, found, &format!("{yes} or {no}"))),
        };
        let story = match value("story") {
            "escape" => Story::Escape,
            "tortuga" => Story::Tortuga,
            "full-escape" => Story::FullEscape,
            other => {
                let names = ["escape", "tortuga", "full-escape"];
                let hint = did_you_mean(other, names.into_iter());
                let expected = format!("escape, tortuga or full-escape{hint}");
                return Err(refused("story", other, &expected));
            }
        };
        let layout = match value("layout") {
            "fixed" => Layout::Fixed,
            "shuffled-strips" => Layout::ShuffledStrips,
            "random-symbols" => Layout::RandomSymbols,
            other => {
                let names = ["fixed", "shuffled-strips", "random-symbols"];
                let hint = did_you_mean(other, names.into_iter());
                let expected = format!("fixed, shuffled-strips or random-symbols{hint}");
                return Err(refused("layout", other, &expected));
            }
        };
        let (strips, island_strips) = strips(story, given.get("strips").map(|text| text.trim()))?;
        let [morgan, hindrance, magician] = modules(value("modules"))?;
        let options = Options {
            story,
            strips,
            island_strips,
            pirates: number("pirates", value("pirates"), 4, 6)? as u8,
            morgan,
            hindrance,
            magician,
            layout,
            turn_cap: number("turn_cap", value("turn_cap"), 1, MOST_TURNS)?,
            sail_back_counts_jail: flag("sail_back_counts_jail", "on", "off")?,
            sail_out_needs_own_aboard: flag("sail_out_needs_own_aboard", "on", "off")?,
            morgan_jail: flag("morgan_jail", "on", "off")?,
            hook_pair_mixed: flag("hook_pair", "mixed", "own")?,
            parrot_power: flag("parrot_power", "on", "off")?,
            powers: powers(value("powers"))?,
            powers_for: match value("powers_for") {
                "all" => None,
                seat => Some(usize::from(number("powers_for", seat, 1, MAX_SEATS as u16)?) - 1),
            },
        };
        if options.powers_for.is_some_and(|seat| seat >= players) {
            let expected = format!("all, or a seat from 1 to {players}");
            return Err(refused("powers_for", value("powers_for"), &expected));
        }
        let differs = |name: &str| {
            let default = OPTIONS.iter().find(|option| option.name == name);
            default.is_some_and(|option| value(name) != option.default)
        };
        let needed = [
            (
                &["sail_back_counts_jail", "sail_out_needs_own_aboard"][..],
                story == Story::FullEscape,
                "story=full-escape: nobody else sails (CA-5.3)",
            ),
            (
                &["morgan_jail"],
                morgan,
                "modules=morgan: it is a reading of that module (CA-6.1)",
            ),
            (
                &["hook_pair", "parrot_power", "powers", "powers_for"],
                magician,
                "modules=black-magician: cards have powers only there (CA-8.1)",
            ),
        ];
        for (names, in_play, what) in needed {
            if let Some(name) = names.iter().find(|name| !in_play && differs(name)) {
                let expected = format!("together with {what}");
                return Err(refused(name, value(name), &expected));
            }
        }
        Ok(options)
    }
}

fn refused(name: &str, value: &str, expected: &str) -> SetupError {
    SetupError::OptionValue {
        name: name.to_string(),
        value: value.to_string(),
        expected: expected.to_string(),
    }
}

fn number(name: &str, text: &str, least: u16, most: u16) -> Result<u16, SetupError> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| refused(name, text, &format!("a number from {least} to {most}")))
}

/// Strips of the first path and of the island of the full escape.
fn strips(story: Story, given: Option<&str>) -> Result<(usize, usize), SetupError> {
    let text = given.unwrap_or(match story {
        Story::FullEscape => "3+3",
        _ => "6",
    });
    let wrong = |expected: &str| Err(refused("strips", text, expected));
    let halves: Option<Vec<usize>> = text
        .split('+')
        .map(|half| half.trim().parse().ok())
        .collect();
    match (story, halves.as_deref()) {
        (Story::FullEscape, Some(&[tunnel, island])) => {
            if tunnel < SHORTEST_HALF || island < SHORTEST_HALF {
                return wrong("at least 3 strips of tunnel and 3 of island (CA-5.1), such as 3+3");
            }
            if tunnel + island > STRIPS {
                return wrong(
                    "at most 8 strips together, because each shows one side only (CA-3.3), such as 4+4",
                );
            }
            Ok((tunnel, island))
        }
        (Story::FullEscape, _) => wrong(
            "tunnel+island such as 3+3 or 4+4: the full escape has two paths of at least 3 strips (CA-5.1)",
        ),
        (_, Some(&[strips])) if (SHORTEST_PATH..=STRIPS).contains(&strips) => Ok((strips, 0)),
        (_, Some(&[_, _])) => {
            wrong("a number from 4 to 8: only story=full-escape has two paths (CA-5.1)")
        }
        _ => wrong("a number from 4 to 8 (CA-3.1)"),
    }
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ' '])
        .filter(|name| !name.is_empty() && *name != "none")
}

/// Morgan, hindrance, Black Magician.
fn modules(text: &str) -> Result<[bool; 3], SetupError> {
    const MODULES: [&str; 3] = ["morgan", "hindrance", "black-magician"];
    let mut chosen = [false; 3];
    for name in names(text) {
        if let Some(module) = MODULES.iter().position(|module| *module == name) {
            chosen[module] = true;
            continue;
        }
        let hint = match name {
            "escape" | "tortuga" | "full-escape" => {
                format!(" (a part of the story: story={name})")
            }
            _ => did_you_mean(name, MODULES.into_iter()),
        };
        let expected = format!(
            "some of {} separated by commas, or none; \"{name}\" is none of them{hint}",
            MODULES.join(", ")
        );
        return Err(refused("modules", text, &expected));
    }
    Ok(chosen)
}

fn powers(text: &str) -> Result<[bool; SYMBOLS], SetupError> {
    if text == "all" {
        return Ok([true; SYMBOLS]);
    }
    let mut chosen = [false; SYMBOLS];
    for name in names(text) {
        let Some(symbol) = SYMBOL_NAMES.iter().position(|symbol| *symbol == name) else {
            let hint = did_you_mean(name, SYMBOL_NAMES.into_iter());
            let expected = format!(
                "some of {} separated by commas, all or none; \"{name}\" is none of them{hint}",
                SYMBOL_NAMES.join(", ")
            );
            return Err(refused("powers", text, &expected));
        };
        chosen[symbol] = true;
    }
    Ok(chosen)
}
