//! The rules of Endeavor, chapter by chapter; every test names the rules that it holds.

mod cards;
mod command_line;
mod data;
mod discard;
mod invariants;
mod laws;
mod links;
mod observation;
#[path = "../games/contract/observation.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod observation_support;
mod occupy_and_attack;
mod options;
mod position;
#[path = "../support/program.rs"]
mod program;
mod rounds;
mod scoring;
mod setup;
mod ship;
mod shown;
#[path = "../support/shown.rs"]
mod shown_support;
mod silent_fleets;
mod special_buildings;
mod support;
#[path = "../support/table.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod table;
mod turns;
