//! Rule options: scenario and legacy tiles, the variant of the prestige buildings, Jean's deck, and
//! the readings of rules that no text settles.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::setup::{OptionSpec, SetupError};
use crate::suggestion::did_you_mean;

/// Legacy tiles that exist: L1–L18, L20–L23, L25.
pub const LEGACY_TILES: u32 = {
    let mut tiles = 0u32;
    let mut number = 1;
    while number <= 25 {
        if number != 19 && number != 24 {
            tiles |= 1 << number;
        }
        number += 1;
    }
    tiles
};

/// The options as the command line lists them.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "scenario",
        accepts: "75, 76, 77 or campaign",
        default: "75",
        meaning: "scenario card: 75 no story; 76 with L1, L4-L6; 77 with L1, L4-L9; both with C cards; campaign with story cards (M-1.13, M-25.2, M-C1)",
    },
    OptionSpec {
        name: "legacy",
        accepts: "tiles separated by commas, of L1-L18, L20-L23, L25; or none",
        default: "none",
        meaning: "legacy tiles in play beside those of the scenario (M-22.5 to M-22.15)",
    },
    OptionSpec {
        name: "story",
        accepts: "numbers of story cards joined by +; 80 to 89 start chapter 2 to 11",
        default: "1",
        meaning: "campaign: the story cards that are active at the start (M-C1, M-C3, M-C4)",
    },
    OptionSpec {
        name: "story_deck",
        accepts: "story cards, top first, like 6-20+2-4; or none",
        default: "all others in order",
        meaning: "campaign: the cards left in the story deck (M-C3, M-C8)",
    },
    OptionSpec {
        name: "c_cards",
        accepts: "C cards joined by +, like 90+91; or none",
        default: "none",
        meaning: "campaign: the C cards that earlier games left among the A cards (M-C3)",
    },
    OptionSpec {
        name: "prestige",
        accepts: "hidden or open",
        default: "hidden",
        meaning: "prestige buildings II-IV turned up round by round, or all from the start (M-25.1)",
    },
    OptionSpec {
        name: "weighting",
        accepts: "values or spaces",
        default: "values",
        meaning: "a nation's weighting sums the values of its emptied supply spaces, or counts the spaces (M-A1)",
    },
    OptionSpec {
        name: "skipped_assistants",
        accepts: "number or route",
        default: "number",
        meaning: "an assistant is passed over by location number, or only on the route sailed (M-A4)",
    },
    OptionSpec {
        name: "assistant_vp_round4",
        accepts: "off or on",
        default: "off",
        meaning: "2 VP for assistants ahead of the ship also when the game ends (M-A6)",
    },
    OptionSpec {
        name: "extra_main_u1",
        accepts: "on or off",
        default: "on",
        meaning: "U1 counts for village actions as the extra main action of an assistant (M-A17)",
    },
    OptionSpec {
        name: "cp_before_combat",
        accepts: "turn or combat",
        default: "turn",
        meaning: "a card's CP before a combat come once per turn, or in every combat (M-A45)",
    },
    OptionSpec {
        name: "last_village_action",
        accepts: "all or own",
        default: "all",
        meaning: "a last village action also ends enclosing village actions, or only its own sequence (M-A53)",
    },
    OptionSpec {
        name: "interim_assistants",
        accepts: "on or off",
        default: "on",
        meaning: "an assistant bought in interim scoring pays 2 VP when the ships return (M-A57)",
    },
    OptionSpec {
        name: "majority_zero",
        accepts: "ordinary or none",
        default: "ordinary",
        meaning: "a nation without markers takes part in the majority bonus, or gets none (M-A59)",
    },
    OptionSpec {
        name: "rank_without_marker",
        accepts: "rank or lost",
        default: "rank",
        meaning: "marker and next noble rank: without a marker or village the rank alone is taken, or all is lost (M-A65)",
    },
    OptionSpec {
        name: "declined_marker",
        accepts: "lost or rank",
        default: "lost",
        meaning: "marker and next noble rank: whoever declines the marker loses the step, or takes the step alone (M-A65)",
    },
    OptionSpec {
        name: "nation_without_marker",
        accepts: "refused or rank",
        default: "refused",
        meaning: "marker and next noble rank: a nation without markers cannot be chosen, or is chosen for the step alone (M-A65)",
    },
    OptionSpec {
        name: "combat_actions",
        accepts: "combat or turn",
        default: "combat",
        meaning: "each kind of combat action once in every combat, or once in all combats of a turn (M-A44)",
    },
    OptionSpec {
        name: "silver_fleet_influence",
        accepts: "3 or 8",
        default: "3",
        meaning: "influence for a marker with the silver fleet, L6 (M-A2)",
    },
    OptionSpec {
        name: "start_doubloons",
        accepts: "0 to 30",
        default: "8",
        meaning: "doubloons of the first seat at the start (M-1.12)",
    },
    OptionSpec {
        name: "seat_doubloons",
        accepts: "0 to 5",
        default: "1",
        meaning: "how many more each later seat has (M-1.12)",
    },
    OptionSpec {
        name: "hand_limit",
        accepts: "1 to 8",
        default: "4",
        meaning: "cards up to which a hand is filled; U2 adds 2 (M-5.1)",
    },
    OptionSpec {
        name: "level",
        accepts: "very-easy, easy, normal, hard or very-hard",
        default: "normal",
        meaning: "solo: Jean's cards by letter: 5A; 5A1C; 5A1B1C; 4A2B1C; 3A3B1C (M-24.2, M-25.4)",
    },
    OptionSpec {
        name: "jean_deck",
        accepts: "cards by letter like 4A2B1C, up to 5A, 6B and 4C",
        default: "that of the level",
        meaning: "solo: any other number of cards of each letter, in place of a level (M-24.2)",
    },
    OptionSpec {
        name: "jean_cards",
        accepts: "automa cards like A1+A2+B3, each once",
        default: "random by letter",
        meaning: "solo: exactly these cards, in place of a level or deck (M-24.2)",
    },
    OptionSpec {
        name: "jean_explorer_quest",
        accepts: "on or end",
        default: "on",
        meaning: "solo: when Jean's explorer takes a quest her turn goes on, or ends (M-A66)",
    },
];

