//! Tests of Maracaibo: the rules, with one module per chapter whose tests cite the rule, ruling or
//! example that they check, the component data, and random games with all options. Tests that set up a position, play and
//! check the result are text in `cases/`.

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
mod designed;
mod disc_tiles;
mod drawing;
mod drawn;
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
mod jean_cards;
mod jean_combat;
mod jean_explorer;
mod jean_legacy;
mod jean_scoring;
mod jean_setup;
mod jean_turns;
mod legacy;
mod observation;
mod ongoing_effects;
mod owner;
mod perturbed_data;
mod position;
mod prestige;
mod printed_forms;
mod quest_rewards;
mod quests;
mod random_games;
mod readings;
mod sailing;
mod scenarios;
mod scoring_step;
mod setup;
mod story;
mod story_tiles;
mod texts;
mod turn;
mod upgrades;
mod villages;

use portolan_testing::contract::observation as observation_support;
use portolan_testing::maracaibo::{
    cases, eager, invariants, jean_support, laws, story_support, support,
};
use portolan_testing::{program, shown, table};
