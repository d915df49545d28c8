//! Rule tests of Maracaibo, one module per chapter of the rules.

mod assistants;
mod careers;
mod combat;
mod combat_cards;
mod disc_tiles;
mod examples;
mod explorer;
mod final_scoring;
mod interim_scoring;
mod legacy;
mod quests;
mod random_games;
mod scenarios;
mod support;
mod upgrades;