/// The options that are about Jean, and so only for solo games.
pub(super) const SOLO_OPTIONS: [&str; 4] =
    ["level", "jean_deck", "jean_cards", "jean_explorer_quest"];

/// The scenario that is a campaign (M-25.3).
pub(super) const CAMPAIGN: &str = "campaign";
/// The options that only a campaign has.
pub(super) const STORY_OPTIONS: [&str; 3] = ["story", "story_deck", "c_cards"];

/// The options of one game, read; Jean's deck is read apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Id of the scenario card.
    pub scenario: String,
    /// Legacy tiles asked for beside the scenario's; tile Ln is bit n.
    pub legacy: u32,
    /// M-25.1: all prestige buildings face up.
    pub prestige_open: bool,
    /// M-A1: weighting counts emptied spaces instead of summing their values.
    pub weighting_spaces: bool,
    /// M-A4: assistants are passed over only on the route.
    pub skipped_by_route: bool,
    /// M-A6.
    pub assistant_vp_round4: bool,
    /// M-A17.
    pub extra_main_u1: bool,
    /// M-A45: in every combat.
    pub cp_every_combat: bool,
    /// M-A53: only the own sequence ends.
    pub last_ends_own_only: bool,
    /// M-A57.
    pub interim_assistants: bool,
    /// M-A59: nations without markers get no bonus.
    pub majority_zero_none: bool,
    /// M-A65: all is lost.
    pub rank_without_marker_lost: bool,
    /// M-A65: who declines the marker may still take the step.
    pub declined_marker_rank: bool,
    /// M-A65: a nation without markers may be chosen for its step.
    pub nation_without_marker_rank: bool,
    /// M-A44: each kind of combat action once a turn.
    pub combat_actions_per_turn: bool,
    /// M-A2.
    pub silver_fleet_influence: u8,
    /// Doubloons of the first seat (M-1.12).
    pub start_doubloons: u8,
    /// Doubloons that each later seat has more.
    pub seat_doubloons: u8,
    /// Hand limit without U2 (M-5.1).
    pub hand_limit: u8,
    /// M-A66: a quest taken by Jean's explorer ends her turn.
    pub jean_quest_ends_turn: bool,
}

