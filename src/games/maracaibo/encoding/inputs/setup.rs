//! Inputs of the set-up: number of players, scenario, legacy tiles and rule options.
//!
//! The starting doubloons are not included, because they are visible once dealt.

use crate::encoding::{ChangedRules, Flags, Inputs, Steps, bits};
use crate::maracaibo::rules::options::{LEGACY_TILES, Options};
use crate::maracaibo::rules::state::State;
use crate::options::Choice;
use portolan_core::inputs;

/// Highest number of a legacy tile.
const LAST_TILE: u32 = 25;
/// Rule options with an input in every game; other options have an input only in games that use
/// them.
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

/// Returns the rule options that differ from their defaults. Scenario and prestige buildings are
/// excluded because other inputs show them.
fn readings(options: &Options) -> Vec<String> {
    let told =
        |choice: &Choice| !choice.is_default && !["scenario", "prestige"].contains(&choice.name);
    let changed = options.choices().into_iter().filter(told);
    changed
        .map(|choice| format!("{}={}", choice.name, choice.word))
        .collect()
}

/// Returns the legacy tiles in play as bits in the order of the inputs; L19 and L24 do not exist.
fn tile_bits(legacy: u32) -> u64 {
    let low = legacy >> 1 & 0x3_FFFF;
    let skulls = legacy >> 20 & 0b1111;
    let last = legacy >> 25 & 1;
    u64::from(low | skulls << 18 | last << 22)
}

inputs! {
    /// Inputs that are constant during a game, except for legacy tiles in a campaign. `players` is 1 in a solo game.
    pub struct SetupInputs {
        new(layout, options: &Options, players: usize) {
            let tiles = (1..=LAST_TILE).filter(|number| LEGACY_TILES >> number & 1 == 1);
        }
        players: (Flags, usize) =
            (layout.flags("players", ["solo", "2", "3", "4"]), players - 1);
        scenario: (Flags, u64) =
            (layout.flags("scenario", SCENARIOS), bits(SCENARIOS.map(|id| id == options.scenario)));
        legacy: Flags = layout.flags("legacy", tiles.map(|number| format!("L{number}")));
        readings: ChangedRules =
            ChangedRules::new(layout, READING, &READINGS, &readings(options));
        hand_limit: (Steps, u8) = (layout.steps("hand limit", 8), options.hand_limit);
    }
}

impl SetupInputs {
    /// Returns true if a rule option of this name has an input only in some games.
    pub fn is_of_some_games(name: &str) -> bool {
        ChangedRules::is_of_some_games(READING, &READINGS, name)
    }

    /// Fills the inputs.
    pub fn fill(&self, inputs: &mut Inputs, state: &State) {
        self.players.0.fill(inputs, self.players.1);
        self.legacy.fill_bits(inputs, tile_bits(state.legacy));
        self.scenario.0.fill_bits(inputs, self.scenario.1);
        self.readings.fill(inputs);
        self.hand_limit.0.fill(inputs, self.hand_limit.1);
    }
}
