//! Rule tests of Maracaibo, one module per chapter of the rules.

mod assistants;
mod careers;
mod combat;
mod combat_cards;
mod explorer;
mod final_scoring;
mod interim_scoring;
mod quests;
mod support;
mod upgrades;
