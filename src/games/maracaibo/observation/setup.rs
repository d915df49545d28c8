//! What is played: number of players, scenario, legacy tiles and readings of rules.
//!
//! The money at the start is left out: once it is dealt it lies before the players.

use super::super::options::{LEGACY_TILES, Options};
use super::super::state::State;
use super::blocks::Steps;
use crate::observation::{ChangedRules, Flags, Inputs, Layout};
use crate::options::Choice;

/// Legacy tiles have numbers up to this one.
const LAST_TILE: u32 = 25;
/// Readings of rules that have an input in every game; other ones have one where they hold.
const READINGS: [&str; 10] = [
    "weighting=spaces",
    "skipped_assistants=route",
    "assistant_vp_round4=on",
    "extra_main_u1=off",
    "cp_before_combat=combat",
    "last_village_action=own",
    "interim_assistants=off",
    "majority_zero=none",
    "rank_without_marker=lost",
    "jean_explorer_quest=end",
];
const READING: &str = "reading";
const SCENARIOS: [&str; 3] = ["75", "76", "77"];

/// Readings that are not the default ones. Scenario and prestige buildings show otherwise.
fn readings(options: &Options) -> Vec<String> {
    let told =
        |choice: &Choice| !choice.is_default && !["scenario", "prestige"].contains(&choice.name);
    let changed = options.choices().into_iter().filter(told);
    changed
        .map(|choice| format!("{}={}", choice.name, choice.word))
        .collect()
}

fn bits(flags: impl Iterator<Item = bool>) -> u64 {
    (flags.enumerate()).fold(0, |bits, (index, on)| bits | u64::from(on) << index)
}

/// Legacy tiles in play as bits in the order of the inputs: there is no L19 and no L24.
fn tile_bits(legacy: u32) -> u64 {
    let low = legacy >> 1 & 0x3_FFFF;
    let skulls = legacy >> 20 & 0b1111;
    let last = legacy >> 25 & 1;
    u64::from(low | skulls << 18 | last << 22)
}

/// Inputs that are the same throughout a game, but for legacy tiles in a campaign.
#[derive(Clone, Debug)]
pub struct SetupInputs {
    players: (Flags, usize),
    scenario: (Flags, u64),
    legacy: Flags,
    readings: ChangedRules,
    hand_limit: (Steps, u8),
}

impl SetupInputs {
    /// Lays them out, with what is played; `players` is 1 in a solo game.
    pub fn new(layout: &mut Layout, options: &Options, players: usize) -> SetupInputs {
        let tiles = || (1..=LAST_TILE).filter(|number| LEGACY_TILES >> number & 1 == 1);
        let names = tiles().map(|number| format!("L{number}"));
        SetupInputs {
            players: (
                layout.flags("players", ["solo", "2", "3", "4"]),
                players - 1,
            ),
            scenario: (
                layout.flags("scenario", SCENARIOS),
                bits(SCENARIOS.iter().map(|id| *id == options.scenario)),
            ),
            legacy: layout.flags("legacy", names),
            readings: ChangedRules::new(layout, READING, &READINGS, &readings(options)),
            hand_limit: (Steps::new(layout, "hand limit", 8), options.hand_limit),
        }
    }

    /// Whether a name is that of a reading that only some games have an input for.
    pub fn is_of_some_games(name: &str) -> bool {
        ChangedRules::is_of_some_games(READING, &READINGS, name)
    }

    /// Fills them.
    pub fn fill(&self, inputs: &mut Inputs, state: &State) {
        self.players.0.fill(inputs, self.players.1);
        self.legacy.fill_bits(inputs, tile_bits(state.legacy));
        self.scenario.0.fill_bits(inputs, self.scenario.1);
        self.readings.fill(inputs);
        self.hand_limit.0.fill(inputs, self.hand_limit.1);
    }
}
