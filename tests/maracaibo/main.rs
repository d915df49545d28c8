//! Rule tests of Maracaibo, one module per chapter: every test cites the rule, ruling or example that
//! it checks.

mod assistants;
mod assistants_actions;
mod cards;
mod careers;
mod cities;
mod combat;
mod combat_cards;
mod disc_tiles;
mod drawing;
mod examples;
mod explorer;
mod final_scoring;
mod immediate_effects;
mod income;
mod interim_scoring;
mod jean_cards;
mod jean_combat;
mod jean_explorer;
mod jean_legacy;
mod jean_scoring;
mod jean_setup;
mod jean_support;
mod jean_turns;
mod legacy;
mod ongoing_effects;
mod prestige;
mod quests;
mod random_games;
mod sailing;
mod scenarios;
mod scoring_step;
mod setup;
#[allow(dead_code, reason = "a table serves several chapters")]
mod support;
mod turn;
mod upgrades;
mod villages;
