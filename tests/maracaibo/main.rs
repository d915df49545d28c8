//! Rule tests of Maracaibo, one module per chapter: every test cites the rule, ruling or example that
//! it checks; its component data; random games with every option.

mod assistants;
mod assistants_actions;
mod c_cards;
mod campaign_games;
mod cards;
mod careers;
mod changes;
mod checks;
mod cities;
mod combat;
mod combat_cards;
mod coverage;
mod data;
mod describing;
mod disc_tiles;
mod drawing;
mod drawn;
mod eager;
mod entered;
mod every_option;
mod examples;
mod explaining;
mod explorer;
mod features;
mod final_scoring;
mod happening;
mod immediate_effects;
mod income;
mod interim_scoring;
mod invariants;
mod jean_cards;
mod jean_combat;
mod jean_explorer;
mod jean_ledger;
mod jean_legacy;
mod jean_scoring;
mod jean_setup;
mod jean_support;
mod jean_turns;
mod laws;
mod ledger;
mod legacy;
mod observation;
#[path = "../games/contract/observation.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod observation_support;
mod ongoing_effects;
mod owner;
mod perturbed_data;
mod position;
mod prestige;
mod printed_forms;
#[path = "../support/program.rs"]
mod program;
mod quest_rewards;
mod quests;
mod random_games;
mod readings;
mod sailing;
mod scenarios;
mod scoring_step;
mod setup;
mod story;
mod story_support;
mod story_tiles;
#[allow(dead_code, reason = "a table serves several chapters")]
mod support;
#[path = "../support/table.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod table;
mod texts;
mod turn;
mod upgrades;
mod villages;
