//! The rules of Puerto Rico, chapter by chapter; every test names the rules that it holds.

mod builder;
mod captain;
mod craftsman;
mod data;
mod invariants;
mod knowledge;
mod laws;
mod mayor;
mod observation;
#[path = "../games/contract/observation.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod observation_support;
mod optional;
mod options;
mod placement;
mod position;
mod rounds;
mod scoring;
mod settler;
mod setup;
mod shown;
#[path = "../support/shown.rs"]
mod shown_support;
mod storage;
mod support;
#[path = "../support/table.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod table;
mod trader;
mod two_players;
