//! The rules of Cartagena, chapter by chapter; every test names the rules that it holds.

mod base;
mod box_content;
mod data;
mod examples;
mod full_escape;
mod hindrance;
mod invariants;
mod knowledge;
mod laws;
mod magician;
mod morgan;
mod observation;
#[path = "../games/contract/observation.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod observation_support;
mod options;
mod position;
mod ranking;
mod shown;
#[path = "../support/shown.rs"]
mod shown_support;
mod size;
mod support;
#[path = "../support/table.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod table;
