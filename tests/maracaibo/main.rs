//! Rule tests of Maracaibo: every test cites the rule, ruling or example that it checks.

mod assistants_actions;
mod cards;
mod cities;
mod drawing;
mod immediate_effects;
mod income;
mod ongoing_effects;
mod prestige;
mod sailing;
mod scoring_step;
mod setup;
#[allow(dead_code, reason = "a table serves several chapters")]
mod support;
mod turn;
mod villages;
