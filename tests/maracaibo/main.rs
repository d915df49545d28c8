//! Rule tests of Maracaibo, one module per chapter of the rules.

mod assistants;
mod combat;
mod combat_cards;
mod explorer;
mod quests;
mod support;
