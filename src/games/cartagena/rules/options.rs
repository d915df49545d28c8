//! Rule options: part of the story, length of the path, modules, and interpretations of ambiguous
//! rules.

use crate::cartagena::components::{STRIPS, SYMBOL_NAMES, SYMBOLS};
use crate::game::Seat;
use crate::options::seat_or_all;
use crate::suggestion::did_you_mean;

/// Minimum number of strips of a single path (CA-3.1).
const SHORTEST_PATH: usize = 4;
/// Minimum number of strips of each path of the full escape (CA-5.1).
const SHORTEST_HALF: usize = 3;

/// Part of the story that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Story {
    /// From the jail to the sloop.
    Escape,
    /// From the sunken sloop to the cove.
    Tortuga,
    /// From the jail to the cove, with the sloop between two paths.
    FullEscape,
}

/// Source of the strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Strips in the data set, in the order of the data set.
    Fixed,
    /// Strips in the data set, in random order and direction.
    ShuffledStrips,
    /// Strips with the six symbols in random order.
    RandomSymbols,
}

portolan_core::options! {
    /// Parsed options of one game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options(given, players: usize);

    story: Story = "escape",
        {"escape" = Story::Escape, "tortuga" = Story::Tortuga, "full-escape" = Story::FullEscape},
        "tunnel to the sloop; island path to the cove; or both with the sloop between (CA-2, CA-4, CA-5)";
    strips(strips: usize, island_strips: usize) = "6" ("3+3" with story = "full-escape"),
        (
            "4 to 8; in the full escape tunnel+island, each at least 3, together at most 8",
            |text| read_strips(story, text)
        ),
        "length of the path in strips of six spaces (CA-3.1, CA-3.3)";
    pirates: u8 = 6, [4 to 6], "pirates per player (CA-3.2)";
    seat_1_cards() = 0, "-6 to 6", "additional cards dealt to seat 1 (CA-2.3)";
    seat_2_cards() = 0, "-6 to 6", "additional cards dealt to seat 2 (CA-2.3)";
    seat_3_cards() = 0, "-6 to 6", "additional cards dealt to seat 3 (CA-2.3)";
    seat_4_cards() = 0, "-6 to 6", "additional cards dealt to seat 4 (CA-2.3)";
    seat_5_cards() = 0, "-6 to 6", "additional cards dealt to seat 5 (CA-2.3)";
    modules(morgan: bool, hindrance: bool, magician: bool) = "none",
        ("morgan, hindrance, black-magician, separated by commas; or none", read_modules),
        "modules in play; they can all be combined (CA-6, CA-7, CA-8)";
    layout: Layout = "shuffled-strips",
        {
            "shuffled-strips" = Layout::ShuffledStrips,
            "fixed" = Layout::Fixed,
            "random-symbols" = Layout::RandomSymbols,
        },
        "strips in random order and direction; in the order of boards.toml; or with symbols in random order (CA-A1)";
    turn_cap: u16 = 200, [1 to 1000],
        "turns per player after which a game without a winner is stopped and reported as capped (CA-A35)";
    sail_back_counts_jail: bool = "on", switch,
        "a pirate in jail allows sailing back to Cartagena as a pirate in the tunnel does (CA-A6)",
        needs story == Story::FullEscape, or "story=full-escape, because the sloop does not sail in other stories \
                                              (CA-5.3)";
    sail_out_needs_own_aboard: bool = "off", switch, "a player needs a pirate aboard to sail to Tortuga (CA-A7)",
        needs story == Story::FullEscape, or "story=full-escape, because the sloop does not sail in other stories \
                                              (CA-5.3)";
    morgan_jail: bool = "on", switch,
        "Morgan may move a pirate out of the jail or the sunken sloop (CA-A11)",
        needs morgan, or "modules=morgan, because this option applies to that module (CA-6.1)";
    hook_pair(hook_pair_mixed: bool) = "own", {"own" = false, "mixed" = true},
        "the hook's power moves two of the player's pirates, or one of them may belong to another \
         player (CA-A15)",
        needs magician, or "modules=black-magician, because only this module gives cards powers (CA-8.1)";
    parrot_power: bool = "off", switch,
        "two parrots also copy the power of another card, not only its move (CA-A18)",
        needs magician, or "modules=black-magician, because only this module gives cards powers (CA-8.1)";
    powers: [bool; SYMBOLS] = "all",
        (
            "powers of pistol, rum, lantern, parrot, hook, chest, separated by commas; all or none",
            read_powers
        ),
        "powers that the Black Magician gives; values other than all are for studies and not part \
         of the rules (CA-8.3)",
        needs magician, or "modules=black-magician, because only this module gives cards powers (CA-8.1)";
    powers_for: Option<Seat> = "all", ("all, or a seat from 1 on", |text| seat_or_all(text, players)),
        "seats with limited powers: all, or one seat while the others have all powers; for studies",
        needs magician, or "modules=black-magician, because only this module gives cards powers (CA-8.1)";
}

/// Parses the number of strips of the first path and of the island. The island exists only in the
/// full escape.
fn read_strips(story: Story, text: &str) -> Result<(usize, usize), String> {
    let halves: Option<Vec<usize>> = text
        .split('+')
        .map(|half| half.trim().parse().ok())
        .collect();
    let expected = match (story, halves.as_deref()) {
        (Story::FullEscape, Some(&[tunnel, island])) => {
            if tunnel < SHORTEST_HALF || island < SHORTEST_HALF {
                "at least 3 strips of tunnel and 3 of island (CA-5.1), such as 3+3"
            } else if tunnel + island > STRIPS {
                "at most 8 strips together, because each shows one side only (CA-3.3), such as 4+4"
            } else {
                return Ok((tunnel, island));
            }
        }
        (Story::FullEscape, _) => {
            "tunnel+island such as 3+3 or 4+4: the full escape has two paths of at least 3 strips (CA-5.1)"
        }
        (_, Some(&[strips])) if (SHORTEST_PATH..=STRIPS).contains(&strips) => {
            return Ok((strips, 0));
        }
        (_, Some(&[_, _])) => "a number from 4 to 8: only story=full-escape has two paths (CA-5.1)",
        _ => "a number from 4 to 8 (CA-3.1)",
    };
    Err(expected.to_string())
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ' '])
        .filter(|name| !name.is_empty() && *name != "none")
}

/// Parses the modules and returns one flag each for Morgan, hindrance and Black Magician.
fn read_modules(text: &str) -> Result<(bool, bool, bool), String> {
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
        return Err(format!(
            "some of {} separated by commas, or none; \"{name}\" is not one of them{hint}",
            MODULES.join(", ")
        ));
    }
    Ok(chosen.into())
}

fn read_powers(text: &str) -> Result<[bool; SYMBOLS], String> {
    if text == "all" {
        return Ok([true; SYMBOLS]);
    }
    let mut chosen = [false; SYMBOLS];
    for name in names(text) {
        let Some(symbol) = SYMBOL_NAMES.iter().position(|symbol| *symbol == name) else {
            let hint = did_you_mean(name, SYMBOL_NAMES.into_iter());
            return Err(format!(
                "some of {} separated by commas, all or none; \"{name}\" is not one of them{hint}",
                SYMBOL_NAMES.join(", ")
            ));
        };
        chosen[symbol] = true;
    }
    Ok(chosen)
}