impl Options {
    /// Reads options by name; missing ones have their default.
    ///
    /// # Errors
    /// [`SetupError::OptionValue`] for the first value that is not accepted.
    pub fn read(given: &BTreeMap<String, String>) -> Result<Options, SetupError> {
        let flag = |name: &str, yes: &str| -> Result<bool, SetupError> {
            let spec = OPTIONS
                .iter()
                .find(|option| option.name == name)
                .expect("every flag is in the table");
            let value = given.get(name).map_or(spec.default, String::as_str).trim();
            if !spec.accepts.split(" or ").any(|known| known == value) {
                return Err(refused(name, value, spec.accepts));
            }
            Ok(value == yes)
        };
        let number = |name: &str, range: RangeInclusive<u8>| -> Result<u8, SetupError> {
            let spec = OPTIONS
                .iter()
                .find(|option| option.name == name)
                .expect("every number is in the table");
            let value = given.get(name).map_or(spec.default, String::as_str).trim();
            let read = value.parse().ok().filter(|number| range.contains(number));
            read.ok_or_else(|| refused(name, value, spec.accepts))
        };
        let scenario = given.get("scenario").map_or("75", String::as_str).trim();
        if !["75", "76", "77", CAMPAIGN].contains(&scenario) {
            return Err(refused("scenario", scenario, "75, 76, 77 or campaign"));
        }
        Ok(Options {
            scenario: scenario.to_string(),
            legacy: legacy_tiles(given.get("legacy").map_or("none", String::as_str))?,
            prestige_open: flag("prestige", "open")?,
            weighting_spaces: flag("weighting", "spaces")?,
            skipped_by_route: flag("skipped_assistants", "route")?,
            assistant_vp_round4: flag("assistant_vp_round4", "on")?,
            extra_main_u1: flag("extra_main_u1", "on")?,
            cp_every_combat: flag("cp_before_combat", "combat")?,
            last_ends_own_only: flag("last_village_action", "own")?,
            interim_assistants: flag("interim_assistants", "on")?,
            majority_zero_none: flag("majority_zero", "none")?,
            rank_without_marker_lost: flag("rank_without_marker", "lost")?,
            declined_marker_rank: flag("declined_marker", "rank")?,
            nation_without_marker_rank: flag("nation_without_marker", "rank")?,
            combat_actions_per_turn: flag("combat_actions", "turn")?,
            silver_fleet_influence: if flag("silver_fleet_influence", "8")? {
                8
            } else {
                3
            },
            start_doubloons: number("start_doubloons", 0..=30)?,
            seat_doubloons: number("seat_doubloons", 0..=5)?,
            hand_limit: number("hand_limit", 1..=8)?,
            jean_quest_ends_turn: flag("jean_explorer_quest", "end")?,
        })
    }
}

pub(super) fn refused(name: &str, value: &str, expected: &str) -> SetupError {
    SetupError::OptionValue {
        name: name.to_string(),
        value: value.to_string(),
        expected: expected.to_string(),
    }
}

/// Reads `L1,L4,L6`.
fn legacy_tiles(text: &str) -> Result<u32, SetupError> {
    let mut tiles = 0;
    if text.trim().is_empty() || text.trim() == "none" {
        return Ok(tiles);
    }
    let known: Vec<String> = (1..=25)
        .filter(|number| LEGACY_TILES >> number & 1 == 1)
        .map(|number| format!("L{number}"))
        .collect();
    for name in text.split([',', ';', ' ']).filter(|name| !name.is_empty()) {
        let number = known
            .iter()
            .find(|tile| tile.eq_ignore_ascii_case(name))
            .and_then(|tile| tile[1..].parse::<u32>().ok())
            .ok_or_else(|| {
                let hint = did_you_mean(name, known.iter().map(String::as_str));
                refused(
                    "legacy",
                    text,
                    &format!("tiles of L1-L18, L20-L23, L25; \"{name}\" is none{hint}"),
                )
            })?;
        tiles |= 1 << number;
    }
    Ok(tiles)
}
