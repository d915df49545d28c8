//! What is played: number of players, scenario, legacy tiles and readings of rules.
//!
//! The money at the start is left out: once it is dealt it lies before the players.

use super::super::options::{LEGACY_TILES, Options};
use super::super::state::State;
use super::blocks::Steps;
use crate::observation::{Flags, Inputs, Layout};

/// Legacy tiles have numbers up to this one.
const LAST_TILE: u32 = 25;
/// Readings of rules that are not the default ones, in the order of [`readings`]; those of
/// [`more_readings`] are told where they hold.
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

fn readings(options: &Options) -> [bool; READINGS.len()] {
    [
        options.weighting_spaces,
        options.skipped_by_route,
        options.assistant_vp_round4,
        !options.extra_main_u1,
        options.cp_every_combat,
        options.last_ends_own_only,
        !options.interim_assistants,
        options.majority_zero_none,
        options.rank_without_marker_lost,
        options.jean_quest_ends_turn,
    ]
}

/// Readings that only those games have an input for in which they hold.
fn more_readings(options: &Options) -> Vec<&'static str> {
    [
        (options.declined_marker_rank, "declined_marker=rank"),
        (
            options.nation_without_marker_rank,
            "nation_without_marker=rank",
        ),
        (options.combat_actions_per_turn, "combat_actions=turn"),
        (
            options.silver_fleet_influence == 8,
            "silver_fleet_influence=8",
        ),
    ]
    .into_iter()
    .filter_map(|(on, name)| on.then_some(name))
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
    readings: (Flags, u64),
    more_readings: (Flags, u64),
    hand_limit: (Steps, u8),
}

impl SetupInputs {
    /// Lays them out, with what is played; `players` is 1 in a solo game.
    pub fn new(layout: &mut Layout, options: &Options, players: usize) -> SetupInputs {
        let tiles = || (1..=LAST_TILE).filter(|number| LEGACY_TILES >> number & 1 == 1);
        let names = tiles().map(|number| format!("L{number}"));
        let more = more_readings(options);
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
            readings: (
                layout.flags(READING, READINGS),
                bits(readings(options).into_iter()),
            ),
            more_readings: (
                layout.flags(READING, &more),
                bits(more.iter().map(|_| true)),
            ),
            hand_limit: (Steps::new(layout, "hand limit", 8), options.hand_limit),
        }
    }

    /// Whether a name is that of a reading that only some games have an input for.
    pub fn is_of_some_games(name: &str) -> bool {
        let reading = name
            .strip_prefix(READING)
            .and_then(|name| name.strip_prefix(':'));
        reading.is_some_and(|reading| !READINGS.contains(&reading))
    }

    /// Fills them.
    pub fn fill(&self, inputs: &mut Inputs, state: &State) {
        self.players.0.fill(inputs, self.players.1);
        self.legacy.fill_bits(inputs, tile_bits(state.legacy));
        for (flags, bits) in [self.scenario, self.readings, self.more_readings] {
            flags.fill_bits(inputs, bits);
        }
        self.hand_limit.0.fill(inputs, self.hand_limit.1);
    }
}
